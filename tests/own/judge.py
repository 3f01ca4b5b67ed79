"""A judge of Botzone's Guobiao, as its protocol is described: walls and responses in, requests out.

Written from the description alone, to check the requests that mjsim makes. It takes all answers for legal.
"""

from collections.abc import Generator


def judge(walls: list[list[str]], quan: int) -> Generator[list[str], list[str], str]:
    """Yields the requests to the four players and is sent their responses; returns how the game ended.

    ``walls``: the tiles of each player in the order in which they are drawn; player 0 begins.
    """
    walls = [list(wall) for wall in walls]
    yield [f"0 {player} {quan}" for player in range(4)]
    hands, flowers = [], []
    for wall in walls:
        hand, mine = [], []
        while len(hand) < 13:
            tile = wall.pop(0)
            (mine if tile[0] == "H" else hand).append(tile)
        hands.append(hand)
        flowers.append(mine)
    counts = [str(len(mine)) for mine in flowers]
    yield [" ".join(["1", *counts, *hand, *mine]) for hand, mine in zip(hands, flowers)]
    turn = 0
    while walls[turn]:
        tile = walls[turn].pop(0)
        if tile[0] == "H":
            yield [f"3 {turn} BUHUA {tile}"] * 4
            continue
        answers = yield [f"2 {tile}" if player == turn else f"3 {turn} DRAW" for player in range(4)]
        word, *tiles = answers[turn].split()
        if word == "HU":
            return "win"
        if word == "GANG":
            yield [f"3 {turn} GANG"] * 4
            continue
        if word == "BUGANG":
            answers = yield [f"3 {turn} BUGANG {tiles[0]}"] * 4
            if "HU" in answers:
                return "win"
            continue
        assert word == "PLAY", answers[turn]
        said = f"PLAY {tiles[0]}"
        while said:
            answers = yield [f"3 {turn} {said}"] * 4
            if "HU" in answers:
                return "win"
            said = ""
            for claim in ("GANG", "PENG", "CHI"):
                takers = [p for p in range(4) if p != turn and answers[p].split()[0] == claim]
                if takers:
                    turn = takers[0]
                    said = answers[turn]
                    break
            if said == "GANG":
                yield [f"3 {turn} GANG"] * 4
                break
        else:
            turn = (turn + 1) % 4
    return "draw"
