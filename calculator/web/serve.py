"""Serving a battle: the banner with addresses, codes and a QR code, and the run itself."""

from __future__ import annotations

import asyncio
import io
import ipaddress
import logging
import signal
import socket
import ssl
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

import attrs
import segno
from aiohttp import web
from rich.console import Console
from rich.table import Table

from calculator.errors import CalculatorError, Fault, FaultsError
from calculator.journal.files import is_url
from calculator.journal.journal import open_journal
from calculator.paths import home, reporting, typed_path
from calculator.roll import OrderOfBattle
from calculator.web import army, desk, playing, reckoner, story
from calculator.web.battle import Battle
from calculator.web.guard import KEEP_ALIVE, Limits, Origins, is_own
from calculator.web.seats import Seats, VisitorRole, digest, read_out
from calculator.web.site import Site, make_app

ROUTES: Final = tuple(route for part in (desk, army, playing, story) for route in part.ROUTES)
"""Every page there is."""


class ServeError(CalculatorError):
    """The battle cannot be served as it was asked for."""


@attrs.frozen(kw_only=True)
class Serving:
    """What is served, where and how; `system` are the rules without an order of battle, `tls` the
    files of a certificate and its key, `base_url` how a proxy in front of the server is reached,
    and `proxy` the address from which that proxy asks."""

    battle: str = ""
    scenario: str = ""
    system: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    tls: tuple[str, str] | None = None
    base_url: str = ""
    proxy: str = ""
    limits: Limits = attrs.field(factory=Limits)


def serve(serving: Serving, console: Console) -> None:
    """Serve until interrupted. Raises `ServeError` if the address cannot be used, and
    `CalculatorError` for a battle, an order of battle or a certificate that there is not."""
    context = _tls_context(serving.tls) if serving.tls else None
    log_to(home() / "serve.log")
    try:
        asyncio.run(_run(serving, context, console))
    except OSError as fault:
        raise ServeError(
            f"cannot serve on {serving.host} port {serving.port}: {fault.strerror or fault}"
        ) from fault


def make_site(serving: Serving, port: int) -> Site:
    """The site of a battle at a port. Raises `CalculatorError` as `serve` does."""
    order = OrderOfBattle.of_file(serving.scenario) if serving.scenario else None
    battle = Battle(serving.battle, order, serving.system)
    with_codes = bool(serving.base_url) or not (serving.host == "localhost" or is_own(serving.host))
    where = digest(f"{battle.umpire.journal.storage.where} {port}")[:16]
    path = home() / "served" / f"{where}.json"
    seats = Seats(path, serving.limits, open_to_network=with_codes)
    seats.keep()
    return Site(
        battle,
        seats,
        serving.limits,
        Origins(serving.base_url),
        reckoner.Reckoner(),
        proxy=serving.proxy,
        port=port,
        secure=serving.tls is not None or serving.base_url.startswith("https:"),
    )


def log_to(path: Path) -> None:
    """Note faults in a file: codes stand on the terminal, which must not scroll away, and anyone
    can send what no browser sends. Raises `CalculatorError` if it cannot be written."""
    with reporting(path, "cannot be written"):
        path.parent.mkdir(parents=True, exist_ok=True)
        log = RotatingFileHandler(path, maxBytes=1_000_000, backupCount=1, encoding="utf-8")
    form = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    logging.basicConfig(level=logging.WARNING, format=form, handlers=[log], force=True)


def without_password(url: str) -> str:
    """The URL of a battle on a server, as all may read it."""
    return open_journal(url, read_only=True).storage.where


def _tls_context(files: tuple[str, str]) -> ssl.SSLContext:
    certificate, key = (typed_path(name, "--tls") for name in files)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    for path in (certificate, key):
        with reporting(path, "cannot be read"):
            path.read_bytes()
    try:
        context.load_cert_chain(certificate, key)
    except (ssl.SSLError, OSError) as fault:
        allowed = "a certificate and its key, each in PEM"
        raise FaultsError([Fault("--tls", f"{fault}", allowed)]) from None
    return context


async def _run(serving: Serving, context: ssl.SSLContext | None, console: Console) -> None:
    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    listening = socket.create_server((serving.host, serving.port), family=family)
    port: int = listening.getsockname()[1]
    site = make_site(serving, port)
    runner = web.AppRunner(
        make_app(site, ROUTES), access_log=None, shutdown_timeout=2.0, keepalive_timeout=KEEP_ALIVE
    )
    await runner.setup()
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, stopped.set)
    handler = runner.server
    assert handler, "it has been set up"
    handshake = 5.0 if context else None  # seconds that TLS may take to begin
    await site.battle.look()  # first: whoever is let in finds the roll
    server = await loop.create_server(
        handler, sock=listening, ssl=context, ssl_handshake_timeout=handshake, backlog=512
    )
    tasks = [
        asyncio.create_task(site.battle.follow()),
        asyncio.create_task(site.connections.watch(lambda: handler.connections)),
    ]
    try:
        show_banner(site, serving, console)
        await stopped.wait()
        console.print("Closing ...")
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for stream in site.battle.streams:
            stream.end()
        await runner.cleanup()
        site.reckoner.close()
        site.battle.close()


_ALLOWED: Final = {
    VisitorRole.PLAYER: "ask odds, draw and record results",
    VisitorRole.SPECTATOR: "read the record",
    VisitorRole.UMPIRE: "void, override, turn, note, export",
}
"""What each role may do, in a few words."""


def show_banner(site: Site, serving: Serving, console: Console) -> None:
    """Where to go and what to say there."""
    scheme = "https" if serving.tls else "http"
    reached = f"{scheme}://{_reachable(serving.host)}:{site.port}"
    url = (serving.base_url or reached).rstrip("/") + "/"
    shown = without_password(serving.battle) if is_url(serving.battle) else site.battle.title
    console.print(f"\nServing {shown} at {url}", style="bold", markup=False)
    if site.battle.scenario is None:
        console.print("Units have no names without an order of battle: --scenario NAME gives one.")
    if not site.seats.open_to_network:
        console.print("For browsers on this machine only. To let others in: --host 0.0.0.0")
    else:
        codes = site.seats.codes
        table = Table("who", "join code", "may")
        for role, allowed in _ALLOWED.items():
            table.add_row(role.value, read_out(codes[role]), allowed)
        console.print(table)
        drawn, address = io.StringIO(), f"{url}#{read_out(codes[VisitorRole.PLAYER])}"
        segno.make(address, error="l").terminal(out=drawn, compact=True)
        console.print("Players can scan this:")
        console.print(drawn.getvalue(), highlight=False, markup=False)
        if not site.secure:
            console.print(
                "Without --tls, anyone on the network can read the codes and everything sent. "
                "Use it among people you trust.",
                style="bold",
            )
    console.print("Ctrl+C stops it; the record and the seats stay.")
    console.file.flush()


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
