"""What players and umpires correct on the roll: what stands on the table, as they see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from calculator.errors import Fault, FaultsError, JournalError, nearest, raise_any
from calculator.forms import keys_of, normal_key, parse_form
from calculator.journal.ruling import UnitName
from calculator.kinds import BadValueError
from calculator.roll.condition import AT
from calculator.roll.roll import Roll
from calculator.roll.unit import RollUnit
from calculator.roll.unit_fields import fields_for, known_keys
from calculator.rules.system import RuleSystem

GONE: Final = "gone"
ON_TABLE: Final = "no"
"""What a unit that has not left the table has for how it did."""

WAYS_TO_GO: Final = (
    "broken", "destroyed", "captured", "surrendered", "killed", "wiped out", "overrun", "routing",
    "eliminated", "left the table",
)  # fmt: skip
"""How units leave the table, in the words of the shipped systems."""

OF_THE_ROLL: Final = {
    GONE: f"{', '.join(WAYS_TO_GO)}; or {ON_TABLE}, if it is back",
    "acted": "yes or no",
    "arrived": "yes or no",
    AT: "the name of a piece of terrain, or nothing",
}
"""The keys that units of every system have on the roll, and what they may hold."""


@attrs.frozen
class Correction:
    """A unit and what is new of it: texts by its own keys and by those of the roll."""

    unit: RollUnit
    values: Mapping[str, str]

    def body(self, reason: str = "") -> dict[str, Any]:
        """The body of the entry that records it."""
        return {**self.recorded, "reason": reason}

    @property
    def recorded(self) -> dict[str, Any]:
        """The correction as it stands within an override."""
        unit = UnitName(self.unit.name, self.unit.side, self.unit.shown_path)
        return {"unit": unit.as_recorded(), "values": dict(self.values)}


def read_correction(roll: Roll, name: str, values: Mapping[str, str]) -> Correction:
    """A correction as it was typed.

    Raises `FaultsError` with every fault: a unit that is not on the roll, unknown keys, what is out
    of range, and anything about a unit that is gone but that it is back (`gone=no`).
    """
    unit, system = roll.unit(name), roll.scenario.system
    read = {normal_key(key): text.strip() for key, text in values.items()}
    if not read:
        keys = ", ".join((*known_keys(system), *OF_THE_ROLL))
        raise FaultsError([Fault(unit.name, "say what to correct", keys)])
    corrected: dict[str, str] = {}
    faults: list[Fault] = []
    for key, text in read.items():
        try:
            corrected[key] = _value(roll, key, text)
        except FaultsError as error:
            faults += error.faults
    if unit.gone and GONE not in read:
        gone = f"{unit.name} is {unit.gone} (entry {unit.gone_entry})"
        faults.append(Fault(GONE, gone, "gone=no, if it is back on the table"))
    else:
        faults += _unfit(roll, unit, corrected)
    raise_any(faults)
    return Correction(unit, corrected)


def _unfit(roll: Roll, unit: RollUnit, corrected: Mapping[str, str]) -> Iterator[Fault]:
    """Why a unit so corrected is none that its system knows, or more than it began as."""
    form = roll.scenario.system.unit
    if form is None:
        return
    values = {**unit.now, **corrected}
    try:
        parse_form(form, {key: values[key] for key in keys_of(form) if key in values})
    except FaultsError as error:
        yield from error.faults
    yield from _beyond(roll, unit, corrected)


def as_typed(roll: Roll, unit: RollUnit) -> str:
    """What a unit has of what counts in a fight, as a correction of it would be typed."""
    keys = roll.scenario.system.condition
    counted = (f"{key}={unit.now[key]}" for key in keys if unit.now.get(key))
    return " ".join(counted) or "acted=yes"


def check_own(roll: Roll, side: str, unit: RollUnit) -> None:
    """Raise `JournalError` if this is another side's unit; an umpire, of no side, has all.

    Raises `UnknownNameError` for a side that there is not.
    """
    if side and unit.side != roll.scenario.find_side(side).key:
        raise JournalError(
            f"{unit.name} belongs to {unit.side_name}: only that side or an umpire can correct it"
        )


def _beyond(roll: Roll, unit: RollUnit, corrected: Mapping[str, str]) -> Iterator[Fault]:
    """What is more than the rules let a unit have that began as this one did."""
    scenario = roll.scenario
    for key, most in scenario.system.at_most(unit.start, scenario.tables).items():
        if int(corrected.get(key, 0)) > most:
            problem = f"{corrected[key]} is more than the {most} that {unit.name} may have"
            yield Fault(key, problem, f"0 to {most}")


def _value(roll: Roll, key: str, text: str) -> str:
    """The value of a key as entries have it. Raises `FaultsError`."""
    if key == AT:
        return _place(roll, text)
    if key in OF_THE_ROLL:
        word, words = text.casefold(), (ON_TABLE, *WAYS_TO_GO) if key == GONE else ("yes", "no")
        if word not in words:
            near = nearest(word, words)
            raise FaultsError([Fault(key, f"{text!r} is not valid", OF_THE_ROLL[key], near)])
        return word
    known = known_keys(roll.scenario.system)
    if key not in known:
        every = (*known, *OF_THE_ROLL)
        problem = "the roll has no such key"
        raise FaultsError([Fault(key, problem, ", ".join(every), nearest(key, every))])
    return _parsed(roll.scenario.system, key, text)


def _place(roll: Roll, text: str) -> str:
    names = {piece.name.casefold(): piece.name for piece in roll.scenario.terrain}
    if text and text.casefold() not in names:
        near = nearest(text, list(names.values()))
        allowed = ", ".join(names.values())
        raise FaultsError([Fault(AT, f"there is no terrain {text!r}", allowed, near)])
    return names.get(text.casefold(), "")


def _parsed(system: RuleSystem, key: str, text: str) -> str:
    """A text as the first kind that takes it shows it: of the unit's own form, else of actions."""
    kinds = [field.kind for field in fields_for(system, key)]
    bad: list[BadValueError] = []
    for kind in kinds:
        try:
            return kind.show(kind.parse(text))
        except BadValueError as error:
            bad.append(error)
    if bad:
        allowed = "; ".join(dict.fromkeys(kind.allowed for kind in kinds))
        raise FaultsError([Fault(key, bad[0].problem, allowed, bad[0].near)])
    return text
