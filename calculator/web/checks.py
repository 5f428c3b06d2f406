"""What is checked of every request before it is answered."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

NAME_LENGTH: Final = 40
"""Characters of a player's name that are kept."""


def own_host(host: str) -> bool:
    """Whether the Host header can be ours: a number, localhost or this machine's name.

    A page elsewhere that has its own name resolve to this machine still sends that name.
    """
    name = urlsplit(f"//{host}").hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        own = socket.gethostname().lower()
        return name in {"localhost", own, f"{own}.local"}
    return True


def check_origin(request: web.Request) -> None:
    """Refuse (403) a request that no page of ours has made."""
    origin = request.headers.get("Origin", "")
    if urlsplit(origin).netloc != request.host:
        raise web.HTTPForbidden(text="This request comes from another page.")


def security_headers(host: str) -> dict[str, str]:
    """What a page of ours may load and who may frame it: nothing from elsewhere, nobody."""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
        f"img-src 'self' data:; connect-src 'self' ws://{host} wss://{host}; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",  # none at all would blank the origin of forms too
    }


def clean_name(name: str) -> str:
    """A player's name as it is kept: printable, without blanks around it, not too long."""
    return "".join(c for c in name if c.isprintable()).strip()[:NAME_LENGTH]
