"""A report as one self-contained HTML page, or as Markdown. The page needs no network and no JavaScript."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from mjsim import __version__
from mjsim.report.contents import Chapter


def html_page(title: str, chapters: Sequence[Chapter]) -> str:
    """The whole page."""
    style = (files("mjsim.report") / "page.css").read_text(encoding="utf-8")
    links = "".join(f'<a href="#c{i}">{escape(chapter.title)}</a>' for i, chapter in enumerate(chapters))
    nav = f"<nav>{links}</nav>" if len(chapters) > 1 else ""
    body = "\n".join(_chapter(chapter, i) for i, chapter in enumerate(chapters))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><link rel="icon" href="data:,"><style>\n{style}</style></head>\n'
        f"<body><main><h1>{escape(title)}</h1>"
        f'<p class="lead">Made by mjsim {__version__}. ± is half of a 95% interval; games on one wall count as one'
        f" observation.</p>{nav}\n{body}\n</main></body></html>\n"
    )


def _chapter(chapter: Chapter, number: int) -> str:
    parts = [f'<section id="c{number}"><h2>{escape(chapter.title)}</h2>']
    if chapter.lead:
        parts.append(f"<p>{escape(chapter.lead)}</p>")
    if chapter.facts:
        facts = "".join(f"<div><dt>{escape(k)}</dt><dd>{escape(v)}</dd></div>" for k, v in chapter.facts)
        parts.append(f'<dl class="facts">{facts}</dl>')
    if chapter.lines:
        lines = "".join(
            f"<li><b>{escape(line.name.capitalize())}.</b> {escape(line.sentence)}</li>"
            for line in chapter.lines
        )
        parts.append(f'<h3>Is it fair?</h3><ul class="lines">{lines}</ul>')
    if chapter.plots:
        plots = "".join(
            f"<figure><h3>{escape(plot.title)}</h3>{plot.svg}<figcaption>{escape(plot.words)}</figcaption></figure>"
            for plot in chapter.plots
        )
        parts.append(f'<div class="plots">{plots}</div>')
    parts += [sheet.html() for sheet in chapter.sheets]
    parts += [
        f"<details><summary>{escape(title)}</summary><pre>{escape(text)}</pre></details>"
        for title, text in chapter.texts
    ]
    return "\n".join([*parts, "</section>"])


def markdown_page(title: str, chapters: Sequence[Chapter]) -> str:
    """The same without plots."""
    lines = [f"# {title}", "", f"Made by mjsim {__version__}. ± is half of a 95% interval.", ""]
    for chapter in chapters:
        lines += [f"## {chapter.title}", "", chapter.lead, ""]
        lines += [f"- {key}: {value}" for key, value in chapter.facts] + [""]
        lines += [f"- **{line.name.capitalize()}.** {line.sentence}" for line in chapter.lines] + [""]
        lines += [sheet.markdown() for sheet in chapter.sheets]
        for name, text in chapter.texts:
            lines += [f"### {name}", "", "```", text.rstrip("\n"), "```", ""]
    return "\n".join(lines)
