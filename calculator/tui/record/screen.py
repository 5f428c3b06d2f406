"""The record of a battle before the umpire: list, details, voids, overrides, turns, morale."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import ClassVar, Final, NamedTuple, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from calculator.desk.armies import ArmyStrength, strengths
from calculator.desk.chronicle import Chronicle
from calculator.errors import CalculatorError
from calculator.journal.disclosure import Disclosure
from calculator.journal.entry import Entry
from calculator.tui.background import Watch, in_thread
from calculator.tui.record import asking, cards
from calculator.tui.record.asking import Request
from calculator.tui.record.details import details
from calculator.tui.record.entry_table import EntryTable
from calculator.tui.record.masthead import Masthead, MastheadState
from calculator.tui.screens.ask import AskScreen
from calculator.tui.screens.card import CardScreen, Paragraph, explained
from calculator.tui.screens.heads import heads_card
from calculator.tui.screens.overlay import Overlay
from calculator.tui.widgets.strip_bar import Press, StripBar
from calculator.tui.widgets.text_bar import TextBar
from calculator.umpire import Umpire

T = TypeVar("T")

AT_FIRST: Final = 200
"""Entries read before the first paint; older ones follow behind it."""

PORTION: Final = 250
"""Older entries taken in at a time: what stops the screen for a few hundredths of a second."""

WATCHING: Final = "read-only: ask the umpire"
HINT: Final = "Enter or a second tap opens; ? help"
EXAMPLE: Final = "words, or side:fr turn:1-2 kind:void"
RULING: Final = (
    Binding("v", "void", "Void"),
    Binding("o", "override", "Override"),
    Binding("n", "note", "Note"),
    Binding("t", "turn", "Turn"),
    Binding("m", "morale", "Morale"),
    Binding("s", "slips", "Undo"),
)
ACKNOWLEDGE: Final = Binding("w", "acknowledge", "Acknowledge")
READING: Final = (
    Binding("l", "luck", "Luck"),
    Binding("c", "check", "Check"),
    Binding("h,f11", "heads", "Heads"),
    Binding("e", "export", "Report"),
    Binding("question_mark,f1", "help", "Help", key_display="?"),
)
FILTER: Final = Binding("slash", "filter", "Filter", key_display="/")
WHOLE_LIST: Final = Binding("escape", "unfilter", "All", key_display="Esc")


def _button(of: Binding) -> Press:
    return Press(of.action, of.description, of.key_display or of.key.partition(",")[0])


class NewEntries(NamedTuple):
    """The entries since the last look, or why they cannot be read."""

    entries: list[Entry]
    trouble: CalculatorError | None = None


class RecordScreen(Overlay[None]):
    """Lists what every copy records, as it comes, and lets an umpire rule on it."""

    DEFAULT_CSS = """
    RecordScreen { layout: vertical; background: $background; color: $foreground; }
    RecordScreen #filter { display: none; background: $panel; }
    RecordScreen.-filtering #filter { display: block; }
    RecordScreen StripBar { background: $panel; }
    RecordScreen TextBar { height: auto; max-height: 10; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *(FILTER, WHOLE_LIST, *RULING, ACKNOWLEDGE, *READING),
        Binding("f4", "app.theme", "Next theme"),
        Binding("q", "app.quit", "Quit"),
    ]

    def __init__(
        self,
        umpire: Umpire,
        *,
        disclosure: Disclosure = Disclosure.EXACT,
    ) -> None:
        """`disclosure` is how much of odds is shown: to players as the umpire has chosen."""
        super().__init__()
        self.umpire = umpire
        self.watching = umpire.read_only
        self.chronicle, self.disclosure = Chronicle(), disclosure
        self.masthead = Masthead()
        self.table = EntryTable(self.chronicle, disclosure)
        self.buttons = StripBar(even=True, all_of_them=True)
        self.warning = TextBar("warning")
        self.notice = TextBar("text")
        self._altered = False
        self._armies: tuple[ArmyStrength, ...] = ()
        self._watch = Watch(self, self._read_news, self._take_news)

    def compose(self) -> ComposeResult:
        yield self.masthead
        yield self.table
        yield Input(placeholder=EXAMPLE, compact=True, id="filter")
        yield self.buttons
        yield self.warning
        yield self.notice

    def on_mount(self) -> None:
        self.table.focus()
        self.warning.display = False
        self.note()
        self._show()
        self._watch.start()

    def _in_thread(self, work: Callable[[], T], done: Callable[[T], object]) -> None:
        in_thread(self, work, done, lambda trouble: self.note(str(trouble)))

    def note(self, text: str = "") -> None:
        """Say something below the buttons, or take it back."""
        self.notice.show(text or HINT)

    def on_key(self) -> None:
        """What was said was about the key before."""
        self.note()

    def _read_news(self) -> NewEntries:
        newest = self.chronicle.newest
        try:
            fresh = self.umpire.recent(newest, None if newest else AT_FIRST)
            return NewEntries(list(self.umpire.shown(fresh)))
        except CalculatorError as trouble:
            return NewEntries([], trouble)

    def _take_news(self, news: NewEntries) -> None:
        entries = news.entries
        if news.trouble:
            self.note(str(news.trouble))
        if entries and not self.chronicle.newest and entries[0].number > 1:
            self._in_thread(self._read_older, lambda _: self._watch.look())
        warning = self.umpire.warning
        self.warning.display = bool(warning)
        self.warning.show(f"! {warning}")
        if self._altered != self.umpire.altered:
            self._altered = self.umpire.altered
            self.show_buttons()
        if entries:
            self._take(entries)
            in_thread(self, self._strengths, self._show_armies, lambda _: None)

    def _read_older(self) -> None:
        """Take in all entries, a few at a time: the screen answers between them."""
        entries = self.umpire.shown(self.umpire.entries())
        while portion := list(islice(entries, PORTION)):
            self.app.call_from_thread(self._take, portion)

    def _take(self, entries: list[Entry]) -> None:
        self.table.take(self.chronicle.add(entries))
        self._show()

    def _show(self) -> None:
        read = self.chronicle
        known = len(read.lines)
        many = "1 entry" if known == 1 else f"{known:,} entries"
        facts = many, "watching" if self.watching else "umpire"
        self.masthead.show(
            MastheadState(self.umpire.battle, read.turn, read.initiative, facts, self._armies)
        )
        self.show_buttons()

    def put(
        self,
        request: Request,
        done: Callable[[object], object],
        trouble: CalculatorError | None = None,
    ) -> None:
        """Ask, and record the answers in a thread; if that fails, ask again with what was typed."""

        def take(answers: dict[str, str] | None) -> None:
            if answers is not None:
                record = request.record
                in_thread(self, lambda: record(answers), go_on, lambda t: refused(answers, t))

        def go_on(recorded: object) -> None:
            if isinstance(recorded, Request):
                self.put(recorded, done)
            else:
                done(recorded)

        def refused(answers: dict[str, str], trouble: CalculatorError) -> None:
            if self.is_current:
                self.put(request.filled(answers), done, trouble)
            else:
                self.note(str(trouble))

        screen = AskScreen(request.title, request.blanks, request.verb, request.check, trouble)
        self.app.push_screen(screen, take)

    def show_buttons(self) -> None:
        """Offer what can be done now."""
        bindings = (
            *((ACKNOWLEDGE,) if self._altered and not self.watching else ()),
            *(() if self.watching else RULING),
            WHOLE_LIST if self.has_class("-filtering") else FILTER,
            *READING,
        )
        leave = Press("leave", "Back", "Esc") if self.is_laid_over else Press("leave", "Quit", "q")
        self.buttons.show([*map(_button, bindings), leave])

    @property
    def is_laid_over(self) -> bool:
        """Whether the record was opened from a table."""
        return self.app.screen_stack[0] is not self

    @on(EntryTable.Opened)
    def _open(self) -> None:
        if item := self.table.present:
            self._in_thread(
                lambda: details(self.umpire, self.chronicle, self.disclosure, item.number),
                lambda card: self._card(f"Entry {item.number}", card),
            )

    def _card(self, title: str, paragraphs: Iterable[Paragraph]) -> None:
        self.app.push_screen(CardScreen(title, paragraphs))

    @on(Input.Changed, "#filter")
    def _narrow(self, event: Input.Changed) -> None:
        self.table.narrow(event.value)

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
        self._ask(lambda: asking.void(self.umpire, self.chronicle, self.table.present))

    def action_override(self) -> None:
        """Rule something else than the entry under the cursor drew."""
        present = self.table.present
        self._rule(lambda: asking.override(self.umpire, present), self._put)

    def action_note(self) -> None:
        """Write a note into the record."""
        self._ask(lambda: asking.note(self.umpire))

    def action_turn(self) -> None:
        """Begin the next turn."""

        def begun(told: object) -> None:
            self.note(str(told))
            self._watch.look()

        self._ask(lambda: asking.turn(self.umpire, self.chronicle.turn + 1), begun)

    def action_slips(self) -> None:
        """Let players undo a draw, or not."""
        self._in_thread(
            lambda: self.umpire.withdrawals_off,
            lambda off: self._ask(lambda: asking.slips(self.umpire, off)),
        )

    def _rule(self, work: Callable[[], T], done: Callable[[T], object]) -> None:
        """Do in a thread what an umpire alone may."""
        if self.watching:
            self.note(WATCHING)
        else:
            self._in_thread(work, done)

    def _ask(
        self, draw_up: Callable[[], Request | None], done: Callable[[object], object] | None = None
    ) -> None:
        """Ask what an umpire alone may say, unless that makes no sense from the outset."""
        if self.watching:
            self.note(WATCHING)
            return
        try:
            request = draw_up()
        except CalculatorError as trouble:
            self.note(str(trouble))
        else:
            self._put(request, done)

    def _put(self, request: Request | None, done: Callable[[object], object] | None = None) -> None:
        if request is not None:
            self.put(request, done or (lambda _: self._watch.look()))

    def action_morale(self) -> None:
        """Ask which army's morale is to be checked, with how each stands by count and rule."""
        self._rule(
            lambda: asking.morale(self.umpire),
            lambda request: self._put(request, self._go_on_checking),
        )

    def _strengths(self) -> tuple[ArmyStrength, ...]:
        roll = self.umpire.roll()
        return strengths(roll) if roll else ()

    def _go_on_checking(self, text: object) -> None:
        """Say what came of a check; an army that is due as well is asked about next."""

        def another(found: tuple[ArmyStrength, ...]) -> None:
            self._show_armies(found)
            if any(army.due for army in found):
                self.action_morale()

        def show(entries: list[Entry]) -> None:
            self._take(entries)
            self.note(str(text))
            self._in_thread(self._strengths, another)

        self._in_thread(
            lambda: [*self.umpire.shown(self.umpire.recent(self.chronicle.newest))], show
        )

    def _show_armies(self, found: tuple[ArmyStrength, ...]) -> None:
        self._armies = found
        self._show()

    def action_luck(self) -> None:
        """Were the draws fair, and who was lucky?"""
        self.note("working out the odds of every ruling ...")
        self._in_thread(self.umpire.audit, self._show_luck)

    def _show_luck(self, audit: cards.Audit) -> None:
        self.note()
        self._card("Luck", cards.luck(audit))

    def action_check(self) -> None:
        """Follow the chain and compute every result again."""

        def progress(done: int, total: int) -> None:
            self.app.call_from_thread(self.note, f"checking: {done:,} of {total:,}")

        self._in_thread(lambda: self.umpire.verify(progress), self._show_verdict)

    def _show_verdict(self, verdict: cards.Verification) -> None:
        self.note()
        dark, width = self.app.current_theme.dark, self.app.size.width
        found = cards.verdict(verdict, self.umpire.battle, width, dark=dark)
        self._card("The record", found)

    def action_heads(self) -> None:
        """The heads of the record at each turn, to be noted down."""
        self._in_thread(
            self.umpire.heads, lambda heads: self.app.push_screen(heads_card(heads, self.app))
        )

    def action_export(self) -> None:
        """Write a battle report."""
        self.put(asking.report(self.umpire), lambda path: self.note(str(path)))

    def action_acknowledge(self) -> None:
        """Take the record as it is, though this copy saw another, and list it anew."""
        self._rule(self.umpire.acknowledge, self._read_anew)

    def _read_anew(self, text: str) -> None:
        self.chronicle = Chronicle()
        self.table.list_anew(self.chronicle)
        self.note(text)
        self._watch.look()

    def action_help(self) -> None:
        """Show what the keys do."""
        self._card("Help", explained(cards.KEYS, 8))
