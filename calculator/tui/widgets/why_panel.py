"""Why the odds are what they are, and what would change them.

Every factor by stage, in the system's own unit and in what it adds here beside all the others; then
every single change that the rules allow, by whose it is, the best first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from textual import events
from textual.content import Content
from textual.message import Message

from calculator.figures import points
from calculator.rules.modifiers import Factor
from calculator.rules.system import Owner
from calculator.rules.why import IDLE, Reason, in_all
from calculator.tui.widgets.lines import Lines
from calculator.tui.widgets.text import Line, plain_line, wrapped

if TYPE_CHECKING:
    from calculator.rules.question import Odds, Question
    from calculator.tuning.what_if import Alternative

WORTH_COLUMNS: Final = 6
"""Columns of a worth in percentage points."""


class WhyPanel(Lines):
    """Lists factors and changes; changes are added as they are found."""

    right_margin = 1

    class FactorOpened(Message):
        """A factor was clicked or tapped."""

        def __init__(self, factor: Factor) -> None:
            super().__init__()
            self.factor = factor

    _odds: Odds | None = None
    _caution = ""
    _changes: Sequence[Alternative] = ()
    _is_weighed = False
    _is_whole = False

    def show(self, odds: Odds | None, caution: str = "") -> None:
        """Draw the factors of some odds, or that there are none; its changes are yet to come.

        With a `caution`, which says why, nothing of it is shown.
        """
        self._odds, self._caution = odds, caution
        self._changes, self._is_weighed, self._is_whole = (), False, False
        self.redraw()

    def show_changes(self, changes: Sequence[Alternative], is_whole: bool) -> None:
        """Draw what each factor does, the changes found so far, and whether these are all."""
        self._changes, self._is_weighed, self._is_whole = changes, True, is_whole
        self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        if self._odds is None:
            yield plain_line("There are no odds to explain.", "dim")
            return
        if self._caution:
            yield from wrapped(self._caution, "dim", width)
            return
        if self._odds.without_factors:
            yield from wrapped(self._odds.without_factors, "dim", width)
            yield from self._rules(self._odds.question, width)
        for stage, reasons in groupby(self._reasons(self._odds), key=lambda one: one.factor.stage):
            listed = list(reasons)
            total = in_all(one.factor for one in listed)
            yield from wrapped(f"{stage}: {total}" if total else stage, "strong", width)
            yield from self._stage(listed, width)
        if self._is_weighed and (measures := self._odds.question.action.measures):
            yield from wrapped(self._odds.why.told_apart(measures[0].label), "dim", width)
        yield from self._what_if(self._odds, width)

    def _reasons(self, odds: Odds) -> Sequence[Reason]:
        """What counts, with what it does as soon as that has been worked out."""
        if self._is_weighed:
            return odds.why.reasons
        return [Reason(factor) for factor in odds.factors]

    def _stage(self, reasons: Sequence[Reason], width: int) -> Iterator[Line]:
        """What pulls, a line each; then in a row what was looked at and changes nothing here."""
        idle = [one for one in reasons if one.idle or not (one.factor.points or one.factor.effect)]
        for reason in reasons:
            if reason not in idle:
                yield from ((line, reason.factor) for line, _ in self._factor(reason, width))
        if idle:
            named = ", ".join(_with_source(one.factor.name, one.factor) for one in idle)
            note = f" ({IDLE})" if any(one.idle for one in idle) else ""
            yield from wrapped(named + note, "dim", width, ("  +0", "dim"), 5)

    def _factor(self, reason: Reason, width: int) -> Iterator[Line]:
        factor, worth = reason.factor, reason.worth
        ink = "text" if factor.effect else "gain" if factor.points > 0 else "loss"
        figures = (factor.figure or "·").rjust(4)
        if self._is_weighed:
            figures += (points(float(worth)) if worth else "").rjust(WORTH_COLUMNS)
        beside = _with_source(factor.side, factor)
        spare = width - len(figures) - 1 - len(factor.name) - len(beside)
        if spare >= 2:
            name = f" {factor.name}"
            yield Content.assemble((figures, ink), name, " " * spare, (beside, "dim")), None
        else:
            text = f"{factor.name}, {beside}" if beside else factor.name
            yield from wrapped(text, "text", width, (figures, ink), len(figures) + 1)

    def _rules(self, question: Question, width: int) -> Iterator[Line]:
        """What the rules say of an action that nothing pulls, and what that rests on."""
        from calculator.rules.statements import behind

        for one in behind(question.system.statements, question.action.key):
            text = f"{one.says} {one.basis(question.tables)}"
            yield from wrapped(text, "text", width, ("·", "dim"), 2)

    def _what_if(self, odds: Odds, width: int) -> Iterator[Line]:
        measures = odds.question.action.measures
        if not measures:
            return
        yield plain_line("")
        yield plain_line("What would change it", "heading")
        yield from wrapped(measures[0].label, "dim", width)
        if not odds.is_exact:
            from calculator.tuning.what_if import SAMPLED

            yield from wrapped(SAMPLED, "dim", width)
        elif not self._changes:
            note = "No single change moves it." if self._is_whole else "working it out ..."
            yield plain_line(note, "dim")
        for owner in Owner:
            found = [change for change in self._changes if change.owner is owner]
            if found:
                yield plain_line(owner.value.capitalize(), "strong")
            for change in found:
                yield from _change(change, width)

    def on_click(self, event: events.Click) -> None:
        factor, _ = self.clicked(event)
        if isinstance(factor, Factor):
            self.post_message(self.FactorOpened(factor))


def _change(change: Alternative, width: int) -> Iterator[Line]:
    ink = "gain" if change.merit > 0 else "loss"
    figure = points(float(change.difference)).rjust(WORTH_COLUMNS)
    on = ", and from there on" if change.on else ""
    yield from wrapped(f"{change.label}{on}", "text", width, (figure, ink), WORTH_COLUMNS + 1)
    if change.thresholds:
        yield from wrapped(change.thresholds, "dim", width, indent=WORTH_COLUMNS + 3)


def _with_source(text: str, factor: Factor) -> str:
    return f"{text} [{factor.cited}]" if factor.cited else text
