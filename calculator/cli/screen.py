"""What opens a battle: the screen without any command, `empires umpire` the umpire's screen and
`empires serve` pages for browsers; and how any command opens a record."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, urlsplit

from calculator.cli.output import WAITS, open_console, told
from calculator.cli.parser import Command, Parser, argument, flag, group, option, word
from calculator.errors import FaultsError, JournalError, every

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

IN_RECORD: Final = group("in the record", *RECORDING)

DESCRIPTION: Final = (
    "A wargames calculator for the tabletop: exact odds before the decision, results that an "
    "umpire can trust after it. Without a command, the screen opens."
)


def add(root: Parser) -> None:
    """The options of the screen."""
    from calculator.version import VERSION

    root.add_argument("--version", action="version", version=f"empires {VERSION}")
    own = (
        option("--scenario", "NAME|FILE", "open with this order of battle"),
        option("--system", "SYSTEM", "open with this rule system"),
    )
    group("options for the screen", *own, *RECORDING)(root)
    root.set_defaults(run=run)


def battle_of(arguments: argparse.Namespace, *, begun: bool = False) -> str:
    """The battle as the umpire opens it: a name, a path, or the URL of a server with the name. One
    that has `begun` may be named by a part that no other here has. Raises `FaultsError` if the
    journal is no such URL."""
    if not arguments.journal:
        return _begun(arguments.battle) if begun and arguments.battle else str(arguments.battle)
    from calculator.journal.files import A_URL, is_url

    if not is_url(arguments.journal):
        told = "with --battle"
        if "command" in arguments and told[5:] not in arguments.command.options():
            told = f"as in `{arguments.command.prog} FILE`"
        message = f"{arguments.journal!r} is not a server's URL; name a file {told}"
        raise FaultsError.at("journal", message, A_URL)
    battle = quote(arguments.battle, safe="")
    return f"{arguments.journal}#{battle}" if battle else arguments.journal


def _begun(typed: str) -> str:
    """The battle in the data folder that a part of a name means; else as typed."""
    from calculator.journal.files import journal_path, known_battles
    from calculator.names import key_meant, keys_of_part

    names = {name: name for name in known_battles()}
    is_known = typed in names or journal_path(typed).exists() or not keys_of_part(typed, names)
    return typed if is_known else key_meant("battle", typed, names, "--battle")


def reading(arguments: argparse.Namespace, *, begun: bool = True) -> AbstractContextManager[Umpire]:
    """The record that was named, to be read; of what has `begun` there is one. Raises
    `JournalError` where that cannot be read."""
    from calculator.umpire import Umpire

    return _opened(Umpire.open(battle_of(arguments, begun=begun), read_only=True), begun)


def recording(arguments: argparse.Namespace) -> AbstractContextManager[Umpire]:
    """The record that `RECORDING` names, to be written to, now or once it can be."""
    from calculator.umpire import Umpire

    whose = told(arguments, "copy", "side", "player")
    return _opened(Umpire.open(battle_of(arguments), **whose))


@contextmanager
def _opened(umpire: Umpire, is_read: bool = False) -> Iterator[Umpire]:
    """Every command that opens a record says at its end what whoever reads it has to know."""
    with umpire:
        try:
            with nullcontext() if is_read else suppress(JournalError):
                umpire.look()
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


def run(arguments: argparse.Namespace) -> None:
    """Open the screen."""
    from calculator.tui import app

    if arguments.side and arguments.scenario:
        from calculator.scenarios import load
        from calculator.umpire.writing import side_meant

        arguments.side = side_meant(load(arguments.scenario), arguments.side)
    elif arguments.side and arguments.battle:
        with recording(arguments) as umpire:
            arguments.side = umpire.side_meant(arguments.side)
    own = told(arguments, "scenario", "system", "copy", "side", "player")
    app.run(battle=battle_of(arguments), **own)


def _umpire(arguments: argparse.Namespace) -> None:
    from calculator.tui.app import take_terminal

    take_terminal()
    own = told(arguments, "copy", "player", "read_only")
    import_module("calculator.tui.record.screen").run(battle_of(arguments), **own)


def _serve(arguments: argparse.Namespace) -> None:
    from calculator.kinds import Whole

    port, seats, per_address, idle, _ = every(
        partial(Whole(0, 65535).parse_at, "--port", arguments.port),
        partial(Whole(3, 1000).parse_at, "--seats", arguments.seats),
        partial(Whole(1, 1000).parse_at, "--per-address", arguments.per_address),
        partial(Whole(1, 7 * 24 * 60).parse_at, "--idle", arguments.idle),
        partial(_check_base_url, arguments.base_url),
    )
    from calculator.web.guard import Limits
    from calculator.web.serve import Serving, serve

    serving = Serving(
        battle=battle_of(arguments),
        **told(arguments, "scenario", "system", "host", "base_url", "proxy"),
        port=port,
        tls=tuple(arguments.tls) if arguments.tls else None,
        limits=Limits(seats=seats, per_address=per_address, idle=60.0 * idle),
    )
    serve(serving, open_console())


def _check_base_url(url: str) -> None:
    parts = urlsplit(url)
    if url and not (parts.scheme in {"http", "https"} and parts.netloc and parts.path in {"", "/"}):
        allowed = "https://HOST or https://HOST:PORT, nothing more"
        raise FaultsError.at("--base-url", f"{url!r} will not do", allowed)


_HOST: Final = "the address to listen on; 0.0.0.0 lets the network in, with join codes"

COMMANDS: Final = {
    "umpire": Command(
        _umpire,
        word("battle", None, "the battle, by name or file", nargs="?", default=""),
        JOURNAL,
        flag("--read-only", "watch only; change nothing"),
        option("--copy", "NAME", "this copy's name"),
        option("--player", "NAME", "the umpire's name"),
    ),
    "serve": Command(
        _serve,
        word("battle", None, "the battle to serve", nargs="?", default=""),
        JOURNAL,
        option("--scenario", "NAME|FILE", "its order of battle"),
        option("--system", None, "the rules of a battle without an order of battle"),
        option("--host", None, _HOST, default="127.0.0.1"),
        option("--port", None, "the port to listen on (8000)", default="8000"),
        argument("--tls", nargs=2, metavar=("CERT", "KEY"), help="use HTTPS with these PEM files"),
        option("--base-url", "URL", "the public address of a proxy in front of it"),
        option("--proxy", "ADDRESS", "the proxy whose forwarding headers are trusted"),
        argument("--seats", "--sessions", default="250", help="visitors at once (250)"),
        option("--per-address", "SEATS", "visitors from one other address (16)", default="16"),
        option("--idle", None, "minutes until an idle seat may go to another (720)", default="720"),
    ),
}
