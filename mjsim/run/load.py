"""From a scenario file and ``--set`` overrides to a checked :class:`Scenario`, or to all its faults."""

import json
import os
import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mjsim.players.own import spec as own
from mjsim.run import toml
from mjsim.run.errors import USAGE, Failure, ScenarioFaults
from mjsim.run.origin import Origin, dotted, show
from mjsim.run.scenario import WHERE_IT_STANDS, Scenario


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


_Seconds = Annotated[float, Field(gt=0, le=own.LONGEST)]


class _Seat(_Strict):
    strategy: Annotated[str, Field(min_length=1)]
    params: dict[str, Any] = {}
    props: dict[str, Any] = {}
    name: Annotated[str, Field(pattern=r"^[\w][\w.#-]{0,99}$")] | None = None
    on_fault: Literal["error", "replace", "punish"] | None = None
    timeout: _Seconds | None = None
    penalty: Annotated[int, Field(ge=0, le=own.HIGHEST, multiple_of=3)] | None = None


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
    dealing: Literal["shown", "dice", "skip"] = "shown"
    options: dict[str, Any] = {}
    seats: Annotated[list[_Seat], Field(min_length=4, max_length=4)] | None = None
    table: _Seat | None = None
    decision_timeout: _Seconds | None = None


ALLOWED = {
    "name": "letters, digits, dot, dash and underscore, not more than 100",
    "variant": "a name from `mjsim variants`",
    "games": f"a whole number from 1 to {10**12}",
    "matches": f"a whole number from 1 to {10**12}",
    "seed": "a whole number from 0 to 2^63 - 1",
    "match": '"single", "round", "full", or a whole number from 1 to 1000',
    "rotate": '"none", "cyclic" or "all"',
    "dealing": '"shown", "dice" or "skip"',
    "options": "a table [options]",
    "seats": "four tables [[seats]]",
    "table": "a table [table] with strategy (and params) for all four seats",
    "strategy": "a name from `mjsim strategies`, or a path to a .toml or .py file",
    "params": "a table of parameters",
    "props": "a table of props, see docs/props.md",
    **own.ALLOWED,
    "decision_timeout": own.ALLOWED["timeout"],
}


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
    if path.is_dir():
        raise Failure(f"{source}: is a folder, not a scenario file", USAGE)
    known = ", ".join(ready) or "none found"
    raise Failure(f"{source}: no such scenario file, nor a ready scenario ({known})", USAGE)


def load(source: str, overrides: Sequence[str] = (), **keys: Any) -> Scenario:
    """The scenario at ``source`` (path or name) with ``key=value`` overrides and then ``keys`` over it.

    ``keys`` are those of the file (``games``, ``seed``, ...); None leaves the file's value. Raises
    :class:`ScenarioFaults` with everything that is wrong.
    """
    path = find(source)
    try:
        return _load(path, overrides, keys)
    except RecursionError:
        raise ScenarioFaults(str(path), ["not TOML: nested too deeply"]) from None


def _load(path: Path, overrides: Sequence[str], keys: Mapping[str, Any]) -> Scenario:
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors put a byte order mark before it
        data = tomllib.loads(text)
    except UnicodeDecodeError as fault:
        raise ScenarioFaults(str(path), [f"not a text file in UTF-8: {fault.reason}"]) from None
    except tomllib.TOMLDecodeError as fault:
        raise ScenarioFaults(str(path), [f"not TOML: {fault}"]) from None
    origin = Origin(str(path), text, path.resolve().parent)
    for given in overrides:
        _override(data, given, origin)
    for key, value in keys.items():
        if value is not None:
            _put(data, (key,), value, origin, f"--{key.replace('_', '-')}")
    return build(data, origin)


def from_keys(data: dict[str, Any], overrides: Sequence[str] = (), source: str = "scenario") -> Scenario:
    """The scenario with the keys ``data`` (as in a file) and ``key=value`` overrides; ``source`` names it.

    Raises :class:`ScenarioFaults`. Relative paths are relative to the folder we are in.
    """
    origin = Origin(source)
    for given in overrides:
        _override(data, given, origin)
    return build(data, origin)


def build(data: Mapping[str, Any], origin: Origin) -> Scenario:
    """The scenario in ``data`` (keys as in a file); raises :class:`ScenarioFaults`.

    Faults that ``origin`` has already are reported together with those found here.
    """
    try:
        good = _File.model_validate(data).model_dump()
    except ValidationError as error:
        bad = _report(error, data, origin)
        good = {key: value for key, value in data.items() if key not in bad}
    if not {"games", "matches"} & set(data):
        origin.fault(("games",), "games is missing; give games = N or matches = N")
    if {"games", "matches"} <= set(data):
        origin.fault(("matches",), "games and matches exclude each other; give one of them")
    options = _check_options(good, origin)
    seats = _check_seats(data, origin, _tile_kinds(good, options, bool(origin.faults)))
    if origin.faults:
        raise ScenarioFaults(origin.source, origin.faults)
    return Scenario(
        **{key: good[key] for key in ("name", "variant", "games", "matches", "seed", "match", "rotate")},
        options=options,
        seats=seats,
        source=origin.source,
        dealing=good["dealing"],
    )


def _report(error: ValidationError, data: Mapping[str, Any], origin: Origin) -> set[str]:
    """Put pydantic's findings into our words, one line a key; returns the top-level keys concerned."""
    told: set[toml.Path] = set()
    for item in error.errors():
        path = _key_path(item["loc"], data)
        if path in told:
            continue  # another branch of the same union
        told.add(path)
        name = dotted(path)
        allowed = f"allowed is {ALLOWED.get(str(path[-1])) or ALLOWED.get(str(path[0]))}"
        if item["type"] == "missing":
            origin.fault(path, f"{name} is missing; {allowed}")
        elif item["type"] == "extra_forbidden":
            keys = ", ".join(_Seat.model_fields if len(path) > 1 else _File.model_fields)
            origin.fault(path, f"{name} = {show(item['input'])} is not a key here; allowed are {keys}")
        elif item["type"] in ("too_short", "too_long"):
            origin.fault(path, f"{name} has {len(item['input'])} entries; {allowed}")
        else:
            origin.fault(path, f"{name} = {show(item['input'])}; {allowed}")
    return {str(path[0]) for path in told}


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


def _check_options(good: Mapping[str, Any], origin: Origin) -> dict[str, Any]:
    from mjsim.rules import variant as variants

    if "variant" not in good:
        return {}
    try:
        variant = variants.get(good["variant"])
    except variants.UnknownVariant as fault:
        origin.fault(("variant",), f"variant: {fault}")
        return {}
    values, found = variant.resolve(good.get("options", {}))
    for text in found:
        # The text of an option's fault begins with its name.
        origin.fault(("options", text.split(" ", 1)[0]), f"options.{text}")
    return values


def _tile_kinds(good: Mapping[str, Any], options: Mapping[str, Any], faulty: bool) -> int:
    """Mask of the tile kinds of the variant; all when the scenario is too faulty to tell."""
    from mjsim.rules import variant as variants
    from mjsim.table.flow import DEFAULTS

    if faulty:
        return int(DEFAULTS["kinds"])
    return int(variants.get(good["variant"]).flow(options).get("kinds", DEFAULTS["kinds"]))


def _check_seats(data: Mapping[str, Any], origin: Origin, kinds: int) -> tuple[dict[str, Any], ...]:
    """The strategies of the four seats. Those that pydantic found wanting are passed over here."""
    if "seats" not in data and "table" not in data:
        origin.fault(("seats",), "seats are missing; give four [[seats]], or one [table], each with strategy")
    if "seats" in data and "table" in data:
        origin.fault(("table",), "table and seats exclude each other; give one of them")
    places: list[tuple[toml.Path, Any]] = [(("table",), data["table"])] if "table" in data else []
    if isinstance(data.get("seats"), list):
        places += [(("seats", i), seat) for i, seat in enumerate(data["seats"])]
    limit = data.get("decision_timeout")
    specs = [spec for path, seat in places if (spec := _check_seat(path, seat, origin, limit, kinds))]
    specs = specs * 4 if len(specs) == 1 and "table" in data else specs
    _check_together(specs, places[-1][0] if places else (), origin)
    return distinct_names(specs)


def _check_together(specs: list[dict[str, Any]], path: toml.Path, origin: Origin) -> None:
    """Starting hands that can't be dealt together; props that a bot's protocol can't tell."""
    from mjsim.props import spec as props

    path = ("table", "props") if path == ("table",) else ("seats",)
    if why := props.clashes([spec["props"]["start"] for spec in specs if "start" in spec.get("props", {})]):
        origin.fault(path, f"{dotted(path)}: {why}")
    used = [name for spec in specs for name in spec.get("props", {}) if name in props.USE_NAMES]
    if used and any(spec["kind"] == own.BOT for spec in specs):
        origin.fault(path, f"{dotted(path)}: {used[0]}: bots can't be told of props; allowed is start")


def _check_seat(
    path: toml.Path, seat: Any, origin: Origin, limit: float | None, kinds: int
) -> dict[str, Any] | None:
    """The spec of a seat; ``limit``: seconds for a decision of the user's own strategies that name no limit;
    ``kinds``: mask of the variant's tile kinds."""
    from mjsim.players import catalog
    from mjsim.props.spec import label, resolve_props

    strategy, params = (
        (seat.get("strategy"), seat.get("params", {})) if isinstance(seat, dict) else (None, {})
    )
    if not isinstance(strategy, str) or not strategy or not isinstance(params, dict):
        return None
    care = {key: seat[key] for key in own.CARE if key in seat}
    extra = (care,) if care else ()
    spec, found = catalog.resolve(strategy, params, origin.folder_of((*path, "strategy")), *extra)
    if spec is not None and limit is not None and "timeout" in spec and "timeout" not in care:
        spec["timeout"] = limit
    for text in found:
        word = text.split(" ", 1)[0]
        place = (*path, "params", word) if word in params else (*path, word if word in care else "strategy")
        origin.fault(place, f"{dotted((*path, 'strategy'))} = {show(strategy)}: {text}")
    given = seat.get("props", {})
    props, wrong = resolve_props(given, kinds) if isinstance(given, dict) else ({}, [])
    for key, text in wrong:
        place = (*path, "props", key)
        origin.fault(place, f"{dotted(place)} = {show(given[key])}; {text}")
    if spec is None:
        return None
    if props:
        spec = spec | {"name": spec["name"] + label(props), "props": props}
    named = {"name": seat["name"], "named": True} if seat.get("name") else {}
    return {**spec, "strategy": spec.get("path", strategy), **named}


def unlike(known: Collection[str], name: str, mark: str = "#") -> str:
    """``name``, with a number behind ``mark`` when it is among the ``known`` ones."""
    found, number = name, 2
    while found in known:
        found, number = f"{name}{mark}{number}", number + 1
    return found


def distinct_names(specs: list[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    """Give different strategies that share a name (other parameters) names of their own: ``greedy#2``."""
    known: dict[str, str] = {}
    seats = []
    for spec in specs:
        what = json.dumps({k: v for k, v in spec.items() if k not in WHERE_IT_STANDS}, sort_keys=True)
        if what not in known:
            known[what] = unlike(known.values(), spec["name"])
        seats.append({**spec, "name": known[what]})
    return tuple(seats)


def _override(data: dict[str, Any], given: str, origin: Origin) -> None:
    """Put one ``key=value`` over ``data``."""
    how = f"--set {given}"
    key, equals, text = given.partition("=")
    if not equals or not re.fullmatch(r"[\w-]+(\.[\w-]+)*", key.strip()):
        origin.fault((), f"{how}: allowed is key=value, such as options.min_fan=6 or seats.0.strategy=random")
        return
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
        origin.fault((), f"{how}: the scenario has no {dotted(path[:-1])}")


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
