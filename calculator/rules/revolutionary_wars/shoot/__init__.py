"""The Shoot Action, and the Shoot Reaction that goes the same way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator.errors import Refusal
from calculator.lengths import shown_length
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor, ruled
from calculator.rules.phrases import counted, span
from calculator.rules.revolutionary_wars.battalion import Battalion, formation_refusals, permitted
from calculator.rules.revolutionary_wars.cards import MOST_PLATOONS
from calculator.rules.revolutionary_wars.forms import acting_upon
from calculator.rules.revolutionary_wars.narration import narrated, sentence
from calculator.rules.revolutionary_wars.rolls import RollAgain
from calculator.rules.revolutionary_wars.shoot.form import ShootActions, ShootForm
from calculator.rules.revolutionary_wars.shoot.volley import (
    ROLES,
    Shooting,
    Shot,
    ShotInFull,
    shoot,
    shoot_in_full,
    shooting,
    weapon_of,
)
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.tables import Tables

SHOOTER, TARGET = ROLES
SWEPT, HIT = "1. target platoons", "2. roll to hit"
SAVE, FIREPOWER = "3. roll saves", "4. roll firepower"


def refusals(form: ShootForm, tables: Tables) -> Iterator[Refusal]:
    """Every reason why a battalion cannot shoot as asked."""
    shooter, target = acting_upon(form, tables, ROLES)
    for one in (shooter, target):
        yield from formation_refusals(one)
    yield from _counted(form, shooter, target)
    weapon = weapon_of(shooter, form)
    if weapon is None:
        yield Refusal(f"the {shooter.card.name.label} card has no weapon to shoot with", "Weapons")
    elif form.range > weapon.reach:
        yield Refusal(
            f"{shown_length(form.range)} inches is beyond the maximum range of "
            f"{weapon.reach} inches",
            "Shoot Action, Check Swept Ground",
        )


def _counted(form: ShootForm, shooter: Battalion, target: Battalion) -> Iterator[Refusal]:
    """Why what a player counted on the table cannot be so."""
    if form.start_platoons and form.start_platoons < target.platoons:
        yield Refusal(
            f"start-platoons={form.start_platoons}: the {target.name} has "
            f"{counted(target.platoons, 'platoon')} now and began the turn with no fewer, "
            f"{span(target.platoons, MOST_PLATOONS)}",
            "Shoot Action, 5. Disorder the Target",
        )
    source = "Shoot Action, 1. Determine Target Platoons"
    if form.swept and form.swept > target.platoons:
        yield Refusal(
            f"swept={form.swept}: the {target.name} has {counted(target.platoons, 'platoon')}, of "
            f"which {span(1, target.platoons)} can stand in the swept ground",
            source,
        )
    elif form.swept and form.skirmishes and form.swept > shooter.platoons:
        yield Refusal(
            f"swept={form.swept}: each of {counted(shooter.platoons, 'platoon')} that skirmish "
            f"shoots at one, so {span(1, shooter.platoons)} can be hit",
            source,
        )


def factors(form: ShootForm, tables: Tables) -> Iterator[Factor]:
    """What the dice are rolled on, and what changes it."""
    shots = shooting(form, tables)
    dice = shots.dice(shots.target.platoons)
    yield ruled(SWEPT, swept_words(shots), SHOOTER, dice, "Shoot Action, Check Swept Ground")
    yield from _hit_factors(form, shots, tables)
    save = shots.save(shots.target.order)
    name, points = f"shooting save {save}", 7 - save.low
    yield shots.target.factor(SAVE, name, points, "Shooting Save", "shooting-save", side=TARGET)
    yield from _firepower_factors(form, shots)


def _hit_factors(form: ShootForm, shots: Shooting, tables: Tables) -> Iterator[Factor]:
    """What the number to hit is, and what changes it."""
    accuracy = shots.weapon.to_hit(form.range)
    name = f"accuracy {accuracy}+ at this range"
    keys = (f"{shots.weapon.key}.accuracy", f"{shots.weapon.key}.ranges")
    yield Factor(HIT, name, SHOOTER, 7 - accuracy, "Accuracy", keys)
    hampering = (
        (form.concealed, "concealed target", "Concealed Target", "shoot.concealed"),
        (form.hill, "on a hill", "Target on a Hill", "shoot.hill"),
    )
    for holds, name, source, number in hampering:
        if holds:
            yield Factor.worth(tables, HIT, name, TARGET, number, source=source)
    if shots.to_hit.again is not RollAgain.NONE:
        favoured = TARGET if shots.to_hit.again is RollAgain.SUCCESSES else SHOOTER
        yield ruled(HIT, shots.to_hit.again.value, favoured, 1, "Order & Disorder; Crossfire")


def _firepower_factors(form: ShootForm, shots: Shooting) -> Iterator[Factor]:
    """What kills those who fail their saves, and what hampers it."""
    needed, keys = shots.weapon.firepower, (f"{shots.weapon.key}.firepower",)
    yield Factor(FIREPOWER, f"firepower {needed}+", SHOOTER, 7 - needed, "Firepower", keys)
    source = "Re-Roll against Fortifications"
    if shots.firepower.again is RollAgain.SUCCESSES:
        yield ruled(FIREPOWER, "fortified, re-rolling successes", TARGET, 1, source)
    elif form.fortified:
        yield ruled(FIREPOWER, "howitzers ignore it", SHOOTER, 0, source)


def swept_words(shots: Shooting) -> str:
    """How many of the target's platoons stand in the swept ground, and by what count."""
    target = shots.target.platoons
    found = f"{shots.dice(target)} of {counted(target, 'platoon')} in the swept ground"
    if shots.counted is not None:
        return f"{found}, as counted on the table"
    if shots.ground.skirmishes:
        shooters = counted(shots.shooter.platoons, "platoon")
        return f"{found}, one for each of {shooters} that skirmish"
    widening = " and wider along its corners" if shots.ground.corners else ""
    return f"{found}, {shots.ground.width} mm wide{widening}"


def narrate(form: ShootForm, drawn: ShotInFull, draws: Draws, tables: Tables) -> Narration:
    """What the shooting did, what to do on the table, and how the dice fell."""
    shots = shooting(form, tables)
    how = [sentence([swept_words(shots)])]
    name, outcome = f"the {shots.target.name}", drawn.listed
    if outcome.wiped_out:
        return narrated(draws, f"{name} is wiped out", f"Remove {name} from the table", how=how)
    event, steps = f"{name} stays {outcome.order}", []
    taken = counted(outcome.lost, "platoon")
    if outcome.lost:
        steps.append(f"Remove {taken} from the flanks of {name}, {outcome.left} left")
    if outcome.order is not shots.target.order:
        event = f"{name} is {outcome.order}"
        steps.append(f"Mark {name} {outcome.order}")
    steps.append(
        f"It has taken {counted(drawn.hits, 'hit')} this turn, which it began with "
        f"{counted(shots.start_platoons, 'platoon')}"
    )
    losses = f" and loses {taken}" if outcome.lost else ""
    return narrated(draws, event + losses, *steps, how=how)


def aftermath(form: ShootForm, outcome: Shot | ShotInFull) -> Aftermath:
    """The target as the shooting leaves it, with the hits that count for the rest of the turn."""
    later = {}
    if isinstance(outcome, ShotInFull):
        later = {"hits-before": str(outcome.hits), "start-platoons": str(outcome.start_platoons)}
    shot = outcome.listed if isinstance(outcome, ShotInFull) else outcome
    may = permitted(form.order) if form.shoots is ShootActions.ONCE else ()
    if shot.wiped_out:
        return Aftermath(target=None, target_gone="wiped out", may=may)
    target = {"platoons": str(shot.left), "order": shot.order.value}
    return Aftermath(target=target, may=may, later=later)


SHOOT: Final = declared(
    key="shoot",
    label="Shoot",
    help="A battalion shoots at one enemy battalion in its swept ground, as an action or a "
    "reaction: hits, saves, firepower and disorder.",
    source="Shoot Action; Shoot Reaction",
    form=ShootForm,
    procedure=shoot,
    narration=narrate,
    severity=Severity(lambda outcome: outcome.severity, "the shooters"),
    factors=factors,
    refusals=refusals,
    measures=(
        Measure("destroys", "a platoon is destroyed", lambda outcome: outcome.lost > 0),
        Measure(
            "shatters",
            "the target ends Shattered or wiped out",
            lambda outcome: outcome.wiped_out or outcome.order is Order.SHATTERED,
        ),
        Measure(
            "unsettles",
            "the target does not end Solid",
            lambda outcome: outcome.wiped_out or outcome.order is not Order.SOLID,
        ),
        Measure("wipes-out", "the target is wiped out", lambda outcome: outcome.wiped_out),
    ),
    aftermath=aftermath,
    in_full=shoot_in_full,
    mnemonic="s",
)
