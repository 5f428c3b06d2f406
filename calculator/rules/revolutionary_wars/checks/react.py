"""Reacting without disorder, whatever the reaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance, Draw
from calculator.chance.resolution import Resolution, single
from calculator.errors import Refusal
from calculator.forms import choice, inches
from calculator.kinds import Word
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import formation_refusals, meeting_refusals
from calculator.rules.revolutionary_wars.cards import Card
from calculator.rules.revolutionary_wars.reaction import react_roll, reacts
from calculator.rules.revolutionary_wars.solo import acting
from calculator.rules.revolutionary_wars.telling import dice_shown, sentence
from calculator.rules.revolutionary_wars.terms import CardName, Formation, Order
from calculator.rules.system import Action, Aftermath, Factor, Measure, Words
from calculator.rules.tables import Tables

SOURCE: Final = "Reactions, Disorder"


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
        CardName.BRITISH_LINE,
        help="The card of the battalion that reacts.",
        group="Battalion",
        mnemonic="b",
    )
    formation: Formation = fields.formation(
        "Formation", Formation.LINE, group="Battalion", mnemonic="f"
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
        CardName.FRENCH_LINE,
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


def resolution(form: ReactForm, tables: Tables) -> Resolution[Any, Reacted]:
    """One die, rolled again if a Solid battalion fails."""
    one = acting(form, tables)

    def rule(chance: Chance) -> Reacted:
        return Reacted(reacts(one, chance))

    return single(rule)


def refusals(form: ReactForm, tables: Tables) -> Iterator[Refusal]:
    """Why it cannot react."""
    one = acting(form, tables)
    yield from formation_refusals(one.card, one.formation, one.platoons)
    if one.order is Order.SHATTERED:
        yield Refusal(f"the {one.name} is Shattered and cannot react", "When You Can React")
    reach = tables.points("reach.react")
    if form.distance > reach:
        yield Refusal(f"the enemy is more than {reach} inches away", "When You Can React")
    if form.reaction is Reaction.COUNTERCHARGE:
        yield from meeting_refusals(one.card, Card(form.enemy, tables))


def factors(form: ReactForm, tables: Tables) -> Iterator[Factor]:
    """What it needs."""
    one = acting(form, tables)
    roll = react_roll(one)
    yield Factor("react", f"in {one.formation}: {roll}", one.name, roll.high, SOURCE)


def words(form: ReactForm, outcome: Reacted, draws: Sequence[Draw], tables: Tables) -> Words:
    """Whether it is disordered at the end of its reaction."""
    one = acting(form, tables)
    if outcome.order is one.order:
        told, steps = f"the {one.name} reacts without disorder", ("Make the reaction",)
        return Words(sentence([told]), steps, dice_shown(draws))
    told = f"the {one.name} reacts and is disordered"
    mark = f"Make the reaction, then mark the {one.name} {outcome.order}"
    return Words(sentence([told]), (mark,), dice_shown(draws))


def aftermath(form: ReactForm, outcome: Reacted) -> Aftermath:
    """The battalion in its new order."""
    return Aftermath(actor={"order": outcome.order.value})


REACT: Final[Action[Any, Any]] = Action(
    key="react",
    label="React",
    help="Whether a battalion reacts to an enemy's second action without disordering itself.",
    source=SOURCE,
    form=ReactForm,
    resolution=resolution,
    words=words,
    severity=lambda outcome: -outcome.order.rank,
    factors=factors,
    refusals=refusals,
    measures=(
        Measure("not-shattered", "it is not Shattered", lambda o: o.order is not Order.SHATTERED),
        Measure("solid", "it ends Solid", lambda outcome: outcome.order is Order.SOLID),
    ),
    aftermath=aftermath,
)
