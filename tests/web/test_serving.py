"""The server as an umpire starts it: half-open connections, encryption, a proxy in front."""

from __future__ import annotations

import os
import re
import socket
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

pytestmark = pytest.mark.heavy

Start = Callable[..., str]
SERVE = f"{sys.executable} -m calculator serve field --port 0"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a server from a shell; gives its address."""
    started: list[subprocess.Popen[str]] = []

    def serve(command: str) -> str:
        server = subprocess.Popen(
            ["bash", "-c", f"{command}"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "EMPIRES_HOME": str(tmp_path), "COLUMNS": "100"},
        )
        started.append(server)
        assert server.stdout
        for line in server.stdout:
            if found := re.search(r"https?://\S+/", line):
                return found[0]
        raise AssertionError("the server has not started")

    yield serve
    for server in started:
        server.terminate()
        server.wait(60)


def test_half_open_connections_keep_nobody_out(start: Start) -> None:
    """With 160 open files at most and 170 connections that say nothing, a visitor comes in."""
    address = start(f"ulimit -n 160; exec {SERVE}")
    port = int(address.rsplit(":", 1)[1].strip("/"))
    with ExitStack() as crowd:
        for _ in range(170):
            silent = crowd.enter_context(socket.create_connection(("127.0.0.1", port)))
            silent.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        with urllib.request.urlopen(address, timeout=60) as page:
            assert "Take a seat" in page.read().decode()


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate for this machine that nobody has signed, and its key."""
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", str(key), "-out", str(certificate)],
        check=True,
        capture_output=True,
    )  # fmt: skip
    return certificate, key


def test_encrypted_pages(start: Start, certificate: tuple[Path, Path]) -> None:
    address = start(f"exec {SERVE} --tls {certificate[0]} {certificate[1]}")
    assert address.startswith("https://")
    trusting = ssl.create_default_context(cafile=str(certificate[0]))
    with urllib.request.urlopen(address, context=trusting, timeout=60) as page:
        assert "Secure" in page.headers["Set-Cookie"]
        assert "empires.webmanifest" in page.read().decode()


def test_behind_a_proxy_visitors_are_sent_to_the_proxy(start: Start) -> None:
    command = f"{SERVE} --base-url https://battle.example"
    shown = start(f"exec {command}")
    assert shown == "https://battle.example/"
