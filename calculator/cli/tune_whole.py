"""`empires tune duel | combine | forecast`: whole matters, beyond one action."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial

from calculator.chance.one_path import fresh_seed
from calculator.cli.tune_output import Output, gather
from calculator.cli.tune_reading import number, situation, unit
from calculator.errors import Fault, FaultsError, every
from calculator.scenarios import Scenario, Unit
from calculator.tuning.acting import condition
from calculator.tuning.battle import Run
from calculator.tuning.combined import combine
from calculator.tuning.cores import MOST_WORKERS
from calculator.tuning.duel import MOST_TURNS as LONGEST_DUEL
from calculator.tuning.duel import Duel, fight
from calculator.tuning.forecast import MOST_RUNS, MOST_TURNS, Forecast, forecast, forecast_on
from calculator.tuning.pictures_of_whole import battles
from calculator.tuning.policy import Clause, Policy, read_policy
from calculator.tuning.subjects import check_opponents
from calculator.tuning.summary import summarize


def show_duel(arguments: argparse.Namespace, scenario: Scenario, output: Output) -> None:
    """Two units over several turns."""
    does = arguments.policy or _planned(scenario, "attacker")
    answers = arguments.reply or _planned(scenario, "defender")
    first, second, policy, reply, turns = every(
        lambda: unit(scenario, "--actor", arguments.actor),
        lambda: unit(scenario, "--against", arguments.against),
        lambda: _policy(scenario, "--policy", does),
        lambda: _policy(scenario, "--reply", answers),
        lambda: number("--turns", arguments.turns or "6", LONGEST_DUEL),
    )
    check_opponents([first], second)
    units = (condition(scenario, first), condition(scenario, second))
    duel = Duel(scenario.system, scenario.tables, *units, policy, reply, turns)
    output.add_duel(fight(duel), first.name, second.name, does, answers)
    output.write(f"{scenario.title}: {first.name} against {second.name}")


def show_combined(arguments: argparse.Namespace, scenario: Scenario, output: Output) -> None:
    """Several units on one target, one after another."""
    asked, actors, target = every(
        lambda: situation(arguments, scenario),
        lambda: _attackers(scenario, arguments.actors),
        lambda: unit(scenario, "--against", arguments.against),
    )
    check_opponents(actors, target)
    attacks = combine(
        scenario.system,
        scenario.tables,
        [condition(scenario, actor) for actor in actors],
        condition(scenario, target),
        Clause(asked.action, tuple(asked.answers.items()), place="--situation"),
        asked.measure,
    )
    output.add_attacks([actor.name for actor in actors], list(attacks), asked.measure)
    output.ask(asked)
    told = asked.told(scenario.system)
    output.write(f"{scenario.title}: {told}; one after another against {target.name}")


def show_forecast(arguments: argparse.Namespace, scenario: Scenario, output: Output) -> None:
    """A whole battle, thousands of times."""
    runs_asked, turns, workers = every(
        lambda: number("--runs", arguments.runs, MOST_RUNS),
        lambda: number("--turns", arguments.turns, MOST_TURNS) if arguments.turns else None,
        lambda: number("--workers", arguments.workers, MOST_WORKERS) if arguments.workers else None,
    )
    seed = fresh_seed() if arguments.seed is None else arguments.seed
    asked = Forecast(str(scenario.path), runs_asked, seed, turns=turns)
    if arguments.scheduler:
        running = forecast_on(arguments.scheduler, asked)
    else:
        running = forecast(asked, workers)
    runs: list[Run] = []
    whole = gather(running, "Fighting", asked.runs, runs)
    if runs:
        sides = [side.key for side in scenario.sides]
        output.add_forecast(summarize(runs, sides), asked.seed)
        output.write(f"{scenario.title}: a forecast of {battles(len(runs))}")
    if not whole:
        raise KeyboardInterrupt


def _attackers(scenario: Scenario, names: Sequence[str]) -> list[Unit]:
    if not names:
        raise FaultsError([Fault("--actors", "who attacks?", "two or more units, in order")])
    return every(*(partial(unit, scenario, "--actors", name) for name in names))


def _planned(scenario: Scenario, role: str) -> str:
    plan = scenario.system.forecast
    return plan.policies[role] if plan else ""


def _policy(scenario: Scenario, option: str, text: str) -> Policy:
    if not text:
        raise FaultsError([Fault(option, "what does the unit do?", "clauses, see docs/tuning.md")])
    return read_policy(text, scenario.system, option)
