"""`empires tune`: what a rating, a base or a table value does to the odds."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import attrs

from calculator.cli.parser import AsWritten, add_command
from calculator.cli.tune_options import GROUPS, USAGE, TaskHelp, declare
from calculator.cli.words import complete_scenario, complete_task
from calculator.errors import Fault, FaultsError, UnknownNameError, every

if TYPE_CHECKING:
    from calculator.cli.parser import Commands
    from calculator.cli.tune_output import Output
    from calculator.scenarios import Scenario
    from calculator.tuning.subjects import Subject

SUMMARY: Final = "what a rating, a base or a table value does to the odds"


def add(commands: Commands) -> None:
    """Add the command."""
    command = add_command(
        commands,
        "tune",
        SUMMARY,
        run,
        usage="empires tune [TASK] FILE [FILE] [options]",
        epilog=USAGE,
        formatter_class=AsWritten,
        add_help=False,
    )
    command.add_argument("-h", "--help", action=TaskHelp, help="this, or of a task what it takes")
    task: Any = command.add_argument(
        "task", metavar="TASK|FILE", help="a task, or a scenario to open"
    )
    files: Any = command.add_argument(
        "files", metavar="FILE", nargs="*", help="scenarios, by name or path"
    )
    task.completer = complete_task
    files.completer = complete_scenario
    declare(command, [option for options in GROUPS.values() for option in options])


def run(arguments: argparse.Namespace) -> int:
    """Do the task; without one, open the screen."""
    if arguments.task not in _TASKS:
        return _screen(arguments)
    wanted = 2 if arguments.task == "diff" else 1
    if len(arguments.files) != wanted:
        from calculator.rules.telling import counted

        told = f"{counted(wanted, 'scenario')}, e.g. quatre-bras"
        given = f"{counted(len(arguments.files), 'scenario')} given"
        raise FaultsError([Fault("FILE", given, told)])
    from calculator.cli.tune_output import Output
    from calculator.scenarios import load
    from calculator.tuning.matchups import first_situation

    scenarios = every(*(partial(load, name) for name in arguments.files))
    arguments.situation = arguments.situation or first_situation(scenarios[0].system).action
    _TASKS[arguments.task](arguments, scenarios, Output(arguments.form, arguments.output))
    return 0


def _screen(arguments: argparse.Namespace) -> int:
    if arguments.files:
        raise UnknownNameError("task", arguments.task, list(_TASKS))
    from importlib import import_module

    from calculator.cli.screen import check_terminal

    _check_opens(arguments.task)
    check_terminal()
    import_module("calculator.tui.tune").run(arguments.task)
    return 0


def _check_opens(name: str) -> None:
    """Raise `UnknownNameError` for what is neither a task nor a scenario."""
    from calculator.scenarios.places import find_scenario, known_scenarios

    try:
        find_scenario(name)
    except UnknownNameError:
        known = [*_TASKS, *known_scenarios()]
        raise UnknownNameError("task or scenario", name, known) from None


def _map(arguments: argparse.Namespace, scenarios: list[Scenario], output: Output) -> None:
    from calculator.cli.tune_reading import situation, unit_if_any
    from calculator.tuning.matchups import matrix
    from calculator.tuning.subjects import check_opponents

    (scenario,) = scenarios
    asked, actor, target = every(
        lambda: situation(arguments, scenario),
        lambda: unit_if_any(scenario, "--actor", arguments.actor),
        lambda: unit_if_any(scenario, "--against", arguments.against),
    )
    if actor and target:
        check_opponents([actor], target)
    for side in scenario.sides:
        acting = [unit for unit in ([actor] if actor else side.units) if unit.side == side.key]
        facing = [target] if target else scenario.units
        facing = [unit for unit in facing if unit.side != side.key]
        if acting and facing:
            output.add_matrix(matrix(scenario, asked, acting, facing), side.name)
    output.ask(asked)
    output.write(f"{scenario.title}: {asked.told(scenario.system)}")


def _sweep(arguments: argparse.Namespace, scenarios: list[Scenario], output: Output) -> None:
    from calculator.cli.tune_reading import subject, variations_of
    from calculator.tuning.sweep import Sweep

    (scenario,) = scenarios
    asked, variations = every(
        lambda: subject(arguments, scenario),
        lambda: variations_of(arguments, scenario),
    )
    measures = tuple(arguments.measure) or (asked.situation.measure,)
    sweep = Sweep(scenario, asked, variations, measures)
    whole = output.add_sweep(sweep)
    output.ask(asked.situation, *measures)
    output.write(_title(scenario, asked, *measures))
    if not whole:
        raise KeyboardInterrupt


def _seek(arguments: argparse.Namespace, scenarios: list[Scenario], output: Output) -> None:
    from calculator.cli.tune_reading import chance, role, subject, unit
    from calculator.tuning.seek import ladder

    (scenario,) = scenarios
    changing, target, changed, asked = every(
        lambda: unit(scenario, "--unit", arguments.unit),
        lambda: chance("--target", arguments.target),
        lambda: role("--role", arguments.role),
        lambda: subject(arguments, scenario),
    )
    full = f"{changing.side}: {changing.name}"
    asked = attrs.evolve(asked, **{changed: full})
    rungs = ladder(scenario, asked, full, target, ("cover",))
    output.add_ladder(rungs, target)
    output.ask(asked.situation)
    output.write(_title(scenario, asked))


def _sensitivity(arguments: argparse.Namespace, scenarios: list[Scenario], output: Output) -> None:
    from calculator.cli.tune_reading import subject
    from calculator.tuning.sensitivity import Sensitivity

    (scenario,) = scenarios
    asked = subject(arguments, scenario)
    whole = output.add_sensitivity(Sensitivity(scenario, asked))
    output.ask(asked.situation)
    output.write(_title(scenario, asked))
    if not whole:
        raise KeyboardInterrupt


def _diff(arguments: argparse.Namespace, scenarios: list[Scenario], output: Output) -> None:
    from calculator.cli.tune_reading import situation
    from calculator.tuning.difference import difference

    first, second = scenarios
    asked = situation(arguments, first)
    output.add_difference(difference(first, second, asked))
    output.ask(asked)
    output.write(f"{first.path.name} -> {second.path.name}: {asked.told(first.system)}")


def _title(scenario: Scenario, asked: Subject, *measures: str) -> str:
    """What is measured, and of whom: of one unit with many, or of many, it is the mean."""
    system, situation = scenario.system, asked.situation
    pair = asked.actor or "every unit"
    one = bool(asked.actor)
    if system.asked_of("target", system.action(situation.action)):
        pair = f"{pair} against {asked.target or 'every enemy'}"
        one = one and bool(asked.target)
    told = situation.told(system, *measures)
    return f"{scenario.title}: {told}; {pair}{'' if one else ', the mean'}"


def _duel(arguments: argparse.Namespace, scenarios: list[Scenario], output: Output) -> None:
    from calculator.cli.tune_whole import show_duel

    show_duel(arguments, scenarios[0], output)


def _combine(arguments: argparse.Namespace, scenarios: list[Scenario], output: Output) -> None:
    from calculator.cli.tune_whole import show_combined

    show_combined(arguments, scenarios[0], output)


def _forecast(arguments: argparse.Namespace, scenarios: list[Scenario], output: Output) -> None:
    from calculator.cli.tune_whole import show_forecast

    show_forecast(arguments, scenarios[0], output)


_TASKS: Final = {
    "map": _map,
    "sweep": _sweep,
    "seek": _seek,
    "sensitivity": _sensitivity,
    "diff": _diff,
    "duel": _duel,
    "combine": _combine,
    "forecast": _forecast,
}
