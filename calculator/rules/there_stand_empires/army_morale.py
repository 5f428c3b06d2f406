"""Army morale: whether an army that has lost half its units fights on (X)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from calculator.chance.interface import Chance, Draw
from calculator.chance.procedure import Procedure, settled, single
from calculator.errors import Fault
from calculator.forms import Form, whole, yes_no
from calculator.kinds import Word
from calculator.rules.aftermath import Aftermath
from calculator.rules.phrases import counted, span
from calculator.rules.system import (
    Action,
    Beneficiary,
    Factor,
    Measure,
    Narration,
    Place,
    Severity,
)
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR, Contest, factor_of

STAGE: Final = "army morale"


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

    @property
    def nothing_left(self) -> bool:
        """Whether the army has not one unit left on the table."""
        return self.broken == self.units

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


def no_check(form: MoraleForm) -> NoCheck | None:
    """Why the army need not be checked, if so; half its units is the text's own threshold (X)."""
    if form.nothing_left:
        return None
    if 2 * (form.broken + form.demoralized) < form.units:
        return NoCheck.BELOW_HALF
    if form.checked_this_turn:
        return NoCheck.CHECKED
    if form.passed_before and not form.loss_this_turn:
        return NoCheck.NOTHING_NEW
    return None


def morale_factors(form: MoraleForm, tables: Tables) -> Iterator[Factor]:
    """What bears on an army's morale: the share of it that is gone or demoralized."""
    if no_check(form) or form.nothing_left:
        return
    gone = form.broken + form.demoralized
    yield factor_of(tables, STAGE, "Half the army gone", ACTOR, "army-morale.at-half")
    percent = 100 * gone // form.units
    beyond = (percent - 50) * tables.points(_BEYOND_HALF) // 10
    name = f"{percent} percent gone"
    yield factor_of(tables, STAGE, name, ACTOR, _BEYOND_HALF, points=-beyond)


_BEYOND_HALF: Final = "army-morale.beyond-half"


def morale_contest(form: MoraleForm, tables: Tables) -> Contest[Verdict]:
    """The army's will to fight on against its losses."""
    return Contest.of(tables, STAGE, "army-morale", Verdict, morale_factors(form, tables))


def army_morale(form: MoraleForm, tables: Tables) -> Procedure[MoraleOutcome, MoraleOutcome]:
    """The procedure of the army-morale button."""
    if why := no_check(form):
        return settled(MoraleOutcome(why))
    if form.nothing_left:
        return settled(MoraleOutcome(Verdict.BREAKS))
    contest = morale_contest(form, tables)

    def rule(chance: Chance) -> MoraleOutcome:
        return MoraleOutcome(contest.decide(chance))

    return single(rule)


def morale_severity(outcome: MoraleOutcome) -> int:
    """From no check to broken."""
    return [*NoCheck, *Verdict].index(outcome.verdict)


def after_morale(form: MoraleForm, outcome: MoraleOutcome) -> Aftermath:
    """The side as the check leaves it: what it answers when it is asked again, or that it broke."""
    if outcome.verdict is Verdict.STANDS:
        return Aftermath(side={"checked-this-turn": "yes", "passed-before": "yes"})
    return Aftermath(side={"army": "broken"} if outcome.verdict is Verdict.BREAKS else {})


def narrate_morale(
    form: MoraleForm, outcome: MoraleOutcome, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """The state of an army's morale in words."""
    how = [f"{form.broken + form.demoralized} of {form.units} units are broken or demoralized."]
    contest = morale_contest(form, tables)
    how.extend(contest.lines(draws, tables, "The army's spirit", "its fears"))
    if form.nothing_left:
        how.append("With no unit left to fight on it breaks for certain.")
    headline, step = _WORDING[outcome.verdict]
    return Narration(headline, (step,), tuple(how))


_NO_CHECK_NEEDED: Final = "No check is needed."
_WORDING: Final[dict[Verdict | NoCheck, tuple[str, str]]] = {
    NoCheck.BELOW_HALF: (
        _NO_CHECK_NEEDED,
        (
            "Check once half the army's units or more are broken or demoralized: that is the "
            "rules' own threshold, below which no army breaks."
        ),
    ),
    NoCheck.CHECKED: (_NO_CHECK_NEEDED, "An army is checked once a turn, and this one has been."),
    NoCheck.NOTHING_NEW: (
        _NO_CHECK_NEEDED,
        (
            "It has passed before; check again in a turn in which another of its units is "
            "destroyed or demoralized."
        ),
    ),
    Verdict.STANDS: (
        "The army fights on.",
        (
            "No further check this turn. On later turns check again when another of its units is "
            "destroyed or demoralized, while half or more are gone."
        ),
    ),
    Verdict.BREAKS: ("The army breaks.", "It flees the field: the game ends now, and it has lost."),
}

ARMY_MORALE: Final = Action(
    key="army-morale",
    label="Army morale",
    help="Does an army that has lost half its units fight on?",
    source="III.A, X",
    form=MoraleForm,
    procedure=army_morale,
    narration=narrate_morale,
    severity=Severity(morale_severity, Beneficiary.TARGET, "the enemy"),
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
