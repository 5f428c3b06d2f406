"""A battle made ready to be fought without a table: two armies, their policies, their ground; and
what one run of it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from typing import Final, NamedTuple

import attrs

from calculator.errors import CalculatorError, Fault, FaultsError
from calculator.forms import texts
from calculator.rules.armies import ArmyCount, Figures, ForecastPlan, Stance
from calculator.rules.catalog import offered
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables
from calculator.scenarios.doubts import uneven_grouping
from calculator.scenarios.model import Role, Scenario, Side
from calculator.tuning.acting import Acting, Condition, Policy, condition, read_policy
from calculator.tuning.grouping import measured_grouping
from calculator.tuning.matchups import Setting, chance_of

TURNS_WITHOUT_LIMIT: Final = 12
"""Turns that a battle lasts at most where its file names none: a long day."""

USUAL_HOURS: Final = 9.2
"""The median of the hours fought in 23 battles of 1792-1815. Longer ones cost hardly more men: the
losses of both sides rise with the hours to the power of 0.16."""

FIRST_HOUR: Final = 8
"""The hour at which a battle begins whose file names none."""

GONE: Final = -1
"""The number of a unit that has left the field."""


@attrs.frozen
class Run:
    """What one run came to: the side that gave up, if any, the turns fought, the losses by side.

    `broken` names both sides where both broke in the same hour. `ending` says how it ended:
    "broke", "broke off", "left by night", or "" where the last turn was over.
    """

    broken: tuple[str, ...]
    turns: int
    losses: tuple[float, ...]
    ending: str = ""


@attrs.frozen
class Brigade:
    """One unit: its name, how it begins, its share of the army's men."""

    name: str
    number: int
    """Of the condition it begins in."""
    share: float
    led: bool = False
    """Whether its formation has a general."""
    discourages: bool = True
    """Whether its army loses heart with it."""


@attrs.frozen
class Division:
    """A formation: its name, the turn it enters, and its units by index."""

    name: str
    enters: int
    units: tuple[int, ...]


@attrs.frozen
class FieldArmy:
    """One side of a scenario, ready to be fought."""

    key: str
    name: str
    role: Role | None
    policies: Mapping[Stance, Policy]
    units: tuple[Brigade, ...]
    divisions: tuple[Division, ...]
    is_ordered: bool = False
    """Whether its policy is the designer's own in place of the plan's."""


class Prospect(NamedTuple):
    """What following a policy leaves: outcomes, drawn by their ends laid side by side.

    `gain` is the fighting value that the enemy stands to lose beyond the unit itself.
    """

    action: str
    outcomes: tuple[tuple[int, int, bool, Condition], ...]
    """The unit's condition and the enemy's by number, whether the enemy has acted, what lasts."""
    ends: tuple[int, ...]
    gain: float


class Battlefield:
    """A scenario made ready for any number of runs. Raises `CalculatorError` if it cannot be.

    `orders` are policies by role, in place of all of the plan's.
    """

    def __init__(self, scenario: Scenario, orders: Mapping[Role, str] | None = None) -> None:
        self.plan = plan = _plan_of(scenario)
        self.scenario = scenario
        self.turns = TURNS_WITHOUT_LIMIT if scenario.turns is None else scenario.turns
        self.first_hour = (
            int(scenario.first_turn[:2].rstrip(":")) if scenario.first_turn else FIRST_HOUR
        )
        in_force = texts(scenario.rules) if scenario.rules else {}
        self.draws_each = plan.draws_each(in_force)
        self._costs: dict[tuple[int, int, float], float] = {}
        self._attritions: dict[int, float] = {}
        self.suppose(scenario.tables)
        self.acting = Acting.of(scenario)
        self.rest = read_policy(plan.policies[Stance.REST], scenario.system)
        self.conditions: list[Condition] = []
        self.worths: list[float] = []
        self.fronts: list[float] = []
        self.demoralized: list[bool] = []
        self.shaken: list[bool] = []
        """By number whether a unit in a condition has to regroup."""
        self._numbers: dict[Condition, int] = {}
        self._choices: dict[tuple[object, ...], Prospect] = {}
        self.armies = tuple(
            self._army(side, place, orders or {}) for place, side in enumerate(scenario.sides)
        )

    def _army(self, side: Side, place: int, orders: Mapping[Role, str]) -> FieldArmy:
        role = side.role
        ordered = orders.get(role or list(Role)[place])
        policies = {
            stance: read_policy(ordered or planned, self.scenario.system)
            for stance, planned in self.plan.policies.items()
        }
        strengths = [unit.men or self.plan.men(texts(unit.form)) for unit in side.units]
        men = sum(strengths)
        led = {part.name for part in side.formations if part.general}
        units = [
            Brigade(
                unit.name,
                self.number(condition(self.scenario, unit)),
                strength / men,
                unit.formation in led,
                self.plan.discourages(texts(unit.form)),
            )
            for unit, strength in zip(side.units, strengths, strict=True)
        ]
        divisions = tuple(_divisions(side))
        return FieldArmy(
            side.key, side.called, role, policies, tuple(units), divisions, bool(ordered)
        )

    def suppose(self, tables: Tables) -> None:
        """Fight from now on by the figures that these tables have under `forecast`.

        No odds depend on them, so that what has been worked out stays.
        """
        self.figures = Figures.of(tables)
        self.tempo = self.figures.tempo * max(1.0, USUAL_HOURS / self.turns)
        self._tables = tables
        self._costs.clear()
        self._attritions.clear()

    def number(self, unit: Condition) -> int:
        """The number of a condition, by which runs know it."""
        found = self._numbers.get(unit)
        if found is None:
            found = self._numbers[unit] = len(self.conditions)
            self.conditions.append(unit)
            answers = dict(unit)
            self.worths.append(self.plan.worth(answers))
            self.fronts.append(self.plan.front(answers))
            self.demoralized.append(self.plan.is_demoralized(answers))
            self.shaken.append(bool(self.rest.fitting(unit, (), 1)))
        return found

    def choice(
        self, policy: Policy, own: int, enemy: int, turn: int, this_turn: Condition
    ) -> Prospect:
        """What a unit that follows a policy against an enemy comes to."""
        key = (policy.text, own, enemy, min(turn, policy.horizon), this_turn)
        found = self._choices.get(key)
        if found is None:
            found = self._choices[key] = self._worked_out(policy, own, enemy, turn, this_turn)
        return found

    def _worked_out(
        self, policy: Policy, own: int, enemy: int, turn: int, this_turn: Condition
    ) -> Prospect:
        mine = self.conditions[own]
        theirs = () if enemy == GONE else self.conditions[enemy]
        action, left = self.acting.chosen(policy, mine, theirs, turn, this_turn)
        outcomes = tuple(
            (
                GONE if after.own is None else self.number(after.own),
                GONE if not after.enemy else self.number(after.enemy),
                after.spent,
                after.later,
            )
            for after in left
        )
        gained, lost = self.acting.stakes(left, mine, theirs)
        return Prospect(action, outcomes, tuple(accumulate(left.weights.values())), gained - lost)

    def cost(self, before: int, after: int, met: float) -> float:
        """The share of its present men that a unit loses between two conditions by number, so much
        of its front having met the enemy."""
        found = self._costs.get((before, after, met))
        if found is None:
            now = None if after == GONE else dict(self.conditions[after])
            was = dict(self.conditions[before])
            found = self.plan.casualties(self._tables, was, now, met)
            self._costs[before, after, met] = found
        return found

    def attrition(self, unit: int) -> float:
        """The share of its men that an hour in action costs a unit in a condition by number."""
        if unit not in self._attritions:
            system = self.scenario.system
            ground = self.acting.ground(self.conditions[unit], system.chief)
            self._attritions[unit] = self.plan.attrition(self._tables, ground)
        return self._attritions[unit]

    def worn(self, unit: int, left: float) -> int:
        """A unit's condition by number when only a share of its starting men is left."""
        present = dict(self.conditions[unit])
        after = self.plan.worn(present, left)
        return GONE if after is None else self.number(tuple((present | dict(after)).items()))

    def rested(self, unit: int) -> int:
        """A unit's condition by number after a night."""
        present = dict(self.conditions[unit])
        return self.number(tuple((present | dict(self.plan.rested(present))).items()))

    def breaking(self, count: ArmyCount) -> Fraction:
        """The chance that an army in such a state breaks by the rules."""
        system, morale = self.scenario.system, self.scenario.system.army_morale
        if morale is None:
            return Fraction(0)
        answers = morale.answers(count)
        setting = Setting.of(system.key, morale.action, answers, self.scenario.tables)
        return chance_of(setting, morale.breaks) or Fraction(0)


def planned_systems() -> Iterator[RuleSystem]:
    """The systems that have a plan for forecasts, in the catalog's order."""
    return (system for system in offered().systems if system.forecast)


def notes_of(scenario: Scenario) -> Iterator[str]:
    """What a forecast has to suppose where the file says nothing."""
    for side in scenario.sides:
        if side.role is None:
            yield (
                f"{side.name} has no role: it attacks while it is the stronger on the field, "
                "and holds otherwise."
            )
    if text := uneven_grouping(scenario):
        measured = "".join(f". {doubt.text.capitalize()}" for doubt in measured_grouping(scenario))
        yield f"{text}{measured}. The forecast evens most of that out; the table does not."


def _divisions(side: Side) -> Iterator[Division]:
    """The formations of a side by the numbers of their units; those of none come last."""
    index = {unit.path: number for number, unit in enumerate(side.units)}
    for part in side.formations:
        units = tuple(index[unit.path] for unit in part.units)
        yield Division(part.name, part.entry_turn or 1, units)
    if side.unattached:
        yield Division("the rest", 1, tuple(index[unit.path] for unit in side.unattached))


def _plan_of(scenario: Scenario) -> ForecastPlan:
    """The plan by which a battle can be forecast. Raises `CalculatorError` if it cannot be."""
    plan = scenario.system.forecast
    if plan is None:
        titles = ", ".join(system.title for system in planned_systems())
        raise CalculatorError(f"{scenario.system.title} has no plan for forecasts; {titles} has")
    if len(scenario.sides) != 2:
        problem = f"has {len(scenario.sides)} sides, and a forecast is of two"
        raise FaultsError([Fault(str(scenario.path), problem)])
    return plan
