"""The page of a game: its frames follow the rules of tiles, and it works in a browser."""

import json
import re
from collections import Counter
from itertools import pairwise

import pytest

from mjsim.cli.main import status_of
from mjsim.report.frames import frames
from mjsim.report.tiles import symbols
from mjsim.tiles import parse_tile, parse_tiles
from tests.report.conftest import GAMES
from tests.score.interpreted import mjsim

SCENARIOS = ("guobiao-nofan", "wuhan", "suihua")


def tiles_of(seat: dict) -> Counter:
    """All tiles that a seat shows, those that were claimed from it left out."""
    found = Counter(seat["h"]) + Counter(seat.get("f", [])) + Counter(seat.get("l", []))
    found.update(tile for meld in seat["m"] for tile in meld["t"])
    found.update(tile for tile, marks in seat["r"] if not marks & 1)
    return found


@pytest.fixture(scope="module", params=SCENARIOS)
def events(request):
    lines = mjsim("play", request.param, "--game", 2, "--format", "jsonl", "--passes").splitlines()
    return [json.loads(line) for line in lines]


def test_no_tile_is_lost_or_invented(events):
    facts, steps = frames(events)
    wall = Counter(parse_tile(tile) for tile in events[1]["tiles"])
    assert facts["variant"] in ("guobiao_nofan", "wuhan", "suihua")
    for step in steps:
        shown = sum((tiles_of(seat) for seat in step["s"]), Counter())
        open_ = Counter(step.get("o", {}).get("turned", []))
        assert not (shown + open_) - wall, step["c"]
        assert sum(shown.values()) + sum(open_.values()) + step["n"] == sum(wall.values()), step["c"]


def test_hands_have_the_right_size(events):
    steps = frames(events)[1]
    first = next(i for i, step in enumerate(steps) if "discards" in step["c"])
    for step in steps[first:]:  # before it the flowers of the deal are replaced in rounds
        for seat in step["s"]:
            held = sum(tile < 34 for tile in seat["h"]) + 3 * len(seat["m"])
            assert held + sum(tile >= 34 for tile in seat["h"]) in (13, 14), step["c"]


def test_the_deal_and_the_end_are_those_of_the_log(events):
    _, steps = frames(events)
    dealt = next(event["hands"] for event in events if event["event"] == "deal")
    assert [sorted(seat["h"]) for seat in steps[0]["s"]] == [sorted(parse_tiles(hand)) for hand in dealt]
    assert [seat["p"] for seat in steps[-1]["s"]] == events[-1]["payments"]
    assert sum("w" in seat for seat in steps[-1]["s"]) == sum(event["event"] == "win" for event in events)


def test_earlier_frames_stay_as_they_were(events):
    _, steps = frames(events)
    rivers = [[len(seat["r"]) for seat in step["s"]] for step in steps]
    assert rivers[0] == [0, 0, 0, 0]
    assert all(a <= b for before, after in pairwise(rivers) for a, b in zip(before, after))


def test_every_tile_has_a_symbol():
    found = re.findall(r'<symbol id="t(\d+)"', symbols())
    assert [int(number) for number in found] == list(range(43))


@pytest.fixture(scope="module")
def page(played, tmp_path_factory):
    """The page of a game that was won, checked against its row."""
    for game in range(GAMES):
        if mjsim("replay", played, game, "--format", "case").strip():
            break
    file = tmp_path_factory.mktemp("page") / "game.html"
    file.write_text(mjsim("replay", played, game, "--format", "html"), encoding="utf-8")
    return file


def test_one_page_shows_one_game(played, capsys):
    assert status_of(["replay", str(played), "0-1", "--format", "html"]) == 2
    assert "a page shows one game" in capsys.readouterr().err


def test_the_page_is_self_contained(page):
    text = page.read_text(encoding="utf-8")
    assert len(text.encode()) < 3_000_000
    outside = [url for url in re.findall(r"""(?:src|href)=["']([^"']+)""", text) if url[0] not in "#$"]
    assert all(url.startswith("data:") for url in outside)
    assert 'download="case-' in text


@pytest.mark.parametrize("width", [390, 1400])
def test_keys_and_buttons_step_through_the_game(page, open_page, tmp_path, width):
    opened = open_page(page, width)
    what, count = opened.locator("#what"), opened.locator("#count")
    last = int(count.inner_text().split("/")[1])
    assert what.inner_text() == "The deal"
    assert opened.evaluate("document.documentElement.scrollWidth") <= width
    opened.keyboard.press("ArrowRight")
    assert count.inner_text() == f"2 / {last}"
    opened.keyboard.press("ArrowDown")
    assert "discards" in what.inner_text()
    opened.click("#next")
    opened.click("#back")
    assert "discards" in what.inner_text()
    opened.keyboard.press("End")
    assert what.inner_text().startswith("End. ")
    assert "和" in opened.locator(".seat.won").inner_text()
    opened.keyboard.press("ArrowRight")  # beyond the end nothing happens
    assert count.inner_text() == f"{last} / {last}"
    opened.keyboard.press("Home")
    assert what.inner_text() == "The deal"
    assert opened.locator("#s0 use[href='#t42']").count() == 0
    opened.keyboard.press("h")
    assert opened.locator("#s0 use[href='#t42']").count() >= 13
    opened.select_option("#hands", "0")
    assert opened.locator("#s0 use[href='#t42']").count() == 0
    assert opened.locator("#s1 use[href='#t42']").count() >= 13
    opened.locator("#slide").fill(str(last - 1))
    assert what.inner_text().startswith("End. ")
    assert opened.url.endswith(f"#{last}")
    opened.locator("#case summary").click()
    assert opened.get_by_role("link", name="case-").is_visible()
    assert len(opened.screenshot(path=tmp_path / f"replay-{width}.png", full_page=True)) > 10_000


def test_playing_runs_by_itself(page, open_page):
    opened = open_page(page, 1000)
    opened.keyboard.press(" ")
    opened.wait_for_function("document.getElementById('count').textContent.startsWith('3 ')", timeout=5000)
    opened.keyboard.press(" ")
    assert "play" in opened.locator("#play").inner_text()


def test_a_link_opens_at_its_step(page, open_page):
    opened = open_page(page.parent / page.name, 1000)
    opened.evaluate("location.hash = '#5'")
    opened.wait_for_function("document.getElementById('count').textContent.startsWith('5 ')", timeout=5000)


def test_without_script_the_game_can_be_read(page, open_page):
    opened = open_page(page, 390, javascript=False)
    opened.locator("#log summary").click()
    assert "Wall of" in opened.locator("#log pre").inner_text()
