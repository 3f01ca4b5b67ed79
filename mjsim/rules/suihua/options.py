"""House rules of Suihua mahjong (section 11 of docs/rules/suihua.md)."""

from mjsim.rules.options import Option
from mjsim.rules.shared import pass_hu_lock

# choices as the kernels see them
WRAP = 0  # bao_after_9
ZHONG_ALONE = 0  # bao_after_zhong
VISIBLE_TO_ALL = 0  # bao_visibility
NEVER_WINS = 0  # discarded_bao_win


def _factor(name: str, default: int, doc: str) -> Option:
    return Option(name, default, doc, low=1, high=100, unit="times", source="8")


OPTIONS = (
    Option("base_point", 1, "stake of one unit", low=1, high=100_000, unit="points", source="1"),
    Option(
        "deal_order",
        "counterclockwise",
        "in which direction the players take their dealt tiles from the wall",
        "choice",
        ("counterclockwise", "clockwise"),
        source="3, ruling 1",
    ),
    Option(
        "bao_visibility",
        "all",
        "who may look at the treasure indicator",
        "choice",
        ("all", "ready_only"),
        source="7.2, ruling 2",
    ),
    Option(
        "bao_after_9",
        "wrap",
        "an indicator 9 makes 9 and 1 of its suit treasure, or only 9",
        "choice",
        ("wrap", "none"),
        source="7.1, ruling 4",
    ),
    Option(
        "bao_after_zhong",
        "none",
        "an indicator 中 makes only 中 treasure, or also 1m",
        "choice",
        ("none", "1m"),
        source="7.1, ruling 4",
    ),
    Option(
        "discarded_bao_win",
        "never",
        "a treasure tile that another player discards or adds to a kong wins never, or as the tile it is",
        "choice",
        ("never", "natural"),
        source="7.5, ruling 3",
    ),
    Option(
        "akong_counts_for_bao_change",
        False,
        "treasure tiles in concealed kongs count as shown (换宝)",
        "bool",
        source="7.6",
    ),
    Option(
        "bkd_multi_wait",
        True,
        "边 and 卡 count among several waits; false: 边, 卡, 吊 need a wait for one kind",
        "bool",
        source="6, ruling 5",
    ),
    Option(
        "dafeng_include_pong",
        False,
        "大风 also with the fourth tile of an own pong",
        "bool",
        source="7, ruling 7",
    ),
    Option("menting_allows_akong", True, "闷听 in spite of concealed kongs", "bool", source="5"),
    Option("tianhu_times_dealer", False, "天胡 is doubled for the dealer as well", "bool", source="ruling 8"),
    Option(
        "forbid_fourth_meld",
        True,
        "nobody may make a fourth meld, which would leave fewer than four concealed tiles",
        "bool",
        source="4, ruling 15",
    ),
    pass_hu_lock("ruling 13"),
    _factor("f_dealer", 2, "庄: when the winner or the payer is the dealer"),
    _factor("f_zimo", 2, "自摸: own draw"),
    _factor("f_bkd", 2, "边, 卡, 吊: edge, closed and single wait"),
    _factor("f_menting", 2, "闷听: ready without chi, pong, direct or added kong"),
    _factor("f_push", 2, "推出: a pair pushed"),
    _factor("f_mobao", 4, "摸宝: a treasure drawn, instead of 自摸"),
    _factor("f_bzb", 16, "宝中宝: a treasure drawn that is the tile of an edge, closed or single wait"),
    _factor("f_dafeng_small", 4, "大风: the fourth tile of a triplet as a wild tile"),
    _factor("f_dafeng_big", 16, "大风: the fourth tile in an edge or closed wait"),
    _factor("f_tianhu", 64, "天胡: the dealt hand wins, instead of everything else"),
    _factor("f_discarder_not_ready", 2, "for the discarder or robbed player who has not declared ready"),
)
