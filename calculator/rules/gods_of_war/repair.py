"""Repair: strength restored to a damaged unit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.errors import Refusal
from calculator.forms import Form, entry
from calculator.kinds import Choice, Optional, Whole
from calculator.rules.action import (
    Action,
    Aftermath,
    Consequence,
    Draws,
    Narration,
    Parties,
    Severity,
)
from calculator.rules.gods_of_war import fields, in_play
from calculator.rules.gods_of_war.attack import full_strength, strength_now
from calculator.rules.gods_of_war.terms import Unit
from calculator.rules.modifiers import answers
from calculator.rules.phrases import counted

SOURCE: Final = "Actions, repair"
CARD: Final = "Bonus cards"


@attrs.frozen(kw_only=True)
class RepairForm(Form):
    """A damaged unit, and what is spent on it."""

    unit: Unit = fields.asked_unit(group="")
    strength: int | None = fields.asked_strength(group="", default=1)
    repairs: int = entry(
        Whole(0, 7, "actions"),
        "Repair actions",
        default=1,
        source=SOURCE,
        help="Repair Unit actions spent on it, a figure each.",
    )
    rally: bool = fields.asked_card("Rally!", help="The card: 1 figure more.", group="")
    supply_run: bool = fields.asked_card(
        "Supply Run", help="The card: 1 figure more, and another unit gets 1 as well.", group=""
    )
    other: Unit | None = entry(
        Optional(Choice(Unit), "unnamed"),
        "Supplied too",
        source=CARD,
        matters=where("supply_run"),
        help="The type of the other unit that gets a figure.",
    )
    other_strength: int | None = fields.asked_figures(
        "Its figures",
        default=1,
        source=CARD,
        matters=where("supply_run") & ~where("other", None),
        help="Figures that the other unit has left.",
    )


@attrs.frozen
class Repaired:
    """Figures restored, and the unit's strength now."""

    restored: int
    strength: int

    @property
    def label(self) -> str:
        return f"{counted(self.restored, 'figure')} restored, strength {self.strength}"


RALLY: Final = in_play.played("rally", "Rally!: 1 figure more", "figures")
SUPPLY_RUN: Final = in_play.played("supply_run", "Supply Run: 1 figure more", "figures")


class Repair(Action[RepairForm, Repaired]):
    "How many figures a damaged or broken unit has after repairs and cards."

    key = "repair"
    source = SOURCE
    severity = Severity[Repaired](lambda outcome: outcome.strength, "the unit repaired")
    modifiers = (
        *answers(RepairForm, "unit", "strength", "repairs", "other", "other_strength"),
        RALLY,
        SUPPLY_RUN,
    )
    mnemonic = "e"

    @cached_property
    def _now(self) -> int:
        return strength_now(self.form.unit, self.form.strength, self.tables)

    @cached_property
    def _full(self) -> int:
        return full_strength(self.form.unit, self.tables)

    def refusals(self) -> Iterator[Refusal]:
        """Only a damaged unit is repaired."""
        if self._now >= self._full:
            who = f"{self.form.unit} at full strength, {self._full}"
            yield Refusal(f"{who}, has nothing to repair", SOURCE)

    def spent(self) -> Iterator[tuple[str, int]]:
        """The actions and cards spent on the unit, and the figures that each restores."""
        repairs, points = self.form.repairs, self.tables.points
        if repairs:
            yield counted(repairs, "Repair Unit action"), repairs * points("repair.action")
        if self.holds(RALLY):
            yield "Rally!", points("repair.rally")
        if self.holds(SUPPLY_RUN):
            yield "Supply Run", points("repair.supply-run")

    @property
    def _gained(self) -> int:
        return sum(number for _, number in self.spent())

    def resolve(self, chance: Chance) -> Repaired:
        """Figures come back up to full strength."""
        strength = min(self._now + self._gained, self._full)
        return Repaired(strength - self._now, strength)

    def after(self, drawn: Repaired) -> Aftermath:
        """The unit's figures, and the cards spent on it. Cards alone are no action."""
        return Aftermath(
            actor={"strength": str(drawn.strength)},
            side=(in_play.ACTED if self.form.repairs else {}) | in_play.spent_with(self.form),
            may=in_play.UNIT_ACTIONS,
            others=tuple(
                Consequence("other", f"the {unit}", {"strength": str(strength)})
                for unit, strength in self._supplied()
            ),
        )

    def _supplied(self) -> Iterator[tuple[Unit, int]]:
        """The other unit that Supply Run serves, and its figures then."""
        other, tables = self.form.other, self.tables
        if other and self.holds(SUPPLY_RUN):
            now = strength_now(other, self.form.other_strength, tables)
            yield other, min(now + tables.points("repair.supply-run"), full_strength(other, tables))

    def parties(self) -> Parties:
        return {"friend": (f"the {self.form.other}",)}

    def narrate(self, drawn: Repaired, draws: Draws) -> Narration:
        """What to put back on the board."""
        how = tuple(f"{what}: {counted(number, 'figure')}." for what, number in self.spent())
        supplied = (
            f"Put a figure back on the {unit} too: strength {strength}."
            for unit, strength in self._supplied()
        )
        spent_cards = (*supplied, *in_play.spent_lines(self.form, self.after(drawn).side))
        if not drawn.restored:
            return Narration("Nothing is restored.", spent_cards, how)
        broken = ("Take its broken mark away.",) if self.form.strength == 0 else ()
        spare = self._gained - drawn.restored
        wasted = (f"{counted(spare, 'figure')} more than it can have.",) if spare else ()
        return Narration(
            f"{counted(drawn.restored, 'figure').capitalize()} restored.",
            (f"Put {drawn.restored} back: strength {drawn.strength}.", *broken, *spent_cards),
            (*how, *wasted),
        )
