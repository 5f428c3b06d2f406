"""`empires tune duel | combine | forecast`: whole matters, beyond one action."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.progress import track

from calculator.chance.one_path import fresh_seed
from calculator.cli.tune_output import Output
from calculator.errors import Fault, FaultsError
from calculator.scenarios import Scenario, Unit
from calculator.tuning.acting import condition
from calculator.tuning.battle import Run
from calculator.tuning.combined import combine
from calculator.tuning.duel import Duel, fight
from calculator.tuning.forecast import Forecast, forecast, forecast_on
from calculator.tuning.matchups import Situation
from calculator.tuning.pictures_of_whole import battles
from calculator.tuning.policy import Clause, Policy, read_policy
from calculator.tuning.summary import summarize


def show_duel(arguments: argparse.Namespace, scenario: Scenario, output: Output) -> None:
    """Two units over several turns."""
    first = _named(scenario, "--actor", arguments.actor)
    second = _named(scenario, "--against", arguments.against)
    duel = Duel(
        scenario.system,
        scenario.tables,
        condition(scenario, first),
        condition(scenario, second),
        _policy(arguments.policy, scenario, "attacker"),
        _policy(arguments.reply, scenario, "defender"),
        _whole("--turns", arguments.turns or "6"),
    )
    output.add_duel(fight(duel), first.name, second.name)
    output.write(f"{scenario.title}: {first.name} against {second.name}")


def show_combined(
    arguments: argparse.Namespace, scenario: Scenario, output: Output, situation: Situation
) -> None:
    """Several units on one target, one after another."""
    target = _named(scenario, "--against", arguments.against)
    actors = [_named(scenario, "--actors", name) for name in arguments.actors]
    if not actors:
        raise FaultsError([Fault("--actors", "who attacks?", "two or more units, in order")])
    attacks = combine(
        scenario.system,
        scenario.tables,
        [condition(scenario, actor) for actor in actors],
        condition(scenario, target),
        Clause(situation.action, tuple(situation.answers.items())),
        situation.measure,
    )
    output.add_attacks([actor.name for actor in actors], list(attacks), situation.measure)
    output.write(f"{scenario.title}: {arguments.situation} on {target.name}, together")


def show_forecast(arguments: argparse.Namespace, scenario: Scenario, output: Output) -> None:
    """A whole battle, thousands of times."""
    asked = Forecast(
        str(scenario.path),
        _whole("--runs", arguments.runs),
        fresh_seed() if arguments.seed is None else arguments.seed,
        turns=_whole("--turns", arguments.turns) if arguments.turns else None,
    )
    if arguments.scheduler:
        running = forecast_on(arguments.scheduler, asked)
    else:
        running = forecast(asked, _whole("--workers", arguments.workers or "0") or None)
    runs: list[Run] = []
    progress = track(
        running, "Fighting", total=asked.runs, console=Console(stderr=True), transient=True
    )
    stopped = False
    try:
        runs.extend(progress)
    except KeyboardInterrupt:
        stopped = True
    if runs:
        sides = [side.key for side in scenario.sides]
        output.add_forecast(summarize(runs, sides), asked.seed)
        output.write(f"{scenario.title}: a forecast of {battles(len(runs))}")
    if stopped:
        raise KeyboardInterrupt


def _named(scenario: Scenario, option: str, name: str) -> Unit:
    if not name:
        raise FaultsError([Fault(option, "which unit?", "a unit's name")])
    return scenario.find(name)


def _policy(text: str, scenario: Scenario, role: str) -> Policy:
    if text:
        return read_policy(text, scenario.system)
    plan = scenario.system.forecast
    if plan is None:
        raise FaultsError([Fault("--policy", "what does each unit do?", "clauses, see the docs")])
    return read_policy(plan.policies[role], scenario.system)


def _whole(option: str, text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise FaultsError([Fault(option, f"{text!r} is not a whole number", "0, 1, 2, ...")])
    return int(text)
