"""A case laid out on a table, as the kernels want it."""

from mjsim.score.case import Case, CaseError
from mjsim.score.circumstances import FLAGS
from mjsim.table.state import (
    CLAIM,
    EMPTY_WORK,
    FROM_DEAL,
    FROM_KONG,
    FROM_SEA,
    FROM_WALL,
    LAST_OF_KIND,
    ROB,
    ROB_KONG,
    SELF_DRAW,
    TURN,
    State,
    new_state,
)
from mjsim.tiles import CONCEALED_KONG, KINDS, format_tile

# A moment in the middle of a game: what a case does not mention (an early win, ...) is not true of it.
_DRAWS, _TURNS, _LEFT = 40, 10, 30


def lay_out(case: Case, state: State) -> None:
    """Fill the cleared table ``state``; hands as counts only, see :func:`mjsim.score.judge.judge`.

    Raises :class:`~mjsim.score.case.CaseError` for laid tiles that the variant does not lay aside.
    """
    game, pub = state.game[0], state.public[0]
    pub.dealer = case.dealer
    pub.dealer_streak = case.dealer_streak
    pub.round_wind = case.round_wind
    pub.wild = case.wild
    pub.draws = pub.discards = _DRAWS
    pub.n_indicators = len(case.treasure_indicators)
    if case.treasure_indicators:
        pub.indicator = case.treasure_indicators[-1]
    for tile in case.seen or []:
        pub.seen[tile] += 1
    if case.source >= 0:
        pub.last_tile = case.tile
        pub.last_seat = case.source
    told = set(case.circumstances)
    pub.wall_left = 0 if told & {"last_draw", "last_discard", "sea_bottom"} else _LEFT
    game.turn = case.source if case.source >= 0 else case.winners[0]
    game.phase = {"self_draw": TURN, "discard": CLAIM, "rob_kong": ROB}[case.by]
    game.hot = int("hot_discard" in told)
    game.source = FROM_WALL
    for name, source in (("kong_draw", FROM_KONG), ("sea_bottom", FROM_SEA), ("heavenly", FROM_DEAL)):
        if name in told:
            game.source = source
    for i in range(4):
        _seat(case, state, i)
    if case.variant.prepare_case:
        case.variant.prepare_case(state, case)
    for i, seat in enumerate(case.seats):
        for tile in seat.laid:
            if not int(pub.lay_mask) >> tile & 1:
                raise CaseError(f"seats[{i}].laid: {format_tile(tile)} is not laid aside in this game")


def _seat(case: Case, state: State, i: int) -> None:
    given, me = case.seats[i], state.seats[i]
    me.turns = _TURNS
    me.ready = int(given.ready)
    me.pushed = given.pushed
    me.n_melds = len(given.melds)
    for k, meld in enumerate(given.melds):
        me.meld_kind[k] = meld.kind
        me.meld_tile[k] = meld.tile
        me.meld_from[k] = meld.source
        me.meld_claimed[k] = meld.claimed
    for tile in given.hand or []:
        me.hand[tile] += 1
    for tile in given.laid:
        me.laid[tile] += 1
    for tile in given.flowers:
        me.flowers |= 1 << (tile - KINDS)


def flags(case: Case) -> int:
    """The circumstances of the case as bits.

    Where ``seen`` is given, 和绝张 is also true when it and the open melds show the three other copies.
    """
    how = {"self_draw": SELF_DRAW, "discard": 0, "rob_kong": ROB_KONG}[case.by]
    for name in case.circumstances:
        how |= FLAGS[name]
    if case.seen is not None and case.by != "rob_kong" and "last_of_kind" in case.variant.circumstances:
        others = case.seen.count(case.tile) + sum(
            meld.tiles.count(case.tile)
            for seat in case.seats
            for meld in seat.melds
            if meld.kind != CONCEALED_KONG or case.rules.flow[0].akong_visible
        )
        if others == 3:
            how |= LAST_OF_KIND
    return how


def empty_table(case: Case) -> State:
    """A new table for the variant of ``case``, not yet cleared."""
    return new_state(case.variant.work if case.variant.work is not None else EMPTY_WORK)
