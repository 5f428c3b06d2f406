"""Overrun guns: the Spike Guns Action, and their recovery by friends."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.chance.interface import Throw
from calculator.chance.procedure import Procedure, settled, single
from calculator.errors import Refusal
from calculator.forms import Form, inches, yes_no
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import Aftermath, Consequence
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor
from calculator.rules.phrases import a_or_an, counted
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import permitted
from calculator.rules.revolutionary_wars.cards import Card
from calculator.rules.revolutionary_wars.narration import narrated
from calculator.rules.revolutionary_wars.rolls import by_order, passing
from calculator.rules.revolutionary_wars.terms import CardName, Order
from calculator.rules.tables import Tables

SPIKE_ACTION: Final = "Spike Guns Action"
RECOVERY: Final = "Charge Action, Recovering Overrun Artillery"


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class SpikeForm(forms.CountedBattalion):
    """A battalion beside overrun guns."""

    guns: int = fields.count(
        "Overrun guns",
        default=3,
        group="Enemy",
        mnemonic="g",
        source=SPIKE_ACTION,
        help="Overrun artillery platoons within 2 inches of the battalion's platoons.",
    )


@attrs.frozen
class Spiked:
    """Artillery platoons spiked or carried off."""

    guns: int

    @property
    def label(self) -> str:
        """In a few words."""
        return f"{counted(self.guns, 'artillery platoon')} spiked"


def spike(form: SpikeForm, tables: Tables) -> Procedure[Any, Spiked]:
    """A die for each platoon, by its order like any roll; no more are spiked than there are."""
    one, roll = forms.acting(form, tables), by_order(tables.points("spike.needed"), form.order)
    ask = f"{one.name} spikes guns, {counted(one.platoons, 'platoon')} on {roll}"
    return single(
        Throw(passing(one.platoons, roll), lambda hits: Spiked(min(hits, form.guns)), ask)
    )


def spike_refusals(form: SpikeForm, tables: Tables) -> Iterator[Refusal]:
    """Why it cannot spike guns."""
    if form.order is Order.SHATTERED:
        name = form.battalion.battalion
        yield Refusal(f"the {name} is Shattered and may not take a Spike Guns Action", SPIKE_ACTION)


def spike_factors(form: SpikeForm, tables: Tables) -> Iterator[Factor]:
    """What each platoon needs."""
    one, roll = forms.acting(form, tables), by_order(tables.points("spike.needed"), form.order)
    name = f"{counted(one.platoons, 'die', 'dice')} on {roll}"
    yield Factor("spike", name, one.name, one.platoons, SPIKE_ACTION, ("spike.needed",))


def after_spiking(form: SpikeForm, outcome: Spiked) -> Aftermath:
    """The overrun guns that are left, if any."""
    if not outcome.guns:
        return Aftermath()
    left = form.guns - outcome.guns
    values, gone = ({"platoons": str(left)}, "") if left else (None, "spiked")
    return Aftermath(others=(Consequence("guns", "the overrun artillery", values, gone),))


def narrate_spiking(form: SpikeForm, outcome: Spiked, draws: Draws, tables: Tables) -> Narration:
    """How many guns are gone."""
    guns = counted(outcome.guns, "artillery platoon")
    left = counted(form.guns - outcome.guns, "overrun platoon")
    steps = (f"Remove {guns}, {left} left",) if outcome.guns else ()
    return narrated(draws, f"the {form.battalion.battalion} spikes or carries off {guns}", *steps)


SPIKE: Final = declared(
    key="spike-guns",
    label="Spike guns",
    help="Platoons beside overrun guns spike them or carry them off.",
    source=SPIKE_ACTION,
    form=SpikeForm,
    procedure=spike,
    narration=narrate_spiking,
    severity=Severity(lambda outcome: outcome.guns, "the spiking battalion"),
    aftermath=after_spiking,
    factors=spike_factors,
    refusals=spike_refusals,
    measures=(Measure("any", "some gun is spiked", lambda outcome: outcome.guns > 0),),
    mnemonic="i",
)


@attrs.frozen(kw_only=True)
class RecoverForm(Form):
    """An overrun battery, and the friendly battalion nearest to it as that activates."""

    battalion: CardName = fields.card(
        "Battery",
        default=CardName.FRENCH_FOOT_GUNS,
        help="The card of the battery whose platoons were overrun.",
        mnemonic="b",
    )
    platoons: int | None = fields.platoons("Overrun platoons", mnemonic="n")
    distance: Fraction = inches(
        0,
        fields.TABLE,
        "Distance to friends",
        default=4,
        mnemonic="d",
        source=RECOVERY,
        help="Inches from the guns to the friendly battalion that activates.",
    )
    threatened: bool = yes_no(
        "Enemy can charge them",
        mnemonic="c",
        source=RECOVERY,
        help="An enemy battalion is able to charge the guns with its next action.",
    )


@attrs.frozen
class Recovered:
    """Artillery platoons put back into service; their battery is Shattered."""

    platoons: int

    @property
    def label(self) -> str:
        """In a few words."""
        return f"{counted(self.platoons, 'artillery platoon')} recovered, Shattered"


def recover(form: RecoverForm, tables: Tables) -> Procedure[Any, Recovered]:
    """No dice."""
    return settled(Recovered(form.platoons or Card(form.battalion, tables).platoons))


def recover_refusals(form: RecoverForm, tables: Tables) -> Iterator[Refusal]:
    """Why the guns cannot be recovered."""
    if not form.battalion.is_artillery:
        name = a_or_an(form.battalion.battalion)
        yield Refusal(f"only artillery is overrun and recovered, not {name}", RECOVERY)
    if form.distance > (reach := tables.points("reach.recover")):
        yield Refusal(f"the friendly battalion must be within {reach} inches", RECOVERY)
    if form.threatened:
        yield Refusal("an enemy battalion can charge the guns with its next action", RECOVERY)


def recover_factors(form: RecoverForm, tables: Tables) -> Iterator[Factor]:
    """What lets them be recovered."""
    reach = tables.points("reach.recover")
    name = f"friends within {reach} inches, and no enemy able to charge"
    yield Factor.worth(tables, "recover", name, "battery", "reach.recover", source=RECOVERY)


def after_recovery(form: RecoverForm, outcome: Recovered) -> Aftermath:
    """The battery is back, Shattered; it is the friends who act."""
    left = {"platoons": str(outcome.platoons), "order": Order.SHATTERED.value}
    return Aftermath(actor=left, may=permitted(Order.SHATTERED))


def narrate_recovery(
    form: RecoverForm, outcome: Recovered, draws: Draws, tables: Tables
) -> Narration:
    """Which markers to change."""
    name, guns = f"the {form.battalion.battalion}", counted(outcome.platoons, "platoon")
    steps = (f"Take the overrun markers off {guns} of {name}", f"Mark {name} Shattered")
    return narrated(draws, f"{guns} of {name} back in service", *steps)


RECOVER: Final = declared(
    key="recover-guns",
    label="Recover guns",
    help="Whether a friendly battalion near overrun guns puts them back into service.",
    source=RECOVERY,
    form=RecoverForm,
    procedure=recover,
    narration=narrate_recovery,
    severity=Severity(lambda outcome: outcome.platoons, "the battery"),
    aftermath=after_recovery,
    factors=recover_factors,
    refusals=recover_refusals,
    mnemonic="d",
)
