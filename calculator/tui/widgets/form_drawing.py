"""How the rows of the form are drawn: keys, labels, values, and unfolded answers, a line each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from textual.content import Content

from calculator.answering import fault_of
from calculator.desk.answers import Provenance
from calculator.kinds import Text
from calculator.tui.rows import ACTION, FOLD, FormRow
from calculator.tui.widgets.lines import Line, Lines, fitted, wrapped


class Tap(NamedTuple):
    """What a line of the form stands for: a row, one of its answers, or the fold that it turns."""

    key: str
    text: str | None = None
    fold: str = ""


class DrawnForm(Lines):
    """Draws rows as they are: where the cursor stands, what is unfolded, what is being typed."""

    right_margin = 0

    rows: tuple[FormRow, ...] = ()
    """All rows, those that lie folded too."""
    unfolded: frozenset[str] = frozenset()
    """The folds that are open."""
    cursor = ACTION
    armed = ""
    """The key of the row whose answers are unfolded or whose number is being typed."""
    typed = highlight = ""
    _untouched = False
    """Whether the text that stands in the armed row is replaced by what is typed."""

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.redraw()

    @property
    def in_sight(self) -> list[FormRow]:
        """The rows that are shown: in no fold, in one that is open, or under the cursor."""
        return [
            row
            for row in self.rows
            if not row.fold or row.fold in self.unfolded or row.key in {self.cursor, self.armed}
        ]

    @property
    def unfolds(self) -> bool:
        """Whether the answers of a row are in sight."""
        return any(row.key == self.armed and row.answers for row in self.rows)

    def row(self, key: str) -> FormRow:
        """The row of a key."""
        return next(row for row in self.rows if row.key == key)

    @property
    def fault(self) -> str:
        """What is wrong with what is being typed, or nothing; no number at all is not wrong."""
        kind = next((row.kind for row in self.rows if row.key == self.armed), None)
        if kind is None or kind.choices or not (self.typed or isinstance(kind, Text)):
            return ""
        return fault_of(kind, self.typed)

    def lines(self, width: int) -> Iterable[Line]:
        rows = self.in_sight
        headings = sum(1 for _ in groupby(row.group for row in rows if row.group))
        needed = len(rows) + sum(bool(row.line) for row in rows) + headings
        with_headings = self.unfolded and needed <= self.scrollable_content_region.height
        group = ""
        for row in rows:
            if with_headings and row.group not in {group, ""}:
                group = row.group
                beside = "─" * (width - len(group) - 1), "faint"
                yield Content.assemble((f"{group} ", "heading"), beside), None
            yield from self._row(row, width)
            if row.key == self.armed:
                yield from self._unfolded(row, width)

    def _row(self, row: FormRow, width: int) -> Iterator[Line]:
        here = row.key == self.cursor
        if row.key.startswith(FOLD):
            parts = "  ▸ ", (row.label, "text" if here else "dim"), ("  Space", "faint")
            line = fitted(Content.assemble(*parts), width)
            yield line.stylize_before("cursor") if here else line, Tap(row.key, fold=row.opens)
            return
        value = self._value(row, width)
        room = max(width - 3 - value.cell_length, min(len(row.label), 3 * width // 5))
        dots = " " + "·" * (room - len(row.label) - 1) if len(row.label) < room else ""
        if row.sign and row.matters and dots:
            dots = f"{dots[:-1]}{row.sign}"
        label = row.label, "text" if row.matters else "faint"
        start = Content.assemble(_key(row.letter, row.matters), " ", label, (dots, "faint"))
        line = fitted(Content.assemble(fitted(start, 2 + room), " ", value), width)
        yield line.stylize_before("cursor") if here else line, Tap(row.key)
        if row.line:
            behind = fitted(Content.assemble("    ", (row.line, "dim")), width)
            yield behind, Tap(row.key, fold=row.opens)

    def _value(self, row: FormRow, width: int) -> Content:
        if row.key == self.armed and isinstance(row.kind, Text):
            return Content.styled("below", "dim")
        if row.key == self.armed and self.typed:
            return Content.styled(f"{self.typed}▏", "armed")
        ink = "text" if row.source is Provenance.ASSUMED else "value"
        if row.ended or not row.matters:
            ink = "faint"
        elif row.toggles and row.text == "no":
            ink = "dim"
        has_room = len(row.label) + len(row.shown) + 7 <= width
        if row.key == self.cursor and self.has_focus and has_room:
            return Content.assemble(("◂ ", "dim"), (row.shown, ink), (" ▸", "dim"))
        return Content.styled(row.shown, ink)

    def _unfolded(self, row: FormRow, width: int) -> Iterator[Line]:
        """What stands below a row: the text being typed, what is wrong with it, its answers."""
        if isinstance(row.kind, Text):
            yield from self._text(row, row.kind, width)
        for answer in row.answers:
            chosen = answer.text == self.highlight
            line = Content.assemble(
                "   ",
                ("● " if answer.text == row.text else "○ ", "value" if chosen else "dim"),
                _key(answer.letter, True),
                (f" {answer.label}", "strong" if chosen else "dim" if answer.ended else "text"),
                (f"  ✗ {answer.ended}" if answer.ended else "", "dim"),
            )
            ground = "cursor" if chosen else "band"
            yield fitted(line, width).stylize_before(ground), Tap(row.key, answer.text)

    def _text(self, row: FormRow, kind: Text[Any], width: int) -> Iterator[Line]:
        """The whole of a text as it is typed, whether it can be read, and what may be typed."""
        ink = "band-chosen" if self._untouched else "armed"
        text, step = f"{self.typed}▏", width - 2
        for at in range(0, len(text), step):  # wherever it breaks, so that each key is seen
            yield Content.assemble("  ", (text[at : at + step], ink)), Tap(row.key)
        if fault := self.fault:
            below = [*wrapped(fault, "refusal", width, ("  ✗", "refusal"), 4)]
        else:
            note = "type to replace it, ← to edit it" if self._untouched else "can be read"
            below = [*wrapped(note, "dim", width, ("  ✓", "gain"), 4)]
            below += wrapped(kind.allowed, "dim", width, indent=4)
        for line, _ in below:
            yield fitted(line, width).stylize_before("band"), Tap(row.key)


def _key(letter: str, live: bool) -> tuple[str, str]:
    return letter or " ", "letter" if live and letter else "faint"
