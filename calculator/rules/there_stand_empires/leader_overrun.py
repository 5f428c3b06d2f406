"""What becomes of a general whom the enemy runs over (III.A, IX)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from calculator.chance.interface import Chance, Draw
from calculator.chance.resolution import Resolution, single
from calculator.forms import Form
from calculator.kinds import Word
from calculator.rules.system import Measure, Words
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import Contest
from calculator.rules.there_stand_empires.telling import contest_told

STAGE: Final = "leader overrun"


class Escape(Word):
    """The general's fate, the best for him first."""

    ESCAPES = "escapes"
    CAPTURED = "captured"
    KILLED = "killed"


@attrs.frozen
class OverrunForm(Form):
    """A general is ridden over; nothing else need be known."""


@attrs.frozen
class OverrunOutcome:
    """What becomes of the general."""

    fate: Escape

    @property
    def label(self) -> str:
        """The outcome in a few words."""
        return self.fate.label


def overrun_contest(tables: Tables) -> Contest[Escape]:
    """The general's presence of mind and good horse against ill luck."""
    return Contest.of(tables, STAGE, "leader-overrun", Escape, ())


def leader_overrun(form: OverrunForm, tables: Tables) -> Resolution[OverrunOutcome, OverrunOutcome]:
    """The resolution of the leader-overrun button."""
    contest = overrun_contest(tables)

    def rule(chance: Chance) -> OverrunOutcome:
        return OverrunOutcome(contest.decide(chance))

    return single(rule)


def overrun_severity(outcome: OverrunOutcome) -> int:
    """From escaped to killed."""
    return list(Escape).index(outcome.fate)


def overrun_words(
    form: OverrunForm, outcome: OverrunOutcome, draws: Sequence[Draw], tables: Tables
) -> Words:
    """The general's fate told to the table."""
    headline, *steps = _TOLD[outcome.fate]
    inches = tables.points("leader-overrun.escapes-inches")
    how = contest_told(draws, overrun_contest(tables), tables, "The general", "his pursuers")
    return Words(headline, tuple(step.format(inches=inches) for step in steps), tuple(how))


_REMOVED = "Remove him from play; nobody takes his place."
_TOLD = {
    Escape.ESCAPES: (
        "The general gets away.",
        (
            "Move him out of the enemy's way at once: up to {inches} inches, to where no enemy is "
            "within 1 inch."
        ),
        "This is not his move for the turn.",
    ),
    Escape.CAPTURED: ("The general is taken prisoner.", _REMOVED),
    Escape.KILLED: ("The general is killed.", _REMOVED),
}

OVERRUN_MEASURES = (
    Measure[OverrunOutcome]("escapes", "escapes", lambda o: o.fate is Escape.ESCAPES),
    Measure[OverrunOutcome]("captured", "captured", lambda o: o.fate is Escape.CAPTURED),
    Measure[OverrunOutcome]("killed", "killed", lambda o: o.fate is Escape.KILLED),
)
