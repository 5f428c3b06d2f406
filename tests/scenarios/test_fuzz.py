"""Bad files of every sort end in a message with the file's name, never in another error."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import example, given
from hypothesis import strategies as st

from calculator.errors import FaultsError
from calculator.scenarios import load
from calculator.scenarios.loading import read_scenario
from calculator.scenarios.source import parse_source

FOLDER = Path(__file__).parents[2] / "scenarios"
MAIDA = (FOLDER / "maida.toml").read_text(encoding="utf-8")
FILE = Path("spoilt.toml")

Tree = dict[str, Any]


def verdict(text: str) -> list[str]:
    """The faults of a text, none if it is a scenario; any other error fails the test."""
    try:
        read_scenario(parse_source(FILE, text))
    except FaultsError as error:
        faults = [str(fault) for fault in error.faults]
        assert faults
        assert all(fault.startswith("spoilt.toml") for fault in faults)
        assert all(len(fault) < 2000 for fault in faults), "no message quotes the file at length"
        return faults
    return []


@given(st.integers(0, len(MAIDA) - 1))
def test_truncated(length: int) -> None:
    verdict(MAIDA[:length])


@given(st.binary(max_size=400))
def test_random_bytes(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.mktemp("random") / "random.toml"
    path.write_bytes(raw)
    with pytest.raises(FaultsError, match=r"random\.toml"):
        load(path)


@given(st.integers(0, len(MAIDA.encode()) - 1), st.binary(min_size=1, max_size=4))
def test_bytes_overwritten(
    tmp_path_factory: pytest.TempPathFactory, place: int, raw: bytes
) -> None:
    path = tmp_path_factory.mktemp("overwritten") / "overwritten.toml"
    good = MAIDA.encode()
    path.write_bytes(good[:place] + raw + good[place + len(raw) :])
    try:
        load(path)
    except FaultsError as error:
        told = str(error)
        assert "overwritten.toml" in told


SCALARS = st.one_of(
    st.none().map(lambda _: {}),
    st.integers(),
    st.floats(),
    st.booleans(),
    st.text(max_size=20),
    st.dates(),
    st.times().map(lambda time: time.replace(fold=0)),
    st.datetimes(),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(min_size=1, max_size=5), st.integers(), max_size=3),
    st.lists(st.dictionaries(st.text(min_size=1, max_size=5), st.integers()), max_size=2),
)


def places(node: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    children = node.items() if isinstance(node, dict) else enumerate(node)
    found = []
    for name, child in children:
        found.append((*path, name))
        if isinstance(child, dict | list):
            found += places(child, (*path, name))
    return found


PLACES = places(tomllib.loads(MAIDA))


@given(st.sampled_from(PLACES), SCALARS)
@example(("scenario", "date"), "")
@example(("scenario", "system"), [1])
@example(("sides",), {"a": 1})
@example(("sides", 0, "formations"), [])
def test_wrong_types_anywhere(path: tuple[str | int, ...], value: object) -> None:
    tree = tomllib.loads(MAIDA)
    node: Any = tree
    for part in path[:-1]:
        node = node[part]
    node[path[-1]] = value
    try:
        text = tomlkit.dumps(tree)
        tomllib.loads(text)
    except Exception:  # noqa: BLE001 - tomlkit cannot write every mixture of values
        return
    verdict(text)


def test_every_key_misspelt_in_turn() -> None:
    """The fault names the misspelt key on its line and, where it is near, the right one."""
    lines = MAIDA.split("\n")
    spoilt = 0
    for number, line in enumerate(lines):
        match = re.match(r"([a-z][a-z-]{3,}) = ", line)
        if match is None:
            continue
        key = match[1]
        misspelt = key[:-2] + key[-1] + key[-2] if key[-1] != key[-2] else key[:-1]
        told = verdict(
            "\n".join([*lines[:number], line.replace(key, misspelt, 1), *lines[number + 1 :]])
        )
        assert any(
            fault.startswith(f"spoilt.toml:{number + 1} ") and f"did you mean {key!r}?" in fault
            for fault in told
        ), (misspelt, told)
        spoilt += 1
    assert spoilt > 100


def test_every_header_misspelt_in_turn() -> None:
    for match in re.finditer(r"^\[+([a-z.]+)\]+$", MAIDA, re.MULTILINE):
        start, end = match.span(1)
        assert verdict(f"{MAIDA[: end - 1]}{MAIDA[end:]}"), match[0]
        assert start


def with_line(old: str, new: str) -> str:
    assert old in MAIDA
    return MAIDA.replace(old, new, 1)


DEEP_LONG_AND_WIDE = {
    "brackets": ("a = " + "[" * 4900, "nested too deeply"),
    "brackets on lines": ("a = " + "[\n" * 100_000, "nested too deeply"),
    "braces": ("a = " + "{b=" * 1600, "nested too deeply"),
    "header": ("[" + ".".join("a" * 2400) + "]", "is missing"),
    "dotted key": (".".join("a" * 20_000) + " = 1", "is a line of 40,003 characters"),
    "dotted override": ("[tables]\n" + ".".join("a" * 800) + " = 1", "with no reason"),
    "override table": ("[tables." + ".".join("a" * 800) + "]\nvalue = 1", "reason: is missing"),
    "nested override": (f"{MAIDA}\n[tables]\nx = {'[' * 80}{']' * 80}", "is a list"),
    "system": (f"[scenario]\nsystem = '{'y' * 4000}'", "there is no rule system called"),
    "word": (with_line('arm = "infantry"', f"arm = '{'y' * 4000}'"), "not one of the words"),
    "title": (f'[scenario]\ntitle = """{"y" * 1000}\n{"z" * 1000}"""', "must be one line"),
    "number": (with_line("men = 1810", f"men = 1{'0' * 4000}"), "out of range"),
    "too many digits": (with_line("men = 1810", f"men = 1{'0' * 4900}"), "is not TOML"),
    "many keys": ("\n".join(f"k{n} = {n}" for n in range(30_000)), "more faults"),
}


@pytest.mark.parametrize("shape", DEEP_LONG_AND_WIDE)
def test_deep_long_and_wide(shape: str) -> None:
    text, message = DEEP_LONG_AND_WIDE[shape]
    assert message in "\n".join(verdict(text))


def test_ten_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b"a = 1\n" * 1_700_000)
    with pytest.raises(FaultsError, match="larger than 500,000 bytes"):
        load(path)
