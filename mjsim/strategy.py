"""For strategies of your own: everything that a file with one needs (docs/strategies.md).

from mjsim.strategy import Strategy

class First(Strategy):
    def decide(self, view):
        return view.legal[0]
"""

from mjsim.players.own.base import Batch, BatchStrategy, Param, Strategy, native
from mjsim.players.own.distance import distance
from mjsim.players.own.view import ACTIONS, PASS, TILE, Action, Knowledge, Tile, UseProp, View
from mjsim.tiles import Meld, format_tiles, parse_tile, parse_tiles

__all__ = [
    "ACTIONS",
    "PASS",
    "TILE",
    "Action",
    "Batch",
    "BatchStrategy",
    "Knowledge",
    "Meld",
    "Param",
    "Strategy",
    "Tile",
    "UseProp",
    "View",
    "distance",
    "format_tiles",
    "native",
    "parse_tile",
    "parse_tiles",
]
