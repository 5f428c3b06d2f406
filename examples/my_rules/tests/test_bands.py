"""Bands keep what every rule system must keep, and their odds are those of four dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from my_rules import SYSTEM

import calculator
from calculator.testing import RuleSystemTests


class TestBands(RuleSystemTests):
    system = SYSTEM


def test_two_dice_against_two() -> None:
    throws = [a + b - c - d for a, b, c, d in product(range(1, 7), repeat=4)]
    won = Fraction(sum(ahead > 0 for ahead in throws), 6**4)
    assert calculator.odds("bands", "clash").measure("wins") == won
