"""The Spike Guns Action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance, Draw
from calculator.chance.resolution import Resolution, single
from calculator.errors import Refusal
from calculator.forms import whole
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.cards import MOST_PLATOONS
from calculator.rules.revolutionary_wars.rolls import Again, Roll, at_least, passing
from calculator.rules.revolutionary_wars.solo import acting
from calculator.rules.revolutionary_wars.telling import dice_shown, sentence
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.system import Action, Factor, Measure, Words
from calculator.rules.tables import Tables
from calculator.rules.telling import counted

SOURCE: Final = "Spike Guns Action"


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class SpikeForm(forms.CountedBattalion):
    """A battalion beside overrun guns."""

    guns: int = whole(
        1,
        MOST_PLATOONS,
        "Overrun guns",
        default=3,
        unit="platoons",
        group="Enemy",
        mnemonic="g",
        source=SOURCE,
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


@attrs.frozen
class UpTo:
    """Reads off successes how many guns they spike: no more than there are."""

    guns: int

    def __call__(self, successes: int) -> int:
        return min(successes, self.guns)


def spike_roll(order: Order, tables: Tables) -> Roll:
    """What each platoon needs; Solid troops re-roll failures, as they do all failed rolls."""
    return at_least(tables.points("spike.needed"), Again.by_order(order))


def resolution(form: SpikeForm, tables: Tables) -> Resolution[Any, Spiked]:
    """A die for each platoon."""
    one, roll = acting(form, tables), spike_roll(form.order, tables)
    ask = f"{one.name} spikes guns, {counted(one.platoons, 'platoon')} on {roll}"

    def rule(chance: Chance) -> Spiked:
        return Spiked(chance.read_off(passing(one.platoons, roll), UpTo(form.guns), ask))

    return single(rule)


def refusals(form: SpikeForm, tables: Tables) -> Iterator[Refusal]:
    """Why it cannot spike guns."""
    if form.order is Order.SHATTERED:
        name = form.battalion.battalion
        yield Refusal(f"the {name} is Shattered and may not take a Spike Guns Action", SOURCE)


def factors(form: SpikeForm, tables: Tables) -> Iterator[Factor]:
    """What each platoon needs."""
    one, roll = acting(form, tables), spike_roll(form.order, tables)
    yield Factor(
        "spike", f"{counted(one.platoons, 'die', 'dice')} on {roll}", one.name, one.platoons, SOURCE
    )


def words(form: SpikeForm, outcome: Spiked, draws: Sequence[Draw], tables: Tables) -> Words:
    """How many guns are gone."""
    guns = counted(outcome.guns, "artillery platoon")
    left = counted(form.guns - outcome.guns, "overrun platoon")
    told = sentence([f"the {form.battalion.battalion} spikes or carries off {guns}"])
    if not outcome.guns:
        return Words(told, (), dice_shown(draws))
    return Words(told, (f"Remove {guns}, {left} left",), dice_shown(draws))


SPIKE: Final[Action[Any, Any]] = Action(
    key="spike-guns",
    label="Spike guns",
    help="Platoons beside overrun guns spike them or carry them off.",
    source=SOURCE,
    form=SpikeForm,
    resolution=resolution,
    words=words,
    severity=lambda outcome: outcome.guns,
    factors=factors,
    refusals=refusals,
    measures=(Measure("any", "some gun is spiked", lambda outcome: outcome.guns > 0),),
    mnemonic="i",
)
