"""House rules of Linfen mahjong (section 10 of docs/rules/linfen.md)."""

from typing import Any

from mjsim.rules.options import Option

NO_CAP = 1 << 40


def _fan(name: str, default: int, doc: str) -> Option:
    return Option(name, default, doc, low=0, high=1000, unit="fan", source="7")


def _fans(name: str, default: tuple[int, ...], doc: str) -> Option:
    return Option(name, default, doc, "ints", low=0, high=1000, unit="fan", source="7")


OPTIONS = (
    Option(
        "profile",
        "none",
        "seed_minimal: only what the published part of the rules says; it changes the defaults of other options",
        "choice",
        ("none", "seed_minimal"),
        source="10",
    ),
    Option("base_point", 1, "what one fan is worth", low=1, high=10_000, unit="points", source="8"),
    Option("min_fan", 3, "fan needed to win and to declare", low=0, high=100, unit="fan", source="7"),
    Option(
        "min_counts",
        "all",
        "what counts for the minimum; zui: without 门清, 清一色, 一条龙, and seven pairs always suffice",
        "choice",
        ("all", "zui"),
        source="7",
    ),
    _fan("fan_que1", 1, "缺一门: one suit is absent"),
    _fan("fan_que2", 3, "缺两门: two or three suits are absent"),
    _fan("fan_menqing", 1, "门清: no pong, no direct or added kong"),
    _fan("fan_gujiang", 1, "孤将: the pair is all there is of its suit"),
    _fan("fan_yizhang", 1, "一张赢: only one kind completes the hand"),
    _fans("fan_sanfeng", (1, 3, 10, 50), "one to four 三风 sets"),
    _fans("fan_sanyuan_hand", (1, 7, 50, 50), "one to four 三元 sets, not won with a dragon"),
    _fans("fan_sanyuan_drawn", (2, 10, 50, 50), "one to four 三元 sets, won with a dragon"),
    _fan("fan_qingyise", 10, "清一色: one suit, no honours"),
    _fan("fan_yitiaolong", 10, "一条龙: concealed 123, 456, 789 of one suit"),
    _fan("fan_qinglong", 50, "清龙: 一条龙 in a one-suit hand, instead of both"),
    _fan("fan_qidui", 10, "七小对: seven pairs"),
    _fan("fan_haohua", 25, "豪华七小对: won with a tile of the only four of a kind"),
    _fan("fan_shuanghaohua", 50, "双豪华七小对: the same with several fours of a kind"),
    _fan("fan_qingqidui", 50, "清七对: seven pairs in one suit, instead of the other pairs and 清一色"),
    _fan("fan_ziyise", 50, "字一色: honours only"),
    Option(
        "kong_points",
        (1, 1, 2),
        "points of the winner's direct, added, concealed kongs",
        "ints",
        low=0,
        high=1000,
        unit="fan",
        source="8",
    ),
    Option("kong_scope", "winner", "whose kongs are paid", "choice", ("winner",), source="8"),
    Option("kong_counts_for_min", False, "kong points count for the minimum", "bool", source="9, 12"),
    Option(
        "dealer_bonus",
        1,
        "more from every loser to a winning dealer, and from a losing dealer",
        low=0,
        high=1000,
        unit="fan",
        source="8",
    ),
    Option("cap", 50, "most that one loser pays", low=1, none_value=NO_CAP, unit="fan", source="8"),
    Option(
        "win_base", 0, "added to every win, but not to its total", low=0, high=1000, unit="fan", source="8"
    ),
    Option("seven_pairs", True, "seven pairs win", "bool", source="6"),
    Option(
        "draw_dealer",
        "pass",
        "what happens to the deal after a drawn game",
        "choice",
        ("pass", "stay"),
        source="2",
    ),
    Option(
        "kong_after_ting",
        "same_waits",
        "kongs after declaring: those that leave the waits as they are, or none",
        "choice",
        ("same_waits", "never"),
        source="5",
    ),
    Option(
        "ting_discard",
        "open_unclaimable",
        "the declaring discard: seen by all or face down, claimed by nobody; or an ordinary discard",
        "choice",
        ("open_unclaimable", "hidden_unclaimable", "normal"),
        source="5",
    ),
)

#: Defaults under ``profile = "seed_minimal"``: the five items that the published part names, nothing else.
SEED_DEFAULTS: dict[str, Any] = {
    "fan_que2": 2,
    "fan_sanfeng": [0, 0, 0, 0],
    "fan_sanyuan_hand": [0, 0, 0, 0],
    "fan_sanyuan_drawn": [0, 0, 0, 0],
    "fan_qingyise": 0,
    "fan_yitiaolong": 0,
    "fan_qinglong": 0,
    "fan_qidui": 0,
    "fan_haohua": 0,
    "fan_shuanghaohua": 0,
    "fan_qingqidui": 0,
    "fan_ziyise": 0,
    "kong_points": [0, 0, 0],
    "cap": "none",
    "seven_pairs": False,
}
