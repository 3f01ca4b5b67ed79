"""A run folder: made, locked by one writer, recovered after an interruption, read by everybody else."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from mjsim.run import manifest, parts
from mjsim.run.errors import BUSY, USAGE, Failure
from mjsim.run.logs import LOGGER
from mjsim.run.manifest import Manifest
from mjsim.run.plan import Plan, numbering
from mjsim.run.scenario import Scenario
from mjsim.run.work import Written

LOCK = ".lock"
SCENARIO = "scenario.toml"
LOG = "log.txt"
_OURS = {LOCK, SCENARIO, LOG, manifest.NAME, "games", "matches"}


def results_folder(name: str) -> Path:
    """Where a run of that name goes by default: below ``MJSIM_RESULTS``, else below ``results``."""
    return Path(os.environ.get("MJSIM_RESULTS") or "results") / name


def game_parts(folder: Path) -> list[Path]:
    """The part files of the games in order; an empty list when there are none."""
    return _parts(folder / "games")


def match_parts(folder: Path) -> list[Path]:
    """The part files of the matches in order; empty when matches are single games."""
    return _parts(folder / "matches")


def _parts(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("part-*.parquet") if parts.index_of(path) is not None)


def stored_scenario(folder: Path) -> Scenario:
    """The scenario of a run, as it was played.

    Raises :class:`Failure` with the difference when it cannot be had any more: a strategy's file or the
    version of mjsim has changed.
    """
    from mjsim.run.load import load

    known = Manifest.read(folder)
    # A duel that is just being shortened (:meth:`Store.end_with`) may have the old number in one file.
    scenario = load(str(folder / SCENARIO), matches=known.scenario.get("matches") if known.duel else None)
    known.refuse_other(scenario, folder)
    return scenario


@contextmanager
def locked(folder: Path) -> Iterator[int]:
    """Be the only writer of ``folder``; gives the lock's file descriptor. :class:`Failure` when busy."""
    handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Failure(f"{folder}: another mjsim is writing to this folder", BUSY) from None
        yield handle
    finally:
        os.close(handle)


def check_new(folder: Path, resume: bool, overwrite: bool) -> None:
    """Raise :class:`Failure` when a run may not begin in ``folder``, which need not exist."""
    if folder.exists() and not folder.is_dir():
        raise Failure(f"{folder}: not a folder", USAGE)
    inside = {path.name for path in folder.iterdir()} if folder.exists() else set()
    if manifest.NAME in inside:
        if not resume and not overwrite:
            raise Failure(
                f"{folder}: holds a run already; --resume finishes it, --overwrite plays it anew", USAGE
            )
    elif strange := sorted(name for name in inside if LOCK not in inside or not _is_ours(name)):
        # Without our lock even a scenario.toml may be the user's own.
        raise Failure(f"{folder}: not a run folder (it holds {strange[0]}, but no {manifest.NAME})", USAGE)


def _is_ours(name: str) -> bool:
    return name in _OURS or name.endswith(parts.TEMPORARY)


def clear(folder: Path) -> None:
    """Remove the run in ``folder``, the manifest first: what is left behind by a kill is no run."""
    (folder / manifest.NAME).unlink(missing_ok=True)
    for name in sorted(_OURS - {LOCK, manifest.NAME}):
        path = folder / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def remove_temporaries(folder: Path) -> None:
    """Remove what killed processes left half-written."""
    for place in (folder, folder / "games", folder / "matches"):
        for path in place.glob(f".*{parts.TEMPORARY}"):
            path.unlink(missing_ok=True)


class Store:
    """The committed blocks of a run folder that this process has locked."""

    def __init__(self, folder: Path, scenario: Scenario, plan: Plan, known: Manifest) -> None:
        self.folder = folder
        self.manifest = known
        self._scenario = scenario
        self._plan = plan
        self._kinds = ["games"] if numbering(scenario).deals == 1 else ["matches", "games"]
        for kind in self._kinds:
            (folder / kind).mkdir(exist_ok=True)

    def recover(self) -> None:
        """Find out from the files which blocks are committed, and put these into the manifest.

        A part is believed when it belongs to this scenario and plan, and either has the checksum that the
        manifest knows, or, when the manifest does not know it yet, can be read from end to end. All others
        are removed; their blocks are played again.
        """
        remove_temporaries(self.folder)
        found: dict[int, dict[str, Any]] = {}
        for path in game_parts(self.folder):
            index = parts.index_of(path)
            assert index is not None  # game_parts gives nothing else
            entry = self._whole(index)
            if entry is None:
                LOGGER.warning("%s is damaged or incomplete; its block is played again", path)
                self._remove(index)
            else:
                found[index] = entry
        for path in match_parts(self.folder):
            if parts.index_of(path) not in found:
                path.unlink()
        self.manifest.blocks = found

    def _whole(self, index: int) -> dict[str, Any] | None:
        paths = {kind: self.folder / kind / parts.part_name(index) for kind in self._kinds}
        abouts = [parts.about(path) if path.exists() else None for path in paths.values()]
        about, block = abouts[-1], self._plan.block(index)
        if about is None or any(other != about for other in abouts):
            return None
        expected = {
            "scenario": self._scenario.hash,
            "block": index,
            "first_match": block.first_match,
            "n_matches": block.n_matches,
        }
        # A block with matches left out is no reason to believe that they kill workers for ever.
        if block.n_matches <= 0 or any(about.get(k) != v for k, v in expected.items()) or about["skip"]:
            return None
        hashes = {kind: parts.sha256(path) for kind, path in paths.items()}
        known = self.manifest.blocks.get(index)
        if known is not None and known["keep"] == about["keep"]:
            return known if known["sha256"] == hashes else None
        return self._unknown(paths, about, hashes)

    @staticmethod
    def _unknown(
        paths: dict[str, Path], about: dict[str, Any], hashes: dict[str, str]
    ) -> dict[str, Any] | None:
        """The entry of a block whose files the manifest does not know, when they can be read."""
        if not all(parts.is_whole(path) for path in paths.values()):
            return None
        matches = len(set(parts.read(paths["games"], ["match_id"])["match_id"].to_pylist()))
        return manifest.block_entry(about, matches, hashes)

    def commit(self, written: Written) -> None:
        """Give the files of a block their names. Only the rename of the games' part makes the block exist."""
        for beside, path in written.renames:
            os.replace(beside, path)
        self.manifest.blocks[written.block.index] = written.entry

    def save(self, complete: bool = False) -> None:
        """Bring the renames and the manifest to the disk."""
        for kind in self._kinds:
            parts.sync_folder(self.folder / kind)
        self.manifest.complete = complete
        self.manifest.write(self.folder)

    def remove(self, indices: list[int]) -> None:
        """Remove blocks that were played but are not wanted."""
        for index in indices:
            self._remove(index)
            self.manifest.blocks.pop(index, None)

    def end_with(self, blocks: int) -> None:
        """Make what there is a complete run of so many blocks: its scenario has their matches, no more."""
        matches = blocks * self._plan.block_matches
        if self.manifest.scenario["matches"] > matches:
            self._scenario = replace(self._scenario, matches=matches)
            manifest.write_text(self.folder / SCENARIO, self._scenario.as_toml())
            self.manifest.scenario["matches"] = matches

    def _remove(self, index: int) -> None:
        for kind in reversed(self._kinds):
            (self.folder / kind / parts.part_name(index)).unlink(missing_ok=True)
