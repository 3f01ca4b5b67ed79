"""The wall: shuffling, dice, what is left, and where the next tile comes from.

The linear wall of the rule texts is ``game.wall``: draws take from ``head`` on, kong and flower replacements
from ``tail`` backwards. With per-seat walls each seat owns a quarter and takes every tile from its front.
"""

from mjsim.jit import njit
from mjsim.jit.hooks import hook
from mjsim.table import rng as random
from mjsim.table.state import N_KINDS


@njit
def build_wall(rules, s):
    """Shuffle the variant's tiles into ``game.wall`` and throw the dice, from the wall's own streams."""
    game = s.game[0]
    n = 0
    for tile in range(N_KINDS):
        if rules.flow[0].kinds >> tile & 1:
            for _ in range(4):
                game.wall[n] = tile
                n += 1
    if rules.flow[0].flowers:
        for i in range(8):
            game.wall[n] = N_KINDS + i
            n += 1
    game.n_wall = n
    s.rng[0] = random.stream(game.seed, game.wall_id, random.WALL)
    random.shuffle(game.wall, n, s.rng, 0)
    s.rng[0] = random.stream(game.seed, game.wall_id, random.DICE)
    game.n_dice = rules.flow[0].n_dice
    for i in range(game.n_dice):
        game.dice[i] = 1 + random.below(s.rng, 0, 6)
    game.head = 0
    game.tail = n
    for seat in range(4):
        game.seat_head[seat] = seat * (n // 4)


@njit
def quarter_left(s, seat):
    """Tiles left in the quarter of ``seat`` (per-seat walls)."""
    return (seat + 1) * (s.game[0].n_wall // 4) - s.game[0].seat_head[seat]


@njit
def count_left(rules, s):
    """Tiles that can still be drawn in ordinary play, written to ``public.wall_left``."""
    if rules.flow[0].per_seat:
        left = 0
        for seat in range(4):
            left += quarter_left(s, seat)
    else:
        left = max(0, s.game[0].tail - s.game[0].head - rules.flow[0].reserve)
    s.public[0].wall_left = left


@njit
def is_last(rules, s, seat):
    """Whether nobody can draw after ``seat``: the wall is empty, or the next seat's own quarter is."""
    if rules.flow[0].per_seat:
        return quarter_left(s, (seat + 1) & 3) == 0
    return s.public[0].wall_left == 0


@njit
def take_front(rules, s, seat):
    """The next tile of an ordinary draw by ``seat``; -1 when there is none."""
    game = s.game[0]
    if rules.flow[0].per_seat:
        if quarter_left(s, seat) == 0:
            return -1
        tile = int(game.wall[game.seat_head[seat]])
        game.seat_head[seat] += 1
    else:
        if s.public[0].wall_left == 0:
            return -1
        tile = int(game.wall[game.head])
        game.head += 1
    count_left(rules, s)
    return tile


@hook
def take_replacement(rules, s, seat):
    """The replacement tile for a kong or a flower of ``seat``, -1 when there is none: from the tail."""
    game = s.game[0]
    if rules.flow[0].per_seat:
        return take_front(rules, s, seat)
    if s.public[0].wall_left == 0:
        return -1
    game.tail -= 1
    count_left(rules, s)
    return int(game.wall[game.tail])


@hook
def can_replace(rules, s, seat):
    """Whether a replacement tile is left, so that ``seat`` may make a kong."""
    if rules.flow[0].per_seat:
        return quarter_left(s, seat) > 0 and not is_last(rules, s, s.game[0].turn)
    return s.public[0].wall_left > 0


@hook
def take_sea(rules, s):
    """The next sea-bottom or distribution tile, -1 when there is none: from the front of what is left."""
    game = s.game[0]
    if game.head >= game.tail:
        return -1
    game.head += 1
    return int(game.wall[game.head - 1])
