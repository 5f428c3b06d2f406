"""What is told of forecasts of past battles: how they did, and the free numbers found on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.table import Table

from calculator.errors import Fault, FaultsError
from calculator.figures import percent
from calculator.rules.past import SIDES, PastBattle
from calculator.rules.phrases import counted
from calculator.tuning.backtest import (
    Refought,
    Score,
    Spread,
    covered,
    forecast_spread,
    known_spread,
    quartiles,
    refight,
    scores,
)
from calculator.tuning.calibration import Calibration, calibrate, trials
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
    return Report(
        title=f"{counted(len(refought), 'battle')}, each fought {runs} times as two plain armies "
        f"(a forecast, not odds); seed {seed}",
        parts=[
            _battles(refought),
            _LEGEND.format(runs=runs),
            _scores(scores(refought)),
            _spreads(forecast_spread(refought), known),
            f"True losses within the forecast's middle 80%: {inside} of {2 * len(refought)}",
        ],
        instead=_as_json(refought, seed),
    )


_LEGEND: Final = (
    "Wins: the attacker's, undecided runs counting half. Lost: percent of attackers / of "
    "defenders. Hours: history / forecast. Losses and hours forecast are means of all {runs} runs."
)


def _table(*headings: str) -> Table:
    return Table(*headings, box=SIMPLE_HEAD, pad_edge=False)


def _battles(refought: Sequence[Refought]) -> Table:
    """A row for each battle, whose name is never cut."""
    table = _table("battle", "to 1", "won by", "wins", "decided", "lost", "forecast", "hours")
    table.padding = (0, 0, 0, 1)
    table.columns[0].min_width = max(
        len(word) for one in refought for word in one.past.name.split()
    )
    for column in table.columns:
        column.overflow = "fold"
    for one in refought:
        table.add_row(*_battle(one))
    return table


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


def _scores(scores: Sequence[Score]) -> Table:
    table = _table("Brier score of", "score", "worse than the forecast by", "95% interval")
    for score in scores:
        table.add_row(
            score.name,
            "too few battles" if score.brier is None else f"{score.brier:.3f}",
            "" if score.difference is None else f"{score.difference:+.3f}",
            "" if score.low is None else f"{score.low:+.3f} to {score.high:+.3f}",
        )
    return table


def _spreads(ours: Spread, known: Spread) -> Table:
    table = _table("quartiles", "forecast", "n", "history", "n")
    for name in ours:
        cells = []
        for values in (ours[name], known[name]):
            found = quartiles(values) or ()
            shown = (f"{value:.1f}" if name == "hours" else percent(value) for value in found)
            cells += [" / ".join(shown) or "too few to say", str(len(values))]
        table.add_row(name if name == "hours" else f"{name}' loss", *cells)
    return table


def calibration_report(
    workers: int | None, battles: Sequence[PastBattle], seed: str | None, gather: Gather
) -> Report:
    """The free numbers looked for anew, and how they score.

    Raises `FaultsError` for too few battles, and `KeyboardInterrupt` where it was cut short.
    """
    if (decided := sum(battle.winner != "drawn" for battle in battles)) < 2:
        problem = f"needs battles that were won, and there are {decided}"
        raise FaultsError([Fault("--calibrate", problem, "two or more")])
    seed = SEED if seed is None else seed
    tried, is_whole = gather(trials(battles, seed, workers), "Searching", len(battles))
    if not is_whole:
        raise KeyboardInterrupt
    return _calibrated(calibrate(tried, seed))


def _calibrated(found: Calibration) -> Report:
    table = _table("free number", "value", "95% of samples")
    for one in found.found:
        table.add_row(one.key, f"{one.value:.2f}", f"{one.low:.2f} to {one.high:.2f}")
    score = (
        f"Brier score {found.brier:.3f} on the battles it was found on, {found.left_out:.3f} with "
        "each battle scored by numbers found without it"
    )
    numbers = {
        one.key: {"value": one.value, "low": one.low, "high": one.high} for one in found.found
    }
    scored = {"brier": found.brier, "brier-left-out": found.left_out}
    return Report(title="", parts=[table, score], instead={"numbers": numbers, **scored})


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
