"""Rulings on the morale of whole armies, as voids and overrides leave them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from calculator.journal.amendments import Amendment
from calculator.roll.effects import Ruled
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem


class Check(NamedTuple):
    """A ruling on an army's morale: in which turn, and whether it broke."""

    number: int
    turn: int
    side: str
    broke: bool


def check_of(system: RuleSystem, ruled: Ruled, amendment: Amendment) -> Check | None:
    """The check of an army's morale that a ruling is.

    None for one that is void, that was overridden in free words, or where no check was due.
    """
    override = amendment.override
    if not amendment.counts or (override and "outcome" not in override.body):
        return None
    label = str(override.body["ruled"]) if override else ruled.label
    broke = _broke(system, tuple(ruled.form.items()), label)
    return None if broke is None else Check(ruled.number, ruled.turn, ruled.side, broke)


@lru_cache(maxsize=1024)
def _broke(system: RuleSystem, form: tuple[tuple[str, Any], ...], label: str) -> bool | None:
    """Whether an army broke by the outcome of that label; None where no check was due."""
    morale = system.army_morale
    assert morale
    action = system.action(morale.action)
    rows = Question.read(system.key, morale.action, dict(form)).odds().rows()
    outcome = next((row.outcome for row in rows if row.outcome.label == label), None)
    if outcome is None or action.measure(morale.not_due).holds(outcome):
        return None
    return action.measure(morale.breaks).holds(outcome)
