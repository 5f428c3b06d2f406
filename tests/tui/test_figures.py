"""Chances as players read them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from calculator.desk.odds_view import difference_in_words, odds_view
from calculator.figures import bare_percent, one_in
from calculator.rules import catalog
from calculator.rules.outcome_tree import OutcomeTree
from calculator.rules.question import Odds, Question
from tests.offered import offering


@pytest.mark.parametrize(
    ("chance", "told"),
    [
        (Fraction(1, 7), "1 in 7"),
        (Fraction(3, 4), "3 in 4"),
        (Fraction(4, 9), "4 in 9"),
        (Fraction(444, 1000), "4 in 9"),
        (Fraction(2, 5), "2 in 5"),
        (Fraction(1, 3600), "1 in 3,600"),
        (Fraction(94, 100), "9 in 10"),
        (Fraction(99, 100), "all but 1 in 100"),
        (Fraction(1), "certain"),
    ],
)
def test_rarity(chance: str, told: str) -> None:
    assert one_in(Fraction(chance)) == told


def test_a_column_headed_percent_leaves_the_sign_to_its_head() -> None:
    assert [bare_percent(chance) for chance in (1 / 3, 0.0001, 1.0)] == ["33.3", "<0.1", "100.0"]


def asked(**fields: str) -> Odds:
    return Question.read("skirmish", "charge", fields).odds()


def test_the_outcomes_of_both_stand_in_order_of_severity() -> None:
    few, many = asked(bases="2"), asked(bases="4")
    for now, pinned in ((few, many), (many, few)):
        together = [row.chance for row in OutcomeTree([now, pinned]).rows(0)]
        labels = [chance.label for chance in together]
        assert labels == ["no effect", "1 hits", "2 hits", "3 hits", "4 hits"]
        assert sum(chance.now for chance in together) == 1
        assert sum(chance.shares[1] or 0 for chance in together) == 1


def test_what_is_certain_is_neither_good_nor_bad() -> None:
    with offering(catalog.SHIPPED):
        fields = {"actor": "infantry", "range": "9"}
        odds = Question.read("there-stand-empires", "deployed-fire", fields).odds()
    [row] = OutcomeTree([odds]).rows(0)
    assert (row.chance.label, row.shade) == ("out of range", None)
    grades = [row.shade or 0 for row in OutcomeTree([asked()]).rows(0)]
    assert grades == sorted(grades), "the worst first"


def test_what_has_an_effect_has_another_shade_than_what_has_none() -> None:
    with offering(catalog.SHIPPED):
        odds = Question.read("there-stand-empires", "deployed-fire", {}).odds()
    tree = OutcomeTree([odds])
    worst, *others = tree.rows(0)
    assert (worst.chance.label, worst.shade) == ("no effect", 1)
    assert {row.shade for row in others} == {2, 3, 4}
    assert 1 - dict(tree.spread)[1] == odds.measure("any-effect")


def test_set_ups_are_ranked_by_the_chief_chance_with_their_differences() -> None:
    now, more, less = asked(), asked(bases="6"), asked(bases="2")
    found = odds_view(now, others=[("less", less), ("more", more)]).ranked
    assert [standing.name for standing in found] == ["more", "as set up", "less"]
    assert found[0].difference == more.measure("any") - now.measure("any")
    assert found[2].difference == less.measure("any") - now.measure("any")


def test_set_ups_are_ranked_by_how_little_of_what_nobody_wants_they_bring() -> None:
    with offering(catalog.SHIPPED):
        foot, horse, guns = (
            Question.read("morne-plaine", "marsh-test", {"unit": unit}).odds()
            for unit in ("infantry", "cavalry", "artillery")
        )
    found = odds_view(horse, others=[("guns", guns), ("foot", foot)]).ranked
    assert [standing.name for standing in found] == ["foot", "as set up", "guns"]


def test_a_set_up_is_named_by_what_is_otherwise_in_it() -> None:
    other = asked(quality="veteran", general="yes", bases="6")
    assert difference_in_words(asked(), other) == "quality veteran, bases 6, general near"
    assert difference_in_words(other, asked()) == "quality average, bases 4, not general near"
    assert difference_in_words(asked(), asked()) == "the same"
