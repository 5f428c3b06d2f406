"""Controlling a pursuit, and pursuing off the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance, Draw
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.rules.aftermath import MOVED, Aftermath
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import Battalion, arm_refusals
from calculator.rules.revolutionary_wars.charge.aftermath import GONE
from calculator.rules.revolutionary_wars.charge.pursuit import (
    Pursuit,
    Side,
    control_roll,
    reaches,
)
from calculator.rules.revolutionary_wars.charge.state import BattalionState, End
from calculator.rules.revolutionary_wars.forms import acting
from calculator.rules.revolutionary_wars.narration import narrated
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.system import Action, Beneficiary, Factor, Measure, Narration, Severity
from calculator.rules.tables import Tables

SOURCE: Final = "Charge Action, Controlling Pursuit"
PURSUER = 0


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class PursuitForm(forms.OrderedBattalion):
    """A charging battalion whose enemies have all broken and run."""

    hold: bool = fields.hold(default=True)
    edge: Fraction | None = fields.edge(
        "Table edge",
        "Inches to the edge over which the broken enemy ran, or `far` if it did not run off.",
        group="Ground",
        mnemonic="d",
    )


@attrs.frozen
class Pursued:
    """How the battalion ends."""

    end: End
    order: Order

    @property
    def label(self) -> str:
        """In a few words."""
        if self.end is End.CHASED_OFF:
            return "chases the enemy off the table"
        return f"{'pursues' if self.end is End.PURSUED else 'remains in place'}, {self.order}"


def _rolled(form: PursuitForm, tables: Tables) -> tuple[Battalion, Pursuit]:
    one = acting(form, tables)
    return one, Pursuit((one,), (PURSUER,), Side(hold=form.hold), Side(form.edge))


def procedure(form: PursuitForm, tables: Tables) -> Procedure[Any, Pursued]:
    """The roll to control the pursuit, then the roll to halt at the edge."""
    one, pursuit = _rolled(form, tables)

    def rule(chance: Chance) -> Pursued:
        state = BattalionState(one.platoons, one.order)
        if pursuit.holds(PURSUER, state, chance):
            return Pursued(End.STANDS, one.order)
        left = pursuit.pursue(PURSUER, state, form.edge is not None, chance)
        assert left.end is not None
        return Pursued(left.end, left.order)

    return single(rule)


def refusals(form: PursuitForm, tables: Tables) -> Iterator[Refusal]:
    """Guns do not pursue."""
    yield from arm_refusals(acting(form, tables).card)


def factors(form: PursuitForm, tables: Tables) -> Iterator[Factor]:
    """What it needs."""
    one = acting(form, tables)
    roll = control_roll(one, one.order)
    yield one.factor("control", f"control pursuit {roll}", 7 - roll.low, SOURCE, "control")


def aftermath(form: PursuitForm, outcome: Pursued) -> Aftermath:
    """The pursuer in its order, if it is still on the table."""
    if outcome.end is End.CHASED_OFF:
        return Aftermath(actor=None, actor_gone=GONE[outcome.end])
    return Aftermath(actor={"order": outcome.order.value} | MOVED)


def narrate(
    form: PursuitForm, outcome: Pursued, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """What it does."""
    one = acting(form, tables)
    name = f"the {one.name}"
    match outcome.end:
        case End.STANDS:
            event, step = f"{name} remains in place", f"Leave {name} where it is, {outcome.order}"
        case End.PURSUED:
            event = f"{name} pursues and is {outcome.order}"
            away = one.card.number("charge-move")
            far = "to the edge of the table" if reaches(form.edge, away) else f"{away} inches"
            step = f"Move {name} {far} after the enemy and mark it {outcome.order}"
        case _:
            event, step = f"{name} chases the enemy off the battlefield", f"Remove {name}"
    return narrated(draws, event, step)


PURSUE: Final[Action[Any, Any]] = Action(
    key="pursue",
    label="Pursuit",
    help="Whether a battalion can be held back from pursuit, and whether it stops at the edge of "
    "the table.",
    source=SOURCE,
    form=PursuitForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(
        lambda outcome: (
            -list(End).index(outcome.end),
            -outcome.order.rank,
        ),
        Beneficiary.ACTOR,
        "the pursuers",
    ),
    aftermath=aftermath,
    factors=factors,
    refusals=refusals,
    measures=(
        Measure("holds", "it remains in place", lambda outcome: outcome.end is End.STANDS),
        Measure("lost", "it leaves the table", lambda outcome: outcome.end is End.CHASED_OFF),
    ),
    mnemonic="u",
)
