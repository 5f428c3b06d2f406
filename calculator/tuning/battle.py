"""A battle made ready to be fought without a table: two armies, their policies, their ground; and
what one run of it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple

import attrs

from calculator.errors import CalculatorError, Fault, FaultsError
from calculator.forms import texts
from calculator.rules.armies import ArmyCount, ForecastPlan, Stance
from calculator.rules.catalog import offered
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables
from calculator.scenarios.doubts import uneven_grouping
from calculator.scenarios.model import Role, Scenario, Side
from calculator.standing import Standing
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


@attrs.frozen
class Figures:
    """What a forecast supposes where no rule says: values of the tables under `forecast`.

    `tempo` is the share of an army's line in action in any one hour. With a
    `leadership` of 1 the tempo of one army may for a whole battle be up to twice that, or half.
    `resolve` is the share of the men of what discourages an army at whose loss it breaks off, and
    `resolve_spread` how far above or below that may lie. `press` and `counter` are the ratios of
    fighting value from which an attacker attacks and a defender counter-attacks; below `delay` a
    defender who awaits others gives battle no more than he must. `flank` is the chance that a
    massed brigade finds its enemy's flank. `pursuit` and `rout` are the shares of the men left that
    an army loses in breaking off before an equal enemy, and in breaking. `nightfall` is the hour
    that ends a day's fighting.
    """

    tempo: float
    leadership: float
    resolve: float
    resolve_spread: float
    press: float
    counter: float
    delay: float
    flank: float
    pursuit: float
    rout: float
    nightfall: float

    @classmethod
    def of(cls, tables: Tables) -> Figures:
        """The figures in force."""
        names = [field.name for field in attrs.fields(cls)]
        keys = [f"forecast.{name.replace('_', '-')}" for name in names]
        return cls(*(float(tables.fraction(key)) for key in keys))


@attrs.frozen(eq=False)
class Posture:
    """How a unit is: its condition, which no other posture of a battlefield has, by key its
    `answers`, and what it comes to: its `worth` in a fight, and the `Front` that it fills."""

    condition: Condition
    worth: float = 0.0
    front: float = 0.0
    abreast: int = 0
    overlap: float = 0.0
    is_demoralized: bool = False
    has_to_regroup: bool = False
    answers: Mapping[str, str] = attrs.field(factory=dict)


GONE: Final = Posture(())
"""That of a unit that has left the field."""


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

    def lost_by(self, sides: Sequence[str]) -> tuple[float, float]:
        """What the side that gave up has lost, and what the other has; of a decided run."""
        beaten = sides.index(self.broken[0])
        return self.losses[beaten], self.losses[1 - beaten]


@attrs.frozen
class Brigade:
    """One unit: its name, how it begins, its share of the army's men."""

    name: str
    begins: Posture
    share: float
    led: Condition = ()
    """What it answers for the general whom its formation has."""
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
    outcomes: tuple[tuple[Posture, Posture, bool, Condition], ...]
    """How the unit is and the enemy, whether the enemy has acted, what lasts."""
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
        self.first_hour = int(scenario.first_turn.partition(":")[0] or FIRST_HOUR)
        in_force = texts(scenario.rules) if scenario.rules else {}
        self.draws_each = plan.draws_each(in_force)
        self.suppose(scenario.tables)
        self.acting = Acting.of(scenario)
        self.rest = read_policy(plan.policies[Stance.REST], scenario.system)
        self._postures: dict[Condition, Posture] = {}
        self._choices: dict[tuple[object, ...], Prospect] = {}
        self.armies = tuple(
            self._army(side, place, orders or {}) for place, side in enumerate(scenario.sides)
        )

    def _army(self, side: Side, place: int, orders: Mapping[Role, str]) -> FieldArmy:
        ordered = orders.get(side.role or list(Role)[place])
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
                self.posture(condition(self.scenario, unit)),
                strength / men,
                tuple(self.plan.led.items()) if unit.formation in led else (),
                self.plan.discourages(texts(unit.form)),
            )
            for unit, strength in zip(side.units, strengths, strict=True)
        ]
        fought = policies, tuple(units), tuple(_divisions(side))
        return FieldArmy(side.key, side.called, side.role, *fought, bool(ordered))

    def suppose(self, tables: Tables) -> None:
        """Fight from now on by the figures that these tables have under `forecast`.

        No odds depend on them, so that what has been worked out stays.
        """
        self.figures = Figures.of(tables)
        self.tempo = self.figures.tempo * max(1.0, USUAL_HOURS / self.turns)
        self._tables = tables
        self.cost, self.attrition = cache(self._cost), cache(self._attrition)

    def posture(self, unit: Condition) -> Posture:
        """How a unit in a condition is, the same object each time."""
        if unit not in self._postures:
            plan, answers = self.plan, dict(unit)
            self._postures[unit] = Posture(
                unit,
                plan.worth(answers),
                *plan.front(answers),
                plan.is_demoralized(answers),
                bool(self.rest.fitting(unit, (), 1)),
                answers,
            )
        return self._postures[unit]

    def choice(
        self, policy: Policy, own: Posture, enemy: Posture, turn: int, this_turn: Condition
    ) -> Prospect:
        """What a unit that follows a policy against an enemy comes to."""
        key = (policy.text, own, enemy, min(turn, policy.horizon), this_turn)
        found = self._choices.get(key)
        if found is None:
            found = self._choices[key] = self._worked_out(policy, own, enemy, turn, this_turn)
        return found

    def _worked_out(
        self, policy: Policy, own: Posture, enemy: Posture, turn: int, this_turn: Condition
    ) -> Prospect:
        mine, theirs = own.condition, enemy.condition
        action, left = self.acting.chosen(policy, mine, theirs, turn, this_turn)
        outcomes = tuple(
            (
                self.posture(after.own) if after.own else GONE,
                self.posture(after.enemy) if after.enemy else GONE,
                after.spent,
                after.later,
            )
            for after in left
        )
        gained, lost = self.acting.stakes(left, mine, theirs)
        return Prospect(action, outcomes, tuple(accumulate(left.weights.values())), gained - lost)

    def _cost(self, before: Posture, after: Posture, met: float) -> float:
        """The share of its present men that a unit loses from one posture to another, so much of
        its front having met the enemy."""
        now = None if after is GONE else after.answers
        return self.plan.casualties(self._tables, before.answers, now, met)

    def _attrition(self, unit: Posture) -> float:
        """The share of its men that an hour in action costs a unit."""
        ground = self.acting.ground(unit.condition, self.scenario.system.chief)
        return self.plan.attrition(self._tables, ground)

    def worn(self, unit: Posture, left: float) -> Posture:
        """How a unit is when only a share of its starting men is left."""
        after = self.plan.worn(unit.answers, left)
        return GONE if after is None else self._changed(unit, after)

    def rested(self, unit: Posture) -> Posture:
        """How a unit is after a night."""
        return self._changed(unit, self.plan.rested(unit.answers))

    def _changed(self, unit: Posture, new: Mapping[str, str]) -> Posture:
        if new.items() <= unit.answers.items():
            return unit
        return self.posture(tuple({**unit.answers, **new}.items()))

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
        army = [unit.form for unit in side.units]
        for doubt in scenario.system.army_doubts(army, scenario.tables):
            if doubt.standing is Standing.RULE:
                yield f"{side.name}: {doubt.reason} [{doubt.source}]."
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
