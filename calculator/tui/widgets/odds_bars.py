"""The odds: the questions asked most, then every outcome with a bar and its chance, and the pins'.

All outcomes are one bar, from what is worst to what is best for the party that the action names,
with its quartiles marked; each has the shade that it has there. What begins alike is one row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import Final

from textual import events
from textual.content import Content

from calculator.desk.odds_view import CHIEF, OddsView, TroubleView
from calculator.figures import bar, bare_percent, points
from calculator.journal.disclosure import Disclosure
from calculator.rules.outcome_tree import Chance, OutcomeRow
from calculator.tui.widgets.lines import Line, Lines, broken, fitted, plain_line, rule, wrapped

FIGURE: Final = {Disclosure.EXACT: 7, Disclosure.WORDS: 15, Disclosure.HIDDEN: 0}
"""Columns of one figure, the widest being ">99.9%" or "almost certain" and a space."""

COMPARED: Final = 6
"""Columns of one of several figures, which leave the percent sign to the heading."""

SHADES: Final = "░▒▓█"
"""From what is worst for whom the outcomes are graded to what is best."""

QUARTILES: Final = ((1, "¼"), (2, "½"), (3, "¾"))
"""The signs under the bar, each so many quarters along."""

NAMED: Final = "ABCD"
"""What pins are called in the headings of columns."""

LEAST_BAR, MOST_BAR, LEAST_NAME = 1, 30, 26
"""Columns of a bar, and those that it leaves to a name."""

LEAST_BESIDE: Final = 14
"""Columns of a name beside its figures; with fewer it stands above them."""

_NOTHING: Final = Content()


class OddsBars(Lines):
    """Shows a reading: chief questions, every outcome in order of severity; or the refusal."""

    _view: OddsView | TroubleView | None = None
    _stale = False
    _cautions: Sequence[str] = ()
    """What should be known of the units before anything is drawn."""
    _depth = 0
    """How deep outcomes are unfolded."""
    _turned: frozenset[tuple[int, ...]] = frozenset()
    """Branches that were unfolded, or folded, by a click."""

    def show(self, view: OddsView | TroubleView | None, cautions: Sequence[str] = ()) -> None:
        """Draw odds, beside what they are compared with if anything, or why there are none."""
        self._view, self._cautions, self._stale = view, cautions, False
        self.redraw()

    def wait(self) -> None:
        """Mark what is shown as not yet that of the present set-up."""
        self._stale = True
        self.redraw()

    def fold(self) -> None:
        """Unfold outcomes as deep as they go, or gather them all."""
        view = self._view
        if shown := view.otherwise if isinstance(view, TroubleView) else view:
            self._depth, self._turned = (0 if self._depth else shown.tree.depth), frozenset()
            self.scroll_to(y=0, animate=False)
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        if isinstance(self._view, OddsView):
            return self._odds(self._view, width)
        self.sticky = 0
        return self._trouble(self._view, width) if self._view else [plain_line()]

    def _odds(self, view: OddsView, width: int) -> Iterator[Line]:
        asked = () if view.is_hidden else view.measures
        chief = [line for one in asked[:CHIEF] for line in self._named(view, one, "strong", width)]
        caveat = wrapped(view.note, "warning", width) if view.note else ()
        top = [*caveat, *self._heading(view, width), *chief]
        self.sticky = len(top)
        yield from top
        yield from self._warned(width)
        if view.is_hidden:
            return
        if chief and not view.tree.spread:
            yield rule(width)
        yield from self._compared(view, width)
        yield from self._choices(view, width)
        yield from self._fates(view, width)
        yield from _picture(view, width)
        for row in view.tree.rows(self._depth, self._turned):
            yield from self._row(view, row, width)
        if more := asked[CHIEF:]:
            yield rule(width)
            for chance in more:
                yield from self._named(view, chance, "strong", width)

    def _warned(self, width: int) -> Iterator[Line]:
        for caution in self._cautions:
            yield from wrapped(caution, "warning", width, ("!", "warning"), 2)

    def _heading(self, view: OddsView, width: int) -> Iterator[Line]:
        _, *others = view.settings
        if self._stale:
            yield plain_line("working out the odds ...", "dim")
        elif others and view.is_exact:
            one = ["other" if others[0].is_of_text else "was", "+/-"]
            names = ["% now", *(one if len(others) == 1 else NAMED[: len(others)])]
            heads = "".join(name.rjust(COMPARED) for name in names)
            yield plain_line(heads.rjust(width), "dim")
        if unlike := view.incomparable:
            name = "a pin asks" if unlike == 1 else f"{unlike} pins ask"
            yield from wrapped(f"{name} something else, so not compared", "dim", width)

    def _compared(self, view: OddsView, width: int) -> Iterator[Line]:
        """The pins by name, ranked by the chief chance where there is one; what is forbidden."""
        for name, no in view.forbidden:
            text = f"{name}: the rules do not allow this then: {no.in_a_line}"
            yield from wrapped(text, "text", width, ("✗", "refusal"), 2)
        _, *pins = view.settings
        if not pins:
            return
        heads = {id(pin): f"{head} " for head, pin in zip(NAMED, pins, strict=False)}
        for setting in view.ranked if view.measures else ():
            is_pin = len(pins) > 1 and id(setting) in heads
            named = f"{heads[id(setting)] if is_pin else ''}{setting.name}"
            share = bare_percent(float(setting.chief))
            figures = f"{share:>6}{points(float(setting.difference)):>7}"
            if not view.is_exact:
                figures = f" {view.figure(setting.chief)}"
            first = Content.styled(named, "text" if setting.difference else "strong")
            yield Content.assemble(fitted(first, width - len(figures)), (figures, "value")), None
        yield rule(width)

    def _choices(self, view: OddsView, width: int) -> Iterator[Line]:
        """What comes of both sides' choices, where the question leaves them open."""
        if not view.choices:
            return
        yield from wrapped(f"{view.judged_by}, by choice:", "dim", width)
        for choice, replies in view.choices:
            yield plain_line(choice, "strong")
            for one in replies:
                figure = view.figure(one.chances[view.judged_by]).rjust(FIGURE[view.disclosure])
                mark = f" ({one.mark})" if one.mark else ""
                ink = "strong" if one.best else "text"
                name = fitted(Content.styled(f"  {one.reply}{mark}", ink), width - len(figure))
                yield Content.assemble(name, (figure, "value")), None
        yield rule(width)

    def _fates(self, view: OddsView, width: int) -> Iterator[Line]:
        """What becomes of each unit, whatever becomes of the others, and what it loses."""
        if not view.fates:
            return
        fates = list(dict.fromkeys(chain.from_iterable(view.fates.values())))
        rows = [["% alone", *fates, "loses"]]
        loses = {unit: f"{float(view.odds.losses[unit]):.1f}" for unit in view.fates}
        for unit, chances in view.fates.items():
            shares = [bare_percent(float(chances.get(fate, 0))) for fate in fates]
            rows.append([view.tree.named(unit), *shares, loses[unit]])
        first, *columns = (max(map(len, cells)) for cells in zip(*rows, strict=True))
        if view.is_exact and first + sum(1 + column for column in columns) <= width:
            for number, (name, *cells) in enumerate(rows):
                pairs = zip(cells, columns, strict=True)
                figures = "".join(f" {cell:>{column}}" for cell, column in pairs)
                inks = ("strong", "value") if number else ("dim", "dim")
                yield Content.assemble((name.ljust(first), inks[0]), (figures, inks[1])), None
        else:
            for unit, chances in view.fates.items():
                listed = [f"{fate} {view.figure(share)}" for fate, share in chances.items()]
                listed += [f"loses {loses[unit]}"] if view.is_exact else []
                label = f"{view.tree.named(unit)}: "
                yield from wrapped(", ".join(listed), "text", width, (label, "strong"), len(label))
        yield rule(width)

    def _row(self, view: OddsView, row: OutcomeRow, width: int) -> Iterator[Line]:
        shade, ink = "", "plain-bar"
        if row.shade:
            shade, ink = SHADES[row.shade - 1], f"grade-{row.shade}"
        more = ("▸ " if row.is_folded else "▾ " if row.is_group else "  ", "dim")
        start = Content.assemble("  " * row.depth, more)
        spare = width - LEAST_NAME - self._figures(view, row.chance).cell_length
        cells = min(max(spare // 2, LEAST_BAR), MOST_BAR) if spare >= LEAST_BAR else 0
        drawn = bar(float(row.chance.now), cells, fill=shade).ljust(cells) if view.is_exact else ""
        name_ink, inked = "text" if row.depth else "strong", Content.styled(drawn, ink)
        yield from self._named(view, row.chance, name_ink, width, start, inked, row.path)

    def _named(
        self,
        view: OddsView,
        chance: Chance,
        ink: str,
        width: int,
        start: Content = _NOTHING,
        drawn: Content = _NOTHING,
        tag: object = None,
    ) -> Iterator[Line]:
        """A name with its figures at the right edge; with too little room it stands above them."""
        figures = Content.assemble(drawn, self._figures(view, chance))
        indent = Content(" " * start.cell_length)
        room = width - figures.cell_length
        if room + drawn.cell_length < LEAST_BESIDE:
            for piece in broken(chance.label, width - start.cell_length):
                yield Content.assemble(start, (piece, ink)), tag
                start = indent
            yield Content.assemble(" " * room, figures), tag
            return
        first = broken(chance.label, max(room - start.cell_length - bool(start), 8))[0]
        yield Content.assemble(fitted(Content.assemble(start, (first, ink)), room), figures), tag
        if rest := chance.label.removeprefix(first).strip():
            for piece in broken(rest, width - start.cell_length):
                yield Content.assemble(indent, (piece, ink)), tag

    def _figures(self, view: OddsView, chance: Chance) -> Content:
        """The chance as it stands, and in figures those of the pins."""
        if not chance.others or not view.is_exact:
            return Content.styled(view.figure(chance.now).rjust(FIGURE[view.disclosure]), "value")
        shares = ["" if share is None else bare_percent(float(share)) for share in chance.shares]
        now, *pins = (share.rjust(COMPARED) for share in shares)
        parts = [(now, "value"), *((pin, "dim") for pin in pins)]
        if len(pins) == 1:
            change = chance.changes[0]
            figure = "" if change is None else points(-float(change))
            ink = "dim" if figure in {"", "="} else "gain" if figure.startswith("+") else "loss"
            parts.append((figure.rjust(COMPARED), ink))
        return Content.assemble(*parts)

    def _trouble(self, view: TroubleView, width: int) -> Iterator[Line]:
        yield plain_line(view.title, "refusal")
        yield plain_line()
        for reason, source in view.reasons:
            yield from wrapped(reason, "text", width, ("✗", "refusal"), 2)
            if source:
                yield from wrapped(f"section {source}", "dim", width, indent=2)
        if (other := view.otherwise) and not other.is_hidden:
            yield plain_line()
            yield from wrapped(f"Odds, if {other.settings[0].name}", "heading", width)
            yield from self._odds(other, width)
            self.sticky = 0
        else:
            yield from self._warned(width)

    def on_click(self, event: events.Click) -> None:
        path = self.clicked(event)
        if isinstance(path, tuple):
            self._turned ^= {path}
            self.redraw()


def _picture(view: OddsView, width: int) -> Iterator[Line]:
    """All outcomes as one bar from worst to best; under it its quartiles."""
    spread = view.tree.spread
    if not (spread and view.is_exact):
        return
    parts, start, reached = [], 0, Fraction(0)
    for number, share in spread:
        reached += share
        end = round(reached * width)
        parts.append((SHADES[number - 1] * (end - start), f"grade-{number}"))
        start = end
    yield Content.assemble(*parts), None
    marks = [" "] * width
    for quarters, sign in QUARTILES:
        marks[quarters * width // 4] = sign
    yield plain_line("worst" + "".join(marks)[5:-4] + "best", "dim")
