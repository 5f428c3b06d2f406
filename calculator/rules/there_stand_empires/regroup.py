"""Regrouping: a contest of the officers against the confusion in the ranks (III.B, V, IX)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from calculator.conditions import where
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.rules.action import Aftermath, Draws, Measure, Narration, Parties, Severity
from calculator.rules.there_stand_empires import contest, unit
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET, Contest, by, effect
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
        if not self.improved:
            return f"still {self.state.label}"
        return "regroups: OK" if self.state is State.OK else "rallies in part: disordered"


BY_A_LEVEL: Final = effect(
    "regroup",
    TARGET,
    "it may rise by one level only, or by both",
    where("actor_state", State.DEMORALIZED),
    "V",
)


class Regroup(contest.Contested[RegroupForm, RegroupOutcome]):
    """Rally a disordered or demoralized unit."""

    key = "regroup"
    source = "III.B, V, IX"
    severity = Severity[RegroupOutcome](lambda o: -o.state.rank, "the unit")
    measures = (
        Measure("improves", "improves at all", lambda o: o.improved),
        Measure("recovers", "recovers wholly", lambda o: o.state is State.OK),
    )
    contest = Contest(
        "regroup",
        "regroup",
        Rally,
        contest.of_the_actor(".quality.{rated}"),
        by(ACTOR, "Demoralized", ".demoralized", where("actor_state", State.DEMORALIZED)),
        by(ACTOR, "General within 6 inches", ".general", where("general")),
    )
    effects = (BY_A_LEVEL,)

    def refusals(self) -> Iterator[Refusal]:
        if self.form.actor_state is State.OK:
            yield Refusal("A unit that is OK has nothing to regroup from", "III.B, V")

    def ended(self, rung: Rally) -> RegroupOutcome:
        if rung is Rally.NOT:
            return RegroupOutcome(self.form.actor_state, False)
        in_part = rung is Rally.ONE_LEVEL and self.holds(BY_A_LEVEL)
        return RegroupOutcome(State.DISORDERED if in_part else State.OK, True)

    def after(self, drawn: RegroupOutcome) -> Aftermath:
        """The unit in its new status. A success lets it take any formation; it keeps its own."""
        return Aftermath(actor={"state": drawn.state.value})

    def parties(self) -> Parties:
        return {"actor": ("the unit",)}

    def narrate(self, drawn: RegroupOutcome, draws: Draws) -> Narration:
        how = self.bout.lines(draws, "The officers", "confusion in the ranks")
        if not drawn.improved:
            kept = "Marker, formation and facing stay as they are; its action is used."
            headline = f"The regroup fails - the unit is still {drawn.state.label}."
            return Narration(headline, (kept,), how)
        if drawn.state is State.OK:
            headline, marker = "The unit regroups - it is OK again.", "Remove its marker."
        else:
            headline = "The unit rallies in part - it is now disordered."
            marker = "Replace its demoralization marker with a disorder marker."
        place = (
            "It may take any formation and facing about its center, no part within 1 inch of an "
            "enemy."
        )
        return Narration(headline, (marker, place), how)
