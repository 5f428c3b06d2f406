"""Charts, maps and curves as HTML or as one SVG: real tables with shading, by templates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, TypeAlias

import attrs
from jinja2 import Environment
from markupsafe import Markup

from calculator.rules.outcome_tree import OutcomeTree
from calculator.templates import environment
from calculator.tuning.charts import Cell, Chart, Column, ColumnKind, folded
from calculator.tuning.curves import Curves, can_draw, drawn
from calculator.tuning.heat_maps import shade

Part: TypeAlias = Chart | Curves | str

_EM: Final = 7.4
"""How wide a character of a drawing is on average: sans-serif of 13 pixels, with some to spare."""

_LINE: Final = 17
_BAR: Final = 150
_SHADE: Final = 42
_CURVES: Final = (672, 370)
"""The pixels of curves with their title."""

_WORDS: Final = 46
"""Characters of a line of words in a drawing."""


def filled(template: str, **values: Any) -> str:
    """A template of this folder with values in it, as text and never as markup."""
    return _environment().get_template(template).render(**values)


def spread_bar(tree: OutcomeTree, party: str) -> Markup:
    """All outcomes as one bar, from worst to best for a party, with its quartiles marked."""
    return Markup(filled("spread.html", spread=tree.spread, party=party))  # escaped


def as_html(title: str, parts: Sequence[Part]) -> str:
    """All parts as one page that needs nothing else, each picture on a sheet of its own."""
    return filled("page.html", title=title, parts=list(map(shown_part, parts)))


def as_svg(title: str, parts: Sequence[Part]) -> str:
    """All parts below one another as one drawing."""
    drawings, top = [], 44.0
    for part in parts:
        drawing = _Drawing.of(part, top)
        if drawing.height:
            drawings.append(drawing)
            top += drawing.height + _LINE
    width = max((drawing.width for drawing in drawings), default=0)
    width = max(width, len(title) * _EM * 1.4)
    return filled("picture.svg", title=title, drawings=drawings, width=width + 32, height=top)


def shown_part(part: Part) -> dict[str, Any]:
    """What kind of part a template has before it, and its curves drawn."""
    if isinstance(part, Chart):
        return {"kind": "chart", "chart": _merged(part) if part.merges else part}
    if isinstance(part, Curves):
        # A drawing is safe in a page: its texts are escaped by the library.
        svg = Markup(drawn(part)) if can_draw() else Markup()
        return {"kind": "curves", "curves": part, "svg": svg}
    return {"kind": "text", "text": part}


def _merged(chart: Chart) -> Chart:
    """A chart whose rows that differ in one word alone stand as one: "soft, hard"."""
    rows = [list(row) for row in chart.rows]
    for place, column in enumerate(chart.columns):
        if column.holds is ColumnKind.WORDS:
            alike: dict[tuple[Cell, ...], list[list[Cell]]] = {}
            for row in rows:
                alike.setdefault(tuple(row[:place] + row[place + 1 :]), []).append(row)
            rows = [_joined(group, place) for group in alike.values()]
    return attrs.evolve(chart, rows=rows)


def _joined(group: Sequence[list[Cell]], place: int) -> list[Cell]:
    words = ", ".join(str(row[place]) for row in group)
    return [*group[0][:place], words, *group[0][place + 1 :]]


@attrs.frozen
class _Drawing:
    """One part as it stands in a drawing: its cells with their places, from its own top."""

    part: dict[str, Any]
    top: float
    width: float
    height: float
    heads: tuple[Any, ...] = ()
    cells: tuple[Any, ...] = ()
    rules: tuple[float, ...] = ()

    @classmethod
    def of(cls, part: Part, top: float) -> _Drawing:
        shown = shown_part(part)
        if isinstance(part, Chart):
            return _laid_out(shown["chart"], shown, top)
        if isinstance(part, Curves):
            return cls(shown, top, *(_CURVES if shown["svg"] else (0, 0)))
        lines = folded(part, 2 * _WORDS).splitlines()
        return cls(shown | {"lines": lines}, top, 2 * _WORDS * _EM, _LINE * len(lines))


def _laid_out(chart: Chart, shown: dict[str, Any], top: float) -> _Drawing:
    """The cells of a table, each line of its words on its own; heads of shades stand upright."""
    widths = [_width(chart, place) for place in range(len(chart.columns))]
    lefts = [sum(widths[:place]) + 12 * place for place in range(len(widths))]
    upright = [_EM * len(c.heading) for c in chart.columns if c.holds is ColumnKind.SHADES]
    y = _LINE * (1 + bool(chart.title)) + max(upright, default=0)
    heads = tuple(zip(chart.columns, lefts, widths, [y] * len(widths), strict=True))
    cells: list[Any] = []
    rules = [y + 5.0]
    y += 8
    for row in chart.rows:
        lines = [_lines(column, cell) for column, cell in zip(chart.columns, row, strict=True)]
        height = _LINE * max(map(len, lines))
        for place, column in enumerate(chart.columns):
            cells.append((column, row[place], lines[place], lefts[place], widths[place], y, height))
        y += height + 4
        rules.append(y - 2)
    notes = [line for note in chart.notes for line in folded(note, 2 * _WORDS).splitlines()]
    shown |= {"notes": notes, "notes_at": y + _LINE}
    legend = 420 + 11 * 32 if chart.across else 0
    y += 24 if chart.across else 0
    width = max(legend, lefts[-1] + widths[-1], max(map(len, [chart.title, *notes])) * _EM)
    return _Drawing(
        shown, top, width, y + _LINE * (len(notes) + 1), heads, tuple(cells), tuple(rules)
    )


def _width(chart: Chart, place: int) -> float:
    column = chart.columns[place]
    if column.holds is ColumnKind.BARS:
        return _BAR
    if column.holds is ColumnKind.SHADES:
        return _SHADE
    lines = (line for row in chart.rows for line in _lines(column, row[place]))
    return _EM * max(map(len, [*lines, column.heading]), default=1)


def _lines(column: Column, cell: Cell) -> list[str]:
    return folded(cell, _WORDS).splitlines() or [""] if isinstance(cell, str) else [""]


def _inks(share: float) -> dict[str, str]:
    """The colours of a shade: of its ground and of the figure on it."""
    style = shade(share)
    assert style.bgcolor
    assert style.color
    return {"ground": style.bgcolor.get_truecolor().hex, "ink": style.color.get_truecolor().hex}


@cache
def _environment() -> Environment:
    made = environment("calculator.tuning")
    made.globals |= {"inks": _inks, "legend": [step / 10 for step in range(11)]}
    return made
