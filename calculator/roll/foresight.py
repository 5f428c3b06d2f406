"""What a void or an override will change on the roll, and which later rulings built on that.

The record is folded twice, as it stands and with the entry to come, and the two rolls are held
against each other: at their end, and before each later ruling on what then differs. A form that has
what the roll filled in then, and would not have, was built on it. Where a player said so it goes on
being a fact, for the table has the last word: it takes a correction to end that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from calculator.forms import as_text, fields_of
from calculator.journal.amendments import Amendments
from calculator.journal.entry import Entry
from calculator.journal.ruling import UnitName
from calculator.roll.condition import AT, Ground
from calculator.roll.corrections import GONE, OF_THE_ROLL, Correction
from calculator.roll.filling import fill
from calculator.roll.reading import Ruled, UnitKey
from calculator.roll.roll import Roll
from calculator.roll.unit import RollSide, RollUnit, program_key
from calculator.roll.words import how_it_stands, what_it_is
from calculator.scenarios.model import Scenario

MAY: Final = "may"
"""The key of what a ruling permitted, which a later one used."""

_NOWHERE: Final = "no terrain"


@attrs.frozen
class Change:
    """A unit, or a side as a whole, that will stand otherwise: in words, and what differs by key.

    `name` is "" for a side.
    """

    side: str
    name: str
    now: str
    after: str
    values: Mapping[str, tuple[str, str]]

    def __str__(self) -> str:
        return f"{self.name or self.side}: now {self.now}; afterwards {self.after}."

    def as_json(self) -> dict[str, Any]:
        """The change as the command line prints it for machines."""
        differing = {program_key(key): list(both) for key, both in self.values.items()}
        words = {"now": self.now, "after": self.after}
        return {"side": self.side, "unit": self.name, **words, "values": differing}


@attrs.frozen
class BuiltOn:
    """A later ruling, by its number, whose form has `text` for a key of a unit, or of a side (then
    `name` is ""), where `instead` would have stood; under `AT` the ground it stood on, under `MAY`
    the words of what it used, and would not have been permitted. What the form has of neither (an
    earlier assault on the same unit) is by the key of the form.

    `stands` says that the roll will go on having it, for it was said and nothing has changed it.
    """

    entry: int
    side: str
    name: str
    key: str
    text: str
    instead: str
    stands: bool = False

    def __str__(self) -> str:
        if self.key == MAY:
            return f"#{self.entry} used what this permitted {self.name}: {self.text}."
        key = self.key.replace("-", " ")
        had, rightly = f"{key} {self.text}", f"{key} {self.instead}"
        if self.key == GONE:
            had, rightly = "on the table", self.instead
        elif self.key == AT:
            had, rightly = f"at {self.text or _NOWHERE}", f"at {self.instead or _NOWHERE}"
        whose = self.name or self.side
        if self.stands:
            return f"#{self.entry} said {whose} {had}, not {rightly}: correct that too?"
        return f"#{self.entry} was asked with {whose} {had}, not {rightly}; its result stands."

    def as_json(self) -> dict[str, Any]:
        """The ruling as the command line prints it for machines."""
        named = {"entry": self.entry, "side": self.side, "unit": self.name}
        had = {"text": self.text, "instead": self.instead, "stands": self.stands}
        return {**named, "key": program_key(self.key), **had}


@attrs.frozen
class Foresight:
    """What an entry to come will change on the roll, and the later rulings that built on that.

    `corrections` are what it takes to end what those said.
    """

    changes: tuple[Change, ...]
    built_on: tuple[BuiltOn, ...]
    corrections: tuple[Correction, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it in words, a line each."""
        changes = map(str, self.changes) if self.changes else ("Nothing on the roll changes.",)
        return (*changes, *map(str, self.built_on))

    def as_json(self) -> dict[str, Any]:
        """The foresight as the command line prints it for machines."""
        return {
            "changes": [change.as_json() for change in self.changes],
            "built-on": [one.as_json() for one in self.built_on],
            "corrections": [one.recorded for one in self.corrections],
        }


def foresee(
    entries: Iterable[Entry], scenario: Scenario, amending: Sequence[Entry], coming: Entry
) -> Foresight:
    """What `coming`, a void or an override that would be the next entry, will change.

    `entries` are all there are, and `amending` the voids and overrides among them.
    """
    now, after = Roll(scenario, amending), Roll(scenario, [*amending, coming])
    in_force = Amendments([*amending, coming])
    found: list[BuiltOn] = []
    unread: list[Entry] = []
    for entry in entries:
        later = entry.is_ruling and entry.number > (coming.about or 0)
        if later and entry.system == scenario.system.key and in_force.of(entry.number).counts:
            now, after = now.after(unread), after.after(unread)
            unread.clear()
            found += _built_on(entry, now, after, coming)
        unread.append(entry)
    now, after = now.after(unread), after.after([*unread, coming])
    built_on = [attrs.evolve(one, stands=_stands(one, after)) for one in found]
    values: dict[UnitKey, dict[str, str]] = {}
    for one in built_on:
        if one.stands:
            values.setdefault((one.side, one.name), {})[one.key] = one.instead
    corrections = [
        Correction(after.unit(f"{side}: {name}"), corrected)
        for (side, name), corrected in values.items()
    ]
    return Foresight(tuple(_changes(now, after)), tuple(built_on), tuple(corrections))


def _built_on(entry: Entry, now: Roll, after: Roll, coming: Entry) -> Iterator[BuiltOn]:
    """What a form has as the roll had it, and would not have had it."""
    asked = now.effects.ruled(entry)
    units, others = _concerned(asked, now), _concerned(asked, after, coming)
    sides = [[roll.side(side) for side in asked.sides] for roll in (now, after)]
    if units == others and sides[0] == sides[1] and not asked.reading.checks_morale:
        return
    actor, used = units.get("actor"), None
    if actor and actor.acted_entry == coming.about:  # that permitted what was used here
        action = asked.reading.action.key
        if used := next((one for one in actor.may if one.action == action), None):
            words = used.words or entry.action
            yield BuiltOn(entry.number, actor.side, actor.name, MAY, words, "")
    for role, unit in units.items():
        if (gone := others[role].gone) and not unit.gone:
            yield BuiltOn(entry.number, unit.side, unit.name, GONE, "", gone)
    placed, found = _placed(asked, units), dict[tuple[str, str, str], tuple[str, str]]()
    stood, would = _filled(asked, now, units, placed), _filled(asked, after, others, placed)
    for field in asked.form.keys() & stood.keys() - (used.answers.keys() if used else ()):
        if as_text(asked.form[field]) == stood[field] != would.get(field, stood[field]):
            found[placed.get(field) or _owner(asked, units, field)] = stood[field], would[field]
    for owner, both in sorted(found.items()):
        if owner[-1] == AT:
            both = _where(units["target"]), _where(others["target"])
        yield BuiltOn(entry.number, *owner, *both)


def _concerned(asked: Ruled, roll: Roll, coming: Entry | None = None) -> dict[str, RollUnit]:
    """The units of a ruling by role, as a roll has them; what an override that is to come says of
    them in free words is so as if it had stood since the ruling."""
    units = {
        role: unit
        for role, key in asked.units.items()
        if (unit := roll.named(UnitName(key[1], key[0])))
    }
    corrections = coming.body.get("corrections", ()) if coming else ()
    for role, unit in units.items():
        for one in corrections:
            values = one["values"]
            if (one["unit"]["side"], one["unit"]["name"]) == (unit.side, unit.name):
                was, gone = units[role], values.get(GONE, units[role].gone)
                own = {key: text for key, text in values.items() if key not in OF_THE_ROLL}
                units[role] = attrs.evolve(
                    was,
                    now={**was.now, **own},
                    gone="" if gone == "no" else gone,
                    ground=Ground(values[AT], {}) if AT in values else was.ground,
                )
    return units


def _placed(asked: Ruled, units: Mapping[str, RollUnit]) -> dict[str, tuple[str, str, str]]:
    """Whose a field of a form is, unit or side, and by which key of theirs."""
    placed: dict[str, tuple[str, str, str]] = {}
    for side, fields in zip((asked.side, asked.enemy), asked.reading.sides.values(), strict=False):
        placed |= {one.field: (side, "", one.key) for one in fields}
    for role, unit in units.items():
        placed |= {
            one.field: (unit.side, unit.name, one.key) for one in asked.reading.part(role).fields
        }
    return placed


def _owner(asked: Ruled, units: Mapping[str, RollUnit], field: str) -> tuple[str, str, str]:
    """Whose any other field is: that of the ground is its target's, who stands there."""
    target = units.get("target")
    if target and field in asked.reading.ground:
        return target.side, target.name, AT
    unit = target or units.get("actor")
    return (unit.side, unit.name, field) if unit else (asked.side, "", field)


def _filled(
    asked: Ruled,
    roll: Roll,
    units: Mapping[str, RollUnit],
    placed: Mapping[str, tuple[str, str, str]],
) -> dict[str, str]:
    """What a form holds of these units before anybody says otherwise: of units and sides what is
    known, and of all else at least what is assumed."""
    action = asked.reading.action
    further = {
        one.field: unit.now[one.key]
        for role, unit in units.items()
        for one in asked.reading.part(role).fields
        if one.key in unit.now
    }
    assumed = {
        field.key: field.kind.show(field.default)
        for field in fields_of(action.asks)
        if field.key not in placed
    }
    return {**assumed, **further, **fill(roll, action, units, asked.side).answers}


def _where(unit: RollUnit) -> str:
    """The ground that a unit stands on: a piece of terrain, or what a form stated; "" for none."""
    if unit.ground is None:
        return ""
    stated = (f"{key.replace('-', ' ')} {text}" for key, text in unit.ground.stated.items())
    return unit.ground.name or ", ".join(stated)


def _stands(one: BuiltOn, after: Roll) -> bool:
    """Whether it is that ruling by which the roll will go on having so of a unit.

    What a side has as a whole no correction ends.
    """
    if not one.name:
        return False
    unit = after.unit(f"{one.side}: {one.name}")
    if one.key == GONE:
        return not unit.gone
    if one.key == AT:
        known = {"", *(piece.name for piece in after.scenario.terrain)}
        return bool(unit.ground and unit.ground.entry == one.entry and one.instead in known)
    return unit.now.get(one.key) == one.text and unit.changed.get(one.key) == one.entry


def _changes(now: Roll, after: Roll) -> Iterator[Change]:
    for unit, then in zip(now.units, after.units, strict=True):
        if differing := _differing(_values_of(now, unit), _values_of(after, then)):
            words = (_words(now, unit, differing, 0), _words(after, then, differing, 1))
            yield Change(unit.side, unit.name, *words, differing)
    for side, other in zip(now.sides, after.sides, strict=True):
        if differing := _differing(_values_of(now, side), _values_of(after, other)):
            yield Change(side.name, "", _listed(differing, 0), _listed(differing, 1), differing)


def _differing(now: Mapping[str, str], after: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    both = {key: (now.get(key, ""), after.get(key, "")) for key in {**now, **after}}
    return {key: pair for key, pair in both.items() if pair[0] != pair[1]}


def _values_of(roll: Roll, owner: RollUnit | RollSide) -> dict[str, str]:
    """All that the roll has of a unit, or of a side and its turn, by key."""
    if isinstance(owner, RollSide):
        ledger = ", ".join(line.rstrip(".") for line in roll.ledger(owner.key))
        return {**owner.now, **_several(roll, owner.key, ""), "this-turn": ledger}
    marks = {"acted": owner.acted, "arrived": owner.arrived}
    return {
        **owner.later,
        **owner.now,
        **_several(roll, owner.side, owner.name),
        GONE: owner.gone,
        AT: _where(owner),
        MAY: ", ".join(one.words or one.action for one in owner.may),
        **{key: "yes" if holds else "no" for key, holds in marks.items()},
        **{f"proposed {one.key}": one.text for one in owner.proposals},
    }


def _several(roll: Roll, side: str, name: str) -> dict[str, str]:
    """Of each card of which several copies are in play, how many."""
    copies = roll.turn_so_far(side).copies.get(name, {})
    return {key: f"{number} times" for key, number in copies.items() if number > 1}


_IN_WORDS: Final = frozenset({GONE, MAY, "acted", "arrived"})


def _words(roll: Roll, unit: RollUnit, differing: Mapping[str, tuple[str, str]], which: int) -> str:
    """How a unit stands, and what differs of it that such words do not tell."""
    system = roll.scenario.system
    told = {key for key in unit.now if key not in system.cards} | _IN_WORDS
    if unit.ground is None or unit.ground.name:
        told |= {AT}
    rest = {key: both for key, both in differing.items() if key not in told}
    words = (what_it_is(system, unit), *how_it_stands(system, unit))
    return ", ".join(filter(None, (*words, _listed(rest, which))))


def _listed(differing: Mapping[str, tuple[str, str]], which: int) -> str:
    return ", ".join(
        f"{key.replace('-', ' ')} {both[which] or 'unknown'}" for key, both in differing.items()
    )
