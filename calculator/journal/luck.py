"""The curve of each side's luck over a battle, as a picture for pages and as lines of text.

After each ruling stands how much its outcomes have beaten their odds so far: the sum of percentiles
above the fair half. One whole point is a ruling that could not have gone better, and one that could
not have gone worse, apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from calculator.journal.audit import LuckAccount

_BLOCKS: Final = "▁▂▃▄▅▆▇█"
_INKS: Final = ("#2458b8", "#b0302a", "#2f7d32", "#8a5a00", "#6a3fa0")
"""The lines of the sides, in their order."""

WIDTH: Final = 640
HEIGHT: Final = 220
_LEFT: Final = 44
_BOTTOM: Final = 24


def luck_lines(accounts: Sequence[LuckAccount], width: int = 40) -> Iterator[str]:
    """A line for each side: the curve from its lowest to its highest, and where it ends."""
    room = max((len(account.side) for account in accounts), default=0)
    for account in accounts:
        if values := [value for _, value in account.curve]:
            shown = [
                values[place * len(values) // width] for place in range(min(width, len(values)))
            ]
            low, high = min(0.0, *values), max(0.0, *values)
            steps = [
                round((value - low) / ((high - low) or 1) * 7)
                for value in (*shown[:-1], values[-1])
            ]
            picture = "".join(_BLOCKS[step] for step in steps)
            ends = f"from {low:+.1f} to {high:+.1f}, at the end {values[-1]:+.1f}"
            yield f"{account.side.ljust(room)} {picture} {ends}"


def luck_svg(accounts: Sequence[LuckAccount]) -> str:
    """The curves of all sides in one picture, above and below the line of no luck; "" for none."""
    drawn = [account for account in accounts if account.curve]
    if not drawn:
        return ""
    last = max(number for account in drawn for number, _ in account.curve)
    reach = max(1.0, *(abs(value) for account in drawn for _, value in account.curve))
    middle = (HEIGHT - _BOTTOM) / 2

    def place(number: float, value: float) -> str:
        x = _LEFT + (WIDTH - _LEFT - 8) * number / last
        return f"{x:.1f},{middle - value / reach * (middle - 8):.1f}"

    words = escape("; ".join(luck_words(drawn)))
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{words}">',
        f'<path d="M{place(0, 0)} L{place(last, 0)}" stroke="currentColor" stroke-dasharray="4"/>',
    ]
    for value in (reach, 0.0, -reach):
        y = place(0, value).partition(",")[2]
        parts.append(f'<text x="2" y="{y}" font-size="12" fill="currentColor">{value:+.1f}</text>')
    for order, account in enumerate(drawn):
        points = " ".join([place(0, 0), *(place(*point) for point in account.curve)])
        parts.append(_curve(order, account.side, points))
    return "".join([*parts, "</svg>"])


def _curve(order: int, side: str, points: str) -> str:
    """The line of a side through these points, and its name below."""
    ink = _INKS[order % len(_INKS)]
    dashes = ' stroke-dasharray="8 3"' if order % 2 else ""
    return (
        f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="2"{dashes}/>'
        f'<text x="{_LEFT + 150 * order}" y="{HEIGHT - 6}" font-size="13" fill="{ink}">'
        f"{'- -' if order % 2 else '—'} {escape(side)}</text>"
    )


def luck_words(accounts: Sequence[LuckAccount]) -> list[str]:
    """Where each curve ends, in words, for who does not see the picture."""
    return [
        f"{account.side}: {account.curve[-1][1]:+.1f} after {len(account.curve)} rulings"
        for account in accounts
        if account.curve
    ]
