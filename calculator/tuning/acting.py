"""One action of one unit against another, as it leaves both: duels and forecasts are made of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import attrs

from calculator.chance.distribution import Distribution
from calculator.errors import FaultsError, Refusal
from calculator.forms import Form
from calculator.rules.action import Outcome
from calculator.rules.odds import Odds
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables
from calculator.scenarios.model import Scenario, Unit
from calculator.tuning.chances import Setting, odds_of, refusals_of
from calculator.tuning.policy import HOLD, Clause, Policy

Condition: TypeAlias = tuple[tuple[str, str], ...]
"""The condition of a unit: texts by the keys of the system's roles, in a fixed order."""


AT: Final = "at"
"""The key under which a unit's condition names the ground where it stands."""


@attrs.frozen(cache_hash=True)
class UnitsAfter:
    """What an action leaves: the acting unit and the other, None for one that is gone.

    `spent` says that the other has used its action for the turn, `later` what holds for further
    actions against it in the same turn.
    """

    own: Condition | None
    enemy: Condition | None
    spent: bool = False
    later: Condition = ()


class Acting:
    """Plays actions under a system's tables, remembering what it has worked out."""

    def __init__(
        self, system: RuleSystem, tables: Tables, grounds: Mapping[str, Form] | None = None
    ) -> None:
        """`grounds` is the listed ground on which units may stand, by name."""
        self.system = system
        self._tables = tables
        self._grounds = grounds or {}
        self._worths: dict[Condition, float] = {}
        self._known: dict[tuple[object, ...], tuple[str, Distribution[UnitsAfter]]] = {}

    @classmethod
    def of(cls, scenario: Scenario) -> Acting:
        """Under the tables and on the ground of a scenario."""
        grounds = {piece.name: piece.form for piece in scenario.terrain if piece.form}
        return cls(scenario.system, scenario.tables, grounds)

    def follow(
        self, policy: Policy, own: Condition, enemy: Condition, turn: int, this_turn: Condition = ()
    ) -> Distribution[UnitsAfter]:
        """What following a policy leaves; `this_turn` are answers that hold for the turn."""
        return self.chosen(policy, own, enemy, turn, this_turn)[1]

    def chosen(
        self, policy: Policy, own: Condition, enemy: Condition, turn: int, this_turn: Condition = ()
    ) -> tuple[str, Distribution[UnitsAfter]]:
        """The action that a policy comes to, and what it leaves."""
        asked = (own, enemy, policy.text, min(turn, policy.horizon), this_turn)
        if asked not in self._known:
            self._known[asked] = self._followed(
                policy.fitting(own, enemy, turn), own, enemy, this_turn
            )
        return self._known[asked]

    def odds(
        self, clause: Clause, own: Condition, enemy: Condition, this_turn: Condition = ()
    ) -> Odds | None:
        """The odds of an action, or None where the rules forbid it."""
        return odds_of(self._setting(clause, own, enemy, this_turn))

    def refusals(
        self, clause: Clause, own: Condition, enemy: Condition, this_turn: Condition = ()
    ) -> tuple[Refusal, ...]:
        """Why the rules forbid an action; nothing where they allow it."""
        return refusals_of(self._setting(clause, own, enemy, this_turn))

    def stakes(
        self, left: Distribution[UnitsAfter], own: Condition, enemy: Condition
    ) -> tuple[float, float]:
        """What the enemy and the unit stand to lose in fighting value; 0 and 0 without a plan."""
        mine, theirs = self._worth(own), self._worth(enemy)
        gained = lost = 0.0
        for after, weight in left.items():
            share = weight / left.total
            lost += share * (mine - self._worth(after.own))
            gained += share * (theirs - self._worth(after.enemy))
        return gained, lost

    def _worth(self, unit: Condition | None) -> float:
        if not unit or self.system.forecast is None:
            return 0.0
        if unit not in self._worths:
            self._worths[unit] = self.system.forecast.worth(dict(unit))
        return self._worths[unit]

    def ground(self, unit: Condition, action: str) -> Mapping[str, str]:
        """What the ground where a unit stands answers for whoever acts against it."""
        place = dict(unit).get(AT)
        return self.system.protection(self._grounds[place], action) if place else {}

    def _setting(
        self, clause: Clause, own: Condition, enemy: Condition, this_turn: Condition
    ) -> Setting:
        """What is asked; what holds for this turn is newer than what the clause answers."""
        units = answers_of(self.system, dict(own), dict(enemy))
        ground = self.ground(enemy, clause.action)
        answers = units | dict(ground) | dict(clause.answers) | dict(this_turn)
        return Setting.of(self.system.key, clause.action, answers, self._tables)

    def _followed(
        self, clauses: list[Clause], own: Condition, enemy: Condition, this_turn: Condition
    ) -> tuple[str, Distribution[UnitsAfter]]:
        for clause in clauses:
            if clause.action == HOLD:
                break
            try:
                if odds := self.odds(clause, own, enemy, this_turn):
                    left = left_by(odds, own, enemy)
                    if clause.pays(*self.stakes(left, own, enemy)):
                        return clause.action, left
            except FaultsError as error:
                raise clause.wrong(error) from None
        return HOLD, Distribution.certain(UnitsAfter(own, enemy))


def left_by(odds: Odds, own: Condition, enemy: Condition) -> Distribution[UnitsAfter]:
    """What the outcomes of an action leave of both units."""
    question = odds.question

    def after(outcome: Outcome) -> UnitsAfter:
        aftermath = question.law.after_listed(outcome)
        spent, stays = aftermath.target_spent, bool(aftermath.target)
        mine, theirs = (
            lasting(question.system, left) for left in (aftermath.actor, aftermath.target)
        )
        return UnitsAfter(
            changed(own, mine, leaves_place=spent),
            changed(enemy, theirs, leaves_place=stays),
            spent,
            tuple(aftermath.later.items()),
        )

    return odds.distribution.map(after)


def condition(scenario: Scenario, unit: Unit, *, planned: bool = True) -> Condition:
    """A unit as it begins: what the file says of it, its side and the battle, by the keys of roles.

    Where the system has a plan for forecasts, the plan says how units begin; without it, as an
    action's form supposes where nothing is said.
    """
    system = scenario.system
    asked = {key for role in system.roles.values() for key in role}
    answers = {key: text for key, text in scenario.answers_of(unit).items() if key in asked}
    answers |= system.starting_values(answers, scenario.tables)
    answers |= system.forecast.start(answers) if system.forecast and planned else {}
    place = scenario.ground_of(unit)
    return tuple(answers.items()) + (((AT, place.name),) if place and place.form else ())


def answers_of(
    system: RuleSystem, actor: Mapping[str, str], target: Mapping[str, str]
) -> dict[str, str]:
    """The answers of an action's form that two units' conditions give."""
    answers: dict[str, str] = {}
    for role, unit in (("actor", actor), ("target", target)):
        for key, fields in system.filled(role).items():
            if key in unit:
                answers |= dict.fromkeys(fields, unit[key])
    return answers


def lasting(system: RuleSystem, new: Mapping[str, str] | None) -> Mapping[str, str] | None:
    """What is new of a unit beyond the turn: units act once a turn here, and begin each afresh."""
    new = beside_place(system, new)
    return new and {key: text for key, text in new.items() if key not in system.each_turn}


def beside_place(system: RuleSystem, new: Mapping[str, str] | None) -> Mapping[str, str] | None:
    """What is new of a unit, without where it stands if the system's forecasts judge that."""
    if new is None or system.forecast is None:
        return new
    return {key: text for key, text in new.items() if key != AT}


def changed(
    before: Condition, new: Mapping[str, str] | None, leaves_place: bool = False
) -> Condition | None:
    """A condition with what is new of it, or None for a unit that is gone.

    A unit has left its ground once it has closed with the enemy, or once an enemy's action has
    changed its condition: driven off or shaken, it no longer lines the walls.
    """
    if new is None:
        return None
    after = dict(before) | dict(new)
    if leaves_place and any(dict(before).get(key) != text for key, text in new.items()):
        after.pop(AT, None)
    return tuple(after.items())
