"""What assaults ask."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from calculator import errors, forms, kinds
from calculator.conditions import where
from calculator.rules.there_stand_empires import terms
from calculator.rules.there_stand_empires.terms import Arm, Cover, Formation, Outnumbered

ON_FOOT: Final = where("actor", Arm.INFANTRY)
MOUNTED: Final = where("actor.is_cavalry")
BREAKTHROUGH: Final = MOUNTED & where("breakthrough")
"""This is a second charge, which only cavalry makes."""
ASSAULTS: Final = where("actor.has_quality")
AT_CAVALRY: Final = where("target.is_cavalry")
BETWEEN_CAVALRY: Final = MOUNTED & AT_CAVALRY
AT_TRANSPORT: Final = where("target", Arm.TRANSPORT)
CAPTURED: Final = AT_TRANSPORT & where("captures_transport")
COUNTERCHARGED: Final = BETWEEN_CAVALRY & where("countercharge")
"""Cavalry rides out to meet the charge of cavalry (VII)."""
FROM_COVER: Final = ~where("cover", Cover.OPEN)
IN_SQUARE: Final = where("target_formation", Formation.SQUARE)
HORSE_AGAINST_FOOT: Final = MOUNTED & where("target", Arm.INFANTRY)
AT_BAYONETS: Final = HORSE_AGAINST_FOOT & IN_SQUARE
"""Horses are ridden at a square."""
MAY_BE_KEPT_OFF: Final = FROM_COVER & MOUNTED & ~IN_SQUARE
"""It matters whether the cover stops horses; a square stops them by itself."""
AT_WORKS: Final = MAY_BE_KEPT_OFF & (
    where("stops_horses", True)
    | (where("stops_horses", None) & where("cover", Cover.HARD, Cover.FORTIFICATION))
)
"""Horses are ridden at cover that stops them, whoever stands behind it."""
HAS_FLANKS: Final = ~IN_SQUARE & ~AT_WORKS
"""The target is weaker on one side; no square is (IV), nor walls to horses."""
FLANKED: Final = ~where("frontal") & HAS_FLANKS
"""The assault does not cross the target's arc of fire (VII)."""

ATTACKERS: Final = forms.Heading("Actor", "VII")
DEFENDERS: Final = forms.Heading("Target", "VII")


class AssaultForm(terms.CombatForm):
    """A unit that charges."""

    starting_bases: int | None = terms.STARTING_BASES
    general: bool = terms.general(matters=~BREAKTHROUGH)
    linear_tactics: bool = ATTACKERS.yes_no(matters=ON_FOOT)
    """Is the unit's army trained to assault in line? Then its infantry may assault from Deployed
    formation, over 2 inches at most."""
    columns_may_assault: bool = ATTACKERS.yes_no("Columns assault", default=True, matters=ON_FOOT)
    """May the unit's infantry assault in Maneuver Column? Some scenarios forbid it to linear
    armies, such as the early Prussians."""
    breakthrough: bool = ATTACKERS.yes_no(matters=MOUNTED)
    """Is this a second charge in the same turn, by cavalry that has just forced an enemy back or
    destroyed it? It needs no new orders and meets no countercharge."""
    infantry_support: bool = DEFENDERS.yes_no(
        "Guns supported", source="III.B, VII", matters=where("target.is_artillery")
    )
    """Is the battery in contact with undisordered friendly infantry: in square, or of the same
    facing and not in march column? Then the infantry must be assaulted instead."""
    countercharge: bool = DEFENDERS.yes_no(matters=BETWEEN_CAVALRY)
    """Does the target ride forward to meet the charge halfway? Only cavalry assaulted frontally by
    cavalry in the open may, if OK, and not against a breakthrough."""
    retreat_blocked: bool = terms.RETREAT_BLOCKED
    captures_transport: bool = DEFENDERS.yes_no("Train captured", source="II", matters=AT_TRANSPORT)
    """Does the scenario say that any defeat captures transport? If not, it suffers as other units
    do."""
    frontal: bool = terms.SITUATION.yes_no(default=True, matters=HAS_FLANKS)
    """Does the assault path cross the target's arc of fire? A square has no flanks. Against
    cavalry, neither has a unit behind cover that stops horses."""
    stops_horses: bool | None = terms.SITUATION.entry(
        kinds.Optional(kinds.YesNo(), "auto"), source="VIII", matters=MAY_BE_KEPT_OFF
    )
    """Does the cover also stop horses, as a wall, hedge, trench or redoubt does? A slope or a bank
    does not. With auto, hard cover and fortifications stop horses; soft cover does not."""
    outnumbered: Outnumbered = terms.OUTNUMBERED
    earlier_assaults: int = terms.SITUATION.entry(
        kinds.Whole(0, 10 * terms.MOST_BASES, "bases"),
        "Earlier attackers' bases",
        matters=terms.WORKED_OUT,
    )
    """Bases of all units that have already assaulted this target this turn, counted at that
    moment."""
    distance: Fraction | None = terms.SITUATION.entry(
        kinds.Optional(kinds.Length(Fraction(0), Fraction(12)), "full reach")
    )
    """Base movement to the target along the assault path, in inches, with rough ground and
    obstacles counted. It decides whether an assault with delayed orders still arrives, and what is
    left for a breakthrough."""

    @property
    def shape_under_fire(self) -> str:
        """The word for what a charge under fire rides or runs at: see `shape`."""
        if self.target_formation is not Formation.MANEUVER_COLUMN:
            return self.shape
        if self.target.is_artillery:
            return "limbered"
        return "deployed" if AT_WORKS(self) else self.shape

    @property
    def shape(self) -> str:
        """The word for the target's formation: a square is another to cavalry."""
        if AT_BAYONETS(self):
            return "square-against-cavalry"
        return str(self.target_formation.value)

    def faults(self) -> Iterator[errors.Fault]:
        yield from terms.bases_faults("", self.bases, self.starting_bases)
        yield from super().faults()
