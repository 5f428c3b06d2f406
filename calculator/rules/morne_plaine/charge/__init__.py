"""Cavalry charges: a straight movement of two clear hexes that ends adjacent to an enemy unit.

The unit charged tests its morale; if it fails, it gives way or is eliminated.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.dice import die
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import MOVED, Aftermath
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor, ruled
from calculator.rules.morne_plaine.charge.form import OUTCOME, VALID, Barrier, ChargeForm
from calculator.rules.morne_plaine.moving_on import ended, may, moved
from calculator.rules.morne_plaine.terms import CHART, Terrain, UnitType, points_to_enter
from calculator.rules.morne_plaine.zones import LEAVING_SOURCE, points_to_leave
from calculator.rules.phrases import counted, shown, signed
from calculator.rules.tables import Tables

TEST: Final = "morale test"
SOURCE: Final = "Effect of a charge"


class Effect(Word):
    """What a charge does to the unit charged."""

    STANDS = "faces-up-to-the-charge"
    RETREATS = "retreats"
    ELIMINATED = "eliminated"


@attrs.frozen
class Charged:
    """What became of the unit charged; its morale value (None for a leader) and combat strength
    afterwards; the charging unit's combat strength in an attack on it in this turn, its movement
    points left, and whether it may move on with them."""

    effect: Effect
    morale: int | None
    strength: int
    attack: int
    left: int
    moves_on: bool

    @property
    def label(self) -> str:
        if self.effect is not Effect.RETREATS:
            return self.effect.label
        morale = "" if self.morale is None else f", morale {self.morale}, strength {self.strength}"
        return f"retreats{morale}"


def refusals(form: ChargeForm, tables: Tables) -> Iterator[Refusal]:
    """Everything that makes the charging action impossible."""
    if not form.unit.mounted:
        yield Refusal(f"only mounted units can charge, not {form.unit}", VALID)
    for place, terrain in (("first", form.first_hex), ("second", form.second_hex)):
        if terrain is not Terrain.CLEAR:
            yield Refusal(f"the {place} hex crossed must be clear, not {terrain}", VALID)
    if not form.in_line:
        yield Refusal("the target must be in line with the two hexes crossed", VALID)
    if form.target_terrain.shelters:
        yield Refusal(f"a unit in {form.target_terrain.place} cannot be charged", VALID)
    for unit, strength in (("charging unit", form.strength), ("target", form.target_strength)):
        if not strength:
            yield Refusal(f"the {unit} has no combat strength left: it is eliminated", OUTCOME)
    if form.occupied:
        through = "no unit may enter or pass through a hex where another stands"
        yield Refusal(through, "Movement phase")
    yield from _movement_refusals(form, tables)


def _movement_refusals(form: ChargeForm, tables: Tables) -> Iterator[Refusal]:
    """What on its way would bar any unit or end its movement, and points that it has not."""
    if form.barrier is Barrier.RIVER:
        yield Refusal("a major river on the way is impassable but at a bridge or ford", CHART)
    if form.barrier is Barrier.DOUBLE_SLOPE:
        yield Refusal("a double slope on the way is impassable but along a track", CHART)
    if form.zone_on_the_way:
        ends = "movement ends in the first hex, which is in an enemy zone of control"
        yield Refusal(ends, "Entering an enemy ZoC")
    yield from ended(form.movement_over)
    leaving = points_to_leave(form.unit, form.in_zone_of, form.zone_on_the_way, tables)
    if leaving is None:
        yield Refusal("it may not leave a zone of control for a hex in another", LEAVING_SOURCE)
    cost = points_spent(form, tables)
    if form.allowance < cost:
        yield Refusal(
            f"the charging action takes {cost} movement points, not {form.allowance}", VALID
        )


def points_spent(form: ChargeForm, tables: Tables) -> int:
    """Movement points of the charging action: its hexes, streams, and leaving a zone."""
    leaving = points_to_leave(form.unit, form.in_zone_of, form.zone_on_the_way, tables)
    hexes = tables.points("charge.hexes") * points_to_enter(Terrain.CLEAR, form.unit, tables)
    return hexes + (leaving or 0) + form.streams * tables.points("cost.stream")


def difference(form: ChargeForm) -> int:
    """What is added to the random number: the charging unit's combat strength less the other's."""
    return form.strength - form.target_strength


def factors(form: ChargeForm, _: Tables) -> Iterator[Factor]:
    """What the random number is changed by, and what it must not exceed."""
    yield ruled("charge", "difference of combat strengths", "charge", difference(form), SOURCE)
    if form.target is UnitType.LEADER:
        source = "Leaders and the morale tests"
        yield ruled("charge", "combat strength", "unit charged", form.target_strength, source)
        yield ruled("charge", "command radius", "unit charged", form.command_radius, source)
    else:
        yield ruled("charge", "morale value", "unit charged", form.morale, SOURCE)


def procedure(form: ChargeForm, tables: Tables) -> Procedure[Any, Charged]:
    """A random number and the difference of strengths, against the current morale value."""

    def charge(chance: Chance) -> Charged:
        number = chance.draw(die(tables.points("charge.faces")), TEST) + difference(form)
        if number > form.morale:
            return after_failed_test(form, tables)
        morale = None if form.target is UnitType.LEADER else form.target_morale
        return _charged(form, Effect.STANDS, morale, form.target_strength, tables)

    return single(charge)


def after_failed_test(form: ChargeForm, tables: Tables) -> Charged:
    """Both units after the unit charged has failed its test."""
    gone = _charged(form, Effect.ELIMINATED, None, 0, tables)
    if form.target is UnitType.ARTILLERY or not form.can_retreat:
        return gone
    if form.target is UnitType.LEADER:
        return _charged(form, Effect.RETREATS, None, form.target_strength, tables)
    lost = points_lost(form, tables)
    morale = max(form.target_morale - lost, 0)
    strength = form.target_strength - max(lost - form.target_morale, 0)
    return _charged(form, Effect.RETREATS, morale, strength, tables) if strength > 0 else gone


def _charged(
    form: ChargeForm, effect: Effect, morale: int | None, strength: int, tables: Tables
) -> Charged:
    """The outcome: who retreats is attacked with more strength; who still controls stops movement.

    The unit charged controls the hex next to it, or the hex it has left, unless it is one that
    exerts no zone of control or its zone does not reach so far.
    """
    retreats = effect is Effect.RETREATS
    bonus = tables.fraction("charge.bonus") if retreats else 1
    exerts = form.target is UnitType.LEADER or (form.target is not UnitType.ARTILLERY and morale)
    out_of_reach = form.retreats_out_of_reach if retreats else form.stream_between
    held = effect is not Effect.ELIMINATED and exerts and not out_of_reach
    return Charged(
        effect,
        morale,
        strength,
        attack=int(form.strength * bonus),
        left=form.allowance - points_spent(form, tables),
        moves_on=not (held or form.other_zone),
    )


def points_lost(form: ChargeForm, tables: Tables) -> int:
    """Morale points that a retreat costs; what is more than the unit has comes off its strength."""
    return tables.points("charge.retreat") + form.zones_entered * tables.points("charge.zone")


def after_charge(form: ChargeForm, outcome: Charged) -> Aftermath:
    """The points left of the charging unit, and the strength and morale of the unit charged.

    A leader has no morale to lose.
    """
    gone = outcome.effect is Effect.ELIMINATED
    morale = {} if outcome.morale is None else {"morale": str(outcome.morale)}
    retreated = MOVED if outcome.effect is Effect.RETREATS else {}
    return Aftermath(
        actor=moved(outcome.left, outcome.moves_on),
        target=None if gone else {"strength": str(outcome.strength)} | morale | retreated,
        target_gone=Effect.ELIMINATED.value if gone else "",
        may=may(form.unit, outcome.moves_on),
    )


def narrate(form: ChargeForm, outcome: Charged, draws: Draws, tables: Tables) -> Narration:
    """What the unit charged does, what both sides move and mark, and the morale test."""
    how = (_test(form, draws), *_why(form, outcome, tables))
    return Narration(_headline(form, outcome), _on_table(form, outcome), how)


def _headline(form: ChargeForm, outcome: Charged) -> str:
    _, charged = _names(form)
    if outcome.effect is Effect.STANDS:
        return f"The {charged} faces up to the charge, which has no effect."
    gone = "retreats" if outcome.effect is Effect.RETREATS else "is eliminated"
    return f"The charge succeeds: the {charged} {gone}."


def _names(form: ChargeForm) -> tuple[str, str]:
    """The charging unit and the unit charged, told apart where they are of the same type."""
    if form.unit is form.target:
        return f"charging {form.unit}", f"charged {form.target}"
    return str(form.unit), str(form.target)


def _on_table(form: ChargeForm, outcome: Charged) -> Iterator[str]:
    charging, charged = _names(form)
    if outcome.effect is Effect.STANDS:
        yield f"The {charging} stays in the hex next to the {charged}."
        if form.target is UnitType.ARTILLERY:
            yield "The artillery may fire in reaction."
    elif outcome.effect is Effect.RETREATS:
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


def _marks(form: ChargeForm, outcome: Charged) -> Iterator[str]:
    """What falls of the unit that retreats: nothing of a leader."""
    if outcome.morale is not None and outcome.morale < form.target_morale:
        yield f"Its morale value falls from {form.target_morale} to {outcome.morale}."
    if outcome.strength < form.target_strength:
        yield f"Its combat strength falls from {form.target_strength} to {outcome.strength}."
    if outcome.morale == 0:
        yield "It is demoralised and exerts no zone of control."


def _test(form: ChargeForm, draws: Draws) -> str:
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


CHARGE: Final = declared(
    key="charge",
    label="Cavalry charge",
    help="A mounted unit charges across two clear hexes in line. The unit charged tests its "
    "morale: a random number from 1 to 9 and the difference of combat strengths against its "
    "morale value.",
    source="Cavalry charges",
    form=ChargeForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda o: list(Effect).index(o.effect), "the charging unit"),
    factors=factors,
    refusals=refusals,
    measures=(
        Measure("succeeds", "the charge succeeds", lambda o: o.effect is not Effect.STANDS),
        Measure("eliminates", "the unit is eliminated", lambda o: o.effect is Effect.ELIMINATED),
    ),
    aftermath=after_charge,
    mnemonic="c",
)
