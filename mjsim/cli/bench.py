"""``mjsim bench``: how fast games are played here."""

from pathlib import Path

import click

from mjsim.cli.common import Number
from mjsim.cli.sheets import print_sheets, sheet_options

DEFAULT: tuple[tuple[str, str], ...] = (
    ("guobiao_nofan", "efficiency"),
    ("guobiao", "efficiency"),
    ("guobiao_nofan", "random"),
)


@click.command("bench")
@click.option("--variant", multiple=True, help="Measure this variant (may be repeated).")
@click.option("--strategy", multiple=True, help="Measure this strategy (may be repeated).")
@click.option("--seconds", default=3.0, show_default=True, type=Number(0.1), help="CPU time for each.")
@sheet_options
def command(
    variant: tuple[str, ...], strategy: tuple[str, ...], seconds: float, output: str, markdown: Path | None
) -> None:
    """Measure games and decisions per CPU-second on one core, Parquet writing included.

    The reference is a small compiled loop (shuffled walls, table lookups) measured in the same run: compare
    the ratios of two machines or two versions, not the seconds.

    \b
    Example:
      mjsim bench --variant guobiao --strategy efficiency
    """
    from mjsim.run.measure import measure

    for name in strategy:
        _check_strategy(name)
    pairs = DEFAULT
    if variant or strategy:
        pairs = tuple((v, s) for v in variant or ("guobiao",) for s in strategy or ("efficiency",))
    rows = [measure(v, s, seconds, lambda text: click.echo(f"mjsim: {text}", err=True)) for v, s in pairs]
    from mjsim.report.sheet import sheets_of

    print_sheets(sheets_of(rows, list(rows[0])), rows, output, markdown, show=lambda: _print_table(rows))


def _check_strategy(name: str) -> None:
    from pathlib import Path

    from mjsim.players import catalog

    _, faults = catalog.resolve(name, {}, Path())
    if faults:
        raise click.UsageError(f"--strategy {name}: {'; '.join(faults)}")


def _print_table(rows: list[dict]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(
        box=box.SIMPLE_HEAD, title="one core, CPU time, Parquet writing included", title_justify="left"
    )
    for name in ("variant", "strategy"):
        table.add_column(name, no_wrap=True)
    for name in ("games/s", "decisions/s", "a game", "drawn", "ratio"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(
            row["variant"],
            row["strategy"],
            f"{row['games_per_second']:,.0f}",
            f"{row['decisions_per_second']:,.0f}",
            f"{row['decisions_per_game']:.1f}",
            f"{row['draw_rate']:.1%}",
            f"{row['ratio']:,.1f}",
        )
    console = Console()
    console.print(table)
    console.print(
        f"ratio: decisions for each round of the reference loop (a shuffled wall and 1000 distances),\n"
        f"of which this machine does {rows[-1]['reference']:,.0f} a second"
    )
