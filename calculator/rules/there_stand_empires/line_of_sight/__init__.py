"""The line of sight: whether two units see one another over hills, woods, houses and friends."""

from __future__ import annotations

from typing import Final

from calculator.rules.system import Action, Measure, Place
from calculator.rules.there_stand_empires.line_of_sight.form import SightForm
from calculator.rules.there_stand_empires.line_of_sight.rule import resolution
from calculator.rules.there_stand_empires.line_of_sight.words import words

LINE_OF_SIGHT: Final = Action(
    key="line-of-sight",
    label="Line of sight",
    help="Whether two units see one another, and may fire, over what stands between them.",
    source="VI, VIII",
    form=SightForm,
    resolution=resolution,
    words=words,
    severity=lambda outcome: outcome.visible,
    measures=(Measure("visible", "visible", lambda outcome: outcome.visible),),
    place=Place.AID,
)
