"""How the roll reads a ruling: where its action's form speaks of what, and what is kept of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache, partial
from typing import Any, Final, NamedTuple, TypeAlias

from calculator.forms import as_text, field_of
from calculator.journal.entry import Entry
from calculator.roll.unit import Placed, acts, ground_fields, side_fields, unit_fields
from calculator.rows import in_rows
from calculator.rules.action import AnyAction, Awaited, Place
from calculator.rules.catalog import find_system
from calculator.rules.system import RuleSystem
from calculator.rules.turns import ActionTaken

UnitKey: TypeAlias = tuple[str, str]
"""A unit by its side's key and its name, which no two share; a side by its key and no name, a
general by his name behind `GENERAL`."""

GENERAL: Final = "general: "


class Part(NamedTuple):
    """What a role is in an action: where its form speaks of the unit, which fields that fills in,
    whether it has used its action by it, and how a unit must have left the table to have it."""

    fields: tuple[Placed, ...]
    filled: Collection[str]
    acts: bool
    gone: str
    left_by: tuple[str, str, str]
    """Where an aftermath has its new values, how it went, and what it had then."""


class Reading:
    """Where an action's form speaks of units, of both sides and of the ground."""

    def __init__(self, system: RuleSystem, key: str) -> None:
        self._names = system.key, key
        self.action: AnyAction = system.action(key)
        self.spends = self.action.place is Place.ACTION and key not in system.turn.aside
        self.checks_morale = system.checks_morale(key)
        self.at_end = system.turn.at_end.get(key)
        self.counts = system.turn.counts.get(key)
        self.is_once = key in system.turn.once
        self.ground = ground_fields(system, self.action)
        fields = (field_of(self.action.asks, key) for key in self.ground)
        self.open_ground = {field.key: field.kind.show(field.default) for field in fields}
        """What a form answers of the ground where nobody says otherwise."""
        self.part = cache(partial(self._part, system))
        self.sides = {
            what: [p for role in (what, unit) for p in side_fields(system, self.action, role)]
            for what, unit in (("side", "actor"), ("enemy", "target"))
            if system.side
        }

    def _part(self, system: RuleSystem, role: str) -> Part:
        """What a role is in it; whoever draws cards for a side spends no action of its own."""
        fields = unit_fields(system, self.action, role)
        return Part(
            fields=fields,
            filled=system.filled_fields(role),
            acts=self.spends and bool(fields) and acts(self.action, role),
            gone=self.action.gone.get(role, ""),
            left_by=(role, f"{role}-gone", f"{role}-had"),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """How a roll that is kept has it: by keys, for rules are functions."""
        return reading_of, self._names


@cache
def reading_of(system: str, action: str) -> Reading:
    """Where an action's form speaks of what, by the keys of its system and itself."""
    return Reading(find_system(system), action)


class Ruled(NamedTuple):
    """What the roll keeps of a ruling: its `body`, and what that comes to.

    `by` is the side whose copy asked, "" for an umpire's; `general` the one whom its form names,
    `formation` that of the unit that acted, or of this general.
    """

    number: int
    turn: int
    side: str
    enemy: str
    reading: Reading
    units: Mapping[str, UnitKey]
    body: Mapping[str, Any]
    by: str
    general: UnitKey | None
    formation: str

    @property
    def form(self) -> Mapping[str, Any]:
        """What was answered, by field."""
        form: Mapping[str, Any] = self.body["form"]
        return form

    @property
    def awaits(self) -> Awaited | None:
        """What must be measured before it is whole."""
        return Awaited(**self.body["awaits"]) if "awaits" in self.body else None

    @property
    def sides(self) -> tuple[str, ...]:
        """The side that acted, and its enemy, as far as known."""
        return tuple(filter(None, (self.side, self.enemy)))

    @property
    def concerned(self) -> tuple[UnitKey, ...]:
        """The units it names, and the sides."""
        general = (self.general,) if self.general else ()
        return (*self.units.values(), *general, *((side, "") for side in self.sides))

    @property
    def answers(self) -> Mapping[str, Any]:
        """What its form answers, in the rows of lists too where these name units."""
        if "#" not in "".join(self.units):
            return self.form
        return {**self.form, **in_rows(self.reading.action.asks, self.form)}

    @property
    def beside(self) -> list[UnitKey]:
        """The units that take the action beside the actor."""
        others = ((role, key) for role, key in self.units.items() if role != "actor")
        return [key for role, key in others if self.reading.part(role).acts]

    def taken(self, override: Entry | None) -> ActionTaken:
        """The action as the law of turns is asked of it; what was ruled instead drew nothing, but
        for an answer."""
        body = override.body if override else self.body
        left, outcome = body.get("aftermath", {}), body.get("outcome")
        form = {**self.form, **body.get("answers", {})}
        return ActionTaken(
            action=self.reading.action.key,
            unit=self.units.get("actor", ("", ""))[1],
            answers={key: as_text(value) for key, value in form.items()},
            number=self.number,
            target=self.units.get("target", ("", ""))[1],
            side=self.side,
            formation=self.formation,
            may=left.get("may", ()),
            outcome=outcome if isinstance(outcome, dict) else {},
            draws=body.get("draws", ()),
            seed=self.body["seed"] if "draws" in body else "",
            later=left.get("later", {}),
            turn=self.turn,
            spends=self.reading.spends,
        )
