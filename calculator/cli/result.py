"""`empires result`: one drawn result, recorded and narrated; or what an aid measures."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from itertools import count, repeat
from typing import TYPE_CHECKING, Final

from calculator.cli import parser, screen
from calculator.cli.asking import QUESTION, Asker, print_roll, provenance_json
from calculator.cli.output import listed, open_console, write_json
from calculator.desk.asking import Asking
from calculator.desk.odds_view import SAMPLED_PATHS
from calculator.desk.result_view import ResultView, result_view
from calculator.errors import CalculatorError, HeldError
from calculator.journal.disclosure import Disclosure
from calculator.journal.entry import Entry
from calculator.rules.phrases import capitalized
from calculator.rules.question import Question

if TYPE_CHECKING:
    from calculator.umpire import Ruling, Umpire


def _run(arguments: argparse.Namespace) -> None:
    with ExitStack() as closing:
        named = arguments.battle or arguments.journal
        umpire = closing.enter_context(screen.recording(arguments)) if named else None
        asker = Asker(arguments, umpire)
        try:
            asked, question = asker.ask(asker.words)
        except HeldError as held:
            begins = f"`empires journal turn` begins {held.begins}. " if held.begins else ""
            offers = "If the table differs from the record, say why with --despite REASON."
            raise HeldError(held.refusals, held.begins, begins + offers) from None
        asked.check_answered()
        if umpire:
            umpire.readable_disclosure().check(question.action)
        if question.action.is_recorded:
            umpire = umpire or closing.enter_context(screen.recording(arguments))
            _rule(arguments, umpire, asker, asked, question)
            return
    # An aid: nothing is drawn, so there is no seed, no entry and no chance.
    result = question.result(arguments.seed, names=asked.told_by)
    if arguments.json:
        nothing = dict.fromkeys(("seed", "battle", "entry"))
        write_json(result.as_json() | nothing | {"warning": "", "units": {}})
    else:
        _print_result(result_view(result, Disclosure.EXACT)._replace(rarity=""))
        open_console().print("A measurement only: nothing is drawn or recorded.", style="dim")


def _rule(
    arguments: argparse.Namespace, umpire: Umpire, asker: Asker, asked: Asking, question: Question
) -> None:
    if asker.unread:
        sys.stderr.write(f"{asker.unread}\n")
    if not arguments.json:
        print_roll(asked)
    odds, order = question.best_odds(SAMPLED_PATHS), asker.order
    ruling = asked.put_to(umpire, odds, arguments.side, seed=arguments.seed, order=order)
    if arguments.json:
        recorded = {
            "battle": umpire.battle,
            "entry": ruling.entry.number if ruling.entry else None,
            "waits": ruling.entry is None,
            "warning": ruling.warning,
            "units": ruling.entry.unit_names if ruling.entry else {},
        }
        write_json(ruling.result.as_json() | recorded | provenance_json(asked))
        return
    print_ruling(umpire, ruling)
    while (entry := ruling.entry) and (awaits := entry.body.get("awaits")):
        if not (typed := _measured(awaits)):
            said = f"Entry {entry.number} is open: {awaits['words']}"
            _print_open(umpire, said, entry.number, awaits["key"])
            return
        try:
            ruling = umpire.answer(entry.number, {awaits["key"]: typed})
        except CalculatorError as fault:
            sys.stderr.write(f"{fault}\n")
        else:
            print_ruling(umpire, ruling)
    if not ruling.entry and (open_still := ruling.result.awaits):
        sys.stdout.write(f"It is open, to be answered once it is recorded: {open_still.words}\n")
    print_follow_ups(umpire, ruling.entry)


def _measured(awaits: Mapping[str, str]) -> str:
    """What whoever sits before it has measured, "" for nobody, or nothing yet."""
    if not sys.stdin.isatty():
        return ""
    sys.stdout.write(
        f"{capitalized(awaits['words'])} Type the {awaits['key']}: {awaits['most']} or less is, "
        "more is not; Enter alone leaves it open. "
    )
    sys.stdout.flush()
    return sys.stdin.readline().strip()


def _print_open(umpire: Umpire, said: str, number: int, key: str) -> None:
    """Print what a ruling awaits, and the command that answers it."""
    command = f"empires journal answer {number} {key}=INCHES --battle {umpire.battle}"
    sys.stdout.write(f"{said}\n  {command}\n")


def print_follow_ups(umpire: Umpire, entry: Entry | None) -> None:
    """Print what the unit may still do after a ruling or its answer, a command each."""
    if entry is None or (roll := umpire.readable_roll()) is None:
        return
    from calculator.desk.turns import follow_ups

    for one in follow_ups(roll, entry.about or entry.number):
        if one.awaits:
            said = f"{one.unit} may still: {one.words}; {one.awaits.words}"
            _print_open(umpire, said, one.entry, one.awaits.key)
            continue
        target = " --target UNIT" if one.at_another else ""
        said = f'--battle {umpire.battle} --actor "{one.unit}"{target}'
        sys.stdout.write(f"{one.unit} may still: {one.words}\n")
        sys.stdout.write(f"  empires result {roll.scenario.system.key} {one.action} {said}\n")


def print_ruling(umpire: Umpire, ruling: Ruling) -> None:
    """Print a ruling, or what ends one."""
    _print_result(result_view(ruling.result, umpire.readable_disclosure().after_result))
    entry = ruling.entry
    recorded = f"Entry {entry.number} of {umpire.battle}" if entry else "It waits to be recorded"
    open_console().print(f"{recorded}; seed {ruling.result.seed}", style="dim")


def _print_result(view: ResultView) -> None:
    console = open_console()
    console.print(view.headline, style="bold")
    console.print(listed((f"{n}." for n in count(1)), view.on_table))
    if view.how:
        console.print("How it came about:")
        console.print(listed(repeat("-"), view.how))
    if view.rarity:
        console.print(view.rarity)


COMMANDS: Final = {
    "result": parser.Command(
        _run,
        *QUESTION,
        parser.option("--seed", "HEX", "repeat the draw of this seed", default=None),
        parser.option(
            "--despite", "REASON", "why it is ruled though the record forbids it this turn"
        ),
        screen.IN_RECORD,
        parser.JSON,
    )
}
