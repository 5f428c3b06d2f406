"""What a charge leaves of every battalion in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from calculator.errors import Fault
from calculator.rules.aftermath import MOVED, Aftermath, Consequence
from calculator.rules.revolutionary_wars.battalion import ordinal
from calculator.rules.revolutionary_wars.charge.form import AnyCharge, Beyond
from calculator.rules.revolutionary_wars.charge.outcome import ChargeInFull, ChargeOutcome, Fate
from calculator.rules.revolutionary_wars.charge.state import End
from calculator.rules.revolutionary_wars.terms import Formation

GONE: Final = {
    End.OVERRUN: "overrun",
    End.CHASED_OFF: "left the table in pursuit",
    End.DESTROYED: "destroyed",
    End.WIPED_OUT: "wiped out",
}
"""How a battalion has left the battle; overrun guns are out of it until they are recovered."""


def after_charge(form: AnyCharge, outcome: ChargeOutcome | ChargeInFull) -> Aftermath:
    """The charging battalion, the one it charged first, and all others.

    An outcome that does not count platoons leaves open how many there are.
    """
    if isinstance(outcome, ChargeInFull):
        outcome = outcome.outcome
    charger, enemy = outcome.chargers[0], outcome.enemies[0]
    return Aftermath(
        actor=charged(charger),
        target=left_of(enemy),
        actor_gone=GONE.get(charger.end, ""),
        target_gone=GONE.get(enemy.end, ""),
        others=tuple(_others(form, outcome)),
    )


def uncounted(form: Any) -> Iterator[Fault]:
    """To play on from the outcomes themselves, these must count platoons."""
    if not form.count_platoons:
        problem = "platoons must be counted to play on from a charge"
        yield Fault("count-platoons", problem, "count-platoons=yes")


def charged(fate: Fate) -> dict[str, str] | None:
    """What is new of a battalion that charged, and so has left its ground."""
    left = left_of(fate)
    return left and left | MOVED


def left_of(fate: Fate) -> dict[str, str] | None:
    """What is new of a battalion; None if it is out of the battle."""
    if fate.end in GONE:
        return None
    if fate.end is End.UNTOUCHED:
        return {}
    left = {"order": fate.order.value}
    if fate.platoons is not None:
        left["platoons"] = str(fate.platoons)
    if fate.end is End.BROKE:
        left["formation"] = Formation.ATTACK_COLUMN.value
    return left | MOVED if fate.end in _ON_THE_MOVE else left


_ON_THE_MOVE: Final = {End.PURSUED, End.BROKE_THROUGH, End.BROKE}
"""Ends of a charge that take a battalion off its ground, whoever charged."""


def _others(form: AnyCharge, outcome: ChargeOutcome) -> Iterator[Consequence]:
    rows = (
        ("also-charging", form.also_charging, outcome.chargers[1:]),
        ("also-charged", form.also_charged, outcome.enemies[1:]),
    )
    for answer, battalions, fates in rows:
        for number, (one, fate) in enumerate(zip(battalions, fates, strict=True), 2):
            yield _consequence(answer, f"{ordinal(number)}, {one.card.battalion}", fate)
    fresh = list(outcome.all_fresh)
    if form.beyond is Beyond.FRESH_BATTALION:
        yield _consequence("fresh", form.fresh.battalion, fresh.pop(0))
    for one, fate in zip(form.also_beyond, fresh, strict=True):
        yield _consequence("also-beyond", f"{one.card.battalion}, by {ordinal(one.by)}", fate)


def _consequence(answer: str, unit: str, fate: Fate) -> Consequence:
    return Consequence(answer, unit, left_of(fate), GONE.get(fate.end, ""))
