"""The 42 tiles and the back as SVG symbols, drawn here: fonts with mahjong tiles differ too much."""

from mjsim.tiles import KINDS, TILES, format_tile

WIDTH, HEIGHT = 30, 40
_INK, _RED, _GREEN, _BLUE = "#1f2421", "#b3261e", "#1b7a4b", "#23508e"
_NUMERALS = "一二三四五六七八九"
_HONOURS = (("東", _INK), ("南", _INK), ("西", _INK), ("北", _INK), ("", _BLUE), ("發", _GREEN), ("中", _RED))
_FLOWERS = "春夏秋冬梅蘭竹菊"
# Where the dots and bamboos of each rank lie, in thirds of the face.
_PLACES: tuple[tuple[tuple[float, float], ...], ...] = (
    ((1, 1),),
    ((1, 0.2), (1, 1.8)),
    ((0, 0), (1, 1), (2, 2)),
    ((0.2, 0.2), (1.8, 0.2), (0.2, 1.8), (1.8, 1.8)),
    ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    ((0.3, 0), (1.7, 0), (0.3, 1), (1.7, 1), (0.3, 2), (1.7, 2)),
    ((0, 0), (1, 0.25), (2, 0.5), (0.3, 1.3), (1.7, 1.3), (0.3, 2.1), (1.7, 2.1)),
    ((0.3, -0.1), (1.7, -0.1), (0.3, 0.63), (1.7, 0.63), (0.3, 1.37), (1.7, 1.37), (0.3, 2.1), (1.7, 2.1)),
    ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)),
)
BACK = TILES


def symbols() -> str:
    """A hidden SVG element with the symbols ``t0`` .. ``t41`` and ``t42``, the back."""
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    faces = "".join(
        f'<symbol id="t{tile}" {size}><title>{format_tile(tile)}</title>{_ground()}{_face(tile)}</symbol>'
        for tile in range(TILES)
    )
    back = f'<symbol id="t{BACK}" {size}>{_ground("#3f7d63", "#2c5c48")}</symbol>'
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{faces}{back}</svg>'


def _ground(fill: str = "#fffef8", edge: str = "#b9b3a0") -> str:
    return f'<rect x=".75" y=".75" width="{WIDTH - 1.5}" height="{HEIGHT - 1.5}" rx="4" fill="{fill}" stroke="{edge}"/>'


def _face(tile: int) -> str:
    if tile >= KINDS:
        number = (tile - KINDS) % 4 + 1
        colour = _RED if tile < KINDS + 4 else _GREEN
        return _text(_FLOWERS[tile - KINDS], colour, 20, 26) + _text(str(number), _INK, 9, 37)
    if tile >= 27:
        text, colour = _HONOURS[tile - 27]
        if not text:
            return (
                f'<rect x="6" y="8" width="18" height="24" fill="none" stroke="{colour}" stroke-width="2"/>'
            )
        return _text(text, colour, 21, 28)
    rank = tile % 9
    if tile < 9:
        return _text(_NUMERALS[rank], _BLUE, 16, 17) + _text("萬", _RED, 16, 35)
    return _dots(rank) if tile < 18 else _bamboos(rank)


def _text(text: str, colour: str, size: int, baseline: int) -> str:
    return (
        f'<text x="{WIDTH / 2:g}" y="{baseline}" font-size="{size}" text-anchor="middle" fill="{colour}"'
        f' font-weight="600">{text}</text>'
    )


def _at(place: tuple[float, float]) -> tuple[float, float]:
    return 7.5 + 7.5 * place[0], 8.5 + 11.5 * place[1]


def _dots(rank: int) -> str:
    radius = 9 if rank == 0 else 4.2 if rank < 5 else 3.5
    found = []
    for i, place in enumerate(_PLACES[rank]):
        x, y = _at(place)
        colour = (
            _RED if rank == 0 or (rank in (2, 4, 8) and 0.9 < place[1] < 1.1) else _BLUE if i % 2 else _GREEN
        )
        found.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{colour}"/>'
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius * 0.4:.2g}" fill="#fffef8"/>'
        )
    return "".join(found)


def _bamboos(rank: int) -> str:
    if rank == 0:  # the bird
        return (
            f'<path d="M8 30 Q6 16 15 9 Q24 14 21 24 Q18 32 8 30Z" fill="{_GREEN}"/>'
            f'<circle cx="16" cy="13" r="1.6" fill="#fffef8"/><path d="M19 9 l6 -2 -4 5z" fill="{_RED}"/>'
            f'<path d="M9 29 l-3 6 M12 30 l-1 5" stroke="{_RED}" stroke-width="1.5"/>'
        )
    height = 9 if len({y for _, y in _PLACES[rank]}) <= 3 and rank != 1 else 7.5 if rank > 1 else 12
    found = []
    for place in _PLACES[rank]:
        x, y = _at(place)
        red = (rank in (4, 8) and place[0] == 1) or (rank == 6 and place[1] < 0.6)
        colour = _RED if red else _GREEN
        found.append(
            f'<rect x="{x - 1.9:g}" y="{y - height / 2:g}" width="3.8" height="{height:g}" rx="1.9" fill="{colour}"/>'
            f'<path d="M{x - 1.9:g} {y:g}h3.8" stroke="#fffef8" stroke-width="1"/>'
        )
    return "".join(found)
