"""What assaults ask."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import attrs

from calculator.errors import Fault
from calculator.forms import entry, whole, yes_no
from calculator.kinds import Length, Optional, YesNo
from calculator.rules.there_stand_empires import unit
from calculator.rules.there_stand_empires.terms import Arm, Cover, Formation, Outnumbered


@attrs.frozen(kw_only=True, eq=False, repr=False, field_transformer=unit.by_heading)
class AssaultForm(unit.CombatForm):
    """A unit that charges."""

    starting_bases: int | None = unit.STARTING_BASES
    general: bool = unit.general(matters=lambda form: not form.is_breakthrough)
    linear_tactics: bool = yes_no(
        "Linear tactics",
        help="Is the unit's army trained to assault in line? Then its infantry may assault from "
        "Deployed formation, over 2 inches at most.",
        source="VII",
        group="Actor",
        mnemonic="j",
        matters=lambda form: form.actor.is_infantry,
    )
    columns_may_assault: bool = yes_no(
        "Columns assault",
        default=True,
        help="May the unit's infantry assault in Maneuver Column? Scenarios forbid it to some "
        "linear armies, the early Prussians above all.",
        source="VII",
        group="Actor",
        mnemonic="J",
        matters=lambda form: form.actor.is_infantry,
    )
    breakthrough: bool = yes_no(
        "Breakthrough",
        help="Is this a second charge in the same turn, by cavalry that has just forced an enemy "
        "back or destroyed it? It needs no new orders and meets no countercharge.",
        source="VII",
        group="Actor",
        mnemonic="k",
        matters=lambda form: form.actor.is_cavalry,
    )
    infantry_support: bool = yes_no(
        "Guns supported",
        help="Is the battery in contact with undisordered friendly infantry of the same facing, "
        "not in march column? Then the infantry must be assaulted instead.",
        source="VII",
        group="Target",
        mnemonic="G",
        matters=lambda form: form.target.is_artillery,
    )
    countercharge: bool = yes_no(
        "Countercharge",
        help="Does the target ride forward to meet the charge halfway? Only cavalry assaulted "
        "frontally by cavalry in the open may, if OK, and not against a breakthrough.",
        source="VII",
        group="Target",
        mnemonic="C",
        matters=lambda form: form.is_between_cavalry,
    )
    retreat_blocked: bool = unit.RETREAT_BLOCKED
    captures_transport: bool = yes_no(
        "Train captured",
        help="Does the scenario say that transport is captured by any defeat? Else it suffers what "
        "others suffer.",
        source="II",
        group="Target",
        mnemonic="E",
        matters=lambda form: form.target is Arm.TRANSPORT,
    )
    frontal: bool = yes_no(
        "Frontal",
        default=True,
        help="Does the assault path cross the target's arc of fire? A square has no flanks, nor "
        "has cover that stops horses to them.",
        source="VII",
        group="Situation",
        mnemonic="h",
        matters=lambda form: form.target_has_flanks,
    )
    stops_horses: bool | None = entry(
        Optional(YesNo(), "auto"),
        "Stops horses",
        default=None,
        help="Does what gives the cover also stop horses: a wall, a hedge, a trench, a redoubt, "
        "and not a slope or a bank? By itself (auto) hard cover and fortifications do, soft not.",
        source="VIII",
        group="Situation",
        mnemonic="H",
        matters=lambda form: form.may_be_kept_off and form.cover is not Cover.OPEN,
    )
    outnumbered: Outnumbered = unit.OUTNUMBERED
    earlier_assaults: int = whole(
        0,
        10 * unit.MOST_BASES,
        "Earlier assaults",
        default=0,
        unit="bases",
        help="Bases of all units that have already assaulted this target in this turn, as many as "
        "they had when they did.",
        source="VII",
        group="Situation",
        mnemonic="e",
        matters=lambda form: form.outnumbered.is_worked_out,
    )
    distance: Fraction | None = entry(
        Optional(Length(Fraction(0), Fraction(12)), "full reach"),
        "Distance",
        default=None,
        help="Base movement in inches to the target along the assault path, rough ground and "
        "obstacles counted in; it tells whether an assault whose orders are delayed still arrives.",
        source="VII",
        group="Situation",
        mnemonic="D",
        matters=lambda form: not form.is_breakthrough,
    )

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
        """Whether the target is weaker on one side; no square is (IV), nor walls to horses."""
        return self.target_formation is not Formation.SQUARE and not self.keeps_horses_off

    @property
    def may_be_kept_off(self) -> bool:
        """Whether cover that stops horses would serve the target for a square.

        A march column strung out along a street has no such use of the houses beside it.
        """
        return (
            self.actor.is_cavalry
            and self.target.is_infantry
            and self.target_formation in {Formation.DEPLOYED, Formation.MANEUVER_COLUMN}
        )

    @property
    def keeps_horses_off(self) -> bool:
        """Whether cover does for infantry what a square would: horses cannot be ridden at it."""
        stops = self.cover.usually_stops_horses if self.stops_horses is None else self.stops_horses
        return self.may_be_kept_off and self.cover is not Cover.OPEN and stops

    @property
    def is_between_cavalry(self) -> bool:
        """Whether cavalry charges cavalry, which may ride out to meet it (VII)."""
        return self.actor.is_cavalry and self.target.is_cavalry

    @property
    def is_countercharged(self) -> bool:
        """Whether the target rides out to meet the charge."""
        return self.countercharge and self.is_between_cavalry

    def faults(self) -> Iterator[Fault]:
        yield from unit.bases_faults("", self.bases, self.starting_bases)
        yield from super().faults()
