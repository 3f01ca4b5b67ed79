"""Runs side by side: their figures, and the differences paired by wall.

Runs with the same seed share their wall numbers, and, where the tile sets are the same, the walls. What two
groups of games have in common by wall is in the products of :class:`~mjsim.stats.moments.Moments`, so that every
difference is paired as far as the data allow; independent runs get the interval of independent ones.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mjsim.stats.accumulate import COLUMNS, Sums
from mjsim.stats.by_wall import ByWall
from mjsim.stats.moments import Moments
from mjsim.stats.read import Batch, Run, batches
from mjsim.stats.summary import GAME_MEASURES, SEAT_MEASURES

#: The measures of a table, of :data:`mjsim.stats.summary.GAME_MEASURES`.
GAME_TABLE = ("draw_rate", "self_draw_share", "mean_total", "mean_winning_score", "mean_draws")
#: ... and of a strategy's, of :data:`mjsim.stats.summary.SEAT_MEASURES`.
SEAT_TABLE = ("win_rate", "deal_in_rate", "mean_score")


@dataclass(frozen=True)
class Compared:
    """The sums of all labels: key ``(label, group, sum)``; a strategy's group is ``("strategy", name)``."""

    moments: Moments
    strategies: dict[Hashable, list[str]]  # label -> strategies of its runs

    def game(self, label: Hashable, measure: str, reference: Hashable = None) -> dict[str, Any]:
        """A measure of all games, with the difference to ``reference`` unless that is None."""
        (group, top), (below_group, below), share = GAME_MEASURES[measure]
        return self._figure((group, top), (below_group, below), share, label, reference)

    def seat(
        self, label: Hashable, strategy: str, measure: str, reference: Hashable = None
    ) -> dict[str, Any]:
        """A measure of a strategy's seats; no difference where the reference lacks the strategy."""
        top, below, share = SEAT_MEASURES[measure]
        group = ("strategy", strategy)
        if reference is not None and strategy not in self.strategies[reference]:
            reference = None
        return self._figure((group, top), (group, below), share, label, reference)

    def _figure(self, top: Any, below: Any, share: bool, label: Hashable, reference: Hashable) -> dict:
        ratio = (label, *top), (label, *below)
        figure = self.moments.ratio(*ratio, share=share).as_dict()
        if reference is None or reference == label:
            return figure
        difference, p = self.moments.difference(ratio, ((reference, *top), (reference, *below)))
        return figure | {"difference": difference.as_dict() | {"p": p}}


def compare_runs(runs: Mapping[Hashable, Sequence[Run]]) -> Compared:
    """The sums of labelled runs; several runs with one label are pooled. Raises ``CorruptData``."""
    label_of = {run.path: label for label, own in runs.items() for run in own}
    moments = Moments()
    strategies: dict[Hashable, list[str]] = {label: [] for label in runs}
    # The variant is left out of the space: wall numbers of one seed count for all runs.
    by_seed: dict[int, list[Run]] = {}
    for run in (run for own in runs.values() for run in own):
        by_seed.setdefault(run.seed, []).append(replace(run, variant=""))
    for seed in sorted(by_seed):
        open_sums = _Labelled(label_of, moments)
        for batch in batches(by_seed[seed], [name for name in COLUMNS if name != "items"]):
            open_sums.add(batch)
            known = strategies[label_of[batch.run.path]]
            known += [name for name in open_sums.names if name not in known]
    return Compared(moments, {label: sorted(names) for label, names in strategies.items()})


_NEEDED = {
    *(("game", *key) for name in GAME_TABLE for key in GAME_MEASURES[name][:2]),
    *(("strategy", "", name) for measure in SEAT_TABLE for name in SEAT_MEASURES[measure][:2]),
}


def _is_needed(axis: str, group: Hashable, name: str) -> bool:
    """Whether a sum is in some table: products of all with all are kept, so that few are kept."""
    return (axis, group if axis == "game" else "", name) in _NEEDED


class _Labelled:
    """Sums by wall of several labels at once."""

    def __init__(self, label_of: Mapping[Any, Hashable], moments: Moments) -> None:
        self.names: list[str] = []  # strategies of the last batch
        self._label_of = label_of
        self._by_wall = ByWall(moments)

    def add(self, batch: Batch) -> None:
        label = self._label_of[batch.run.path]
        # The sums of a batch by wall are those that `mjsim stats` makes; here they are kept by label.
        sums = Sums(("game", "strategy"), items=False)
        sums.add(replace(batch, finished_below=0))
        walls, values, all_keys = sums.open_walls()
        needed = [i for i, key in enumerate(all_keys) if _is_needed(*key)]
        keys = [all_keys[i] for i in needed]
        self.names = [str(group) for axis, group, name in keys if axis == "strategy" and name == "games"]
        named = [
            (label, group if axis == "game" else ("strategy", group), name) for axis, group, name in keys
        ]
        self._by_wall.add(named, walls, values[:, needed])
        self._by_wall.close(batch.finished_below)
