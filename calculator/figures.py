"""Chances as people read them, and bars beside them: the same on every screen and page."""

from __future__ import annotations

from typing import Final

_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"


def percent(share: float) -> str:
    """A probability as people read it: one decimal, and nothing rounded to certain or never."""
    if 0 < share < 0.0005:
        return "<0.1%"
    if 0.9995 < share < 1:
        return ">99.9%"
    return f"{100 * share:.1f}%"


def points(change: float) -> str:
    """A difference of probabilities in percentage points, signed."""
    return f"{100 * change:+.1f}" if round(abs(change), 3) else "="


def bar(share: float, cells: int, ascii_only: bool = False, fill: str = "") -> str:
    """A bar `share` of `cells` long; never nothing for a share above 0."""
    if share <= 0:
        return ""
    if ascii_only or fill:
        return (fill or "#") * max(1, round(share * cells))
    full, rest = divmod(max(1, round(share * cells * 8)), 8)
    return "█" * full + _EIGHTHS[rest].strip()
