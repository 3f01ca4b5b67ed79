"""Commands with arguments and files that nobody would type: a clear line and a documented status, never more.

Run by test_fuzz.py in a process of its own, with the kernels as plain Python and MJSIM_FUZZ examples a test.
"""

import contextlib
import io
import json
import os
import string
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mjsim.cli.main import COMMANDS, status_of
from mjsim.rules import variant as variants
from mjsim.run import toml

EXAMPLES = int(os.environ.get("MJSIM_FUZZ", "20"))
CASES = sorted((Path(__file__).parents[1] / "data" / "cases").glob("*.jsonl"))
fuzzed = settings(
    max_examples=EXAMPLES,
    deadline=60_000,  # milliseconds for one command
    suppress_health_check=list(HealthCheck),
    derandomize=EXAMPLES <= 50,  # the normal test run is the same every time
    database=None,
)

text = st.text(max_size=30) | st.text(string.printable, max_size=30)
scalar = st.none() | st.booleans() | st.integers() | st.floats() | text
anything = st.recursive(
    scalar, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4), max_leaves=8
)


def command(*arguments, allowed=(0, 2)):
    """Call a command; its status must be documented, and what it says must be meant for people."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = status_of([str(argument) for argument in arguments])
    told = err.getvalue()
    assert status in allowed, (arguments, status, told)
    assert "Traceback" not in told + out.getvalue()
    assert "MJSIM_DEBUG" not in told, (arguments, told)  # how the unforeseen ends
    assert status == 0 or told.strip() or out.getvalue().strip(), arguments
    return out.getvalue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz")


# Scenario files: anything at all, and good ones with some keys made bad.


@fuzzed
@given(data=st.binary(max_size=200) | text.map(lambda t: t.encode("utf-8", "surrogatepass")))
def test_any_bytes_as_a_scenario(folder, data):
    (folder / "any.toml").write_bytes(data)
    command("run", folder / "any.toml", "--dry-run")


def without_none(value):
    """TOML has no null."""
    if isinstance(value, dict):
        return {key: without_none(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [without_none(item) for item in value if item is not None]
    return value


KEYS = "name variant games matches seed match rotate options seats table nonsense"
keys = st.sampled_from(KEYS.split())
option_names = st.sampled_from(
    sorted({o.name for name in variants.names() for o in variants.get(name).options})
)
likely = (
    st.sampled_from(
        [
            "single",
            "round",
            "full",
            "none",
            "cyclic",
            "all",
            "efficiency",
            "random",
            "x.py",
            "a.toml",
            ".",
            "",
        ]
    )
    | st.sampled_from(sorted(variants.names()))
    | st.integers(-1, 100)
    | anything
)


@st.composite
def scenarios(draw):
    data = {
        "name": "fuzz",
        "variant": draw(st.sampled_from(sorted(variants.names()))),
        "games": draw(st.integers(1, 10**6)),
        "options": draw(st.dictionaries(option_names | text, likely, max_size=3)),
        "seats": [{"strategy": "efficiency"} for _ in range(4)],
    }
    for key in draw(st.lists(keys, max_size=3)):
        data[key] = draw(likely)
    if draw(st.booleans()) and isinstance(data.get("seats"), list) and len(data["seats"]) == 4:
        data["seats"][draw(st.integers(0, 3))] = draw(
            st.fixed_dictionaries({}, optional={"strategy": likely, "params": likely, "name": likely})
            | anything
        )
    return without_none(data)


@fuzzed
@given(data=scenarios())
def test_likely_scenarios(folder, data):
    try:
        written = toml.dump(data)
        written.encode()
    except (TypeError, UnicodeEncodeError):
        return
    (folder / "likely.toml").write_text(written, encoding="utf-8")
    command("run", folder / "likely.toml", "--dry-run", "--json")


@fuzzed
@given(override=text | st.builds("{}={}".format, keys | option_names | text, likely.map(str)))
def test_overrides(override):
    command("run", "demo", "--dry-run", f"--set={override}")


# The command line.

WORDS = """run stats verify merge replay score play variants strategies scenarios show demo guobiao 123m 0-5 -- -h
 --json --csv --resume --games --seed 1/3 --shard --set --sample 0 1 -1 99999999999999999999 . / /dev/null"""
words = st.sampled_from(WORDS.split()) | text
QUICK = [
    name
    for name in ("stats", "verify", "merge", "replay", "score", "play", "variants", "strategies")
    if name in COMMANDS
]


@fuzzed
@given(name=st.sampled_from(QUICK), arguments=st.lists(words, max_size=5))
def test_any_arguments(folder, name, arguments, monkeypatch):
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        if name == "play":
            arguments = ["no such scenario", *arguments]
        command(name, *arguments, allowed=(0, 1, 2, 3))


@fuzzed
@given(arguments=st.lists(words, max_size=5))
def test_any_arguments_of_run(folder, arguments):
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        command("run", "demo", *arguments, "--dry-run", allowed=(0, 2))


# Hands and cases.

tiles = st.text("0123456789mpszf東东南西北中发發白一二九万筒条 ", max_size=24)
melds = st.text("chipongkaded:123456789mpsz@0123 ", max_size=20)


@fuzzed
@given(
    variant=st.sampled_from([*sorted(variants.names()), "nonsense"]),
    hand=tiles | text,
    tile=tiles | text,
    meld=melds | text,
    rest=st.sampled_from(
        [[], ["--seat", "2"], ["--from", "1"], ["--flowers", "1f"], ["--seen", "1m"], ["--wild", "9z"]]
    ),
)
def test_hand_notation(variant, hand, tile, meld, rest):
    command("score", f"--win={tile}", f"--melds={meld}", *rest, "--", variant, hand)


@fuzzed
@given(data=st.data())
def test_case_lines(folder, data):
    """Lines of any kind, and good cases with some values made bad: each gets its answer."""
    lines = data.draw(st.sampled_from(CASES)).read_text(encoding="utf-8").splitlines()
    case = json.loads(data.draw(st.sampled_from(lines)))
    case = case.get("case", case)
    for _ in range(data.draw(st.integers(0, 3))):
        place = case
        while isinstance(place, dict | list) and place:
            key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
            if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
                place[key] = data.draw(likely)
                break
            place = place[key]
    line = data.draw(st.just(json.dumps(case)) | anything.map(json.dumps) | text)
    path = folder / "cases.jsonl"
    path.write_bytes(line.encode("utf-8", "surrogatepass") + b"\n" + json.dumps(case).encode() + b"\n")
    out = command("score", "--batch", path, allowed=(0, 1, 2))
    for answer in (
        out.removesuffix("\n").split("\n") if out else []
    ):  # U+0085 and the like end no line of JSON
        json.loads(answer)


# Run folders.


@fuzzed
@given(data=st.data())
def test_manifests(folder, data):
    """Any change to the manifest of a run: readers say what is damaged, or do not care."""
    run = folder / "run"
    if not run.exists():
        scenario = folder / "fuzz.toml"
        scenario.write_text(
            'name = "fuzz"\nvariant = "guobiao"\ngames = 3\nseed = 1\n[table]\nstrategy = "tsumogiri"\n'
        )
        command("run", scenario, "-o", run, "--block-games", "2", "--workers", "1")
        (folder / "kept.json").write_bytes((run / "manifest.json").read_bytes())
    manifest = json.loads((folder / "kept.json").read_text())
    place = manifest
    while True:
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            if isinstance(place, dict) and data.draw(st.booleans()):
                del place[key]
            else:
                place[key] = data.draw(anything)
            break
        place = place[key]
    (run / "manifest.json").write_text(json.dumps(manifest))
    for arguments in (["verify", run, "--sample", "0"], ["stats", run], ["merge", folder / "out", run]):
        command(*arguments, allowed=(0, 1, 2, 3))
