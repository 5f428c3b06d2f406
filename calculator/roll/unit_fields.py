"""Which keys of a unit and a side, and what of the ground, stand in an action's form, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar, cast

from calculator.forms import Field, Form, field_of, fields_of, keys_of, mattering, texts
from calculator.kinds import Optional
from calculator.rows import Rows
from calculator.rules.action import AnyAction
from calculator.rules.system import SIDES, RuleSystem

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
        return tuple(Placed(one.key, f"{role}.{one.key}", _blank(one)) for one in fields)
    foreign = _not_of_units(system)
    placed = _placed(action, system.filled(role))
    counted = foreign.union(OF_FORMATIONS)
    return tuple(p for p in placed if p.key not in counted and not p.key.endswith(LOST))


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
    keys = side_keys(system)
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
                yield Placed(key, field, _blank(field_of(action.asks, field)))


def _blank(field: Field) -> str:
    return field.kind.blank if isinstance(field.kind, Optional) else ""


@lru_cache(maxsize=16)
def side_keys(system: RuleSystem) -> frozenset[str]:
    """The keys of the system's side form."""
    return frozenset(keys_of(system.side)) if system.side else frozenset()


@lru_cache(maxsize=16)
def known_keys(system: RuleSystem) -> tuple[str, ...]:
    """Every key that a unit may have on the roll, those of its own form first."""
    own = keys_of(system.unit) if system.unit else []
    roles = (key for role in ("actor", "target") for key in system.filled(role))
    foreign = _not_of_units(system)
    counted = foreign.union(OF_FORMATIONS)
    return tuple(key for key in dict.fromkeys([*own, *roles]) if key not in counted)


def _not_of_units(system: RuleSystem) -> frozenset[str]:
    battle = keys_of(system.battle) if system.battle else ()
    return side_keys(system).union(battle)


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
