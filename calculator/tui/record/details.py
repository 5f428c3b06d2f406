"""One entry in full: what was asked, why, how likely it was, and whether it computes again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from calculator.desk.lines import subject_of
from calculator.errors import CalculatorError
from calculator.figures import bar
from calculator.forms import mattering
from calculator.journal.amendments import author_of
from calculator.journal.disclosure import Disclosure
from calculator.journal.entry import Entry
from calculator.journal.judging import BadEntryError, recompute
from calculator.rules.question import Odds, Row
from calculator.tui.reading import SAMPLED_PATHS
from calculator.tui.record.ledger import Ledger
from calculator.tui.screens.card import Paragraph
from calculator.umpire import Umpire

BAR: Final = 16
"""Characters of the longest bar."""


def details(umpire: Umpire, ledger: Ledger, number: int) -> list[Paragraph]:
    """The card of an entry. Raises `CalculatorError` if it cannot be read."""
    umpire.look()
    (entry,) = umpire.shown([umpire.entry(number)])
    ruling = _ruling(umpire, ledger, entry) if entry.is_ruling else ()
    return [*_head(entry, ledger), *ruling, *_foot(entry)]


def _head(entry: Entry, ledger: Ledger) -> Iterator[Paragraph]:
    if subject := subject_of(entry):
        yield Paragraph(subject, "heading")
    yield Paragraph(entry.summary, "strong")
    who = ", ".join(filter(None, [entry.side, entry.player, f"copy {entry.copy}"]))
    yield Paragraph(f"turn {entry.turn}, {entry.clock()}, {who}", "dim")
    amendment = ledger.amendment(entry.number)
    if amendment.void:
        yield Paragraph(_corrected(amendment.void), "refusal", sign="✗")
    if amendment.override:
        yield Paragraph(_corrected(amendment.override), "warning", sign="≠")
    yield Paragraph("")


def _corrected(by: Entry) -> str:
    return f"{by.summary} - {author_of(by)}"


def _ruling(umpire: Umpire, ledger: Ledger, entry: Entry) -> Iterator[Paragraph]:
    body = entry.body
    for place, step in enumerate(body["on-table"], start=1):
        yield Paragraph(step, sign=f"{place}.")
    if body["how"]:
        yield Paragraph("How it came about", "heading")
        yield from (Paragraph(line, sign="-") for line in ledger.disclosure.narrated(body["how"]))
    try:
        asked = umpire.asked(entry)
        odds = asked.question.best_odds(SAMPLED_PATHS, workers=1)
        yield from _question(odds, str(body["label"]), ledger.disclosure)
        yield Paragraph("Recomputation", "heading")
        yield _recomputed(umpire, body)
    except BadEntryError as bad:
        yield Paragraph(str(bad), "refusal", sign="✗")
    except CalculatorError as gone:
        yield Paragraph(str(gone), "warning", sign="?")
    for draw in body["draws"]:
        yield Paragraph(f"{draw['ask']}: {draw['roll']} of {draw['total']}", "dim")


def _recomputed(umpire: Umpire, body: Mapping[str, Any]) -> Paragraph:
    """That a ruling computes again; raises as `recompute` does where it does not."""
    recompute(umpire.recomputer, body)
    if umpire.altered:
        text = "the record is another than this copy saw: see the warning"
        return Paragraph(text, "refusal", sign="✗")
    return Paragraph("seed and form give this very result again", sign="✓")


def _outcome(row: Row, disclosure: Disclosure, *, is_drawn: bool) -> Paragraph:
    ink, mark = ("strong", "▸") if is_drawn else ("text", " ")
    drawn_bar = "" if disclosure.caution else f" {bar(row.probability, BAR)}"
    figure = f"{disclosure.chance(row.probability):>6} {row.outcome.label}"
    return Paragraph(f"{figure}{drawn_bar}", ink, sign=mark)


def _question(odds: Odds, drawn: str, disclosure: Disclosure) -> Iterator[Paragraph]:
    question = odds.question
    yield Paragraph(f"{question.system.title}: {question.action.label}", "heading")
    asked = (
        f"{field.label.lower()} {field.kind.show(getattr(question.form, field.attribute))}"
        for field in mattering(question.form)
    )
    yield Paragraph("; ".join(asked))
    yield Paragraph("Odds", "heading")
    if odds.caveat:
        yield Paragraph(f"{odds.caveat.capitalize()}.", "warning")
    for row in odds:
        yield _outcome(row, disclosure, is_drawn=row.outcome.label == drawn)
    if odds.factors and not disclosure.caution:
        yield Paragraph("Why", "heading")
        for f in odds.factors:
            yield Paragraph(f"{f.stage}: {f.name}, {f.side} {f.points:+} [{f.cited}]", "dim")


def _foot(entry: Entry) -> Iterator[Paragraph]:
    yield Paragraph("")
    yield Paragraph(f"entry {entry.number} of {entry.battle}, by {entry.program}", "dim")
    if seed := entry.body.get("seed"):
        version = entry.body.get("version")
        ruled_by = f", version {version} of the rules' code" if version else ""
        yield Paragraph(f"seed {seed}{ruled_by}", "dim")
    yield Paragraph(f"hash {entry.hash}", "dim")
    yield Paragraph(f"after {entry.previous}", "dim")
