"""What orders, fire, assaults and regroups ask.

Each form adds to the one it derives from; `ORDER` keeps the fields in one order on all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.errors import Fault
from calculator.forms import Form
from calculator.rules.there_stand_empires import actor_fields, situation_fields, target_fields
from calculator.rules.there_stand_empires.words import (
    Arm,
    Cover,
    Formation,
    Outnumbered,
    Quality,
    Range,
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


@attrs.frozen(kw_only=True, field_transformer=in_order)
class UnitForm(Form):
    """A unit by itself: all that a route march asks."""

    actor: Arm = actor_fields.actor()
    quality: Quality = actor_fields.quality()


@attrs.frozen(kw_only=True, field_transformer=in_order)
class OrdersForm(UnitForm):
    """A unit that is given an order to move."""

    actor_state: State = actor_fields.actor_state()
    general: bool = actor_fields.general()


@attrs.frozen(kw_only=True, field_transformer=in_order)
class RegroupForm(OrdersForm):
    """A unit that tries to regroup."""

    actor_state: State = actor_fields.actor_state(State.DISORDERED)


@attrs.frozen(kw_only=True, field_transformer=in_order)
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


def _needs_bases(form: CombatForm) -> bool:
    return form.outnumbered is Outnumbered.WORKED_OUT


@attrs.frozen(kw_only=True, field_transformer=in_order)
class DeployedFireForm(CombatForm):
    """A deployed unit that fires."""

    formation: Formation = actor_fields.formation(Formation.DEPLOYED)
    bases: int = actor_fields.bases(_needs_bases)
    range: Range = situation_fields.range_band()


@attrs.frozen(kw_only=True, field_transformer=in_order)
class AdvancingFireForm(DeployedFireForm):
    """A unit that fires on the move."""

    formation: Formation = actor_fields.formation(Formation.MANEUVER_COLUMN)


@attrs.frozen(kw_only=True, field_transformer=in_order)
class AssaultForm(CombatForm):
    """A unit that charges."""

    formation: Formation = actor_fields.formation(Formation.MANEUVER_COLUMN)
    bases: int = actor_fields.bases()
    starting_bases: int | None = actor_fields.starting_bases()
    general: bool = actor_fields.general(lambda form: not form.is_breakthrough)
    linear_tactics: bool = actor_fields.linear_tactics()
    columns_may_assault: bool = actor_fields.columns_may_assault()
    breakthrough: bool = actor_fields.breakthrough()
    infantry_support: bool = target_fields.infantry_support()
    captures_transport: bool = target_fields.captures_transport()
    countercharge: bool = target_fields.countercharge(lambda form: form.may_be_countercharged)
    frontal: bool = situation_fields.frontal(
        lambda form: form.target_formation is not Formation.SQUARE
    )
    earlier_assaults: int = situation_fields.earlier_assaults(_needs_bases)
    distance: Fraction | None = situation_fields.distance(lambda form: not form.is_breakthrough)

    @property
    def is_breakthrough(self) -> bool:
        """Whether this is a breakthrough charge, which only cavalry makes."""
        return self.breakthrough and self.actor.is_cavalry

    @property
    def is_frontal(self) -> bool:
        """Whether the assault crosses the target's arc of fire; a square's goes all round."""
        return self.frontal or self.target_formation is Formation.SQUARE

    @property
    def may_be_countercharged(self) -> bool:
        """Whether the target could ride out to meet the charge (VII)."""
        return (
            self.actor.is_cavalry
            and self.target.is_cavalry
            and self.is_frontal
            and self.cover is Cover.OPEN
            and self.target_state is State.OK
            and not self.is_breakthrough
        )

    @property
    def is_countercharged(self) -> bool:
        """Whether the target rides out to meet the charge."""
        return self.countercharge and self.may_be_countercharged

    def faults(self) -> Iterator[Fault]:
        yield from bases_faults("", self.bases, self.starting_bases)
        yield from super().faults()


def bases_faults(prefix: str, now: int, starting: int | None) -> Iterator[Fault]:
    """What is wrong with a unit's bases now beside those it began with (V)."""
    if starting is None:
        return
    if now > starting:
        yield Fault(
            f"{prefix}bases",
            f"{now} bases are more than the {starting} that the unit began with",
            f"{starting // 2 + 1} to {starting}",
        )
    elif 2 * now <= starting:
        yield Fault(
            f"{prefix}bases",
            f"a unit left with {now} of {starting} bases has lost half of them and is destroyed",
            f"{starting // 2 + 1} to {starting}",
        )
