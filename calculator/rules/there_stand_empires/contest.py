"""Contests: points and heads of one side against points and heads of the other, read off a ladder.

A performance is the number of heads in 21 fair tosses; a point is worth one head. What is not a
fight between two units (a regroup, an army's morale) is a contest against friction, so that one
table of the chances to make a margin serves the whole game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, Generic, TypeVar

import attrs

from calculator.chance.dice import heads
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance, Draw
from calculator.kinds import Word
from calculator.rules.system import Factor
from calculator.rules.tables import Tables
from calculator.rules.telling import shown

ACTOR: Final = "actor"
TARGET: Final = "target"

R = TypeVar("R", bound=Word)
Heads = tuple[int, int]


class Band(Enum):
    """How well a unit did, against what is expected of its quality (V); the worst first."""

    VERY_WEAK = "very weak"
    WEAK = "weak"
    MODERATE = "moderate"
    STRONG = "strong"
    EXCELLENT = "excellent"
    BRILLIANT = "brilliant"


@attrs.frozen(cache_hash=True)
class Ladder(Generic[R]):
    """Reads a pair of performances: the first rung whose floor the margin makes, or the rest."""

    points: int
    rungs: tuple[tuple[R, int], ...]
    rest: R

    def __call__(self, performances: Heads) -> R:
        mine, theirs = performances
        margin = self.points + mine - theirs
        for rung, floor in self.rungs:
            if margin >= floor:
                return rung
        return self.rest


@attrs.frozen
class Contest(Generic[R]):
    """One contest: who pulls which way, and what the margins mean."""

    stage: str
    factors: tuple[Factor, ...]
    ladder: Ladder[R]
    coins: int

    @classmethod
    def of(
        cls, tables: Tables, stage: str, key: str, words: type[R], factors: Iterable[Factor]
    ) -> Contest[R]:
        """A contest over `words`, the best for the actor first.

        The floors of all but the last stand in the tables under `key` + ".ladder". Factors that
        are worth nothing are left out.
        """
        pulling = tuple(factor for factor in factors if factor.points)
        *named, rest = words
        rungs = tuple((rung, tables.points(f"{key}.ladder.{rung.value}")) for rung in named)
        ladder = Ladder(margin_points(pulling), rungs, rest)
        return cls(stage, pulling, ladder, tables.points("contest.coins"))

    @property
    def points(self) -> int:
        """The actor's points less those of the other side."""
        return self.ladder.points

    def decide(self, chance: Chance) -> R:
        """The rung that the two performances reach."""
        return chance.read_off(performances(self.coins), self.ladder, self.stage)

    def told_by(self, draws: Sequence[Draw]) -> R | None:
        """The rung that was reached, by what was drawn; None if this was never fought."""
        drawn: Heads | None = shown(draws, self.stage)
        return self.ladder(drawn) if drawn else None


def margin_points(factors: Iterable[Factor]) -> int:
    """The actor's points less those of the other side."""
    return sum(factor.points if factor.side == ACTOR else -factor.points for factor in factors)


@lru_cache(maxsize=8)
def performances(coins: int) -> Distribution[Heads]:
    """The heads of both sides, each of `coins` fair tosses."""
    return heads(coins).combine(heads(coins), lambda mine, theirs: (mine, theirs))


def band(tables: Tables, tossed: int) -> Band:
    """The band that a number of heads falls in."""
    floors = tables.numbers("contest.bands")
    return list(Band)[sum(tossed >= floor for floor in floors)]
