"""The marsh test: a unit that enters a marsh may get stuck."""

from __future__ import annotations

from typing import Final

import attrs

from calculator.chance.dice import die
from calculator.chance.interface import Chance
from calculator.forms import Form
from calculator.rules.action import Action, Aftermath, Draws, Measure, Narration, Parties, Severity
from calculator.rules.modifiers import Stage
from calculator.rules.morne_plaine.moving_on import asked_unit, may, moved
from calculator.rules.morne_plaine.terms import CHART, UnitType, in_column
from calculator.rules.phrases import shown
from calculator.rules.tables import Tables

TEST: Final = "marsh test"


def marsh_test(tables: Tables, chance: Chance, ask: str) -> int:
    """The number of a test, of so many chances."""
    return chance.draw(die(tables.points("marsh.chances")), ask)


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


STUCK: Final = Stage("marsh", CHART, "marsh").modifier(
    "{unit}: chances out of 4 to get stuck",
    value="marsh.stuck",
    number=lambda form, tables: in_column(tables, "marsh.stuck", form.unit),
)


class Marsh(Action[MarshForm, MarshTested]):
    """Whether a unit that enters a marsh gets stuck there for the rest of the turn."""

    key = "marsh-test"
    source = CHART
    severity = Severity[MarshTested](lambda outcome: not outcome.stuck, "the unit that moves")
    measures = (Measure("stuck", "gets stuck", lambda outcome: outcome.stuck, unwanted=True),)
    modifiers = (STUCK,)
    mnemonic = "m"

    def resolve(self, chance: Chance) -> MarshTested:
        """One test."""
        return MarshTested(marsh_test(self.tables, chance, TEST) <= self.total(STUCK))

    def after(self, drawn: MarshTested) -> Aftermath:
        """Who is stuck moves no more this turn; who gets through has paid for the hex already."""
        left = moved(0, goes_on=False) if drawn.stuck else {}
        return Aftermath(left, may=may(self.form.unit, not drawn.stuck))

    def parties(self) -> Parties:
        return {"actor": (f"the {self.form.unit}",)}

    def narrate(self, drawn: MarshTested, draws: Draws) -> Narration:
        """Whether it can move on."""
        unit = self.form.unit
        how = (test_narrated(unit, shown(draws, TEST), self.tables),)
        if drawn.stuck:
            stays = "It cannot move any longer this turn."
            return Narration(f"The {unit} is stuck in the marsh.", (stays,), how)
        return Narration(f"The {unit} gets through the marsh.", ("It may move on.",), how)
