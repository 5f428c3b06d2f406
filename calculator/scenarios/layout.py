"""What a scenario file holds: its tables and their keys, declared once.

Reading, the template, the JSON Schema and the documentation all follow this. What a unit, a side, a
piece of terrain or the rules in force can say is declared by the rule system, as forms.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.forms import Field, Form, fields_of
from calculator.kinds import Choice, Length, Optional, Whole, Word
from calculator.rules.system import RuleSystem
from calculator.scenarios.kinds import (
    CLOCK,
    DAY,
    LINE,
    LIST,
    PROSE,
    SLUG,
    SYSTEM,
    AnyKind,
    AnyValue,
    BySide,
)


class Role(Word):
    """A side's part in the battle; the initiative depends on it."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class Rank(Word):
    """What a general commands."""

    ARMY = "army"
    CORPS = "corps"
    DIVISION = "division"


@attrs.frozen
class Key:
    """One key of a table. `example` is what a new file gets."""

    name: str
    kind: AnyKind
    help: str
    required: bool = False
    example: Any = None

    @property
    def attribute(self) -> str:
        """The name of the attribute that holds what it says."""
        return self.name.replace("-", "_")


@attrs.frozen(kw_only=True)
class Section:
    """A table of the file, or with `many` a list of tables `[[name]]`.

    `form` is the system's own declaration of further keys, and with `rated` its words and numbers
    must be there: a unit's rating is never left to a default. With `known` false
    the system is not known, and its keys are passed over; with `free` the table is read elsewhere,
    and an `optional` one stands in a new file as remarks.
    """

    name: str
    what: str
    help: str
    keys: tuple[Key, ...] = ()
    form: type[Form] | None = None
    rated: bool = False
    known: bool = True
    parts: tuple[Section, ...] = ()
    many: bool = False
    least: int = 0
    free: bool = False
    optional: bool = False

    @property
    def form_fields(self) -> tuple[Field, ...]:
        """The fields of the system's form."""
        return fields_of(self.form) if self.form else ()

    @property
    def needed(self) -> tuple[Field, ...]:
        """The fields of the form that must be there where they matter."""
        return tuple(field for field in self.form_fields if self.rated and _is_rating(field))

    @property
    def names(self) -> list[str]:
        """Every key that may stand here."""
        parts = (self.keys, self.parts)
        named = (each.name for part in parts for each in part)
        return list(dict.fromkeys([*named, *(field.key for field in self.form_fields)]))


HEAD: Final = Section(
    name="scenario",
    what="the scenario itself",
    help="What this is, and where it comes from.",
    least=1,
    keys=(
        Key("key", SLUG, "the short name it is opened by; as the file's, without .toml", True),
        Key("title", LINE, "the name of the battle", True, "A Battle"),
        Key("date", DAY, "when it was fought", example="1809"),
        Key("system", SYSTEM, "the rule system (see `empires systems`)", True),
        Key("summary", PROSE, "what the battle is about, for players", example="Who wants what."),
        Key("author", LINE, "who wrote this file", example="you"),
        Key("licence", LINE, "under which licence it may be used", example="CC0-1.0"),
        Key("sources", LIST, "published orders of battle and histories", example=["A book"]),
        Key("uncertainty", PROSE, "what the sources leave open, and what was chosen"),
    ),
)

RULES: Final = Section(
    name="rules",
    what="the [rules] table",
    help="What this battle settles that the rules leave open.",
    keys=(
        Key("turns", Whole(1, 99, "turns"), "how long the battle lasts", example=8),
        Key("first-turn", CLOCK, "the time of day of the first turn"),
        Key("victory", PROSE, "who has won, and when", example="Who holds the hill at the end."),
    ),
)

DRAWN: Final = "drawn"
"""What stands for the winner of a battle that nobody won."""

HISTORY: Final = Section(
    name="history",
    what="the [history] table",
    help="What came of this battle, to hold a forecast against. Leave out what is not known.",
    optional=True,
    keys=(
        Key("winner", SLUG, f"the key of the side that won, or {DRAWN}", True, "blue"),
        Key("losses", BySide(0, 100, "percent"), "of the men engaged, killed to captured"),
        Key(
            "hours",
            Length(Fraction(1, 4), Fraction(99), "hours"),
            "how long it was fought",
            example=6,
        ),
        Key("source", LINE, "where these figures stand", True, "A book"),
        Key("ratings", PROSE, "what the quality ratings rest on, fixed before any forecast"),
        Key("notes", PROSE, "what the figures count, and why this winner"),
    ),
)

TERRAIN: Final = Section(
    name="terrain",
    what="a piece of terrain",
    help="What stands on the table, and what it does.",
    many=True,
    keys=(
        Key("name", LINE, "the place, as players call it", True, "The wood"),
        Key("notes", PROSE, "anything else to know about it"),
    ),
)

SIDES: Final = Section(
    name="sides",
    what="a side",
    help="Whoever fights on one side.",
    many=True,
    least=2,
    keys=(
        Key("key", SLUG, "a short name, by which results are recorded", True, "red"),
        Key("name", LINE, "the side or army", True, "The Red army"),
        Key("role", Choice(Role), "attacker or defender", example="attacker"),
    ),
)

AT: Final = Key("at", LINE, "the piece of terrain where it stands at first, by its name")

GENERALS: Final = Section(
    name="generals",
    what="a general",
    help="Generals on the table besides those whom formations name.",
    many=True,
    keys=(
        Key("name", LINE, "who", True, "General Red"),
        Key("rank", Choice(Rank), "what he commands", True, "army"),
        Key("notes", PROSE, "anything else to know"),
    ),
)

FORMATIONS: Final = Section(
    name="formations",
    what="a formation",
    help="Units that act together under one general.",
    many=True,
    keys=(
        Key("name", LINE, "a division, or whatever acts on one initiative", True, "1st Division"),
        Key("corps", LINE, "what it belongs to"),
        Key("general", LINE, "its general, who stands on the table", example="A general"),
        Key("entry-turn", Whole(1, 99, "(turn)"), "the turn in which it comes on by route march"),
        Key("entry", LINE, "where it comes on"),
        AT,
        Key("notes", PROSE, "anything else to know"),
    ),
)

UNITS: Final = Section(
    name="units",
    what="a unit",
    help="A unit on the table; of a formation, or of the side itself.",
    many=True,
    rated=True,
    keys=(
        Key("name", LINE, "its name, which no other unit of its side has", True, "1st Brigade"),
        Key("men", Whole(1, 50_000, "men"), "officers and men"),
        Key("guns", Whole(1, 200, "guns"), "guns"),
        AT,
        Key("notes", PROSE, "regiments, sources, the reason of its rating"),
    ),
)

OVERRIDE: Final = Section(
    name="tables",
    what="an override",
    help="Other values than the system's own (see `empires fields SYSTEM --tables`).",
    free=True,
    keys=(
        Key("value", AnyValue("a value like the one it replaces"), "the value in force", True),
        Key("reason", LINE, "why this battle needs another value", True),
    ),
)


def layout(system: RuleSystem | None) -> Section:
    """The layout of the scenario files of a system; of None, as far as all have it in common."""

    def of_system(section: Section, form: type[Form] | None, *parts: Section) -> Section:
        return attrs.evolve(section, form=form, known=system is not None, parts=parts)

    units = of_system(UNITS, system.unit if system else None)
    formations = attrs.evolve(FORMATIONS, parts=(units,))
    sides = of_system(SIDES, system.side if system else None, GENERALS, formations, units)
    terrain = of_system(TERRAIN, system.terrain if system else None)
    rules = of_system(RULES, system.battle if system else None)
    parts = (HEAD, rules, HISTORY, terrain, sides, OVERRIDE)
    return Section(name="", what="the file", help="", parts=parts)


def _is_rating(field: Field) -> bool:
    """A word or a number; what has a blank, and what is no unless said, is none."""
    return isinstance(field.kind, Choice | Whole) and not isinstance(field.kind, Optional)
