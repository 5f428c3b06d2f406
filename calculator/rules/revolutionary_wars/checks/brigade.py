"""Brigade morale, checked at the start of a player's turn: no dice, but consequences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from calculator.chance.interface import Draw
from calculator.chance.procedure import Procedure, settled
from calculator.errors import Refusal
from calculator.forms import Form, whole
from calculator.kinds import Word
from calculator.rules.aftermath import Aftermath, Consequence
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.narration import narrated
from calculator.rules.system import Action, Beneficiary, Factor, Measure, Narration, Severity, ruled
from calculator.rules.tables import Tables
from calculator.standing import Standing

SOURCE: Final = "Start of Turn, Check Brigade Morale"


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
        source=SOURCE,
        help="Battalions of the brigade on the table or in reserve.",
    )
    other_brigades: int = whole(
        0,
        20,
        "Other brigades left",
        default=2,
        unit="brigades",
        mnemonic="o",
        source=SOURCE,
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


def morale_of(form: BrigadeForm, tables: Tables) -> Morale:
    """A brigade of a single battalion breaks; a player without brigades has lost."""
    if form.battalions > tables.points("brigade.breaks"):
        return Morale.HOLDS
    return Morale.BREAKS if form.other_brigades else Morale.LOSES_THE_GAME


def procedure(form: BrigadeForm, tables: Tables) -> Procedure[Any, BrigadeMorale]:
    """No dice."""
    return settled(BrigadeMorale(morale_of(form, tables)))


def factors(form: BrigadeForm, tables: Tables) -> Iterator[Factor]:
    """What decides."""
    left = counted(form.battalions, "battalion")
    yield ruled("morale", f"{left} left", "brigade", form.battalions, SOURCE)


def aftermath(form: BrigadeForm, outcome: BrigadeMorale) -> Aftermath:
    """Its last battalion and its general leave the game if it breaks."""
    if outcome.morale is Morale.HOLDS:
        return Aftermath()
    last = ("the last surviving battalion", "the brigade general")
    return Aftermath(others=tuple(Consequence("battalions", one, None, "broken") for one in last))


def refusals(form: BrigadeForm, tables: Tables) -> Iterator[Refusal]:
    """A brigade without a battalion has broken before, and is not checked again."""
    if not form.battalions:
        gone = "a brigade that has no battalion left is gone and takes no check"
        yield Refusal(gone, SOURCE, Standing.READING)


def narrate(
    form: BrigadeForm, outcome: BrigadeMorale, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """What to remove."""
    if outcome.morale is Morale.HOLDS:
        return narrated(draws, "the brigade holds")
    gone = "Remove the last surviving battalion and the brigade general from the game"
    if outcome.morale is Morale.BREAKS:
        return narrated(draws, "the brigade breaks and is destroyed", gone)
    return narrated(draws, "the last brigade breaks and its player loses the game", gone)


BRIGADE: Final[Action[Any, Any]] = Action(
    key="brigade-morale",
    label="Brigade morale",
    help="Whether a brigade breaks at the start of its turn, and whether that loses the game.",
    source=SOURCE,
    form=BrigadeForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(
        lambda outcome: list(Morale).index(outcome.morale), Beneficiary.ACTOR, "the brigade"
    ),
    aftermath=aftermath,
    factors=factors,
    refusals=refusals,
    measures=(Measure("holds", "it holds", lambda outcome: outcome.morale is Morale.HOLDS),),
    mnemonic="g",
)
