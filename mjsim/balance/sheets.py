"""Balance studies of one or several runs as tables and plain values."""

from collections.abc import Mapping, Sequence
from typing import Any

from mjsim.balance.study import Section
from mjsim.report.sheet import Column, Sheet, percent_text
from mjsim.stats.interval import Estimate
from mjsim.stats.tables import figure

Studies = Mapping[str, Sequence[Section]]  # by name of the run


def sentences(sections: Sequence[Section]) -> str:
    """The plain-language lines, one paragraph each."""
    width = max(len(section.name) for section in sections)
    return "\n".join(f"{section.name:<{width}}  {section.sentence}" for section in sections)


def plain(studies: Studies) -> list[dict[str, Any]]:
    """Everything as JSON-able values."""
    return [
        {
            "run": run,
            "sections": [
                {
                    "name": section.name,
                    "sentence": section.sentence,
                    "figures": {name: _plain(value) for name, value in section.figures.items()},
                }
                for section in sections
            ],
        }
        for run, sections in studies.items()
    ]


def _plain(value: Any) -> Any:
    return value.as_dict() if isinstance(value, Estimate) else value


def csv_rows(studies: Studies) -> list[dict[str, Any]]:
    """One row for each figure."""
    rows = []
    for run, sections in studies.items():
        for section in sections:
            for name, value in section.figures.items():
                told = _plain(value)
                told = told if isinstance(told, dict) else {"value": told}
                row = {"run": run, "section": section.name, "figure": name}
                rows.append(row | {key: told.get(key) for key in ("value", "low", "high")})
    return rows


def figures_sheet(studies: Studies) -> Sheet:
    """All figures, a column for each run."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for run, sections in studies.items():
        for section in sections:
            for name, value in section.figures.items():
                row = rows.setdefault((section.name, name), {"section": section.name, "figure": name})
                row[run] = _shown(_plain(value), name in section.shares)
    columns = [Column("section", "section", left=True), Column("figure", "figure", left=True)]
    columns += [Column(run, run) for run in studies]
    return Sheet(columns, list(rows.values()), "Figures", ["± half of the 95% interval; shares in percent."])


def _shown(value: Any, share: bool) -> str:
    if value is None:
        return "–"
    if isinstance(value, dict):
        return percent_text(value) if share else figure(value).plain
    if isinstance(value, float):
        return "< 0.001" if 0 <= value < 0.001 else f"{value:,.3g}" if value < 1 else f"{value:,.1f}"
    return f"{value:,}"
