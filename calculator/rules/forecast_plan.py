"""What a rule system declares so that whole battles can be forecast without a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import attrs

from calculator.rules.tables import Tables


@attrs.frozen
class ArmyCount:
    """How an army stands: units in all, removed from play, and demoralized; passed a check before.

    `struck` says that a unit was removed or demoralized in the present turn.
    """

    units: int
    removed: int
    demoralized: int
    passed_before: bool
    struck: bool


@attrs.frozen(kw_only=True, eq=False, repr=False)
class ForecastPlan:
    """How whole battles are forecast without a table.

    `policies` say by scenario role what units do (see calculator.tuning.policy); `start` is the
    condition all units begin in; `tempo` the chance that a formation is engaged in a given turn;
    `morale` asks whether an army breaks: an action, its answers, and the measure that says so;
    `temptation` says which of several enemies is gone for (the higher first);
    `casualties` is the share of a unit's men lost between two conditions (None: removed).
    """

    policies: Mapping[str, str]
    start: Callable[[Mapping[str, str]], Mapping[str, str]]
    tempo: Callable[[Tables], Fraction]
    morale: tuple[str, Callable[[ArmyCount], Mapping[str, str]], str]
    is_demoralized: Callable[[Mapping[str, str]], bool]
    temptation: Callable[[Mapping[str, str]], int]
    casualties: Callable[[Tables, Mapping[str, str], Mapping[str, str] | None], Fraction]
