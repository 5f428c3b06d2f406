"""Where a contest's factors come from: points of its own tables, and what all contests share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from calculator.rules.system import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET
from calculator.rules.there_stand_empires.forms import CombatForm
from calculator.rules.there_stand_empires.words import Arm, Cover, Outnumbered, Quality, State


@attrs.frozen
class Pulls:
    """Reads the factors of one contest: `key` is its place in the tables."""

    tables: Tables
    stage: str
    key: str

    def by(self, side: str, name: str, entry: str, source: str) -> Factor:
        """A factor worth what `entry` of the contest's tables says."""
        return Factor(self.stage, name, side, self.tables.points(f"{self.key}.{entry}"), source)

    def quality(self, side: str, arm: Arm, quality: Quality) -> Factor:
        """What a side is worth by its quality (II)."""
        rated = rating(arm, quality)
        name = f"{rated} {arm.label}" if arm.has_quality else arm.label
        points = self.tables.points(f"combat.quality.{rated}")
        return Factor(self.stage, name.capitalize(), side, points, "II")

    def qualities(self, form: CombatForm) -> Iterator[Factor]:
        """What both sides are worth by their quality (II)."""
        yield self.quality(ACTOR, form.actor, form.quality)
        yield self.quality(TARGET, form.target, form.target_quality)

    def states(self, form: CombatForm) -> Iterator[Factor]:
        """What disorder costs either side, and demoralization the target (V)."""
        if form.actor_state is not State.OK:
            yield self.by(ACTOR, "Actor disordered", "actor-disordered", "V")
        yield from self.target_state(form)

    def target_state(self, form: CombatForm) -> Iterator[Factor]:
        """What disorder or demoralization costs the target (V)."""
        state = form.target_state
        if state is not State.OK:
            yield self.by(TARGET, f"Target {state.label}", f"target-state.{state.value}", "V")

    def cover(self, form: CombatForm) -> Iterator[Factor]:
        """What cover is worth to the target (VIII)."""
        if form.cover is not Cover.OPEN:
            yield self.by(TARGET, f"Cover: {form.cover.label}", f"cover.{form.cover.value}", "VIII")

    def outnumbered(self, numbers: Outnumbered, source: str) -> Iterator[Factor]:
        """What being outnumbered costs the side that is (VI, VII)."""
        side = _OUTNUMBERED.get(numbers)
        if side:
            badly = numbers in {Outnumbered.ACTOR_BADLY, Outnumbered.TARGET_BADLY}
            entry = f"outnumbered.{'badly' if badly else 'plainly'}"
            yield self.by(side, numbers.label.capitalize(), entry, source)


_OUTNUMBERED: Final = {
    Outnumbered.ACTOR_BADLY: ACTOR,
    Outnumbered.ACTOR: ACTOR,
    Outnumbered.TARGET: TARGET,
    Outnumbered.TARGET_BADLY: TARGET,
}


def rating(arm: Arm, quality: Quality) -> str:
    """The word under which a unit's quality stands in the tables."""
    return str(quality.value) if arm.has_quality else arm.family
