"""A battalion that breaks and runs by itself: scattering platoons, and the edge of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance, Draw
from calculator.chance.resolution import Resolution, single
from calculator.forms import yes_no
from calculator.rules.revolutionary_wars import fields
from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge.chase import Behind, Caught, Chase
from calculator.rules.revolutionary_wars.charge.state import Body, End
from calculator.rules.revolutionary_wars.flight import Flight
from calculator.rules.revolutionary_wars.solo import acting
from calculator.rules.revolutionary_wars.telling import dice_shown, sentence
from calculator.rules.revolutionary_wars.terms import Arm, Formation, Order
from calculator.rules.system import Action, Aftermath, Factor, Measure, Words
from calculator.rules.tables import Tables
from calculator.rules.telling import counted

SOURCE: Final = "Charge Action, Break and Run"
RUNNER, HUNTER = 0, 1


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class RoutForm(fields.OneBattalion):
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


def _rolled(form: RoutForm, tables: Tables) -> tuple[Battalion, Chase, tuple[int, ...]]:
    one = attrs.evolve(acting(form, tables), near_general=form.near_general)
    caught = Caught.YES if form.caught else Caught.NO
    chase = Chase((one, one), (), Behind(form.edge), Behind(form.edge), caught)
    return one, chase, (HUNTER,) if form.pursued else ()


def resolution(form: RoutForm, tables: Tables) -> Resolution[Any, Rout]:
    """The edge of the table first, then a die for each platoon."""
    one, chase, hunters = _rolled(form, tables)

    def rule(chance: Chance) -> Rout:
        body = Body(one.platoons, one.order)
        left, _ = chase.run(RUNNER, body, hunters, form.chose, chance)
        assert left.end is not None
        return Rout(left.end, left.platoons)

    return single(rule)


def factors(form: RoutForm, tables: Tables) -> Iterator[Factor]:
    """What every platoon needs to keep together."""
    one = attrs.evolve(acting(form, tables), near_general=form.near_general)
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
    one = acting(form, tables)
    name, away = f"the {one.name}", one.card.number("move-open")
    if outcome.end is End.OVERRUN:
        left = f"Leave the guns of {name} where they are and mark them overrun"
        return Words(sentence([f"{name} is overrun"]), (left,), dice_shown(draws))
    run = (
        f"Turn {name} about in attack column and run it {away} inches straight ahead, or to the "
        "edge of the table; friends in its path are disordered"
    )
    if not outcome.platoons:
        told = sentence([f"{name} runs and is destroyed"])
        return Words(told, (run, f"Then remove {name}"), dice_shown(draws))
    left = counted(outcome.platoons, "platoon")
    lost = one.platoons - outcome.platoons
    removed = (f"Remove {counted(lost, 'platoon')} of {name}",) if lost else ()
    told = sentence([f"{name} runs, and {left} keep together"])
    return Words(told, (run, *removed, f"Mark {name} Shattered"), dice_shown(draws))


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
