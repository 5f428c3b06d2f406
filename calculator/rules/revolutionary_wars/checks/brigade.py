"""Matters of a brigade that take no dice: its morale, its general in the way, its skirmishers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.chance.procedure import Procedure, settled
from calculator.errors import Refusal
from calculator.forms import Form, inches, whole
from calculator.kinds import Word
from calculator.rules.action import Beneficiary, Draws, Measure, Narration, Severity
from calculator.rules.aftermath import Aftermath, Consequence
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor, ruled
from calculator.rules.phrases import a_or_an, counted
from calculator.rules.revolutionary_wars import fields
from calculator.rules.revolutionary_wars.cards import MOST_PLATOONS, Card
from calculator.rules.revolutionary_wars.narration import narrated
from calculator.rules.revolutionary_wars.terms import CardName, Troops
from calculator.rules.tables import Tables
from calculator.standing import Standing

MORALE_CHECK: Final = "Start of Turn, Check Brigade Morale"
GENERALS: Final = "Move Action, Moving near Enemy Generals; Charge Action, Charging Enemy Generals"
REPLENISHING: Final = "Shoot Action, Replenishing Skirmishers"
PLATOON_GIVERS: Final = frozenset(
    {Troops.LINE, Troops.LIGHT, Troops.LINE_CAVALRY, Troops.LIGHT_CAVALRY}
)


@attrs.frozen(kw_only=True)
class BrigadeForm(Form):
    """A brigade at the start of its player's turn."""

    battalions: int = whole(
        0,
        20,
        "Battalions left",
        default=2,
        unit="battalions",
        mnemonic="b",
        source=MORALE_CHECK,
        help="Battalions of the brigade on the table or in reserve.",
    )
    other_brigades: int = whole(
        0,
        20,
        "Other brigades left",
        default=2,
        unit="brigades",
        mnemonic="o",
        source=MORALE_CHECK,
        help="The player's other brigades on the table or in reserve.",
    )


class Morale(Word):
    """What the check finds, worst first."""

    LOSES_THE_GAME = "breaks-and-loses-the-game"
    BREAKS = "breaks"
    HOLDS = "holds"


@attrs.frozen
class BrigadeMorale:
    """What becomes of the brigade."""

    morale: Morale

    @property
    def label(self) -> str:
        """In the rules' words."""
        return self.morale.label


def morale(form: BrigadeForm, tables: Tables) -> Procedure[Any, BrigadeMorale]:
    """A brigade of a single battalion breaks; a player without brigades has lost."""
    found = Morale.BREAKS if form.other_brigades else Morale.LOSES_THE_GAME
    if form.battalions > tables.points("brigade.breaks"):
        found = Morale.HOLDS
    return settled(BrigadeMorale(found))


def morale_factors(form: BrigadeForm, tables: Tables) -> Iterator[Factor]:
    """What decides."""
    left = counted(form.battalions, "battalion")
    yield ruled("morale", f"{left} left", "brigade", form.battalions, MORALE_CHECK)


def after_morale(form: BrigadeForm, outcome: BrigadeMorale) -> Aftermath:
    """Its last battalion and its general leave the game if it breaks."""
    if outcome.morale is Morale.HOLDS:
        return Aftermath()
    last = ("the last surviving battalion", "the brigade general")
    return Aftermath(others=tuple(Consequence("battalions", one, None, "broken") for one in last))


def morale_refusals(form: BrigadeForm, tables: Tables) -> Iterator[Refusal]:
    """A brigade without a battalion has broken before, and is not checked again."""
    if not form.battalions:
        gone = "a brigade that has no battalion left is gone and takes no check"
        yield Refusal(gone, MORALE_CHECK, Standing.READING)


def narrate_morale(
    form: BrigadeForm, outcome: BrigadeMorale, draws: Draws, tables: Tables
) -> Narration:
    """What to remove."""
    if outcome.morale is Morale.HOLDS:
        return narrated(draws, "the brigade holds")
    gone = "Remove the last surviving battalion and the brigade general from the game"
    if outcome.morale is Morale.BREAKS:
        return narrated(draws, "the brigade breaks and is destroyed", gone)
    return narrated(draws, "the last brigade breaks and its player loses the game", gone)


BRIGADE: Final = declared(
    key="brigade-morale",
    label="Brigade morale",
    help="Whether a brigade breaks at the start of its turn, and whether that loses the game.",
    source=MORALE_CHECK,
    form=BrigadeForm,
    procedure=morale,
    narration=narrate_morale,
    severity=Severity(lambda outcome: outcome.morale.rank, "the brigade"),
    aftermath=after_morale,
    factors=morale_factors,
    refusals=morale_refusals,
    measures=(Measure("holds", "it holds", lambda outcome: outcome.morale is Morale.HOLDS),),
    mnemonic="g",
)


@attrs.frozen(kw_only=True)
class GeneralForm(Form):
    """A battalion that has moved or charged within 2 inches of an enemy general."""

    left: Fraction = inches(
        0,
        36,
        "Move left",
        default=6,
        mnemonic="m",
        source=GENERALS,
        help="Inches that the battalion can still move along its way when it comes within 2 inches "
        "of the general.",
    )
    away: Fraction = inches(
        0,
        16,
        "General's way out",
        default=16,
        mnemonic="g",
        source=GENERALS,
        help="Inches by which the general, who moves up to 16, gets farther from where the "
        "battalion goes.",
    )


@attrs.frozen
class GeneralsFate:
    """Whether the general is captured."""

    captured: bool

    @property
    def label(self) -> str:
        """In the rules' words."""
        return "captured" if self.captured else "gets away"


def capture(form: GeneralForm, tables: Tables) -> Procedure[Any, GeneralsFate]:
    """No dice: captured if the battalion can make good what he gained and be within 2 inches."""
    return settled(GeneralsFate(form.left >= form.away))


def capture_factors(form: GeneralForm, tables: Tables) -> Iterator[Factor]:
    """Inches on either side."""
    yield ruled(
        "chase", "inches the battalion can still move", "battalion", int(form.left), GENERALS
    )
    yield ruled("chase", "inches the general gains", "general", int(form.away), GENERALS)


def after_capture(form: GeneralForm, outcome: GeneralsFate) -> Aftermath:
    """The general is out of the game if he is captured."""
    if not outcome.captured:
        return Aftermath()
    return Aftermath(others=(Consequence("away", "the general", None, "captured"),))


def narrate_capture(
    form: GeneralForm, outcome: GeneralsFate, draws: Draws, tables: Tables
) -> Narration:
    """What becomes of him."""
    if outcome.captured:
        return narrated(draws, "the general is captured", "Remove him from the game")
    away = f"Move him up to {tables.points('move.general')} inches"
    return narrated(draws, "the general gets away", f"{away}, then finish the battalion's move")


GENERAL: Final = declared(
    key="general",
    label="General in the way",
    help="Whether a general from whom an enemy battalion has come within 2 inches is captured.",
    source=GENERALS,
    form=GeneralForm,
    procedure=capture,
    narration=narrate_capture,
    severity=Severity(lambda outcome: not outcome.captured, "the general", Beneficiary.TARGET),
    aftermath=after_capture,
    factors=capture_factors,
    measures=(
        Measure("captured", "he is captured", lambda outcome: outcome.captured, unwanted=True),
    ),
    mnemonic="y",
)


@attrs.frozen(kw_only=True)
class ReplenishForm(Form):
    """Platoons of a battalion broken up to make good a skirmish battalion's losses."""

    battalion: CardName = fields.card(
        "Battalion",
        default=CardName.FRENCH_LINE,
        help="The card of the line or light battalion, foot or horse, that gives up platoons.",
        mnemonic="b",
    )
    platoons: int | None = fields.platoons("Platoons it has", mnemonic="n")
    removed: int = fields.count(
        "Platoons removed",
        default=1,
        mnemonic="m",
        source=REPLENISHING,
        help="Platoons that it gives up.",
    )
    skirmishers: CardName = fields.card(
        "Skirmishers",
        default=CardName.FRENCH_SKIRMISH,
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
        source=REPLENISHING,
        help="Platoons that the skirmish battalion has lost: no more than these return.",
    )
    distance: Fraction = inches(
        0,
        fields.TABLE,
        "Distance between them",
        default=6,
        mnemonic="d",
        source=REPLENISHING,
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


def replenish(form: ReplenishForm, tables: Tables) -> Procedure[Any, Replenished]:
    """Up to four foot skirmish platoons for a platoon of foot, two mounted for one of horse."""
    arm, whole = Card(form.battalion, tables).arm, Card(form.skirmishers, tables).platoons
    back = min(form.lost, form.removed * tables.points(f"replenish.{arm.value}"))
    giver = _platoons(form, tables) - form.removed
    return settled(Replenished(back, giver, max(0, whole - form.lost) + back))


def _platoons(form: ReplenishForm, tables: Tables) -> int:
    return form.platoons or Card(form.battalion, tables).platoons


def replenish_refusals(form: ReplenishForm, tables: Tables) -> Iterator[Refusal]:
    """Why these platoons cannot become those skirmishers."""
    giver, skirmishers = Card(form.battalion, tables), Card(form.skirmishers, tables)
    if giver.troops not in PLATOON_GIVERS:
        yield Refusal("only line or light platoons are given up", REPLENISHING)
    if not skirmishers.is_skirmish:
        yield Refusal(
            f"{a_or_an(skirmishers.name.battalion)} is no skirmish battalion", REPLENISHING
        )
    elif giver.arm is not skirmishers.arm:
        yield Refusal("foot makes good foot skirmishers, and horse mounted ones", REPLENISHING)
    if form.removed > (has := _platoons(form, tables)):
        problem = f"{form.removed} platoons cannot be given up by a battalion that has {has}"
        yield Refusal(problem, REPLENISHING)
    if form.distance > (reach := tables.points("reach.replenish")):
        yield Refusal(f"the platoons must be within {reach} inches", REPLENISHING)


def replenish_factors(form: ReplenishForm, tables: Tables) -> Iterator[Factor]:
    """What a platoon is worth."""
    each = tables.points(f"replenish.{Card(form.battalion, tables).arm.value}")
    yield ruled(
        "replenish", "skirmish platoons for each removed", "skirmishers", each, REPLENISHING
    )


def after_replenishing(form: ReplenishForm, outcome: Replenished) -> Aftermath:
    """Both battalions with the platoons that they have now."""
    values = {"platoons": str(outcome.skirmishers)}
    skirmishers = Consequence("skirmishers", form.skirmishers.battalion, values)
    giver, gone = ({"platoons": str(outcome.giver)}, "") if outcome.giver else (None, "broken up")
    return Aftermath(actor=giver, actor_gone=gone, others=(skirmishers,))


def narrate_replenishing(
    form: ReplenishForm, outcome: Replenished, draws: Draws, tables: Tables
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


REPLENISH: Final = declared(
    key="replenish",
    label="Replenish skirmishers",
    help="How many skirmish platoons come back for line or light platoons given up.",
    source=REPLENISHING,
    form=ReplenishForm,
    procedure=replenish,
    narration=narrate_replenishing,
    severity=Severity(lambda outcome: outcome.returned, "the skirmishers"),
    aftermath=after_replenishing,
    factors=replenish_factors,
    refusals=replenish_refusals,
    measures=(Measure("returns", "some return", lambda outcome: outcome.returned > 0),),
    mnemonic="l",
)
