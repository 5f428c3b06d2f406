"""From the roll to a form and back: what it fills in, and where a form differs from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from calculator.forms import keys_of, mattering, texts
from calculator.roll.armies import army_of
from calculator.roll.roll import Roll
from calculator.roll.unit import (
    LOST,
    OF_FORMATIONS,
    Placed,
    RollSide,
    RollUnit,
    side_fields,
    unit_fields,
)
from calculator.rows import field_at, in_rows, written_out
from calculator.rules.action import AnyAction
from calculator.rules.question import Question


@attrs.frozen
class Taken:
    """What a field holds, and by which entry that is otherwise than the order of battle has it.

    What is `counted` of many units is since no one entry, and `entry` is 0; it is None for what
    holds by what was done this turn, and for what stands as the file has it, which is nobody's.
    Else `whose` is the name of the unit or the side; `start` is empty where the file says nothing.
    """

    field: str
    label: str
    text: str
    whose: str = ""
    start: str = ""
    entry: int | None = None
    counted: bool = False

    @property
    def is_recorded(self) -> bool:
        """Whether it is so by the record, and not by the file."""
        return bool(self.whose if self.entry is None else self.entry or self.counted)

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
        return f"{said}; a draw corrects the roll"


def fill(roll: Roll, action: AnyAction, units: Mapping[str, RollUnit], side: str = "") -> Filled:
    """What an action's form holds of units by role, their ground, their sides and the rules.

    `side`, by key or name, is the one that acts, or whose army is checked, where no unit acts.
    """
    actor = units.get("actor")
    own = actor.side if actor else roll.side_key(side)
    asked = set(keys_of(action.asks))
    held = _held(roll, action, units, own)
    found = {one.field: one for one in held if one.field.partition("#")[0] in asked}
    taken = [
        attrs.evolve(one, label=field_at(action.asks, field).label)
        for field, one in found.items()
        if one.entry is not None
    ]
    rows = {field: held.text for field, held in found.items() if "#" in field}
    alone = {field: held.text for field, held in found.items() if field not in rows}
    return Filled(
        {**alone, **written_out(action.asks, rows)},
        tuple(taken),
        frozenset(field for field, held in found.items() if held.is_recorded),
        rows,
    )


def _held(
    roll: Roll, action: AnyAction, units: Mapping[str, RollUnit], own: str
) -> Iterator[Taken]:
    """What the roll knows of a form: of one field the last counts. `own` is the side that acts."""
    if own:
        others = [side for side in roll.sides if side.key != own]
        by_role = dict.fromkeys(("actor", "side"), roll.side(own))
        if len(others) == 1:  # of two sides the other is the enemy
            by_role |= dict.fromkeys(("target", "enemy"), others[0])
        for role, side in by_role.items():
            yield from _as_it_stands(side_fields(roll.scenario.system, action, role), side)
    yield from _each(roll.rules_for("battle", *units))
    if own and roll.scenario.system.checks_morale(action.key):
        army = army_of(roll, own)
        yield from _each(army.answers, army.name, entry=0, counted=True)
    if own:
        actor = units["actor"].name if "actor" in units else ""
        follows = roll.scenario.system.turn.follows(roll.turn_so_far(own), actor)
        yield from _each(follows, actor or roll.side(own).name)
    for role, unit in units.items():
        yield from _of_unit(roll, action, role, unit)
    if (target := units.get("target")) and own:
        # What it had when the turn began, and what the side that acts has done to it since.
        law, turn, now = roll.scenario.system.turn, roll.turn_so_far(own), target.now
        began = turn.began.get(target.name, {}).items()
        then = {law.began[key]: text for key, text in began if text != now.get(key)}
        aimed = law.aimed(turn, target.name, roll.scenario.tables)
        yield from _each({**then, **aimed}, target.name)


def _each(answers: Mapping[str, str], whose: str = "", **how: Any) -> Iterator[Taken]:
    return (Taken(field, "", text, whose, **how) for field, text in answers.items())


def _as_it_stands(placed: Iterable[Placed], owner: RollUnit | RollSide) -> Iterator[Taken]:
    for key, field, _ in placed:
        if key in owner.now:
            text, start = owner.now[key], owner.start.get(key, "")
            entry = owner.changed.get(key) if text != start else None
            yield Taken(field, "", text, "" if entry is None else owner.name, start, entry)


def _of_unit(roll: Roll, action: AnyAction, role: str, unit: RollUnit) -> Iterator[Taken]:
    """A unit in a role, where it stands, and what came before."""
    scenario, system = roll.scenario, roll.scenario.system
    yield from _as_it_stands(unit_fields(system, action, role), unit)
    yield from _counted(roll, role, unit)
    if role == "actor":
        permitted = (one.answers for one in unit.may if one.action == action.key)
        yield from _each(next(permitted, {}), unit.name)
    if role == scenario.commanded(action.key):
        yield from _each(scenario.general_of(unit.side, unit.division))
    if role == "target":
        if ground := unit.ground:
            named = roll.effects.ground_at(ground.name, action)
            whose = f"{unit.name} at {ground.name}" if ground.name else unit.name
            answers = named if ground.name else ground.stated
            yield from _each(answers, whose, entry=ground.entry)
        yield from _each(unit.later, unit.name, entry=unit.last_entry)


def _counted(roll: Roll, role: str, unit: RollUnit) -> Iterator[Taken]:
    """What a unit has lost, and what is left of its formation and of its side's others."""
    for key, fields in roll.scenario.system.filled(role).items():
        if key in OF_FORMATIONS:
            left = [one.division for one in roll.units if one.side == unit.side and not one.gone]
            others = len({*left} - {unit.division, ""})
            number = (left.count(unit.division), others)[OF_FORMATIONS.index(key)]
        elif (lost := key.removesuffix(LOST)) != key:
            number = unit.losses.get(lost, 0)
        else:
            continue
        held = dict.fromkeys(fields, str(number))
        yield from _each(held, unit.name, entry=0, counted=True)


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
