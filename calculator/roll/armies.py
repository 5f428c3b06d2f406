"""Whole armies: how much of each is left, and whether its morale is to be checked."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from calculator.roll.roll import Roll
from calculator.rules.armies import ArmyCount
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem


@attrs.frozen(kw_only=True)
class Army:
    """An army: its side's key and name, how many units it has, and what its morale check asks.

    `count` is of all units of its order of battle, arrived or not. `answers` fill in the form of
    the check, and `due` says whether the rules call for it now, which they do not of one that broke
    or was checked this turn; of systems that check no army there are none, and none is. `last` is
    the number of the last check in force, 0 for none.
    """

    side: str
    name: str
    count: ArmyCount
    answers: Mapping[str, str]
    due: bool
    last: int


def army_of(roll: Roll, side: str) -> Army:
    """An army as it stands. `side` is named by key or name: `UnknownNameError` for none such."""
    found = roll.side(side)
    system = roll.scenario.system
    checks = roll.checks_of(found.key)
    broke = any(check.broke for check in checks)
    count = attrs.evolve(
        _count(roll, found.key),
        checked=any(check.turn == roll.turn for check in checks),
        passed_before=any(not check.broke and check.turn < roll.turn for check in checks),
    )
    answers = dict(system.army_morale.answers(count)) if system.army_morale else {}
    return Army(
        side=found.key,
        name=found.name,
        count=count,
        answers=answers,
        due=not (broke or count.checked) and calls_for_check(system, count),
        last=checks[-1].number if checks else 0,
    )


def armies_due(roll: Roll) -> tuple[Army, ...]:
    """The armies whose morale is to be checked now; both, where both are due."""
    armies = (army_of(roll, side.key) for side in roll.scenario.sides)
    return tuple(army for army in armies if army.due)


def _count(roll: Roll, side: str) -> ArmyCount:
    system = roll.scenario.system
    units = [unit for unit in roll.units if unit.side == side]
    began = [roll.at_turn_start(unit) for unit in units]
    removed = sum(bool(unit.gone) for unit in units)
    lost = [_is_lost(system, unit.now, unit.gone) for unit in units]
    lost_before = [_is_lost(system, one.values, one.gone) for one in began]
    return ArmyCount(
        units=len(units),
        removed=removed,
        demoralized=sum(lost) - removed,
        struck=any(now and not before for now, before in zip(lost, lost_before, strict=True)),
    )


def _is_lost(system: RuleSystem, values: Mapping[str, str], gone: str) -> bool:
    """Whether a unit counts against its army: gone, or demoralized as the rules have it."""
    return bool(gone) or bool(system.forecast and system.forecast.is_demoralized(values))


def calls_for_check(system: RuleSystem, count: ArmyCount) -> bool:
    """Whether the rules call for a check of an army's morale now.

    Raises `FaultsError` for a count that the form of the check does not take.
    """
    if not (morale := system.army_morale):
        return False
    odds = Question.read(system.key, morale.action, morale.answers(count)).odds()
    return odds.measure(morale.not_due) == 0
