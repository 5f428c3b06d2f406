"""The gate, asked as a browser asks and as an attacker would."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TypeAlias

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType, web
from aiohttp.test_utils import TestClient, TestServer

from calculator.umpire import Umpire
from calculator.web.codes import JoinCodes, Role
from calculator.web.gate import COOKIE, Gate
from calculator.web.limits import Limits
from calculator.web.sessions import arguments_for

Browser: TypeAlias = TestClient[web.Request, web.Application]


@pytest.fixture
def gate() -> Gate:
    limits = Limits(attempts=3, sessions=1)
    return Gate("quatre-bras", "0.0.0.0", 0, codes=JoinCodes.fresh(), limits=limits)


@pytest.fixture
async def browser(gate: Gate) -> AsyncIterator[Browser]:
    async with TestClient(TestServer(await gate._make_app())) as client:
        yield client


def from_here(browser: Browser) -> dict[str, str]:
    return {"Origin": f"http://127.0.0.1:{browser.port}"}


async def all_closed(gate: Gate) -> None:
    """Wait until no screen is open any more, nor its process."""
    async with asyncio.timeout(60):
        while len(gate.sessions):
            await asyncio.sleep(0.05)


async def join(browser: Browser, code: str, **more: str) -> int:
    answer = await browser.post(
        "/join", data={"code": code, **more}, headers=from_here(browser), allow_redirects=False
    )
    return answer.status


async def test_the_right_code_opens_the_table(gate: Gate, browser: Browser) -> None:
    assert gate.codes
    assert "Join code" in await (await browser.get("/")).text()
    assert await join(browser, gate.codes.shown(Role.PLAYER), player="Ney") == 303
    page = await (await browser.get("/")).text()
    assert f"ws://127.0.0.1:{browser.port}/ws" in page
    (visit,) = gate.visits.values()
    assert (visit.role, visit.player) == (Role.PLAYER, "Ney")


async def test_a_wrong_code_is_refused_and_soon_must_wait(
    gate: Gate,
    browser: Browser,
) -> None:
    statuses = [await join(browser, "WRONG-CODE") for _ in range(4)]
    assert statuses == [403, 403, 403, 429]
    assert gate.codes
    assert await join(browser, gate.codes.shown(Role.PLAYER)) == 429
    assert not gate.visits


async def test_a_chosen_role_counts_for_nothing_where_codes_are_asked(
    gate: Gate,
    browser: Browser,
) -> None:
    assert await join(browser, "", role="umpire") == 403
    assert not gate.visits


async def test_nothing_but_the_join_page_is_reachable_without_a_visit(
    browser: Browser,
) -> None:
    assert (await browser.get("/ws", headers=from_here(browser))).status == 403
    assert (await browser.get("/download/x")).status == 403
    for path in ("/static/", "/files/", "/files/..%2Fgate.py", "/files/gate.py"):
        assert (await browser.get(path)).status == 404


@pytest.mark.parametrize("origin", ["", "http://evil.example", "null", "http://127.0.0.1:1"])
async def test_requests_from_other_pages_are_refused(
    gate: Gate,
    browser: Browser,
    origin: str,
) -> None:
    assert gate.codes
    code = gate.codes.shown(Role.UMPIRE)
    answer = await browser.post("/join", data={"code": code}, headers={"Origin": origin})
    assert answer.status == 403
    assert not gate.visits
    await join(browser, code)
    assert (await browser.get("/ws", headers={"Origin": origin})).status == 403


async def test_a_name_that_was_made_to_resolve_here_is_refused(browser: Browser) -> None:
    answer = await browser.get("/", headers={"Host": "rebound.example"})
    assert answer.status == 421


async def test_pages_may_load_nothing_from_elsewhere(gate: Gate, browser: Browser) -> None:
    assert gate.codes
    before = await browser.get("/")
    await join(browser, gate.codes.shown(Role.PLAYER))
    after = await browser.get("/")
    for answer in (before, after):
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        page = await answer.text()
        assert "https:" not in page
        assert "http:" not in page
    cookie = before.cookies.get(COOKIE)
    assert cookie is None


async def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(
    gate: Gate,
    browser: Browser,
) -> None:
    assert gate.codes
    answer = await browser.post(
        "/join",
        data={"code": gate.codes.shown(Role.PLAYER)},
        headers=from_here(browser),
        allow_redirects=False,
    )
    cookie = answer.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"


async def test_leaving_closes_the_door(gate: Gate, browser: Browser) -> None:
    assert gate.codes
    await join(browser, gate.codes.shown(Role.PLAYER))
    await browser.post("/leave", headers=from_here(browser))
    assert not gate.visits
    assert (await browser.get("/ws", headers=from_here(browser))).status == 403


async def test_on_loopback_a_visitor_chooses_a_role() -> None:
    gate = Gate("", "127.0.0.1", 0, codes=None)
    async with TestClient(TestServer(await gate._make_app())) as browser:
        assert "Take a seat" in await (await browser.get("/")).text()
        assert await join(browser, "", role="general") == 403
        assert await join(browser, "", role="spectator") == 303
        (visit,) = gate.visits.values()
        assert visit.role is Role.SPECTATOR


async def test_a_spectator_downloads_the_report(
    gate: Gate, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path))
    with Umpire.open("quatre-bras") as umpire:
        umpire.note("rain begins")
    assert gate.codes
    await join(browser, gate.codes.shown(Role.SPECTATOR))
    async with browser.ws_connect("/ws", headers=from_here(browser)) as screen:
        key = await asyncio.wait_for(_delivered(screen), 60)
        told = await (await browser.get(f"/download/{key}")).text()
    await all_closed(gate)
    assert "*rain begins*" in told
    assert [path.name for path in tmp_path.rglob("*.md")] == []


async def _delivered(screen: ClientWebSocketResponse) -> str:
    """Ask for the report once the record is there; the key by which it can be fetched."""
    async for message in screen:
        if message.type is WSMsgType.BINARY and b"1 entry" in message.data:
            await screen.send_json(["stdin", "e"])
        elif message.type is WSMsgType.TEXT and message.json()[0] == "deliver_file_start":
            return str(message.json()[1])
    raise AssertionError("the screen has closed")


def test_each_role_gets_its_own_screen_and_names_stay_names() -> None:
    hostile = "$(touch /tmp/x); --battle=other"
    assert arguments_for(Role.PLAYER, "b", hostile) == ["--battle=b", f"--player={hostile}"]
    assert arguments_for(Role.PLAYER, "b", "") == ["--battle=b"]
    assert arguments_for(Role.UMPIRE, "b", hostile) == ["umpire", "b", f"--player={hostile}"]
    assert arguments_for(Role.SPECTATOR, "b", "") == ["umpire", "b", "--read-only"]
    assert arguments_for(Role.UMPIRE, "", "") == ["umpire"]
