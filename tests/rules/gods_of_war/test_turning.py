"""Pivot and Change Formation: what the text's list of actions says of both, and what they cost."""

from __future__ import annotations

from pathlib import Path

import pytest

from calculator.umpire import Umpire
from tests.roll.playing import Played
from tests.rules.asking import ask


@pytest.mark.parametrize(
    ("unit", "label"),
    [
        ("infantry", "turns any way"),
        ("heavy-cavalry", "turns any way"),
        ("horse-artillery", "turns one step"),
        ("heavy-artillery", "turns one step"),
    ],
)
def test_guns_pivot_by_one_step_others_any_way(unit: str, label: str) -> None:
    (outcome,) = ask("gods-of-war", "pivot", unit=unit).odds().distribution
    assert outcome.label == label


def test_infantry_alone_changes_formation() -> None:
    def why(**answers: str) -> list[str]:
        return [
            one.reason for one in ask("gods-of-war", "change-formation", **answers).law.refusals()
        ]

    assert why(formation="line", into="square") == []
    assert why(formation="line", into="line") == ["it stands in line already"]
    assert why(unit="heavy-cavalry", into="line") == ["only infantry has formations"]


def test_each_costs_an_action_and_no_unit_takes_two_in_a_row(tmp_path: Path) -> None:
    ridge = Played(Umpire.open(tmp_path / "ridge.battle"), "farm-below-the-ridge")
    foot, *_ = (unit.name for unit in ridge.roll.units if unit.now["unit"] == "infantry")
    other = [unit.name for unit in ridge.roll.units if unit.side == ridge.roll.unit(foot).side][-1]
    side = ridge.roll.unit(foot).side
    ridge.play("change-formation", {"actor": foot}, into="square")
    assert ridge.roll.unit(foot).now["formation"] == "square"
    assert ridge.roll.account(side)[-2].startswith("5 of 6 actions left")
    question = ridge.question("pivot", {"actor": foot})
    assert "never acts twice in a row" in next(iter(question.law.refusals())).reason
    ridge.play("pivot", {"actor": other})
    assert any("4 of 6 actions left" in line for line in ridge.roll.account(side))
    assert (
        "no Regroup has been played"
        in ridge.held("change-formation", {"actor": foot}, into="line", regroup="yes")[0]
    )
    ridge.play("play-card", {}, side, card="regroup", hand=1)
    ridge.play("change-formation", {"actor": foot}, into="line", regroup="yes")
    assert any("4 of 6 actions left" in line for line in ridge.roll.account(side))


def test_a_double_time_joins_one_attack_to_a_move_once(tmp_path: Path) -> None:
    """Bonus cards: one infantry unit moves and attacks in one action, and cards are one-use."""
    ridge = Played(Umpire.open(tmp_path / "ridge.battle"), "farm-below-the-ridge")
    at = {"actor": "Blue 1st Infantry", "target": "Red 1st Infantry"}
    again = {"acted_before": "yes", "double_time": "yes"}
    none = "no Double Time is in play: play it out of the hand first"
    ridge.play("move", {"actor": "Blue 1st Infantry"}, "blue")
    assert none in ridge.held("ranged-fire", at, "blue", **again)[0]
    ridge.play("play-card", {}, "blue", card="double-time", hand=1)
    ridge.play("ranged-fire", at, "blue")
    assert any("5 of 6 actions left" in line for line in ridge.roll.account("blue"))
    assert none in ridge.held("ranged-fire", at, "blue", **again)[0]
