"""A card laid over the table, such as help or the turn sequence, till a key takes it away.

Textual's `Static` sets no lines in below a sign; one for each paragraph takes 1.4 times as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer

from calculator.tui.screens.overlay import Overlay
from calculator.tui.widgets.lines import Lines
from calculator.tui.widgets.text import Line, wrapped

CLOSES: Final = "Esc or a tap closes"
SCROLLS: Final = "↑↓ PgDn more, Esc or tap closes"


class Paragraph(NamedTuple):
    """A piece of a card: its text, the ink it is drawn in, and a sign that stands before it."""

    text: str
    ink: str = "text"
    sign: str = ""

    def drawn(self, width: int, sign_ink: str) -> Iterator[Line]:
        """Its lines, broken to a width, the sign in its own ink."""
        indent = len(self.sign) + 1 if self.sign else 0
        return wrapped(self.text, self.ink, width, (self.sign, sign_ink), indent)


def explained(signs: Iterable[tuple[str, str]], width: int) -> Iterator[Paragraph]:
    """Keys or signs in so many columns, each with what it means."""
    return (Paragraph(meaning, sign=sign.ljust(width)) for sign, meaning in signs)


class CardText(Lines, can_focus=True):
    """The text of a card, which scrolls if it is long, by pages and from heading to heading."""

    right_margin = 1
    BINDINGS: ClassVar[list[BindingType]] = [
        *ScrollableContainer.BINDINGS,
        Binding("j", "scroll_down", "Down"),
        Binding("k", "scroll_up", "Up"),
        Binding("space", "page_down", "Page down"),
        Binding("tab", "heading(1)", "Next heading"),
        Binding("shift+tab", "heading(-1)", "Heading before"),
    ]

    def __init__(self, paragraphs: Iterable[Paragraph]) -> None:
        super().__init__()
        self.add_class("card")
        self._paragraphs = tuple(paragraphs)

    def lines(self, width: int) -> Iterable[Line]:
        for number, paragraph in enumerate(self._paragraphs):
            for line, _ in paragraph.drawn(width, "value"):
                yield line, number

    def begin_at(self, number: int) -> None:
        """Bring a paragraph, by its number from 0, to the top."""
        self.scroll_to(y=self._top_of(number), animate=False)

    def _top_of(self, number: int) -> int:
        return self.lines_of(lambda tag: tag == number)[0]

    def action_heading(self, by: int) -> None:
        """Go to the next heading, or to the one before."""
        headings = [n for n, one in enumerate(self._paragraphs) if one.ink == "heading"]
        tops = [self._top_of(number) for number in headings]
        now = self.scroll_offset.y
        further = [top for top in tops if top > now] if by > 0 else [t for t in tops if t < now]
        if further:
            self.scroll_to(y=min(further) if by > 0 else max(further), animate=False)

    def redraw(self) -> None:
        super().redraw()
        self.border_subtitle = SCROLLS if self.max_scroll_y else CLOSES

    @property
    def text(self) -> str:
        """The whole text, a paragraph a line."""
        return "\n".join(f"{one.sign} {one.text}" for one in self._paragraphs)


class CardScreen(Overlay[None]):
    """Shows a card, from one of its paragraphs on, until a key or a tap says it has been read."""

    DEFAULT_CSS = """
    CardScreen .card { height: auto; max-height: 90%; padding: 1 0 1 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark,f1,t,r,ctrl+r", "dismiss", "Close")
    ]

    def __init__(self, title: str, paragraphs: Iterable[Paragraph], start: int = 0) -> None:
        super().__init__()
        self._card_title = title
        self._paragraphs = tuple(paragraphs)
        self._start = start

    def compose(self) -> ComposeResult:
        text = CardText(self._paragraphs)
        text.border_title = self._card_title
        yield text

    def on_mount(self) -> None:
        text = self.query_one(CardText)
        text.focus()
        self.call_after_refresh(text.begin_at, self._start)

    def on_click(self, event: events.Click) -> None:
        self.dismiss()
