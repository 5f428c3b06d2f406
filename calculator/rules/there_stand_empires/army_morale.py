"""Army morale: whether an army that has lost half its units fights on (X)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.procedure import Procedure, settled
from calculator.errors import Fault
from calculator.forms import Form, whole, yes_no
from calculator.kinds import Word
from calculator.rules.action import Beneficiary, Draws, Measure, Narration, Place, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor
from calculator.rules.phrases import counted, span
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR, Factors, contest


@attrs.frozen(kw_only=True, eq=False, repr=False)
class MoraleForm(Form):
    """An army that may have had enough."""

    units: int = whole(
        1,
        500,
        "Units in the army",
        default=12,
        unit="units",
        help="Units the army began the battle with, whatever has become of them; not generals.",
        source="X",
    )
    broken: int = whole(
        0,
        500,
        "Broken or removed",
        default=3,
        unit="units",
        help="Units broken, destroyed, surrendered or captured so far.",
        source="X",
    )
    demoralized: int = whole(
        0,
        500,
        "Demoralized now",
        default=3,
        unit="units",
        help="Units on the table that are demoralized at this moment.",
        source="X",
    )
    checked_this_turn: bool = yes_no(
        "Checked this turn",
        help="Has this army already been checked in this turn? It is checked once a turn.",
        source="X",
    )
    passed_before: bool = yes_no(
        "Passed before",
        help="Has this army passed a check on an earlier turn? Then only a new loss calls for one.",
        source="X",
    )
    loss_this_turn: bool = yes_no(
        "Lost one this turn",
        help="Has a unit of this army been destroyed or demoralized in this turn? After a passed "
        "check, only that calls for another.",
        source="X",
        matters=lambda form: form.passed_before,
    )

    def faults(self) -> Iterator[Fault]:
        army = f"the army's {counted(self.units, 'unit')}"
        if self.broken > self.units:
            yield Fault("broken", f"{self.broken} are more than {army}", f"0 to {self.units}")
        elif self.broken + self.demoralized > self.units:
            yield Fault(
                "demoralized",
                f"{self.broken} broken and {self.demoralized} demoralized are more than {army}",
                span(0, self.units - self.broken),
            )


class Verdict(Word):
    """What an army that is checked does, the better first."""

    STANDS = "stands"
    BREAKS = "breaks"


class NoCheck(Word):
    """Why an army need not be checked."""

    BELOW_HALF = "below-half"
    CHECKED = "already-checked-this-turn"
    NOTHING_NEW = "nothing-lost-this-turn"


@attrs.frozen
class MoraleOutcome:
    """Whether the army breaks, or why it was not even checked."""

    verdict: Verdict | NoCheck

    @property
    def checked(self) -> bool:
        """Whether the army was checked at all."""
        return isinstance(self.verdict, Verdict)

    @property
    def label(self) -> str:
        """The outcome in a few words."""
        if self.checked:
            return f"the army {self.verdict.label}"
        return f"no check: {self.verdict.label}"


def settled_verdict(form: MoraleForm) -> Verdict | NoCheck | None:
    """What is settled without a check, if it is; half its units is the text's own threshold (X)."""
    if form.broken == form.units:
        return Verdict.BREAKS
    if 2 * (form.broken + form.demoralized) < form.units:
        return NoCheck.BELOW_HALF
    if form.checked_this_turn:
        return NoCheck.CHECKED
    if form.passed_before and not form.loss_this_turn:
        return NoCheck.NOTHING_NEW
    return None


@contest("army morale", "army-morale", Verdict)
def morale_contest(factors: Factors, form: MoraleForm) -> Iterator[Factor]:
    """The army's will to fight on against its losses: the share that is gone or demoralized."""
    yield factors.by(ACTOR, "Half the army gone", "at-half")
    percent = 100 * (form.broken + form.demoralized) // form.units
    beyond = (percent - 50) * factors.tables.points("army-morale.beyond-half") // 10
    yield factors.by(ACTOR, f"{percent} percent gone", "beyond-half", points=-beyond)


def morale_factors(form: MoraleForm, tables: Tables) -> tuple[Factor, ...]:
    """What bears on an army's morale, if it is checked."""
    return () if settled_verdict(form) else morale_contest(tables, form).factors


def army_morale(form: MoraleForm, tables: Tables) -> Procedure[Any, MoraleOutcome]:
    """The procedure of the army-morale button."""
    if verdict := settled_verdict(form):
        return settled(MoraleOutcome(verdict))
    return morale_contest(tables, form).procedure(MoraleOutcome)


def after_morale(form: MoraleForm, outcome: MoraleOutcome) -> Aftermath:
    """The side as the check leaves it: what it answers when it is asked again, or that it broke."""
    if outcome.verdict is Verdict.STANDS:
        return Aftermath(side={"checked-this-turn": "yes", "passed-before": "yes"})
    return Aftermath(side={"army": "broken"} if outcome.verdict is Verdict.BREAKS else {})


def narrate_morale(
    form: MoraleForm, outcome: MoraleOutcome, draws: Draws, tables: Tables
) -> Narration:
    """The state of an army's morale in words."""
    how = [f"{form.broken + form.demoralized} of {form.units} units are broken or demoralized."]
    how += morale_contest(tables, form).lines(draws, "The army's spirit", "its fears")
    if settled_verdict(form) is Verdict.BREAKS:
        how.append("With no unit left to fight on it breaks for certain.")
    headline = _HEADLINES.get(outcome.verdict, "No check is needed.")
    return Narration(headline, (_STEPS[outcome.verdict],), how)


_HEADLINES: Final[dict[Verdict | NoCheck, str]] = {
    Verdict.STANDS: "The army fights on.",
    Verdict.BREAKS: "The army breaks.",
}
_STEPS: Final[dict[Verdict | NoCheck, str]] = {
    NoCheck.BELOW_HALF: "Check once half the army's units or more are broken or demoralized: that "
    "is the rules' own threshold, below which no army breaks.",
    NoCheck.CHECKED: "An army is checked once a turn, and this one has been.",
    NoCheck.NOTHING_NEW: "It has passed before; check again in a turn in which another of its "
    "units is destroyed or demoralized.",
    Verdict.STANDS: "No further check this turn. On later turns check again when another of its "
    "units is destroyed or demoralized, while half or more are gone.",
    Verdict.BREAKS: "It flees the field: the game ends now, and it has lost.",
}

ARMY_MORALE: Final = declared(
    key="army-morale",
    label="Army morale",
    help="Does an army that has lost half its units fight on?",
    source="III.A, X",
    form=MoraleForm,
    procedure=army_morale,
    narration=narrate_morale,
    severity=Severity(
        lambda o: [*NoCheck, *Verdict].index(o.verdict), "the enemy", Beneficiary.TARGET
    ),
    factors=morale_factors,
    measures=(
        Measure("breaks", "the army breaks", lambda o: o.verdict is Verdict.BREAKS),
        Measure("stands", "the army stands", lambda o: o.verdict is Verdict.STANDS),
        Measure("no-check", "no check", lambda o: not o.checked),
    ),
    aftermath=after_morale,
    place=Place.BUTTON,
    mnemonic="m",
)
