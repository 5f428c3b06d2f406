"""What There Stand Empires declares, and what every question put to it keeps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import FaultsError
from calculator.forms import field_of, fields_of, mattering, parse_form, texts
from calculator.rules.action import Place
from calculator.rules.question import Question
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import SYSTEM
from calculator.rules.there_stand_empires.assault.fight import AssaultForm
from calculator.rules.there_stand_empires.terms import Arm, BrigadeForm, Quality
from tests.rules.asking import ask, check_promises, replayed
from tests.rules.declared import check_declaration
from tests.rules.there_stand_empires.asked import KEYS, questions

KEY = SYSTEM.key
DRAWN = tuple(key for key in KEYS if SYSTEM.action(key).place is not Place.AID)


def test_declaration() -> None:
    check_declaration(SYSTEM)


@given(st.sampled_from(DRAWN).flatmap(questions))
def test_every_question_keeps_its_promises(question: Question) -> None:
    check_promises(question)


@given(st.sampled_from(DRAWN).flatmap(questions), st.integers(1, 2**64).map("{:x}".format))
def test_a_result_is_one_of_the_outcomes_and_replays(question: Question, seed: str) -> None:
    result = question.result(seed)
    assert result.outcome in question.odds().distribution
    assert replayed(question, result.draws) == result.outcome


@pytest.mark.parametrize("key", KEYS)
def test_a_bare_form_is_legal(key: str) -> None:
    ask(KEY, key).check()


def test_the_fields_of_one_key_are_the_same_field_everywhere() -> None:
    declared: dict[str, tuple[str, ...]] = {}
    for action in SYSTEM.actions:
        for field in fields_of(action.asks):
            shown = (field.label, field.help, field.source, field.group, field.kind.allowed)
            assert declared.setdefault(field.key, shown) == shown, (action.key, field.key)


def test_letters_are_distinct_over_the_whole_system() -> None:
    assert len(set(SYSTEM.letters.values())) == len(SYSTEM.letters)
    assert SYSTEM.letters.keys() <= SYSTEM.all_keys


def test_every_number_is_read_by_some_question() -> None:
    read: set[str] = set()

    reading = SYSTEM.tables.watched(read)
    for question in pairwise_questions(reading):
        question.odds()
        assert question.result("1").narration
    elsewhere = ("forecast.", "terrain.", "sight.", "move.general")
    idle = {entry.key for entry in SYSTEM.tables} - read
    assert {key for key in idle if not key.startswith(elsewhere)} == set()


def pairwise_questions(tables: Tables) -> Iterator[Question]:
    """Every pair of answers to each action that the rules allow, the rest at their defaults."""
    for key in DRAWN:
        action = SYSTEM.action(key)
        yield Question(SYSTEM, action, action.asks(), tables)
        answers = [
            (field.key, word) for field in fields_of(action.asks) for word in field.kind.choices
        ]
        for chosen in combinations_with_replacement(answers, 2):
            question = Question(SYSTEM, action, parse_form(action.asks, dict(chosen)), tables)
            if not list(question.law.refusals()):
                yield question


@pytest.mark.parametrize(
    ("arm", "key", "matter"),
    [
        ("infantry", "quality", True),
        ("heavy-cavalry", "quality", True),
        ("horse-artillery", "quality", False),
        ("transport", "quality", False),
        ("infantry", "linear-tactics", True),
        ("light-cavalry", "linear-tactics", False),
        ("infantry", "breakthrough", False),
        ("light-cavalry", "breakthrough", True),
        ("infantry", "countercharge", False),
    ],
)
def test_what_matters_about_the_actor(arm: str, key: str, matter: bool) -> None:
    form = parse_form(AssaultForm, {"actor": arm, "target": "heavy-cavalry"})
    assert (field_of(AssaultForm, key) in mattering(form)) is matter


@pytest.mark.parametrize("role", ["actor", "target"])
def test_a_countercharge_matters_between_cavalry(role: str) -> None:
    horse = {"actor": "heavy-cavalry", "target": "light-cavalry"}
    countercharge = field_of(AssaultForm, "countercharge")
    assert countercharge in mattering(parse_form(AssaultForm, horse))
    assert countercharge not in mattering(parse_form(AssaultForm, {**horse, role: "infantry"}))


def test_a_unit_begins_with_the_bases_it_has() -> None:
    unit = BrigadeForm(arm=Arm.LIGHT_CAVALRY, quality=Quality.POOR, bases=3)
    assert texts(unit)["starting-bases"] == "3"


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"bases": "5", "starting-bases": "4"}, "bases: 5 bases are more than the 4"),
        ({"bases": "4", "starting-bases": "2"}, r"unit began with \(allowed: 2\)$"),
        ({"bases": "4", "starting-bases": "3"}, r"unit began with \(allowed: 2 to 3\)$"),
        ({"bases": "2", "starting-bases": "4"}, "bases: a unit left with 2 of 4 bases"),
        ({"target-bases": "3", "target-starting-bases": "7"}, "target-bases: a unit left with 3"),
    ],
)
def test_impossible_counts_of_bases(fields: dict[str, str], fault: str) -> None:
    with pytest.raises(FaultsError, match=fault):
        parse_form(AssaultForm, fields)


def test_all_impossible_counts_are_told_at_once() -> None:
    wrong = {"bases": "5", "starting-bases": "4", "target-bases": "9", "target-starting-bases": "8"}
    with pytest.raises(FaultsError) as raised:
        parse_form(AssaultForm, wrong)
    assert [fault.place for fault in raised.value.faults] == ["bases", "target-bases"]


def test_a_unit_may_have_lost_almost_half() -> None:
    assert parse_form(AssaultForm, {"bases": "4", "starting-bases": "7"}).bases == 4


@pytest.mark.parametrize("name", ["maneuver-in-line", "deploy-maneuver-in-line"])
def test_deploying_is_known_by_the_names_of_the_rules(name: str) -> None:
    """Section III.B lists it as Deploy/Maneuver in Line."""
    assert SYSTEM.action(name) is SYSTEM.action("deploy")


def test_other_names_are_names_of_actions_and_never_keys() -> None:
    assert set(SYSTEM.aliases.values()) <= set(KEYS)
    assert not set(SYSTEM.aliases) & set(KEYS)


@pytest.mark.parametrize(("typed", "band"), [("2", "3"), ("5", "6"), ("12.5", "")])
def test_a_range_between_the_bands_is_told_its_band(typed: str, band: str) -> None:
    with pytest.raises(FaultsError) as raised:
        parse_form(SYSTEM.action("deployed-fire").asks, {"range": typed})
    (fault,) = raised.value.faults
    assert fault.near == band
