"""The Reform Action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance, Draw
from calculator.chance.resolution import Resolution, single
from calculator.errors import Refusal
from calculator.forms import choice
from calculator.kinds import Word
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import Battalion, formation_refusals
from calculator.rules.revolutionary_wars.rolls import Again, Roll, at_most, passes
from calculator.rules.revolutionary_wars.solo import acting
from calculator.rules.revolutionary_wars.telling import dice_shown, sentence
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.system import Action, Aftermath, Factor, Measure, Words
from calculator.rules.tables import Tables

SOURCE: Final = "Reform Action"


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
    return at_most(number, Again.of(failures=one.near_general))


def _reforming(form: ReformForm, tables: Tables) -> Battalion:
    return attrs.evolve(acting(form, tables), near_general=form.near_general)


def resolution(form: ReformForm, tables: Tables) -> Resolution[Any, Reformed]:
    """One die for the first Reform Action, none for the second."""
    one = _reforming(form, tables)

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


def refusals(form: ReformForm, tables: Tables) -> Iterator[Refusal]:
    """Why there is nothing to reform."""
    one = _reforming(form, tables)
    yield from formation_refusals(one.card, one.formation, one.platoons)
    if one.order is Order.SOLID:
        yield Refusal(f"the {one.name} is Solid already and has nothing to reform", SOURCE)


def factors(form: ReformForm, tables: Tables) -> Iterator[Factor]:
    """What it needs."""
    one = _reforming(form, tables)
    if form.attempt is not Attempt.SECOND:
        roll = reform_roll(one)
        yield Factor("reform", f"in {one.formation}: {roll}", one.name, roll.high, SOURCE)
        if form.near_general:
            yield Factor("reform", "general near, failures re-rolled", one.name, 1, SOURCE)
    if form.attempt is not Attempt.FIRST:
        source = "Second Reform Automatically Succeeds"
        yield Factor("reform", "second Reform Action succeeds", one.name, 6, source)


def words(form: ReformForm, outcome: Reformed, draws: Sequence[Draw], tables: Tables) -> Words:
    """The order it is in now."""
    one = _reforming(form, tables)
    if outcome.order is one.order:
        told, steps = f"the {one.name} does not reform and stays {one.order}", ()
        return Words(sentence([told]), steps, dice_shown(draws))
    told = f"the {one.name} reforms and is {outcome.order}"
    step = f"Mark the {one.name} {outcome.order}"
    return Words(sentence([told]), (step,), dice_shown(draws))


def aftermath(form: ReformForm, outcome: Reformed) -> Aftermath:
    """The battalion in its new order."""
    return Aftermath(actor={"order": outcome.order.value})


REFORM: Final[Action[Any, Any]] = Action(
    key="reform",
    label="Reform",
    help="A Shaken or Shattered battalion tries to recover its order.",
    source=SOURCE,
    form=ReformForm,
    resolution=resolution,
    words=words,
    severity=lambda outcome: -outcome.order.rank,
    factors=factors,
    refusals=refusals,
    measures=(Measure("solid", "it ends Solid", lambda outcome: outcome.order is Order.SOLID),),
    aftermath=aftermath,
    mnemonic="e",
)
