"""`empires result`: one drawn result, recorded and narrated; or what an aid measures."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import count, repeat
from typing import TYPE_CHECKING, Final

from calculator.cli.asking import QUESTION, Asker
from calculator.cli.output import listed, open_console, write_json
from calculator.cli.parser import JSON, option
from calculator.cli.screen import IN_RECORD, recording
from calculator.figures import give_or_take
from calculator.rules.question import Question, Result

if TYPE_CHECKING:
    from rich.console import Console

    from calculator.journal.disclosure import Disclosure
    from calculator.umpire import Ruling, Umpire

SAMPLED_PATHS: Final = 2_000
"""Paths drawn to say how likely a result was, where exact odds are out of reach."""


ARGUMENTS: Final = (
    *QUESTION,
    option("--seed", "HEX", "draw from this seed again", default=None),
    IN_RECORD,
    JSON,
)


def run(arguments: argparse.Namespace) -> None:
    """Draw, record and print a result; a record that cannot be written never holds it back."""
    with ExitStack() as closing:
        named = arguments.battle or arguments.journal
        umpire = closing.enter_context(recording(arguments)) if named else None
        asker = Asker(arguments, umpire)
        question = asker.ask(asker.words)
        if umpire:
            umpire.readable_disclosure().check(question.action)
        if not question.action.is_recorded:
            _measure(arguments, question)
        else:
            umpire = umpire or closing.enter_context(recording(arguments))
            _rule(arguments, umpire, asker, question)


def _rule(arguments: argparse.Namespace, umpire: Umpire, asker: Asker, question: Question) -> None:
    shown = umpire.readable_disclosure().after_result
    if asker.unread:
        sys.stderr.write(f"{asker.unread}\n")
    if not arguments.json:
        asker.print_roll(question)
    ruling = umpire.adjudicate(
        question,
        arguments.seed,
        units=asker.units,
        side=arguments.side or asker.acting_side,
        odds=question.best_odds(SAMPLED_PATHS),
        order=asker.order,
    )
    if arguments.json:
        recorded = _record_json(umpire, ruling) | asker.roll_json(question)
        write_json(ruling.result.as_json() | recorded)
    else:
        _print_ruling(umpire.battle, ruling, shown)


def _measure(arguments: argparse.Namespace, question: Question) -> None:
    """Print what an aid says: nothing is drawn, so there is no seed, no entry and no chance."""
    result = question.result(arguments.seed)
    if arguments.json:
        nothing = dict.fromkeys(("seed", "battle", "entry"))
        write_json(result.as_json() | nothing | {"warning": "", "units": {}})
    else:
        console = open_console()
        _print_narration(console, result, result.narration.how)
        console.print("A measuring aid: nothing is drawn or recorded.", style="dim")


def _record_json(umpire: Umpire, ruling: Ruling) -> dict[str, object]:
    entry = ruling.entry
    return {
        "battle": umpire.battle,
        "entry": entry.number if entry else None,
        "waits": entry is None,
        "warning": ruling.warning,
        "units": entry.unit_names if entry else {},
    }


def _print_ruling(battle: str, ruling: Ruling, shown: Disclosure) -> None:
    result = ruling.result
    console = open_console()
    _print_narration(console, result, shown.narrated(result.narration.how))
    chance, error = result.probability, result.standard_error
    sampled = f" (sampled, {give_or_take(error)})" if error else ""
    if chance is not None:
        console.print(shown.afterwards(float(chance), sampled))
    number = (
        f"Entry {ruling.entry.number} of {battle}" if ruling.entry else "It waits to be recorded"
    )
    console.print(f"{number}; seed {result.seed}", style="dim")


def _print_narration(console: Console, result: Result, how: Sequence[str]) -> None:
    console.print(result.narration.headline, style="bold")
    console.print(listed((f"{n}." for n in count(1)), result.narration.on_table))
    if how:
        console.print("How it came about:")
        console.print(listed(repeat("-"), how))
