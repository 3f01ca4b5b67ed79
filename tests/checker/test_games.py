"""Games of every variant are legal by its rule text, with and without house rules."""

import random

import pytest

from mjsim.rules import variant as variants

from .check import check_game
from .played import played_games
from .test_checker import mutations

GAMES = 200
HOUSE_GAMES = 60
CHANGES = 150
MAY_BE_LEGAL = ("{'event': 'discard'", "without {'event': 'pass'", "{'event': 'chi'")
"""Another held tile may be discarded, a pass below the claim that came true need not be on record, and a chi
may have left it open whether its player would declare."""
STRATEGIES = [("random",), ("efficiency", "value")]
HOUSE_RULES = [
    ("guobiao", {"wall_mode": "per_seat"}),
    ("guobiao", {"flowers": False, "min_fan": 1, "dealer_rotation": "on_loss", "multi_win": True}),
    ("guobiao", {"flower_order": "seat", "knitted_body_wait": "count", "base_points": 4, "dice": 2}),
    ("guobiao_popular", {"wall_mode": "per_seat", "min_fan": 2}),
    ("lianzhong", {"earthly_seats": "all", "multi_win": True, "min_fan": 1}),
    ("fuyang", {"kong_points": "all", "seven_pairs": True, "rob_unrestricted": False, "draw_dealer": "pass"}),
    ("fuyang", {"kong_points": "winner_only", "pass_hu_lock": True, "pass_pong_lock": True}),
    ("fuyang", {"multi_win": "first", "discard_min": 4, "base_point": 3, "units_selfdraw": 8}),
    ("fuyang", {"bao_gang": True, "base_point": 2}),
    ("fuyang_tangrenyou", {"allow_discard_win": True, "multi_rob": False, "kong_points": "all"}),
    ("fuyang_tangrenyou", {"pass_pong_lock": False, "rob_unrestricted": False, "seven_pairs": True}),
    ("guiyang", {"lianzhuang": "off", "multi_win": "first", "pinghu_hot_discard": False}),
    ("guiyang", {"beans_need_ready": False, "rob_voids_beans": False, "beans_on_draw": True}),
    ("guiyang", {"long_needs_winning_tile": True, "pass_hu_lock": True, "rob_kong": False, "base_point": 2}),
    ("guiyang", {"draw_check_ready": True, "long_needs_winning_tile": True, "draw_dealer": "pass"}),
    (
        "guiyang",
        {"u_pinghu": 12, "u_daduizi": 16, "u_qidui": 21, "u_longqidui": 31, "draw_check_ready": True},
    ),
    ("linfen", {"profile": "seed_minimal"}),
    ("linfen", {"profile": "seed_minimal", "min_fan": 1, "seven_pairs": True, "fan_qidui": 2}),
    ("linfen", {"ting_discard": "normal", "kong_after_ting": "never", "draw_dealer": "stay"}),
    ("linfen", {"min_counts": "zui", "dealer_bonus": 2, "cap": "none", "win_base": 1}),
    ("linfen", {"kong_counts_for_min": True, "seven_pairs": False, "min_fan": 2, "base_point": 2}),
    ("wuhan", {"open_mode": "koukou", "laizi_kong_factor": 4, "multi_win_order": "from_discarder"}),
    ("wuhan", {"small_max_laizi": 2, "big_max_laizi": 2, "qqr_selfdraw": True, "qqr_pair_258": False}),
    ("wuhan", {"small_max_laizi": 2, "big_max_laizi": 1, "draw_check_ready": True, "cap": 20}),
    ("wuhan", {"small_max_laizi": 4, "big_max_laizi": 0, "draw_check_ready": True, "base_point": 3}),
    ("wuhan", {"cap": 300, "min_total": 16, "liability_qing": False, "gangkai_selfdraw_factor": False}),
    ("wuhan", {"akong_factor": 2, "rob_discard_factor": False, "liability_rob": False, "dice": 2}),
    ("suihua", {"bao_after_9": "none", "bao_after_zhong": "1m", "discarded_bao_win": "natural"}),
    ("suihua", {"bkd_multi_wait": False, "dafeng_include_pong": True, "menting_allows_akong": False}),
    ("suihua", {"deal_order": "clockwise", "bao_visibility": "ready_only", "pass_hu_lock": True}),
    ("suihua", {"akong_counts_for_bao_change": True, "forbid_fourth_meld": False, "f_mobao": 3}),
]


def violations(variant, strategies, n_games, options=None):
    """Number of the game and faults, of those games that have any."""
    games = played_games(variant, strategies, range(n_games), options)
    return [(number, faults) for number, events in enumerate(games) if (faults := check_game(events))]


@pytest.mark.parametrize("strategies", STRATEGIES, ids="+".join)
@pytest.mark.parametrize("variant", variants.names())
def test_games_are_legal(variant, strategies):
    assert violations(variant, strategies, GAMES) == []


@pytest.mark.parametrize(("variant", "options"), HOUSE_RULES)
def test_games_by_house_rules_are_legal(variant, options):
    strategies = ("efficiency", "random", "efficiency", "random")
    assert violations(variant, strategies, HOUSE_GAMES, options) == []


@pytest.mark.parametrize("variant", variants.names())
def test_every_change_of_a_played_game_is_caught(variant):
    games = list(played_games(variant, ("efficiency",), range(4)))
    changes = [
        (what, log) for game in games for what, log in mutations(game) if not what.startswith(MAY_BE_LEGAL)
    ]
    missed = [what for what, log in random.Random(1).sample(changes, CHANGES) if not check_game(log)]
    assert missed == []
