"""What each task of `empires tune` reads of its command line, and what makes its report."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Final

from calculator.cli import tune_reading as reading
from calculator.cli.output import printed, write_out
from calculator.cli.tune_options import OPTIONS
from calculator.cli.tune_reading import OptionReader, Typed, unit, watching, workers
from calculator.errors import Fault, how_to_add, raise_any
from calculator.kinds import Whole
from calculator.rules.forecast_plan import Stance
from calculator.tuning import reports_of_duels as duels
from calculator.tuning import reports_of_forecasts as forecasts
from calculator.tuning import reports_of_history as history
from calculator.tuning import reports_of_pairs as pairs
from calculator.tuning.curves import can_draw
from calculator.tuning.duel import MOST_TURNS
from calculator.tuning.report import Report
from calculator.tuning.seek import CHANCE


class TaskWork:
    """What makes the report of a task of its scenarios and of what is read, in order."""

    def __init__(self, report: Callable[..., Report], *reads: OptionReader) -> None:
        self._report = report
        self._reads = reads
        self.options = {option for reader in reads for option in reader.options}

    def run(self, typed: Typed) -> None:
        """Read, work out and write: csv, json, svg, html, or what stands in the terminal.

        Raises `FaultsError` with everything that cannot be read, `CalculatorError` if it cannot be
        worked out or written, and then `KeyboardInterrupt` where Ctrl+C cut short what is shown.
        """
        report = self._report(*typed.scenarios, *typed.read(*self._reads))
        form = typed.options.form
        if form in {"svg", "html"} and report.has_curves and not can_draw():
            sys.stderr.write(f"Curves are left out; to add them: {how_to_add('charts')}\n")
        write_out(report.text(form) if form else printed(report), typed.options.output)
        if not report.is_whole:
            raise KeyboardInterrupt


_orders: Final = ("--turns", "--policy", "--reply")

WORK: Final = {
    "map": TaskWork(
        pairs.map_report,
        reading.situation,
        reading.actor_if_any,
        reading.target_if_any,
        reading.as_typed("--batteries"),
    ),
    "sweep": TaskWork(
        pairs.sweep_report,
        reading.subject,
        reading.variations,
        reading.as_typed("--measure"),
        watching,
    ),
    "seek": TaskWork(
        pairs.ladder_report,
        unit("--unit"),
        reading.value("--target", CHANCE, question="which chance is wanted?"),
        reading.role,
        reading.subject,
    ),
    "seek --battle": TaskWork(
        forecasts.seek_history_report,
        reading.forecast("100", "--runs", "--seed"),
        workers,
        watching,
    ),
    "sensitivity": TaskWork(pairs.sensitivity_report, reading.subject, watching),
    "diff": TaskWork(pairs.difference_report, reading.situation),
    "duel": TaskWork(
        duels.duel_report,
        unit("--actor"),
        unit("--against"),
        reading.policy("--policy", Stance.PRESS),
        reading.policy("--reply", Stance.HOLD),
        reading.value("--turns", Whole(1, MOST_TURNS), "6"),
    ),
    "combine": TaskWork(
        duels.combined_report, reading.situation, reading.actors, unit("--against")
    ),
    "forecast": TaskWork(
        forecasts.forecast_report,
        reading.forecast("1000", "--runs", "--seed", *_orders),
        workers,
        reading.as_typed("--scheduler"),
        watching,
    ),
    "forecast --tell": TaskWork(forecasts.story_report, reading.forecast("1", *_orders)),
    "history": TaskWork(
        history.history_report,
        reading.value("--runs", Whole(1, 10_000), "100"),
        workers,
        reading.battles,
        reading.as_typed("--seed"),
        watching,
    ),
    "history --calibrate": TaskWork(
        history.calibration_report, workers, reading.battles, reading.as_typed("--seed"), watching
    ),
}
"""By task, and by task with the option that makes another one of it."""


def options_taken(task: str) -> set[str]:
    """Every option that a task takes."""
    parts = [work for called, work in WORK.items() if called.split()[0] == task]
    return _modes(task).union(*(work.options for work in parts))


def _modes(task: str) -> set[str]:
    return {called.split()[1] for called in WORK if called.startswith(f"{task} ")}


def work_of(arguments: argparse.Namespace) -> TaskWork:
    """What is to be done. Raises `FaultsError` for every option that it would not look at."""
    task, modes = arguments.task, _modes(arguments.task)
    names = [declared.names[0] for options in OPTIONS.values() for declared in options]
    left_out = arguments.command.get_default
    chosen = [name for name in names if vars(arguments)[name[2:]] != left_out(name[2:])]
    called = " ".join([task, *modes.intersection(chosen)])
    options = WORK[called].options | modes
    without = f" without {min(modes)}" if called == task and options_taken(task) - options else ""
    raise_any(
        Fault(option, f"says nothing to tune {called}{without}", ", ".join(sorted(options)))
        for option in chosen
        if option not in options
    )
    return WORK[called]
