"""What fire asks."""

from __future__ import annotations

from typing import Any

import attrs

from calculator.forms import choice
from calculator.rules.there_stand_empires import unit
from calculator.rules.there_stand_empires.terms import (
    Arm,
    Cover,
    Formation,
    Outnumbered,
    Quality,
    Range,
    State,
)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class DeployedFireForm(unit.CombatForm):
    """A deployed unit that fires."""

    actor: Arm = unit.actor()
    quality: Quality = unit.quality()
    actor_state: State = unit.state()
    formation: Formation = unit.formation(Formation.DEPLOYED)
    bases: int = unit.bases(unit.needs_bases)
    target: Arm = unit.target()
    target_quality: Quality = unit.target_quality()
    target_state: State = unit.target_state()
    target_formation: Formation = unit.target_formation()
    target_bases: int = unit.target_bases()
    target_starting_bases: int | None = unit.target_starting_bases()
    cover: Cover = unit.cover()
    retreat_blocked: bool = unit.retreat_blocked()
    range: Range = choice(
        Range,
        "Range",
        default=Range.THREE,
        help="The shortest clear line from the front of the firing unit to the target; exactly 3, "
        "6 or 9 inches is the nearer band. Infantry reaches 3, light and horse guns 9, heavy 12.",
        source="VI, VIII",
        group="Situation",
        mnemonic="d",
    )
    outnumbered: Outnumbered = unit.outnumbered()


def _in_place(_: type, fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    """The fields in the order of deployed fire, whichever of them are declared anew."""
    order = [field.name for field in attrs.fields(DeployedFireForm)]
    return sorted(fields, key=lambda field: order.index(field.name))


@attrs.frozen(kw_only=True, eq=False, repr=False, field_transformer=_in_place)
class AdvancingFireForm(DeployedFireForm):
    """A unit that fires on the move."""

    formation: Formation = unit.formation(Formation.MANEUVER_COLUMN)
