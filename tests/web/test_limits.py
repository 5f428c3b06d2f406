"""Screens that nobody uses are closed, and no more are opened than there are seats."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from aiohttp import WSServerHandshakeError
from aiohttp.test_utils import TestClient, TestServer

from calculator.web.gate import Gate
from calculator.web.limits import Limits


async def test_seats_are_limited_and_idle_screens_close(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path))
    gate = Gate("", "127.0.0.1", 0, codes=None, limits=Limits(sessions=1, idle=2.0))
    async with TestClient(TestServer(await gate._make_app())) as browser:
        here = {"Origin": f"http://127.0.0.1:{browser.port}"}
        await browser.post("/join", data={"role": "player"}, headers=here)
        socket = await browser.ws_connect("/ws", headers=here)
        assert len(gate.sessions) == 1
        with pytest.raises(WSServerHandshakeError, match="503"):
            await browser.ws_connect("/ws", headers=here)
        async with asyncio.timeout(30):
            async for _ in socket:
                pass
            while len(gate.sessions):
                await asyncio.sleep(0.1)
