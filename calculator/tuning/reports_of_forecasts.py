"""What is told of whole battles: forecasts beside history, run by run, two versions, a story."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from statistics import fmean, quantiles, stdev
from typing import Final

import attrs

from calculator.errors import Fault, FaultsError
from calculator.figures import percent
from calculator.lengths import shown_length
from calculator.rules.phrases import counted
from calculator.scenarios.model import Scenario
from calculator.tuning.battle import Run, notes_of
from calculator.tuning.charts import Chart, Curve, Curves, figures, words
from calculator.tuning.forecast import (
    TURNS,
    Estimate,
    Forecast,
    Summary,
    Z,
    forecast,
    median,
    summarize,
    tell,
)
from calculator.tuning.refighting import SOURCE, shipped
from calculator.tuning.report import Gather, Report
from calculator.tuning.variations import check_same_system


def battles(runs: int) -> str:
    """How many runs a forecast has: "1,000 simulated battles"."""
    return f"{runs:,} simulated {'battle' if runs == 1 else 'battles'}"


def _fought(
    asked: Forecast, workers: int | None, scheduler: str, gather: Gather
) -> tuple[list[Run], bool]:
    """The runs, on a cluster if one is named, and whether they are all.

    Raises `KeyboardInterrupt` where it was cut short before the first was over.
    """
    runs, is_whole = gather(forecast(asked, workers, scheduler), "Fighting", asked.runs)
    if not runs:
        raise KeyboardInterrupt
    return runs, is_whole


def forecast_report(
    scenario: Scenario, asked: Forecast, workers: int | None, scheduler: str, gather: Gather
) -> Report:
    """A whole battle, thousands of times, beside history."""
    runs, is_whole = _fought(asked, workers, scheduler, gather)
    summary = summarize(runs, [side.key for side in scenario.sides])
    notes, unsaid = list(notes_of(scenario)), dict.fromkeys(attrs.fields_dict(Estimate))
    return Report(
        title=f"{scenario.title}: a forecast of {battles(len(runs))}",
        parts=[
            forecast_table(summary),
            history_table(summary),
            *this_battle_tables(scenario, summary, runs),
            loss_curves(scenario, runs),
            _WHAT_IT_KNOWS,
            *notes,
            f"Seed {asked.seed}",
        ],
        rows=[
            {"figure": name, **(attrs.asdict(estimate) if estimate else unsaid)}
            for name, estimate in summary.figures.items()
        ],
        rows_are="figures",
        more={
            "history": [
                {
                    "figure": name,
                    "forecast": mine and mine.value,
                    "history": quartiles[1],
                    "quartiles": quartiles,
                    "battles": len(known),
                }
                for name, mine, known in beside_history(summary)
                for quartiles in [quantiles(known, n=4)]
            ],
            "runs": summary.runs,
            "decided": summary.decided,
            "notes": notes,
            "seed": asked.seed,
        },
        is_whole=is_whole,
    )


_WHAT_IT_KNOWS: Final = (
    "Losses and hours are spread as history's are; of who wins a forecast knows no more than "
    "numbers and ratings tell. An interval is of the runs only."
)


def runs_report(
    scenario: Scenario, asked: Forecast, workers: int | None, scheduler: str, gather: Gather
) -> Report:
    """A row for each run."""
    runs, is_whole = _fought(asked, workers, scheduler, gather)
    rows = run_rows(scenario, runs)
    cells = [[*map(str, row.values())] for row in rows]
    return Report(
        title=f"{scenario.title}: {battles(len(runs))}, run by run",
        parts=[Chart("", [*map(words, rows[0])], cells), f"Seed {asked.seed}"],
        rows=rows,
        is_whole=is_whole,
    )


def run_rows(scenario: Scenario, runs: Sequence[Run]) -> list[dict[str, object]]:
    """Each run in words and figures: who won, how it ended, its turns, the losses from 0 to 1."""
    keys = [side.key for side in scenario.sides]
    return [
        {
            "run": number,
            "winner": "".join(key for key in keys if run.broken and key not in run.broken),
            "ending": "both broke" if len(run.broken) > 1 else run.ending or "undecided",
            "turns": run.turns,
            **{f"{key}_loss": loss for key, loss in zip(keys, run.losses, strict=True)},
        }
        for number, run in enumerate(runs, 1)
    ]


def paired_report(
    scenario: Scenario, other: Scenario, asked: Forecast, workers: int | None, gather: Gather
) -> Report:
    """Two versions of a battle from the same seeds: what differs, and how surely.

    Each run of the one is set against the run of the other that is drawn from the same seed, so
    that what both owe to their commanders' day cancels out. Raises `FaultsError` unless both are of
    the same sides, and `KeyboardInterrupt` where it was cut short before the second was begun.
    """
    check_same_system(scenario, other)
    keys, others = ([side.key for side in one.sides] for one in (scenario, other))
    if keys != others:
        raise FaultsError(
            [Fault("--against", f"has the sides {', '.join(others)}", ", ".join(keys))]
        )
    before, _ = gather(forecast(asked, workers), "Fighting", asked.runs)
    again = attrs.evolve(asked, scenario=str(other.path))
    after, is_whole = gather(forecast(again, workers), "Fighting again", len(before))
    before = before[: len(after)]
    if not before:
        raise KeyboardInterrupt
    found = list(paired_figures(keys, before, after))
    said = verdict(scenario.sides[0].name, found[0], before, after)
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


LEAST_DECIDED: Final = 30
"""Decided runs of each version below which nothing is said of who does better."""

_OF_RUNS: Final = (
    "A score counts a run won as 1, an undecided one as half. The interval is of the runs alone: "
    "it does not say how far the model is from history."
)


@attrs.frozen
class PairedFigure:
    """A figure in both versions, and the difference with its interval of 95%.

    `unit` is "share", of 0 to 1, or "turns".
    """

    name: str
    unit: str
    before: float
    after: float
    low: float
    high: float

    @property
    def difference(self) -> float:
        """By how much the second version is above the first."""
        return self.after - self.before


def paired_figures(
    sides: Sequence[str], before: Sequence[Run], after: Sequence[Run]
) -> Iterator[PairedFigure]:
    """Each side's score and loss, and the turns fought, of runs in the same order.

    A score is 1 for a side that won a run, 0 for one that lost, 1/2 where nobody did or both broke.
    """
    both = before, after
    values = {
        **{f"{one} score": [[_score(one, run) for run in runs] for runs in both] for one in sides},
        **{
            f"{side} loss": [[run.losses[place] for run in runs] for runs in both]
            for place, side in enumerate(sides)
        },
        "turns": [[float(run.turns) for run in runs] for runs in both],
    }
    for name, (was, now) in values.items():
        differences = [new - old for old, new in zip(was, now, strict=True)]
        middle = fmean(differences)
        reach = Z * stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 1.0
        unit = "turns" if name == "turns" else "share"
        yield PairedFigure(name, unit, fmean(was), fmean(now), middle - reach, middle + reach)


def _score(side: str, run: Run) -> float:
    return float(side not in run.broken) if len(run.broken) == 1 else 0.5


def verdict(name: str, figure: PairedFigure, before: Sequence[Run], after: Sequence[Run]) -> str:
    """What the comparison says of a side's score, or that it cannot say it."""
    fewest = min(sum(len(run.broken) == 1 for run in runs) for runs in (before, after))
    if fewest < LEAST_DECIDED:
        return (
            f"Only {fewest} of {len(before)} runs were decided: too few to say who does better; "
            f"{LEAST_DECIDED} of each version are the least (--runs, --turns)."
        )
    if figure.low <= 0 <= figure.high:
        return f"So many runs show no difference in how {name} fares."
    worse = "worse" if figure.difference < 0 else "better"
    return f"{name} fares {worse} by {100 * abs(figure.difference):.0f} points in a hundred."


def _paired_row(one: PairedFigure) -> tuple[str, ...]:
    if one.unit == "turns":
        shown = f"{one.before:.1f}", f"{one.after:.1f}", f"{one.difference:+.1f}"
        return one.name, *shown, f"{one.low:+.1f} to {one.high:+.1f}"
    interval = f"{100 * one.low:+.1f} to {100 * one.high:+.1f}"
    shares = percent(one.before), percent(one.after)
    return one.name, *shares, f"{100 * one.difference:+.1f}", interval


MOST_QUIET: Final = 50
"""Battles that are looked through for one of which there is something to tell."""


def story_report(scenario: Scenario, asked: Forecast) -> Report:
    """The first battle of a forecast in which anybody was hurt, hour by hour."""
    for quiet in range(MOST_QUIET):
        story = tell(asked, quiet)
        if story.was_bloody:
            break
    lines = story.lines
    passed = [f"In {counted(quiet, 'battle')} before it nobody was hurt."] if quiet else []
    return Report(
        title=f"{scenario.title}: one battle of many",
        parts=[*lines, *passed, f"Seed {asked.seed}"],
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


def beside_history(summary: Summary) -> Iterator[tuple[str, Estimate | None, list[float]]]:
    """The medians that history has as well, and what they were in each of the 32 battles that come
    with the package."""
    timed = [past for past in shipped() if past.hours]
    an_hour = [[share / (past.hours or 1) for share in past.lost] for past in timed]
    for of, lost in (("", [past.lost for past in shipped()]), (" an hour", an_hour)):
        for whose, known in zip(("losers'", "winners'"), zip(*lost, strict=True), strict=True):
            name = f"{whose} loss{of}"
            yield name, summary.figures[f"{name}, median"], list(known)
    hours = [past.hours or 0.0 for past in timed]
    yield "turns, of an hour each", summary.figures[TURNS], hours


def history_table(summary: Summary) -> Chart:
    """How near the forecast comes to the battles of the period."""
    rows = []
    for name, mine, known in beside_history(summary):
        shown = _shown(name)
        quartiles = " / ".join(map(shown, quantiles(known, n=4)))
        rows.append((name, *_estimated(mine, shown), quartiles, str(len(known))))
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
