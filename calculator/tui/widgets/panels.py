"""The panels that take turns, and the roll: what happened, why, what was ruled, how units stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from textual import events
from textual.content import Content
from textual.message import Message

from calculator.desk.odds_view import OddsView
from calculator.desk.why_view import ChangesView, Stage, WhyView, why_view
from calculator.figures import points
from calculator.rules import modifiers, system, tables
from calculator.rules.odds import IDLE, Reason
from calculator.tui.widgets.lines import Line, Lines, broken, fitted, plain_line, wrapped

if TYPE_CHECKING:
    from calculator.desk import chronicle, result_view
    from calculator.desk.units import UnitView
    from calculator.roll import Roll, RollUnit
    from calculator.rules.question import Result

HOW: Final = "how"
"""What a click on the line means that unfolds how a result came about."""

ROOM_FOR_THE_REST: Final = 6
"""Lines of the band, of what became of the result, and between its parts."""

MOST_ENTRIES: Final = 200
"""Entries the log keeps; the journal keeps them all."""

WORTH_COLUMNS: Final = 6
"""Columns of a worth in percentage points."""


class ResultPanel(Lines):
    """Shows the last result, folded to its headline once the set-up has moved on. It is read across
    a table: its headline stands in a band, its steps apart where there is room."""

    class Turned(Message):
        """The result was folded or unfolded."""

    result: Result | None = None
    """The last result shown."""
    folded = False
    _warning = ""
    view: result_view.ResultView | None = None
    """The same as it is told, with what became of it since."""
    _tells_how = False
    """Whether how it came about is unfolded."""

    @property
    def fresh(self) -> bool:
        """Whether the last result is shown in full: the set-up has not moved on since."""
        return self.result is not None and not self.folded

    def show(self, result: Result, view: result_view.ResultView) -> None:
        """Draw a new result, unfolded, from its top."""
        self.result, self.view, self.folded, self._tells_how = result, view, False, False
        self.scroll_to(y=0, animate=False)
        self.redraw()

    def take_back(self) -> None:
        """Show no result any more: the last one was withdrawn, and leaves nothing."""
        self.result = self.view = None
        self.redraw()

    def amend(self, amended: tuple[str, ...]) -> None:
        """Say what became of the result: it is void, or something else was ruled."""
        if self.view:
            self.view = self.view._replace(amended=amended)
            self.redraw()

    def warn(self, warning: str) -> None:
        """Keep a warning above the result until it is taken back by an empty one."""
        if warning != self._warning:
            self._warning = warning
            self.redraw()

    def fold(self, folded: bool) -> None:
        """Show the headline alone, or the whole again."""
        if self.result is not None and folded != self.folded:
            self.folded = folded
            self.post_message(self.Turned())
            self.redraw()

    def unfold(self) -> bool:
        """Show the whole, and then how it came about; whether there was more to show."""
        if self.view is None or not (self.folded or (self.view.how and not self._tells_how)):
            return False
        self._tells_how = not self.folded
        self.folded = False
        self.redraw()
        return True

    def lines(self, width: int) -> Iterable[Line]:
        view = self.view
        if self._warning:
            yield from wrapped(self._warning, "warning", width, ("!", "warning"), 2)
        if view is None:
            yield from wrapped("No result yet: Enter draws one.", "dim", width)
            return
        if self.folded:
            yield from wrapped(f"{view.subject}  (v shows all)", "dim", width)
        else:
            for text, ink in ((view.subject, "title-dim"), (view.headline, "title")):
                for piece in broken(text, width - 2):
                    band = fitted(Content.styled(f" {piece}", ink), width).stylize(ink)
                    yield from _as_it_stands(view, [(band, None)])
        for amended in view.amended:
            yield from wrapped(amended, "refusal", width, ("✗", "refusal"), 2)
        if self.folded:
            yield from _as_it_stands(view, wrapped(view.headline, "value", width))
        else:
            yield from self._in_full(view, width)

    def _in_full(self, view: result_view.ResultView, width: int) -> Iterator[Line]:
        """What to do on the table, how likely it was and, unfolded, how it came about."""
        steps = [
            list(_as_it_stands(view, wrapped(step, "strong", width, (f"{number}.", "heading"), 3)))
            for number, step in enumerate(view.on_table, 1)
        ]
        rest = list(wrapped(view.rarity, "dim", width))
        if view.how:
            sign = "▾" if self._tells_how else "▸"
            how = Content.assemble((f"{sign} How it came about", "text"), ("  v", "letter"))
            rest.append((how, HOW))
        for line in view.how if self._tells_how else ():
            rest += wrapped(line, "dim", width, indent=2)
        needed = sum(map(len, steps)) + len(rest) + len(steps) + ROOM_FOR_THE_REST
        gap = [plain_line()] if needed <= self.size.height else []
        for step in steps:
            yield from (*gap, *step)
        yield plain_line()
        yield from rest

    def on_click(self, event: events.Click) -> None:
        if self.clicked(event) == HOW:
            self._tells_how = not self._tells_how
            self.redraw()
        else:
            self.fold(not self.folded)


def _as_it_stands(view: result_view.ResultView, lines: Iterable[Line]) -> Iterator[Line]:
    """Lines of a result, struck out once it no longer stands."""
    for line, tag in lines:
        yield (line if view.stands else line.stylize("struck")), tag


class WhyPanel(Lines):
    """Why the odds are what they are: every factor by stage, in the system's own unit and in what
    it adds here beside all the others; then every single change that the rules allow, by whose
    it is, the best first, as it is found."""

    @dataclass
    class Picked(Message):
        """A factor was clicked or tapped, or by its key the other way to read a doubtful value."""

        picked: modifiers.Factor | str

    _view: OddsView | None = None
    _why: WhyView | None = None
    _changes: ChangesView | None = None

    def show(self, view: OddsView | None) -> None:
        """Draw the factors of some odds, or that there are none; what changes them is yet to come.
        Of odds that are not shown exactly it is only said why."""
        self._view, self._why, self._changes = view, None, None
        self.redraw()

    def show_changes(self, why: WhyView, changes: ChangesView) -> None:
        """Draw what each factor does, and what would change the odds as far as it is known."""
        self._why, self._changes = why, changes
        self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        view = self._view
        if view is None or view.disclosure.caution:
            nothing = view.disclosure.caution if view else "There are no odds to explain."
            yield from wrapped(nothing, "dim", width)
            return
        why = self._why or why_view(view.odds)
        if why.nothing:
            yield from wrapped(why.nothing, "dim", width)
        for rule in why.rules:
            yield from wrapped(rule, "text", width, ("·", "dim"), 2)
        for stage in why.stages:
            yield from wrapped(stage.heading, "strong", width)
            yield from self._stage(stage, width)
        if why.together:
            yield from wrapped(why.together, "dim", width)
        if self._changes and self._changes.measure:
            yield from self._what_if(self._changes, width)

    def _stage(self, stage: Stage, width: int) -> Iterator[Line]:
        """What pulls, a line each; then in a row what was looked at and changes nothing here."""
        for reason in stage.reasons:
            if reason not in stage.idle:
                yield from ((line, reason.factor) for line, _ in self._factor(reason, width))
        if stage.idle:
            named = ", ".join(one.factor.in_full for one in stage.idle)
            note = f" ({IDLE})" if any(one.idle for one in stage.idle) else ""
            yield from wrapped(named + note, "dim", width, ("  +0", "dim"), 5)

    def _factor(self, reason: Reason, width: int) -> Iterator[Line]:
        factor, worth = reason.factor, reason.worth
        ink = "text" if factor.effect else "gain" if factor.points > 0 else "loss"
        figures = factor.in_column.rjust(4)
        if self._changes:
            figures += (points(float(worth)) if worth else "").rjust(WORTH_COLUMNS)
        beside = f"{factor.side} [{factor.cited}]" if factor.cited else factor.side
        spare = width - len(figures) - 1 - len(factor.name) - len(beside)
        if spare >= 2:
            name = f" {factor.name}"
            yield Content.assemble((figures, ink), name, " " * spare, (beside, "dim")), None
        else:
            text = f"{factor.name}, {beside}" if beside else factor.name
            yield from wrapped(text, "text", width, (figures, ink), len(figures) + 1)

    def _what_if(self, changes: ChangesView, width: int) -> Iterator[Line]:
        yield plain_line()
        yield plain_line("What would change it", "heading")
        for text in filter(None, (changes.measure, changes.note)):
            yield from wrapped(text, "dim", width)
        for owner, found in changes.by_owner:
            yield plain_line(owner, "strong")
            for change in found:
                is_reading = change.owner is system.Owner.TEXT
                tag = change.key.removeprefix(tables.TABLES) if is_reading else None
                figure = points(float(change.difference)).rjust(WORTH_COLUMNS)
                sign = figure, "gain" if change.merit > 0 else "loss"
                drawn = [*wrapped(change.in_full, "text", width, sign, WORTH_COLUMNS + 1)]
                if change.thresholds:
                    drawn += wrapped(change.thresholds, "dim", width, indent=WORTH_COLUMNS + 3)
                yield from ((line, tag) for line, _ in drawn)

    def on_click(self, event: events.Click) -> None:
        tag = self.clicked(event)
        if isinstance(tag, modifiers.Factor | str):
            self.post_message(self.Picked(tag))


class LogPanel(Lines):
    """Lists rulings, the newest first and whose each is; those of other copies bear an arrow."""

    entries: tuple[chronicle.EntryLine, ...] = ()
    """What is listed, the newest last."""
    _waiting = 0

    def add(self, fresh: Iterable[chronicle.EntryLine], waiting: int) -> None:
        """Add what has come in; so many entries of this copy wait to be written."""
        if fresh or waiting != self._waiting:
            self.entries = (*self.entries, *fresh)[-MOST_ENTRIES:]
            self._waiting = waiting
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        if self._waiting:
            yield plain_line(f"{self._waiting} not yet written down", "warning")
        if not self.entries and not self._waiting:
            yield plain_line("No results in this battle yet.", "dim")
        for entry in reversed(self.entries):
            sign, ink = ("•", "dim") if entry.own else ("◂", "other")
            where = f"  turn {entry.turn}  #{entry.number}"
            parts = (f"{entry.time} ", "dim"), (f"{sign} {entry.who}", ink), (where, "faint")
            yield Content.assemble(*parts), None
            if entry.subject:
                yield from wrapped(entry.subject, "strong", width, indent=2)
            yield from wrapped(entry.text, "text", width, indent=2)


class RollPanel(Lines):
    """The roll beside the odds, where there is room: every unit that may be seen, as it now stands,
    the own side's first; a click opens the roll itself."""

    _roll: Roll | None = None
    _side = ""
    _picked: frozenset[str] = frozenset()
    _standing: Sequence[tuple[RollUnit, UnitView]] = ()

    def show(self, roll: Roll, side: str, picked: Mapping[str, str]) -> None:
        """Draw the units that a side sees; those picked for a role bear a sign."""
        now = side, frozenset(picked.values())
        if roll is self._roll and now == (self._side, self._picked):
            return
        if (roll, side) != (self._roll, self._side):
            from calculator.desk.units import in_order, unit_view

            units = in_order(roll, side)
            self._standing = [(unit, unit_view(roll.scenario.system, unit)) for unit in units]
        self._roll, (self._side, self._picked) = roll, now
        self.border_title = f"Roll, turn {roll.turn}"
        self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        if (roll := self._roll) is None:
            return
        for side, units in groupby(self._standing, lambda one: one[0].side_name):
            yield plain_line(side, "strong")
            for account in roll.account(side):
                yield from wrapped(account, "dim", width)
            for unit, stands in units:
                name = unit.name, "value" if unit.full_name in self._picked else "text"
                words = stands.words, "dim"
                yield Content.assemble((f"{stands.sign} ", "heading"), name, "  ", words), None

    async def on_click(self) -> None:
        await self.screen.run_action("open('show_roll')")
