"""What assaults ask."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import attrs

from calculator.errors import Fault
from calculator.rules.there_stand_empires import actor_fields, situation_fields, target_fields
from calculator.rules.there_stand_empires.forms import (
    CombatForm,
    bases_faults,
    in_order,
    needs_bases,
)
from calculator.rules.there_stand_empires.words import Cover, Formation, State


@attrs.frozen(kw_only=True, eq=False, repr=False, field_transformer=in_order)
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
    frontal: bool = situation_fields.frontal(lambda form: form.target_has_flanks)
    earlier_assaults: int = situation_fields.earlier_assaults(needs_bases)
    distance: Fraction | None = situation_fields.distance(lambda form: not form.is_breakthrough)

    @property
    def is_breakthrough(self) -> bool:
        """Whether this is a breakthrough charge, which only cavalry makes."""
        return self.breakthrough and self.actor.is_cavalry

    @property
    def is_frontal(self) -> bool:
        """Whether the assault crosses the target's arc of fire (VII)."""
        return self.frontal or not self.target_has_flanks

    @property
    def target_has_flanks(self) -> bool:
        """Whether the target is weaker on one side; a square is not (IV), nor walls to horses."""
        return self.target_formation is not Formation.SQUARE and not self.walls_keep_horses_off

    @property
    def walls_keep_horses_off(self) -> bool:
        """Whether walls do for infantry what a square would: horses cannot be ridden at them.

        A march column strung out along a street has no such use of the houses beside it.
        """
        return (
            self.actor.is_cavalry
            and self.target.is_infantry
            and self.cover.is_walled
            and self.target_formation is not Formation.MARCH_COLUMN
        )

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
