"""What the rules forbid about shooting, what pulls its odds, and a result told to the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.chance.interface import Draw
from calculator.errors import Refusal
from calculator.lengths import shown_length
from calculator.rules.revolutionary_wars.battalion import formation_refusals
from calculator.rules.revolutionary_wars.rolls import Again
from calculator.rules.revolutionary_wars.shoot.form import ShootForm
from calculator.rules.revolutionary_wars.shoot.volley import (
    ROLES,
    Shot,
    Volley,
    is_howitzer,
    shooting,
    weapon_of,
)
from calculator.rules.revolutionary_wars.solo import acting_upon
from calculator.rules.revolutionary_wars.telling import dice_shown, sentence
from calculator.rules.system import Aftermath, Factor, Words
from calculator.rules.tables import Tables
from calculator.rules.telling import counted

SHOOTER, TARGET = ROLES
HIT, SAVE, FIREPOWER = "2. roll to hit", "3. roll saves", "4. roll firepower"


def refusals(form: ShootForm, tables: Tables) -> Iterator[Refusal]:
    """Every reason why a battalion cannot shoot as asked."""
    shooter, target = acting_upon(form, tables, ROLES)
    for one in (shooter, target):
        yield from formation_refusals(one.card, one.formation, one.platoons)
    weapon = weapon_of(shooter, form)
    if weapon is None:
        yield Refusal(f"the {shooter.card.name.label} card has no weapon to shoot with", "Weapons")
    elif form.range > weapon.reach:
        yield Refusal(
            f"{shown_length(form.range)} inches is beyond the maximum range of "
            f"{weapon.reach} inches",
            "Shoot Action, Check Swept Ground",
        )


def factors(form: ShootForm, tables: Tables) -> Iterator[Factor]:
    """What the dice are rolled on, and what changes it."""
    shots = shooting(form, tables)
    accuracy = shots.weapon.to_hit(form.range)
    yield Factor(HIT, f"accuracy {accuracy}+ at this range", SHOOTER, 7 - accuracy, "Accuracy")
    if form.concealed:
        points = tables.points("shoot.concealed")
        yield Factor(HIT, "concealed target", TARGET, points, "Concealed Target")
    if form.hill:
        yield Factor(HIT, "on a hill", TARGET, tables.points("shoot.hill"), "Target on a Hill")
    if shots.to_hit.again is not Again.NONE:
        favoured = TARGET if shots.to_hit.again is Again.SUCCESSES else SHOOTER
        yield Factor(HIT, shots.to_hit.again.value, favoured, 1, "Order & Disorder; Crossfire")
    save = shots.save(shots.target.order)
    yield Factor(SAVE, f"shooting save {save}", TARGET, 7 - save.low, "Shooting Save")
    points = 7 - shots.weapon.firepower
    yield Factor(FIREPOWER, f"firepower {shots.weapon.firepower}+", SHOOTER, points, "Firepower")
    if shots.firepower.again is Again.SUCCESSES:
        source = "Re-Roll against Fortifications"
        yield Factor(FIREPOWER, "fortified, re-rolling successes", TARGET, 1, source)
    elif form.fortified and is_howitzer(shots.shooter, form):
        yield Factor(FIREPOWER, "howitzers ignore it", SHOOTER, 0, "Re-Roll against Fortifications")


def words(form: ShootForm, outcome: Shot, draws: Sequence[Draw], tables: Tables) -> Words:
    """What the shooting did, what to do on the table, and how the dice fell."""
    shots = shooting(form, tables)
    name = f"the {shots.target.name}"
    volleys = [draw.value for draw in draws if isinstance(draw.value, Volley)]
    hits = shots.hits_before + sum(volley.hits for volley in volleys)
    on_table = []
    if outcome.wiped_out:
        told = f"{name} is wiped out"
        on_table.append(f"Remove {name} from the table")
    else:
        losses = f" and loses {counted(outcome.lost, 'platoon')}" if outcome.lost else ""
        kept = "stays" if outcome.order is shots.target.order else "is"
        told = f"{name} {kept} {outcome.order}{losses}"
        if outcome.lost:
            taken = counted(outcome.lost, "platoon")
            on_table.append(f"Remove {taken} from the flanks of {name}, {outcome.left} left")
        if outcome.order is not shots.target.order:
            on_table.append(f"Mark {name} {outcome.order}")
        on_table.append(
            f"It has taken {counted(hits, 'hit')} this turn, which it began with "
            f"{counted(shots.start_platoons, 'platoon')}"
        )
    return Words(sentence([told]), tuple(on_table), dice_shown(draws))


def aftermath(form: ShootForm, outcome: Shot) -> Aftermath:
    """The target as the shooting leaves it."""
    if outcome.wiped_out:
        return Aftermath(target=None)
    return Aftermath(target={"platoons": str(outcome.left), "order": outcome.order.value})
