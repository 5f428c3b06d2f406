"""A scenario before its designer: units and ratings at the left, the odds of every pair beside."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical

from calculator.rules.phrases import counted
from calculator.tui.screens.card import CardScreen
from calculator.tui.tune import narration
from calculator.tui.tune.asking import Asking
from calculator.tui.tune.heat_map import HeatMapTable
from calculator.tui.tune.roster import RosterTable
from calculator.tui.tune.store import Store
from calculator.tui.tune.workbench import Workbench
from calculator.tui.widgets.cursor_table import CursorTable
from calculator.tui.widgets.strip_bar import Press, StripBar
from calculator.tui.widgets.text_bar import TextBar
from calculator.tuning.difference import Change

BUTTONS: Final = (
    Press("step(-1)", "-"),
    Press("step(1)", "+"),
    Press("undo", "Undo", "u"),
    Press("save", "Save", "s"),
    Press("action", "Action", "a"),
    Press("measure", "Measure", "m"),
    Press("answers", "Answers", "e"),
    Press("swap", "Sides", "t"),
    Press("help", "Help", "?"),
    Press("changes", "Changes", "c"),
)


class TuneScreen(Asking):
    """Changes ratings and shows at once what that does to the odds of every pair."""

    DEFAULT_CSS = """
    TuneScreen { layout: vertical; background: $background; color: $foreground; }
    TuneScreen #body { height: 1fr; layout: horizontal; }
    TuneScreen #units { width: 44; border-right: vkey $ink-faint; }
    TuneScreen.-wide #units { width: 72; }
    TuneScreen #asked { height: auto; max-height: 2; }
    TuneScreen #pair { height: 4; background: $panel; }
    TuneScreen #changes { height: auto; max-height: 30%; background: $panel; display: none; }
    TuneScreen.-high #changes.-some { display: block; }
    TuneScreen #key { height: 1fr; display: none; }
    TuneScreen.-high #key { display: block; }
    TuneScreen #buttons { height: 1; background: $panel; }
    TuneScreen.-narrow #body { layout: vertical; }
    TuneScreen.-narrow #units { width: 100%; height: 2fr; border: none; }
    TuneScreen.-narrow #odds { height: 3fr; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal"), (120, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (40, "-high")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign", "step(1)", "Next answer"),
        Binding("minus", "step(-1)", "Answer before"),
        Binding("enter,space", "open", "Type or pick"),
        Binding("d", "defender", "Rate the defender"),
        Binding("x,delete", "restore", "As in the file"),
        Binding("u,ctrl+z", "undo", "Undo"),
        Binding("r,ctrl+y", "redo", "Redo"),
        Binding("c", "changes", "Changes"),
        Binding("a", "action", "Action"),
        Binding("m", "measure", "Measure"),
        Binding("e", "answers", "Answers"),
        Binding("t", "swap", "Swap sides"),
        Binding("s,ctrl+s", "save", "Save"),
        Binding("S", "save_copy", "Save a copy"),
        Binding("f4", "app.theme", "Next theme"),
        Binding("question_mark,f1", "help", "Help"),
        Binding("q,ctrl+q", "leave", "Quit"),
    ]

    def __init__(self, bench: Workbench, store: Store) -> None:
        super().__init__(bench, store)
        self.title_bar = TextBar("title", id="title")
        self.asked_bar = TextBar("strong", id="asked")
        self.roster = RosterTable(bench)
        self.map = HeatMapTable(*bench.matrices())
        self.pair_text = narration.Wrapped(id="pair")
        self.key_text = narration.Wrapped(id="key")
        self.changes_text = narration.Wrapped(id="changes")
        self.buttons = StripBar(even=True, id="buttons")
        self.hints = TextBar("dim", id="hints")
        self._leaving = False

    def compose(self) -> ComposeResult:
        yield self.title_bar
        yield self.asked_bar
        with Container(id="body"):
            with Vertical(id="units"):
                yield self.roster
                yield self.changes_text
            with Vertical(id="odds"):
                yield self.map
                yield self.pair_text
                yield self.key_text
        yield self.buttons
        yield self.hints

    def on_mount(self) -> None:
        self.roster.focus()
        self.buttons.show(BUTTONS)
        self.changed()
        if self.store.is_shipped:
            self.note("a shipped scenario: s saves a copy of your own. ? help")

    def changed(self) -> None:
        bench = self.bench
        now, before = bench.matrices()
        self.roster.changed()
        self.map.show(now, before)
        changes = bench.changes()
        self.changes_text.show(narration.listed(changes))
        self.changes_text.set_class(bool(changes), "-some")
        self.map.styles.max_height = len(now.actors) + 2
        self.key_text.show(narration.defenders(now.targets if now.asks_of_target else ()))
        note = f"{len(changes)} changed" if changes else "as in the file"
        self.title_bar.show(f"{bench.scenario.title}, acting: {bench.attacking.key}", note)
        mean = f"mean {narration.difference(now.mean(), before.mean())}"
        self.asked_bar.show(bench.situation.title(bench.system), mean)
        self._show_pair()
        self._show_rating()

    def note(self, text: str) -> None:
        """Say something in the bottom line, the first of its lines."""
        self.hints.show(text.partition("\n")[0])

    def attempt(self, work: Callable[[], object]) -> None:
        self._leaving = False
        super().attempt(work)

    @on(CursorTable.Moved, "#map")
    def _show_pair(self) -> None:
        self.pair_text.show(narration.pair(self.bench, self.map.pair, self.map.chances()))

    @on(CursorTable.Moved, "#roster")
    def _show_rating(self) -> None:
        self.note(narration.rating(self.bench, self.roster.unit, self.roster.field))

    @on(CursorTable.Opened, "#roster")
    def _turn(self, message: CursorTable.Opened) -> None:
        self.action_step(-1 if message.button == 3 else 1)

    @on(CursorTable.Opened, "#map")
    def _rate_attacker(self) -> None:
        self._rate(0)

    def on_click(self, event: events.Click) -> None:
        """What is asked of every pair is picked by a tap on it."""
        if event.widget is self.asked_bar:
            self.action_action()

    def action_step(self, by: int) -> None:
        """Turn the rating under the cursor to its next answer, or the one before."""
        unit, field = self.roster.unit, self.roster.field
        self.attempt(lambda: self.bench.step(unit.path, field, by))

    def action_open(self) -> None:
        """Type or pick the rating under the cursor; from the map, go to the attacker's."""
        if self.map.has_focus:
            self._rate(0)
        else:
            self.ask_rating(self.roster.unit, self.roster.field)

    def action_defender(self) -> None:
        """Go on to rating the defender of the map's pair."""
        self._rate(1)

    def _rate(self, place: int) -> None:
        self.roster.select(self.map.pair[place])
        self.roster.focus()

    def action_restore(self) -> None:
        """Answer the rating under the cursor as the file does."""
        unit, field = self.roster.unit, self.roster.field
        self.attempt(lambda: self.bench.restore(unit.path, field))

    def action_undo(self) -> None:
        """Take the last change back."""
        self._turned(self.bench.undo(), "undone", "nothing to undo")

    def action_redo(self) -> None:
        """Make the change again that was taken back."""
        self._turned(self.bench.redo(), "made again", "nothing to make again")

    def _turned(self, changes: list[Change], done: str, none: str) -> None:
        self.changed()
        self.note(f"{done}: {'; '.join(map(str, changes))}" if changes else none)

    def action_changes(self) -> None:
        """List what is not as it stands in the file."""
        listed = narration.listed(self.bench.changes())
        self.app.push_screen(CardScreen("Changed since the file", listed))

    def action_swap(self) -> None:
        """Let the other side attack."""
        self.attempt(self.bench.swap)

    def action_help(self) -> None:
        """Show what the keys do."""
        self.app.push_screen(CardScreen("Help", narration.help_card()))

    def action_leave(self) -> None:
        """Quit, but not past changes that are not saved without a second word."""
        count = len(self.bench.changes())
        if count and not self._leaving:
            self._leaving = True
            unsaved = f"{counted(count, 'change')} {'is' if count == 1 else 'are'} not saved"
            self.note(f"{unsaved}: s saves, q again leaves without")
        else:
            self.app.exit()
