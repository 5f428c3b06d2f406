"""The form: every field a row, one cursor, and each field a key away.

A field's letter arms it: its answers unfold below, the next letter picks one; a number is typed; a
yes or no just turns over. Arrows change and move; what does not matter is dimmed and passed over.
Long lists and units are picked by name.

What is typed counts as it is typed. As long as it cannot be read the field is answered as it was
before, and stays open for correction: a result must never be that of half a number. The first key
typed into a text replaces it; an arrow or Backspace first goes on from what stands there.

Textual's `OptionList` takes 30 ms to show twenty rows anew, thrice what a key takes here in all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from textual import events
from textual.content import Content
from textual.message import Message

from calculator.answering import fault_of
from calculator.desk.provenance import Provenance
from calculator.kinds import Optional, Text
from calculator.tui.letters import takes
from calculator.tui.rows import ACTION, FormRow
from calculator.tui.widgets.form_drawing import Look, Taps, draw_rows
from calculator.tui.widgets.lines import Lines
from calculator.tui.widgets.text import Line

MOVES: Final = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1}
STEPS: Final = {"left": -1, "minus": -1, "right": 1, "plus": 1, "equals_sign": 1}
ERASING_KEYS: Final = frozenset({"backspace", "delete", "ctrl+u"})
UNSAYING_KEYS: Final = frozenset({"backspace", "delete"})
"""Keys that, while no row is open, take back what was said."""
HELP_KEYS: Final = frozenset({"question_mark", "f1", "ctrl+r"})
"""Keys that tell of the field under the cursor, also while it is open."""
EDITING_KEYS: Final = frozenset({"left", "right", "home", "end"})
"""Keys by which a player goes on from the text that stands in a field."""

_UNREAD: Final = "that could not be read; the old answer is kept"

LEAVES: Final = frozenset({"enter", *MOVES, *STEPS})

LONGEST_PASTE: Final = 500
"""Characters taken at once: more than the longest path of the pages, far less than a document."""


class FormPanel(Lines, can_focus=True):
    """Shows rows and reports what the player answers; what the answers mean is not its business.

    A key that means nothing here is left to the screen.
    """

    class _OfRow(Message):
        """Something has been done to a row, by its key."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Answered(_OfRow):
        """A row was given another answer; `back` to what stood there, which nobody had said."""

        def __init__(self, key: str, text: str, *, back: bool = False) -> None:
            super().__init__(key)
            self.text = text
            self.back = back

    class Picking(_OfRow):
        """A row that opens a list was entered."""

    class Unsaid(_OfRow):
        """The answer under the cursor is to be that of the roll, the file or nobody again."""

    class Entered(Message):
        """Enter, while no row is open; as a key it would be overtaken by one that opens a list."""

    class Noted(Message):
        """Something to tell the player about the row under the cursor, or nothing any more.

        Whenever a row is opened or closed there is one.
        """

        def __init__(self, note: str) -> None:
            super().__init__()
            self.note = note

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows: tuple[FormRow, ...] = ()
        """All rows, those that lie folded too."""
        self.unfolded: set[str] = set()
        """The folds that are open."""
        self._rows_drawn: dict[str, tuple[object, Content]] = {}
        self.cursor = ACTION
        self.armed = ""
        """The key of the row whose answers are unfolded or whose number is being typed."""
        self.typed = ""
        self.before = self.stands = ""
        """What the armed row was answered when it was opened, and what it is answered now."""
        self._was_said = False
        """Whether somebody had said what stood there when it was opened."""
        self.highlight = ""
        self._passed: set[str] = set()
        """Rows that the cursor has been on since the action was chosen."""
        self._untouched = False
        """Whether the text that stands in the armed row is replaced by what is typed."""

    def show(self, rows: Sequence[FormRow]) -> None:
        """Draw these rows; the cursor stays on its row while that still matters."""
        if tuple(rows) == self.rows:
            return
        if rows and self.rows and rows[0].text != self.rows[0].text:
            self._passed.clear()
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
            replaces=self._untouched,
            highlight=self.highlight,
            headed=bool(self.unfolded),
            focused=self.has_focus,
            drawn=self._rows_drawn,
        )
        return draw_rows(self.in_sight, look)

    @property
    def in_sight(self) -> list[FormRow]:
        """The rows that are shown: in no fold, in one that is open, or under the cursor."""
        return [
            row
            for row in self.rows
            if not row.fold or row.fold in self.unfolded or row.key in {self.cursor, self.armed}
        ]

    def unfold(self, fold: str) -> None:
        """Open a fold, or close it again."""
        self.disarm()
        self.post_message(self.Noted(""))
        self.unfolded ^= {fold}
        self.redraw()

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

    def types(self, sign: str) -> bool:
        """Whether a sign is part of what is being typed."""
        kind = self.row(self.armed).kind if self.armed else None
        return kind is not None and not kind.choices and takes(kind, sign)

    def holds(self) -> bool:
        """Whether something is typed that cannot be read; if so the player hears it once more."""
        fault = self.fault
        if fault:
            self.post_message(self.Noted(fault))
            self.app.bell()
            self.keep_visible()
        return bool(fault)

    def arm(self, key: str) -> None:
        """Put the cursor on a row and open it for an answer."""
        row = self.row(key)
        if not row.matters:
            self.post_message(self.Noted(f"{row.label} does not matter here"))
            return
        self.cursor = key
        self.disarm()
        if row.toggles:
            self.step(1)
        elif row.is_picked:
            self.post_message(self.Picking(key))
        else:
            self.armed, self.highlight = key, row.text
            self.typed = row.text if isinstance(row.kind, Text) else ""
            self._untouched = isinstance(row.kind, Text)
            self.before = self.stands = row.text
            self._was_said = row.source is Provenance.SAID
            may_be = row.kind.allowed if row.kind is not None and not row.answers else ""
            self.post_message(self.Noted(may_be and f"{row.label}: {may_be}"))
        self.redraw()
        self.call_after_refresh(self.keep_visible)

    def disarm(self) -> None:
        """Close whatever row is open; what cannot be read has never counted."""
        if self.armed:
            self.post_message(self.Noted(_UNREAD * bool(self.fault)))
        self.armed = self.typed = self.highlight = ""

    def step(self, by: int) -> None:
        """Turn to the next answer of the row under the cursor, or the one before."""
        row = self.row(self.cursor)
        if row.answers or row.kind is not None:
            self.answer(row.key, row.stepped(by))

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
        keys = [row.key for row in self.in_sight if row.matters]
        self._go_to(keys[(keys.index(self.cursor) + by) % len(keys)])

    def _go_to(self, key: str) -> None:
        self.cursor = key
        self.post_message(self.Noted(""))
        self._passed.add(key)
        self.redraw()
        self.keep_visible()

    def _asked_next(self) -> str:
        """The next row that is only assumed and decides much, once each; or nothing."""
        wanted = (row.key for row in self.rows if row.decides and row.key not in self._passed)
        return next(wanted, "")

    def keep_visible(self) -> None:
        """Scroll so that the row under the cursor, and what it has unfolded, can be seen."""
        top, bottom = self.lines_of(
            lambda tag: any(tap.key == self.cursor for _, tap in _taps(tag))
        )
        self.show_lines(top, bottom)

    def on_key(self, event: events.Key) -> None:
        if self._armed_key(event) if self.armed else self._idle_key(event):
            event.stop()
            event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted counts as if it were typed: its first line, where something is typed."""
        event.stop()
        event.prevent_default()
        row = self.row(self.armed) if self.armed else None
        pasted = next(iter(event.text.strip().splitlines()), "").strip()
        if row is None or row.answers:
            note = "open a number or text field first, then paste"
        elif len(pasted) > LONGEST_PASTE:
            note = f"{row.label}: what was pasted is too long"
        else:
            before = "" if self._untouched else self.typed
            self._type(row, before + "".join(filter(str.isprintable, pasted)))
            return
        self.post_message(self.Noted(note))

    def _idle_key(self, event: events.Key) -> bool:
        if event.key == "tab" and (key := self._asked_next()):
            self._go_to(key)
        elif event.key in MOVES:
            self.move(MOVES[event.key])
        elif event.key in STEPS:
            self.step(STEPS[event.key])
        elif event.key == "space" and (fold := self.row(self.cursor).opens):
            self.unfold(fold)
        elif event.key == "space":
            self.arm(self.cursor)
        elif event.key == "enter":
            self.post_message(self.Entered())
        elif event.key in UNSAYING_KEYS:
            self.post_message(self.Unsaid(self.cursor))
        elif key := self._lettered(event.character):
            self.arm(key)
        else:
            return self._typed_unarmed(event)
        return True

    def _lettered(self, sign: str | None) -> str:
        return next((row.key for row in self.rows if sign and row.letter == sign), "")

    def _typed_unarmed(self, event: events.Key) -> bool:
        """A digit answers the row under the cursor without its letter; what unfolds has none."""
        is_digit = event.character is not None and event.character.isdigit()
        if not is_digit or self.row(self.cursor).opens:
            return False
        self.arm(self.cursor)
        return bool(self.armed) and self._armed_key(event)

    def _armed_key(self, event: events.Key) -> bool:
        row = self.row(self.armed)
        if event.key in HELP_KEYS:
            return False
        if event.key == "escape":
            self.disarm()
            self.redraw()
        elif not row.answers:
            return self._typing_key(row, event)
        elif event.key in {"tab", "shift+tab"}:
            self.move(MOVES[event.key])
        else:
            self._choosing_key(row, event)
        return True

    def _choosing_key(self, row: FormRow, event: events.Key) -> None:
        picked = row.answer_by(event.character or "")
        if event.key in {"up", "down", "left", "right"}:
            by = -1 if event.key in {"up", "left"} else 1
            self.highlight = row.after(self.highlight, by)
            self.redraw()
            return
        if event.key in {"enter", "space"}:
            picked = self.highlight
        if picked:
            self.pick(row.key, picked)
            if event.key == "enter":
                self._note_set(row)
        elif event.is_printable:
            self.post_message(self.Noted(f"{row.label}: no answer has that letter"))

    def _typing_key(self, row: FormRow, event: events.Key) -> bool:
        assert row.kind is not None
        if event.character and takes(row.kind, event.character):
            self._type(row, ("" if self._untouched else self.typed) + event.character)
        elif isinstance(row.kind, Text) and event.key in EDITING_KEYS:
            self._untouched = False
            self.redraw()
        elif event.key in ERASING_KEYS:
            self._rub_out(row, everything=event.key != "backspace")
        elif (event.is_printable or event.key in LEAVES) and self.holds():
            return True
        elif event.key == "enter":
            self.disarm()
            self.redraw()
            self._note_set(row)
        else:
            return self._pass_on(row, event)
        return True

    def _note_set(self, row: FormRow) -> None:
        """An Enter that closes a row never draws; it says which one does."""
        self.post_message(self.Noted(f"{row.label} is set; Enter again draws the result"))

    def _pass_on(self, row: FormRow, event: events.Key) -> bool:
        """A key that does not write; where text is typed, what does not move is the screen's."""
        if isinstance(row.kind, Text) and event.key not in MOVES:
            return False
        self.disarm()
        self.redraw()
        return self._idle_key(event)

    def _rub_out(self, row: FormRow, everything: bool) -> None:
        """Take back what was typed; with nothing left to take back, the answer itself."""
        if not self.typed and isinstance(row.kind, Optional):
            self.pick(row.key, row.kind.blank)
        else:
            self._type(row, "" if everything else self.typed[:-1])

    def _type(self, row: FormRow, typed: str) -> None:
        """Let what is typed be the answer, or, while it cannot be read, what was there before."""
        assert row.kind is not None
        self._untouched = False
        self.typed = typed
        fault = self.fault
        is_answer = not fault and (typed or isinstance(row.kind, Text))
        stands = typed if is_answer else self.before
        if stands != self.stands:
            self.stands = stands
            back = not (is_answer or self._was_said)
            self.post_message(self.Answered(row.key, stands, back=back))
        self.post_message(self.Noted(fault or f"{row.label}: {row.kind.allowed}"))
        self.redraw()
        if fault:
            self.call_after_refresh(self.keep_visible)

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        taps, column = self.clicked(event)
        tap = next((tap for end, tap in _taps(taps) if column < end), None)
        if tap is None:
            return
        if tap.text is not None:
            self.pick(tap.key, tap.text)
        elif tap.fold:
            self.unfold(tap.fold)
        elif self.armed == tap.key:
            self.disarm()
            self.redraw()
        else:
            self.arm(tap.key)


def _taps(tag: object) -> Taps:
    """What stands on a line of the form; on a heading nothing does."""
    return tag if isinstance(tag, tuple) else ()
