"""What each battalion of a charge loses on average, in platoons, whatever becomes of the others.

Averages add up, so each battalion is asked about alone: of the others nothing is kept once their
parts have ended, equal ends merge, and no combination of losses is ever listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from calculator.chance.every_path import Budget
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure
from calculator.chance.sampled import count_paths
from calculator.errors import BudgetExceededError
from calculator.rules.revolutionary_wars.charge.law import PATHS, ChargeLaw
from calculator.rules.revolutionary_wars.charge.outcome import by_name
from calculator.rules.revolutionary_wars.charge.pursuit import Detail
from calculator.rules.revolutionary_wars.charge.state import Fight

SAMPLED: Final = 500
"""Paths by which losses are estimated where exact ones take too long: to a tenth of a platoon."""

SEED: Final = "0"


def losses(made: ChargeLaw, exact: bool) -> Mapping[str, Fraction]:
    """The platoons that each battalion loses on average; all of them if it leaves the table.

    Averages of a few drawn paths where they need not be `exact`, or cannot be.
    """
    try:
        left = _worked_out(made) if exact else _drawn(made)
    except BudgetExceededError:
        left = _drawn(made)
    everyone = zip(made.combatants.everyone, left, strict=True)
    lost = tuple(one.platoons - platoons for one, platoons in everyone)
    return dict(by_name(*made.combatants.by_side(lost)))


def _drawn(made: ChargeLaw) -> list[Fraction]:
    in_full = made.in_full()

    def left(chance: Chance) -> tuple[int, ...]:
        return tuple(fate.platoons or 0 for fate in in_full.result(chance).outcome.everyone)

    found = count_paths(left, SEED, range(SAMPLED)).items()
    weighed = zip(*([n * number for n in platoons] for platoons, number in found), strict=True)
    return [Fraction(sum(each), SAMPLED) for each in weighed]


def _worked_out(made: ChargeLaw) -> list[Fraction]:
    return [_left(made, place) for place in range(len(made.combatants.everyone))]


def _left(made: ChargeLaw, place: int) -> Fraction:
    """What one battalion has left, nothing being kept of the others."""
    only = type(made)(made.form, made.tables, Detail.PLATOONS, place)

    def left(fight: Fight) -> int:
        return fight.states[place].platoons

    law = Procedure(only.start, tuple(only.stages.values()), left, made.foreseen)
    return law.odds(Budget(PATHS)).mean(lambda platoons: platoons)
