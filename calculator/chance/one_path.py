"""A result: a rule read along one path, drawn from a seed of 128 bits.

The stream is ours to specify, so that anyone can recompute a result in any language (docs/
probability.md has a worked example). Block k is SHA-256 of the 16 bytes of the seed followed by k
as 8 bytes, big-endian; the blocks joined are the stream. A number below n takes the fewest whole
bytes that can hold n - 1, as a big-endian number, keeps its lowest bits as many as n - 1 has, and
tries again with the next bytes when the number is n or more. So no number is favoured.

Where exact odds would take more paths than their budget they are sampled, and never passed for
exact: a rule is read along many paths, and the `Sample` knows from how many it comes and how far
off it may be. Path k of a sample has a seed of its own: the first 16 bytes of SHA-256 of the 16
bytes of the sample's seed followed by k as 8 bytes, big-endian. So anyone can draw any of the paths
again, further paths go on where earlier ones ended, and it does not matter how many processes share
the work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import sqrt
from typing import Final, Generic, NamedTuple

from calculator.chance.distribution import Distribution, T
from calculator.chance.interface import Chance, Draw
from calculator.errors import FaultsError

SEED_BYTES: Final = 16


def fresh_seed() -> str:
    """128 bits from the operating system, as 32 hexadecimal digits."""
    import secrets

    return secrets.token_hex(SEED_BYTES)


def seed_digits(seed: object) -> str:
    """The hexadecimal digits of a seed as they are recorded: 1 to 32, small letters, no prefix.

    Capitals, ``0x`` before it and spaces around it may be typed. Raises `FaultsError` for anything
    else, and for a number: 10 could be ten or sixteen.
    """
    digits = seed.strip().lower().removeprefix("0x") if isinstance(seed, str) else ""
    if not 1 <= len(digits) <= 2 * SEED_BYTES or not set(digits) <= set("0123456789abcdef"):
        raise FaultsError.at(
            "seed", f"{seed!r} is not a seed", "1 to 32 hexadecimal digits, e.g. '5eed'"
        )
    return digits


def seed_bytes(seed: str) -> bytes:
    """The bytes of a seed, padded with zeros on the left. Raises as `seed_digits` does."""
    return bytes.fromhex(seed_digits(seed).zfill(2 * SEED_BYTES))


class Stream:
    """Unbiased whole numbers from a seed, the same on every platform."""

    def __init__(self, seed: str) -> None:
        self._seed = seed_bytes(seed)
        self._block = 0
        self._buffer = b""
        self._at = 0

    def _more(self, count: int) -> None:
        """Let at least so many bytes stand ready."""
        import hashlib

        self._buffer, self._at = self._buffer[self._at :], 0
        while len(self._buffer) < count:
            block = self._block.to_bytes(8, "big")
            self._buffer += hashlib.sha256(self._seed + block).digest()
            self._block += 1

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely. `bound` is at least 1."""
        bits = (bound - 1).bit_length()
        count, mask = (bits + 7) // 8, (1 << bits) - 1
        while True:
            if self._at + count > len(self._buffer):
                self._more(count)
            start = self._at
            self._at += count
            number = int.from_bytes(self._buffer[start : self._at], "big") & mask
            if number < bound:
                return number


class OnePath(Chance):
    """Answers from a seed, and keeps what it drew in `draws`."""

    def __init__(self, seed: str) -> None:
        self._stream = Stream(seed)
        self.draws: list[Draw] = []

    def draw(self, what: Distribution[T], ask: str) -> T:
        if what.is_certain:
            return next(iter(what))
        number = self._stream.below(what.total)
        value = what.at(number)
        self.draws.append(Draw(ask, number, what.total, value))
        return value


PATHS: Final = 10_000
"""Paths of a sample unless more are asked for: a chance of one half is then within a point."""

_PRIOR: Final = 2
"""Paths counted in as successes, and as failures, when a standard error is worked out."""


def path_seed(seed: str, number: int) -> str:
    """The seed of one path of a sample, counted from 0."""
    import hashlib

    digest = hashlib.sha256(seed_bytes(seed) + number.to_bytes(8, "big"))
    return digest.hexdigest()[: 2 * SEED_BYTES]


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
