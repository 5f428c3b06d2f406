"""An order of battle from a spreadsheet: a row a unit, men made into bases, every guess a doubt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs
import tomlkit

from calculator.errors import raise_any
from calculator.forms import Field, fields_of, unchecked
from calculator.kinds import BadValueError, Choice, Whole
from calculator.rules.armies import BaseScale
from calculator.rules.catalog import find_system
from calculator.rules.system import RuleSystem
from calculator.scenarios.formatting import formatted
from calculator.scenarios.places import slug
from calculator.scenarios.spreadsheets import SpreadsheetRow, read_rows

NEEDED: Final = ("side", "unit")
OPTIONAL: Final = ("formation", "corps", "general", "entry-turn", "entry", "men", "guns", "notes")
OF_FORMATIONS: Final = ("corps", "general", "entry-turn", "entry")


@attrs.frozen
class Roster:
    """The text of a scenario file made of a spreadsheet, and what had to be guessed."""

    text: str
    guesses: tuple[str, ...]


def read_roster(name: str, stem: str, system: str, men_to_a_base: int | None = None) -> Roster:
    """A scenario file of the rows of a CSV file, to be called `stem`.

    `men_to_a_base` are those on foot, in place of what the system has. Columns are `side` and
    `unit`, those of units and formations in scenario files, and the
    system's own ratings by their keys. Raises `FaultsError` with every fault by row and column,
    and `UnknownNameError` for a system that there is not.
    """
    rules = find_system(system)
    fields = fields_of(rules.unit) if rules.unit else ()
    known = [*NEEDED, *OPTIONAL, *(field.key for field in fields if field.key not in OPTIONAL)]
    rows = read_rows(name, NEEDED, known)
    maker = _UnitMaker(rules, fields, men_to_a_base)
    units = [maker.unit(row) for row in rows]
    _check_names(units, rows)
    sides = list(dict.fromkeys(unit.side for unit in units if unit.side))
    if len(sides) != 2:
        rows[0].wrong("side", f"the rows name {len(sides)} sides: {', '.join(sides)}", "two")
    raise_any(fault for row in rows for fault in row.faults)
    return Roster(_file(units, sides, stem, system, Path(name).name), tuple(maker.guesses))


def _file(units: Sequence[_Unit], sides: Sequence[str], stem: str, system: str, source: str) -> str:
    """The text of a scenario file that says no more than its units."""
    title = stem.replace("-", " ").title()
    head = {"key": slug(stem), "title": title, "system": system, "sources": [source]}
    parts = [_side(side, [unit for unit in units if unit.side == side]) for side in sides]
    text = tomlkit.dumps({"scenario": head, "sides": parts})
    return f"# {title}: an order of battle made of {source}.\n{formatted(text)}"


@attrs.frozen
class _Unit:
    """A row as it goes into the file: its answers by key, in the order of a unit's keys."""

    side: str
    formation: str
    of_formation: dict[str, object]
    answers: dict[str, object]


def _of_formation(row: SpreadsheetRow) -> dict[str, object]:
    """What a row says of the unit's formation."""
    stated: dict[str, object] = {key: row.text(key) for key in OF_FORMATIONS if row.text(key)}
    if "entry-turn" in stated:
        stated["entry-turn"] = row.number("entry-turn", 1, 99)
    return stated


class _UnitMaker:
    """Makes units of rows, and keeps what it had to guess."""

    def __init__(
        self, rules: RuleSystem, fields: Sequence[Field], men_to_a_base: int | None
    ) -> None:
        self._rules = rules
        self._fields = fields
        scale = rules.base_scale
        self._scale = scale and scale._replace(foot=men_to_a_base or scale.foot)
        self.guesses: list[str] = []

    def unit(self, row: SpreadsheetRow) -> _Unit:
        """The unit of a row; without meaning where the row has faults."""
        name = row.name("unit")
        men = row.number("men", 1, 50_000, needed=False)
        guns = row.number("guns", 1, 200, needed=False)
        answers: dict[str, object] = {"name": name}
        form = {field.attribute: self._value(row, field) for field in self._fields}
        if self._scale and form[self._scale.key] is None and not row.faults:
            form[self._scale.key] = self._bases(self._scale, row, name, form, men, guns)
        for field in self._fields:
            value = form[field.attribute]
            if value is not None and self._matters(field, form):
                answers[field.key] = value
            elif row.text(field.key):
                self.guesses.append(f"{name}: {field.key} says nothing of it, and was left out")
        answers |= {key: number for key, number in (("men", men), ("guns", guns)) if number}
        if notes := row.text("notes"):
            answers["notes"] = notes
        return _Unit(row.name("side"), row.text("formation"), _of_formation(row), answers)

    def _value(self, row: SpreadsheetRow, field: Field) -> object:
        """What a cell answers, as a file writes it; None where it is empty."""
        text = row.text(field.key)
        if not text:
            return None
        try:
            value = field.kind.parse(text.lower() if isinstance(field.kind, Choice) else text)
        except BadValueError as bad:
            row.wrong(field.key, bad.problem, bad.allowed, bad.near)
            return None
        return field.kind.plain(value)

    def _matters(self, field: Field, form: dict[str, object]) -> bool:
        """Whether a unit with these words is asked for a field at all."""
        assert self._rules.unit is not None
        words = {
            other.attribute: other.kind.parse(str(word))
            for other in self._fields
            if isinstance(other.kind, Choice) and (word := form[other.attribute]) is not None
        }
        return field.matters(unchecked(self._rules.unit, words))

    def _bases(
        self,
        scale: BaseScale,
        row: SpreadsheetRow,
        name: str,
        form: Mapping[str, object],
        men: int | None,
        guns: int | None,
    ) -> int | None:
        field = next(field for field in self._fields if field.key == scale.key)
        if guns:
            exact, rule = guns / scale.guns, f"{scale.guns} guns"
        elif men:
            to_a_base = scale.foot / (2 if scale.is_mounted(form) else 1)
            exact, rule = men / to_a_base, f"{to_a_base:.0f} men"
        else:
            row.wrong("men", "is empty, and so are bases and guns", "one of them")
            return None
        bases = max(1, round(exact))
        if isinstance(field.kind, Whole) and bases > field.kind.high:
            row.wrong("men", f"make {bases} bases at {rule} each", field.kind.allowed)
            return None
        if abs(exact - bases) > 0.25:
            self.guesses.append(f"{name}: {exact:.1f} bases at {rule} each, rounded to {bases}")
        return bases


def _check_names(units: Sequence[_Unit], rows: Sequence[SpreadsheetRow]) -> None:
    seen: set[tuple[str, object]] = set()
    for unit, row in zip(units, rows, strict=True):
        key = unit.side, unit.answers["name"]
        if key in seen and key[1]:
            row.wrong("unit", f"{unit.side} has a unit {key[1]!r} already", "each name once a side")
        seen.add(key)


def _side(name: str, units: Sequence[_Unit]) -> dict[str, object]:
    """A side as a table of the file: its formations with what any row says of them, then others."""
    formations: dict[str, dict[str, object]] = {}
    for unit in units:
        formations.setdefault(unit.formation, {}).update(unit.of_formation)
    within = {of: [unit.answers for unit in units if unit.formation == of] for of in formations}
    loose = within.pop("", [])
    tables = [{"name": of, **formations[of], "units": answers} for of, answers in within.items()]
    side = {"key": slug(name), "name": name, "formations": tables, "units": loose}
    return {key: value for key, value in side.items() if value}
