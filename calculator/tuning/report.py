"""The same pictures as SVG, or as one HTML page that opens offline and prints well."""

from __future__ import annotations

import html
import io
from collections.abc import Sequence
from typing import Final

from rich.console import Console, ConsoleRenderable
from rich.terminal_theme import TerminalTheme

PAPER: Final = TerminalTheme(
    (255, 255, 255),
    (20, 20, 20),
    [
        (20, 20, 20),
        (178, 24, 43),
        (0, 104, 55),
        (146, 93, 0),
        (0, 68, 136),
        (118, 42, 131),
        (0, 110, 130),
        (80, 80, 80),
    ],
)
"""Dark inks on white: for paper and for daylight."""

_SVG: Final = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
  font-family: Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width;
}}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
<rect width="100%" height="100%" fill="white"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""Rich's own drawing without the window frame, and without the font it would fetch."""

_PAGE: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font-family: sans-serif; color: #141414; background: white; margin: 2rem; }}
pre {{ font-family: Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .8rem;
  line-height: 1.25; break-inside: avoid; print-color-adjust: exact;
  -webkit-print-color-adjust: exact; }}
@page {{ margin: 1.5cm; size: A4 landscape; }}
</style>
</head>
<body>
<h1>{title}</h1>
{parts}
</body>
</html>
"""


def as_svg(title: str, parts: Sequence[ConsoleRenderable | str], width: int = 120) -> str:
    """All parts below one another as one SVG drawing, `width` characters wide."""
    console = _recording(width)
    console.print(title, style="bold")
    for part in parts:
        console.print(part)
    return console.export_svg(title=title, theme=PAPER, code_format=_SVG, unique_id="empires")


def as_html(title: str, parts: Sequence[ConsoleRenderable | str], width: int = 120) -> str:
    """All parts as one page that needs nothing else."""
    written = []
    for part in parts:
        console = _recording(width)
        console.print(part)
        written.append(
            console.export_html(theme=PAPER, inline_styles=True, code_format="<pre>{code}</pre>")
        )
    return _PAGE.format(title=html.escape(title), parts="\n".join(written))


def _recording(width: int) -> Console:
    return Console(
        record=True,
        width=width,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        markup=False,
        highlight=False,
    )
