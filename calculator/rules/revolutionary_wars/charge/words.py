"""A charge told to the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import attrs

from calculator.chance.interface import Draw
from calculator.chance.resolution import Resolution
from calculator.chance.scripted import Scripted
from calculator.rules.revolutionary_wars.charge.cast import (
    Cast,
    cast_of_charge,
    cast_of_countercharge,
)
from calculator.rules.revolutionary_wars.charge.chase import Loss, Watch
from calculator.rules.revolutionary_wars.charge.countercharge import CounterchargeForm
from calculator.rules.revolutionary_wars.charge.form import ChargeForm, EncounterForm
from calculator.rules.revolutionary_wars.charge.outcome import ChargeOutcome
from calculator.rules.revolutionary_wars.charge.resolution import charge, countercharge
from calculator.rules.revolutionary_wars.charge.state import End
from calculator.rules.revolutionary_wars.charge.steps import Steps
from calculator.rules.revolutionary_wars.telling import dice_shown, sentence
from calculator.rules.system import Words
from calculator.rules.tables import Tables

_HEADLINES = {
    End.STANDS: "the {name} stands, {order}",
    End.PURSUED: "the {name} pursues and is {order}",
    End.BROKE_THROUGH: "the {name} breaks through",
    End.BROKE: "the {name} breaks and runs",
    End.OVERRUN: "the {name} is overrun",
    End.CHASED_OFF: "the {name} chases the enemy off the battlefield",
    End.DESTROYED: "the {name} breaks and is destroyed",
    End.WIPED_OUT: "the {name} is wiped out",
}


def charge_words(
    form: ChargeForm, outcome: ChargeOutcome, draws: Sequence[Draw], tables: Tables
) -> Words:
    """What happened in a charge, what to do on the table, and how the dice fell."""
    full = attrs.evolve(form, count_platoons=True)
    return _told(form, cast_of_charge(form, tables), partial(charge, full, tables), draws)


def countercharge_words(
    form: CounterchargeForm, outcome: ChargeOutcome, draws: Sequence[Draw], tables: Tables
) -> Words:
    """What happened in a countercharge, what to do on the table, and how the dice fell."""
    full = attrs.evolve(form, count_platoons=True)
    cast = cast_of_countercharge(form, tables)
    return _told(form, cast, partial(countercharge, full, tables), draws)


def _told(
    form: EncounterForm,
    cast: Cast,
    counting: Callable[[Watch], Resolution[Any, ChargeOutcome]],
    draws: Sequence[Draw],
) -> Words:
    """The same dice read with platoons counted tell what a compact outcome leaves out."""
    losses: dict[int, Loss] = {}
    exact = counting(losses.__setitem__).result(Scripted(draws))
    return Words(_headline(cast, exact), (*Steps(form, cast, exact, losses),), dice_shown(draws))


def _headline(cast: Cast, exact: ChargeOutcome) -> str:
    everyone = [*cast.enemies, *cast.chargers, *([cast.fresh] if cast.fresh else [])]
    fates = [*exact.enemies, *exact.chargers, *([exact.fresh] if exact.fresh else [])]
    return sentence(
        _HEADLINES[fate.end].format(name=battalion.name, order=fate.order)
        for battalion, fate in zip(everyone, fates, strict=True)
        if fate.end is not End.UNTOUCHED
    )
