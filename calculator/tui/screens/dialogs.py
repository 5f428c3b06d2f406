"""What lies over the table: a card to read, till a key takes it away, and what asks a few words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from textual import events, on
from textual.app import App, ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer, Vertical
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.suggester import SuggestFromList
from textual.widgets import Input, Label

from calculator.errors import CalculatorError, Fault, FaultsError
from calculator.tui.background import in_thread
from calculator.tui.ink import OVER_A_SCREEN
from calculator.tui.widgets import bars, lines

R = TypeVar("R")

CLOSES: Final = "Esc or a tap closes"
SCROLLS: Final = "↑↓ PgDn more, Esc or tap closes"


class Overlay(ModalScreen[R]):
    """A modal screen, framed in its middle what is of class `card`; keys that come while it goes
    away take away nothing below it."""

    CSS_PATH = OVER_A_SCREEN

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_active else AwaitComplete()


def lay(app: App[Any], screen: Screen[Any], take: Callable[[Any], object]) -> None:
    """Lay a screen over what is shown; whoever leaves it without an answer changes nothing."""

    def taken(answer: Any) -> None:
        if answer is not None:
            take(answer)

    app.push_screen(screen, taken)


class CardText(lines.Paragraphs, can_focus=True):
    """The text of a card, which scrolls by pages and from heading to heading. Textual's `Static`
    sets no lines in below a sign; one a paragraph takes 1.4 times as long."""

    sign_ink = "value"
    BINDINGS: ClassVar[list[BindingType]] = [
        *ScrollableContainer.BINDINGS,
        Binding("j", "scroll_down", "Down"),
        Binding("k", "scroll_up", "Up"),
        Binding("space", "page_down", "Page down"),
        Binding("tab", "heading(1)", "Next heading"),
        Binding("shift+tab", "heading(-1)", "Heading before"),
    ]

    def begin_at(self, number: int) -> None:
        """Bring a paragraph, by its number from 0, to the top."""
        self.scroll_to(y=self.lines_of(lambda tag: tag == number)[0], animate=False)

    def action_heading(self, by: int) -> None:
        """Go to the next heading, or to the one before."""
        tags = enumerate(tag for _, tag in self.lines(self.text_width))
        begun = {tag: line for line, tag in reversed([*tags])}
        tops = (begun[n] for n, one in enumerate(self.paragraphs) if one.ink == "heading")
        now = self.scroll_offset.y
        further = [top for top in tops if (top - now) * by > 0]
        if further:
            self.scroll_to(y=min(further, key=lambda top: abs(top - now)), animate=False)

    def redraw(self) -> None:
        super().redraw()
        self.border_subtitle = SCROLLS if self.max_scroll_y else CLOSES


class CardScreen(Overlay[None]):
    """Shows a card, from one of its paragraphs on, until a key or a tap says it has been read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark,f1,t,r,ctrl+r", "dismiss", "Close")
    ]

    def __init__(self, title: str, paragraphs: Iterable[lines.Paragraph], start: int = 0) -> None:
        super().__init__()
        self._text = CardText(paragraphs)
        self._text.add_class("card")
        self._text.border_title = title
        self._start = start

    def compose(self) -> ComposeResult:
        yield self._text

    def on_mount(self) -> None:
        self._text.focus()
        self.call_after_refresh(self._text.begin_at, self._start)

    def on_click(self, event: events.Click) -> None:
        self.dismiss()


class Blank(NamedTuple):
    """One text asked for: its key, what stands before it, what it holds at first; of `known` texts
    one is offered as it is begun, and what is `needed`, in words, must be there."""

    key: str
    label: str
    text: str = ""
    known: tuple[str, ...] = ()
    needed: str = ""


Answers = dict[str, str]


class AskScreen(Overlay[Any]):
    """Asks for some texts, and does something with them; gives what that gave, or None for none.

    `record` is called in a thread, and raises `CalculatorError` for texts that will not do: it is
    shown why, and everything typed stays to be mended. `verb` says what Enter does.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Close"),
        Binding("ctrl+s", "skip_the_rest", "Record", priority=True),
    ]

    def __init__(
        self,
        title: str,
        blanks: Sequence[Blank],
        record: Callable[[Answers], object],
        verb: str = "record",
    ) -> None:
        super().__init__()
        self.title = title
        self._blanks = tuple(blanks)
        self._verb = verb
        self.record = record
        self._recording = False

    def compose(self) -> ComposeResult:
        with Vertical(classes="card") as box:
            box.border_title = Content(self.title or "")
            yield Label(id="trouble", markup=False)
            for blank in self._blanks:
                yield Label(blank.label, id=f"label-{blank.key}", markup=False)
                offer = SuggestFromList(blank.known, case_sensitive=False) if blank.known else None
                yield Input(blank.text, compact=True, id=blank.key, suggester=offer)
            yield bars.StripBar(even=True)

    def on_mount(self) -> None:
        submit = bars.Press("submit", self._verb.capitalize(), "⏎", "main-button")
        self.query_one(bars.StripBar).show([submit, bars.Press("dismiss", "Back")])
        self.query_one("#trouble").display = False
        self.query(Input).first().focus()

    @on(events.DescendantFocus)
    def _come_to_blank(self) -> None:
        """Show what it asks, where not all of it can be seen, and say what Enter does there."""
        blank = self.focused
        last = blank is self.query(Input).last()
        verbs = f"{self._verb}s it"
        hint = f"Enter {verbs}, Esc does not" if last else f"Enter goes on, ^S {verbs}"
        self.query_one(Vertical).border_subtitle = hint
        if blank is not None:
            label = self.query_one(f"#label-{blank.id}")
            self.call_after_refresh(label.scroll_visible, animate=False)

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        blanks = list(self.query(Input))
        place = blanks.index(event.input) + 1
        if place < len(blanks):
            self.set_focus(blanks[place])
        else:
            self.action_submit()

    def on_click(self, event: events.Click) -> None:
        if event.widget is self and self._answers() == {b.key: b.text for b in self._blanks}:
            self.dismiss(None)

    def dismiss(self, result: Any = None) -> AwaitComplete:
        return AwaitComplete() if self._recording else super().dismiss(result)

    def _answers(self) -> Answers:
        return {blank.id or "": blank.value for blank in self.query(Input)}

    def action_skip_the_rest(self) -> None:
        """Do it before the last text; of one alone, which may draw, that is left to Enter."""
        if len(self._blanks) > 1:
            self.action_submit()

    def action_submit(self) -> None:
        """Do with the texts what is to be done, or say why they will not do."""
        answers = self._answers()
        empty = (one for one in self._blanks if one.needed and not answers[one.key].strip())
        if faults := [Fault(one.key, "is missing", one.needed) for one in empty]:
            self._show_trouble(FaultsError(faults))
        elif not self._recording:
            self._recording = True
            in_thread(self.app, lambda: self.record(answers), self._end, self._show_trouble)

    def _end(self, result: object) -> None:
        self._recording = False
        self.dismiss(result)

    def _show_trouble(self, trouble: CalculatorError) -> None:
        """Say what is wrong, and go to the first text that it is about."""
        self._recording = False
        label = self.query_one("#trouble", Label)
        label.display = True
        label.update(str(trouble))
        faults = trouble.faults if isinstance(trouble, FaultsError) else ()
        wrong = {fault.place for fault in faults}
        if first := next((blank for blank in self.query(Input) if blank.id in wrong), None):
            self.set_focus(first)
