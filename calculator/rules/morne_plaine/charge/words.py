"""A charge told to the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.chance.interface import Draw
from calculator.rules.morne_plaine.charge.form import ChargeForm
from calculator.rules.morne_plaine.charge.rule import (
    TEST,
    Charged,
    Effect,
    difference,
    points_lost,
)
from calculator.rules.morne_plaine.terms import UnitType
from calculator.rules.system import Words
from calculator.rules.tables import Tables
from calculator.rules.telling import counted, shown, signed


def words(form: ChargeForm, outcome: Charged, draws: Sequence[Draw], tables: Tables) -> Words:
    """What the unit charged does, what both sides move and mark, and the morale test."""
    how = (_test(form, draws), *_why(form, outcome, tables))
    return Words(_headline(form, outcome), tuple(_on_table(form, outcome)), how)


def _headline(form: ChargeForm, outcome: Charged) -> str:
    if outcome.effect is Effect.STANDS:
        return f"The {_charged(form)} faces up to the charge, which has no effect."
    gone = "retreats" if outcome.effect is Effect.RETREATS else "is eliminated"
    return f"The charge succeeds: the {_charged(form)} {gone}."


def _charging(form: ChargeForm) -> str:
    """The charging unit, told apart from one of its own type."""
    return f"charging {form.unit}" if form.unit is form.target else str(form.unit)


def _charged(form: ChargeForm) -> str:
    return f"charged {form.target}" if form.unit is form.target else str(form.target)


def _on_table(form: ChargeForm, outcome: Charged) -> Iterator[str]:
    charging, charged = _charging(form), _charged(form)
    if outcome.effect is Effect.STANDS:
        yield f"The {charging} stays in the hex next to the {charged}."
        if form.target is UnitType.ARTILLERY:
            yield "The artillery may fire in reaction."
        return
    if outcome.effect is Effect.RETREATS:
        yield f"Retreat the {charged} one hex."
        yield from _marks(form, outcome)
    else:
        yield f"Remove the {charged}."
    yield f"Move the {charging} into the hex that the {charged} has left."
    if outcome.effect is Effect.RETREATS:
        yield (
            f"If it attacks the {charged} in the combat phase, its combat strength is "
            f"{outcome.attack}."
        )


def _marks(form: ChargeForm, outcome: Charged) -> Iterator[str]:
    if outcome.morale is None:
        return
    if form.target_morale:
        yield f"Its morale value falls from {form.target_morale} to {outcome.morale}."
    if outcome.strength < form.target_strength:
        yield f"Its combat strength falls from {form.target_strength} to {outcome.strength}."
    if not outcome.morale:
        yield "It is demoralised and exerts no zone of control."


def _test(form: ChargeForm, draws: Sequence[Draw]) -> str:
    roll = shown(draws, TEST)
    number = roll + difference(form)
    morale = f"morale value {form.morale}"
    if form.target is UnitType.LEADER:
        morale = (
            f"{form.morale}, the leader's combat strength of {form.target_strength} and command "
            f"radius of {form.command_radius}"
        )
    against = f"combat strength {form.strength} against {form.target_strength}"
    verdict = "above" if number > form.morale else "not above"
    added = signed(difference(form))
    return f"Random number {roll}, {added} for {against}: {number}, {verdict} {morale}."


def _why(form: ChargeForm, outcome: Charged, tables: Tables) -> Iterator[str]:
    if outcome.effect is Effect.STANDS:
        return
    if form.target is UnitType.ARTILLERY:
        yield "Artillery never retreats after a charge: it is eliminated."
    elif not form.can_retreat:
        yield "It cannot retreat, and so is eliminated."
    elif form.target is not UnitType.LEADER:
        lost = points_lost(form, tables)
        zones = counted(form.zones_entered, "other zone of control", "other zones of control")
        entered = f", {zones} entered" if form.zones_entered else ""
        yield f"Retreat{entered}: {counted(lost, 'morale point')} lost."
        if lost > form.target_morale:
            over = lost - form.target_morale
            come = "comes" if over == 1 else "come"
            yield f"With its morale at 0, {over} of them {come} off its combat strength."
        if outcome.effect is Effect.ELIMINATED:
            yield "No combat strength is left, and so it is eliminated."
