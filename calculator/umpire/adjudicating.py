"""What is made certain before a ruling is recorded: whose it is, of which units, what was said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from calculator.errors import FaultsError, ForbiddenError, Refusal
from calculator.forms import Form, fields_of, texts
from calculator.journal.entry import one_line
from calculator.journal.ruling import UnitName

if TYPE_CHECKING:
    from calculator.roll.roll import Roll
    from calculator.roll.unit import RollUnit
    from calculator.rules.question import Question
    from calculator.scenarios.model import Scenario, Unit

    Named: TypeAlias = str | RollUnit | Unit
    """A unit as front ends name it: by its name, or as they have it from the roll or the file."""


def side_meant(scenario: Scenario, typed: str) -> str:
    """A side that was typed, by its key where that was but a part of a name.

    Raises `FaultsError` for a side that there is not, with those that there are.
    """
    return typed if scenario.side_called(typed) else scenario.find_side(typed).key


def check_taking_part(
    roll: Roll | None,
    question: Question,
    named: Mapping[str, UnitName],
    side: str,
    despite: str = "",
) -> None:
    """Raise `ForbiddenError` if these units, or this side's army, may not take part, and
    `UnknownNameError` if there is no such side."""
    if roll and side:
        roll.scenario.find_side(side)
    if roll and roll.scenario.system is question.system:
        from calculator.roll import check_units

        there = {role: unit for role, name in named.items() if (unit := roll.named(name))}
        answers = texts(question.form)
        check_units(roll, question.action, there, side, answers, despite=despite)


def check_due(question: Question) -> None:
    """Raise `ForbiddenError` where an army would be checked that need not be: nothing is drawn,
    so nothing is recorded."""
    morale = question.system.army_morale
    if morale is None or morale.action != question.action.key:
        return
    odds = question.odds()
    if odds.measure(morale.not_due) == 1:
        told = question.result(odds=odds).narration
        reason = " ".join((told.headline, *told.on_table)).removesuffix(".")
        raise ForbiddenError([Refusal(reason, question.action.source)])


def unit_name(unit: Named, roll: Roll | None) -> UnitName:
    """A unit as rulings record it: a name alone is looked up on the roll."""
    if isinstance(unit, str):
        with suppress(FaultsError):
            if roll:
                return unit_name(roll.unit(unit), None)
        return UnitName(one_line(unit).strip())
    from calculator.scenarios.lines import shown_path

    return UnitName(unit.name, unit.side, shown_path(unit.path))


def names_of(
    question: Question, units: Mapping[str, UnitName], roll: Roll | None, side: str
) -> dict[str, str]:
    """By which names a result is told, by role: those of units, and of armies that it speaks of;
    `side` is whose result it is."""
    sides = roll.scenario.sides if roll else ()
    armies = {one.role.value: one for one in sides if one.role}
    if roll and (own := roll.scenario.side_called(side)):
        armies["army"] = own
    spoken = question.law.parties().keys() & armies.keys()
    named = {role: f"the {armies[role].called} army" for role in sorted(spoken)}
    return {**named, **{role: unit.name for role, unit in units.items()}}


def answered_otherwise(form: Form) -> Iterator[str]:
    """The keys of the fields that do not stand at their defaults: those somebody must have
    answered."""
    for field in fields_of(type(form)):
        if getattr(form, field.attribute) != field.default:
            yield field.key
