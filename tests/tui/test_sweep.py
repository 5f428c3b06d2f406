"""Small things, swept for through every action of every system, as the screen shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import pytest

from calculator.desk.odds_view import odds_view
from calculator.figures import percent
from calculator.rules.action import AnyAction
from calculator.rules.catalog import SHIPPED, find_system
from calculator.rules.outcome_tree import OutcomeTree
from calculator.rules.question import Odds, Question
from calculator.tui.widgets.panels import WhyPanel
from tests.offered import offering

SLIPS: Final = (
    (r"\b1 (?:inches|bases|units|points|hexes|men|dice|cards|turns|platoons|battalions)\b", "one"),
    (r"  |\s$|^\s|\s[,.;:]", "a blank"),
    (r"\bNone\b(?! of)|Fraction|<[a-z]+ at|[a-z]_[a-z]|\{|\}", "what is the program's own"),
    (r"\b(a) [aeio][a-z]|\ban [bcdfgjklmnpqrstvwxz][a-z]", "a and an"),
    (r"\b([A-Za-z]+) \1\b", "a word twice"),
    (r"[a-z] (?:Of|The|And|At) [A-Z]", "a small word in capitals"),
)
"""What no line of a screen may hold, and what it is called."""


@pytest.fixture(autouse=True)
def shipped(systems: None) -> Iterator[None]:
    """The catalog as it is shipped."""
    with offering(SHIPPED):
        yield


def asked() -> Iterator[tuple[str, str]]:
    """Every action of every system."""
    for key in SHIPPED:
        yield from ((key, action.key) for action in find_system(key).actions)


def action_of(system: str, action: str) -> AnyAction:
    return find_system(system).action(action)


def slips(text: str) -> list[str]:
    """What is amiss in a text."""
    return [f"{name}: {text!r}" for pattern, name in SLIPS if re.search(pattern, text)]


def answered(system: str, action: str) -> Odds | None:
    """The odds of an action left as it is, or nothing where the rules forbid it so."""
    question = Question.read(system, action, {})
    if list(question.law.refusals()):
        return None
    return question.best_odds(200, workers=1)


@pytest.mark.parametrize(("system", "action"), list(asked()))
def test_odds_why_and_result_read_well(system: str, action: str) -> None:
    odds = answered(system, action)
    if odds is None:
        return
    rows = list(OutcomeTree([odds]).rows())
    assert sum(row.chance.now for row in rows if not row.depth) == Fraction(1)
    if len(odds.distribution) == 1:
        assert percent(float(rows[0].chance.now)) == "100.0%", "it is certain, and says so"
    why = WhyPanel()
    why.show(odds_view(odds))
    told = [line.plain.strip() for line, _ in why.lines(400)]
    assert any(told), "Why is never silent"
    for width in (35, 37):
        cut = [line.plain for line, _ in why.lines(width) if line.cell_length > width]
        assert not cut, "at 80 and at 40 columns no line of Why is cut"
    labels = [row.chance.label for row in rows]
    names = [measure.label for measure in odds.question.action.measures]
    results = [odds.question.result(seed=str(seed), odds=odds).narration for seed in range(4)]
    words = [line for one in results for line in (one.headline, *one.on_table, *one.how)]
    amiss = [slip for line in (*labels, *names, *words) for slip in slips(line)]
    assert not amiss, "\n".join(amiss)
    headlines = [one.headline for one in results]
    assert not [line for line in headlines if not line.endswith((".", "!"))]


@pytest.mark.parametrize(("system", "action"), list(asked()))
def test_what_is_asked_reads_well(system: str, action: str) -> None:
    one = action_of(system, action)
    assert not slips(one.label), one.label
    assert not slips(one.help), one.help
    assert one.help.endswith((".", "?"))


@pytest.mark.parametrize("system", SHIPPED)
def test_the_titles_of_systems_read_well(system: str) -> None:
    found = find_system(system)
    assert not slips(found.title)
    assert not slips(found.summary)
