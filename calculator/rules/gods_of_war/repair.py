"""Repair: strength restored to a damaged unit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.procedure import Procedure, settled
from calculator.errors import Refusal
from calculator.forms import Form, whole
from calculator.rules.action import Draws, Narration, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.declared import declared
from calculator.rules.gods_of_war import fields
from calculator.rules.gods_of_war.figures import full_strength, strength_now
from calculator.rules.gods_of_war.in_play import ACTED, UNIT_ACTIONS, spent_lines, spent_with
from calculator.rules.gods_of_war.terms import Unit
from calculator.rules.phrases import counted
from calculator.rules.tables import Tables

SOURCE: Final = "Actions, repair"


@attrs.frozen(kw_only=True)
class RepairForm(Form):
    """A damaged unit, and what is spent on it."""

    unit: Unit = fields.asked_unit(group="")
    strength: int | None = fields.asked_strength(group="", default=1)
    repairs: int = whole(
        0,
        7,
        "Repair actions",
        default=1,
        unit="actions",
        mnemonic="i",
        source=SOURCE,
        help="Repair Unit actions spent on it, a figure each.",
    )
    rally: bool = fields.asked_card("Rally!", "The card: 1 figure more.", "y", group="")
    supply_run: bool = fields.asked_card(
        "Supply Run", "The card: 1 figure more, and another unit gets 1 as well.", "l", group=""
    )


@attrs.frozen
class Repaired:
    """Figures restored, and the unit's strength now."""

    restored: int
    strength: int

    @property
    def label(self) -> str:
        return f"{counted(self.restored, 'figure')} restored, strength {self.strength}"


def refusals(form: RepairForm, tables: Tables) -> Iterator[Refusal]:
    """Only a damaged unit is repaired."""
    full = full_strength(form.unit, tables)
    if strength_now(form.unit, form.strength, tables) >= full:
        yield Refusal(f"{form.unit} at full strength, {full}, has nothing to repair", SOURCE)


def spent(form: RepairForm, tables: Tables) -> Iterator[tuple[str, int]]:
    """The actions and cards spent on the unit, and the figures that each restores."""
    if form.repairs:
        each = tables.points("repair.action")
        yield counted(form.repairs, "Repair Unit action"), form.repairs * each
    if form.rally:
        yield "Rally!", tables.points("repair.rally")
    if form.supply_run:
        yield "Supply Run", tables.points("repair.supply-run")


def procedure(form: RepairForm, tables: Tables) -> Procedure[Any, Repaired]:
    """Figures come back up to full strength."""
    now = strength_now(form.unit, form.strength, tables)
    gained = sum(number for _, number in spent(form, tables))
    strength = min(now + gained, full_strength(form.unit, tables))
    return settled(Repaired(strength - now, strength))


def after_repair(form: RepairForm, outcome: Repaired) -> Aftermath:
    """The unit's figures, and the cards spent on it. Cards alone are no action."""
    return Aftermath(
        actor={"strength": str(outcome.strength)},
        side=(ACTED if form.repairs else {}) | spent_with(form),
        may=UNIT_ACTIONS,
    )


def narrate(form: RepairForm, outcome: Repaired, _: Draws, tables: Tables) -> Narration:
    """What to put back on the board."""
    gained = list(spent(form, tables))
    how = tuple(f"{what}: {counted(number, 'figure')}." for what, number in gained)
    spent_cards = tuple(spent_lines(form, after_repair(form, outcome).side))
    if not outcome.restored:
        return Narration("Nothing is restored.", spent_cards, how)
    broken = ("Take its broken mark away.",) if form.strength == 0 else ()
    spare = sum(number for _, number in gained) - outcome.restored
    wasted = (f"{counted(spare, 'figure')} more than it can have.",) if spare else ()
    return Narration(
        f"{counted(outcome.restored, 'figure').capitalize()} restored.",
        (f"Put {outcome.restored} back: strength {outcome.strength}.", *broken, *spent_cards),
        (*how, *wasted),
    )


REPAIR: Final = declared(
    key="repair",
    label="Repair",
    help="What a damaged or broken unit has after repairs and cards.",
    source=SOURCE,
    form=RepairForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda outcome: outcome.strength, "the unit repaired"),
    refusals=refusals,
    aftermath=after_repair,
    mnemonic="e",
)
