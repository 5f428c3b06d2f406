"""Orders of battle for Morne Plaine: counters, and terrain."""

from __future__ import annotations

from fractions import Fraction

from calculator.rules.morne_plaine import SYSTEM
from calculator.rules.question import Question
from calculator.scenarios.loading import load


def test_the_shipped_counters_fill_in_a_charge() -> None:
    """3 against the Guard's 8 and 6; 5 against 4 and 4; 5 against a leader of 1 and 4 stripes."""
    scenario = load("waterloo-charges")
    assert scenario.system is SYSTEM
    assert not scenario.doubts

    def succeeds(actor: str, target: str) -> Fraction:
        filled = scenario.fill("actor", actor) | scenario.fill("target", target)
        question = Question.read("morne-plaine", "charge", filled, scenario.tables)
        return question.odds().measure("succeeds")

    assert succeeds("Piré's Light Cavalry", "Maitland's Guards") == 0
    assert succeeds("Wathier's Cuirassiers", "Colin Halkett's Brigade") == Fraction(6, 9)
    assert succeeds("Wathier's Cuirassiers", "The Duke of Wellington") == Fraction(8, 9)


def test_woods_cost_what_the_chart_says() -> None:
    scenario = load("waterloo-charges")
    values = {"unit": "cavalry", "path": "woods, woods"}
    odds = Question.read("morne-plaine", "movement", values, scenario.tables).odds()
    assert [row.outcome.label for row in odds] == ["2 hexes, no points left"]
