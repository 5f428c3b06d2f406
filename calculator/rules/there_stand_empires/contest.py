"""Contests: points and heads of one side against points and heads of the other, read off a ladder.

A performance is the number of heads in 21 fair tosses; a point is worth one head. What is not a
fight between two units (a regroup, an army's morale) is a contest against friction, so that one
table of the chances to make a margin serves the whole game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache, wraps
from typing import Any, Concatenate, Final, Generic, NamedTuple, ParamSpec, TypeVar, cast

import attrs

from calculator.chance.dice import heads
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance, InTurn
from calculator.chance.procedure import Procedure, single
from calculator.kinds import Word
from calculator.rules.action import Draws
from calculator.rules.modifiers import Factor
from calculator.rules.phrases import counted, shown, signed
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.terms import Arm, Cover, Outnumbered, Quality, State
from calculator.rules.there_stand_empires.unit import CombatForm
from calculator.standing import Standing

ACTOR: Final = "actor"
TARGET: Final = "target"

R = TypeVar("R", bound=Word)
O = TypeVar("O")  # noqa: E741
P = ParamSpec("P")
Heads = tuple[int, int]


BANDS: Final = ("very weak", "weak", "moderate", "strong", "excellent", "brilliant")
"""How well a unit did, against what is expected of its quality (V); the worst first."""


def excess(performances: Heads) -> int:
    """By how many heads the first side is ahead of the other."""
    mine, theirs = performances
    return mine - theirs


@attrs.frozen(cache_hash=True, repr=False)
class Ladder(Generic[R]):
    """Reads by how many heads the actor is ahead; with `points`, those he has more than the other
    side, that is the margin.

    It reaches the first rung whose floor the margin makes, or the rest.
    """

    points: int
    rungs: tuple[tuple[R, int], ...]
    rest: R

    def __call__(self, ahead: int) -> R:
        margin = self.points + ahead
        for rung, floor in self.rungs:
            if margin >= floor:
                return rung
        return self.rest


class Factors(NamedTuple):
    """Reads the factors of one contest from its own tables: `key` is its place among them."""

    tables: Tables
    stage: str
    key: str

    def by(
        self, side: str, name: str, entry: str, *, points: int | None = None, source: str = ""
    ) -> Factor:
        """A factor worth what `entry` of the contest's tables says or, where that is but a measure
        of it, so many `points`; it cites what the entry does, or a `source` of its own."""
        return self._worth(side, name, f"{self.key}.{entry}", points, source)

    def _worth(
        self, side: str, name: str, key: str, points: int | None = None, source: str = ""
    ) -> Factor:
        """It cites "VII, size" where the text has the direction and the size is judged."""
        entry = self.tables.entry(key)
        section = source or entry.source
        if section and entry.standing is Standing.JUDGEMENT:
            section += ", size"
        return Factor.worth(self.tables, self.stage, name, side, key, points=points, source=section)

    def quality(self, side: str, arm: Arm, quality: Quality) -> Factor:
        """What a side is worth by its quality (II)."""
        rated = rating(arm, quality)
        name = f"{rated} {arm.label}" if arm.has_quality else arm.label
        return self._worth(side, name.capitalize(), f"combat.quality.{rated}")

    def qualities(self, form: CombatForm) -> Iterator[Factor]:
        """What both sides are worth by their quality (II)."""
        yield self.quality(ACTOR, form.actor, form.quality)
        yield self.quality(TARGET, form.target, form.target_quality)

    def states(self, form: CombatForm) -> Iterator[Factor]:
        """What disorder costs either side, and demoralization the target (V)."""
        if form.actor_state is not State.OK:
            yield self.by(ACTOR, "Actor disordered", "actor-disordered")
        yield from self.target_state(form)

    def target_state(self, form: CombatForm) -> Iterator[Factor]:
        """What disorder or demoralization costs the target (V)."""
        state = form.target_state
        if state is not State.OK:
            yield self.by(TARGET, f"Target {state.label}", f"target-state.{state.value}")

    def cover(self, form: CombatForm) -> Iterator[Factor]:
        """What cover is worth to the target (VIII)."""
        if form.cover is not Cover.OPEN:
            yield self.by(TARGET, f"Cover: {form.cover.label}", f"cover.{form.cover.value}")

    def outnumbered(
        self, setting: Outnumbered, actors: int, targets: int, least: int | Fraction = 1
    ) -> Iterator[Factor]:
        """What being outnumbered costs the side that is (VI, VII); see `outnumbered`.

        Where a player has set it by hand nobody knows by how many.
        """
        by = 0
        if setting.is_worked_out:
            setting, by = outnumbered(actors, targets, least), abs(actors - targets)
        if setting is not Outnumbered.EVEN:
            badly = setting in {Outnumbered.ACTOR_BADLY, Outnumbered.TARGET_BADLY}
            side = ACTOR if setting in {Outnumbered.ACTOR, Outnumbered.ACTOR_BADLY} else TARGET
            name = setting.label.capitalize() + (f" by {counted(by, 'base')}" if by else "")
            yield self.by(side, name, f"outnumbered.{'badly' if badly else 'plainly'}")


def rating(arm: Arm, quality: Quality) -> str:
    """The word under which a unit's quality stands in the tables."""
    return str(quality.value) if arm.has_quality else arm.family


def outnumbered(actors: int, targets: int, least: int | Fraction) -> Outnumbered:
    """Who is outnumbered where so many bases act against so many.

    It takes odds of more than one, and of `least` or more; twice as many is badly (VI, VII).
    """
    fewer, more = sorted((actors, targets))
    if more == fewer or more < least * fewer:
        return Outnumbered.EVEN
    badly = more >= 2 * fewer
    if actors > targets:
        return Outnumbered.TARGET_BADLY if badly else Outnumbered.TARGET
    return Outnumbered.ACTOR_BADLY if badly else Outnumbered.ACTOR


class Contest(NamedTuple, Generic[R]):
    """One contest: who pulls which way, and what the margins mean."""

    tables: Tables
    stage: str
    key: str
    factors: tuple[Factor, ...]
    ladder: Ladder[R]
    reading: InTurn[Heads, R]
    """Reads the rung that is reached off both performances."""

    def decide(self, chance: Chance) -> R:
        """The rung that the two performances reach."""
        coins = self.tables.points("contest.coins")
        return chance.read_off(performances(coins), self.reading, self.stage)

    def procedure(self, outcome: Callable[[R], O]) -> Procedure[Any, O]:
        """The procedure of an action that is this contest alone; `outcome` is that of a rung."""
        return single(lambda chance: outcome(self.decide(chance)))

    def reached(self, draws: Draws) -> R | None:
        """The rung that was reached, by what was drawn; None if this was never fought."""
        drawn: Heads | None = shown(draws, self.stage)
        return self.reading(drawn) if drawn else None

    def lines(self, draws: Draws, mine: str, theirs: str) -> Iterator[str]:
        """Both performances and the margin between them, if this was fought."""
        if drawn := shown(draws, self.stage):
            ours, others = (performance(self.tables, tossed) for tossed in drawn)
            points = self.ladder.points
            margin = points + excess(drawn)
            with_points = f"with {signed(points)} in points, " if points else ""
            ending = f"{with_points}a margin of {signed(margin) if margin else 0}."
            yield f"{mine}: {ours}; {theirs}: {others}; {ending}"


@lru_cache(maxsize=8)
def performances(coins: int) -> Distribution[Heads]:
    """The heads of both sides, each of `coins` fair tosses."""
    return heads(coins).combine(heads(coins), lambda mine, theirs: (mine, theirs))


@lru_cache(maxsize=256)
def performance(tables: Tables, heads: int) -> str:
    """A performance in words: "strong (12 of 21)"."""
    return f"{band(tables, heads)} ({heads} of {tables.points('contest.coins')})"


def band(tables: Tables, tossed: int) -> str:
    """The band that a number of heads falls in."""
    return BANDS[sum(tossed >= floor for floor in tables.numbers("contest.bands"))]


_Pulling = Callable[Concatenate[Factors, P], Iterable[Factor]]
_Fought = Callable[Concatenate[Tables, P], Contest[R]]


def contest(stage: str, key: str, words: type[R]) -> Callable[[_Pulling[P]], _Fought[P, R]]:
    """Makes a contest of a function that gives its factors.

    It is fought over `words`, the best for the actor first. The floors of all but the last stand in
    the tables under `key` + ".ladder".
    """

    def decorator(pulling: _Pulling[P]) -> _Fought[P, R]:
        @wraps(pulling)
        def fought(tables: Tables, /, *args: P.args, **kwargs: P.kwargs) -> Contest[R]:
            factors = tuple(pulling(Factors(tables, stage, key), *args, **kwargs))
            points = sum(one.points if one.side == ACTOR else -one.points for one in factors)
            *named, rest = words
            rungs = tuple((rung, tables.points(f"{key}.ladder.{rung.value}")) for rung in named)
            ladder = Ladder(points, rungs, rest)
            return Contest(tables, stage, key, factors, ladder, InTurn(excess, ladder))

        return cast("_Fought[P, R]", lru_cache(maxsize=256)(fought))

    return decorator
