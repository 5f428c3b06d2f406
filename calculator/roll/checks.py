"""Rulings on the morale of whole armies, as voids and overrides leave them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from calculator.journal.entry import Entry
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem


class Check(NamedTuple):
    """A ruling on an army's morale: in which turn, and whether it broke."""

    number: int
    turn: int
    side: str
    broke: bool


class Checks:
    """The rulings on the morale of armies by which one was checked in truth."""

    def __init__(self, system: RuleSystem) -> None:
        self._system = system
        self._all: dict[int, tuple[Entry, str]] = {}
        self._in_force: dict[int, Check] = {}

    def __copy__(self) -> Checks:
        other = Checks(self._system)
        other._all, other._in_force = dict(self._all), dict(self._in_force)
        return other

    def note(self, entry: Entry, side: str) -> None:
        """Take account of a ruling, if it is one on an army's morale."""
        if side and self._system.checks_morale(entry.action):
            self._all[entry.number] = entry, side
            self._judge(entry, side, str(entry.body["label"]))

    def amend(self, number: int, *, counts: bool, override: Entry | None) -> None:
        """Take account of a void or an override about a ruling."""
        if number not in self._all:
            return
        self._in_force.pop(number, None)
        entry, side = self._all[number]
        if counts and override is None:
            self._judge(entry, side, str(entry.body["label"]))
        elif counts and override and "outcome" in override.body:
            self._judge(entry, side, str(override.body["ruled"]))

    def of(self, side: str) -> list[Check]:
        """The checks in force of a side's army, in order; those where none was due are none."""
        return sorted(check for check in self._in_force.values() if check.side == side)

    def _judge(self, entry: Entry, side: str, label: str) -> None:
        morale = self._system.army_morale
        assert morale
        action = self._system.action(morale.action)
        outcome = self._outcome(entry.body["form"], label)
        if outcome is not None and not action.measure(morale.not_due).holds(outcome):
            broke = action.measure(morale.breaks).holds(outcome)
            self._in_force[entry.number] = Check(entry.number, entry.turn, side, broke)

    def _outcome(self, form: Mapping[str, Any], label: str) -> Any:
        assert self._system.army_morale
        question = Question.read(self._system.key, self._system.army_morale.action, form)
        found = (row.outcome for row in question.odds().rows() if row.outcome.label == label)
        return next(found, None)
