"""What an order of battle says: formations as they stand at the start, and pieces of terrain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from calculator.errors import Fault, Refusal
from calculator.forms import Form, choice, entry, yes_no
from calculator.kinds import Choice, Optional, Word
from calculator.rules.cannonade import terms
from calculator.rules.cannonade.measuring import ArmyForm, army
from calculator.rules.cannonade.terms import Terrain, asked_points, asked_unformed
from calculator.rules.tables import Tables


class Arm(Word):
    """Men on foot or on horse."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"


class Beside(Word):
    """What may share a hex with its men."""

    CANNON = "cannon"
    BAGGAGE = "baggage"


@attrs.frozen(kw_only=True)
class Formation(Form):
    """The contents of one hex at the start: men of one arm, and what stands with them."""

    arm: Arm = choice(
        Arm,
        source="Units",
        help="Infantry, 1 point a man, or cavalry, 1 1/2.",
    )
    men: int = entry(
        terms.MEN_OF_A_FORMATION,
        default=20,
        source="Stacking",
        help="Up to 20, or 10 with a cannon or baggage.",
    )
    officer: bool = yes_no(source="Officers", help="An officer commands the formation, 3 points.")
    holds: Beside | None = entry(
        Optional(Choice(Beside), "nothing"),
        "With",
        source="Stacking",
        help="A cannon, 10 points, or a baggage unit, 2 points, in the same hex.",
    )
    flag: bool = yes_no(source="Units", help="The formation carries a flag.")

    def faults(self) -> Iterator[Fault]:
        """A hex with a cannon or baggage holds 10 men."""
        if self.holds and self.men > 10:
            yield Fault("men", f"{self.men} are too many beside {self.holds}", "1 to 10")


@attrs.frozen(kw_only=True)
class Hexes(Form):
    """Hexes of one terrain that a scenario names."""

    terrain: Terrain = choice(
        Terrain,
        source="Terrain types",
        help="Clear, covered, fortified or impassable.",
    )


@attrs.frozen(kw_only=True)
class SideForm(Form):
    """What a side has earned, and its men who are under no formation's arms."""

    victory_points: int = asked_points("Victory points")
    prisoners_held: int = asked_unformed(
        "Prisoners held", "", "Enemy men whom its formations escort."
    )
    unarmed: int = asked_unformed(
        "Unarmed men", "", "Men set free or rallied, and not yet rearmed."
    )
    routing: int = asked_unformed("Routing men", "", "Men who rout.")


TALLIES: Final = frozenset({"victory-points", "prisoners-held", "unarmed", "routing"})
"""What of a side is counted up as it scores and men change hands."""

EACH_TURN: Final = frozenset({"fired", "fought"})
"""What of a unit is as it was again when the turn ends."""

ROLES: Final[Mapping[str, Mapping[str, str | tuple[str, ...]]]] = {
    "actor": {
        "arm": "mover",
        "men": ("men", "crew"),
        "officer": "officer",
        "holds": "holds",
        "flag": "flag",
        "prisoners": "prisoners",
        "turns-beyond": "turns-beyond",
        "fired": "fired",
        "fought": "fought",
        "victory-points": "victory-points",
    },
    "target": {
        "men": "target-men",
        "officer": "target-officer",
        "holds": "target-holds",
        "flag": "target-flag",
        "prisoners": "target-prisoners",
        "victory-points": "target-victory-points",
    },
    "friend": {"men": ("friends", "routing-men"), "officer": "friends-officer"},
}
"""What a unit of a file fills in, and what the record leaves of it and of its side.

A target is whom a formation fires at or attacks, a friend whom it fires over, or the routers that
it rallies."""


def counted_up(units: Sequence[Formation]) -> ArmyForm:
    """The army that these formations make, as its points are asked for."""
    return ArmyForm(
        infantry=sum(unit.men for unit in units if unit.arm is Arm.INFANTRY),
        cavalry=sum(unit.men for unit in units if unit.arm is Arm.CAVALRY),
        cannon=sum(unit.holds is Beside.CANNON for unit in units),
        officers=sum(unit.officer for unit in units),
        baggage=sum(unit.holds is Beside.BAGGAGE for unit in units),
        flags=sum(unit.flag for unit in units),
    )


def army_doubts(units: Sequence[Formation], tables: Tables) -> Iterator[Refusal]:
    """Where an army does not cost what a side begins with."""
    found = army(counted_up(units), tables)
    if found.spare:
        yield Refusal(f"the army costs {found.label}", "Units")
