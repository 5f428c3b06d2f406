"""What a check of the record found, as every front end tells it, and what luck leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, Final, NamedTuple

from calculator.journal import judging, verify
from calculator.journal.audit import Audit
from calculator.rules.phrases import counted
from calculator.umpire import Umpire

_UNPROVED: Final = (
    "This cannot show that side, player, turn and time are true, since no draw depends on "
    "them, or that the answers said what stood on the table."
)
_ONLY_HEADS: Final = (
    "Nor can it show that nothing was cut off at the end, or that the whole was not written "
    "anew: only a head noted elsewhere or another copy that saw it can."
)
_NOT_NOTED: Final = (
    "The noted head is NOT in this record: the record was changed, cut off or written anew since."
)


class Grade(Enum):
    """How grave a finding is."""

    GOOD = "good"
    PLAIN = "plain"
    DOUBTFUL = "doubtful"
    WRONG = "wrong"


class Finding(NamedTuple):
    """One thing that a check found, in a sentence, and the entries that it is about."""

    text: str
    grade: Grade = Grade.PLAIN
    about: tuple[verify.Complaint, ...] = ()

    @property
    def named(self) -> list[str]:
        """The first of these entries, each with what is wrong with it."""
        return [f"#{one.number}: {one.why}" for one in self.about[:5]]


def findings(found: verify.Verification, battle: str) -> Iterator[Finding]:
    """All that a check of a battle's record found, and what no check can."""
    if found.differs:
        text = f"Entry {found.differs:,} is not the one that this copy saw"
        yield Finding(f"{text}: the record was changed there or before.", Grade.WRONG)
    if found.unlocked:
        text = f"The locks against changes were altered: {found.unlocked}."
        yield Finding(text, Grade.WRONG)
    yield from _chain(found, battle)
    if many := len(found.unchecked):
        text = (
            f"Not computed again: {counted(many, 'ruling')}, since their rules or their code are "
            "not installed here. They may be right or wrong."
        )
        yield Finding(text, Grade.DOUBTFUL, tuple(found.unchecked))
    if found.reworded:
        yield Finding(
            f"Worded by other code: {counted(found.reworded, 'ruling')}. Their draws are as "
            "recorded; their words are not checked."
        )
    if many := len(found.doubts):
        text = (
            f"Times that run backwards: {many:,}. Either the entry waited, or a clock was wrong, "
            "or the time was changed."
        )
        yield Finding(text, Grade.DOUBTFUL, tuple(found.doubts))
    if found.noted:
        at, after = found.noted_at, found.entries - found.noted_at
        proved = f"Entries 1 to {at:,} are as they were when the head of entry {at:,} was noted"
        since = f". The {after:,} after it were added since." if after else ": all."
        yield Finding(proved + since, Grade.GOOD)
    elif found.noted is not None:
        yield Finding(_NOT_NOTED, Grade.WRONG)
    if not found.bad:
        yield Finding(_UNPROVED if found.noted else f"{_UNPROVED} {_ONLY_HEADS}")


def _chain(found: verify.Verification, battle: str) -> Iterator[Finding]:
    if bad := found.bad:
        text = f"Entry {bad.number} of {battle} is not as it was written: {bad.why}."
        yield Finding(text, Grade.WRONG)
        yield Finding(f"The {bad.number - 1:,} entries before it are in order.")
        if more := tuple(found.wrong[1:]):
            text = f"{len(more):,} more of {found.entries:,} entries are not either:"
            yield Finding(text, Grade.WRONG, more)
        return
    yield Finding(
        f"{battle}: {counted(found.entries, 'entry', 'entries')} in one unbroken chain. "
        "Computed again from seed and answers, each as recorded: "
        f"{counted(found.rulings, 'result')}.",
        Grade.GOOD if found.clean else Grade.PLAIN,
    )


def recomputed(umpire: Umpire, ruling: Mapping[str, Any]) -> Finding:
    """Whether a ruling computed again is as recorded. Raises `CalculatorError` if it cannot be."""
    try:
        judging.recompute(umpire.recomputer, ruling)
    except judging.BadEntryError as bad:
        return Finding(str(bad), Grade.WRONG)
    if umpire.altered:
        text = "This is not the record that this copy saw: see the warning."
        return Finding(text, Grade.WRONG)
    return Finding("Computed again: the same result.", Grade.GOOD)


def left_out(audit: Audit) -> list[str]:
    """The rulings that an audit of luck does not count, and why."""
    withdrawn = [f"Undone by {side or 'no side named'}: {n}." for side, n in audit.withdrawn]
    others = {
        "with a typed seed": audit.typed,
        "drawn again after an undo": audit.again,
        "not computed again": audit.unchecked,
    }
    return [
        *withdrawn,
        *(f"Left out, {why}: {number}." for why, number in others.items() if number),
    ]
