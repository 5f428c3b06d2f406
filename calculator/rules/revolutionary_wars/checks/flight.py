"""A battalion that breaks and runs by itself, and one that pursues."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.forms import yes_no
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import MOVED, Aftermath
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor, ruled
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import arm_refusals
from calculator.rules.revolutionary_wars.charge.narration import flight_steps, removal_step
from calculator.rules.revolutionary_wars.charge.outcome import GONE
from calculator.rules.revolutionary_wars.charge.pursuit import (
    Caught,
    Detail,
    Pursuit,
    Side,
    control_roll,
    rally_roll,
    reaches,
)
from calculator.rules.revolutionary_wars.charge.state import BattalionState, DestroyedBy, End
from calculator.rules.revolutionary_wars.narration import narrated
from calculator.rules.revolutionary_wars.terms import Arm, Formation, Order
from calculator.rules.tables import Tables

BREAK_AND_RUN: Final = "Charge Action, Break and Run"
CONTROL: Final = "Charge Action, Controlling Pursuit"
RUNNER, PURSUER = 0, 1
"""Their places; either may be asked about without the other."""


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class RoutForm(forms.CountedBattalion):
    """A battalion that breaks and runs; its order is what it was before it broke."""

    near_general: bool = fields.near_general("General near", group="Battalion", mnemonic="g")
    chose: bool = yes_no(
        "Chose to run",
        group="Battalion",
        mnemonic="c",
        source="Charge Action, Choosing to Break and Run",
        help="It chose to break and run rather than to test: failed Rally from Rout rolls are "
        "rolled again.",
    )
    pursued: bool = yes_no(
        "Pursued",
        default=True,
        group="Afterwards",
        mnemonic="u",
        source="Charge Action, No Pursuit",
        help="An enemy pursues it. If none does, failed Rally from Rout rolls are rolled again.",
    )
    caught: bool = yes_no(
        "Caught",
        group="Afterwards",
        mnemonic="C",
        source="Charge Action, Catching the Enemy",
        help="A pursuer contacts it, and it is destroyed.",
        matters=lambda form: form.pursued,
    )
    edge: Fraction | None = fields.edge(
        "Table edge",
        help="Inches along its way to the edge of the table, or `far`.",
        mnemonic="d",
    )


@attrs.frozen
class Rout:
    """What is left of it."""

    end: End
    platoons: int

    @property
    def label(self) -> str:
        """In a few words."""
        if self.end is End.OVERRUN:
            return "overrun"
        return f"runs, {counted(self.platoons, 'platoon')} left" if self.platoons else "destroyed"


@attrs.frozen
class RoutInFull:
    """What is left of it and, if it was destroyed as it broke, how."""

    listed: Rout
    left: BattalionState


def run(form: RoutForm, tables: Tables) -> Procedure[Any, Rout]:
    """The edge of the table first, then a die for each platoon."""
    return single(lambda chance: _run(form, tables, chance).listed)


def run_in_full(form: RoutForm, tables: Tables) -> Procedure[Any, RoutInFull]:
    """The same with how it was destroyed, if it was."""
    return single(lambda chance: _run(form, tables, chance))


def _run(form: RoutForm, tables: Tables, chance: Chance) -> RoutInFull:
    one, side = forms.acting(form, tables), Side(form.edge)
    caught = Caught.YES if form.caught else Caught.NO
    pursuit = Pursuit((one, one), (), side, side, caught, detail=Detail.EVERYTHING)
    hunters = (PURSUER,) if form.pursued else ()
    state = BattalionState(one.platoons, one.order)
    left, _ = pursuit.run(RUNNER, state, hunters, form.chose, chance)
    assert left.end is not None
    return RoutInFull(Rout(left.end, left.platoons), left)


def run_factors(form: RoutForm, tables: Tables) -> Iterator[Factor]:
    """What every platoon needs to keep together."""
    one = forms.acting(form, tables)
    if one.card.arm is Arm.ARTILLERY:
        return
    roll = rally_roll(one, form.pursued, form.chose)
    source = "Scattering Platoons"
    yield one.factor("rally", f"rally from rout {roll}", 7 - roll.low, source, "rally")
    reasons = (
        (form.near_general, "general near"),
        (form.chose, "chose to run"),
        (not form.pursued, "not pursued"),
    )
    for holds, name in reasons:
        if holds:
            yield ruled("rally", f"{name}, failures re-rolled", one.name, 1, BREAK_AND_RUN)
    if one.order is Order.SHATTERED:
        source = "Shattered Battalion Routs if It Breaks"
        yield ruled("rout", "Shattered before it broke", "enemy", one.platoons, source)


def after_running(form: RoutForm, drawn: Rout | RoutInFull) -> Aftermath:
    """What keeps together, Shattered and in attack column."""
    outcome = drawn.listed if isinstance(drawn, RoutInFull) else drawn
    if outcome.end is End.OVERRUN:
        return Aftermath(actor=None, actor_gone="overrun")
    if not outcome.platoons:
        return Aftermath(actor=None, actor_gone="destroyed")
    left = {"platoons": str(outcome.platoons), "order": Order.SHATTERED.value}
    return Aftermath(actor=left | {"formation": Formation.ATTACK_COLUMN.value} | MOVED)


def narrate_run(form: RoutForm, drawn: RoutInFull, draws: Draws, tables: Tables) -> Narration:
    """What is left and where it goes."""
    one, left, loss = forms.acting(form, tables), drawn.left, drawn.left.destroyed
    keep = "keeps" if left.platoons == 1 else "keep"
    event = f"breaks and runs, and {counted(left.platoons, 'platoon')} {keep} together"
    if loss or left.end is End.OVERRUN:
        event = "breaks and is destroyed" if loss else "is overrun"
    steps = [*flight_steps(one, one.platoons, left, form.edge)]
    if loss and loss.by in {DestroyedBy.SHATTERED, DestroyedBy.CAUGHT}:
        steps.append(removal_step(one, loss))
    return narrated(draws, f"the {one.name} {event}", *steps)


ROUT: Final = declared(
    key="break-and-run",
    label="Break and run",
    help="What is left of a battalion that breaks and runs: platoons scatter, the edge of the "
    "table may be its end.",
    source=BREAK_AND_RUN,
    form=RoutForm,
    procedure=run,
    narration=narrate_run,
    severity=Severity(
        lambda outcome: (outcome.end.is_lost is False, outcome.platoons), "the broken battalion"
    ),
    aftermath=after_running,
    in_full=run_in_full,
    factors=run_factors,
    measures=(Measure("survives", "it survives", lambda outcome: not outcome.end.is_lost),),
    mnemonic="k",
)


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class PursuitForm(forms.OrderedBattalion):
    """A charging battalion whose enemies have all broken and run."""

    hold: bool = fields.hold(default=True)
    edge: Fraction | None = fields.edge(
        "Table edge",
        help="Inches to the edge over which the broken enemy ran, or `far` if it did not run off.",
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


def pursue(form: PursuitForm, tables: Tables) -> Procedure[Any, Pursued]:
    """The roll to control the pursuit, then the roll to halt at the edge."""
    one = forms.acting(form, tables)
    pursuit = Pursuit((one, one), (PURSUER,), Side(hold=form.hold), Side(form.edge))

    def rule(chance: Chance) -> Pursued:
        state = BattalionState(one.platoons, one.order)
        if pursuit.holds(PURSUER, state, chance):
            return Pursued(End.STANDS, one.order)
        left = pursuit.pursue(PURSUER, state, form.edge is not None, chance)
        assert left.end is not None
        return Pursued(left.end, left.order)

    return single(rule)


def pursuit_refusals(form: PursuitForm, tables: Tables) -> Iterator[Refusal]:
    """Guns do not pursue."""
    yield from arm_refusals(forms.acting(form, tables).card)


def pursuit_factors(form: PursuitForm, tables: Tables) -> Iterator[Factor]:
    """What it needs."""
    one = forms.acting(form, tables)
    roll = control_roll(one, one.order)
    yield one.factor("control", f"control pursuit {roll}", 7 - roll.low, CONTROL, "control")


def after_pursuit(form: PursuitForm, outcome: Pursued) -> Aftermath:
    """The pursuer in its order, if it is still on the table."""
    if outcome.end is End.CHASED_OFF:
        return Aftermath(actor=None, actor_gone=GONE[outcome.end])
    return Aftermath(actor={"order": outcome.order.value} | MOVED)


def narrate_pursuit(form: PursuitForm, outcome: Pursued, draws: Draws, tables: Tables) -> Narration:
    """What it does."""
    one = forms.acting(form, tables)
    name, order = f"the {one.name}", outcome.order
    if outcome.end is End.STANDS:
        return narrated(draws, f"{name} remains in place", f"Leave {name} where it is, {order}")
    if outcome.end is End.CHASED_OFF:
        return narrated(draws, f"{name} chases the enemy off the battlefield", f"Remove {name}")
    away = one.card.number("charge-move")
    far = "to the edge of the table" if reaches(form.edge, away) else f"{away} inches"
    step = f"Move {name} {far} after the enemy and mark it {order}"
    return narrated(draws, f"{name} pursues and is {order}", step)


PURSUE: Final = declared(
    key="pursue",
    label="Pursuit",
    help="Whether a battalion can be held back from pursuit, and whether it stops at the edge of "
    "the table.",
    source=CONTROL,
    form=PursuitForm,
    procedure=pursue,
    narration=narrate_pursuit,
    severity=Severity(lambda outcome: (-outcome.end.rank, -outcome.order.rank), "the pursuers"),
    aftermath=after_pursuit,
    factors=pursuit_factors,
    refusals=pursuit_refusals,
    measures=(
        Measure("holds", "it remains in place", lambda outcome: outcome.end is End.STANDS),
        Measure("lost", "it leaves the table", lambda outcome: outcome.end is End.CHASED_OFF),
    ),
    mnemonic="u",
)
