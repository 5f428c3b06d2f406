"""The record of a battle before the umpire: list, details, voids, overrides, turns, tallies."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import Input

from calculator.errors import CalculatorError
from calculator.tui.record import asking, cards
from calculator.tui.record.asking import Request
from calculator.tui.record.details import details
from calculator.tui.record.entry_table import EntryTable
from calculator.tui.record.following import FollowingScreen
from calculator.tui.screens.card import CardScreen, Paragraph
from calculator.tui.widgets.strip_bar import StripBar

WATCHING: Final = "this screen only watches: to rule is the umpire's"


class RecordScreen(FollowingScreen):
    """Lists what every copy records, and lets an umpire rule on it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "Filter"),
        Binding("escape", "unfilter", "Whole list"),
        Binding("v", "void", "Void"),
        Binding("o", "override", "Override"),
        Binding("n", "note", "Note"),
        Binding("t", "turn", "Next turn"),
        Binding("a", "army", "Army tally"),
        Binding("m", "morale", "Army morale"),
        Binding("l", "luck", "Luck"),
        Binding("c", "check", "Check the record"),
        Binding("e", "export", "Battle report"),
        Binding("f4", "app.theme", "Next theme"),
        Binding("question_mark,f1", "help", "Help"),
        Binding("q", "app.quit", "Quit"),
    ]

    @on(EntryTable.Opened)
    def _open(self, message: EntryTable.Opened) -> None:
        self.in_thread(
            lambda: details(self.umpire, self.ledger, message.number),
            lambda card: self._card(f"Entry {message.number}", card),
        )

    def _card(self, title: str, paragraphs: list[Paragraph]) -> None:
        self.app.push_screen(CardScreen(title, paragraphs))

    @on(StripBar.Pressed)
    async def _press(self, message: StripBar.Pressed) -> None:
        await self.run_action(message.command)

    @on(Input.Changed, "#filter")
    def _narrow(self, event: Input.Changed) -> None:
        present = self.table.present
        self.ledger.narrow(event.value)
        self.table.changed(present.number if present else None)

    @on(Input.Submitted, "#filter")
    def _narrowed(self) -> None:
        self.table.focus()

    def action_filter(self) -> None:
        """Type what to look for."""
        self._filter(True)
        self.query_one("#filter", Input).focus()

    def action_unfilter(self) -> None:
        """Show the whole list again, or go back to the table the record was opened from."""
        if self.has_class("-filtering"):
            self.query_one("#filter", Input).value = ""
            self._filter(False)
            self.table.focus()
        elif self.is_laid_over:
            self.dismiss()

    def _filter(self, wanted: bool) -> None:
        self.set_class(wanted, "-filtering")
        self.show_buttons()

    def action_leave(self) -> None:
        """Go back to the table that the record was opened from, or quit."""
        if self.is_laid_over:
            self.dismiss()
        else:
            self.app.exit()

    def action_void(self) -> None:
        """Void the entry under the cursor, with a reason."""
        self._ask(lambda: asking.void(self.umpire, self.ledger, self.table.present))

    def action_override(self) -> None:
        """Rule something else than the entry under the cursor drew."""
        self._ask(lambda: asking.override(self.umpire, self.table.present))

    def action_note(self) -> None:
        """Write a note into the record."""
        self._ask(lambda: asking.note(self.umpire))

    def action_turn(self) -> None:
        """Begin the next turn."""
        self._ask(lambda: asking.turn(self.umpire, self.ledger.turn + 1))

    def action_army(self) -> None:
        """Enter how an army stands."""
        self._ask(lambda: asking.army(self.umpire))

    def _ask(self, draw_up: Callable[[], Request | None]) -> None:
        """Ask what an umpire alone may say, unless that makes no sense from the outset."""
        if self.watching:
            self.note(WATCHING)
            return
        try:
            request = draw_up()
        except CalculatorError as trouble:
            self.note(str(trouble))
        else:
            if request is not None:
                self.put(request, lambda _: self.look())

    def action_morale(self) -> None:
        """Check the army that has lost most, by its tally."""
        worst = max(self.ledger.armies, key=lambda army: army.share, default=None)
        if self.watching:
            self.note(WATCHING)
        elif worst is None:
            self.note("enter an army's tally first: a")
        else:
            self.in_thread(lambda: cards.check_morale(self.umpire, worst), self._told)

    def _told(self, text: str) -> None:
        self.note(text)
        self.look()

    def action_luck(self) -> None:
        """Were the draws fair, and who was lucky?"""
        self.note("working out every ruling's odds ...")
        self.in_thread(self.umpire.audit, self._show_luck)

    def _show_luck(self, audit: cards.Audit) -> None:
        self.note()
        self._card("Luck", list(cards.luck(audit)))

    def action_check(self) -> None:
        """Follow the chain and compute every result again."""

        def progress(done: int, total: int) -> None:
            self.app.call_from_thread(self.note, f"checking: {done:,} of {total:,}")

        self.in_thread(lambda: self.umpire.verify(progress), self._show_verdict)

    def _show_verdict(self, verdict: cards.Verdict) -> None:
        self.note()
        self._card("The record", list(cards.verdict(verdict)))

    def action_export(self) -> None:
        """Write a battle report; a browser downloads it, for the server's files are not its own."""
        if self.app.is_web:
            self.in_thread(lambda: "".join(self.umpire.export("markdown")), self._deliver)
            return
        self.put(asking.report(self.umpire), lambda told: self.note(str(told)))

    def _deliver(self, report: str) -> None:
        name = f"{Path(self.umpire.battle).stem}.md"
        self.app.deliver_text(StringIO(report), save_filename=name, mime_type="text/markdown")

    def action_help(self) -> None:
        """Show what the keys do."""
        self._card("Help", list(cards.help_card()))
