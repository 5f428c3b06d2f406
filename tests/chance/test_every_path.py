"""Every path: the same law as the rule's arithmetic, and refusals of rules that have none."""

from collections.abc import Callable
from fractions import Fraction
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given

from calculator.chance.absorbing import STATE_BUDGET
from calculator.chance.dice import d6, die, heads
from calculator.chance.distribution import Distribution
from calculator.chance.every_path import PATH_BUDGET, Budget, every_path
from calculator.chance.interface import Chance, InTurn, Part, Throw, itself
from calculator.errors import BudgetExceededError, ReplayMismatchError
from tests.chance.oracle import counted, law, rolls
from tests.chance.strategies import distributions, followers

Numbers = Distribution[int]
Follow = Callable[[int], Numbers]

ROOT = Path(__file__).parents[2]


def parity(number: int) -> int:
    return number % 2


def highest(numbers: tuple[int, ...]) -> int:
    return max(numbers)


def drawn_twice(first: Numbers, second: Follow, chance: Chance) -> int:
    return chance.draw(second(chance.draw(first, "first of two")), "second of two")


@given(distributions, followers, followers)
def test_the_law_of_draws_in_turn(start: Numbers, second: Follow, third: Follow) -> None:
    def rule(chance: Chance) -> tuple[int, int]:
        a = chance.draw(start, "first")
        b = chance.draw(second(a), "second")
        if a > 2:
            return a, b
        return b, chance.read_off(third(b), parity, "third")

    def tail(a: int, b: int) -> Distribution[tuple[int, int]]:
        return Distribution.certain((a, b)) if a > 2 else third(b).map(lambda c: (b, parity(c)))

    assert every_path(rule) == start.then(lambda a: second(a).then(lambda b: tail(a, b)))


def test_three_dice_fall_in_216_ways() -> None:
    def rule(chance: Chance) -> tuple[int, int]:
        fallen = [chance.draw(d6(), f"die {n}") for n in range(3)]
        return max(fallen), fallen.count(6)

    assert law(every_path(rule)) == counted((max(each), each.count(6)) for each in rolls(3))


@given(distributions)
def test_reading_off_is_drawing_and_reading(what: Numbers) -> None:
    read = every_path(lambda chance: chance.read_off(what, parity, "parity"))
    drawn = every_path(lambda chance: parity(chance.draw(what, "parity")))
    assert read == drawn == what.map(parity)


@given(distributions)
def test_reading_in_turn_is_reading_at_once(what: Numbers) -> None:
    in_turn: InTurn[int, int] = InTurn(lambda value: value // 2, parity)
    read = every_path(lambda chance: chance.read_off(what, in_turn, "parity of the half"))
    assert read == what.map(lambda value: parity(value // 2))


def test_readings_in_turn_may_be_made_anew_each_time() -> None:
    def rule(chance: Chance) -> tuple[bool, bool]:
        bar = chance.draw(d6(), "bar")
        reaches: InTurn[int, bool] = InTurn(lambda face: 7 - face, lambda back: back >= bar)
        return bar > 3, chance.read_off(d6(), reaches, "reaches the bar")

    assert law(every_path(rule)) == counted((bar > 3, 7 - face >= bar) for bar, face in rolls(2))


def test_readings_may_be_made_anew_each_time() -> None:
    def rule(chance: Chance) -> tuple[bool, bool]:
        bar = chance.draw(d6(), "bar")
        return bar > 3, chance.read_off(d6(), lambda face: face >= bar, "reaches the bar")

    assert law(every_path(rule)) == counted((bar > 3, face >= bar) for bar, face in rolls(2))


@pytest.mark.parametrize("constant", [Distribution.certain(7), heads(20)])
def test_what_is_read_off_may_be_certain(constant: Numbers) -> None:
    def rule(chance: Chance) -> tuple[str, int]:
        banner = chance.read_off(constant, lambda _: "flies", "banner")
        return banner, chance.draw(die(2), "coin")

    assert law(every_path(rule)) == counted([("flies", 1), ("flies", 2)])


@given(distributions, followers, distributions, followers)
def test_parts_at_once_are_as_parts_in_turn(
    start: Numbers, ours: Follow, theirs: Numbers, more: Follow
) -> None:
    part = Part(drawn_twice, (theirs, more))

    def at_once(chance: Chance) -> int:
        first = chance.draw(start, "first")
        banner = Throw(Distribution.certain(0), itself, "banner")
        return chance.at_once((Throw(ours(first), parity, "ours"), banner, part), highest)

    def in_turn(chance: Chance) -> int:
        first = chance.draw(start, "first")
        odd = chance.read_off(ours(first), parity, "ours")
        return highest((odd, 0, drawn_twice(theirs, more, chance)))

    assert every_path(at_once) == every_path(in_turn)


@given(distributions, distributions, followers)
def test_a_part_is_as_if_it_stood_in_the_rule(start: Numbers, first: Numbers, then: Follow) -> None:
    def taking(chance: Chance) -> tuple[int, int]:
        before = chance.draw(start, "before")
        return before, chance.take(Part(drawn_twice, (first, then))) + before

    def standing(chance: Chance) -> tuple[int, int]:
        before = chance.draw(start, "before")
        return before, drawn_twice(first, then, chance) + before

    assert every_path(taking) == every_path(standing)


def test_a_part_branches_by_what_it_comes_to() -> None:
    budget = Budget()

    def sum_is_high(chance: Chance) -> bool:
        return sum(chance.draw(d6(), f"die {n}") for n in range(3)) > 10

    assert every_path(lambda chance: chance.take(Part(sum_is_high, ())), budget).total == 2
    assert budget.spent == 2


def test_a_rule_runs_once_for_all_that_is_thrown_at_once() -> None:
    runs = count(1)
    budget = Budget()

    def rule(chance: Chance) -> tuple[int, ...]:
        next(runs)
        return chance.at_once([Throw(d6(), itself, f"die {n}") for n in range(3)], itself)

    assert law(every_path(rule, budget)) == counted(rolls(3))
    assert (next(runs), budget.spent) == (2, 1 + 216 // 4)
    with pytest.raises(BudgetExceededError, match="more than 54 paths"):
        every_path(rule, Budget(54))


def test_a_rule_that_draws_nothing() -> None:
    assert every_path(lambda _: "holds") == Distribution.certain("holds")


def test_only_what_is_read_off_makes_paths() -> None:
    budget = Budget(2)
    every_path(lambda chance: chance.read_off(heads(42), parity, "parity"), budget)
    assert budget.spent == 2


def test_the_budgets_are_those_of_the_page() -> None:
    """200,000 paths, and 20,000 states of a repeated step (docs/probability.md)."""
    page = (ROOT / "docs" / "probability.md").read_text(encoding="utf-8")
    assert f"past {PATH_BUDGET:,} of them (or {STATE_BUDGET:,} states" in page
    budget = Budget()
    budget.spend(200_000)
    with pytest.raises(BudgetExceededError, match="more than 200,000 paths"):
        budget.spend()


def test_the_budget_counts_paths() -> None:
    budget = Budget(1_000)
    every_path(lambda chance: [chance.draw(d6(), "die") for _ in range(3)].count(6), budget)
    assert budget.spent == 216


def test_past_the_budget_nothing_is_told() -> None:
    def rule(chance: Chance) -> int:
        return chance.draw(d6(), "first") + chance.draw(d6(), "second")

    assert every_path(rule, Budget(36)).probability(7) == Fraction(1, 6)
    with pytest.raises(BudgetExceededError, match="more than 35 paths"):
        every_path(rule, Budget(35))


def test_a_rule_that_never_stops_asking_is_refused() -> None:
    def rule(chance: Chance) -> int:
        return next(throws for throws in count(1) if chance.draw(d6(), "throw") == 6)

    with pytest.raises(BudgetExceededError):
        every_path(rule, Budget(500))


def refused(rule: Callable[[Chance], object]) -> str:
    with pytest.raises(ReplayMismatchError) as caught:
        every_path(rule)
    return str(caught.value)


def test_another_question_on_replay() -> None:
    runs = count()
    message = refused(lambda chance: chance.draw(d6(), f"question {next(runs)}"))
    assert "first asked 'question 0', now 'question 1'" in message


def test_other_odds_on_replay() -> None:
    runs = count(2)
    assert "now 'die'" in refused(lambda chance: chance.draw(die(next(runs)), "die"))


def test_another_reading_on_replay() -> None:
    runs = count(3)

    def rule(chance: Chance) -> bool:
        bar = next(runs)
        return chance.read_off(d6(), lambda face: face > bar, "bar")

    assert "now 'bar'" in refused(rule)


def test_fewer_questions_on_replay() -> None:
    runs = count()

    def rule(chance: Chance) -> int:
        return sum(chance.draw(d6(), f"die {n}") for n in range(2 - next(runs)))

    assert refused(rule) == "the rule did not ask 'die 1' again with the same answers"


def test_a_question_in_place_of_certainty_on_replay() -> None:
    runs = count(1)

    def rule(chance: Chance) -> int:
        return chance.draw(die(next(runs)), "first") + chance.draw(d6(), "second")

    assert "first asked 'second', now 'first'" in refused(rule)


def thrown(chance: Chance) -> int:
    return chance.at_once([Throw(d6(), itself, "at once")], highest)


def test_drawing_on_after_what_is_thrown_at_once() -> None:
    told = "a rule ends with what is thrown at once, but asked for more"
    assert refused(lambda chance: (thrown(chance), chance.draw(d6(), "more"))) == told
    assert refused(lambda chance: (thrown(chance), thrown(chance))) == told


def test_changing_what_is_thrown_at_once() -> None:
    told = "a rule must return what is thrown at once as it gets it"
    assert refused(lambda chance: thrown(chance) + 1) == told


def test_ending_at_once_only_on_replay() -> None:
    runs = count()

    def rule(chance: Chance) -> int:
        return thrown(chance) if next(runs) else chance.draw(d6(), "one by one")

    assert refused(rule) == "the rule did not ask 'one by one' again with the same answers"
