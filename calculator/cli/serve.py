"""`empires serve`: the screens in browsers round the table."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from calculator.cli.parser import add_command
from calculator.cli.screen import add_journal_option, battle_of
from calculator.errors import Fault, FaultsError

if TYPE_CHECKING:
    from calculator.cli.parser import Commands


def add(commands: Commands) -> None:
    """Add the command."""
    command = add_command(commands, "serve", "let phones and tablets play in their browsers", run)
    command.add_argument("battle", nargs="?", default="", help="the battle to serve")
    add_journal_option(command)
    command.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address to listen on; 0.0.0.0 lets the network in, with join codes",
    )
    command.add_argument("--port", default="8000", help="the port to listen on (8000)")
    command.add_argument("--sessions", default="24", help="screens open at once (24)")
    command.add_argument("--idle", default="45", help="minutes until an idle screen closes (45)")


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    port, sessions, idle = _whole_numbers(
        ("--port", arguments.port, 0, 65535),
        ("--sessions", arguments.sessions, 1, 500),
        ("--idle", arguments.idle, 1, 24 * 60),
    )
    from calculator.cli.output import open_console
    from calculator.web.limits import Limits
    from calculator.web.serve import serve

    limits = Limits(sessions=sessions, idle=60.0 * idle)
    serve(battle_of(arguments), arguments.host, port, limits, open_console())
    return 0


def _whole_numbers(*wanted: tuple[str, str, int, int]) -> list[int]:
    """The numbers given for options, or every fault at once."""
    faults = [
        Fault(option, f"{text!r} will not do", f"a whole number from {low} to {high}")
        for option, text, low, high in wanted
        if not (text.isascii() and text.isdigit() and low <= int(text) <= high)
    ]
    if faults:
        raise FaultsError(faults)
    return [int(text) for _, text, _, _ in wanted]
