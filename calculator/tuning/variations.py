"""Versions of a scenario: what a designer varies, of what, and what differs in the end.

What is varied is written `UNIT=FIELD` (every choice of the field), `UNIT.FIELD=a,b`, `FIELD=a,b` or
`tables.KEY=a,b`. `UNIT.at=a,b` varies the ground where a unit stands, by names or parts of names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final

import attrs

from calculator.errors import CalculatorError, Fault, FaultsError, every, nearest, raise_any
from calculator.forms import Field, Form, fields_of, normal_key, parse_form, plain, texts, written
from calculator.kinds import Choice, Optional, Whole
from calculator.names import key_meant
from calculator.rules.action import AnyAction
from calculator.rules.tables import TABLES
from calculator.scenarios.model import Scenario, Side, Unit
from calculator.tuning.acting import AT
from calculator.tuning.matchups import Situation, Subject

_BYTE_ORDER_MARK: Final = "\ufeff"
"""What some Windows editors put before a text."""


def with_unit(scenario: Scenario, unit: Unit, answers: Mapping[str, str]) -> Scenario:
    """The scenario with some answers of one unit changed. Raises `FaultsError`."""
    form = parse_form(type(unit.form), {**written(unit.form), **answers})
    return _with(scenario, attrs.evolve(unit, form=form))


def moved(scenario: Scenario, unit: Unit, place: str) -> Scenario:
    """The scenario with a unit at another piece of terrain, or at none that it lists."""
    return _with(scenario, attrs.evolve(unit, at=place))


def _with(scenario: Scenario, new: Unit) -> Scenario:
    def put(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        return tuple(new if one.path == new.path else one for one in units)

    def changed(side: Side) -> Side:
        formations = tuple(attrs.evolve(one, units=put(one.units)) for one in side.formations)
        return attrs.evolve(side, formations=formations, unattached=put(side.unattached))

    sides = (changed(side) if side.key == new.side else side for side in scenario.sides)
    return attrs.evolve(scenario, sides=tuple(sides))


def with_tables(scenario: Scenario, values: Mapping[str, object], reason: str) -> Scenario:
    """The scenario with some table values overridden. Raises `FaultsError`."""
    return attrs.evolve(scenario, tables=scenario.tables.override(values, reason))


def rewritten(text: str, before: Scenario, after: Scenario) -> str:
    """A file's text with the changed answers: comments, order and spacing are kept."""
    import tomlkit

    mark = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else ""
    document = tomlkit.parse(text.removeprefix(mark))
    for old, new in zip(before.units, after.units, strict=True):
        was, now = written(old.form), written(new.form)
        if was != now:
            table: Any = document
            for part in new.path:
                table = table[part]
            values = plain(new.form)
            for key in was:
                if key not in now:
                    table.pop(key, None)
            for key, text in now.items():
                if text != was.get(key):
                    table[key] = values[key]
    return mark + tomlkit.dumps(document)


@attrs.frozen
class Change:
    """One answer of a unit, a side or the rules in force, or one table value, that differs."""

    what: str
    key: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.what}: {self.key} {self.before} -> {self.after}"


def changes(before: Scenario, after: Scenario) -> Iterator[Change]:
    """What differs in the rules in force, in sides and units that both have, then in tables.

    What follows from other answers by itself is no change of its own.
    """
    yield from _differing("rules", before.rules, after.rules)
    sides = {side.key: side for side in after.sides}
    for side in before.sides:
        if side.key in sides:
            yield from _differing(side.key, side.form, sides[side.key].form)
    later = after.by_full_name
    for name, unit in before.by_full_name.items():
        if name in later:
            yield from _differing(name, unit.form, later[name].form)
    for entry in before.tables:
        present = after.tables.entry(entry.key).value
        if present != entry.value:
            yield Change("tables", entry.key, str(entry.value), str(present))


def _differing(what: str, old: Form | None, new: Form | None) -> Iterator[Change]:
    if old is None or new is None:
        return
    was, now = texts(old), texts(new)
    stand_in_file = {**written(old), **written(new)}
    for key in was:
        if was[key] != now[key] and key in stand_in_file:
            yield Change(what, key, was[key], now[key])


@attrs.frozen
class Shift:
    """One pairing whose chance is another in the second scenario."""

    actor: str
    target: str
    before: Fraction | None
    after: Fraction | None

    @property
    def size(self) -> Fraction:
        """How far the chance moved; a pairing newly allowed or forbidden moves from or to 0."""
        return abs((self.after or Fraction(0)) - (self.before or Fraction(0)))


@attrs.frozen
class Difference:
    """Changes of what is written, units found in one scenario alone, and shifts of the odds."""

    changes: tuple[Change, ...]
    removed: tuple[str, ...]
    added: tuple[str, ...]
    shifts: tuple[Shift, ...]


def check_same_system(first: Scenario, second: Scenario) -> None:
    """Raise `CalculatorError` for battles of different systems."""
    if first.system.key != second.system.key:
        raise CalculatorError(
            f"{first.title} is played by {first.system.title}, {second.title} by "
            f"{second.system.title}: they cannot be compared"
        )


def difference(first: Scenario, second: Scenario, situation: Situation) -> Difference:
    """Compare unit by unit, by side and name. Raises `CalculatorError` for different systems."""
    check_same_system(first, second)
    before, after = first.by_full_name, second.by_full_name
    common = [name for name in before if name in after]
    asks_of_target = first.system.asked_of("target", first.system.action(situation.action))
    shifts = []
    for actor in common:
        enemies = [target for target in common if before[target].side != before[actor].side]
        for target in enemies if asks_of_target else enemies[:1]:
            was = situation.chance(first, before[actor], before[target])
            now = situation.chance(second, after[actor], after[target])
            if was != now:
                shifts.append(Shift(actor, target if asks_of_target else "any", was, now))
    return Difference(
        tuple(changes(first, second)),
        tuple(name for name in before if name not in after),
        tuple(name for name in after if name not in before),
        tuple(sorted(shifts, key=lambda shift: -shift.size)),
    )


NOWHERE: Final = "nowhere"
"""Where a unit stands that is varied to stand on none of the listed ground."""


@attrs.frozen
class Variation:
    """One thing that is varied, over the texts in `values`.

    `unit` is a unit's name and `key` a field of units; without a unit `key` is a field of the
    action, or a table value after "tables.".
    """

    key: str
    values: tuple[str, ...]
    unit: str = ""

    @property
    def label(self) -> str:
        """What is varied, as a heading."""
        return f"{self.unit}: {self.key}" if self.unit else self.key

    def applied(self, scenario: Scenario, subject: Subject, value: str) -> tuple[Scenario, Subject]:
        """The scenario and subject with one of the values in force. Raises `FaultsError`."""
        if self.unit:
            unit = scenario.find(self.unit)
            if self.key == AT:
                return moved(scenario, unit, value), subject
            return with_unit(scenario, unit, {self.key: value}), subject
        if self.key.startswith(TABLES):
            name = self.key.removeprefix(TABLES)
            parsed = scenario.tables.typed(name, value)
            return with_tables(scenario, {name: parsed}, "varied"), subject
        answers = {**subject.situation.answers, self.key: value}
        situation = attrs.evolve(subject.situation, answers=answers)
        return scenario, attrs.evolve(subject, situation=situation)


def read_variations(
    texts: Sequence[str], scenario: Scenario, action: AnyAction
) -> tuple[Variation, ...]:
    """The variations that a designer typed. Raises `FaultsError` with every fault at once."""
    found: list[Variation] = every(*(partial(_read, text, scenario, action) for text in texts))
    labels = [one.label for one in found]
    raise_any(
        Fault(text, f"{one.label} is varied already", "each thing once, with all its values")
        for place, (text, one) in enumerate(zip(texts, found, strict=True))
        if one.label in labels[:place]
    )
    return tuple(attrs.evolve(one, values=tuple(dict.fromkeys(one.values))) for one in found)


def choices_of(field: Field, around: str = "") -> tuple[str, ...]:
    """All that a field can be answered with: its words, or whole numbers near `around`."""
    if field.kind.choices:
        return field.kind.choices
    kind = field.kind.inner
    if isinstance(kind, Whole):
        return tuple(str(number) for number in range(kind.low, kind.high + 1))
    return (around,) if around else ()


def _read(text: str, scenario: Scenario, action: AnyAction) -> Variation:
    left, _, right = (part.strip() for part in text.partition("="))
    asked = {field.key: field for field in fields_of(action.asks)}
    if left.startswith(TABLES) or left in scenario.tables:
        key = left.removeprefix(TABLES)
        typed = ((text, scenario.tables.typed(key, text)) for text in _listed(right))
        values = (one if isinstance(one, str) else text for text, one in typed)
        return Variation(TABLES + key, tuple(values))
    if (key := normal_key(left)) in asked:
        return Variation(key, _values(asked[key], right))
    name, key, listed = left, normal_key(right), ""
    if key not in {AT, *_unit_fields(scenario)} and not _is_unit(scenario, left):
        *parts, key = _SEPARATORS.split(left, 1)
        name, key, listed = "".join(parts).rstrip(" .:/"), normal_key(key), right
    if not name:
        allowed = "UNIT=FIELD, UNIT.FIELD=value,value, FIELD=value,value or tables.KEY=value,value"
        near = f"UNIT.{AT}" if key == AT else nearest(key, asked)
        raise FaultsError([Fault(text, "this varies nothing of any unit", allowed, near)])
    unit = scenario.find(name).full_name
    if key == AT:
        return Variation(AT, tuple(_places(scenario, listed)), unit)
    return Variation(key, _values(_field(scenario, key), listed), unit)


_SEPARATORS: Final = re.compile(r"[.:/ ](?=[^.:/ ]+$)")
"""What stands between a unit and its field: the last of these."""

_ALL: Final = {"", "*", "all"}
"""How all values of a thing are asked for."""


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in re.split("[,;]", text))


def _values(field: Field, text: str) -> tuple[str, ...]:
    """The answers that are listed, "2-4" for whole numbers from 2 to 4; all that there are."""
    if text in _ALL:
        return choices_of(field)
    values: list[str] = []
    for part in _listed(text):
        low, _, high = re.sub(r"\s*(-|\.\.|to)\s*", "-", part).partition("-")
        is_run = isinstance(field.kind.inner, Whole) and low.isdecimal() and high.isdecimal()
        values += map(str, range(int(low), int(high) + 1)) if is_run else [part]
    found = every(*(partial(field.kind.parse_at, field.key, value) for value in values))
    return tuple(map(field.kind.show, found))


def _places(scenario: Scenario, text: str) -> Iterator[str]:
    """The pieces of terrain that are meant, or all. Raises `FaultsError` with those there are."""
    known = {piece.name: piece.name for piece in scenario.terrain}
    for value in (*known, NOWHERE) if text in _ALL else _listed(text):
        yield NOWHERE if value == NOWHERE else key_meant("terrain", value, known)


def _is_unit(scenario: Scenario, name: str) -> bool:
    try:
        scenario.find(name)
    except FaultsError:
        return False
    return True


def _unit_fields(scenario: Scenario) -> dict[str, Field]:
    fields = fields_of(scenario.system.unit) if scenario.system.unit else ()
    return {field.key: field for field in fields}


def _field(scenario: Scenario, key: str) -> Field:
    known = _unit_fields(scenario)
    if key not in known:
        near = nearest(key, known) or next(
            (f"{one.key}={key}" for one in known.values() if key in one.kind.choices), ""
        )
        allowed = ", ".join([*known, AT])
        raise FaultsError([Fault(key, "units have no such field", allowed, near)])
    return known[key]


@attrs.frozen
class Rating:
    """A field that a unit answers, all its answers in order, and the one that stands now."""

    field: Field
    values: tuple[str, ...]
    now: str

    @property
    def beside(self) -> tuple[str, str]:
        """The values one step below and above; the present one where there is none."""
        index = self.values.index(self.now)
        return self.values[max(index - 1, 0)], self.values[min(index + 1, len(self.values) - 1)]


def ratings(scenario: Scenario, unit: Unit) -> Iterator[Rating]:
    """Every field that matters to a unit and has numbers or words to go through.

    What a file leaves open stands at the figure that the system begins with; what follows from
    other fields, such as the bases that a unit starts with, is no rating of its own.
    """
    form = unit.form
    now = texts(form)
    now |= scenario.system.starting_values(now, scenario.tables)
    for field in fields_of(type(form)):
        if field.matters(form) and isinstance(field.kind.inner, Choice | Whole):
            values = choices_of(field)
            if now[field.key] in values and not _follows(field, form):
                yield Rating(field, values, now[field.key])


def _follows(field: Field, form: Form) -> bool:
    """Whether an answer that is left out is worked out from the others."""
    if not isinstance(field.kind, Optional):
        return False
    others = {key: text for key, text in texts(form).items() if key != field.key}
    return getattr(parse_form(type(form), others), field.attribute) is not None
