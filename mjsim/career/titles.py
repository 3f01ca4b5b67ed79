"""The 28 titles of a player (游戏等级) and the points each takes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Title:
    """A title is held by who has at least ``points`` points, and too few for the next one."""

    name: str
    english: str
    points: int


TITLES = (
    Title("白板", "White Dragon", 0),
    Title("一筒", "1 Dot", 100),
    Title("二筒", "2 Dots", 200),
    Title("三筒", "3 Dots", 300),
    Title("四筒", "4 Dots", 500),
    Title("五筒", "5 Dots", 700),
    Title("六筒", "6 Dots", 1_000),
    Title("七筒", "7 Dots", 1_500),
    Title("八筒", "8 Dots", 2_000),
    Title("九筒", "9 Dots", 3_000),
    Title("东风", "East Wind", 4_000),
    Title("南风", "South Wind", 5_000),
    Title("西风", "West Wind", 7_000),
    Title("北风", "North Wind", 9_000),
    Title("红中", "Red Dragon", 12_000),
    Title("发", "Green Dragon", 15_000),
    Title("金一条", "Gold 1 Bamboo", 18_000),
    Title("金二条", "Gold 2 Bamboo", 22_000),
    Title("金三条", "Gold 3 Bamboo", 25_000),
    Title("金四条", "Gold 4 Bamboo", 30_000),
    Title("金五条", "Gold 5 Bamboo", 35_000),
    Title("金六条", "Gold 6 Bamboo", 40_000),
    Title("金七条", "Gold 7 Bamboo", 50_000),
    Title("金八条", "Gold 8 Bamboo", 60_000),
    Title("金九条", "Gold 9 Bamboo", 80_000),
    Title("雀王", "Mahjong King", 100_000),
    Title("雀圣", "Mahjong Sage", 150_000),
    Title("雀神", "Mahjong God", 200_000),
)
