"""Outcomes as a tree: first what a player asks ("goes home"), then how ("1 base lost").

Outcomes are named from what matters most to what matters least, in parts set off by commas, colons
and semicolons. Those whose names begin alike, wherever they stand in the list, are one branch with
the sum of their weights.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import takewhile
from math import ceil
from typing import Any, Final, NamedTuple, TypeAlias

from calculator.rules.action import Outcome
from calculator.rules.question import Odds

_STOP: Final = re.compile(r"([,:;] )")
"""What sets the parts of an outcome's name off from one another."""

SHADES: Final = 4
"""Shades of outcomes from worst to best."""

NO_MORE: Final = "nothing more"
"""The rest of a name that ends where others go on."""


class Branch(NamedTuple):
    """Outcomes whose names begin alike; a single one has no branches of its own. `shares` are their
    chances from 0 to 1, exact, one for every setting compared."""

    label: str
    shares: tuple[Fraction, ...]
    outcomes: tuple[Any, ...]
    branches: tuple[Branch, ...] = ()

    @property
    def share(self) -> Fraction:
        """The chance in the first setting."""
        return self.shares[0]

    def as_json(self) -> dict[str, Any]:
        """The branch of the first setting as the command line prints it for machines."""
        found: dict[str, Any] = {"label": self.label, "probability": float(self.share)}
        if self.branches:
            found["branches"] = [branch.as_json() for branch in self.branches]
        return found


_Named: TypeAlias = tuple[Sequence[str], tuple[Any, ...]]
"""The parts of a name that have not been used yet, with all outcomes of that name: two settings may
have outcomes that differ only in what their names leave out."""


def branches_of(settings: Sequence[Odds]) -> tuple[Branch, ...]:
    """The tree of one setting's outcomes, or of all those that several settings can have. They
    stand in the order of severity of the first setting's action."""
    severity = settings[0].question.action.severity
    weighed = [dict(odds.distribution.items()) for odds in settings]
    totals = [odds.distribution.total for odds in settings]
    named: dict[str, list[Outcome]] = {}
    for outcome in sorted(dict.fromkeys(o for weights in weighed for o in weights), key=severity):
        named.setdefault(outcome.label, []).append(outcome)

    def grown(names: Iterable[_Named]) -> tuple[Branch, ...]:
        """Branches of outcomes by the first part of their names, in the order they are met."""
        groups: dict[str, list[_Named]] = {}
        for parts, alike in names:
            groups.setdefault(parts[0] if parts else NO_MORE, []).append((parts, alike))
        return tuple(branch(head, group) for head, group in groups.items())

    def branch(head: str, group: list[_Named]) -> Branch:
        outcomes = tuple(outcome for _, alike in group for outcome in alike)
        weights = (sum(of.get(one, 0) for one in outcomes) for of in weighed)
        shares = tuple(map(Fraction, weights, totals))
        if len(group) == 1:
            return Branch("".join(group[0][0]) or head, shares, outcomes)
        common = _common([parts for parts, _ in group])
        rest = grown((parts[len(common) + 1 :], alike) for parts, alike in group)
        return Branch("".join(common) or head, shares, outcomes, rest)

    return grown((_STOP.split(label), tuple(alike)) for label, alike in named.items())


def _common(names: Iterable[Sequence[str]]) -> list[str]:
    """The parts, and the stops between them, with which all the names begin."""
    together = zip(*names, strict=False)
    common = [parts[0] for parts in takewhile(lambda parts: len(set(parts)) == 1, together)]
    return common[: len(common) - 1 + len(common) % 2]


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

    `path` tells it from all others, `shade` is how good its outcomes are for whom they may be
    good, from 1, the worst; None where there is no better or worse. A group has rows below it,
    unless folded.
    """

    chance: Chance
    path: tuple[int, ...]
    shade: int | None
    is_group: bool = False
    is_folded: bool = False

    @property
    def depth(self) -> int:
        """How far it is set in."""
        return len(self.path) - 1


class OutcomeTree:
    """The outcomes that any of the settings can have, as a tree in order of severity. `named` puts
    names into their words."""

    def __init__(self, settings: Sequence[Odds], named: Callable[[str], str] = str) -> None:
        self.named = named
        self.branches = branches_of(settings)
        severity = settings[0].question.action.severity
        ordered = [outcome for branch in self.branches for outcome in branch.outcomes]
        ordered.sort(key=severity)
        # What is certain is neither better nor worse than anything else.
        is_graded = severity.party and len(ordered) > 1
        self._grades = {one: place for place, one in enumerate(ordered)} if is_graded else {}
        self._odds = settings[0]

    def _shade(self, grades: Sequence[int]) -> int:
        """The shade of the mean of grades, from 1, which the worst has alone."""
        return 1 + ceil(Fraction((SHADES - 1) * sum(grades), (len(self._grades) - 1) * len(grades)))

    @property
    def spread(self) -> tuple[tuple[int, Fraction], ...]:
        """The shades of the outcomes, 1 the worst, with the chance of each, in the first setting.

        Drawn they are one bar from worst to best; there are none where nothing is better or worse.
        """
        shares = [Fraction(0)] * (SHADES if self._grades else 0)
        for outcome, grade in self._grades.items():
            shares[self._shade([grade]) - 1] += self._odds.probability(outcome)
        return tuple((number, share) for number, share in enumerate(shares, 1) if share)

    def rows(
        self, depth: int | None = None, turned: frozenset[tuple[int, ...]] = frozenset()
    ) -> Iterator[OutcomeRow]:
        """The branches down to a depth, or all; those in `turned` show, or hide, what is below."""
        most = self.depth if depth is None else depth

        def below(branches: Sequence[Branch], path: tuple[int, ...]) -> Iterator[OutcomeRow]:
            for place, branch in enumerate(branches):
                here = (*path, place)
                unfolds = (len(path) < most) != (here in turned)
                chance = Chance(self.named(branch.label), branch.shares)
                is_group = bool(branch.branches)
                grades = [self._grades[one] for one in branch.outcomes if one in self._grades]
                shade = self._shade(grades) if grades else None
                yield OutcomeRow(chance, here, shade, is_group, is_group and not unfolds)
                if unfolds:
                    yield from below(branch.branches, here)

        yield from below(self.branches, ())

    @property
    def depth(self) -> int:
        """How deep it goes below its first branches."""
        return max((_depth(branch) for branch in self.branches), default=0)

    def deepest(self, room: int) -> int:
        """How deep it can be unfolded within `room` rows."""
        depths = range(self.depth, 0, -1)
        return next((d for d in depths if sum(1 for _ in self.rows(d)) <= room), 0)


def _depth(branch: Branch) -> int:
    return 1 + max(map(_depth, branch.branches)) if branch.branches else 0
