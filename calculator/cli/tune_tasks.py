"""What each task of `empires tune` reads of its command line, and what makes its report."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from calculator.cli.tune_options import OPTIONS
from calculator.cli.tune_output import gather, write
from calculator.cli.tune_reading import (
    Reader,
    Typed,
    actor_if_any,
    actors,
    as_typed,
    battles,
    forecast,
    policy,
    role,
    seed_of_history,
    situation,
    subject,
    target_if_any,
    unit,
    value,
    variations,
    workers,
)
from calculator.errors import Fault, FaultsError, every
from calculator.numbers import Whole
from calculator.rules.forecast_plan import Stance
from calculator.tuning.duel import MOST_TURNS
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
from calculator.tuning.seek import CHANCE


class Doing(NamedTuple):
    """What makes the report of a task of its scenarios and of what is read, in order.

    A task that takes long is `watched`: its report is told how to gather what is found.
    """

    report: Callable[..., Report]
    reads: tuple[Reader, ...]
    watched: bool = False
    shown: tuple[str, ...] = ()
    """Options that only the output looks at."""

    @property
    def options(self) -> set[str]:
        """All options that it looks at."""
        return {option for reader in self.reads for option in reader.options}.union(self.shown)

    def run(self, typed: Typed) -> None:
        """Read, work out and write. Raises `FaultsError` with everything that cannot be read."""
        asked = every(*(partial(reader.read, typed) for reader in self.reads))
        watching: dict[str, Any] = {"gather": gather} if self.watched else {}
        write(self.report(*typed.scenarios, *asked, **watching), typed.options)


_runs: Final = value("--runs", Whole(1, 10_000), "100")
_orders: Final = ("--turns", "--policy", "--reply")

DOINGS: Final[Mapping[str, Doing]] = {
    "map": Doing(map_report, (situation, actor_if_any, target_if_any), shown=("--batteries",)),
    "sweep": Doing(sweep_report, (subject, variations, as_typed("--measure")), watched=True),
    "seek": Doing(
        ladder_report,
        (
            unit("--unit"),
            value("--target", CHANCE, question="which chance is wanted?"),
            role,
            subject,
        ),
    ),
    "seek --battle": Doing(
        seek_history_report, (forecast("100", "--runs", "--seed"), workers), watched=True
    ),
    "sensitivity": Doing(sensitivity_report, (subject,), watched=True),
    "diff": Doing(difference_report, (situation,)),
    "duel": Doing(
        duel_report,
        (
            unit("--actor"),
            unit("--against"),
            policy("--policy", Stance.PRESS),
            policy("--reply", Stance.HOLD),
            value("--turns", Whole(1, MOST_TURNS), "6"),
        ),
    ),
    "combine": Doing(combined_report, (situation, actors, unit("--against"))),
    "forecast": Doing(
        forecast_report,
        (forecast("1000", "--runs", "--seed", *_orders), workers, as_typed("--scheduler")),
        watched=True,
    ),
    "forecast --tell": Doing(story_report, (forecast("1", *_orders),)),
    "history": Doing(history_report, (_runs, workers, battles, seed_of_history), watched=True),
    "history --calibrate": Doing(
        calibration_report, (workers, battles, seed_of_history), watched=True
    ),
}
"""By task, and by task with the option that makes another one of it."""


def taken(task: str) -> set[str]:
    """Every option that a task takes."""
    doings = {called: doing for called, doing in DOINGS.items() if called.split()[0] == task}
    modes = {mode for called in doings for mode in called.split()[1:]}
    return modes.union(*(doing.options for doing in doings.values()))


def doing_of(arguments: argparse.Namespace) -> Doing:
    """What is to be done. Raises `FaultsError` for every option that it would not look at."""
    task, given = arguments.task, _given(arguments)
    modes = {called.split()[1] for called in DOINGS if called.startswith(f"{task} ")}
    called = " ".join([task, *modes & given])
    options = DOINGS[called].options | modes
    others = taken(task) - options
    without = "".join(f" without {mode}" for mode in modes if others and called == task)
    faults = [
        Fault(option, f"says nothing to tune {called}{without}", ", ".join(sorted(options)))
        for of_kind in OPTIONS.values()
        for option in of_kind
        if option in given - options
    ]
    if faults:
        raise FaultsError(faults)
    return DOINGS[called]


def _given(arguments: argparse.Namespace) -> set[str]:
    """The options that are not as they are if left out."""
    return {
        name
        for options in OPTIONS.values()
        for name, option in options.items()
        if getattr(arguments, name.removeprefix("--")) != option.default
    }
