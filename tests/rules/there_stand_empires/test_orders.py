"""Orders and base moves: the chances that are dealt out, the distances of section III.B."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

from calculator.rules.there_stand_empires import SYSTEM
from calculator.rules.there_stand_empires.orders import (
    Orders,
    OrdersOutcome,
    base_move,
    delayed_to,
    to_half_inch,
)
from calculator.rules.there_stand_empires.terms import Arm, Quality
from tests.rules.asking import ask, law

KEY = SYSTEM.key
TABLES = SYSTEM.tables
ELITE, VETERAN, AVERAGE, POOR = Quality

ROUTE_MARCHES = [
    (Arm.INFANTRY, (14, 14, 12, 10)),
    (Arm.LIGHT_CAVALRY, (28, 28, 24, 20)),
    (Arm.HEAVY_CAVALRY, (24, 24, 20, 18)),
    (Arm.HEAVY_FOOT_ARTILLERY, (12, 12, 12, 12)),
    (Arm.LIGHT_FOOT_ARTILLERY, (12, 12, 12, 12)),
    (Arm.HORSE_ARTILLERY, (20, 20, 20, 20)),
    (Arm.TRANSPORT, (12, 12, 12, 12)),
]


@pytest.mark.parametrize(("arm", "inches"), ROUTE_MARCHES)
def test_route_marches_are_those_of_the_text(arm: Arm, inches: tuple[int, ...]) -> None:
    assert tuple(base_move(TABLES, "route-march", arm, q) for q in Quality) == inches


@pytest.mark.parametrize(
    ("action", "arm", "quality", "inches"),
    [
        ("maneuver-in-column", Arm.INFANTRY, AVERAGE, 6),
        ("maneuver-in-column", Arm.INFANTRY, VETERAN, 7),
        ("maneuver-in-column", Arm.HORSE_ARTILLERY, AVERAGE, 10),
        ("march", Arm.INFANTRY, POOR, Fraction(15, 2)),
        ("march", Arm.HEAVY_CAVALRY, POOR, Fraction(27, 2)),
        ("deploy", Arm.TRANSPORT, AVERAGE, 1),
        ("form-square", Arm.INFANTRY, ELITE, 0),
    ],
)
def test_other_moves(action: str, arm: Arm, quality: Quality, inches: Fraction) -> None:
    assert base_move(TABLES, action, arm, quality) == inches


def test_disorder_shortens_no_move() -> None:
    """IV: disorder and demoralization do not affect base movement."""
    for action in ("maneuver-in-column", "march"):
        moves = {
            state: {
                one.orders: one.inches
                for one in ask(KEY, action, **{"actor-state": state}).odds().distribution
            }
            for state in ("ok", "disordered")
        }
        assert moves["ok"] == moves["disordered"]


def test_the_reach_of_assaults() -> None:
    assert base_move(TABLES, "assault", Arm.INFANTRY, Quality.POOR) == 6
    assert base_move(TABLES, "assault", Arm.HEAVY_CAVALRY, Quality.POOR) == 12
    assert base_move(TABLES, "assault", Arm.LIGHT_CAVALRY, Quality.POOR) == 12
    assert base_move(TABLES, "assault-in-line", Arm.INFANTRY, Quality.POOR) == 2


def test_lengths_are_rounded_down_to_half_an_inch() -> None:
    assert to_half_inch(Fraction(14, 3)) == Fraction(9, 2)
    assert to_half_inch(Fraction(5)) == 5


@pytest.mark.parametrize(
    ("orders", "inches"),
    [
        (Orders.RECEIVED, 7),
        (Orders.DELAYED, Fraction(9, 2)),
        (Orders.BADLY_DELAYED, 2),
        (Orders.LOST, 0),
    ],
)
def test_late_orders_leave_less_of_a_move(orders: Orders, inches: Fraction) -> None:
    assert delayed_to(TABLES, orders, Fraction(7)) == inches


@pytest.mark.parametrize(
    ("fields", "received"),
    [
        ({"quality": "elite"}, 92),
        ({"quality": "veteran"}, 88),
        ({"quality": "average"}, 84),
        ({"quality": "poor"}, 72),
        ({"actor": "horse-artillery", "quality": "poor"}, 84),
        ({"actor": "transport", "quality": "elite"}, 72),
        ({"actor-state": "disordered"}, 76),
        ({"general": "yes"}, 96),
        ({"general": "yes", "actor-state": "disordered"}, 94),
        ({"general": "yes", "quality": "elite"}, 98),
    ],
)
def test_the_chance_that_orders_are_received(fields: dict[str, str], received: int) -> None:
    question = ask(KEY, "march", **fields)
    assert question.odds().measure("received") == Fraction(received, 100)
    assert sum(factor.points for factor in question.odds().factors) == received


def test_what_goes_astray_is_dealt_out_three_to_three_to_two() -> None:
    found = {outcome.orders: chance for outcome, chance in law(ask(KEY, "march")).items()}
    assert found == {
        Orders.RECEIVED: Fraction(84, 100),
        Orders.DELAYED: Fraction(6, 100),
        Orders.BADLY_DELAYED: Fraction(6, 100),
        Orders.LOST: Fraction(4, 100),
    }


def test_a_square_is_delayed_in_one_way_alone() -> None:
    found = {outcome.label: chance for outcome, chance in law(ask(KEY, "form-square")).items()}
    assert found["orders delayed"] == Fraction(12, 100)
    assert len(found) == 3


def test_a_route_march_draws_nothing() -> None:
    question = ask(KEY, "route-march", actor="light-cavalry", quality="elite")
    assert {o.label for o in question.odds().distribution} == {"orders received: 28 inches"}
    assert question.result("1").draws == ()


def test_guns_may_fire_after_half_a_maneuver_but_cavalry_never() -> None:
    seeds = [f"{number:x}" for number in range(1, 40)]
    guns = {
        ask(KEY, "maneuver-in-column", actor="horse-artillery").result(s).narration for s in seeds
    }
    horse = {
        ask(KEY, "maneuver-in-column", actor="light-cavalry").result(s).narration for s in seeds
    }
    assert any("no more than 5 inches" in step for words in guns for step in words.on_table)
    assert not any("fire" in step for words in horse for step in words.on_table)


@pytest.mark.parametrize(
    ("fields", "step"),
    [
        (
            {},
            (
                "As its action it may still fire from where it stands (not in march column), "
                "which needs no movement."
            ),
        ),
        (
            {"actor-state": "disordered"},
            (
                "As its action it may still fire from where it stands (not in march column) or "
                "regroup, which needs no movement."
            ),
        ),
        (
            {"actor": "light-cavalry", "actor-state": "disordered"},
            "As its action it may still regroup, which needs no movement.",
        ),
        ({"actor": "transport"}, "It stays where it is."),
    ],
)
def test_what_a_unit_without_orders_may_still_do(fields: dict[str, str], step: str) -> None:
    question = ask(KEY, "march", **fields)
    lost = OrdersOutcome(Orders.LOST, Fraction(0))
    assert question.law.narrate(lost, []).on_table == (step,)


@pytest.mark.parametrize(("quality", "inches"), [("veteran", "4 1/2"), ("average", "4")])
def test_lengths_are_written_in_outcomes_as_in_forms(quality: str, inches: str) -> None:
    question = ask(KEY, "maneuver-in-column", quality=quality)
    outcomes = question.odds().as_json()["outcomes"]
    assert inches in {row["outcome"]["inches"] for row in outcomes}
    late = OrdersOutcome(Orders.DELAYED, Fraction(9, 2))
    assert pickle.loads(pickle.dumps(late)) == late
