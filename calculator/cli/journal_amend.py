"""`empires journal void` and `override`, in one confirmed step, and `answer`."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from calculator.cli.exit_codes import WAITS
from calculator.cli.output import write_json
from calculator.cli.screen import print_entry, recording
from calculator.errors import Fault, FaultsError
from calculator.journal.entry import read_number
from calculator.pairs import read_answers
from calculator.rules.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from calculator.journal.entry import Entry
    from calculator.roll import Correction
    from calculator.roll.foresight import Foresight
    from calculator.umpire import Umpire


def void(arguments: argparse.Namespace) -> int:
    """Void an entry."""
    number = read_number("N", arguments.number)
    with recording(arguments) as umpire:
        return _amend(
            umpire,
            arguments,
            umpire.foresee_void(number),
            lambda further: umpire.void(number, arguments.reason, further),
        )


def override(arguments: argparse.Namespace) -> int:
    """Override a ruling."""
    number, ruled = read_number("N", arguments.number), arguments.ruled
    with recording(arguments) as umpire:
        left = _corrections(umpire, arguments)
        return _amend(
            umpire,
            arguments,
            umpire.foresee_override(number, ruled, left),
            lambda further: umpire.override(number, ruled, arguments.reason, left, further),
        )


def answer(arguments: argparse.Namespace) -> int:
    """End a ruling that stands open, and print what it ends in."""
    from calculator.cli.result import print_follow_ups, print_ruling

    number = read_number("N", arguments.number)
    with recording(arguments) as umpire:
        ruling = umpire.answer(number, read_answers(arguments.words, dict))
        entry = ruling.entry
        if entry and entry.body["ruled"] == entry.body["drawn"]:
            print_entry(umpire, entry)  # it was but to be known what is left
        else:
            print_ruling(umpire.battle, ruling, umpire.readable_disclosure().after_result)
        print_follow_ups(umpire, entry)
        return 0 if entry else WAITS


def _amend(
    umpire: Umpire,
    arguments: argparse.Namespace,
    foresight: Foresight | None,
    record: Callable[[Sequence[Correction]], Entry | None],
) -> int:
    """Say what will change, and record it once that is confirmed; a script has confirmed it."""
    if not (arguments.preview or arguments.reason.strip()):
        raise FaultsError([Fault("reason", "is missing", "a few words")])
    as_json: dict[str, Any] = {"foresight": foresight and foresight.as_json()}
    if foresight and not arguments.json:
        sys.stdout.writelines(f"{line}\n" for line in foresight.lines)
    if arguments.preview or not _confirmed(arguments, foresight):
        if arguments.json:
            write_json(as_json)
        return 0
    entry = record(foresight.corrections if foresight and arguments.correct else ())
    waiting = umpire.pending
    if arguments.json:
        numbered = {"entry": entry.number if entry else None, "waits": entry is None}
        write_json(as_json | numbered | {"waiting": waiting})
        return WAITS if waiting else 0
    code = print_entry(umpire, entry)
    if entry and waiting:
        sys.stdout.write(
            f"Entry {entry.number} counts, its {counted(waiting, 'correction')} not yet: what "
            "later rulings said stands until that is written down.\n"
        )
    return WAITS if waiting else code


def _confirmed(arguments: argparse.Namespace, foresight: Foresight | None) -> bool:
    """Ask whoever sits before it, if anybody does; `correct` is then as they say."""
    if foresight is None or arguments.yes or arguments.json or not sys.stdin.isatty():
        return True
    also = "; c: yes, and correct what was said" if foresight.corrections else ""
    sys.stdout.write(f"Record it? y: yes{also}; anything else: no ")
    sys.stdout.flush()
    answer = sys.stdin.readline().strip().casefold()
    arguments.correct = arguments.correct or (bool(also) and answer == "c")
    return answer == "y" or arguments.correct


def _corrections(umpire: Umpire, arguments: argparse.Namespace) -> list[Correction]:
    """What free words mean for a unit, as typed."""
    if arguments.unit:
        from calculator.cli.roll import roll_of, typed_correction

        return [typed_correction(roll_of(umpire), arguments.unit, arguments.words)]
    if arguments.words:
        fault = Fault("--unit", f"which unit is {arguments.words[0]} for?", "the name of a unit")
        raise FaultsError([fault])
    return []
