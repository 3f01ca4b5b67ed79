"""The reserved stacks at the tail of the wall: kong replacements, treasure (宝), distribution tiles (分张).

Places are counted from the end of the wall: 1 is the very last tile, the lower one of the last stack. The
indicator stands in the scratch record, hidden from the players. Who may look at it finds the treasure kinds in
``public.treasure`` or, with `bao_visibility = ready_only`, in the note of the own seat.
"""

import numpy as np

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.rules.suihua.hand import ZHONG
from mjsim.rules.suihua.options import VISIBLE_TO_ALL, WRAP, ZHONG_ALONE
from mjsim.table import record_event as event
from mjsim.table.sample import draw_kind
from mjsim.table.state import ADDED_KONG, CONCEALED_KONG, KONG, N_KINDS

WORK = np.dtype(
    [
        ("indicator", "i8"),  # the one in force
        ("turned", "i8"),  # places in INDICATORS used up
    ],
    align=True,
)
KNOWN = 0  # place in the note of a seat: the treasure kinds that a ready player alone may look at
# Upper and lower tile of stacks 1, 2, 3, then the lower one of stack 4 while it is not turned.
REPLACEMENTS = np.array([2, 1, 4, 3, 6, 5, 7])
LOWER_4 = 6  # its place in REPLACEMENTS
# Upper and lower tile of stacks 4, 5, 6.
INDICATORS = np.array([8, 7, 10, 9, 12, 11])
# Upper and lower tile of stack 6, then of stack 5; and where in INDICATORS each of them stands.
DISTRIBUTION = np.array([12, 11, 10, 9])
AS_INDICATOR = np.array([4, 5, 2, 3])


@njit
def suihua_setup(rules, tables, s):
    """Hook ``setup``: no treasure yet."""
    s.work[0].turned = 0


@njit
def suihua_can_replace(rules, s, seat):
    """Hook ``can_replace``: six tiles, and the lower one of stack 4 unless the treasure has changed (3.6)."""
    taken = s.game[0].replacements
    return taken < LOWER_4 or (taken == LOWER_4 and s.work[0].turned < 2)


@njit
def kongs_made(s):
    """Kongs on the table: the replacements taken, and one more while that of the last kong is still owed."""
    n = 0
    for seat in range(4):
        for i in range(s.seats[seat].n_melds):
            kind = s.seats[seat].meld_kind[i]
            n += kind == KONG or kind == ADDED_KONG or kind == CONCEALED_KONG
    return n


@njit
def suihua_take_replacement(rules, s, seat):
    """Hook ``take_replacement``: a kong that was made has its tile even if it has changed the treasure."""
    if not suihua_can_replace(rules, s, seat) and kongs_made(s) <= s.game[0].replacements:
        return -1
    return int(s.game[0].wall[s.game[0].n_wall - REPLACEMENTS[s.game[0].replacements]])


@njit
def suihua_take_sea(rules, s):
    """Hook ``take_sea``: the next distribution tile that was not turned as an indicator, -1 when none is left."""
    skip = s.game[0].sea_drawn
    for i in range(4):
        if AS_INDICATOR[i] >= s.work[0].turned:
            if skip == 0:
                return int(s.game[0].wall[s.game[0].n_wall - DISTRIBUTION[i]])
            skip -= 1
    return -1


@njit
def kind_after(rules, indicator):
    """The kind that is treasure besides that of the indicator, -1 for none (7.1)."""
    o = rules.options[0]
    if indicator == ZHONG:
        return -1 if o.bao_after_zhong == ZHONG_ALONE else 0
    if indicator % 9 < 8:
        return indicator + 1
    return indicator - 8 if o.bao_after_9 == WRAP else -1


@njit
def treasure_of(rules, indicator):
    """Mask of the kinds that ``indicator`` makes treasure."""
    second = kind_after(rules, indicator)
    return 1 << indicator | (1 << second if second >= 0 else 0)


@njit
def treasure_kinds(rules, s):
    """Mask of the kinds that are treasure now, 0 before the first declaration."""
    return treasure_of(rules, s.work[0].indicator) if s.work[0].turned else 0


@njit
def publish(rules, s):
    """Show the treasure to those who may look at it."""
    pub = s.public[0]
    if rules.options[0].bao_visibility == VISIBLE_TO_ALL:
        pub.treasure = treasure_kinds(rules, s)
        pub.indicator = s.work[0].indicator
    for seat in range(4):
        if s.seats[seat].ready:
            s.seats[seat].note[KNOWN] = treasure_kinds(rules, s)


@njit
def turn_indicator(rules, s):
    """Show the next indicator; False when none is left and the treasure stays."""
    work = s.work[0]
    if work.turned == 1 and max(s.game[0].replacements, kongs_made(s)) > LOWER_4:
        work.turned = 2  # the lower tile of stack 4 went to a kong, or is owed to one (ruling 14)
    if work.turned == len(INDICATORS):
        return False
    indicator = int(s.game[0].wall[s.game[0].n_wall - INDICATORS[work.turned]])
    work.turned += 1
    work.indicator = indicator
    s.public[0].n_indicators += 1
    publish(rules, s)
    event.record(s, event.TREASURE, -1, indicator, indicator, kind_after(rules, indicator))
    return True


@njit
def all_shown(rules, s):
    """Whether all treasure tiles but the indicator lie face up (7.6)."""
    missing = -1  # the indicator
    kinds = treasure_kinds(rules, s)
    left = kinds
    while left:
        missing += 4 - int(s.public[0].seen[lowest(left)])
        left &= left - 1
    if rules.options[0].akong_counts_for_bao_change:
        for seat in range(4):
            for i in range(s.seats[seat].n_melds):
                if s.seats[seat].meld_kind[i] == CONCEALED_KONG:
                    missing -= 4 * (kinds >> s.seats[seat].meld_tile[i] & 1)
    return missing == 0


@njit
def suihua_after_ready(rules, s, seat):
    """Hook ``after_ready``: the first declaration of the game turns the first indicator."""
    if s.work[0].turned == 0:
        turn_indicator(rules, s)
    else:
        s.seats[seat].note[KNOWN] = treasure_kinds(rules, s)


@njit
def suihua_after_shown(rules, s):
    """Hook ``after_shown``: change the treasure (换宝) as often as all of it lies face up."""
    if s.work[0].turned:
        while all_shown(rules, s) and turn_indicator(rules, s):
            pass


@njit
def knows_indicator(s, seat):
    """Whether ``seat`` may look at the indicator in force."""
    return s.public[0].indicator >= 0 or s.seats[seat].note[KNOWN] != 0


@njit
def suihua_also_seen(rules, s, seat):
    """Hook ``also_seen``: the indicator in force, for those who may look at it."""
    if s.work[0].turned and knows_indicator(s, seat):
        s.game[0].pool[s.work[0].indicator] -= 1


@njit
def suihua_is_hidden(rules, s, place):
    """Hook ``is_hidden``: all but what was drawn, replaced a kong's tile, or was turned."""
    game = s.game[0]
    from_end = game.n_wall - place
    for i in range(game.replacements):
        if REPLACEMENTS[i] == from_end:
            return False
    if s.work[0].turned and INDICATORS[s.work[0].turned - 1] == from_end:
        return False
    return place >= game.head


@njit
def suihua_after_hiding(rules, s, seat):
    """Hook ``after_hiding``: an indicator that ``seat`` may not look at is any tile that is left."""
    work = s.work[0]
    if not work.turned:
        return
    if not knows_indicator(s, seat):
        tile = draw_kind(s, s.rng[seat : seat + 1], N_KINDS, 1)
        if tile >= 0:
            work.indicator = tile
            s.game[0].wall[s.game[0].n_wall - INDICATORS[work.turned - 1]] = tile
    publish(rules, s)
