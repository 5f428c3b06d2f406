"""Paired dice and re-rolled pools, each put to icepool in the same run; melees to the end.

Every question is new to both sides: ours forget theirs between runs, and icepool, which cannot be
made to, meets no two equal pools.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import product

from calculator.chance import dice
from calculator.chance.dice import Reroll, chance_of_success, thinning
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.chance.pairing import Pool, highest_against_highest
from calculator.chance.procedure import Procedure, Repeat
from tests.benchmarks.measured import Measured, seconds_of
from tests.chance import by_icepool

BONUSES = [(4, 2), (5, 1), (2, 2), (6, 4), (1, 3), (5, 5), (0, 2)]


def lines() -> Iterable[Measured]:
    """Measure."""
    for count in (3, 4, 6, 8):
        yield paired(count)
    for count in (12, 24):
        yield rerolled(count)
    for strength, bar in ((12, 0.150), (18, None)):
        yield to_the_end(strength, bar)


def paired(count: int) -> Measured:
    """Highest against highest of two pools of `count` dice, with various bonuses."""
    pools = [(Pool(count, ours), Pool(count, theirs)) for ours, theirs in BONUSES]
    return Measured(
        what=f"paired dice, {count} against {count}",
        seconds=tuple(forgetful(partial(highest_against_highest, *both)) for both in pools),
        against="icepool",
        baseline=tuple(seconds_of(partial(by_icepool.paired, *both)) for both in pools),
        p95_bar=0.010 if count == 6 else None,
        ratio_bar=1,
    )


def rerolled(count: int) -> Measured:
    """Hits with failures re-rolled, then saves: how many of `count` dice tell."""
    needs = list(product((2, 3, 4, 5, 6), repeat=2))

    def ours(hit: int, save: int) -> None:
        thinning(count, chance_of_success(hit, Reroll.FAILURES), 1 - chance_of_success(save))

    return Measured(
        what=f"re-rolled pool with saves, {count} dice",
        seconds=tuple(forgetful(partial(ours, *need)) for need in needs),
        against="icepool",
        baseline=tuple(seconds_of(partial(by_icepool.unsaved, count, *need)) for need in needs),
        ratio_bar=1,
    )


def to_the_end(strength: int, bar: float | None) -> Measured:
    """Two battalions that strike, save and lose until one has none left."""

    def round_of_melee(sides: tuple[int, int], chance: Chance) -> tuple[int, int]:
        ours, theirs = sides
        struck = chance.draw(struck_by(ours), "their losses")
        lost = chance.draw(struck_by(theirs), "our losses")
        return max(0, ours - lost), max(0, theirs - struck)

    def struck_by(platoons: int) -> Distribution[int]:
        return thinning(platoons, chance_of_success(5), 1 - chance_of_success(4))

    melee = Procedure(
        (strength, strength), (Repeat(round_of_melee, lambda sides: 0 in sides),), lambda s: s
    )
    return Measured(
        what=f"melee to the end, {strength} against {strength}",
        seconds=tuple(forgetful(melee.odds) for _ in range(7)),
        paths=7 * (sum(range(2, strength + 2)) ** 2),
        p95_bar=bar,
    )


def forgetful(work: Callable[[], object]) -> float:
    """The seconds of a call that can remember nothing of earlier ones."""
    for remembering in (highest_against_highest, *vars(dice).values()):
        if hasattr(remembering, "cache_clear"):
            remembering.cache_clear()
    return seconds_of(work)
