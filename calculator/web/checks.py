"""What is checked of every request before it is answered."""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[\w.-]+)(:[0-9]{1,5})?", re.ASCII | re.IGNORECASE)

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # none at all would blank the origin of forms too
    "Cross-Origin-Opener-Policy": "same-origin",
    "Server": "empires",
}
"""What a page of ours may load and who may frame it: nothing from elsewhere, nobody."""


class Origins:
    """Under which names this server may be asked, and which pages may send it forms."""

    def __init__(self, base_url: str = "") -> None:
        """`base_url` is how a proxy in front of the server is reached, if there is one."""
        parts = urlsplit(base_url)
        self._public_host = parts.netloc.lower()
        self._public_origin = f"{parts.scheme}://{parts.netloc}".lower() if base_url else ""

    def is_ours(self, host: str) -> bool:
        """Whether a Host header can be ours.

        It is a number, localhost, this machine's name or that of `base_url`. A page elsewhere that
        has its own name resolve to this machine still sends that name.
        """
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        if host.lower() == self._public_host:
            return True
        name = found[1].lower()
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            own = socket.gethostname().lower()
            return name in {"localhost", own, f"{own}.local"}
        return True

    def check(self, request: web.Request) -> None:
        """Refuse (403) a request that changes something and that no page of ours has made."""
        origin = request.headers.get("Origin", "").lower()
        scheme = "https" if request.secure else "http"
        ours = {f"{scheme}://{request.host}".lower(), self._public_origin} - {""}
        if origin not in ours:
            raise web.HTTPForbidden(text="This request comes from another page.")


def address_of(request: web.Request, proxy: str) -> str:
    """Where a request comes from.

    What a forwarding header says counts only where the request comes from the `proxy` that the
    server was started with, and then the last address in it, which that proxy wrote.
    """
    remote = request.remote or ""
    if proxy and remote == proxy:
        forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        return forwarded or remote
    return remote


def is_own(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
