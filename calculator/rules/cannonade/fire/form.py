"""What is asked about a cannon that fires."""

from __future__ import annotations

import attrs

from calculator.forms import Form, choice, whole, yes_no
from calculator.rules.cannonade.ammunition import BAGGAGE_DISTANCE, TURNS_BEYOND
from calculator.rules.cannonade.escort import asked_apart, asked_points
from calculator.rules.cannonade.terms import Ground, Holds, Terrain


@attrs.frozen(kw_only=True)
class CannonadeForm(Form):
    """A cannon, the hex it fires at, and what lies between."""

    men: int = whole(
        0,
        20,
        "Crew",
        default=4,
        unit="men",
        one="man",
        group="Cannon",
        mnemonic="m",
        source="Cannonade phase",
        help="Men in the cannon's hex. At least 4 must be present to fire it, and no more than 10 "
        "may stand there.",
    )
    holds: Holds = choice(
        Holds,
        "In the crew's hex",
        default=Holds.CANNON,
        group="Cannon",
        mnemonic="h",
        source="Cannonade phase",
        help="What the formation holds, as an order of battle says. Only a cannon fires: men with "
        "baggage or nothing have none.",
    )
    baggage_distance: int = BAGGAGE_DISTANCE
    turns_beyond: int = TURNS_BEYOND
    range: int = whole(
        1,
        12,
        "Range",
        default=3,
        unit="hexes",
        one="hex",
        group="Line of fire",
        mnemonic="g",
        source="Cannonade phase",
        help="Hexes from the cannon to its target, at most 6. Near +1 at 1 hex; far -1, -2, -3 at "
        "4, 5 and 6.",
    )
    between: Terrain = choice(
        Terrain,
        "Ground between",
        default=Terrain.CLEAR,
        group="Line of fire",
        mnemonic="w",
        matters=lambda form: form.range > 1,
        source="Cannonade phase",
        help="The worst terrain fired over, the cannon's own hex and the target's left out. "
        "Anything but clear makes it indirect fire, -1.",
    )
    friends: int = whole(
        0,
        120,
        "Friends fired over",
        default=0,
        unit="men",
        one="man",
        group="Line of fire",
        mnemonic="f",
        matters=lambda form: form.range > 1,
        source="Cannonade phase",
        help="Men of its own side in the hexes fired over. Indirect fire, -1; and on a roll of 1-2 "
        "it falls on them.",
    )
    friends_officer: bool = yes_no(
        "Officer among friends",
        group="Line of fire",
        mnemonic="i",
        source="Officers",
        matters=lambda form: form.friends_between > 0,
        help="An officer commands the friends fired over. He is the last man killed.",
    )
    target_men: int = whole(
        1,
        120,
        "Men in the target hex",
        default=15,
        unit="men",
        one="man",
        group="Target",
        mnemonic="d",
        source="Cannonade phase",
        help="Troop density: formed and routing men, but not prisoners, who cannot be killed. "
        "1-5: -2; 6-10: -1; 16 and more: +1.",
    )
    target_terrain: Ground = choice(
        Ground,
        "Target's terrain",
        default=Ground.CLEAR,
        group="Target",
        mnemonic="e",
        source="Terrain types",
        help="Terrain of the target's own hex: covered -1, fortified -2.",
    )
    target_officer: bool = yes_no(
        "Officer in the target",
        group="Target",
        mnemonic="o",
        source="Officers",
        help="An officer commands the target. He is the last man killed.",
    )

    target_prisoners: int = asked_apart(
        "Their prisoners",
        "Target",
        "Men of the cannon's side whom the target escorts: they cannot be killed, and escape if "
        "their escort is.",
    )
    victory_points: int = asked_points("Your points")
    target_victory_points: int = asked_points("Enemy's points")

    @property
    def friends_between(self) -> int:
        """Men of its own side fired over: none where no hex lies between."""
        return self.friends if self.range > 1 else 0

    @property
    def ground_between(self) -> Terrain:
        """Terrain fired over: clear where no hex lies between."""
        return self.between if self.range > 1 else Terrain.CLEAR
