"""What a rule system declares: its actions, its units, its tables, and how it speaks.

Nothing outside a system's folder knows more about it than this and its actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from itertools import chain
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import attrs

from calculator.errors import Refusal, UnknownNameError
from calculator.forms import Form, fields_of, keys_of
from calculator.rules.action import AnyAction, Place
from calculator.rules.tables import Tables

if TYPE_CHECKING:
    from pathlib import Path

    from calculator.rules.armies import ArmyMorale, ForecastPlan
    from calculator.rules.statements import Statement
    from calculator.rules.turns import TurnLaw


class Owner(Enum):
    """Whose it is to change an answer; the value says so to the acting side."""

    MINE = "yours"
    THEIRS = "theirs"
    GROUND = "the ground and the rest"
    TEXT = "how the text is read"


SIDES: Final = {"actor": "actor", "target": "target", "friend": "actor", "beyond": "target"}
"""The roles that a unit may take, and of whose side each is: beside whoever acts and the target a
friend, who is concerned without acting, and whom the actor meets beyond the target."""


class BaseScale(NamedTuple):
    """How men and guns make bases, and how many men a base may usually stand for.

    `key` is that of a unit's bases. Men on foot are `foot` to a base unless one says otherwise;
    of units that `is_mounted`, by their answers, half as many are. `guns` make a base of guns. From
    `fewest` to `most` men to a base are usual, which `source` says.
    """

    key: str
    foot: int
    guns: int
    fewest: int
    most: int
    source: str
    is_mounted: Callable[[Mapping[str, object]], bool]


class Listed(NamedTuple):
    """What a list shows of an action, whether the action itself is imported or not."""

    key: str
    label: str
    place: Place = Place.ACTION


class Actions(Sequence[AnyAction]):
    """The actions of a system with many, each imported when it is first looked at. `where` lists
    them, by which module of `package` holds each under which name: "module:NAME"."""

    def __init__(self, package: str, where: Mapping[str, Listed]) -> None:
        self.listed = tuple(where.values())
        self._places = [f"{package}.{place}" for place in where]

    def __getitem__(self, index: Any) -> Any:
        found = self._places[index]
        return resolve_name(found) if isinstance(found, str) else tuple(map(resolve_name, found))

    def __len__(self) -> int:
        return len(self.listed)


def keyed(*rows: str) -> tuple[str, ...]:
    """The keys in rows such as "men, holds"."""
    return tuple(key.strip() for row in rows for key in row.split(","))


def lettered(*rows: str) -> Mapping[str, str]:
    """The letters of fields, or of actions, by key, from rows such as "m men, h holds"."""
    pairs = (pair.split() for row in rows for pair in row.split(","))
    return {key: letter for letter, key in pairs}


def filling(*rows: str, into: str = "") -> Mapping[str, tuple[str, ...]]:
    """Which fields each key of a unit fills in, from rows such as "arm mover, men men crew, flag":
    the fields named after it, or else that of its own name behind `into`."""
    keys = (key.split() for row in rows for key in row.split(","))
    return {key: tuple(fields) or (into + key,) for key, *fields in keys}


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class RuleSystem:
    """A published rule system, as it is declared: docs/writing-your-own-rules.md says of each part
    what it is, and what uses it.

    `version` counts the states of its rules' code: it goes up when the same form and seed may give
    another outcome, which `tests/rules/pinned.py` sees to, and each ruling records it.
    `roles` say which field or fields of an action's form each field of a unit fills in, by role
    (see `SIDES`, `filling`); what a unit has lost of one goes by "platoons-lost".
    `starting_values`, `at_most` and `marked` are asked with a unit's values as texts, `protection`
    with a piece of terrain and the key of the action. `army_doubts` are of the units of one side,
    given the values in force.
    `cards` say of each card for how many turns after its own it stands while its side has not acted
    again: an aftermath's yes is a copy played, its no a copy spent. Of `tallies` an aftermath says
    by how much they rise or fall.
    `sequence` is the turn-sequence card, a line each, with the step's own number or letter ("1.",
    "A.") or, for a part of a step, three spaces before it.
    """

    key: str
    title: str
    version: int
    summary: str
    actions: Sequence[AnyAction]
    tables_path: Path | str
    read_tables: Callable[[Path | str], Tables] = Tables.load
    sequence: tuple[str, ...]
    letters: Mapping[str, str] = attrs.field(factory=dict)
    action_letters: Mapping[str, str] = attrs.field(factory=dict)
    unit: type[Form] | None = None
    roles: Mapping[str, Mapping[str, tuple[str, ...]]] = attrs.field(factory=dict)
    side: type[Form] | None = None
    terrain: type[Form] | None = None
    battle: type[Form] | None = None
    starting_values: Callable[[Mapping[str, str], Tables], Mapping[str, str]] = lambda *_: {}
    at_most: Callable[[Mapping[str, str], Tables], Mapping[str, int]] = lambda *_: {}
    marked: Callable[[Mapping[str, str]], str] = lambda _: ""
    protection: Callable[[Any, str], Mapping[str, str]] = lambda *_: {}
    turn_at: str = ""
    army_doubts: Callable[[Sequence[Any], Tables], Iterable[Refusal]] = lambda *_: ()
    chief: str = ""
    initiative: str = ""
    ground: tuple[str, ...] = ()
    foremost: tuple[str, ...] = ()
    generals: str = ""
    state: str = ""
    formation: str = ""
    condition: tuple[str, ...] = ()
    symbols: Mapping[str, str] = attrs.field(factory=dict)
    base_scale: BaseScale | None = None
    general_field: str = ""
    army_morale_at: str = ""
    forecast_at: str = ""
    each_turn: frozenset[str] = frozenset()
    cards: Mapping[str, int] = attrs.field(factory=dict)
    tallies: frozenset[str] = frozenset()
    aliases: Mapping[str, str] = attrs.field(factory=dict)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """What the rules say, statement by statement, read when first asked for."""
        from calculator.rules.statements import read_statements

        return read_statements(self.tables_path)

    @cached_property
    def turn(self) -> TurnLaw:
        """What the text says of turns."""
        from calculator.rules.turns import TurnLaw

        law: type[TurnLaw] = resolve_name(self.turn_at) if self.turn_at else TurnLaw
        return law()

    @cached_property
    def army_morale(self) -> ArmyMorale | None:
        """How armies are checked, if the rules check any."""
        return resolve_name(self.army_morale_at) if self.army_morale_at else None

    @cached_property
    def forecast(self) -> ForecastPlan | None:
        """How whole battles are forecast, if they can be."""
        return resolve_name(self.forecast_at) if self.forecast_at else None

    @cached_property
    def tables(self) -> Tables:
        """The shipped values, read when first asked for."""
        return attrs.evolve(self.read_tables(self.tables_path), system=self.key)

    @cached_property
    def all_keys(self) -> frozenset[str]:
        """Every field key of any action: those an action does not use are ignored, not faults."""
        return frozenset(key for action in self.actions for key in keys_of(action.asks))

    @cached_property
    def listed(self) -> tuple[Listed, ...]:
        """All actions as a list shows them, in order."""
        if isinstance(self.actions, Actions):
            return self.actions.listed
        return tuple(Listed(one.key, one.label, one.place) for one in self.actions)

    @property
    def action_keys(self) -> tuple[str, ...]:
        """The keys of all actions, in order."""
        return tuple(one.key for one in self.listed)

    def checks_morale(self, action: str) -> bool:
        """Whether the action of this key checks the morale of a whole army."""
        return self.army_morale is not None and self.army_morale.action == action

    def filled(self, role: str) -> Mapping[str, tuple[str, ...]]:
        """The fields of actions' forms that each key of a unit in a role fills in."""
        return self.roles.get(role, {})

    @property
    def unit_roles(self) -> tuple[str, ...]:
        """The roles that units take; what the file says of the battle takes one of its own."""
        return tuple(role for role in self.roles if role != "battle")

    def filled_fields(self, *roles: str) -> set[str]:
        """The fields of actions' forms that units in these roles fill in; without one, in any."""
        filled = (self.filled(role).values() for role in roles or self.roles)
        return {field for fields in chain.from_iterable(filled) for field in fields}

    def owners(self, form: type[Form]) -> Mapping[str, Owner]:
        """Whose each field of an action's form is, by key. A group of fields belongs to a side if a
        unit of that side fills in any of them; ground, distance and the like belong to neither."""
        fields = fields_of(form)
        groups = {field.group: Owner.GROUND for field in fields}
        for role, owner in (("target", Owner.THEIRS), ("actor", Owner.MINE)):
            filled = self.filled_fields(role)
            groups |= {field.group: owner for field in fields if field.key in filled}
        return {field.key: groups[field.group] for field in fields}

    def asked_of(self, role: str, action: AnyAction) -> set[str]:
        """The keys of a unit in a role that fill in any field of an action's form."""
        asked = set(keys_of(action.asks))
        return {key for key, fields in self.filled(role).items() if not asked.isdisjoint(fields)}

    def action(self, key: str) -> AnyAction:
        """The action called `key`; `UnknownNameError` if there is none."""
        key = self.aliases.get(key, key)
        if key not in self.action_keys:
            raise UnknownNameError("action", key, self.action_keys, also=self.aliases)
        return self.actions[self.action_keys.index(key)]
