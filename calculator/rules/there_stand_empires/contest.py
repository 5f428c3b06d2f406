"""Contests: points and heads of one side against points and heads of the other, read off a ladder.

A performance is the number of heads in 21 fair tosses; a point is worth one head. What is not a
fight between two units (a regroup, an army's morale) is a contest against friction, so that one
table of the chances to make a margin serves the whole game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache, partial
from typing import Any, ClassVar, Final, Generic, TypeVar

import attrs

from calculator.chance.dice import heads
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance, InTurn
from calculator.conditions import Condition, Worked, always, where
from calculator.forms import Form
from calculator.kinds import Word
from calculator.rules.action import Action, Draws, F, O
from calculator.rules.modifiers import Factor, Modifier, S, Text, total
from calculator.rules.phrases import counted, shown
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.terms import Cover, Outnumbered, State, of_quality
from calculator.standing import Standing

ACTOR: Final = "actor"
TARGET: Final = "target"

R = TypeVar("R", bound=Word)
Heads = tuple[int, int]

BANDS: Final = ("very weak", "weak", "moderate", "strong", "excellent", "brilliant")
"""How well a unit did, against what is expected of its quality (V); the worst first."""


def excess(performances: Heads) -> int:
    """By how many heads the first side is ahead of the other."""
    mine, theirs = performances
    return mine - theirs


@attrs.frozen(cache_hash=True, repr=False)
class Bout(Generic[R]):
    """A contest as a form has it, which reads by how many heads the actor is ahead; with `points`,
    those he has more than the other side, that is the margin.

    It reaches the first rung whose floor the margin makes, or the rest.
    """

    tables: Tables = attrs.field(eq=False)
    stage: str = attrs.field(eq=False)
    points: int
    rungs: tuple[tuple[R, int], ...]
    rest: R

    def __call__(self, ahead: int) -> R:
        margin = self.points + ahead
        for rung, floor in self.rungs:
            if margin >= floor:
                return rung
        return self.rest

    def decide(self, chance: Chance) -> R:
        """The rung that the two performances reach."""
        coins = self.tables.points("contest.coins")
        return chance.read_off(performances(coins), InTurn(excess, self), self.stage)

    def told(self, ahead: int) -> str:
        """The margin with the rung that it reaches and the next ones up and down:
        "+2: disordered (+4 falls back, below +1 nothing)".
        """
        margin = self.points + ahead
        words = [*(rung.label for rung, _ in self.rungs), self.rest.label]
        floors = [floor for _, floor in self.rungs]
        at = sum(floor > margin for floor in floors)
        better = [f"{_plus(floors[at - 1])} {words[at - 1]}"] if at else []
        worse = [f"below {_plus(floors[at])} {words[at + 1]}"] if at < len(floors) else []
        return f"{_plus(margin)}: {words[at]} ({', '.join(better + worse)})"

    def lines(self, draws: Draws, mine: str, theirs: str) -> Iterator[str]:
        """Both performances and the margin between them, if this was fought."""
        if drawn := shown(draws, self.stage):
            coins = self.tables.points("contest.coins")
            ours, others = (f"{band(self.tables, n)} ({n} of {coins})" for n in drawn)
            with_points = f"with {self.points:+d} in points, " if self.points else ""
            ending = f"{with_points}a margin of {self.told(excess(drawn))}."
            yield f"{mine}: {ours}; {theirs}: {others}; {ending}"


def _plus(number: int) -> str:
    return f"{number:+d}" if number else "0"


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Point(Modifier[S]):
    """What pulls in points. It cites "VII, size" where the text has the direction and the size is
    judged. `changed` is what a change of it is called, where the situation changes, and
    `changed_source` the section of that. Of an effect by which a contest has another `ladder`, that
    is the key.
    """

    changed: str = ""
    changed_source: str = ""
    ladder: str = ""

    def factors(self, subject: S, tables: Tables) -> Iterator[Factor]:
        for factor in super().factors(subject, tables):
            judged = factor.source and factor.standing is Standing.JUDGEMENT
            yield factor._replace(source=f"{factor.source}, size") if judged else factor

    def change(self, before: S, after: S, stage: str, tables: Tables) -> Iterator[Factor]:
        """How Why lists what it is worth more after a change than before, if it is."""
        if more := total([self], after, tables) - total([self], before, tables):
            for factor in self.factors(after if self.holds(after, tables) else before, tables):
                name, source = self.changed or factor.name, self.changed_source or factor.source
                yield factor._replace(stage=stage, name=name, points=int(more), source=source)


def by(side: str, name: Text[Any], value: str, when: Condition = always, **more: Any) -> Point[Any]:
    """What is worth points to a `side` in each contest that takes it up."""
    return Point(stage="", side=side, name=name, value=value, when=when, **more)


class Contest(Generic[R]):
    """One contest of the rules: what pulls in it, and the `words` that it is fought over, the best
    for the actor first.

    A table key that begins with a dot stands under the contest's own `key`; so do the floors of all
    rungs but the last, under `key` + ".ladder" or the first other ladder whose effect counts. A
    ladder may lack rungs. The contest is fought, and pulled at, `when` that holds.
    """

    def __init__(
        self, key: str, words: type[R], *pulling: Point[Any], when: Condition = always
    ) -> None:
        self.stage = key.rpartition(".")[2].replace("-", " ")
        self.key, self.words, self.when = key, words, when
        self.modifiers = tuple(map(self._taken_up, pulling))

    def _taken_up(self, one: Point[Any]) -> Point[Any]:
        value = one.value
        if isinstance(value, str) and value.startswith("."):
            value = self.key + value
        return attrs.evolve(one, stage=self.stage, value=value, when=one.when & self.when)

    @lru_cache(maxsize=1024)  # noqa: B019 - there are eight contests in all
    def bout(self, form: Form, tables: Tables) -> Bout[R]:
        """The contest as a form has it, with the least margin of each rung but the last."""
        pulling = tuple(one for one in self.modifiers if one.holds(form, tables))
        signs = {ACTOR: 1, TARGET: -1}
        points = sum(signs[str(one.side)] * one.points(form, tables) for one in pulling)
        ladder = next((one.ladder for one in pulling if one.ladder), ".ladder")
        keys = {rung: f"{self.key}{ladder}.{rung.value}" for rung in self.words}
        floors = tuple((rung, tables.points(key)) for rung, key in keys.items() if key in tables)
        *_, rest = self.words
        return Bout(tables, self.stage, int(points), floors, rest)


class Contested(Action[F, O]):
    """An action that is one contest; if it is not fought, what comes of it is settled."""

    contest: ClassVar[Contest[Any]]
    effects: ClassVar[tuple[Modifier[Any], ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "contest" in vars(cls):
            cls.modifiers = (*cls.contest.modifiers, *cls.effects)

    @cached_property
    def bout(self) -> Bout[Any]:
        """The contest of this question."""
        return self.contest.bout(self.form, self.tables)

    def resolve(self, chance: Chance) -> O:
        fought = self.contest.when(self.form, self.tables)
        return self.ended(self.bout.decide(chance) if fought else None)

    def ended(self, rung: Any) -> O:
        """The outcome of a rung, or of None: what is settled."""
        raise NotImplementedError


@lru_cache(maxsize=8)
def performances(coins: int) -> Distribution[Heads]:
    """The heads of both sides, each of `coins` fair tosses."""
    return heads(coins).combine(heads(coins), lambda mine, theirs: (mine, theirs))


@lru_cache(maxsize=256)
def band(tables: Tables, tossed: int) -> str:
    """The band that a number of heads falls in."""
    return BANDS[sum(tossed >= floor for floor in tables.numbers("contest.bands"))]


def of_the_actor(value: str) -> Point[Any]:
    """What the actor is worth by its quality (II)."""
    return by(ACTOR, of_quality, value, also_reads=("actor", "quality"))


TARGET_QUALITY: Final = by(
    TARGET,
    partial(of_quality, prefix="target_"),
    "combat.quality.{target_rated}",
    also_reads=("target", "target_quality"),
)
QUALITIES: Final = (of_the_actor("combat.quality.{rated}"), TARGET_QUALITY)

ACTOR_DISORDERED: Final = by(
    ACTOR, "Actor disordered", ".actor-disordered", ~where("actor_state", State.OK)
)
TARGET_STATE: Final = by(
    TARGET,
    "Target {target_state}",
    ".target-state.{target_state.value}",
    ~where("target_state", State.OK),
)
"""What disorder costs either side, and demoralization the target (V)."""

COVER: Final = by(TARGET, "Cover: {cover}", ".cover.{cover.value}", ~where("cover", Cover.OPEN))
"""What cover is worth to the target (VIII)."""


def _by_how_many(form: Any) -> str:
    """Who is outnumbered; where a player has set it by hand nobody knows by how many."""
    who: str = form.outnumbered_one.label.capitalize()
    if form.outnumbered is not Outnumbered.WORKED_OUT:
        return who
    return f"{who} by {counted(abs(form.acting_bases - form.target_bases), 'base')}"


def _outnumbered(side: str, *settings: Outnumbered) -> Point[Any]:
    counts = "outnumbered", "bases", "earlier_assaults", "target_bases"
    fewer = Worked(lambda form, _: form.outnumbered_one in settings, counts, "it is outnumbered")
    return by(side, _by_how_many, ".outnumbered.{outnumbered_one.how}", fewer)


OUTNUMBERED: Final = (
    _outnumbered(ACTOR, Outnumbered.ACTOR, Outnumbered.ACTOR_BADLY),
    _outnumbered(TARGET, Outnumbered.TARGET, Outnumbered.TARGET_BADLY),
)
"""What being outnumbered costs the side that is (VI, VII)."""
