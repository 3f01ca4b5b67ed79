"""Plays the cells of a sweep one after another; what is complete is not played again."""

from collections.abc import Callable, Sequence
from pathlib import Path

from mjsim.run.errors import USAGE, Failure
from mjsim.run.manifest import NAME as MANIFEST
from mjsim.run.manifest import Manifest
from mjsim.run.place import Local
from mjsim.sweep.grid import Cell, plan_text

PLAN = "sweep.json"


def check_folder(base: Path, cells: Sequence[Cell], resume: bool, overwrite: bool) -> None:
    """Write the plan into the folder of the sweep; raises :class:`Failure` when it holds another one."""
    plan, path = plan_text(cells, base), base / PLAN
    if path.exists():
        same = path.read_text(encoding="utf-8") == plan
        if not resume and not overwrite:
            raise Failure(
                f"{base}: holds a sweep already; --resume finishes it, --overwrite plays it anew", USAGE
            )
        if resume and not same:
            raise Failure(
                f"{base}: cannot resume, this is another sweep than the one begun there ({path}); "
                "choose another folder with -o, or --overwrite",
                USAGE,
            )
    elif base.exists() and any(base.iterdir()):
        raise Failure(f"{base}: not a sweep folder (it is not empty, and has no {PLAN})", USAGE)
    Local(base).prepare()
    Local(base).write_text(PLAN, plan)


def play(
    cells: Sequence[Cell], *, workers: int | None, overwrite: bool, again: str, say: Callable[[str], None]
) -> int:
    """Play what is missing; returns the exit status. ``again`` is the command that resumes the sweep.

    Raises :class:`Failure` when a cell is interrupted or cannot be played; what was committed stays.
    """
    from mjsim.run.run import run

    status = 0
    for number, cell in enumerate(cells, 1):
        if not overwrite and _is_complete(cell):
            continue
        say(f"cell {number} of {len(cells)}: {cell.folder.name}")
        try:
            result = run(
                cell.scenario,
                cell.folder,
                workers=workers,
                resume=not overwrite,
                overwrite=overwrite,
                more=number < len(cells),
            )
        except Failure as fault:
            raise Failure(f"{fault.message}\nthe whole sweep: {again}", fault.status) from None
        status = max(status, result.status)
    return status


def _is_complete(cell: Cell) -> bool:
    """Whether the cell's folder holds all its games; raises :class:`Failure` when it holds others."""
    if not (cell.folder / MANIFEST).exists():
        return False
    known = Manifest.read(cell.folder)
    known.refuse_other(cell.scenario, cell.folder)
    return known.complete
