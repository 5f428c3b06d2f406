"""What stands on a base, where a system counts its units in bases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple


class BaseScale(NamedTuple):
    """How men and guns make bases, and how many men a base may usually stand for.

    `key` is that of a unit's bases. Men on foot are `foot` to a base unless one says otherwise;
    of units that `is_mounted`, by their answers, half as many are. `guns` make a base of guns. From
    `fewest` to `most` men to a base are usual, which `source` says.
    """

    key: str
    foot: int
    guns: int
    fewest: int
    most: int
    source: str
    is_mounted: Callable[[Mapping[str, object]], bool]
