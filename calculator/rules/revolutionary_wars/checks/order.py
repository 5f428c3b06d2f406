"""Keeping order in a reaction, and recovering it: the React roll and the Reform Action."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.errors import Refusal
from calculator.forms import Heading
from calculator.kinds import Word
from calculator.rules.action import Aftermath, Draws, Measure, Narration, Severity
from calculator.rules.revolutionary_wars import battalion, fields, forms
from calculator.rules.revolutionary_wars.battalion import Battalion, narrated
from calculator.rules.revolutionary_wars.cards import Card
from calculator.rules.revolutionary_wars.checks.check import ITSELF, Check, Stage
from calculator.rules.revolutionary_wars.rolls import Roll, RollAgain, at_least, at_most, passes
from calculator.rules.revolutionary_wars.terms import CardName, Formation, Order
from calculator.rules.tables import Tables

CAN_REACT: Final = "Reactions, When You Can React"
REACTIONS: Final = "Reactions, Disorder"
REFORM_ACTION: Final = "Reform Action"
SECOND: Final = "Reform Action, Second Reform Automatically Succeeds"


class Reaction(Word):
    """The three reactions."""

    SHOOT = "shoot"
    COUNTERCHARGE = "countercharge"
    CHANGE_FORMATION = "change-formation"


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class ReactForm(forms.OneBattalion):
    """A battalion that reacts to an enemy's second action."""

    battalion: CardName = fields.own_card(
        default=CardName.BRITISH_LINE,
        help="The card of the battalion that reacts.",
    )
    formation: Formation = fields.own_formation(default=Formation.LINE)
    reaction: Reaction = Heading("Battalion", CAN_REACT).choice(
        Reaction,
        help="Shoot, countercharge or change formation. The roll uses the formation in which it "
        "reacts.",
    )
    distance: Fraction = Heading("Enemy", CAN_REACT).inches(
        0,
        fields.TABLE,
        "Distance to the enemy",
        default=6,
        help="Inches to the enemy battalion that declares its second action.",
    )
    enemy: CardName = fields.enemy(
        default=CardName.FRENCH_LINE,
        help="The card of the enemy that charges.",
        matters=where("reaction", Reaction.COUNTERCHARGE),
    )


@attrs.frozen
class Reacted:
    """The order of the battalion once it has reacted."""

    order: Order

    @property
    def label(self) -> str:
        return f"reacts, {self.order}"


def keeps_order(one: Battalion, order: Order, chance: Chance) -> bool:
    """Whether a battalion that rolls as one of this order reacts without disorder.

    It does on its number or less; who is Solid rolls a failure again.
    """
    again = RollAgain.of(failures=order is Order.SOLID)
    roll = by_number(one.card.column("react", one.formation), again, one.card.tables)
    return passes(chance, roll, f"{one.name} reacts without disorder")


def by_number(number: int, again: RollAgain, tables: Tables) -> Roll:
    """A roll for a reform or react number."""
    return (at_most if tables.is_so("order.or-less") else at_least)(number, again)


REACTING: Final = Stage("react", REACTIONS, ITSELF)
NUMBER: Final = REACTING.modifier(
    "react number {value} in {formation}",
    value="card.{battalion.value}.react.{formation.value}",
    given=True,
)
SOLID, _ = REACTING.order_effects()


class React(Check[ReactForm, Reacted]):
    """Whether a battalion reacts to an enemy's second action without disordering itself."""

    key = "react"
    source = REACTIONS
    severity = Severity[Reacted](lambda outcome: -outcome.order.rank, "the reacting battalion")
    measures = (
        Measure("not-shattered", "it is not Shattered", lambda o: o.order is not Order.SHATTERED),
        Measure("solid", "it ends Solid", lambda outcome: outcome.order is Order.SOLID),
    )
    modifiers = (NUMBER, SOLID)

    def refusals(self) -> Iterator[Refusal]:
        """Why it cannot react."""
        yield from battalion.formation_refusals(self.one)
        yield from battalion.reacting_refusals(self.one)
        if self.form.distance > (reach := self.tables.points("reach.react")):
            yield Refusal(f"the enemy is more than {reach} inches away", "When You Can React")
        if self.form.reaction is Reaction.COUNTERCHARGE:
            enemy = Card(self.form.enemy, self.tables)
            yield from battalion.countercharging_refusals(self.one.card, enemy)

    def resolve(self, chance: Chance) -> Reacted:
        """One die, rolled again if a Solid battalion fails."""
        order = self.form.order
        kept = keeps_order(self.one, self.rolling(order, SOLID), chance)
        return Reacted(order if kept else order.disordered)

    def after(self, drawn: Reacted) -> Aftermath:
        """The battalion in its new order, about to make its reaction."""
        may = ("shoot",) if self.form.reaction is Reaction.SHOOT else ()
        return Aftermath(actor={"order": drawn.order.value}, may=may)

    def narrate(self, drawn: Reacted, draws: Draws) -> Narration:
        """Whether it is disordered at the end of its reaction."""
        if drawn.order is self.form.order:
            return narrated(draws, f"{self.name} reacts without disorder", "Make the reaction")
        mark = f"Make the reaction, then mark {self.name} {drawn.order}"
        return narrated(draws, f"{self.name} reacts and is disordered", mark)


class Attempt(Word):
    """Which of its Reform Actions a battalion takes."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


ROLLS: Final = ~where("attempt", Attempt.SECOND)


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class ReformForm(forms.OneBattalion):
    """A disordered battalion that reforms."""

    order: Order = fields.order(default=Order.SHAKEN, group="Battalion")
    attempt: Attempt = Heading("Battalion", SECOND).choice(
        Attempt,
        "Reform Action",
        help="The first of its actions, the second of two successive ones, which succeeds "
        "automatically, or both.",
    )
    near_general: bool = fields.near_general("General near", group="Battalion", matters=ROLLS)


@attrs.frozen
class Reformed:
    """The order of the battalion afterwards."""

    order: Order

    @property
    def label(self) -> str:
        return self.order.label


REFORMING: Final = Stage("reform", REFORM_ACTION, ITSELF)
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


class Reform(Check[ReformForm, Reformed]):
    """A Shaken or Shattered battalion tries to recover its order."""

    key = "reform"
    source = REFORM_ACTION
    severity = Severity[Reformed](lambda outcome: -outcome.order.rank, "the reforming battalion")
    measures = (Measure("solid", "it ends Solid", lambda outcome: outcome.order is Order.SOLID),)
    modifiers = (REFORMS, NEAR_GENERAL, SUCCEEDS, RECOVERY)
    mnemonic = "e"

    def refusals(self) -> Iterator[Refusal]:
        """Why there is nothing to reform."""
        yield from battalion.formation_refusals(self.one)
        if self.form.order is Order.SOLID:
            yield Refusal(f"{self.name} is Solid already and has nothing to reform", REFORM_ACTION)

    def resolve(self, chance: Chance) -> Reformed:
        """One die for the first Reform Action, none for the second; order does not re-roll it."""
        order = self.form.order
        if self.holds(REFORMS):
            again = RollAgain.of(failures=self.holds(NEAR_GENERAL))
            roll = by_number(int(self.total(REFORMS)), again, self.tables)
            if passes(chance, roll, f"{self.one.name} reforms"):
                order = order.reformed
        return Reformed(order.reformed if self.holds(SUCCEEDS) else order)

    def after(self, drawn: Reformed) -> Aftermath:
        """The battalion in its new order; after one Reform Action it may take another action."""
        may = battalion.permitted(drawn.order) if self.form.attempt is Attempt.FIRST else ()
        return Aftermath(actor={"order": drawn.order.value}, may=may)

    def narrate(self, drawn: Reformed, draws: Draws) -> Narration:
        """The order it is in now."""
        name, order = self.name, drawn.order
        if order is self.form.order:
            return narrated(draws, f"{name} does not reform and stays {order}")
        return narrated(draws, f"{name} reforms and is {order}", f"Mark {name} {order}")
