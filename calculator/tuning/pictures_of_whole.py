"""Pictures of whole matters: duels turn by turn, combined attacks, forecasts beside history."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from statistics import quantiles

import attrs

from calculator.answering import with_unit
from calculator.figures import percent
from calculator.forms import Field
from calculator.kinds import Optional
from calculator.lengths import shown_length
from calculator.numbers import Whole
from calculator.roll.places import field_for
from calculator.rules.past import Past
from calculator.rules.phrases import counted
from calculator.rules.system import RuleSystem
from calculator.scenarios.model import Scenario
from calculator.tuning import charts
from calculator.tuning.acting import Condition
from calculator.tuning.backtest import known_spread
from calculator.tuning.charts import Chart, bars, words
from calculator.tuning.combined import Attack
from calculator.tuning.curves import Curves, Line
from calculator.tuning.duel import Course
from calculator.tuning.fighting import Run
from calculator.tuning.past import SOURCE, shipped
from calculator.tuning.seek_history import Brings, Trial
from calculator.tuning.summary import Estimate, Summary, median


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


def survival_curves(course: Course, first: str, second: str) -> Curves:
    """The same as curves."""
    turns = range(1, len(course.turns) + 1)
    lines = (
        Line(name, turns, [float(share) for share in course.surviving(which)])
        for name, which in ((first, "first"), (second, "second"))
    )
    return Curves("Still on the table", "turn", "chance", tuple(lines))


def loss_curves(scenario: Scenario, runs: Sequence[Run]) -> Curves:
    """Of how many of the runs each side lost no more than so much."""
    share = [number / len(runs) for number in range(len(runs) + 1)]
    lines = (
        Line(side.name, [0.0, *sorted(100 * run.losses[place] for run in runs)], share)
        for place, side in enumerate(scenario.sides)
    )
    up = "share of battles with no greater loss"
    return Curves("What it costs", "men lost, percent", up, tuple(lines), is_stepped=True)


def endings_table(
    system: RuleSystem, course: Course, first: str, second: str, most: int = 15
) -> Chart:
    """The likeliest ends, both units as they are then."""
    columns = words(first), words(second), charts.figures("chance")
    drawn = Chart("How it stands at the end", *columns)
    likeliest = endings(system, course)
    for mine, theirs, chance in likeliest[:most]:
        drawn.add_row(mine, theirs, percent(float(chance)))
    if len(likeliest) > most:
        drawn.add_row("other", "", percent(float(sum(end[-1] for end in likeliest[most:]))))
    return drawn


def endings(system: RuleSystem, course: Course) -> list[tuple[str, str, Fraction]]:
    """Every end, likeliest first: how the first unit is then, how the second, and its chance."""
    shares: dict[tuple[str, str], Fraction] = {}
    for pair, weight in course.end.items():
        ending = (described(system, pair.first), described(system, pair.second))
        shares[ending] = shares.get(ending, Fraction(0)) + Fraction(weight, course.end.total)
    likeliest = sorted(shares.items(), key=lambda end: -end[1])
    return [(*ending, share) for ending, share in likeliest]


def described(system: RuleSystem, unit: Condition | None) -> str:
    """How a unit is, in the words and figures that its system tells it by: "ok, 3 bases"."""
    if unit is None:
        return "gone"
    answers = dict(unit)
    keys = (key for key in system.condition if key in answers)
    return ", ".join(_described(field_for(system, key), key, answers[key]) for key in keys)


def _described(field: Field, key: str, text: str) -> str:
    """A word as it is, a number of what its key says, or a figure behind its key."""
    kind = field.kind.kind if isinstance(field.kind, Optional) else field.kind
    if not isinstance(kind, Whole):
        return text.replace("-", " ")
    return with_unit(kind, int(text)) if kind.unit == key else f"{key} {text}"


def attacks_table(names: Sequence[str], attacks: Sequence[Attack], measure: str) -> Chart:
    """One attack after another: how likely it comes to it, and what it adds."""
    headings = map(charts.figures, ("is made", measure, "by now"))
    drawn = Chart("One after another", words("attack by"), *headings, bars("cyan"))
    for name, attack in zip(names, attacks, strict=True):
        chances = [percent(float(s)) for s in (attack.delivered, attack.succeeds, attack.by_now)]
        drawn.add_row(name, *chances, float(attack.by_now))
    return drawn


def figures(summary: Summary) -> Iterator[tuple[str, Estimate | None]]:
    """Every figure of a forecast, by name; None where runs are too few to say."""
    for side, wins in summary.wins.items():
        yield f"{side} wins", wins
    yield "undecided", summary.undecided
    yield "turns until an army gives up, median", summary.turns
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
    """The figures with their intervals, and of how many runs each is."""
    headings = map(charts.figures, ("value", "95% interval", "of"))
    title = f"Forecast from {battles(summary.runs)} (not odds), {summary.decided:,} of them decided"
    drawn = Chart(title, words("figure"), *headings)
    for name, estimate in figures(summary):
        if estimate is None:
            drawn.add_row(name, "too few to say", "", "")
        else:
            shown = _shown(name)
            interval = f"{shown(estimate.low)} to {shown(estimate.high)}"
            drawn.add_row(name, shown(estimate.value), interval, f"{estimate.n:,}")
    return drawn


@attrs.frozen
class Beside:
    """A median of the forecast beside history's quartiles over so many battles."""

    name: str
    forecast: Estimate | None
    quartiles: tuple[float, ...]
    battles: int


def beside_history(summary: Summary) -> Iterator[Beside]:
    """The medians that history has as well, of the 32 battles that come with the package."""
    past = shipped()
    known = known_spread(past)
    timed = [one for one in past if one.hours]
    by_hour = [sorted(rates) for rates in zip(*map(_lost_an_hour, timed), strict=True)]
    yield Beside("losers' loss", summary.losers_loss, tuple(known.losers or ()), len(past))
    yield Beside("winners' loss", summary.winners_loss, tuple(known.winners or ()), len(past))
    ours = summary.losers_an_hour, summary.winners_an_hour
    for side, estimate, rates in zip(("losers'", "winners'"), ours, by_hour, strict=True):
        yield Beside(f"{side} loss an hour", estimate, tuple(quantiles(rates, n=4)), len(timed))
    yield Beside("turns, of an hour each", summary.turns, tuple(known.hours or ()), len(timed))


def _lost_an_hour(past: Past) -> tuple[float, float]:
    """The shares of the loser and of the winner lost in an hour, of a battle that was timed."""
    beaten, won = past.defender, past.attacker
    if past.winner == "defender":
        beaten, won = won, beaten
    return beaten.lost / (past.hours or 1), won.lost / (past.hours or 1)


def history_table(summary: Summary) -> Chart:
    """How near the forecast comes to the battles of the period."""
    headings = map(charts.figures, ("forecast", "of", "history", "of"))
    drawn = Chart(f"Beside history ({SOURCE}): quartiles", words("median"), *headings)
    for beside in beside_history(summary):
        shown = _shown(beside.name)
        mine = shown(beside.forecast.value) if beside.forecast else "too few to say"
        quartiles = " / ".join(shown(value) for value in beside.quartiles)
        runs = f"{beside.forecast.n:,}" if beside.forecast else ""
        drawn.add_row(beside.name, mine, runs, quartiles, str(beside.battles))
    return drawn


def this_battle_table(scenario: Scenario, summary: Summary, runs: Sequence[Run]) -> Chart | None:
    """What came of this very battle, as its file says, beside the forecast of it."""
    history = scenario.history
    if history is None:
        return None
    headings = map(charts.figures, ("forecast", "of", "history"))
    drawn = Chart(f"Beside what happened ({history.source})", words("this battle"), *headings)

    def add(name: str, found: Estimate | None, shown: Callable[[float], str], known: str) -> None:
        drawn.add_row(
            name,
            shown(found.value) if found else "too few to say",
            f"{found.n:,}" if found else "",
            known,
        )

    for place, side in enumerate(scenario.sides):
        won = "won" if history.winner == side.key else "drawn" if not history.winner else "lost"
        add(f"{side.name}: wins", summary.wins[side.key], percent, won)
        if side.key in history.losses:
            loss = median([run.losses[place] for run in runs])
            add(f"{side.name}: lost", loss, percent, f"{history.losses[side.key]}%")
    if history.hours:
        add("hours", summary.turns, _shown("turns"), shown_length(history.hours))
    return drawn


def seek_table(scenario: Scenario, found: Sequence[Trial]) -> Chart:
    """Changes of ratings, with how often each side then wins; what brings history first."""
    history = scenario.history
    assert history is not None
    won = scenario.side(history.winner).name + " won" if history.winner else "it was drawn"
    headings = [charts.figures(f"{side.key} wins") for side in scenario.sides]
    columns = words("change"), *headings, charts.figures("95% intervals"), words("history's")
    drawn = Chart(f"History: {won} ({history.source})", *columns)
    for trial in found:
        wins = trial.summary.wins.values()
        intervals = ", ".join(f"{100 * one.low:.0f}-{100 * one.high:.0f}" for one in wins)
        shares = [percent(one.value) for one in wins]
        drawn.add_row(trial.step.label, *shares, intervals, trial.brings.value)
    return drawn


def seek_verdict(found: Sequence[Trial]) -> str:
    """What the trials come to: the file's own forecast is the first of them."""
    if not found:
        return "Nothing was tried."
    as_it_is, *steps = found
    if as_it_is.brings is Brings.YES:
        return "As the file stands, history's result is the likelier already."
    changes = counted(len(steps), "plausible change")
    sure, perhaps = (sum(t.brings is one for t in steps) for one in (Brings.YES, Brings.PERHAPS))
    if not sure and not perhaps:
        return f"None of {changes} makes history's result the likelier."
    more = "more" if sure else "of them"
    doubt = f"; {perhaps} {more} may, which only more runs can tell" if perhaps else ""
    return f"{sure or 'None'} of {changes} makes history's result the likelier{doubt}."


def _shown(name: str) -> Callable[[float], str]:
    return (lambda turns: f"{turns:.1f}") if name.startswith("turns") else percent
