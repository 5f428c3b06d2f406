"""No command at all: the screen."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Final

from calculator.cli.completion import complete_scenario, complete_system
from calculator.cli.exit_codes import WAITS
from calculator.cli.parser import Group, Parser, add_arguments, option
from calculator.errors import Fault, FaultsError, JournalError

if TYPE_CHECKING:
    from calculator.journal.entry import Entry
    from calculator.umpire import Umpire

JOURNAL: Final = option("--journal", "URL", "a server in place of a file: postgresql://...")

OF_BATTLE: Final = (option("--battle", "NAME|FILE", "the battle's record"), JOURNAL)
"""Which battle's record."""

RECORDING: Final = (
    *OF_BATTLE,
    option("--copy", "NAME", "the name of this copy in the record"),
    option("--side", "SIDE", "the side to record results for"),
    option("--player", "NAME", "who plays here"),
)
"""Where results are recorded, and as whose."""

IN_RECORD: Final = Group("in the record", *RECORDING)

DESCRIPTION: Final = (
    "A wargames calculator for the tabletop: exact odds before the decision, results that an "
    "umpire can trust after it. Without a command, the screen opens."
)


def add(root: Parser) -> None:
    """The options of the screen."""
    from calculator.version import VERSION

    root.add_argument("--version", action="version", version=f"empires {VERSION}")
    own = (
        option("--scenario", "NAME|FILE", "open with this order of battle", complete_scenario),
        option("--system", "SYSTEM", "open with this rule system", complete_system),
    )
    add_arguments(root, [Group("options for the screen", *own, *RECORDING)])
    root.set_defaults(run=run)


def battle_of(arguments: argparse.Namespace, *, begun: bool = False) -> str:
    """The battle as the umpire opens it: a name, a path, or the URL of a server with the name.

    One that has `begun` may be named by a part that no other here has. Raises `FaultsError` if the
    journal is named by no such URL.
    """
    if not arguments.journal:
        return _begun(arguments.battle) if begun and arguments.battle else str(arguments.battle)
    from calculator.journal.places import A_URL, is_url

    if not is_url(arguments.journal):
        message = f"{arguments.journal!r} is not a server's URL; name a file with --battle"
        raise FaultsError([Fault("journal", message, A_URL)])
    from urllib.parse import quote

    battle = quote(arguments.battle, safe="")
    return f"{arguments.journal}#{battle}" if battle else arguments.journal


def _begun(typed: str) -> str:
    """The battle in the data folder that a part of a name means; else as typed."""
    from calculator.journal.places import journal_path, known_battles
    from calculator.names import key_meant, keys_of_part

    names = {name: name for name in known_battles()}
    is_known = typed in names or journal_path(typed).exists() or not keys_of_part(typed, names)
    return typed if is_known else key_meant("battle", typed, names, "--battle")


@contextmanager
def reading(arguments: argparse.Namespace, *, begun: bool = True) -> Iterator[Umpire]:
    """The record that was named, to be read; of what has `begun` there is one.

    Raises `JournalError` where that cannot be read.
    """
    from calculator.umpire import Umpire

    with _warning(Umpire.open(battle_of(arguments, begun=begun), read_only=True)) as umpire:
        with nullcontext() if begun else suppress(JournalError):
            umpire.look()
        yield umpire


@contextmanager
def recording(arguments: argparse.Namespace) -> Iterator[Umpire]:
    """The record that `RECORDING` names, to be written to: where it cannot be, what is to be
    recorded waits."""
    from calculator.umpire import Umpire

    whose = {name: getattr(arguments, name) for name in ("copy", "side", "player")}
    with _warning(Umpire.open(battle_of(arguments), **whose)) as umpire:
        with suppress(JournalError):
            umpire.look()
        yield umpire


@contextmanager
def _warning(umpire: Umpire) -> Iterator[Umpire]:
    """Every command that opens a record says at its end what whoever reads it has to know."""
    with umpire:
        try:
            yield umpire
        finally:
            if umpire.warning:
                sys.stdout.flush()
                sys.stderr.write(f"{umpire.warning}\n")


def print_entry(umpire: Umpire, entry: Entry | None) -> int:
    """Say what was recorded, or that it waits, and give the exit code."""
    if entry is None:
        sys.stdout.write("Kept, but not in the record yet: it waits to be written down.\n")
        return WAITS
    sys.stdout.write(f"Entry {entry.number} of {umpire.battle}: {entry.summary}\n")
    return 0


def _side_meant(arguments: argparse.Namespace) -> str:
    """The side of this copy. Raises `FaultsError` for one that the order of battle has not."""
    if arguments.scenario:
        from calculator.scenarios import load
        from calculator.umpire.adjudicating import side_meant

        return side_meant(load(arguments.scenario), arguments.side)
    if not arguments.battle:
        return str(arguments.side)
    with recording(arguments) as umpire:
        return umpire.side_meant(arguments.side)


def run(arguments: argparse.Namespace) -> None:
    """Open the screen."""
    from calculator.tui import app

    if arguments.side:
        arguments.side = _side_meant(arguments)
    app.run(
        scenario=arguments.scenario,
        battle=battle_of(arguments),
        system=arguments.system,
        copy=arguments.copy,
        side=arguments.side,
        player=arguments.player,
    )
