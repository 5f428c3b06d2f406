"""What the systems say of wrong answers: the field at fault, one in the singular, a and an."""

from __future__ import annotations

import pytest

from calculator.errors import CalculatorError
from calculator.rules.catalog import KEYS
from calculator.scenarios.template import template
from tests.rules.asking import ask


@pytest.mark.parametrize(
    ("system", "action", "values", "told"),
    [
        (
            "there-stand-empires",
            "army-morale",
            {"broken": 250},
            "broken: 250 are more than the army's 12 units (allowed: 0 to 12)",
        ),
        (
            "there-stand-empires",
            "army-morale",
            {"units": 1, "broken": 1},
            "demoralized: 1 broken and 3 demoralized are more than the army's 1 unit (allowed: 0)",
        ),
        (
            "there-stand-empires",
            "line-of-sight",
            {"apart": 1},
            "begins beyond the target (allowed: 0 to 1 inch)",
        ),
        (
            "cannonade",
            "melee",
            {"men": 1, "formations": 2},
            "formations: 2 are more than the men in them (allowed: 1)",
        ),
        (
            "gods-of-war",
            "wanted-cards",
            {"deck": "charge 1", "draws": 3},
            "draws: the deck holds 1 card (allowed: 1)",
        ),
        (
            "revolutionary-wars",
            "shoot",
            {"battalion": "austrian-horse-guns", "formation": "double-line"},
            "an Austrian horse battery cannot form double line, only light",
        ),
        (
            "revolutionary-wars",
            "replenish",
            {"skirmishers": "austrian-light-cavalry"},
            "an Austrian light cavalry is no skirmish battalion",
        ),
    ],
)
def test_what_is_wrong(system: str, action: str, values: dict[str, object], told: str) -> None:
    with pytest.raises(CalculatorError) as wrong:
        ask(system, action, **values).check()
    assert told in str(wrong.value)


@pytest.mark.parametrize("system", KEYS)
def test_no_unit_of_an_order_of_battle_is_acting(system: str) -> None:
    assert "acting unit" not in template("battle", system, "battle.toml")
