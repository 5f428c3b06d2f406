"""Regrouping: a contest of the officers against the confusion of the ranks (V, IX)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.resolution import Resolution, single
from calculator.kinds import Word
from calculator.rules.system import Factor, Measure
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR, Contest
from calculator.rules.there_stand_empires.factors import rating
from calculator.rules.there_stand_empires.forms import RegroupForm
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
        return "recovers: OK" if self.state is State.OK else "recovers in part: disordered"


def regroup_factors(form: RegroupForm, tables: Tables) -> Iterator[Factor]:
    """Everything that pulls at a regroup."""
    rated = rating(form.actor, form.quality)
    points = tables.points(f"regroup.quality.{rated}")
    yield Factor(STAGE, f"{rated.capitalize()} unit", ACTOR, points, "II")
    if form.actor_state is State.DEMORALIZED:
        yield Factor(STAGE, "Demoralized", ACTOR, tables.points("regroup.demoralized"), "V")
    if form.general:
        yield Factor(
            STAGE, "General within 6 inches", ACTOR, tables.points("regroup.general"), "IX"
        )


def regroup_contest(form: RegroupForm, tables: Tables) -> Contest[Rallied]:
    """The contest of a regroup."""
    return Contest.of(tables, STAGE, "regroup.ladder", Rallied, regroup_factors(form, tables))


def regroup(form: RegroupForm, tables: Tables) -> Resolution[None, RegroupOutcome]:
    """The resolution of a regroup."""
    contest = regroup_contest(form, tables)

    def rule(chance: Chance) -> RegroupOutcome:
        match contest.decide(chance):
            case Rallied.WHOLLY:
                return RegroupOutcome(State.OK, True)
            case Rallied.ONE_LEVEL if form.actor_state is State.DEMORALIZED:
                return RegroupOutcome(State.DISORDERED, True)
            case Rallied.ONE_LEVEL:
                return RegroupOutcome(State.OK, True)
            case Rallied.NOT:
                return RegroupOutcome(form.actor_state, False)

    return single(rule)


def regroup_severity(outcome: RegroupOutcome) -> int:
    """From still demoralized to OK."""
    return -list(State).index(outcome.state)


REGROUP_MEASURES = (
    Measure[RegroupOutcome]("improves", "improves at all", lambda o: o.improved),
    Measure[RegroupOutcome]("recovers", "recovers wholly", lambda o: o.state is State.OK),
)
