"""A throw-away PostgreSQL server on loopback, from Debian's packages or whatever the path holds."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import attrs
import pytest


def binaries() -> Path | None:
    """The folder of initdb and pg_ctl, of the newest version there is."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[4]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


def missing(what: str) -> NoReturn:
    """Say what is missing: a skip at home, a failure where everything must be there."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


@attrs.frozen
class Server:
    """A server that can be stopped and started again."""

    folder: Path
    place: Path
    owner: str | None
    port: int

    @property
    def url(self) -> str:
        return f"postgresql://umpire@127.0.0.1:{self.port}/postgres"

    def create(self) -> None:
        data = self.place / "data"
        data.mkdir()
        if self.owner:
            for path in (self.place, data):
                shutil.chown(path, self.owner)
        self._run("initdb", "-D", data, "-U", "umpire", "-A", "trust")

    def start(self) -> None:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self.place,
        }
        options = " ".join(f"-c {key}={value}" for key, value in settings.items())
        self._control("-l", self.place / "log", "-o", options, "start")

    def stop(self) -> None:
        self._control("-m", "immediate", "stop")

    @contextmanager
    def silent(self) -> Iterator[None]:
        """It takes connections, and answers nothing meanwhile."""
        first = int((self.place / "data/postmaster.pid").read_text().split()[0])
        found = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, check=True)
        processes = [first, *map(int, found.stdout.split())]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)

    def _control(self, *words: object) -> None:
        self._run("pg_ctl", "-D", self.place / "data", "-w", *words)

    def _run(self, program: str, *words: object) -> None:
        subprocess.run(
            [str(self.folder / program), *map(str, words)],
            check=True,
            cwd=self.place,
            user=self.owner,
            stdout=subprocess.DEVNULL,
        )


@contextmanager
def running() -> Iterator[Server]:
    """A fresh server with nothing in it; stopped and removed afterwards."""
    if find_spec("psycopg") is None:
        missing("psycopg is not installed: pip install '.[postgres]'")
    if (folder := binaries()) is None:
        missing("no PostgreSQL server: initdb is neither in /usr/lib/postgresql nor on the path")
    with tempfile.TemporaryDirectory(prefix="empires-postgres-") as place:
        server = Server(folder, Path(place), _owner(), _free_port())
        server.create()
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _owner() -> str | None:
    """PostgreSQL refuses to run as root; whom it is run as instead."""
    if os.geteuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
