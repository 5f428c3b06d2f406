"""The marsh test: a unit that enters a marsh may get stuck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from calculator.chance.dice import die
from calculator.chance.interface import Chance, Draw
from calculator.chance.resolution import Resolution, single
from calculator.forms import Form, choice
from calculator.rules.morne_plaine.terms import CHART, UnitType, in_column
from calculator.rules.system import Action, Factor, Measure, Words
from calculator.rules.tables import Tables
from calculator.rules.telling import shown

TEST: Final = "marsh test"


def gets_stuck(unit: UnitType, tables: Tables, chance: Chance, ask: str = TEST) -> bool:
    """The test itself: so many chances out of 4."""
    roll = chance.draw(die(tables.points("marsh.chances")), ask)
    return roll <= in_column(tables, "marsh.stuck", unit)


def test_told(unit: UnitType, roll: int, tables: Tables) -> str:
    """The test's number and what it had to beat."""
    stuck, chances = in_column(tables, "marsh.stuck", unit), tables.points("marsh.chances")
    verdict = "stuck" if roll <= stuck else "it gets through"
    return f"Marsh test: {roll} out of {chances}, stuck on {stuck} or less: {verdict}."


@attrs.frozen(kw_only=True)
class MarshForm(Form):
    """The unit that enters a marsh."""

    unit: UnitType = choice(
        UnitType,
        "Unit",
        default=UnitType.INFANTRY,
        group="Moving unit",
        mnemonic="u",
        source=CHART,
        help="Infantry gets stuck 1 time in 4, leaders and cavalry 2 in 4, artillery 3 in 4.",
    )


@attrs.frozen
class Entered:
    """Whether the unit is stuck."""

    stuck: bool

    @property
    def label(self) -> str:
        return "stuck" if self.stuck else "gets through"


def factors(form: MarshForm, tables: Tables) -> Iterator[Factor]:
    """The chances to get stuck, of 4."""
    stuck = in_column(tables, "marsh.stuck", form.unit)
    yield Factor("marsh", f"{form.unit}: chances out of 4 to get stuck", "marsh", stuck, CHART)


def resolution(form: MarshForm, tables: Tables) -> Resolution[Any, Entered]:
    """One test."""
    return single(lambda chance: Entered(gets_stuck(form.unit, tables, chance)))


def words(form: MarshForm, outcome: Entered, draws: Sequence[Draw], tables: Tables) -> Words:
    """Whether it can move on."""
    how = (test_told(form.unit, shown(draws, TEST), tables),)
    if outcome.stuck:
        stays = "It cannot move any longer this turn."
        return Words(f"The {form.unit} is stuck in the marsh.", (stays,), how)
    return Words(f"The {form.unit} gets through the marsh.", ("It may move on.",), how)


MARSH: Final = Action(
    key="marsh-test",
    label="Marsh test",
    help="Whether a unit that enters a marsh gets stuck there for the rest of the turn.",
    source=CHART,
    form=MarshForm,
    resolution=resolution,
    words=words,
    severity=lambda outcome: not outcome.stuck,
    factors=factors,
    measures=(Measure("stuck", "gets stuck", lambda outcome: outcome.stuck),),
    mnemonic="m",
)
