"""Chances as players read them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from calculator.rules.question import Odds, Question
from calculator.tui.chances import Chance, Group, grouped, outcomes
from calculator.tui.figures import bare_percent, one_in


@pytest.mark.parametrize(
    ("chance", "told"),
    [
        (Fraction(1, 7), "1 in 7"),
        (Fraction(3, 4), "8 in 10"),
        (Fraction(99, 100), "9 in 10"),
        (Fraction(1), "certain"),
    ],
)
def test_rarity(chance: str, told: str) -> None:
    assert one_in(Fraction(chance)) == told


def test_a_column_headed_percent_leaves_the_sign_to_its_head() -> None:
    assert [bare_percent(chance) for chance in (1 / 3, 0.0001, 1.0)] == ["33.3", "<0.1", "100.0"]


def test_outcomes_that_begin_alike_are_gathered_with_their_sum() -> None:
    chances = [
        Chance("lost", 0.1, 0.2),
        Chance("carried: target pushed back, disordered", 0.5, 0.3),
        Chance("carried", 0.4, 0.5),
    ]
    lost, carried = grouped(chances)
    assert lost == Group(Chance("lost", 0.1, 0.2))
    assert carried.whole.label == "carried"
    assert carried.whole.now == pytest.approx(0.9)
    assert carried.whole.pinned == pytest.approx(0.8)
    assert [member.label for member in carried.members] == [
        "target pushed back, disordered",
        "no more than that",
    ]


def test_outcomes_that_only_begin_alike_further_off_stay_in_order() -> None:
    labels = ["a, x", "b", "a, y"]
    assert [
        group.whole.label for group in grouped([Chance(label, 0.1) for label in labels])
    ] == labels


def test_the_outcomes_of_both_stand_in_order_of_severity() -> None:
    def asked(**fields: str) -> Odds:
        return Question.read("skirmish", "charge", fields).odds()

    few, many = asked(bases="2"), asked(bases="4")
    for now, pinned in ((few, many), (many, few)):
        together = outcomes(now, pinned)
        labels = [chance.label for chance in together]
        assert labels == ["no effect", "1 hits", "2 hits", "3 hits", "4 hits"]
        assert sum(chance.now for chance in together) == pytest.approx(1)
        assert sum(chance.pinned or 0 for chance in together) == pytest.approx(1)
