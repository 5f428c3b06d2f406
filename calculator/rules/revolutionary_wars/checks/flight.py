"""A battalion that breaks and runs by itself, and one that pursues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.conditions import Condition, Worked, where
from calculator.errors import Refusal
from calculator.rules.action import MOVED, Aftermath, Draws, Measure, Narration, Severity
from calculator.rules.modifiers import Modifier, Pull
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import arm_refusals, narrated
from calculator.rules.revolutionary_wars.cards import Card
from calculator.rules.revolutionary_wars.charge import pursuit
from calculator.rules.revolutionary_wars.charge.narration import flight_steps, removal_step
from calculator.rules.revolutionary_wars.charge.outcome import GONE
from calculator.rules.revolutionary_wars.charge.pursuit import Caught, Side, reaches
from calculator.rules.revolutionary_wars.charge.state import BattalionState, DestroyedBy, End
from calculator.rules.revolutionary_wars.checks.check import ITSELF, Check, Stage, strength
from calculator.rules.revolutionary_wars.terms import Formation, Order

BREAK_AND_RUN: Final = "Charge Action, Break and Run"
CONTROL: Final = "Charge Action, Controlling Pursuit"
RUNNER, PURSUER = 0, 1
"""Their places; either may be asked about without the other."""


def _reaches_edge(move: str) -> Condition:
    """That the edge of the table is nearer than a move of the card goes."""
    return Worked(
        lambda form, tables: reaches(form.edge, Card(form.battalion, tables).number(move)),
        ("battalion", "edge"),
        "the move goes over the edge of the table",
    )


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class RoutForm(forms.CountedBattalion):
    """A battalion that breaks and runs; its order is what it was before it broke."""

    near_general: bool = fields.near_general("General near", group="Battalion")
    chose: bool = fields.BATTALION.yes_no(
        "Chose to run",
        source="Charge Action, Choosing to Break and Run",
        help="It chose to break and run rather than to test: failed Rally from Rout rolls are "
        "rolled again.",
    )
    pursued: bool = fields.AFTERWARDS.yes_no(
        default=True,
        source="Charge Action, No Pursuit",
        help="An enemy pursues it. If none does, failed Rally from Rout rolls are rolled again.",
    )
    caught: bool = fields.AFTERWARDS.yes_no(
        source="Charge Action, Catching the Enemy",
        help="A pursuer contacts it, and it is destroyed.",
        matters=where("pursued"),
    )
    edge: Fraction | None = fields.edge(
        "Table edge", help="Inches along its way to the edge of the table, or `far`."
    )


@attrs.frozen
class Rout:
    """What is left of it."""

    end: End
    platoons: int

    @property
    def label(self) -> str:
        if self.end is End.OVERRUN:
            return "overrun"
        return f"runs, {counted(self.platoons, 'platoon')} left" if self.platoons else "destroyed"


@attrs.frozen
class RoutInFull:
    """What is left of it and, if it was destroyed as it broke, how."""

    listed: Rout
    left: BattalionState


GUNS: Final = where("battalion.is_artillery")
RUNNING: Final = Stage("rally", BREAK_AND_RUN, ITSELF)
RALLY: Final = RUNNING.score(
    "rally from rout {value}+", "card.{battalion.value}.rally", ~GUNS, source="Scattering Platoons"
)


def _again(name: str, when: Condition) -> Modifier[Any]:
    """A reason to roll again."""
    return RUNNING.modifier(f"{name}, failures re-rolled", when & ~GUNS, points=1)


NEAR_GENERAL: Final = _again("general near", where("near_general"))
CHOSE: Final = _again("chose to run", where("chose"))
NOT_PURSUED: Final = _again("not pursued", ~where("pursued"))
ENDING: Final = Stage("rout", BREAK_AND_RUN, "enemy")
CAUGHT: Final = ENDING.modifier(
    "a pursuer catches it: it is destroyed",
    where("pursued") & where("caught") & ~GUNS,
    source="Charge Action, Catching the Enemy",
)
EDGE: Final = ENDING.modifier(
    "it reaches the edge of the table: it is destroyed unless it rallies there",
    _reaches_edge("move-open") & ~GUNS,
    source="Running off the Table",
)
SHATTERED: Final = ENDING.modifier(
    "Shattered before it broke",
    where("order", Order.SHATTERED) & ~GUNS,
    number=lambda form, tables: forms.acting(form, tables).platoons,
    source="Shattered Battalion Routs if It Breaks",
    also_reads=("platoons",),
)
DESTROYED: Final = ENDING.modifier(
    "guns that were Shattered before they broke are destroyed",
    where("order", Order.SHATTERED) & GUNS,
    source="Shattered Battalion Routs if It Breaks",
)
OVERRUN: Final = ENDING.modifier(
    "guns that break stay where they are and are overrun",
    GUNS,
    source="Charge Action, Overrunning Artillery",
    given=True,
)


class BreakAndRun(Check[RoutForm, Rout]):
    """What is left of a battalion that breaks and runs: platoons scatter, the edge of the table may
    be its end."""

    key = "break-and-run"
    source = BREAK_AND_RUN
    severity = Severity[Rout](
        lambda outcome: (outcome.end.is_lost is False, outcome.platoons), "the broken battalion"
    )
    measures = (Measure("survives", "it survives", lambda outcome: not outcome.end.is_lost),)
    modifiers = (
        *(RALLY, NEAR_GENERAL, CHOSE, NOT_PURSUED),
        *(SHATTERED, DESTROYED, OVERRUN, CAUGHT, EDGE),
    )
    mnemonic = "k"

    def quantities(self) -> Iterable[Pull]:
        """Its platoons."""
        yield strength(self.one)

    def procedure(self) -> Procedure[Any, Rout]:
        """The edge of the table first, then a die for each platoon."""
        return single(lambda chance: self._run(chance).listed)

    def in_full(self) -> Procedure[Any, RoutInFull]:
        """The same with how it was destroyed, if it was."""
        return single(self._run)

    def _run(self, chance: Chance) -> RoutInFull:
        one = attrs.evolve(self.one, near_general=self.holds(NEAR_GENERAL))
        side = Side(self.form.edge if self.holds(EDGE) else None)
        caught = Caught.YES if self.holds(CAUGHT) else Caught.NO
        all_of_it = pursuit.Detail.EVERYTHING
        chase = pursuit.Pursuit((one, one), (), side, side, caught, detail=all_of_it)
        hunters = () if self.holds(NOT_PURSUED) else (PURSUER,)
        order = self.rolling(one.order, SHATTERED, DESTROYED)
        state = BattalionState(one.platoons, order)
        left, _ = chase.run(RUNNER, state, hunters, self.holds(CHOSE), chance)
        assert left.end is not None
        return RoutInFull(Rout(left.end, left.platoons), left)

    def after(self, drawn: Rout | RoutInFull) -> Aftermath:
        """What keeps together, Shattered and in attack column."""
        outcome = drawn.listed if isinstance(drawn, RoutInFull) else drawn
        if outcome.end is End.OVERRUN:
            return Aftermath(actor=None, actor_gone="overrun")
        if not outcome.platoons:
            return Aftermath(actor=None, actor_gone="destroyed")
        left = {"platoons": str(outcome.platoons), "order": Order.SHATTERED.value}
        return Aftermath(actor=left | {"formation": Formation.ATTACK_COLUMN.value} | MOVED)

    def narrate(self, drawn: RoutInFull, draws: Draws) -> Narration:
        """What is left and where it goes."""
        left, loss = drawn.left, drawn.left.destroyed
        keep = "keeps" if left.platoons == 1 else "keep"
        event = f"breaks and runs, and {counted(left.platoons, 'platoon')} {keep} together"
        if loss or left.end is End.OVERRUN:
            event = "breaks and is destroyed" if loss else "is overrun"
        steps = [*flight_steps(self.one, self.one.platoons, left, self.form.edge)]
        if loss and loss.by in {DestroyedBy.SHATTERED, DestroyedBy.CAUGHT}:
            steps.append(removal_step(self.one, loss))
        return narrated(draws, f"{self.name} {event}", *steps)


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class PursuitForm(forms.OrderedBattalion):
    """A charging battalion whose enemies have all broken and run."""

    hold: bool = fields.hold(default=True)
    edge: Fraction | None = fields.edge(
        "Table edge",
        help="Inches to the edge over which the broken enemy ran, or `far` if it did not run off.",
    )


@attrs.frozen
class Pursued:
    """How the battalion ends."""

    end: End
    order: Order

    @property
    def label(self) -> str:
        if self.end is End.CHASED_OFF:
            return "chases the enemy off the table"
        return f"{'pursues' if self.end is End.PURSUED else 'remains in place'}, {self.order}"


PURSUING: Final = Stage("control", CONTROL, ITSELF)
NUMBER: Final = PURSUING.score("control pursuit {value}+", "card.{battalion.value}.control")
HOLD: Final = PURSUING.modifier("it is held back if it rolls that", where("hold"))
SOLID, SHATTERED_PURSUER = PURSUING.order_effects()
DISORDERED: Final = PURSUING.modifier(
    "once it pursues it is {order.disordered}",
    side="enemy",
    source="Charge Action, Pursuing a Broken Enemy",
    given=True,
)
FOLLOWS: Final = PURSUING.modifier(
    "it reaches the edge that the enemy ran over: it follows unless it rolls that, too",
    _reaches_edge("charge-move"),
    side="enemy",
    source="Charge Action, Pursuing off the Table",
)


class Pursue(Check[PursuitForm, Pursued]):
    """Whether a battalion can be held back from pursuit, and whether it stops at the edge of the
    table."""

    key = "pursue"
    label = "Pursuit"
    source = CONTROL
    severity = Severity[Pursued](
        lambda outcome: (-outcome.end.rank, -outcome.order.rank), "the pursuers"
    )
    measures = (
        Measure("holds", "it remains in place", lambda outcome: outcome.end is End.STANDS),
        Measure("lost", "it leaves the table", lambda outcome: outcome.end is End.CHASED_OFF),
    )
    modifiers = (NUMBER, HOLD, SOLID, SHATTERED_PURSUER, DISORDERED, FOLLOWS)
    mnemonic = "u"

    def refusals(self) -> Iterator[Refusal]:
        """Guns do not pursue."""
        yield from arm_refusals(self.one.card)

    def resolve(self, chance: Chance) -> Pursued:
        """The roll to control the pursuit, then the roll to halt at the edge."""
        one, follows = self.one, self.holds(FOLLOWS)
        sides = Side(hold=self.holds(HOLD)), Side(self.form.edge)
        chase = pursuit.Pursuit((one, one), (PURSUER,), *sides)
        state = BattalionState(one.platoons, self.rolling(one.order, SOLID, SHATTERED_PURSUER))
        if chase.holds(PURSUER, state, chance):
            return Pursued(End.STANDS, one.order)
        left = chase.pursue(PURSUER, state._replace(order=one.order), follows, chance)
        assert left.end is not None
        return Pursued(left.end, left.order)

    def after(self, drawn: Pursued) -> Aftermath:
        """The pursuer in its order, if it is still on the table."""
        if drawn.end is End.CHASED_OFF:
            return Aftermath(actor=None, actor_gone=GONE[drawn.end])
        return Aftermath(actor={"order": drawn.order.value} | MOVED)

    def narrate(self, drawn: Pursued, draws: Draws) -> Narration:
        """What it does."""
        name, order = self.name, drawn.order
        if drawn.end is End.STANDS:
            return narrated(draws, f"{name} remains in place", f"Leave {name} where it is, {order}")
        if drawn.end is End.CHASED_OFF:
            return narrated(draws, f"{name} chases the enemy off the battlefield", f"Remove {name}")
        away = self.one.card.number("charge-move")
        far = "to the edge of the table" if reaches(self.form.edge, away) else f"{away} inches"
        step = f"Move {name} {far} after the enemy and mark it {order}"
        return narrated(draws, f"{name} pursues and is {order}", step)
