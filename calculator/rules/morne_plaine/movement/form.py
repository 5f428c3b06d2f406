"""What is asked about a unit that moves."""

from __future__ import annotations

import attrs

from calculator.forms import Form, choice, entry, yes_no
from calculator.rules.morne_plaine.movement.path import PATH, Path, Step
from calculator.rules.morne_plaine.moving_on import ALLOWANCE, MOVEMENT_OVER
from calculator.rules.morne_plaine.terms import CHART, Terrain, UnitType
from calculator.rules.morne_plaine.zones import IN_ZONE_OF, HeldBy


@attrs.frozen(kw_only=True)
class MovementForm(Form):
    """A unit, where it begins, and the path it takes."""

    unit: UnitType = choice(
        UnitType,
        "Unit",
        default=UnitType.INFANTRY,
        group="Moving unit",
        mnemonic="u",
        source=CHART,
        help="The column of the Movement Cost Chart.",
    )
    allowance: int = ALLOWANCE
    from_terrain: Terrain = choice(
        Terrain,
        "Begins in",
        default=Terrain.CLEAR,
        group="Moving unit",
        mnemonic="b",
        source="Movement Cost Chart, note *",
        help="Terrain of the hex where it begins. From a village, the next village hex costs 1; in "
        "woods or a village it is in nobody's zone of control.",
    )
    in_zone_of: HeldBy = choice(
        HeldBy, matters=lambda form: not form.from_terrain.shelters, **IN_ZONE_OF
    )
    movement_over: bool = MOVEMENT_OVER
    road_free: bool = yes_no(
        "Road hex free",
        default=True,
        group="Moving unit",
        source=CHART,
        help="The next hex along a road costs nothing: at the beginning of the turn, and after a "
        "hex along the road that cost 1.",
    )
    path: Path = entry(
        PATH,
        "Path",
        default=(Step(),),
        group="Path",
        mnemonic="h",
        source=CHART,
        help="Each hex entered, with commas between: its terrain; road or track if it follows one "
        "from the hex before; past-crossroads if it jumps from road hex to road hex beside a "
        "crossroads; stream, ford, bridge, river, slope, double-slope or triple-slope for the "
        "hexside crossed; zone if in an enemy zone of control; occupied if a unit stands there.",
    )

    @property
    def held(self) -> HeldBy:
        """Whose zone of control it begins in: nobody's in woods or a village."""
        return HeldBy.NOBODY if self.from_terrain.shelters else self.in_zone_of
