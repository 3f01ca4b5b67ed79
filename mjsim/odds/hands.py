"""How many hands are complete: the eight steps, exact, for any tile set with any number of copies.

1. A group of a complete hand has 0, 2, 3, 5, ... tiles.
2. For every group: how many parts of each size there are (:mod:`mjsim.odds.groups`).
3. The groups put together to a whole hand with one pair.
4. Of these, the hands that are seven pairs as well; they are counted in step 5.
5. Seven pairs (七对).
6. Thirteen orphans (十三幺), and the knitted shapes (全不靠, 组合龙) where a game has them.
7. The sum, and the chance among all hands.
8. The check: every group without any condition, put together, gives the number of all hands.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations
from math import comb

from mjsim.hand.distance import (
    FIRST_STRAIGHT,
    FOUR_AS_TWO,
    HONOUR_KINDS,
    KNITTED,
    KNITTED_KINDS,
    ORPHAN_KINDS,
    ORPHANS,
    SEVEN_PAIRS,
)
from mjsim.odds.groups import GROUPS, Count, Marks, Piece, Vector, all_vectors, parts, plain_pieces, ways

#: (letter of a group, its sets, its pairs): for games that have more than triplets, sequences and pairs.
Pieces = tuple[str, tuple[Piece, ...], tuple[Piece, ...]]
ONE: Marks = frozenset({0})


@dataclass(frozen=True)
class Dealt:
    """A dealt hand: the tiles it comes from and what makes it complete.

    ``copies`` of the 34 kinds; ``hand`` tiles (3n + 2); ``shapes`` are the flags of :mod:`mjsim.hand.distance`.
    ``accept`` judges the marks of a reading of sets and a pair; None accepts all.
    """

    copies: tuple[int, ...]
    hand: int = 14
    shapes: int = SEVEN_PAIRS | ORPHANS
    pieces: tuple[Pieces, ...] = ()
    accept: Callable[[int], bool] | None = None
    note: str = ""  # what of the rules is not counted

    @property
    def all_hands(self) -> int:
        """Combinations of physical tiles that can be dealt."""
        return comb(sum(self.copies), self.hand)

    def copies_of(self, group: str) -> tuple[int, ...]:
        first, size = GROUPS[group]
        return self.copies[first : first + size]


@dataclass(frozen=True)
class Steps:
    """The steps with their figures; ``groups[letter][tiles]`` are the counts of step 2."""

    groups: dict[str, dict[int, Count]]
    divisions: int  # ways to divide the hand among the groups in step 3
    standard: Count
    standard_pairs: Count
    seven_pairs: Count
    special: dict[str, Count]  # by name
    all_by_group: dict[str, list[Count]]
    all_hands: Count

    @property
    def total(self) -> Count:
        shapes = (self.seven_pairs, *self.special.values())
        return reduce(Count.__add__, shapes, self.standard - self.standard_pairs)


@cache
def count(dealt: Dealt) -> Steps:
    """All complete hands of ``dealt``, by the eight steps."""
    sets = (dealt.hand - 2) // 3
    found = {group: _parts(dealt, group, sets) for group in GROUPS}
    standard, divisions = _whole(dealt, found)
    pairs_too, pairs = Count(), Count()
    if dealt.shapes & SEVEN_PAIRS and dealt.hand == 14:
        four_as_two = dealt.shapes & FOUR_AS_TWO != 0
        pairs_too, _ = _whole(dealt, {g: _only_pairs(own, four_as_two) for g, own in found.items()})
        pairs = _seven_pairs(dealt.copies, four_as_two)
    everything = {group: all_vectors(dealt.copies_of(group), dealt.hand) for group in GROUPS}
    return Steps(
        groups={group: _by_size(own) for group, own in found.items()},
        divisions=divisions,
        standard=standard,
        standard_pairs=pairs_too,
        seven_pairs=pairs,
        special=_special(dealt) if dealt.hand == 14 else {},
        all_by_group=everything,
        all_hands=_convolved(everything.values(), dealt.hand),
    )


@dataclass(frozen=True)
class _Part:
    """A part of a group as step 3 needs it."""

    tiles: int
    marks: Marks
    pairs: bool  # nothing but pairs of different kinds
    even: bool  # nothing but pairs, four equal tiles being two


Own = Mapping[_Part, Count]


def _parts(dealt: Dealt, group: str, sets: int) -> Own:
    for letter, *pieces in dealt.pieces:
        if letter == group:
            return _counted(dealt.copies_of(group), *pieces, sets)
    own_sets, pairs = plain_pieces(GROUPS[group][1], sequences=group != "z")
    return _counted(dealt.copies_of(group), tuple(own_sets), tuple(pairs), sets)


@cache
def _counted(copies: tuple[int, ...], sets: tuple[Piece, ...], pairs: tuple[Piece, ...], most: int) -> Own:
    found: dict[_Part, Count] = {}
    for vector, marks in parts(copies, sets, pairs, most).items():
        key = _Part(sum(vector), marks, set(vector) <= {0, 2}, set(vector) <= {0, 2, 4})
        found[key] = found.get(key, Count()) + Count(1, ways(vector, copies))
    return found


def _only_pairs(own: Own, four_as_two: bool) -> Own:
    return {part: n for part, n in own.items() if part.pairs or (part.even and four_as_two)}


def _by_size(own: Own) -> dict[int, Count]:
    found: dict[int, Count] = {}
    for part, number in own.items():
        found[part.tiles] = found.get(part.tiles, Count()) + number
    return dict(sorted(found.items()))


def _whole(dealt: Dealt, found: Mapping[str, Own]) -> tuple[Count, int]:
    """Step 3: the accepted hands, and how many divisions of the tiles among the groups have any."""
    states: dict[tuple[int, Marks], Count] = {(0, ONE): Count(1, 1)}
    splits: list[tuple[int, ...]] = [()]
    for own in found.values():
        grown: dict[tuple[int, Marks], Count] = {}
        for (tiles, before), count_before in states.items():
            for part, number in own.items():
                if _fits(tiles, part.tiles, dealt.hand):
                    key = tiles + part.tiles, frozenset(a | b for a in before for b in part.marks)
                    grown[key] = grown.get(key, Count()) + count_before * number
        states = grown
        sizes = {part.tiles for part in own}
        splits = [(*split, more) for split in splits for more in sizes if _fits(sum(split), more, dealt.hand)]
    accept = dealt.accept
    whole = [
        each
        for (tiles, marks), each in states.items()
        if tiles == dealt.hand and (accept is None or any(map(accept, marks)))
    ]
    return sum(whole, Count()), sum(sum(split) == dealt.hand for split in splits)


def _fits(tiles: int, more: int, hand: int) -> bool:
    """Whether both parts may be in one hand: not too many tiles, and not a pair in each."""
    return tiles + more <= hand and not (tiles % 3 == 2 and more % 3 == 2)


def _seven_pairs(copies: Sequence[int], four_as_two: bool) -> Count:
    by_pairs = [Count(1, 1)] + [Count()] * 7
    for have in copies:
        grown = list(by_pairs)
        for n in range(2, (4 if four_as_two else 2) + 1, 2):
            if have >= n:
                for pairs in range(8 - n // 2):
                    grown[pairs + n // 2] += by_pairs[pairs] * Count(1, comb(have, n))
        by_pairs = grown
    return by_pairs[7]


def _convolved(groups: Iterable[list[Count]], hand: int) -> Count:
    total = [Count(1, 1)] + [Count()] * hand
    for own in groups:
        total = [
            sum((total[k] * own[tiles - k] for k in range(tiles + 1)), Count()) for tiles in range(hand + 1)
        ]
    return total[hand]


def _special(dealt: Dealt) -> dict[str, Count]:
    """Step 6: shapes of their own; no two of them, and none of the others, share a hand."""
    found: dict[str, Count] = {}
    if dealt.shapes & ORPHANS:
        found["orphans"] = _orphans(dealt.copies)
    straights = [int(kinds) for kinds in KNITTED_KINDS]
    if dealt.shapes & KNITTED:
        found["knitted"] = sum((_singles(dealt.copies, kinds) for kinds in straights), Count())
    chosen = [kinds for i, kinds in enumerate(straights) if dealt.shapes & FIRST_STRAIGHT << i]
    if chosen:
        found["knitted_straight"] = sum((_straight(dealt.copies, kinds) for kinds in chosen), Count())
    return found


def _kinds(mask: int) -> list[int]:
    return [kind for kind in range(34) if mask >> kind & 1]


def _orphans(copies: Sequence[int]) -> Count:
    total = Count()
    kinds = _kinds(ORPHAN_KINDS)
    for doubled in kinds:
        vector = [2 if kind == doubled else 1 for kind in kinds]
        number = ways(vector, [copies[kind] for kind in kinds])
        total += Count(number > 0, number)
    return total


def _singles(copies: Sequence[int], straight: int) -> Count:
    """全不靠: fourteen different ones of the honours and the nine kinds of one knitted straight."""
    kinds = _kinds(HONOUR_KINDS | straight)
    total = Count()
    for chosen in combinations([copies[kind] for kind in kinds if copies[kind]], 14):
        number = ways([1] * 14, chosen)
        total += Count(1, number)
    return total


def _straight(copies: Sequence[int], straight: int) -> Count:
    """组合龙: the nine kinds of one knitted straight, a set and a pair."""
    rests: set[Vector] = set()
    for start, size in GROUPS.values():
        sets, _ = plain_pieces(size, sequences=size == 9)
        for piece in sets:
            for pair in range(34):
                rest = [0] * 34
                rest[pair] += 2
                for kind in piece.kinds:
                    rest[start + kind] += 1
                rests.add(tuple(rest))
    total = Count()
    for vector in rests:
        counts = [n + (straight >> kind & 1) for kind, n in enumerate(vector)]
        number = ways(counts, copies)  # 0 where there are not so many copies
        total += Count(number > 0, number)
    return total
