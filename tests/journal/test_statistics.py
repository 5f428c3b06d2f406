"""The distributions of an audit against published tables and full enumeration."""

from itertools import product
from math import comb, erf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.journal.statistics import (
    MOST_CONVOLVED,
    ChiSquare,
    Moments,
    mahalanobis,
    share_above,
)


@pytest.mark.parametrize(
    ("degrees", "tail", "value"),
    [
        # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4, upper critical values
        (1, 0.10, 2.706),
        (1, 0.05, 3.841),
        (2, 0.05, 5.991),
        (3, 0.01, 11.345),
        (9, 0.05, 16.919),
        (9, 0.001, 27.877),
        (10, 0.05, 18.307),
        (25, 0.01, 44.314),
        (100, 0.05, 124.342),
    ],
)
def test_chi_square_has_the_published_critical_values(
    degrees: int, tail: float, value: float
) -> None:
    assert ChiSquare(value, degrees).p_value == pytest.approx(tail, rel=2e-3)


@given(st.floats(0, 200), st.integers(1, 60))
def test_chi_square_falls_with_the_value_and_rises_with_the_degrees(
    value: float, degrees: int
) -> None:
    tail = ChiSquare(value, degrees).p_value
    assert 0 <= tail <= 1
    assert ChiSquare(value + 1, degrees).p_value <= tail + 1e-12
    assert ChiSquare(value, degrees + 1).p_value >= tail - 1e-12


def test_the_normal_tail() -> None:
    standard = Moments(mean=0, variance=1, third=0)
    for z in (-2.0, 0.0, 1.0, 1.96):
        assert standard.share_above(z) == pytest.approx((1 - erf(z / sqrt(2))) / 2)


def test_the_distance_of_a_multinomial_is_pearsons_statistic() -> None:
    shares, times = (0.5, 0.3, 0.2), 60
    gaps = [4.0, -3.0, -1.0]
    covariance = [
        [times * (p * (row == column) - p * q) for column, q in enumerate(shares)]
        for row, p in enumerate(shares)
    ]
    pearson = sum(gap**2 / (times * share) for gap, share in zip(gaps, shares, strict=True))
    distance, rank = mahalanobis(gaps, covariance)
    assert distance == pytest.approx(pearson)
    assert rank == 2


FAIR = [(0.25, 0.5), (0.75, 0.5)]
SKEWED = [(0.05, 0.1), (0.15, 0.1), (0.3, 0.2), (0.7, 0.6)]


def enumerated(observed: list[float], scores: list[list[tuple[float, float]]]) -> float:
    above = 0.0
    for path in product(*scores):
        total, chance = sum(value for value, _ in path), 1.0
        for _, probability in path:
            chance *= probability
        gap = total - sum(observed)
        above += chance * (1.0 if gap > 1e-9 else 0.5 if gap > -1e-9 else 0.0)
    return above


@pytest.mark.parametrize("observed", [0.05, 0.15, 0.3, 0.7])
def test_the_share_above_is_that_of_every_way_it_could_have_gone(observed: float) -> None:
    scores = [FAIR, SKEWED, SKEWED, FAIR, SKEWED]
    seen = [0.25, 0.3, observed, 0.75, 0.7]
    assert share_above(seen, scores) == pytest.approx(enumerated(seen, scores), abs=0.005)


def test_many_scores_are_taken_as_few_are() -> None:
    """Coins: 60 fair ones have 36 heads or fewer with probability 0.9538 (binomial tables)."""
    for heads in (24, 30, 36):
        seen = [0.75] * heads + [0.25] * (60 - heads)
        exact = binomial_above(heads, 60)
        assert share_above(seen, [FAIR] * 60) == pytest.approx(exact, abs=0.005)
    seen = [0.7] * 20 + [0.3] * 20
    few = share_above(seen, [SKEWED] * MOST_CONVOLVED)
    many = share_above([*seen, 0.5], [*[SKEWED] * MOST_CONVOLVED, [(0.5, 1.0)]])
    assert few == pytest.approx(many, abs=0.01)


def binomial_above(heads: int, tosses: int) -> float:
    weights = [comb(tosses, k) * 0.5**tosses for k in range(tosses + 1)]
    return sum(weights[heads + 1 :], weights[heads] / 2)
