"""A charge told to the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from calculator.chance.interface import Draw
from calculator.chance.scripted import Scripted
from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge.cast import (
    Cast,
    cast_of_charge,
    cast_of_countercharge,
)
from calculator.rules.revolutionary_wars.charge.countercharge import CounterchargeForm
from calculator.rules.revolutionary_wars.charge.form import ChargeForm
from calculator.rules.revolutionary_wars.charge.outcome import ChargeOutcome, Fate
from calculator.rules.revolutionary_wars.charge.resolution import charge, countercharge
from calculator.rules.revolutionary_wars.charge.state import End
from calculator.rules.revolutionary_wars.telling import dice_shown, sentence
from calculator.rules.system import Words
from calculator.rules.tables import Tables
from calculator.rules.telling import counted

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
    exact = charge(full, tables).result(Scripted(draws))
    return _told(cast_of_charge(form, tables), exact, draws)


def countercharge_words(
    form: CounterchargeForm, outcome: ChargeOutcome, draws: Sequence[Draw], tables: Tables
) -> Words:
    """What happened in a countercharge, what to do on the table, and how the dice fell."""
    full = attrs.evolve(form, count_platoons=True)
    exact = countercharge(full, tables).result(Scripted(draws))
    return _told(cast_of_countercharge(form, tables), exact, draws)


def _told(cast: Cast, exact: ChargeOutcome, draws: Sequence[Draw]) -> Words:
    """The same dice read with platoons counted tell what a compact outcome leaves out."""
    enemies = list(zip(cast.enemies, exact.enemies, strict=True))
    chargers = list(zip(cast.chargers, exact.chargers, strict=True))
    fresh = [(cast.fresh, exact.fresh)] if cast.fresh and exact.fresh else []
    told = [pair for pair in (*enemies, *chargers, *fresh) if pair[1].end is not End.UNTOUCHED]
    headline = sentence(
        _HEADLINES[fate.end].format(name=battalion.name, order=fate.order)
        for battalion, fate in told
    )
    on_table = [step for battalion, fate in told for step in _steps(battalion, fate)]
    if fresh and fresh[0] in told:
        on_table.insert(0, f"The {cast.chargers[0].name} runs into the {fresh[0][0].name}")
    return Words(headline, tuple(on_table), dice_shown(draws))


def _steps(battalion: Battalion, fate: Fate) -> Iterator[str]:
    name = f"the {battalion.name}"
    lost = battalion.platoons - (fate.platoons or 0)
    if lost and not fate.end.is_lost:
        yield f"Remove {counted(lost, 'platoon')} from the flanks of {name}, {fate.platoons} left"
    card = battalion.card
    match fate.end:
        case End.BROKE | End.DESTROYED:
            yield from _running(battalion, fate)
        case End.BROKE_THROUGH:
            yield (
                f"Move {name} up to {card.number('charge-move')} inches straight ahead through "
                "the enemy it charged, in its present formation; it is Shattered"
            )
        case End.PURSUED:
            yield (
                f"Move {name} {card.number('charge-move')} inches after the enemy and mark it "
                f"{fate.order}"
            )
        case End.OVERRUN:
            yield f"Leave the guns of {name} where they are and mark them overrun"
        case End.CHASED_OFF | End.WIPED_OUT:
            yield f"Remove {name} from the table"
        case _:
            if fate.order is not battalion.order:
                yield f"Mark {name} {fate.order}"


def _running(battalion: Battalion, fate: Fate) -> Iterator[str]:
    name, away = f"the {battalion.name}", battalion.card.number("move-open")
    yield (
        f"Turn {name} about in attack column and run it {away} inches straight ahead, 2 inches "
        "clear of the enemy but through friends, who are disordered"
    )
    if fate.end is End.DESTROYED:
        yield f"Then remove {name} from the table"
    else:
        yield f"Mark {name} Shattered"
