"""One action of one unit against another, as it leaves both: duels and forecasts are made of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import attrs

from calculator.chance.distribution import Distribution
from calculator.errors import FaultsError, Refusal
from calculator.rules.question import Odds
from calculator.rules.system import Outcome, RuleSystem
from calculator.rules.tables import Tables
from calculator.scenarios.model import Scenario, Unit
from calculator.tuning.chances import Setting, odds_of, refusals_of
from calculator.tuning.policy import HOLD, Clause, Condition, Policy

Told: TypeAlias = tuple[tuple[str, str], ...]
"""The condition of a unit: texts by the keys of the system's roles, in a fixed order."""


@attrs.frozen(cache_hash=True)
class Left:
    """What an action leaves: the acting unit and the other, None for one that is gone.

    `spent` says that the other has used its action for the turn, `later` what holds for further
    actions against it in the same turn.
    """

    own: Told | None
    enemy: Told | None
    spent: bool = False
    later: Told = ()


class Acting:
    """Plays actions under a system's tables, remembering what it has worked out."""

    def __init__(self, system: RuleSystem, tables: Tables) -> None:
        self._system = system
        self._tables = tables
        self._known: dict[tuple[Told, Told, Policy, int, Told], Distribution[Left]] = {}

    def follow(
        self, policy: Policy, own: Told, enemy: Told, turn: int, given: Told = ()
    ) -> Distribution[Left]:
        """What following a policy leaves, given answers that hold for this turn."""
        asked = (own, enemy, policy, turn if policy.minds_turns else 0, given)
        if asked not in self._known:
            self._known[asked] = self._followed(policy.fitting(own, enemy, turn), own, enemy, given)
        return self._known[asked]

    def odds(self, clause: Clause, own: Told, enemy: Told, given: Told = ()) -> Odds | None:
        """The odds of an action, or None where the rules forbid it."""
        return odds_of(self._setting(clause, own, enemy, given))

    def refusals(
        self, clause: Clause, own: Told, enemy: Told, given: Told = ()
    ) -> tuple[Refusal, ...]:
        """Why the rules forbid an action; nothing where they allow it."""
        return refusals_of(self._setting(clause, own, enemy, given))

    def _setting(self, clause: Clause, own: Told, enemy: Told, given: Told) -> Setting:
        """What is asked; what is given for this turn is newer than what the clause answers."""
        units = answers_of(self._system, dict(own), dict(enemy))
        answers = units | dict(clause.answers) | dict(given)
        return Setting.of(self._system.key, clause.action, answers, self._tables)

    def _followed(
        self, clauses: list[Clause], own: Told, enemy: Told, given: Told
    ) -> Distribution[Left]:
        for clause in clauses:
            if clause.action == HOLD:
                break
            try:
                if odds := self.odds(clause, own, enemy, given):
                    return left_by(odds, own, enemy)
            except FaultsError as error:
                raise clause.wrong(error) from None
        return Distribution.certain(Left(own, enemy))


def left_by(odds: Odds, own: Told, enemy: Told) -> Distribution[Left]:
    """What the outcomes of an action leave of both units."""
    question = odds.question

    def after(outcome: Outcome) -> Left:
        aftermath = question.action.leaves(question.form, outcome)
        return Left(
            changed(own, aftermath.actor),
            changed(enemy, aftermath.target),
            aftermath.target_spent,
            tuple(aftermath.later.items()),
        )

    return odds.distribution.map(after)


def condition(scenario: Scenario, unit: Unit) -> Told:
    """A unit as it begins: what the file says of it, its side and the battle, by the keys of roles.

    Where the system has a plan for forecasts, the plan says how units begin.
    """
    system = scenario.system
    asked = {key for role in system.roles.values() for key in role}
    told = {key: text for key, text in scenario.told_of(unit).items() if key in asked}
    told |= system.begun(told, scenario.tables)
    told |= system.forecast.start(told) if system.forecast else {}
    return tuple(told.items())


def answers_of(system: RuleSystem, actor: Condition, target: Condition) -> dict[str, str]:
    """The answers of an action's form that two units' conditions give."""
    answers: dict[str, str] = {}
    for role, unit in (("actor", actor), ("target", target)):
        for key, fields in system.filled(role).items():
            if key in unit:
                answers |= dict.fromkeys(fields, unit[key])
    return answers


def changed(before: Told, new: Mapping[str, str] | None) -> Told | None:
    """A condition with what is new of it, or None for a unit that is gone."""
    if new is None:
        return None
    return tuple((dict(before) | dict(new)).items())
