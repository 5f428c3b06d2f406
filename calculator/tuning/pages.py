"""Charts, maps and curves: real tables on a page, or one drawing of what a terminal shows."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, TypeAlias

import attrs
from jinja2 import Environment
from markupsafe import Markup
from rich.console import Console, RenderableType
from rich.terminal_theme import DEFAULT_TERMINAL_THEME

from calculator.rules.outcome_tree import OutcomeTree
from calculator.templates import environment
from calculator.tuning.charts import Cell, Chart, ColumnKind
from calculator.tuning.curves import Curves, can_draw, drawn
from calculator.tuning.heat_maps import shade

Part: TypeAlias = Chart | Curves | str

_COLUMNS: Final = 120
"""Characters of a line of a drawing."""

_DRAWING: Final = """<svg width="{width}" height="{height}">
<style>.{unique_id}-matrix {{ font: {char_height}px monospace; white-space: pre }} {styles}</style>
<defs>{lines}</defs>
<g transform="translate(16, 16)">{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>"""
"""How Rich frames what it draws: as a sheet and not as a window, in whatever fonts there are."""

_SIZE: Final = re.compile(r'(?:width|height)="([\d.]+)"')


def filled(template: str, **values: Any) -> str:
    """A template of this folder with values in it, as text and never as markup."""
    return _environment().get_template(template).render(**values)


def spread_bar(tree: OutcomeTree, party: str) -> Markup:
    """All outcomes as one bar, from worst to best for a party, with its quartiles marked."""
    return Markup(filled("spread.html", spread=tree.spread, party=party))  # escaped


def as_html(title: str, parts: Sequence[Part]) -> str:
    """All parts as one page that needs nothing else, each picture on a sheet of its own."""
    return filled("page.html", title=title, parts=list(map(shown_part, parts)))


def as_svg(shown: RenderableType, curves: Sequence[Curves]) -> str:
    """What a terminal shows as one drawing, with curves below it where they can be drawn."""
    console = Console(
        file=io.StringIO(), record=True, width=_COLUMNS, force_terminal=True, highlight=False
    )
    console.print(shown)
    drawing = console.export_svg(
        theme=DEFAULT_TERMINAL_THEME, code_format=_DRAWING, unique_id="empires"
    )
    width, height = map(float, _SIZE.findall(drawing)[:2])
    values = {"width": width, "height": height, "shown": Markup(drawing)}
    return filled("picture.svg", **values, curves=curves if can_draw() else ())


def shown_part(part: Part) -> dict[str, Any]:
    """What kind of part a template has before it, and its curves drawn."""
    if isinstance(part, Chart):
        return {"kind": "chart", "chart": _merged(part) if part.merges else part}
    if isinstance(part, Curves):
        svg = _drawn(part) if can_draw() else Markup()
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


def _drawn(curves: Curves) -> Markup:
    """Curves as they may stand in a page: their texts are escaped by the library that draws."""
    return Markup(drawn(curves))


def _inks(share: float) -> dict[str, str]:
    """The colours of a shade: of its ground and of the figure on it."""
    style = shade(share)
    assert style.bgcolor
    assert style.color
    return {"ground": style.bgcolor.get_truecolor().hex, "ink": style.color.get_truecolor().hex}


@cache
def _environment() -> Environment:
    made = environment("calculator.tuning")
    made.globals |= {"inks": _inks, "drawn": _drawn, "legend": [step / 10 for step in range(11)]}
    return made
