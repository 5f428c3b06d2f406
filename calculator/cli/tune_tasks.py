"""What each task of `empires tune` reads and works out: a function a task, `report_` before it."""

from __future__ import annotations

import attrs

from calculator.chance.one_path import fresh_seed
from calculator.cli.tune_output import gather, gather_all
from calculator.cli.tune_reading import Typed
from calculator.cores import MOST_WORKERS
from calculator.errors import Fault, FaultsError, every
from calculator.rules.forecast_plan import Stance
from calculator.rules.past import Past
from calculator.tuning import backtest, calibration, past, seek_history
from calculator.tuning.difference import difference
from calculator.tuning.duel import MOST_TURNS as LONGEST_DUEL
from calculator.tuning.forecast import MOST_RUNS, MOST_TURNS, Forecast, forecast, forecast_on
from calculator.tuning.report import Report
from calculator.tuning.reports_of_duels import combined_report, duel_report
from calculator.tuning.reports_of_forecasts import (
    forecast_report,
    seek_history_report,
    story_report,
)
from calculator.tuning.reports_of_history import calibration_report, history_report
from calculator.tuning.reports_of_pairs import (
    difference_report,
    ladder_report,
    map_report,
    sensitivity_report,
    sweep_report,
)
from calculator.tuning.seek import ladder
from calculator.tuning.sensitivity import Sensitivity
from calculator.tuning.sweep import Sweep

SEED_OF_HISTORY = "1815"
"""What the shipped numbers were found and are scored with."""

MOST_RUNS_OF_HISTORY = 10_000


def report_map(typed: Typed) -> Report:
    """Every attacker against every defender."""
    asked, actor, target = every(
        typed.situation,
        lambda: typed.unit_if_any("--actor"),
        lambda: typed.unit_if_any("--against"),
    )
    return map_report(typed.scenario, asked, actor, target)


def report_sweep(typed: Typed) -> Report:
    """Every combination of what is varied."""
    asked, variations = every(typed.subject, typed.variations)
    measures = tuple(typed.options.measure) or (asked.situation.measure,)
    sweep = Sweep(typed.scenario, asked, variations, measures)
    return sweep_report(sweep, *gather(sweep.rows(), "Sweeping", len(sweep)))


def report_seek(typed: Typed) -> Report:
    """Which single change comes nearest to a wanted chance, or to history's result."""
    if typed.options.battle:
        return _seek_history(typed)
    changing, target, role, asked = every(
        lambda: typed.unit("--unit"),
        lambda: typed.chance("--target"),
        lambda: typed.role("--role"),
        typed.subject,
    )
    asked = attrs.evolve(asked, **{role: changing.full_name})
    rungs = ladder(typed.scenario, asked, changing.full_name, target)
    return ladder_report(typed.scenario, asked, rungs, target)


def _seek_history(typed: Typed) -> Report:
    runs, workers = every(
        lambda: typed.number("--runs", MOST_RUNS, "100"),
        lambda: typed.number_if_any("--workers", MOST_WORKERS),
    )
    asked = Forecast(str(typed.scenario.path), runs, _seed(typed.options.seed))
    total, trying = seek_history.trials(asked, workers)
    return seek_history_report(typed.scenario, asked, *gather(trying, "Fighting", total))


def report_sensitivity(typed: Typed) -> Report:
    """Which rating or table value moves the odds most."""
    sensitivity = Sensitivity(typed.scenario, typed.subject())
    swings = gather(sensitivity.swings(), "Moving", len(sensitivity))
    return sensitivity_report(sensitivity, *swings)


def report_diff(typed: Typed) -> Report:
    """What changed between two scenarios, and the odds that move."""
    first, second = typed.scenarios
    asked = typed.situation()
    return difference_report(first, second, asked, difference(first, second, asked))


def report_duel(typed: Typed) -> Report:
    """Two units over several turns."""
    return duel_report(
        typed.scenario,
        *every(
            lambda: typed.unit("--actor"),
            lambda: typed.unit("--against"),
            lambda: typed.policy("--policy", Stance.PRESS),
            lambda: typed.policy("--reply", Stance.HOLD),
            lambda: typed.number("--turns", LONGEST_DUEL, "6"),
        ),
    )


def report_combine(typed: Typed) -> Report:
    """Several units on one target, one after another."""
    asked, actors, target = every(
        typed.situation,
        lambda: typed.units("--actors"),
        lambda: typed.unit("--against"),
    )
    return combined_report(typed.scenario, asked, actors, target)


def report_forecast(typed: Typed) -> Report:
    """A whole battle, thousands of times, or one of them hour by hour."""
    options, scenario = typed.options, typed.scenario
    runs, turns, workers, orders = every(
        lambda: typed.number("--runs", MOST_RUNS, "1000"),
        lambda: typed.number_if_any("--turns", MOST_TURNS),
        lambda: typed.number_if_any("--workers", MOST_WORKERS),
        typed.orders,
    )
    asked = Forecast(str(scenario.path), runs, _seed(options.seed), turns=turns, orders=orders)
    if options.tell is not None:
        return story_report(scenario, attrs.evolve(asked, runs=1, seed=options.tell))
    running = (
        forecast_on(options.scheduler, asked) if options.scheduler else forecast(asked, workers)
    )
    found, is_whole = gather(running, "Fighting", asked.runs)
    if not found:
        raise KeyboardInterrupt
    return forecast_report(scenario, asked, found, is_whole)


def report_history(typed: Typed) -> Report:
    """How the forecast does on past battles, or its free numbers looked for anew."""
    options = typed.options
    if len(options.files) > 1:
        raise FaultsError([Fault("BATTLES.csv", f"{len(options.files)} files", "one, or none")])
    if options.form in {"svg", "html", "csv"}:
        raise FaultsError([Fault(f"--{options.form}", "is not for history", "--json")])
    runs, workers, battles = every(
        lambda: typed.number("--runs", MOST_RUNS_OF_HISTORY, "100"),
        lambda: typed.number_if_any("--workers", MOST_WORKERS),
        lambda: past.read_battles(options.files[0]) if options.files else past.shipped(),
    )
    seed = SEED_OF_HISTORY if options.seed is None else options.seed
    if options.calibrate:
        return _calibrated(battles, seed, workers)
    refighting = backtest.refight(battles, runs, seed, workers)
    return history_report(gather_all(refighting, "Fighting", len(battles)), seed)


def _calibrated(battles: tuple[Past, ...], seed: str, workers: int | None) -> Report:
    if (decided := sum(battle.winner != "drawn" for battle in battles)) < 2:
        problem = f"needs battles that were won, and there are {decided}"
        raise FaultsError([Fault("--calibrate", problem, "two or more")])
    trying = calibration.trials(battles, seed, workers)
    tried = gather_all(trying, "Searching", len(battles))
    return calibration_report(calibration.calibrate(tried, seed))


def _seed(typed: str | None) -> str:
    return fresh_seed() if typed is None else typed
