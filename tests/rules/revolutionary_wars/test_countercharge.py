"""The Countercharge Reaction: both charge, both test at once."""

from fractions import Fraction

import pytest

from calculator.errors import ForbiddenError
from calculator.rules.question import Question
from calculator.rules.revolutionary_wars.terms import Order
from tests.rules.asking import ask
from tests.rules.revolutionary_wars.faces import count, needs, or_less


def met(**values: object) -> Question:
    """Line cavalry meets line cavalry, both in line and neither Solid."""
    plain = {
        "battalion": "line-cavalry",
        "formation": "line",
        "order": "shaken",
        "enemy": "line-cavalry",
        "enemy_order": "shaken",
        "roll_to_react": False,
        "caught": "no",
    }
    return ask("revolutionary-wars", "countercharge", **{**plain, **values})


def told(question: Question) -> dict[str, Fraction]:
    odds = question.odds().distribution
    return {outcome.label: odds.probability(outcome) for outcome in odds}


STANDS = needs(4 + 2)
"""Line cavalry needs 4 and 2 for the shock of the other."""


def test_each_feels_the_shock_of_the_other_and_both_may_break_through() -> None:
    """Both fail; neither is pursued, so failed rolls to keep together are rolled again."""
    kept = sum(p for n, p in count(4, needs(4, helped=True)).items() if n > 1)
    both = told(met())["enemy breaks through; charger breaks through"]
    assert both == (1 - STANDS) ** 2 * kept**2


def test_one_that_breaks_alone_runs_and_is_pursued() -> None:
    """It does not break through (Countercharge Reaction), and does not re-roll."""
    kept = sum(p for n, p in count(4, needs(4)).items() if n > 1)
    odds = told(met())
    alone = (1 - STANDS) * STANDS * kept
    assert odds["enemy pursues, Shattered; charger breaks and runs"] == alone
    assert odds["enemy breaks and runs; charger pursues, Shattered"] == alone
    assert not any(
        "through" in label
        for label in odds
        if label.count("breaks through") == 1 and "pursues" in label
    )


def test_equals_in_a_countercharge_fare_alike() -> None:
    question = met()
    assert question.odds().measure("enemy-breaks") == question.odds().measure("chargers-break")
    assert question.odds().measure("enemy-destroyed") == question.odds().measure(
        "chargers-destroyed"
    )


def test_reacting_may_disorder_before_the_clash() -> None:
    """Shaken light cavalry reacts without disorder on 5 or less; else it is Shattered."""
    plain = {"enemy": "light-cavalry", "enemy_formation": "line"}
    rolled = told(met(**plain, roll_to_react=True))
    kept = told(met(**plain))
    shattered = told(met(**plain, enemy_order="shaken", roll_to_react=False))
    assert kept == shattered
    label = "enemy breaks and runs; charger pursues, Shattered"
    assert rolled[label] == or_less(5) * kept[label]


@pytest.mark.parametrize("reacts", [True, False])
def test_terrain_is_crossed_in_the_order_before_the_reaction_disorders(reacts: bool) -> None:
    """Solid, two platoons roll failures again whether the reaction will have disordered them or
    not; if neither comes through, the charge ends, and the chargers stand as they were."""
    solid = {"order": "solid", "enemy_order": "solid", "enemy_platoons": 2, "enemy_crossing": True}
    neither = (1 - needs(3, helped=True)) ** 2
    assert told(met(**solid, roll_to_react=reacts))[
        "enemy is wiped out; charger stands, Solid"
    ] == (neither)


def test_a_reaction_disorders_once_the_terrain_is_crossed() -> None:
    """Foot is Shaken by terrain; if it fails to react, on 5 or 6 and again, it is Shattered too."""
    foot = {"battalion": "line", "enemy": "line", "enemy_formation": "line", "enemy_order": "solid"}
    question = met(**foot, enemy_crossing=True, roll_to_react=True)
    for seed in range(20):
        result = question.result(str(seed))
        reacted = "passes" in str(result.draws[0].value)
        orders = [fight.states[1].order for _, fight in result.drawn.course]
        disordered = next(order for order in orders if order is not Order.SOLID)
        assert disordered is (Order.SHAKEN if reacted else Order.SHATTERED)


def test_a_charge_that_terrain_ends_leaves_those_who_met_it_as_they_were() -> None:
    odds = told(met(order="solid", enemy_order="solid", platoons=2, crossing=True))
    assert odds["enemy stands, Solid; charger is wiped out"] == (1 - needs(3, helped=True)) ** 2


def test_the_countercharger_may_hold_back_too() -> None:
    held = told(met(enemy_hold=True))
    assert held["enemy stands, Shaken; charger breaks and runs"]


def test_soft_ground_takes_both_shocks_away() -> None:
    kept = sum(p for n, p in count(4, needs(4, helped=True)).items() if n > 1)
    both = told(met(soft_ground=True))["enemy breaks through; charger breaks through"]
    assert both == (1 - needs(4)) ** 2 * kept**2


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"enemy": "line", "enemy_formation": "line"}, "cannot countercharge a cavalry squadron"),
        ({"enemy_order": "shattered"}, "cannot react"),
        ({"order": "shattered"}, "is Shattered and cannot charge"),
        ({"enemy": "foot-guns"}, "not artillery"),
    ],
)
def test_what_the_rules_forbid(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        met(**values).odds()


def test_infantry_may_countercharge_infantry_but_never_breaks_through() -> None:
    odds = told(met(battalion="line", enemy="line", enemy_formation="line"))
    assert odds
    assert not any("through" in label for label in odds)
