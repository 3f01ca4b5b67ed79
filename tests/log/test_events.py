"""The game log: keys and order of the events, and that they fit together."""

from collections import Counter

from mjsim import tiles
from tests.log.conftest import GAMES

KEYS = {
    "wall": {"tiles", "stacks", "break"},
    "deal": {"hands", "takes"},
    "flower": {"seat", "tile"},
    "draw": {"seat", "tile", "source"},
    "discard": {"seat", "tile", "ready", "pushed"},
    "chi": {"seat", "from", "tile", "meld"},
    "pong": {"seat", "from", "tile", "meld"},
    "kong": {"seat", "from", "tile", "meld", "kind"},
    "pass": {"seat", "declined"},
    "win": {"seat", "by", "from", "tile", "total", "unit", "items", "circumstances"},
    "exhausted": set(),
    "end": {"payments", "next_dealer", "next_dealer_streak"},
}
START = {"game_id", "match_id", "hand_in_match", "variant", "options", "seed", "dealer", "dealer_streak"}
START |= {"round_wind", "dice", "strategies", "version", "passes"}


def test_keys(games):
    for events in games:
        assert set(events[0]) == START | {"event"}
        for event in events[1:]:
            assert set(event) == KEYS[event["event"]] | {"event"}


def test_order(games):
    assert [events[0]["game_id"] for events in games] == list(range(GAMES))
    for events in games:
        names = [event["event"] for event in events]
        assert names[:3] == ["start", "wall", "deal"]
        assert names[-1] == "end"
        assert names[-2] in ("win", "exhausted")
        assert not {"start", "wall", "deal", "end"} & set(names[3:-1])


def test_the_sample_has_every_event(games):
    found = Counter(event["event"] for events in games for event in events)
    assert set(found) == {"start", *KEYS}


def test_deal_and_draws_are_the_wall(games):
    """Section 3: the deal takes wall[0..52], draws follow from the front, replacements come from the tail."""
    for events in games:
        wall = [tiles.parse_tile(tile) for tile in events[1]["tiles"]]
        assert len(wall) == 144
        assert Counter(t for hand in events[2]["hands"] for t in tiles.parse_tiles(hand)) == Counter(
            wall[:53]
        )
        drawn = {"wall": [], "replacement": []}
        for event in events:
            if event["event"] == "draw":
                drawn[event["source"]].append(tiles.parse_tile(event["tile"]))
        assert drawn["wall"] == wall[53 : 53 + len(drawn["wall"])]
        assert drawn["replacement"] == wall[::-1][: len(drawn["replacement"])]


def test_hands_always_hold_what_is_played(games):
    for events in games:
        hands = [Counter(tiles.parse_tiles(hand)) for hand in events[2]["hands"]]
        for event in events[3:]:
            if event["event"] in ("draw", "discard", "flower", "chi", "pong", "kong"):
                hand = hands[event["seat"]]
                if event["event"] == "draw":
                    hand[tiles.parse_tile(event["tile"])] += 1
                elif "meld" in event:
                    meld = tiles.parse_meld(event["meld"])
                    from_hand = Counter(meld.tiles)
                    if meld.kind == tiles.ADDED_KONG:
                        from_hand = Counter([meld.tile])
                        assert event["from"] is None
                        assert meld.source >= 0
                    elif meld.kind != tiles.CONCEALED_KONG:
                        from_hand[tiles.parse_tile(event["tile"])] -= 1
                        assert meld.source == event["from"]
                    hand.subtract(from_hand)
                else:
                    hand[tiles.parse_tile(event["tile"])] -= 1
                assert min(hand.values()) >= 0


def test_passes_name_what_was_declined(games):
    declined = [event["declined"] for events in games for event in events if event["event"] == "pass"]
    assert all(declined)
    order = ["win", "chi_ready", "kong", "pong", "chi"]
    assert all(names == [name for name in order if name in names] for names in declined)


def test_the_end_pays_the_win(games):
    for events in games:
        payments = events[-1]["payments"]
        assert sum(payments) == 0
        assert (events[-2]["event"] == "win") == any(payments)
        if events[-2]["event"] == "win":
            win = events[-2]
            assert payments[win["seat"]] > 0
            assert win["total"] == sum(item["value"] * item["count"] for item in win["items"])
