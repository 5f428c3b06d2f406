"""What a rule system declares of whole armies: how they are counted in bases, and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import attrs


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


@attrs.frozen
class ArmyCount:
    """How an army stands: units in all, removed from play, and demoralized; passed a check before.

    `struck` says that a unit was removed or demoralized in the present turn, `checked` that the
    army was checked in it.
    """

    units: int
    removed: int
    demoralized: int
    passed_before: bool = False
    struck: bool = False
    checked: bool = False


@attrs.frozen(eq=False, repr=False)
class ArmyMorale:
    """The check of an army: the key of its `action`, the `answers` that a count gives to its form,
    and the keys of the measures that say that the army `breaks`, and that it is `not_due`."""

    action: str
    answers: Callable[[ArmyCount], Mapping[str, str]]
    breaks: str
    not_due: str
