"""Army morale: whether an army that has lost half its units fights on (X)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from calculator.chance.interface import Chance, Draw
from calculator.chance.resolution import Resolution, settled, single
from calculator.errors import Fault
from calculator.forms import Form, whole, yes_no
from calculator.kinds import Word
from calculator.rules.system import Factor, Measure, Words
from calculator.rules.tables import Tables
from calculator.rules.telling import counted, span
from calculator.rules.there_stand_empires.contest import ACTOR, Contest
from calculator.rules.there_stand_empires.telling import contest_told

STAGE: Final = "army morale"


@attrs.frozen(kw_only=True)
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


class Spared(Word):
    """Why an army need not be checked."""

    BELOW_HALF = "below-half"
    CHECKED = "already-checked-this-turn"
    NOTHING_NEW = "nothing-lost-this-turn"


@attrs.frozen
class MoraleOutcome:
    """Whether the army breaks, or why it was not even checked."""

    verdict: Verdict | Spared

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


def spared(form: MoraleForm) -> Spared | None:
    """Why the army need not be checked, if so."""
    if 2 * (form.broken + form.demoralized) < form.units:
        return Spared.BELOW_HALF
    if form.checked_this_turn:
        return Spared.CHECKED
    if form.passed_before and not form.loss_this_turn:
        return Spared.NOTHING_NEW
    return None


def morale_factors(form: MoraleForm, tables: Tables) -> Iterator[Factor]:
    """What pulls at an army's morale: the share of it that is gone or demoralized."""
    if spared(form):
        return
    gone = form.broken + form.demoralized
    yield Factor(STAGE, "Half the army gone", ACTOR, tables.points("army-morale.at-half"), "X")
    percent = 100 * gone // form.units
    beyond = (percent - 50) * tables.points("army-morale.beyond-half") // 10
    yield Factor(STAGE, f"{percent} percent gone", ACTOR, -beyond, "X")


def morale_contest(form: MoraleForm, tables: Tables) -> Contest[Verdict]:
    """The army's will to fight on against its losses."""
    return Contest.of(tables, STAGE, "army-morale", Verdict, morale_factors(form, tables))


def army_morale(form: MoraleForm, tables: Tables) -> Resolution[MoraleOutcome, MoraleOutcome]:
    """The resolution of the army-morale button."""
    if why := spared(form):
        return settled(MoraleOutcome(why))
    contest = morale_contest(form, tables)

    def rule(chance: Chance) -> MoraleOutcome:
        return MoraleOutcome(contest.decide(chance))

    return single(rule)


def morale_severity(outcome: MoraleOutcome) -> int:
    """From no check to broken."""
    return [*Spared, *Verdict].index(outcome.verdict)


def morale_words(
    form: MoraleForm, outcome: MoraleOutcome, draws: Sequence[Draw], tables: Tables
) -> Words:
    """An army's morale told to the table."""
    how = [f"{form.broken + form.demoralized} of {form.units} units are broken or demoralized."]
    contest = morale_contest(form, tables)
    how.extend(contest_told(draws, contest, tables, "The army's spirit", "its fears"))
    headline, step = _TOLD[outcome.verdict]
    return Words(headline, (step,), tuple(how))


_SPARED = "No check is needed."
_TOLD: dict[Verdict | Spared, tuple[str, str]] = {
    Spared.BELOW_HALF: (
        _SPARED,
        "Check once half the army's units or more are broken or demoralized.",
    ),
    Spared.CHECKED: (_SPARED, "An army is checked once a turn, and this one has been."),
    Spared.NOTHING_NEW: (
        _SPARED,
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

MORALE_MEASURES = (
    Measure[MoraleOutcome]("breaks", "the army breaks", lambda o: o.verdict is Verdict.BREAKS),
    Measure[MoraleOutcome]("stands", "the army stands", lambda o: o.verdict is Verdict.STANDS),
    Measure[MoraleOutcome]("no-check", "no check", lambda o: not o.checked),
)
