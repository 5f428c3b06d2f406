"""What each thing that counts does here, and all of it together."""

from __future__ import annotations

from fractions import Fraction

import pytest

from calculator.cli import main
from calculator.desk.why_view import in_all
from tests.rules.asking import ask


def test_what_a_factor_adds_is_what_goes_without_it() -> None:
    """docs/model.md: a general near is worth his points in orders, and nothing in the fight."""
    alone = ask("there-stand-empires", "assault")
    near = ask("there-stand-empires", "assault", general="yes")
    worth = {one.factor.name: one.worth for one in near.odds().why.reasons}
    carries = near.odds().measure("carries") - alone.odds().measure("carries")
    assert worth["General within 6 inches"] == carries > 0


def test_what_has_no_effect_stays_and_is_marked() -> None:
    """An officer is the last man killed: of 20 men none but he is safe from seven casualties."""
    many = ask("cannonade", "cannonade", target_men=20, target_officer="yes").odds().why.reasons
    few = ask("cannonade", "cannonade", target_men=2, target_officer="yes").odds().why.reasons
    officer = "their officer is killed once no man is left to fall"
    assert {one.factor.name: one.idle for one in many}[officer] is True
    assert {one.factor.name: one.idle for one in few}[officer] is False


def test_the_sum_is_told_apart_from_what_all_do_together() -> None:
    """At 4 hexes against 18 men in cover: 1 for density, -1 and -1, so any but a 1 kills."""
    odds = ask("cannonade", "cannonade", range=4, target_men=18, target_terrain="covered").odds()
    assert in_all(odds.factors) == "cannon -1"
    assert odds.why.together == odds.measure("kills") - 1 == Fraction(-1, 6)
    assert "-16.7" in odds.why.told_apart("kills anyone")


def test_the_command_line_tells_what_each_adds_and_what_changes_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    asked = ["range=4", "target-men=18", "target-terrain=covered", "target-officer=yes"]
    assert main(["odds", "cannonade", "cannonade", *asked, "--explain"]) == 0
    printed = capsys.readouterr().out
    assert "no man is left to fall [Officers: rule], changes nothing here" in printed
    assert "cannonade: cannon -1" in printed
    assert "Points add up, chances do not: together they move" in printed
