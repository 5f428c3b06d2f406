"""Hypothesis strategies for distributions of small whole numbers."""

from fractions import Fraction

from hypothesis import strategies as st

from calculator.chance.distribution import Distribution

weights = st.integers(1, 60)
numbers = st.integers(-4, 9)
distributions = st.dictionaries(numbers, weights, min_size=1, max_size=6).map(Distribution)
followers = st.lists(distributions, min_size=1, max_size=5).map(
    lambda listed: lambda number: listed[number % len(listed)]
)
chances = st.fractions(0, 1, max_denominator=12)
proper_chances = st.fractions(Fraction(1, 12), Fraction(11, 12), max_denominator=12)
