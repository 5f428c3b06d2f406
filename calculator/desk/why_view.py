"""Why odds are what they are and what would change them, as every front end shows it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from calculator.rules.modifiers import Factor
from calculator.rules.odds import Reason, Why
from calculator.rules.question import Odds, Question
from calculator.rules.system import Owner

if TYPE_CHECKING:
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
    `together` tells what all of it does from the sum of the points, where that is known."""

    stages: tuple[Stage, ...]
    together: str = ""
    nothing: str = ""
    rules: tuple[str, ...] = ()


def why_view(odds: Odds, why: Why | None = None) -> WhyView:
    """The view of what counts; with `why` also of what each of it does here."""
    question, nothing = odds.question, _nothing(odds)
    reasons = why.reasons if why else [Reason(factor) for factor in odds.factors]
    by_stage = groupby(reasons, key=lambda one: one.factor.stage)
    stages = [(name, tuple(alike)) for name, alike in by_stage]
    rules: tuple[str, ...] = ()
    if nothing:
        asked = question.action.key
        rules = tuple(
            f"{one.says} {one.basis(question.tables)}"
            for one in question.system.statements
            if any(stated.partition(" ")[0] == asked for stated in one.asked)
        )
    measure = next(iter(question.action.measures), None)
    return WhyView(
        tuple(Stage(name, in_all(one.factor for one in alike), alike) for name, alike in stages),
        why.told_apart(measure.label) if why and measure else "",
        nothing,
        rules,
    )


def in_all(factors: Iterable[Factor]) -> str:
    """What the numbers of one stage add up to, in words; nothing where it is one or none."""
    numbers = [factor for factor in factors if not factor.effect and factor.points]
    sides = dict.fromkeys(factor.side for factor in numbers)
    if len(numbers) < 2 or len(sides) > 2:
        return ""
    sums = {side: sum(f.points for f in numbers if f.side == side) for side in sides}
    return ", ".join(f"{side} {total:+d}" for side, total in sums.items())


def _nothing(odds: Odds) -> str:
    """Why nothing pulls these odds either way, where nothing does; else nothing."""
    if not all(factor.effect for factor in odds.factors):
        return ""
    if len(odds.distribution) == 1:
        return "It is certain: the rules leave nothing to chance here."
    return "" if odds.factors else "Nothing pulls these odds either way."


class ChangesView(NamedTuple):
    """What would change the chief chance, by whose answer it is, the best first. `measure` names
    that chance, "" where the action has none; `note` is to be said of the list."""

    measure: str
    by_owner: tuple[tuple[str, tuple[Alternative, ...]], ...]
    note: str


def changes_view(
    question: Question, found: Iterable[Alternative], unfinished: str = "", most: int | None = None
) -> ChangesView:
    """The view of the changes `found`: of more than `most` the best and the worst; where not all
    were tried, `unfinished` says so."""
    listed = sorted(found, key=lambda change: -change.merit)
    if most and len(listed) > most:
        listed = [*listed[: most // 2], *listed[-most // 2 :]]
    by_owner = ((o.value.capitalize(), tuple(c for c in listed if c.owner is o)) for o in Owner)
    measure = next(iter(question.action.measures), None)
    note = unfinished or ("" if listed else "No single change moves it.")
    if measure is None:
        note = "This action has no chief chance to compare."
    label = measure.label if measure else ""
    return ChangesView(label, tuple(one for one in by_owner if one[1]), note)
