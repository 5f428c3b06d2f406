"""What a rule system declares whose armies are counted, and checked for whether they break."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs


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
