"""`mjsim run`: plays a scenario into a run folder."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mjsim.cli.common import Failure, Number, exclusive, timeout_option, workers_option
from mjsim.cli.sheets import print_sheets, sheet_options
from mjsim.cli.stats import print_summary
from mjsim.run.errors import USAGE

if TYPE_CHECKING:
    from mjsim.run.place import Place
    from mjsim.run.run import Result
    from mjsim.run.scenario import Scenario


class _Folder(click.ParamType):
    """A path that is not empty: pathlib would take that for the folder we are in. Or a URI, as it is."""

    name = "PATH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("the name of the folder is empty", param, ctx)
        from mjsim.run.place import Local, is_remote, place

        if is_remote(value):
            return value
        here = place(value)
        return here.folder if isinstance(here, Local) else value


class _Shard(click.ParamType):
    name = "K/N"

    def convert(
        self, value: str | tuple[int, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        from mjsim.run.plan import parse_shard

        if isinstance(value, tuple):
            return value
        try:
            return parse_shard(value)
        except ValueError as fault:
            self.fail(str(fault), param, ctx)


FOLDER = _Folder()


@click.command()
@click.argument("source", metavar="SCENARIO")
@click.option("-o", "--output", "folder", type=FOLDER, help="Run folder, or a URI [results/NAME].")
@click.option("--games", type=click.IntRange(1), help="Number of games, instead of the scenario's.")
@click.option("--seed", type=click.IntRange(0), help="Seed, instead of the scenario's.")
@workers_option
@timeout_option("Seconds that a decision of a strategy from a file or program may take.")
@click.option("--set", "overrides", metavar="KEY=VALUE", multiple=True, help="Override a key or house rule.")
@click.option(
    "--resume", is_flag=True, help="Finish an interrupted run; the rows are those of an unbroken one."
)
@click.option("--overwrite", is_flag=True, help="Play anew into a folder that holds a run.")
@click.option("--dry-run", is_flag=True, help="Check everything and print the plan; play nothing.")
@click.option(
    "--block-games",
    type=click.IntRange(1, 10**6),
    help="Games in a block, which is one part file [by the number of games].",
)
@click.option(
    "--block-timeout",
    type=Number(0),
    metavar="SECONDS",
    help="Kill a worker that needs \
longer for a block, and play the block again [30 times the slowest block]; 0: never.",
)
@click.option("--shard", type=_Shard(), help="Play only the K-th of N parts of the run; see `mjsim merge`.")
@click.option("--engine", type=click.Choice(["local", "dask"]), default="local", help="Who plays [local].")
@click.option("--scheduler", metavar="ADDRESS", help="Dask scheduler, such as tcp://HOST:8786.")
@sheet_options
def command(
    source: str,
    folder: Path | str | None,
    games: int | None,
    seed: int | None,
    workers: int | None,
    decision_timeout: float | None,
    overrides: tuple[str, ...],
    resume: bool,
    overwrite: bool,
    dry_run: bool,
    block_games: int | None,
    block_timeout: float | None,
    shard: tuple[int, int] | None,
    engine: str,
    scheduler: str | None,
    output: str,
    markdown: Path | None,
) -> int:
    """Play SCENARIO: a .toml file, the name of a ready scenario, or a run folder (with --resume).

    \b
    Example:
      mjsim run guobiao-baseline --games 10000
      mjsim run my.toml -o results/six --set min_fan=6 --workers 4
      mjsim run demo --set seats.0.strategy=my_strategy.py --decision-timeout 1
      mjsim run results/six --resume
      mjsim run big.toml --shard 3/16
      mjsim run big.toml --engine dask --scheduler tcp://10.0.0.1:8786 -o s3://bucket/big
    """
    from mjsim.run.folder import SCENARIO, results_folder
    from mjsim.run.load import load, ready_scenarios
    from mjsim.run.place import is_remote, place

    exclusive(resume, overwrite)
    if (engine == "dask") != (scheduler is not None):
        raise click.UsageError("--engine dask and --scheduler ADDRESS go together")
    if scheduler is not None and (workers is not None or block_timeout is not None):
        raise click.UsageError("--workers and --block-timeout are for --engine local")
    if is_remote(source):
        folder = folder or source
        source = str(_fetched(place(source), SCENARIO))
    elif (Path(source) / SCENARIO).is_file():
        folder = folder or Path(source)
        source = str(Path(source) / SCENARIO)
    elif resume and Path(source).is_dir() and source not in ready_scenarios():
        raise Failure(f"{source}: is not a run folder", USAGE)
    scenario = load(source, overrides, games=games, seed=seed, decision_timeout=decision_timeout)
    folder = folder or results_folder(scenario.name + _shard_name(shard))
    if resume:
        _refuse_test(folder)
    if dry_run:
        _print_plan(scenario, folder, block_games, shard, output, markdown)
        return 0

    from mjsim.run.run import run

    result = run(
        scenario,
        folder,
        resume=resume,
        overwrite=overwrite,
        workers=workers,
        block_games=block_games,
        shard=shard,
        scheduler=scheduler,
        block_timeout=block_timeout,
    )
    print_result(result, output, markdown)
    return result.status


def _refuse_test(folder: Path | str) -> None:
    """Raise :class:`Failure` for a duel whose sequential test would be left out."""
    from mjsim.run.manifest import NAME, Manifest
    from mjsim.run.place import is_remote

    if is_remote(folder) or not (Path(folder) / NAME).is_file():
        return
    if "low" in Manifest.read(Path(folder)).duel:
        raise Failure(
            f"{folder}: a duel with a sequential test; `mjsim duel {folder} --resume` goes on until it is decided",
            USAGE,
        )


def _shard_name(shard: tuple[int, int] | None) -> str:
    """``.shard-03-of-16``, so that the names of all shards stand in order."""
    if shard is None:
        return ""
    number, of = shard
    return f".shard-{number + 1:0{len(str(of))}}-of-{of}"


def _fetched(where: "Place", name: str) -> Path:
    """A copy of a file on this machine."""
    where.prepare()
    try:
        with where.open(name) as file:
            copy = where.work / name
            copy.write_bytes(file.read())
            return copy
    except FileNotFoundError:
        raise Failure(f"{where}: not a run folder (no {name})", USAGE) from None


def _print_plan(
    scenario: "Scenario",
    folder: Path | str,
    block_games: int | None,
    shard: tuple[int, int] | None,
    output: str,
    markdown: Path | None,
) -> None:
    from mjsim.report.sheet import sheets_of
    from mjsim.run.plan import make_plan, numbering

    plan, numbers = make_plan(scenario, block_games, shard or (0, 1)), numbering(scenario)
    facts: dict[str, Any] = {
        "name": scenario.name,
        "variant": scenario.variant,
        "folder": str(folder),
        "games": plan.expected_games,
        "shard": plan.shard_words or None,
        "matches": plan.n_matches,
        "games_per_match": numbers.deals or None,
        "rotations": numbers.rotations,
        "blocks": plan.n_blocks,
        "matches_per_block": plan.block_matches,
        "seed": scenario.seed,
        "options": dict(scenario.options),
        "seats": [seat["name"] for seat in scenario.seats],
        "scenario_hash": scenario.hash,
    }
    shown = {key: _words(value) for key, value in facts.items() if key != "shard" or value is not None}

    def show() -> None:
        for key, value in shown.items():
            click.echo(f"{key:<18}{value}")

    rows = [{"key": key, "value": value} for key, value in shown.items()]
    print_sheets(sheets_of(rows, ("key", "value")), facts, output, markdown, show=show)


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} = {item}" for name, item in value.items())
    return ", ".join(value) if isinstance(value, list) else "as it comes" if value is None else str(value)


def print_result(result: "Result", output: str, markdown: Path | None) -> None:
    """What a run came to, on stdout."""
    facts = {
        "folder": str(result.folder),
        "games": result.games,
        "played": result.played,
        "seconds": round(result.seconds, 3),
        "skipped": result.skipped,
        "faults": result.faults,
    }
    if isinstance(result.folder, Path):
        from mjsim.stats.summary import summarize

        summary = summarize([result.folder], warn=lambda line: click.echo(line, err=True))
        print_summary(summary, facts | summary, output, markdown)
    else:
        from mjsim.report.sheet import sheets_of

        told = f"{result.folder}: {result.games:,} games; `mjsim merge OUT {result.folder}` fetches them"
        sheets = sheets_of([facts], ("folder", "games", "played", "seconds"))
        print_sheets(sheets, facts, output, markdown, show=lambda: click.echo(told))
    if output == "table" and result.played:
        rate = result.played / max(result.seconds, 1e-9)
        click.echo(
            f"{result.folder}: {result.played:,} games in {result.seconds:.1f} s, {rate:,.0f} a second",
            err=True,
        )
