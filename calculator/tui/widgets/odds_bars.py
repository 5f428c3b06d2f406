"""The odds: the questions asked most, then every outcome with a bar and its chance, and the pins'.

A sign before each outcome grows from what is worst to what is best for the party that its action
names; its colour says the same. Outcomes that begin alike are one row that unfolds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Final

from textual import events
from textual.content import Content

from calculator.errors import CalculatorError, FaultsError, ForbiddenError
from calculator.figures import bar, bare_percent, points
from calculator.journal.disclosure import Disclosure
from calculator.rules.outcome_tree import fates_of
from calculator.tui.chances import (
    CHIEF,
    ChanceRow,
    NamedChance,
    Tree,
    difference_in_words,
    measures,
    ranking,
)
from calculator.tui.reading import Reading
from calculator.tui.widgets.lines import Lines
from calculator.tui.widgets.text import Line, broken, fitted, plain_line, rule, wrapped

if TYPE_CHECKING:
    from calculator.rules.question import Odds

FIGURE: Final = {Disclosure.EXACT: 7, Disclosure.WORDS: 15, Disclosure.HIDDEN: 0}
"""Columns of one figure, the widest being ">99.9%" or "almost certain" and a space."""

COMPARED: Final = 6
"""Columns of one of several figures, which leave the percent sign to the heading."""

GRADES: Final = "▁▂▃▄▅▆▇█"
"""From what is worst for whom the outcomes are graded to what is best."""

NAMED: Final = "ABCD"
"""What pins are called in the headings of columns."""

LEAST_BAR, MOST_BAR, LEAST_NAME = 5, 30, 20
"""Columns of a bar, and those that it leaves to a name."""

LEAST_BESIDE: Final = 14
"""Columns of a name beside its figures; with fewer it stands above them."""

_NOTHING: Final = Content()


class OddsBars(Lines):
    """Shows a reading: chief questions, every outcome in order of severity; or the refusal."""

    right_margin = 1

    _reading = Reading()
    _shown = Disclosure.EXACT
    _pins: Sequence[Odds] = ()
    """What is compared with, which has outcomes of the same kind."""
    _others = 0
    """How many pins are of another kind."""
    _tree: Tree | None = None
    _stale = False
    _cautions: Sequence[str] = ()
    """What should be known of the units before anything is drawn."""
    _depth: int | None = None
    """How deep outcomes are unfolded; None for as deep as they all fit."""
    _turned: frozenset[tuple[int, ...]] = frozenset()
    """Branches that were unfolded, or folded, by a click."""

    def show(
        self, reading: Reading, pins: Sequence[Odds] = (), cautions: Sequence[str] = ()
    ) -> None:
        """Draw a reading, beside the pinned odds if any."""
        odds = reading.odds
        self._cautions = cautions
        self._reading, self._stale, self._shown = reading, False, reading.disclosure
        if self._shown is Disclosure.HIDDEN:
            pins = ()
        self._pins = [pin for pin in pins if odds and odds.is_like(pin)]
        self._others = len(pins) - len(self._pins) if odds else 0
        self._tree = Tree([odds, *self._pins]) if odds else None
        self.redraw()

    def wait(self) -> None:
        """Mark what is shown as not yet that of the present set-up."""
        self._stale = True
        self.redraw()

    def fold(self) -> None:
        """Unfold outcomes as deep as they go, or gather them all."""
        if self._tree is not None:
            deepest = self._tree.depth
            now = self._fitting_depth(self.text_width) if self._depth is None else self._depth
            self._depth, self._turned = (0 if now >= deepest else deepest), frozenset()
            self.scroll_to(y=0, animate=False)
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        if self._reading.trouble is not None:
            self.sticky = 0
            return self._trouble(width)
        if self._reading.odds is None or self._tree is None:
            return [plain_line("")]
        return self._odds(self._reading.odds, width)

    def _odds(self, odds: Odds, width: int) -> Iterator[Line]:
        asked = [] if self._shown is Disclosure.HIDDEN else measures(odds, self._pins)
        chief = [line for chance in asked[:CHIEF] for line in self._figures_of(chance, width)]
        notes = [f"{odds.caveat.capitalize()}."] * bool(odds.caveat) or [self._shown.caution]
        caveat = [line for note in notes if note for line in wrapped(note, "warning", width)]
        top = [*caveat, *self._heading(width), *chief]
        self.sticky = len(top)
        yield from top
        for caution in self._cautions:
            yield from wrapped(caution, "warning", width, ("!", "warning"), 2)
        if self._shown is Disclosure.HIDDEN:
            return
        if chief:
            yield rule(width)
        yield from self._compared(odds, width)
        yield from self._choices(odds, width)
        yield from self._fates(odds, width)
        for row in self._rows(width):
            yield from self._row(row, width)
        if more := asked[CHIEF:]:
            yield rule(width)
            for chance in more:
                yield from self._figures_of(chance, width)

    def _rows(self, width: int) -> list[ChanceRow]:
        assert self._tree is not None
        depth = self._fitting_depth(width) if self._depth is None else self._depth
        return list(self._tree.rows(depth, self._turned))

    def _fitting_depth(self, width: int) -> int:
        """As deep as everything can be seen at once."""
        assert self._tree is not None
        room = self.size.height - CHIEF - 2
        for depth in range(self._tree.depth, 0, -1):
            rows = self._tree.rows(depth, frozenset())
            if sum(1 + len(row.chance.label) // max(width - 16, 8) for row in rows) <= room:
                return depth
        return 0

    def _heading(self, width: int) -> Iterator[Line]:
        if self._stale:
            yield plain_line("working them out ...", "dim")
        elif self._pins and self._shown is Disclosure.EXACT:
            names = ["% now", *self._pin_heads(), *(["+/-"] if len(self._pins) == 1 else [])]
            heads = "".join(name.rjust(COMPARED) for name in names)
            yield plain_line(heads.rjust(width), "dim")
        if self._others:
            name = "a pin asks" if self._others == 1 else f"{self._others} pins ask"
            yield from wrapped(f"{name} something else: not compared", "dim", width)

    def _pin_heads(self) -> list[str]:
        return ["was"] if len(self._pins) == 1 else list(NAMED[: len(self._pins)])

    def _compared(self, odds: Odds, width: int) -> Iterator[Line]:
        """The pins by name, ranked by the chief chance where there is one."""
        names = [difference_in_words(odds, pin) for pin in self._pins]
        if not names:
            return
        heads = [""] if len(names) == 1 else [f"{head} " for head in NAMED]
        pins = [
            (f"{head}{name}", pin)
            for head, name, pin in zip(heads, names, self._pins, strict=False)
        ]
        for standing in ranking(odds, pins):
            figures = f"{bare_percent(float(standing.share)):>6}{_moved(standing.difference):>7}"
            if self._shown is Disclosure.WORDS:
                figures = f" {self._shown.chance(float(standing.share))}"
            name = Content.styled(standing.name, "text" if standing.difference else "strong")
            yield Content.assemble(fitted(name, width - len(figures)), (figures, "value")), None
        yield rule(width)

    def _choices(self, odds: Odds, width: int) -> Iterator[Line]:
        """What comes of both sides' choices, where the question leaves them open."""
        if len(odds.decisions) < 2:
            return
        yield from wrapped(f"{next(iter(odds.decisions[0].chances))}, by choice:", "dim", width)
        for choice, replies in groupby(odds.decisions, key=lambda one: one.choice):
            yield plain_line(choice, "strong")
            for one in replies:
                figure = self._shown.chance(float(next(iter(one.chances.values()))))
                figure = figure.rjust(FIGURE[self._shown])
                mark = f" ({one.mark})" if one.mark else ""
                ink = "strong" if one.best else "text"
                name = fitted(Content.styled(f"  {one.reply}{mark}", ink), width - len(figure))
                yield Content.assemble(name, (figure, "value")), None
        yield rule(width)

    def _fates(self, odds: Odds, width: int) -> Iterator[Line]:
        """What becomes of each unit, whatever becomes of the others, and what it loses."""
        units = fates_of(odds, in_short=True)
        if not units:
            return
        fates = list(dict.fromkeys(fate for chances in units.values() for fate in chances))
        exact = self._shown is Disclosure.EXACT
        rows = [["% alone", *fates, "loses"]]
        for unit, chances in units.items():
            shares = [bare_percent(float(chances.get(fate, 0))) for fate in fates]
            rows.append([unit, *shares, f"{float(odds.losses[unit]):.1f}"])
        first, *columns = (max(map(len, cells)) for cells in zip(*rows, strict=True))
        if exact and first + sum(1 + column for column in columns) <= width:
            for number, (name, *cells) in enumerate(rows):
                figures = "".join(
                    f" {cell:>{column}}" for cell, column in zip(cells, columns, strict=True)
                )
                ink = "value" if number else "dim"
                yield (
                    Content.assemble(
                        (name.ljust(first), "strong" if number else "dim"), (figures, ink)
                    ),
                    None,
                )
        else:
            for unit, chances in units.items():
                listed = [f"{fate} {self._shown.chance(float(p))}" for fate, p in chances.items()]
                listed += [f"loses {float(odds.losses[unit]):.1f}"] if exact else []
                label = f"{unit}: "
                yield from wrapped(", ".join(listed), "text", width, (label, "strong"), len(label))
        yield rule(width)

    def _row(self, row: ChanceRow, width: int) -> Iterator[Line]:
        sign, ink = _grade(row.grade)
        more = ("▸ " if row.has_more else "  ", "dim")
        start = Content.assemble("  " * row.depth, (sign, ink), more)
        cells = self._bar_cells(width)
        drawn = bar(float(row.chance.now), cells).ljust(cells) if cells else ""
        name_ink = "strong" if row.depth == 0 else "text"
        for line in self._named(row.chance, name_ink, width, start, Content.styled(drawn, ink)):
            yield line, row.path

    def _figures_of(self, chance: NamedChance, width: int) -> Iterator[Line]:
        return ((line, None) for line in self._named(chance, "strong", width))

    def _named(
        self,
        chance: NamedChance,
        ink: str,
        width: int,
        start: Content = _NOTHING,
        drawn: Content = _NOTHING,
    ) -> Iterator[Content]:
        """A name with its figures at the right edge; with too little room it stands above them."""
        figures = Content.assemble(drawn, self._figures(chance))
        indent = Content(" " * start.cell_length)
        room = width - figures.cell_length
        if room + drawn.cell_length < LEAST_BESIDE:
            for piece in broken(chance.label, width - start.cell_length):
                yield Content.assemble(start, (piece, ink))
                start = indent
            yield Content.assemble(" " * room, figures)
            return
        first = broken(chance.label, max(room - start.cell_length - bool(start), 8))[0]
        yield Content.assemble(fitted(Content.assemble(start, (first, ink)), room), figures)
        if rest := chance.label.removeprefix(first).strip():
            for piece in broken(rest, width - start.cell_length):
                yield Content.assemble(indent, (piece, ink))

    def _bar_cells(self, width: int) -> int:
        spare = width - LEAST_NAME - self._figures(NamedChance("", (Fraction(0),))).cell_length
        return (
            0
            if spare < LEAST_BAR or self._shown is Disclosure.WORDS
            else min(max(spare // 2, LEAST_BAR), MOST_BAR)
        )

    def _figures(self, chance: NamedChance) -> Content:
        if not self._pins or self._shown is Disclosure.WORDS:
            text = self._shown.chance(float(chance.now))
            return Content.styled(text.rjust(FIGURE[self._shown]), "value")
        now = (bare_percent(float(chance.now)).rjust(COMPARED), "value")
        pins = chance.shares[1:] or (None,) * len(self._pins)
        figures = [("" if p is None else bare_percent(float(p))).rjust(COMPARED) for p in pins]
        parts = [now, *((figure, "dim") for figure in figures)]
        if len(self._pins) == 1:
            moved = Fraction(0) if pins[0] is None else chance.now - pins[0]
            figure = "" if pins[0] is None else _moved(moved)
            ink = "dim" if figure in {"", "="} else "gain" if moved > 0 else "loss"
            parts.append((figure.rjust(COMPARED), ink))
        return Content.assemble(*parts)

    def _trouble(self, width: int) -> Iterator[Line]:
        trouble = self._reading.trouble
        refused = isinstance(trouble, ForbiddenError)
        title = "The rules do not allow this" if refused else "This cannot be asked"
        yield plain_line(title, "refusal")
        yield plain_line("")
        for reason, source in _reasons(trouble):
            yield from wrapped(reason, "text", width, ("✗", "refusal"), 2)
            if source:
                yield plain_line(f"  section {source}", "dim")

    def on_click(self, event: events.Click) -> None:
        path, _ = self.clicked(event)
        if isinstance(path, tuple):
            self._turned ^= {path}
            self.redraw()


def _moved(difference: Fraction) -> str:
    return points(float(difference))


def _grade(grade: float | None) -> tuple[str, str]:
    """The sign of a grade, and its ink."""
    if grade is None:
        return "", "plain-bar"
    at = min(int(grade * len(GRADES)), len(GRADES) - 1)
    return f"{GRADES[at]} ", f"grade-{1 + at // 2}"


def _reasons(trouble: CalculatorError | None) -> list[tuple[str, str]]:
    """What is wrong, with the section of the rules that says so, if one does."""
    if isinstance(trouble, ForbiddenError):
        return [(refusal.reason, refusal.cited) for refusal in trouble.refusals]
    if isinstance(trouble, FaultsError):
        return [(str(fault), "") for fault in trouble.faults]
    return [(str(trouble), "")]
