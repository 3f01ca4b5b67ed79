"""``mjsim duel``: two strategies on the same walls, if wanted until a sequential test decides."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mjsim.cli.common import Failure, Number, exclusive
from mjsim.cli.compare import print_comparison
from mjsim.cli.contest import contest_options, refuse_decided
from mjsim.cli.sheets import sheet_options
from mjsim.run.errors import USAGE

if TYPE_CHECKING:
    from mjsim.run.run import Result
    from mjsim.run.scenario import Scenario
    from mjsim.stats.sprt import Watch

GAMES, MOST_GAMES = 24_000, 1_200_000  # without and with a sequential test
LOOK = 1_200  # games between two looks of the test


class Range(click.ParamType):
    """Two numbers ``LOW,HIGH``."""

    name = "low,high"

    def convert(
        self, value: str | tuple[float, float], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        try:
            low, high = map(float, value.split(","))
        except ValueError:
            self.fail(f"{value!r}; expected two numbers such as 0,1", param, ctx)
        if not -1e9 < low < high < 1e9:
            wanted = "the second number must be greater than the first, both between -1e9 and 1e9"
            self.fail(f"{value!r}; {wanted}", param, ctx)
        return low, high


@click.command()
@click.argument("words", metavar="A B | FOLDER", nargs=-1, required=True)
@click.option(
    "--games", type=click.IntRange(1, 10**12), help=f"Games, at most [{GAMES}; {MOST_GAMES} with --sprt]."
)
@click.option(
    "--sprt",
    type=Range(),
    metavar="LOW,HIGH",
    help="Stop when it is decided whether A is LOW or HIGH points a game better.",
)
@click.option(
    "--alpha",
    type=Number(1e-9, 0.5, max_open=True),
    default=0.05,
    show_default=True,
    help="SPRT: chance to accept HIGH when LOW is true.",
)
@click.option(
    "--beta",
    type=Number(1e-9, 0.5, max_open=True),
    default=0.05,
    show_default=True,
    help="SPRT: chance to accept LOW when HIGH is true.",
)
@click.option(
    "--look",
    type=click.IntRange(1, 10**6),
    default=LOOK,
    show_default=True,
    help="SPRT: games between two looks.",
)
@click.option(
    "--seats", "seating", default="AABB", show_default=True, help="Who sits where: AABB, ABBB, AAAB."
)
@contest_options("duel", "Run folder [results/duel-A-B-V].")
@sheet_options
def command(
    words: tuple[str, ...],
    variant: str | None,
    games: int | None,
    sprt: tuple[float, float] | None,
    alpha: float,
    beta: float,
    look: int,
    seating: str,
    seed: int,
    overrides: tuple[str, ...],
    folder: Path | None,
    workers: int | None,
    resume: bool,
    overwrite: bool,
    output: str,
    markdown: Path | None,
) -> int:
    """Play strategy A against B: every wall in all arrangements of the seats, so that luck cancels.

    A strategy is a name or a path, with parameters as name:key=value,key=value. The duel is a run; `mjsim
    stats`, `compare`, `replay` and the rest read its folder. With --sprt it ends as soon as the sequential
    test has decided, after blocks of --look games, whatever the number of workers or interruptions.

    \b
    Example:
      mjsim duel efficiency tsumogiri --variant guobiao --games 12000
      mjsim duel efficiency random --variant wuhan --sprt 0,1
      mjsim duel results/duel-efficiency-random-wuhan --resume
    """
    from mjsim.run.run import run

    exclusive(resume, overwrite)
    if resume and len(words) == 1:
        refuse_decided()
        folder, scenario, test = _stored(words[0])
    elif len(words) != 2 or variant is None:
        raise click.UsageError("give two strategies and --variant, or the folder of a duel and --resume")
    else:
        from mjsim.run.duel import duel_scenario, names
        from mjsim.run.folder import results_folder

        scenario = duel_scenario(
            *words,
            variant=variant,
            games=games or (GAMES if sprt is None else MOST_GAMES),
            seed=seed,
            seating=seating,
            overrides=overrides,
        )
        folder = folder or results_folder(scenario.name)
        first, second = names(scenario, seating)
        test = {"first": first, "second": second, "matches": scenario.matches}
        if sprt is not None:
            test |= {"low": sprt[0], "high": sprt[1], "alpha": alpha, "beta": beta, "look": look}
        scenario = _as_begun(folder, scenario, test) if resume else scenario
    watch = _watch(scenario, test)
    result = run(
        scenario,
        folder,
        workers=workers,
        block_games=_block_games(scenario, test),
        resume=resume,
        overwrite=overwrite,
        stop=watch,
        again=_again(folder),
    )
    _print(result, watch, output, markdown)
    return result.status


def _stored(name: str) -> tuple[Path, "Scenario", dict[str, Any]]:
    """Folder, scenario and test of a duel that was begun."""
    from mjsim.run.folder import stored_scenario
    from mjsim.run.manifest import Manifest

    folder = Path(name)
    known = Manifest.read(folder)
    if not known.duel:
        raise Failure(f"{folder}: is not a duel; `mjsim run {folder} --resume` finishes a run", USAGE)
    return folder, stored_scenario(folder), known.duel


def _as_begun(folder: Path, scenario: "Scenario", test: dict[str, Any]) -> "Scenario":
    """The scenario with the number of matches that the folder's has, if its test is the same."""
    from dataclasses import replace

    from mjsim.run.duel import same_test
    from mjsim.run.manifest import NAME, Manifest

    if not (folder / NAME).exists():
        return scenario
    known = Manifest.read(folder)
    same_test(known.duel, test, folder)
    return replace(scenario, matches=known.scenario["matches"])


def _watch(scenario: "Scenario", test: dict[str, Any]) -> "Watch":
    from mjsim.run.logs import LOGGER
    from mjsim.run.plan import numbering
    from mjsim.stats.sprt import Watch

    return Watch(test, numbering(scenario), LOGGER.info)


def _block_games(scenario: "Scenario", test: dict[str, Any]) -> int | None:
    """Games in a block: whole walls, as many as the test looks at together."""
    from mjsim.run.duel import matches_for
    from mjsim.run.plan import make_plan

    return (
        matches_for(scenario, test["look"]) * make_plan(scenario).expected_deals if "look" in test else None
    )


def _again(folder: Path) -> str:
    from mjsim.run.run import resume_command

    return resume_command(folder, "duel")


def _print(result: "Result", watch: "Watch", output: str, markdown: Path | None) -> None:
    from mjsim.stats.compare import compare

    found = compare([result.folder], watch.told["second"], warn=lambda line: click.echo(line, err=True))
    test = {"sprt": watch.as_dict()} if watch.test else {}
    value = {"folder": str(result.folder), "skipped": result.skipped} | found | test
    verdict = (lambda: click.echo(f"SPRT: {watch.line()}")) if test else (lambda: None)
    print_comparison(found, value, output, markdown, after=verdict)
    if output == "table" and result.played:
        rate = result.played / max(result.seconds, 1e-9)
        played = "" if result.played == result.games else f"; {result.played:,} played"
        click.echo(
            f"{result.folder}: {result.games:,} games{played} in {result.seconds:.1f} s, {rate:,.0f} a second",
            err=True,
        )
