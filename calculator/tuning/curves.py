"""Curves for pages, drawn by matplotlib: kept for two decades, and its SVG is static.

It is an optional extra, `charts`, for it is large and only curves need it. Lines are told apart
by their dashes as well as by their colours, so that they are read in grey.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import attrs

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_LINES: Final = 6
"""Lines that can be told apart in one picture."""

_SIZE: Final = (7.0, 3.6)
"""Inches: the width of an A4 page between its margins."""

_LINES: Final = (
    ("#00224e", "solid", "o"),
    ("#b35900", "dashed", "s"),
    ("#575d6d", "dashdot", "^"),
    ("#7a2a83", "dotted", "D"),
    ("#006e82", (0, (5, 1)), "v"),
    ("#1b1b1b", (0, (1, 1)), "x"),
)
"""For each line its colour, dashes and mark: none relies on colour alone."""

_SETTINGS: Final[dict[Any, Any]] = {
    "text.parse_math": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "empires",
    "font.family": "sans-serif",
    "font.size": 10,
}
"""Text stays text, a dollar too, and the same figures give the same bytes."""


@attrs.frozen
class Curve:
    """One curve: its name, and its points from left to right."""

    name: str
    across: Sequence[float]
    up: Sequence[float]


@attrs.frozen
class Curves:
    """Shares of 0 to 1 against a number, with both axes' labels."""

    title: str
    across: str
    up: str
    lines: tuple[Curve, ...]
    is_stepped: bool = False
    """Whether points are joined by steps, as shares of runs are."""


def can_draw() -> bool:
    """Whether the library is there."""
    try:
        return find_spec("matplotlib") is not None
    except ValueError:
        return False


def drawn(curves: Curves) -> str:
    """An SVG element, to stand in a page. Needs the library."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=_SIZE, layout="constrained")
        FigureCanvasSVG(figure)
        _draw(figure.add_subplot(), curves)
        written = io.StringIO()
        unsaid = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(written, format="svg", metadata=unsaid)
    text = written.getvalue()
    return text[text.index("<svg") :]


def _draw(axes: Axes, curves: Curves) -> None:
    for line, (colour, dashes, mark) in zip(curves.lines, _LINES, strict=False):
        axes.plot(
            line.across,
            line.up,
            label=line.name,
            color=colour,
            linestyle=dashes,
            marker="" if curves.is_stepped else mark,
            drawstyle="steps-post" if curves.is_stepped else "default",
        )
    _label(axes, curves)


def _label(axes: Axes, curves: Curves) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.set_xlabel(curves.across)
    axes.set_ylabel(curves.up)
    axes.set_ylim(0, 1.02)
    axes.yaxis.set_major_formatter("{x:.0%}")
    if all(float(x).is_integer() for line in curves.lines for x in line.across):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.figure.legend(loc="outside lower center", ncols=2, frameon=False)
