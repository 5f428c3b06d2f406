"""The odds: a shaded bar behind each outcome's name, its chance beside it, and the pinned one's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from textual import events

from calculator.errors import CalculatorError, FaultsError, ForbiddenError
from calculator.figures import percent, points
from calculator.tui.chances import Chance, Group, are_comparable, grouped, measures, outcomes
from calculator.tui.figures import bare_percent
from calculator.tui.inked import Inked
from calculator.tui.reading import Reading
from calculator.tui.widgets.lines import Line, Lines
from calculator.tui.widgets.wrapping import broken, wrapped

if TYPE_CHECKING:
    from calculator.rules.question import Odds

FIGURE: Final = 7
"""Columns of one figure, the widest being ">99.9%" and a space."""

COMPARED: Final = 6
"""Columns of one of three figures, which leave the percent sign to the heading."""


class OddsBars(Lines):
    """Shows a reading: every outcome in order of severity, then the measures; or the refusal."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._reading = Reading()
        self._pinned: Odds | None = None
        """What is compared with, which has outcomes of the same kind."""
        self._pin_told = ""
        """What is said of the pinned action where it is another."""
        self._stale = False
        self._unfolded: bool | None = None
        """Whether outcomes that begin alike are listed one by one; None for if they all fit."""

    def show(self, reading: Reading, pinned: Odds | None = None) -> None:
        """Draw a reading, beside the pinned odds if any."""
        self._reading, self._stale = reading, False
        self._pinned, self._pin_told = _to_compare(reading.odds, pinned)
        self.redraw()

    def wait(self) -> None:
        """Mark what is shown as not yet that of the present set-up."""
        self._stale = True
        self.redraw()

    def fold(self) -> None:
        """List outcomes one by one if they are gathered, and gather them if they are not."""
        now = self._reading.odds is not None and self._is_unfolded(self._groups(), self._width())
        self._unfolded = not now
        self.scroll_to(y=0, animate=False)
        self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        if self._reading.trouble is not None:
            return self._trouble(width)
        if self._reading.odds is None:
            return [(Inked(("Odds", "heading")), None)]
        return self._odds(self._reading.odds, width)

    def _groups(self) -> list[Group]:
        odds = self._reading.odds
        return grouped(outcomes(odds, self._pinned)) if odds else []

    def _odds(self, odds: Odds, width: int) -> Iterator[Line]:
        groups = self._groups()
        unfolded = self._is_unfolded(groups, width)
        yield self._heading(odds, width), None
        if self._pin_told:
            yield from wrapped(self._pin_told, "dim", width)
        for group in groups:
            if not unfolded:
                yield from self._bar(group.gathered, width, "▸ " if group.hides else "  ", "text")
                continue
            yield from self._bar(group.whole, width, "▾ " if group.members else "  ", "strong")
            for chance in group.members:
                yield from self._bar(chance, width, "    ", "text")
        measured = measures(odds, self._pinned)
        if measured:
            yield Inked(("─" * width, "faint")), None
        for chance in measured:
            yield from self._bar(chance, width, "  ", "text")

    def _is_unfolded(self, groups: list[Group], width: int) -> bool:
        if self._unfolded is not None:
            return self._unfolded
        room = width - self._figures(groups[0].whole).width - 5 if groups else width
        names = [c.label for g in groups for c in (g.whole, *g.members)]
        heading = 1 + len(broken(self._pin_told, width)) * bool(self._pin_told)
        return heading + sum(1 + len(name) // room for name in names) <= self.size.height

    def _heading(self, odds: Odds, width: int) -> Inked:
        label = "working them out ..." if self._stale else odds.question.action.label
        title = Inked(("Odds ", "heading"), (label, "dim"))
        if self._pinned is None:
            return title
        names = "".join(name.rjust(COMPARED) for name in ("% now", "was", "+/-"))
        return Inked(title.fitted(width - len(names)), (names, "dim"))

    def _bar(self, chance: Chance, width: int, start: str, ink: str) -> Iterator[Line]:
        figures = self._figures(chance)
        room = width - figures.width
        pieces = broken(chance.label, room - len(start) - 1)
        for number, piece in enumerate(pieces):
            begun = start if number == 0 else " " * len(start)
            line = Inked((f"{begun}{piece}".ljust(room), ink), figures if number == 0 else "")
            yield _shaded(line.fitted(width), chance, width), None

    def _figures(self, chance: Chance) -> Inked:
        if self._pinned is None:
            return Inked((percent(chance.now).rjust(FIGURE), "value"))
        now = (bare_percent(chance.now).rjust(COMPARED), "value")
        if chance.pinned is None:
            return Inked(now, " " * 2 * COMPARED)
        moved = chance.now - chance.pinned
        ink = "dim" if points(moved) == "=" else "gain" if moved > 0 else "loss"
        was = bare_percent(chance.pinned).rjust(COMPARED)
        return Inked(now, (was, "dim"), (points(moved).rjust(COMPARED), ink))

    def _trouble(self, width: int) -> Iterator[Line]:
        trouble = self._reading.trouble
        refused = isinstance(trouble, ForbiddenError)
        title = "The rules do not allow this" if refused else "This cannot be asked"
        yield Inked((title, "refusal")), None
        yield Inked(), None
        for reason, source in _reasons(trouble):
            yield from wrapped(reason, "text", width, ("✗", "refusal"), 2)
            if source:
                yield Inked((f"  section {source}", "dim")), None

    def on_click(self, event: events.Click) -> None:
        self.fold()


def _to_compare(odds: Odds | None, pinned: Odds | None) -> tuple[Odds | None, str]:
    """The pinned odds if they can be compared, and the name of their action if it is another."""
    if odds is None or pinned is None:
        return None, ""
    then, now = pinned.question, odds.question
    if then.action is now.action:
        return pinned, ""
    where = "" if then.system is now.system else f"{then.system.title}: "
    if are_comparable(odds, pinned):
        return pinned, f"was: {where}{then.action.label}"
    return None, f"pinned: {where}{then.action.label}"


def _reasons(trouble: CalculatorError | None) -> list[tuple[str, str]]:
    """What is wrong, with the section of the rules that says so, if one does."""
    if isinstance(trouble, ForbiddenError):
        return [(refusal.reason, refusal.source) for refusal in trouble.refusals]
    if isinstance(trouble, FaultsError):
        return [(str(fault), "") for fault in trouble.faults]
    return [(str(trouble), "")]


def _shaded(line: Inked, chance: Chance, width: int) -> Inked:
    """The line with its bar under it, and where the pinned one was longer the rest of that."""
    now = _cells(chance.now, width)
    pinned = now if chance.pinned is None else _cells(chance.pinned, width)
    shaded = line.on("bar", 0, now) if now else line
    return shaded.on("pinned", now, pinned) if pinned > now else shaded


def _cells(chance: float, width: int) -> int:
    return max(round(chance * width), 1) if chance else 0
