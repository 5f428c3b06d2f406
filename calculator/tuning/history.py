"""Forecasts held against history: battles refought as plain armies, and scored.

The score of a winner is Brier's: the squared distance between the chance that the forecast gave the
attacker and what happened, an undecided run counting half. Beside it stand the scores of a coin, of
the ratio of forces alone, and of ratio and prepared defence, both by logistic regression with each
battle left out in turn; beside losses and hours, what a constant would have said of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import exp, log, sqrt
from statistics import fmean, quantiles, stdev
from typing import Any, Final, TypeAlias

from calculator.figures import percent
from calculator.rules.armies import SIDES, PastBattle
from calculator.rules.phrases import counted
from calculator.tuning import skill
from calculator.tuning.charts import Chart, Column, figures, words
from calculator.tuning.forecast import Z
from calculator.tuning.refighting import SEED, Refought, refight
from calculator.tuning.report import Gather, Report

FEWEST: Final = 6
"""Decided runs below which no median or quartile is shown."""

_PARTS: Final = 8
"""Parts of the runs, each left out in turn to see how far another seed would move a score."""

_BINS: Final = 4
"""Groups of as many battles, by what was forecast, whose mean is set beside what happened."""

_ENOUGH_RUNS: Final = 100
"""Runs of each battle from which its chance is known to within ten points either way."""

_FEATURES: Final[Mapping[str, Callable[[PastBattle], list[float]]]] = {
    "ratio": lambda past: [1.0, log(past.ratio)],
    "ratio and defence": lambda past: [
        1.0,
        log(past.ratio),
        float(past.defence in {"prepared", "fortified"}),
    ],
}
"""What others have forecast battles by."""


def errors(refought: Sequence[Refought]) -> dict[str, list[float]]:
    """The Brier score of every decided battle: of the forecast, a coin, the ratio, and ratio and
    defence; none where there are too few battles for it."""
    decided = [one for one in refought if one.past.winner != "drawn"]
    past = [one.past for one in decided]
    others = {name: left_out_errors(past, feature) for name, feature in _FEATURES.items()}
    return {
        "forecast": [one.error for one in decided],
        "coin": [0.25] * len(decided),
        **others,
    }


def left_out_errors(
    battles: Sequence[PastBattle], feature: Callable[[PastBattle], list[float]]
) -> list[float]:
    """The squared error of a logistic regression on each battle, made of all others."""
    rows = [feature(past) for past in battles]
    won = [past.winner == "attacker" for past in battles]
    if not rows or len(rows) <= len(rows[0]) + 1:
        return []
    found = []
    for index, row in enumerate(rows):
        others = rows[:index] + rows[index + 1 :]
        weights = skill.regression(others, won[:index] + won[index + 1 :])
        power = sum(weight * value for weight, value in zip(weights, row, strict=True))
        chance = 1 / (1 + exp(-max(-500.0, min(500.0, power))))
        found.append((chance - won[index]) ** 2)
    return found


def told_apart(refought: Sequence[Refought]) -> dict[str, Any]:
    """What a score of winners does not say: how well chances are told apart and borne out.

    `area` is how often a won battle had the greater chance than a lost one; `slope` 1 where
    log-odds are borne out, less where the forecast is too sure; `bins` the mean forecast of groups
    of battles, the share won and their number; `seed` how far another seed would move the Brier
    score. `ranked` is the ranked probability score of three outcomes, `constant` what each battle
    would have had by the shares of the others; `numbers` how far losses and hours are off.
    """
    decided = [one for one in refought if one.past.winner != "drawn"]
    chances = [one.chance for one in decided]
    won = [one.past.winner == "attacker" for one in decided]
    happened = [skill.OUTCOMES[one.past.winner] for one in refought]
    ranked = [
        skill.ranked_score(one.three_ways, real)
        for one, real in zip(refought, happened, strict=True)
    ]
    return {
        "area": skill.area_under_curve(chances, won),
        "slope": _slope(decided, won),
        "bins": _bins(chances, won),
        "seed": _moved_by_seed(decided),
        "ranked": fmean(ranked),
        "constant": _ranked_constant(happened),
        "numbers": list(_beside_constants(refought)),
    }


def _slope(decided: Sequence[Refought], won: Sequence[bool]) -> float | None:
    """Of a logistic regression of what happened on the forecast's log-odds, shares of no and of all
    runs taken as half a run off."""
    if len(decided) < FEWEST or len(set(won)) == 1:
        return None
    rows = []
    for one in decided:
        edge = 1 / (2 * len(one.runs))
        chance = min(max(one.chance, edge), 1 - edge)
        rows.append([1.0, log(chance / (1 - chance))])
    return skill.regression(rows, won)[1]


def _bins(chances: Sequence[float], won: Sequence[bool]) -> list[tuple[float, float, int]]:
    ordered = sorted(zip(chances, won, strict=True))
    ends = [len(ordered) * number // _BINS for number in range(_BINS + 1)]
    groups = (ordered[first:last] for first, last in pairwise(ends))
    return [
        (fmean(chance for chance, _ in group), fmean(did for _, did in group), len(group))
        for group in groups
        if group
    ]


def _moved_by_seed(decided: Sequence[Refought]) -> float | None:
    """How far another seed would move the Brier score, as a standard error: the jackknife of the
    score with one part of the runs left out in turn."""
    if not decided or len(decided[0].runs) < 2 * _PARTS:
        return None
    scores = []
    for part in range(_PARTS):
        kept = [
            tuple(run for number, run in enumerate(one.runs) if number % _PARTS != part)
            for one in decided
        ]
        pairs = zip(decided, kept, strict=True)
        scores.append(fmean(Refought(one.past, runs).error for one, runs in pairs))
    return (_PARTS - 1) / sqrt(_PARTS) * stdev(scores)


def _ranked_constant(happened: Sequence[skill.Outcome]) -> float | None:
    if len(happened) < 2:
        return None
    won, drawn, lost = map(skill.left_out_means, zip(*happened, strict=True))
    shares = zip(won, drawn, lost, strict=True)
    return fmean(map(skill.ranked_score, shares, happened))


def _beside_constants(refought: Sequence[Refought]) -> Iterator[dict[str, Any]]:
    """How far losses, and hours where they are known, are off on average, and how far a constant;
    and whether the forecast rises with what happened (Spearman's rank correlation)."""
    timed = [one for one in refought if one.past.hours is not None]
    pairs: dict[str, list[tuple[float, float]]] = {
        **{
            f"{side}'s loss": [(o.losses[at], o.past.forces[at].lost) for o in refought]
            for at, side in enumerate(SIDES)
        },
        "hours": [(one.turns, one.past.hours or 0.0) for one in timed],
    }
    for name, found in pairs.items():
        if len(found) > 1:
            forecast, known = zip(*found, strict=True)
            constant = zip(skill.left_out_means(known), known, strict=True)
            yield {
                "name": name,
                "error": fmean(abs(a - b) for a, b in found),
                "constant": fmean(abs(a - b) for a, b in constant),
                "correlation": skill.rank_correlation(forecast, known),
            }


Spread: TypeAlias = Mapping[str, list[float]]
"""What losers lost and what winners did, and how long it was fought: all values by name."""


def forecast_spread(refought: Sequence[Refought]) -> Spread:
    """Of all decided runs of all battles; a turn is an hour."""
    runs = [run for one in refought for run in one.decided]
    lost = [run.lost_by(SIDES) for run in runs]
    return {
        "losers": [loser for loser, _ in lost],
        "winners": [winner for _, winner in lost],
        "hours": [float(run.turns) for run in runs],
    }


def known_spread(battles: Sequence[PastBattle]) -> Spread:
    """Of history: of all battles that were decided, and hours where they are known."""
    decided = [past.lost for past in battles if past.winner != "drawn"]
    return {
        "losers": [loser for loser, _ in decided],
        "winners": [winner for _, winner in decided],
        "hours": [past.hours for past in battles if past.hours is not None],
    }


def quartiles(values: Sequence[float]) -> list[float] | None:
    """The quartiles; None of too few values."""
    return quantiles(values, n=4) if len(values) >= FEWEST else None


def findings(refought: Sequence[Refought], seed: str) -> dict[str, Any]:
    """How the forecasts did on all battles: shares as fractions of 1, hours as they are.

    `differences` are what other scores are above the forecast's, battle by battle.
    """
    scores = errors(refought)
    ours, known = forecast_spread(refought), known_spread([one.past for one in refought])
    own = scores["forecast"]
    apart = {
        name: [other - mine for other, mine in zip(found, own, strict=True)]
        for name, found in scores.items()
        if name != "forecast" and found
    }
    return {
        **{
            "brier" if name == "forecast" else f"brier-{name.replace(' ', '-')}": fmean(found)
            if found
            else None
            for name, found in scores.items()
        },
        "differences": {
            name: skill.paired_bootstrap(found, SEED)._asdict() for name, found in apart.items()
        },
        **{name: quartiles(values) for name, values in ours.items()},
        "covered": fmean(inside for one in refought for inside in one.covered()),
        "skill": told_apart(refought),
        "decided": len(ours["losers"]),
        "history": {
            **{name: quartiles(values) for name, values in known.items()},
            "n": [len(values) for values in known.values()],
        },
        "runs": len(refought[0].runs),
        "seed": seed,
    }


def history_report(
    runs: int, workers: int | None, battles: Sequence[PastBattle], seed: str | None, gather: Gather
) -> Report:
    """Battles of history refought: how each went, and how the forecast did on all.

    Raises `KeyboardInterrupt` where it was cut short.
    """
    seed = SEED if seed is None else seed
    refought, is_whole = gather(refight(battles, runs, seed, workers), "Fighting", len(battles))
    if not is_whole:
        raise KeyboardInterrupt
    found = findings(refought, seed)
    inside = percent(found["covered"])
    battle = Column("battle", "figures")
    columns = battle, figures("to 1"), words("won by"), *map(figures, _FIGURES)
    parts = [
        Chart("", columns, list(map(_cells, refought))),
        _LEGEND.format(runs=runs),
        *_too_few(runs),
        *_drawn(found),
        f"True losses within the forecast's middle 80%: {inside} of {2 * len(refought)}",
    ]
    return Report(
        title=f"{counted(len(refought), 'battle')}, each fought {runs} times as two plain armies "
        f"(a forecast, not odds); seed {seed}",
        parts=[part for part in parts if not isinstance(part, Chart) or part.rows],
        rows=list(map(battle_row, refought)),
        instead={"battles": list(map(_battle_json, refought)), **found},
    )


_FIGURES: Final = ("wins", "decided", "lost", "forecast", "hours")

_LEGEND: Final = (
    "Wins: the attacker's, undecided runs counting half. Lost: percent of attackers / of "
    "defenders. Hours: history / forecast. Losses and hours forecast are means of all {runs} runs."
)


def _too_few(runs: int) -> Iterator[str]:
    """What so few runs of each battle cannot tell."""
    if runs < _ENOUGH_RUNS:
        off = min(50, round(50 * Z / sqrt(runs)))
        yield (
            f"{counted(runs, 'run')} of each battle: too few to judge the method by. A chance may "
            f"be {off} points out, and the scores are luck; ask for {_ENOUGH_RUNS} or more."
        )


_WHAT_IT_KNOWS: Final = (
    "Armies come without ratings here, so that a forecast can know little more than numbers and "
    "cover tell: read it for how a battle may go, not for who wins it."
)


def _cells(one: Refought) -> tuple[str, ...]:
    """A row for a battle, whose name is never cut."""
    battle = one.past
    return (
        battle.name,
        f"{battle.ratio:.2f}",
        battle.winner,
        percent(one.chance),
        str(len(one.decided)),
        " / ".join(f"{100 * force.lost:.0f}" for force in battle.forces),
        " / ".join(f"{100 * loss:.0f}" for loss in one.losses),
        f"{battle.hours or '-'} / {one.turns:.0f}",
    )


def _drawn(found: Mapping[str, Any]) -> Iterator[Chart | str]:
    """The findings as people read them."""
    rows = []
    for name in ("forecast", "coin", *_FEATURES):
        score = found["brier" if name == "forecast" else f"brier-{name.replace(' ', '-')}"]
        mean, low, high = found["differences"].get(name, dict.fromkeys("mlh")).values()
        shown = "too few battles" if score is None else f"{score:.3f}"
        interval = "" if low is None else f"{low:+.3f} to {high:+.3f}"
        rows.append((name, shown, "" if mean is None else f"{mean:+.3f}", interval))
    headings = "score", "less the forecast's", "95% interval"
    yield Chart("", (words("Brier score of"), *map(figures, headings)), rows)
    told = found["skill"]
    seed = f"; another seed moves the Brier score by {told['seed']:.3f}" if told["seed"] else ""
    yield (
        f"Area under the curve {_number(told['area'])} (a coin 0.50); calibration slope "
        f"{_number(told['slope'])} (1 is borne out){seed}. Three ways, who stands higher in losses "
        f"counting where nobody gave up: ranked score {_number(told['ranked'], 3)}, of a constant "
        f"{_number(told['constant'], 3)}."
    )
    bins = [(percent(mean), percent(won), str(count)) for mean, won, count in told["bins"]]
    yield Chart("", [*map(figures, ("forecast of the attacker", "he won", "battles"))], bins)
    rows = []
    for one in told["numbers"]:
        scale, unit = (1, "h") if one["name"] == "hours" else (100, "%")
        off, constant = (f"{scale * one[key]:.1f}{unit}" for key in ("error", "constant"))
        rows.append((one["name"], off, constant, _number(one["correlation"])))
    headings = "off by", "a constant by", "rank correlation"
    yield Chart("", (words("on average"), *map(figures, headings)), rows)
    yield _WHAT_IT_KNOWS
    yield _spreads(found)


def _spreads(found: Mapping[str, Any]) -> Chart:
    known = found["history"]
    rows = []
    for name, of in zip(("losers", "winners", "hours"), known["n"], strict=True):
        quarters = (
            " / ".join(f"{value:.1f}" if name == "hours" else percent(value) for value in values)
            for values in (found[name] or (), known[name] or ())
        )
        mine, theirs = (shown or "too few to say" for shown in quarters)
        title = name if name == "hours" else f"{name}' loss"
        rows.append((title, mine, str(found["decided"]), theirs, str(of)))
    return Chart("", (words("quartiles"), *map(figures, ("forecast", "of", "history", "of"))), rows)


def _number(value: float | None, digits: int = 2) -> str:
    return "too few to say" if value is None else f"{value:.{digits}f}"


def _battle_json(one: Refought) -> dict[str, object]:
    past = one.past
    return {
        "battle": past.battle,
        "year": past.year,
        "winner": past.winner,
        "attacker-wins": one.chance,
        "decided": len(one.decided),
        "losses": {
            side: {"history": force.lost, "forecast": loss}
            for side, force, loss in zip(SIDES, past.forces, one.losses, strict=True)
        },
        "hours": past.hours,
        "turns": one.turns,
    }


def battle_row(one: Refought) -> dict[str, object]:
    """A battle as a row of a spreadsheet, both sides' losses in columns of their own."""
    row = _battle_json(one)
    losses: Any = row.pop("losses")
    for side, loss in losses.items():
        row |= {f"{side}-{key}": value for key, value in loss.items()}
    return row
