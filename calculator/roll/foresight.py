"""What a void or an override will change on the roll, and which later rulings built on that.

The record is folded twice, as it stands and with the entry to come, and the two rolls are held
against each other: at their end, and before each later ruling on a unit that then differs. A form
that has what stood then, and would not have stood, was built on it. Where a player said so it goes
on being a fact, for the table has the last word: it takes a correction to end that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from calculator.journal.amendments import Amendments
from calculator.journal.entry import Entry
from calculator.journal.ruling import UnitName
from calculator.roll.condition import AT
from calculator.roll.corrections import GONE, Correction
from calculator.roll.effects import UnitKey
from calculator.roll.roll import Roll
from calculator.roll.unit import RollSide, RollUnit, program_key
from calculator.roll.words import how_it_stands, what_it_is
from calculator.rules.system import RuleSystem
from calculator.scenarios.model import Scenario

MAY: Final = "may"
"""The key of what a ruling permitted, which a later one used."""


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
        return f"{self.name or self.side}: now {self.now}; then {self.after}."

    def as_json(self) -> dict[str, Any]:
        """The change as the command line prints it for machines."""
        differing = {program_key(key): list(both) for key, both in self.values.items()}
        words = {"now": self.now, "after": self.after}
        return {"side": self.side, "unit": self.name, **words, "values": differing}


@attrs.frozen
class BuiltOn:
    """A later ruling, by its number, whose form has `text` for a key of a unit, or of a side (then
    `name` is ""), where `instead` would have stood; under `MAY` the words of what it used, and
    would not have been permitted.

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
        had, rightly = (
            ("on the table", self.instead)
            if self.key == GONE
            else (f"{key} {self.text}", f"{key} {self.instead}")
        )
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
    return Foresight(
        tuple(_changes(now, after)), tuple(built_on), tuple(_corrections(built_on, after))
    )


def _built_on(entry: Entry, now: Roll, after: Roll, coming: Entry) -> Iterator[BuiltOn]:
    """What a form has of its units as they stood, and would not have stood."""
    asked = now.effects.ruled(entry)._replace(said=None, aftermath={})
    if (actor := asked.units.get("actor")) and (unit := _unit(now, actor)):
        used = [one for one in unit.may if one.action == entry.action]
        if used and unit.acted_entry == coming.about:
            yield BuiltOn(entry.number, *actor, MAY, used[0].words or entry.action, "")
    for key, effect in now.effects.of_ruling(asked, None):
        stood, would = _standing(now, key), _standing(after, key) | _corrected(coming, key)
        if would.get(GONE) and not stood.get(GONE):
            yield BuiltOn(entry.number, *key, GONE, "", would[GONE])
        for name, text in (effect.stated or {}).items():
            if stood.get(name) == text != would.get(name, text):
                yield BuiltOn(entry.number, *key, name, text, would[name])


def _standing(roll: Roll, key: UnitKey) -> dict[str, str]:
    """The values of a unit, or of a side as a whole; none of what the roll does not have."""
    side, name = key
    if not name:
        return dict(roll.side(side).now)
    unit = _unit(roll, key)
    return {**unit.now, GONE: unit.gone} if unit else {}


def _corrected(coming: Entry, key: UnitKey) -> dict[str, str]:
    """What an override in free words says of a unit: as if it had stood since the ruling."""
    values: dict[str, str] = {}
    for one in coming.body.get("corrections", ()):
        if (one["unit"]["side"], one["unit"]["name"]) == key:
            values |= one["values"]
    return values | ({GONE: ""} if values.get(GONE) == "no" else {})


def _stands(one: BuiltOn, after: Roll) -> bool:
    """Whether it is that ruling by which the roll will go on having so of a unit.

    What a side has as a whole no correction ends.
    """
    if not one.name:
        return False
    unit = after.unit(f"{one.side}: {one.name}")
    if one.key == GONE:
        return not unit.gone
    return unit.now.get(one.key) == one.text and unit.changed.get(one.key) == one.entry


def _corrections(built_on: Iterable[BuiltOn], after: Roll) -> Iterator[Correction]:
    """A correction for each unit of which something was said that would not have stood."""
    values: dict[UnitKey, dict[str, str]] = {}
    for one in built_on:
        if one.stands:
            values.setdefault((one.side, one.name), {})[one.key] = one.instead
    for key, corrected in values.items():
        if unit := _unit(after, key):
            yield Correction(unit, corrected)


def _changes(now: Roll, after: Roll) -> Iterator[Change]:
    system = now.scenario.system
    for unit, then in zip(now.units, after.units, strict=True):
        if differing := _differing(_of_unit(unit), _of_unit(then)):
            words = _words(system, unit), _words(system, then)
            yield Change(unit.side, unit.name, *words, differing)
    for side, other in zip(now.sides, after.sides, strict=True):
        if differing := _differing(side.now, other.now):
            yield Change(side.name, "", *_worded(side, other, differing), differing)


def _differing(now: Mapping[str, str], after: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    both = {key: (now.get(key, ""), after.get(key, "")) for key in {**now, **after}}
    return {key: pair for key, pair in both.items() if pair[0] != pair[1]}


def _of_unit(unit: RollUnit) -> dict[str, str]:
    ground = unit.ground.name if unit.ground else ""
    marks = {"acted": unit.acted, "arrived": unit.arrived}
    return {
        **unit.now,
        GONE: unit.gone,
        AT: ground,
        **{key: "yes" if holds else "no" for key, holds in marks.items()},
    }


def _words(system: RuleSystem, unit: RollUnit) -> str:
    return ", ".join((what_it_is(system, unit), *how_it_stands(system, unit)))


def _worded(side: RollSide, other: RollSide, keys: Iterable[str]) -> tuple[str, str]:
    """What differs of a side, in words, now and after."""
    texts = [
        ", ".join(f"{key.replace('-', ' ')} {one.now.get(key, 'unknown')}" for key in keys)
        for one in (side, other)
    ]
    return texts[0], texts[1]


def _unit(roll: Roll, key: UnitKey) -> RollUnit | None:
    """A unit by side and name; None for a side, which has no name."""
    side, name = key
    return roll.named(UnitName(name, side))
