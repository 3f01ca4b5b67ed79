"""The strategies by name: built-in ones and presets (TOML files that fix parameters). Imports nothing heavy."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


# By position in `view.params`: mjsim.table.prospect and mjsim.players.value name them.
VALUE_PARAMS = (
    Option("rate", 0.015, "how fast unseen copies come: chance of each", "float", low=0.001, high=0.1),
    Option("prune", 0.02, "routes below this share of the best are not looked at", "float", low=0, high=1),
    Option(
        "claim", 1.5, "a claim must be worth so many times the hand without it", "float", low=0, high=100
    ),
    Option("kong", 0.8, "what is left of a hand's worth by making a kong", "float", low=0, high=1),
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
    *VALUE_PARAMS,
    Option("caution", 1.0, "how many times the cost of dealing in counts", "float", low=0, high=100),
    Option("threat", 0.2, "x", "float", low=0, high=100),
    Option("gamma", 1.0, "x", "float", low=0, high=100),
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
                Option("rollouts", 64, "games played out for each candidate, at most", low=2, high=100_000),
                Option("depth", 144, "tiles drawn until a game played out counts as drawn", low=1, high=144),
                Option("candidates", 5, "actions compared, the policy's own included", low=2, high=12),
                Option(
                    "margin",
                    1.0,
                    "how much better another action must be",
                    "float",
                    low=0,
                    high=10,
                    unit="standard errors",
                ),
                Option("base", "efficiency", "the quick policy", "choice", ("efficiency",)),
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
    return sorted({*BUILTIN, *presets()})


def describe(name: str) -> dict[str, Any]:
    """What ``mjsim strategies show`` prints; raises KeyError for an unknown name."""
    if name in BUILTIN:
        found = BUILTIN[name]
        return {
            "name": name,
            "kind": "built-in",
            "summary": found.summary,
            "doc": found.doc,
            "params": [
                {
                    "name": p.name,
                    "default": p.default,
                    "allowed": p.allowed(),
                    "meaning": p.doc,
                    "unit": p.unit,
                }
                for p in found.params
            ],
        }
    path = presets()[name]
    text = tomllib.loads(path.read_text(encoding="utf-8"))
    base = describe(text["strategy"])
    fixed = text.get("params", {})
    return base | {
        "name": name,
        "kind": f"preset of {text['strategy']}",
        "summary": text.get("summary", base["summary"]),
        "params": [p | {"default": fixed.get(p["name"], p["default"])} for p in base["params"]],
    }


def resolve(
    strategy: str, params: Mapping[str, Any], folder: Path
) -> tuple[dict[str, Any] | None, list[str]]:
    """(spec, faults) of the strategy a scenario names; ``folder`` is where relative paths begin.

    The spec is JSON-able: ``name``, ``kind``, ``builtin``, ``params`` and, for a file, ``path`` and ``sha256``.
    A fault about a parameter begins with the parameter's name.
    """
    if strategy in BUILTIN:
        return _builtin(strategy, BUILTIN[strategy], params, {})
    path = presets().get(strategy)
    if path is None and strategy.endswith(".toml"):
        path = folder / strategy
    if path is None:
        return None, [
            f"not a known strategy; allowed are {', '.join(names())}, or the path of a .toml preset"
        ]
    return _preset(path, params)


def _builtin(
    name: str, found: Builtin, params: Mapping[str, Any], extra: dict[str, Any]
) -> tuple[dict[str, Any] | None, list[str]]:
    if not found.params and params:
        return None, [
            f"{key} = {value!r} is not a parameter; {name} has no parameters" for key, value in params.items()
        ]
    values, faults = resolve_params(found.params, params)
    if faults:
        return None, [fault.replace("is not an option", "is not a parameter") for fault in faults]
    return {"name": name, "kind": "native", "builtin": found.name, "params": values} | extra, []


def _preset(path: Path, params: Mapping[str, Any]) -> tuple[dict[str, Any] | None, list[str]]:
    try:
        raw = path.read_bytes()
        text = tomllib.loads(raw.decode("utf-8-sig"))
    except OSError as fault:
        return None, [f"{path}: {fault.strerror}"]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as fault:
        return None, [f"{path}: not a TOML file: {fault}"]
    unknown = set(text) - {"strategy", "summary", "params"}
    faults = [f"{path}: unknown key {key}; allowed are strategy, summary, params" for key in sorted(unknown)]
    base = text.get("strategy")
    if not isinstance(base, str) or base not in BUILTIN:
        faults.append(f"{path}: strategy = {base!r} is not known; allowed are {', '.join(sorted(BUILTIN))}")
        return None, faults
    if faults:
        return None, faults
    file = {"path": str(path), "sha256": hashlib.sha256(raw).hexdigest()}
    return _builtin(path.stem, BUILTIN[base], {**text.get("params", {}), **params}, file)
