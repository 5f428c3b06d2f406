"""The rows of the form under a cursor: shown, opened, stepped, answered, and tapped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual import events
from textual.message import Message

from calculator.kinds import Text
from calculator.tui.answers import fault_of, stepped
from calculator.tui.inked import Inked
from calculator.tui.rows import ACTION, Row
from calculator.tui.widgets.form_drawing import Look, Pair, Tap, draw_rows
from calculator.tui.widgets.lines import Line, Lines


class FormRows(Lines, can_focus=True):
    """Shows rows and reports what the player answers; what the answers mean is not its business."""

    class Answered(Message):
        """A row was given another answer."""

        def __init__(self, key: str, text: str) -> None:
            super().__init__()
            self.key = key
            self.text = text

    class Picking(Message):
        """A row that opens a list was entered."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Noted(Message):
        """Something to tell the player about the row under the cursor, or nothing any more."""

        def __init__(self, note: str) -> None:
            super().__init__()
            self.note = note

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows: tuple[Row, ...] = ()
        self._rows_drawn: dict[str, tuple[object, Inked]] = {}
        self.cursor = ACTION
        self.armed = ""
        """The key of the row whose answers are unfolded or whose number is being typed."""
        self.typed = ""
        self.before = self.stands = ""
        """What the armed row was answered when it was opened, and what it is answered now."""
        self.highlight = ""
        self.tapped = False
        """Whether the armed row was opened by a tap, so that its answers want to be large."""
        self.roomy = False
        """Whether every row is a thumb high."""

    def show(self, rows: Sequence[Row]) -> None:
        """Draw these rows; the cursor stays on its row while that still matters."""
        self.rows = tuple(rows)
        if not any(row.key == self.cursor and row.matters for row in rows):
            self.cursor = ACTION
            self.disarm()
        self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        look = Look(
            width=width,
            height=self.scrollable_content_region.height,
            cursor=self.cursor,
            armed=self.armed,
            typed=self.typed,
            fault=self.fault,
            highlight=self.highlight,
            tapped=self.tapped,
            roomy=self.roomy,
            focused=self.has_focus,
            drawn=self._rows_drawn,
        )
        return draw_rows(self.rows, look)

    def row(self, key: str) -> Row:
        """The row of a key."""
        return next(row for row in self.rows if row.key == key)

    @property
    def fault(self) -> str:
        """What is wrong with what is being typed, or nothing; no number at all is not wrong."""
        kind = next((row.kind for row in self.rows if row.key == self.armed), None)
        if kind is None or kind.choices or not (self.typed or isinstance(kind, Text)):
            return ""
        return fault_of(kind, self.typed)

    def holds(self) -> bool:
        """Whether something is typed that cannot be read; if so the player is told once more."""
        fault = self.fault
        if fault:
            self.post_message(self.Noted(fault))
            self.app.bell()
            self.keep_visible()
        return bool(fault)

    def arm(self, key: str, tapped: bool = False) -> None:
        """Put the cursor on a row and open it for an answer."""
        row = self.row(key)
        if not row.matters:
            self.post_message(self.Noted(f"{row.label} does not matter here"))
            return
        self.cursor = key
        self.disarm()
        if row.toggles and not tapped:
            self.step(1)
        elif not row.answers and row.kind is None:
            self.post_message(self.Picking(key))
        else:
            self.armed, self.highlight, self.tapped = key, row.text, tapped
            self.typed = row.text if isinstance(row.kind, Text) else ""
            self.before = self.stands = row.text
            if row.kind is not None and not row.answers:
                self.post_message(self.Noted(f"{row.label}: {row.kind.allowed}"))
        self.redraw()
        self.call_after_refresh(self.keep_visible)

    def disarm(self) -> None:
        """Close whatever row is open; what cannot be read has never counted."""
        if self.armed:
            self.post_message(self.Noted("what could not be read is forgotten" * bool(self.fault)))
        self.armed = self.typed = self.highlight = ""
        self.tapped = False

    def step(self, by: int) -> None:
        """Turn to the next answer of the row under the cursor, or the one before."""
        row = self.row(self.cursor)
        if row.answers and row.kind is None:
            texts = [answer.text for answer in row.answers]
            at = texts.index(row.text) if row.text in texts else -by
            self.answer(row.key, texts[(at + by) % len(texts)])
        elif row.kind is not None:
            self.answer(row.key, stepped(row.kind, row.text, by))

    def pick(self, key: str, text: str) -> None:
        """Take an answer and close the row."""
        self.disarm()
        self.answer(key, text)
        self.redraw()

    def answer(self, key: str, text: str) -> None:
        """Report an answer."""
        self.typed = ""
        self.before = self.stands = text
        self.post_message(self.Answered(key, text))

    def move(self, by: int) -> None:
        """Move the cursor to the next row that matters, round the ends."""
        self.disarm()
        keys = [row.key for row in self.rows if row.matters]
        self.cursor = keys[(keys.index(self.cursor) + by) % len(keys)]
        self.redraw()
        self.keep_visible()

    def keep_visible(self) -> None:
        """Scroll so that the row under the cursor, and what it has unfolded, can be seen."""
        top, bottom = self.lines_of(lambda tag: _is_of(tag, self.cursor))
        self.show_lines(top, bottom)

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        event.stop()
        tap = self.tag_at(offset.y)
        if isinstance(tap, Pair):
            tap = tap.left if offset.x < self._width() // 2 else tap.right
        if not isinstance(tap, Tap):
            return
        if tap.steps:
            self.step(-1 if offset.x < self._width() // 2 else 1)
        elif tap.text is not None:
            self.pick(tap.key, tap.text)
        elif self.armed == tap.key:
            self.disarm()
            self.redraw()
        else:
            self.arm(tap.key, tapped=True)


def _is_of(tag: object, key: str) -> bool:
    """Whether a line belongs to a row, as the row itself or as one of its answers."""
    if isinstance(tag, Pair):
        return key in (tag.left.key, tag.right.key)
    return isinstance(tag, Tap) and tag.key == key
