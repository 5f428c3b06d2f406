"""What every panel of ours scrolls and draws with: lines in inks, styled once for each theme."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.scroll_view import ScrollView
from textual.strip import Strip

from calculator.tui.ink import COLOURED, PLAIN
from calculator.tui.inked import Inked


class InkedView(ScrollView, inherit_bindings=False):
    """Turns lines in inks into strips of the terminal."""

    DEFAULT_CSS = """
    InkedView {
        padding: 0 0 0 1; scrollbar-size: 1 1;
        scrollbar-color: $ink-faint; scrollbar-background: $background;
    }
    """
    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._styles_by_ink: dict[tuple[str, str], RichStyle] = {}

    @property
    def text_width(self) -> int:
        """Columns that a line may take."""
        return self.scrollable_content_region.width

    def strip_of(self, line: Inked, width: int) -> Strip:
        """A line in exactly so many columns."""
        pieces = line.fitted(width).pieces
        return Strip([Segment(text, self.style_of(ink, on)) for text, ink, on in pieces], width)

    def blank(self, width: int) -> Strip:
        """A line with nothing on it."""
        return Strip.blank(width, self.style_of("text"))

    def style_of(self, ink: str, ground: str = "") -> RichStyle:
        """The style of an ink on a ground, looked up once for each theme."""
        key = ink, ground
        if key not in self._styles_by_ink:
            inks = PLAIN if self.app.no_color else COLOURED
            style = self.visual_style
            for name in filter(None, (ground, ink)):
                if inks[name]:
                    style += self._get_style(inks[name])
            self._styles_by_ink[key] = style.rich_style
        return self._styles_by_ink[key]

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles_by_ink.clear()
