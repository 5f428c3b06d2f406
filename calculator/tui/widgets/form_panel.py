"""The form: every field a row, one cursor, and each field a key away.

A field's letter arms it: its answers unfold below, the next letter picks one; a number is typed; a
yes or no just turns over. Arrows change and move; what does not matter is dimmed and passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual import events
from textual.message import Message

from calculator.tui.answers import fault_of, reads, stepped, takes
from calculator.tui.inked import Inked
from calculator.tui.rows import ACTION, Row
from calculator.tui.widgets.form_drawing import Look, Pair, Tap, draw_rows
from calculator.tui.widgets.lines import Line, Lines


class FormPanel(Lines, can_focus=True):
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
            if row.kind is not None and not row.answers:
                self.post_message(self.Noted(f"{row.label}: {row.kind.allowed}"))
        self.redraw()
        self.call_after_refresh(self.keep_visible)

    def disarm(self) -> None:
        """Close whatever row is open; a number that cannot be read is forgotten."""
        if self.armed:
            self.post_message(self.Noted(""))
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

    def answer(self, key: str, text: str) -> None:
        """Report an answer."""
        self.typed = ""
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

    def on_key(self, event: events.Key) -> None:
        if self._armed_key(event) if self.armed else self._idle_key(event):
            event.stop()
            event.prevent_default()

    def _idle_key(self, event: events.Key) -> bool:
        moves = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1}
        steps = {"left": -1, "minus": -1, "right": 1, "plus": 1, "equals_sign": 1}
        if event.key in moves:
            self.move(moves[event.key])
        elif event.key in steps:
            self.step(steps[event.key])
        elif event.key == "space":
            self.arm(self.cursor)
        elif key := self._lettered(event.character):
            self.arm(key)
        else:
            return self._typed_unarmed(event)
        return True

    def _lettered(self, sign: str | None) -> str:
        return next((row.key for row in self.rows if sign and row.letter == sign), "")

    def _typed_unarmed(self, event: events.Key) -> bool:
        """A digit answers the row under the cursor without its letter."""
        if event.character is None or not event.character.isdigit():
            return False
        self.arm(self.cursor)
        return bool(self.armed) and self._armed_key(event)

    def _armed_key(self, event: events.Key) -> bool:
        row = self.row(self.armed)
        if event.key in {"tab", "shift+tab"}:
            self.move(1 if event.key == "tab" else -1)
        elif event.key == "escape":
            self.disarm()
            self.redraw()
        elif row.answers:
            self._choosing_key(row, event)
        else:
            return self._typing_key(row, event)
        return True

    def _choosing_key(self, row: Row, event: events.Key) -> None:
        texts = [answer.text for answer in row.answers]
        by_sign = {answer.letter: answer.text for answer in row.answers if answer.letter}
        by_number = {str(number): text for number, text in enumerate(texts, start=1)}
        picked = by_sign.get(event.character or "") or by_number.get(event.character or "")
        if event.key in {"up", "down", "left", "right"}:
            by = -1 if event.key in {"up", "left"} else 1
            at = texts.index(self.highlight) if self.highlight in texts else -by
            self.highlight = texts[(at + by) % len(texts)]
            self.redraw()
            return
        if event.key in {"enter", "space"}:
            picked = self.highlight
        if picked:
            self.pick(row.key, picked)
        elif event.is_printable:
            self.post_message(self.Noted(f"{row.label}: no answer has that letter"))

    def pick(self, key: str, text: str) -> None:
        """Take an answer and close the row."""
        self.disarm()
        self.answer(key, text)
        self.redraw()

    def _typing_key(self, row: Row, event: events.Key) -> bool:
        assert row.kind is not None
        if event.key == "enter":
            self.disarm()
            self.redraw()
        elif event.key == "backspace":
            self._type(row, self.typed[:-1])
        elif event.character and takes(row.kind, event.character):
            self._type(row, self.typed + event.character)
        elif event.key in {"up", "down", "left", "right", "minus", "plus", "equals_sign"}:
            self.disarm()
            return self._idle_key(event)
        else:
            self.disarm()
            self.redraw()
            return self._idle_key(event)
        return True

    def _type(self, row: Row, typed: str) -> None:
        assert row.kind is not None
        self.typed = typed
        if typed and reads(row.kind, typed):
            self.post_message(self.Noted(f"{row.label}: {row.kind.allowed}"))
            self.post_message(self.Answered(row.key, typed))
        else:
            self.post_message(self.Noted(fault_of(row.kind, typed) if typed else row.kind.allowed))
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
