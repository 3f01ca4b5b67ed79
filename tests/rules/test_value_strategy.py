"""The strategies `value` and `defence`: nothing hidden decides, and what a decision does to the state is undone."""

import numpy as np
import pytest

from mjsim.players import catalog
from mjsim.players.defence import defence
from mjsim.players.threat import BESIDE, DISCARDED, NEAR, ONE_SUIT, OPEN, UNSEEN, level_of, times_typical
from mjsim.players.value import value
from mjsim.rules import variant as variants
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.prospect import prospect, weigh_routes
from mjsim.table.state import ACTION_NAMES, CHI, DISCARD, LAY, PASS, PONG, WIN
from mjsim.tiles import format_tile, parse_tile
from tests.rules.table import JIT, Table, view_of

pytestmark = pytest.mark.skipif(JIT, reason="kernels are called as plain Python")

KERNELS = {"value": value, "defence": defence}
GAIN_BY_NEXT_DRAW = {"guobiao", "guobiao_popular", "lianzhong"}  # docs/value.md


def seen_by(table, name, looks=0):
    """What the seat that is asked sees, with the default parameters of a strategy but for ``looks``."""
    params = [looks if option.name == "looks" else option.default for option in catalog.BUILTIN[name].params]
    return view_of(table, params)


def choice(table, name, looks=0):
    """The action of a strategy for the seat that is asked."""
    return int(KERNELS[name](table.rules, table.tables, seen_by(table, name, looks)))


def snapshot(table):
    """Everything a strategy might have touched; the room for its count of unseen tiles and for melds aside."""
    state, ask, seats = table.state, table.state.ask.copy(), table.state.seats.copy()
    ask[0].unseen[:] = 0
    for seat in seats:
        seat.meld_kind[seat.n_melds :] = 0
        seat.meld_tile[seat.n_melds :] = 0
    records = state.game, state.public, seats, ask
    return [record[name].tolist() for record in records for name in record.dtype.names], state.rng.tolist()


@pytest.mark.parametrize(
    ("name", "looks", "decisions"), [("value", 0, 40), ("defence", 0, 40), ("defence", 1, 5)]
)
@pytest.mark.parametrize("variant", variants.names())
def test_hidden_tiles_do_not_matter_and_the_state_is_left_as_it_was(variant, name, looks, decisions):
    """Other hands and the wall are dealt anew among themselves: the same answer, all through a game and more."""
    rng = np.random.default_rng(3)
    fill = 11
    table = Table(variant, fill=fill)
    for _ in range(decisions):
        if table.over:
            fill += 1
            table = Table(variant, fill=fill)
        before = snapshot(table)
        action = choice(table, name, looks)
        assert snapshot(table) == before
        assert table.state.ask[0].allowed[action >> 6] >> (action & 63) & 1
        seats, kept = table.state.seats, table.state.seats.copy()
        wall = table.game.wall.copy()
        for other in range(4):  # their tiles in another order: any other hands
            if other != table.asked:
                for field in ("hand", "keys", "have", "waits", "flowers", "ready_at", "drawn"):
                    seats[field][other] = kept[field][(other + 1) & 3]
        rng.shuffle(table.game.wall)
        assert choice(table, name, looks) == action
        seats[:] = kept
        table.game.wall[:] = wall
        kind, tile = action >> 6, action & 63
        table.act(ACTION_NAMES[kind] if kind == PASS else f"{ACTION_NAMES[kind]} {format_tile(tile)}")


def choices_along(variant, first, second, decisions):
    """The actions of two strategies, (name, looks) each, at the same decisions of a game played by the first."""
    table = Table(variant, fill=5)
    while not table.over and decisions:
        decisions -= 1
        actions = choice(table, *first), choice(table, *second)
        yield actions
        kind, tile = actions[0] >> 6, actions[0] & 63
        table.act(ACTION_NAMES[kind] if kind == PASS else f"{ACTION_NAMES[kind]} {format_tile(tile)}")


@pytest.mark.parametrize("variant", ["linfen", "fuyang_tangrenyou"])
def test_defence_is_value_where_nobody_wins_on_a_discard(variant):
    pairs = list(choices_along(variant, ("defence", 3), ("value", 0), 40))
    assert len(pairs) > 20
    assert all(mine == other for mine, other in pairs)


@pytest.mark.parametrize("variant", [name for name in variants.names() if name not in GAIN_BY_NEXT_DRAW])
def test_looks_change_nothing_where_they_bring_nothing(variant):
    pairs = list(choices_along(variant, ("value", 0), ("value", 3), 30))
    assert len(pairs) > 15
    assert all(mine == other for mine, other in pairs)


@pytest.mark.parametrize("name", KERNELS)
def test_a_win_is_taken(name):
    winning = Table("guobiao", {0: "123456789m5577z7z"})
    assert choice(winning, name) >> 6 == WIN


def test_value_breaks_a_hand_that_is_too_cheap_to_win():
    """A complete hand of few fan is not a win; `value` keeps what leads to eight."""
    table = Table("guobiao", {0: "123m45p789s11z345s6z"})
    assert choice(table, "value") == DISCARD << 6 | parse_tile("6z")  # 花龙 stays


def test_value_decides_though_no_route_is_to_be_dropped():
    """With ``prune = 0`` more routes are worth something than can be kept."""
    table = Table("guobiao", fill=11)
    params = [0 if option.name == "prune" else option.default for option in catalog.BUILTIN["value"].params]
    action = int(value(table.rules, table.tables, view_of(table, params)))
    assert table.state.ask[0].allowed[action >> 6] >> (action & 63) & 1


class Seen:
    """A table in the middle of a game, for questions about the threat of seat 1 to seat 0."""

    def __init__(self):
        self.table = Table("guobiao", fill=4)
        self.public = self.table.public
        self.public.discards = 60
        self.view = seen_by(self.table, "defence")
        self.unseen = self.view.ask[0].unseen
        self.unseen[:] = 3
        self.public.n_melds[:] = self.public.river_len[:] = 0

    def chance(self, tile):
        return float(times_typical(self.view, 1, parse_tile(tile)))


def test_the_threat_grows_with_time_and_melds_and_jumps_with_a_declaration():
    seen = Seen()
    levels = []
    for discards, melds, ready in ((5, 0, 0), (30, 0, 0), (30, 3, 0), (60, 3, 0)):
        seen.public.discards, seen.public.n_melds[1], seen.public.ready[1] = discards, melds, ready
        levels.append(float(level_of(seen.view, 1, 0)))
    assert levels[0] == 0.0
    assert levels == sorted(levels)
    seen.public.discards, seen.public.n_melds[1], seen.public.ready[1] = 5, 0, 1
    assert float(level_of(seen.view, 1, 0)) > 1.0


def test_what_he_has_discarded_or_passed_on_is_safe():
    seen = Seen()
    plain = seen.chance("5m")
    assert plain > seen.chance("2m") > seen.chance("1m")
    seen.public.river[1, :3] = [parse_tile(tile) for tile in ("4m", "5m", "9s")]
    seen.public.river_len[1] = 3
    assert seen.chance("5m") == pytest.approx(plain * DISCARDED * NEAR[2] / NEAR[0])
    assert seen.chance("6m") < seen.chance("6p")  # near what he has discarded
    assert seen.chance("9s") < 0.1 * seen.chance("1s")  # passed since his last discard


def test_what_the_player_has_seen_himself_counts():
    seen = Seen()
    plain = seen.chance("5m")
    seen.unseen[parse_tile("4m")] = seen.unseen[parse_tile("6m")] = 0
    assert seen.chance("5m") == pytest.approx(plain * BESIDE[0] / BESIDE[6])
    seen.unseen[parse_tile("7z")] = 1
    assert seen.chance("7z") == pytest.approx(seen.chance("6z") * UNSEEN[1, 1] / UNSEEN[1, 3])
    seen.unseen[parse_tile("7z")] = 0
    assert seen.chance("7z") < 0.1 * seen.chance("6z")


def test_melds_of_one_suit_look_like_a_flush():
    seen = Seen()
    seen.public.n_melds[1] = 2
    seen.public.meld_kind[1, :2] = CHI
    chances = []
    for melds in (("1m", "4m"), ("1m", "4s")):
        seen.public.meld_tile[1, :2] = [parse_tile(tile) for tile in melds]
        chances.append([seen.chance("5m"), seen.chance("5p")])
    assert chances[0][0] / chances[1][0] == pytest.approx(ONE_SUIT[0, 1] / OPEN[1])
    assert chances[0][1] / chances[1][1] == pytest.approx(ONE_SUIT[0, 2] / OPEN[2])


def test_defence_gives_up_a_hopeless_hand_for_a_safe_tile():
    """Late, against three melds, with nothing in hand: the tile that everybody has just discarded."""
    table = Table("guobiao", {0: "159m269p159s1224z7z"}, fill=4)
    pub = table.public
    pub.discards, pub.n_melds[1] = 70, 3
    safe = parse_tile("6p")
    for seat in (1, 2, 3):
        pub.river[seat, 0] = safe
        pub.river_len[seat] = 1
    assert choice(table, "defence") == DISCARD << 6 | safe


def worth(table, tile):
    """What the hand of the seat that is asked is worth after the discard of ``tile``."""
    view = seen_by(table, "value")
    weigh_routes(table.rules, table.tables, view)
    remove_tile(view.me, parse_tile(tile))
    found = float(prospect(table.rules, table.tables, view))
    add_tile(view.me, parse_tile(tile))
    return found


def test_fuyang_waits_are_priced_by_the_tiles_that_may_win():
    """Sections 5 and 6: 1 to 3 may not win, 4 only by own draw, which pays six times a discard."""
    low = worth(Table("fuyang", {0: "123m456p789s55p12s1z"}), "1z")  # 3s
    half = worth(Table("fuyang", {0: "123m456p789s55p23s1z"}), "1z")  # 1s 4s
    full = worth(Table("fuyang", {0: "123m456p789s55p56s1z"}), "1z")  # 4s 7s
    assert full > 1.9 * half > 100 * low


def test_guiyang_a_plain_hand_waits_for_discards_only_with_a_bean():
    """Section 5: 平胡 on a discard needs a kong; a hand of one suit does not, and is worth ten."""
    plain = Table("guiyang", {0: "123m456p789s22p56s9m"})
    dear = Table("guiyang", {0: "123456m55m78m999m1s"})
    assert worth(dear, "1s") > 10 * worth(plain, "9m") > 0
    near_dear = Table("guiyang", {0: "1234567m55m99m3p1s9s"})
    assert worth(near_dear, "3p") > worth(near_dear, "5m")


def test_linfen_waits_that_lack_fan_are_worth_less_than_those_that_win():
    """Section 7: at least three fan; 缺一门 and 门清 and a single wait are enough, two of them not."""
    table = Table("linfen", {0: "123m456m789m22p35p1z"})
    assert worth(table, "1z") > worth(table, "2p")


def test_wuhan_holds_its_dragons_while_there_is_something_else_to_throw():
    """Section 4: 中 may be laid on any own turn; the win on its replacement (杠上花) needs a hand that waits."""
    early = Table("wuhan", {0: "14m28p369s1234z7z1p5m"})
    assert choice(early, "value") >> 6 == DISCARD
    assert early.tiles("lay") == ["7z"]


def test_wuhan_lays_its_dragon_when_nothing_else_can_go():
    """A hand that waits once 中 is gone lays it: the replacement may win."""
    table = Table("wuhan", {0: "123m456m789m55p23s7z", 1: "1p1p"}, draws="3s")
    view = seen_by(table, "value")
    view.me[0].n_melds = 1  # opened by a pong
    view.me[0].meld_kind[0] = PONG
    view.me[0].meld_tile[0] = parse_tile("4z")
    for tile in ("1m", "2m", "3m"):
        remove_tile(view.me, parse_tile(tile))
    view.ask[0].allowed[DISCARD] = int(view.me[0].have[1]) & ~int(view.public[0].lay_mask)
    assert choice(table, "value") == LAY << 6 | parse_tile("7z")


def test_suihua_a_closed_hand_promises_double():
    """Section 8: 闷听 doubles; the same waits with a pong on the table are worth half."""
    closed = Table("suihua", {0: "123m456p99s78p111s7z"})
    kept = worth(closed, "7z")
    seat = seen_by(closed, "value").me
    for _ in range(3):
        remove_tile(seat, parse_tile("1s"))
    seat[0].n_melds = 1
    seat[0].meld_kind[0] = PONG
    seat[0].meld_tile[0] = parse_tile("1s")
    assert kept == pytest.approx(2 * worth(closed, "7z"), rel=0.01)
