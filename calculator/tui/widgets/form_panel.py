"""The form: every field a row, one cursor, and each field a key away.

A field's letter arms it: its answers unfold below, the next letter picks one; a number is typed; a
yes or no just turns over. Arrows change and move; what does not matter is dimmed and passed over.

What is typed counts as it is typed. As long as it cannot be read the field is answered as it was
before, and stays open for correction: a result must never be that of half a number.
"""

from __future__ import annotations

from typing import Final

from textual import events

from calculator.kinds import Optional, Text
from calculator.tui.answers import takes
from calculator.tui.rows import Row
from calculator.tui.widgets.form_rows import FormRows

MOVES: Final = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1}
STEPS: Final = {"left": -1, "minus": -1, "right": 1, "plus": 1, "equals_sign": 1}
RUBS_OUT: Final = frozenset({"backspace", "delete", "ctrl+u"})
LEAVES: Final = frozenset({"enter", *MOVES, *STEPS})

LONGEST_PASTE: Final = 500
"""Characters taken at once: more than the longest path of the pages, far less than a document."""


class FormPanel(FormRows):
    """The rows by keyboard. A key that means nothing here is left to the screen."""

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
            note = "to paste, open a number or a text first, by its letter or a tap"
        elif len(pasted) > LONGEST_PASTE:
            note = f"{row.label}: what was pasted is too long"
        else:
            self._type(row, self.typed + "".join(filter(str.isprintable, pasted)))
            return
        self.post_message(self.Noted(note))

    def _idle_key(self, event: events.Key) -> bool:
        if event.key in MOVES:
            self.move(MOVES[event.key])
        elif event.key in STEPS:
            self.step(STEPS[event.key])
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

    def _typing_key(self, row: Row, event: events.Key) -> bool:
        assert row.kind is not None
        if event.character and takes(row.kind, event.character):
            self._type(row, self.typed + event.character)
        elif event.key in RUBS_OUT:
            self._rub_out(row, everything=event.key != "backspace")
        elif (event.is_printable or event.key in LEAVES) and self.holds():
            return True
        elif event.key == "enter":
            self.disarm()
            self.redraw()
            self.post_message(self.Noted(f"{row.label} is set; Enter again gives the result"))
        else:
            return self._pass_on(row, event)
        return True

    def _pass_on(self, row: Row, event: events.Key) -> bool:
        """A key that does not write: help leaves the row open, and so does what moves no text."""
        if event.key == "f1" or (isinstance(row.kind, Text) and event.key not in MOVES):
            return False
        self.disarm()
        self.redraw()
        return self._idle_key(event)

    def _rub_out(self, row: Row, everything: bool) -> None:
        """Take back what was typed; with nothing left to take back, the answer itself."""
        if not self.typed and isinstance(row.kind, Optional):
            self.pick(row.key, row.kind.blank)
        else:
            self._type(row, "" if everything else self.typed[:-1])

    def _type(self, row: Row, typed: str) -> None:
        """Let what is typed be the answer, or, while it cannot be read, what was there before."""
        assert row.kind is not None
        self.typed = typed
        fault = self.fault
        is_answer = not fault and (typed or isinstance(row.kind, Text))
        stands = typed if is_answer else self.before
        if stands != self.stands:
            self.stands = stands
            self.post_message(self.Answered(row.key, stands))
        self.post_message(self.Noted(fault or f"{row.label}: {row.kind.allowed}"))
        self.redraw()
        if fault:
            self.call_after_refresh(self.keep_visible)
