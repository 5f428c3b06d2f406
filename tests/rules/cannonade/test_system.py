"""What Cannonade declares."""

from __future__ import annotations

import pytest

from calculator.errors import FaultsError
from calculator.rules.cannonade import SYSTEM
from calculator.rules.cannonade.terms import Holds
from calculator.rules.cannonade.unit import Formation
from tests.rules.declared import check_declaration
from tests.rules.documented import check_page


def test_its_page_says_what_it_does() -> None:
    check_page(SYSTEM)


def test_declaration() -> None:
    check_declaration(SYSTEM)


def test_a_formation_beside_a_cannon_has_ten_men_at_most() -> None:
    with pytest.raises(FaultsError, match="men: 11 are too many beside cannon"):
        Formation(men=11, holds=Holds.CANNON)
