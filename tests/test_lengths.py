"""Lengths: what is read as one, and how one is written."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.lengths import read_length, shown_length


@pytest.mark.parametrize(
    ("text", "inches"),
    [
        ("5", Fraction(5)),
        ("5.5", Fraction(11, 2)),
        (".5", Fraction(1, 2)),
        ("5 1/2", Fraction(11, 2)),
        ("5-1/2", Fraction(11, 2)),
        ("5½", Fraction(11, 2)),
        ("½", Fraction(1, 2)),
        ("3/4", Fraction(3, 4)),
        ('5 1/2"', Fraction(11, 2)),
        ("5 1/2 in", Fraction(11, 2)),
        (" 6 Inches ", Fraction(6)),
        ("-3", Fraction(-3)),
    ],
)
def test_a_length_as_it_is_read_off_a_ruler(text: str, inches: Fraction) -> None:
    assert read_length(text) == inches


@given(st.fractions(-100, 100, max_denominator=16))
def test_a_length_shown_is_read_back(length: Fraction) -> None:
    assert read_length(shown_length(length)) == length
