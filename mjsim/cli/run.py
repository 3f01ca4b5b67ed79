"""`mjsim run`: plays a scenario into a run folder."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mjsim.cli.common import Failure, output_options, print_json
from mjsim.run.errors import USAGE

if TYPE_CHECKING:
    from mjsim.run.run import Result
    from mjsim.run.scenario import Scenario


class _Folder(click.Path):
    """A path that is not empty: pathlib would take that for the folder we are in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("the name of the folder is empty", param, ctx)
        return super().convert(value, param, ctx)


@click.command()
@click.argument("source", metavar="SCENARIO")
@click.option("-o", "--output", "folder", type=_Folder(path_type=Path), help="Run folder [results/NAME].")
@click.option("--games", type=click.IntRange(1), help="Number of games, instead of the scenario's.")
@click.option("--seed", type=click.IntRange(0), help="Seed, instead of the scenario's.")
@click.option("--workers", type=click.IntRange(1, 4096), help="Worker processes [all processors].")
@click.option("--set", "overrides", metavar="KEY=VALUE", multiple=True, help="Override a key or house rule.")
@click.option(
    "--resume", is_flag=True, help="Finish an interrupted run; the rows are those of an unbroken one."
)
@click.option("--overwrite", is_flag=True, help="Play anew into a folder that holds a run.")
@click.option("--dry-run", is_flag=True, help="Check everything and print the plan; play nothing.")
@click.option("--block-games", type=click.IntRange(1, 10**6), help="Games in a block (a part file).")
@output_options("json")
def command(
    source: str,
    folder: Path | None,
    games: int | None,
    seed: int | None,
    workers: int | None,
    overrides: tuple[str, ...],
    resume: bool,
    overwrite: bool,
    dry_run: bool,
    block_games: int | None,
    output: str,
) -> int:
    """Play SCENARIO: a .toml file, the name of a ready scenario, or a run folder (with --resume).

    \b
    Example:
      mjsim run guobiao-baseline --games 10000
      mjsim run my.toml -o results/six --set min_fan=6 --workers 4
      mjsim run results/six --resume
    """
    from mjsim.run.folder import SCENARIO, results_folder
    from mjsim.run.load import load, ready_scenarios

    if resume and overwrite:
        raise click.UsageError("--resume and --overwrite exclude each other")
    if (Path(source) / SCENARIO).is_file():
        folder = folder or Path(source)
        source = str(Path(source) / SCENARIO)
    elif resume and Path(source).is_dir() and source not in ready_scenarios():
        raise Failure(f"{source}: is not a run folder", USAGE)
    scenario = load(source, overrides, games=games, seed=seed)
    folder = folder or results_folder(scenario.name)
    if dry_run:
        _print_plan(scenario, folder, block_games, output)
        return 0

    from mjsim.run.run import run

    result = run(
        scenario, folder, workers=workers, block_games=block_games, resume=resume, overwrite=overwrite
    )
    _print_result(result, output)
    return result.status


def _print_plan(scenario: "Scenario", folder: Path, block_games: int | None, output: str) -> None:
    from mjsim.run.plan import make_plan, numbering

    plan, numbers = make_plan(scenario, block_games), numbering(scenario)
    facts: dict[str, Any] = {
        "name": scenario.name,
        "variant": scenario.variant,
        "folder": str(folder),
        "games": plan.expected_games,
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
    if output == "json":
        print_json(facts)
        return
    for key, value in facts.items():
        if isinstance(value, dict):
            value = ", ".join(f"{name} = {item}" for name, item in value.items())
        elif isinstance(value, list):
            value = ", ".join(value)
        click.echo(f"{key:<18}{'as it comes' if value is None else value}")


def _print_result(result: "Result", output: str) -> None:
    from mjsim.stats.summary import summarize

    summary = summarize([result.folder], warn=lambda line: click.echo(line, err=True))
    if output == "json":
        facts = {
            "folder": str(result.folder),
            "games": result.games,
            "played": result.played,
            "seconds": round(result.seconds, 3),
            "skipped": result.skipped,
        }
        print_json(facts | summary)
        return
    from rich.console import Console

    from mjsim.stats.tables import summary_table

    Console(highlight=False).print(summary_table(summary))
    if result.played:
        rate = result.played / max(result.seconds, 1e-9)
        click.echo(
            f"{result.folder}: {result.played:,} games in {result.seconds:.1f} s, {rate:,.0f} a second",
            err=True,
        )
