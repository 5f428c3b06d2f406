"""How the rows of the form are drawn: keys, labels, values, and unfolded answers.

Where there is not room for a line each, rows that are short enough share one, two by two. Whether
a row is short depends on the longest of its answers, so that no answer moves the rows about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from textual.content import Content

from calculator.tui.rows import Row
from calculator.tui.widgets.lines import Line

_MARKS: Final = {"yes": "✓", "no": "-"}
"""Yes and no where two of them share a line."""


class Tap(NamedTuple):
    """What a place on the form stands for: a row, one of its answers, or its steps up and down."""

    key: str
    text: str | None = None
    steps: bool = False


class Pair(NamedTuple):
    """Two rows that share a line."""

    left: Tap
    right: Tap


class Look(NamedTuple):
    """All that drawing needs to know besides the rows."""

    width: int
    height: int
    cursor: str
    armed: str
    typed: str
    highlight: str
    tapped: bool
    roomy: bool
    focused: bool
    ink: Callable[[str], str]

    @property
    def half(self) -> int:
        """Columns of a row that shares its line."""
        return (self.width - 1) // 2


def draw_rows(rows: Sequence[Row], look: Look) -> Iterator[Line]:
    """Every line of the form."""
    groups = len({row.group for row in rows if row.group})
    lines = _arranged(rows, look)
    with_headings = look.roomy or len(lines) + groups <= look.height
    group = ""
    for line in lines:
        if with_headings and line[0].group != group:
            group = line[0].group
            yield _heading(group, look), None
        yield from _line(line, look)
        for row in line:
            if row.key == look.armed:
                yield from _unfolded(row, look)


def _arranged(rows: Sequence[Row], look: Look) -> list[tuple[Row, ...]]:
    """The rows by line: one each, or two where lines are short and rows are many."""
    if look.roomy or len(rows) <= look.height:
        return [(row,) for row in rows]
    lines: list[tuple[Row, ...]] = []
    for row in rows:
        before = lines[-1] if lines else ()
        together = len(before) == 1 and before[0].group == row.group
        if together and max(_longest(before[0]), _longest(row)) <= look.half:
            lines[-1] = (*before, row)
        else:
            lines.append((row,))
    return lines


def _longest(row: Row) -> int:
    """Columns a row takes with the longest of its answers."""
    shown = [answer.label for answer in row.answers] or [row.shown, *row.extremes]
    shown = list(_MARKS.values()) if row.toggles else shown
    return 2 + len(row.label) + 1 + max(map(len, shown))


def _heading(group: str, look: Look) -> Content:
    rule = "─" * (look.width - len(group) - 1)
    return Content.assemble((f"{group} ", look.ink("heading")), (rule, look.ink("faint")))


def _line(line: Sequence[Row], look: Look) -> Iterator[Line]:
    taps = [Tap(row.key) for row in line]
    tag = taps[0] if len(taps) == 1 else Pair(*taps)
    if len(line) == 1:
        drawn = _row(line[0], look, look.width)
    else:
        left, right = (_row(row, look, look.half) for row in line)
        drawn = Content.assemble(left, " " * (look.width - 2 * look.half), right)
    yield drawn, tag
    if look.roomy:
        blank = Content(" " * look.width)
        yield (blank.stylize(look.ink("cursor")) if line[0].key == look.cursor else blank), tag


def _row(row: Row, look: Look, width: int) -> Content:
    here = row.key == look.cursor
    value = _value(row, look, width == look.width)
    room = max(width - 3 - value.cell_length, 4)
    label = Content.styled(row.label, look.ink("text" if row.matters else "faint"))
    label = label.truncate(room, ellipsis=True)
    dots = "·" * max(room - label.cell_length - 1, 0)
    line = Content.assemble(
        _key(row.letter, look, row.matters),
        " ",
        label,
        (f" {dots}" if label.cell_length < room else "", look.ink("faint")),
        " ",
        value,
    )
    return line.stylize_before(look.ink("cursor")) if here else line


def _key(letter: str, look: Look, live: bool) -> Content:
    return Content.styled(letter or " ", look.ink("letter" if live else "faint"))


def _value(row: Row, look: Look, alone: bool) -> Content:
    if row.key == look.armed and look.typed:
        return Content.styled(f"{look.typed}▏", look.ink("armed"))
    quiet = row.toggles and row.text == "no"
    ink = "faint" if not row.matters else "dim" if quiet else "value"
    text = _MARKS[row.text] if row.toggles and not alone else row.shown
    shown = Content.styled(text, look.ink(ink))
    if row.key == look.cursor and look.focused and alone:
        dim = look.ink("dim")
        return Content.assemble(("◂ ", dim), shown, (" ▸", dim))
    return shown


def _unfolded(row: Row, look: Look) -> Iterator[Line]:
    tall = look.tapped or look.roomy
    for answer in row.answers:
        chosen = answer.text == look.highlight
        line = Content.assemble(
            "   ",
            ("● " if answer.text == row.text else "○ ", look.ink("value" if chosen else "dim")),
            _key(answer.letter, look, True),
            (f" {answer.label}", look.ink("strong" if chosen else "text")),
        )
        line = line.pad_right(max(look.width - line.cell_length, 0))
        block = [Content(" " * look.width), line, Content(" " * look.width)] if tall else [line]
        for part in block:
            shaded = part.stylize_before(look.ink("cursor" if chosen else "band"))
            yield shaded, Tap(row.key, answer.text)
    if not row.answers and tall:
        yield from _steps(row, look)


def _steps(row: Row, look: Look) -> Iterator[Line]:
    for signs in (("", ""), ("-", "+"), ("", "")):
        minus, plus = (f" {sign.center(look.half - 2)} " for sign in signs)
        button = look.ink("button")
        yield Content.assemble((minus, button), " ", (plus, button)), Tap(row.key, steps=True)
