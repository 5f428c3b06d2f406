"""Overrun guns: the Spike Guns Action, and their recovery by friends."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from types import MappingProxyType
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.errors import Refusal
from calculator.forms import Form, Heading
from calculator.rules.action import (
    Action,
    Aftermath,
    Consequence,
    Draws,
    Measure,
    Narration,
    Parties,
    Severity,
)
from calculator.rules.modifiers import answers
from calculator.rules.phrases import a_or_an, counted
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import narrated, permitted
from calculator.rules.revolutionary_wars.cards import Card
from calculator.rules.revolutionary_wars.checks.check import ITSELF, Check, Stage
from calculator.rules.revolutionary_wars.rolls import by_order, passing
from calculator.rules.revolutionary_wars.terms import CardName, Order

SPIKE_ACTION: Final = "Spike Guns Action"
RECOVERY: Final = "Charge Action, Recovering Overrun Artillery"


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class SpikeForm(forms.CountedBattalion):
    """A battalion beside overrun guns."""

    guns: int = fields.ENEMY.entry(
        fields.PLATOONS,
        "Overrun guns",
        default=3,
        source=SPIKE_ACTION,
        help="Overrun artillery platoons within 2 inches of the battalion's platoons.",
    )


@attrs.frozen
class Spiked:
    """Artillery platoons spiked or carried off."""

    guns: int

    @property
    def label(self) -> str:
        return f"{counted(self.guns, 'artillery platoon')} spiked"


SPIKING: Final = Stage("spike", SPIKE_ACTION, ITSELF)
DICE: Final = SPIKING.modifier(
    "dice, one for each platoon, on {value}+",
    value="spike.needed",
    number=lambda form, tables: forms.acting(form, tables).platoons,
    given=True,
    also_reads=("platoons",),
)
SOLID, _ = SPIKING.order_effects()


class SpikeGuns(Check[SpikeForm, Spiked]):
    """Platoons beside overrun guns spike them or carry them off."""

    key = "spike-guns"
    source = SPIKE_ACTION
    severity = Severity[Spiked](lambda outcome: outcome.guns, "the spiking battalion")
    measures = (Measure("any", "some gun is spiked", lambda outcome: outcome.guns > 0),)
    modifiers = (DICE, SOLID, *answers(SpikeForm, "guns", stage="spike"))
    mnemonic = "i"
    gone = MappingProxyType({"target": "overrun"})

    def refusals(self) -> Iterator[Refusal]:
        """Why it cannot spike guns."""
        if self.form.order is Order.SHATTERED:
            problem = f"{self.name} is Shattered and may not take a Spike Guns Action"
            yield Refusal(problem, SPIKE_ACTION)

    def resolve(self, chance: Chance) -> Spiked:
        """A die for each platoon; no more are spiked than there are."""
        order = self.rolling(self.form.order, SOLID)
        dice, roll = int(self.total(DICE)), by_order(self.tables.points("spike.needed"), order)
        ask = f"{self.one.name} spikes guns, {counted(dice, 'platoon')} on {roll}"
        most = self.form.guns
        return chance.read_off(passing(dice, roll), lambda hits: Spiked(min(hits, most)), ask)

    def after(self, drawn: Spiked) -> Aftermath:
        """The overrun guns that are left, if any."""
        if not drawn.guns:
            return Aftermath()
        left = self.form.guns - drawn.guns
        values, gone = ({"platoons": str(left)}, "overrun") if left else (None, "spiked")
        return Aftermath(others=(Consequence("guns", "the overrun artillery", values, gone),))

    def narrate(self, drawn: Spiked, draws: Draws) -> Narration:
        """How many guns are gone."""
        guns = counted(drawn.guns, "artillery platoon")
        left = counted(self.form.guns - drawn.guns, "overrun platoon")
        steps = (f"Remove {guns}, {left} left",) if drawn.guns else ()
        return narrated(draws, f"{self.name} spikes or carries off {guns}", *steps)


RECOVERED: Final = Heading("", RECOVERY)


@attrs.frozen(kw_only=True)
class RecoverForm(Form):
    """An overrun battery, and the friendly battalion nearest to it as that activates."""

    battalion: CardName = fields.card(
        "Battery",
        default=CardName.FRENCH_FOOT_GUNS,
        help="The card of the battery whose platoons were overrun.",
    )
    platoons: int | None = fields.platoons("Overrun platoons")
    distance: Fraction = RECOVERED.inches(
        0,
        fields.TABLE,
        "Distance to friends",
        default=4,
        help="Inches from the guns to the friendly battalion that activates.",
    )
    threatened: bool = RECOVERED.yes_no(
        "Enemy can charge them",
        help="An enemy battalion is able to charge the guns with its next action.",
    )


@attrs.frozen
class Recovered:
    """Artillery platoons put back into service; their battery is Shattered."""

    platoons: int

    @property
    def label(self) -> str:
        return f"{counted(self.platoons, 'artillery platoon')} recovered, Shattered"


FRIENDS: Final = Stage("recover", RECOVERY, "battery").modifier(
    "friends within {value} inches, and no enemy able to charge", value="reach.recover", given=True
)


class RecoverGuns(Action[RecoverForm, Recovered]):
    """Whether a friendly battalion near overrun guns puts them back into service."""

    key = "recover-guns"
    source = RECOVERY
    severity = Severity[Recovered](lambda outcome: outcome.platoons, "the battery")
    modifiers = (FRIENDS, *answers(RecoverForm, "battalion", "platoons", stage="recover"))
    mnemonic = "d"
    gone = MappingProxyType({"actor": "overrun"})

    def refusals(self) -> Iterator[Refusal]:
        """Why the guns cannot be recovered."""
        if not self.form.battalion.is_artillery:
            name = a_or_an(self.form.battalion.battalion)
            yield Refusal(f"only artillery is overrun and recovered, not {name}", RECOVERY)
        if self.form.distance > (reach := self.tables.points("reach.recover")):
            yield Refusal(f"the friendly battalion must be within {reach} inches", RECOVERY)
        if self.form.threatened:
            yield Refusal("an enemy battalion can charge the guns with its next action", RECOVERY)

    def resolve(self, chance: Chance) -> Recovered:
        """No dice."""
        battery = Card(self.form.battalion, self.tables)
        return Recovered(self.form.platoons or battery.platoons)

    def after(self, drawn: Recovered) -> Aftermath:
        """The battery is back, Shattered; it is the friends who act."""
        left = {"platoons": str(drawn.platoons), "order": Order.SHATTERED.value}
        return Aftermath(actor=left, may=permitted(Order.SHATTERED))

    def parties(self) -> Parties:
        return {"actor": (f"the {self.form.battalion.battalion}",)}

    def narrate(self, drawn: Recovered, draws: Draws) -> Narration:
        """Which markers to change."""
        name, guns = f"the {self.form.battalion.battalion}", counted(drawn.platoons, "platoon")
        steps = (f"Take the overrun markers off {guns} of {name}", f"Mark {name} Shattered")
        return narrated(draws, f"{guns} of {name} back in service", *steps)
