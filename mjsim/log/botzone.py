"""A game of `guobiao` with per-seat walls in the format of Botzone's Chinese-Standard-Mahjong judge.

The judge is stateless: it gets ``initdata`` (round wind and wall) and ``log`` (what it said and what the players
answered, by turns), replays the game and says what comes next: after the whole log the result. Its players are
numbered from the dealer on; every player draws from the end of his quarter of ``walltiles``. The format is
described in docs/game-log.md.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from mjsim.log.events import Event, FinishedGame, game_events
from mjsim.rules.variant import Variant
from mjsim.run.errors import USAGE, Failure
from mjsim.tiles import CHI, CONCEALED_KONG, KINDS, WINDS, parse_meld, parse_tile

VARIANT = "guobiao"
# Options that change nothing in a single game as the judge sees it.
_FREE = {"wall_mode", "flowers", "flower_order", "dice", "dealer_rotation"}
_DRAGONS = "321"  # 5z 白 is J3, 6z 发 J2, 7z 中 J1
_PASS = {"verdict": "OK", "response": "PASS"}


def check_botzone(variant: Variant, options: Mapping[str, Any]) -> None:
    """Raise :class:`Failure` when the judge cannot play such games."""
    if variant.name != VARIANT:
        raise Failure(f"format botzone: the judge plays {VARIANT}, not {variant.name}", USAGE)
    if options["wall_mode"] != "per_seat":
        raise Failure(
            "format botzone: the judge's players have walls of their own; this game has wall_mode ="
            f" {options['wall_mode']}, play with --set wall_mode=per_seat",
            USAGE,
        )
    for option in variant.options:
        if option.name not in _FREE and options[option.name] != option.default:
            raise Failure(
                f"format botzone: the judge has {option.name} = {option.default},"
                f" this game {options[option.name]}",
                USAGE,
            )


def botzone_game(finished: FinishedGame) -> dict[str, Any]:
    """The judge's input for a game, and under ``result`` what the judge will say after it.

    Raises :class:`Failure` for games that the judge cannot play.
    """
    check_botzone(finished.variant, finished.options)
    events = list(game_events(finished))
    # A starting hand is in the wall already; a prop that was used is nothing that the judge knows.
    if any(event["event"] == "prop" and "tiles" not in event for event in events):
        raise Failure(
            f"format botzone: props were used in game {finished.game_id}; the judge has none", USAGE
        )
    return _Log([event for event in events if event["event"] != "prop"]).whole()


def botzone_tile(tile: int) -> str:
    """A tile in the judge's letters: W1..W9, B, T, F1..F4, J1..J3, H1..H8."""
    if tile >= KINDS:
        return f"H{tile - KINDS + 1}"
    suit, rank = divmod(tile, 9)
    if suit < 3:
        return f"{'WBT'[suit]}{rank + 1}"
    return f"F{rank + 1}" if rank < 4 else f"J{_DRAGONS[rank - 4]}"


class _Log:
    """Turns the events of one game into the judge's log."""

    def __init__(self, events: list[Event]) -> None:
        self._start, wall = events[0], events[1]
        self._dealer = self._start["dealer"]
        tiles = [parse_tile(text) for text in wall["tiles"]]
        size = len(tiles) // 4
        # By player, in the order in which they are drawn.
        self._walls = [tiles[seat * size : (seat + 1) * size] for seat in map(self._seat, range(4))]
        self._quan = WINDS.index(self._start["round_wind"])
        self._log: list[dict[str, Any]] = []
        dealt = next(
            i for i, event in enumerate(events) if i > 2 and event["event"] not in ("flower", "draw")
        )
        self._play = events[dealt:]

    def whole(self) -> dict[str, Any]:
        """The whole game."""
        self._say({p: f"0 {p} {self._quan}" for p in range(4)})
        self._deal()
        for event, after in zip(self._play, self._play[1:]):
            getattr(self, f"_on_{event['event']}")(event, after)
        walls = [botzone_tile(tile) for wall in self._walls for tile in reversed(wall)]
        return {
            "log": self._log,
            "initdata": {"srand": 1, "quan": self._quan, "walltiles": " ".join(walls)},
            "result": self._result(),
            "game": {
                "game_id": self._start["game_id"],
                "seats": [self._seat(p) for p in range(4)],
                "strategies": [self._start["strategies"][self._seat(p)] for p in range(4)],
            },
        }

    def _seat(self, player: int) -> int:
        return (self._dealer + player) & 3

    def _player(self, seat: int) -> int:
        return (seat - self._dealer) & 3

    def _say(self, content: dict[int, str]) -> None:
        """One request of the judge; everybody passes unless :meth:`_answer` says otherwise."""
        self._log.append({"command": "request", "content": {str(p): text for p, text in content.items()}})
        self._log.append({str(p): dict(_PASS) for p in range(4)})

    def _say_all(self, text: str) -> None:
        self._say(dict.fromkeys(range(4), text))

    def _answer(self, seat: int, response: str) -> None:
        self._log[-1][str(self._player(seat))]["response"] = response

    def _deal(self) -> None:
        """Thirteen tiles besides flowers for everybody; then the dealer draws."""
        hands: list[list[str]] = []
        flowers: list[list[str]] = []
        rest: Iterator[int] = iter(())
        for player, wall in enumerate(self._walls):
            source = iter(wall)
            hands.append([])
            flowers.append([])
            while len(hands[-1]) < 13:
                tile = next(source)
                (flowers if tile >= KINDS else hands)[-1].append(botzone_tile(tile))
            rest = source if player == 0 else rest
        counts = " ".join(str(len(mine)) for mine in flowers)
        self._say({p: " ".join(["1", counts, *hands[p], *flowers[p]]) for p in range(4)})
        tile = next(rest)
        while tile >= KINDS:
            self._say_all(f"3 0 BUHUA {botzone_tile(tile)}")
            tile = next(rest)
        self._drawn(0, tile)

    def _drawn(self, player: int, tile: int) -> None:
        self._say({p: f"2 {botzone_tile(tile)}" if p == player else f"3 {player} DRAW" for p in range(4)})

    # --- one method for each event; `after` is the event that follows

    def _on_draw(self, event: Event, after: Event) -> None:
        tile = parse_tile(event["tile"])
        if tile < KINDS:
            self._drawn(self._player(event["seat"]), tile)

    def _on_flower(self, event: Event, after: Event) -> None:
        self._say_all(f"3 {self._player(event['seat'])} BUHUA {_tile(event)}")

    def _on_discard(self, event: Event, after: Event) -> None:
        if self._log[-2]["content"][str(self._player(event["seat"]))].startswith("2 "):
            self._answer(event["seat"], f"PLAY {_tile(event)}")
            self._say_all(f"3 {self._player(event['seat'])} PLAY {_tile(event)}")
        # After a claim the discard is part of the claim.

    def _on_chi(self, event: Event, after: Event) -> None:
        meld = parse_meld(event["meld"])
        assert meld.kind == CHI
        self._claim(event, f"CHI {botzone_tile(meld.tile + 1)} {_tile(after)}")

    def _on_pong(self, event: Event, after: Event) -> None:
        self._claim(event, f"PENG {_tile(after)}")

    def _claim(self, event: Event, response: str) -> None:
        self._answer(event["seat"], response)
        self._say_all(f"3 {self._player(event['seat'])} {response}")

    def _on_kong(self, event: Event, after: Event) -> None:
        seat, tile = event["seat"], _tile(event)
        if event["kind"] == "added":
            self._answer(seat, f"BUGANG {tile}")
            self._say_all(f"3 {self._player(seat)} BUGANG {tile}")
            return
        concealed = parse_meld(event["meld"]).kind == CONCEALED_KONG
        self._answer(seat, f"GANG {tile}" if concealed else "GANG")
        self._say_all(f"3 {self._player(seat)} GANG")

    def _on_win(self, event: Event, after: Event) -> None:
        self._answer(event["seat"], "HU")

    def _on_exhausted(self, event: Event, after: Event) -> None:
        """The judge notices it itself."""

    def _result(self) -> dict[str, Any]:
        end = self._play[-1]
        scores = [end["payments"][self._seat(p)] for p in range(4)]
        won = [event for event in self._play if event["event"] == "win"]
        if not won:
            return {"action": "HUANG", "score": scores}
        (win,) = won
        player = self._player(win["seat"])
        return {"action": "HU", "player": player, "fanCnt": win["total"], "score": scores}


def _tile(event: Event) -> str:
    return botzone_tile(parse_tile(event["tile"]))
