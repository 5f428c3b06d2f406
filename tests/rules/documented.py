"""A system's page in docs/systems, held to what the system does.

``python -m tests.rules.documented`` writes the tables of its values anew, between the two lines
that say so.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any

from calculator.rules.catalog import SHIPPED, find_system
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem

BEGIN = "<!-- tables: made by python -m tests.rules.documented -->\n"
END = "<!-- end of tables -->\n"
_PAGES = Path(__file__).parents[2] / "docs" / "systems"
_EXAMPLE = re.compile(
    r"^    empires odds (.+)\n\n\| outcome \| odds \|\n\|.*\n((?:\|.*\n)+)", re.MULTILINE
)


def check_page(system: RuleSystem) -> None:
    """Its page lists every table value as it is, and the odds worked out by hand come out so."""
    page = page_of(system).read_text(encoding="utf-8")
    assert with_tables(page, system) == page, "python -m tests.rules.documented"
    examples = _EXAMPLE.findall(page)
    assert examples
    for command, table in examples:
        key, action, *fields = shlex.split(command)
        question = Question.read(key, action, dict(field.split("=", 1) for field in fields))
        odds = question.odds()
        assert _rows(table) == [
            (row.outcome.label, Fraction(row.weight, odds.total)) for row in odds
        ]


def page_of(system: RuleSystem) -> Path:
    """Where the page of a system is."""
    return _PAGES / f"{system.key}.md"


def with_tables(page: str, system: RuleSystem) -> str:
    """The page with the values that the system has now."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin, f"the page has no line {BEGIN}"
    assert end, f"the page has no line {END}"
    return before + begin + "\n".join(_tables(system)) + "\n\n" + end + after


def _tables(system: RuleSystem) -> Iterator[str]:
    """All but those of battalion cards, which stand in tables of their own."""
    of_rules = (entry for entry in system.tables if not entry.key.startswith("card."))
    for table, entries in groupby(of_rules, key=lambda entry: entry.key.partition(".")[0]):
        yield f"\n### {table.replace('-', ' ').capitalize()}\n"
        yield "| key | value | why |"
        yield "|---|---|---|"
        for entry in entries:
            why = entry.why.replace("|", "\\|")
            other = entry.otherwise
            open_to = f"; or {_written(other.value)}: {other.says}" if other else ""
            yield f"| `{entry.key}` | {_written(entry.value)} | {why} [{entry.cited}]{open_to} |"


def _rows(table: str) -> list[tuple[str, Fraction]]:
    cells = (line.strip("| ").split(" | ") for line in table.splitlines())
    return [(label, Fraction(odds)) for label, odds in cells]


def _written(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(Fraction(str(value))) if isinstance(value, float) else str(value)


if __name__ == "__main__":
    for _system in map(find_system, SHIPPED):
        _page = page_of(_system)
        if BEGIN in (_text := _page.read_text(encoding="utf-8")):
            _page.write_text(with_tables(_text, _system), encoding="utf-8")
