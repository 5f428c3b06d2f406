"""A result in plain words as every front end shows it, fresh from the draw or from the record; and
the next question that goes on from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from calculator.answering import with_unit
from calculator.desk.asking import Asking
from calculator.desk.chronicle import subject, subject_of
from calculator.figures import give_or_take
from calculator.forms import mattering
from calculator.journal.amendments import Amendment, author_of
from calculator.journal.disclosure import Disclosure
from calculator.journal.entry import Entry, EntryKind
from calculator.rules.question import Question, Result


class ResultView(NamedTuple):
    """What came of a question: who did what to whom, what to do on the table, how it came about;
    `rarity`, how likely it was, as far as that is shown, and `amended`, what became of it since:
    what is void or overridden no longer stands."""

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
        rarity = disclosure.afterwards(result.label, chance, sampled)
    return ResultView(
        subject(result.question.action.label, names or {}),
        narration.headline,
        tuple(narration.on_table),
        tuple(disclosure.narrated(narration.how)),
        rarity,
    )


def entry_view(
    entry: Entry, amendment: Amendment, disclosure: Disclosure, called: Callable[[str], str]
) -> ResultView:
    """The view of an entry, with what became of it; how it came about only of a ruling. `called`
    puts names into the words of odds."""
    chance, body = entry.probability, entry.body
    label = called(body.get("label") or body.get("ruled", ""))
    return ResultView(
        subject_of(entry),
        entry.summary,
        tuple(body.get("on-table", ())),
        tuple(disclosure.narrated(body.get("how", ()))),
        "" if chance is None or chance == 1 else disclosure.afterwards(label, chance),
        tuple(map(called, amended(amendment))),
    )


def amended(amendment: Amendment) -> tuple[str, ...]:
    """What holds in an entry's place, and who says so: that it is void, or what else was ruled."""
    by = amendment.void or amendment.override
    if by is None:
        return ()
    answer = by.kind is EntryKind.ANSWER
    words = f"#{by.about} answered: {by.body['headline']}" if answer else by.summary
    return (f"{words} - {author_of(by)}",)


def asked_in_words(question: Question) -> str:
    """What a question asked: every answer that matters, with its field's name."""
    form = question.form
    return "; ".join(
        f"{field.label.lower()} {with_unit(field.kind, getattr(form, field.attribute))}"
        for field in mattering(form)
    )


def go_on_from(result: Result, asked: Asking) -> str:
    """Say what a result left of both units in what is asked next; what to say of it."""
    if not result.question.action.is_recorded:
        return f"{result.question.action.label} leaves nothing for the form"
    left, gone = result.aftermath, []
    for role, values, word in (
        ("actor", left.actor, left.actor_gone),
        ("target", left.target, left.target_gone),
    ):
        if values is None:
            gone.append(f"the {'acting unit' if role == 'actor' else role} is {word or 'gone'}")
        else:
            _say_of(asked, role, values)
    _say_of(asked, "actor", left.side)
    _say_of(asked, "target", left.enemy)
    asked.say(left.later)
    return ", ".join(gone) or "the form has what the result left"


def _say_of(asked: Asking, role: str, values: Mapping[str, str]) -> None:
    """Say values of the fields of a role; a tally is added to what stands there."""
    for key, fields in asked.system.filled(role).items():
        if key in asked.system.tallies and key in values:
            counts = {f: int(asked.said.get(f, 0)) + int(values[key]) for f in fields}
            asked.say({field: str(max(count, 0)) for field, count in counts.items()})
        elif key in values:
            asked.say(dict.fromkeys(fields, values[key]))
