"""`empires result`: one drawn result, recorded and narrated; or what an aid measures."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from itertools import count, repeat
from typing import TYPE_CHECKING, Final

from calculator.cli.asking import QUESTION, Asker, print_roll, provenance_json
from calculator.cli.output import listed, open_console, write_json
from calculator.cli.parser import JSON, option
from calculator.cli.screen import IN_RECORD, recording
from calculator.desk.result_view import ResultView, result_view
from calculator.errors import CalculatorError, HeldError
from calculator.journal.disclosure import Disclosure
from calculator.rules.phrases import capitalized
from calculator.rules.question import Question

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from calculator.desk.asking import Asking
    from calculator.journal.entry import Entry
    from calculator.umpire import Ruling, Umpire

_OFFERS: Final = (
    "Begin turn {turn} with `empires journal turn`. If the table differs from the record, say why "
    "with --despite REASON."
)

SAMPLED_PATHS: Final = 2_000
"""Paths drawn to say how likely a result was, where exact odds are out of reach."""


ARGUMENTS: Final = (
    *QUESTION,
    option("--seed", "HEX", "repeat the draw of this seed", default=None),
    option("--despite", "REASON", "rule it although the record forbids it this turn, and say why"),
    IN_RECORD,
    JSON,
)


def run(arguments: argparse.Namespace) -> None:
    """Draw, record and print a result; a record that cannot be written never holds it back."""
    with ExitStack() as closing:
        named = arguments.battle or arguments.journal
        umpire = closing.enter_context(recording(arguments)) if named else None
        asker = Asker(arguments, umpire)
        try:
            asked, question = asker.ask(asker.words)
        except HeldError as held:
            raise held.with_offers(_OFFERS.format(turn=held.next_turn)) from None
        asked.check_answered()
        if umpire:
            umpire.readable_disclosure().check(question.action)
        if not question.action.is_recorded:
            _measure(arguments, question, asked.names)
        else:
            umpire = umpire or closing.enter_context(recording(arguments))
            _rule(arguments, umpire, asker, asked, question)


def _rule(
    arguments: argparse.Namespace, umpire: Umpire, asker: Asker, asked: Asking, question: Question
) -> None:
    shown = umpire.readable_disclosure().after_result
    if asker.unread:
        sys.stderr.write(f"{asker.unread}\n")
    if not arguments.json:
        print_roll(asked)
    ruling = umpire.adjudicate(
        question,
        arguments.seed,
        units=asked.concerned(),
        side=asked.whose or arguments.side,
        odds=question.best_odds(SAMPLED_PATHS),
        order=asker.order,
        said=asked.recorded_said,
        despite=asked.despite,
    )
    if arguments.json:
        recorded = _record_json(umpire, ruling) | provenance_json(asked)
        write_json(ruling.result.as_json() | recorded)
        return
    print_ruling(umpire.battle, ruling, shown)
    while (entry := ruling.entry) and (awaits := entry.body.get("awaits")):
        if not (typed := _measured(awaits)):
            sys.stdout.write(f"Entry {entry.number} is open: {awaits['words']}\n")
            sys.stdout.write(f"  {_answering(umpire.battle, entry.number, awaits['key'])}\n")
            return
        try:
            ruling = umpire.answer(entry.number, {awaits["key"]: typed})
        except CalculatorError as fault:
            sys.stderr.write(f"{fault}\n")
        else:
            print_ruling(umpire.battle, ruling, shown)
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


def _answering(battle: str, number: int, key: str) -> str:
    """The command that answers a ruling."""
    return f"empires journal answer {number} {key}=INCHES --battle {battle}"


def _measure(arguments: argparse.Namespace, question: Question, names: Mapping[str, str]) -> None:
    """Print what an aid says: nothing is drawn, so there is no seed, no entry and no chance."""
    result = question.result(arguments.seed, names=names)
    if arguments.json:
        nothing = dict.fromkeys(("seed", "battle", "entry"))
        write_json(result.as_json() | nothing | {"warning": "", "units": {}})
    else:
        console = open_console()
        _print_result(console, result_view(result, Disclosure.EXACT)._replace(rarity=""))
        console.print("A measurement only: nothing is drawn or recorded.", style="dim")


def print_follow_ups(umpire: Umpire, entry: Entry | None) -> None:
    """Print what the unit may still do after a ruling or its answer, a command each."""
    if entry is None or (roll := umpire.readable_roll()) is None:
        return
    from calculator.desk.turns import follow_ups

    for one in follow_ups(roll, entry.about or entry.number):
        if one.awaits:
            sys.stdout.write(f"It may still: {one.words}; {one.awaits.words}\n")
            sys.stdout.write(f"  {_answering(umpire.battle, one.entry, one.awaits.key)}\n")
            continue
        target = " --target UNIT" if one.at_another else ""
        said = f'--battle {umpire.battle} --actor "{one.unit}"{target}'
        sys.stdout.write(f"It may still: {one.words}\n")
        sys.stdout.write(f"  empires result {roll.scenario.system.key} {one.action} {said}\n")


def _record_json(umpire: Umpire, ruling: Ruling) -> dict[str, object]:
    entry = ruling.entry
    return {
        "battle": umpire.battle,
        "entry": entry.number if entry else None,
        "waits": entry is None,
        "warning": ruling.warning,
        "units": entry.unit_names if entry else {},
    }


def print_ruling(battle: str, ruling: Ruling, shown: Disclosure) -> None:
    """Print a ruling, or what ends one."""
    console = open_console()
    _print_result(console, result_view(ruling.result, shown))
    number = (
        f"Entry {ruling.entry.number} of {battle}" if ruling.entry else "It waits to be recorded"
    )
    console.print(f"{number}; seed {ruling.result.seed}", style="dim")


def _print_result(console: Console, view: ResultView) -> None:
    console.print(view.headline, style="bold")
    console.print(listed((f"{n}." for n in count(1)), view.on_table))
    if view.how:
        console.print("How it came about:")
        console.print(listed(repeat("-"), view.how))
    if view.rarity:
        console.print(view.rarity)
