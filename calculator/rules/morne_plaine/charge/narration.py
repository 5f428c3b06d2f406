"""The result of a charge in words."""

from __future__ import annotations

from collections.abc import Iterator

from calculator.rules.morne_plaine.charge import rule
from calculator.rules.morne_plaine.charge.form import ChargeForm
from calculator.rules.morne_plaine.terms import UnitType
from calculator.rules.phrases import counted, shown, signed
from calculator.rules.system import Draws, Narration
from calculator.rules.tables import Tables


def narrate(form: ChargeForm, outcome: rule.Charged, draws: Draws, tables: Tables) -> Narration:
    """What the unit charged does, what both sides move and mark, and the morale test."""
    how = (_test(form, draws), *_why(form, outcome, tables))
    return Narration(_headline(form, outcome), _on_table(form, outcome), how)


def _headline(form: ChargeForm, outcome: rule.Charged) -> str:
    _, charged = _names(form)
    if outcome.effect is rule.Effect.STANDS:
        return f"The {charged} faces up to the charge, which has no effect."
    gone = "retreats" if outcome.effect is rule.Effect.RETREATS else "is eliminated"
    return f"The charge succeeds: the {charged} {gone}."


def _names(form: ChargeForm) -> tuple[str, str]:
    """The charging unit and the unit charged, told apart where they are of the same type."""
    if form.unit is form.target:
        return f"charging {form.unit}", f"charged {form.target}"
    return str(form.unit), str(form.target)


def _on_table(form: ChargeForm, outcome: rule.Charged) -> Iterator[str]:
    charging, charged = _names(form)
    if outcome.effect is rule.Effect.STANDS:
        yield f"The {charging} stays in the hex next to the {charged}."
        if form.target is UnitType.ARTILLERY:
            yield "The artillery may fire in reaction."
    elif outcome.effect is rule.Effect.RETREATS:
        yield f"Retreat the {charged} one hex."
        yield from _marks(form, outcome)
        yield f"Move the {charging} into the hex that the {charged} has left."
        attack = f"If it attacks the {charged} in the combat phase, its combat strength is"
        yield f"{attack} {outcome.attack}."
    else:
        yield f"Remove the {charged}."
        yield f"Move the {charging} into the hex that the {charged} has left."
    points = counted(outcome.left, "movement point")
    if outcome.moves_on:
        yield f"The {charging} may move on: {points} left."
    else:
        yield f"The {charging} is in a zone of control: its movement ends, {points} unspent."


def _marks(form: ChargeForm, outcome: rule.Charged) -> Iterator[str]:
    """What falls of the unit that retreats: nothing of a leader."""
    if outcome.morale is not None and outcome.morale < form.target_morale:
        yield f"Its morale value falls from {form.target_morale} to {outcome.morale}."
    if outcome.strength < form.target_strength:
        yield f"Its combat strength falls from {form.target_strength} to {outcome.strength}."
    if outcome.morale == 0:
        yield "It is demoralised and exerts no zone of control."


def _test(form: ChargeForm, draws: Draws) -> str:
    roll = shown(draws, rule.TEST)
    number = roll + rule.difference(form)
    morale = f"morale value {form.morale}"
    if form.target is UnitType.LEADER:
        morale = (
            f"{form.morale}, the leader's combat strength of {form.target_strength} and command "
            f"radius of {form.command_radius}"
        )
    against = f"combat strength {form.strength} against {form.target_strength}"
    verdict = "above" if number > form.morale else "not above"
    added = signed(rule.difference(form))
    return f"Random number {roll}, {added} for {against}: {number}, {verdict} {morale}."


def _why(form: ChargeForm, outcome: rule.Charged, tables: Tables) -> Iterator[str]:
    if outcome.effect is rule.Effect.STANDS:
        return
    if form.target is UnitType.ARTILLERY:
        yield "Artillery never retreats after a charge: it is eliminated."
    elif not form.can_retreat:
        yield "It cannot retreat, and so is eliminated."
    elif form.target is not UnitType.LEADER:
        lost = rule.points_lost(form, tables)
        zones = counted(form.zones_entered, "other zone of control", "other zones of control")
        entered = f", {zones} entered" if form.zones_entered else ""
        yield f"Retreat{entered}: {counted(lost, 'morale point')} lost."
        if lost > form.target_morale:
            over = lost - form.target_morale
            come = "comes" if over == 1 else "come"
            yield f"With its morale at 0, {over} of them {come} off its combat strength."
        if outcome.effect is rule.Effect.ELIMINATED:
            yield "No combat strength is left, and so it is eliminated."
