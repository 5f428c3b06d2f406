"""Cards over the table: help in the game's own terms, keys, rules, turn sequence, heads."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final

from textual.app import App
from textual.binding import Binding, BindingType

from calculator.desk.asking import Asking
from calculator.desk.chronicle import subject_of
from calculator.desk.odds_view import Reading
from calculator.errors import FaultsError, ForbiddenError
from calculator.forms import Field
from calculator.journal.entry import Entry
from calculator.journal.heads import Head, qr_lines
from calculator.rules.modifiers import Factor
from calculator.rules.statements import Statement, about
from calculator.rules.system import RuleSystem
from calculator.tui.rows import FormRow, answers_of
from calculator.tui.screens.dialogs import CardScreen
from calculator.tui.session import Session
from calculator.tui.widgets.lines import Paragraph, explained

ANSWERING: Final = ("a-Z", "the field with that letter; then the letter of an answer")

ON_THE_FORM: Final = (
    ANSWERING,
    ("Tab ↑↓", "go to the next field; fields that do not matter are skipped"),
    ("← →", "change the answer, or the number; digits type a number"),
    ("Space", "show all answers of a field; Esc hides them"),
    ("Backsp", "delete a character; Delete or Ctrl+U deletes all you typed"),
    ("PgUp PgDn", "scroll"),
)

_OWN_SIGN: Final = re.compile(r"\w\.|  ")
"""What a line of a turn sequence begins with: its number or letter, or the indent of a part."""

_BESIDE_CODE: Final = 9
"""Columns that frame and margins of a card take."""


def help_card(set_up: Asking, row: FormRow, keys: Iterable[tuple[str, str]]) -> CardScreen:
    """Help on the row under the cursor, then on the action, then on the keys of form and table."""
    field = next((field for field in set_up.fields if field.key == row.key), None)
    source = f"{set_up.system.title}, section"
    told = [*field_help(field, row), Paragraph(f"{source} {field.source}", "dim")] if field else []
    action = set_up.action
    told += [Paragraph("")] if field else []
    told += [Paragraph(action.label, "heading"), Paragraph(action.help)]
    told += [Paragraph(f"{source} {action.source}", "dim"), Paragraph("")]
    signs = explained((*ON_THE_FORM, *keys), 9)
    return CardScreen("Help", [*told, Paragraph("Keys", "heading"), *signs])


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
    """What entries tell: who did what to whom, what came of it, what is to be done on the table."""
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


def heads_card(heads: Sequence[Head], app: App[Any]) -> CardScreen:
    """The head at the end of every turn, and the last as a code as well."""
    told = [Paragraph("Nothing is recorded yet.")]
    if heads:
        *ended, last = heads
        text = "Note down a head, and it shows later that nothing before it was changed."
        told = [Paragraph(text, "dim")]
        for head in ended:
            text = f"{head.digits}  entry {head.number:,}"
            told.append(Paragraph(text, sign=f"turn {head.turn}"))
        told += [Paragraph(""), Paragraph(f"Now, entry {last.number:,}", "heading")]
        told += [Paragraph(last.digits, "strong"), *code_of(last, app)]
    return CardScreen("Heads of the record", told)


def code_of(head: Head, app: App[Any]) -> Iterable[Paragraph]:
    """The QR code of a head, if a card on the screen of an app holds it."""
    lines = qr_lines(head.text, on_dark=app.current_theme.dark)
    needed = len(lines[0]) + _BESIDE_CODE
    if needed > app.size.width:
        return [Paragraph(f"A code to photograph takes {needed} columns.", "dim")]
    return map(Paragraph, lines)


class RulesCard(CardScreen):
    """The rules of the system in use, opened where a row of the form comes from, or a factor.

    Without either it opens at the top: what may be read otherwise, which can be set beside the
    odds; then what counts in them and why, or what forbids it; then every statement by section.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "set_beside", "Compare with the other readings")
    ]

    def __init__(
        self,
        session: Session,
        reading: Reading,
        set_beside: Callable[[Collection[str]], object],
        row: FormRow | None = None,
        factor: Factor | None = None,
    ) -> None:
        self._set_up, self._statements = session.set_up, session.system.statements
        self._set_beside = set_beside
        asked, here = asked_by(session.set_up, row) if row else ((), ())
        told = [*self._doubtful(session.beside), *self._counting(reading), *self._by_section(asked)]
        first = next((one for one in here if one in asked), None)
        start = first or next(iter((*asked, *here)), factor)
        at = next((n for n, one in enumerate(told) if start and one.of is start), 0)
        super().__init__(f"{session.system.title}: the rules", told, at)

    def action_set_beside(self) -> None:
        """Close the card, and set the other readings beside the odds or take them away."""
        self.dismiss()
        self._set_beside(self._set_up.tables.doubtful)

    def _doubtful(self, beside: Collection[str]) -> Iterator[Paragraph]:
        """What may be read otherwise of this; a sign stands before what stands beside the odds."""
        try:
            doubtful = self._set_up.question().doubtful
        except FaultsError:
            return
        if doubtful:
            yield Paragraph("It can also be read so: o compares the odds", "heading")
            for key, other in doubtful.items():
                text = f"{other.says} [{self._set_up.tables.entry(key).cited}]"
                yield Paragraph(text, sign="▸" if key in beside else "·")
            yield Paragraph("")

    def _counting(self, reading: Reading) -> Iterator[Paragraph]:
        """What pulls the odds, or forbids them, each with its values, reasons and sentences."""
        if reading.odds is not None and reading.odds.factors:
            yield Paragraph("What counts now", "heading")
            for factor in sorted(reading.odds.factors, key=lambda factor: not factor.points):
                yield from self._factor(factor)
            yield Paragraph("")
        elif isinstance(reading.trouble, ForbiddenError):
            yield Paragraph("What forbids it", "heading")
            for refusal in reading.trouble.refusals:
                yield Paragraph(f"{refusal.reason} [{refusal.cited}]", sign="✗")
                for one in about(self._statements, refusal.source):
                    yield Paragraph(f"{one.section}: {one.says}", "dim", sign="   ")
            yield Paragraph("")

    def _factor(self, factor: Factor) -> Iterator[Paragraph]:
        tables = self._set_up.tables
        cited = f" [{factor.cited}]" if factor.cited else ""
        title = f"{factor.stage}: {factor.name}, {factor.side}{cited}"
        yield Paragraph(title, sign=f"{factor.points:+d}".rjust(4), of=factor)
        entries = [tables.entry(key) for key in factor.values]
        for entry in entries:
            reason = f"{entry.key} = {entry.value} [{entry.cited}]: {entry.why}"
            yield Paragraph(reason, "dim", sign="    ")
        for one in self._statements:
            if any(entry in entries for entry in one.entries(tables)):
                yield Paragraph(f"{one.section}: {one.says}", sign="    ")

    def _by_section(self, asked: Sequence[Statement]) -> Iterator[Paragraph]:
        """Every statement by section; a sign stands before those that the field answers to."""
        if not self._statements:
            yield Paragraph("There is no list of what these rules say.")
        for section in dict.fromkeys(one.section for one in self._statements):
            yield Paragraph(section, "heading")
            for one in self._statements:
                if one.section == section:
                    yield Paragraph(one.says, sign="▸" if one in asked else "·", of=one)
                    basis = one.basis(self._set_up.tables), ", ".join(one.asked)
                    yield Paragraph("; ".join(filter(None, basis)), "dim", sign=" ")


def asked_by(set_up: Asking, row: FormRow) -> tuple[Sequence[Statement], Sequence[Statement]]:
    """The statements that a row answers to, and all of its section, or else of its action's."""
    statements = set_up.system.statements
    asked = [
        one for one in statements if any(where.partition(" ")[2] == row.key for where in one.asked)
    ]
    sources = [field.source for field in set_up.fields if field.key == row.key]
    found = (about(statements, source) for source in (*sources, set_up.action.source))
    return asked, next(filter(None, found), ())
