"""The marsh test: a unit that enters a marsh may get stuck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from calculator.chance.dice import die
from calculator.chance.interface import Chance
from calculator.chance.procedure import single
from calculator.forms import Form
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor
from calculator.rules.morne_plaine.moving_on import asked_unit, may, moved
from calculator.rules.morne_plaine.terms import CHART, UnitType, in_column
from calculator.rules.phrases import shown
from calculator.rules.tables import Tables

TEST: Final = "marsh test"


def gets_stuck(unit: UnitType, tables: Tables, chance: Chance, ask: str = TEST) -> bool:
    """The test itself: so many chances out of 4."""
    roll = chance.draw(die(tables.points("marsh.chances")), ask)
    return roll <= in_column(tables, "marsh.stuck", unit)


def test_narrated(unit: UnitType, roll: int, tables: Tables) -> str:
    """The test's number and what it had to beat."""
    stuck, chances = in_column(tables, "marsh.stuck", unit), tables.points("marsh.chances")
    verdict = "stuck" if roll <= stuck else "it gets through"
    return f"Marsh test: {roll} out of {chances}, stuck on {stuck} or less: {verdict}."


@attrs.frozen(kw_only=True)
class MarshForm(Form):
    """The unit that enters a marsh."""

    unit: UnitType = asked_unit(
        help="Infantry gets stuck 1 time in 4, leaders and cavalry 2 in 4, artillery 3 in 4."
    )


@attrs.frozen
class MarshTested:
    """Whether the unit is stuck."""

    stuck: bool

    @property
    def label(self) -> str:
        return "stuck" if self.stuck else "gets through"


def factors(form: MarshForm, tables: Tables) -> Iterator[Factor]:
    """The chances to get stuck, of 4."""
    stuck = in_column(tables, "marsh.stuck", form.unit)
    name = f"{form.unit}: chances out of 4 to get stuck"
    yield Factor("marsh", name, "marsh", stuck, CHART, ("marsh.stuck",))


def after_test(form: MarshForm, outcome: MarshTested) -> Aftermath:
    """Who is stuck moves no more this turn; who gets through has paid for the hex already."""
    left = moved(0, goes_on=False) if outcome.stuck else {}
    return Aftermath(left, may=may(form.unit, not outcome.stuck))


def narrate(form: MarshForm, outcome: MarshTested, draws: Draws, tables: Tables) -> Narration:
    """Whether it can move on."""
    how = (test_narrated(form.unit, shown(draws, TEST), tables),)
    if outcome.stuck:
        stays = "It cannot move any longer this turn."
        return Narration(f"The {form.unit} is stuck in the marsh.", (stays,), how)
    return Narration(f"The {form.unit} gets through the marsh.", ("It may move on.",), how)


MARSH: Final = declared(
    key="marsh-test",
    label="Marsh test",
    help="Whether a unit that enters a marsh gets stuck there for the rest of the turn.",
    source=CHART,
    form=MarshForm,
    procedure=lambda form, tables: single(
        lambda chance: MarshTested(gets_stuck(form.unit, tables, chance))
    ),
    narration=narrate,
    severity=Severity(lambda outcome: not outcome.stuck, "the unit that moves"),
    factors=factors,
    measures=(Measure("stuck", "gets stuck", lambda outcome: outcome.stuck, unwanted=True),),
    aftermath=after_test,
    mnemonic="m",
)
