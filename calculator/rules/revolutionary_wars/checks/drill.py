"""Keeping order in a reaction, recovering it, and what is done with overrun guns."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.errors import Refusal
from calculator.forms import Form, Heading
from calculator.kinds import Word
from calculator.rules.action import Aftermath, Consequence, Measure, Outcome, Severity
from calculator.rules.modifiers import answers
from calculator.rules.phrases import a_or_an, counted
from calculator.rules.revolutionary_wars import battalions, fields, forms, rolls
from calculator.rules.revolutionary_wars.battalions import Battalion
from calculator.rules.revolutionary_wars.terms import Card, CardName, Formation, Order

CAN_REACT: Final = "Reactions, When You Can React"
SECOND: Final = "Reform Action, Second Reform Automatically Succeeds"


class Reaction(Word):
    """The three reactions."""

    SHOOT = "shoot"
    COUNTERCHARGE = "countercharge"
    CHANGE_FORMATION = "change-formation"


class ReactForm(forms.OneBattalion):
    """A battalion that reacts to an enemy's second action."""

    battalion: CardName = fields.card(group="Battalion", default=CardName("british-line"))
    """The card of the battalion that reacts."""
    formation: Formation = fields.own_formation(default=Formation.LINE)
    reaction: Reaction = Heading("Battalion", CAN_REACT).choice(Reaction)
    """Shoot, countercharge or change formation. The roll uses the formation in which it reacts."""
    distance: Fraction = Heading("Enemy", CAN_REACT).inches(
        0, fields.TABLE, "Distance to the enemy", default=6
    )
    """Inches to the enemy battalion that declares its second action."""
    enemy: CardName = fields.enemy(
        default=CardName("french-line"), matters=where("reaction", Reaction.COUNTERCHARGE)
    )
    """The card of the enemy that charges."""


class Reacted(Outcome):
    """The order of the battalion once it has reacted."""

    order: Order

    @property
    def label(self) -> str:
        return f"reacts, {self.order}"


def keeps_order(one: Battalion, order: Order, chance: Chance) -> bool:
    """Whether a battalion that rolls as one of this order reacts without disorder.

    It does on its number or less; who is Solid rolls a failure again.
    """
    again = rolls.RollAgain.of(failures=order is Order.SOLID)
    roll = by_number(one, one.card.column("react", one.formation), again)
    return rolls.passes(chance, roll, f"{one.name} reacts without disorder")


def by_number(one: Battalion, number: int, again: rolls.RollAgain) -> rolls.Roll:
    """A roll for a battalion's reform or react number."""
    or_less = one.card.tables.is_so("order.or-less")
    return (rolls.at_most if or_less else rolls.at_least)(number, again)


REACTING: Final = rolls.Stage("react", "Reactions, Disorder", rolls.ITSELF)
NUMBER: Final = REACTING.modifier(
    "react number {value} in {formation}",
    value="card.{battalion.value}.react.{formation.value}",
    given=True,
)
SOLID, _ = REACTING.order_effects()


class React(forms.Check[ReactForm, Reacted]):
    """Whether a battalion reacts to an enemy's second action without disordering itself."""

    key = "react"
    source = REACTING.source
    severity = Severity[Reacted](lambda outcome: -outcome.order.rank, "the reacting battalion")
    measures = (
        Measure("not-shattered", "it is not Shattered", lambda o: o.order is not Order.SHATTERED),
        Measure("solid", "it ends Solid", lambda outcome: outcome.order is Order.SOLID),
    )
    modifiers = (NUMBER, SOLID)

    def refusals(self) -> Iterator[Refusal]:
        yield from self.one.formation_refusals()
        yield from self.one.reacting_refusals(self.form.distance)
        if self.form.reaction is Reaction.COUNTERCHARGE:
            enemy = Card(self.form.enemy, self.tables)
            yield from battalions.countercharging_refusals(self.one.card, enemy)

    def resolve(self, chance: Chance) -> Reacted:
        """One die, rolled again if a Solid battalion fails."""
        order = self.form.order
        kept = keeps_order(self.one, self.rolling(order, SOLID), chance)
        return Reacted(order if kept else order.disordered)

    def after(self, drawn: Reacted) -> Aftermath:
        """The battalion in its new order, about to make its reaction."""
        may = ("shoot",) if self.form.reaction is Reaction.SHOOT else ()
        return Aftermath(actor={"order": drawn.order.value}, may=may)

    def told(self, drawn: Reacted) -> Iterator[str]:
        kept = drawn.order is self.form.order
        yield f"{self.name} reacts {'without disorder' if kept else 'and is disordered'}"
        yield "Make the reaction" + f", then mark {self.name} {drawn.order}" * (not kept)


class Attempt(Word):
    """Which of its Reform Actions a battalion takes."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


ROLLS: Final = ~where("attempt", Attempt.SECOND)


class ReformForm(forms.OneBattalion):
    """A disordered battalion that reforms."""

    order: Order = fields.order(default=Order.SHAKEN, group="Battalion")
    attempt: Attempt = Heading("Battalion", SECOND).choice(Attempt, "Reform Action")
    """The first of its actions, the second of two successive ones, which succeeds, or both."""
    near_general: bool = fields.own_general(matters=ROLLS)


class ReformOutcome(Outcome):
    """The order of the battalion afterwards."""

    order: Order

    @property
    def label(self) -> str:
        return self.order.label


REFORMING: Final = rolls.Stage("reform", "Reform Action", rolls.ITSELF)
REFORMS: Final = REFORMING.modifier(
    "reform number {value} in {formation}",
    ROLLS,
    value="card.{battalion.value}.reform.{formation.value}",
    given=True,
)
NEAR_GENERAL: Final = REFORMING.modifier(
    "general near, failures re-rolled", ROLLS & where("near_general"), points=1
)
SUCCEEDS: Final = REFORMING.modifier(
    "second Reform Action succeeds", ~where("attempt", Attempt.FIRST), points=6, source=SECOND
)
RECOVERY: Final = REFORMING.modifier("{order}, and {order.reformed} once it reforms", given=True)


class Reform(forms.Check[ReformForm, ReformOutcome]):
    """A Shaken or Shattered battalion tries to recover its order."""

    key = "reform"
    source = REFORMING.source
    severity = Severity[ReformOutcome](lambda o: -o.order.rank, "the reforming battalion")
    measures = (Measure("solid", "it ends Solid", lambda outcome: outcome.order is Order.SOLID),)
    modifiers = (REFORMS, NEAR_GENERAL, SUCCEEDS, RECOVERY)
    mnemonic = "e"

    def refusals(self) -> Iterator[Refusal]:
        yield from self.one.formation_refusals()
        if self.form.order is Order.SOLID:
            yield Refusal(f"{self.name} is Solid already and has nothing to reform", self.source)

    def resolve(self, chance: Chance) -> ReformOutcome:
        """One die for the first Reform Action, none for the second; order does not re-roll it."""
        order = self.form.order
        if self.holds(REFORMS):
            again = rolls.RollAgain.of(failures=self.holds(NEAR_GENERAL))
            roll = by_number(self.one, int(self.total(REFORMS)), again)
            if rolls.passes(chance, roll, f"{self.one.name} reforms"):
                order = order.reformed
        return ReformOutcome(order.reformed if self.holds(SUCCEEDS) else order)

    def after(self, drawn: ReformOutcome) -> Aftermath:
        """The battalion in its new order; after one Reform Action it may take another action."""
        may = battalions.permitted(drawn.order) if self.form.attempt is Attempt.FIRST else ()
        return Aftermath(actor={"order": drawn.order.value}, may=may)

    def told(self, drawn: ReformOutcome) -> Iterator[str]:
        name, order = self.name, drawn.order
        if order is self.form.order:
            yield f"{name} does not reform and stays {order}"
        else:
            yield f"{name} reforms and is {order}"
            yield f"Mark {name} {order}"


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
    mnemonic = "i"
    gone = {"target": "overrun"}

    def refusals(self) -> Iterator[Refusal]:
        if self.form.order is Order.SHATTERED:
            forbidden = "is Shattered and may not take a Spike Guns Action"
            yield Refusal(f"{self.name} {forbidden}", SPIKE_ACTION)

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
        yield f"{self.name} spikes or carries off {guns}"
        if drawn.guns:
            left = counted(self.form.guns - drawn.guns, "overrun platoon")
            yield f"Remove {guns}, {left} left"


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
    mnemonic = "d"
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
        guns = f"{counted(drawn.platoons, 'platoon')} of {self.name}"
        yield f"{guns} back in service"
        yield f"Take the overrun markers off {guns}"
        yield f"Mark {self.name} Shattered"
