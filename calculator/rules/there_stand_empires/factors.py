"""Factors that several contests share, each read from the table under the contest's own prefix."""

from __future__ import annotations

from collections.abc import Iterator

from calculator.rules.system import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET
from calculator.rules.there_stand_empires.forms import CombatForm
from calculator.rules.there_stand_empires.words import Arm, Cover, Quality, State


def rating(arm: Arm, quality: Quality) -> str:
    """The word under which a unit's quality stands in the tables."""
    return quality.value if arm.has_quality else arm.family


def qualities(form: CombatForm, tables: Tables, stage: str) -> Iterator[Factor]:
    """What each side is worth by its quality (II)."""
    yield quality_factor(form.actor, form.quality, tables, stage, ACTOR)
    yield quality_factor(form.target, form.target_quality, tables, stage, TARGET)


def quality_factor(arm: Arm, quality: Quality, tables: Tables, stage: str, side: str) -> Factor:
    """What one side is worth by its quality (II)."""
    rated = rating(arm, quality)
    name = f"{rated.capitalize()} {arm.label}" if arm.has_quality else f"{arm.label.capitalize()}"
    return Factor(stage, name, side, tables.points(f"combat.quality.{rated}"), "II")


def states(form: CombatForm, tables: Tables, prefix: str, stage: str) -> Iterator[Factor]:
    """What disorder costs either side, and demoralization the target (V)."""
    if form.actor_state is not State.OK:
        points = tables.points(f"{prefix}.actor-disordered")
        yield Factor(stage, "Actor disordered", ACTOR, points, "V")
    if form.target_state is not State.OK:
        points = tables.points(f"{prefix}.target-state.{form.target_state.value}")
        yield Factor(stage, f"Target {form.target_state.label}", TARGET, points, "V")


def cover(form: CombatForm, tables: Tables, prefix: str, stage: str) -> Iterator[Factor]:
    """What cover is worth to the target (VIII)."""
    if form.cover is not Cover.OPEN:
        points = tables.points(f"{prefix}.cover.{form.cover.value}")
        name = (
            form.cover.label if form.cover is Cover.FORTIFICATION else f"{form.cover.label} cover"
        )
        yield Factor(stage, name.capitalize(), TARGET, points, "VIII")
