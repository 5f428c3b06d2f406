"""A screen that shows a session: its form at every key, its odds at once or when the keys rest."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from calculator.tui.reading import Reading, in_short
from calculator.tui.screens.recording import RecordingScreen
from calculator.tui.widgets.board import Board
from calculator.tui.widgets.strip_bar import Press, StripBar
from calculator.tui.widgets.text_bar import TextBar

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.timer import Timer

    from calculator.tui.recorder import Recorder
    from calculator.tui.session import Session

SAVE_SECONDS: Final = 0.05
"""How soon after a change the set-up is on disk."""

AT_ONCE_SECONDS: Final = 0.05
"""What odds may take to be worked out at every key; slower ones wait until the keys rest."""

REST_SECONDS: Final = 0.15
"""How long no key has to come for slow odds to be worked out."""

HINTS: Final = "Tab next  ←→ change  Space open  v view  x fold  ? help  q quit"


class ShowingScreen(RecordingScreen):
    """Shows a session and keeps every change of it for the next time."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal"), (120, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (38, "-high")]
    _breakpoints = HORIZONTAL_BREAKPOINTS, VERTICAL_BREAKPOINTS

    def __init__(self, session: Session, recorder: Recorder) -> None:
        super().__init__(recorder)
        self.session = session
        self.reading = Reading()
        self.title_bar = TextBar("title", firm=True, id="title")
        self.summary = TextBar("strong", id="summary")
        self.board = Board(id="body")
        self.buttons = StripBar(id="buttons")
        self.hints = TextBar("dim", id="hints")
        self._saving = False
        self._seconds_taken = 0.0
        self._waiting: Timer | None = None

    def compose(self) -> ComposeResult:
        # Textual would find out after the first paint, and paint again.
        for size, steps in zip(self.app.size, self._breakpoints, strict=True):
            self.add_class(max(step for step in steps if step[0] <= size)[1])
        yield self.title_bar
        yield self.summary
        yield self.board
        yield self.buttons
        yield self.hints

    def on_mount(self) -> None:
        self.set_class(self.session.roomy, "-roomy")
        self.board.form.focus()
        self.show_form()
        self.note(self.session.memory.notice)
        # The first paint waits neither for the rules to be worked out nor for any file.
        self.call_after_refresh(self._open_up)

    def _open_up(self) -> None:
        trouble = self.session.reopen_scenario()
        self.show()
        if trouble:
            self.note(trouble)
        self.follow()

    def on_resize(self) -> None:
        """Rows are a thumb high where the screen is narrow; that is known once it is laid out."""
        self.call_after_refresh(self.board.show_form, self.session)

    def show(self) -> None:
        """Show the set-up as it now is, and what it comes to: at once, or as soon as keys rest."""
        self.show_form()
        self._put_off()
        if self._seconds_taken < AT_ONCE_SECONDS:
            self.read()
        else:
            self.board.odds.wait()
            self._waiting = self.set_timer(REST_SECONDS, self.read)

    def be_done_reading(self) -> None:
        """Work out now what waits for the keys to rest."""
        if self._put_off():
            self.read()

    def _put_off(self) -> bool:
        """Let nothing be worked out until further notice; whether it was about to be."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.stop()
        return waiting is not None

    def read(self) -> None:
        """Work out what the set-up comes to, and show it."""
        start = monotonic()
        self._waiting = None
        self.reading = self.session.reading()
        self._seconds_taken = monotonic() - start
        self.board.show_reading(self.reading, self.session.pinned_odds())
        self.summary.show(*in_short(self.reading))

    def show_form(self) -> None:
        """Show what is asked, though not yet what it comes to."""
        self.board.show_form(self.session)
        self.title_bar.show(self.session.system.title, self._whereabouts())
        self.buttons.show(self._buttons())

    def changed(self, note: str = "") -> None:
        """Show a change of the set-up and keep it for the next time."""
        self.board.result.fold(True)
        self.show()
        self.note(note)
        if not self._saving:
            self._saving = True
            self.set_timer(SAVE_SECONDS, self._save)

    def note(self, text: str) -> None:
        """Say something in the bottom line; nothing brings the hints back."""
        self.hints.show(text.partition("\n")[0] or HINTS)

    def _save(self) -> None:
        self._saving = False
        if not self.session.remember():
            self.note(self.session.memory.notice)

    def _whereabouts(self) -> str:
        title = self.session.scenario.title if self.session.scenario else ""
        return "  ".join(filter(None, [title, self.session.name.name, "≡"]))

    def _buttons(self) -> list[Press]:
        letters = self.session.draft.letters
        pressed = ((action, letters.buttons[action.key]) for action in letters.pressed)
        return [
            Press("result", "Result", "⏎", "main-button"),
            *(Press(f"button:{action.key}", action.label, key) for action, key in pressed),
            Press("pin", "Unpin" if self.session.pinned else "Pin", "p"),
            Press("menu", "Menu", "^P"),
        ]
