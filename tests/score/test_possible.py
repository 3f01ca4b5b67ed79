"""Cases that cannot happen are refused, with the key, its value and what is allowed."""

import json

import pytest

from mjsim.score.case import CaseError, parse_case
from tests.score.interpreted import mjsim, settle

NEAR = "123m456p789s22z56s"  # waits for 4s and 7s
IN_SUITS = "123m456p789s22p56s"
OPENED = {"hand": "22m456s789s67p", "melds": ["pong:333p"]}
KONG = {"hand": "456p22z56s", "melds": ["kong:7777m@2", "pong:111z@3"]}


def case(variant, winner, by="self_draw", tile="7s", seat=1, others=(), **more):
    """A case of seat 1, or of ``seat``."""
    seats = [{}, {}, {}, {}]
    seats[seat] = winner if isinstance(winner, dict) else {"hand": winner}
    for other, told in dict(others).items():
        seats[other] = told
    told = {"variant": variant, "winners": [seat], "by": by, "tile": tile, "seats": seats}
    return told | ({} if by == "self_draw" else {"from": 3}) | more


def wuhan(**more):
    return case("wuhan", more.pop("winner", OPENED), tile=more.pop("tile", "8p"), wild="6m", **more)


def suihua(melds=("chi:234m", "pong:777p"), hand="456s99s67m", **more):
    seat = {"hand": hand, "melds": list(melds), "ready": more.pop("ready", True)}
    return case("suihua", seat, tile=more.pop("tile", "8m"), **more)


def heavenly(variant="lianzhong", hand=NEAR, name="heavenly", **more):
    return case(variant, hand, circumstances=[name], **({"dealer": 1} if name == "heavenly" else {}) | more)


TIANHU = {"hand": "123m456p777s99s77z", "tile": "7z", "variant": "suihua"}
REFUSED = {
    # Wuhan, section 4: 中 and wild tiles are never part of a meld
    "中 ponged": (
        wuhan(winner=OPENED | {"melds": ["pong:777z"]}),
        "seats[1].melds pong:777z: 中 and the wild tile 6m are never melded; allowed are other tiles",
    ),
    "wild tiles ponged": (wuhan(winner=OPENED | {"melds": ["pong:666m@0"]}), "seats[1].melds pong:666m@0"),
    "a wild tile in a chi": (wuhan(others={2: {"melds": ["chi:567m"]}}), "seats[2].melds chi:567m"),
    "a concealed kong of 中": (wuhan(others={0: {"melds": ["akong:7777z"]}}), "seats[0].melds akong:7777z"),
    "wild 中": (wuhan() | {"wild": "7z"}, "wild = '7z'; 中 is never wild"),
    "sea bottom without such tiles": (
        wuhan(circumstances=["sea_bottom"], options={"sea_bottom_tiles": 0}),
        "circumstances = sea_bottom; not allowed",
    ),
    # the replacement of a kong
    "kong_draw, Wuhan": (
        wuhan(circumstances=["kong_draw"]),
        "kong_draw: seats[1] has no kong; allowed with a kong or a laid tile of the winner",
    ),
    **{
        f"kong_draw, {variant}": (
            case(variant, IN_SUITS, circumstances=["kong_draw"]),
            "circumstances = kong_draw: seats[1] has no kong; allowed with a kong of the winner",
        )
        for variant in ("guobiao", "fuyang", "fuyang_tangrenyou", "guiyang")
    },
    "hot discard without a kong": (
        case(
            "guiyang",
            IN_SUITS,
            "discard",
            circumstances=["hot_discard"],
            others={3: {"melds": ["pong:111s"]}},
        ),
        "circumstances = hot_discard: seats[3] has no kong; allowed with a kong of the discarder",
    ),
    # the very beginning
    **{
        f"heavenly with a {meld}": (
            heavenly(hand={"hand": "123m789s22z56s", "melds": [meld]}),
            f"circumstances = heavenly: seats[1].melds {meld}; allowed are no melds",
        )
        for meld in ("pong:444p", "akong:4444p")
    },
    "heavenly after a claim of another": (
        heavenly(others={2: {"melds": ["pong:111p"]}}),
        "heavenly: seats[2].melds pong:111p",
    ),
    "heavenly after discards": (heavenly(seen="1z"), "heavenly: seen has 1 tiles; allowed are at most 0"),
    "天胡 with a meld": (
        heavenly(**TIANHU | {"hand": {"hand": "123m777s99s77z", "melds": ["chi:456p"]}}),
        "circumstances = heavenly: seats[1].melds chi:456p",
    ),
    "天胡 declared": (
        heavenly(**TIANHU | {"hand": {"hand": TIANHU["hand"], "ready": True}}),
        "circumstances = heavenly: seats[1].ready = true",
    ),
    "天胡 with treasure": (heavenly(**TIANHU, treasure_indicators=["1p"]), "treasure_indicators: nobody has"),
    "earthly with a kong": (
        heavenly(hand={"hand": "123m789s22z56s", "melds": ["akong:4444p"]}, name="earthly"),
        "circumstances = earthly: seats[1].melds akong:4444p",
    ),
    "human after a chi": (
        heavenly(name="human", by="discard", others={2: {"melds": ["chi:123p"]}}),
        "circumstances = human: seats[2].melds chi:123p; allowed are no claims before it",
    ),
    "human after a go-round": (
        heavenly(name="human", by="discard", seen="1234z"),
        "circumstances = human: seen has 4 tiles; allowed are at most 3",
    ),
    # robbed kongs
    "the robbed tile in the hand": (
        case("fuyang", "123m456p789s22z46s" + "", "rob_kong", tile="5s", seen="5s"),
        "by = rob_kong: the case tells of another 5s; allowed is none, seat 3 has ponged them",
    ),
    "a robbed player who is ready": (
        suihua(by="rob_kong", others={3: {"melds": ["pong:888m"], "ready": True}}),
        "seats[3].ready = true: nobody makes a kong after declaring",
    ),
    # Suihua, sections 4 and 5
    "a fourth meld": (
        suihua(others={2: {"melds": ["pong:111p", "pong:222p", "pong:333s", "pong:111s"]}}),
        "seats[2].melds: 4 melds; allowed are at most 3",
    ),
    "ready with one tile": (
        suihua(
            ["chi:234m", "pong:777p", "pong:111s", "chi:456s"], "9s", options={"forbid_fourth_meld": False}
        ),
        "seats[1].ready = true: 4 melds; allowed are 3",
    ),
    "seven indicators": (
        suihua(treasure_indicators=["1p", "2p", "3p", "4p", "5p", "6p", "8p"]),
        "treasure_indicators has 7 tiles; allowed are at most 6",
    ),
}

ALLOWED = {
    "a laid tile is a kong": wuhan(winner=OPENED | {"laid": "7z"}, circumstances=["kong_draw"]),
    "after a concealed kong": case(
        "fuyang", {"hand": "123m789s22z56s", "melds": ["akong:4444p"]}, circumstances=["kong_draw"]
    ),
    "a discarder of whom nothing is known": case(
        "guiyang", IN_SUITS, "discard", circumstances=["hot_discard"]
    ),
    "human after a concealed kong": heavenly(
        name="human", by="discard", seen="123z", others={2: {"melds": ["akong:1111p"]}}
    ),
    "heavenly": heavenly(),
    "a robbed player of whom nothing is known": case("fuyang", NEAR, "rob_kong", tile="4s"),
    "four melds by the option": suihua(
        others={2: {"melds": ["pong:111p", "pong:222p", "pong:333s", "pong:111s"]}},
        options={"forbid_fourth_meld": False},
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    given, told = REFUSED[name]
    with pytest.raises(CaseError) as caught:
        parse_case(given)
    assert told in str(caught.value) and "\n" not in str(caught.value)


@pytest.fixture(scope="module")
def answers():
    return dict(zip(ALLOWED, settle(list(ALLOWED.values()))))


@pytest.mark.parametrize("name", ALLOWED)
def test_allowed(answers, name):
    assert answers[name]["win"], answers[name]["reason"]


def test_in_a_batch_and_at_the_terminal(tmp_path):
    file = tmp_path / "cases.jsonl"
    lines = [ALLOWED["heavenly"], REFUSED["kong_draw, fuyang"][0], ALLOWED["a laid tile is a kong"]]
    file.write_text("\n".join(map(json.dumps, lines)))
    answers = [json.loads(line) for line in mjsim("score", "--batch", str(file), status=1).splitlines()]
    assert [answer.get("win") for answer in answers] == [True, None, True]
    assert "seats[1] has no kong" in answers[1]["error"]
    told = mjsim("score", "fuyang", NEAR, "--win", "7s", "--circumstance", "kong_draw", status=2)
    assert "circumstances = kong_draw: seats[0] has no kong; allowed with a kong of the winner" in told
