"""Repeated steps to the end: closed forms, linear equations in fractions, and refusals."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.chance import absorbing
from calculator.chance.absorbing import absorb
from calculator.chance.dice import d6
from calculator.chance.distribution import Distribution
from calculator.errors import BudgetExceededError, ChanceError
from tests.chance.strategies import proper_chances, weights

PASSING, FINAL = range(5), (-1, -2)
Rows = list[Distribution[int]]


def is_final(state: int) -> bool:
    return state in FINAL


@given(proper_chances, st.integers(2, 14), st.data())
def test_gamblers_ruin(win: Fraction, goal: int, data: st.DataObject) -> None:
    stake = data.draw(st.integers(1, goal - 1))
    ends = absorb(
        Distribution.certain(stake),
        lambda held: Distribution.chance_of(win, held + 1, held - 1),
        lambda held: held in (0, goal),
    )
    ratio = (1 - win) / win
    reaches = Fraction(stake, goal) if ratio == 1 else (1 - ratio**stake) / (1 - ratio**goal)
    assert ends.probability(goal) == reaches
    assert ends.probability(0) == 1 - reaches


def test_a_long_walk_with_ties() -> None:
    """Standing still now and then changes nothing about where it ends."""
    ends = absorb(
        Distribution.certain(100),
        lambda at: Distribution({at - 1: 2, at: 5, at + 1: 3}),
        lambda at: at in (0, 200),
    )
    assert ends.probability(0) == 1 / (1 + Fraction(3, 2) ** 100)


def by_equations(rows: Rows) -> list[Fraction]:
    """P(end at -1) from each passing state: Gauss and Jordan on h = Ph, in fractions."""
    size = len(rows)
    matrix = [
        [Fraction(i == j) - rows[i].probability(j) for j in range(size)] + [rows[i].probability(-1)]
        for i in range(size)
    ]
    for i in range(size):
        pivot = next(row for row in range(i, size) if matrix[row][i])
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        matrix[i] = [entry / matrix[i][i] for entry in matrix[i]]
        for j in set(range(size)) - {i}:
            matrix[j] = [a - matrix[j][i] * b for a, b in zip(matrix[j], matrix[i], strict=True)]
    return [row[-1] for row in matrix]


exits = st.dictionaries(st.sampled_from([*PASSING, -2]), weights, max_size=5)
rows = st.lists(
    st.builds(lambda row, way_out: Distribution({**row, -1: way_out}), exits, weights),
    min_size=len(PASSING),
    max_size=len(PASSING),
)


@given(rows)
def test_loops_of_several_states_are_solved_exactly(chain: Rows) -> None:
    ends = [absorb(Distribution.certain(state), chain.__getitem__, is_final) for state in PASSING]
    assert [end.probability(-1) for end in ends] == by_equations(chain)
    assert all(set(end) <= set(FINAL) for end in ends)


@given(rows, st.dictionaries(st.sampled_from([*PASSING, *FINAL]), weights, min_size=1))
def test_a_start_may_be_spread_over_states(chain: Rows, start: dict[int, int]) -> None:
    spread = Distribution(start)
    one_by_one = spread.then(
        lambda state: absorb(Distribution.certain(state), chain.__getitem__, is_final)
    )
    assert absorb(spread, chain.__getitem__, is_final) == one_by_one


def test_a_chain_that_only_shrinks() -> None:
    """Dice of 6 thrown until their sum passes 20: each sum by the ways to get there."""
    ends = absorb(
        Distribution.certain(0), lambda total: d6().map(total.__add__), lambda total: total > 20
    )
    reached = {0: Fraction(1)}
    for total in range(1, 27):
        before = range(max(0, total - 6), min(20, total - 1) + 1)
        reached[total] = sum((reached[n] for n in before), Fraction(0)) / 6
    assert {total: ends.probability(total) for total in ends} == {
        total: reached[total] for total in range(21, 27)
    }


@pytest.mark.parametrize(
    ("steps", "stuck"),
    [
        ({0: {0: 1}}, "0"),
        ({0: {1: 1}, 1: {0: 1}}, "[01]"),
        ({0: {-1: 1, 1: 1}, 1: {2: 1}, 2: {3: 1, 1: 2}, 3: {1: 1}}, "[123]"),
    ],
)
def test_what_can_never_end_is_refused(steps: dict[int, dict[int, int]], stuck: str) -> None:
    follow: Callable[[int], Distribution[int]] = lambda state: Distribution(steps[state])  # noqa: E731
    with pytest.raises(ChanceError, match=f"can never leave {stuck}$"):
        absorb(Distribution.certain(0), follow, is_final)


def test_states_without_end_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absorbing, "STATE_BUDGET", 500)
    with pytest.raises(BudgetExceededError, match="more than 500 states"):
        absorb(
            Distribution.certain(0),
            lambda n: Distribution({n + 1: 1, -1: 1}),
            is_final,
        )


def test_a_mutual_melee_is_fair() -> None:
    """Twelve against twelve with equal chances: either side is as likely to be left."""

    def follow(sides: tuple[int, int]) -> Distribution[tuple[int, int]]:
        ours, theirs = sides
        lost = d6().map(lambda face: max(0, face - 3))
        return lost.combine(lost, lambda a, b: (max(0, ours - a), max(0, theirs - b)))

    ends = absorb(Distribution.certain((12, 12)), follow, lambda sides: 0 in sides)
    assert ends == ends.map(lambda sides: (sides[1], sides[0]))
    assert ends.share(lambda sides: sides == (0, 0)) > 0
