"""Replenishing skirmishers from the battalions of their brigade: no dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.chance.interface import Draw
from calculator.chance.procedure import Procedure, settled
from calculator.errors import Refusal
from calculator.forms import Form, inches, whole
from calculator.rules.aftermath import Aftermath, Consequence
from calculator.rules.phrases import a_or_an, counted
from calculator.rules.revolutionary_wars import fields
from calculator.rules.revolutionary_wars.cards import MOST_PLATOONS, Card
from calculator.rules.revolutionary_wars.narration import narrated
from calculator.rules.revolutionary_wars.terms import CardName, Troops
from calculator.rules.system import Action, Beneficiary, Factor, Measure, Narration, Severity, ruled
from calculator.rules.tables import Tables

SOURCE: Final = "Shoot Action, Replenishing Skirmishers"
GIVERS: Final = frozenset({Troops.LINE, Troops.LIGHT, Troops.LINE_CAVALRY, Troops.LIGHT_CAVALRY})


@attrs.frozen(kw_only=True)
class ReplenishForm(Form):
    """Platoons of a battalion broken up to make good a skirmish battalion's losses."""

    battalion: CardName = fields.card(
        "Battalion that gives",
        CardName.FRENCH_LINE,
        help="The card of the line or light battalion, foot or horse, that gives up platoons.",
        mnemonic="b",
    )
    platoons: int | None = fields.platoons("Platoons it has", mnemonic="f")
    removed: int = whole(
        1,
        MOST_PLATOONS,
        "Platoons removed",
        default=1,
        unit="platoons",
        mnemonic="m",
        source=SOURCE,
        help="Platoons that it gives up.",
    )
    skirmishers: CardName = fields.card(
        "Skirmishers",
        CardName.FRENCH_SKIRMISH,
        help="The card of the skirmish battalion of the same brigade.",
        mnemonic="s",
    )
    lost: int = whole(
        0,
        MOST_PLATOONS,
        "Skirmish platoons lost",
        default=4,
        unit="platoons",
        mnemonic="l",
        source=SOURCE,
        help="Platoons that the skirmish battalion has lost: no more than these return.",
    )
    distance: Fraction = inches(
        0,
        fields.TABLE,
        "Distance between them",
        default=6,
        mnemonic="d",
        source=SOURCE,
        help="Inches from the platoons that are removed to the skirmishers.",
    )


@attrs.frozen
class Replenished:
    """Skirmish platoons returned to the table, and the platoons that both battalions have then."""

    returned: int
    giver: int
    skirmishers: int

    @property
    def label(self) -> str:
        """In a few words."""
        return f"{counted(self.returned, 'skirmish platoon')} returned"


def replenished(form: ReplenishForm, tables: Tables) -> Replenished:
    """Up to four foot skirmish platoons for a platoon of foot, two mounted for one of horse."""
    arm, whole = Card(form.battalion, tables).arm, Card(form.skirmishers, tables).platoons
    back = min(form.lost, form.removed * tables.points(f"replenish.{arm.value}"))
    giver = _platoons(form, tables) - form.removed
    return Replenished(back, giver, max(0, whole - form.lost) + back)


def procedure(form: ReplenishForm, tables: Tables) -> Procedure[Any, Replenished]:
    """No dice."""
    return settled(replenished(form, tables))


def _platoons(form: ReplenishForm, tables: Tables) -> int:
    return form.platoons or Card(form.battalion, tables).platoons


def refusals(form: ReplenishForm, tables: Tables) -> Iterator[Refusal]:
    """Why these platoons cannot become those skirmishers."""
    giver, skirmishers = Card(form.battalion, tables), Card(form.skirmishers, tables)
    if giver.troops not in GIVERS:
        yield Refusal("only line or light platoons are given up", SOURCE)
    if not skirmishers.is_skirmish:
        yield Refusal(f"{a_or_an(skirmishers.name.battalion)} is no skirmish battalion", SOURCE)
    elif giver.arm is not skirmishers.arm:
        yield Refusal("foot makes good foot skirmishers, and horse mounted ones", SOURCE)
    if form.removed > (has := _platoons(form, tables)):
        problem = f"{form.removed} platoons cannot be given up by a battalion that has {has}"
        yield Refusal(problem, SOURCE)
    reach = tables.points("reach.replenish")
    if form.distance > reach:
        yield Refusal(f"the platoons must be within {reach} inches", SOURCE)


def factors(form: ReplenishForm, tables: Tables) -> Iterator[Factor]:
    """What a platoon is worth."""
    each = tables.points(f"replenish.{Card(form.battalion, tables).arm.value}")
    yield ruled("replenish", "skirmish platoons for each removed", "skirmishers", each, SOURCE)


def aftermath(form: ReplenishForm, outcome: Replenished) -> Aftermath:
    """Both battalions with the platoons that they have now."""
    values = {"platoons": str(outcome.skirmishers)}
    skirmishers = Consequence("skirmishers", form.skirmishers.battalion, values)
    if not outcome.giver:
        return Aftermath(actor=None, actor_gone="broken up", others=(skirmishers,))
    return Aftermath(actor={"platoons": str(outcome.giver)}, others=(skirmishers,))


def narrate(
    form: ReplenishForm, outcome: Replenished, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """What to remove and what to put back."""
    back = counted(outcome.returned, "skirmish platoon")
    removed = counted(form.removed, "platoon")
    steps = (
        f"Remove {removed} of the {form.battalion.battalion}",
        f"Return {back} to the {form.skirmishers.battalion}",
    )
    make = "makes" if form.removed == 1 else "make"
    return narrated(draws, f"{removed} {make} good {back}", *steps)


REPLENISH: Final[Action[Any, Any]] = Action(
    key="replenish",
    label="Replenish skirmishers",
    help="How many skirmish platoons come back for line or light platoons given up.",
    source=SOURCE,
    form=ReplenishForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda outcome: outcome.returned, Beneficiary.ACTOR, "the skirmishers"),
    aftermath=aftermath,
    factors=factors,
    refusals=refusals,
    measures=(Measure("returns", "some return", lambda outcome: outcome.returned > 0),),
    mnemonic="l",
)
