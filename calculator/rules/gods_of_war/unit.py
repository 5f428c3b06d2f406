"""A unit as an order of battle lists it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from calculator.errors import Fault, Refusal
from calculator.forms import Form, choice, whole
from calculator.rules.gods_of_war.fields import is_infantry
from calculator.rules.gods_of_war.figures import MOST_STRENGTH
from calculator.rules.gods_of_war.terms import Formation, Terrain, Unit
from calculator.rules.tables import Tables

ARMY: Final[Mapping[Unit, int]] = {
    Unit.INFANTRY: 3,
    Unit.LIGHT_CAVALRY: 1,
    Unit.HEAVY_CAVALRY: 1,
    Unit.HORSE_ARTILLERY: 1,
    Unit.LIGHT_ARTILLERY: 1,
    Unit.HEAVY_ARTILLERY: 1,
}
"""The eight units of each army (Deployment)."""


@attrs.frozen(kw_only=True)
class ArmyUnit(Form):
    """One of an army's units, as it stands at the start."""

    unit: Unit = choice(
        Unit,
        "Unit",
        default=Unit.INFANTRY,
        source="Unit types",
        help="Infantry, light or heavy cavalry, horse, light or heavy artillery.",
    )
    strength: int | None = whole(
        1,
        MOST_STRENGTH,
        "Strength",
        default=None,
        blank="full",
        unit="figures",
        source="Unit types",
        help="Figures at the start, where a battle wants other than full strength: 4, or 2 guns.",
    )
    formation: Formation = choice(
        Formation,
        "Formation",
        default=Formation.COLUMN,
        matters=is_infantry,
        source="Formations",
        help="The formation in which infantry deploys: column is the default for marching.",
    )

    def faults(self) -> Iterator[Fault]:
        """Artillery has 2 figures at most."""
        if self.unit.is_artillery and self.strength is not None and self.strength > 2:
            yield Fault("strength", f"{self.unit} has 2 figures, not {self.strength}", "1 or 2")


_AS_ACTOR: Final = {"unit": "unit", "strength": "strength", "formation": "formation"}

ROLES: Final[Mapping[str, Mapping[str, str]]] = {
    "actor": _AS_ACTOR,
    "target": {
        "unit": "target",
        "strength": "target-strength",
        "formation": "target-formation",
    },
}


def army_doubts(units: Sequence[ArmyUnit], _: Tables) -> Iterator[Refusal]:
    """Where an army is not the eight units that the text gives each side."""
    for unit, number in ARMY.items():
        found = sum(one.unit is unit for one in units)
        if found != number:
            yield Refusal(f"has {found} of {unit}, where the text gives {number}", "Deployment")


@attrs.frozen(kw_only=True)
class Tile(Form):
    """A terrain hex that a scenario names."""

    terrain: Terrain = choice(
        Terrain,
        "Terrain",
        default=Terrain.OPEN,
        source="Terrain",
        help="Which of the nine terrain tiles it is.",
    )
