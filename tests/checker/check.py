"""The entry: `check_game(events)` returns what is wrong with the log of one game."""

from __future__ import annotations

from .fuyang import Fuyang, Tangrenyou
from .guiyang import Guiyang
from .guobiao import Guobiao, Lianzhong, NoFan, Popular
from .linfen import Linfen
from .replay import Event
from .state import Violation
from .suihua import Suihua
from .table import Game
from .wuhan import Wuhan

VARIANTS: dict[str, type[Game]] = {
    "guobiao": Guobiao,
    "guobiao_popular": Popular,
    "guobiao_nofan": NoFan,
    "lianzhong": Lianzhong,
    "fuyang": Fuyang,
    "fuyang_tangrenyou": Tangrenyou,
    "guiyang": Guiyang,
    "linfen": Linfen,
    "wuhan": Wuhan,
    "suihua": Suihua,
}


def check_game(events: list[Event]) -> list[str]:
    """The violations of the rules in the log of one game, from `start` to `end`; empty when it is legal."""
    if not events or events[0].get("event") != "start":
        return ["event 0: a log begins with start"]
    variant = events[0].get("variant")
    if variant not in VARIANTS:
        return [f"event 0: no checker for variant {variant!r}"]
    try:
        return VARIANTS[variant](events).check()
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as fault:
        return [f"a value that no log may have: {type(fault).__name__}: {fault}"]
    except Violation as fault:
        return [str(fault)]
