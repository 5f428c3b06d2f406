"""What the pages say of draws: the tables under "What is drawn", and the Python that they show."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from tests.pages import ROOT

DOCS: Final = ROOT / "docs"
PAGES: Final = {
    "there-stand-empires": "model.md",
    "revolutionary-wars": "systems/revolutionary-wars.md",
    "gods-of-war": "systems/gods-of-war.md",
    "morne-plaine": "systems/morne-plaine.md",
    "cannonade": "systems/cannonade.md",
}

_STANDS_FOR: Final = {
    "NAME": ".+",
    "ROLL": r"(?:\d\+|\d or less|certain|impossible)"
    r"(?:, re-rolling (?:failures|successes|every die))?",
    "N platoons": r"(?:1 platoon|\d+ platoons)",
    "N dice": r"(?:1 die|\d+ dice)",
    "N": r"\d+",
}
_CAPITALS: Final = re.compile(r"NAME|ROLL|\bN platoons|\bN dice|\bN\b")


@dataclass(frozen=True)
class Ask:
    """One row of the table of asks: as it is written, with capitals for what differs."""

    written: str

    @property
    def short(self) -> str:
        """What the table of actions calls it."""
        if not self.written.startswith("NAME "):
            return self.written
        return re.split(r" \(|,", self.written.removeprefix("NAME "))[0]

    def matches(self, ask: str) -> bool:
        """Whether an ask of a record is one of these."""
        return _pattern(self.written).fullmatch(ask) is not None


@cache
def _pattern(written: str) -> re.Pattern[str]:
    between = map(re.escape, _CAPITALS.split(written))
    capitals = [_STANDS_FOR[found] for found in _CAPITALS.findall(written)]
    return re.compile("".join(a + b for a, b in zip(between, [*capitals, ""], strict=True)))


@dataclass(frozen=True)
class Drawn:
    """The two tables of a page: what is asked, and by which action in which order."""

    asks: tuple[Ask, ...]
    actions: dict[str, tuple[Ask, ...]]

    def of(self, ask: str) -> Ask:
        """The row that an ask of a record belongs to; AssertionError unless there is just one."""
        found = [known for known in self.asks if known.matches(ask)]
        assert found, f"no page tells of {ask!r}"
        assert len(found) == 1, f"{ask!r} may be any of {found}"
        return found[0]


@cache
def drawn(system: str) -> Drawn:
    """The tables of the page of a system."""
    section = _text(PAGES[system]).split("\n## What is drawn\n", 1)[1].split("\n## ", 1)[0]
    asks = [Ask(written) for row in _rows(section, "asked") for written in _code(row[0])]
    short = {ask.short: ask for ask in asks}
    actions = {
        _code(row[0])[0]: tuple(short[each] for each in _code(row[1]))
        for row in _rows(section, "action")
    }
    return Drawn(tuple(asks), actions)


@cache
def shown(page: str, name: str) -> Callable[..., Any]:
    """A function that a page defines in its Python."""
    for block in re.findall(r"^```python\n(.*?)^```$", _text(page), re.MULTILINE | re.DOTALL):
        if f"def {name}(" in block:
            defined: dict[str, Any] = {}
            exec(block, defined)
            found: Callable[..., Any] = defined[name]
            return found
    raise AssertionError(f"{page} defines no {name}")


def listed(system: str, what: str) -> list[str]:
    """What a page lists in its order, after **What**."""
    return _code(_text(PAGES[system]).split(f"**{what}** in the", 1)[1].split(".", 1)[0])


def _text(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def _code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def _rows(section: str, heading: str) -> list[list[str]]:
    table = section.split(f"\n| {heading} | ", 1)[1].split("\n\n", 1)[0]
    return [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]
