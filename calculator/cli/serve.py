"""`empires serve`: the battle in browsers round the table."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from calculator.cli.completion import complete_scenario, complete_system
from calculator.cli.output import open_console
from calculator.cli.parser import Argument, option, word
from calculator.cli.screen import JOURNAL, battle_of
from calculator.errors import Fault, FaultsError, every
from calculator.kinds import Whole

ARGUMENTS: Final = (
    word("battle", None, "the battle to serve", nargs="?", default=""),
    JOURNAL,
    option("--scenario", "NAME|FILE", "its order of battle", complete_scenario),
    option(
        "--system",
        None,
        "the rules of a battle without an order of battle",
        complete_system,
        default="",
    ),
    option(
        "--host",
        None,
        "the address to listen on; 0.0.0.0 lets the network in, with join codes",
        default="127.0.0.1",
    ),
    option("--port", None, "the port to listen on (8000)", default="8000"),
    Argument("--tls", nargs=2, metavar=("CERT", "KEY"), help="use HTTPS with these PEM files"),
    option("--base-url", "URL", "the public address of a proxy in front of it"),
    option("--proxy", "ADDRESS", "the proxy whose forwarding headers are trusted"),
    Argument("--seats", "--sessions", default="250", help="visitors at once (250)"),
    option("--per-address", "SEATS", "visitors from one other address (16)", default="16"),
    option(
        "--idle",
        None,
        "minutes until an idle seat may go to another (720)",
        default="720",
    ),
)


def run(arguments: argparse.Namespace) -> None:
    """Serve until interrupted."""
    port, seats, per_address, idle, _ = every(
        partial(Whole(0, 65535).parse_at, "--port", arguments.port),
        partial(Whole(3, 1000).parse_at, "--seats", arguments.seats),
        partial(Whole(1, 1000).parse_at, "--per-address", arguments.per_address),
        partial(Whole(1, 7 * 24 * 60).parse_at, "--idle", arguments.idle),
        partial(_check_base_url, arguments.base_url),
    )
    from calculator.web.limits import Limits
    from calculator.web.serve import Serving, serve

    serving = Serving(
        battle=battle_of(arguments),
        scenario=arguments.scenario,
        system=arguments.system,
        host=arguments.host,
        port=port,
        tls=tuple(arguments.tls) if arguments.tls else None,
        base_url=arguments.base_url,
        proxy=arguments.proxy,
        limits=Limits(seats=seats, per_address=per_address, idle=60.0 * idle),
    )
    serve(serving, open_console())


def _check_base_url(url: str) -> None:
    parts = urlsplit(url)
    if url and not (parts.scheme in {"http", "https"} and parts.netloc and parts.path in {"", "/"}):
        allowed = "https://HOST or https://HOST:PORT, nothing more"
        raise FaultsError([Fault("--base-url", f"{url!r} will not do", allowed)])
