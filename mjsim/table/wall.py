"""The wall: shuffling, dice, what is left, and where the next tile comes from.

The linear wall of the rule texts is ``game.wall``: draws take from ``head`` on, kong and flower replacements
from ``tail`` backwards. With per-seat walls each seat owns a quarter and takes every tile from its front.
"""

from mjsim.jit import njit
from mjsim.jit.hooks import hook
from mjsim.table import rng as random
from mjsim.table.flow import BY_DICE, LARGER_AND_SMALLER, SKIPPED, SUM
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
    game.n_dice = rules.flow[0].n_dice if rules.flow[0].dealing != SKIPPED else 0
    for i in range(game.n_dice):
        game.dice[i] = 1 + random.below(s.rng, 0, 6)
    break_wall(rules, s)
    game.head = 0
    game.tail = n
    for seat in range(4):
        game.seat_head[seat] = seat * (n // 4)


@njit
def break_wall(rules, s):
    """Note where the dice break the wall (``game.broken``, ``game.skipped``), and turn it when they are to turn it.

    A wall of ``n_wall / 8`` stacks stands before each seat. Tiles are taken clockwise: from the right end of a wall
    to its left end, then from the wall of the seat before. When the walls were shuffled as they stand,
    ``game.wall`` begins at the right end of seat 0's.
    """
    game = s.game[0]
    game.broken = -1
    game.skipped = 0
    if game.n_dice == 0 or rules.flow[0].per_seat:
        return
    stacks = game.n_wall // 8
    total = 0
    for i in range(game.n_dice):
        total += game.dice[i]
    count = total
    skipped = total
    if rules.flow[0].dice_rule == LARGER_AND_SMALLER:
        count = max(game.dice[0], game.dice[1])
        skipped = min(game.dice[0], game.dice[1])
    elif rules.flow[0].dice_rule != SUM:
        count = game.dice[0] + game.dice[1]
        skipped = stacks - total  # below zero: in the wall of the seat after
    seat = (s.public[0].dealer + count - 1) & 3
    game.broken = seat
    game.skipped = skipped
    if rules.flow[0].dealing == BY_DICE:
        first = (((-seat) & 3) * 2 * stacks + 2 * skipped + game.n_wall) % game.n_wall
        reverse(game.wall, 0, first)
        reverse(game.wall, first, game.n_wall)
        reverse(game.wall, 0, game.n_wall)


@njit
def reverse(tiles, begin, end):
    """Reverse ``tiles[begin:end]`` in place."""
    end -= 1
    while begin < end:
        tile = tiles[begin]
        tiles[begin] = tiles[end]
        tiles[end] = tile
        begin += 1
        end -= 1


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
