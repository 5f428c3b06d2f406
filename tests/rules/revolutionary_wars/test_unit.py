"""The shipped order of battle."""

from __future__ import annotations

from calculator.rules.revolutionary_wars import SYSTEM
from calculator.rules.revolutionary_wars.forms import Unit
from calculator.rules.revolutionary_wars.terms import Card
from calculator.scenarios import load


def test_pictons_ridge_has_platoons_as_it_says() -> None:
    """A platoon for about a hundred men, or two guns; riflemen two."""
    scenario = load("waterloo-picton")
    assert scenario.system is SYSTEM
    for side in scenario.sides:
        for unit in side.units:
            form = unit.form
            assert isinstance(form, Unit)
            card = Card(form.card, scenario.tables)
            men, guns = unit.men or 0, unit.guns or 0
            if guns:
                assert 2 * form.platoons == guns
            elif card.is_skirmish:
                assert form.platoons == round(men / 50)
            else:
                assert abs(men / form.platoons - 100) <= 21, unit.name


def test_its_netherlanders_stand_worse_than_the_card_of_any_nation() -> None:
    key = "card.line.stand-front.line"
    scenario = load("waterloo-picton")
    assert scenario.tables.points(key) == SYSTEM.tables.points(key) + 1
    assert key in scenario.tables.overridden
