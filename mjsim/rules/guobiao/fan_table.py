"""The fan of Guobiao as data: names, values, definitions, and what each fan leaves uncounted (不计).

Numbers 1 to 81 are those of the rule text, which lists the fan from the dearest to the cheapest; additions
of other sources and rooms follow. This module is light: it compiles nothing and imports nothing heavy.

``excludes`` holds the rule text's own "不计" lists, completed by the principle of non-repetition (不重复):
what a fan contains by its very composition is not counted beside it. The fan are taken in the order of
:data:`ORDER`, dearest first, and one that is itself excluded excludes nothing more. So 四暗刻 removes
不求人, and 自摸, which 不求人 would have removed, is counted instead.
"""

from typing import NamedTuple


class Fan(NamedTuple):
    """One fan: its number, Chinese and English standard names, value, definition, excluded numbers."""

    id: int
    name: str
    english: str
    value: int
    definition: str
    excludes: tuple[int, ...] = ()


FANS = (
    Fan(1, "大四喜", "Big Four Winds", 88, "triplets or kongs of all four winds", (38, 48, 60, 61, 73)),
    Fan(2, "大三元", "Big Three Dragons", 88, "triplets or kongs of all three dragons", (54, 59)),
    Fan(3, "绿一色", "All Green", 88, "only 23468 of bamboos and 发", (49, 75)),
    Fan(
        *(4, "九莲宝灯", "Nine Gates", 88),
        "concealed 1112345678999 of one suit, won by any tile of that suit; one 幺九刻 less is counted",
        (22, 56, 62, 75, 76),
    ),
    Fan(5, "四杠", "Four Kongs", 88, "four kongs", (17, 48, 53, 57, 67, 74, 79, 82)),
    Fan(
        *(6, "连七对", "Seven Shifted Pairs", 88),
        "seven pairs of consecutive ranks in one suit",
        (19, 22, 56, 62, 75, 76, 79),
    ),
    Fan(
        *(7, "十三幺", "Thirteen Orphans", 88),
        "one each of the thirteen terminals and honours, and one of them twice",
        (18, 51, 56, 62, 79),
    ),
    Fan(
        *(8, "清幺九", "All Terminals", 64),
        "only ones and nines of the suits",
        (18, 48, 55, 65, 73, 76),
    ),
    Fan(9, "小四喜", "Little Four Winds", 64, "triplets of three winds, a pair of the fourth", (38, 73)),
    Fan(10, "小三元", "Little Three Dragons", 64, "triplets of two dragons, a pair of the third", (54, 59)),
    Fan(11, "字一色", "All Honors", 64, "only winds and dragons", (18, 48, 55, 73, 75)),
    Fan(12, "四暗刻", "Four Concealed Pungs", 64, "four concealed triplets or kongs", (33, 48, 56, 62, 66)),
    Fan(
        *(13, "一色双龙会", "Pure Terminal Chows", 64),
        "two 123, two 789 and the pair of 5 in one suit",
        (19, 22, 63, 69, 72, 75, 76, 84),
    ),
    Fan(
        *(14, "一色四同顺", "Quadruple Chow", 48),
        "four equal sequences in one suit",
        (23, 24, 64, 69),
    ),
    Fan(
        *(15, "一色四节高", "Four Pure Shifted Pungs", 48),
        "four triplets in one suit, each one rank above the last",
        (23, 24, 48),
    ),
    Fan(
        *(16, "一色四步高", "Four Pure Shifted Chows", 32),
        "four sequences in one suit, each one rank, or each two ranks, above the last",
        (30, 71, 72),
    ),
    Fan(17, "三杠", "Three Kongs", 32, "three kongs", (53, 57, 67, 74, 82)),
    Fan(
        *(18, "混幺九", "All Terminals and Honors", 32),
        "only ones and nines of the suits, and honours",
        (48, 55, 73),
    ),
    Fan(19, "七对", "Seven Pairs", 24, "seven pairs; four equal tiles may be two of them", (56, 62, 79)),
    Fan(
        *(20, "七星不靠", "Greater Honors and Knitted Tiles", 24),
        "all seven honours and seven single tiles of 147, 258, 369, each in another suit",
        (34, 51, 56, 62, 79),
    ),
    Fan(
        *(21, "全双刻", "All Even Pungs", 24),
        "four triplets and a pair, all of 2, 4, 6, 8",
        (48, 68, 76),
    ),
    Fan(22, "清一色", "Full Flush", 24, "only one suit, no honours", (75, 76)),
    Fan(23, "一色三同顺", "Pure Triple Chow", 24, "three equal sequences in one suit", (24, 69)),
    Fan(
        *(24, "一色三节高", "Pure Shifted Pungs", 24),
        "three triplets in one suit, each one rank above the last",
        (23,),
    ),
    Fan(25, "全大", "Upper Tiles", 24, "only 7, 8, 9 of the suits", (36, 76)),
    Fan(26, "全中", "Middle Tiles", 24, "only 4, 5, 6 of the suits", (68, 76)),
    Fan(27, "全小", "Lower Tiles", 24, "only 1, 2, 3 of the suits", (37, 76)),
    Fan(
        *(28, "清龙", "Pure Straight", 16),
        "123, 456 and 789 of one suit; 连六 and 老少副 of these three are not counted",
    ),
    Fan(
        *(29, "三色双龙会", "Three-Suited Terminal Chows", 16),
        "123 and 789 in two suits and the pair of 5 in the third",
        (63, 70, 72, 76, 84),
    ),
    Fan(
        *(30, "一色三步高", "Pure Shifted Chows", 16),
        "three sequences in one suit, each one rank, or each two ranks, above the last",
    ),
    Fan(31, "全带五", "All Fives", 16, "a 5 in each set and in the pair", (68, 76, 84)),
    Fan(32, "三同刻", "Triple Pung", 16, "triplets of one rank in all suits; 双同刻 of these is not counted"),
    Fan(33, "三暗刻", "Three Concealed Pungs", 16, "three concealed triplets or kongs", (66,)),
    Fan(
        *(34, "全不靠", "Lesser Honors and Knitted Tiles", 12),
        "fourteen single tiles: honours, and 147, 258, 369, each in another suit",
        (51, 56, 62, 79),
    ),
    Fan(35, "组合龙", "Knitted Straight", 12, "147, 258 and 369, each in another suit"),
    Fan(36, "大于五", "Upper Four", 12, "only 6, 7, 8, 9 of the suits", (76,)),
    Fan(37, "小于五", "Lower Four", 12, "only 1, 2, 3, 4 of the suits", (76,)),
    Fan(38, "三风刻", "Big Three Winds", 12, "triplets of three winds; 幺九刻 of these is not counted"),
    Fan(39, "花龙", "Mixed Straight", 8, "123, 456 and 789, each in another suit"),
    Fan(
        *(40, "推不倒", "Reversible Tiles", 8),
        "only tiles that look the same upside down: 1234589 of dots, 245689 of bamboos, 白",
        (75,),
    ),
    Fan(41, "三色三同顺", "Mixed Triple Chow", 8, "sequences of one rank in all three suits"),
    Fan(
        *(42, "三色三节高", "Mixed Shifted Pungs", 8),
        "three triplets, each in another suit and one rank above the last",
    ),
    Fan(43, "无番和", "Chicken Hand", 8, "a complete hand in which nothing else counts, flowers aside"),
    Fan(44, "妙手回春", "Last Tile Draw", 8, "own draw of the last tile of the wall", (80,)),
    Fan(45, "海底捞月", "Last Tile Claim", 8, "win on the discard that follows the last draw"),
    Fan(46, "杠上开花", "Out with Replacement Tile", 8, "own draw of the replacement of a kong", (80,)),
    Fan(47, "抢杠和", "Robbing the Kong", 8, "win on the tile that another adds to a pong", (58,)),
    Fan(48, "碰碰和", "All Pungs", 6, "four triplets or kongs and a pair"),
    Fan(49, "混一色", "Half Flush", 6, "one suit and honours", (75,)),
    Fan(
        *(50, "三色三步高", "Mixed Shifted Chows", 6),
        "three sequences, each in another suit and one rank above the last",
    ),
    Fan(51, "五门齐", "All Types", 6, "tiles of all three suits, of winds and of dragons"),
    Fan(
        *(52, "全求人", "Melded Hand", 6),
        "four claimed sets, and the pair completed by another's discard",
        (79,),
    ),
    Fan(53, "双暗杠", "Two Concealed Kongs", 6, "two concealed kongs", (66, 67)),
    Fan(54, "双箭刻", "Two Dragon Pungs", 6, "triplets or kongs of two dragons", (59,)),
    Fan(55, "全带幺", "Outside Hand", 4, "a terminal or an honour in each set and in the pair"),
    Fan(56, "不求人", "Fully Concealed Hand", 4, "no claimed set, won by own draw", (80,)),
    Fan(57, "双明杠", "Two Melded Kongs", 4, "two melded kongs", (74,)),
    Fan(58, "和绝张", "Last Tile", 4, "the other three copies of the winning tile lie open"),
    Fan(59, "箭刻", "Dragon Pung", 2, "a triplet or kong of a dragon"),
    Fan(60, "圈风刻", "Prevalent Wind", 2, "a triplet or kong of the round wind; not a 幺九刻 besides"),
    Fan(61, "门风刻", "Seat Wind", 2, "a triplet or kong of the seat wind; not a 幺九刻 besides"),
    Fan(62, "门前清", "Concealed Hand", 2, "no claimed set, won on another's tile"),
    Fan(63, "平和", "All Chows", 2, "four sequences and a pair of a suit", (76,)),
    Fan(64, "四归一", "Tile Hog", 2, "all four copies of a kind, not in a kong"),
    Fan(65, "双同刻", "Double Pung", 2, "two triplets of one rank"),
    Fan(66, "双暗刻", "Two Concealed Pungs", 2, "two concealed triplets or kongs"),
    Fan(67, "暗杠", "Concealed Kong", 2, "a concealed kong"),
    Fan(68, "断幺", "All Simples", 2, "no terminals, no honours", (76,)),
    Fan(69, "一般高", "Pure Double Chow", 1, "two equal sequences in one suit"),
    Fan(70, "喜相逢", "Mixed Double Chow", 1, "sequences of one rank in two suits"),
    Fan(71, "连六", "Short Straight", 1, "two sequences of one suit that make six consecutive ranks"),
    Fan(72, "老少副", "Two Terminal Chows", 1, "123 and 789 of one suit"),
    Fan(73, "幺九刻", "Pung of Terminals or Honors", 1, "a triplet or kong of ones, nines or winds"),
    Fan(74, "明杠", "Melded Kong", 1, "a melded kong"),
    Fan(75, "缺一门", "One Voided Suit", 1, "exactly one suit is absent"),
    Fan(76, "无字", "No Honors", 1, "no winds, no dragons"),
    Fan(77, "边张", "Edge Wait", 1, "waiting for nothing but the 3 of 123 or the 7 of 789"),
    Fan(78, "坎张", "Closed Wait", 1, "waiting for nothing but the middle tile of a sequence"),
    Fan(79, "单钓将", "Single Wait", 1, "waiting for nothing but the second tile of the pair"),
    Fan(80, "自摸", "Self-Drawn", 1, "won by own draw"),
    Fan(81, "花牌", "Flower Tiles", 1, "each flower; counted by the caller once the hand has won"),
    # The competition rules count a melded and a concealed kong together; option fan_mixed_kongs.
    Fan(82, "明暗杠", "Concealed Kong and Melded Kong", 5, "a melded and a concealed kong", (67, 74)),
    # 大众馆; option extra_fan.
    Fan(83, "听", "Ready", 1, "the player has declared ready (大众馆)"),
    Fan(84, "258将", "Pair of 2, 5 or 8", 1, "the pair is 2, 5 or 8 of a suit (大众馆)"),
    # 联众; counted in that variant only.
    Fan(
        *(85, "四方大发", "Four Winds and Prosperity", 168),
        "triplets or kongs of all four winds and a pair of 发 (联众)",
        (1, 9, 11, 18, 38, 48, 55, 60, 61, 73),
    ),
    Fan(86, "天和", "Heavenly Hand", 168, "the dealer's dealt hand is complete (联众)", (56, 77, 78, 79, 80)),
    Fan(
        *(87, "地和", "Earthly Hand", 158),
        "own draw of the next seat right after the dealer's first discard (联众)",
        (56, 80),
    ),
    Fan(
        *(88, "人和", "Human Hand", 108),
        "a non-dealer wins on another's tile in the first go-round (联众)",
        (62,),
    ),
)

N_FAN = max(fan.id for fan in FANS)

#: Fan numbers in the order in which they are counted: dearest first, then by number.
ORDER = tuple(fan.id for fan in sorted(FANS, key=lambda fan: (-fan.value, fan.id)))

#: Fan by its number.
BY_ID = {fan.id: fan for fan in FANS}


def markdown_table() -> str:
    """All fan as the table of docs/rules/guobiao-fan.md."""
    lines = [
        "| no. | fan | English | value | definition | not counted beside it |",
        "|---|---|---|---|---|---|",
    ]
    for fan in FANS:
        excluded = " ".join(BY_ID[number].name for number in fan.excludes)
        lines.append(
            f"| {fan.id} | {fan.name} | {fan.english} | {fan.value} | {fan.definition} | {excluded} |"
        )
    return "\n".join(lines) + "\n"
