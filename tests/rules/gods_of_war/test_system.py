"""What Gods of War declares."""

from __future__ import annotations

import pytest

from calculator.errors import FaultsError
from calculator.forms import fields_of, keys_of
from calculator.rules.action import AnyAction
from calculator.rules.gods_of_war import SYSTEM
from calculator.rules.gods_of_war.army import ARMY, ArmyUnit
from calculator.rules.gods_of_war.terms import Unit
from calculator.rules.question import Question
from calculator.scenarios import load
from tests.rules.documented import check_page


def test_every_number_has_a_source_or_is_the_designers_judgement() -> None:
    for entry in SYSTEM.tables:
        assert entry.source or entry.why.startswith("designer's judgement: "), entry.key


@pytest.mark.parametrize("action", SYSTEM.actions, ids=lambda action: action.key)
def test_letters_are_unique_within_an_action(action: AnyAction) -> None:
    letters = [SYSTEM.letters[key] for key in keys_of(action.asks) if key in SYSTEM.letters]
    assert len(set(letters)) == len(letters)
    assert not set(letters) & set("arptqvxzn")


def test_roles_fill_in_fields_that_actions_ask() -> None:
    unit = {field.key for field in fields_of(ArmyUnit)}
    for role, fills in SYSTEM.roles.items():
        assert unit - set(fills) <= ({"formation"} if role == "friend" else set())
        assert {field for fields in fills.values() for field in fields} <= SYSTEM.all_keys


def army(missing: Unit | None = None) -> list[ArmyUnit]:
    return [
        ArmyUnit(unit=unit)
        for unit, number in ARMY.items()
        for _ in range(number)
        if unit is not missing
    ]


def test_an_army_is_eight_units() -> None:
    assert len(army()) == 8
    assert not list(SYSTEM.army_doubts(army(), SYSTEM.tables))
    (doubt,) = SYSTEM.army_doubts(army(Unit.HEAVY_CAVALRY), SYSTEM.tables)
    assert str(doubt) == "has 0 of heavy cavalry, where the text gives 1 [Deployment: rule]"


def test_a_gun_has_two_figures_at_most() -> None:
    with pytest.raises(FaultsError, match="strength: horse artillery has 2 figures, not 3"):
        ArmyUnit(unit=Unit.HORSE_ARTILLERY, strength=3)


def test_the_page_in_the_docs_says_what_the_system_does() -> None:
    check_page(SYSTEM)


def test_the_shipped_battle_fields_two_armies_of_the_text() -> None:
    scenario = load("farm-below-the-ridge")
    assert [len(side.units) for side in scenario.sides] == [8, 8]
    assert not scenario.doubts


def test_a_unit_of_a_battle_answers_for_itself_in_either_role() -> None:
    scenario = load("farm-below-the-ridge")
    filled = scenario.fill("actor", "Cuirassiers") | scenario.fill("target", "Red 1st Infantry")
    cards = {key for key in filled if filled[key] == "no"}
    assert {"charge", "rout", "skirmisher-screen", "drew-before"} <= cards
    assert {key: text for key, text in filled.items() if key not in cards} == {
        "unit": "heavy-cavalry",
        "strength": "full",
        "target": "infantry",
        "target-strength": "full",
        "target-formation": "line",
        "deck": "all",
        "hand": "0",
        "tiles": "all",
    }
    Question.read("gods-of-war", "close-combat", filled).check()
