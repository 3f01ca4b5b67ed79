"""The commands in the guides and what they print; ``python -m tests.docs.guides`` writes the output anew.

A block of three backticks and ``console`` begins with ``$ command``; what follows in it is the output. A block
``python`` is a program; a block ``text`` right after it is what that prints. A block with the name of a file after
its language is that file; it is there before the commands run.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDES = sorted((ROOT / "docs" / "guides").glob("*.md"))
_BLOCK = re.compile(r"```console\n\$ (?P<command>[^\n]*)\n(?P<output>.*?)```\n", re.S)
_FILE = re.compile(r"```\w+ (?P<name>[\w.-]+)\n(?P<text>.*?)```\n", re.S)
_PYTHON = re.compile(r"```python\n(?P<program>.*?)```\n(?P<shown>\n```text\n.*?```\n)?", re.S)


def rewritten(guide: Path, folder: Path) -> str:
    """The text of a guide with the output that its commands print now, in ``folder``."""
    text = guide.read_text(encoding="utf-8")
    (folder / "bin").mkdir()
    command = folder / "bin" / "mjsim"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m mjsim "$@"\n')
    command.chmod(0o755)
    for file in _FILE.finditer(text):
        (folder / file["name"]).write_text(file["text"], encoding="utf-8")
    text = _BLOCK.sub(lambda m: f"```console\n$ {m['command']}\n{_run(m['command'], folder)}```\n", text)
    return _PYTHON.sub(lambda m: _with_output(m["program"], folder), text)


def _run(command: str, folder: Path) -> str:
    # Seconds and speeds go to stderr; what is on stdout is the same every time.
    return _output(["bash", "-c", command], folder)


def _with_output(program: str, folder: Path) -> str:
    return f"```python\n{program}```\n\n```text\n{_output([sys.executable, '-c', program], folder)}```\n"


def _output(command: list[str], folder: Path) -> str:
    environment = os.environ | {
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "100",
        "NO_COLOR": "1",
    }
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


if __name__ == "__main__":
    for path in GUIDES:
        with tempfile.TemporaryDirectory() as place:
            path.write_text(rewritten(path, Path(place)), encoding="utf-8")
