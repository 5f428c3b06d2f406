"""One battle fought without a table: a run of a forecast.

The matching scheme: formations stand opposite each other in the order of the file, the fewer
starting over; reinforcements join on their turn. In each turn the sides' formations act by turns,
the side that goes first drawn, and a formation is engaged or not by the plan's tempo. Each unit of
an engaged formation follows its side's policy against the most tempting of the units opposite, in
rotation where several are. Armies are checked at the end of each turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, zip_longest

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.one_path import Stream
from calculator.errors import CalculatorError
from calculator.forms import texts
from calculator.rules.catalog import KEYS, find_system
from calculator.rules.forecast_plan import ArmyCount, ForecastPlan
from calculator.scenarios.model import Scenario, Side, Unit
from calculator.tuning.acting import Acting, Left, Told, condition
from calculator.tuning.chances import Setting, chance_of
from calculator.tuning.policy import Policy, read_policy

TURNS_WITHOUT_LIMIT = 12
"""Turns that a battle lasts at most where its file names none: a long day."""


@attrs.frozen
class Army:
    """One side of a scenario, ready to be fought."""

    key: str
    policy: Policy
    units: tuple[tuple[Told, Fraction], ...]
    """Each unit as it begins, with its share of the army's men."""
    formations: tuple[tuple[int, tuple[int, ...]], ...]
    """Each formation: the turn it enters, and its units by index."""


@attrs.frozen
class Run:
    """What one run came to: the side that broke, if any, the turns fought, the losses by side."""

    broken: tuple[str, ...]
    turns: int
    losses: tuple[float, ...]


class Battlefield:
    """A scenario made ready for any number of runs. Raises `CalculatorError` if it cannot be."""

    def __init__(self, scenario: Scenario) -> None:
        plan = scenario.system.forecast
        if plan is None:
            planned = [other.title for other in map(find_system, KEYS) if other.forecast]
            raise CalculatorError(
                f"{scenario.system.title} has no plan for forecasts; {', '.join(planned)} has"
            )
        if len(scenario.sides) != 2:
            raise CalculatorError("a forecast needs a battle of two sides")
        self.plan: ForecastPlan = plan
        self.scenario = scenario
        self.turns = TURNS_WITHOUT_LIMIT if scenario.turns is None else scenario.turns
        self.acting = Acting(scenario.system, scenario.tables)
        self.tempo = plan.tempo(scenario.tables)
        self.armies = tuple(self._army(side) for side in scenario.sides)

    def _army(self, side: Side) -> Army:
        role = side.role.value if side.role else next(iter(self.plan.policies))
        policy = read_policy(self.plan.policies[role], self.scenario.system)
        strengths = [_strength(unit) for unit in side.units]
        men = sum(strengths)
        units = [
            (condition(self.scenario, unit), Fraction(strength, men))
            for unit, strength in zip(side.units, strengths, strict=True)
        ]
        index = {unit.path: number for number, unit in enumerate(side.units)}
        formations = [
            (formation.entry_turn or 1, tuple(index[unit.path] for unit in formation.units))
            for formation in side.formations
        ]
        if side.unattached:
            formations.append((1, tuple(index[unit.path] for unit in side.unattached)))
        return Army(side.key, policy, tuple(units), tuple(formations))

    def fight(self, seed: str) -> Run:
        """One run, drawn from a seed in hexadecimal."""
        return _Fight(self, Stream(seed)).run()

    def breaking(self, count: ArmyCount) -> Fraction:
        """The chance that an army in such a state breaks."""
        action, answers, measure = self.plan.morale
        system = self.scenario.system.key
        setting = Setting.of(system, action, answers(count), self.scenario.tables)
        return chance_of(setting, measure) or Fraction(0)


def _strength(unit: Unit) -> int:
    """A unit's men; a battery's or an unknown unit's by its bases, a hundred men to one."""
    return unit.men or 100 * int(texts(unit.form).get("bases", "1"))


class _Fight:
    """A run in progress."""

    def __init__(self, field: Battlefield, stream: Stream) -> None:
        self._field = field
        self._stream = stream
        self._units: list[list[Told | None]] = [
            [told for told, _ in army.units] for army in field.armies
        ]
        self._losses = [Fraction(0), Fraction(0)]
        self._passed = [False, False]
        self._struck = [False, False]
        self._spent: set[tuple[int, int]] = set()
        self._later: dict[tuple[int, int], Told] = {}

    def run(self) -> Run:
        """Fight until an army breaks or the last turn is over."""
        for turn in range(1, self._field.turns + 1):
            self._turn(turn)
            broken = [side for side in (0, 1) if self._breaks(side, turn)]
            if broken:
                return self._ended(turn, broken)
        return self._ended(self._field.turns, [])

    def _turn(self, turn: int) -> None:
        self._spent.clear()
        self._later.clear()
        self._struck = [False, False]
        first = self._stream.below(2)
        columns = (
            [(side, number) for number in self._present(side, turn)] for side in (first, 1 - first)
        )
        for side, formation in filter(None, chain.from_iterable(zip_longest(*columns))):
            if self._happens(self._field.tempo):
                self._formation_acts(side, formation, turn)

    def _present(self, side: int, turn: int) -> list[int]:
        formations = self._field.armies[side].formations
        return [number for number, (entry, _) in enumerate(formations) if entry <= turn]

    def _formation_acts(self, side: int, formation: int, turn: int) -> None:
        opposite = self._opposite(side, formation, turn)
        for place, number in enumerate(self._field.armies[side].formations[formation][1]):
            tempting = self._tempting(1 - side, opposite)
            if tempting and (side, number) not in self._spent:
                self._unit_acts(side, number, tempting[place % len(tempting)], turn)

    def _tempting(self, side: int, units: Sequence[int]) -> list[int]:
        """Those of the units still standing that an enemy would go for first."""
        temptation = self._field.plan.temptation
        told = {unit: condition for unit in units if (condition := self._units[side][unit])}
        by_unit = {unit: temptation(dict(condition)) for unit, condition in told.items()}
        most = max(by_unit.values(), default=0)
        return [unit for unit, tempts in by_unit.items() if tempts == most]

    def _opposite(self, side: int, formation: int, turn: int) -> Sequence[int]:
        """The units of the first formation opposite that still has any."""
        present = self._present(1 - side, turn)
        for step in range(len(present)):
            number = present[(formation + step) % len(present)]
            units = self._field.armies[1 - side].formations[number][1]
            if any(self._units[1 - side][unit] is not None for unit in units):
                return units
        return ()

    def _unit_acts(self, side: int, number: int, enemy: int, turn: int) -> None:
        own, other = self._units[side][number], self._units[1 - side][enemy]
        if own is None or other is None:
            return
        field, target = self._field, (1 - side, enemy)
        policy = field.armies[side].policy
        given = self._later.get(target, ())
        left = self._drawn(field.acting.follow(policy, own, other, turn, given))
        self._settle(side, number, left.own)
        self._settle(1 - side, enemy, left.enemy)
        if left.spent:
            self._spent.add(target)
        if left.later:
            self._later[target] = left.later

    def _settle(self, side: int, number: int, after: Told | None) -> None:
        before = self._units[side][number]
        if before is None or before == after:
            return
        plan, tables = self._field.plan, self._field.scenario.tables
        was, now = dict(before), None if after is None else dict(after)
        share = self._field.armies[side].units[number][1]
        self._losses[side] += share * plan.casualties(tables, was, now)
        worse = now is None or plan.is_demoralized(now)
        self._struck[side] |= worse and not plan.is_demoralized(was)
        self._units[side][number] = after

    def _breaks(self, side: int, turn: int) -> bool:
        units = self._units[side]
        removed = sum(unit is None for unit in units)
        demoralized = sum(
            unit is not None and self._field.plan.is_demoralized(dict(unit)) for unit in units
        )
        count = ArmyCount(len(units), removed, demoralized, self._passed[side], self._struck[side])
        chance = self._field.breaking(count)
        if self._happens(chance):
            return True
        self._passed[side] |= chance > 0
        return False

    def _happens(self, chance: Fraction) -> bool:
        if chance in {0, 1}:
            return bool(chance)
        return self._stream.below(chance.denominator) < chance.numerator

    def _drawn(self, what: Distribution[Left]) -> Left:
        return what.at(self._stream.below(what.total))

    def _ended(self, turn: int, broken: list[int]) -> Run:
        keys = [army.key for army in self._field.armies]
        losses = tuple(float(loss) for loss in self._losses)
        return Run(tuple(keys[side] for side in broken), turn, losses)
