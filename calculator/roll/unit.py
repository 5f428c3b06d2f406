"""A unit and a side on the roll, and where what they have stands in an action's form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar, cast

import attrs

from calculator.forms import Field, Form, field_of, fields_of, keys_of, mattering, texts
from calculator.kinds import Optional
from calculator.roll.condition import Ground, Proposal
from calculator.rows import Rows
from calculator.rules.action import AnyAction
from calculator.rules.system import SIDES, RuleSystem
from calculator.rules.turns import Permission
from calculator.scenarios.source import KeyPath, shown_path

P = ParamSpec("P")
R = TypeVar("R")


def _remembered(function: Callable[P, R]) -> Callable[P, R]:
    """The function with what it gave; mypy takes no class for hashable."""
    return cast("Callable[P, R]", lru_cache(maxsize=1024)(function))


LOST: Final = "-lost"
"""How the keys end of what a unit has lost."""

OF_FORMATIONS: Final = ("formation-units", "other-formations")
"""The keys of how many units are left of a unit's formation, and how many of its side's others."""


class Placed(NamedTuple):
    """A key of a unit or a side, and the field of a form in which it stands."""

    key: str
    field: str
    blank: str
    """What the field shows for no answer at all, if it may."""


@_remembered
def unit_fields(system: RuleSystem, action: AnyAction, role: str) -> tuple[Placed, ...]:
    """Where a unit in a role stands in an action's form: its own keys, not those of its side.

    A role may be a row of a list, "list#row": a unit answers the fields there that have its keys.
    """
    if kind := list_of(action, role):
        own = set(known_keys(system))
        fields = (field for field in fields_of(kind.row) if field.key in own)
        return tuple(Placed(one.key, f"{role}.{one.key}", one.kind.blank) for one in fields)
    apart, placed = _apart(system), _placed(action, system.filled(role))
    return tuple(p for p in placed if p.key not in apart and not p.key.endswith(LOST))


def whose(action: AnyAction, role: str) -> str:
    """Of whose side a unit in a role of an action is: the "actor" or the "target"; "" of either."""
    kind = list_of(action, role)
    return kind.of if kind else SIDES.get(role, "")


def acts(action: AnyAction, role: str) -> bool:
    """Whether the unit in a role takes the action: the actor, and those listed beside it."""
    kind = list_of(action, role)
    return role == "actor" or (kind is not None and kind.of == "actor")


def list_of(action: AnyAction, role: str) -> Rows[Any] | None:
    """The list in a row of which a role is, as "list#row"."""
    key, _, row = role.partition("#")
    found = [field.kind for field in fields_of(action.asks) if row and field.key == key]
    return next((kind for kind in found if isinstance(kind, Rows)), None)


@_remembered
def side_fields(system: RuleSystem, action: AnyAction, role: str) -> tuple[Placed, ...]:
    """Where a side stands in an action's form: as a unit's in a role, or as "side" or "enemy"."""
    keys = keys_of(system.side) if system.side else ()
    return tuple(p for p in _placed(action, system.filled(role)) if p.key in keys)


@_remembered
def ground_fields(system: RuleSystem, action: AnyAction) -> tuple[str, ...]:
    """The fields of an action's form that say on what ground the target stands."""
    if system.terrain is None:
        return ()
    asked = set(keys_of(action.asks))
    return tuple(key for key in system.protection(system.terrain(), action.key) if key in asked)


def _placed(action: AnyAction, filled: Mapping[str, tuple[str, ...]]) -> Iterator[Placed]:
    asked = set(keys_of(action.asks))
    for key, places in filled.items():
        for field in places:
            if field in asked:
                yield Placed(key, field, field_of(action.asks, field).kind.blank)


@lru_cache(maxsize=16)
def known_keys(system: RuleSystem) -> tuple[str, ...]:
    """Every key that a unit may have on the roll, those of its own form first."""
    own = keys_of(system.unit) if system.unit else []
    roles = (key for role in ("actor", "target") for key in system.filled(role))
    apart = _apart(system)
    return tuple(key for key in dict.fromkeys([*own, *roles]) if key not in apart)


def _apart(system: RuleSystem) -> frozenset[str]:
    """The keys that are no unit's own: of its side, of the battle, and of its formation."""
    forms = filter(None, (system.side, system.battle))
    return frozenset(OF_FORMATIONS).union(*map(keys_of, forms))


def field_for(system: RuleSystem, key: str) -> Field:
    """The field of a key of a unit: of the unit's own form, else of the first action that asks."""
    return fields_for(system, key)[0]


@_remembered
def fields_for(system: RuleSystem, key: str) -> tuple[Field, ...]:
    """The fields that say what a key of a unit may hold: of its own form, else of the actions."""
    if system.unit and key in keys_of(system.unit):
        return (field_of(system.unit, key),)
    return tuple(
        field_of(action.asks, placed.field)
        for action in system.actions
        for role in ("actor", "target")
        for placed in unit_fields(system, action, role)
        if placed.key == key
    )


def answered(form: Form) -> dict[str, str]:
    """What a form of an order of battle answers: fields that matter and are not left blank."""
    shown = texts(form)
    return {
        field.key: shown[field.key]
        for field in mattering(form)
        if not (isinstance(field.kind, Optional) and shown[field.key] == field.kind.blank)
    }


def program_key(key: str) -> str:
    """A system's key as programs read it: `unit` is the name of a unit, so a key that says what it
    is goes by `unit-type`."""
    return "unit-type" if key == "unit" else key


@attrs.frozen(kw_only=True)
class RollUnit:
    """A unit as it stands after the last entry.

    `side` is the key of its side and `side_name` the name; `division` the formation it belongs to,
    empty for one of none. `path` is where it stands in the order of battle.

    `now` and `start` are texts by the keys of the system's unit form ("bases", "state"): what it
    has now, and had when the battle began. `changed` names the entry that each value of `now` comes
    from, where it is not the order of battle. What holds for the turn alone has its key among
    `each_turn`.

    `gone` says in a word how it left the table, empty for a unit that has not; `gone_entry` and
    `gone_turn` when. `arrived` is False for one that has yet to come, in turn `entry_turn`.

    `acted` says whether it has used its action this turn, by entry `acted_entry`; `may` is what it
    may still do, where it has acted and not with everything.

    `ground` is where it stands, None where nothing says so. `later` holds answers from which
    further actions against it this turn start. `entries` are the numbers of all entries in force
    that concern it; `proposals` what another side has said of it this turn, and nobody has taken.
    """

    side: str
    side_name: str
    division: str
    name: str
    path: KeyPath
    now: Mapping[str, str]
    start: Mapping[str, str]
    changed: Mapping[str, int]
    each_turn: frozenset[str]
    gone: str
    gone_entry: int
    gone_turn: int
    arrived: bool
    entry_turn: int | None
    acted: bool
    acted_entry: int
    may: tuple[Permission, ...]
    ground: Ground | None
    later: Mapping[str, str]
    entries: tuple[int, ...]
    proposals: tuple[Proposal, ...] = ()

    @property
    def full_name(self) -> str:
        """Its name after its side's key, "side: name", which no two units share."""
        return f"{self.side}: {self.name}"

    @property
    def losses(self) -> dict[str, int]:
        """How much less it has than at the start, by the keys of what is counted and is less.

        What is spent of a turn, such as movement points, is not lost.
        """
        counted = {
            key: int(text) - int(self.now[key])
            for key, text in self.start.items()
            if text.isdecimal() and self.now.get(key, "").isdecimal()
            if key not in self.each_turn
        }
        return {key: lost for key, lost in counted.items() if lost > 0}

    @property
    def last_entry(self) -> int:
        """The number of the last entry that concerns it, 0 for none."""
        return self.entries[-1] if self.entries else 0

    @property
    def shown_path(self) -> str:
        """Its place in the order of battle, as rulings record it: $.sides[0].units[3]."""
        return shown_path(self.path)

    def as_json(self, keys: Iterable[str]) -> dict[str, Any]:
        """The unit as the command line prints it for machines: the system's own `keys`, null where
        nothing is known, among ours."""
        return {
            **{program_key(key): self.now.get(key) for key in keys},
            "side": self.side,
            "division": self.division,
            "unit": self.name,
            "gone": self.gone,
            "gone-turn": self.gone_turn or None,
            "arrived": self.arrived,
            "entry-turn": self.entry_turn,
            "acted": self.acted,
            "may": list(dict.fromkeys(one.action for one in self.may)),
            "permitted": [
                {
                    "action": one.action,
                    "words": one.words,
                    "answers": dict(one.answers),
                    "at-most": dict(one.at_most),
                    "awaits": one.awaits and one.awaits._asdict(),
                }
                for one in self.may
            ],
            "ground": self.ground.name if self.ground else "",
            "losses": self.losses,
            "start": {program_key(key): text for key, text in self.start.items()},
            "entries": list(self.entries),
            "proposed": {one.key: one.text for one in self.proposals},
        }


@attrs.frozen(kw_only=True)
class RollSide:
    """A side as it stands: `now` and `start` are texts by the keys of the system's side form."""

    key: str
    name: str
    now: Mapping[str, str]
    start: Mapping[str, str]
    changed: Mapping[str, int]
