"""Who is outnumbered, worked out from bases (VI for fire, VII for assaults)."""

from __future__ import annotations

from collections.abc import Iterator

from calculator.rules.system import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET
from calculator.rules.there_stand_empires.forms import AssaultForm, DeployedFireForm
from calculator.rules.there_stand_empires.words import Numbers, Outnumbered


def numbers_in_fire(form: DeployedFireForm) -> Numbers:
    """Outnumbered from 3 bases against 4, badly from 1 against 2."""
    if form.outnumbered is not Outnumbered.WORKED_OUT:
        return Numbers(form.outnumbered.value)
    return _compared(form.bases, form.target_bases, 3, 4)


def numbers_in_assault(form: AssaultForm) -> Numbers:
    """Outnumbered by any excess, badly from 1 against 2; earlier assaults of the turn count."""
    if form.outnumbered is not Outnumbered.WORKED_OUT:
        return Numbers(form.outnumbered.value)
    return _compared(form.bases + form.earlier_assaults, form.target_bases, 1, 1)


def _compared(actor: int, target: int, few: int, many: int) -> Numbers:
    """The standing of two numbers, outnumbered being `few` to `many` or worse, and not equal."""
    if actor >= 2 * target:
        return Numbers.TARGET_BADLY
    if target >= 2 * actor:
        return Numbers.ACTOR_BADLY
    if actor == target:
        return Numbers.EVEN
    if few * actor >= many * target:
        return Numbers.TARGET
    if few * target >= many * actor:
        return Numbers.ACTOR
    return Numbers.EVEN


def numbers_factor(
    tables: Tables, prefix: str, stage: str, numbers: Numbers, source: str
) -> Iterator[Factor]:
    """What being outnumbered costs the side that is."""
    if numbers is Numbers.EVEN:
        return
    side = ACTOR if numbers in {Numbers.ACTOR, Numbers.ACTOR_BADLY} else TARGET
    degree = "badly" if numbers in {Numbers.ACTOR_BADLY, Numbers.TARGET_BADLY} else "outnumbered"
    yield Factor(
        stage,
        numbers.label.capitalize(),
        side,
        tables.points(f"{prefix}.outnumbered.{degree}"),
        source,
    )
