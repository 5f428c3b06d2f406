"""The same questions put to icepool: for equal answers in tests, for equal terms in benchmarks."""

from fractions import Fraction
from typing import Any

import icepool  # type: ignore[import-untyped]

from calculator.chance.pairing import Pairs, Pool


@icepool.multiset_function  # type: ignore[untyped-decorator]
def _duel(first: Any, second: Any) -> Any:
    return first.sort_pair(">", second).size(), first.sort_pair("<", second).size()


def paired(first: Pool, second: Pool) -> dict[Pairs, Fraction]:
    """Highest against highest. Both pools are cut to the pairs there are: 2.1 counts others too."""
    pairs = min(first.dice, second.dice)
    highest = [
        (icepool.d(pool.faces) + pool.bonus).pool(pool.dice).highest(pairs)
        for pool in (first, second)
    ]
    result: Any = _duel(*highest)
    return {
        Pairs(won, pairs - won - lost, lost): Fraction(weight, result.denominator())
        for (won, lost), weight in result.items()
    }


def unsaved(dice: int, hit: int, save: int) -> dict[int, Fraction]:
    """Of dice that hit at `hit`, failures re-rolled once, how many no save of `save` stops."""
    d6 = icepool.d6
    hits = d6.reroll(lambda face: face < hit, depth=1) >= hit
    result: Any = dice @ (hits & (d6 < save))
    return {n: Fraction(weight, result.denominator()) for n, weight in result.items()}
