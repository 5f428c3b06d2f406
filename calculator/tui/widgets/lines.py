"""A panel of text lines that scrolls by itself and knows what each line stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from calculator.tui.ink import COLOURED, PLAIN

Line: TypeAlias = tuple[Content, object]
"""Some content, wrapped if need be, and a tag that a click on it is told by."""


class Lines(ScrollView):
    """Draws the lines its subclass gives for a width; one widget, whatever their number."""

    DEFAULT_CSS = """
    Lines {
        overflow-x: hidden; overflow-y: auto; padding: 0 0 0 1;
        scrollbar-gutter: stable; scrollbar-size-vertical: 1;
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._drawn: tuple[int, list[Strip], list[object]] | None = None

    def lines(self, width: int) -> Iterable[Line]:
        """The lines to draw in `width` columns."""
        raise NotImplementedError

    def ink(self, name: str) -> str:
        """The style of that name under the present theme, or without colour."""
        return (PLAIN if self.app.no_color else COLOURED)[name]

    def redraw(self) -> None:
        """Draw anew after something has changed."""
        before = self.virtual_size.height
        self._drawn = None
        width = self._width()
        count = len(self._strips(width))
        self.virtual_size = Size(width, count)
        grows = self.styles.height is not None and self.styles.height.is_auto
        self.refresh(layout=grows and count != before)

    def tag_at(self, y: int) -> object:
        """The tag of the line at a row of the content as displayed."""
        self._strips(self._width())
        tags = self._drawn[2] if self._drawn else []
        index = y + self.scroll_offset.y
        return tags[index] if 0 <= index < len(tags) else None

    def lines_of(self, is_it: Callable[[object], bool]) -> tuple[int, int]:
        """The first and the last line whose tags are meant; the top if there are none."""
        self._strips(self._width())
        tags = self._drawn[2] if self._drawn else []
        found = [number for number, tag in enumerate(tags) if is_it(tag)]
        return (found[0], found[-1]) if found else (0, 0)

    def show_lines(self, top: int, bottom: int) -> None:
        """Scroll, here or in what this panel stands in, so that these lines can be seen."""
        height = self.scrollable_content_region.height
        if len(self._strips(self._width())) <= height and isinstance(self.parent, Widget):
            lines = Region(0, self.virtual_region.y + top, self.size.width, bottom - top + 1)
            self.parent.scroll_to_region(lines, animate=False, force=True)
        elif top < self.scroll_offset.y:
            self.scroll_to(y=max(0, top - 1), animate=False)
        elif bottom >= self.scroll_offset.y + height:
            self.scroll_to(y=min(top, bottom - height + 1), animate=False)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._strips(width))

    def render_line(self, y: int) -> Strip:
        width = self._width()
        strips = self._strips(width)
        index = y + self.scroll_offset.y
        if index < len(strips):
            return strips[index]
        return Strip.blank(width, self.visual_style.rich_style)

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._drawn = None

    def _width(self) -> int:
        return self.scrollable_content_region.width

    def _strips(self, width: int) -> list[Strip]:
        if self._drawn is None or self._drawn[0] != width:
            strips: list[Strip] = []
            tags: list[object] = []
            for content, tag in self.lines(width) if width else ():
                wrapped = Visual.to_strips(self, content, width, None, self.visual_style, pad=True)
                strips += wrapped
                tags += [tag] * len(wrapped)
            self._drawn = (width, strips, tags)
        return self._drawn[1]
