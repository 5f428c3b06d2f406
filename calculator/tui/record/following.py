"""A screen that follows the record of a battle: it lists what every copy writes, as it comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from textual.app import ComposeResult
from textual.widgets import Input

from calculator.errors import CalculatorError
from calculator.journal.entry import Entry
from calculator.tui.record.asking import Request
from calculator.tui.record.entry_table import EntryTable
from calculator.tui.record.head import Head, State
from calculator.tui.record.ledger import AT_FIRST, Ledger
from calculator.tui.record.notice import Notice
from calculator.tui.screens.ask import AskScreen
from calculator.tui.screens.overlay import Overlay
from calculator.tui.widgets.button_rows import ButtonRows
from calculator.tui.widgets.strip_bar import Press
from calculator.umpire import Umpire

POLL_SECONDS: Final = 0.4
"""How often the record is looked at, so that another copy's ruling shows within a second."""

EXAMPLE: Final = "words, or side:french turn:3 action:assault"
RULING: Final = (
    Press("void", "Void", "v"),
    Press("override", "Override", "o"),
    Press("note", "Note", "n"),
    Press("turn", "Turn", "t"),
    Press("army", "Army", "a"),
    Press("morale", "Morale", "m"),
)
READING: Final = (
    Press("luck", "Luck", "l"),
    Press("check", "Check", "c"),
    Press("export", "Report", "e"),
    Press("help", "Help", "?"),
)
T = TypeVar("T")


class FollowingScreen(Overlay[None]):
    """Keeps the record at arm's length, in threads, for a disk or another copy may make it wait."""

    DEFAULT_CSS = """
    FollowingScreen { layout: vertical; background: $background; color: $foreground; }
    FollowingScreen #filter { display: none; background: $panel; }
    FollowingScreen.-filtering #filter { display: block; }
    FollowingScreen ButtonRows { background: $panel; }
    """

    def __init__(self, umpire: Umpire, *, watching: bool = False) -> None:
        super().__init__()
        self.umpire = umpire
        self.watching = watching or umpire.read_only
        self.ledger = Ledger()
        self.head = Head()
        self.table = EntryTable(self.ledger)
        self.buttons = ButtonRows()
        self.notice = Notice()
        self._looking = False

    def compose(self) -> ComposeResult:
        yield self.head
        yield self.table
        yield Input(placeholder=EXAMPLE, compact=True, id="filter")
        yield self.buttons
        yield self.notice

    def on_mount(self) -> None:
        self.table.focus()
        self._show()
        self.look()
        self.set_interval(POLL_SECONDS, self.look)

    def in_thread(
        self,
        work: Callable[[], T],
        done: Callable[[T], object],
        failed: Callable[[CalculatorError], object] | None = None,
    ) -> None:
        """Do what may wait for a disk in a thread; tell trouble below the buttons, or `failed`."""

        def run() -> None:
            try:
                result = work()
            except CalculatorError as trouble:
                self.app.call_from_thread(failed or self._trouble, trouble)
            else:
                self.app.call_from_thread(done, result)

        self.run_worker(run, thread=True)

    def _trouble(self, trouble: CalculatorError) -> None:
        self.note(str(trouble))

    def note(self, text: str = "") -> None:
        """Say something below the buttons, or take back what was said."""
        self.notice.show(text)

    def look(self) -> None:
        """See what is new, unless that is being done."""
        if not self._looking:
            self._looking = True
            self.in_thread(self._read_news, self._take_news)

    def _read_news(self) -> list[Entry]:
        try:
            newest = self.ledger.newest
            return self.umpire.recent(newest, None if newest else AT_FIRST)
        finally:
            self._looking = False

    def _take_news(self, entries: list[Entry]) -> None:
        if entries and not self.ledger.newest and entries[0].number > 1:
            self.in_thread(lambda: list(self.umpire.entries()), self._take)
        self.notice.warn(self.umpire.warning)
        if entries:
            self._take(entries)
            self.note()

    def _take(self, entries: list[Entry]) -> None:
        present = self.table.present
        self.ledger.add(entries)
        self.table.changed(present.number if present else None)
        self._show()

    def _show(self) -> None:
        ledger = self.ledger
        many = "1 entry" if ledger.known == 1 else f"{ledger.known:,} entries"
        facts = many, "watching" if self.watching else "umpire"
        armies = tuple(ledger.armies)
        self.head.show(State(self.umpire.battle, ledger.turn, ledger.initiative, facts, armies))
        self.show_buttons()

    def put(
        self,
        request: Request,
        done: Callable[[object], object],
        trouble: CalculatorError | None = None,
    ) -> None:
        """Ask, and record the answers in a thread; if that fails, ask again with what was typed."""

        def take(said: dict[str, str] | None) -> None:
            if said is not None:
                self.in_thread(lambda: request.record(said), done, lambda t: refused(said, t))

        def refused(said: dict[str, str], trouble: CalculatorError) -> None:
            if self.is_current:
                self.put(request.filled(said), done, trouble)
            else:
                self.note(str(trouble))

        screen = AskScreen(request.title, request.blanks, request.verb, request.check, trouble)
        self.app.push_screen(screen, take)

    def show_buttons(self) -> None:
        """Offer what can be done now."""
        filtering = self.has_class("-filtering")
        self.buttons.show(
            [
                *(() if self.watching else RULING),
                Press("unfilter", "All", "Esc") if filtering else Press("filter", "Filter", "/"),
                *READING,
                Press("leave", "Back", "Esc") if self.is_laid_over else Press("leave", "Quit", "q"),
            ]
        )

    @property
    def is_laid_over(self) -> bool:
        """Whether the record was opened from a table."""
        return self.app.screen_stack[0] is not self
