"""What Cannonade declares."""

from __future__ import annotations

from calculator.rules.cannonade import SYSTEM
from tests.rules.declared import check_declaration
from tests.rules.documented import check_page


def test_its_page_says_what_it_does() -> None:
    check_page(SYSTEM)


def test_declaration() -> None:
    check_declaration(SYSTEM)
