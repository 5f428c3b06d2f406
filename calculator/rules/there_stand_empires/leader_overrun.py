"""What becomes of a general whom the enemy runs over (III.A, IX)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from calculator.errors import Refusal
from calculator.forms import Form, entry, yes_no
from calculator.kinds import NAME, Optional, Word
from calculator.rules.action import (
    Aftermath,
    Beneficiary,
    Consequence,
    Draws,
    Measure,
    Narration,
    Place,
    Severity,
)
from calculator.rules.there_stand_empires.contest import Contest, Contested


class Escape(Word):
    """The general's fate, the best for him first."""

    ESCAPES = "escapes"
    CAPTURED = "captured"
    KILLED = "killed"


@attrs.frozen(kw_only=True, eq=False, repr=False)
class OverrunForm(Form):
    """A general whom the enemy rides over."""

    leader: str | None = entry(
        Optional(NAME, "unnamed"),
        "General",
        help="Who is overrun, as the order of battle names him. The odds are the same for all.",
        source="IX",
    )
    attached: bool = yes_no(
        "Attached to a unit",
        help="Is the general attached to a unit? Then he cannot be overrun.",
        source="III.A",
    )


@attrs.frozen
class OverrunOutcome:
    """What becomes of the general."""

    fate: Escape

    @property
    def label(self) -> str:
        return self.fate.label


class LeaderOverrun(Contested[OverrunForm, OverrunOutcome]):
    "What happens to a general whom the enemy has overrun?"

    key = "leader-overrun"
    source = "III.A, IX"
    severity = Severity[OverrunOutcome](
        lambda outcome: outcome.fate.rank, "the pursuers", Beneficiary.TARGET
    )
    measures = (
        Measure("escapes", "escapes", lambda o: o.fate is Escape.ESCAPES),
        Measure("captured", "captured", lambda o: o.fate is Escape.CAPTURED),
        Measure("killed", "killed", lambda o: o.fate is Escape.KILLED),
    )
    place = Place.BUTTON
    mnemonic = "l"
    contest = Contest("leader overrun", "leader-overrun", Escape)

    def refusals(self) -> Iterator[Refusal]:
        if self.form.attached:
            yield Refusal("A general who is attached to a unit cannot be overrun", "III.A")

    def ended(self, rung: Escape) -> OverrunOutcome:
        return OverrunOutcome(rung)

    def after(self, drawn: OverrunOutcome) -> Aftermath:
        """The general gone, unless he escapes; nobody takes his place (IX)."""
        if drawn.fate is Escape.ESCAPES:
            return Aftermath()
        who = self.form.leader or "the general"
        return Aftermath(others=(Consequence("leader", who, None, drawn.fate.label),))

    def narrate(self, drawn: OverrunOutcome, draws: Draws) -> Narration:
        inches = self.tables.points("leader-overrun.escapes-inches")
        how = self.bout.lines(draws, "The general", "his pursuers")
        steps: tuple[str, ...] = ("Remove him from play; nobody takes his place.",)
        if drawn.fate is Escape.ESCAPES:
            reach = f"up to {inches} inches, to where no enemy is within 1 inch"
            out = f"Move him out of the enemy's way at once: {reach}."
            steps = (out, "This is not his move for the turn.")
        headline = f"{self.form.leader or 'The general'} {_ENDS[drawn.fate]}."
        return Narration(headline, steps, how)


_ENDS: Final = {
    Escape.ESCAPES: "gets away",
    Escape.CAPTURED: "is taken prisoner",
    Escape.KILLED: "is killed",
}
