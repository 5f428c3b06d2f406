"""What keeps battalions and brigades together: reactions, reforming, morale, skirmishers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Final

from calculator.chance.interface import Chance
from calculator.conditions import Worked, where
from calculator.errors import Refusal
from calculator.forms import Form, Heading
from calculator.kinds import Optional, Whole, Word
from calculator.rules.action import Aftermath, Consequence, Measure, Outcome, Parties, Severity
from calculator.rules.modifiers import answers
from calculator.rules.phrases import a_or_an, counted
from calculator.rules.revolutionary_wars import battalions, fields, forms, rolls
from calculator.rules.revolutionary_wars.terms import Card, CardName, Formation, Order, Troops
from calculator.standing import Standing

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


class OrderAfter(Outcome):
    """The order of the battalion afterwards."""

    order: Order

    @property
    def label(self) -> str:
        return self.order.label


def keeps_order(one: battalions.Battalion, order: Order, chance: Chance) -> bool:
    """Whether a battalion that rolls as one of this order reacts without disorder, on its number or
    less; who is Solid rolls a failure again."""
    roll = by_number(one, one.card.column("react", one.formation), order is Order.SOLID)
    return rolls.passes(chance, roll, f"{one.name} reacts without disorder")


def by_number(one: battalions.Battalion, number: int, again: bool) -> rolls.Roll:
    """A roll for a battalion's reform or react number; a failure may be rolled `again`."""
    needed = rolls.at_most if one.card.tables.is_so("order.or-less") else rolls.at_least
    return needed(number, rolls.RollAgain.of(failures=again))


REACTING: Final = rolls.Stage("react", "Reactions, Disorder", rolls.ITSELF)
NUMBER: Final = REACTING.modifier(
    "react number {value} in {formation}",
    value="card.{battalion.value}.react.{formation.value}",
    given=True,
)
SOLID, _ = REACTING.order_effects()

SOLID_AFTER: Final = Measure[OrderAfter](
    "solid", "it ends Solid", lambda outcome: outcome.order is Order.SOLID
)


class React(forms.Check[ReactForm, OrderAfter]):
    """Whether a battalion reacts to an enemy's second action without disordering itself."""

    key = "react"
    source = REACTING.source
    severity = Severity[OrderAfter](lambda outcome: -outcome.order.rank, "the reacting battalion")
    measures = (
        Measure("not-shattered", "it is not Shattered", lambda o: o.order is not Order.SHATTERED),
        SOLID_AFTER,
    )
    modifiers = (NUMBER, SOLID)

    def refusals(self) -> Iterator[Refusal]:
        yield from self.one.formation_refusals()
        yield from self.one.reacting_refusals(self.form.distance)
        if self.form.reaction is Reaction.COUNTERCHARGE:
            yield from self.one.countercharging_refusals(Card(self.form.enemy, self.tables))

    def resolve(self, chance: Chance) -> OrderAfter:
        order = self.form.order
        kept = keeps_order(self.one, self.rolling(order, SOLID), chance)
        return OrderAfter(order if kept else order.disordered)

    def after(self, drawn: OrderAfter) -> Aftermath:
        may = ("shoot",) if self.form.reaction is Reaction.SHOOT else ()
        return Aftermath(actor={"order": drawn.order.value}, may=may)

    def told(self, drawn: OrderAfter) -> Iterator[str]:
        kept = drawn.order is self.form.order
        yield f"{self.one} reacts {'without disorder' if kept else 'and is disordered'}"
        yield "Make the reaction" + f", then mark {self.one} {drawn.order}" * (not kept)


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


class Reform(forms.Check[ReformForm, OrderAfter]):
    """A Shaken or Shattered battalion tries to recover its order."""

    key = "reform"
    source = REFORMING.source
    severity = Severity[OrderAfter](lambda outcome: -outcome.order.rank, "the reforming battalion")
    measures = (SOLID_AFTER,)
    modifiers = (REFORMS, NEAR_GENERAL, SUCCEEDS, RECOVERY)

    def refusals(self) -> Iterator[Refusal]:
        yield from self.one.formation_refusals()
        if self.form.order is Order.SOLID:
            yield Refusal(f"{self.one} is Solid already and has nothing to reform", self.source)

    def resolve(self, chance: Chance) -> OrderAfter:
        """One die for the first Reform Action, none for the second; order does not re-roll it."""
        order = self.form.order
        if self.holds(REFORMS):
            roll = by_number(self.one, int(self.total(REFORMS)), self.holds(NEAR_GENERAL))
            if rolls.passes(chance, roll, f"{self.one.name} reforms"):
                order = order.reformed
        return OrderAfter(order.reformed if self.holds(SUCCEEDS) else order)

    def after(self, drawn: OrderAfter) -> Aftermath:
        """The battalion in its new order; after one Reform Action it may take another action."""
        may = battalions.permitted(drawn.order) if self.form.attempt is Attempt.FIRST else ()
        return Aftermath(actor={"order": drawn.order.value}, may=may)

    def told(self, drawn: OrderAfter) -> Iterator[str]:
        if drawn.order is self.form.order:
            yield f"{self.one} does not reform and stays {drawn.order}"
        else:
            yield f"{self.one} reforms and is {drawn.order}"
            yield f"Mark {self.one} {drawn.order}"


MORALE_CHECK: Final = "Start of Turn, Check Brigade Morale"
REPLENISHING: Final = "Shoot Action, Replenishing Skirmishers"
PLATOON_GIVERS: Final = {Troops.LINE, Troops.LIGHT, Troops.LINE_CAVALRY, Troops.LIGHT_CAVALRY}
MORALE: Final = Heading("", MORALE_CHECK)
REPLENISHED: Final = Heading("", REPLENISHING)


class BrigadeForm(Form):
    """A brigade at the start of its player's turn."""

    battalions: int = MORALE.entry(Whole(0, 20, "battalions"), "Battalions left", default=2)
    """Battalions of the brigade on the table or in reserve."""
    other_brigades: int = MORALE.entry(Whole(0, 20, "brigades"), "Other brigades left", default=2)
    """The player's other brigades on the table or in reserve."""
    leader: str | None = forms.leader("Its general", "Who commands the brigade.", MORALE_CHECK)


class Morale(Word):
    """What the check finds, worst first."""

    LOSES_THE_GAME = (
        "breaks-and-loses-the-game",
        "the last brigade breaks and its player loses the game",
    )
    BREAKS = "breaks", "the brigade breaks and is destroyed"
    HOLDS = "holds", "the brigade holds"


class BrigadeMorale(Outcome):
    """What becomes of the brigade."""

    morale: Morale

    @property
    def label(self) -> str:
        return self.morale.label


CHECK: Final = rolls.Stage("morale", MORALE_CHECK, "brigade")
LEFT: Final = CHECK.modifier("of its battalions are left", number="battalions", given=True)
REDUCED: Final = CHECK.modifier(
    "reduced to a single battalion, it breaks",
    Worked(
        lambda form, tables: form.battalions <= tables.points("brigade.breaks"),
        ("battalions",),
        "the brigade is reduced to a single battalion",
    ),
    side="enemy",
)
LAST: Final = CHECK.modifier(
    "no other brigade is left: its player loses if it breaks",
    where("other_brigades", 0),
    side="enemy",
)


class MoraleCheck(forms.Told[BrigadeForm, BrigadeMorale]):
    """Whether a brigade breaks at the start of its turn, and whether that loses the game."""

    key = "brigade-morale"
    source = MORALE_CHECK
    severity = Severity[BrigadeMorale](lambda outcome: outcome.morale.rank, "the brigade")
    measures = (Measure("holds", "it holds", lambda outcome: outcome.morale is Morale.HOLDS),)
    modifiers = (LEFT, REDUCED, LAST)

    def refusals(self) -> Iterator[Refusal]:
        """A brigade without a battalion has broken before, and is not checked again."""
        if not self.form.battalions:
            gone = "a brigade that has no battalion left is gone and takes no check"
            yield Refusal(gone, MORALE_CHECK, Standing.READING)

    @property
    def last(self) -> tuple[str, str]:
        """Who goes with the brigade."""
        return "the last surviving battalion", self.form.leader or "the brigade general"

    def resolve(self, chance: Chance) -> BrigadeMorale:
        broken = Morale.LOSES_THE_GAME if self.holds(LAST) else Morale.BREAKS
        return BrigadeMorale(broken if self.holds(REDUCED) else Morale.HOLDS)

    def after(self, drawn: BrigadeMorale) -> Aftermath:
        if drawn.morale is Morale.HOLDS:
            return Aftermath()
        broken = (Consequence("battalions", one, None, "broken") for one in self.last)
        return Aftermath(others=tuple(broken))

    def told(self, drawn: BrigadeMorale) -> Iterator[str]:
        yield drawn.morale.meaning
        if drawn.morale is not Morale.HOLDS:
            yield f"Remove {' and '.join(self.last)} from the game"


class ReplenishForm(Form):
    """Platoons of a battalion broken up to make good a skirmish battalion's losses."""

    battalion: CardName = fields.card(default=CardName("french-line"))
    """The card of the line or light battalion, foot or horse, that gives up platoons."""
    platoons: int | None = fields.platoons("Platoons it has")
    removed: int = REPLENISHED.entry(fields.PLATOONS, "Platoons removed", default=1)
    """Platoons that it gives up."""
    skirmishers: CardName = fields.card(default=CardName("french-skirmish"))
    """The card of the skirmish battalion of the same brigade."""
    lost: int = REPLENISHED.entry(fields.PLATOONS_OR_NONE, "Skirmish platoons lost", default=4)
    """Platoons that the skirmish battalion has lost: no more than these return."""
    skirmish_platoons: int | None = REPLENISHED.entry(
        Optional(fields.PLATOONS_OR_NONE, "card-less-lost"), "Skirmish platoons left"
    )
    """Platoons that the skirmish battalion still has."""
    distance: Fraction = REPLENISHED.inches(0, fields.TABLE, "Distance between them", default=6)
    """Inches from the platoons that are removed to the skirmishers."""


class Replenished(Outcome):
    """Skirmish platoons returned to the table, and the platoons that both battalions have then."""

    returned: int
    giver: int
    skirmishers: int

    @property
    def label(self) -> str:
        return f"{counted(self.returned, 'skirmish platoon')} returned"


ASKED: Final = ("battalion", "platoons", "removed", "skirmishers", "lost", "skirmish_platoons")
RETURNS: Final = rolls.Stage("replenish", REPLENISHING, "skirmishers")
NONE_LOST: Final = RETURNS.modifier(
    "no skirmish platoon is lost: nothing comes of it", where("lost", 0)
)
EACH: Final = RETURNS.modifier(
    "skirmish platoons for each removed",
    ~where("battalion.is_artillery"),
    number=lambda form, tables: tables.points(
        f"replenish.{Card(form.battalion, tables).arm.value}"
    ),
    given=True,
)


class Replenish(forms.Check[ReplenishForm, Replenished]):
    """How many skirmish platoons come back for line or light platoons given up."""

    key = "replenish"
    label = "Replenish skirmishers"
    source = REPLENISHING
    severity = Severity[Replenished](lambda outcome: outcome.returned, "the skirmishers")
    measures = (Measure("returns", "some return", lambda outcome: outcome.returned > 0),)
    modifiers = (EACH, NONE_LOST, *answers(ReplenishForm, *ASKED))
    futile = NONE_LOST

    @cached_property
    def skirmishers(self) -> battalions.Battalion:
        """Those whose losses are made good."""
        return forms.fielded(self.form, self.tables, "skirmishers")

    def refusals(self) -> Iterator[Refusal]:
        removed, giver, skirmishers = self.form.removed, self.one, self.skirmishers
        if giver.card.troops not in PLATOON_GIVERS:
            yield Refusal("only line or light platoons are given up", REPLENISHING)
        if not skirmishers.card.is_skirmish:
            yield Refusal(f"{a_or_an(skirmishers.name)} is no skirmish battalion", REPLENISHING)
        elif giver.card.arm is not skirmishers.card.arm:
            yield Refusal("foot makes good foot skirmishers, and horse mounted ones", REPLENISHING)
        if removed > (has := giver.platoons):
            problem = f"{removed} platoons cannot be given up by a battalion that has {has}"
            yield Refusal(problem, REPLENISHING)
        if self.form.distance > (reach := self.tables.points("reach.replenish")):
            yield Refusal(f"the platoons must be within {reach} inches", REPLENISHING)

    def resolve(self, chance: Chance) -> Replenished:
        form, left = self.form, self.form.skirmish_platoons
        back = min(form.lost, form.removed * int(self.total(EACH)))
        if left is None:
            left = max(0, self.skirmishers.card.number("platoons") - form.lost)
        return Replenished(back, self.one.platoons - form.removed, left + back)

    def after(self, drawn: Replenished) -> Aftermath:
        values = {"platoons": str(drawn.skirmishers)}
        giver, gone = ({"platoons": str(drawn.giver)}, "") if drawn.giver else (None, "broken up")
        others = (Consequence("skirmishers", self.skirmishers.name, values),)
        return Aftermath(actor=giver, actor_gone=gone, others=others)

    def parties(self) -> Parties:
        return battalions.called({"actor": self.one, "friend": self.skirmishers})

    def told(self, drawn: Replenished) -> Iterator[str]:
        back = counted(drawn.returned, "skirmish platoon")
        removed = counted(self.form.removed, "platoon")
        yield f"{removed} {'makes' if self.form.removed == 1 else 'make'} good {back}"
        yield f"Remove {removed} of {self.one}"
        yield f"Return {back} to {self.skirmishers}"
