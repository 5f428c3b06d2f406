"""Sentences that several actions share: what a unit's fate means on the table, who did how well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.chance.interface import Draw
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import heads_of, told
from calculator.rules.there_stand_empires.status import Fate, Removal, counted_bases
from calculator.rules.there_stand_empires.words import State

_REMOVED = {
    Removal.BROKEN: "{whom} break: remove the unit from play.",
    Removal.DESTROYED: "{whom} have now lost half their bases: remove the unit from play.",
    Removal.SURRENDERED: "{whom} must fall back and cannot: they surrender. Remove the unit.",
    Removal.CAPTURED: "{whom} are captured: remove the unit, or hand it to its captors.",
}


def fate_steps(whom: str, fate: Fate, away_from: str) -> Iterator[str]:
    """What to do with a unit's figures and markers; `whom` is plural, "The defenders"."""
    if fate.removed:
        yield _REMOVED[fate.removal].format(whom=whom)
        return
    if fate.bases_lost:
        yield (
            f"{whom} lose {counted_bases(fate.bases_lost)}: remove it now."
            if (fate.bases_lost == 1)
            else f"{whom} lose {counted_bases(fate.bases_lost)}: remove them now."
        )
    if fate.back:
        yield (
            f"{whom} go back {fate.back} inches, straight away from {away_from} (within 45 "
            "degrees of their rear), and keep formation and facing."
        )
    if fate.marked:
        yield f"{whom} are {fate.state.label}: {_MARKERS[fate.state]}."


_MARKERS = {
    State.DISORDERED: "place a disorder marker",
    State.DEMORALIZED: "place a demoralization marker",
}


def contest_told(
    draws: Sequence[Draw], stage: str, tables: Tables, mine: str, theirs: str
) -> Iterator[str]:
    """Both performances of a contest that was fought: "Fire: strong (12 of 21); ..."."""
    if heads := heads_of(draws, stage):
        yield f"{mine}: {told(tables, heads[0])}; {theirs}: {told(tables, heads[1])}."
