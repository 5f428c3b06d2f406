"""A card laid over the table, such as help or the turn sequence, till a key takes it away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer

from calculator.tui.screens.overlay import Overlay
from calculator.tui.widgets.lines import Line, Lines
from calculator.tui.widgets.wrapping import wrapped

CLOSES: Final = "Esc or a tap closes"
SCROLLS: Final = f"↑↓ PgDn show more, {CLOSES}"


class Paragraph(NamedTuple):
    """A piece of a card: its text, the ink it is drawn in, and a sign that stands before it."""

    text: str
    ink: str = "text"
    sign: str = ""


class CardText(Lines, can_focus=True):
    """The text of a card, which scrolls if it is long."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *ScrollableContainer.BINDINGS,
        Binding("j", "scroll_down", "Down"),
        Binding("k", "scroll_up", "Up"),
        Binding("space", "page_down", "Page down"),
    ]

    def __init__(self, paragraphs: Iterable[Paragraph]) -> None:
        super().__init__()
        self._paragraphs = tuple(paragraphs)

    def lines(self, width: int) -> Iterable[Line]:
        for paragraph in self._paragraphs:
            indent = len(paragraph.sign) + 1 if paragraph.sign else 0
            sign = (paragraph.sign, "value")
            yield from wrapped(paragraph.text, paragraph.ink, width, sign, indent)

    def redraw(self) -> None:
        super().redraw()
        self.border_subtitle = SCROLLS if self.max_scroll_y else CLOSES

    @property
    def text(self) -> str:
        """The whole text, a paragraph a line."""
        return "\n".join(f"{one.sign} {one.text}" for one in self._paragraphs)


class CardScreen(Overlay[None]):
    """Shows a card until a key or a tap says that it has been read."""

    DEFAULT_CSS = """
    CardScreen { align: center middle; background: $background 70%; }
    CardScreen CardText {
        width: 72; max-width: 96%; height: auto; max-height: 90%;
        padding: 1 1 1 2; background: $panel; border: round $accent;
        border-title-color: $accent; border-subtitle-color: $ink-dim;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark,f1,t", "dismiss", "Close")
    ]

    def __init__(self, title: str, paragraphs: Iterable[Paragraph]) -> None:
        super().__init__()
        self._card_title = title
        self._paragraphs = tuple(paragraphs)

    def compose(self) -> ComposeResult:
        text = CardText(self._paragraphs)
        text.border_title = self._card_title
        yield text

    def on_mount(self) -> None:
        self.query_one(CardText).focus()

    def on_click(self, event: events.Click) -> None:
        self.dismiss()
