"""Panels of lines in inks: they scroll by themselves and know what each line stands for.

Textual's `Static` would draw all sixty lines anew at a key that changes few, at ten times the cost.
Lines are Textual's Content, its styles our inks; they are broken here, for `Content.wrap` breaks no
word at its hyphens: a line more on a phone.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, Final, NamedTuple, TypeAlias

from rich.segment import Segment
from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from calculator.tui.ink import style_of

Line: TypeAlias = tuple[Content, object]
"""A line, and a tag by which a click on it is recognized."""

LEAST_SCROLLED: Final = 2
"""Lines that scroll below those that stay at the top."""


def plain_line(text: str = "", ink: str = "text") -> Line:
    """A line in one ink on which no click means anything."""
    return Content.styled(text, ink), None


def rule(width: int) -> Line:
    """A line that parts what is above it from what is below."""
    return plain_line("─" * width, "faint")


def fitted(line: Content, width: int) -> Content:
    """The line in exactly so many columns: cut with an ellipsis, or filled with blanks."""
    return line.truncate(max(width, 0), ellipsis=True, pad=True)


def broken(text: str, width: int) -> list[str]:
    """A text in pieces of at most `width` columns, broken between words."""
    if len(text) <= width:
        return [text]
    return textwrap.wrap(text, max(width, 8)) or [""]


def wrapped(
    text: str, ink: str, width: int, sign: tuple[str, str] = ("", ""), indent: int = 0
) -> Iterator[Line]:
    """A text in an ink, broken, with a sign in its own ink standing out before the first line."""
    mark, mark_ink = sign
    for number, piece in enumerate(broken(text, width - indent)):
        start = mark.ljust(indent) if number == 0 else " " * indent
        yield Content.assemble((start, mark_ink), (piece, ink)), None


class Paragraph(NamedTuple):
    """A piece of a card: its text, the ink it is drawn in, a sign that stands before it, and what
    it begins to tell of, by which it is found."""

    text: str
    ink: str = "text"
    sign: str = ""
    of: object = None


def explained(signs: Iterable[tuple[str, str]], width: int) -> Iterator[Paragraph]:
    """Keys or signs in so many columns, each with what it means."""
    return (Paragraph(meaning, sign=sign.ljust(width)) for sign, meaning in signs)


class InkedView(ScrollView, inherit_bindings=False):
    """Turns lines whose styles are inks into strips, each ink looked up once for a theme."""

    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._styles_by_ink: dict[str | Style, Style] = {}

    @property
    def text_width(self) -> int:
        """Columns that a line may take."""
        return self.scrollable_content_region.width

    def strip_of(self, line: Content, width: int, right_margin: int = 0) -> Strip:
        """A line in exactly so many columns, with so many blank ones after them."""
        inked = fitted(line, width)
        if right_margin:
            inked = inked.pad_right(right_margin)
        pieces = inked.render(self.visual_style, "", parse_style=self._style_of)
        return Strip(
            [Segment(text, style.rich_style) for text, style in pieces], width + right_margin
        )

    def _style_of(self, ink: str | Style) -> Style:
        if ink not in self._styles_by_ink:
            self._styles_by_ink[ink] = self._get_style(style_of(str(ink), self.app))
        return self._styles_by_ink[ink]

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles_by_ink.clear()


class Drawn(NamedTuple):
    """What was drawn for a width: the lines, their strips and their tags."""

    width: int
    lines: tuple[Content, ...]
    strips: tuple[Strip, ...]
    tags: tuple[object, ...]


class Lines(InkedView):
    """Draws the lines its subclass gives for a width, and only those anew that have changed."""

    right_margin: ClassVar[int] = 1
    """Columns kept free between the text and the scrollbar."""
    sticky = 0
    """Lines at the top that stay in sight."""
    _last: Drawn | None = None

    @property
    def text_width(self) -> int:
        return max(super().text_width - self.right_margin, 0)

    def lines(self, width: int) -> Iterable[Line]:
        """The lines to draw in `width` columns; longer ones are cut."""
        raise NotImplementedError

    @property
    def _grows(self) -> bool:
        return self.styles.height is not None and self.styles.height.is_auto

    def redraw(self) -> None:
        """Draw anew after something has changed; what has no room yet, when it gets some."""
        width, before = self.text_width, self._last
        self._last = None
        if not width:
            return
        now = self._last = self._draw(width, before)
        size = Size(width, len(now.strips))
        if before is None or before.width != width or self.virtual_size != size:
            room = self.scrollable_content_region.height
            if not self._grows and max(size.height, self.virtual_size.height) <= room:
                # Nothing scrolls, neither before nor now: nothing need be laid out again.
                self.set_reactive(ScrollView.virtual_size, size)
                self.refresh()
                return
            self.virtual_size = size
            if self.scroll_offset.y > self.max_scroll_y:
                self.scroll_to(y=self.max_scroll_y, animate=False)
            self.refresh(layout=self._grows)
            return
        pairs = enumerate(zip(before.strips, now.strips, strict=True))
        changed = [number for number, (old, new) in pairs if old is not new and old != new]
        if changed and self.sticky and self.scroll_offset.y:
            self.refresh()
        elif changed:
            self.refresh_lines(changed[0], changed[-1] - changed[0] + 1)

    def clicked(self, event: events.Click) -> object:
        """The tag of the line that was clicked, None beside the lines."""
        offset = event.get_content_offset(self)
        tags = self._drawn(self.text_width).tags
        index = len(tags) if offset is None else self._index_at(offset.y)
        return tags[index] if index < len(tags) else None

    def lines_of(self, is_it: Callable[[object], bool]) -> tuple[int, int]:
        """The first and the last line whose tags are meant; the top if there are none."""
        tags = self._drawn(self.text_width).tags
        found = [number for number, tag in enumerate(tags) if is_it(tag)]
        return (found[0], found[-1]) if found else (0, 0)

    def show_lines(self, top: int, bottom: int) -> None:
        """Scroll, here or in what this panel stands in, so that these lines can be seen."""
        width, height = self.text_width, self.scrollable_content_region.height
        if len(self._drawn(width).strips) <= height and isinstance(self.parent, Widget):
            lines = Region(0, self.virtual_region.y + top, self.size.width, bottom - top + 1)
            self.parent.scroll_to_region(lines, animate=False, force=True)
        elif top < self.scroll_offset.y:
            self.scroll_to(y=max(0, top - 1), animate=False)
        elif bottom >= self.scroll_offset.y + height:
            self.scroll_to(y=min(top, bottom - height + 1), animate=False)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._drawn(max(width - self.right_margin, 0)).strips)

    def render_line(self, y: int) -> Strip:
        strips = self._drawn(self.text_width).strips
        index = self._index_at(y)
        if index < len(strips):
            return strips[index]
        return self.strip_of(Content(), self.text_width, self.right_margin)

    def _index_at(self, y: int) -> int:
        """The line shown at a row; none stays at the top where that leaves no room to scroll."""
        sticks = y < self.sticky <= self.size.height - LEAST_SCROLLED
        return y if sticks else y + self.scroll_offset.y

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._last = None

    def _drawn(self, width: int) -> Drawn:
        if self._last is None or self._last.width != width:
            self._last = self._draw(width)
        return self._last

    def _draw(self, width: int, before: Drawn | None = None) -> Drawn:
        """The lines of a width; one that stood there before already has its strip."""
        lines, tags = zip(*self.lines(width), strict=True) if width else ((), ())
        known = before if before and before.width == width else Drawn(width, (), (), ())
        strips = [
            known.strips[number]
            if number < len(known.lines) and known.lines[number].is_same(line)
            else self.strip_of(line, width, self.right_margin)
            for number, line in enumerate(lines)
        ]
        return Drawn(width, lines, tuple(strips), tags)


class Paragraphs(Lines):
    """Some paragraphs, each broken to the width there is, with its number from 0 as its tag."""

    sign_ink = ""
    """What signs are drawn in; by default as the paragraphs are."""

    def __init__(self, paragraphs: Iterable[Paragraph] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.paragraphs = tuple(paragraphs)

    def show(self, paragraphs: Iterable[Paragraph]) -> None:
        """Draw these."""
        self.paragraphs = tuple(paragraphs)
        self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        for number, one in enumerate(self.paragraphs):
            sign = one.sign, self.sign_ink or one.ink
            indent = len(one.sign) + 1 if one.sign else 0
            for line, _ in wrapped(one.text, one.ink, width, sign, indent):
                yield line, number
