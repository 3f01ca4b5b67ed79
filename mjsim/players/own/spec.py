"""The specs of the user's strategies: what a scenario says of a file or a program, checked and filled in."""

import hashlib
import os
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mjsim.players.own import user_file
from mjsim.players.own.user_file import BadFile
from mjsim.rules.options import Option
from mjsim.rules.options import resolve as resolve_params

# Kinds of specs; NATIVE is also that of the built-in strategies.
PYTHON, BATCHED, OWN_NATIVE, BOT = "python", "batched", "own_native", "bot"
OWN = (PYTHON, BATCHED, OWN_NATIVE, BOT)
_KINDS = {user_file.PYTHON: PYTHON, user_file.BATCHED: BATCHED, user_file.NATIVE: OWN_NATIVE}

# Keys of a seat about what happens when its strategy does wrong; see `docs/strategies.md`.
ERROR, REPLACE, PUNISH = "error", "replace", "punish"
ON_FAULT = (ERROR, REPLACE, PUNISH)
CARE = {"on_fault": ERROR, "timeout": None, "penalty": 30}
LONGEST, HIGHEST = 86_400, 999_999
ALLOWED = {
    "on_fault": '"error", "replace" or "punish"',
    "timeout": f"a number of seconds above 0, at most {LONGEST}",
    "penalty": f"a whole number from 0 to {HIGHEST} that can be divided by 3",
}
BOT_CARE = {**CARE, "on_fault": REPLACE, "timeout": 1.0}


@dataclass(frozen=True)
class Text(Option):
    """An option that is a text."""

    def allowed(self) -> str:
        return "a text"

    def check(self, value: Any) -> str | None:
        if isinstance(value, str) and value.strip():
            return None
        return f"{self.name} = {value!r} is not allowed; allowed is {self.allowed()}"


BOT_PARAMS = (
    Text("command", None, 'the program and its arguments, such as "./bot" or "python3 bot.py"', "text"),
    Option("protocol", "json", "how requests are written", "choice", ("json", "text")),
    Option(
        "run",
        "keep",
        "one process for a game, or one for each decision",
        "choice",
        ("keep", "restart"),
    ),
    Option(
        "start_timeout", 10.0, "time for the first answer of a process", "float", (), 0.01, 3600, unit="s"
    ),
)
BOT_SUMMARY = "a program that speaks the Botzone protocol over standard input and output (Guobiao)"
BOT_DOC = "Its answers are checked; `timeout`, `on_fault` and `penalty` of the seat say what a bad one costs."

Resolved = tuple[dict[str, Any] | None, list[str]]


def resolve_file(strategy: str, params: Mapping[str, Any], folder: Path, care: Mapping[str, Any]) -> Resolved:
    """Spec and faults of ``FILE.py`` or ``FILE.py:NAME``."""
    try:
        found = user_file.find(strategy, folder)
    except BadFile as fault:
        return None, [str(fault)]
    if not found.params and params:
        return None, [
            f"{key} = {value!r} is not a parameter; it has no parameters" for key, value in params.items()
        ]
    values, faults = resolve_params(found.params, params)
    if faults:
        return None, [fault.replace("is not an option", "is not a parameter") for fault in faults]
    named = ":" in Path(strategy).name
    return {
        "name": found.name if named else found.path.stem,
        "kind": _KINDS[found.kind],
        "function": found.name,
        "params": values,
        "path": f"{found.path}:{found.name}" if named else str(found.path),
        "file": str(found.path),
        "sha256": found.sha256,
        **CARE,
        **care,
    }, []


def resolve_bot(name: str, params: Mapping[str, Any], folder: Path, care: Mapping[str, Any]) -> Resolved:
    """Spec and faults of a program; file names in its command are relative to ``folder``."""
    values, faults = resolve_params(BOT_PARAMS, params)
    if faults:
        return None, [fault.replace("is not an option", "is not a parameter") for fault in faults]
    try:
        words = shlex.split(values["command"])
    except ValueError as fault:
        return None, [f"command = {values['command']!r}: {fault}"]
    # Path.is_file raises when a word is too long for a name.
    files = {i: folder / word for i, word in enumerate(words) if os.path.isfile(folder / word)}
    words = [str(files[i].resolve()) if i in files else word for i, word in enumerate(words)]
    if shutil.which(words[0]) is None:
        return None, [f"command = {values['command']!r}: {words[0]} is not a program that can be started"]
    hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files.values()}
    return {
        "name": name,
        "kind": BOT,
        "params": values | {"command": shlex.join(words)},
        "programs": hashes,
        **BOT_CARE,
        **care,
    }, []


def care_faults(care: Mapping[str, Any]) -> list[str]:
    """What is wrong with the keys ``on_fault``, ``timeout``, ``penalty`` of a preset."""
    on_fault, timeout, penalty = (care.get(key) for key in ("on_fault", "timeout", "penalty"))
    faults = []
    if on_fault is not None and on_fault not in ON_FAULT:
        faults.append(f"on_fault = {on_fault!r} is not allowed; allowed is {ALLOWED['on_fault']}")
    if timeout is not None and not (_is_number(timeout, (int, float)) and 0 < timeout <= LONGEST):
        faults.append(f"timeout = {timeout!r} is not allowed; allowed is {ALLOWED['timeout']}")
    if penalty is not None and not (
        _is_number(penalty, (int,)) and 0 <= penalty <= HIGHEST and penalty % 3 == 0
    ):
        faults.append(f"penalty = {penalty!r} is not allowed; allowed is {ALLOWED['penalty']}")
    return faults


def _is_number(value: Any, types: tuple[type, ...]) -> bool:
    return isinstance(value, types) and not isinstance(value, bool)
