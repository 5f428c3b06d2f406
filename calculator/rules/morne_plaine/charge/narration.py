"""The result of a charge in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from calculator.chance.interface import Draw
from calculator.rules.morne_plaine.charge.aftermath import after_charge
from calculator.rules.morne_plaine.charge.form import ChargeForm
from calculator.rules.morne_plaine.charge.rule import (
    TEST,
    Charged,
    Effect,
    difference,
    points_lost,
)
from calculator.rules.morne_plaine.terms import UnitType
from calculator.rules.phrases import counted, shown, signed
from calculator.rules.system import Narration
from calculator.rules.tables import Tables


def narrate(form: ChargeForm, outcome: Charged, draws: Sequence[Draw], tables: Tables) -> Narration:
    """What the unit charged does, what both sides move and mark, and the morale test."""
    how = (_test(form, draws), *_why(form, outcome, tables))
    return Narration(_headline(form, outcome), tuple(_on_table(form, outcome)), how)


def _headline(form: ChargeForm, outcome: Charged) -> str:
    if outcome.effect is Effect.STANDS:
        return f"The {_charged(form)} faces up to the charge, which has no effect."
    gone = "retreats" if outcome.effect is Effect.RETREATS else "is eliminated"
    return f"The charge succeeds: the {_charged(form)} {gone}."


def _charging(form: ChargeForm) -> str:
    """The charging unit, called so where the unit charged is of the same type."""
    return f"charging {form.unit}" if form.unit is form.target else str(form.unit)


def _charged(form: ChargeForm) -> str:
    return f"charged {form.target}" if form.unit is form.target else str(form.target)


def _on_table(form: ChargeForm, outcome: Charged) -> Iterator[str]:
    charging, charged = _charging(form), _charged(form)
    left = after_charge(form, outcome)
    if outcome.effect is Effect.STANDS:
        yield f"The {charging} stays in the hex next to the {charged}."
        if form.target is UnitType.ARTILLERY:
            yield "The artillery may fire in reaction."
    else:
        yield f"Retreat the {charged} one hex." if left.target else f"Remove the {charged}."
        yield from _marks(form, left.target or {})
        yield f"Move the {charging} into the hex that the {charged} has left."
    if outcome.effect is Effect.RETREATS:
        yield (
            f"If it attacks the {charged} in the combat phase, its combat strength is "
            f"{outcome.attack}."
        )
    yield from _moves_on(charging, outcome, left.actor or {})


def _marks(form: ChargeForm, left: Mapping[str, str]) -> Iterator[str]:
    """What falls of the unit that retreats: nothing of a leader."""
    for key, name in (("morale", "morale value"), ("strength", "combat strength")):
        before = getattr(form, f"target_{key}")
        if key in left and int(left[key]) < before:
            yield f"Its {name} falls from {before} to {left[key]}."
    if left.get("morale") == "0":
        yield "It is demoralised and exerts no zone of control."


def _moves_on(charging: str, outcome: Charged, left: Mapping[str, str]) -> Iterator[str]:
    """The charging unit's movement after the charging action."""
    points = counted(outcome.left, "movement point")
    if outcome.moves_on:
        points = counted(int(left["allowance"]), "movement point")
        yield f"The {charging} may move on: {points} left."
    else:
        yield f"The {charging} is in a zone of control: its movement ends, {points} unspent."


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
