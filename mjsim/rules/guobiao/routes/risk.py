"""What is at stake: a win brings 8 points from all and its fan; dealing in costs its fan, the 8 all pay anyway."""

from mjsim.jit import njit
from mjsim.jit.bits import popcount
from mjsim.rules.guobiao.routes.notes import PAYERS

TYPICAL_MORE = 4.5  # fan that a win has beyond the minimum, flowers aside
FLUSH = (1.0, 1.0, 1.2, 1.7, 2.5)  # times so much with so many melds in one suit and none in another


@njit
def guobiao_stake(rules, tables, view, seat):
    """What a win typically brings, or the typical fan of a win of another ``seat``: some more than the minimum, much
    more when its melds look like a flush."""
    pub = view.public[0]
    options = rules.options[0]
    if seat == view.ask[0].seat:
        return 3.0 * options.base_points + PAYERS * (TYPICAL_MORE + options.min_fan)
    suits = 0
    in_suits = 0
    for i in range(pub.n_melds[seat]):
        tile = pub.meld_tile[seat, i]
        if 0 <= tile < 27:
            suits |= 1 << tile // 9
            in_suits += 1
    fan = TYPICAL_MORE + options.min_fan
    if popcount(suits) == 1:
        fan *= FLUSH[in_suits]
    return fan + popcount(pub.flowers[seat])


@njit
def guobiao_wariness(rules):
    """Hook: all of it. Hands are dear, and at no lower score every fifth time of dealing in can be avoided."""
    return 1.0
