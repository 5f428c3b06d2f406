"""A unit as an order of battle lists it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import attrs

from calculator.errors import Fault, Refusal
from calculator.forms import Form
from calculator.rules.gods_of_war import fields
from calculator.rules.gods_of_war.attack import full_strength
from calculator.rules.gods_of_war.cards import DECK, Card, asked_hand
from calculator.rules.gods_of_war.draw_terrain import TILES
from calculator.rules.gods_of_war.in_play import GUARDS, LASTING, SPENT_AT_ONCE
from calculator.rules.gods_of_war.stacks import Stack
from calculator.rules.gods_of_war.terms import Formation, Terrain, Unit
from calculator.rules.tables import Tables

ARMY: Final[Mapping[Unit, int]] = dict.fromkeys(Unit, 1) | {Unit.INFANTRY: 3}
"""The eight units of each army (Deployment)."""


@attrs.frozen(kw_only=True)
class ArmyUnit(Form):
    """One of an army's units, as it stands at the start."""

    unit: Unit = fields.asked_unit(
        group="", help="Infantry, light or heavy cavalry, horse, light or heavy artillery."
    )
    strength: int | None = fields.asked_figures(
        source="Unit types",
        help="Figures at the start, where a battle wants other than full strength: 4, or 2 guns.",
    )
    formation: Formation = fields.asked_formation(
        group="",
        matters=fields.INFANTRY,
        help="The formation in which infantry deploys: column is the default for marching.",
    )

    def faults(self) -> Iterator[Fault]:
        """Artillery has 2 figures at most."""
        if self.unit.is_artillery and self.strength is not None and self.strength > 2:
            yield Fault("strength", f"{self.unit} has 2 figures, not {self.strength}", "0 to 2")


_in_play: Final = partial(
    fields.asked_card, help="The card is in play, and waits for what it serves.", group=""
)


@attrs.frozen(kw_only=True)
class SideForm(Form):
    """What a side draws from, and what it holds."""

    deck: Stack[Card] = DECK
    hand: int = asked_hand()
    tiles: Stack[Terrain] = TILES
    drew_before: bool = _in_play(
        "Drew just before", help="The side's last action drew a bonus card."
    )
    skirmisher_screen: bool = _in_play("Skirmisher Screen")
    charge: bool = _in_play("Charge!")
    bold_advance: bool = _in_play("Bold Advance")
    ambush: bool = _in_play()
    volley_fire: bool = _in_play("Volley Fire")
    cannon_blast: bool = _in_play("Cannon Blast")
    rout: bool = _in_play("Rout!")
    double_time: bool = _in_play("Double Time")
    forced_march: bool = _in_play("Forced March")
    engineers: bool = _in_play()
    rally: bool = _in_play("Rally!")
    supply_run: bool = _in_play("Supply Run")


ROLES: Final[Mapping[str, Mapping[str, str]]] = {
    "actor": {
        "unit": "unit",
        "strength": "strength",
        "formation": "formation",
        **{key: key for key in ("deck", "hand", "tiles", "drew-before", *SPENT_AT_ONCE, *LASTING)},
    },
    "target": {
        "unit": "target",
        "strength": "target-strength",
        "formation": "target-formation",
        **{key: key for key in GUARDS},
    },
    "friend": {"unit": "other", "strength": "other-strength"},
}
"""A unit acts with what its side holds and has in play, and is attacked behind its guards; a friend
is supplied beside it."""


def starting_values(unit: Mapping[str, str], tables: Tables) -> Mapping[str, str]:
    """Full strength in figures, for a unit of which the file names no other."""
    full = str(full_strength(Unit(unit["unit"]), tables))
    return {"strength": full} if unit["strength"] == "full" else {}


def at_most(unit: Mapping[str, str], tables: Tables) -> Mapping[str, int]:
    """Repair brings figures back up to full strength; a battle may begin with more."""
    full = full_strength(Unit(unit["unit"]), tables)
    return {"strength": max(full, int(unit["strength"]))}


def marked(unit: Mapping[str, str]) -> str:
    """A unit without figures is broken."""
    return "broken" if unit.get("strength") == "0" else ""


def army_doubts(units: Sequence[ArmyUnit], _: Tables) -> Iterator[Refusal]:
    """Where an army is not the eight units that the text gives each side."""
    for unit, number in ARMY.items():
        found = sum(one.unit is unit for one in units)
        if found != number:
            yield Refusal(f"has {found} of {unit}, where the text gives {number}", "Deployment")


@attrs.frozen(kw_only=True)
class Tile(Form):
    """A terrain hex that a scenario names."""

    terrain: Terrain = fields.asked_terrain(help="Which of the nine terrain tiles it is.")
