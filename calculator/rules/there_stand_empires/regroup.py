"""Regrouping: a contest of the officers against the confusion in the ranks (III.B, V, IX)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from calculator.chance.interface import Chance, Draw
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.forms import Form
from calculator.kinds import Word
from calculator.rules.aftermath import Aftermath
from calculator.rules.system import (
    Action,
    Beneficiary,
    Factor,
    Measure,
    Narration,
    Severity,
)
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import unit
from calculator.rules.there_stand_empires.contest import ACTOR, Contest, Factors, rating
from calculator.rules.there_stand_empires.terms import Arm, Quality, State

STAGE: Final = "regroup"


@attrs.frozen(kw_only=True, eq=False, repr=False)
class RegroupForm(Form):
    """A unit that tries to regroup."""

    actor: Arm = unit.actor()
    quality: Quality = unit.quality()
    actor_state: State = unit.state(State.DISORDERED)
    general: bool = unit.general()


class Rally(Word):
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
    """Everything that bears on a regroup."""
    factors = Factors(tables, STAGE, "regroup")
    rated = rating(form.actor, form.quality)
    yield factors.by(ACTOR, f"{rated.capitalize()} unit", f"quality.{rated}")
    if form.actor_state is State.DEMORALIZED:
        yield factors.by(ACTOR, "Demoralized", "demoralized")
    if form.general:
        yield factors.by(ACTOR, "General within 6 inches", "general")


def regroup_contest(form: RegroupForm, tables: Tables) -> Contest[Rally]:
    """The contest of a regroup."""
    return Contest.of(tables, STAGE, "regroup", Rally, regroup_factors(form, tables))


def regroup(form: RegroupForm, tables: Tables) -> Procedure[RegroupOutcome, RegroupOutcome]:
    """The procedure of a regroup."""
    contest = regroup_contest(form, tables)

    def rule(chance: Chance) -> RegroupOutcome:
        return _regrouped(form.actor_state, contest.decide(chance))

    return single(rule)


def _regrouped(state: State, rally: Rally) -> RegroupOutcome:
    if rally is Rally.NOT:
        return RegroupOutcome(state, False)
    in_part = rally is Rally.ONE_LEVEL and state is State.DEMORALIZED
    return RegroupOutcome(State.DISORDERED if in_part else State.OK, True)


def regroup_severity(outcome: RegroupOutcome) -> int:
    """From still demoralized to OK."""
    return -list(State).index(outcome.state)


def narrate_regroup(
    form: RegroupForm, outcome: RegroupOutcome, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """What came of a regroup, and what to do on the table."""
    contest = regroup_contest(form, tables)
    how = tuple(contest.lines(draws, tables, "The officers", "confusion in the ranks"))
    if not outcome.improved:
        kept = "Marker, formation and facing stay as they are; its action is used."
        return Narration(
            f"The regroup fails - the unit is still {outcome.state.label}.", (kept,), how
        )
    place = (
        "It may take any formation and facing about its center, no part within 1 inch of an enemy."
    )
    if outcome.state is State.OK:
        return Narration("The unit regroups - it is OK again.", ("Remove its marker.", place), how)
    marker = "Replace its demoralization marker with a disorder marker."
    return Narration("The unit rallies in part - it is now disordered.", (marker, place), how)


def refuse_regroup(form: RegroupForm, tables: Tables) -> Iterator[Refusal]:
    """What forbids a regroup."""
    if form.actor_state is State.OK:
        yield Refusal("A unit that is OK has nothing to regroup from", "III.B, V")


def after_regroup(form: RegroupForm, outcome: RegroupOutcome) -> Aftermath:
    """The unit in its new status. A success lets it take any formation; it keeps its own here."""
    return Aftermath(actor={"state": outcome.state.value})


REGROUP: Final = Action(
    key="regroup",
    label="Regroup",
    help="Rally a disordered or demoralized unit.",
    source="III.B, V, IX",
    form=RegroupForm,
    procedure=regroup,
    narration=narrate_regroup,
    severity=Severity(regroup_severity, Beneficiary.ACTOR, "the unit"),
    factors=regroup_factors,
    refusals=refuse_regroup,
    measures=(
        Measure("improves", "improves at all", lambda o: o.improved),
        Measure("recovers", "recovers wholly", lambda o: o.state is State.OK),
    ),
    aftermath=after_regroup,
)
