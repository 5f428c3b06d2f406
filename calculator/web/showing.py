"""Odds as pages show them: exact, in words, or not at all, as the umpire has chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

from calculator.errors import CalculatorError
from calculator.figures import percent, points
from calculator.journal.disclosure import Disclosure
from calculator.rules.outcome_tree import Branch, branches_of, fates_of
from calculator.rules.question import Odds
from calculator.rules.why import AT_ONCE, Reason
from calculator.tuning.what_if import Alternative, best_first

CHIEF: Final = 3
"""Chances that stay in sight."""

WHAT_IF: Final = 30
"""Changes that are listed, the best first and then the worst."""

MOST_LISTED: Final = 500
"""Outcomes that a page lists; of more, only what those that begin alike come to together."""


class Shown(NamedTuple):
    """One chance: `text` says how likely, `bar` how long its bar is, 0 to 100, None without one.

    `others` are the same chance in the set-ups that are compared, each with the difference.
    """

    label: str
    text: str
    bar: float | None = None
    depth: int = 0
    others: tuple[str, ...] = ()


class OddsView(NamedTuple):
    """What a page shows of a question's odds, or why there are none.

    `note` is what must be said beside them: that they are sampled, or not shown. `fates` are what
    may become of each of several units, whatever becomes of the others, and `choices` what comes of
    each choice of the acting side with each reply, judged by `judged_by`.
    """

    chief: tuple[Shown, ...] = ()
    judged_by: str = ""
    choices: tuple[tuple[str, tuple[Shown, ...]], ...] = ()
    fates: tuple[Shown, ...] = ()
    rows: tuple[Shown, ...] = ()
    compared: tuple[str, ...] = ()
    factors: tuple[tuple[str, tuple[Reason, ...]], ...] = ()
    note: str = ""
    troubles: tuple[str, ...] = ()

    @property
    def asked_first(self) -> tuple[Shown, ...]:
        """The chief chances again, above all outcomes, where not all of them stay in sight."""
        return self.chief if len(self.chief) > CHIEF or self.compared else ()


def odds_view(
    odds: Odds, disclosure: Disclosure, pins: Sequence[tuple[str, Odds]] = ()
) -> OddsView:
    """The view of odds, compared with those of `pins` that have outcomes of the same kind."""
    if disclosure is Disclosure.HIDDEN:
        return OddsView(note=disclosure.caution)
    like = [(name, other) for name, other in pins if odds.is_like(other)]
    settings = [odds, *(other for _, other in like)]
    chief = [
        _shown(measure.label, [float(one.measure(measure.key)) for one in settings], disclosure)
        for measure in odds.question.action.measures
    ]
    rows = list(_flattened(branches_of(settings), disclosure))
    for depth in (3, 2, 1):
        if len(rows) > MOST_LISTED:
            rows = [row for row in rows if row.depth < depth]
    exact = disclosure is Disclosure.EXACT
    return OddsView(
        chief=tuple(chief or sorted_by_share(rows)),
        judged_by=next(iter(odds.decisions[0].chances)) if odds.decisions else "",
        choices=tuple(_choices(odds, disclosure)),
        fates=tuple(
            Shown(unit, _fate_words(odds, unit, its, disclosure))
            for unit, its in fates_of(odds, in_short=True).items()
        ),
        rows=tuple(rows),
        compared=tuple(name for name, _ in like),
        factors=_by_stage(odds.weighed(AT_ONCE).reasons) if exact else (),
        note=odds.caveat,
    )


def _choices(odds: Odds, disclosure: Disclosure) -> Iterable[tuple[str, tuple[Shown, ...]]]:
    """Each choice with what comes of every reply to it, where the question leaves them open."""
    if len(odds.decisions) < 2:
        return
    for choice, replies in groupby(odds.decisions, key=lambda one: one.choice):
        yield (
            choice,
            tuple(
                Shown(
                    one.reply,
                    disclosure.chance(float(next(iter(one.chances.values()))))
                    + (f", {one.mark}" if one.mark else ""),
                )
                for one in replies
            ),
        )


def _fate_words(
    odds: Odds, unit: str, fates: Mapping[str, Fraction], disclosure: Disclosure
) -> str:
    """What may become of a unit, whatever becomes of the others, and what it loses on average."""
    words = [f"{fate} {disclosure.chance(float(share))}" for fate, share in fates.items()]
    if disclosure is Disclosure.EXACT:
        words.append(f"loses {float(odds.losses[unit]):.1f} on average")
    return ", ".join(words)


def trouble_view(trouble: CalculatorError) -> OddsView:
    """The view of a question that has no odds: what the rules forbid, or what is wrong with it."""
    return OddsView(troubles=tuple(str(trouble).splitlines()))


def sorted_by_share(rows: Iterable[Shown]) -> list[Shown]:
    """The likeliest of the outcomes, for actions that no question is asked of."""
    top = [row for row in rows if not row.depth]
    return sorted(top, key=lambda row: -(row.bar or 0))[:CHIEF]


def change_rows(found: Iterable[Alternative]) -> list[dict[str, str]]:
    """What would change the chief chance, the best first: whose change, which, and by how much."""
    moving = [change for change in best_first(found) if change.difference]
    if len(moving) > WHAT_IF:
        moving = [*moving[: WHAT_IF // 2], *moving[-WHAT_IF // 2 :]]
    return [
        {
            "owner": change.owner.value,
            "what": change.label,
            "difference": points(float(change.difference)),
            "chance": percent(float(change.chance)),
            "thresholds": change.thresholds,
        }
        for change in moving
    ]


def _shown(label: str, shares: Sequence[float], disclosure: Disclosure, depth: int = 0) -> Shown:
    now, *others = shares
    return Shown(
        label,
        disclosure.chance(now),
        round(100 * now, 1) if disclosure is Disclosure.EXACT else None,
        depth,
        tuple(
            f"{percent(share)} ({points(now - share)})"
            if disclosure is Disclosure.EXACT
            else disclosure.chance(share)
            for share in others
        ),
    )


def _flattened(
    branches: Iterable[Branch], disclosure: Disclosure, depth: int = 0
) -> Iterable[Shown]:
    for branch in branches:
        yield _shown(
            branch.label, [float(share) for share in branch.shares], disclosure, min(depth, 3)
        )
        yield from _flattened(branch.branches, disclosure, depth + 1)


def _by_stage(reasons: Sequence[Reason]) -> tuple[tuple[str, tuple[Reason, ...]], ...]:
    stages = dict.fromkeys(one.factor.stage for one in reasons)
    return tuple(
        (stage, tuple(one for one in reasons if one.factor.stage == stage)) for stage in stages
    )
