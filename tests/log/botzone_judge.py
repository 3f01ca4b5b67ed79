"""A judge for the Botzone format, written from the description of the format alone: it replays ``log`` and
``initdata`` and says how the game ended. Fan are counted by PyMahjongGB."""

from collections import Counter

from MahjongGB import MahjongFanCalculator


class Illegal(Exception):
    """A response that the rules do not allow (the real judge fines it)."""


class Judge:
    def __init__(self, given):
        tiles = given["initdata"]["walltiles"].split(" ")
        quarter = len(tiles) // 4
        self.walls = [tiles[p * quarter : (p + 1) * quarter] for p in range(4)]
        self.quan = given["initdata"]["quan"]
        self.hands = [[], [], [], []]
        self.flowers = [[], [], [], []]
        self.packs = [[], [], [], []]  # type, tile, supplier (for CHI: which of the three was claimed)
        self.shown = Counter()
        self.requests = given["log"][0::2]
        self.answers = given["log"][1::2]
        assert len(self.requests) == len(self.answers)
        self.step = 0
        self.fan = ()

    def ask(self, expected):
        """The answers to the next request, which must be as ``expected`` (text for all, or by player)."""
        if self.step == len(self.answers):
            raise EOFError
        said, answers = self.requests[self.step], self.answers[self.step]
        self.step += 1
        texts = expected if isinstance(expected, list) else [expected] * 4
        if said:  # may be {}
            assert said == {"command": "request", "content": {str(p): texts[p] for p in range(4)}}
        assert all(answers[str(p)]["verdict"] == "OK" for p in range(4))
        return [answers[str(p)]["response"] for p in range(4)]

    def all_pass(self, responses, but=None):
        if any(text != "PASS" for p, text in enumerate(responses) if p != but):
            raise Illegal(responses)

    def run(self):
        """{"action", "player", "fanCnt", "score"} of the finished game; EOFError when the log is too short."""
        self.all_pass(self.ask([f"0 {p} {self.quan}" for p in range(4)]))
        for p in range(4):
            while len(self.hands[p]) < 13:
                tile = self.walls[p].pop()
                (self.flowers if tile[0] == "H" else self.hands)[p].append(tile)
        counts = " ".join(str(len(f)) for f in self.flowers)
        self.all_pass(self.ask([" ".join(["1", counts, *self.hands[p], *self.flowers[p]]) for p in range(4)]))
        result = self.turn(0, kong=False)
        while isinstance(result, tuple):
            result = self.turn(*result)
        assert self.step == len(self.answers), "answers after the end of the game"
        return result

    def last(self, player):
        return not self.walls[(player + 1) % 4]

    def turn(self, player, kong):
        """A draw and what comes of it: the result, or who draws next and whether after a kong."""
        if not self.walls[player]:
            return {"action": "HUANG", "score": [0, 0, 0, 0]}
        tile = self.walls[player].pop()
        if tile[0] == "H":
            self.flowers[player].append(tile)
            self.all_pass(self.ask(f"3 {player} BUHUA {tile}"))
            return player, False
        responses = self.ask([f"2 {tile}" if p == player else f"3 {player} DRAW" for p in range(4)])
        self.all_pass(responses, player)
        word, *rest = responses[player].split(" ")
        if word == "HU":
            return self.win(player, None, tile, kong)
        self.hands[player].append(tile)
        if word == "PLAY":
            (played,) = rest
            self.take(player, [played])
            return self.discarded(player, f"PLAY {played}", played)
        (kong_tile,) = rest
        if self.last(player) or not self.walls[player]:
            raise Illegal("kong after the last tile")
        if word == "GANG":
            self.take(player, [kong_tile] * 4)
            self.packs[player].append(("GANG", kong_tile, player))
            self.all_pass(self.ask(f"3 {player} GANG"))
            return player, True
        assert word == "BUGANG"
        self.take(player, [kong_tile])
        (old,) = [i for i, pack in enumerate(self.packs[player]) if pack[:2] == ("PENG", kong_tile)]
        self.packs[player][old] = ("GANG", kong_tile, self.packs[player][old][2])
        self.shown[kong_tile] = 4
        responses = self.ask(f"3 {player} BUGANG {kong_tile}")
        for k in (1, 2, 3):
            if responses[(player + k) % 4] == "HU":
                return self.win((player + k) % 4, player, kong_tile, True)
        self.all_pass(responses)
        return player, True

    def discarded(self, player, how, tile):
        """Everybody's answers to a discard that came ``how``, such as ``PENG W5``."""
        while True:
            responses = self.ask(f"3 {player} {how}")
            assert responses[player] == "PASS"
            for k in (1, 2, 3):
                if responses[(player + k) % 4] == "HU":
                    return self.win((player + k) % 4, player, tile, False)
            claims = [(p, text.split(" ")) for p, text in enumerate(responses) if text != "PASS"]
            if not claims:
                self.shown[tile] += 1
                return (player + 1) % 4, False
            if self.last(player):
                raise Illegal("claim of the last discard")
            ((claimer, (word, *rest)),) = claims
            if word == "GANG":
                if not self.walls[claimer]:
                    raise Illegal("kong without a tile to draw")
                self.take(claimer, [tile] * 3)
                self.shown[tile] = 4
                self.packs[claimer].append(("GANG", tile, player))
                self.all_pass(self.ask(f"3 {claimer} GANG"))
                return claimer, True
            if word == "PENG":
                self.take(claimer, [tile] * 2)
                self.shown[tile] += 3
                self.packs[claimer].append(("PENG", tile, player))
            else:
                assert word == "CHI"
                assert claimer == (player + 1) % 4
                middle = rest[0]
                three = [f"{middle[0]}{int(middle[1]) + d}" for d in (-1, 0, 1)]
                self.packs[claimer].append(("CHI", middle, three.index(tile) + 1))
                self.shown.update(three)
                three.remove(tile)
                self.take(claimer, three)
            self.take(claimer, [rest[-1]])
            player, how, tile = claimer, " ".join([word, *rest]), rest[-1]

    def take(self, player, tiles):
        for tile in tiles:
            if tile not in self.hands[player]:
                raise Illegal(f"player {player} does not hold {tile}")
            self.hands[player].remove(tile)

    def win(self, player, source, tile, kong):
        turn = player if source is None else source
        packs = tuple(
            (kind, at, supplier if kind == "CHI" else (player - supplier) % 4)
            for kind, at, supplier in self.packs[player]
        )
        self.fan = MahjongFanCalculator(
            pack=packs,
            hand=tuple(self.hands[player]),
            winTile=tile,
            flowerCount=len(self.flowers[player]),
            isSelfDrawn=source is None,
            is4thTile=self.shown[tile] == 3,
            isAboutKong=kong,
            isWallLast=self.last(turn),
            seatWind=player,
            prevalentWind=self.quan,
            verbose=True,
        )
        fan = sum(value * times for value, times, _, _ in self.fan)
        if fan < 8 + len(self.flowers[player]):
            raise Illegal(f"false win of player {player}: {self.fan}")
        score = [-8 - (fan if source in (None, p) else 0) for p in range(4)]
        score[player] = -sum(score[:player] + score[player + 1 :])
        return {"action": "HU", "player": player, "fanCnt": fan, "score": score}
