"""Keeping order in a reaction, and recovering it: the React roll and the Reform Action."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.forms import choice, inches
from calculator.kinds import Word
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor, ruled
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import (
    Battalion,
    countercharging_refusals,
    formation_refusals,
    permitted,
    reacting_refusals,
)
from calculator.rules.revolutionary_wars.cards import Card
from calculator.rules.revolutionary_wars.narration import narrated
from calculator.rules.revolutionary_wars.rolls import Roll, RollAgain, at_most, passes
from calculator.rules.revolutionary_wars.terms import CardName, Formation, Order
from calculator.rules.tables import Tables

REACTIONS: Final = "Reactions, Disorder"
REFORM_ACTION: Final = "Reform Action"


class Reaction(Word):
    """The three reactions."""

    SHOOT = "shoot"
    COUNTERCHARGE = "countercharge"
    CHANGE_FORMATION = "change-formation"


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class ReactForm(forms.OneBattalion):
    """A battalion that reacts to an enemy's second action."""

    battalion: CardName = fields.card(
        "Battalion",
        default=CardName.BRITISH_LINE,
        help="The card of the battalion that reacts.",
        group="Battalion",
        mnemonic="b",
    )
    formation: Formation = fields.formation(
        "Formation", default=Formation.LINE, group="Battalion", mnemonic="f"
    )
    reaction: Reaction = choice(
        Reaction,
        "Reaction",
        default=Reaction.SHOOT,
        group="Battalion",
        mnemonic="c",
        source="Reactions, When You Can React",
        help="Shoot, countercharge or change formation. The roll uses the formation in which it "
        "reacts.",
    )
    distance: Fraction = inches(
        0,
        fields.TABLE,
        "Distance to the enemy",
        default=6,
        group="Enemy",
        mnemonic="d",
        source="Reactions, When You Can React",
        help="Inches to the enemy battalion that declares its second action.",
    )
    enemy: CardName = fields.card(
        "Enemy",
        default=CardName.FRENCH_LINE,
        help="The card of the enemy that charges.",
        group="Enemy",
        mnemonic="B",
        matters=lambda form: form.reaction is Reaction.COUNTERCHARGE,
    )


@attrs.frozen
class Reacted:
    """The order of the battalion once it has reacted."""

    order: Order

    @property
    def label(self) -> str:
        """In the rules' words."""
        return f"reacts, {self.order}"


def react_roll(battalion: Battalion) -> Roll:
    """What a battalion needs to react without disorder: its number or less, Solid re-rolling."""
    number = battalion.card.column("react", battalion.formation)
    return at_most(number, RollAgain.of(failures=battalion.order is Order.SOLID))


def reacts(battalion: Battalion, chance: Chance) -> Order:
    """The order of a battalion once it has reacted."""
    kept = passes(chance, react_roll(battalion), f"{battalion.name} reacts without disorder")
    return battalion.order if kept else battalion.order.disordered


def react(form: ReactForm, tables: Tables) -> Procedure[Any, Reacted]:
    """One die, rolled again if a Solid battalion fails."""
    one = forms.acting(form, tables)
    return single(lambda chance: Reacted(reacts(one, chance)))


def react_refusals(form: ReactForm, tables: Tables) -> Iterator[Refusal]:
    """Why it cannot react."""
    one = forms.acting(form, tables)
    yield from formation_refusals(one)
    yield from reacting_refusals(one)
    if form.distance > (reach := tables.points("reach.react")):
        yield Refusal(f"the enemy is more than {reach} inches away", "When You Can React")
    if form.reaction is Reaction.COUNTERCHARGE:
        yield from countercharging_refusals(one.card, Card(form.enemy, tables))


def react_factors(form: ReactForm, tables: Tables) -> Iterator[Factor]:
    """What it needs."""
    one = forms.acting(form, tables)
    roll = react_roll(one)
    yield one.factor("react", f"in {one.formation}: {roll}", roll.high, REACTIONS, "react")


def narrate_reaction(form: ReactForm, outcome: Reacted, draws: Draws, tables: Tables) -> Narration:
    """Whether it is disordered at the end of its reaction."""
    one = forms.acting(form, tables)
    if outcome.order is one.order:
        return narrated(draws, f"the {one.name} reacts without disorder", "Make the reaction")
    mark = f"Make the reaction, then mark the {one.name} {outcome.order}"
    return narrated(draws, f"the {one.name} reacts and is disordered", mark)


def after_reaction(form: ReactForm, outcome: Reacted) -> Aftermath:
    """The battalion in its new order, about to make its reaction."""
    may = ("shoot",) if form.reaction is Reaction.SHOOT else ()
    return Aftermath(actor={"order": outcome.order.value}, may=may)


REACT: Final = declared(
    key="react",
    label="React",
    help="Whether a battalion reacts to an enemy's second action without disordering itself.",
    source=REACTIONS,
    form=ReactForm,
    procedure=react,
    narration=narrate_reaction,
    severity=Severity(lambda outcome: -outcome.order.rank, "the reacting battalion"),
    factors=react_factors,
    refusals=react_refusals,
    measures=(
        Measure("not-shattered", "it is not Shattered", lambda o: o.order is not Order.SHATTERED),
        Measure("solid", "it ends Solid", lambda outcome: outcome.order is Order.SOLID),
    ),
    aftermath=after_reaction,
)


class Attempt(Word):
    """Which of its Reform Actions a battalion takes."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class ReformForm(forms.OneBattalion):
    """A disordered battalion that reforms."""

    order: Order = fields.order("Order", default=Order.SHAKEN, group="Battalion", mnemonic="o")
    attempt: Attempt = choice(
        Attempt,
        "Reform Action",
        default=Attempt.FIRST,
        group="Battalion",
        mnemonic="c",
        source="Reform Action, Second Reform Automatically Succeeds",
        help="The first of its actions, the second of two successive ones, which succeeds "
        "automatically, or both.",
    )
    near_general: bool = fields.near_general(
        "General near",
        group="Battalion",
        mnemonic="g",
        matters=lambda form: form.attempt is not Attempt.SECOND,
    )


@attrs.frozen
class Reformed:
    """The order of the battalion afterwards."""

    order: Order

    @property
    def label(self) -> str:
        """In the rules' words."""
        return self.order.label


def reform_roll(one: Battalion) -> Roll:
    """What it needs: its number or less; being Shattered does not matter to it."""
    number = one.card.column("reform", one.formation)
    return at_most(number, RollAgain.of(failures=one.near_general))


def reform(form: ReformForm, tables: Tables) -> Procedure[Any, Reformed]:
    """One die for the first Reform Action, none for the second."""
    one = forms.acting(form, tables)

    def rule(chance: Chance) -> Reformed:
        order = one.order
        if form.attempt is not Attempt.SECOND and passes(
            chance, reform_roll(one), f"{one.name} reforms"
        ):
            order = order.reformed
        if form.attempt is not Attempt.FIRST:
            order = order.reformed
        return Reformed(order)

    return single(rule)


def reform_refusals(form: ReformForm, tables: Tables) -> Iterator[Refusal]:
    """Why there is nothing to reform."""
    one = forms.acting(form, tables)
    yield from formation_refusals(one)
    if one.order is Order.SOLID:
        yield Refusal(f"the {one.name} is Solid already and has nothing to reform", REFORM_ACTION)


def reform_factors(form: ReformForm, tables: Tables) -> Iterator[Factor]:
    """What it needs."""
    one = forms.acting(form, tables)
    if form.attempt is not Attempt.SECOND:
        roll = reform_roll(one)
        yield one.factor(
            "reform", f"in {one.formation}: {roll}", roll.high, REFORM_ACTION, "reform"
        )
        if form.near_general:
            yield ruled("reform", "general near, failures re-rolled", one.name, 1, REFORM_ACTION)
    if form.attempt is not Attempt.FIRST:
        source = "Second Reform Automatically Succeeds"
        yield ruled("reform", "second Reform Action succeeds", one.name, 6, source)


def narrate_reform(form: ReformForm, outcome: Reformed, draws: Draws, tables: Tables) -> Narration:
    """The order it is in now."""
    one = forms.acting(form, tables)
    if outcome.order is one.order:
        return narrated(draws, f"the {one.name} does not reform and stays {one.order}")
    name, order = f"the {one.name}", outcome.order
    return narrated(draws, f"{name} reforms and is {order}", f"Mark {name} {order}")


def after_reform(form: ReformForm, outcome: Reformed) -> Aftermath:
    """The battalion in its new order; after one Reform Action it may take another action."""
    may = permitted(outcome.order) if form.attempt is Attempt.FIRST else ()
    return Aftermath(actor={"order": outcome.order.value}, may=may)


REFORM: Final = declared(
    key="reform",
    label="Reform",
    help="A Shaken or Shattered battalion tries to recover its order.",
    source=REFORM_ACTION,
    form=ReformForm,
    procedure=reform,
    narration=narrate_reform,
    severity=Severity(lambda outcome: -outcome.order.rank, "the reforming battalion"),
    factors=reform_factors,
    refusals=reform_refusals,
    measures=(Measure("solid", "it ends Solid", lambda outcome: outcome.order is Order.SOLID),),
    aftermath=after_reform,
    mnemonic="e",
)
