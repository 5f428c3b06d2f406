"""Regrouping: a contest of the officers against the confusion in the ranks (III.B, V, IX)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import attrs

from calculator.chance.procedure import Procedure
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import unit
from calculator.rules.there_stand_empires.contest import ACTOR, Factors, contest, rating
from calculator.rules.there_stand_empires.terms import State


@attrs.frozen(kw_only=True, eq=False, repr=False, field_transformer=unit.by_heading)
class RegroupForm(unit.OrdersForm):
    """A unit that tries to regroup."""

    actor_state: State = unit.state(default=State.DISORDERED)


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


@contest("regroup", "regroup", Rally)
def regroup_contest(factors: Factors, form: RegroupForm) -> Iterator[Factor]:
    """The officers against the confusion in the ranks."""
    rated = rating(form.actor, form.quality)
    yield factors.by(ACTOR, f"{rated.capitalize()} unit", f"quality.{rated}")
    if form.actor_state is State.DEMORALIZED:
        yield factors.by(ACTOR, "Demoralized", "demoralized")
    if form.general:
        yield factors.by(ACTOR, "General within 6 inches", "general")


def regroup(form: RegroupForm, tables: Tables) -> Procedure[Any, RegroupOutcome]:
    """The procedure of a regroup."""
    return regroup_contest(tables, form).procedure(partial(_regrouped, form.actor_state))


def _regrouped(state: State, rally: Rally) -> RegroupOutcome:
    if rally is Rally.NOT:
        return RegroupOutcome(state, False)
    in_part = rally is Rally.ONE_LEVEL and state is State.DEMORALIZED
    return RegroupOutcome(State.DISORDERED if in_part else State.OK, True)


def narrate_regroup(
    form: RegroupForm, outcome: RegroupOutcome, draws: Draws, tables: Tables
) -> Narration:
    """What came of a regroup, and what to do on the table."""
    contest = regroup_contest(tables, form)
    how = contest.lines(draws, "The officers", "confusion in the ranks")
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


REGROUP: Final = declared(
    key="regroup",
    label="Regroup",
    help="Rally a disordered or demoralized unit.",
    source="III.B, V, IX",
    form=RegroupForm,
    procedure=regroup,
    narration=narrate_regroup,
    severity=Severity(lambda o: -o.state.rank, "the unit"),
    factors=lambda form, tables: regroup_contest(tables, form).factors,
    refusals=refuse_regroup,
    measures=(
        Measure("improves", "improves at all", lambda o: o.improved),
        Measure("recovers", "recovers wholly", lambda o: o.state is State.OK),
    ),
    aftermath=after_regroup,
)
