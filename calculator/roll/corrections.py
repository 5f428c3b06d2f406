"""What players and umpires correct on the roll: what stands on the table, as they see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from calculator.errors import Fault, FaultsError, nearest
from calculator.forms import keys_of, normal_key, parse_form
from calculator.journal.ruling import UnitName
from calculator.kinds import BadValueError
from calculator.roll.condition import AT
from calculator.roll.places import fields_for, known_keys
from calculator.roll.roll import Roll
from calculator.roll.unit import RollUnit
from calculator.rules.system import RuleSystem

GONE: Final = "gone"
OF_THE_ROLL: Final = {
    GONE: "a word for how it left the table, such as broken; no for one that is back",
    "acted": "yes or no",
    "arrived": "yes or no",
    AT: "a piece of terrain by name, or nothing",
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
    unit = roll.unit(name)
    reader = _Reader(roll, unit)
    read = {normal_key(key): text for key, text in values.items()}
    if not read:
        keys = ", ".join((*known_keys(roll.scenario.system), *OF_THE_ROLL))
        raise FaultsError([Fault(unit.name, "nothing to correct was named", keys)])
    corrected = {key: reader.text(key, text.strip()) for key, text in read.items()}
    reader.check_whole(corrected)
    if reader.faults:
        raise FaultsError(reader.faults)
    return Correction(unit, corrected)


class _Reader:
    """Reads the values of one unit and gathers what is wrong with them."""

    def __init__(self, roll: Roll, unit: RollUnit) -> None:
        self._roll = roll
        self._system: RuleSystem = roll.scenario.system
        self._unit = unit
        self.faults: list[Fault] = []

    def text(self, key: str, text: str) -> str:
        """The value of a key as entries have it, or a fault and what was typed."""
        if key == AT:
            return self._place(text)
        if key in OF_THE_ROLL:
            return self._of_the_roll(key, text)
        known = known_keys(self._system)
        if key not in known:
            allowed = ", ".join((*known, *OF_THE_ROLL))
            near = nearest(key, (*known, *OF_THE_ROLL))
            self.faults.append(Fault(key, "there is no such key on the roll", allowed, near))
            return text
        return self._parsed(key, text)

    def check_whole(self, corrected: Mapping[str, str]) -> None:
        """What is wrong between values that are each right, and with a unit that is gone."""
        if self._unit.gone and GONE not in corrected:
            gone = f"{self._unit.name} is {self._unit.gone} (entry {self._unit.gone_entry})"
            self.faults.append(Fault(GONE, gone, "gone=no, if it is back on the table"))
            return
        if self._system.unit is None:
            return
        keys = set(keys_of(self._system.unit))
        wrong = {fault.place for fault in self.faults}
        corrected = {key: text for key, text in corrected.items() if key not in wrong}
        whole = {k: text for k, text in {**self._unit.now, **corrected}.items() if k in keys}
        try:
            parse_form(self._system.unit, whole)
        except FaultsError as error:
            self.faults += error.faults

    def _place(self, text: str) -> str:
        names = {piece.name.casefold(): piece.name for piece in self._roll.scenario.terrain}
        if text.casefold() not in names and text:
            near = nearest(text, list(names.values()))
            fault = Fault(AT, f"there is no terrain {text!r}", ", ".join(names.values()), near)
            self.faults.append(fault)
        return names.get(text.casefold(), "")

    def _of_the_roll(self, key: str, text: str) -> str:
        word = text.casefold()
        if not word or (key != GONE and word not in {"yes", "no"}):
            self.faults.append(Fault(key, f"{text!r} will not do", OF_THE_ROLL[key]))
        return word if word in {"yes", "no"} else text

    def _parsed(self, key: str, text: str) -> str:
        kinds = [field.kind for field in fields_for(self._system, key)]
        bad: BadValueError | None = None
        for kind in kinds:
            try:
                return kind.show(kind.parse(text))
            except BadValueError as error:
                bad = bad or error
        if bad:
            allowed = "; ".join(dict.fromkeys(kind.allowed for kind in kinds))
            self.faults.append(Fault(key, bad.problem, allowed, bad.near))
        return text
