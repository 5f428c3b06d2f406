"""The chances a player compares: the questions asked most, every outcome, and what is pinned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from calculator.answering import label_of
from calculator.forms import Field, fields_of, mattering, texts
from calculator.kinds import Choice, YesNo
from calculator.rules.outcome_tree import Branch, branches_of

if TYPE_CHECKING:
    from calculator.rules.question import Odds

CHIEF: Final = 3
"""Questions that stand first and stay in sight: declared in the order in which players ask."""


class NamedChance(NamedTuple):
    """A name with its chance now and in each pinned set-up; None where that does not ask it."""

    label: str
    shares: tuple[Fraction | None, ...]

    @property
    def now(self) -> Fraction:
        """The chance as it stands."""
        return self.shares[0] or Fraction(0)


class ChanceRow(NamedTuple):
    """One branch of the tree of outcomes as it is listed.

    `path` tells it from all others, `grade` is how good its outcomes are for whom they may be good,
    from 0 to 1; None where there is no better or worse.
    """

    chance: NamedChance
    path: tuple[int, ...]
    has_more: bool
    grade: float | None

    @property
    def depth(self) -> int:
        """How far it is set in."""
        return len(self.path) - 1


class Ranked(NamedTuple):
    """A set-up in the ranking: its name, its chief chance, and that less the chance now."""

    name: str
    share: Fraction
    difference: Fraction


class Tree:
    """The outcomes of the present set-up, and of those pinned, as a tree in order of severity."""

    def __init__(self, settings: Sequence[Odds]) -> None:
        self._branches = branches_of(settings)
        severity = settings[0].question.action.severity
        ordered = [outcome for branch in self._branches for outcome in branch.outcomes]
        ordered.sort(key=severity)
        # What is certain is neither better nor worse than anything else.
        is_graded = severity.party and len(ordered) > 1
        most = len(ordered) - 1
        self._grades = {one: place / most for place, one in enumerate(ordered)} if is_graded else {}

    def rows(self, depth: int, turned: frozenset[tuple[int, ...]]) -> Iterator[ChanceRow]:
        """The branches down to a depth; those in `turned` show, or hide, what is below them."""
        yield from self._rows(self._branches, (), depth, turned)

    @property
    def depth(self) -> int:
        """How deep it goes below its first branches."""
        return max((_depth(branch) for branch in self._branches), default=0)

    def _rows(
        self,
        branches: Sequence[Branch],
        path: tuple[int, ...],
        depth: int,
        turned: frozenset[tuple[int, ...]],
    ) -> Iterator[ChanceRow]:
        for place, branch in enumerate(branches):
            here = (*path, place)
            unfolds = (len(path) < depth) != (here in turned)
            chance = NamedChance(branch.label, branch.shares)
            yield ChanceRow(
                chance, here, bool(branch.branches) and not unfolds, self._grade(branch)
            )
            if unfolds:
                yield from self._rows(branch.branches, here, depth, turned)

    def _grade(self, branch: Branch) -> float | None:
        grades = [self._grades[outcome] for outcome in branch.outcomes if outcome in self._grades]
        return sum(grades) / len(grades) if grades else None


def _depth(branch: Branch) -> int:
    return 1 + max(map(_depth, branch.branches)) if branch.branches else 0


def measures(odds: Odds, pinned: Sequence[Odds]) -> list[NamedChance]:
    """The action's measures, with those of what is pinned, which must be comparable."""
    return [
        NamedChance(m.label, (odds.measure(m.key), *(_measure(pin, m.key) for pin in pinned)))
        for m in odds.question.action.measures
    ]


def _measure(odds: Odds, key: str) -> Fraction | None:
    known = any(measure.key == key for measure in odds.question.action.measures)
    return odds.measure(key) if known else None


def ranking(odds: Odds, pins: Sequence[tuple[str, Odds]]) -> list[Ranked]:
    """The present set-up and the pins by the chief chance, the best first; or nothing."""
    measures = odds.question.action.measures
    if not measures:
        return []
    now = odds.measure(measures[0].key)
    found = [Ranked("as set up", now, Fraction(0))]
    for name, pin in pins:
        share = _measure(pin, measures[0].key)
        if share is not None:
            found.append(Ranked(name, share, share - now))
    return sorted(found, key=lambda standing: -measures[0].merit(standing.share))


def difference_in_words(odds: Odds, other: Odds) -> str:
    """What is otherwise in another set-up: its action, and its answers where they differ."""
    mine, theirs = odds.question, other.question
    words = [] if mine.action.key == theirs.action.key else [theirs.action.label.lower()]
    here, there = texts(mine.form), texts(theirs.form)
    words += [
        _in_words(field, there[field.key], fields_of(type(theirs.form)))
        for field in mattering(theirs.form)
        if here.get(field.key) != there[field.key]
    ]
    return ", ".join(words) or "the same"


def _in_words(field: Field, text: str, fields: Sequence[Field]) -> str:
    """An answer; with its field's name where another field could have the same."""
    name = field.label.lower()
    if isinstance(field.kind, YesNo):
        return name if text == "yes" else f"not {name}"
    label = label_of(field.kind, text)
    alike = sum(text in other.kind.choices for other in fields)
    return label if isinstance(field.kind, Choice) and alike == 1 else f"{name} {label}"
