"""docs/designing-scenarios.md against the code: its example, its keys, its overrides."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from calculator.errors import FaultsError
from calculator.rules.catalog import find_system
from calculator.scenarios.doubts import FEWEST_GUNS, MOST_GUNS
from calculator.scenarios.layout import Section, layout
from calculator.scenarios.loading import read_scenario
from calculator.scenarios.source import parse_source

PAGE = (Path(__file__).parents[2] / "docs" / "designing-scenarios.md").read_text(encoding="utf-8")
EXAMPLE, OVERRIDES, *_ = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_example_has_neither_fault_nor_doubt() -> None:
    ferry = read_scenario(parse_source(Path("ferry.toml"), EXAMPLE))
    assert ferry.doubts == ()
    assert ferry.fill("actor", "Crimson's brigade")["quality"] == "veteran"


def test_the_overrides_shown_are_values_of_the_system() -> None:
    read_scenario(parse_source(Path("ferry.toml"), f"{EXAMPLE}\n{OVERRIDES}"))
    assert tomllib.loads(OVERRIDES)["tables"]


def named(section: Section) -> Iterator[str]:
    yield from (key.key for key in section.keys)
    yield from (field.key for field in section.form_fields)
    for part in section.parts:
        yield from named(part)


def test_every_key_is_on_the_page() -> None:
    shown = set(re.findall(r"`([a-z-]+)`", PAGE))
    missing = set(named(layout(find_system("there-stand-empires")))) - shown
    assert not missing


def test_limits_of_doubt_are_those_in_force() -> None:
    assert f"guns per thousand men below {FEWEST_GUNS} or above {MOST_GUNS}" in PAGE


def test_the_fault_shown_is_what_is_told() -> None:
    spoilt = EXAMPLE.replace('quality = "veteran"', 'quality = "vetran"')
    shown = re.search(r"my-battle\.toml:\d+ (\$.*?\))", PAGE, re.DOTALL)
    assert shown is not None
    with pytest.raises(FaultsError) as refused:
        read_scenario(parse_source(Path("my-battle.toml"), spoilt))
    assert " ".join(shown[0].split()) == str(refused.value)
