"""What each task of `empires tune` reads of its command line, and what comes of it.

Whatever cannot be read is told at once, each fault with its option.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from typing import Any

from calculator.cli.output import gather, printed, write_out
from calculator.cli.tune import ROLES
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
from calculator.tuning.report import Report
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


def _map(given: Namespace) -> Report:
    scenario = load(given.file)
    situation, actor, target = every(
        partial(_situation, given, scenario),
        partial(_unit, scenario, "--actor", given.actor),
        partial(_unit, scenario, "--against", given.against),
    )
    return pairs.map_report(scenario, situation, actor, target, given.batteries)


def _sweep(given: Namespace) -> Report:
    scenario = load(given.file)
    subject, variations = every(
        partial(_subject, given, scenario), partial(_variations, given, scenario)
    )
    return pairs.sweep_report(scenario, subject, variations, given.measure, gather)


def _seek(given: Namespace) -> Report:
    scenario = load(given.file)
    unit, wanted, _, subject = every(
        partial(_unit, scenario, "--unit", given.unit, "which unit?"),
        partial(_value, "--target", given.target, CHANCE, "which chance is wanted?"),
        partial(_check_role, given.role),
        partial(_subject, given, scenario),
    )
    return pairs.ladder_report(scenario, unit, wanted, given.role, subject)


def _sensitivity(given: Namespace) -> Report:
    scenario = load(given.file)
    return pairs.sensitivity_report(scenario, _subject(given, scenario), gather)


def _diff(given: Namespace) -> Report:
    first, second = every(partial(load, given.file), partial(load, given.second))
    return pairs.difference_report(first, second, _situation(given, first))


def _duel(given: Namespace) -> Report:
    scenario = load(given.file)
    actor, target, policy, reply, turns = every(
        partial(_unit, scenario, "--actor", given.actor, "which unit?"),
        partial(_unit, scenario, "--against", given.against, "which unit?"),
        partial(_policy, scenario, "--policy", given.policy, Stance.PRESS),
        partial(_policy, scenario, "--reply", given.reply, Stance.HOLD),
        partial(_value, "--turns", given.turns or "6", Whole(1, duel.MOST_TURNS)),
    )
    return duels.duel_report(scenario, actor, target, policy, reply, turns)


def _combine(given: Namespace) -> Report:
    scenario = load(given.file)
    situation, actors, target = every(
        partial(_situation, given, scenario),
        partial(_actors, scenario, given.actors),
        partial(_unit, scenario, "--against", given.against, "which unit?"),
    )
    return duels.combined_report(scenario, situation, actors, target)


def _forecast(given: Namespace) -> Report:
    scenario = load(given.file)
    other, asked, workers = every(
        lambda: load(given.against) if given.against else None,
        partial(_asked, given, scenario),
        partial(_workers, given.workers),
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
        partial(_value, "--runs", given.runs or "100", Whole(1, 10_000)),
        partial(_workers, given.workers),
    )
    return history.history_report(runs, workers, battles, given.seed, gather)


_TASKS = {
    "map": _map,
    "sweep": _sweep,
    "seek": _seek,
    "sensitivity": _sensitivity,
    "diff": _diff,
    "duel": _duel,
    "combine": _combine,
    "forecast": _forecast,
    "history": _history,
}


def _value(option: str, text: str, kind: Kind[Any], question: str = "") -> Any:
    """What an option holds, or None of nothing; a fault where that leaves a question open."""
    if question and not text:
        raise _fault(option, question, kind.allowed)
    return kind.parse_at(option, text) if text else None


def _unit(scenario: Scenario, option: str, name: str, question: str = "") -> Unit | None:
    """The unit that an option names, None of nothing; a fault where that leaves a question open."""
    if question and not name:
        raise _fault(option, question, "a unit's name")
    return scenario.find(name, option) if name else None


def _actors(scenario: Scenario, names: Sequence[str]) -> list[Unit]:
    """The units that act, in order; it is a fault to name none."""
    if not names:
        raise _fault("--actors", "who attacks?", "two or more units, in order")
    return every(*(partial(scenario.find, name, "--actors") for name in names))


def _check_role(word: str) -> None:
    if word not in ROLES:
        raise _fault("--role", f"{word!r} is not a role", ", ".join(ROLES), nearest(word, ROLES))


def _policy(scenario: Scenario, option: str, text: str, usual: Stance) -> Policy:
    """What a unit does, clause by clause; if left out, by the system's plan for a stance."""
    plan = scenario.system.forecast
    text = text or (plan.policies[usual] if plan else "")
    if not text:
        raise _fault(option, "what does the unit do?", "clauses, see docs/tuning.md")
    return read_policy(text, scenario.system, option)


def _situation(given: Namespace, scenario: Scenario) -> Situation:
    """The action, its answers checked, and the first measure asked for."""
    measures = [given.measure] if isinstance(given.measure, str) else given.measure
    return read_situation(scenario.system, given.situation, *measures[:1])


def _subject(given: Namespace, scenario: Scenario) -> Subject:
    """The situation, between the units that act and are acted against where those are named."""
    asked, *_ = every(
        partial(_situation, given, scenario),
        partial(_unit, scenario, "--actor", given.actor),
        partial(_unit, scenario, "--against", given.against),
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
        partial(_value, "--runs", given.runs or "1000", Whole(1, MOST_RUNS)),
        partial(_value, "--turns", given.turns, Whole(1, MOST_TURNS)),
        partial(read_orders, scenario.system, given.policy, given.reply),
    )
    runs, seed = (runs, given.seed) if given.tell is None else (1, given.tell)
    return Forecast(str(scenario.path), runs, seed, turns=turns, orders=orders)


def _workers(text: str) -> int | None:
    found: int | None = _value("--workers", text, Whole(1, MOST_WORKERS))
    return found


def _refuse_beside(given: Namespace, option: str, *others: str) -> None:
    """Raise `FaultsError` for what says nothing beside an option."""
    raise_any(
        Fault(f"--{other.replace('_', '-')}", f"has no effect with {option}", "one of the two")
        for other in others
        if vars(given)[other] not in {"", None, False}
    )


def _fault(option: str, problem: str, allowed: str, near: str = "") -> FaultsError:
    return FaultsError([Fault(option, problem, allowed, near)])
