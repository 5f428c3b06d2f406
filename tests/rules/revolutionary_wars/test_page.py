"""docs/systems/revolutionary-wars.md, held to what the system does."""

import re
import shlex
from pathlib import Path

import pytest

from calculator.rules.question import Question
from calculator.rules.revolutionary_wars import SYSTEM
from tests.rules.documented import with_tables
from tests.rules.revolutionary_wars.card_page import lines

PAGE = (Path(__file__).parents[3] / "docs" / "systems" / "revolutionary-wars.md").read_text("utf-8")
EXAMPLE = re.compile(
    r"^    empires odds (.+)\n\n\| outcome \| odds \|\n\|.*\n((?:\|.*\n)+)", re.MULTILINE
)


@pytest.mark.parametrize(("command", "table"), EXAMPLE.findall(PAGE))
def test_worked_examples_come_out_as_the_page_says(command: str, table: str) -> None:
    system, action, *words = shlex.split(command)
    question = Question.read(system, action, dict(word.split("=", 1) for word in words))
    rows = [f"| {row.outcome.label} | {100 * row.probability:.1f}% |" for row in question.odds()]
    assert table.splitlines() == rows


def test_there_are_worked_examples_of_the_main_actions() -> None:
    actions = [shlex.split(command)[1] for command, _ in EXAMPLE.findall(PAGE)]
    assert actions == ["charge", "stand", "shoot"]


def test_every_action_is_listed() -> None:
    for action in SYSTEM.actions:
        assert f"\n| `{action.key}` | " in PAGE


def test_every_value_of_the_tables_is_listed() -> None:
    assert with_tables(PAGE, SYSTEM) == PAGE, "python -m tests.rules.documented"


def test_every_card_is_shown_as_it_is() -> None:
    assert "\n".join(lines()) in PAGE
