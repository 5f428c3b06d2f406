"""What orders, fire, assaults and regroups ask.

Each form adds to the one it derives from; `ORDER` keeps the fields in one order on all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.errors import Fault
from calculator.forms import Form
from calculator.rules.telling import span
from calculator.rules.there_stand_empires import actor_fields, situation_fields, target_fields
from calculator.rules.there_stand_empires.words import (
    Arm,
    Cover,
    Formation,
    Outnumbered,
    Quality,
    State,
)

ORDER: Final = (
    "actor",
    "quality",
    "actor_state",
    "formation",
    "bases",
    "starting_bases",
    "general",
    "linear_tactics",
    "columns_may_assault",
    "breakthrough",
    "target",
    "target_quality",
    "target_state",
    "target_formation",
    "target_bases",
    "target_starting_bases",
    "cover",
    "infantry_support",
    "countercharge",
    "retreat_blocked",
    "captures_transport",
    "range",
    "frontal",
    "outnumbered",
    "earlier_assaults",
    "distance",
)
"""The order in which fields stand on any form: the actor's, the target's, the situation's."""


def in_order(_: type, attributes: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    """Fields in the order of `ORDER`, whichever class of a form's family declared them."""
    return sorted(attributes, key=lambda attribute: ORDER.index(attribute.name))


@attrs.frozen(kw_only=True, eq=False, repr=False, field_transformer=in_order)
class UnitForm(Form):
    """A unit by itself: all that a route march asks."""

    actor: Arm = actor_fields.actor()
    quality: Quality = actor_fields.quality()


@attrs.frozen(kw_only=True, eq=False, repr=False, field_transformer=in_order)
class OrdersForm(UnitForm):
    """A unit that is given an order to move."""

    actor_state: State = actor_fields.actor_state()
    general: bool = actor_fields.general()


@attrs.frozen(kw_only=True, eq=False, repr=False, field_transformer=in_order)
class RegroupForm(OrdersForm):
    """A unit that tries to regroup."""

    actor_state: State = actor_fields.actor_state(State.DISORDERED)


@attrs.frozen(kw_only=True, eq=False, repr=False, field_transformer=in_order)
class CombatForm(UnitForm):
    """A unit and its target."""

    actor_state: State = actor_fields.actor_state()
    target: Arm = target_fields.target()
    target_quality: Quality = target_fields.target_quality()
    target_state: State = target_fields.target_state()
    target_formation: Formation = target_fields.target_formation()
    target_bases: int = target_fields.target_bases()
    target_starting_bases: int | None = target_fields.target_starting_bases()
    cover: Cover = target_fields.cover()
    retreat_blocked: bool = target_fields.retreat_blocked()
    outnumbered: Outnumbered = situation_fields.outnumbered()

    def faults(self) -> Iterator[Fault]:
        yield from bases_faults("target-", self.target_bases, self.target_starting_bases)


def needs_bases(form: CombatForm) -> bool:
    """Whether bases are what tells who is outnumbered."""
    return form.outnumbered is Outnumbered.WORKED_OUT


def bases_faults(prefix: str, now: int, starting: int | None) -> Iterator[Fault]:
    """What is wrong with a unit's bases now beside those it began with (V)."""
    if starting is None:
        return
    least = starting // 2 + 1
    allowed = span(least, starting)
    if now > starting:
        yield Fault(
            f"{prefix}bases",
            f"{now} bases are more than the {starting} that the unit began with",
            allowed,
        )
    elif 2 * now <= starting:
        yield Fault(
            f"{prefix}bases",
            f"a unit left with {now} of {starting} bases has lost half of them and is destroyed",
            allowed,
        )
