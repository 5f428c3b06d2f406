"""Sentences that several actions share: what a unit's fate means on the table, who did how well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from calculator.chance.interface import Draw
from calculator.rules.tables import Tables
from calculator.rules.telling import counted, shown, signed
from calculator.rules.there_stand_empires.contest import Contest, band
from calculator.rules.there_stand_empires.status import Fate, Removal
from calculator.rules.there_stand_empires.words import State

_REMOVED: Final = {
    Removal.BROKEN: "{whom} break: remove the unit from play.",
    Removal.DESTROYED: "{whom} have lost half their bases or more: remove the unit from play.",
    Removal.SURRENDERED: "{whom} must go back and cannot: they surrender; remove the unit.",
    Removal.CAPTURED: "{whom} are captured: remove the unit, or hand it to its captors.",
}


def fate_steps(whom: str, before: State, fate: Fate, source: str) -> Iterator[str]:
    """What to do with a unit's figures and markers.

    `whom` is a plural that begins a sentence ("The defenders"), `source` what they go back from.
    """
    if fate.removed:
        yield _REMOVED[fate.removal].format(whom=whom)
        return
    if fate.bases_lost:
        lost = counted(fate.bases_lost, "base")
        yield f"{whom} lose {lost}: remove {'it' if fate.bases_lost == 1 else 'them'} now."
    if fate.back:
        yield (
            f"{whom} go back {fate.back} inches, as straight away from {source} as they can within "
            "45 degrees of their rear; formation and facing stay."
        )
    if fate.marked:
        yield f"{whom} are now {fate.state.label}: {_marker(before, fate.state)}."


def _marker(before: State, after: State) -> str:
    if before is State.DISORDERED:
        return "replace the disorder marker with a demoralization marker"
    return f"place a {'disorder' if after is State.DISORDERED else 'demoralization'} marker"


def contest_told(
    draws: Sequence[Draw], contest: Contest[Any], tables: Tables, mine: str, theirs: str
) -> Iterator[str]:
    """Both performances of a contest and the margin between them, if it was fought."""
    if performances := shown(draws, contest.stage):
        ours, others = performances
        margin = contest.points + ours - others
        points = f"with {signed(contest.points)} in points, " if contest.points else ""
        yield (
            f"{mine}: {performance(tables, ours)}; {theirs}: {performance(tables, others)}; "
            f"{points}a margin of {signed(margin) if margin else 0}."
        )


def performance(tables: Tables, heads: int) -> str:
    """A performance in words: "strong (12 of 21)"."""
    return f"{band(tables, heads).value} ({heads} of {tables.points('contest.coins')})"
