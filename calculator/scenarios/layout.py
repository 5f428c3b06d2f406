"""What a scenario file holds: the tables, with the keys that the model's classes declare.

Reading, the template, the JSON Schema and the documentation all follow this. What a unit, a side, a
piece of terrain or the rules in force can say is declared by the rule system, as forms.
"""

from __future__ import annotations

from typing import Any, Final

import attrs

from calculator.forms import Field, Form, fields_of
from calculator.kinds import Choice, Whole
from calculator.rules.system import RuleSystem
from calculator.scenarios import model
from calculator.scenarios.kinds import ANY, LINE, Key, keys_of


@attrs.frozen
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
        """The fields of the form that must be there where they matter: words and numbers, but not
        what has a blank, or is no unless said."""
        rated = self.form_fields if self.rated else ()
        return tuple(field for field in rated if isinstance(field.kind, Choice | Whole))

    @property
    def names(self) -> list[str]:
        """Every key that may stand here."""
        keys, fields = ([one.key for one in asked] for asked in (self.keys, self.form_fields))
        return list(dict.fromkeys([*keys, *(part.name for part in self.parts), *fields]))


HEAD: Final = Section(
    model.HEAD,
    "the scenario itself",
    "What this is, and where it comes from.",
    keys_of(model.Scenario, model.HEAD),
    least=1,
)

RULES: Final = Section(
    model.RULES,
    "the [rules] table",
    "What the rules leave to each battle.",
    keys_of(model.Scenario, model.RULES),
)

HISTORY: Final = Section(
    "history",
    "the [history] table",
    "How this battle ended, to compare a forecast with. Leave out what is not known.",
    keys_of(model.History),
    optional=True,
)


def _listed(name: str, what: str, help: str, part: type, **more: Any) -> Section:
    """A list of tables, each of which makes a part of a scenario."""
    return Section(name, what, help, keys_of(part), many=True, **more)


TERRAIN: Final = _listed(
    "terrain", "a piece of terrain", "Terrain on the table, and its effects.", model.Terrain
)

SIDES: Final = _listed("sides", "a side", "Whoever fights on one side.", model.Side, least=2)

GENERALS: Final = _listed(
    "generals", "a general", "Generals on the table, other than those of formations.", model.General
)

FORMATIONS: Final = _listed(
    "formations", "a formation", "Units that act together under one general.", model.Formation
)

UNITS: Final = _listed(
    "units",
    "a unit",
    "A unit on the table, in a formation or directly under its side.",
    model.Unit,
    rated=True,
)

OVERRIDE: Final = Section(
    "tables",
    "an override",
    "Table values that this battle changes (see `empires fields SYSTEM --tables`).",
    (
        Key("value", ANY, "the value in force", True),
        Key("reason", LINE, "why this battle needs another value", True),
    ),
    free=True,
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
    return Section("", "the file", "", parts=parts)
