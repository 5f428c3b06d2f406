"""The form: every field a row, one cursor, and each field a key away.

A field's letter arms it: its answers unfold below, the next letter picks one; a number is typed; a
yes or no just turns over. Arrows change and move; what does not matter is dimmed and passed over.
"""

from __future__ import annotations

from typing import Final

from textual import events

from calculator.kinds import Optional
from calculator.tui.answers import fault_of, reads, takes
from calculator.tui.rows import Row
from calculator.tui.widgets.form_rows import FormRows

MOVES: Final = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1}
STEPS: Final = {"left": -1, "minus": -1, "right": 1, "plus": 1, "equals_sign": 1}


class FormPanel(FormRows):
    """The rows by keyboard. A key that means nothing here is left to the screen."""

    def on_key(self, event: events.Key) -> None:
        if self._armed_key(event) if self.armed else self._idle_key(event):
            event.stop()
            event.prevent_default()

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
        if event.key in {"tab", "shift+tab"}:
            self.move(MOVES[event.key])
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

    def _typing_key(self, row: Row, event: events.Key) -> bool:
        assert row.kind is not None
        if event.character and takes(row.kind, event.character):
            self._type(row, self.typed + event.character)
        elif event.key in {"backspace", "delete"}:
            self._rub_out(row, everything=event.key == "delete")
        else:
            self.disarm()
            self.redraw()
            return event.key == "enter" or self._idle_key(event)
        return True

    def _rub_out(self, row: Row, everything: bool) -> None:
        """Take back what was typed; with nothing left to take back, the answer itself."""
        if not self.typed and isinstance(row.kind, Optional):
            self.pick(row.key, row.kind.blank)
        else:
            self._type(row, "" if everything else self.typed[:-1])

    def _type(self, row: Row, typed: str) -> None:
        assert row.kind is not None
        self.typed = typed
        if typed and reads(row.kind, typed):
            self.post_message(self.Noted(f"{row.label}: {row.kind.allowed}"))
            self.post_message(self.Answered(row.key, typed))
        else:
            self.post_message(self.Noted(fault_of(row.kind, typed) if typed else row.kind.allowed))
        self.redraw()
