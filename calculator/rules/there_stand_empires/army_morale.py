"""Army morale: whether an army that has lost half its units fights on (X)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator.conditions import Worked, where
from calculator.errors import Fault
from calculator.forms import Form, Heading
from calculator.kinds import Whole, Word
from calculator.rules import action, armies, modifiers, phrases
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET, Contest, Contested, by
from calculator.standing import Standing

ARMY: Final = Heading("", "X")


class MoraleForm(Form):
    """An army that may have had enough."""

    units: int = ARMY.entry(Whole(1, 500, "units"), "Units in the army", default=12)
    """Units that the army began the battle with, lost or not. Do not count generals."""
    broken: int = ARMY.entry(Whole(0, 500, "units"), "Broken or removed", default=3)
    """Units broken, destroyed, surrendered or captured so far."""
    demoralized: int = ARMY.entry(Whole(0, 500, "units"), "Demoralized now", default=3)
    """Units on the table that are demoralized at this moment."""
    checked_this_turn: bool = ARMY.yes_no()
    """Has this army already been checked in this turn? It is checked once a turn."""
    passed_before: bool = ARMY.yes_no()
    """Has this army passed a check on an earlier turn? Then only a new loss calls for one."""
    loss_this_turn: bool = ARMY.yes_no("Lost one this turn", matters=where("passed_before"))
    """Has a unit of this army been destroyed or demoralized in this turn? After a passed check,
    only that calls for another."""

    @property
    def gone(self) -> int:
        """Units broken or demoralized."""
        return self.broken + self.demoralized

    @property
    def percent_gone(self) -> int:
        """Units broken or demoralized, of a hundred."""
        return 100 * self.gone // self.units

    def faults(self) -> Iterator[Fault]:
        army = f"the army's {phrases.counted(self.units, 'unit')}"
        if self.broken > self.units:
            yield Fault("broken", f"{self.broken} are more than {army}", f"0 to {self.units}")
        elif self.gone > self.units:
            lost = f"{self.broken} broken and {self.demoralized} demoralized are more than {army}"
            yield Fault("demoralized", lost, phrases.span(0, self.units - self.broken))


class Verdict(Word):
    """What comes of a check, the best for the army first: none is due, for a reason, or it stands
    or breaks."""

    BELOW_HALF = "below-half"
    CHECKED = "already-checked-this-turn"
    NOTHING_NEW = "nothing-lost-this-turn"
    STANDS = "stands"
    BREAKS = "breaks"


class MoraleOutcome(action.Outcome):
    """Whether the army breaks, or why it was not even checked."""

    verdict: Verdict

    @property
    def checked(self) -> bool:
        """Whether the army was checked at all."""
        return self.verdict in {Verdict.STANDS, Verdict.BREAKS}

    @property
    def label(self) -> str:
        return f"{'the army' if self.checked else 'no check:'} {self.verdict.label}"


_LOSSES: Final = ("units", "broken", "demoralized")
_settles: Final = modifiers.Stage("army morale", "X", ACTOR).modifier
NOBODY_LEFT: Final = _settles(
    "no unit is left to fight on: it breaks for certain",
    Worked(lambda form, _: form.broken == form.units, ("units", "broken"), "no unit is left"),
    side=TARGET,
    standing=Standing.READING,
)
NO_CHECK: Final = {
    Verdict.BELOW_HALF: _settles(
        "fewer than half its units are broken or demoralized: no check",
        Worked(
            lambda form, _: 2 * form.gone < form.units, _LOSSES, "less than half the army is gone"
        ),
    ),
    Verdict.CHECKED: _settles(
        "checked this turn already: no second check", where("checked_this_turn")
    ),
    Verdict.NOTHING_NEW: _settles(
        "it has passed before, and lost no unit this turn: no check",
        where("passed_before") & ~where("loss_this_turn"),
    ),
}
"""Why an army need not be checked; half its units is the text's own threshold (X)."""


class ArmyMorale(Contested[MoraleForm, MoraleOutcome]):
    """Does an army that has lost half its units fight on?"""

    key = "army-morale"
    source = "III.A, X"
    severity = action.Severity[MoraleOutcome](lambda o: o.verdict.rank, "the enemy", of_target=True)
    measures = (
        action.Measure("breaks", "the army breaks", lambda o: o.verdict is Verdict.BREAKS),
        action.Measure("stands", "the army stands", lambda o: o.verdict is Verdict.STANDS),
        action.Measure("no-check", "no check", lambda o: not o.checked),
    )
    place = action.Place.BUTTON
    speaks_of = {"army": ("the army",)}
    contest = Contest(
        "army-morale",
        Verdict,
        by(ACTOR, "Half the army gone", ".at-half"),
        by(
            ACTOR,
            "{percent_gone} percent gone",
            ".beyond-half",
            number=lambda form, tables: (
                -((form.percent_gone - 50) * tables.points("army-morale.beyond-half") // 10)
            ),
            also_reads=_LOSSES,
        ),
        when=modifiers.unless(NOBODY_LEFT, *NO_CHECK.values()),
    )
    effects = (NOBODY_LEFT, *NO_CHECK.values())

    def ended(self, rung: Verdict | None) -> MoraleOutcome:
        not_due = (verdict for verdict, one in NO_CHECK.items() if self.holds(one))
        settled = Verdict.BREAKS if self.holds(NOBODY_LEFT) else next(not_due, Verdict.STANDS)
        return MoraleOutcome(rung or settled)

    def after(self, drawn: MoraleOutcome) -> action.Aftermath:
        if drawn.verdict is Verdict.STANDS:
            return action.Aftermath(side={"checked-this-turn": "yes", "passed-before": "yes"})
        return action.Aftermath(side={"army": "broken"} if drawn.verdict is Verdict.BREAKS else {})

    def narrate(self, drawn: MoraleOutcome, draws: action.Draws) -> action.Narration:
        how = [f"{self.form.gone} of {self.form.units} units are broken or demoralized."]
        how += self.bout.lines(draws, "The army's spirit", "its fears")
        if self.holds(NOBODY_LEFT):
            how.append("With no unit left to fight on it breaks for certain.")
        headline = f"The army {drawn.verdict.label}." if drawn.checked else "No check is needed."
        return action.Narration(headline, (_STEPS[drawn.verdict],), how)


_STEPS: Final = {
    Verdict.BELOW_HALF: "Check once half the army's units or more are broken or demoralized: that "
    "is the rules' own threshold, below which no army breaks.",
    Verdict.CHECKED: "An army is checked once a turn, and this one has been.",
    Verdict.NOTHING_NEW: "It has passed before; check again in a turn in which another of its "
    "units is destroyed or demoralized.",
    Verdict.STANDS: "No further check this turn. On later turns check again when another of its "
    "units is destroyed or demoralized, while half or more are gone.",
    Verdict.BREAKS: "It flees the field: the game ends now, and it has lost.",
}

CHECK: Final = armies.ArmyMorale(
    "army-morale",
    lambda army: {
        "units": str(army.units),
        "broken": str(army.removed),
        "demoralized": str(army.demoralized),
        "passed-before": "yes" if army.passed_before else "no",
        "loss-this-turn": "yes" if army.struck else "no",
        "checked-this-turn": "yes" if army.checked else "no",
    },
    "breaks",
    not_due="no-check",
)
