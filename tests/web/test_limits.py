"""Screens that nobody uses are closed, and no more are opened than there are seats."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from aiohttp import WSServerHandshakeError
from aiohttp.test_utils import TestClient, TestServer

from calculator.web.gate import Gate
from calculator.web.limits import Limits
from tests.web.test_gate import all_closed, from_here, join


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path))


async def test_seats_are_limited() -> None:
    gate = Gate("", "127.0.0.1", 0, codes=None, limits=Limits(sessions=1))
    async with TestClient(TestServer(await gate._make_app())) as browser:
        here = from_here(browser)
        await join(browser, "", role="player")
        async with browser.ws_connect("/ws", headers=here) as socket:
            await socket.receive()
            assert len(gate.sessions) == 1
            with pytest.raises(WSServerHandshakeError, match="503"):
                await browser.ws_connect("/ws", headers=here)
        await all_closed(gate)


async def test_idle_screens_close() -> None:
    gate = Gate("", "127.0.0.1", 0, codes=None, limits=Limits(idle=0.5))
    async with TestClient(TestServer(await gate._make_app())) as browser:
        await join(browser, "", role="player")
        socket = await browser.ws_connect("/ws", headers=from_here(browser))
        async with asyncio.timeout(60):
            async for _ in socket:
                pass
        await all_closed(gate)
