"""Outcomes as a tree: nothing lost, nothing counted twice, like names under one heading."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from calculator.desk.odds_view import fates_of
from calculator.rules.outcome_tree import NO_MORE, Branch, OutcomeTree, branches_of
from calculator.rules.question import Odds, Question

ASKED = {
    "assault": ("there-stand-empires", "assault", {}),
    "melee": ("cannonade", "melee", {}),
    "close combat": ("gods-of-war", "close-combat", {}),
    "two battalions": ("revolutionary-wars", "charge", {"also-charging": "british-line 4"}),
}


def asked(name: str, **answers: str) -> Odds:
    system, action, more = ASKED[name]
    return Question.read(system, action, more | answers).odds()


def leaves(branches: tuple[Branch, ...], before: str = "") -> Iterator[tuple[str, Branch]]:
    """Every outcome with the words that stand on the way to it."""
    for branch in branches:
        words = f"{before} {branch.label}".replace(NO_MORE, "")
        if branch.branches:
            yield from leaves(branch.branches, words)
        else:
            yield words, branch


def bare(text: str) -> list[str]:
    """The words of a text, whatever sets them off."""
    return text.replace(",", " ").replace(":", " ").replace(";", " ").split()


@pytest.mark.parametrize("name", ASKED)
def test_every_outcome_is_one_leaf_under_the_words_of_its_name(name: str) -> None:
    odds = asked(name)
    found = {leaf.outcomes[0]: (words, leaf) for words, leaf in leaves(branches_of([odds]))}
    assert set(found) == set(odds.distribution)
    for outcome, (words, leaf) in found.items():
        assert bare(words) == bare(outcome.label)
        assert leaf.shares == (odds.distribution.probability(outcome),)


@pytest.mark.parametrize("name", ASKED)
def test_a_branch_is_the_exact_sum_of_what_stands_under_it(name: str) -> None:
    def check(branches: tuple[Branch, ...], whole: Fraction) -> None:
        assert sum(branch.share for branch in branches) == whole
        for branch in branches:
            if branch.branches:
                check(branch.branches, branch.share)

    check(branches_of([asked(name)]), Fraction(1))


@pytest.mark.parametrize("name", ASKED)
def test_no_two_branches_beside_one_another_begin_alike(name: str) -> None:
    def check(branches: tuple[Branch, ...]) -> None:
        heads = [branch.label for branch in branches]
        assert len(set(heads)) == len(heads)
        for branch in branches:
            check(branch.branches)

    check(branches_of([asked(name)]))


def test_outcomes_that_begin_alike_far_apart_are_one_branch() -> None:
    odds = asked("two battalions")
    breaks = [b for b in branches_of([odds]) if b.label.startswith("enemy breaks and runs")]
    assert len(breaks) == 1
    alike = [o for o in odds.distribution if o.label.startswith("enemy breaks and runs")]
    assert breaks[0].share == sum(odds.distribution.probability(o) for o in alike)


def test_settings_stand_side_by_side_with_the_outcomes_of_either() -> None:
    first, second = asked("assault"), asked("assault", quality="poor", general="yes")
    both = list(leaves(branches_of([first, second])))
    assert {leaf.outcomes[0] for _, leaf in both} == set(first.distribution) | set(
        second.distribution
    )
    for _, leaf in both:
        assert leaf.shares == tuple(
            odds.distribution.probability(leaf.outcomes[0]) for odds in (first, second)
        )


def test_each_battalion_has_chances_of_its_own() -> None:
    odds = asked("two battalions")
    units = fates_of(odds)
    assert list(units) == ["enemy", "charger 1", "charger 2"]
    assert all(sum(chances.values()) == 1 for chances in units.values())
    pursues = [o for o in odds.distribution if "charger 2 pursues" in o.label]
    total = sum(odds.distribution.probability(outcome) for outcome in pursues)
    assert units["charger 2"]["pursues"] == total


def test_of_two_battalions_each_has_its_fates_whose_chances_are_whole() -> None:
    units = fates_of(Question.read("revolutionary-wars", "charge", {}).odds())
    assert list(units) == ["enemy", "charger"]
    assert all(sum(fates.values()) == 1 for fates in units.values())


def test_outcomes_of_two_settings_that_are_called_alike_are_one_leaf() -> None:
    """An assault on what cannot be disordered any more ends alike in name alone."""
    first = asked("assault", **{"target-state": "demoralized"})
    both = list(leaves(branches_of([asked("assault"), first])))
    names = [" ".join(bare(words)) for words, _ in both]
    assert len(set(names)) == len(names)
    assert sum(leaf.shares[1] for _, leaf in both) == 1


def test_what_lies_below_a_row_is_said_to_be_folded_until_it_is_shown() -> None:
    tree = OutcomeTree([asked("assault")])
    place = next(row.path for row in tree.rows(0) if row.is_group)
    for shown, turned in ((False, frozenset[tuple[int, ...]]()), (True, frozenset({place}))):
        rows = list(tree.rows(0, turned))
        group = next(row for row in rows if row.path == place)
        below = [row for row in rows if row.path[:-1] == place]
        assert (group.is_folded, bool(below)) == (not shown, shown)
    assert not any(row.is_folded for row in tree.rows())
