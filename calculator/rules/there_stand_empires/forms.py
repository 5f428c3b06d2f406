"""What each action asks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import attrs

from calculator.errors import Fault
from calculator.forms import Form, choice, whole, yes_no
from calculator.rules.there_stand_empires import fields
from calculator.rules.there_stand_empires.fields import in_order
from calculator.rules.there_stand_empires.words import (
    Arm,
    Cover,
    Formation,
    Outnumbered,
    Quality,
    Range,
    State,
    Variant,
)


@attrs.frozen(kw_only=True, field_transformer=in_order)
class UnitForm(Form):
    """A unit by itself: all that a route march asks."""

    actor: Arm = fields.actor()
    quality: Quality = fields.quality()


@attrs.frozen(kw_only=True, field_transformer=in_order)
class OrdersForm(UnitForm):
    """A unit that is given an order to move."""

    actor_state: State = fields.actor_state()
    general: bool = fields.general()


@attrs.frozen(kw_only=True, field_transformer=in_order)
class RegroupForm(OrdersForm):
    """A unit that tries to regroup."""

    actor_state: State = fields.actor_state(State.DISORDERED)


@attrs.frozen(kw_only=True, field_transformer=in_order)
class CombatForm(UnitForm):
    """A unit and its target."""

    actor_state: State = fields.actor_state()
    target: Arm = fields.target()
    target_quality: Quality = fields.target_quality()
    target_state: State = fields.target_state()
    target_formation: Formation = fields.target_formation()
    target_bases: int = fields.target_bases()
    target_starting_bases: int | None = fields.target_starting_bases()
    cover: Cover = fields.cover()
    retreat_blocked: bool = fields.retreat_blocked()
    outnumbered: Outnumbered = fields.outnumbered()

    def faults(self) -> Iterator[Fault]:
        yield from _bases_faults("target-", self.target_bases, self.target_starting_bases)


def _needs_bases(form: CombatForm) -> bool:
    return form.outnumbered is Outnumbered.WORKED_OUT


@attrs.frozen(kw_only=True, field_transformer=in_order)
class DeployedFireForm(CombatForm):
    """A deployed unit that fires."""

    formation: Formation = fields.formation(Formation.DEPLOYED)
    bases: int = fields.bases(_needs_bases)
    range: Range = fields.range_band()


@attrs.frozen(kw_only=True, field_transformer=in_order)
class AdvancingFireForm(DeployedFireForm):
    """A unit that fires on the move."""

    formation: Formation = fields.formation(Formation.MANEUVER_COLUMN)


@attrs.frozen(kw_only=True, field_transformer=in_order)
class AssaultForm(CombatForm):
    """A unit that charges."""

    formation: Formation = fields.formation(Formation.MANEUVER_COLUMN)
    bases: int = fields.bases()
    starting_bases: int | None = fields.starting_bases()
    general: bool = fields.general(lambda form: not form.is_breakthrough)
    linear_tactics: bool = fields.linear_tactics()
    columns_may_assault: bool = fields.columns_may_assault()
    breakthrough: bool = fields.breakthrough()
    infantry_support: bool = fields.infantry_support()
    captures_transport: bool = fields.captures_transport()
    countercharge: bool = fields.countercharge(lambda form: form.may_be_countercharged)
    frontal: bool = fields.frontal(lambda form: form.target_formation is not Formation.SQUARE)
    earlier_assaults: int = fields.earlier_assaults(_needs_bases)
    distance: Fraction | None = fields.distance(lambda form: not form.is_breakthrough)

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
        yield from _bases_faults("", self.bases, self.starting_bases)
        yield from super().faults()


@attrs.frozen(kw_only=True)
class InitiativeForm(Form):
    """Who goes first."""

    variant: Variant = fields.variant()


@attrs.frozen
class OverrunForm(Form):
    """A general is ridden over; nothing else need be known."""


@attrs.frozen(kw_only=True)
class MoraleForm(Form):
    """An army that may have had enough."""

    units: int = whole(
        1,
        500,
        "Units in the army",
        default=12,
        unit="units",
        help="Units the army began the battle with, whatever has become of them; not generals.",
        source="X",
    )
    broken: int = whole(
        0,
        500,
        "Broken or removed",
        default=3,
        unit="units",
        help="Units broken, destroyed, surrendered or captured so far.",
        source="X",
    )
    demoralized: int = whole(
        0,
        500,
        "Demoralized now",
        default=3,
        unit="units",
        help="Units on the table that are demoralized at this moment.",
        source="X",
    )
    checked_this_turn: bool = yes_no(
        "Checked this turn",
        help="Has this army already been checked in this turn? It is checked once a turn.",
        source="X",
    )
    passed_before: bool = yes_no(
        "Passed before",
        help="Has this army passed a check on an earlier turn?",
        source="X",
    )
    loss_this_turn: bool = yes_no(
        "Lost one this turn",
        help="Has a unit of this army been destroyed or demoralized in this turn? After a passed "
        "check, only that calls for another.",
        source="X",
        matters=lambda form: form.passed_before,
    )

    def faults(self) -> Iterator[Fault]:
        if self.broken + self.demoralized > self.units:
            yield Fault(
                "demoralized",
                f"{self.broken} broken and {self.demoralized} demoralized are more than the "
                f"army's {self.units} units",
                f"at most {max(self.units - self.broken, 0)}",
            )


@attrs.frozen(kw_only=True)
class BrigadeForm(Form):
    """One unit of an order of battle."""

    arm: Arm = choice(Arm, "Arm", default=Arm.INFANTRY, help="The type of the unit.", source="II")
    quality: Quality = fields.quality()
    bases: int = fields.bases()
    starting_bases: int | None = fields.starting_bases()

    @property
    def actor(self) -> Arm:
        """The arm, by the name that the shared fields know it by."""
        return self.arm

    def faults(self) -> Iterator[Fault]:
        yield from _bases_faults("", self.bases, self.starting_bases)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        object.__setattr__(self, "starting_bases", self.starting_bases or self.bases)


def _bases_faults(prefix: str, now: int, starting: int | None) -> Iterator[Fault]:
    """What is wrong with a count of bases now and when the battle began (V)."""
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
