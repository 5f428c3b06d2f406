"""A run of a forecast told turn by turn, for a historian to shake his head at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from calculator.figures import percent
from calculator.rules.forecast_plan import Stance
from calculator.tuning.policy import HOLD

if TYPE_CHECKING:
    from calculator.tuning.battle import Battlefield

_STANCES_IN_WORDS: Final = {
    Stance.PRESS: "press the attack",
    Stance.HOLD: "hold their ground",
    Stance.DELAY: "play for time",
}


class RunStory:
    """Lines of a story, hour by hour, as the run goes on."""

    def __init__(self, field: Battlefield) -> None:
        self._field = field
        self.lines: list[str] = []

    def turn(self, turn: int, stances: Sequence[Stance]) -> None:
        """A new hour: what both sides try, and who arrives."""
        armies = self._field.armies
        hour = (self._field.first_hour + turn - 1) % 24
        does = "; ".join(
            f"{army.name}: {'do as ordered' if army.is_ordered else _STANCES_IN_WORDS[stance]}"
            for army, stance in zip(armies, stances, strict=True)
        )
        self.lines.append(f"Turn {turn}, {hour}:00. {does}.")
        for army in armies:
            for division in army.divisions:
                if division.enters == turn > 1:
                    self.lines.append(f"  {division.name} comes up ({army.name}).")

    def action(
        self,
        mine: str,
        theirs: str,
        action: str,
        before: tuple[int, int],
        after: tuple[int, int],
    ) -> None:
        """A unit has acted against another; what changed of nothing is passed over."""
        changes = [
            f"{name} {change}"
            for name, was, now in ((theirs, before[1], after[1]), (mine, before[0], after[0]))
            if (change := self._changed(was, now))
        ]
        system = self._field.scenario.system
        if changes or action == system.chief:
            holds = action == HOLD
            label = "holding" if holds else system.action_played_on(action).label.lower()
            what = "; ".join(changes) or "nothing gained"
            self.lines.append(f"  {mine}, {label} at {theirs}: {what}.")

    def end(self, broken: Sequence[str], turns: int, losses: Sequence[float], ending: str) -> None:
        """How it ended, and at what cost."""
        armies = self._field.armies
        names = [army.name for army in armies if army.key in broken]
        how = f"{' and '.join(names)} {ending}" if names else "neither side gave up"
        cost = "; ".join(
            f"{army.name} {percent(loss)} of its men"
            for army, loss in zip(armies, losses, strict=True)
        )
        self.lines.append(f"After {turns} turns: {how}. Lost: {cost}.")

    def _changed(self, before: int, after: int) -> str:
        """What became of a unit in a few words."""
        if before == after or before < 0:
            return ""
        if after < 0:
            return "is out of the fight"
        was, now = (dict(self._field.conditions[number]) for number in (before, after))
        return self._field.plan.changes(was, now)
