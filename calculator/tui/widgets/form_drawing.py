"""How the rows of the form are drawn: keys, labels, values, and unfolded answers.

Where there is not room for a line each, rows that are short enough share one, two by two. Whether
a row is short depends on the longest of its answers, so that no answer moves the rows about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from textual.content import Content

from calculator.kinds import Text
from calculator.tui.rows import FOLD, FormRow
from calculator.tui.widgets.text import Line, fitted, wrapped

_MARKS: Final = {"yes": "✓", "no": "-"}
"""Yes and no where two of them share a line."""


class Tap(NamedTuple):
    """What a place on the form stands for: a row, one of its answers, or the fold that opens or
    closes there."""

    key: str
    text: str | None = None
    fold: str = ""


Taps: TypeAlias = tuple[tuple[int, Tap], ...]
"""What stands side by side on a line, each with the column that it ends before."""


class Look(NamedTuple):
    """All that drawing needs to know besides the rows."""

    width: int
    height: int
    cursor: str
    armed: str
    typed: str
    fault: str
    replaces: bool
    highlight: str
    headed: bool
    focused: bool
    drawn: dict[str, tuple[object, Content]]
    """What each row was last drawn as, and in what state; kept from one drawing to the next."""

    @property
    def half_width(self) -> int:
        """Columns of a row that shares its line."""
        return (self.width - 1) // 2


def draw_rows(rows: Sequence[FormRow], look: Look) -> Iterator[Line]:
    """Every line of the form."""
    groups = len({row.group for row in rows if row.group})
    lines = _arranged(rows, look)
    with_headings = look.headed and len(lines) + groups <= look.height
    group = ""
    for line in lines:
        if with_headings and line[0].group not in {group, ""}:
            group = line[0].group
            yield _heading(group, look), None
        yield from _line(line, look)
        for row in line:
            if row.key == look.armed:
                yield from _unfolded(row, look)


def _arranged(rows: Sequence[FormRow], look: Look) -> list[tuple[FormRow, ...]]:
    """The rows by line: one each, or two where lines are short and rows are many."""
    if len(rows) <= look.height:
        return [(row,) for row in rows]
    lines: list[tuple[FormRow, ...]] = []
    for row in rows:
        before = lines[-1] if lines else ()
        together = len(before) == 1 and before[0].group == row.group
        if together and max(_longest(before[0]), _longest(row)) <= look.half_width:
            lines[-1] = (*before, row)
        else:
            lines.append((row,))
    return lines


def _longest(row: FormRow) -> int:
    """Columns a row takes with the longest of its answers."""
    shown = [answer.label for answer in row.answers] or [row.shown, *row.extremes]
    shown = list(_MARKS.values()) if row.toggles else shown
    return 2 + len(row.label) + 1 + max(map(len, shown))


def _heading(group: str, look: Look) -> Content:
    return Content.assemble(
        (f"{group} ", "heading"), ("─" * (look.width - len(group) - 1), "faint")
    )


def _line(line: Sequence[FormRow], look: Look) -> Iterator[Line]:
    if line[0].key.startswith(FOLD):
        yield _fold_row(line[0], look), _taps(look, Tap(line[0].key, fold=line[0].opens))
        return
    tag = _taps(look, *(Tap(row.key) for row in line))
    if len(line) == 1:
        drawn = _row(line[0], look, look.width)
    else:
        left, right = (_row(row, look, look.half_width) for row in line)
        drawn = Content.assemble(left, " " * (look.width - 2 * look.half_width), right)
    yield drawn, tag
    if line[0].line:
        behind = fitted(Content.assemble("    ", (line[0].line, "dim")), look.width)
        yield behind, _taps(look, Tap(line[0].key, fold=line[0].opens))


def _fold_row(row: FormRow, look: Look) -> Content:
    """The row behind which others lie: how many, and the key that unfolds them."""
    here = row.key == look.cursor
    drawn = Content.assemble("  ▸ ", (row.label, "text" if here else "dim"), ("  Space", "faint"))
    line = fitted(drawn, look.width)
    return line.stylize_before("cursor") if here else line


def _row(row: FormRow, look: Look, width: int) -> Content:
    """One row, or half a line; as it was drawn the last time if nothing about it has changed."""
    here = row.key == look.cursor
    state = row, width, here, here and look.focused, row.key == look.armed and look.typed
    known = look.drawn.get(row.key)
    if known is None or known[0] != state:
        known = look.drawn[row.key] = state, _drawn_row(row, look, width)
    return known[1]


def _drawn_row(row: FormRow, look: Look, width: int) -> Content:
    value = _value(row, look, width)
    room = max(width - 3 - value.cell_length, min(len(row.label), 3 * width // 5))
    dots = " " + "·" * (room - len(row.label) - 1) if len(row.label) < room else ""
    if row.sign and row.matters and dots:
        dots = f"{dots[:-1]}{row.sign}"
    start = Content.assemble(
        _key(row.letter, row.matters),
        " ",
        (row.label, "text" if row.matters else "faint"),
        (dots, "faint"),
    )
    line = fitted(Content.assemble(fitted(start, 2 + room), " ", value), width)
    return line.stylize_before("cursor") if row.key == look.cursor else line


def _key(letter: str, live: bool) -> tuple[str, str]:
    return letter or " ", "letter" if live and letter else "faint"


def _value(row: FormRow, look: Look, width: int) -> Content:
    if row.key == look.armed and isinstance(row.kind, Text):
        return Content.styled("below", "dim")
    if row.key == look.armed and look.typed:
        return Content.styled(f"{look.typed}▏", "armed")
    alone = width == look.width
    quiet = row.toggles and row.text == "no"
    ink = "faint" if not row.matters else "dim" if quiet else "value" if row.is_set else "text"
    shown = (_MARKS[row.text] if row.toggles and not alone else row.shown, ink)
    has_room = len(row.label) + len(row.shown) + 7 <= width
    if row.key == look.cursor and look.focused and alone and has_room:
        return Content.assemble(("◂ ", "dim"), shown, (" ▸", "dim"))
    return Content.assemble(shown)


def _unfolded(row: FormRow, look: Look) -> Iterator[Line]:
    """What stands below a row: the text being typed, what is wrong with it, its answers."""
    if isinstance(row.kind, Text):
        yield from _text(row, row.kind, look)
    for answer in row.answers:
        chosen = answer.text == look.highlight
        sign = "● " if answer.text == row.text else "○ "
        line = Content.assemble(
            "   ",
            (sign, "value" if chosen else "dim"),
            _key(answer.letter, True),
            (f" {answer.label}", "strong" if chosen else "dim" if answer.ended else "text"),
            (f"  ✗ {answer.ended}" if answer.ended else "", "dim"),
        )
        yield _filled(line, look, chosen), _taps(look, Tap(row.key, answer.text))


def _text(row: FormRow, kind: Text[Any], look: Look) -> Iterator[Line]:
    """The whole of a text as it is typed, whether it can be read, and what may be typed."""
    ink = "band-chosen" if look.replaces else "armed"
    for piece in _chunks(f"{look.typed}▏", look.width - 2):
        yield Content.assemble("  ", (piece, ink)), _taps(look, Tap(row.key))
    if look.fault:
        check = wrapped(look.fault, "refusal", look.width, ("  ✗", "refusal"), 4)
    else:
        note = "type to replace it, ← to edit it" if look.replaces else "can be read"
        check = wrapped(note, "dim", look.width, ("  ✓", "gain"), 4)
    grammar = () if look.fault else wrapped(kind.allowed, "dim", look.width, indent=4)
    for line, _ in (*check, *grammar):
        yield _filled(line, look, False), _taps(look, Tap(row.key))


def _chunks(text: str, width: int) -> list[str]:
    """A text in pieces of so many columns, wherever they break, so that each key is seen."""
    return [text[at : at + width] for at in range(0, len(text), width)]


def _filled(line: Content, look: Look, chosen: bool) -> Content:
    """The line as wide as the form, on the ground of what is chosen or of what may be."""
    return fitted(line, look.width).stylize_before("cursor" if chosen else "band")


def _taps(look: Look, *taps: Tap) -> Taps:
    """Taps that share a line evenly."""
    return tuple((look.width * place // len(taps), tap) for place, tap in enumerate(taps, 1))
