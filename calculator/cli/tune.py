"""`empires tune`: what a rating, a base or a table value does to the odds."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any, Final

from calculator.cli.completion import complete_scenario
from calculator.cli.parser import Argument, AsWritten, Parser, add_arguments, word
from calculator.cli.tune_options import TASKS, USAGE, complete_task, options_of
from calculator.errors import Fault, FaultsError, UnknownNameError, every

PARSER_SETTINGS: Final = {
    "usage": "empires tune [TASK] FILE [FILE] [options]",
    "epilog": USAGE,
    "formatter_class": AsWritten,
    "add_help": False,
}


class TaskHelp(argparse.Action):
    """Prints what the task named before it takes, or, where none is, what all of them take."""

    def __init__(self, option_strings: list[str], dest: str, **settings: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, **settings)

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, *_: Any
    ) -> None:
        page = parser
        if task := TASKS.get(namespace.task or ""):
            from calculator.cli.tune_tasks import options_taken

            prog = f"empires tune {namespace.task}"
            page = Parser(prog=prog, description=task.summary, formatter_class=AsWritten)
            text, name = "a scenario, by name or path", "FILE"
            if not task.files:
                text, name = "past battles, a row each (the 32 of 1792-1815)", "BATTLES.csv"
            file = word("file", name, text, nargs=task.files or "?")
            add_arguments(page, [file, *options_of(options_taken(namespace.task))])
        page.print_help()
        parser.exit()


ARGUMENTS: Final = (
    Argument("-h", "--help", action=TaskHelp, help="this, or of a task what it takes"),
    word("task", "TASK|FILE", "a task, or a scenario to open", complete_task),
    word("files", "FILE", "scenarios, by name or path", complete_scenario, nargs="*"),
    *options_of(),
)


def run(arguments: argparse.Namespace) -> None:
    """Do the task; without one, open the screen."""
    name, files = arguments.task, arguments.files
    if name not in TASKS:
        _screen(name, files)
        return
    from calculator.cli.tune_reading import Typed
    from calculator.cli.tune_tasks import work_of
    from calculator.rules.phrases import counted
    from calculator.scenarios import load

    work, wanted = work_of(arguments), TASKS[name].files
    if name == "history" and arguments.form not in {"", "json"}:
        raise FaultsError([Fault(f"--{arguments.form}", "is not for history", "--json")])
    if wanted and len(files) != wanted:
        allowed = f"{counted(wanted, 'scenario')}, e.g. quatre-bras"
        raise FaultsError([Fault("FILE", f"{counted(len(files), 'scenario')} given", allowed)])
    scenarios = every(*(partial(load, file) for file in files)) if wanted else ()
    work.run(Typed(arguments, scenarios))


def _screen(name: str, files: list[str]) -> None:
    if files:
        raise UnknownNameError("task", name, list(TASKS))
    from importlib import import_module

    from calculator.scenarios.places import find_scenario, known_scenarios
    from calculator.tui.app import take_terminal

    try:
        find_scenario(name)
    except UnknownNameError:
        known = [*TASKS, *known_scenarios()]
        raise UnknownNameError("task or scenario", name, known) from None
    take_terminal()
    import_module("calculator.tui.tune.app").run(name)
