"""What every outcome leaves, held against what its narration tells the table to do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from calculator.forms import texts
from calculator.rules.action import Aftermath, Narration
from calculator.rules.question import Question
from calculator.rules.there_stand_empires import SYSTEM
from calculator.rules.there_stand_empires.orders import LATE, Orders
from tests.rules.asking import ask
from tests.rules.there_stand_empires.asked import MOVEMENTS, questions
from tests.scripted import Answers

KEY = SYSTEM.key
RECORDED = tuple(action.key for action in SYSTEM.actions if action.is_recorded)
MARKED = re.compile(r"(?:place|[Rr]eplace .* with) an? (disorder|demoralization) marker")


def after(question: Question, *answers: object) -> Aftermath:
    """What given draws leave."""
    outcome = question.law.procedure().result(Answers(*answers))
    return question.law.after(outcome)


def marker_of(steps: str, before: str) -> str:
    """The state whose marker a unit carries when the steps about it are done."""
    if "Remove its marker" in steps:
        return "ok"
    marked = MARKED.search(steps)
    if not marked:
        return before
    return {"disorder": "disordered", "demoralization": "demoralized"}[marked[1]]


def about(words: Narration, *whom: str) -> str:
    """The steps that begin with one of the names of a unit."""
    return " ".join(step for step in words.on_table if step.startswith(whom))


def check_unit(steps: str, before: Any, left: Any, gone: str) -> None:
    """That steps about a unit and its new values say the same; `before` is state and bases."""
    state, bases = before
    removed = re.search(r"remove the unit", steps)
    assert (left is None) == bool(removed) == bool(gone)
    if left is None:
        return
    lost = re.search(r"lose (\d+) bases?", steps)
    assert left.get("bases", str(bases)) == str(bases - int(lost[1] if lost else 0))
    assert left.get("state", state) == marker_of(steps, state)


@given(st.sampled_from(RECORDED).flatmap(questions))
def test_the_table_is_told_what_the_aftermath_holds(question: Question) -> None:
    form: Any = question.form
    answers = texts(form)
    for outcome in question.odds().distribution:
        note(f"{question.action.key} {answers} {outcome.label}")
        aftermath = question.law.after(outcome)
        words = question.law.narrate(outcome, [])
        whole = " ".join((words.headline, *words.on_table))
        if "target" in answers:
            theirs = about(words, "The target's troops", "The defenders")
            stood = answers["target-state"], form.target_bases
            check_unit(theirs, stood, aftermath.target, aftermath.target_gone)
        if "actor-state" in answers:
            own = about(words, "The attackers", "Remove its", "Replace its")
            check_unit(own, (answers["actor-state"], getattr(form, "bases", 4)), aftermath.actor,
                       aftermath.actor_gone)  # fmt: skip
        assert ("in square, where they stand" in whole) == (
            (aftermath.target or {}).get("formation") == "square"
        )
        assert aftermath.target_spent == ("Both units have used their actions" in whole)
        assert ("assault" in aftermath.may) == ("breakthrough charge of the turn" in whole)
        assert ("regroup" in aftermath.may) == ("may still" in whole and "regroup" in whole)
        assert ("deployed-fire" in aftermath.may) == ("fire from where it stands" in whole)
        follows = "may then make an advancing fire" in whole
        assert ("advancing-fire" in aftermath.may) == (follows or "deployed-fire" in aftermath.may)
        fates = {"taken prisoner": "captured", "is killed": "killed"}
        assert [one.gone for one in aftermath.others] == [
            gone for words_for_it, gone in fates.items() if words_for_it in whole
        ]
        assert (aftermath.side == {"army": "broken"}) == ("it has lost" in whole)


FORMED = {
    "deploy": "deployed",
    "maneuver-in-column": "maneuver-column",
    "form-square": "square",
    "march": "march-column",
}


@pytest.mark.parametrize("key", MOVEMENTS)
@pytest.mark.parametrize("orders", Orders)
def test_orders_leave_the_formation_they_bring_about(key: str, orders: Orders) -> None:
    """But lost ones none, and a square that is ordered late stands at the end of the turn only.

    A column is taken up to move, and so has left its ground.
    """
    left = after(ask(KEY, key), orders)
    waits = orders is Orders.LOST or (orders in LATE and key == "form-square")
    moved = {"at": ""} if FORMED[key].endswith("column") else {}
    assert left.actor == ({} if waits else {"formation": FORMED[key], **moved})


@pytest.mark.parametrize(
    ("fields", "may"),
    [
        ({}, {"deployed-fire", "advancing-fire"}),
        ({"actor-state": "disordered"}, {"deployed-fire", "advancing-fire", "regroup"}),
        ({"actor": "heavy-cavalry"}, set()),
        ({"actor": "heavy-cavalry", "actor-state": "disordered"}, {"regroup"}),
    ],
)
@pytest.mark.parametrize("key", ["march", "assault"])
def test_lost_orders_leave_what_needs_no_movement(
    key: str, fields: dict[str, str], may: set[str]
) -> None:
    assert set(after(ask(KEY, key, **fields), Orders.LOST).may) == may


def test_an_assault_counts_for_the_next_one_on_its_target() -> None:
    """With all its bases, whatever it lost, and only if its orders came (VII)."""
    question = ask(KEY, "assault", bases=3, earlier_assaults=4)
    assert after(question, Orders.RECEIVED, (0, 21)).later == {"earlier-assaults": "7"}
    assert after(question, Orders.LOST).later == {}


def test_a_broken_unit_is_gone_and_spends_no_action() -> None:
    left = after(ask(KEY, "assault"), Orders.RECEIVED, (21, 0), (21, 0))
    assert (left.target, left.target_gone, left.target_spent) == (None, "broken", False)
    assert left.actor == {"state": "ok", "bases": "4", "at": ""}
    assert left.actor_gone == ""


def test_cavalry_that_wins_may_charge_on() -> None:
    question = ask(KEY, "assault", actor="heavy-cavalry", target="light-cavalry")
    assert after(question, Orders.RECEIVED, (21, 0)).may == ("assault",)


def test_fire_spends_no_action_of_its_target() -> None:
    left = after(ask(KEY, "deployed-fire", target_bases=6), (21, 4))
    assert left.target == {"state": "demoralized", "bases": "5", "at": ""}
    assert not left.target_spent
    assert left.actor == {}
    assert left.may == ()


def test_a_general_who_is_taken_leaves_the_table_by_name() -> None:
    question = ask(KEY, "leader-overrun", leader="Bachelu")
    taken = after(question, (10, 12))
    assert [(one.unit, one.values, one.gone) for one in taken.others] == [
        ("Bachelu", None, "captured")
    ]
    assert after(question, (10, 10)).others == ()


def test_a_side_that_has_stood_its_check_says_so_when_it_is_asked_again() -> None:
    question = ask(KEY, "army-morale")
    stands = after(question, (21, 0)).side
    again = ask(KEY, "army-morale", **{key.replace("-", "_"): stands[key] for key in stands})
    assert [outcome.label for outcome in again.odds().distribution] == [
        "no check: already checked this turn"
    ]
