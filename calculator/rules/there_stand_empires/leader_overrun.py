"""What becomes of a general whom the enemy runs over (III.A, IX)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from calculator.chance.interface import Chance, Draw
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.forms import Form, entry, yes_no
from calculator.kinds import Optional, Text, Word
from calculator.rules.aftermath import Aftermath, Consequence
from calculator.rules.system import Action, Beneficiary, Measure, Narration, Place, Severity
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import Contest

STAGE: Final = "leader overrun"

_LONGEST_NAME: Final = 60


def _read_name(text: str) -> str:
    name = " ".join(text.split())
    if len(name) > _LONGEST_NAME or not name.isprintable():
        raise ValueError(f"a name has {_LONGEST_NAME} letters at most, all on one line")
    return name


NAME: Final = Text(_read_name, str, f"a name of {_LONGEST_NAME} letters at most")


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
        default=None,
        help="Who is overrun, as the order of battle names him. The odds are the same for all.",
        source="IX",
        mnemonic="N",
    )
    attached: bool = yes_no(
        "Attached to a unit",
        help="Is the general attached to a unit? Then he cannot be overrun.",
        source="III.A",
        mnemonic="Q",
    )

    @property
    def who(self) -> str:
        """The general by his name, or else as a general."""
        return self.leader or "the general"


@attrs.frozen
class OverrunOutcome:
    """What becomes of the general."""

    fate: Escape

    @property
    def label(self) -> str:
        """The outcome in a few words."""
        return self.fate.label


def overrun_contest(tables: Tables) -> Contest[Escape]:
    """The general's presence of mind and good horse against ill luck."""
    return Contest.of(tables, STAGE, "leader-overrun", Escape, ())


def leader_overrun(form: OverrunForm, tables: Tables) -> Procedure[OverrunOutcome, OverrunOutcome]:
    """The procedure of the leader-overrun button."""
    contest = overrun_contest(tables)

    def rule(chance: Chance) -> OverrunOutcome:
        return OverrunOutcome(contest.decide(chance))

    return single(rule)


def refuse_overrun(form: OverrunForm, tables: Tables) -> Iterator[Refusal]:
    """What forbids running a general over."""
    if form.attached:
        yield Refusal("A general who is attached to a unit cannot be overrun", "III.A")


def after_overrun(form: OverrunForm, outcome: OverrunOutcome) -> Aftermath:
    """The general gone, unless he escapes; nobody takes his place (IX)."""
    if outcome.fate is Escape.ESCAPES:
        return Aftermath()
    return Aftermath(others=(Consequence("leader", form.who, None, outcome.fate.label),))


def narrate_overrun(
    form: OverrunForm, outcome: OverrunOutcome, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """The general's fate in words."""
    headline, *steps = _WORDING[outcome.fate]
    who = form.leader or "The general"
    inches = tables.points("leader-overrun.escapes-inches")
    how = overrun_contest(tables).lines(draws, tables, "The general", "his pursuers")
    return Narration(
        headline.format(who=who), tuple(step.format(inches=inches) for step in steps), tuple(how)
    )


_REMOVED: Final = "Remove him from play; nobody takes his place."
_WORDING: Final = {
    Escape.ESCAPES: (
        "{who} gets away.",
        (
            "Move him out of the enemy's way at once: up to {inches} inches, to where no enemy is "
            "within 1 inch."
        ),
        "This is not his move for the turn.",
    ),
    Escape.CAPTURED: ("{who} is taken prisoner.", _REMOVED),
    Escape.KILLED: ("{who} is killed.", _REMOVED),
}

LEADER_OVERRUN: Final = Action(
    key="leader-overrun",
    label="Leader overrun",
    help="What becomes of a general whom the enemy has run over?",
    source="III.A, IX",
    form=OverrunForm,
    procedure=leader_overrun,
    narration=narrate_overrun,
    severity=Severity(
        lambda outcome: list(Escape).index(outcome.fate), Beneficiary.TARGET, "the pursuers"
    ),
    refusals=refuse_overrun,
    measures=(
        Measure("escapes", "escapes", lambda o: o.fate is Escape.ESCAPES),
        Measure("captured", "captured", lambda o: o.fate is Escape.CAPTURED),
        Measure("killed", "killed", lambda o: o.fate is Escape.KILLED),
    ),
    aftermath=after_overrun,
    place=Place.BUTTON,
    mnemonic="l",
)
