"""Why of a charge: points add up to the scores of the text, and each side is told what helps it."""

from __future__ import annotations

import pytest

from tests.rules.asking import ask

EVEN = 4
"""The score that points are counted from: three faces of six."""
BOUND = ("only clipped", "rolled again")
"""What is worth a point in Why and none on the die."""


def points(action: str, stage: str, **values: object) -> list[tuple[str, str, int]]:
    """Name, side and points of all that counts at a stage."""
    factors = ask("revolutionary-wars", action, **values).odds().factors
    return [(one.name, one.side, one.points) for one in factors if one.stage.startswith(stage)]


def score(found: list[tuple[str, str, int]], tester: str) -> int:
    """The score that these points make of the even one, for who tests."""
    return EVEN + sum(
        -worth if side == tester else worth
        for name, side, worth in found
        if not any(words in name for words in BOUND)
    )


@pytest.mark.parametrize(
    ("needed", "values"),
    [
        (3 + 2, {}),
        (3, {"soft_ground": True}),
        (3 + 1, {"formation": "line"}),
        (6 + 2, {"contact": "flank"}),
        (6 + 2, {"contact": "rear", "enemy_order": "shattered"}),
        (5 + 2 - 4, {"enemy_formation": "skirmish-line", "obstacle": "obstacle"}),
        (1, {"enemy_formation": "square", "formation": "line", "battalion": "skirmish"}),
    ],
)
def test_points_add_up_to_the_score_of_those_charged(
    needed: int, values: dict[str, object]
) -> None:
    """British line of the cards: 3+ in line to its front, 6+ to its flank, 5+ in skirmish line, 1+
    in square; French columns have a shock of 2, their lines of 1, skirmishers of none.
    """
    assert score(points("charge", "2.", **values), "enemy") == needed


@pytest.mark.parametrize(("formation", "needed"), [("attack-column", 4), ("march-column", 6)])
def test_points_add_up_to_the_score_of_the_chargers(formation: str, needed: int) -> None:
    """A French line stands on 4+ in attack column, on 6+ in march column; nobody's shock counts."""
    found = points("charge", "3.", formation=formation)
    assert score(found, "chargers") == needed
    assert any("stands on" in name for name, _, _ in found)


def test_in_a_countercharge_each_is_told_of_its_own_score() -> None:
    """Light cavalry: 5+ in skirmish line, so a point to who meets it; French ones 4+ in line."""
    riders = {"battalion": "light-cavalry", "formation": "skirmish-line"}
    met = {"enemy": "french-light-cavalry", "enemy_formation": "line"}
    found = points("countercharge", "2.", **riders, **met)
    told = {name.partition(" in ")[0]: (side, worth) for name, side, worth in found if "+" in name}
    assert told["light cavalry"] == ("enemy", 1)
    assert told["French light cavalry"][1] == 0


def test_in_a_countercharge_both_feel_the_shock_of_the_other() -> None:
    """French column: 4+, against a British line's 2; British line: 3+, against a column's 2."""
    found = points("countercharge", "2.")
    by_side = {
        "enemy": [one for one in found if one[0].startswith("British") or "by British" in one[0]],
        "chargers": [one for one in found if one[0].startswith("French") or "by French" in one[0]],
    }
    assert {side: score(lines, side) for side, lines in by_side.items()} == {
        "enemy": 3 + 2,
        "chargers": 4 + 2,
    }
    assert all(len(lines) == 3 for lines in by_side.values())


@pytest.mark.parametrize(
    ("action", "stage", "tester", "order", "worth"),
    [
        ("charge", "2.", "enemy", "solid", [("enemy", 1)]),
        ("charge", "2.", "enemy", "shaken", []),
        ("charge", "2.", "enemy", "shattered", [("chargers", 1)]),
        ("charge", "3.", "chargers", "solid", [("chargers", 1)]),
        ("charge", "3.", "chargers", "shaken", []),
        ("countercharge", "2.", "enemy", "solid", [("enemy", 1)]),
        ("countercharge", "2.", "enemy", "shaken", []),
        ("countercharge", "2.", "chargers", "solid", [("chargers", 1)]),
    ],
)
def test_order_is_worth_a_point_to_whom_it_helps(
    action: str, stage: str, tester: str, order: str, worth: list[tuple[str, int]]
) -> None:
    """Solid troops re-roll failures, Shattered ones successes, Shaken ones neither."""
    field, name = {"enemy": ("enemy_order", "British"), "chargers": ("order", "French")}[tester]
    found = points(action, stage, **{field: order})
    assert [
        (side, one) for who, side, one in found if f"{name} line {order.title()}:" in who
    ] == worth


def test_a_clipped_battalion_is_told_to_be_likelier_to_stand() -> None:
    found = points("charge", "2.", also_charged="british-line line solid 4 clipped")
    clipped = [(side, worth) for name, side, worth in found if "only clipped" in name]
    assert clipped == [("enemy", 1)]


def test_dice_of_the_first_melee_are_told() -> None:
    """A column of 6 has 2 platoons in front; they face 2 of a line, which has 2 more beside."""
    found = points("charge", "4.")
    strikes = {side: worth for name, side, worth in found if "strikes with" in name}
    assert strikes == {"chargers": 2, "enemy": 4}


def test_crossing_is_worth_a_point_to_the_other_side() -> None:
    found = points("charge", "1.", crossing=True)
    assert [(side, worth) for _, side, worth in found] == [("enemy", 1)]


def test_no_charge_that_is_forbidden_has_a_why() -> None:
    assert not ask("revolutionary-wars", "charge", order="shattered").law.factors()


def test_on_soft_ground_no_side_feels_a_shock() -> None:
    found = points("countercharge", "2.", soft_ground=True)
    assert [name for name, _, _ in found if "shock of" in name] == []
    assert sum("the charge has no shock" in name for name, _, _ in found) == 2


def test_chargers_that_run_over_the_edge_behind_them_may_be_lost() -> None:
    """Running off the Table: foot runs 8 inches, so it halts 8 inches off and may not 7 off."""
    lost = {
        inches: ask("revolutionary-wars", "charge", own_edge=inches)
        .odds()
        .measure("chargers-destroyed")
        for inches in ("far", 8, 7)
    }
    assert lost["far"] == lost[8] < lost[7]
