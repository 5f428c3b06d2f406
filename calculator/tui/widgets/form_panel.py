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

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual import events
from textual.message import Message

from calculator.answering import stepped, takes
from calculator.desk.answers import Provenance
from calculator.kinds import Optional, Text
from calculator.tui.rows import ACTION, FOLD, FormRow
from calculator.tui.widgets.form_drawing import DrawnForm, Tap

MOVES: Final = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1}
STEPS: Final = {"left": -1, "minus": -1, "right": 1, "plus": 1, "equals_sign": 1}
ERASING_KEYS: Final = frozenset({"backspace", "delete", "ctrl+u"})
"""Keys that take back what is being typed or, while no row is open, what was said."""
HELP_KEYS: Final = frozenset({"question_mark", "f1", "ctrl+r"})
"""Keys that tell of the field under the cursor, also while it is open."""
EDITING_KEYS: Final = frozenset({"left", "right", "home", "end"})
"""Keys by which a player goes on from the text that stands in a field."""

_UNREAD: Final = "that could not be read; the old answer is kept"

LEAVES: Final = frozenset({"enter", *MOVES, *STEPS})

LONGEST_PASTE: Final = 500
"""Characters taken at once: more than the longest path of the pages, far less than a document."""


class FormPanel(DrawnForm, can_focus=True):
    """Shows rows and reports answers, whatever they mean; other keys are the screen's."""

    @dataclass
    class _OfRow(Message):
        """Something has been done to a row, by its key."""

        key: str

    class Picking(_OfRow):
        """A row that opens a list was entered."""

    class Unsaid(_OfRow):
        """The answer under the cursor is to be that of the roll, the file or nobody again."""

    @dataclass
    class Answered(_OfRow):
        """A row was given another answer; `back` to what stood there, which nobody had said."""

        text: str
        back: bool = False

    class Entered(Message):
        """Enter, while no row is open; as a key it would be overtaken by one that opens a list."""

    @dataclass
    class Noted(Message):
        """What to tell of the row under the cursor, if anything: whenever one opens or closes."""

        note: str

    opened: FormRow
    """The armed row as it was when it was opened."""
    stands = ""
    """What it is answered now."""
    _left = ACTION
    """The row that the cursor was on before rows were shown that had it not."""
    _passed: frozenset[str] = frozenset()
    """Rows that the cursor has been on since the action was chosen."""

    def show(self, rows: Sequence[FormRow]) -> None:
        """Draw these rows; the cursor stays on its row while that still matters."""
        if tuple(rows) == self.rows:
            return
        if rows and self.rows and rows[0].text != self.rows[0].text:
            self._passed = frozenset()
        self.rows = tuple(rows)
        if not any(row.key == self.cursor and row.matters for row in rows):
            self._left, self.cursor = self.cursor, ACTION
            self.disarm()
        self.redraw()

    def come_back(self) -> None:
        """Put the cursor back on the row that another action's form had not."""
        mattering = {row.key for row in self.rows if row.matters}
        if self.cursor == ACTION and self._left in mattering:
            self.cursor = self._left
            self.redraw()

    def unfold(self, fold: str) -> None:
        """Open a fold, or close it again."""
        self.unfolded ^= {fold}
        self.close()
        self.post_message(self.Noted(""))

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
        if key.startswith(FOLD):
            self.unfold(row.opens)
        elif row.toggles:
            self.step(1)
        elif row.is_picked:
            self.post_message(self.Picking(key))
        else:
            self.armed, self.highlight = key, row.text
            self.typed = row.text if isinstance(row.kind, Text) else ""
            self._untouched = isinstance(row.kind, Text)
            self.opened, self.stands = row, row.text
            may_be = row.kind.allowed if row.kind is not None and not row.answers else ""
            self.post_message(self.Noted(may_be and f"{row.label}: {may_be}"))
        self.redraw()
        self.call_after_refresh(self.keep_visible)

    def disarm(self) -> None:
        """Close whatever row is open; what cannot be read has never counted."""
        if self.armed:
            self.post_message(self.Noted(_UNREAD * bool(self.fault)))
        self.armed = self.typed = self.highlight = ""

    def close(self) -> None:
        """Close whatever row is open, and show so."""
        self.disarm()
        self.redraw()

    def step(self, by: int) -> None:
        """Turn to the next answer of the row under the cursor, or the one before; move a number."""
        row = self.row(self.cursor)
        if row.kind is not None:
            self.answer(row.key, stepped(row.kind, row.text, by))
        elif row.answers:
            self.answer(row.key, row.after(row.text, by))

    def pick(self, key: str, text: str) -> None:
        """Take an answer and close the row."""
        self.disarm()
        self.answer(key, text)
        self.redraw()

    def answer(self, key: str, text: str) -> None:
        """Report an answer."""
        self.typed = ""
        self.post_message(self.Answered(key, text))

    def move(self, by: int) -> None:
        """Move the cursor to the next row that matters, round the ends."""
        self.disarm()
        keys = [row.key for row in self.in_sight if row.matters]
        self._go_to(keys[(keys.index(self.cursor) + by) % len(keys)])

    def _go_to(self, key: str) -> None:
        self.cursor = key
        self.post_message(self.Noted(""))
        self._passed |= {key}
        self.redraw()
        self.keep_visible()

    def keep_visible(self) -> None:
        """Scroll so that the row under the cursor, and what it has unfolded, can be seen."""
        rows = self.lines_of(lambda tag: isinstance(tag, Tap) and tag.key == self.cursor)
        self.show_lines(*rows)

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
        key, sign, row = event.key, event.character or "", self.row(self.cursor)
        # What is only assumed and decides much comes first, once each.
        asked = (one.key for one in self.rows if one.decides and one.key not in self._passed)
        lettered = (one.key for one in self.rows if sign and one.letter == sign)
        if key == "tab" and (wanted := next(asked, "")):
            self._go_to(wanted)
        elif key in MOVES:
            self.move(MOVES[key])
        elif key in STEPS:
            self.step(STEPS[key])
        elif key == "space" and row.opens:
            self.unfold(row.opens)
        elif key == "space":
            self.arm(self.cursor)
        elif key == "enter":
            self.post_message(self.Entered())
        elif key in ERASING_KEYS:
            self.post_message(self.Unsaid(self.cursor))
        elif wanted := next(lettered, ""):
            self.arm(wanted)
        elif sign.isdigit() and not row.opens:
            self.arm(self.cursor)  # a digit answers without a letter; what unfolds has none
            return bool(self.armed) and self._armed_key(event)
        else:
            return False
        return True

    def _armed_key(self, event: events.Key) -> bool:
        row = self.row(self.armed)
        if event.key in HELP_KEYS:
            return False
        if event.key == "escape":
            self.close()
        elif not row.answers:
            return self._typing_key(row, event)
        elif event.key in {"tab", "shift+tab"}:
            self.move(MOVES[event.key])
        else:
            self._choosing_key(row, event)
        return True

    def _choosing_key(self, row: FormRow, event: events.Key) -> None:
        by_number = {str(place): one.text for place, one in enumerate(row.answers, 1)}
        by_letter = {one.letter: one.text for one in row.answers if one.letter}
        picked = (by_number | by_letter).get(event.character or "", "")
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
        elif event.key in ERASING_KEYS and not self.typed and isinstance(row.kind, Optional):
            self.pick(row.key, row.kind.blank)  # nothing is left to take back but the answer
        elif event.key in ERASING_KEYS:
            self._type(row, self.typed[:-1] if event.key == "backspace" else "")
        elif (event.is_printable or event.key in LEAVES) and self.holds():
            return True
        elif event.key == "enter":
            self.close()
            self._note_set(row)
        elif isinstance(row.kind, Text) and event.key not in MOVES:
            return False  # where text is typed, what does not move is the screen's
        else:
            self.close()
            return self._idle_key(event)
        return True

    def _note_set(self, row: FormRow) -> None:
        """An Enter that closes a row never draws; it says which one does."""
        self.post_message(self.Noted(f"{row.label} is set; Enter again draws the result"))

    def _type(self, row: FormRow, typed: str) -> None:
        """Let what is typed be the answer, or, while it cannot be read, what was there before."""
        assert row.kind is not None
        self._untouched = False
        self.typed = typed
        fault = self.fault
        is_answer = not fault and (typed or isinstance(row.kind, Text))
        stands = typed if is_answer else self.opened.text
        if stands != self.stands:
            self.stands = stands
            back = not is_answer and self.opened.source is not Provenance.SAID
            self.post_message(self.Answered(row.key, stands, back=back))
        self.post_message(self.Noted(fault or f"{row.label}: {row.kind.allowed}"))
        self.redraw()
        if fault:
            self.call_after_refresh(self.keep_visible)

    def on_click(self, event: events.Click) -> None:
        tap = self.clicked(event)
        if not isinstance(tap, Tap):
            return
        if tap.text is not None:
            self.pick(tap.key, tap.text)
        elif tap.fold:
            self.unfold(tap.fold)
        elif self.armed == tap.key:
            self.close()
        else:
            self.arm(tap.key)
