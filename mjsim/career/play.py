"""Careers resampled from the scores of single games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mjsim.career.draw import Drawer

CHUNK = 50_000  # careers played side by side: what a processor keeps near
DRAWN = 200_000  # scores drawn at once, for as many games as that is


@dataclass(frozen=True)
class Careers:
    """What has become of ``starts`` careers of ``games`` games each."""

    starts: int
    games: int
    reached: np.ndarray  # int64[titles, games + 1]: careers that have had this title within so many games
    held: np.ndarray  # int64[titles]: careers that hold this title, and none above, at the end


def play_careers(
    scores: Mapping[int, int], titles: Sequence[int], starts: int, games: int, seed: int
) -> Careers:
    """Plays ``starts`` careers.

    A career begins with 0 points. The score of each game is drawn, independently, from ``scores`` (score ->
    how often), and the points never fall below 0. A title is reached in the first game after which the points
    are at least its points; ``titles`` are these, ascending from 0. The same arguments give the same careers.
    """
    largest = games * max(map(abs, scores))
    dtype = np.int32 if max(largest, titles[-1]) < np.iinfo(np.int32).max else np.int64
    drawer = Drawer(scores, dtype)
    goals = np.array([*titles, np.iinfo(dtype).max], dtype)
    change = np.zeros((games + 1, len(titles)), np.int64)
    held = np.zeros(len(titles), np.int64)
    sizes = [min(CHUNK, starts - first) for first in range(0, starts, CHUNK)]
    for size, source in zip(sizes, np.random.SeedSequence(seed).spawn(len(sizes))):
        change[0, 0] += size
        held += _play_chunk(drawer, goals, size, np.random.Generator(np.random.PCG64(source)), change)
    # Careers by their highest title, after each game; whoever has had a title has had those below it.
    highest = np.cumsum(change, axis=0)
    reached = np.cumsum(highest[:, ::-1], axis=1)[:, ::-1].T
    return Careers(starts, games, np.ascontiguousarray(reached), held)


def _play_chunk(
    drawer: Drawer, goals: np.ndarray, size: int, random: np.random.Generator, change: np.ndarray
) -> np.ndarray:
    """Adds to ``change`` int64[games + 1, titles] how many more careers have this as their highest title so far.

    Returns int64[titles]: careers by the title held at the end.
    """
    titles = len(goals) - 1
    points = np.zeros(size, goals.dtype)
    scores = np.empty((max(1, DRAWN // size), size), goals.dtype)
    highest = np.zeros(size, np.int64)
    goal = np.full(size, goals[1])
    passed = np.empty(size, bool)
    for first in range(1, len(change), len(scores)):
        drawer.draw(random, scores.reshape(-1))
        for score, row in zip(scores, change[first:]):
            points += score
            np.maximum(points, 0, out=points)
            np.greater_equal(points, goal, out=passed)
            if passed.any():
                who = np.flatnonzero(passed)
                now = np.searchsorted(goals, points[who], side="right") - 1
                row += np.bincount(now, minlength=titles)
                row -= np.bincount(highest[who], minlength=titles)
                highest[who] = now
                goal[who] = goals[now + 1]
    last = np.searchsorted(goals, points, side="right") - 1
    return np.bincount(last, minlength=titles)
