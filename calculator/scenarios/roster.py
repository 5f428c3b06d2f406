"""An order of battle from a spreadsheet: a row a unit, men made into bases, every guess a doubt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
import tomlkit

from calculator.answering import read_line
from calculator.errors import FaultsError, raise_any
from calculator.forms import Field, Form, fields_of, parse_form, plain, unchecked, written
from calculator.kinds import Choice, Whole
from calculator.names import plain_name, repeated
from calculator.rules.catalog import find_system
from calculator.rules.system import BaseScale, RuleSystem
from calculator.scenarios.kinds import LINE
from calculator.scenarios.model import Rank, Role, in_a_word
from calculator.scenarios.places import slug
from calculator.scenarios.spreadsheets import SpreadsheetRow, read_rows
from calculator.scenarios.template import skeleton

NEEDED: Final = ("side", "unit")
OF_SIDES: Final = ("army", "role")
OF_FORMATIONS: Final = {
    "formation": "name",
    "corps": "corps",
    "general": "general",
    "arrives": "entry-turn",
    "entry": "entry",
    "formation-notes": "notes",
}
"""What a file calls each column of a formation."""

OPTIONAL: Final = (*OF_SIDES, *OF_FORMATIONS, "entry-turn", "men", "guns", "at", "notes")
OF_OTHERS: Final = ("rank", "ground")
"""What a row without a unit has: the rank of a general of a whole army, or what ground is like."""

_LINES: Final = ("side", "army", "formation", "corps", "general", "entry", "unit", "at")
"""Columns whose cells go into the file as a line of text."""


@attrs.frozen
class Roster:
    """The text of a scenario file made of a spreadsheet, and what had to be guessed."""

    text: str
    guesses: tuple[str, ...]


def column_of(field: Field) -> str:
    """The column of a unit's rating: its key, after "unit-" where that is another column's name."""
    taken = {*NEEDED, *OPTIONAL, *OF_OTHERS} - {"men"}
    return f"unit-{field.key}" if field.key in taken else field.key


def _fields(form: type[Form] | None) -> Sequence[Field]:
    """The fields of what a system may leave undeclared."""
    return fields_of(form) if form else ()


def columns(rules: RuleSystem) -> list[str]:
    """Every column that a spreadsheet of a system's battle may have, in order."""
    ratings = [column_of(field) for field in _fields(rules.unit)]
    of_sides = [field.key for field in _fields(rules.side)]
    of_formations = (*OF_FORMATIONS, "entry-turn", "rank")
    of_units = ("unit", *ratings, "men", "guns", "at", "ground", "notes")
    return list(dict.fromkeys(("side", *OF_SIDES, *of_sides, *of_formations, *of_units)))


def read_roster(name: str, stem: str, system: str, men_to_a_base: int | None = None) -> Roster:
    """A scenario file of the rows of a CSV file, to be called `stem`.

    `men_to_a_base` are those on foot, in place of what the system has. Columns are `side` and
    `unit`, those of sides, units and formations in scenario files, and the system's own ratings by
    their keys. A row without a unit is a general of a whole army (`side`, `general`, `rank`) or a
    piece of ground (`at`, `ground`). Raises `FaultsError` with every fault by row and column, and
    `UnknownNameError` for a system that there is not.
    """
    rules = find_system(system)
    rows = read_rows(name, NEEDED, columns(rules))
    generals = [row for row in rows if not row.text("unit") and row.text("rank")]
    pieces = [row for row in rows if row.text("at") and not (row.text("unit") or row.text("side"))]
    others = [*generals, *pieces]
    of_units = [row for row in rows if row not in others]
    made = _Made(rules, men_to_a_base)
    for row in rows:
        for key in _LINES:
            row.read(key, LINE, needed=False)
    _check_spelling(rows)
    _check_agreement(of_units, [field.key for field in _fields(rules.side)])
    for row in of_units:
        made.unit(row)
    for row in generals:
        made.general(row)
    terrain = _terrain(rules, pieces, of_units, made.guesses)
    made.check(of_units)
    raise_any(fault for row in rows for fault in row.faults)
    title, source = stem.replace("-", " ").title(), Path(name).name
    head = {"key": slug(stem), "title": title, "system": system, "sources": [source]}
    file = {"scenario": head, "terrain": terrain, "sides": list(made.tables())}
    text = tomlkit.dumps({key: value for key, value in file.items() if value})
    whole = f"# {title}: an order of battle made of {source}.\n\n{text.rstrip()}\n"
    return Roster(whole + skeleton(rules, "rules", "history"), tuple(made.guesses))


class _Made:
    """What rows make: sides with their generals, formations and units, and what was guessed."""

    def __init__(self, rules: RuleSystem, men_to_a_base: int | None) -> None:
        self._rules = rules
        self._fields = _fields(rules.unit)
        scale = rules.base_scale
        self._scale = scale and scale._replace(foot=men_to_a_base or scale.foot)
        self._sides: dict[str, dict[str, Any]] = {}
        """The table of each side, by the name that rows have for it; its formations by theirs."""
        self.guesses: list[str] = []

    def unit(self, row: SpreadsheetRow) -> None:
        """A unit, and what its row says of its side and formation."""
        answers = self._answers(row)
        name = row.name("side")
        new = {"key": "", "name": name, "generals": [], "formations": {}, "units": []}
        side = self._sides.setdefault(name, new)
        stated: dict[str, object] = {
            key: row.text(column) for column, key in OF_FORMATIONS.items() if row.text(column)
        }
        for column in ("entry-turn", "arrives"):
            if row.text(column):
                turn: int | None = row.read(column, Whole(1, 99))
                stated["entry-turn"] = turn
        units = side["units"]
        if formation := row.text("formation"):
            said, units = side["formations"].setdefault(formation, ({}, []))
            said |= stated
        units.append(answers)
        if army := row.text("army"):
            side["name"] = army
        if row.text("role"):
            side["role"] = row.word("role", [role.value for role in Role])
        for field in _fields(self._rules.side):
            value = _value(row, field, field.key)
            if value is not None:
                side[field.key] = value

    def _answers(self, row: SpreadsheetRow) -> dict[str, object]:
        """A unit as it goes into the file; without meaning where the row has faults."""
        name = row.name("unit")
        men = row.read("men", Whole(1, 50_000), needed=False)
        guns = row.read("guns", Whole(1, 200), needed=False)
        answers: dict[str, object] = {"name": name}
        form = {field.attribute: _value(row, field, column_of(field)) for field in self._fields}
        if self._scale and form[self._scale.key] is None and not row.faults:
            form[self._scale.key] = self._bases(self._scale, row, form, men, guns)
        for field in self._fields:
            value = form[field.attribute]
            if value is not None and self._matters(field, form):
                answers[field.key] = value
            elif row.text(column_of(field)):
                self.guesses.append(f"{name}: {field.key} has no effect on it, and was left out")
        answers |= {key: number for key, number in (("men", men), ("guns", guns)) if number}
        return answers | {key: row.text(key) for key in ("at", "notes") if row.text(key)}

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
        form: Mapping[str, object],
        men: int | None,
        guns: int | None,
    ) -> int | None:
        """How many bases so many men or guns are; halves round up, and roundings are told."""
        field = next(field for field in self._fields if field.key == scale.key)
        if guns:
            exact, rule = guns / scale.guns, f"{scale.guns} guns"
        elif men:
            to_a_base = scale.foot / (2 if scale.is_mounted(form) else 1)
            exact, rule = men / to_a_base, f"{to_a_base:.0f} men"
        else:
            row.wrong("men", "is empty, and so are bases and guns", "one of them")
            return None
        bases = max(1, int(exact + 0.5))
        if isinstance(field.kind, Whole) and bases > field.kind.high:
            row.wrong("men", f"make {bases} bases at {rule} each", field.kind.allowed)
            return None
        if exact != bases:
            told = f"{exact:.2f} bases at {rule} each, rounded to {bases}"
            self.guesses.append(f"{row.text('unit')}: {told}")
        return bases

    def general(self, row: SpreadsheetRow) -> None:
        """The general of a whole army that a row names."""
        side = row.name("side")
        rank = row.word("rank", [rank.value for rank in Rank])
        general = {"name": row.name("general"), "rank": rank, "notes": row.text("notes")}
        if side in self._sides:
            self._sides[side]["generals"].append({k: v for k, v in general.items() if v})
        else:
            row.wrong("side", f"{side!r} has no units", ", ".join(self._sides))

    def check(self, rows: Sequence[SpreadsheetRow]) -> None:
        """There must be two sides or more, each of a name and with units of names of its own."""
        of_sides = {side: [row for row in rows if row.text("side") == side] for side in self._sides}
        if len(of_sides) == 1:
            rows[0].wrong("side", f"all units are of one side, {min(of_sides)}", "two or more")
        names = (in_a_word(str(side["name"])) for side in self._sides.values())
        for number, first in repeated(names):
            row = list(of_sides.values())[number][0]
            row.wrong("army" if row.text("army") else "side", f"another side has {first!r} already")
        for side, its_rows in of_sides.items():
            for number, first in repeated(row.text("unit") for row in its_rows):
                problem = f"{side} has a unit {first!r} already"
                its_rows[number].wrong("unit", problem, "each name once a side")

    def tables(self) -> Iterator[dict[str, object]]:
        """The sides as tables of the file: with formations and units of none."""
        keys = [slug(name) for name in self._sides]
        for number, key in list(repeated(keys)):
            keys[number] = f"{key}-{number + 1}"
        for key, side in zip(keys, self._sides.values(), strict=True):
            formations = [{**said, "units": units} for said, units in side["formations"].values()]
            table = {**side, "key": key, "formations": formations}
            yield {name: said for name, said in table.items() if said != []}


def _terrain(
    rules: RuleSystem,
    pieces: Sequence[SpreadsheetRow],
    of_units: Sequence[SpreadsheetRow],
    guesses: list[str],
) -> list[dict[str, object]]:
    """The ground that rows name: what it is as they say, or else as the system supposes."""
    found: dict[str, dict[str, object]] = {}
    for row in (*pieces, *(row for row in of_units if row.text("ground"))):
        name = row.name("at")
        piece: dict[str, object] = {"name": name, **_ground(rules, row)}
        if found.setdefault(name, piece) != piece:
            row.wrong("ground", f"{name!r} has different ground in another row", "one for each")
    for row in pieces:
        if row.text("notes"):
            found[row.text("at")]["notes"] = row.text("notes")
    for row in of_units:
        name = row.text("at")
        if name and name not in found:
            found[name] = {"name": name}
            guesses.append(f"{name}: no ground is given; it has the template's")
    return list(found.values())


def _ground(rules: RuleSystem, row: SpreadsheetRow) -> Mapping[str, object]:
    """What a cell such as "cover=hard height=low" says of the ground."""
    if not row.text("ground"):
        return {}
    if rules.terrain is None:
        row.wrong("ground", f"{rules.title} does not use ground", "nothing")
        return {}
    try:
        form = parse_form(rules.terrain, read_line(row.text("ground")))
    except FaultsError as error:
        for fault in error.faults:
            row.wrong("ground", f"{fault.place}: {fault.problem}", fault.allowed, fault.near)
        return {}
    return in_file(form)


def in_file(form: Form) -> dict[str, object]:
    """The answers that a form needs, as a file writes them."""
    values = plain(form)
    return {key: values[key] for key in written(form)}


def _value(row: SpreadsheetRow, field: Field, column: str) -> object:
    """What a cell answers, as a file writes it; None where it is empty."""
    value = row.read(column, field.kind, needed=False)
    return None if value is None else field.kind.plain(value)


def _check_spelling(rows: Sequence[SpreadsheetRow]) -> None:
    """Rows spell a side, a formation or a place alike; the rest is read as if they did."""
    spelled: dict[tuple[str, ...], str] = {}
    for row in rows:
        side = row.text("side")
        for key, within in (("side", ""), ("formation", plain_name(side)), ("at", "")):
            text = row.text(key)
            first = spelled.setdefault((key, within, plain_name(text)), text)
            if text != first:
                row.wrong(key, f"another row spells {text!r} otherwise", "one spelling", first)
                row.read_as(key, first)


def _check_agreement(rows: Sequence[SpreadsheetRow], of_sides: Sequence[str]) -> None:
    """Rows of units say the same of a side and a formation, or nothing."""
    said: dict[tuple[str, ...], str] = {}
    for row in rows:
        side, formation = row.text("side"), row.text("formation")
        for owner, whose, keys in (
            (side, (side,), (*OF_SIDES, *of_sides)),
            (formation, (side, formation), ("entry-turn", *OF_FORMATIONS)),
        ):
            for key in keys if owner else ():
                text = row.text(key)
                of = OF_FORMATIONS.get(key, key)
                first = said.setdefault((*whose, of), text) if text else ""
                if plain_name(text) != plain_name(first):
                    row.wrong(key, f"{owner} has {first!r} in another row", "one for each")
