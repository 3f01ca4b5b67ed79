"""What a Python strategy sees is right, and it can do no harm to it."""

import numpy as np

from mjsim.players.own.view import Action
from mjsim.table.ask import N_ACTIONS
from mjsim.tiles import CHI, PONG

SPY = """
VIEWS = []

class Mine(Strategy):
    def decide(self, view):
        VIEWS.append(view)
        return view.legal[view.random.randrange(len(view.legal))]
"""


def views(write, player, games=6):
    """The views of a strategy that plays at random."""
    mine = player(write(SPY))
    mine.play(0, games)
    from mjsim.players.own.asking import file_of

    module = file_of(mine.scenario.strategies[0]).what.decide.__globals__
    return module["VIEWS"]


def test_hands_melds_rivers_and_actions_agree_with_each_other(write, player):
    seen = views(write, player)
    kinds = set()
    for view in seen:
        kinds |= {meld.kind for meld in view.melds[view.seat]}
        tiles = len(view.hand) + 3 * len(view.melds[view.seat])
        assert tiles == (14 if view.phase == "turn" else 13)
        assert sum(view.counts) == len(view.hand)
        assert all(view.counts[a.tile] for a in view.legal if a.kind == "discard")
        for action in view.legal:
            assert view.find(action.kind, action.tile) == action
            assert int(view.ask["allowed"][action.code >> 6]) >> (action.code & 63) & 1
        assert len(view.legal) == sum(int(m).bit_count() for m in view.ask["allowed"])
        if view.phase == "claim":
            assert view.rivers[view.from_seat][-1] == view.tile
            assert "pass" in [a.kind for a in view.legal]
        else:
            assert view.phase == "rob" or view.tile is None or view.tile == view.drawn
        shown = sum(map(len, view.rivers)) + sum(len(m.tiles) for s in range(4) for m in view.melds[s])
        assert sum(view.unseen) <= 136 - len(view.hand)
        assert sum(map(len, view.rivers)) <= shown
        assert all(0 <= n <= 4 for n in view.unseen)
        assert 0 <= view.wall_left <= 91
        assert view.seat_wind == "ESWN"[(view.seat - view.dealer) % 4]
        assert view.round_wind == "E"
    assert {CHI, PONG} <= kinds


def test_a_tile_is_a_number_that_prints_as_its_name(write, player):
    view = views(write, player, 1)[0]
    tile = view.hand[0]
    assert tile == int(tile)
    assert str(tile) == f"{tile}" == f"{tile.rank}{tile.suit}"
    assert str(Action("discard", tile)) == f"discard {tile}"
    assert repr(view).startswith("<View seat ")


def test_nothing_of_other_hands_is_left_in_the_question(write, player):
    mine = player(write(SPY), "efficiency", "efficiency", "efficiency")  # these count what they have not seen
    mine.play(0, 4)
    from mjsim.players.own.asking import file_of

    spied = file_of(mine.scenario.strategies[0]).what.decide.__globals__["VIEWS"]
    assert spied
    assert all(not view.ask["unseen"].any() for view in spied)
    names = set(spied[0].public.dtype.names) | set(spied[0].me.dtype.names) | set(spied[0].ask.dtype.names)
    assert not names & {"wall", "seed", "game_id", "wall_id", "rng"}
    assert spied[0].ask["allowed"].shape == (N_ACTIONS,)


HOSTILE = """
import contextlib
import numpy as np

class Mine(Strategy):
    def decide(self, view):
        answer = view.legal[view.random.randrange(len(view.legal))]
        for record in (view.public, view.me, view.ask):
            for name in record.dtype.names:
                with contextlib.suppress(ValueError, TypeError):
                    record[name] = 1
                with contextlib.suppress(ValueError, TypeError):
                    record[name][...] = 1
                with contextlib.suppress(ValueError, TypeError, AttributeError):
                    record.base.setflags(write=True)
                    record[name][...] = 1
        for name in ("legal", "hand", "counts", "public", "me", "ask", "records"):
            with contextlib.suppress(AttributeError):
                setattr(view, name, b"")
        view.__dict__.clear()
        return answer
"""


def test_a_strategy_that_writes_to_its_view_changes_nothing(write, player):
    good = player(write(SPY), "efficiency").play(0, 6)
    bad = player(write(HOSTILE, "bad.py"), "efficiency").play(0, 6)
    assert all(np.array_equal(good[name], bad[name]) for name in good.dtype.names)


HOSTILE_NATIVE = """
from mjsim.table.ask import count_legal, nth_legal
from mjsim.table.rng import below

@native
def mine(rules, tables, view):
    action = nth_legal(view.ask, below(view.rng, 0, count_legal(view.ask)))
    view.public[0].wall_left = 0
    view.public[0].score[1] = 1000
    view.me[0].hand[:] = 4
    view.me[0].have[:] = -1
    view.me[0].n_melds = 4
    view.ask[0].allowed[:] = -1
    view.params[0] = 99
    return action
"""


def test_a_native_strategy_that_writes_to_its_view_changes_nothing(write, player):
    good = player("random", "efficiency").play(0, 20)
    bad = player(write(HOSTILE_NATIVE), "efficiency").play(0, 20)
    assert all(np.array_equal(good[name], bad[name]) for name in good.dtype.names)
