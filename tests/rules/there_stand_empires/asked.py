"""Questions that the rules allow, filled in at random, and which of two has the better odds."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

import attrs
from hypothesis import assume, note, reject
from hypothesis import strategies as st

from calculator.errors import FaultsError
from calculator.forms import texts
from calculator.rules.question import Question
from calculator.rules.there_stand_empires import SYSTEM
from calculator.rules.there_stand_empires.terms import Arm, Formation, Range, State
from tests.rules.asking import forms, never_more

KEYS = tuple(action.key for action in SYSTEM.actions)
MOVEMENTS = ("deploy", "maneuver-in-column", "form-square", "march")
FIRES = ("deployed-fire", "advancing-fire")

_STEADY = st.sampled_from([State.OK, State.DISORDERED])
_BASES = st.integers(1, 9)
_STARTING_BASES = st.none() | st.just(9)
_TARGET = {"target_bases": _BASES, "target_starting_bases": _STARTING_BASES}
_FIRE = {
    **_TARGET,
    "actor": st.sampled_from([arm for arm in Arm if arm.fires]),
    "actor_state": _STEADY,
    "bases": _BASES,
    "range": st.just(Range.THREE) | st.sampled_from(Range),
}
_USUAL: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "deployed-fire": {**_FIRE, "formation": st.just(Formation.DEPLOYED)},
    "advancing-fire": {
        **_FIRE,
        "formation": st.sampled_from([Formation.DEPLOYED, Formation.MANEUVER_COLUMN]),
    },
    "assault": {
        **_TARGET,
        "actor": st.sampled_from([arm for arm in Arm if arm.has_quality]),
        "actor_state": _STEADY,
        "formation": st.just(Formation.MANEUVER_COLUMN),
        "columns_may_assault": st.just(True),
        "infantry_support": st.just(False),
        "bases": _BASES,
        "starting_bases": _STARTING_BASES,
        "earlier_assaults": st.integers(0, 12),
        "distance": st.none() | st.integers(1, 12).map(lambda half: Fraction(half, 2)),
    },
    "army-morale": {
        "units": st.integers(2, 40),
        "broken": st.integers(0, 15),
        "demoralized": st.integers(0, 15),
    },
    "leader-overrun": {
        "leader": st.sampled_from([None, "Bachelu"]),
        "attached": st.just(False),
    },
    "regroup": {"actor_state": st.sampled_from([State.DISORDERED, State.DEMORALIZED])},
    **{key: {"actor_state": _STEADY} for key in MOVEMENTS},
}
"""Where the forms of an action are sought, so that few of them are refused."""


def questions(key: str, **given: st.SearchStrategy[Any]) -> st.SearchStrategy[Question]:
    """Questions that the rules allow, every field anywhere unless `given`."""
    action = SYSTEM.action(key)
    filled = forms(action.asks, **{**_USUAL.get(key, {}), **given})
    return filled.map(lambda form: Question(SYSTEM, action, form, SYSTEM.tables)).filter(_allowed)


def _allowed(question: Question) -> bool:
    return not list(question.law.refusals())


def but(question: Question, **changes: object) -> Question:
    """The same question with some fields changed; the example is dropped if that is forbidden."""
    form: Any = question.form
    try:
        changed = attrs.evolve(question, form=attrs.evolve(form, **changes))
    except FaultsError:
        reject()
    assume(_allowed(changed))
    return changed


def as_action(question: Question, key: str, **changes: object) -> Question:
    """The same fields put to another action of the same form family."""
    action = SYSTEM.action(key)
    form: Any = question.form
    values = attrs.asdict(form, recurse=False)
    return but(attrs.evolve(question, action=action, form=action.asks(**values)), **changes)


def assert_no_better(
    worse: Question, better: Question, amount: Callable[[Any], Any] | None = None
) -> None:
    """First-order stochastic dominance, by the action's severity or by `amount`."""
    note(f"worse:  {texts(worse.form)}")
    note(f"better: {texts(better.form)}")
    assert never_more(worse.odds(), better.odds(), amount or worse.action.severity)


def measured(question: Question, key: str) -> Callable[[Any], bool]:
    """One measure of the question's action, to compare odds by."""
    return question.action.measure(key).holds


def chance(question: Question, key: str) -> Fraction:
    """The chance of one measure."""
    return question.odds().measure(key)


def support(question: Question) -> set[Hashable]:
    """Everything that can come of a question."""
    return set(question.odds().distribution)
