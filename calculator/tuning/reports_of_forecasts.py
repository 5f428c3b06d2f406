"""What is told of whole battles: forecasts beside history, run by run, two versions, a story."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import quantiles
from typing import Final

import attrs

from calculator.figures import percent
from calculator.lengths import shown_length
from calculator.scenarios.model import Scenario
from calculator.tuning.battle import Run, notes_of
from calculator.tuning.charts import Chart, figures, words
from calculator.tuning.curves import Curve, Curves
from calculator.tuning.forecast import Forecast, forecast, forecast_on, tell
from calculator.tuning.paired import PairedFigure, check_comparable, paired_figures, verdict
from calculator.tuning.past import SOURCE, shipped
from calculator.tuning.report import Gather, Report
from calculator.tuning.summary import ESTIMATE, TURNS, Estimate, Summary, median, summarize


def battles(runs: int) -> str:
    """How many runs a forecast has: "1,000 simulated battles"."""
    return f"{runs:,} simulated {'battle' if runs == 1 else 'battles'}"


def forecast_report(
    scenario: Scenario, asked: Forecast, workers: int | None, scheduler: str, gather: Gather
) -> Report:
    """A whole battle, thousands of times, beside history; on a cluster if one is named.

    Raises `KeyboardInterrupt` where it was cut short before the first was over.
    """
    running = forecast_on(scheduler, asked) if scheduler else forecast(asked, workers)
    runs, is_whole = gather(running, "Fighting", asked.runs)
    if not runs:
        raise KeyboardInterrupt
    summary = summarize(runs, [side.key for side in scenario.sides])
    notes = list(notes_of(scenario))
    return Report(
        title=f"{scenario.title}: a forecast of {battles(len(runs))}",
        parts=[
            forecast_table(summary),
            history_table(summary),
            *this_battle_tables(scenario, summary, runs),
            loss_curves(scenario, runs),
            *notes,
            f"Seed {asked.seed}",
        ],
        rows=[
            {"figure": name, **(attrs.asdict(estimate) if estimate else dict.fromkeys(ESTIMATE))}
            for name, estimate in summary.figures.items()
        ],
        rows_are="figures",
        more={
            "history": list(map(_compared_json, beside_history(summary))),
            "runs": summary.runs,
            "decided": summary.decided,
            "notes": notes,
            "seed": asked.seed,
        },
        is_whole=is_whole,
    )


def _compared_json(beside: ComparedMedian) -> dict[str, object]:
    return {
        "figure": beside.name,
        "forecast": beside.forecast and beside.forecast.value,
        "history": beside.quartiles[1],
        "quartiles": list(beside.quartiles),
        "battles": beside.battles,
    }


def runs_report(
    scenario: Scenario, asked: Forecast, workers: int | None, scheduler: str, gather: Gather
) -> Report:
    """A row for each run."""
    running = forecast_on(scheduler, asked) if scheduler else forecast(asked, workers)
    runs, is_whole = gather(running, "Fighting", asked.runs)
    rows = run_rows(scenario, runs)
    names = list(rows[0]) if rows else []
    return Report(
        title=f"{scenario.title}: {battles(len(runs))}, run by run",
        parts=[
            Chart("", [*map(words, names)], [[*map(str, row.values())] for row in rows]),
            f"Seed {asked.seed}",
        ],
        rows=rows,
        is_whole=is_whole,
    )


def run_rows(scenario: Scenario, runs: Sequence[Run]) -> list[dict[str, object]]:
    """Each run in words and figures: who won, how it ended, its turns, the losses from 0 to 1."""
    keys = [side.key for side in scenario.sides]
    return [
        {
            "run": number,
            "winner": next((key for key in keys if key not in run.broken), "")
            if run.broken
            else "",
            "ending": run.ending or "undecided",
            "turns": run.turns,
            **{f"{key}_loss": loss for key, loss in zip(keys, run.losses, strict=True)},
        }
        for number, run in enumerate(runs, 1)
    ]


def paired_report(
    scenario: Scenario, other: Scenario, asked: Forecast, workers: int | None, gather: Gather
) -> Report:
    """Two versions of a battle from the same seeds: what differs, and how surely.

    Raises `KeyboardInterrupt` where it was cut short before the second was begun.
    """
    check_comparable(scenario, other)
    before, _ = gather(forecast(asked, workers), "Fighting", asked.runs)
    again = attrs.evolve(asked, scenario=str(other.path))
    after, is_whole = gather(forecast(again, workers), "Fighting again", len(before))
    before = before[: len(after)]
    if not before:
        raise KeyboardInterrupt
    side = scenario.sides[0]
    found = list(paired_figures([side.key for side in scenario.sides], before, after))
    said = verdict(side.name, found[0], before, after)
    columns = words("figure"), *map(figures, ("first", "second", "difference", "95% interval"))
    return Report(
        title=f"{scenario.path.name} -> {other.path.name}: {battles(len(before))} each",
        parts=[
            said,
            Chart("From the same seeds (not odds)", columns, [*map(_paired_row, found)]),
            _OF_RUNS,
            f"Seed {asked.seed}",
        ],
        rows=[attrs.asdict(one) | {"difference": one.difference} for one in found],
        more={"verdict": said, "runs": len(before), "seed": asked.seed},
        is_whole=is_whole,
    )


_OF_RUNS: Final = (
    "A score counts a run won as 1, an undecided one as half. The interval is of the runs alone: "
    "it does not say how far the model is from history."
)


def _paired_row(one: PairedFigure) -> tuple[str, ...]:
    if one.unit == "turns":
        shown = f"{one.before:.1f}", f"{one.after:.1f}", f"{one.difference:+.1f}"
        return one.name, *shown, f"{one.low:+.1f} to {one.high:+.1f}"
    interval = f"{100 * one.low:+.1f} to {100 * one.high:+.1f}"
    shares = percent(one.before), percent(one.after)
    return one.name, *shares, f"{100 * one.difference:+.1f}", interval


def story_report(scenario: Scenario, asked: Forecast) -> Report:
    """One battle of a forecast, hour by hour."""
    lines = tell(asked)
    return Report(
        title=f"{scenario.title}: one battle of many",
        parts=[*lines, f"Seed {asked.seed}"],
        rows=[{"line": line} for line in lines],
        more={"seed": asked.seed},
    )


def forecast_table(summary: Summary) -> Chart:
    """The figures with their intervals, and of how many runs each is."""
    rows = []
    for name, found in summary.figures.items():
        shown = _shown(name)
        interval = f"{shown(found.low)} to {shown(found.high)}" if found else ""
        rows.append((name, *_estimated(found, shown, interval)))
    title = f"Forecast from {battles(summary.runs)} (not odds), {summary.decided:,} of them decided"
    columns = words("figure"), *map(figures, ("value", "95% interval", "of"))
    return Chart(title, columns, rows)


def _estimated(
    found: Estimate | None, shown: Callable[[float], str], *beside: str
) -> tuple[str, ...]:
    """A figure, what stands beside it, and of how many runs it is, as far as they can say."""
    if found is None:
        return ("too few to say", *beside, "")
    return (shown(found.value), *beside, f"{found.n:,}")


def loss_curves(scenario: Scenario, runs: Sequence[Run]) -> Curves:
    """Of how many of the runs each side lost no more than so much."""
    share = [number / len(runs) for number in range(len(runs) + 1)]
    lines = (
        Curve(side.name, [0.0, *sorted(100 * run.losses[place] for run in runs)], share)
        for place, side in enumerate(scenario.sides)
    )
    up = "share of battles with no greater loss"
    return Curves("What it costs", "men lost, percent", up, tuple(lines), is_stepped=True)


@attrs.frozen
class ComparedMedian:
    """A median of the forecast beside history's quartiles over so many battles."""

    name: str
    forecast: Estimate | None
    quartiles: tuple[float, ...]
    battles: int


def beside_history(summary: Summary) -> Iterator[ComparedMedian]:
    """The medians that history has as well, of the 32 battles that come with the package."""
    lost = [past.lost for past in shipped()]
    an_hour = [[share / past.hours for share in past.lost] for past in shipped() if past.hours]
    hours = [past.hours for past in shipped() if past.hours]
    losses = {
        "losers' loss": [loser for loser, _ in lost],
        "winners' loss": [winner for _, winner in lost],
        "losers' loss an hour": [loser for loser, _ in an_hour],
        "winners' loss an hour": [winner for _, winner in an_hour],
    }
    for name, known in losses.items():
        yield _compared(name, summary.figures[f"{name}, median"], known)
    yield _compared("turns, of an hour each", summary.figures[TURNS], hours)


def _compared(name: str, forecast: Estimate | None, known: Sequence[float]) -> ComparedMedian:
    return ComparedMedian(name, forecast, tuple(quantiles(known, n=4)), len(known))


def history_table(summary: Summary) -> Chart:
    """How near the forecast comes to the battles of the period."""
    rows = []
    for beside in beside_history(summary):
        shown = _shown(beside.name)
        quartiles = " / ".join(shown(value) for value in beside.quartiles)
        mine = _estimated(beside.forecast, shown)
        rows.append((beside.name, *mine, quartiles, str(beside.battles)))
    columns = words("median"), *map(figures, ("forecast", "of", "history", "of"))
    return Chart(f"Beside history ({SOURCE}): quartiles", columns, rows)


def this_battle_tables(
    scenario: Scenario, summary: Summary, runs: Sequence[Run]
) -> Iterator[Chart]:
    """What came of this very battle beside the forecast of it, where its file says so."""
    history = scenario.history
    if history is None:
        return
    rows = []
    for place, side in enumerate(scenario.sides):
        won = "won" if history.winner == side.key else "beaten" if history.winner else "drawn"
        rows.append((f"{side.name}: wins", *_estimated(summary.wins[side.key], percent), won))
        if side.key in history.losses:
            loss = median([run.losses[place] for run in runs])
            known = f"{history.losses[side.key]}%"
            rows.append((f"{side.name}: men lost", *_estimated(loss, percent), known))
    if history.hours:
        turns = _estimated(summary.figures[TURNS], _shown("turns"))
        rows.append(("hours", *turns, shown_length(history.hours)))
    columns = words("this battle"), *map(figures, ("forecast", "of", "history"))
    yield Chart(f"Beside what happened ({history.source})", columns, rows)


def _shown(name: str) -> Callable[[float], str]:
    return (lambda turns: f"{turns:.1f}") if name.startswith("turns") else percent
