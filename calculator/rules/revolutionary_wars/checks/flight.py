"""Battalions that break and run, guns that are overrun, and those who pursue."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.conditions import Condition, Worked, where
from calculator.errors import Refusal
from calculator.forms import Form, Heading
from calculator.rules.action import Aftermath, Consequence, Measure, Outcome, Severity
from calculator.rules.modifiers import Pull, answers
from calculator.rules.phrases import a_or_an, counted
from calculator.rules.revolutionary_wars import battalions, fields, forms, rolls
from calculator.rules.revolutionary_wars.charge import fates, pursuit, rule
from calculator.rules.revolutionary_wars.charge.fates import BattalionState
from calculator.rules.revolutionary_wars.forms import GUNS
from calculator.rules.revolutionary_wars.terms import Card, CardName, Caught, Order

ONCE: Final = "Charge Action, Only Pursue Once"
RUNNER, PURSUER = 0, 1


def _reaches_edge(move: str) -> Condition:
    """That the edge of the table is nearer than a move of the card goes."""
    return Worked(
        lambda form, tables: pursuit.reaches(form.edge, Card(form.battalion, tables).number(move)),
        ("battalion", "edge"),
        "the move goes over the edge of the table",
    )


class RoutForm(forms.CountedBattalion):
    """A battalion that breaks and runs; its order is what it was before it broke."""

    near_general: bool = fields.own_general()
    chose: bool = fields.BATTALION.yes_no(
        "Chose to run", source="Charge Action, Choosing to Break and Run"
    )
    """It chose to run rather than to test: failed Rally from Rout rolls are rolled again."""
    pursued: bool = fields.AFTERWARDS.yes_no(default=True, source="Charge Action, No Pursuit")
    """An enemy pursues it. If none does, failed Rally from Rout rolls are rolled again."""
    caught: bool = fields.AFTERWARDS.yes_no(
        source="Charge Action, Catching the Enemy", matters=where("pursued")
    )
    """A pursuer contacts it, and it is destroyed."""
    edge: Fraction | None = fields.edge("Table edge")
    """Inches along its way to the edge of the table, or `far`."""


class Rout(Outcome):
    """What is left of it."""

    end: fates.End
    platoons: int

    @property
    def fate(self) -> fates.Fate:
        """The same, as of a battalion in a charge."""
        return fates.Fate(self.end, Order.SHATTERED, self.platoons)

    @property
    def label(self) -> str:
        return str(self.fate)


RUNNING: Final = rolls.Stage("rally", "Charge Action, Break and Run", rolls.ITSELF)
RALLY: Final = RUNNING.score(
    "rally from rout {value}+", "card.{battalion.value}.rally", ~GUNS, source="Scattering Platoons"
)
NEAR_GENERAL, CHOSE, NOT_PURSUED = (
    RUNNING.modifier(f"{name}, failures re-rolled", when & ~GUNS, points=1)
    for name, when in (
        ("general near", where("near_general")),
        ("chose to run", where("chose")),
        ("not pursued", ~where("pursued")),
    )
)
ENDING: Final = rolls.Stage("rout", side="enemy")
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
    "Shattered before it broke: it is destroyed",
    where("order", Order.SHATTERED),
    number=lambda form, tables: forms.fielded(form, tables).platoons,
    source="Shattered Battalion Routs if It Breaks",
    also_reads=("platoons",),
)
OVERRUN: Final = ENDING.modifier(
    "guns that break stay where they are and are overrun",
    GUNS,
    source="Charge Action, Overrunning Artillery",
    given=True,
)


class BreakAndRun(forms.Check[RoutForm, Rout]):
    """What is left of a battalion that breaks and runs: platoons scatter, the edge may end it."""

    key = "break-and-run"
    source = RUNNING.source
    severity = Severity[Rout](
        lambda outcome: (outcome.end not in fates.LOST, outcome.platoons), "the broken battalion"
    )
    measures = (Measure("survives", "it survives", lambda outcome: outcome.end not in fates.LOST),)
    modifiers = (RALLY, NEAR_GENERAL, CHOSE, NOT_PURSUED, SHATTERED, OVERRUN, CAUGHT, EDGE)

    def counting(self) -> Iterator[Pull]:
        yield from super().counting()
        yield forms.strength(self.one)

    def procedure(self) -> Procedure[Any, Rout]:
        return single(lambda chance: self.listed(self._run(chance)))

    def in_full(self) -> Procedure[Any, BattalionState]:
        return single(self._run)

    @staticmethod
    def listed(drawn: Rout | BattalionState) -> Rout:
        """What is left; how it was destroyed as it broke, if it was, odds do not list."""
        return drawn if isinstance(drawn, Rout) else Rout(drawn.fate().end, drawn.platoons)

    @cached_property
    def both(self) -> tuple[battalions.Battalion, battalions.Battalion]:
        """The runner, and a pursuer of whom nothing else is known."""
        general, edge = self.holds(NEAR_GENERAL), self.form.edge if self.holds(EDGE) else None
        one = attrs.evolve(self.one, near_general=general, edge=edge)
        return one, attrs.evolve(one, name="")

    def _run(self, chance: Chance) -> BattalionState:
        """The edge of the table first, then a die for each platoon."""
        caught = Caught.YES if self.holds(CAUGHT) else Caught.NO
        chase = pursuit.Pursuit(self.both, caught, fates.Detail.EVERYTHING)
        hunters = () if self.holds(NOT_PURSUED) else (PURSUER,)
        state = BattalionState(self.one.platoons, self.rolling(self.one.order, SHATTERED))
        return chase.run(RUNNER, state, hunters, self.holds(CHOSE), chance)[0]

    def after(self, drawn: Rout | BattalionState) -> Aftermath:
        return fates.left_by(self.listed(drawn).fate)

    def told(self, left: BattalionState) -> Iterator[str]:
        yield f"{self.one} {left.fate(counted=False)}"
        moves = rule.Moves(self.both, [BattalionState(self.one.platoons, self.one.order)], [left])
        yield from moves.flight(RUNNER)
        yield from moves.removal(RUNNER)


class PursuitForm(forms.OrderedBattalion):
    """A charging battalion whose enemies have all broken and run."""

    hold: bool = fields.hold(default=True)
    edge: Fraction | None = fields.edge("Table edge")
    """Inches to the edge over which the broken enemy ran, or `far` if it did not run off."""


class Pursued(Outcome):
    """How the battalion ends."""

    end: fates.End
    order: Order

    @property
    def fate(self) -> fates.Fate:
        """The same, as of a battalion in a charge."""
        return fates.Fate(self.end, self.order)

    @property
    def label(self) -> str:
        return str(self.fate)


PURSUING: Final = rolls.Stage("control", "Charge Action, Controlling Pursuit", rolls.ITSELF)
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


class Pursue(forms.Check[PursuitForm, Pursued]):
    """Whether a battalion can be held back from pursuit, or stops at the edge of the table."""

    key = "pursue"
    label = "Pursuit"
    source = PURSUING.source
    severity = Severity[Pursued](
        lambda outcome: (-outcome.end.rank, -outcome.order.rank), "the pursuers"
    )
    measures = (
        Measure("holds", "it remains in place", lambda outcome: outcome.end is fates.End.STANDS),
        Measure("lost", "it leaves the table", lambda outcome: outcome.end is fates.End.CHASED_OFF),
    )
    modifiers = (NUMBER, HOLD, SOLID, SHATTERED_PURSUER, DISORDERED, FOLLOWS)

    def refusals(self) -> Iterator[Refusal]:
        yield from self.one.arm_refusals()

    @cached_property
    def one(self) -> battalions.Battalion:
        return attrs.evolve(super().one, hold=self.holds(HOLD), edge_ahead=self.form.edge)

    def resolve(self, chance: Chance) -> Pursued:
        chase = pursuit.Pursuit([self.one])
        before = BattalionState(self.one.platoons, self.one.order)
        rolling = before._replace(order=self.rolling(before.order, SOLID, SHATTERED_PURSUER))
        if chase.holds(0, rolling, chance):
            return Pursued(fates.End.STANDS, before.order)
        left = chase.pursue(0, before, self.holds(FOLLOWS), chance).fate()
        return Pursued(left.end, left.order)

    def after(self, drawn: Pursued) -> Aftermath:
        return fates.left_by(drawn.fate)

    def told(self, drawn: Pursued) -> Iterator[str]:
        yield f"{self.one} {drawn.fate}"
        if drawn.end is fates.End.STANDS:
            yield f"Leave {self.one} where it is"
        before = BattalionState(self.one.platoons, self.one.order)
        left = before._replace(order=drawn.order, end=drawn.end)
        yield from rule.Moves([self.one], [before], [left]).pursuit(0)


SPIKE_ACTION: Final = "Spike Guns Action"
BACK_IN_SERVICE: Final = "Charge Action, Recovering Overrun Artillery"


class SpikeForm(forms.CountedBattalion):
    """A battalion beside overrun guns."""

    guns: int = fields.ENEMY.entry(fields.PLATOONS, "Overrun guns", default=3, source=SPIKE_ACTION)
    """Overrun artillery platoons within 2 inches of the battalion's platoons."""


class Spiked(Outcome):
    """Artillery platoons spiked or carried off."""

    guns: int

    @property
    def label(self) -> str:
        return f"{counted(self.guns, 'artillery platoon')} spiked"


SPIKING: Final = rolls.Stage("spike", SPIKE_ACTION, rolls.ITSELF)
DICE: Final = SPIKING.modifier(
    "dice, one for each platoon, on {value}+",
    value="spike.needed",
    number=lambda form, tables: forms.fielded(form, tables).platoons,
    given=True,
    also_reads=("platoons",),
)
SOLID_SPIKES, _ = SPIKING.order_effects()


class SpikeGuns(forms.Check[SpikeForm, Spiked]):
    """Platoons beside overrun guns spike them or carry them off."""

    key = "spike-guns"
    source = SPIKE_ACTION
    severity = Severity[Spiked](lambda outcome: outcome.guns, "the spiking battalion")
    measures = (Measure("any", "some gun is spiked", lambda outcome: outcome.guns > 0),)
    modifiers = (DICE, SOLID_SPIKES, *answers(SpikeForm, "guns", stage="spike"))
    gone = {"target": "overrun"}

    def refusals(self) -> Iterator[Refusal]:
        yield from self.one.shattered_refusals("spike guns", SPIKE_ACTION)

    def resolve(self, chance: Chance) -> Spiked:
        """A die for each platoon; no more are spiked than there are."""
        order = self.rolling(self.form.order, SOLID_SPIKES)
        roll = rolls.at_least(self.tables.points("spike.needed"), rolls.RollAgain.by_order(order))
        dice, guns = int(self.total(DICE)), self.form.guns
        ask = f"{self.one.name} spikes guns, {counted(dice, 'platoon')} on {roll}"
        return chance.read_off(rolls.passing(dice, roll), lambda hits: Spiked(min(hits, guns)), ask)

    def after(self, drawn: Spiked) -> Aftermath:
        if not drawn.guns:
            return Aftermath()
        left = self.form.guns - drawn.guns
        values, gone = ({"platoons": str(left)}, "overrun") if left else (None, "spiked")
        return Aftermath(others=(Consequence("guns", "the overrun artillery", values, gone),))

    def told(self, drawn: Spiked) -> Iterator[str]:
        guns = counted(drawn.guns, "artillery platoon")
        yield f"{self.one} spikes or carries off {guns}"
        if drawn.guns:
            yield f"Remove {guns}, {counted(self.form.guns - drawn.guns, 'overrun platoon')} left"


RECOVERED: Final = Heading("", BACK_IN_SERVICE)


class RecoverForm(Form):
    """An overrun battery, and the friendly battalion nearest to it as that activates."""

    battalion: CardName = fields.card("Battery", default=CardName("french-foot-guns"))
    """The card of the battery whose platoons were overrun."""
    platoons: int | None = fields.platoons("Overrun platoons")
    distance: Fraction = RECOVERED.inches(0, fields.TABLE, "Distance to friends", default=4)
    """Inches from the guns to the friendly battalion that activates."""
    threatened: bool = RECOVERED.yes_no("Enemy can charge them")
    """An enemy battalion is able to charge the guns with its next action."""


class Recovered(Outcome):
    """Artillery platoons put back into service; their battery is Shattered."""

    platoons: int

    @property
    def label(self) -> str:
        return f"{counted(self.platoons, 'artillery platoon')} recovered, Shattered"


FRIENDS: Final = rolls.Stage("recover", BACK_IN_SERVICE, "battery").modifier(
    "friends within {value} inches, and no enemy able to charge", value="reach.recover", given=True
)


class RecoverGuns(forms.Check[RecoverForm, Recovered]):
    """Whether a friendly battalion near overrun guns puts them back into service."""

    key = "recover-guns"
    source = BACK_IN_SERVICE
    severity = Severity[Recovered](lambda outcome: outcome.platoons, "the battery")
    modifiers = (FRIENDS, *answers(RecoverForm, "battalion", "platoons", stage="recover"))
    gone = {"actor": "overrun"}

    def refusals(self) -> Iterator[Refusal]:
        if not self.form.battalion.is_artillery:
            name = a_or_an(self.one.name)
            yield Refusal(f"only artillery is overrun and recovered, not {name}", BACK_IN_SERVICE)
        if self.form.distance > (reach := self.tables.points("reach.recover")):
            yield Refusal(f"the friendly battalion must be within {reach} inches", BACK_IN_SERVICE)
        if self.form.threatened:
            threat = "an enemy battalion can charge the guns with its next action"
            yield Refusal(threat, BACK_IN_SERVICE)

    def resolve(self, chance: Chance) -> Recovered:
        return Recovered(self.one.platoons)

    def after(self, drawn: Recovered) -> Aftermath:
        """The battery is back, Shattered; it is the friends who act."""
        left = {"platoons": str(drawn.platoons), "order": Order.SHATTERED.value}
        return Aftermath(actor=left, may=battalions.permitted(Order.SHATTERED))

    def told(self, drawn: Recovered) -> Iterator[str]:
        guns = f"{counted(drawn.platoons, 'platoon')} of {self.one}"
        yield f"{guns} back in service"
        yield f"Take the overrun markers off {guns}"
        yield f"Mark {self.one} Shattered"
