"""The processes behind the screens: started without a shell, ended without fail."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from calculator.web.codes import Role
from calculator.web.log import log_path

GRACE: Final = 3.0
"""Seconds a screen has to close by itself before it is ended."""


class Session(AppService):
    """One screen for one browser.

    The command is a list of arguments given to the program as they stand: no shell reads them, so
    no name or battle can mean anything to one.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        write_bytes: Callable[[bytes], Awaitable[None]],
        write_str: Callable[[str], Awaitable[None]],
        close: Callable[[], Awaitable[object]],
        downloads: DownloadManager,
    ) -> None:
        async def hang_up() -> None:
            await close()

        super().__init__(
            "",
            write_bytes=write_bytes,
            write_str=write_str,
            close=hang_up,
            download_manager=downloads,
        )
        self._arguments = list(arguments)
        self.last_used = time.monotonic()

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        log = log_path()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "calculator.web.watch",
            *self._arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={
                **self._build_environment(width=width, height=height),
                "EMPIRES_SERVER_PID": str(os.getpid()),
                "EMPIRES_SERVER_LOG": str(log if log.exists() else os.devnull),
            },
            start_new_session=True,
        )
        self._process = process
        self._stdin = process.stdin
        return process

    async def stop(self) -> None:
        """Ask the screen to close; end it if it does not."""
        process, task = self._process, self._task
        self._task = None
        if process is None or task is None:
            return
        await self._download_manager.cancel_app_downloads(app_service_id=self.app_service_id)
        await self.send_meta({"type": "quit"})
        for ending in (None, signal.SIGTERM, signal.SIGKILL):
            if ending is not None and process.returncode is None:
                os.killpg(process.pid, ending)
            done, _ = await asyncio.wait({asyncio.ensure_future(process.wait())}, timeout=GRACE)
            if done:
                break
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    def used(self) -> None:
        """Note that the person at the browser did something."""
        self.last_used = time.monotonic()


class Sessions:
    """All open screens."""

    def __init__(self, most: int, idle: float) -> None:
        self.most = most
        self.idle = idle
        self._open: dict[Session, object] = {}

    def __len__(self) -> int:
        return len(self._open)

    @property
    def full(self) -> bool:
        """Whether no further screen may open."""
        return len(self._open) >= self.most

    def add(self, session: Session, visit: object) -> None:
        """Count a screen in, and whose it is."""
        self._open[session] = visit

    def remove(self, session: Session) -> None:
        """Count a screen out."""
        self._open.pop(session, None)

    async def close_idle(self) -> None:
        """Close every screen that nobody has touched for too long."""
        since = time.monotonic() - self.idle
        idle = [session for session in self._open if session.last_used < since]
        await asyncio.gather(*(session.remote_close() for session in idle))

    async def close_of(self, visit: object) -> None:
        """Close every screen of a visit."""
        theirs = [session for session, owner in self._open.items() if owner is visit]
        await asyncio.gather(*(session.remote_close() for session in theirs))

    async def close_all(self) -> None:
        """Close every screen: the server is going down."""
        await asyncio.gather(*(session.stop() for session in self._open))


def arguments_for(role: Role, battle: str, player: str) -> list[str]:
    """The command line of the screen that a role opens. `player` may be empty."""
    who = [f"--player={player}"] if player else []
    if role is Role.PLAYER:
        return [f"--battle={battle}", *who]
    named = [battle] if battle else []
    return ["umpire", *named, *who, *(["--read-only"] if role is Role.SPECTATOR else [])]
