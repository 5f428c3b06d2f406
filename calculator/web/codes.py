"""Join codes: who may come in, and as what; and other secrets that nobody can guess."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from enum import Enum
from typing import Final

_ALPHABET: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Letters and digits that are not mistaken for one another when read aloud."""

CODE_LENGTH: Final = 8
"""30^8 codes: at the limit of wrong codes, guessing one takes tens of thousands of years."""


class VisitorRole(Enum):
    """What a visitor may do."""

    PLAYER = "player"
    UMPIRE = "umpire"
    SPECTATOR = "spectator"


def fresh_codes() -> dict[VisitorRole, str]:
    """A code for each role; they outlive the server, until the umpire changes one."""
    return {role: fresh_code() for role in VisitorRole}


def role_for(codes: Mapping[VisitorRole, str], typed: str) -> VisitorRole | None:
    """The role that a typed code opens, or None. Takes the same time whatever was typed."""
    attempt = "".join(typed.upper().split()).replace("-", "").encode()
    opened = None
    for role, code in codes.items():
        if hmac.compare_digest(code.encode(), attempt):
            opened = role
    return opened


def read_out(code: str) -> str:
    """A code in two groups, as it is read out: ABCD-EFGH."""
    return f"{code[:4]}-{code[4:]}"


def fresh_code() -> str:
    """A join code, from the operating system's random source."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(CODE_LENGTH))


def fresh_token() -> str:
    """An unguessable name for a seat or a key, kept in a visitor's cookie or on the server."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What the server keeps of a token: whoever reads its file cannot take the seat."""
    return hashlib.sha256(token.encode()).hexdigest()


class FormTokens:
    """What each form carries so that no other site can send it in a visitor's name.

    A token is made of a nonce and a signature over it and the visitor, so that it differs on every
    page: a page that is compressed on its way gives nothing away by its length.
    """

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def issue(self, visitor: str) -> str:
        """A token for the forms of one page."""
        nonce = secrets.token_hex(8)
        return f"{nonce}{self._signature(nonce, visitor)}"

    def fits(self, visitor: str, token: str) -> bool:
        """Whether a form that carries this was on a page for this visitor."""
        nonce, signature = token[:16], token[16:]
        return hmac.compare_digest(self._signature(nonce, visitor).encode(), signature.encode())

    def _signature(self, nonce: str, visitor: str) -> str:
        return hmac.new(self._key, f"{nonce} {visitor}".encode(), "sha256").hexdigest()[:32]
