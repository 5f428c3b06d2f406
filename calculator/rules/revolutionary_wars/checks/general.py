"""A general in the way of an enemy battalion: no dice, but inches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.chance.interface import Draw
from calculator.chance.procedure import Procedure, settled
from calculator.forms import Form, inches
from calculator.rules.aftermath import Aftermath, Consequence
from calculator.rules.revolutionary_wars.narration import narrated
from calculator.rules.system import Action, Beneficiary, Factor, Measure, Narration, Severity, ruled
from calculator.rules.tables import Tables

SOURCE: Final = "Move Action, Moving near Enemy Generals; Charge Action, Charging Enemy Generals"


@attrs.frozen(kw_only=True)
class GeneralForm(Form):
    """A battalion that has moved or charged within 2 inches of an enemy general."""

    left: Fraction = inches(
        0,
        36,
        "Move left",
        default=6,
        mnemonic="m",
        source=SOURCE,
        help="Inches that the battalion can still move along its way when it comes within 2 inches "
        "of the general.",
    )
    away: Fraction = inches(
        0,
        16,
        "General's way out",
        default=16,
        mnemonic="g",
        source=SOURCE,
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


def procedure(form: GeneralForm, tables: Tables) -> Procedure[Any, GeneralsFate]:
    """No dice: captured if the battalion can make good what he gained and be within 2 inches."""
    return settled(GeneralsFate(form.left >= form.away))


def factors(form: GeneralForm, tables: Tables) -> Iterator[Factor]:
    """Inches on either side."""
    yield ruled("chase", "inches the battalion can still move", "battalion", int(form.left), SOURCE)
    yield ruled("chase", "inches the general gains", "general", int(form.away), SOURCE)


def aftermath(form: GeneralForm, outcome: GeneralsFate) -> Aftermath:
    """The general is out of the game if he is captured."""
    if not outcome.captured:
        return Aftermath()
    return Aftermath(others=(Consequence("away", "the general", None, "captured"),))


def narrate(
    form: GeneralForm, outcome: GeneralsFate, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """What becomes of him."""
    if outcome.captured:
        return narrated(draws, "the general is captured", "Remove him from the game")
    away = f"Move him up to {tables.points('move.general')} inches"
    return narrated(draws, "the general gets away", f"{away}, then finish the battalion's move")


GENERAL: Final[Action[Any, Any]] = Action(
    key="general",
    label="General in the way",
    help="Whether a general from whom an enemy battalion has come within 2 inches is captured.",
    source=SOURCE,
    form=GeneralForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda outcome: not outcome.captured, Beneficiary.TARGET, "the general"),
    aftermath=aftermath,
    factors=factors,
    measures=(Measure("captured", "he is captured", lambda outcome: outcome.captured),),
    mnemonic="y",
)
