"""What each task of `empires tune` does: a function a task, `show_` before its name."""

from __future__ import annotations

import argparse

import attrs

from calculator.chance.one_path import fresh_seed
from calculator.cli import tune_reading as reading
from calculator.cli.tune_output import Output, gather
from calculator.cores import MOST_WORKERS
from calculator.errors import every
from calculator.rules.forecast_plan import Stance
from calculator.scenarios import Scenario
from calculator.tuning.acting import condition, grounds_of
from calculator.tuning.combined import combine
from calculator.tuning.difference import difference
from calculator.tuning.duel import MOST_TURNS as LONGEST_DUEL
from calculator.tuning.duel import Duel, fight
from calculator.tuning.fighting import Run
from calculator.tuning.forecast import MOST_RUNS, MOST_TURNS, Forecast, forecast, forecast_on, tell
from calculator.tuning.matchups import matrix
from calculator.tuning.pictures_of_whole import battles
from calculator.tuning.policy import Clause
from calculator.tuning.seek import ladder
from calculator.tuning.sensitivity import Sensitivity
from calculator.tuning.subjects import Subject, check_opponents
from calculator.tuning.sweep import Sweep


def show_map(arguments: argparse.Namespace, scenario: Scenario, *, output: Output) -> None:
    """Every attacker against every defender."""
    asked, actor, target = every(
        lambda: reading.situation(arguments, scenario),
        lambda: reading.unit_if_any(scenario, "--actor", arguments.actor),
        lambda: reading.unit_if_any(scenario, "--against", arguments.against),
    )
    if actor and target:
        check_opponents([actor], target)
    for side in scenario.sides:
        acting = [unit for unit in ([actor] if actor else side.units) if unit.side == side.key]
        facing = [target] if target else scenario.units
        facing = [unit for unit in facing if unit.side != side.key]
        if acting and facing:
            output.add_matrix(matrix(scenario, asked, acting, facing), side.name)
    output.ask(scenario, asked)
    output.write(f"{scenario.title}: {asked.title(scenario.system)}")


def show_sweep(arguments: argparse.Namespace, scenario: Scenario, *, output: Output) -> None:
    """Every combination of what is varied."""
    asked, variations = every(
        lambda: reading.subject(arguments, scenario),
        lambda: reading.variations_of(arguments, scenario),
    )
    measures = tuple(arguments.measure) or (asked.situation.measure,)
    whole = output.add_sweep(Sweep(scenario, asked, variations, measures))
    output.ask(scenario, asked.situation, *measures)
    output.write(_title(scenario, asked, *measures), whole)


def show_seek(arguments: argparse.Namespace, scenario: Scenario, *, output: Output) -> None:
    """Which single change comes nearest to a wanted chance."""
    changing, target, role, asked = every(
        lambda: reading.unit(scenario, "--unit", arguments.unit),
        lambda: reading.chance("--target", arguments.target),
        lambda: reading.role("--role", arguments.role),
        lambda: reading.subject(arguments, scenario),
    )
    full = f"{changing.side}: {changing.name}"
    asked = attrs.evolve(asked, **{role: full})
    output.add_ladder(ladder(scenario, asked, full, target), target)
    output.ask(scenario, asked.situation)
    output.write(_title(scenario, asked))


def show_sensitivity(arguments: argparse.Namespace, scenario: Scenario, *, output: Output) -> None:
    """Which rating or table value moves the odds most."""
    asked = reading.subject(arguments, scenario)
    whole = output.add_sensitivity(Sensitivity(scenario, asked))
    output.ask(scenario, asked.situation)
    output.write(_title(scenario, asked), whole)


def show_diff(
    arguments: argparse.Namespace, first: Scenario, second: Scenario, *, output: Output
) -> None:
    """What changed between two scenarios."""
    asked = reading.situation(arguments, first)
    output.add_difference(difference(first, second, asked))
    output.ask(first, asked)
    output.write(f"{first.path.name} -> {second.path.name}: {asked.title(first.system)}")


def show_duel(arguments: argparse.Namespace, scenario: Scenario, *, output: Output) -> None:
    """Two units over several turns."""
    plan = scenario.system.forecast
    does = arguments.policy or (plan.policies[Stance.PRESS] if plan else "")
    answers = arguments.reply or (plan.policies[Stance.HOLD] if plan else "")
    first, second, policy, reply, turns = every(
        lambda: reading.unit(scenario, "--actor", arguments.actor),
        lambda: reading.unit(scenario, "--against", arguments.against),
        lambda: reading.policy(scenario, "--policy", does),
        lambda: reading.policy(scenario, "--reply", answers),
        lambda: reading.number("--turns", arguments.turns or "6", LONGEST_DUEL),
    )
    check_opponents([first], second)
    units = (condition(scenario, first), condition(scenario, second))
    grounds = grounds_of(scenario)
    duel = Duel(scenario.system, scenario.tables, *units, policy, reply, turns, grounds)
    output.add_duel(fight(duel), first.name, second.name, does, answers)
    output.write(f"{scenario.title}: {first.name} against {second.name}")


def show_combine(arguments: argparse.Namespace, scenario: Scenario, *, output: Output) -> None:
    """Several units on one target, one after another."""
    asked, actors, target = every(
        lambda: reading.situation(arguments, scenario),
        lambda: reading.units(scenario, "--actors", arguments.actors),
        lambda: reading.unit(scenario, "--against", arguments.against),
    )
    check_opponents(actors, target)
    attacks = combine(
        scenario.system,
        scenario.tables,
        [condition(scenario, actor, planned=False) for actor in actors],
        condition(scenario, target, planned=False),
        Clause(asked.action, tuple(asked.answers.items()), place="--situation"),
        asked.measure,
        grounds_of(scenario),
    )
    output.add_attacks([actor.name for actor in actors], list(attacks), asked.measure)
    output.ask(scenario, asked)
    title = asked.title(scenario.system)
    output.write(f"{scenario.title}: {title}; one after another against {target.name}")


def show_forecast(arguments: argparse.Namespace, scenario: Scenario, *, output: Output) -> None:
    """A whole battle, thousands of times."""
    number, typed = reading.number, arguments
    runs_asked, turns, workers, orders = every(
        lambda: number("--runs", typed.runs or "1000", MOST_RUNS),
        lambda: number("--turns", typed.turns, MOST_TURNS) if typed.turns else None,
        lambda: number("--workers", typed.workers, MOST_WORKERS) if typed.workers else None,
        lambda: reading.orders(scenario, typed),
    )
    seed = fresh_seed() if arguments.seed is None else arguments.seed
    if arguments.tell is not None:
        one = Forecast(str(scenario.path), 1, arguments.tell, turns=turns, orders=orders)
        output.add_story(tell(one), one.seed)
        output.write(f"{scenario.title}: one battle of many")
        return
    asked = Forecast(str(scenario.path), runs_asked, seed, turns=turns, orders=orders)
    scheduler = arguments.scheduler
    running = forecast_on(scheduler, asked) if scheduler else forecast(asked, workers)
    runs: list[Run] = []
    whole = gather(running, "Fighting", asked.runs, runs)
    if not runs:
        raise KeyboardInterrupt
    output.add_forecast(scenario, runs, asked.seed)
    output.write(f"{scenario.title}: a forecast of {battles(len(runs))}", whole)


def _title(scenario: Scenario, asked: Subject, *measures: str) -> str:
    """What is measured, and of whom: of one unit with many, or of many, it is the mean."""
    system, situation = scenario.system, asked.situation
    pair = asked.actor or "every unit"
    one = bool(asked.actor)
    if system.asked_of("target", system.action(situation.action)):
        pair = f"{pair} against {asked.target or 'every enemy'}"
        one = one and bool(asked.target)
    title = situation.title(system, *measures)
    return f"{scenario.title}: {title}; {pair}{'' if one else ', the mean'}"
