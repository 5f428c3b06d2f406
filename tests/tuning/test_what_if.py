"""What would change it: held against the same question asked afresh with the other answer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

import attrs
import pytest

from calculator.errors import CalculatorError
from calculator.forms import fields_of, texts
from calculator.kinds import Choice, YesNo
from calculator.rules.question import Odds, Question
from calculator.rules.system import Owner
from calculator.tuning.what_if import Alternative, best_first, changes

ASKED = [
    ("there-stand-empires", "assault", {}),
    ("there-stand-empires", "deployed-fire", {"quality": "veteran", "cover": "soft"}),
    ("cannonade", "melee", {}),
    ("gods-of-war", "close-combat", {}),
    ("morne-plaine", "charge", {}),
    ("revolutionary-wars", "shoot", {}),
]


def assault(**answers: str) -> Odds:
    return Question.read("there-stand-empires", "assault", answers).odds()


def by_value(odds: Odds) -> dict[tuple[str, str], Alternative]:
    return {(change.key, change.value): change for change in changes(odds)}


@pytest.mark.parametrize(("system", "action", "answers"), ASKED)
def test_each_change_is_what_asking_afresh_gives(
    system: str, action: str, answers: dict[str, str]
) -> None:
    question = Question.read(system, action, answers)
    odds = question.odds()
    chief = question.action.measures[0].key
    found = list(changes(odds))
    assert found
    for change in found:
        read = {change.key.removeprefix("tables."): change.value}
        if change.owner is Owner.TEXT:
            typed = {key: question.tables.typed(key, text) for key, text in read.items()}
            asked = attrs.evolve(question, tables=question.tables.override(typed, "another"))
        else:
            asked = Question.read(system, action, texts(question.form) | read)
        chance = asked.odds().measure(chief)
        assert (change.chance, change.difference) == (chance, chance - odds.measure(chief))
        assert change.difference or change.owner is Owner.TEXT


def test_a_reading_that_leaves_the_chief_chance_alone_says_what_it_moves() -> None:
    """A British volley at a French column: the heaviest reading there is."""
    volley = {
        "battalion": "british-line",
        "enemy": "french-line",
        "enemy-formation": "attack-column",
    }
    odds = Question.read("revolutionary-wars", "shoot", volley).odds()
    (found,) = (change for change in changes(odds) if change.owner is Owner.TEXT)
    assert found.key == "tables.shoot.saved-hits"
    assert not found.difference
    saved = attrs.evolve(
        odds.question, tables=odds.question.tables.override({"shoot.saved-hits": 0}, "saved")
    ).odds()
    shaken = saved.measure("unsettles") - odds.measure("unsettles")
    assert found.label == (
        "hits that are saved disorder nobody: the target does not end Solid "
        f"{100 * float(shaken):+.1f}"
    )


@pytest.mark.parametrize(("system", "action", "answers"), ASKED[:4])
def test_no_other_word_of_a_field_that_may_change_moves_the_chance(
    system: str, action: str, answers: dict[str, str]
) -> None:
    """Every answer in words of every field, by asking each; what is not listed moves nothing."""
    question = Question.read(system, action, answers)
    odds = question.odds()
    listed = set(by_value(odds))
    listed_fields = {key for key, _ in listed}
    for key, text in other_words(question):
        if key in listed_fields and (key, text) not in listed:
            assert moved(question, odds, key, text) in (None, 0)


def other_words(question: Question) -> Iterator[tuple[str, str]]:
    now = texts(question.form)
    for field in fields_of(type(question.form)):
        if isinstance(field.kind, Choice | YesNo):
            for text in field.kind.choices:
                if text != now[field.key]:
                    yield field.key, text


def moved(question: Question, odds: Odds, key: str, text: str) -> Fraction | None:
    chief = question.action.measures[0].key
    answers = texts(question.form) | {key: text}
    try:
        asked = Question.read(question.system.key, question.action.key, answers)
        return asked.odds().measure(chief) - odds.measure(chief)
    except CalculatorError:
        return None


def test_the_best_stands_first_and_each_is_its_owner_s() -> None:
    found = best_first(changes(assault()))
    differences = [change.difference for change in found]
    assert differences == sorted(differences, reverse=True)
    owners = {(change.key, change.owner) for change in found}
    assert ("general", Owner.MINE) in owners
    assert ("target-state", Owner.THEIRS) in owners
    assert ("frontal", Owner.GROUND) in owners


def test_a_number_names_the_least_that_does_it_and_the_threshold_it_crosses() -> None:
    """IX: outnumbered from one base more, badly from two to one: 8 bases against 4."""
    more = {change.value: change for change in changes(assault()) if change.key == "bases"}
    assert more["5"].label == "1 more base (5)"
    assert "Target outnumbered" in more["5"].thresholds
    assert more["8"].label == "4 more bases (8)"
    assert "Target badly outnumbered" in more["8"].thresholds
    assert more["8"].on


@pytest.mark.parametrize(
    ("system", "action", "names"),
    [
        ("there-stand-empires", "assault", {"actor", "target"}),
        ("revolutionary-wars", "charge", {"battalion", "enemy"}),
        ("revolutionary-wars", "replenish", {"battalion", "skirmishers"}),
        ("gods-of-war", "close-combat", {"unit", "target"}),
        ("morne-plaine", "charge", {"unit", "target"}),
    ],
)
def test_what_a_unit_is_is_not_proposed_to_be_changed(
    system: str, action: str, names: set[str]
) -> None:
    """docs/playing.md: what says what a unit is (its arm, its card) is not tried."""
    asked = Question.read(system, action, {}).odds()
    assert names.isdisjoint({change.key for change in changes(asked)})


def test_a_change_that_would_take_too_many_paths_is_left_out_and_the_others_listed() -> None:
    """Four paths are enough for the melee as it stands, and too few for more dice."""
    melee = Question.read("revolutionary-wars", "melee", {})
    scarce = attrs.evolve(melee, action=type("Scarce", (melee.action,), {"paths": 4}))
    every = {(change.key, change.value) for change in changes(melee.odds())}
    found = {(change.key, change.value) for change in changes(scarce.odds())}
    assert found
    assert found < every


def test_nothing_is_listed_for_odds_that_are_only_sampled() -> None:
    sampled = Question.read("there-stand-empires", "assault", {}).estimate(100)
    assert list(changes(sampled)) == []


def test_what_the_rules_forbid_is_not_proposed() -> None:
    """Horse does not shoot in square; whatever is proposed can be asked as it stands."""
    odds = Question.read("there-stand-empires", "deployed-fire", {}).odds()
    for change in changes(odds):
        answers = texts(odds.question.form) | {change.key: change.value}
        Question.read("there-stand-empires", "deployed-fire", answers).odds()


def test_nothing_comes_of_what_has_no_measure() -> None:
    odds = Question.read("gods-of-war", "weigh-close-combat", {}).odds()
    assert list(changes(odds)) == []


@pytest.mark.parametrize(
    ("system", "action", "answers"),
    [
        ("revolutionary-wars", "general", {"left": "2", "away": "1"}),
        ("morne-plaine", "movement", {"path": "marsh, clear"}),
    ],
)
def test_of_what_nobody_wants_the_best_change_is_the_one_that_makes_it_least(
    system: str, action: str, answers: dict[str, str]
) -> None:
    """A captured general and a unit in the marsh: the scale of outcomes calls both the worst."""
    asked = Question.read(system, action, answers).odds()
    chief = asked.question.action.measures[0]
    assert chief.holds(asked.rows()[0].outcome)
    found = best_first(changes(asked))
    assert found
    assert [one.merit for one in found] == sorted((-one.difference for one in found), reverse=True)


def test_chances_of_other_choices_are_no_thresholds() -> None:
    """The text names a threshold where a table is read on another row; what fire first would then
    bring is none."""
    exchange = Question.read("revolutionary-wars", "exchange", {}).odds()
    assert [one.thresholds for one in islice(changes(exchange), 2)] == ["", ""]
