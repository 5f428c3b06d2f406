"""What is told of forecasts of past battles: how each went, and how they did on all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from calculator.figures import percent
from calculator.rules.forecast_plan import SIDES, PastBattle
from calculator.rules.phrases import counted
from calculator.tuning.backtest import (
    Refought,
    Score,
    Skill,
    Spread,
    covered,
    forecast_spread,
    known_spread,
    quartiles,
    refight,
    scores,
    skill,
)
from calculator.tuning.charts import Chart, Column, ColumnKind, figures, words
from calculator.tuning.past import SEED
from calculator.tuning.report import Gather, Report


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
    inside = percent(covered(refought))
    known = known_spread([one.past for one in refought])
    parts = [
        _battles(refought),
        _LEGEND.format(runs=runs),
        _scores(scores(refought)),
        *_skill(skill(refought)),
        _WHAT_IT_KNOWS,
        _spreads(forecast_spread(refought), known),
        f"True losses within the forecast's middle 80%: {inside} of {2 * len(refought)}",
    ]
    return Report(
        title=f"{counted(len(refought), 'battle')}, each fought {runs} times as two plain armies "
        f"(a forecast, not odds); seed {seed}",
        parts=[part for part in parts if not isinstance(part, Chart) or part.rows],
        rows=[battle_row(one) for one in refought],
        instead=_as_json(refought, seed),
    )


_LEGEND: Final = (
    "Wins: the attacker's, undecided runs counting half. Lost: percent of attackers / of "
    "defenders. Hours: history / forecast. Losses and hours forecast are means of all {runs} runs."
)


def _battles(refought: Sequence[Refought]) -> Chart:
    """A row for each battle, whose name is never cut."""
    columns = (
        Column("battle", ColumnKind.FIGURES),
        figures("to 1"),
        words("won by"),
        *map(figures, _FIGURES),
    )
    return Chart("", columns, [_battle(one) for one in refought])


_FIGURES: Final = ("wins", "decided", "lost", "forecast", "hours")


def _battle(one: Refought) -> tuple[str, ...]:
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


def _scores(scores: Sequence[Score]) -> Chart:
    rows = [
        (
            score.name,
            "too few battles" if score.brier is None else f"{score.brier:.3f}",
            "" if score.difference is None else f"{score.difference:+.3f}",
            "" if score.low is None else f"{score.low:+.3f} to {score.high:+.3f}",
        )
        for score in scores
    ]
    headings = "score", "worse than the forecast by", "95% interval"
    return Chart("", (words("Brier score of"), *map(figures, headings)), rows)


_WHAT_IT_KNOWS: Final = (
    "Armies come without ratings here, so that a forecast can know little more than numbers and "
    "cover tell: read it for how a battle may go, not for who wins it."
)


def _skill(found: Skill) -> Iterator[Chart | str]:
    """How well chances are told apart and borne out, and what a constant knows of the rest."""
    seed = "" if found.seed is None else f"; another seed moves the Brier score by {found.seed:.3f}"
    yield (
        f"Area under the curve {_number(found.area)} (a coin 0.50); calibration slope "
        f"{_number(found.slope)} (1 is borne out){seed}. Three ways, who stands higher in losses "
        f"counting where nobody gave up: ranked score {_number(found.ranked, 3)}, of a constant "
        f"{_number(found.constant, 3)}."
    )
    bins = [(percent(mean), percent(won), str(count)) for mean, won, count in found.bins]
    yield Chart("", [*map(figures, ("forecast of the attacker", "he won", "battles"))], bins)
    rows = []
    for one in found.numbers:
        scale, unit = (1, "h") if one.name == "hours" else (100, "%")
        errors = (f"{scale * value:.1f}{unit}" for value in (one.error, one.constant))
        rows.append((one.name, *errors, _number(one.correlation)))
    headings = "off by", "a constant by", "rank correlation"
    yield Chart("", (words("on average"), *map(figures, headings)), rows)


def _number(value: float | None, digits: int = 2) -> str:
    return "too few to say" if value is None else f"{value:.{digits}f}"


def _spreads(ours: Spread, known: Spread) -> Chart:
    rows = []
    for name in ours:
        cells = []
        for values in (ours[name], known[name]):
            found = quartiles(values) or ()
            shown = (f"{value:.1f}" if name == "hours" else percent(value) for value in found)
            cells += [" / ".join(shown) or "too few to say", str(len(values))]
        rows.append((name if name == "hours" else f"{name}' loss", *cells))
    headings = "forecast", "of", "history", "of"
    return Chart("", (words("quartiles"), *map(figures, headings)), rows)


def _as_json(refought: Sequence[Refought], seed: str) -> dict[str, object]:
    """All of it for machines: shares as fractions of 1, hours as they are."""
    found = {score.name: score for score in scores(refought)}
    ours, known = forecast_spread(refought), known_spread([one.past for one in refought])
    return {
        "battles": [_battle_json(one) for one in refought],
        **{
            ("brier" if name == "forecast" else f"brier-{name.replace(' ', '-')}"): score.brier
            for name, score in found.items()
        },
        "differences": {
            name: {"mean": score.difference, "low": score.low, "high": score.high}
            for name, score in found.items()
            if name != "forecast"
        },
        **{name: quartiles(values) for name, values in ours.items()},
        "covered": covered(refought),
        "skill": attrs.asdict(skill(refought)),
        "decided": len(ours["losers"]),
        "history": {
            **{name: quartiles(values) for name, values in known.items()},
            "n": [len(values) for values in known.values()],
        },
        "runs": len(refought[0].runs),
        "seed": seed,
    }


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
