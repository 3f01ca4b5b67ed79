"""A played run, and a browser where there is one."""

import shutil

import pytest

from tests.score.interpreted import mjsim

GAMES = 12
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """A run of real games, with strategies that rotate."""
    folder = tmp_path_factory.mktemp("report") / "played"
    seats = ("efficiency", "tsumogiri", "efficiency", "tsumogiri")
    settings = [f"seats.{i}.strategy={name}" for i, name in enumerate(seats)]
    overrides = [word for text in ("rotate=cyclic", *settings) for word in ("--set", text)]
    mjsim("run", "guobiao-nofan", "--games", GAMES, "-o", folder, "--workers", 1, *overrides)
    return folder


@pytest.fixture(scope="session")
def browser():
    """Headless Chromium from the system's packages."""
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed: no browser tests"
    )
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"no browser for the pages: none of {', '.join(BROWSERS)} is installed")
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser):
    """Opens a file at a width; the page must say nothing on its console and ask for nothing else."""
    pages, said = [], []

    def open_(path, width, javascript=True):
        context = browser.new_context(
            viewport={"width": width, "height": 850}, java_script_enabled=javascript
        )
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda fault: said.append(str(fault)))
        page.on("request", lambda request: said.append(request.url) if request.url != path.as_uri() else None)
        page.goto(path.as_uri())
        pages.append(context)
        return page

    yield open_
    for context in pages:
        context.close()
    assert [line for line in said if not line.startswith("data:")] == []
