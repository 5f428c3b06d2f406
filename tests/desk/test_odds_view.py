"""Two settings compared tell of each what it tells of itself, in one order."""

import re
from fractions import Fraction

import pytest

from calculator.desk.odds_view import odds_view
from calculator.desk.result_view import result_view
from calculator.journal.disclosure import Disclosure
from calculator.rules.action import AnyAction
from calculator.rules.catalog import KEYS, find_system
from calculator.rules.outcome_tree import Chance
from calculator.scenarios import load
from tests.rules.asking import ask

ACTIONS = [(key, action) for key in KEYS for action in find_system(key).actions]


@pytest.mark.parametrize(("system", "action"), ACTIONS, ids=lambda each: getattr(each, "key", each))
def test_a_setting_compared_with_itself_tells_the_same(system: str, action: AnyAction) -> None:
    odds = ask(system, action.key).odds()
    shares = [(row.outcome.label, Fraction(row.weight, odds.total)) for row in odds]
    compared = odds_view(odds, others=[("", odds)])
    assert compared.outcomes() == [Chance(label, (share, share)) for label, share in shares]
    assert [one.name for one in compared.settings] == ["as set up", "the same"]


def test_what_is_as_grave_counts_on_both_sides_alike() -> None:
    """Whether the target formed square makes a charge thrown back neither graver nor milder."""
    open_ground = ask("there-stand-empires", "assault", actor="heavy-cavalry").odds()
    soft_cover = ask("there-stand-empires", "assault", actor="heavy-cavalry", cover="soft").odds()
    compared = odds_view(open_ground, others=[("", soft_cover)]).outcomes(at_least=True)
    told = {row.label: row.now for row in compared}
    alone = [(row.outcome.label, open_ground.at_least(row.outcome)) for row in open_ground]
    severity = open_ground.question.action.severity
    assert len({severity(outcome) for outcome in open_ground.distribution}) < len(alone)
    assert [pair for pair in told.items() if pair[0] in dict(alone)] == alone


@pytest.mark.parametrize(("system", "action"), ACTIONS, ids=lambda each: getattr(each, "key", each))
def test_chief_chances_are_open_and_differ(system: str, action: AnyAction) -> None:
    shares = [chance.now for chance in odds_view(ask(system, action.key).odds()).measures]
    assert all(0 < share < 1 for share in shares)
    assert len(set(shares)) == len(shares)


def test_what_is_certain_is_shown_beside_a_pin_in_which_it_is_not() -> None:
    foot = ask("there-stand-empires", "assault").odds()
    horse = ask("there-stand-empires", "assault", actor="heavy-cavalry").odds()
    labels = [
        {one.label for one in odds_view(foot, others=o).measures} for o in ([], [("", horse)])
    ]
    assert ["emergency square" in shown for shown in labels] == [False, True]


def test_the_spread_from_worst_to_best_is_all_there_is() -> None:
    odds = ask("there-stand-empires", "assault").odds()
    spread = odds_view(odds).tree.spread
    assert [number for number, _ in spread] == [1, 2, 3, 4]
    assert sum(share for _, share in spread) == 1
    best = max(odds.distribution, key=odds.question.action.severity)
    assert spread[-1][1] >= odds.probability(best)


def test_after_the_draw_the_chance_told_is_one_that_the_unfolded_list_has() -> None:
    question = ask("there-stand-empires", "assault")
    odds = question.odds()
    [late] = [one for one in odds_view(odds).tree.branches if one.label == "orders late"]
    assert {one.share for one in late.branches} == {late.share / 2}, "the list folds two kinds"
    drawn = (question.result(f"{seed:x}", odds=odds) for seed in range(100))
    result = next(one for one in drawn if one.outcome in late.outcomes)
    told = result_view(result, Disclosure.EXACT).rarity
    assert any(f"({late.label}: {one.label}) was 6.0%" in told for one in late.branches), told


def test_armies_are_named_as_the_order_of_battle_has_them() -> None:
    odds = ask("there-stand-empires", "initiative").odds()
    view = odds_view(odds, names=load("quatre-bras").armies(""))
    sides = ["The French army", "The Anglo-Allied army"]
    listed = ([row.chance for row in view.tree.rows()], view.outcomes())
    assert all([one.label for one in chances] == sides for chances in listed)
    assert view.measures[0].label in sides


SAID = {"goes home (reaches the enemy)", "outruns enemy"}
"""What is no unit of the question."""


@pytest.mark.parametrize(
    ("system", "action"),
    [
        ("there-stand-empires", "assault"),
        ("there-stand-empires", "deployed-fire"),
        ("revolutionary-wars", "shoot"),
        ("revolutionary-wars", "melee"),
        ("revolutionary-wars", "charge"),
        ("revolutionary-wars", "countercharge"),
        ("revolutionary-wars", "exchange"),
        ("gods-of-war", "close-combat"),
        ("gods-of-war", "ranged-fire"),
        ("cannonade", "melee"),
    ],
)
def test_units_are_named_in_what_may_come_of_it(system: str, action: str) -> None:
    """Nowhere the words by which the rules speak of who shoots, charges or is attacked."""
    odds = ask(system, action).odds()
    view = odds_view(odds, names={"actor": "Soye's brigade", "target": "9th Chasseurs"})
    labels = [
        *map(view.tree.named, view.fates),
        *(one.label for one in view.measures),
        *(one.label for one in view.outcomes()),
        *(row.chance.label for row in view.tree.rows()),
    ]
    unnamed = r"(?i)\b(target|attackers?|defenders?|chargers?|enemy|firer|the unit)\b"
    assert {one for one in labels if re.search(unnamed, one)} <= SAID
    assert any("9th Chasseurs" in one for one in labels)
