"""The line of sight: whether two units see one another over hills, woods, houses and friends."""

from __future__ import annotations

from typing import Final

from calculator.rules.action import Measure, Place, Severity
from calculator.rules.declared import declared
from calculator.rules.system import on_call
from calculator.rules.there_stand_empires.line_of_sight.form import SightForm

LINE_OF_SIGHT: Final = declared(
    key="line-of-sight",
    label="Line of sight",
    help="Whether two units see one another, and which of them may fire at or assault the other.",
    source="VI, VIII",
    form=SightForm,
    procedure=on_call(f"{__name__}.rule:sight"),
    narration=on_call(f"{__name__}.rule:narrate"),
    severity=Severity(lambda o: (o.visible, o.spotter_may_fire, o.target_may_fire)),
    measures=(
        Measure("visible", "visible", lambda outcome: outcome.visible),
        Measure("may-fire", "the spotter may fire", lambda outcome: outcome.spotter_may_fire),
        Measure("fired-at", "the target may fire", lambda outcome: outcome.target_may_fire),
    ),
    place=Place.AID,
)
