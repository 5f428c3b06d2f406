"""A result in plain words as every front end shows it, fresh from the draw or from the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from calculator.answering import with_unit
from calculator.desk.lines import subject, subject_of
from calculator.figures import give_or_take
from calculator.forms import mattering
from calculator.journal.amendments import Amendment, author_of

if TYPE_CHECKING:
    from calculator.journal.disclosure import Disclosure
    from calculator.journal.entry import Entry
    from calculator.rules.question import Question, Result


class ResultView(NamedTuple):
    """What came of a question: who did what to whom, what to do on the table, how it came about.

    `rarity` says how likely it was, as far as that is shown, and `amended` what became of it since:
    what is void or overridden no longer stands.
    """

    subject: str
    headline: str
    on_table: tuple[str, ...] = ()
    how: tuple[str, ...] = ()
    rarity: str = ""
    amended: tuple[str, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether it is to be followed: it is neither void nor overridden."""
        return not self.amended


def result_view(
    result: Result, disclosure: Disclosure, names: Mapping[str, str] | None = None
) -> ResultView:
    """The view of a result that has just been drawn; `names` are of the units, by role."""
    narration, chance = result.narration, result.probability
    rarity = ""
    if chance is not None and chance < 1:
        error = result.standard_error
        sampled = f" (sampled, {give_or_take(error)})" if error else ""
        rarity = disclosure.afterwards(chance, sampled)
    return ResultView(
        subject(result.question.action.label, names or {}),
        narration.headline,
        tuple(narration.on_table),
        tuple(disclosure.narrated(narration.how)),
        rarity,
    )


def entry_view(entry: Entry, amendment: Amendment, disclosure: Disclosure) -> ResultView:
    """The view of an entry, with what became of it; how it came about only of a ruling."""
    chance = entry.probability
    return ResultView(
        subject_of(entry),
        entry.summary,
        tuple(entry.body.get("on-table", ())),
        tuple(disclosure.narrated(entry.body.get("how", ()))),
        "" if chance is None or chance == 1 else disclosure.afterwards(chance),
        amended(amendment),
    )


def amended(amendment: Amendment) -> tuple[str, ...]:
    """What holds in an entry's place, and who says so: that it is void, or what else was ruled."""
    by = amendment.void or amendment.override
    return (f"{by.summary} - {author_of(by)}",) if by else ()


def asked_in_words(question: Question) -> str:
    """What a question asked: every answer that matters, with its field's name."""
    form = question.form
    return "; ".join(
        f"{field.label.lower()} {with_unit(field.kind, getattr(form, field.attribute))}"
        for field in mattering(form)
    )
