"""What stands on the cards: help in the game's own terms, the keys, and the turn sequence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from calculator.desk.lines import subject_of
from calculator.forms import Field
from calculator.journal.entry import Entry
from calculator.rules.action import AnyAction
from calculator.rules.system import RuleSystem
from calculator.tui.letters import answers_of
from calculator.tui.rows import FormRow
from calculator.tui.screens.card import Paragraph, explained

ANSWERING: Final = ("a-Z", "the field with that letter; then the letter of an answer")

KEYS: Final = (
    ANSWERING,
    ("Tab ↑↓", "go to the next field; fields that do not matter are skipped"),
    ("← →", "change the answer, or the number; digits type a number"),
    ("Space", "show all answers of a field; Esc hides them"),
    ("Backsp", "delete a character; Delete or Ctrl+U deletes all you typed"),
    ("Enter", "draw and record a result; if a field is open, close it first"),
    ("p F7", "pin this set-up to compare others with it, up to four; F7 removes all pins"),
    ("v", "show the result, how it came about, why, or the log; PgUp PgDn scroll"),
    (", . /", "pick the acting unit, or the target; / shows every unit as it stands"),
    ("N !", "begin the next turn; ! what can follow, or what an open ruling waits for"),
    ("> *", "the next unit that has yet to act; * what others ruled on your units"),
    ("F10 ^Z", "practice: draw without recording; ^Z undoes your last draw (10 s)"),
    ("r ^R", "what the rules say about this field; in Why, about what counts"),
    ("r o", "compare with another reading of the rules; or tap it in Why"),
    ("t", "the steps of a turn"),
    ("F2 F3", "choose another rule system, or another order of battle"),
    ("F11 ^N", "heads of the record, to note down or photograph"),
    ("F5", "the record: all results; void, override, luck, report"),
    ("F9", "clear the form"),
    ("F4", "another theme"),
    ("Ctrl+P", "the menu: find anything by name or by what it does"),
    ("q", "quit; the form is kept"),
)

_OWN_SIGN: Final = re.compile(r"\w\.|  ")
"""What a line of a turn sequence begins with: its number or letter, or the indent of a part."""


def help_on(
    system: RuleSystem, action: AnyAction, field: Field | None, row: FormRow
) -> Iterator[Paragraph]:
    """Help on the row under the cursor, then on the action, then on the keys."""
    if field is not None:
        yield from field_help(field, row)
        yield Paragraph(f"{system.title}, section {field.source}", "dim")
        yield Paragraph("")
    yield Paragraph(action.label, "heading")
    yield Paragraph(action.help)
    yield Paragraph(f"{system.title}, section {action.source}", "dim")
    yield Paragraph("")
    yield Paragraph("Keys", "heading")
    yield from explained(KEYS, 8)


def field_help(field: Field, row: FormRow) -> Iterator[Paragraph]:
    """What a field asks, and all that may be answered."""
    yield Paragraph(field.label, "heading")
    yield Paragraph(field.help)
    if row.kind is not None:
        yield Paragraph(f"Now {row.shown}: {row.source.meaning}.", "dim")
    if not row.matters:
        yield Paragraph("It does not matter as the form is now.", "warning")
    for answer in answers_of(field.kind):
        yield Paragraph(answer.label, sign=answer.letter or " ")
    if not field.kind.choices:
        yield Paragraph(f"Answer: {field.kind.allowed}.")


def told_of(entries: Iterable[Entry]) -> Iterator[Paragraph]:
    """What entries tell, with what is to be done on the table."""
    for entry in entries:
        yield Paragraph(f"#{entry.number} {subject_of(entry)}".strip(), "heading")
        yield Paragraph(entry.summary, "value")
        for step in entry.body.get("on-table", ()):
            yield Paragraph(step, sign="·")
        yield Paragraph("")


def sequence_of(system: RuleSystem) -> Iterator[Paragraph]:
    """The turn-sequence card of a system: numbered where the system numbers its steps."""
    for step in system.sequence:
        own = _OWN_SIGN.match(step)
        sign = own[0] if own else "·"
        yield Paragraph(step.removeprefix(sign).strip(), sign=sign)
