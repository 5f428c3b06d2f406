"""One entry in full: what was asked, why, how likely it was, and whether it computes again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from calculator.desk.chronicle import Chronicle
from calculator.desk.odds_view import OddsView, odds_view
from calculator.desk.result_view import ResultView, asked_in_words, entry_view
from calculator.desk.why_view import why_view
from calculator.errors import CalculatorError
from calculator.figures import bar
from calculator.journal.disclosure import Disclosure
from calculator.journal.entry import Entry
from calculator.journal.judging import BadEntryError, recompute
from calculator.tui.reading import SAMPLED_PATHS
from calculator.tui.screens.card import Paragraph
from calculator.umpire import Umpire

BAR: Final = 16
"""Characters of the longest bar."""


def details(
    umpire: Umpire, chronicle: Chronicle, disclosure: Disclosure, number: int
) -> list[Paragraph]:
    """The card of an entry. Raises `CalculatorError` if it cannot be read."""
    umpire.look()
    (entry,) = umpire.shown([umpire.entry(number)])
    view = entry_view(entry, chronicle.amendment(number), disclosure)
    ruling = _ruling(umpire, disclosure, entry) if entry.is_drawn else ()
    return [*_result(view, entry), *ruling, *_foot(entry)]


def _result(view: ResultView, entry: Entry) -> Iterator[Paragraph]:
    if view.subject:
        yield Paragraph(view.subject, "heading")
    ink = "strong" if view.stands else "struck"
    yield Paragraph(view.headline, ink)
    who = ", ".join(filter(None, [entry.side, entry.player, f"copy {entry.copy}"]))
    yield Paragraph(f"turn {entry.turn}, {entry.clock()}, {who}", "dim")
    yield from (Paragraph(line, "refusal", sign="✗") for line in view.amended)
    yield Paragraph("")
    for place, step in enumerate(view.on_table, start=1):
        yield Paragraph(step, "text" if view.stands else "struck", sign=f"{place}.")
    if view.how:
        yield Paragraph("How it came about", "heading")
        yield from (Paragraph(line, sign="-") for line in (*view.how, view.rarity) if line)


def _ruling(umpire: Umpire, disclosure: Disclosure, entry: Entry) -> Iterator[Paragraph]:
    try:
        body, question = umpire.ruling_of(entry), umpire.asked(entry).question
        odds = question.best_odds(SAMPLED_PATHS, workers=1)
        yield from _question(odds_view(odds, disclosure), str(body["label"]))
        yield Paragraph("Recomputation", "heading")
        yield _recomputed(umpire, body)
    except BadEntryError as bad:
        yield Paragraph(str(bad), "refusal", sign="✗")
    except CalculatorError as gone:
        yield Paragraph(str(gone), "warning", sign="?")
    for draw in entry.body["draws"]:
        yield Paragraph(f"{draw['ask']}: {draw['roll']} of {draw['total']}", "dim")


def _recomputed(umpire: Umpire, body: Mapping[str, Any]) -> Paragraph:
    """That a ruling computes again; raises as `recompute` does where it does not."""
    recompute(umpire.recomputer, body)
    if umpire.altered:
        text = "this is not the record that this copy saw: see the warning"
        return Paragraph(text, "refusal", sign="✗")
    return Paragraph("computed again: the same result", sign="✓")


def _question(view: OddsView, drawn: str) -> Iterator[Paragraph]:
    yield Paragraph(view.heading, "heading")
    yield Paragraph(asked_in_words(view.odds.question))
    yield Paragraph("Odds", "heading")
    if view.note:
        yield Paragraph(view.note, "warning")
    for outcome in () if view.is_hidden else view.outcomes():
        ink, mark = ("strong", "▸") if outcome.label == drawn else ("text", " ")
        drawn_bar = f" {bar(float(outcome.now), BAR)}" if view.is_exact else ""
        figure = f"{view.figure(outcome.now):>6} {outcome.label}"
        yield Paragraph(f"{figure}{drawn_bar}", ink, sign=mark)
    stages = why_view(view.odds).stages if view.is_exact else ()
    if stages:
        yield Paragraph("Why", "heading")
    for stage in stages:
        yield Paragraph(stage.heading, "dim")
        for reason in stage.reasons:
            factor = reason.factor
            yield Paragraph(f"{factor.in_full}, {factor.side}", sign=factor.in_column.rjust(4))


def _foot(entry: Entry) -> Iterator[Paragraph]:
    yield Paragraph("")
    yield Paragraph(f"entry {entry.number} of {entry.battle}, by {entry.program}", "dim")
    if seed := entry.body.get("seed"):
        version = entry.body.get("version")
        ruled_by = f", version {version} of the rules' code" if version else ""
        yield Paragraph(f"seed {seed}{ruled_by}", "dim")
    yield Paragraph(f"hash {entry.hash}", "dim")
    yield Paragraph(f"after {entry.previous}", "dim")
