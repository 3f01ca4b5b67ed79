"""The house rules of Guiyang."""

from mjsim.rules.options import Option
from mjsim.rules.shared import base_point, draw_dealer, multi_win, pass_hu_lock


def _hand_option(name: str, units: int, doc: str) -> Option:
    return Option(name, units, doc, low=0, unit="units", source="5, ruling 3")


OPTIONS = (
    base_point("1"),
    _hand_option("u_pinghu", 1, "平胡: four sets and a pair"),
    _hand_option("u_daduizi", 5, "大对子: four triplets or kongs and a pair"),
    _hand_option("u_qidui", 10, "七对: seven pairs"),
    _hand_option("u_longqidui", 20, "龙七对: seven pairs with four equal tiles"),
    _hand_option("u_qingyise", 10, "清一色: four sets and a pair in one suit"),
    _hand_option("u_qingdadui", 15, "清大对: 大对子 in one suit"),
    _hand_option("u_qingqidui", 20, "清七对: 七对 in one suit"),
    _hand_option("u_qinglongbei", 30, "青龙背: 龙七对 in one suit"),
    Option(
        "u_gangkai", 1, "杠上花: added for a win on a kong's replacement", low=0, unit="units", source="5"
    ),
    Option("bean_men", 2, "闷豆 (concealed kong): from each other player", low=0, unit="units", source="7"),
    Option("bean_zhuan", 3, "转弯豆 (added kong): from each other player", low=0, unit="units", source="7"),
    Option(
        "bean_dian", 1, "点豆 (direct kong): from who discarded the tile", low=0, unit="units", source="7"
    ),
    Option(
        "lianzhuang",
        "add",
        "连庄: k - 1 added when the dealer wins his k-th game in a row",
        "choice",
        ("add", "off"),
        source="5, ruling 2",
    ),
    Option(
        "pinghu_hot_discard",
        True,
        "平胡 wins on hot discards and robbed kongs also without an own kong",
        "bool",
        source="5, ruling 1",
    ),
    multi_win("4, ruling 10"),
    Option("rob_kong", True, "an added kong may be robbed", "bool", source="4, ruling 10"),
    Option("rob_voids_beans", True, "a robbed player loses all his beans", "bool", source="7"),
    Option(
        "beans_need_ready", True, "only winners and ready players collect beans", "bool", source="7, ruling 8"
    ),
    Option("beans_on_draw", False, "beans are paid after a drawn game too", "bool", source="7, ruling 9"),
    draw_dealer("2"),
    Option(
        "draw_check_ready",
        False,
        "查叫: after a drawn game who is not ready pays each ready player his best hand",
        "bool",
        source="8",
    ),
    Option(
        "long_needs_winning_tile",
        False,
        "龙七对 and 青龙背 only when the winning tile is one of the four",
        "bool",
        source="ruling 5",
    ),
    pass_hu_lock("4"),
)
