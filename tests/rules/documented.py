"""A system's page in docs/systems, held to what the system does."""

from __future__ import annotations

import re
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

from calculator.rules.question import Question
from calculator.rules.system import RuleSystem

_PAGES = Path(__file__).parents[2] / "docs" / "systems"
_EXAMPLE = re.compile(
    r"^    empires odds (.+)\n\n\| outcome \| odds \|\n\|.*\n((?:\|.*\n)+)", re.MULTILINE
)


def check_page(system: RuleSystem) -> None:
    """Its page lists every table value as it is, and the odds worked out by hand come out so."""
    page = (_PAGES / f"{system.key}.md").read_text(encoding="utf-8")
    for entry in system.tables:
        assert f"| `{entry.key}` | {_written(entry.value)} |" in page, entry.key
    examples = _EXAMPLE.findall(page)
    assert examples
    for command, table in examples:
        key, action, *fields = shlex.split(command)
        question = Question.read(key, action, dict(field.split("=", 1) for field in fields))
        odds = question.odds()
        assert _rows(table) == [
            (row.outcome.label, Fraction(row.weight, odds.total)) for row in odds
        ]


def _rows(table: str) -> list[tuple[str, Fraction]]:
    cells = (line.strip("| ").split(" | ") for line in table.splitlines())
    return [(label, Fraction(odds)) for label, odds in cells]


def _written(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(Fraction(str(value))) if isinstance(value, float) else str(value)
