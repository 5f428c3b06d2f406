"""What each task of `empires tune` reads of its command line, every fault of it told at once, and
what comes of it."""

from __future__ import annotations

import sys
from argparse import Namespace
from functools import cached_property, partial
from typing import Any

from calculator.cli.completion import ROLES
from calculator.cli.output import gather, printed, write_out
from calculator.cores import MOST_WORKERS
from calculator.errors import Fault, FaultsError, every, how_to_add, nearest, raise_any
from calculator.kinds import Kind, Whole
from calculator.rules.armies import Stance
from calculator.scenarios import Scenario, Unit, load
from calculator.tuning import acting, charts, duel, forecast, history, matchups, refighting, sweep
from calculator.tuning import reports_of_forecasts as forecasts
from calculator.tuning import reports_of_pairs as pairs
from calculator.tuning.report import Report
from calculator.tuning.variations import Variation, read_variations


def work_out(given: Namespace) -> None:
    """Read, work out and write: csv, json, svg, html, or what stands in the terminal. Raises
    `CalculatorError` with all that cannot be read, worked out or written, and then
    `KeyboardInterrupt` where Ctrl+C cut short what is shown."""
    task, form = given.command.prog.split()[-1], given.form
    report: Report = getattr(_Tasks(given), task)()
    if form in {"svg", "html"} and report.has_curves and not charts.can_draw():
        sys.stderr.write(f"Curves are left out; to add them: {how_to_add('charts')}\n")
    write_out(report.text(form) if form else printed(report), given.output)
    if not report.is_whole:
        raise KeyboardInterrupt


class _Tasks:
    """A command line about a scenario, and what each task makes of it; every reading raises
    `FaultsError` with its faults."""

    def __init__(self, given: Namespace) -> None:
        self.given = given

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario that the line names first."""
        return load(self.given.file)

    def text(self, option: str) -> str:
        """What an option holds; empty where it is left out."""
        return str(vars(self.given)[option.removeprefix("--")] or "")

    def value(self, option: str, kind: Kind[Any], usual: str = "", question: str = "") -> Any:
        """What an option holds, or is usual, or None; a fault where that leaves a question open."""
        text = self.text(option) or usual
        if question and not text:
            raise FaultsError.at(option, question, kind.allowed)
        return kind.parse_at(option, text) if text else None

    def unit(self, option: str, question: str = "") -> Unit | None:
        """The unit that an option names, or None; a fault where that leaves a question open."""
        name = self.text(option)
        if question and not name:
            raise FaultsError.at(option, question, "a unit's name")
        return self.scenario.find(name, option) if name else None

    def policy(self, option: str, usual: Stance) -> acting.Policy:
        """What a unit does, clause by clause; if left out, by the system's plan for a stance."""
        plan = self.scenario.system.forecast
        text = self.text(option) or (plan.policies[usual] if plan else "")
        if not text:
            raise FaultsError.at(option, "what does the unit do?", "clauses, see docs/tuning.md")
        return acting.read_policy(text, self.scenario.system, option)

    def actors(self) -> list[Unit]:
        """The units that act, in order; it is a fault to name none."""
        if not self.given.actors:
            raise FaultsError.at("--actors", "who attacks?", "two or more units, in order")
        find = self.scenario.find
        return every(*(partial(find, name, "--actors") for name in self.given.actors))

    def role(self) -> str:
        """The part that the unit takes; its own option may not be given as well."""
        role: str = self.given.role
        if role not in ROLES:
            raise FaultsError.at(
                "--role", f"{role!r} is no role", ", ".join(ROLES), nearest(role, ROLES)
            )
        taken, enemy = ("--actor", "--against") if role == ROLES[0] else ("--against", "--actor")
        if self.text(taken):
            raise FaultsError.at(
                taken, f"that is what --unit is, as {role}", f"{enemy} for whom it meets"
            )
        return role

    def situation(self) -> matchups.Situation:
        """The action, its answers checked, and the first measure asked for."""
        measure, asked = self.given.measure, self.given.situation
        measures = [measure] if isinstance(measure, str) else measure
        return matchups.read_situation(self.scenario.system, asked, *measures[:1])

    def subject(self) -> matchups.Subject:
        """The situation, between the units that act and are acted against where those are named."""
        units = partial(self.unit, "--actor"), partial(self.unit, "--against")
        asked, *_ = every(self.situation, *units)
        return matchups.Subject(asked, self.given.actor, self.given.against)

    def variations(self) -> tuple[Variation, ...]:
        """What is varied, with every measure asked for checked."""
        if not self.given.vary:
            raise FaultsError.at("--vary", "nothing is varied", "UNIT=FIELD or NAME=a,b")
        action = self.scenario.system.action(self.situation().action)
        measures = (partial(action.measure, measure) for measure in self.given.measure)
        found, *_ = every(
            partial(read_variations, self.given.vary, self.scenario, action), *measures
        )
        return tuple(found)

    def fought(self) -> forecast.Forecast:
        """What is fought, how often, from what seed; with `--tell` one battle of that seed."""
        given = self.given
        runs, turns, orders = every(
            partial(self.value, "--runs", Whole(1, forecast.MOST_RUNS), "1000"),
            partial(self.value, "--turns", Whole(1, forecast.MOST_TURNS)),
            partial(forecast.read_orders, self.scenario.system, given.policy, given.reply),
        )
        runs, seed = (runs, given.seed) if given.tell is None else (1, given.tell)
        return forecast.Forecast(str(self.scenario.path), runs, seed, turns=turns, orders=orders)

    def refuse_beside(self, option: str, *others: str) -> None:
        """Raise `FaultsError` for what says nothing beside an option."""
        raise_any(
            Fault(f"--{other.replace('_', '-')}", f"has no effect with {option}", "one of the two")
            for other in others
            if vars(self.given)[other] not in {"", None, False}
        )

    # The tasks by name: each the report of what is read, every fault of it told at once

    def map(self) -> Report:
        units = partial(self.unit, "--actor"), partial(self.unit, "--against")
        asked, actor, target = every(self.situation, *units)
        return pairs.map_report(self.scenario, asked, actor, target, self.given.batteries)

    def sweep(self) -> Report:
        asked, variations = every(self.subject, self.variations)
        return pairs.sweep_report(self.scenario, asked, variations, self.given.measure, gather)

    def seek(self) -> Report:
        found = every(
            partial(self.unit, "--unit", "which unit?"),
            partial(self.value, "--target", sweep.CHANCE, question="which chance is wanted?"),
            self.role,
            self.subject,
        )
        return pairs.ladder_report(self.scenario, *found)

    def sensitivity(self) -> Report:
        return pairs.sensitivity_report(self.scenario, self.subject(), gather)

    def diff(self) -> Report:
        first, second = every(lambda: self.scenario, partial(load, self.given.second))
        return pairs.difference_report(first, second, self.situation())

    def duel(self) -> Report:
        found = every(
            partial(self.unit, "--actor", "which unit?"),
            partial(self.unit, "--against", "which unit?"),
            partial(self.policy, "--policy", Stance.PRESS),
            partial(self.policy, "--reply", Stance.HOLD),
            partial(self.value, "--turns", Whole(1, duel.MOST_TURNS), "6"),
        )
        return duel.duel_report(self.scenario, *found)

    def combine(self) -> Report:
        target = partial(self.unit, "--against", "which unit?")
        return duel.combined_report(self.scenario, *every(self.situation, self.actors, target))

    def forecast(self) -> Report:
        given, scenario = self.given, self.scenario
        other, asked, workers = every(
            lambda: load(given.against) if given.against else None,
            self.fought,
            partial(self.value, "--workers", Whole(1, MOST_WORKERS)),
        )
        if given.tell is not None:
            self.refuse_beside("--tell", "runs", "seed", "against", "scheduler", "by_run")
            return forecasts.story_report(scenario, asked)
        if other is not None:
            self.refuse_beside("--against", "scheduler", "by_run")
            return forecasts.paired_report(scenario, other, asked, workers, gather)
        report = forecasts.runs_report if given.by_run else forecasts.forecast_report
        return report(scenario, asked, workers, given.scheduler, gather)

    def history(self) -> Report:
        battles, runs, workers = every(
            lambda: refighting.read_battles(self.given.file or refighting.SHIPPED),
            partial(self.value, "--runs", Whole(1, refighting.MOST_RUNS), "100"),
            partial(self.value, "--workers", Whole(1, MOST_WORKERS)),
        )
        return history.history_report(runs, workers, battles, self.given.seed, gather)
