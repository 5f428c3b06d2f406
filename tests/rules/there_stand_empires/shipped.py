"""The pairs of units that really meet in the shipped battles, by their bases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations

from calculator.rules.question import Question
from calculator.rules.there_stand_empires import SYSTEM
from calculator.scenarios import Scenario, load
from calculator.scenarios.places import shipped_folder

FOUGHT = ("deployed-fire", "advancing-fire", "assault")


@cache
def battles() -> tuple[Scenario, ...]:
    """The shipped battles of There Stand Empires."""
    found = (load(path) for path in sorted(shipped_folder().glob("*.toml")))
    return tuple(battle for battle in found if battle.system.key == SYSTEM.key)


@cache
def pairs(actor: str, target: str) -> Counter[tuple[str, str]]:
    """How many units of one arm meet enemies of another, by the bases of both."""
    met: Counter[tuple[str, str]] = Counter()
    for battle in battles():
        for own, other in permutations(battle.sides, 2):
            for mine in bases_of(battle, own.key, actor):
                met.update((mine, theirs) for theirs in bases_of(battle, other.key, target))
    return met


def bases_of(battle: Scenario, side: str, arm: str) -> Iterator[str]:
    """The bases of each unit of an arm."""
    for unit in battle.units:
        answers = battle.answers_of(unit)
        if unit.side == side and answers["arm"] == arm:
            yield answers["bases"]


def middle_half(action: str, fields: dict[str, str], measure: str, of: str) -> str:
    """The chance of a measure over all pairs of these arms: half lie between the two figures."""
    chances: list[Fraction] = []
    arms = fields.get("actor", "infantry"), fields.get("target", "infantry")
    for (mine, theirs), number in pairs(*arms).items():
        bases = {"bases": mine, "target-bases": theirs}
        odds = Question.read(SYSTEM.key, action, fields | bases).odds()
        chance = odds.measure(measure) / (odds.measure(of) if of else 1)
        chances += [chance] * number
    chances.sort()
    low, high = (round(float(100 * chances[len(chances) * part // 4])) for part in (1, 3))
    return f"{low}%" if low == high else f"{low}-{high}%"
