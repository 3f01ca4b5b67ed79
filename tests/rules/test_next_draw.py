"""What a hand is worth after the next draw, against a count by hand; what a hand is worth is made up."""

import pytest

from mjsim.players import next_draw
from mjsim.players.care import LATE_CARE
from mjsim.table.nearness import count_unseen
from mjsim.table.state import DISCARD
from tests.rules.table import JIT, Table, view_of

pytestmark = pytest.mark.skipif(JIT, reason="kernels are called as plain Python")

HAND = "1359m2468p1379s12z"


def made_up(tiles):
    """Between 1 and 2, by what lies in the hand."""
    return 1.0 + sum((7 * tile + 3) ** 3 for tile in tiles) % 997 / 997


def tiles_of(me):
    return [tile for tile in range(34) for copies in range(1, 5) if me[0].have[copies] >> tile & 1]


@pytest.fixture
def seen(monkeypatch):
    """The view of a hand with three `looks`."""

    def prospect(rules, tables, view):
        hand = tiles_of(view.me)
        for tile in range(34):  # a tile that is drawn for a look is no longer unseen
            assert hand.count(tile) + view.ask[0].unseen[tile] <= 4
        return made_up(hand)

    monkeypatch.setattr(next_draw, "prospect", prospect)
    table = Table("guobiao", {0: HAND})
    view = view_of(table, [0.0] * next_draw.LOOKS + [3, 0.0])
    count_unseen(view)
    return table, view, int(view.ask[0].allowed[DISCARD])


def without(tiles, tile):
    left = list(tiles)
    left.remove(tile)
    return left


def expected_after(view, hand, tile, loose):
    """The mean over the tiles not seen of the best hand that a discard among ``loose`` or of the draw leaves."""
    kept = without(hand, tile)
    worths = []
    for drawn in range(34):
        best = max(made_up(without([*kept, drawn], other)) for other in {drawn, *loose & set(kept)})
        worths += [best] * int(view.ask[0].unseen[drawn])
    return sum(worths) / len(worths)


def test_the_best_three_are_judged_by_every_draw_and_the_others_raised_alike(seen):
    table, view, kinds = seen
    hand = tiles_of(view.me)
    most = next_draw.weigh_discards(table.rules, table.tables, view, kinds)
    now = {tile: made_up(without(hand, tile)) for tile in set(hand)}
    assert most == max(now.values())
    most_soon = next_draw.look_further(table.rules, table.tables, view, kinds, LATE_CARE, most)
    assert tiles_of(view.me) == hand
    worths = next_draw.worths_of(view)
    best = sorted(now, key=now.get, reverse=True)[:3]
    loose = {tile for tile in now if now[tile] >= next_draw.LOOSE * most}
    for tile in best:
        assert worths.now[tile] == now[tile]
        assert worths.soon[tile] == pytest.approx(expected_after(view, hand, tile, loose))
        assert worths.soon[tile] > now[tile]
    assert most_soon == max(worths.soon[tile] for tile in now)
    raised = sum(worths.soon[tile] for tile in best) / sum(now[tile] for tile in best)
    for tile in set(now) - set(best):
        assert worths.soon[tile] == pytest.approx(raised * now[tile])


def test_discards_far_below_the_best_are_not_looked_at(seen, monkeypatch):
    table, view, kinds = seen
    monkeypatch.setattr(next_draw, "CLOSE", 1.0)
    most = next_draw.weigh_discards(table.rules, table.tables, view, kinds)
    looked = []
    found = next_draw.mean_after_draw
    monkeypatch.setattr(next_draw, "mean_after_draw", lambda *args: looked.append(args[3]) or found(*args))
    next_draw.look_further(table.rules, table.tables, view, kinds, LATE_CARE, most)
    assert len(looked) == 1
    assert next_draw.worths_of(view).now[looked[0]] == most
