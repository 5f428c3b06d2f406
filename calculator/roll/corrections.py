"""What players and umpires correct on the roll: what stands on the table, as they see it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import attrs

from calculator.errors import Fault, FaultsError, nearest, raise_any, slip
from calculator.forms import keys_of, normal_key, parse_form
from calculator.journal.recompute import AskedQuestion
from calculator.journal.ruling import UnitName
from calculator.kinds import BadValueError
from calculator.names import plain_name
from calculator.roll.condition import AT
from calculator.roll.roll import Roll
from calculator.roll.unit import RollUnit, fields_for, known_keys
from calculator.rules.phrases import counted
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

    @property
    def needs_reason(self) -> bool:
        """Whether it says more than what a unit did, where it stands, and whether it has come."""
        return bool(self.values.keys() - (OF_THE_ROLL.keys() - {GONE}))

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
        raise FaultsError.at(unit.name, "say what to correct", keys)
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
    """Why a unit so corrected is none that its system knows, or has more than one may that began
    as it did."""
    scenario, form = roll.scenario, roll.scenario.system.unit
    if form is None:
        return
    values = {**unit.now, **corrected}
    try:
        parse_form(form, {key: values[key] for key in keys_of(form) if key in values})
    except FaultsError as error:
        yield from error.faults
    for key, most in scenario.system.at_most(unit.start, scenario.tables).items():
        if int(corrected.get(key, 0)) > most:
            problem = f"{corrected[key]} is more than the {most} that {unit.name} may have"
            yield Fault(key, problem, f"0 to {most}")


def as_typed(roll: Roll, unit: RollUnit) -> str:
    """What a unit has of what counts in a fight, as a correction of it would be typed."""
    keys = roll.scenario.system.condition
    counted = (f"{key}={unit.now[key]}" for key in keys if unit.now.get(key))
    return " ".join(counted) or "acted=yes"


def _value(roll: Roll, key: str, text: str) -> str:
    """The value of a key as entries have it. Raises `FaultsError`."""
    if key in OF_THE_ROLL:
        names = [piece.name for piece in roll.scenario.terrain]
        words = {GONE: [ON_TABLE, *WAYS_TO_GO], AT: ["", *names]}.get(key, ["yes", "no"])
        found = {word.casefold(): word for word in words}
        if text.casefold() not in found:
            problem, allowed = f"{text!r} is not valid", OF_THE_ROLL[key]
            if key == AT:
                problem, allowed = f"there is no terrain {text!r}", ", ".join(names)
            raise FaultsError.at(key, problem, allowed, nearest(text, words))
        return found[text.casefold()]
    known = known_keys(roll.scenario.system)
    if key not in known:
        every = (*known, *OF_THE_ROLL)
        problem = "the roll has no such key"
        raise FaultsError.at(key, problem, ", ".join(every), nearest(key, every))
    return _parsed(roll.scenario.system, key, text)


def _parsed(system: RuleSystem, key: str, text: str) -> str:
    """A text as the first kind that takes it shows it: of the unit's own form, else of actions."""
    kinds = [field.kind for field in fields_for(system, key)]
    allowed = "; ".join(dict.fromkeys(kind.allowed for kind in kinds))
    faults = []
    for kind in kinds:
        try:
            return kind.show(kind.parse(text))
        except BadValueError as error:
            faults.append(Fault(key, error.problem, allowed, error.near))
    raise FaultsError(faults[:1])


_PAIR: Final = re.compile(r"(?<!\S)([a-z][\w-]*)=\S*", re.IGNORECASE)
_LISTED: Final = 6
"""Outcomes that are listed of those that words are a part of."""

_PARTS: Final = re.compile(r"[:,] ")
"""What stands between the parts of an outcome in the odds."""

_A_SLIP: Final = 0.85
"""How alike two texts are, by difflib, of which one is taken for the other misspelt."""


def ruled_instead(
    ruled: str,
    corrections: Sequence[Correction],
    asked: AskedQuestion | None,
    names: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """What an override records of what is `ruled`, and of what that means for units.

    `asked` is what the ruling was about, None where its rules are not to be had; an outcome may
    speak of units and armies by these `names`, by their roles. Raises `FaultsError` for what can
    only be an outcome misspelt, or what stands on the table of a unit: nobody means that as free
    words.
    """
    faults = [*_misplaced(ruled, asked)]
    outcomes = list(asked.outcomes) if asked else []
    called = asked.question.naming(names) if asked else str
    named = {plain_name(called(one.label)): one for one in outcomes}
    outcome = {**named, **{plain_name(one.label): one for one in outcomes}}.get(plain_name(ruled))
    if outcome is None:
        words = {label: called(one.label) for label, one in named.items()}
        faults += _half_meant(ruled, words, alone=not corrections)
    raise_any(faults)
    body: dict[str, Any] = {"ruled": ruled}
    if corrections:
        body["corrections"] = [one.recorded for one in corrections]
    if asked and outcome is not None:
        body |= {**asked.as_recorded(outcome), "ruled": outcome.label}
    return body


def _half_meant(ruled: str, words: Mapping[str, str], *, alone: bool) -> Iterator[Fault]:
    """Words that are nearly an outcome or, with no corrections beside them, part of several.

    `words` are those of the odds by how they compare.
    """
    parts = (part for label in words.values() for part in _PARTS.split(label)) if alone else ()
    part = re.compile(rf"(?<!\w){re.escape(plain_name(ruled))}(?!\w)")
    if alone and (whole := [label for label in words if part.search(label)]):
        allowed = "; ".join(words[label] for label in whole[:_LISTED])
        problem = f"{ruled!r} is only part of {counted(len(whole), 'outcome')}"
        yield Fault("ruled", problem, f"{allowed}; or these words with a correction")
    elif near := slip(ruled, [*words.values(), *parts], _A_SLIP):
        allowed = "an outcome as the odds name it, or words unlike any of them"
        yield Fault("ruled", f"{ruled!r} is not one of the outcomes", allowed, near)


def _misplaced(ruled: str, asked: AskedQuestion | None) -> Iterator[Fault]:
    """What among the words is no word: key=value, which is said of a unit."""
    known = (*(known_keys(asked.question.system) if asked else ()), *OF_THE_ROLL)
    for pair in _PAIR.finditer(ruled):
        near = "" if pair[1] in known else nearest(pair[1], known)
        problem = f"{pair[0]} needs the name of the unit that it is about"
        yield Fault("ruled", problem, "an outcome as the odds name it, or your own words", near)
