"""From the roll to a form and back: what it fills in, and where a form differs from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, starmap
from typing import NamedTuple

import attrs

from calculator.forms import keys_of, mattering, texts
from calculator.roll.armies import army_of
from calculator.roll.roll import Roll
from calculator.roll.unit import RollSide, RollUnit
from calculator.roll.unit_fields import (
    LOST,
    OF_FORMATIONS,
    Placed,
    answered,
    side_fields,
    unit_fields,
)
from calculator.rows import field_at, in_rows, written_out
from calculator.rules.action import AnyAction
from calculator.rules.question import Question


@attrs.frozen
class Taken:
    """One answer that stands otherwise than the order of battle has it, and since which entry.

    What is `counted` of many units is since no one entry, and `entry` is 0. `whose` is the name of
    the unit or the side; `start` is empty where the file says nothing.
    """

    field: str
    label: str
    text: str
    whose: str
    start: str
    entry: int
    counted: bool = False

    def __str__(self) -> str:
        unentered = "as the roll counts" if self.counted else "from the order of battle"
        since = f"since entry {self.entry}" if self.entry else unentered
        before = f", {self.start} at the start" if self.start and self.start != self.text else ""
        return f"{self.whose}: {self.label.lower()} {self.text} ({since}{before})"


@attrs.frozen
class Filled:
    """What a form holds of named units: `answers` by field key, those `in_rows` by "list#row.key"
    too; of those what is `taken`, and which are `recorded`: the record says so, and not the file.
    """

    answers: Mapping[str, str]
    taken: tuple[Taken, ...]
    recorded: frozenset[str] = frozenset()
    in_rows: Mapping[str, str] = attrs.field(factory=dict)


@attrs.frozen
class Mismatch:
    """Where a form answers otherwise than the roll: what the player says stands on the table."""

    field: str
    label: str
    unit: str
    on_table: str
    on_roll: str
    proposed_to: str = ""
    """The side that plays the unit, where another side says so: it is for them to take."""

    def __str__(self) -> str:
        said = f"{self.unit}: {self.label.lower()} {self.on_table}, the roll has {self.on_roll}"
        if self.proposed_to:
            return f"{said}; for this question only, and proposed to {self.proposed_to}"
        return f"{said}; the roll will follow"


def fill(roll: Roll, action: AnyAction, units: Mapping[str, RollUnit], side: str = "") -> Filled:
    """What an action's form holds of units by role, their ground, their sides and the rules.

    `side`, by key or name, is the one that acts, or whose army is checked, where no unit acts.
    """
    actor = units.get("actor")
    own = actor.side if actor else roll.side_key(side)
    asked = set(keys_of(action.asks))
    held = _held(roll, action, units, own)
    found = {one.field: one for one in held if one.field.partition("#")[0] in asked}
    taken: dict[str, Taken] = {}
    for field, text, whose, start, entry, counted, _ in found.values():
        if entry is not None:
            label = field_at(action.asks, field).label
            taken[field] = Taken(field, label, text, whose, start, entry, counted)
    rows = {field: held.text for field, held in found.items() if "#" in field}
    alone = {field: held.text for field, held in found.items() if field not in rows}
    return Filled(
        {**alone, **written_out(action.asks, rows)},
        tuple(taken.values()),
        frozenset(field for field, held in found.items() if held.is_recorded),
        rows,
    )


class _HeldValue(NamedTuple):
    """What a field holds; `entry` is None where it stands as the order of battle has it."""

    field: str
    text: str
    whose: str = ""
    start: str = ""
    entry: int | None = None
    counted: bool = False
    of_turn: bool = False

    @property
    def is_recorded(self) -> bool:
        """Whether it is so by the record, and not by the file."""
        return bool(self.entry) or self.counted or self.of_turn


def _held(
    roll: Roll, action: AnyAction, units: Mapping[str, RollUnit], own: str
) -> Iterator[_HeldValue]:
    """What the roll knows of a form: of one field the last counts. `own` is the side that acts."""
    if own:
        yield from _of_sides(roll, action, own)
    rules = answered(roll.scenario.rules) if roll.scenario.rules else {}
    for key, fields in roll.scenario.system.filled("battle").items():
        yield from (_HeldValue(field, rules[key]) for field in fields if key in rules)
    if own and roll.scenario.system.checks_morale(action.key):
        army = army_of(roll, own)
        for field, text in army.answers.items():
            yield _HeldValue(field, text, army.name, entry=0, counted=True)
    for role, unit in units.items():
        yield from _of_unit(roll, action, role, unit)
    if (target := units.get("target")) and own:
        yield from _of_turn(roll, own, target)


def _of_sides(roll: Roll, action: AnyAction, own: str) -> Iterator[_HeldValue]:
    """The side that acts; of two sides the other is the enemy."""
    others = [side for side in roll.sides if side.key != own]
    by_role = dict.fromkeys(("actor", "side"), roll.side(own))
    if len(others) == 1:
        by_role |= dict.fromkeys(("target", "enemy"), others[0])
    for role, side in by_role.items():
        yield from _as_it_stands(side_fields(roll.scenario.system, action, role), side)


def _as_it_stands(placed: Iterable[Placed], owner: RollUnit | RollSide) -> Iterator[_HeldValue]:
    for key, field, _ in placed:
        if key in owner.now:
            text, start = owner.now[key], owner.start.get(key, "")
            yield _HeldValue(
                field, text, owner.name, start, owner.changed.get(key) if text != start else None
            )


def _of_unit(roll: Roll, action: AnyAction, role: str, unit: RollUnit) -> Iterator[_HeldValue]:
    """A unit in a role, the rules in force for it, where it stands, and what came before."""
    scenario, system = roll.scenario, roll.scenario.system
    rules = answered(scenario.rules) if scenario.rules else {}
    for key, fields in system.filled(role).items():
        if key in rules:
            yield from (_HeldValue(field, rules[key]) for field in fields)
    yield from _as_it_stands(unit_fields(system, action, role), unit)
    yield from _counted(roll, role, unit)
    if role == "actor":
        follows = system.turn.follows(roll.turn_so_far(unit.side), unit.name)
        permitted = (one.answers for one in unit.may if one.action == action.key)
        for field, text in chain(follows.items(), next(permitted, {}).items()):
            yield _HeldValue(field, text, unit.name, of_turn=True)
    if role == scenario.commanded(action.key):
        yield from starmap(_HeldValue, scenario.general_of(unit.side, unit.division).items())
    if role == "target":
        yield from _of_ground(roll, action, unit)
        for field, text in unit.later.items():
            yield _HeldValue(field, text, unit.name, entry=unit.last_entry)


def _counted(roll: Roll, role: str, unit: RollUnit) -> Iterator[_HeldValue]:
    """What a unit has lost, and what is left of its formation and of its side's others."""
    for key, fields in roll.scenario.system.filled(role).items():
        if key in OF_FORMATIONS:
            number = roll.left_beside(unit)[OF_FORMATIONS.index(key)]
        elif (lost := key.removesuffix(LOST)) != key:
            number = unit.losses.get(lost, 0)
        else:
            continue
        for field in fields:
            yield _HeldValue(field, str(number), unit.name, entry=0, counted=True)


def _of_turn(roll: Roll, own: str, target: RollUnit) -> Iterator[_HeldValue]:
    """What a target had when the turn began, and what `own` side has done to it since."""
    law, turn = roll.scenario.system.turn, roll.turn_so_far(own)
    for key, text in turn.began.get(target.name, {}).items():
        if text != target.now.get(key):
            yield _HeldValue(law.began[key], text, target.name, of_turn=True)
    for field, text in law.aimed(turn, target.name, roll.scenario.tables).items():
        yield _HeldValue(field, text, target.name, of_turn=True)


def _of_ground(roll: Roll, action: AnyAction, unit: RollUnit) -> Iterator[_HeldValue]:
    """Where a target stands, by the terrain it is known to stand in, else as a form stated."""
    if unit.ground:
        name = unit.ground.name
        answers = roll.ground_at(name, action) if name else unit.ground.stated
        whose = f"{unit.name} at {name}" if name else unit.name
        for field, text in answers.items():
            yield _HeldValue(field, text, whose, entry=unit.ground.entry)


def differences(
    roll: Roll, question: Question, units: Mapping[str, RollUnit], side: str = ""
) -> tuple[Mismatch, ...]:
    """Where a form answers otherwise of units than the roll: what it says will be taken over, or,
    said by a `side` of units that another one plays, is proposed to that."""
    asks, asking = question.action.asks, roll.side_key(side)
    shown = texts(question.form)
    matter = {field.key for field in mattering(question.form)}
    shown |= in_rows(asks, shown)
    sides = {one.key: one.called for one in roll.scenario.sides}

    def other(unit: RollUnit) -> str:
        return sides[unit.side] if roll.is_others(unit.side, asking) else ""

    return tuple(
        Mismatch(
            field, field_at(asks, field).label, unit.name, shown[field], unit.now[key], other(unit)
        )
        for role, unit in units.items()
        for key, field, blank in unit_fields(roll.scenario.system, question.action, role)
        if field.partition("#")[0] in matter
        if unit.now.get(key) and shown.get(field, blank) not in {unit.now[key], blank}
    )
