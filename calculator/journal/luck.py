"""The curve of each side's luck over a battle, as a picture for pages and as lines of text.

After each ruling stands how much its outcomes have beaten their odds so far: the sum of percentiles
above the fair half. One whole point is a ruling that could not have gone better, and one that could
not have gone worse, apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from calculator.journal.audit import LuckAccount

_BLOCKS: Final = "▁▂▃▄▅▆▇█"
_INKS: Final = ("#4a7fd6", "#d2534a", "#3c9a41", "#b07a10", "#9a6fd0")
"""The lines of the sides, in their order: each is told from a light page and from a dark one."""

WIDTH: Final = 400
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
    """The curves of all sides in one picture, above and below the line of no luck; "" for none.

    Where each ends stands in words as well, for who does not see the picture.
    """
    from calculator.templates import environment  # the screens show lines, and need none

    drawn = [account for account in accounts if account.curve]
    if not drawn:
        return ""
    last = max(number for account in drawn for number, _ in account.curve)
    reach = max(1.0, *(abs(value) for account in drawn for _, value in account.curve))
    middle = (HEIGHT - _BOTTOM) / 2

    def place(number: float, value: float) -> str:
        x = _LEFT + (WIDTH - _LEFT - 8) * number / last
        return f"{x:.1f},{middle - value / reach * (middle - 8):.1f}"

    words = "; ".join(
        f"{one.side}: {one.curve[-1][1]:+.1f} after {len(one.curve)} rulings" for one in drawn
    )
    picture = environment("calculator.journal", ".").get_template("luck.svg")
    of_page = {"width": WIDTH, "height": HEIGHT, "left": _LEFT, "inks": _INKS, "place": place}
    return picture.render(accounts=drawn, last=last, reach=reach, words=words, **of_page)
