"""Why odds are what they are and what would change them, as every front end shows it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from calculator.rules.system import Owner
from calculator.rules.why import Reason, Why, in_all

if TYPE_CHECKING:
    from calculator.rules.odds import Odds
    from calculator.rules.question import Question
    from calculator.tuning.what_if import Alternative


class Stage(NamedTuple):
    """What counts in one stage, and what its numbers add up to in words, if that says anything."""

    name: str
    total: str
    reasons: tuple[Reason, ...]

    @property
    def heading(self) -> str:
        """The stage with its total."""
        return f"{self.name}: {self.total}" if self.total else self.name

    @property
    def idle(self) -> tuple[Reason, ...]:
        """What was looked at and changes nothing here."""
        return tuple(
            one for one in self.reasons if one.idle or not (one.factor.points or one.factor.effect)
        )


class WhyView(NamedTuple):
    """What counts, by stage; where nothing pulls either way, that and what the rules say.

    `together` tells what all of it does from the sum of the points, where that is known.
    """

    stages: tuple[Stage, ...]
    together: str = ""
    nothing: str = ""
    rules: tuple[str, ...] = ()


def why_view(odds: Odds, why: Why | None = None) -> WhyView:
    """The view of what counts; with `why` also of what each of it does here."""
    question = odds.question
    reasons = why.reasons if why else [Reason(factor) for factor in odds.factors]
    measure = next(iter(question.action.measures), None)
    nothing = odds.without_factors
    return WhyView(
        stages=tuple(
            Stage(name, in_all(one.factor for one in alike), alike)
            for name, found in groupby(reasons, key=lambda one: one.factor.stage)
            for alike in [tuple(found)]
        ),
        together=why.told_apart(measure.label) if why and measure else "",
        nothing=nothing,
        rules=_rules(question) if nothing else (),
    )


def _rules(question: Question) -> tuple[str, ...]:
    """What the rules say of the action, and what that rests on."""
    from calculator.rules.statements import behind

    stated = behind(question.system.statements, question.action.key)
    return tuple(f"{one.says} {one.basis(question.tables)}" for one in stated)


class Change(NamedTuple):
    """One answer given, or value read, otherwise: whose it is, by which key, what the chief chance
    becomes, by how much that is more, how good that is, and the factors that it brings, in words.
    """

    owner: Owner
    key: str
    label: str
    chance: Fraction
    difference: Fraction
    merit: Fraction
    brings: str

    @classmethod
    def of(cls, found: Alternative) -> Change:
        """The change as it is listed."""
        label = f"{found.label}{', and from there on' if found.on else ''}"
        chance, difference, merit = found.chance, found.difference, found.merit
        return cls(found.owner, found.key, label, chance, difference, merit, found.thresholds)


class ChangesView(NamedTuple):
    """What would change the chief chance, by whose answer it is, the best first.

    `measure` names that chance, nothing where the action has none; `note` says what is to be said
    of the list.
    """

    measure: str
    by_owner: tuple[tuple[str, tuple[Change, ...]], ...]
    note: str


def changes_view(
    question: Question,
    found: Iterable[Alternative],
    unfinished: str = "",
    most: int | None = None,
) -> ChangesView:
    """The view of the changes `found`; where not all were tried, `unfinished` says so.

    Of more than `most` the best and the worst are listed.
    """
    listed = sorted(map(Change.of, found), key=lambda change: -change.merit)
    if most and len(listed) > most:
        listed = [*listed[: most // 2], *listed[-most // 2 :]]
    by_owner = ((o.value.capitalize(), tuple(c for c in listed if c.owner is o)) for o in Owner)
    measure = next(iter(question.action.measures), None)
    if measure is None:
        note = "This action has no chief chance to compare."
    else:
        note = unfinished or ("" if listed else "No single change moves it.")
    return ChangesView(
        measure.label if measure else "", tuple(one for one in by_owner if one[1]), note
    )
