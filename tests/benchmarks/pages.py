"""The pages with two hundred players at once: taps to odds, rulings, memory, what a page weighs.

Each player taps every two seconds and rules every twenty; one in ten asks a charge of three
battalions of Revolutionary Wars, too long for exact odds. All follow the record. The server runs as
an umpire starts it; players are tasks of this process, so that on a small machine they share its
cores with it. How long the server's own process works for one tap is told beside that.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import attrs
from aiohttp import ClientSession, CookieJar, TCPConnector

from calculator.umpire import Umpire
from tests.benchmarks.measured import Measured

PLAYERS: Final = 200
SECONDS: Final = 40
TAP_EVERY: Final = 2.0
RULE_EVERY: Final = 20.0
TAP_BAR: Final = 0.150
TAP_OWN: Final = 0.008
SAMPLES: Final = 20
ASSAULT: Final = "there-stand-empires/assault"
CHARGE: Final = "revolutionary-wars/charge"
MEBIBYTE: Final = 2**20
KILOBYTE: Final = 1000


@attrs.define
class Tally:
    """What the players have seen."""

    taps: list[float] = attrs.field(factory=list)
    long_taps: list[float] = attrs.field(factory=list)
    rulings: int = 0
    faults: int = 0


def lines() -> Iterator[Measured]:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("EMPIRES_HOME")
        os.environ["EMPIRES_HOME"] = folder
        process, url = _serve()
        try:
            yield from asyncio.run(_crowd(url, process.pid))
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)
            with Umpire.open("crowd", read_only=True) as umpire:
                verdict = umpire.verify()
            os.environ.pop("EMPIRES_HOME")
            if before is not None:
                os.environ["EMPIRES_HOME"] = before
        _check(verdict.clean, "the record does not verify")


def _serve() -> tuple[subprocess.Popen[str], str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "calculator", "serve", "crowd", "--port", "0", "--seats", "300"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    for line in process.stdout:
        if found := re.search(r"http://\S+/", line):
            return process, found[0]
    raise RuntimeError("the server has not started")


async def _crowd(url: str, server: int) -> list[Measured]:
    tally = Tally()
    first = await _joined(url, 0)
    weights = await _weights(first, url)
    own = [await _own_time(server, first, url, work) for work in (_tap_once, _rule_once)]
    tasks = [asyncio.create_task(_play(first, url, tally, False))]
    await asyncio.sleep(3)
    alone = _memory(server)
    sessions = [first]
    for number in range(1, PLAYERS):
        session = await _joined(url, number)
        sessions.append(session)
        tasks.append(asyncio.create_task(_play(session, url, tally, number % 10 == 9)))
    await asyncio.sleep(SECONDS)
    crowded = _memory(server)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for session in sessions:
        await session.close()
    with Umpire.open("crowd", read_only=True) as umpire:
        recorded = len(umpire.recent())
    _check(recorded >= tally.rulings, f"{tally.rulings} rulings seen, {recorded} recorded")
    _check(recorded <= tally.rulings + PLAYERS, f"{recorded} recorded, {tally.rulings} asked for")
    _check(not tally.faults, f"{tally.faults} answers were faults")
    each = (crowded - alone) / (PLAYERS - 1)
    return [
        Measured(what="a tap to its odds, 180 players", seconds=tuple(tally.taps), p95_bar=TAP_BAR),
        Measured(what="a tap to the odds of a charge, 20 players", seconds=tuple(tally.long_taps)),
        Measured(what="processor time of a tap", seconds=(own[0],), p95_bar=TAP_OWN),
        Measured(what="processor time of a ruling: form, result, its page", seconds=(own[1],)),
        _plain("rulings, each recorded once", recorded, "entries"),
        _plain("memory with one player", alone / MEBIBYTE, "MiB", 90),
        _plain("memory for each further one", each / MEBIBYTE, "MiB", 1),
        *weights,
    ]


Work = Callable[[ClientSession, str, random.Random, Tally], Awaitable[None]]


async def _own_time(server: int, session: ClientSession, url: str, work: Work) -> float:
    """The seconds that the server's process works for one of these, whatever else is busy."""
    chance, tally = random.Random(1), Tally()
    spent = 0.0
    for _ in range(SAMPLES):
        before = _worked(server)
        await work(session, url, chance, tally)
        spent += _worked(server) - before
        await asyncio.sleep(0.35)  # a visitor is answered no more than ten times a second
    return spent / SAMPLES


def _worked(process: int) -> float:
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(one.read_text(encoding="ascii").split()[0]) for one in threads) / 1e9


async def _tap_once(s: ClientSession, url: str, chance: random.Random, tally: Tally) -> None:
    await _tap(s, url, ASSAULT, chance, tally)


async def _rule_once(s: ClientSession, url: str, _: random.Random, tally: Tally) -> None:
    await _rule(s, url, ASSAULT, tally)


def _plain(what: str, figure: float, unit: str, bar: float | None = None) -> Measured:
    return Measured(what=what, seconds=(figure,), unit=unit, p95_bar=bar)


async def _joined(url: str, number: int) -> ClientSession:
    session = ClientSession(
        cookie_jar=CookieJar(unsafe=True), connector=TCPConnector(limit=4), auto_decompress=True
    )
    async with session.get(url) as answer:
        token = _token(await answer.text())
    values = {"_csrf": token, "role": "player", "player": f"player {number}", "side": "red"}
    async with session.post(f"{url}join", data=values, headers={"Origin": url[:-1]}) as answer:
        _check(answer.status == 200, f"the door answers {answer.status}")
    return session


async def _play(session: ClientSession, url: str, tally: Tally, is_long: bool) -> None:
    """Follow the record, tap, and rule now and then."""
    following = asyncio.create_task(_follow(session, url))
    action = CHARGE if is_long else ASSAULT
    chance = random.Random(id(session))
    await asyncio.sleep(chance.random() * TAP_EVERY)
    due = time.monotonic() + chance.random() * RULE_EVERY
    try:
        while True:
            started = time.monotonic()
            await _tap(session, url, action, chance, tally)
            if time.monotonic() > due:
                due += RULE_EVERY
                await _rule(session, url, action, tally)
            await asyncio.sleep(max(0.0, TAP_EVERY - (time.monotonic() - started)))
    finally:
        following.cancel()


async def _follow(session: ClientSession, url: str) -> None:
    async with session.get(f"{url}events", timeout=None) as stream:
        async for _ in stream.content:
            pass


def _answers(action: str, chance: random.Random) -> dict[str, str]:
    if action == CHARGE:
        beside = (f"british-line {chance.randint(5, 8)}" for _ in range(2))
        return {"platoons": str(chance.randint(5, 8)), "also-charging": ", ".join(beside)}
    return {
        "cover": chance.choice(["open", "soft", "hard"]),
        "quality": chance.choice(["elite", "veteran", "average", "poor"]),
        "target-quality": chance.choice(["elite", "veteran", "average", "poor"]),
        "bases": str(chance.randint(1, 12)),
        "target-bases": str(chance.randint(1, 12)),
    }


async def _tap(
    session: ClientSession, url: str, action: str, chance: random.Random, tally: Tally
) -> None:
    started = time.monotonic()
    address = f"{url}ask/{action}"
    async with session.get(
        address, params=_answers(action, chance), headers={"X-Part": "odds"}
    ) as answer:
        await answer.read()
        tally.faults += answer.status not in {200, 409}
    times = tally.long_taps if action == CHARGE else tally.taps
    times.append(time.monotonic() - started)


async def _rule(session: ClientSession, url: str, action: str, tally: Tally) -> None:
    async with session.get(f"{url}ask/{action}") as answer:
        text = await answer.text()
    once = re.search(r'name="_once" value="([^"]+)"', text)
    _check(once is not None, "the form has no word of its own")
    values = {"_csrf": _token(text), "_once": once[1] if once else ""}
    async with session.post(
        f"{url}rule/{action}", data=values, headers={"Origin": url[:-1]}
    ) as answer:
        await answer.read()
        tally.rulings += "/entry/" in str(answer.url)
        tally.faults += answer.status != 200


async def _weights(session: ClientSession, url: str) -> list[Measured]:
    """What the first page and its files weigh, and the odds after a tap, compressed."""
    first = 0
    for address in ("act", f"ask/{ASSAULT}"):
        async with session.get(url + address) as answer:
            page = await answer.text()
            first = max(first, _length(answer.headers.get("Content-Length"), page))
    for name in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
        async with session.get(url[:-1] + name) as answer:
            first += _length(answer.headers.get("Content-Length"), await answer.text())
    async with session.get(f"{url}ask/{ASSAULT}", headers={"X-Part": "odds"}) as answer:
        odds = _length(answer.headers.get("Content-Length"), await answer.text())
    return [
        _plain("first load of a page, compressed", first / KILOBYTE, "kB", 60),
        _plain("odds after a tap, compressed", odds / KILOBYTE, "kB", 15),
    ]


def _length(header: str | None, text: str) -> int:
    return int(header) if header else len(text)


def _token(text: str) -> str:
    found = re.search(r'name="_csrf" value="([^"]+)"', text)
    return found[1] if found else ""


def _memory(server: int) -> float:
    """Bytes that the server and its processes keep to themselves, and their share of the rest."""
    total = 0.0
    for process in [server, *_children(server)]:
        with suppress(FileNotFoundError, ProcessLookupError):
            text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
            found = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
            total += 1024 * int(found[1]) if found else 0
    return total


def _children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(word) for word in listed.read_text(encoding="ascii").split()]


def _check(holds: bool, otherwise: str) -> None:
    if not holds:
        raise RuntimeError(otherwise)
