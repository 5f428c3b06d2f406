"""Whole numbers of any length as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.figures import decimal


@given(st.integers(0, 10**200))
def test_short_numbers_as_python_writes_them(number: int) -> None:
    assert decimal(number) == str(number)


@pytest.mark.parametrize("length", [3_999, 4_000, 4_001, 8_001, 20_000])
def test_long_numbers_digit_by_digit(length: int) -> None:
    assert decimal(10**length) == "1" + "0" * length
    assert decimal(10**length - 1) == "9" * length
