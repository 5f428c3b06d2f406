"""Serving a battle: the banner with addresses, codes and a QR code, and the run itself."""

from __future__ import annotations

import asyncio
import io
import ipaddress
import signal
import socket

import segno
from aiohttp import web
from rich.console import Console
from rich.table import Table

from calculator.errors import CalculatorError
from calculator.journal.opening import open_journal
from calculator.journal.places import is_url
from calculator.web.codes import JoinCodes, Role
from calculator.web.gate import Gate
from calculator.web.limits import Limits
from calculator.web.log import log_path, log_to


class ServeError(CalculatorError):
    """The battle cannot be served at the address that was asked for."""


def serve(battle: str, host: str, port: int, limits: Limits, console: Console) -> None:
    """Serve until interrupted.

    Raises `ServeError` if the address cannot be used, and `CalculatorError` for what can be no
    battle's name.
    """
    shown = _shown(battle)
    log_to(log_path())
    codes = None if _is_loopback(host) else JoinCodes.fresh()
    gate = Gate(battle, host, port, codes=codes, limits=limits)
    try:
        asyncio.run(_run(gate, shown, console))
    except OSError as fault:
        raise ServeError(
            f"cannot serve on {host} port {port}: {fault.strerror or fault}"
        ) from fault


def _shown(battle: str) -> str:
    """A battle as all may read it: the URL of a server without its password."""
    journal = open_journal(battle, read_only=True)
    return journal.storage.where if is_url(battle) else battle or "default"


async def _run(gate: Gate, shown: str, console: Console) -> None:
    runner = web.AppRunner(await gate._make_app(), access_log=None, shutdown_timeout=5.0)
    await runner.setup()
    stopped = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stopped.set)
    try:
        await web.TCPSite(runner, gate.host, gate.port).start()
        show_banner(gate, shown, runner.addresses[0][1], console)
        await stopped.wait()
        console.print("Closing the screens ...")
    finally:
        await runner.cleanup()


def show_banner(gate: Gate, shown: str, port: int, console: Console) -> None:
    """Where to go and what to say there; `shown` is the battle."""
    url = f"http://{_reachable(gate.host)}:{port}/"
    console.print(f"\nServing battle {shown} at {url}", style="bold", markup=False)
    if gate.codes is None:
        console.print("For browsers on this machine alone. To let others in: --host 0.0.0.0")
    else:
        table = Table("who", "join code", "may")
        table.add_row("player", gate.codes.shown(Role.PLAYER), "ask odds, draw and record results")
        table.add_row("spectator", gate.codes.shown(Role.SPECTATOR), "read the record")
        table.add_row("umpire", gate.codes.shown(Role.UMPIRE), "void, override, turn, note, export")
        console.print(table)
        console.print("Players may scan this:")
        _print_qr(f"{url}#{gate.codes.shown(Role.PLAYER)}", console)
    console.print("Ctrl+C closes every screen; the record stays.")
    console.file.flush()


def _print_qr(text: str, console: Console) -> None:
    drawn = io.StringIO()
    segno.make(text, error="l").terminal(out=drawn, compact=True)
    console.print(drawn.getvalue(), highlight=False, markup=False)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _reachable(host: str) -> str:
    """The address that others on the network can type for a server listening on `host`."""
    try:
        if not ipaddress.ip_address(host).is_unspecified:
            return f"[{host}]" if ":" in host else host
    except ValueError:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: only asks which way out it would take
        except OSError:
            return socket.gethostname()
        address: str = probe.getsockname()[0]
        return address
