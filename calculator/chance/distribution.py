"""An exact, immutable probability distribution.

Probabilities are whole-number weights over a common total, always in lowest terms: no floats, no
sampling, no dropped tails. `Fraction` appears only where a single number leaves the distribution.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm
from typing import Any, Final, Generic, TypeVar, final

from calculator.errors import ChanceError

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
V = TypeVar("V", bound=Hashable)

_READABLE: Final = 10**12
"""The largest total whose weights a repr spells out; beyond it they are shown as percentages."""


@final
class Distribution(Generic[T]):
    """Outcomes and how likely each is, as positive integers over their sum.

    Built from a mapping or from pairs (equal outcomes are added up). Iteration is in the order in
    which outcomes first appeared, and a drawn result depends on that order, so builders keep to a
    natural one (ascending for numbers). Equality ignores the order.

    Raises `ChanceError` for a weight that is not a positive whole number, or for no outcomes.
    """

    __slots__ = ("_hash", "_places", "_total", "_weights")

    def __init__(self, weights: Mapping[T, int] | Iterable[tuple[T, int]]) -> None:
        gathered: dict[T, int] = {}
        for outcome, weight in weights.items() if isinstance(weights, Mapping) else weights:
            if not isinstance(weight, int) or weight <= 0:
                raise ChanceError(
                    f"the weight of {outcome!r} is {weight!r}, not a positive integer"
                )
            gathered[outcome] = gathered.get(outcome, 0) + weight
        if not gathered:
            raise ChanceError("a distribution needs at least one outcome")
        self._settle(gathered)

    def _settle(self, gathered: dict[T, int]) -> None:
        """Keep these positive weights, in lowest terms."""
        shared = gcd(*gathered.values())
        if shared > 1:
            gathered = {outcome: weight // shared for outcome, weight in gathered.items()}
        self._weights = gathered
        self._total = sum(gathered.values())
        self._hash: int | None = None
        self._places: tuple[list[T], list[int]] | None = None

    @classmethod
    def trusted(cls, gathered: dict[T, int]) -> Distribution[T]:
        """A distribution of weights already known to be positive integers."""
        made: Distribution[T] = cls.__new__(cls)
        made._settle(gathered)
        return made

    @classmethod
    def certain(cls, outcome: T) -> Distribution[T]:
        """The distribution that always gives `outcome`."""
        return cls.trusted({outcome: 1})

    @classmethod
    def uniform(cls, outcomes: Iterable[T]) -> Distribution[T]:
        """Every listed outcome equally likely; one listed twice is twice as likely."""
        return cls((outcome, 1) for outcome in outcomes)

    @classmethod
    def chance_of(cls, probability: Fraction, happens: T, otherwise: T) -> Distribution[T]:
        """`happens` with the given probability (0 to 1), else `otherwise`."""
        if not 0 <= probability <= 1:
            raise ChanceError(f"{probability} is not a probability")
        failures = probability.denominator - probability.numerator
        pairs = ((happens, probability.numerator), (otherwise, failures))
        return cls((outcome, weight) for outcome, weight in pairs if weight)

    @classmethod
    def mixture(cls, parts: Iterable[tuple[Distribution[T], int]]) -> Distribution[T]:
        """One of several distributions, chosen in proportion to the weight beside each."""
        listed = list(parts)
        if not listed or not all(isinstance(share, int) and share > 0 for _, share in listed):
            raise ChanceError("a mixture needs parts, each with a positive integer beside it")
        if len(listed) == 1:
            return listed[0][0]
        common = lcm(*(part._total for part, _ in listed))
        gathered: defaultdict[T, int] = defaultdict(int)
        for part, share in listed:
            scale = share * (common // part._total)
            for outcome, weight in part._weights.items():
                gathered[outcome] += weight * scale
        return cls.trusted(dict(gathered))

    @property
    def total(self) -> int:
        """The sum of all weights."""
        return self._total

    @property
    def weights(self) -> Mapping[T, int]:
        """A copy of outcome -> weight."""
        return dict(self._weights)

    @property
    def is_certain(self) -> bool:
        """Whether only one thing can happen."""
        return len(self._weights) == 1

    def items(self) -> Iterable[tuple[T, int]]:
        """Outcomes with their weights."""
        return self._weights.items()

    def weight(self, outcome: T) -> int:
        """The weight of one outcome, 0 if it cannot happen."""
        return self._weights.get(outcome, 0)

    def at(self, place: int) -> T:
        """The outcome that a number from 0 to total - 1 stands for: weights laid end to end.

        Raises `ChanceError` for any other number.
        """
        if not 0 <= place < self._total:
            raise ChanceError(f"{place} has no place in {self!r}")
        if self._places is None:
            self._places = list(self._weights), list(accumulate(self._weights.values()))
        outcomes, ends = self._places
        return outcomes[bisect_right(ends, place)]

    def probability(self, outcome: T) -> Fraction:
        """How likely one outcome is."""
        return Fraction(self.weight(outcome), self._total)

    def share(self, holds: Callable[[T], bool]) -> Fraction:
        """How likely it is that `holds` is true of the outcome."""
        return Fraction(sum(w for outcome, w in self.items() if holds(outcome)), self._total)

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """The distribution of `function` of the outcome; equal images merge."""
        gathered: defaultdict[U, int] = defaultdict(int)
        for outcome, weight in self._weights.items():
            gathered[function(outcome)] += weight
        return Distribution.trusted(dict(gathered))

    def then(self, follow: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """Draw from this, then from the distribution that depends on what was drawn (bind)."""
        return Distribution.mixture((follow(outcome), weight) for outcome, weight in self.items())

    def combine(self, other: Distribution[U], function: Callable[[T, U], V]) -> Distribution[V]:
        """`function` of independent draws from this and from `other`."""
        gathered: defaultdict[V, int] = defaultdict(int)
        for mine, weight in self._weights.items():
            for theirs, factor in other._weights.items():
                gathered[function(mine, theirs)] += weight * factor
        return Distribution.trusted(dict(gathered))

    def given(self, holds: Callable[[T], bool]) -> Distribution[T]:
        """This distribution, knowing that `holds` is true; `ChanceError` if it cannot be."""
        left = {outcome: weight for outcome, weight in self.items() if holds(outcome)}
        if not left:
            raise ChanceError(f"nothing that can happen meets the condition, of {self!r}")
        return Distribution.trusted(left)

    def at_least(self, bound: Any, key: Callable[[T], Any] | None = None) -> Fraction:
        """P(key(outcome) >= bound); without a key, outcomes are compared themselves."""
        return self.share(lambda outcome: (key(outcome) if key else outcome) >= bound)

    def mean(self, key: Callable[[T], int | Fraction] | None = None) -> Fraction:
        """The expected value of the outcome, or of `key` of it, as an exact fraction."""
        values: Iterable[Any] = map(key, self._weights) if key else self._weights
        weighted = zip(values, self._weights.values(), strict=True)
        return Fraction(sum(value * weight for value, weight in weighted), self._total)

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self._weights

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Distribution) and self._weights == other._weights

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._weights.items()))
        return self._hash

    def __repr__(self) -> str:
        if self._total <= _READABLE:
            shown = ", ".join(f"{outcome!r}: {weight}" for outcome, weight in self.items())
            return f"Distribution({{{shown}}}, total={self._total})"
        shown = ", ".join(
            f"{outcome!r}: {100 * w / self._total:.4g}%" for outcome, w in self.items()
        )
        return f"Distribution({{{shown}}}, total of {self._total.bit_length()} bits)"
