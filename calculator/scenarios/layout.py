"""What a scenario file holds: the tables, with the keys that the model's classes declare.

Reading, the template, the JSON Schema and the documentation all follow this. What a unit, a side, a
piece of terrain or the rules in force can say is declared by the rule system, as forms.
"""

from __future__ import annotations

from typing import Final

import attrs

from calculator.forms import Field, Form, fields_of
from calculator.kinds import Choice, Optional, Whole
from calculator.rules.system import RuleSystem
from calculator.scenarios import model
from calculator.scenarios.kinds import LINE, AnyValue, Key, keys_of


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
    name=model.HEAD,
    what="the scenario itself",
    help="What this is, and where it comes from.",
    least=1,
    keys=keys_of(model.Scenario, model.HEAD),
)

RULES: Final = Section(
    name=model.RULES,
    what="the [rules] table",
    help="What the rules leave to each battle.",
    keys=keys_of(model.Scenario, model.RULES),
)

HISTORY: Final = Section(
    name="history",
    what="the [history] table",
    help="How this battle ended, to compare a forecast with. Leave out what is not known.",
    optional=True,
    keys=keys_of(model.History),
)

TERRAIN: Final = Section(
    name="terrain",
    what="a piece of terrain",
    help="Terrain on the table, and its effects.",
    many=True,
    keys=keys_of(model.Terrain),
)

SIDES: Final = Section(
    name="sides",
    what="a side",
    help="Whoever fights on one side.",
    many=True,
    least=2,
    keys=keys_of(model.Side),
)

GENERALS: Final = Section(
    name="generals",
    what="a general",
    help="Generals on the table, other than those of formations.",
    many=True,
    keys=keys_of(model.General),
)

FORMATIONS: Final = Section(
    name="formations",
    what="a formation",
    help="Units that act together under one general.",
    many=True,
    keys=keys_of(model.Formation),
)

UNITS: Final = Section(
    name="units",
    what="a unit",
    help="A unit on the table, in a formation or directly under its side.",
    many=True,
    rated=True,
    keys=keys_of(model.Unit),
)

OVERRIDE: Final = Section(
    name="tables",
    what="an override",
    help="Table values that this battle changes (see `empires fields SYSTEM --tables`).",
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
