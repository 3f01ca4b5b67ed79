"""From a scenario file and ``--set`` overrides to a checked :class:`Scenario`, or to all its faults at once."""

import json
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mjsim.run import toml
from mjsim.run.errors import USAGE, Failure, ScenarioFaults
from mjsim.run.scenario import Scenario


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Seat(_Strict):
    strategy: Annotated[str, Field(min_length=1)]
    params: dict[str, Any] = {}


_Count = Annotated[int, Field(ge=1, le=10**12)]


class _File(_Strict):
    """The keys of a scenario file. A new key is a field here and a line in :data:`ALLOWED`."""

    name: Annotated[str, Field(pattern=r"^[\w][\w.-]{0,99}$")]
    variant: str
    games: _Count | None = None
    matches: _Count | None = None
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    match: Literal["single", "round", "full"] | Annotated[int, Field(ge=1, le=1000)] = "single"
    rotate: Literal["none", "cyclic", "all"] = "none"
    options: dict[str, Any] = {}
    seats: Annotated[list[_Seat], Field(min_length=4, max_length=4)] | None = None
    table: _Seat | None = None


ALLOWED = {
    "name": "letters, digits, dot, dash and underscore, not more than 100",
    "variant": "a name from `mjsim variants`",
    "games": f"a whole number from 1 to {10**12}",
    "matches": f"a whole number from 1 to {10**12}",
    "seed": "a whole number from 0 to 2^63 - 1",
    "match": '"single", "round", "full", or a whole number from 1 to 1000',
    "rotate": '"none", "cyclic" or "all"',
    "options": "a table [options]",
    "seats": "four tables [[seats]]",
    "table": "a table [table] with strategy (and params) for all four seats",
    "strategy": "a name from `mjsim strategies`, or a path to a .toml or .py file",
    "params": "a table of parameters",
}


class Origin:
    """Where the keys of a scenario came from, so that a fault can say in which line to mend it."""

    def __init__(self, source: str, text: str = "", folder: Path | None = None) -> None:
        self.source = source
        self.folder = folder or Path.cwd()
        self._lines = toml.key_lines(text)
        self._overrides: dict[toml.Path, str] = {}

    def override(self, path: toml.Path, how: str) -> None:
        self._overrides[path] = how

    def overridden(self, path: toml.Path) -> str | None:
        return next((how for key, how in self._overrides.items() if path[: len(key)] == key), None)

    def where(self, path: toml.Path) -> str:
        """``"line 7: "``, ``"--set games=x: "`` or nothing."""
        if how := self.overridden(path):
            return f"{how}: "
        line = toml.line_of(self._lines, path)
        return f"line {line}: " if line else ""

    def folder_of(self, path: toml.Path) -> Path:
        """What relative paths in the value at ``path`` are relative to."""
        return Path.cwd() if self.overridden(path) else self.folder


def scenario_folders() -> list[Path]:
    """Where ready scenarios are looked for: ``MJSIM_SCENARIOS``, the checkout, the installed package."""
    package = Path(__file__).resolve().parents[1]
    given = os.environ.get("MJSIM_SCENARIOS")
    folders = [Path(given)] if given else []
    return [*folders, package.parent / "scenarios", package / "data" / "scenarios"]


def ready_scenarios() -> dict[str, Path]:
    """The ready scenarios by name; an earlier folder hides the same name in a later one."""
    found: dict[str, Path] = {}
    for folder in scenario_folders():
        for path in sorted(folder.glob("*.toml")):
            found.setdefault(path.stem, path)
    return dict(sorted(found.items()))


def find(source: str) -> Path:
    """The file of a scenario given by path or by the bare name of a ready one."""
    path = Path(source)
    if path.is_file():
        return path
    ready = ready_scenarios()
    if source in ready:
        return ready[source]
    known = ", ".join(ready) or "none found"
    raise Failure(f"{source}: no such scenario file, nor a ready scenario ({known})", USAGE)


def load(source: str, overrides: Sequence[str] = (), **keys: Any) -> Scenario:
    """The scenario at ``source`` (path or name) with ``key=value`` overrides and then ``keys`` over it.

    ``keys`` are those of the file (``games``, ``seed``, ...); None leaves the file's value. Raises
    :class:`ScenarioFaults` with everything that is wrong.
    """
    path = find(source)
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except UnicodeDecodeError as fault:
        raise ScenarioFaults(str(path), [f"not a text file in UTF-8: {fault.reason}"]) from None
    except tomllib.TOMLDecodeError as fault:
        raise ScenarioFaults(str(path), [f"not TOML: {fault}"]) from None
    origin = Origin(str(path), text, path.resolve().parent)
    faults = [fault for given in overrides if (fault := _override(data, given, origin))]
    for key, value in keys.items():
        if value is not None:
            _put(data, (key,), value, origin, f"--{key}")
    return build(data, origin, faults)


def build(data: Mapping[str, Any], origin: Origin, faults: Sequence[str] = ()) -> Scenario:
    """The scenario in ``data`` (keys as in a file); raises :class:`ScenarioFaults`.

    ``faults`` were found before (in overrides) and are reported together with those found here.
    """
    faults = list(faults)
    good: dict[str, Any] = {}
    try:
        checked = _File.model_validate(data)
    except ValidationError as error:
        bad = _report(error, data, origin, faults)
        good = {key: value for key, value in data.items() if key not in bad}
    else:
        good = checked.model_dump()

    if good.get("games") is None and good.get("matches") is None and not {"games", "matches"} & set(data):
        faults.append("games is missing; give games = N or matches = N")
    if good.get("games") is not None and good.get("matches") is not None:
        faults.append(f"{origin.where(('matches',))}matches and games exclude each other; give one of them")
    options = _check_options(good, origin, faults)
    seats = _check_seats(good, data, origin, faults)
    if faults:
        raise ScenarioFaults(origin.source, faults)
    return Scenario(
        **{key: good[key] for key in ("name", "variant", "games", "matches", "seed", "match", "rotate")},
        options=options,
        seats=seats,
        source=origin.source,
    )


def _report(error: ValidationError, data: Mapping[str, Any], origin: Origin, faults: list[str]) -> set[str]:
    """Put pydantic's findings into our words, one line a key; returns the top-level keys concerned."""
    bad, told = set(), set()
    for item in error.errors():
        path = _key_path(item["loc"], data)
        bad.add(str(path[0]))
        if path in told:
            continue  # another branch of the same union
        told.add(path)
        name, last = _dotted(path), str(path[-1])
        allowed = ALLOWED.get(last) or ALLOWED.get(str(path[0]), "")
        if item["type"] == "missing":
            faults.append(f"{origin.where(path[:-1])}{name} is missing; allowed is {allowed}")
        elif item["type"] == "extra_forbidden":
            keys = ", ".join(_Seat.model_fields if len(path) > 1 else _File.model_fields)
            faults.append(f"{origin.where(path)}{name} is not a key here; allowed are {keys}")
        elif item["type"] in ("too_short", "too_long"):
            faults.append(
                f"{origin.where(path)}{name} has {len(item['input'])} entries; allowed is {allowed}"
            )
        else:
            faults.append(f"{origin.where(path)}{name} = {_show(item['input'])}; allowed is {allowed}")
    return bad


def _key_path(loc: tuple[str | int, ...], data: Any) -> toml.Path:
    """The part of a pydantic location that consists of keys; the names of union branches are dropped."""
    path: list[str | int] = []
    for part in loc:
        if isinstance(data, Mapping) and (part in data or not path or part in _Seat.model_fields):
            path.append(part)
            data = data.get(part)
        elif isinstance(data, list) and isinstance(part, int):
            path.append(part)
            data = data[part] if part < len(data) else None
    return tuple(path)


def _check_options(good: Mapping[str, Any], origin: Origin, faults: list[str]) -> dict[str, Any]:
    from mjsim.rules import variant as variants

    if "variant" not in good:
        return {}
    try:
        variant = variants.get(good["variant"])
    except variants.UnknownVariant as fault:
        faults.append(f"{origin.where(('variant',))}variant: {fault}")
        return {}
    values, found = variant.resolve(good.get("options", {}))
    # The text of an option's fault begins with its name.
    faults += [f"{origin.where(('options', fault.split(' ', 1)[0]))}options.{fault}" for fault in found]
    return values


def _check_seats(
    good: Mapping[str, Any], data: Mapping[str, Any], origin: Origin, faults: list[str]
) -> tuple[dict[str, Any], ...]:
    from mjsim.players import catalog

    seats, table = good.get("seats"), good.get("table")
    if not {"seats", "table"} & set(data):
        faults.append("seats are missing; give four [[seats]], or one [table], each with strategy = ...")
    if seats and table:
        faults.append(f"{origin.where(('table',))}table and seats exclude each other; give one of them")
    if table:
        places: list[toml.Path] = [("table",)]
    else:
        places = [("seats", i) for i in range(len(seats or []))]
    specs = []
    for path, seat in zip(places, [table] if table else seats or []):
        spec, found = catalog.resolve(seat["strategy"], seat.get("params", {}), origin.folder_of(path))
        faults += [
            f"{origin.where((*path, 'strategy'))}{_dotted((*path, 'strategy'))}: {text}" for text in found
        ]
        if spec is not None:
            specs.append({**spec, "strategy": spec.get("path", seat["strategy"])})
    return _distinct_names(specs * 4 if table else specs)


def _distinct_names(specs: list[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    """Give different strategies that share a name (other parameters) names of their own: ``greedy#2``."""
    known: dict[str, str] = {}
    seats = []
    for spec in specs:
        what = json.dumps({k: v for k, v in spec.items() if k not in ("path", "strategy")}, sort_keys=True)
        if what not in known:
            name, number = spec["name"], 2
            while name in known.values():
                name, number = f"{spec['name']}#{number}", number + 1
            known[what] = name
        seats.append({**spec, "name": known[what]})
    return tuple(seats)


def _override(data: dict[str, Any], given: str, origin: Origin) -> str | None:
    """Put one ``key=value`` over ``data``; returns what is wrong with it."""
    how = f"--set {given}"
    key, equals, text = given.partition("=")
    if not equals or not re.fullmatch(r"[\w-]+(\.[\w-]+)*", key.strip()):
        return f"{how}: allowed is key=value, for example options.min_fan=6 or seats.0.strategy=random"
    path: toml.Path = tuple(int(part) if part.isdigit() else part for part in key.strip().split("."))
    if path[0] not in _File.model_fields:
        path = ("options", *path)
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text.strip()  # a word without quotes
    try:
        _put(data, path, value, origin, how)
    except (KeyError, IndexError, TypeError):
        return f"{how}: the scenario has no {_dotted(path[:-1])}"
    return None


# Keys that say the same thing in two ways: giving one takes the other back.
_RIVALS = {"games": "matches", "matches": "games", "seats": "table", "table": "seats"}


def _put(data: dict[str, Any], path: toml.Path, value: Any, origin: Origin, how: str) -> None:
    if path[0] == "seats" and "table" in data:
        table = data["table"]
        data["seats"] = [dict(table) if isinstance(table, dict) else table for _ in range(4)]
    data.pop(_RIVALS.get(str(path[0]), ""), None)
    place: Any = data
    for part in path[:-1]:
        place = place.setdefault(part, {}) if isinstance(place, dict) else place[part]
    place[path[-1]] = value
    origin.override(path, how)


def _dotted(path: toml.Path) -> str:
    return ".".join(str(part) for part in path)


def _show(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
