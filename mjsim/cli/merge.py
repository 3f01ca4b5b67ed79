"""`mjsim merge`: joins the shards of a run."""

from pathlib import Path

import click

from mjsim.cli.run import FOLDER, print_result
from mjsim.cli.sheets import sheet_options


@click.command()
@click.argument("out", type=FOLDER)
@click.argument("shards", metavar="SHARD...", nargs=-1, required=True)
@click.option("--overwrite", is_flag=True, help="Write anew into a folder that holds a run.")
@click.option("--workers", type=click.IntRange(1, 4096), help="Worker processes, if games are missing.")
@sheet_options
def command(
    out: Path | str,
    shards: tuple[str, ...],
    overwrite: bool,
    workers: int | None,
    output: str,
    markdown: Path | None,
) -> int:
    """Join SHARDs, each played by `mjsim run SCENARIO --shard K/N`, to the run OUT.

    All shards must be there and complete. Every part is compared with its SHA-256. The rows are those of a run
    on one machine. A SHARD may also be a URI such as s3://bucket/run, and a whole run is a run's only shard.

    \b
    Example:
      mjsim merge results/big results/big.shard-*
      mjsim merge results/big s3://bucket/big
    """
    from mjsim.run.merge import merge

    if isinstance(out, str):
        raise click.UsageError("OUT must be a folder of this machine")
    result = merge(out, shards, overwrite, workers=workers)
    print_result(result, output, markdown)
    return result.status
