"""What no browser sends: answered shortly, with our headers, and off the umpire's terminal."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from aiohttp import WSMsgType
from aiohttp.test_utils import TestClient, TestServer

from calculator.web.gate import Gate
from calculator.web.log import log_to
from tests.web.test_gate import Browser, all_closed, from_here, join


@pytest.fixture
def gate() -> Gate:
    return Gate("", "127.0.0.1", 0, codes=None)


@pytest.fixture
async def browser(gate: Gate) -> AsyncIterator[Browser]:
    async with TestClient(TestServer(await gate._make_app())) as client:
        yield client


HOSTS = (
    "[::1",
    '127.0.0.1:1"><img src=x onerror=alert(1)>',
    "127.0.0.1:8731; script-src *",
    "user@127.0.0.1",
    "127.0.0.1:port",
    "localhost/",
)


@pytest.mark.parametrize("host", HOSTS)
async def test_a_host_that_is_none_is_refused_and_never_repeated(
    browser: Browser, host: str
) -> None:
    await join(browser, "", role="player")
    answer = await browser.get("/", headers={"Host": host})
    assert answer.status == 421
    assert host not in await answer.text()
    assert host not in str(answer.headers)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:8000", "[::1]:8000", "LOCALHOST"])
async def test_hosts_of_ours_are_answered(browser: Browser, host: str) -> None:
    answer = await browser.get("/", headers={"Host": host})
    assert answer.status == 200
    assert f"ws://{host} " in answer.headers["Content-Security-Policy"]


FORMS = (
    ("multipart/form-data", b"junk"),
    ("multipart/form-data; boundary=", b"junk"),
    ("multipart/form-data; boundary=x", b"junk"),
    ("application/x-www-form-urlencoded; charset=bogus", b"role=umpire"),
    ("application/x-www-form-urlencoded", b"role=\xff\xfe"),
)


@pytest.mark.parametrize(("kind", "body"), FORMS)
async def test_what_no_form_sends_is_refused(
    gate: Gate, browser: Browser, kind: str, body: bytes
) -> None:
    headers = {**from_here(browser), "Content-Type": kind}
    answer = await browser.post("/join", data=body, headers=headers)
    assert answer.status == 400
    assert not gate.visits


async def test_an_origin_that_is_none_is_refused(browser: Browser) -> None:
    answer = await browser.post("/join", data={}, headers={"Origin": "http://[::1"})
    assert answer.status == 403


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("DELETE", "/", 405),
        ("POST", "/leave", 403),
        ("HEAD", "/", 200),
        ("OPTIONS", "/", 405),
    ],
)
async def test_refusals_bear_our_headers_too(
    browser: Browser, method: str, path: str, status: int
) -> None:
    origin = from_here(browser) if method == "DELETE" else {}
    answer = await browser.request(method, path, headers=origin)
    assert answer.status == status
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


async def test_sizes_beyond_all_measure_end_the_session(
    gate: Gate, browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path))
    await join(browser, "", role="player")
    async with browser.ws_connect("/ws", headers=from_here(browser)) as screen:
        await screen.send_str('["resize", {"width": 1e999, "height": 5}]')
        async with asyncio.timeout(60):
            async for message in screen:
                assert message.type is not WSMsgType.ERROR
        assert screen.close_code == 1007
    await all_closed(gate)


async def test_leaving_closes_the_screens_of_who_leaves(
    gate: Gate, browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path))
    await join(browser, "", role="player")
    async with browser.ws_connect("/ws", headers=from_here(browser)) as screen:
        assert len(gate.sessions) == 1
        await browser.post("/leave", headers=from_here(browser))
        async with asyncio.timeout(60):
            async for _ in screen:
                pass
        await all_closed(gate)


@pytest.fixture
def as_logging_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    for handler in set(root.handlers) - set(handlers):
        handler.close()
    root.handlers, root.level = handlers, level


@pytest.mark.usefixtures("as_logging_was")
def test_faults_are_noted_in_a_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "home" / "serve.log"
    log_to(log)
    logging.getLogger("aiohttp.server").error("a fault")
    assert "ERROR aiohttp.server: a fault" in log.read_text()
    assert capfd.readouterr().err == ""
