"""`empires journal`: the record of a battle, shown, added to, checked and exported."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from calculator.answering import read_answers
from calculator.cli.output import WAITS, write_json, write_out
from calculator.cli.parser import JSON, OUTPUT, Command, Run, Subcommand, flag, option, word
from calculator.cli.screen import IN_RECORD, OF_BATTLE, battle_of, print_entry, reading, recording
from calculator.errors import FaultsError, slip
from calculator.journal.entry import Entry, EntryDraft, read_number
from calculator.journal.files import SUFFIX, NotBegunError, battles, is_url, known_battles
from calculator.rules.phrases import counted

if TYPE_CHECKING:
    from calculator.roll.foresight import Foresight
    from calculator.umpire import Umpire


def _shown(name: str) -> Run:
    """What prints something of the record: its module, which needs Rich, is imported as it runs."""
    return lambda typed: getattr(import_module("calculator.cli.journal_show"), name)(typed)


def _writing(write: Callable[[Umpire, argparse.Namespace], Entry | None]) -> Run:
    """What adds an entry to the record, but begins no battle by a slip in its name: names alike by
    0.8, as difflib has it, are taken for one misspelt, but for those that differ in a number."""

    def writing(arguments: argparse.Namespace) -> int:
        name = battle_of(arguments)
        path = battles() / f"{name}{SUFFIX}"
        is_new = name and not path.exists() and not is_url(name)
        if is_new and (near := slip(name, known_battles(), 0.8)):
            raise NotBegunError(f"at {path}", name, [near])
        with recording(arguments) as umpire:
            return print_entry(umpire, write(umpire, arguments))

    return writing


def _turn(umpire: Umpire, arguments: argparse.Namespace) -> Entry | None:
    if arguments.undo:
        return umpire.undo_turn()
    from calculator.desk.turns import begin

    begun, changes = begin(umpire, arguments.turn, arguments.of, skipping=arguments.skip)
    sys.stdout.writelines(f"{line}\n" for line in changes)
    roll = umpire.readable_roll()
    if begun and roll and (initiative := roll.scenario.system.initiative):
        sys.stdout.write(f"Draw the {initiative} next.\n")
    return begun


def _withdrawals(umpire: Umpire, arguments: argparse.Namespace) -> Entry | None:
    if arguments.switch not in {"on", "off"}:
        raise FaultsError.at("on|off", f"{arguments.switch!r} is not on or off", "on or off")
    return umpire.allow_withdrawals(arguments.switch == "on")


def _acknowledge(arguments: argparse.Namespace) -> None:
    with recording(arguments) as umpire:
        sys.stdout.write(f"{umpire.acknowledge()}\n")


def _pending(arguments: argparse.Namespace) -> None:
    if not arguments.enter:
        _shown("show_pending")(arguments)
        return
    with recording(arguments) as umpire:
        entered = counted(umpire.journal.enter(arguments.enter), "entry", "entries")
        sys.stdout.write(f"Entered: {entered}. The file is deleted.\n")


def _export(arguments: argparse.Namespace) -> None:
    with reading(arguments) as umpire:
        if write_out(umpire.export(arguments.format), arguments.output):
            sys.stdout.write(f"Wrote {arguments.output}\n")


def _void(arguments: argparse.Namespace) -> int:
    with recording(arguments) as umpire:
        return _amend(umpire, arguments, partial(umpire.voiding, arguments.number))


def _override(arguments: argparse.Namespace) -> int:
    from calculator.cli.roll import correction_typed

    number, ruled = arguments.number, arguments.ruled
    if arguments.words and not arguments.unit:
        problem = f"which unit is {arguments.words[0]} for?"
        raise FaultsError.at("--unit", problem, "the name of a unit")
    with recording(arguments) as umpire:
        left = [correction_typed(umpire, arguments)] if arguments.unit else []
        draw_up = partial(umpire.overriding, number, ruled, corrections=left)
        return _amend(umpire, arguments, lambda reason: draw_up(reason=reason))


def _answer(arguments: argparse.Namespace) -> int:
    from calculator.cli.result import print_follow_ups, print_ruling

    number = arguments.number
    with recording(arguments) as umpire:
        ruling = umpire.answer(number, read_answers(arguments.words, dict))
        entry = ruling.entry
        if entry and entry.body["ruled"] == entry.body["drawn"]:
            print_entry(umpire, entry)  # it was but to be known what is left
        else:
            print_ruling(umpire, ruling)
        print_follow_ups(umpire, entry)
        return 0 if entry else WAITS


def _amend(
    umpire: Umpire, arguments: argparse.Namespace, draw_up: Callable[[str], EntryDraft]
) -> int:
    """Say what an amendment for a reason will change, and record it once that is confirmed; a
    script has confirmed it."""
    reason = arguments.reason or "foreseen" * arguments.preview
    foresight = umpire.foresee(draw_up(reason))
    as_json: dict[str, Any] = {"foresight": foresight and foresight.as_json()}
    if foresight and not arguments.json:
        sys.stdout.writelines(f"{line}\n" for line in foresight.lines)
    if arguments.preview or not _confirmed(arguments, foresight):
        if arguments.json:
            write_json(as_json)
        return 0
    further = foresight.corrections if foresight and arguments.correct else ()
    entry = umpire.amend(draw_up(reason), further)
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


FILTERED: Final = ("turn", "side", "copy", "action", "kind")
"""What of a filter may be given by an option of its own."""

_read_number: Final = partial(read_number, "N")
_NUMBER: Final = word("number", "N", "the number of the entry", type=_read_number)
_REASON: Final = option("--reason", "TEXT", "the reason (required)")
_CONFIRMING: Final = (
    flag("--preview", "show what would change, and record nothing"),
    flag("--correct", "also correct what later rulings said because of it"),
    flag("--yes", "do not ask first"),
    JSON,
)
_RULED: Final = "what you rule instead: an outcome as the odds name it, or your own words"
_UNIT: Final = "with your own words: a unit they are about; add key=value for how it stands now"
_NOTED: Final = "check for a head noted earlier: 20 digits or more, or the text of its QR code"
_FILTER: Final = "a filter, such as: turn:1-2 side:fr unit:husson assault"
_FORM: Final = "jsonl, csv, markdown (a report) or html (a handout that checks itself)"

_PARTS: Final = {
    "show": Subcommand(
        "list entries",
        _shown("show"),
        *OF_BATTLE,
        word("words", "WORDS", _FILTER, nargs="*"),
        *(option(f"--{key}", key.upper(), f"the same as {key}:...") for key in FILTERED),
        option("--text", "TEXT", "the same as these words"),
        option("--last", "N", "the last N only"),
        flag("--follow", "go on as new ones come"),
        flag("--json", "print JSON, one line for each"),
    ),
    "list": Subcommand("list the battles that you can open by name", _shown("list_battles")),
    "void": Subcommand(
        "strike out an entry: it no longer counts", _void, IN_RECORD, _NUMBER, _REASON, *_CONFIRMING
    ),
    "override": Subcommand(
        "replace a result by the umpire's ruling",
        _override,
        IN_RECORD,
        _NUMBER,
        option("--ruled", "TEXT", _RULED),
        option("--unit", "UNIT", _UNIT),
        word("words", "key=value", "how that unit stands now", nargs="*"),
        _REASON,
        *_CONFIRMING,
    ),
    "answer": Subcommand(
        "give the measurement that an open ruling waits for",
        _answer,
        IN_RECORD,
        _NUMBER,
        word("words", "key=value", "what was measured, such as distance=3", nargs="+"),
    ),
    "note": Subcommand(
        "record a remark",
        _writing(lambda umpire, typed: umpire.note(" ".join(typed.words))),
        IN_RECORD,
        word("words", "TEXT", nargs="+"),
    ),
    "turn": Subcommand(
        "begin the next turn, or undo that",
        _writing(_turn),
        IN_RECORD,
        word("turn", "N", "the number of the turn, if not the next", nargs="?", type=_read_number),
        option("--of", "SIDE", "whose turn it is, where each side has its own"),
        flag("--skip", "begin a turn that is not the next, and skip those between"),
        flag("--undo", "go back to the turn before"),
    ),
    "withdrawals": Subcommand(
        "let players undo their draws within ten seconds, or not",
        _writing(_withdrawals),
        IN_RECORD,
        word("switch", "on|off", "for this battle, from now on"),
    ),
    "verify": Subcommand(
        "check the chain, and compute every result again",
        _shown("verify"),
        *OF_BATTLE,
        option("--noted", "HEAD", _NOTED),
        JSON,
    ),
    "acknowledge": Subcommand(
        "accept the record as it is, though this copy saw another (umpires only)",
        _acknowledge,
        IN_RECORD,
    ),
    "pending": Subcommand(
        "list entries that wait to be written down, why, and in which file",
        _pending,
        IN_RECORD,
        option("--enter", "FILE", "enter the entries in this file, if they compute again"),
        JSON,
    ),
    "audit": Subcommand(
        "show whether draws were fair, and who was lucky", _shown("audit"), *OF_BATTLE, JSON
    ),
    "export": Subcommand(
        "write the record in another format",
        _export,
        *OF_BATTLE,
        option("--format", "FORMAT", _FORM, default="markdown"),
        OUTPUT,
    ),
}

COMMANDS: Final = {"journal": Command(parts=_PARTS)}
