"""Regrouping: a contest of the officers against the confusion in the ranks (III.B, V, IX)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from calculator.chance.interface import Chance, Draw
from calculator.chance.resolution import Resolution, single
from calculator.kinds import Word
from calculator.rules.system import Factor, Measure, Words
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR, Contest
from calculator.rules.there_stand_empires.factors import Pulls, rating
from calculator.rules.there_stand_empires.forms import RegroupForm
from calculator.rules.there_stand_empires.telling import contest_told
from calculator.rules.there_stand_empires.words import State

STAGE: Final = "regroup"


class Rallied(Word):
    """How well a regroup goes, the best first."""

    WHOLLY = "wholly"
    ONE_LEVEL = "one-level"
    NOT = "not"


@attrs.frozen
class RegroupOutcome:
    """The status of the unit after its regroup, and whether it is better than before."""

    state: State
    improved: bool

    @property
    def label(self) -> str:
        """The outcome in a few words."""
        if not self.improved:
            return f"still {self.state.label}"
        return "regroups: OK" if self.state is State.OK else "rallies in part: disordered"


def regroup_factors(form: RegroupForm, tables: Tables) -> Iterator[Factor]:
    """Everything that pulls at a regroup."""
    pulls = Pulls(tables, STAGE, "regroup")
    rated = rating(form.actor, form.quality)
    yield pulls.by(ACTOR, f"{rated.capitalize()} unit", f"quality.{rated}", "II")
    if form.actor_state is State.DEMORALIZED:
        yield pulls.by(ACTOR, "Demoralized", "demoralized", "V")
    if form.general:
        yield pulls.by(ACTOR, "General within 6 inches", "general", "IX")


def regroup_contest(form: RegroupForm, tables: Tables) -> Contest[Rallied]:
    """The contest of a regroup."""
    return Contest.of(tables, STAGE, "regroup", Rallied, regroup_factors(form, tables))


def regroup(form: RegroupForm, tables: Tables) -> Resolution[RegroupOutcome, RegroupOutcome]:
    """The resolution of a regroup."""
    contest = regroup_contest(form, tables)

    def rule(chance: Chance) -> RegroupOutcome:
        return _regrouped(form.actor_state, contest.decide(chance))

    return single(rule)


def _regrouped(state: State, rallied: Rallied) -> RegroupOutcome:
    if rallied is Rallied.NOT:
        return RegroupOutcome(state, False)
    in_part = rallied is Rallied.ONE_LEVEL and state is State.DEMORALIZED
    return RegroupOutcome(State.DISORDERED if in_part else State.OK, True)


def regroup_severity(outcome: RegroupOutcome) -> int:
    """From still demoralized to OK."""
    return -list(State).index(outcome.state)


def regroup_words(
    form: RegroupForm, outcome: RegroupOutcome, draws: Sequence[Draw], tables: Tables
) -> Words:
    """A regroup told to the table."""
    contest = regroup_contest(form, tables)
    how = tuple(contest_told(draws, contest, tables, "The officers", "confusion in the ranks"))
    if not outcome.improved:
        kept = "Marker, formation and facing stay as they are; its action is used."
        return Words(f"The regroup fails - the unit is still {outcome.state.label}.", (kept,), how)
    place = (
        "It may take any formation and facing about its center, no part within 1 inch of an enemy."
    )
    if outcome.state is State.OK:
        return Words("The unit regroups - it is OK again.", ("Remove its marker.", place), how)
    marker = "Replace its demoralization marker with a disorder marker."
    return Words("The unit rallies in part - it is now disordered.", (marker, place), how)


REGROUP_MEASURES: Final = (
    Measure[RegroupOutcome]("improves", "improves at all", lambda o: o.improved),
    Measure[RegroupOutcome]("recovers", "recovers wholly", lambda o: o.state is State.OK),
)
