"""A battalion that breaks and runs by itself: scattering platoons, and the edge of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance, Draw
from calculator.chance.resolution import Resolution, single
from calculator.chance.scripted import Scripted
from calculator.forms import yes_no
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge.chase import (
    Behind,
    Caught,
    Chase,
    Loss,
    Ruin,
    Watch,
    unwatched,
)
from calculator.rules.revolutionary_wars.charge.state import Body, End
from calculator.rules.revolutionary_wars.flight import Flight
from calculator.rules.revolutionary_wars.running import flight_step, overrun_step, removal
from calculator.rules.revolutionary_wars.solo import acting
from calculator.rules.revolutionary_wars.telling import dice_shown, sentence
from calculator.rules.revolutionary_wars.terms import Arm, Formation, Order
from calculator.rules.system import Action, Aftermath, Factor, Measure, Words
from calculator.rules.tables import Tables
from calculator.rules.telling import counted

SOURCE: Final = "Charge Action, Break and Run"
RUNNER, HUNTER = 0, 1


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class RoutForm(forms.CountedBattalion):
    """A battalion that breaks and runs; its order is what it was before it broke."""

    near_general: bool = fields.near_general("General near", group="Battalion", mnemonic="g")
    chose: bool = yes_no(
        "Chose to run",
        group="Battalion",
        mnemonic="c",
        source="Charge Action, Choosing to Break and Run",
        help="It chose to break and run rather than to test: failed Rally from Rout rolls are "
        "rolled again.",
    )
    pursued: bool = yes_no(
        "Pursued",
        default=True,
        group="Afterwards",
        mnemonic="u",
        source="Charge Action, No Pursuit",
        help="An enemy pursues it. If none does, failed Rally from Rout rolls are rolled again.",
    )
    caught: bool = yes_no(
        "Caught",
        group="Afterwards",
        mnemonic="h",
        source="Charge Action, Catching the Enemy",
        help="A pursuer contacts it, and it is destroyed.",
        matters=lambda form: form.pursued,
    )
    edge: Fraction | None = fields.edge(
        "Table edge",
        "Inches along its way to the edge of the table, or `far`.",
        group="Ground",
        mnemonic="d",
    )


@attrs.frozen
class Rout:
    """What is left of it."""

    end: End
    platoons: int

    @property
    def label(self) -> str:
        """In a few words."""
        if self.end is End.OVERRUN:
            return "overrun"
        left = counted(self.platoons, "platoon")
        return f"runs, {left} left" if self.platoons else "destroyed"


def resolution(form: RoutForm, tables: Tables, watch: Watch = unwatched) -> Resolution[Any, Rout]:
    """The edge of the table first, then a die for each platoon."""
    one = _running(form, tables)
    caught, way = Caught.YES if form.caught else Caught.NO, Behind(form.edge)
    chase = Chase((one, one), (), way, way, caught, watch=watch)
    hunters = (HUNTER,) if form.pursued else ()

    def rule(chance: Chance) -> Rout:
        body = Body(one.platoons, one.order)
        left, _ = chase.run(RUNNER, body, hunters, form.chose, chance)
        assert left.end is not None
        return Rout(left.end, left.platoons)

    return single(rule)


def _running(form: RoutForm, tables: Tables) -> Battalion:
    return attrs.evolve(acting(form, tables), near_general=form.near_general)


def factors(form: RoutForm, tables: Tables) -> Iterator[Factor]:
    """What every platoon needs to keep together."""
    one = _running(form, tables)
    if one.card.arm is Arm.ARTILLERY:
        return
    roll = Flight(form.pursued, form.chose).rally_roll(one)
    yield Factor("rally", f"rally from rout {roll}", one.name, 7 - roll.low, "Scattering Platoons")
    reasons = (
        (form.near_general, "general near"),
        (form.chose, "chose to run"),
        (not form.pursued, "not pursued"),
    )
    for holds, name in reasons:
        if holds:
            yield Factor("rally", f"{name}, failures re-rolled", one.name, 1, SOURCE)
    if one.order is Order.SHATTERED:
        source = "Shattered Battalion Routs if It Breaks"
        yield Factor("rout", "Shattered before it broke", "enemy", one.platoons, source)


def aftermath(form: RoutForm, outcome: Rout) -> Aftermath:
    """What keeps together, Shattered and in attack column."""
    if not outcome.platoons or outcome.end is End.OVERRUN:
        return Aftermath(actor=None)
    left = {"platoons": str(outcome.platoons), "order": Order.SHATTERED.value}
    return Aftermath(actor=left | {"formation": Formation.ATTACK_COLUMN.value})


def words(form: RoutForm, outcome: Rout, draws: Sequence[Draw], tables: Tables) -> Words:
    """What is left and where it goes."""
    one, losses = acting(form, tables), dict[int, Loss]()
    resolution(form, tables, losses.__setitem__).result(Scripted(draws))
    told, *steps = _told(form, one, outcome, losses.get(RUNNER))
    return Words(sentence([told]), tuple(steps), dice_shown(draws))


def _told(form: RoutForm, one: Battalion, outcome: Rout, loss: Loss | None) -> Iterator[str]:
    """What happened, then what to do on the table."""
    name = f"the {one.name}"
    if outcome.end is End.OVERRUN:
        yield f"{name} is overrun"
        yield overrun_step(one)
    elif loss:
        yield f"{name} breaks and is destroyed"
        if loss.broke is End.BROKE:
            yield flight_step(one, End.BROKE, form.edge, off=loss.ruin is Ruin.RAN_OFF)
        yield removal(one, loss)
    else:
        left, lost = counted(outcome.platoons, "platoon"), one.platoons - outcome.platoons
        keep = "keeps" if outcome.platoons == 1 else "keep"
        yield f"{name} breaks and runs, and {left} {keep} together"
        yield flight_step(one, End.BROKE, form.edge)
        if lost:
            yield f"Remove {counted(lost, 'platoon')} of {name}"
        yield f"Mark {name} Shattered"


ROUT: Final[Action[Any, Any]] = Action(
    key="break-and-run",
    label="Break and run",
    help="What is left of a battalion that breaks and runs: platoons scatter, the edge of the "
    "table may be its end.",
    source=SOURCE,
    form=RoutForm,
    resolution=resolution,
    words=words,
    severity=lambda outcome: (outcome.end.is_lost is False, outcome.platoons),
    aftermath=aftermath,
    factors=factors,
    measures=(Measure("survives", "it survives", lambda outcome: not outcome.end.is_lost),),
    mnemonic="k",
)
