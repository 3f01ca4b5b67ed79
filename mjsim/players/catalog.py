"""The strategies by name: built-in ones, presets (TOML files that fix parameters), files and programs of the user.

Imports nothing heavy.
"""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mjsim.players.own import spec as own
from mjsim.players.own import user_file
from mjsim.rules.options import Option
from mjsim.rules.options import resolve as resolve_params


@dataclass(frozen=True)
class Builtin:
    """A strategy that ships with mjsim: where its kernel is, what it does, its parameters."""

    name: str
    kernel: str  # module:function
    summary: str
    doc: str = ""
    params: tuple[Option, ...] = ()
    samples: bool = False  # wants ``view.table`` before every decision: see mjsim.table.sample


# By position in `view.params`: mjsim.table.prospect, mjsim.players.value, next_draw, care and threat name them.
SHARED_PARAMS = (
    Option("rate", 0.015, "how fast unseen copies come: chance of each", "float", low=0.001, high=0.1),
    Option("prune", 0.02, "routes below this share of the best are not looked at", "float", low=0, high=1),
    Option("claim", 1.5, "a claim must be worth so many times the hand without it", "float", low=0, high=100),
    Option("kong", 0.8, "what is left of a hand's worth by making a kong", "float", low=0, high=1),
)


def _looks(default: int) -> Option:
    return Option(
        "looks",
        default,
        "how many discards are judged by every tile drawn next (Guobiao with fan)",
        low=0,
        high=14,
    )


VALUE_PARAMS = (
    *SHARED_PARAMS,
    _looks(0),
    Option(
        "danger",
        0.08,
        "share of the worth that a dangerous discard costs at half time",
        "float",
        low=0,
        high=0.6,
    ),
)

DEFENCE_PARAMS = (
    *SHARED_PARAMS,
    _looks(3),
    Option("caution", 6.5, "how many times the cost of dealing in counts", "float", low=0, high=100),
    Option(
        "threat",
        0.0,
        "no threat to whom a typical discard deals in less often",
        "float",
        low=0,
        high=100,
        unit="percent",
    ),
    Option(
        "foresight",
        0.3,
        "share of the later risk of a tile that counts for its discard now",
        "float",
        low=0,
        high=1,
    ),
)

BUILTIN = {
    strategy.name: strategy
    for strategy in (
        Builtin("random", "mjsim.players.simple:random", "uniform over the legal actions"),
        Builtin(
            "tsumogiri",
            "mjsim.players.simple:tsumogiri",
            "discards the drawn tile, claims nothing, wins when it can",
        ),
        Builtin(
            "value",
            "mjsim.players.value:value",
            "the most expected points under the variant's own scoring",
            "Weighs the variant's routes to a win (how far, how likely, what it pays), and discards, claims and makes "
            "kongs for the largest sum; wins when it can.",
            VALUE_PARAMS,
        ),
        Builtin(
            "defence",
            "mjsim.players.defence:defence",
            "as value, but gives up hands that are not worth the risk of dealing in",
            "Estimates from discards, melds, ready declarations and the time how likely each discard deals in to each "
            "opponent and what that would cost.",
            DEFENCE_PARAMS,
        ),
        Builtin(
            "efficiency",
            "mjsim.players.efficiency:efficiency",
            "nearest to a legal win, then the most useful tiles still unseen",
            "Claims only what brings the hand nearer, declares ready when it can, wins when it can.",
        ),
        Builtin(
            "lookahead",
            "mjsim.players.lookahead:lookahead",
            "plays the rest of the game many times from each promising action",
            "Deals the tiles it can't see at random, plays every candidate out on the same tiles with a quick "
            "policy at all seats, and prefers an action to the policy's own when it is paid clearly more.",
            (
                Option("rollouts", 300, "games played out for each candidate, at most", low=2, high=100_000),
                Option("depth", 144, "tiles drawn until a game played out counts as drawn", low=1, high=144),
                Option("candidates", 8, "actions compared, the policy's own included", low=2, high=12),
                Option(
                    "margin",
                    3.0,
                    "how much better another action must be",
                    "float",
                    low=0,
                    high=10,
                    unit="standard errors",
                ),
                Option(
                    "base",
                    "efficiency",
                    "the quick policy; those below are for value",
                    "choice",
                    ("efficiency", "value"),
                ),
                *VALUE_PARAMS,
            ),
            samples=True,
        ),
    )
}


def preset_folder() -> Path | None:
    """The folder of presets: ``strategies/`` of the checkout, or the copy inside the installed package."""
    package = Path(__file__).parent.parent
    for folder in (package.parent / "strategies", package / "data" / "strategies"):
        if folder.is_dir():
            return folder
    return None


def presets() -> dict[str, Path]:
    """Preset name -> file."""
    folder = preset_folder()
    return {path.stem: path for path in sorted(folder.glob("*.toml"))} if folder else {}


def names() -> list[str]:
    """Names that a scenario may use, sorted."""
    return sorted({*BUILTIN, own.BOT, *presets()})


def describe(name: str, folder: Path = Path()) -> dict[str, Any]:
    """What ``mjsim strategies show`` prints of a name or of a file (relative to ``folder``).

    Raises KeyError for an unknown name and :class:`~mjsim.players.own.user_file.BadFile` for a bad file.
    """
    if name in BUILTIN:
        found = BUILTIN[name]
        return _described(name, "built-in", found.summary, found.doc, found.params)
    if name == own.BOT:
        return _described(name, "program", own.BOT_SUMMARY, own.BOT_DOC, own.BOT_PARAMS)
    if user_file.is_file(name):
        file = user_file.find(name, folder)
        kind = {user_file.NATIVE: "native function", user_file.PYTHON: "Python class"}.get(
            file.kind, "batched class"
        )
        return _described(file.name, f"{kind} in {file.path}", file.summary, file.doc, file.params)
    path = presets()[name] if name in presets() else folder / name
    if path.suffix != ".toml":
        raise KeyError(name)
    text, _, faults = _read_preset(path)
    if faults:
        raise user_file.BadFile("; ".join(faults))
    base = describe(text["strategy"], path.parent)
    fixed = text.get("params", {})
    return base | {
        "name": path.stem,
        "kind": f"preset of {text['strategy']}",
        "summary": text.get("summary", base["summary"]),
        "params": [p | {"default": fixed.get(p["name"], p["default"])} for p in base["params"]],
    }


def _described(name: str, kind: str, summary: str, doc: str, params: tuple[Option, ...]) -> dict[str, Any]:
    return {
        "name": name,
        "kind": kind,
        "summary": summary,
        "doc": doc,
        "params": [
            {"name": p.name, "default": p.default, "allowed": p.allowed(), "meaning": p.doc, "unit": p.unit}
            for p in params
        ],
    }


def resolve(
    strategy: str, params: Mapping[str, Any], folder: Path, care: Mapping[str, Any] | None = None
) -> tuple[dict[str, Any] | None, list[str]]:
    """(spec, faults) of the strategy a scenario names; ``folder`` is where relative paths begin.

    The spec is JSON-able: ``name``, ``kind``, ``params``; ``builtin``, or for a file of the user ``function`` and
    ``file``; where there is a file ``path`` and ``sha256``; for all but built-in strategies ``on_fault``,
    ``timeout`` and ``penalty``, from ``care`` (keys of the seat) or by default. A fault about a parameter or
    such a key begins with its name.
    """
    care = care or {}
    if strategy in BUILTIN:
        return _builtin(strategy, BUILTIN[strategy], params, {}, care)
    if strategy == own.BOT:
        return own.resolve_bot(strategy, params, folder, care)
    if user_file.is_file(strategy):
        return own.resolve_file(strategy, params, folder, care)
    path = presets().get(strategy)
    if path is None and strategy.endswith(".toml"):
        path = folder / strategy
    if path is None:
        return None, [
            f"not a known strategy; allowed are {', '.join(names())}, or the path of a .toml preset or a .py file"
        ]
    return _preset(path, params, care)


def _builtin(
    name: str, found: Builtin, params: Mapping[str, Any], extra: dict[str, Any], care: Mapping[str, Any]
) -> tuple[dict[str, Any] | None, list[str]]:
    if care:
        return None, [
            f"{key} is for strategies from files and programs; {found.name} is built in" for key in care
        ]
    if not found.params and params:
        return None, [
            f"{key} = {value!r} is not a parameter; {name} has no parameters" for key, value in params.items()
        ]
    values, faults = resolve_params(found.params, params)
    if faults:
        return None, [fault.replace("is not an option", "is not a parameter") for fault in faults]
    return {"name": name, "kind": "native", "builtin": found.name, "params": values} | extra, []


_PRESET_KEYS = ("strategy", "summary", "params", *own.CARE)


def _read_preset(path: Path) -> tuple[dict[str, Any], bytes, list[str]]:
    """(text, raw bytes, faults) of a preset; parameters are not looked at."""
    try:
        raw = path.read_bytes()
        text = tomllib.loads(raw.decode("utf-8-sig"))
    except OSError as fault:
        return {}, b"", [f"{path}: {fault.strerror}"]
    except (ValueError, RecursionError) as fault:  # also of text that is no UTF-8, and of endless numbers
        return {}, b"", [f"{path}: not a TOML file: {fault}"]
    faults = [
        f"{path}: unknown key {key}; allowed are {', '.join(_PRESET_KEYS)}"
        for key in sorted(set(text) - set(_PRESET_KEYS))
    ]
    faults += [
        f"{path}: {key} = {text[key]!r} is not allowed; allowed is {allowed}"
        for key, kind, allowed in (("summary", str, "a text"), ("params", dict, "a table of parameters"))
        if not isinstance(text.get(key, kind()), kind)
    ]
    faults += [f"{path}: {fault}" for fault in own.care_faults(text)]
    base = text.get("strategy")
    if not isinstance(base, str) or not (base in BUILTIN or base == own.BOT or user_file.is_file(base)):
        known = ", ".join([*sorted(BUILTIN), own.BOT])
        faults.append(
            f"{path}: strategy = {base!r} is not known; allowed are {known}, or the path of a .py file"
        )
    return text, raw, faults


def _preset(
    path: Path, params: Mapping[str, Any], care: Mapping[str, Any]
) -> tuple[dict[str, Any] | None, list[str]]:
    text, raw, faults = _read_preset(path)
    if faults:
        return None, faults
    base = text["strategy"]
    care = {key: text[key] for key in own.CARE if key in text} | dict(care)
    file = {"path": str(path.resolve()), "sha256": hashlib.sha256(raw).hexdigest()}
    given = {**text.get("params", {}), **params}
    if base in BUILTIN:
        return _builtin(path.stem, BUILTIN[base], given, file, care)
    if base == own.BOT:
        spec, faults = own.resolve_bot(path.stem, given, path.parent, care)
    else:
        spec, faults = own.resolve_file(base, given, path.parent, care)
    if spec is None:
        return None, faults
    inner = {"file_sha256": spec["sha256"]} if "sha256" in spec else {}
    return spec | {"name": path.stem} | inner | file, []
