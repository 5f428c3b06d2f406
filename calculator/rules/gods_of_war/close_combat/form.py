"""What is asked about a close combat."""

from __future__ import annotations

from typing import Any

import attrs

from calculator.forms import Form, choice, yes_no
from calculator.rules.gods_of_war import fields
from calculator.rules.gods_of_war.terms import Bearing, Formation, Struck, Terrain, Unit


def _target_in_formation(form: Any) -> bool:
    return form.target.is_infantry and form.target_terrain is not Terrain.FARM


@attrs.frozen(kw_only=True)
class CasualtiesForm(Form):
    """Infantry or cavalry, the unit in its front hex, and the cards that bear on their losses."""

    unit: Unit = fields.asked_unit()
    strength: int | None = fields.asked_strength()
    formation: Formation = fields.asked_formation(lambda form: form.unit.is_infantry)
    terrain: Terrain = fields.TERRAIN
    bearing: Bearing = fields.BEARING
    acted_before: bool = fields.asked_acted_before()
    target: Unit = fields.TARGET
    target_strength: int | None = fields.TARGET_STRENGTH
    target_formation: Formation = choice(
        Formation,
        "Target's formation",
        default=Formation.COLUMN,
        group="Defender",
        mnemonic="m",
        matters=_target_in_formation,
        source="Formations",
        help="Each of the defender's dice: column +2, line +1, square +6 against cavalry and -2 "
        "against infantry, with no facing penalty. Infantry in a farm has none of them.",
    )
    target_terrain: Terrain = choice(
        Terrain,
        "Target stands in",
        default=Terrain.OPEN,
        group="Defender",
        mnemonic="k",
        source="Terrain",
        help="Terrain of the defender's hex. Hills +1 to each of its dice; a farm +3 in place of "
        "its formation. Units in woods cannot be attacked.",
    )
    struck: Struck = choice(
        Struck,
        "Struck in the",
        default=Struck.FRONT,
        group="Defender",
        mnemonic="l",
        matters=lambda form: form.target_strength != 0 and not form.target_in_square,
        source="Close combat, facing penalty",
        help="Where the attack arrives, seen from the defender's own front. Front flank, one step "
        "aside: -1 to each of its dice; side flank, two steps: -2; rear: -3. A square has no "
        "flanks.",
    )
    charge: bool = yes_no(
        "Charge!",
        group="Cards",
        mnemonic="c",
        matters=lambda form: form.unit.is_cavalry,
        source="Bonus cards",
        help="The attacker's card: cavalry attacks with 2 more dice.",
    )
    double_time: bool = fields.DOUBLE_TIME
    entrench: bool = yes_no(
        "Entrench",
        group="Cards",
        mnemonic="e",
        matters=lambda form: form.target_strength != 0,
        source="Bonus cards",
        help="The defender's card: it replies with 1 more die.",
    )
    heroic_defence: bool = fields.HEROIC_DEFENCE

    @property
    def rout(self) -> bool:
        """Nobody retreats where only losses are asked about."""
        return False

    @property
    def target_in_square(self) -> bool:
        """Whether the defender is in square; a garrison has no formation."""
        return _target_in_formation(self) and self.target_formation is Formation.SQUARE


@attrs.frozen(kw_only=True)
class CloseCombatForm(CasualtiesForm):
    """A close combat with all that follows from it."""

    rout: bool = fields.asked_card(
        "Rout!",
        "The attacker's card: the defender retreats 1 hex if it loses the combat, that is, more "
        "figures than the attacker.",
        "o",
    )
