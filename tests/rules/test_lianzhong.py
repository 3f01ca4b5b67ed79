"""联众: 四方大发, 天和, 地和, 人和 on top of 国标馆. Clauses of docs/rules/lianzhong.md."""

import pytest

from mjsim.log.case import game_case
from mjsim.log.events import FinishedGame, game_events
from mjsim.rules import variant as variants
from mjsim.rules.guobiao.explain import fan_of
from mjsim.rules.guobiao.reading import LIANZHONG
from mjsim.score.settle import settle_case
from mjsim.table.state import EARTHLY, HEAVENLY, HUMAN, SELF_DRAW
from tests.checker.check import check_game
from tests.rules.table import Table, win

READY = "123m456p789s22z56s"  # 花龙 with 4s or 7s
CHEAP = "123m345p789s22z56s"  # two fan with 7s
JUNK = ("1479m258p369s134z", "1479m258p369s345z", "1478m258p369s345z")  # three hands that can claim nothing
DEALS = 25


def table(ready: dict[int, str], last: str = "", **more) -> Table:
    """Hands of ``ready`` by seat, junk for the others; ``last``: the fourteenth tile of the dealer."""
    junk = iter(JUNK)
    hands = {seat: ready[seat] if seat in ready else next(junk) for seat in range(4)}
    hands[0] += last
    return Table("lianzhong", hands, **more)


def finished(played: Table) -> FinishedGame:
    return FinishedGame(played.state, played.variant, played.options, ["test"] * 4)


def check(played: Table) -> list[dict]:
    """The events of a finished game, once the checker has found no fault in them."""
    events = list(game_events(finished(played), passes=True))
    assert check_game(events) == []
    return events


def circumstances(played: Table) -> dict[int, list[str]]:
    return {e["seat"]: e["circumstances"] for e in check(played) if e["event"] == "win"}


def names(hand: str, melds: str, tile: str, how: int, **more) -> dict[str, int]:
    """Name -> value of the fan of a hand."""
    return {name: value for name, _, value, _ in fan_of(hand, melds, tile, how=how | LIANZHONG, **more)[1]}


# --- 四方大发 -------------------------------------------------------------------------------------------


def test_four_winds_and_prosperity_leaves_out_what_it_contains():
    """大四喜, 字一色, 混幺九, 三风刻, 碰碰和, 全带幺, 圈风刻, 门风刻, 幺九刻 are not counted beside it."""
    hand = ("111222333444z6z", "", "6z")
    assert names(*hand, 0) == {"四方大发": 168, "四暗刻": 64, "单钓将": 1}
    assert names("6z", "pong:111z pong:222z pong:333z pong:444z", "6z", 0) == {"四方大发": 168, "全求人": 6}


def test_four_winds_and_prosperity_counts_kongs_and_what_they_are_worth():
    melds = "kong:1111z akong:2222z kong:3333z kong:4444z"
    assert names("6z", melds, "6z", SELF_DRAW) == {"四方大发": 168, "四杠": 88, "自摸": 1}


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        ("111222333444z5z", "5z"),  # another pair
        ("1112223334666z", "4z"),  # the pair is a wind
        ("1111222233446z", "6z"),  # seven pairs of the same five kinds
    ],
)
def test_four_winds_and_prosperity_needs_all_winds_and_a_pair_of_green(hand, tile):
    assert "四方大发" not in names(hand, "", tile, 0)


def test_the_additions_count_in_lianzhong_only():
    hand = ("123m456p789s22z56s", "", "7s")
    for flag in (HEAVENLY | SELF_DRAW, EARTHLY | SELF_DRAW, HUMAN):
        assert not {"天和", "地和", "人和"} & {name for name, *_ in fan_of(*hand, how=flag)[1]}
    answer = win("guobiao", "discard", "6z", 2, "111222333444z6z", source=0)
    assert answer["results"][0]["total"] == 88 + 64 + 64 + 1
    answer = win("lianzhong", "discard", "6z", 2, "111222333444z6z", source=0)
    assert answer["results"][0]["total"] == 168 + 64 + 1
    assert answer["payments"] == [-241, -8, 257, -8]


# --- 天和 ----------------------------------------------------------------------------------------------


def test_heavenly_is_the_dealt_hand_of_the_dealer():
    played = table({0: READY}, "7s")
    played.play(0, "win")
    assert played.items(0) == {"天和": 168, "花龙": 8}
    assert played.payments == [3 * 184, -184, -184, -184]
    assert circumstances(played) == {0: ["heavenly"]}


def test_heavenly_after_the_flowers_of_the_deal():
    played = table({0: READY}, "1f", tail="7s")
    played.play(0, "win")
    assert played.items(0) == {"天和": 168, "花龙": 8, "花牌": 1}
    assert circumstances(played) == {0: ["heavenly"]}


def test_heavenly_leaves_out_waits_and_own_draw():
    """Not beside 天和: 不求人, 自摸, 边张, 坎张, 单钓将."""
    drawn = SELF_DRAW | HEAVENLY
    for hand, tile in (
        ("12m456p789s345s11z", "3m"),
        ("13m456p789s345s11z", "2m"),
        ("123m456p567789s2z", "2z"),
    ):
        assert {"不求人", "自摸", "边张", "坎张", "单钓将"} & names(hand, "", tile, SELF_DRAW).keys()
        assert names(hand, "", tile, drawn).keys() == {"天和", "花龙"}


def test_heavenly_is_over_with_the_first_discard_or_kong():
    played = table({0: "6666z456p789s22z5s"}, "6s", tail="7s")
    played.play(0, "concealed_kong 6z")
    played.play(0, "win")
    assert "天和" not in played.items(0)
    assert circumstances(played) == {0: ["kong_draw"]}


# --- 地和 ----------------------------------------------------------------------------------------------


def test_earthly_is_the_own_draw_after_the_first_discard():
    played = table({1: READY}, "1z", draws="7s")
    played.play(0, "discard 1z")
    played.play(1, "win")
    assert played.items(1) == {"地和": 158, "花龙": 8}  # no 不求人, no 自摸
    assert played.payments == [-174, 3 * 174, -174, -174]
    assert circumstances(played) == {1: ["earthly"]}


def test_earthly_counts_the_wait():
    assert names("13m456p789s345s11z", "", "2m", SELF_DRAW | EARTHLY) == {"地和": 158, "花龙": 8, "坎张": 1}


def test_earthly_on_the_replacement_of_a_flower():
    played = table({1: READY}, "1z", draws="1f", tail="7s")
    played.play(0, "discard 1z")
    played.play(1, "win")
    assert played.items(1) == {"地和": 158, "花龙": 8, "花牌": 1}
    check(played)


@pytest.mark.parametrize("seats", ["next", "all"])
def test_earthly_seats(seats):
    """``next``: only the seat after the dealer; ``all``: each non-dealer by his first own draw."""
    played = table({2: READY}, "1z", draws="5z 7s", earthly_seats=seats)
    played.play(0, "discard 1z")
    played.play(1, "discard 5z")
    played.play(2, "win")
    expected = {"地和": 158, "花龙": 8} if seats == "all" else {"花龙": 8, "不求人": 4}
    assert played.items(2) == expected
    check(played)


@pytest.mark.parametrize("seats", ["next", "all"])
def test_earthly_is_the_first_own_draw(seats):
    played = table({1: READY}, "1z", draws="5z 6z 7z 5z 7s", earthly_seats=seats)
    for seat, tile in enumerate(("1z", "5z", "6z", "7z", "5z")):
        played.play(seat % 4, f"discard {tile}")
    played.play(1, "win")
    assert played.items(1) == {"花龙": 8, "不求人": 4}
    check(played)


def test_earthly_needs_a_draw_that_replaces_no_kong():
    played = table({1: "666z456p789s22z56s"}, "1z", draws="6z", tail="7s")
    played.play(0, "discard 1z")
    played.play(1, "concealed_kong 6z")
    played.play(1, "win")
    assert "地和" not in played.items(1)
    assert circumstances(played) == {1: ["kong_draw"]}


def test_a_concealed_kong_of_the_dealer_claims_nothing():
    played = table({0: "6666z1479m258p36s", 1: READY}, "9s", draws="7s", tail="5z")
    played.play(0, "concealed_kong 6z")
    played.play(0, "discard 5z")
    played.play(1, "win")
    assert "地和" in played.items(1)
    check(played)


def test_a_claim_ends_earthly():
    """South has not drawn yet when West pongs; his first draw is no 地和 even where all seats may have it."""
    hands = {1: READY, 2: "1479m258p36s1134z"}
    played = table(hands, "1z", draws="5z 6z 7s", earthly_seats="all")
    played.play(0, "discard 1z")
    played.play(2, "pong")
    played.play(2, "discard 3z")
    played.play(3, "discard 5z")
    played.play(0, "discard 6z")
    played.play(1, "win")
    assert played.items(1) == {"花龙": 8, "不求人": 4}
    check(played)


# --- 人和 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_human_on_the_first_discard(seat):
    played = table({seat: READY}, "7s")
    played.play(0, "discard 7s")
    played.play(seat, "win")
    assert played.items(seat) == {"人和": 108, "花龙": 8}  # no 门前清
    assert played.payments == [-124 if k == 0 else 140 if k == seat else -8 for k in range(4)]
    assert circumstances(played) == {seat: ["human"]}


def test_human_up_to_the_fourth_discard_and_after_an_own_discard():
    played = table({1: READY}, "1z", draws="5z 6z 7s")
    for seat, tile in enumerate(("1z", "5z", "6z", "7s")):
        played.play(seat, f"discard {tile}")
    played.play(1, "win")
    assert played.items(1) == {"人和": 108, "花龙": 8}
    check(played)


def test_human_ends_with_the_fifth_discard():
    played = table({1: READY}, "1z", draws="5z 6z 7z 7s")
    for seat, tile in enumerate(("1z", "5z", "6z", "7z", "7s")):
        played.play(seat % 4, f"discard {tile}")
    played.play(1, "win")
    assert played.items(1) == {"花龙": 8, "门前清": 2}
    check(played)


def test_human_is_no_win_of_the_dealer():
    played = table({0: READY}, "1z", draws="7s")
    played.play(0, "discard 1z")
    played.play(1, "discard 7s")
    played.play(0, "win")
    assert played.items(0) == {"花龙": 8, "门前清": 2}
    assert circumstances(played) == {0: []}


def test_human_and_the_dealer_win_on_one_tile():
    """With ``multi_win`` both win; 人和 is the other's alone, in the game, its log and its case."""
    played = table({0: READY, 3: READY.replace("22z", "77z")}, "1z", draws="5z 7s", multi_win=True)
    played.play(0, "discard 1z")
    played.play(1, "discard 5z")
    played.play(2, "discard 7s")
    while not played.over:
        played.act("win")
    assert played.items(0) == {"花龙": 8, "门前清": 2}
    assert played.items(3) == {"人和": 108, "花龙": 8}
    assert circumstances(played) == {3: ["human"], 0: []}
    assert settle_case(game_case(finished(played)))["payments"] == played.payments


def test_a_claim_ends_human():
    played = table({2: "1479m258p36s117z7s", 3: READY}, "1z")
    played.play(0, "discard 1z")
    played.play(2, "pong")
    played.play(2, "discard 7s")
    played.play(3, "win")
    assert played.items(3) == {"花龙": 8, "门前清": 2}
    check(played)


def test_human_helps_to_reach_the_minimum():
    """A hand of two fan may win in the first go-round, in 国标馆 it may not."""
    offered = {}
    for variant in ("guobiao", "lianzhong"):
        played = Table(variant, {0: JUNK[0] + "7s", 1: JUNK[1], 2: CHEAP, 3: JUNK[2]})
        played.play(0, "discard 7s")
        offered[variant] = played.offered(2)
    assert "win" in offered["lianzhong"]
    assert "win" not in offered["guobiao"]


# --- mjsim score -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("circumstance", "by", "winner", "total"),
    [("heavenly", "self_draw", 0, 176), ("earthly", "self_draw", 1, 166), ("human", "discard", 1, 116)],
)
def test_score_takes_the_circumstances(circumstance, by, winner, total):
    source = 2 if by == "discard" else None
    told = {"dealer": 0, "circumstances": [circumstance], "source": source}
    answer = win("lianzhong", by, "7s", winner, READY, **told)
    assert answer["win"] and answer["results"][0]["total"] == total
    told["circumstances"] = []
    assert win("lianzhong", by, "7s", winner, READY, **told)["results"][0]["total"] < 20


def test_score_human_on_a_robbed_kong():
    """No pong stands in the first go-round of a game, but a case may tell it."""
    told = {"others": {2: {"hand": "1479m258p36s1z", "melds": ["pong:444s@0"]}}, "circumstances": ["human"]}
    answer = win("lianzhong", "rob_kong", "4s", 1, READY, source=2, **told)
    items = {item["name"]: item["value"] for item in answer["results"][0]["items"]}
    assert items == {"人和": 108, "花龙": 8, "抢杠和": 8, "喜相逢": 1}


# --- options ---------------------------------------------------------------------------------------------


def test_options_out_of_range_are_refused():
    variant = variants.get("lianzhong")
    assert variant.resolve({"earthly_seats": "none"})[1]
    assert variant.resolve({"min_fan": 89})[1]
    assert variant.resolve({})[0]["earthly_seats"] == "next"


def test_options_of_guobiao_are_the_same():
    shared = {o.name: o.default for o in variants.get("guobiao").options}
    own = {o.name: o.default for o in variants.get("lianzhong").options}
    assert own == shared | {"earthly_seats": "next"}


# --- logged games ----------------------------------------------------------------------------------------


def deal(kind: str, fill: int) -> Table:
    """A finished game whose other hands, draws and flowers are as the shuffle has them."""
    seat = 0 if kind == "天和" else 1 if kind == "地和" else 1 + fill % 3
    hand = "111222333444z6z" if kind == "四方大发" else READY
    tile = "6z" if kind == "四方大发" else "7s"
    if kind == "天和":
        played = Table("lianzhong", {0: hand + tile}, fill=fill)
    elif kind == "地和":
        played = Table("lianzhong", {0: "1z", 1: hand}, draws=tile, fill=fill)
        played.play(0, "discard 1z")
    else:
        played = Table("lianzhong", {0: tile, seat: hand}, fill=fill)
        played.play(0, f"discard {tile}")
    played.play(seat, "win")
    assert kind in played.items(seat)
    return played


@pytest.mark.parametrize("kind", ["四方大发", "天和", "地和", "人和"])
def test_games_dealt_for_the_additions_pass_the_checker(kind):
    """Their logs pass, and their cases settle as they did."""
    for fill in range(DEALS):
        played = deal(kind, fill)
        check(played)
        answer = settle_case(game_case(finished(played)))
        assert answer["payments"] == played.payments
