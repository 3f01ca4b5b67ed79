"""Totals equal those of PyMahjongGB 1.4.0, an independent calculator, on random hands of all shapes."""

import random

from mjsim.rules.guobiao.explain import fan_of_tiles
from mjsim.rules.guobiao.fan_table import FANS
from tests.guobiao.hands import random_win, reference_fan

SEED = 20261130
N_HANDS = 20_000
#: Fan that the reference does not have (those of Lianzhong too), and flowers, which are counted elsewhere.
NOT_COMPARED = {"花牌", "听", "258将", "四方大发", "天和", "地和", "人和"}


def test_totals_of_random_hands():
    rng = random.Random(SEED)
    seen: set[str] = set()
    differences = []
    incomplete = 0
    for _ in range(N_HANDS):
        win = random_win(rng)
        total, fan = fan_of_tiles(
            win.hand,
            win.melds,
            win.tile,
            how=win.how,
            seat_wind=win.seat_wind,
            round_wind=win.round_wind,
            options={"knitted_body_wait": 1},
        )
        expected = reference_fan(win)
        incomplete += expected < 0
        seen.update(name for name, _, _, _ in fan)
        if total != expected:
            differences.append((win, expected, total, fan))
    assert differences == []
    assert incomplete > N_HANDS // 50
    assert {fan.name for fan in FANS} - NOT_COMPARED <= seen
