"""Outcomes as a tree: first what a player asks ("goes home"), then how ("1 base lost").

Outcomes are named from what matters most to what matters least, in parts set off by commas, colons
and semicolons. Those whose names begin alike, wherever they stand in the list, are one branch with
the sum of their weights. Where an outcome says what becomes of several units (`fates`), each unit's
own chances are the sums over all outcomes, whatever becomes of the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from calculator.rules.action import Outcome
    from calculator.rules.odds import Odds

_STOP: Final = re.compile(r"([,:;] )")
"""What sets the parts of an outcome's name off from one another."""

QUARTERS: Final = 4
"""Shades of outcomes from worst to best."""

NO_MORE: Final = "nothing more"
"""The rest of a name that ends where others go on."""


@runtime_checkable
class WithFates(Protocol):
    """An outcome that decides over several units."""

    @property
    def fates(self) -> Iterable[tuple[str, str]]:
        """Each unit, as the rules call it here, with what becomes of it in a few words."""

    @property
    def in_short(self) -> Iterable[tuple[str, str]]:
        """Each unit with the one word that matters most: stands, runs, destroyed."""


class Branch(NamedTuple):
    """Outcomes whose names begin alike; a single one has no branches of its own.

    `weights` are of `totals`, one of each for every setting compared.
    """

    label: str
    weights: tuple[int, ...]
    totals: tuple[int, ...]
    outcomes: tuple[Any, ...]
    branches: tuple[Branch, ...] = ()

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """The chances from 0 to 1 in each of the settings, exact."""
        return tuple(map(Fraction, self.weights, self.totals))

    @property
    def share(self) -> Fraction:
        """The chance in the first setting."""
        return Fraction(self.weights[0], self.totals[0])

    def as_json(self) -> dict[str, Any]:
        """The branch of the first setting as the command line prints it for machines."""
        found: dict[str, Any] = {"label": self.label, "probability": float(self.share)}
        if self.branches:
            found["branches"] = [branch.as_json() for branch in self.branches]
        return found


class _Named(NamedTuple):
    """Outcomes of one name, with the parts of it that have not been used yet.

    Two settings may have outcomes that differ only in what their names leave out.
    """

    outcomes: tuple[Outcome, ...]
    parts_left: tuple[str, ...]
    weights: tuple[int, ...]


def branches_of(settings: Sequence[Odds]) -> tuple[Branch, ...]:
    """The tree of one setting's outcomes, or of all those that several settings can have.

    They stand in the order of severity of the first setting's action.
    """
    severity = settings[0].question.action.severity
    outcomes = sorted(
        dict.fromkeys(o for odds in settings for o in odds.distribution), key=severity
    )
    named: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        named.setdefault(outcome.label, []).append(outcome)
    totals = tuple(odds.distribution.total for odds in settings)
    return _grown(_leaves(named, settings), totals)


def _leaves(named: Mapping[str, Sequence[Outcome]], settings: Sequence[Odds]) -> Iterator[_Named]:
    """The outcomes of each label, with the weight that they have in each setting."""
    weighed = [dict(odds.distribution.items()) for odds in settings]
    for label, alike in named.items():
        shares = tuple(sum(weights.get(one, 0) for one in alike) for weights in weighed)
        yield _Named(tuple(alike), tuple(_STOP.split(label)), shares)


def _grown(named: Iterable[_Named], totals: tuple[int, ...]) -> tuple[Branch, ...]:
    """Branches of outcomes by the first part of their names, in the order they are met."""
    groups: dict[str, list[_Named]] = {}
    for one in named:
        groups.setdefault(one.parts_left[0] if one.parts_left else NO_MORE, []).append(one)
    return tuple(_branch(head, group, totals) for head, group in groups.items())


def _branch(head: str, group: list[_Named], totals: tuple[int, ...]) -> Branch:
    weights = tuple(map(sum, zip(*(one.weights for one in group), strict=True)))
    outcomes = tuple(outcome for one in group for outcome in one.outcomes)
    if len(group) == 1:
        return Branch("".join(group[0].parts_left) or head, weights, totals, outcomes)
    common = _common(group)
    rest = [one._replace(parts_left=one.parts_left[len(common) + 1 :]) for one in group]
    return Branch("".join(common) or head, weights, totals, outcomes, _grown(rest, totals))


def _common(group: list[_Named]) -> tuple[str, ...]:
    """The parts, and the stops between them, with which all the names begin."""
    together = zip(*(one.parts_left for one in group), strict=False)
    common = [parts[0] for parts in takewhile(lambda parts: len(set(parts)) == 1, together)]
    return tuple(common[: len(common) - 1 + len(common) % 2])


class Chance(NamedTuple):
    """How likely something is, and how likely in each setting compared; None where it is not asked
    there."""

    label: str
    shares: tuple[Fraction | None, ...]

    @property
    def now(self) -> Fraction:
        """The chance as it stands."""
        return self.shares[0] or Fraction(0)

    @property
    def others(self) -> tuple[Fraction | None, ...]:
        """The chance in each of the other settings."""
        return self.shares[1:]

    @property
    def changes(self) -> tuple[Fraction | None, ...]:
        """By how much each of the other settings makes it likelier."""
        return tuple(None if share is None else share - self.now for share in self.others)


class OutcomeRow(NamedTuple):
    """One branch of the tree of outcomes as it is listed.

    `path` tells it from all others, `grade` is how good its outcomes are for whom they may be good,
    from 0 to 1; None where there is no better or worse. A group has rows below it, unless folded.
    """

    chance: Chance
    path: tuple[int, ...]
    grade: float | None
    is_group: bool = False
    is_folded: bool = False

    @property
    def depth(self) -> int:
        """How far it is set in."""
        return len(self.path) - 1

    @property
    def quarter(self) -> int | None:
        """The quarter of its grade, from 1, the worst."""
        return None if self.grade is None else _quarter(self.grade)


def _quarter(grade: float) -> int:
    """The quarter of a grade, from 1, the worst."""
    return 1 + min(int(grade * QUARTERS), QUARTERS - 1)


class OutcomeTree:
    """The outcomes that any of the settings can have, as a tree in order of severity."""

    def __init__(self, settings: Sequence[Odds]) -> None:
        self.branches = branches_of(settings)
        severity = settings[0].question.action.severity
        ordered = [outcome for branch in self.branches for outcome in branch.outcomes]
        ordered.sort(key=severity)
        # What is certain is neither better nor worse than anything else.
        is_graded = severity.party and len(ordered) > 1
        most = len(ordered) - 1
        self._grades = {one: place / most for place, one in enumerate(ordered)} if is_graded else {}
        self._odds = settings[0]

    @property
    def spread(self) -> tuple[tuple[int, Fraction], ...]:
        """The quarters of the outcomes, 1 the worst, with the chance of each, in the first setting.

        Drawn they are one bar from worst to best; there are none where nothing is better or worse.
        """
        shares = [Fraction(0)] * (QUARTERS if self._grades else 0)
        for outcome, grade in self._grades.items():
            shares[_quarter(grade) - 1] += self._odds.probability(outcome)
        return tuple((number, share) for number, share in enumerate(shares, 1) if share)

    def rows(
        self, depth: int | None = None, turned: frozenset[tuple[int, ...]] = frozenset()
    ) -> Iterator[OutcomeRow]:
        """The branches down to a depth, or all; those in `turned` show, or hide, what is below."""
        yield from self._rows(self.branches, (), self.depth if depth is None else depth, turned)

    @property
    def depth(self) -> int:
        """How deep it goes below its first branches."""
        return max((_depth(branch) for branch in self.branches), default=0)

    def deepest(self, room: int) -> int:
        """How deep it can be unfolded within `room` rows."""
        depths = range(self.depth, 0, -1)
        return next((d for d in depths if sum(1 for _ in self.rows(d)) <= room), 0)

    def _rows(
        self,
        branches: Sequence[Branch],
        path: tuple[int, ...],
        depth: int,
        turned: frozenset[tuple[int, ...]],
    ) -> Iterator[OutcomeRow]:
        for place, branch in enumerate(branches):
            here = (*path, place)
            unfolds = (len(path) < depth) != (here in turned)
            chance = Chance(branch.label, branch.shares)
            is_group = bool(branch.branches)
            yield OutcomeRow(chance, here, self._grade(branch), is_group, is_group and not unfolds)
            if unfolds:
                yield from self._rows(branch.branches, here, depth, turned)

    def _grade(self, branch: Branch) -> float | None:
        grades = [self._grades[outcome] for outcome in branch.outcomes if outcome in self._grades]
        return sum(grades) / len(grades) if grades else None


def _depth(branch: Branch) -> int:
    return 1 + max(map(_depth, branch.branches)) if branch.branches else 0


def fates_of(odds: Odds, *, in_short: bool = False) -> dict[str, dict[str, Fraction]]:
    """What may become of each unit, with the chance of it; empty where outcomes do not say.

    In short it stands beside what the unit loses, so that it is empty too where the action does not
    say that. Fates stand in the order in which the outcomes, by severity, first bring them.
    """
    units: dict[str, dict[str, Fraction]] = {}
    beside_losses = not in_short or odds.question.action.tells_losses
    if not (beside_losses and isinstance(next(iter(odds.distribution)), WithFates)):
        return units
    for row in odds:
        share = Fraction(row.weight, odds.total)
        for unit, fate in row.outcome.in_short if in_short else row.outcome.fates:
            chances = units.setdefault(unit, {})
            chances[fate] = chances.get(fate, Fraction(0)) + share
    if not in_short:
        return units
    fates = dict.fromkeys(fate for chances in units.values() for fate in chances)
    return {
        unit: {fate: chances[fate] for fate in fates if fate in chances}
        for unit, chances in units.items()
    }
