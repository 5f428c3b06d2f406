"""`empires serve`: the battle in browsers round the table."""

from __future__ import annotations

import argparse
from urllib.parse import urlsplit

from calculator.cli.completion import complete_scenario
from calculator.cli.output import open_console
from calculator.cli.parser import Parser, add_texts, completed
from calculator.cli.screen import add_journal_option, battle_of
from calculator.errors import Fault, FaultsError


def add(command: Parser) -> None:
    """Its arguments."""
    command.add_argument("battle", nargs="?", default="", help="the battle to serve")
    add_journal_option(command)
    scenario = command.add_argument(
        "--scenario", metavar="NAME|FILE", default="", help="its order of battle: units by name"
    )
    completed(scenario, complete_scenario)
    command.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address to listen on; 0.0.0.0 lets the network in, with join codes",
    )
    command.add_argument("--port", default="8000", help="the port to listen on (8000)")
    command.add_argument(
        "--tls", nargs=2, metavar=("CERT", "KEY"), help="encrypt, with these files in PEM"
    )
    of_proxy = {
        "--base-url": ("URL", "how a proxy in front of it is reached"),
        "--proxy": ("ADDRESS", "whose forwarding headers count"),
    }
    add_texts(command, of_proxy)
    command.add_argument(
        "--seats", "--sessions", default="250", help="visitors seated at once (250)"
    )
    command.add_argument(
        "--per-address", default="16", help="seats from one other address (16)", metavar="SEATS"
    )
    command.add_argument(
        "--idle", default="720", help="minutes until an idle seat may be given away (720)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    port, seats, per_address, idle = _whole_numbers(
        ("--port", arguments.port, 0, 65535),
        ("--seats", arguments.seats, 3, 1000),
        ("--per-address", arguments.per_address, 1, 1000),
        ("--idle", arguments.idle, 1, 7 * 24 * 60),
    )
    _check_base_url(arguments.base_url)
    from calculator.web.limits import Limits
    from calculator.web.serve import Serving, serve

    serving = Serving(
        battle=battle_of(arguments),
        scenario=arguments.scenario,
        host=arguments.host,
        port=port,
        tls=tuple(arguments.tls) if arguments.tls else None,
        base_url=arguments.base_url,
        proxy=arguments.proxy,
        limits=Limits(seats=seats, per_address=per_address, idle=60.0 * idle),
    )
    serve(serving, open_console())
    return 0


def _check_base_url(url: str) -> None:
    parts = urlsplit(url)
    if url and not (parts.scheme in {"http", "https"} and parts.netloc and parts.path in {"", "/"}):
        allowed = "https://HOST or https://HOST:PORT, with nothing behind it"
        raise FaultsError([Fault("--base-url", f"{url!r} will not do", allowed)])


def _whole_numbers(*wanted: tuple[str, str, int, int]) -> list[int]:
    """The numbers that options have, or every fault at once."""
    faults = [
        Fault(option, f"{text!r} will not do", f"a whole number from {low} to {high}")
        for option, text, low, high in wanted
        if not (text.isascii() and text.isdigit() and low <= int(text) <= high)
    ]
    if faults:
        raise FaultsError(faults)
    return [int(text) for _, text, _, _ in wanted]
