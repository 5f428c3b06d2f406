"""What each task of `empires tune` reads of its command line, and what comes of it.

Whatever cannot be read is told at once, each fault with its option.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from calculator.cli.completion import ROLES
from calculator.cli.output import gather, printed, write_out
from calculator.cores import MOST_WORKERS
from calculator.errors import Fault, FaultsError, every, how_to_add, nearest, raise_any
from calculator.kinds import Kind, Whole
from calculator.rules.forecast_plan import Stance
from calculator.scenarios import Scenario, Unit, load
from calculator.tuning import duel, past
from calculator.tuning import reports_of_duels as duels
from calculator.tuning import reports_of_forecasts as forecasts
from calculator.tuning import reports_of_history as history
from calculator.tuning import reports_of_pairs as pairs
from calculator.tuning.curves import can_draw
from calculator.tuning.forecast import MOST_RUNS, MOST_TURNS, Forecast, read_orders
from calculator.tuning.matchups import Situation, Subject, read_situation
from calculator.tuning.policy import Policy, read_policy
from calculator.tuning.report import Gather, Report
from calculator.tuning.seek import CHANCE
from calculator.tuning.variations import Variation, read_variations


def work_out(task: str, given: Namespace) -> None:
    """Read, work out and write: csv, json, svg, html, or what stands in the terminal.

    Raises `FaultsError` with everything that cannot be read, `CalculatorError` if it cannot be
    worked out or written, and then `KeyboardInterrupt` where Ctrl+C cut short what is shown.
    """
    report = _TASKS[task](given)
    form = given.form
    if form in {"svg", "html"} and report.has_curves and not can_draw():
        sys.stderr.write(f"Curves are left out; to add them: {how_to_add('charts')}\n")
    write_out(report.text(form) if form else printed(report), given.output)
    if not report.is_whole:
        raise KeyboardInterrupt


Reader: TypeAlias = Callable[[Namespace, Scenario], Any]
"""Reads something off a command line about a scenario; raises `FaultsError` with its faults."""


def _task(report: Callable[..., Report], *read: Reader) -> Callable[[Namespace], Report]:
    """The task whose report is of a scenario and of what these read, every fault of it at once."""

    def task(given: Namespace) -> Report:
        scenario = load(given.file)
        return report(scenario, *every(*(partial(one, given, scenario) for one in read)))

    return task


def _given(name: str) -> Reader:
    """What stands under a name, as it is."""
    return lambda given, _: vars(given)[name]


def _text(given: Namespace, option: str) -> str:
    return str(vars(given)[option.removeprefix("--")] or "")


def _value(option: str, kind: Kind[Any], usual: str = "", question: str = "") -> Reader:
    """What an option holds, or what is usual, None of nothing; a fault where that leaves a question
    open."""

    def read(given: Namespace, _: object = None) -> Any:
        text = _text(given, option) or usual
        if question and not text:
            raise _fault(option, question, kind.allowed)
        return kind.parse_at(option, text) if text else None

    return read


def _unit(option: str, question: str = "") -> Reader:
    """The unit that an option names, None of nothing; a fault where that leaves a question open."""

    def read(given: Namespace, scenario: Scenario) -> Unit | None:
        name = _text(given, option)
        if question and not name:
            raise _fault(option, question, "a unit's name")
        return scenario.find(name, option) if name else None

    return read


def _policy(option: str, usual: Stance) -> Reader:
    """What a unit does, clause by clause; if left out, by the system's plan for a stance."""

    def read(given: Namespace, scenario: Scenario) -> Policy:
        plan = scenario.system.forecast
        text = _text(given, option) or (plan.policies[usual] if plan else "")
        if not text:
            raise _fault(option, "what does the unit do?", "clauses, see docs/tuning.md")
        return read_policy(text, scenario.system, option)

    return read


def _actors(given: Namespace, scenario: Scenario) -> list[Unit]:
    """The units that act, in order; it is a fault to name none."""
    if not given.actors:
        raise _fault("--actors", "who attacks?", "two or more units, in order")
    return every(*(partial(scenario.find, name, "--actors") for name in given.actors))


def _role(given: Namespace, _: Scenario) -> str:
    role: str = given.role
    if role not in ROLES:
        raise _fault("--role", f"{role!r} is no role", ", ".join(ROLES), nearest(role, ROLES))
    taken, enemy = ("--actor", "--against") if role == ROLES[0] else ("--against", "--actor")
    if _text(given, taken):
        raise _fault(taken, f"that is what --unit is, as {role}", f"{enemy} for whom it meets")
    return role


def _gathering(*_: object) -> Gather:
    return gather


def _situation(given: Namespace, scenario: Scenario) -> Situation:
    """The action, its answers checked, and the first measure asked for."""
    measures = [given.measure] if isinstance(given.measure, str) else given.measure
    return read_situation(scenario.system, given.situation, *measures[:1])


def _subject(given: Namespace, scenario: Scenario) -> Subject:
    """The situation, between the units that act and are acted against where those are named."""
    asked, *_ = every(
        partial(_situation, given, scenario),
        partial(_unit("--actor"), given, scenario),
        partial(_unit("--against"), given, scenario),
    )
    return Subject(asked, given.actor, given.against)


def _variations(given: Namespace, scenario: Scenario) -> tuple[Variation, ...]:
    """What is varied, with every measure asked for checked."""
    if not given.vary:
        raise _fault("--vary", "nothing is varied", "UNIT=FIELD or NAME=a,b")
    action = scenario.system.action(_situation(given, scenario).action)
    measures = (partial(action.measure, measure) for measure in given.measure)
    found, *_ = every(partial(read_variations, given.vary, scenario, action), *measures)
    return tuple(found)


def _asked(given: Namespace, scenario: Scenario) -> Forecast:
    """What is fought, how often and from what seed; with `--tell` one battle of that seed."""
    runs, turns, orders = every(
        partial(_value("--runs", Whole(1, MOST_RUNS), "1000"), given),
        partial(_value("--turns", Whole(1, MOST_TURNS)), given),
        partial(read_orders, scenario.system, given.policy, given.reply),
    )
    runs, seed = (runs, given.seed) if given.tell is None else (1, given.tell)
    return Forecast(str(scenario.path), runs, seed, turns=turns, orders=orders)


def _diff(given: Namespace) -> Report:
    first, second = every(partial(load, given.file), partial(load, given.second))
    return pairs.difference_report(first, second, _situation(given, first))


def _forecast(given: Namespace) -> Report:
    scenario = load(given.file)
    other, asked, workers = every(
        lambda: load(given.against) if given.against else None,
        partial(_asked, given, scenario),
        partial(_workers, given),
    )
    if given.tell is not None:
        _refuse_beside(given, "--tell", "runs", "seed", "against", "scheduler", "by_run")
        return forecasts.story_report(scenario, asked)
    if other is not None:
        _refuse_beside(given, "--against", "scheduler", "by_run")
        return forecasts.paired_report(scenario, other, asked, workers, gather)
    report = forecasts.runs_report if given.by_run else forecasts.forecast_report
    return report(scenario, asked, workers, given.scheduler, gather)


def _history(given: Namespace) -> Report:
    battles, runs, workers = every(
        lambda: past.read_battles(*filter(None, [given.file])),
        partial(_value("--runs", Whole(1, 10_000), "100"), given),
        partial(_workers, given),
    )
    return history.history_report(runs, workers, battles, given.seed, gather)


def _refuse_beside(given: Namespace, option: str, *others: str) -> None:
    """Raise `FaultsError` for what says nothing beside an option."""
    raise_any(
        Fault(f"--{other.replace('_', '-')}", f"has no effect with {option}", "one of the two")
        for other in others
        if vars(given)[other] not in {"", None, False}
    )


def _fault(option: str, problem: str, allowed: str, near: str = "") -> FaultsError:
    return FaultsError([Fault(option, problem, allowed, near)])


_workers: Final = _value("--workers", Whole(1, MOST_WORKERS))

_TASKS: Final[Mapping[str, Callable[[Namespace], Report]]] = {
    "map": _task(
        pairs.map_report, _situation, _unit("--actor"), _unit("--against"), _given("batteries")
    ),
    "sweep": _task(pairs.sweep_report, _subject, _variations, _given("measure"), _gathering),
    "seek": _task(
        pairs.ladder_report,
        _unit("--unit", "which unit?"),
        _value("--target", CHANCE, question="which chance is wanted?"),
        _role,
        _subject,
    ),
    "sensitivity": _task(pairs.sensitivity_report, _subject, _gathering),
    "diff": _diff,
    "duel": _task(
        duels.duel_report,
        _unit("--actor", "which unit?"),
        _unit("--against", "which unit?"),
        _policy("--policy", Stance.PRESS),
        _policy("--reply", Stance.HOLD),
        _value("--turns", Whole(1, duel.MOST_TURNS), "6"),
    ),
    "combine": _task(duels.combined_report, _situation, _actors, _unit("--against", "which unit?")),
    "forecast": _forecast,
    "history": _history,
}
