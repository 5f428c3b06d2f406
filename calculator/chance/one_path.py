"""A result: a rule read along one path, drawn from a seed of 128 bits.

The stream is ours to specify, so that anyone can recompute a result in any language (docs/
probability.md has a worked example). Block k is SHA-256 of the 16 bytes of the seed followed by k
as 8 bytes, big-endian; the blocks joined are the stream. A number below n takes the fewest whole
bytes that can hold n - 1, as a big-endian number, keeps its lowest bits as many as n - 1 has, and
tries again with the next bytes when the number is n or more. So no number is favoured.
"""

from __future__ import annotations

from typing import Final

from calculator.chance.distribution import Distribution, T
from calculator.chance.interface import Chance, Draw
from calculator.errors import Fault, FaultsError

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
        raise FaultsError(
            [Fault("seed", f"{seed!r} is not a seed", "1 to 32 hexadecimal digits, e.g. '5eed'")]
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
