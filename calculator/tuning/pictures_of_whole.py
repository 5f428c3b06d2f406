"""Pictures of whole matters: duels turn by turn, combined attacks, forecasts beside history."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from calculator.figures import percent
from calculator.rules.telling import counted
from calculator.tuning import charts, history
from calculator.tuning.acting import Told
from calculator.tuning.charts import Chart, bars, words
from calculator.tuning.combined import Attack
from calculator.tuning.duel import Course
from calculator.tuning.summary import Estimate, Summary

WORDS: Final = ("state", "order", "formation")
"""Keys of a unit's condition that are told by their words alone."""

COUNTED: Final = {
    "bases": ("base", "bases"),
    "platoons": ("platoon", "platoons"),
    "men": ("man", "men"),
}
"""Keys that are told as a number of something: one of it, and several."""

FIGURES: Final = ("strength", "morale")
"""Keys that are told with their figure."""


def survival_chart(course: Course, first: str, second: str) -> Chart:
    """The chance that each unit still stands at the end of each turn."""
    drawn = Chart(
        f"Still on the table; {float(course.expected_turns()):.2f} turns on average",
        charts.figures("turn"),
        charts.figures(first),
        bars("blue"),
        charts.figures(second),
        bars("dark_orange"),
    )
    shares = zip(course.surviving("first"), course.surviving("second"), strict=True)
    for turn, (mine, theirs) in enumerate(shares, 1):
        own, enemy = float(mine), float(theirs)
        drawn.add_row(str(turn), percent(own), own, percent(enemy), enemy)
    return drawn


def endings_table(course: Course, first: str, second: str, most: int = 15) -> Chart:
    """The likeliest ends, both units as they are then."""
    columns = words(first), words(second), charts.figures("chance")
    drawn = Chart("How it stands at the end", *columns)
    likeliest = endings(course)
    for mine, theirs, chance in likeliest[:most]:
        drawn.add_row(mine, theirs, percent(float(chance)))
    if len(likeliest) > most:
        drawn.add_row("other", "", percent(float(sum(end[-1] for end in likeliest[most:]))))
    return drawn


def endings(course: Course) -> list[tuple[str, str, Fraction]]:
    """Every end, likeliest first: how the first unit is then, how the second, and its chance."""
    shares: dict[tuple[str, str], Fraction] = {}
    for pair, weight in course.end.items():
        told = (_told(pair.first), _told(pair.second))
        shares[told] = shares.get(told, Fraction(0)) + Fraction(weight, course.end.total)
    likeliest = sorted(shares.items(), key=lambda end: -end[1])
    return [(*told, share) for told, share in likeliest]


def _told(unit: Told | None) -> str:
    if unit is None:
        return "gone"
    answers = dict(unit)
    words = [answers[key].replace("-", " ") for key in WORDS if key in answers]
    numbers = [counted(int(answers[key]), *COUNTED[key]) for key in COUNTED if key in answers]
    figures = [f"{key} {answers[key]}" for key in FIGURES if key in answers]
    return ", ".join((*words, *numbers, *figures))


def attacks_table(names: Sequence[str], attacks: Sequence[Attack], measure: str) -> Chart:
    """One attack after another: how likely it comes to it, and what it adds."""
    headings = map(charts.figures, ("is made", measure, "by now"))
    drawn = Chart("One after another", words("attack by"), *headings, bars("cyan"))
    for name, attack in zip(names, attacks, strict=True):
        told = [percent(float(s)) for s in (attack.delivered, attack.succeeds, attack.by_now)]
        drawn.add_row(name, *told, float(attack.by_now))
    return drawn


def figures(summary: Summary) -> Iterator[tuple[str, Estimate | None]]:
    """Every figure of a forecast, by name."""
    for side, wins in summary.wins.items():
        yield f"{side} wins", wins
    yield "undecided", summary.undecided
    yield "turns until an army breaks, median", summary.turns
    for side, loss in summary.losses_an_hour.items():
        yield f"{side} loss an hour, median", loss
    yield "losers' loss, median", summary.losers_loss
    yield "winners' loss, median", summary.winners_loss
    yield "losers' loss an hour, median", summary.losers_an_hour
    yield "winners' loss an hour, median", summary.winners_an_hour


def battles(runs: int) -> str:
    """How many runs a forecast has: "1,000 simulated battles"."""
    return f"{runs:,} simulated {'battle' if runs == 1 else 'battles'}"


def forecast_table(summary: Summary) -> Chart:
    """The figures with their intervals."""
    columns = words("figure"), charts.figures("value"), charts.figures("95% interval")
    drawn = Chart(f"Forecast from {battles(summary.runs)} (not odds)", *columns)
    for name, estimate in figures(summary):
        if estimate is not None:
            drawn.add_row(name, _shown(name)(estimate.value), _interval(name, estimate))
    return drawn


def _interval(name: str, estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return "too few to say"
    return f"{_shown(name)(estimate.low)} to {_shown(name)(estimate.high)}"


def beside_history(summary: Summary) -> Iterator[tuple[str, Estimate | None, float]]:
    """The medians that history has as well: of the forecast, and of the battles of the period."""
    yield "losers' loss", summary.losers_loss, history.LOSERS_LOSS
    yield "winners' loss", summary.winners_loss, history.WINNERS_LOSS
    yield "losers' loss an hour", summary.losers_an_hour, history.LOSERS_AN_HOUR
    yield "winners' loss an hour", summary.winners_an_hour, history.WINNERS_AN_HOUR
    yield "turns, of an hour each", summary.turns, history.HOURS


def history_table(summary: Summary) -> Chart:
    """How near the forecast comes to the battles of the period."""
    columns = words("median"), charts.figures("forecast"), charts.figures("history")
    drawn = Chart(f"Beside history ({history.SOURCE})", *columns)
    for name, estimate, known in beside_history(summary):
        shown = _shown(name)
        drawn.add_row(name, shown(estimate.value) if estimate else "no loser", shown(known))
    return drawn


def _shown(name: str) -> Callable[[float], str]:
    return (lambda turns: f"{turns:.1f}") if name.startswith("turns") else percent
