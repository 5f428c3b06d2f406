"""What fire asks."""

from __future__ import annotations

import attrs

from calculator.rules.there_stand_empires import actor_fields, situation_fields
from calculator.rules.there_stand_empires.forms import CombatForm, in_order, needs_bases
from calculator.rules.there_stand_empires.words import Formation, Range


@attrs.frozen(kw_only=True, eq=False, repr=False, field_transformer=in_order)
class DeployedFireForm(CombatForm):
    """A deployed unit that fires."""

    formation: Formation = actor_fields.formation(Formation.DEPLOYED)
    bases: int = actor_fields.bases(needs_bases)
    range: Range = situation_fields.range_band()


@attrs.frozen(kw_only=True, eq=False, repr=False, field_transformer=in_order)
class AdvancingFireForm(DeployedFireForm):
    """A unit that fires on the move."""

    formation: Formation = actor_fields.formation(Formation.MANEUVER_COLUMN)
