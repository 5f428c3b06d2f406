"""Odds that are only sampled: a rule read along many paths, each drawn from the same seed.

It stands in where exact odds would take more paths than their budget, and is never passed for them:
what it gives is a `Sample`, which knows from how many paths it comes and how far off it may be.

Path k has a seed of its own: the first 16 bytes of SHA-256 of the 16 bytes of the sample's seed
followed by k as 8 bytes, big-endian. So anyone can draw any of the paths again, further paths go on
where earlier ones ended, and it does not matter how many processes share the work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import sqrt
from typing import Final, Generic, NamedTuple

from calculator.chance.distribution import Distribution, T
from calculator.chance.interface import Chance
from calculator.chance.one_path import SEED_BYTES, Stream, seed_bytes

PATHS: Final = 10_000
"""Paths of a sample unless more are asked for: a chance of one half is then within a point."""

_PRIOR: Final = 2
"""Paths counted in as successes, and as failures, when a standard error is worked out."""


def path_seed(seed: str, number: int) -> str:
    """The seed of one path of a sample, counted from 0."""
    import hashlib

    return hashlib.sha256(seed_bytes(seed) + number.to_bytes(8, "big")).hexdigest()[
        : 2 * SEED_BYTES
    ]


class _Unrecorded(Chance):
    """Answers from a seed as `OnePath` does, and keeps nothing."""

    def __init__(self, seed: str) -> None:
        self._below = Stream(seed).below

    def draw(self, what: Distribution[T], ask: str) -> T:
        return what.at(self._below(what.total) if len(what) > 1 else 0)


def count_paths(rule: Callable[[Chance], T], seed: str, numbers: range) -> dict[T, int]:
    """How often each outcome comes up on the paths of a sample that have these numbers."""
    return dict(Counter(rule(_Unrecorded(path_seed(seed, number))) for number in numbers))


class Sample(NamedTuple, Generic[T]):
    """How often each outcome came up on the first `paths` paths drawn from `seed`."""

    seed: str
    paths: int
    counts: Mapping[T, int]

    @property
    def distribution(self) -> Distribution[T]:
        """The shares of outcomes among the paths; those that never came up are not in it."""
        return Distribution(self.counts)

    def standard_error(self, share: Fraction | float) -> float:
        """The standard error of a share of the paths, as a probability.

        Two successes and two failures are counted in, after Agresti and Coull (1998): so what never
        came up, or always did, is not passed for certain. Two standard errors either way hold the
        exact chance about 95 times in 100.
        """
        paths = self.paths + 2 * _PRIOR
        centre = (float(share) * self.paths + _PRIOR) / paths
        return sqrt(centre * (1 - centre) / paths)
