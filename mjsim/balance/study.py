"""A balance study: sections, each with figures and a line in plain words."""

from dataclasses import dataclass
from math import isnan, sqrt
from typing import Any

from mjsim.balance import ruin as risk
from mjsim.balance.equality import equal
from mjsim.balance.sums import SEATS, Sums, add_up
from mjsim.stats.interval import Estimate
from mjsim.stats.read import Run
from mjsim.stats.tables import figure

PLACES = ("dealer", "second", "third", "last")
HORIZON = 1000
ALMOST_SURE = 1.645  # a normal variable is below it with 95 %


@dataclass(frozen=True)
class Section:
    """``figures``: name -> estimate (a dict with value, low, high), number or None; ``shares``: those in percent."""

    name: str
    sentence: str
    figures: dict[str, Any]
    shares: frozenset[str] = frozenset()


def study(run: Run, bankroll: int | None = None, horizon: int = HORIZON) -> list[Section]:
    """All sections of a run that has games; raises ``CorruptData``.

    ``bankroll`` is in points, 30 standard deviations of a game unless given; ``horizon`` is a number of games.
    """
    sums = add_up(run)
    return [
        _dealer(sums),
        _positions(sums),
        _seats(sums),
        _drawn(sums),
        _acting(sums),
        _dealing_in(sums),
        _luck(sums),
        *_spread(sums, bankroll, horizon),
        _length(sums),
        _ready(sums),
    ]


def words(estimate: Estimate | dict[str, Any], *, share: bool = False) -> str:
    """``24.3 ±0.1``, shares with a percent sign."""
    told = estimate.as_dict() if isinstance(estimate, Estimate) else estimate
    return figure(told, share=share).plain + (" %" if share else "")


def verdict(p: float | None) -> str:
    """What a p-value says."""
    if p is None:
        return "too few games to tell"
    if p < 0.001:
        return "certainly not chance, p < 0.001"
    if p < 0.05:
        return f"hardly chance, p = {p:.3f}"
    return f"may well be chance, p = {p:.2f}"


def _dealer(sums: Sums) -> Section:
    score, p = sums.difference((("position", 0, "score"), "games"), (("others", "score"), "others"))
    wins, p_wins = sums.difference((("position", 0, "won"), "games"), (("others", "won"), "others"))
    rate = sums.ratio(("position", 0, "won"), "games", share=True)
    others = sums.ratio(("others", "won"), "others", share=True)
    sentence = (
        f"The dealer scores {_signed(score)} points a game beside the mean of the others ({verdict(p)}) and wins"
        f" {words(rate, share=True)} of the games, another seat {words(others, share=True)} ({verdict(p_wins)})."
    )
    figures = {
        "score of the dealer": sums.ratio(("position", 0, "score"), "games"),
        "score of another seat": sums.ratio(("others", "score"), "others"),
        "difference of scores": score,
        "p of the difference of scores": p,
        "win rate of the dealer": rate,
        "win rate of another seat": others,
        "difference of win rates": wins,
        "p of the difference of win rates": p_wins,
    }
    return _section("dealer", sentence, figures, "win rate of the dealer", "win rate of another seat",
                    "difference of win rates")  # fmt: skip


def _by_place(sums: Sums, kind: str, names: tuple[str, ...]) -> tuple[dict[str, Any], list[str]]:
    figures: dict[str, Any] = {}
    shares = []
    for i, name in enumerate(names):
        figures[f"score, {name}"] = sums.ratio((kind, i, "score"), "games")
        figures[f"win rate, {name}"] = sums.ratio((kind, i, "won"), "games", share=True)
        figures[f"deal-in rate, {name}"] = sums.ratio((kind, i, "dealt_in"), "games", share=True)
        shares += [f"win rate, {name}", f"deal-in rate, {name}"]
    for measure in ("score", "won"):
        p = equal(sums.moments, [((kind, i, measure), "games") for i in range(4)])
        figures[f"p that all {'scores' if measure == 'score' else 'win rates'} are equal"] = p
    return figures, shares


def _positions(sums: Sums) -> Section:
    figures, shares = _by_place(sums, "position", PLACES)
    best = max(PLACES, key=lambda name: figures[f"score, {name}"].value)
    worst = min(PLACES, key=lambda name: figures[f"score, {name}"].value)
    sentence = (
        f"By the order from the dealer on, scores {_differ(figures['p that all scores are equal'])} and win rates"
        f" {_differ(figures['p that all win rates are equal'])}; best is the {best}"
        f" ({_signed(figures[f'score, {best}'])} a game), worst the {worst}"
        f" ({_signed(figures[f'score, {worst}'])})."
    )
    return _section("position", sentence, figures, *shares)


def _seats(sums: Sums) -> Section:
    names = tuple(f"seat {seat}" for seat in SEATS)
    figures, shares = _by_place(sums, "seat", names)
    best = max(names, key=lambda name: figures[f"score, {name}"].value)
    sentence = (
        f"By seat, scores {_differ(figures['p that all scores are equal'])}, win rates"
        f" {_differ(figures['p that all win rates are equal'])}; best is {best}"
        f" ({_signed(figures[f'score, {best}'])} a game). Who sits there, and how often as dealer, is part of that."
    )
    return _section("seat", sentence, figures, *shares)


def _differ(p: float | None) -> str:
    if p is None:
        return "cannot be compared"
    return f"{'differ' if p < 0.05 else 'do not differ noticeably'} ({'p < 0.001' if p < 0.001 else f'p = {p:.2g}'})"


def _drawn(sums: Sums) -> Section:
    rate = sums.ratio("drawn", "games", share=True)
    sentence = f"{words(rate, share=True)} of the games are drawn{_one_in(rate)}."
    return _section("draws", sentence, {"drawn games": rate}, "drawn games")


def _one_in(rate: Estimate) -> str:
    return f", one in {1 / rate.value:,.1f}" if rate.value else ""


def _acting(sums: Sums) -> Section:
    figures = {
        f"share of the wins, {name}": sums.ratio(("position", i, "won"), "wins", share=True)
        for i, name in enumerate(PLACES)
    }
    first, last = (figures[f"share of the wins, {name}"] for name in ("dealer", "last"))
    if first.value is None:
        return Section("acting", "Nobody won a game.", figures)
    sentence = (
        f"Who acts first, the dealer, has {words(first, share=True)} of the wins, who acts last"
        f" {words(last, share=True)}; even would be 25 %."
    )
    return _section("acting", sentence, figures, *figures)


def _dealing_in(sums: Sums) -> Section:
    rate = sums.ratio("dealt_in", "seats", share=True)
    cost = sums.ratio("deal_in_score", "dealt_in")
    part = sums.ratio("deal_in_lost", "lost", share=True)
    if not rate.value:
        sentence = "Nobody pays alone for a discard."
    else:
        sentence = (
            f"A player deals in in {words(rate, share=True)} of his games and scores {_signed(cost)} then;"
            f" that is {words(part, share=True)} of all that is lost."
        )
    figures = {"deal-in rate": rate, "score when dealing in": cost, "share of all losses": part}
    return _section("deal-in", sentence, figures, "deal-in rate", "share of all losses")


def _luck(sums: Sums) -> Section:
    shares = sums.duplicate.shares()
    told = {
        "skill: strategy": shares.skill,
        "luck of the deal: wall and seat": shares.deal,
        "the rest: play of all four": shares.rest,
    }
    figures: dict[str, Any] = {name: _with_width(value) for name, value in told.items()}
    names = sums.duplicate.names
    gap = _gap(sums)
    if shares.deal is None:
        sentence = (
            "No wall was played twice (rotate = cyclic), so luck of the deal and the rest are not told apart"
        )
        sentence += f"; skill is {_percent(shares.skill)} of the spread." if shares.skill else "."
    elif shares.skill is None:
        sentence = (
            f"One strategy only, so nothing is skill: {_percent(shares.deal)} of the spread of a seat's score is"
            f" luck of the deal, {_percent(shares.rest)} the rest."
        )
    else:
        sentence = (
            f"Of the spread of a seat's score in a game {_percent(shares.skill)} is skill, {_percent(shares.deal)}"
            f" luck of the deal, {_percent(shares.rest)} the rest."
        )
    if gap is not None:
        best, second, games = gap
        figures["games until the best is ahead"] = games
        sentence += (
            f" {best} is ahead of {second} after {games:,} games in 19 cases of 20."
            if games is not None
            else f" {best} and {second}, the best two, score the same."
        )
    if len(names) == 1:
        figures.pop("skill: strategy")
    return _section("luck and skill", sentence, figures, *told)


def _gap(sums: Sums) -> tuple[str, str, int | None] | None:
    """The best two strategies, and the games after which the better one is ahead with 95 %."""
    duplicate = sums.duplicate
    seats, scores = duplicate.seats.sum(axis=0), duplicate.scores.sum(axis=0)
    if len(duplicate.names) < 2:
        return None
    means = sorted(((s / n, name) for s, n, name in zip(scores, seats, duplicate.names)), reverse=True)
    (first, best), (then, second) = means[:2]
    # Independent seats; at one table they share the game and are told apart sooner.
    deviation = sqrt(2 * duplicate.squares.sum() / seats.sum())
    if first - then <= 0:
        return best, second, None
    return best, second, max(1, round((ALMOST_SURE * deviation / (first - then)) ** 2))


def _with_width(value: tuple[float, float] | None) -> dict[str, Any] | None:
    if value is None:
        return None
    share, half = value
    wide = not isnan(half)
    low, high = (max(0.0, share - half), min(1.0, share + half)) if wide else (None, None)
    return {"value": share, "low": low, "high": high}


def _percent(value: tuple[float, float] | None) -> str:
    told = _with_width(value)
    return "?" if told is None else words(told, share=True)


def _spread(sums: Sums, bankroll: int | None, horizon: int) -> list[Section]:
    found = risk.spread(sums.scores)
    low, high = found.quantiles["5 %"], found.quantiles["95 %"]
    worst = risk.typical_largest_loss(sums.scores, horizon)
    sentence = (
        f"A seat's score in a game has a standard deviation of {found.deviation:,.1f}; nine games in ten end"
        f" between {low:+,} and {high:+,}. The largest loss was {found.largest_loss:,}; in {horizon:,} games it is"
        f" typically {worst:,}."
    )
    figures: dict[str, Any] = {"standard deviation": found.deviation}
    figures |= {f"score not exceeded in {share}": value for share, value in found.quantiles.items()}
    figures |= {"largest loss": found.largest_loss, "largest win": found.largest_win}
    figures[f"typical largest loss in {horizon:,} games"] = worst
    if bankroll is None:
        bankroll = max(1, round(30 * found.deviation))
    value, at_least, at_most = risk.ruin(sums.scores, bankroll, horizon)
    name = f"ruin with {bankroll:,} within {horizon:,} games"
    chance = {"value": value, "low": at_least, "high": at_most}
    line = (
        f"Who sits down with {bankroll:,} points loses them all within {horizon:,} games with a probability of"
        f" {words(chance, share=True)} (an average player, games independent, {risk.PATHS:,} simulated careers)."
    )
    return [Section("spread", sentence, figures), _section("ruin", line, {name: chance}, name)]


def _length(sums: Sums) -> Section:
    draws, discards = (sums.ratio(name, "games") for name in ("draws", "discards"))
    shortest, median, longest = (risk.quantile(sums.lengths, share) for share in (0.05, 0.5, 0.95))
    sentence = (
        f"A game lasts {words(discards)} discards, {words(draws)} draws; half of the games end within {median}"
        f" discards, one in twenty within {shortest}, one in twenty takes {longest} or more."
    )
    figures = {"draws in a game": draws, "discards in a game": discards, "median of the discards": median}
    return Section("length", sentence, figures)


def _ready(sums: Sums) -> Section:
    rate = sums.ratio("first_ready_won", "first_ready", share=True)
    if rate.value is None:
        return Section("first ready", "No game was won with one seat ready before the others.", {})
    sentence = f"Who is ready first wins {words(rate, share=True)} of the games won; chance would give 25 %."
    return _section("first ready", sentence, {"first ready wins": rate}, "first ready wins")


def _signed(estimate: Estimate) -> str:
    text = words(estimate)
    return text if text.startswith(("-", "–")) else f"+{text}"


def _section(name: str, sentence: str, figures: dict[str, Any], *shares: str) -> Section:
    return Section(name, sentence, figures, frozenset(shares))
