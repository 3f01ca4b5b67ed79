"""`mjsim report`: contents, size, and the page in a browser."""

import re
from collections import Counter

import numpy as np
import pytest

from mjsim.cli.main import status_of
from mjsim.report.data import FATES, Curve, count
from mjsim.stats.read import open_run
from tests.stats.runs import random_games, write_run

pytest.importorskip("matplotlib", reason="the extra [report] is not installed")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    return [
        write_run(folder / f"min_fan={fan}", [random_games(2_000, seed=fan)], variant="guobiao")
        for fan in (6, 8)
    ]


@pytest.fixture(scope="module")
def page(runs, tmp_path_factory):
    file = tmp_path_factory.mktemp("page") / "report.html"
    assert status_of(["report", *map(str, runs), "-o", str(file)]) == 0
    return file


def test_the_page_is_self_contained_and_small(page):
    text = page.read_text(encoding="utf-8")
    assert len(text.encode()) < 3_000_000
    outside = [url for url in re.findall(r"""(?:src|href)=["']?([^"'> ]+)""", text) if url[0] != "#"]
    assert set(outside) == {"data:,"}
    assert "<script" not in text
    assert "url(http" not in text
    for words in (
        "Runs compared",
        "Is it fair?",
        "Score of a seat in a game",
        "Cumulative score",
        "Provenance",
    ):
        assert words in text


def test_the_page_of_a_played_run_has_its_scenario(played, tmp_path):
    file = tmp_path / "played.html"
    assert status_of(["report", str(played), "-o", str(file)]) == 0
    text = file.read_text(encoding="utf-8")
    assert "Scenario, as it was played" in text
    assert "strategy = &quot;efficiency&quot;" in text
    assert "scenario hash" in text


def test_markdown(runs, tmp_path, capsys):
    file = tmp_path / "report.md"
    assert status_of(["report", str(runs[0]), "-o", str(file), "--title", "Six fan"]) == 0
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# Six fan\n")
    assert "| strategy | games | win % |" in text
    assert "<svg" not in text
    assert (
        status_of(
            ["report", str(runs[0]), "-o", str(tmp_path / "same"), "--format", "md", "--title", "Six fan"]
        )
        == 0
    )
    assert (tmp_path / "same").read_text(encoding="utf-8") == text


def test_the_same_run_gives_the_same_page(runs, tmp_path):
    for name in ("a.html", "b.html"):
        assert status_of(["report", str(runs[0]), "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_what_is_plotted_is_what_the_rows_say(runs):
    counts = count(open_run(runs[0]))
    games = random_games(2_000, seed=6)
    assert counts.games == 2_000
    assert counts.fates.sum(axis=0).tolist() == [2_000] * 4
    drawn = sum(outcome == "draw" for outcome in games["outcome"].to_pylist())
    assert counts.fates[FATES.index("drawn game")].tolist() == [drawn] * 4
    expected: Counter[int] = Counter()
    for seat in range(4):
        names = games[f"strategy_{seat}"].to_pylist()
        scores = games[f"score_{seat}"].to_pylist()
        expected.update(score for name, score in zip(names, scores) if name == "A")
    assert counts.scores["A"] == expected
    # Strategies that are at every table share its zero sum, also where one has several seats.
    assert sum(curve.totals[-1] + sum(curve._rest) for curve in counts.curves.values()) == 12 * sum(
        games[f"score_{seat}"].to_numpy().sum() for seat in range(4)
    )
    assert sum(sum(c.values()) for c in counts.win_draws.values()) == 2_000 - drawn


def test_a_curve_keeps_its_shape_however_long():
    rng = np.random.default_rng(1)
    scores = rng.integers(-20, 25, 12_345)
    curve = Curve()
    for piece in np.array_split(scores, 17):
        curve.add(piece)
    totals = np.concatenate([[0], np.cumsum(scores)])
    places = np.arange(len(curve.totals)) * curve.step
    assert 250 < len(places) <= 600
    assert places[-1] > 12_345 - curve.step
    assert curve.totals == totals[places].tolist()


@pytest.mark.parametrize("width", [390, 1400])
@pytest.mark.parametrize("javascript", [True, False])
def test_the_page_in_a_browser(page, open_page, tmp_path, width, javascript):
    opened = open_page(page, width, javascript)
    assert opened.locator("h1").inner_text() == "min_fan=6, min_fan=8"
    assert opened.locator("figure svg").count() == 1 + 2 * 5
    box = opened.locator("figure svg").first.bounding_box()
    assert box["width"] > 0.75 * min(width, 600)
    assert opened.get_by_text("The dealer scores").first.is_visible()
    if javascript:  # nothing sticks out at the side
        assert opened.evaluate("document.documentElement.scrollWidth") <= width
    assert len(opened.screenshot(path=tmp_path / f"report-{width}.png", full_page=True)) > 20_000


def test_the_page_prints(page, open_page):
    opened = open_page(page, 1000)
    opened.emulate_media(media="print")
    assert len(opened.pdf(format="A4")) > 10_000


def test_what_is_wrong_is_named(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    assert status_of(["report", str(tmp_path / "empty"), "-o", str(tmp_path / "x.html")]) == 2
    assert "not a run folder" in capsys.readouterr().err
    assert status_of(["report", str(tmp_path / "empty")]) == 2
    assert "--output" in capsys.readouterr().err
