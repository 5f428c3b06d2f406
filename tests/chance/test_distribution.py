"""Distributions: the laws they keep, and the single numbers they give."""

from collections.abc import Callable
from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.chance.distribution import Distribution
from calculator.errors import ChanceError
from tests.chance.strategies import chances, distributions, followers, numbers, weights

Numbers = Distribution[int]
Follow = Callable[[int], Numbers]

FAIR_DIE = Distribution.uniform(range(1, 7))


@given(numbers, followers)
def test_certainty_then_a_step_is_the_step(number: int, follow: Follow) -> None:
    assert Distribution.certain(number).then(follow) == follow(number)


@given(distributions)
def test_a_step_to_certainty_changes_nothing(start: Numbers) -> None:
    assert start.then(Distribution.certain) == start


@given(distributions, followers, followers)
def test_steps_associate(start: Numbers, first: Follow, second: Follow) -> None:
    assert start.then(first).then(second) == start.then(lambda n: first(n).then(second))


@given(distributions, followers)
def test_a_step_has_the_total_probability(start: Numbers, follow: Follow) -> None:
    followed = start.then(follow)
    for outcome in range(-4, 10):
        assert followed.probability(outcome) == sum(
            start.probability(n) * follow(n).probability(outcome) for n in start
        )


@given(distributions)
def test_maps_compose(start: Numbers) -> None:
    assert start.map(abs).map(lambda n: n // 2) == start.map(lambda n: abs(n) // 2)


@given(distributions)
def test_a_map_is_a_step_to_certainties(start: Numbers) -> None:
    assert start.map(abs) == start.then(lambda n: Distribution.certain(abs(n)))


@given(distributions, distributions)
def test_combining_is_independent(first: Numbers, second: Numbers) -> None:
    both = first.combine(second, lambda a, b: (a, b))
    for a in first:
        for b in second:
            assert both.probability((a, b)) == first.probability(a) * second.probability(b)


@given(st.lists(st.tuples(distributions, weights), min_size=1, max_size=4))
def test_a_mixture_weighs_its_parts(parts: list[tuple[Numbers, int]]) -> None:
    mixed = Distribution.mixture(parts)
    whole = sum(share for _, share in parts)
    for outcome in mixed:
        expected = sum(Fraction(share, whole) * part.probability(outcome) for part, share in parts)
        assert mixed.probability(outcome) == expected


@given(st.lists(st.tuples(numbers, weights), min_size=1, max_size=8))
def test_weights_add_up_in_lowest_terms(pairs: list[tuple[int, int]]) -> None:
    made = Distribution(pairs)
    assert gcd(*made.weights.values()) == 1
    assert made.total == sum(made.weights.values())
    for outcome, _ in pairs:
        of_it = sum(weight for other, weight in pairs if other == outcome)
        assert made.probability(outcome) == Fraction(of_it, sum(weight for _, weight in pairs))


@given(distributions, followers)
def test_every_way_of_making_one_keeps_lowest_terms(start: Numbers, follow: Follow) -> None:
    made = [
        start.map(abs),
        start.then(follow),
        start.combine(start, max),
        start.given(start.__contains__),
    ]
    assert all(gcd(*each.weights.values()) == 1 for each in made)


@given(st.permutations(list(Distribution({0: 3, 1: 5, 2: 7}).items())))
def test_equality_ignores_the_order(pairs: list[tuple[int, int]]) -> None:
    made = Distribution(pairs)
    assert made == Distribution({0: 3, 1: 5, 2: 7})
    assert hash(made) == hash(Distribution({0: 3, 1: 5, 2: 7}))
    assert list(made) == [outcome for outcome, _ in pairs]


def test_unequal_when_outcomes_weights_or_kind_differ() -> None:
    assert Distribution({0: 1, 1: 2}) != Distribution({0: 2, 1: 1})
    assert Distribution({0: 1, 1: 2}) != Distribution({0: 1, 2: 2})
    assert Distribution({0: 1}) != {0: 1}


@pytest.mark.parametrize("weight", [0, -1, 0.5, Fraction(1, 2), "1"])
def test_weights_that_are_not_positive_integers(weight: int) -> None:
    with pytest.raises(ChanceError, match=r"'rout' is .*, not a positive integer"):
        Distribution({"holds": 1, "rout": weight})


@pytest.mark.parametrize("share", [0, -2])
def test_a_mixture_refuses_shares_that_are_not_positive(share: int) -> None:
    with pytest.raises(ChanceError, match="positive integer"):
        Distribution.mixture([(FAIR_DIE, 1), (FAIR_DIE, share)])


def test_nothing_is_no_distribution() -> None:
    with pytest.raises(ChanceError, match="at least one outcome"):
        Distribution({})
    with pytest.raises(ChanceError, match="needs parts"):
        Distribution.mixture([])


def test_a_distribution_cannot_be_changed() -> None:
    dict(FAIR_DIE.weights).clear()
    FAIR_DIE.weights.update({7: 1})  # type: ignore[attr-defined]
    assert len(FAIR_DIE) == 6
    with pytest.raises(AttributeError):
        FAIR_DIE.total = 5  # type: ignore[misc]
    with pytest.raises(AttributeError):
        FAIR_DIE.note = "loaded"  # type: ignore[attr-defined]


@given(chances)
def test_chance_of(chance: Fraction) -> None:
    made = Distribution.chance_of(chance, "hit", "miss")
    assert made.probability("hit") == chance
    assert made.probability("miss") == 1 - chance


@pytest.mark.parametrize("chance", [Fraction(-1, 6), Fraction(7, 6)])
def test_chance_of_refuses_what_is_no_probability(chance: Fraction) -> None:
    with pytest.raises(ChanceError, match=f"{chance} is not a probability"):
        Distribution.chance_of(chance, "hit", "miss")


def test_single_numbers_of_a_die() -> None:
    assert FAIR_DIE.mean() == Fraction(7, 2)
    assert FAIR_DIE.mean(lambda face: face**2) == Fraction(91, 6)
    assert FAIR_DIE.at_least(5) == Fraction(1, 3)
    assert FAIR_DIE.at_least(-2, key=lambda face: -face) == Fraction(1, 3)
    assert FAIR_DIE.share(lambda face: face % 2 == 0) == Fraction(1, 2)


@given(distributions)
def test_mean_of_a_written_out_list(start: Numbers) -> None:
    written_out = sorted(n for n, weight in start.items() for _ in range(weight))
    assert start.mean() == Fraction(sum(written_out), len(written_out))


def test_given_what_is_known() -> None:
    assert FAIR_DIE.given(lambda face: face > 4) == Distribution({5: 1, 6: 1})
    with pytest.raises(ChanceError, match="nothing that can happen"):
        FAIR_DIE.given(lambda face: face > 6)


def test_membership_and_weights() -> None:
    assert 6 in FAIR_DIE
    assert 7 not in FAIR_DIE
    assert FAIR_DIE.weight(7) == 0
    assert FAIR_DIE.probability(7) == 0
    assert not FAIR_DIE.is_certain
    assert Distribution.certain("holds").is_certain


def test_repr_can_be_read_even_of_great_weights() -> None:
    assert repr(Distribution({0: 125, 1: 91})) == "Distribution({0: 125, 1: 91}, total=216)"
    great = Distribution({"holds": 3 * 10**6000, "breaks": 10**6000 + 1})
    assert repr(great).startswith("Distribution({'holds': 75%, 'breaks': 25%}, total of ")


def test_a_distribution_equals_itself_and_those_of_its_weights() -> None:
    coin = Distribution({"heads": 1, "tails": 1})
    again = coin
    assert coin == again
    assert coin == Distribution({"tails": 2, "heads": 2})
    assert coin != Distribution({"heads": 1, "tails": 2})
