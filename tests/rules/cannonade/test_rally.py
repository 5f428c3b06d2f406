"""Rally: the table against all faces of the die."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given

from calculator.rules.cannonade import SYSTEM
from calculator.rules.cannonade.rally import RallyForm, Rallying
from calculator.rules.question import Question
from tests.rules.asking import ask, chances, check_promises, forms, law


def by_hand(form: RallyForm) -> Iterator[str]:
    for roll in range(1, 7):
        if form.routing_men / form.men >= 2:
            roll += 1
        if form.men / form.routing_men >= 2:
            roll -= 1
        if form.officer:
            roll -= 1
        yield "rallied" if roll <= 2 else "panics" if roll >= 5 else "flees"


@given(forms(RallyForm))
def test_odds_are_those_of_the_die(form: RallyForm) -> None:
    question = Question(SYSTEM, Rallying, form, SYSTEM.tables)
    assert {o.result.value: p for o, p in law(question).items()} == chances(by_hand(form))
    check_promises(question)


@pytest.mark.parametrize(
    ("routing", "friends", "officer", "rallies", "panics"),
    [
        (10, 10, "no", 2, 2),
        (10, 10, "yes", 3, 1),
        (10, 5, "no", 1, 3),
        (9, 5, "no", 2, 2),
        (5, 10, "no", 3, 1),
        (5, 10, "yes", 4, 0),
        (10, 5, "yes", 2, 2),
    ],
)
def test_sixths(routing: int, friends: int, officer: str, rallies: int, panics: int) -> None:
    odds = ask("cannonade", "rally", routing_men=routing, men=friends, officer=officer).odds()
    assert odds.measure("rallies") == Fraction(rallies, 6)
    assert odds.measure("panics") == Fraction(panics, 6)


def test_factors_favour_the_friends_by_what_is_taken_off_the_roll() -> None:
    odds = ask("cannonade", "rally", routing_men=20, men=5, officer="yes").odds()
    assert [(factor.name, factor.points) for factor in odds.factors] == [
        ("routers twice as large", -1),
        ("officer present", 1),
    ]


def test_words_tell_what_unarmed_men_must_do() -> None:
    result = ask("cannonade", "rally").result("1")
    assert result.narration.headline == "The routers rally."
    assert any("unarmed" in step for step in result.narration.on_table)
    assert result.narration.how == (
        "Rolled 2: 2 on the Rally Table, rallied, unarmed (3: continues to flee).",
    )
