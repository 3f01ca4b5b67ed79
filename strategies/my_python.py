"""A strategy as a plain Python class, asked one decision at a time. Copy this file and change it."""

from mjsim.strategy import PASS, Param, Strategy, distance


class MyPython(Strategy):
    """Discards what leaves the hand nearest to four sets and a pair; prefers tiles that are still to come."""

    PARAMS = (Param("pong", True, "claim a pong that brings the hand nearer"),)

    def decide(self, view):
        win = view.find("win")
        if win:
            return win
        if view.phase == "turn":
            return self.discard(view)
        pong = view.find("pong")
        if pong and self.params["pong"] and self.nearer(view, pong.tile):
            return pong
        return view.find("pass") or PASS

    def discard(self, view):
        """The discard with the least distance; of equal ones the tile with the fewest neighbours unseen."""
        discards = [action for action in view.legal if action.kind == "discard"]
        if not discards:
            return view.legal[0]
        melds = len(view.melds[view.seat])

        def cost(action):
            counts = list(view.counts)
            counts[action.tile] -= 1
            return distance(counts, melds), self.use(view, action.tile), action.tile

        return min(discards, key=cost)

    @staticmethod
    def use(view, tile):
        """How many unseen tiles would go with this one."""
        near = (
            [tile] if tile >= 27 else [t for t in range(tile - 2, tile + 3) if t >= 0 and t // 9 == tile // 9]
        )
        return sum(view.unseen[t] for t in near)

    @staticmethod
    def nearer(view, tile):
        """Whether a pong of ``tile`` brings the hand nearer."""
        melds = len(view.melds[view.seat])
        counts = list(view.counts)
        counts[tile] -= 2
        return distance(counts, melds + 1) < distance(view.counts, melds)
