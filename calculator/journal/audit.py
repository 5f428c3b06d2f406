"""Were the draws fair, and who was lucky? Recorded outcomes against their exact odds.

Two tests of fairness, each for all rulings and for each side's own. The **transform**: the chance
of a milder outcome, plus a part of the chance of the very outcome (which part, the hash of the
entry says, as good as at random), is spread evenly from 0 to 1 if the draws are fair, whatever was
asked; tenths of it are counted. The **outcomes**: how often each was drawn, against the sum of its
exact chances, with the covariance that unlike odds really have.

Luck is the mean of the mid-transform (the chance of an outcome worse for the side that asked, plus
half that of one as good), set against all that these rulings could have given. Rulings by which
nobody fares better or worse (the initiative, a card drawn) have no part in it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final

import attrs

from calculator.errors import CalculatorError
from calculator.figures import percent
from calculator.journal import statistics
from calculator.journal.entry import Entry
from calculator.journal.recompute import AskedQuestion, Recomputer
from calculator.journal.ruling import as_answered

LEAST_EXPECTED: Final = 5
"""A count is tested where at least so many are expected (Cochran's rule)."""


@attrs.frozen
class DrawnRuling:
    """A ruling with its question and its outcome.

    `position` is the randomised transform: even from 0 to 1 if the draws are fair.
    """

    number: int
    side: str
    asked: AskedQuestion
    outcome: Any
    position: float


@attrs.frozen
class Count:
    """How often an outcome of an action was drawn, and how often its odds made expect."""

    system: str
    action: str
    label: str
    drawn: int
    expected: float


def counts(drawn: Iterable[DrawnRuling]) -> Iterator[Count]:
    """The counts of all outcomes there could have been, by label, by action and mildest first."""
    for (system, action), tally in _tallies(drawn):
        alike: dict[str, list[Any]] = {}
        for outcome in tally.outcomes:
            alike.setdefault(outcome.label, []).append(outcome)
        for label, outcomes in alike.items():
            expected = sum(tally.expected[one] for one in outcomes)
            yield Count(system, action, label, sum(tally.drawn[one] for one in outcomes), expected)


class _Tally:
    """All rulings of one action."""

    def __init__(self, rulings: Sequence[DrawnRuling]) -> None:
        self.drawn: Counter[Any] = Counter(one.outcome for one in rulings)
        self.asked = Counter(one.asked for one in rulings)
        self.expected: defaultdict[Any, float] = defaultdict(float)
        for asked, times in self.asked.items():
            for outcome, weight in asked.odds.items():
                self.expected[outcome] += times * weight / asked.odds.total
        self.outcomes = sorted(self.expected, key=rulings[0].asked.severity)

    def test(self) -> tuple[float, int]:
        """The statistic and its degrees of freedom, neighbouring rare outcomes taken together."""
        cell_of = self._cells()
        size = len(set(cell_of.values()))
        gaps = [0.0] * size
        covariance = [[0.0] * size for _ in range(size)]
        for outcome, cell in cell_of.items():
            gaps[cell] += self.drawn[outcome] - self.expected[outcome]
        for asked, times in self.asked.items():
            shares = [0.0] * size
            for outcome, weight in asked.odds.items():
                shares[cell_of[outcome]] += weight / asked.odds.total
            for row, share in enumerate(shares):
                covariance[row][row] += times * share
                for column, other in enumerate(shares):
                    covariance[row][column] -= times * share * other
        return statistics.mahalanobis(gaps, covariance)

    def _cells(self) -> dict[Any, int]:
        """Which cell each outcome is counted in: enough is expected of every cell."""
        cells: list[list[Any]] = [[]]
        gathered, left = 0.0, sum(self.expected.values())
        for outcome in self.outcomes:
            if gathered >= LEAST_EXPECTED and left >= LEAST_EXPECTED:
                cells.append([])
                gathered = 0.0
            cells[-1].append(outcome)
            gathered += self.expected[outcome]
            left -= self.expected[outcome]
        return {outcome: place for place, cell in enumerate(cells) for outcome in cell}


def _tallies(drawn: Iterable[DrawnRuling]) -> Iterator[tuple[tuple[str, str], _Tally]]:
    by_action: defaultdict[tuple[str, str], list[DrawnRuling]] = defaultdict(list)
    for one in drawn:
        question = one.asked.question
        by_action[question.system.key, question.action.key].append(one)
    for action in sorted(by_action):
        yield action, _Tally(by_action[action])


TENTHS: Final = 10

FEWEST: Final = 12
"""Rulings from which on a side's own can be tested for favour."""

MEANING: Final = (
    "A p-value is the chance that fair draws look at least this uneven. About five in a hundred "
    "honest battles are below 5%, so look closer only if it is far smaller, or small in battle "
    "after battle. Luck says how well a side's own rulings went, compared with their odds. The "
    "test of favour looks for someone who draws twice and keeps the better result. No test finds "
    "more of them. How many it finds in rulings like these is shown beside it: most of them in "
    "forty assaults and volleys, few where results are nearly certain. Five in a hundred honest "
    "sides are below 5% too. This does not say that anyone cheated, how well anyone played, how "
    "much hung on each ruling, or what the other side's rulings did. Rulings with a typed seed "
    "are left out, because they were not drawn by chance. Voided and overridden ones are "
    "counted: they were drawn, and leaving out what someone disliked would bias the test."
)


@attrs.frozen(kw_only=True)
class LuckAccount:
    """What the rulings of one side, or of all, amount to.

    `tenths` counts the transform by bins of equal chance, mildest first. A test is None where the
    rulings are too few for it. `luck` is the mean percentile from 0 to 1, fair being 1/2; `worse`
    is the share of such battles in which the side would have been luckier; both are None where no
    ruling had outcomes better than others for anybody. `favour` is the chance that fair draws are
    as kind to the side by the test that finds best who keeps the better of two draws, and
    `found` the share that it finds (below 5%) of those who did so in rulings like these; None for
    fewer than `FEWEST` rulings. `curve` has after each ruling, by number, how much the outcomes
    have beaten their odds so far.
    """

    side: str
    rulings: int
    tenths: tuple[int, ...]
    transform: statistics.ChiSquare | None
    outcomes: statistics.ChiSquare | None
    luck: float | None
    worse: float | None
    favour: float | None = None
    found: float | None = None
    curve: tuple[tuple[int, float], ...] = ()

    @property
    def favour_in_words(self) -> str:
        """How often chance alone is as kind, and how many who cheat the test would find."""
        if self.favour is None or self.found is None:
            return "too few rulings to say whether the draws favoured it"
        return (
            f"fair draws are this kind or kinder in {percent(self.favour)} of battles; the test "
            f"finds {_percent(self.found)} of those who keep the better of two draws"
        )

    @property
    def luck_in_words(self) -> str:
        """E.g. "worse luck than in 83% of such battles"."""
        if self.worse is None:
            return "no outcome was better for it than another"
        if self.worse >= 1 / 2:
            return f"worse luck than in {_percent(self.worse)} of such battles"
        return f"better luck than in {_percent(1 - self.worse)} of such battles"


@attrs.frozen(kw_only=True)
class Audit:
    """The account of all rulings together and of each side, and what was left out.

    `typed` rulings had their seed typed in; `unchecked` could not be computed again; `again` drew
    from the seed of one that had been withdrawn, and are left out too. `withdrawn` counts what each
    side withdrew.
    """

    overall: LuckAccount | None
    sides: tuple[LuckAccount, ...]
    counts: tuple[Count, ...]
    typed: int
    unchecked: int
    withdrawn: tuple[tuple[str, int], ...] = ()
    again: int = 0
    meaning: str = MEANING


def audit(
    entries: Iterable[Entry], recomputer: Recomputer, answers: Mapping[int, Entry] = {}
) -> Audit:
    """The audit of all rulings among `entries`, each side as it was first spelled.

    Of a ruling that one of the `answers` has ended, by number, what it ended in was drawn.
    """
    drawn: list[DrawnRuling] = []
    typed = unchecked = again = 0
    withdrawn: Counter[str] = Counter()
    seeds: dict[int, str] = {}
    taken_back: set[str] = set()
    spelled: dict[str, str] = {}
    for entry in entries:
        side = spelled.setdefault(entry.side.casefold(), entry.side)
        if entry.body.get("withdrawn"):
            withdrawn[side] += 1
            taken_back.add(seeds.get(entry.about or 0, ""))
        if not (entry.is_ruling and entry.body["draws"]):
            continue  # no ruling, or one that left nothing to chance
        if entry.body.get("seed-given"):
            typed += 1
            continue
        seeds[entry.number] = entry.body["seed"]
        if entry.body["seed"] in taken_back:
            again += 1  # it is no new draw
            continue
        try:
            drawn.append(_drawn(entry, answers.get(entry.number), side, recomputer))
        except (CalculatorError, KeyError, TypeError, ValueError, AttributeError):
            unchecked += 1
    sides = sorted({one.side for one in drawn if one.side})
    return Audit(
        overall=account_of("", drawn) if drawn else None,
        sides=tuple(account_of(side, [one for one in drawn if one.side == side]) for side in sides),
        counts=tuple(counts(drawn)),
        typed=typed,
        unchecked=unchecked,
        withdrawn=tuple(sorted(withdrawn.items())),
        again=again,
    )


def _drawn(entry: Entry, answer: Entry | None, side: str, recomputer: Recomputer) -> DrawnRuling:
    body = as_answered(entry.body, answer.body) if answer else entry.body
    asked = recomputer.asked(body)
    outcome = asked.listed(entry.body["seed"])
    below, level = asked.ladder[outcome]
    position = below + level * int(entry.hash[:16], 16) / 2**64
    return DrawnRuling(entry.number, side, asked, outcome, position)


def account_of(side: str, drawn: Sequence[DrawnRuling]) -> LuckAccount:
    """What drawn rulings amount to; `side` is "" for all of them."""
    judged = [one for one in drawn if one.asked.scores]
    tests = [tally.test() for _, tally in _tallies(drawn)]
    value, degrees = sum(value for value, _ in tests), sum(rank for _, rank in tests)
    scores = [one.asked.possible_scores for one in judged]
    observed = [one.asked.scores[one.outcome] for one in judged]
    tested = side and len(judged) >= FEWEST
    # Of all sides together some gain what others lose: luck and favour are a side's own.
    beaten = accumulate(score - 1 / 2 for score in observed)
    return LuckAccount(
        side=side,
        rulings=len(drawn),
        tenths=_in_bins(drawn, TENTHS),
        transform=_transform(drawn),
        outcomes=statistics.ChiSquare(value, degrees) if degrees else None,
        luck=sum(observed) / len(observed) if judged else None,
        worse=statistics.share_above(observed, scores) if judged else None,
        favour=statistics.share_as_kind(observed, scores) if tested else None,
        found=statistics.share_found(scores) if tested else None,
        curve=tuple((one.number, beat) for one, beat in zip(judged, beaten, strict=True)),
    )


def _transform(drawn: Sequence[DrawnRuling]) -> statistics.ChiSquare | None:
    bins = min(TENTHS, len(drawn) // LEAST_EXPECTED)
    if bins < 2:
        return None
    expected = len(drawn) / bins
    value = sum((count - expected) ** 2 / expected for count in _in_bins(drawn, bins))
    return statistics.ChiSquare(value, bins - 1)


def _in_bins(drawn: Sequence[DrawnRuling], bins: int) -> tuple[int, ...]:
    """How often the transform was in each of so many bins of equal chance."""
    counts = Counter(min(int(one.position * bins), bins - 1) for one in drawn)
    return tuple(counts[place] for place in range(bins))


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%" if 0.01 <= share <= 0.99 else f"{100 * share:.1f}%"
