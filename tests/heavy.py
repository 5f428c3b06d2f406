"""What the fast command tries in one way, and the heavy one in all the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first(values: Iterable[Any], number: int = 1) -> list[Any]:
    """Parameters of a test, of which only so many, the first, are for the fast command.

    Each is one value, or a tuple of the values of several names.
    """
    tried = [one if isinstance(one, tuple) else (one,) for one in values]
    return [
        pytest.param(*one, marks=[pytest.mark.heavy] if place >= number else [])
        for place, one in enumerate(tried)
    ]
