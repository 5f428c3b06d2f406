"""What Morne Plaine declares."""

from __future__ import annotations

from calculator.rules.morne_plaine import SYSTEM
from tests.rules.declared import check_declaration


def test_declaration() -> None:
    check_declaration(SYSTEM)
