"""Armies as they stand, and whether the rules call for a check of their morale."""

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
    """An army as it stands. `side` is named by key or name: `UnknownNameError` for none such.

    Raises `FaultsError` for a count that the form of the check does not take.
    """
    found, system = roll.side(side), roll.scenario.system
    morale = system.army_morale
    checks = roll.checks_of(found.key)
    broke = any(check.broke for check in checks)
    units = [unit for unit in roll.units if unit.side == found.key]
    began = [roll.at_turn_start(unit) for unit in units]
    removed = sum(bool(unit.gone) for unit in units)
    lost = [_is_lost(system, unit.now, unit.gone) for unit in units]
    lost_before = [_is_lost(system, one.values, one.gone) for one in began]
    count = ArmyCount(
        units=len(units),
        removed=removed,
        demoralized=sum(lost) - removed,
        struck=any(now and not before for now, before in zip(lost, lost_before, strict=True)),
        checked=any(check.turn == roll.turn for check in checks),
        passed_before=any(not check.broke and check.turn < roll.turn for check in checks),
    )
    answers = dict(morale.answers(count)) if morale else {}
    due = bool(morale) and not (broke or count.checked)
    if morale and due:
        odds = Question.read(system.key, morale.action, answers).odds()
        due = odds.measure(morale.not_due) == 0
    return Army(
        side=found.key,
        name=found.name,
        count=count,
        answers=answers,
        due=due,
        last=checks[-1].number if checks else 0,
    )


def _is_lost(system: RuleSystem, values: Mapping[str, str], gone: str) -> bool:
    """Whether a unit counts against its army: gone, or demoralized as the rules have it."""
    return bool(gone) or bool(system.forecast and system.forecast.is_demoralized(values))


def armies_of(roll: Roll) -> tuple[Army, ...]:
    """Every army as it stands."""
    return tuple(army_of(roll, side.key) for side in roll.scenario.sides)


def how_much_is_gone(army: Army) -> str:
    """How many of an army's units are gone or demoralized: "5 of 10 gone, 1 demoralized"."""
    demoralized = f", {army.count.demoralized} demoralized" if army.answers else ""
    return f"{army.count.removed} of {army.count.units} gone{demoralized}"
