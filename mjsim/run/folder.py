"""A run folder: made, locked by one writer, recovered after an interruption, read by everybody else."""

import os
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from mjsim.run import manifest, parts
from mjsim.run.errors import USAGE, Failure
from mjsim.run.logs import LOGGER
from mjsim.run.manifest import Manifest
from mjsim.run.place import LOCK, LOG, Local, Place
from mjsim.run.plan import Plan, numbering
from mjsim.run.scenario import Scenario
from mjsim.run.work import Written

SCENARIO = "scenario.toml"
_OURS = {LOCK, SCENARIO, LOG, manifest.NAME, "games", "matches"}


def results_folder(name: str) -> Path:
    """Where a run of that name goes by default: below ``MJSIM_RESULTS``, else below ``results``."""
    return Path(os.environ.get("MJSIM_RESULTS") or "results") / name


def game_parts(folder: Path) -> list[Path]:
    """The part files of the games in order; an empty list when there are none."""
    return [folder / name for name in Local(folder).parts("games")]


def match_parts(folder: Path) -> list[Path]:
    """The part files of the matches in order; empty when matches are single games."""
    return [folder / name for name in Local(folder).parts("matches")]


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


def check_new(place: Place, resume: bool, overwrite: bool) -> None:
    """Raise :class:`Failure` when a run may not begin in ``place``, which need not exist."""
    inside = place.inside()
    if manifest.NAME in inside:
        if not resume and not overwrite:
            raise Failure(
                f"{place}: holds a run already; --resume finishes it, --overwrite plays it anew", USAGE
            )
    elif strange := sorted(name for name in inside if LOCK not in inside or not _is_ours(name)):
        # Without our lock even a scenario.toml may be the user's own.
        raise Failure(f"{place}: not a run folder (it holds {strange[0]}, but no {manifest.NAME})", USAGE)


def _is_ours(name: str) -> bool:
    return name in _OURS or name.endswith(parts.TEMPORARY)


def clear(place: Place) -> None:
    """Remove the run in ``place``, the manifest first: what is left behind by a kill is no run."""
    for name in (manifest.NAME, *sorted(_OURS - {LOCK, manifest.NAME})):
        place.remove(name)


def remove_temporaries(folder: Path) -> None:
    """Remove what killed processes left half-written."""
    for where in (folder, folder / "games", folder / "matches"):
        for path in where.glob(f".*{parts.TEMPORARY}"):
            path.unlink(missing_ok=True)


def kinds(scenario: Scenario) -> list[str]:
    """The kinds of parts that a run of ``scenario`` has. The last one commits a block."""
    return ["games"] if numbering(scenario).deals == 1 else ["matches", "games"]


def remade(place: Place, scenario: Scenario, plan: Plan, of_any: bool = False) -> Manifest:
    """The manifest of a run that has lost its own, as far as the parts tell of it; it lists no blocks.

    Raises :class:`Failure` when they are those of another scenario or version of mjsim, unless ``of_any``.
    """
    known = Manifest.new(scenario, plan)
    for name in place.parts("games"):
        with place.open(name) as file:
            about = parts.about(file)
        if about is None:
            continue
        for key, value in (("scenario", scenario.hash), ("version", known.mjsim), ("schema", known.schema)):
            if about.get(key) != value and not of_any:
                raise Failure(
                    f"{place}: cannot resume without {manifest.NAME}: {name} is of another run"
                    f" ({key} {about.get(key)}, not {value})",
                    USAGE,
                )
        index, first, n = (about.get(key) for key in ("block", "first_match", "n_matches"))
        if index and isinstance(first, int) and first % index == 0 and first > 0:
            known.block_matches = first // index
            break
        if index == 0 and isinstance(n, int) and n > 0:
            known.block_matches = n
    return known


class Store:
    """The committed blocks of a run whose place this process has locked.

    A part that the manifest lists is never changed while it is listed: readers need no lock.
    """

    def __init__(self, place: Place, scenario: Scenario, plan: Plan, known: Manifest) -> None:
        self.place = place
        self.manifest = known
        self._scenario = scenario
        self._plan = plan
        self.kinds = kinds(scenario)
        self._listed = set(known.blocks)  # in the manifest as written
        place.prepare(*self.kinds)

    def recover(self, remade: bool = False) -> None:
        """Find out from the files which blocks are committed, and put these into the manifest.

        A part is believed when it belongs to this scenario and plan, and either has the checksum that the
        manifest knows, or, when the manifest does not know it yet, can be read from end to end. All others
        are removed; their blocks are played again. ``remade``: the manifest was lost, and the parts may be
        those of a run with another number of games, so that blocks cut at its end are not believed either.
        """
        remove_temporaries(self.place.work)
        found: dict[int, dict[str, Any]] = {}
        doubtful = []
        for name in self.place.parts("games"):
            index = parts.block_of(name)
            entry = self._whole(index)
            if entry is None or (remade and entry["keep"]):
                LOGGER.warning("%s/%s is damaged or incomplete; its block is played again", self.place, name)
                doubtful.append(index)
            else:
                found[index] = entry
        for name in self.place.parts("matches"):
            if (index := parts.block_of(name)) not in found and index not in doubtful:
                doubtful.append(index)
        self.manifest.blocks = found
        self.remove(doubtful)

    def _whole(self, index: int) -> dict[str, Any] | None:
        """The manifest's entry of a block whose files are to be believed, else None."""
        with ExitStack() as stack:
            files: dict[str, IO[bytes]] = {}
            for kind in self.kinds:
                try:
                    files[kind] = stack.enter_context(self.place.open(f"{kind}/{parts.part_name(index)}"))
                except FileNotFoundError:
                    return None
            abouts = [parts.about(file) for file in files.values()]
            about = abouts[-1]
            if about is None or any(other != about for other in abouts) or not self._belongs(about, index):
                return None
            hashes = {kind: parts.sha256(file) for kind, file in files.items()}
            known = self.manifest.blocks.get(index)
            if known is not None and known.get("keep") == about["keep"]:
                if known.get("sha256") != hashes:
                    return None
                if known == manifest.block_entry(about, known.get("matches"), hashes):
                    return known
            if not all(parts.is_whole(file) for file in files.values()):
                return None
            matches = parts.read(files["games"], ["match_id"])["match_id"].unique()
            return manifest.block_entry(about, len(matches), hashes)

    def _belongs(self, about: dict[str, Any], index: int) -> bool:
        block = self._plan.block(index)
        expected = {
            "scenario": self._scenario.hash,
            "version": self.manifest.mjsim,
            "schema": self.manifest.schema,
            "block": index,
            "first_match": block.first_match,
            "n_matches": block.n_matches,
        }
        # A block with matches left out is no reason to believe that they kill workers for ever.
        return (
            block.n_matches > 0
            and self._plan.has(index)
            and all(about.get(key) == value for key, value in expected.items())
            and {"keep", "games"} <= about.keys()
            and about.get("skip") == []
        )

    def commit(self, written: Written) -> None:
        """Give the files of a block their names. Only that of the games' part makes the block exist."""
        index = written.block.index
        self._unlist([index])
        for beside, name in written.files:
            self.place.keep(beside, name)
        self.manifest.blocks[index] = written.entry

    def save(self, complete: bool = False) -> None:
        """Bring the renames and the manifest to the disk."""
        self.place.sync()
        self.manifest.complete = complete
        self.manifest.write(self.place)
        self._listed = set(self.manifest.blocks)

    def remove(self, indices: list[int]) -> None:
        """Remove blocks that are damaged, or were played but are not wanted."""
        self._unlist(indices)
        for index in indices:
            for kind in reversed(self.kinds):
                self.place.remove(f"{kind}/{parts.part_name(index)}")

    def end_with(self, blocks: int) -> None:
        """Make what there is a complete run of so many blocks: its scenario has their matches, no more."""
        matches = blocks * self._plan.block_matches
        if self.manifest.scenario["matches"] > matches:
            self._scenario = replace(self._scenario, matches=matches)
            self.place.write_text(SCENARIO, self._scenario.as_toml())
            self.manifest.scenario["matches"] = matches

    def _unlist(self, indices: list[int]) -> None:
        for index in indices:
            self.manifest.blocks.pop(index, None)
        if self._listed & set(indices):
            self.save()
