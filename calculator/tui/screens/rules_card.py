"""The rules on a card: what may be read otherwise, what counts in these odds and why, then every
statement by section."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from calculator.errors import FaultsError, ForbiddenError
from calculator.rules.statements import Statement, about
from calculator.tui.screens.card import CardScreen, Paragraph

if TYPE_CHECKING:
    from calculator.desk.asking import Asking
    from calculator.rules.modifiers import Factor
    from calculator.rules.system import RuleSystem
    from calculator.rules.tables import Tables
    from calculator.tui.reading import Reading
    from calculator.tui.rows import FormRow
    from calculator.tui.session import Session


class Piece(NamedTuple):
    """A paragraph, and the factor, refusal or statement that it begins, if any."""

    paragraph: Paragraph
    begins: object = None


class RulesCard(CardScreen):
    """The card of the rules, from which the other readings can be set beside the odds."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "set_beside", "Compare with the other readings")
    ]

    def __init__(
        self, title: str, pieces: Sequence[Piece], start: int, set_beside: Callable[[], object]
    ) -> None:
        super().__init__(title, [one.paragraph for one in pieces], start)
        self._set_beside = set_beside

    def action_set_beside(self) -> None:
        """Close the card, and set the other readings beside the odds or take them away."""
        self.dismiss()
        self._set_beside()


def rules_card(
    session: Session,
    reading: Reading,
    set_beside: Callable[[], object],
    row: FormRow | None = None,
    factor: Factor | None = None,
) -> RulesCard:
    """The rules of the system in use, opened where a row of the form comes from, or a factor.

    Without either it opens at the top: what counts now, or what forbids it.
    """
    system, set_up = session.system, session.set_up
    tables = set_up.tables
    asked, here = asked_by(set_up, row) if row else ((), ())
    pieces = [
        *_doubtful(set_up, session.beside),
        *_counting(system, tables, reading),
        *_statements(system.statements, tables, asked),
    ]
    first = next((one for one in here if one in asked), None)
    start = first or next(iter((*asked, *here)), factor)
    at = next((n for n, one in enumerate(pieces) if start and one.begins is start), 0)
    return RulesCard(f"{system.title}: the rules", pieces, at, set_beside)


def asked_by(set_up: Asking, row: FormRow) -> tuple[Sequence[Statement], Sequence[Statement]]:
    """The statements that a row answers to, and all of its section, or else of its action's."""
    statements = set_up.system.statements
    asked = [one for one in statements if row.key in _fields_asked(one)]
    sources = [field.source for field in set_up.fields if field.key == row.key]
    found = (about(statements, source) for source in (*sources, set_up.action.source))
    return asked, next(filter(None, found), ())


def _fields_asked(statement: Statement) -> set[str]:
    return {where.partition(" ")[2] for where in statement.asked}


def _counting(system: RuleSystem, tables: Tables, reading: Reading) -> Iterator[Piece]:
    """What pulls the odds, or forbids them, each with its values, their reasons and sentences."""
    if reading.odds is not None and reading.odds.factors:
        yield Piece(Paragraph("What counts now", "heading"))
        for factor in sorted(reading.odds.factors, key=lambda factor: not factor.points):
            yield from _factor(system.statements, tables, factor)
        yield Piece(Paragraph(""))
    elif isinstance(reading.trouble, ForbiddenError):
        yield Piece(Paragraph("What forbids it", "heading"))
        for refusal in reading.trouble.refusals:
            yield Piece(Paragraph(f"{refusal.reason} [{refusal.cited}]", sign="✗"))
            for one in about(system.statements, refusal.source):
                yield Piece(Paragraph(f"{one.section}: {one.says}", "dim", sign="   "))
        yield Piece(Paragraph(""))


def _factor(statements: Iterable[Statement], tables: Tables, factor: Factor) -> Iterator[Piece]:
    cited = f" [{factor.cited}]" if factor.cited else ""
    title = f"{factor.stage}: {factor.name}, {factor.side}{cited}"
    yield Piece(Paragraph(title, sign=f"{factor.points:+d}".rjust(4)), factor)
    entries = [tables.entry(key) for key in factor.values]
    for entry in entries:
        reason = f"{entry.key} = {entry.value} [{entry.cited}]: {entry.why}"
        yield Piece(Paragraph(reason, "dim", sign="    "))
    for one in statements:
        if any(entry in entries for entry in one.entries(tables)):
            yield Piece(Paragraph(f"{one.section}: {one.says}", sign="    "))


def _doubtful(set_up: Asking, beside: Container[str]) -> Iterator[Piece]:
    """What may be read otherwise of this; a sign stands before what stands beside the odds."""
    try:
        doubtful = set_up.question().doubtful
    except FaultsError:
        return
    if doubtful:
        yield Piece(Paragraph("It can also be read so: o compares the odds", "heading"))
        for key, other in doubtful.items():
            text = f"{other.says} [{set_up.tables.entry(key).cited}]"
            yield Piece(Paragraph(text, sign="▸" if key in beside else "·"))
        yield Piece(Paragraph(""))


def _statements(
    statements: Sequence[Statement], tables: Tables, asked: Sequence[Statement]
) -> Iterator[Piece]:
    """Every statement by section; a sign stands before those that the field answers to."""
    if not statements:
        yield Piece(Paragraph("There is no list of what these rules say."))
    for section in dict.fromkeys(one.section for one in statements):
        yield Piece(Paragraph(section, "heading"))
        for one in statements:
            if one.section == section:
                yield Piece(Paragraph(one.says, sign="▸" if one in asked else "·"), one)
                basis = "; ".join(filter(None, (one.basis(tables), ", ".join(one.asked))))
                yield Piece(Paragraph(basis, "dim", sign=" "))
