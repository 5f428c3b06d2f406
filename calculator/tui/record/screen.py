"""The record of a battle before the umpire: list, details, voids, overrides, turns, morale."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import ClassVar, Final, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input

from calculator.desk import chronicle, turns
from calculator.errors import CalculatorError
from calculator.journal import entry, verify
from calculator.journal.disclosure import Disclosure
from calculator.roll import Army, armies_of, how_much_is_gone
from calculator.tui import background, ink
from calculator.tui.record import listing, openings
from calculator.tui.screens import cards, dialogs
from calculator.tui.widgets import bars, lines
from calculator.umpire import Umpire

T = TypeVar("T")

AT_FIRST: Final = 200
"""Entries read before the first paint; older ones follow behind it."""

PORTION: Final = 250
"""Older entries taken in at a time: what stops the screen for a few hundredths of a second."""

WATCHING: Final = "read-only: ask the umpire"
HINT: Final = "Enter or a second tap opens; ? help"
EXAMPLE: Final = "words, or side:fr turn:1-2 kind:void"
FILTER, WHOLE_LIST, ACKNOWLEDGE = bars.bound(
    ("slash", "filter", "Filter", "Words, or turn:1-2 side:fr copy:red-2 action:fire kind:void"),
    ("escape", "unfilter", "All", "Show the whole list again; or go back to the table"),
    ("w", "acknowledge", "Acknowledge", "You have seen the warning; the record is listed again"),
)
RULING: Final = bars.bound(
    ("v", "ask('void')", "Void", "The entry stays, struck out, with your reason"),
    ("o", "ask('override')", "Override", "What you rule instead, and why"),
    ("n", "ask('note')", "Note", "Record a remark"),
    ("t", "ask('turn')", "Turn", "Begin the next turn"),
    ("m", "ask('morale')", "Morale", "How the armies stand; check the morale of one"),
    ("s", "ask('slips')", "Undo", "Let players undo a draw within ten seconds, or not"),
)
READING: Final = bars.bound(
    (
        "greater_than_sign",
        "next_unit",
        "Next unit",
        "The next that has yet to act, with who else of its formation; or tap the title",
    ),
    ("l", "luck", "Luck", "Were the draws fair, and who was lucky?"),
    ("c", "check", "Check", "Follow the chain, and compute every result again"),
    ("h,f11", "heads", "Heads", "Of each turn to note down, and a code to photograph"),
    ("e", "ask('report')", "Report", "Write a battle report"),
    ("question_mark,f1", "help", "Help", "What the keys do"),
)
LEAVING: Final = bars.bound(
    ("f4", "app.theme", "Next theme", "Change the colours"),
    ("q", "app.quit", "Quit", "Leave; the record stays"),
)
IN_THE_LIST: Final = (
    ("↑↓ PgUp", "move from entry to entry, newest first; Home and End"),
    ("Enter", "open the entry: answers, factors, odds; or tap it twice"),
)

_Standing = tuple[tuple[Army, ...], turns.TurnView]


class RecordScreen(dialogs.Overlay[None]):
    """Lists what every copy records, as it comes, and lets an umpire rule on it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(FILTER, WHOLE_LIST, *RULING, ACKNOWLEDGE, *READING, *LEAVING)
    ]

    def __init__(self, umpire: Umpire, *, disclosure: Disclosure = Disclosure.EXACT) -> None:
        """`disclosure` is how much of odds is shown: to players as the umpire has chosen."""
        super().__init__()
        self.umpire = umpire
        self.watching = umpire.read_only
        self.chronicle, self.disclosure = chronicle.Chronicle(), disclosure
        self.battle = bars.TextBar("title", id="battle")
        self.standing = bars.TextBar("strong")
        self.yet_to_act = bars.TextBar("text", id="yet-to-act")
        self.table = listing.EntryTable(self.chronicle, disclosure)
        self.buttons = bars.StripBar(even=True, all_of_them=True)
        self.warning = bars.TextBar("warning")
        self.notice = bars.TextBar("text")
        self._armies: tuple[Army, ...] = ()
        self._turn = turns.TurnView(1)
        self._next: tuple[str, str] | None = None
        """The side and name of the unit that was last named as the next to act."""
        self._watch = background.Watch(self, self._read_news, self._take_news)

    def compose(self) -> ComposeResult:
        yield self.battle
        yield self.standing
        yield self.yet_to_act
        yield self.table
        yield Input(placeholder=EXAMPLE, compact=True, id="filter")
        yield self.buttons
        yield self.warning
        yield self.notice

    def on_mount(self) -> None:
        self.table.focus()
        _say(self.warning, "")
        self.note()
        self._show()
        self._watch.start()

    def _in_thread(
        self, work: Callable[[], T], done: Callable[[T], object], *, rules: bool = False
    ) -> None:
        """Do some work beside the screen; what `rules` only an umpire may do."""
        if rules and self.watching:
            self.note(WATCHING)
        else:
            background.in_thread(self, work, done, lambda trouble: self.note(str(trouble)))

    def note(self, text: str = "") -> None:
        """Say something below the buttons, or take it back."""
        self.notice.show(text or HINT)

    def on_key(self) -> None:
        """What was said was about the key before."""
        self.note()

    def _read_news(self) -> tuple[list[entry.Entry], str]:
        """The entries since the last look, or why they cannot be read."""
        newest = self.chronicle.newest
        try:
            fresh = self.umpire.recent(newest, None if newest else AT_FIRST)
            return list(self.umpire.shown(fresh)), ""
        except CalculatorError as trouble:
            return [], str(trouble)

    def _take_news(self, news: tuple[list[entry.Entry], str]) -> None:
        entries, trouble = news
        if trouble:
            self.note(trouble)
        if entries and not self.chronicle.newest and entries[0].number > 1:
            self._in_thread(self._read_older, lambda _: self._watch.look())
        warning = self.umpire.warning
        _say(self.warning, warning and f"! {warning}")
        self.show_buttons()
        if entries:
            self._take(entries)
            background.in_thread(self, self._stands, self._show_standing, lambda _: None)

    def _read_older(self) -> None:
        """Take in all entries, a few at a time: the screen answers between them."""
        entries = self.umpire.shown(self.umpire.entries())
        while portion := list(islice(entries, PORTION)):
            background.show_on(self, self._take, portion)

    def _take(self, entries: list[entry.Entry]) -> None:
        self.chronicle.add(entries)
        self.table.list_again()
        self._show()

    def _show(self) -> None:
        """Keep battle and turn in sight, and below them how the armies stand and who waits."""
        read, who = self.chronicle, "watching" if self.watching else "umpire"
        turn = self._turn if self._turn.turn == read.turn else turns.TurnView(read.turn)
        now = turn._replace(initiative="", open=0).line
        known = len(read.lines)
        many = "1 entry" if known == 1 else f"{known:,} entries"
        self.battle.show(self.umpire.battle, many, who, now)
        begins = f"initiative: {turn.initiative}" if turn.initiative else read.initiative
        stands = (
            f"{army.name}: {how_much_is_gone(army)}{' - check!' * army.due}"
            for army in self._armies
        )
        _say(self.standing, "; ".join(filter(None, (begins, *stands))))
        _say(self.yet_to_act, turn.yet_to_act())
        self.show_buttons()

    def show_buttons(self) -> None:
        """Offer what can be done now."""
        bindings = (
            *((ACKNOWLEDGE,) if self.umpire.altered and not self.watching else ()),
            *(() if self.watching else RULING),
            WHOLE_LIST if self.has_class("-filtering") else FILTER,
            *READING,
        )
        buttons = [bars.Press(of.action, of.description, bars.sign_of(of)) for of in bindings]
        leave = ("Back", "Esc") if self.is_laid_over else ("Quit", "q")
        self.buttons.show([*buttons, bars.Press("leave", *leave)])

    @property
    def is_laid_over(self) -> bool:
        """Whether the record was opened from a table."""
        return self.app.screen_stack[0] is not self

    @on(listing.EntryTable.Opened)
    def _open(self) -> None:
        if item := self.table.present:
            self._in_thread(
                lambda: openings.details(self.umpire, self.chronicle, self.disclosure, item.number),
                lambda card: self._card(f"Entry {item.number}", card),
            )

    def _card(self, title: str, paragraphs: Iterable[lines.Paragraph]) -> None:
        self.note()
        self.app.push_screen(dialogs.CardScreen(title, paragraphs))

    def on_click(self, event: events.Click) -> None:
        """A tap on the title goes to the next unit that has yet to act."""
        if event.widget in {self.battle, self.standing, self.yet_to_act}:
            self.action_next_unit()

    def action_next_unit(self) -> None:
        """Name the next unit that has yet to act, and who else of its formation has."""
        waiting = [(name, one) for one in self._turn.waiting for name in one.units]
        names = [(one.side, name) for name, one in waiting]
        if not waiting:
            self._next = None
            self.note("no unit has yet to act")
            return
        at = names.index(self._next) + 1 if self._next in names else 0
        name, formation = waiting[at % len(waiting)]
        self._next = (formation.side, name)
        self.note(f"next to act: {name}. {formation}")

    @on(Input.Changed, "#filter")
    def _narrow(self, event: Input.Changed) -> None:
        self.table.narrow(event.value)

    @on(Input.Submitted, "#filter")
    def _narrowed(self) -> None:
        self.table.focus()

    def action_filter(self) -> None:
        """Type what to look for."""
        self.add_class("-filtering")
        self.show_buttons()
        self.query_one("#filter", Input).focus()

    def action_unfilter(self) -> None:
        """Show the whole list again, or go back to the table the record was opened from."""
        if self.has_class("-filtering"):
            self.query_one("#filter", Input).value = ""
            self.remove_class("-filtering")
            self.show_buttons()
            self.table.focus()
        elif self.is_laid_over:
            self.dismiss()

    def action_leave(self) -> None:
        """Go back to the table that the record was opened from, or quit."""
        if self.is_laid_over:
            self.dismiss()
        else:
            self.app.exit()

    def action_ask(self, what: str) -> None:
        """Ask what is to be recorded, unless that makes no sense from the outset."""
        if self.table.present is None and what in {"void", "override"}:
            return
        ask = partial(getattr(openings, what), self.umpire, self.chronicle, self.table.present)
        done = self._go_on_checking if what == "morale" else self._recorded
        self._in_thread(ask, partial(self._put, done=done), rules=what != "report")

    def _put(self, asked: object, done: Callable[[object], object]) -> None:
        """Ask, and what that leads to, and then go on with what came of it."""
        if isinstance(asked, dialogs.AskScreen):
            self.app.push_screen(asked, partial(self._put, done=done))
        elif asked is not None:
            done(asked)

    def _recorded(self, what: object) -> None:
        if isinstance(what, str):
            self.note(what)
        self._watch.look()

    def _stands(self) -> _Standing:
        """How the armies and the turn stand."""
        roll = self.umpire.roll()
        return (armies_of(roll), turns.turn_view(roll)) if roll else ((), turns.TurnView(1))

    def _go_on_checking(self, text: object) -> None:
        """Say what came of a check; an army that is due as well is asked about next."""

        def another(found: _Standing) -> None:
            self._show_standing(found)
            if any(army.due for army in self._armies):
                self.action_ask("morale")

        self.note(str(text))
        self._watch.look(lambda: self._in_thread(self._stands, another))

    def _show_standing(self, found: _Standing) -> None:
        self._armies, self._turn = found
        self._show()

    def action_luck(self) -> None:
        """Were the draws fair, and who was lucky?"""
        self.note("working out the odds of every ruling ...")
        self._in_thread(self.umpire.audit, lambda found: self._card("Luck", openings.luck(found)))

    def action_check(self) -> None:
        """Follow the chain and compute every result again."""

        def progress(done: int, total: int) -> None:
            background.show_on(self, self.note, f"checking: {done:,} of {total:,}")

        def show(found: verify.Verification) -> None:
            self._card("The record", openings.verdict(found, self.umpire.battle, self.app))

        self._in_thread(lambda: self.umpire.verify(progress), show)

    def action_heads(self) -> None:
        """The heads of the record at each turn, to be noted down."""
        self._in_thread(
            self.umpire.heads, lambda heads: self.app.push_screen(cards.heads_card(heads, self.app))
        )

    def action_acknowledge(self) -> None:
        """Take the record as it is, though this copy saw another, and list it anew."""
        self._in_thread(self.umpire.acknowledge, self._read_anew, rules=True)

    def _read_anew(self, text: str) -> None:
        self.chronicle = self.table.chronicle = chronicle.Chronicle()
        self.table.list_again()
        self.note(text)
        self._watch.look()

    def action_help(self) -> None:
        """Show what the keys do."""
        self._card("Help", lines.explained((*IN_THE_LIST, *bars.in_words(self.BINDINGS)), 8))


def _say(bar: bars.TextBar, text: str) -> None:
    """Say something in a bar, which with nothing to say is not there."""
    bar.display = bool(text)
    bar.show(text)


class RecordApp(ink.ThemedApp):
    """The record of one battle."""

    def __init__(self, umpire: Umpire) -> None:
        self.record = RecordScreen(umpire)
        super().__init__(self.record, "empires: umpire", ink.OVER_A_SCREEN.name)


def run(battle: str = "", *, copy: str = "", player: str = "", read_only: bool = False) -> None:
    """Open the screen and stay until the umpire leaves. Raises `CalculatorError`."""
    with Umpire.open(battle, copy=copy, player=player, read_only=read_only) as umpire:
        RecordApp(umpire).run()
