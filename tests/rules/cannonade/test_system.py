"""What Cannonade declares."""

from __future__ import annotations

import pytest

from calculator.errors import FaultsError
from calculator.forms import fields_of
from calculator.rules.cannonade import SYSTEM
from calculator.rules.cannonade.unit import Formation
from calculator.rules.system import AnyAction


def test_every_number_has_a_source_or_is_the_designers_judgement() -> None:
    for entry in SYSTEM.tables:
        assert entry.source or entry.why.startswith("designer's judgement: "), entry.key


@pytest.mark.parametrize("action", SYSTEM.actions, ids=lambda action: action.key)
def test_letters_are_unique_within_an_action(action: AnyAction) -> None:
    letters = [field.mnemonic for field in fields_of(action.form) if field.mnemonic]
    assert len(set(letters)) == len(letters)
    assert not set(letters) & set("arptqvxzn")


def test_roles_fill_in_fields_that_actions_ask() -> None:
    unit = {field.key for field in fields_of(Formation)}
    for fills in SYSTEM.roles.values():
        assert set(fills) <= unit
        assert set(fills.values()) <= SYSTEM.all_keys


def test_a_formation_beside_a_cannon_has_ten_men_at_most() -> None:
    with pytest.raises(FaultsError, match="men: 11 are too many beside cannon"):
        Formation(men=11, holds=fields_of(Formation)[3].kind.parse("cannon"))
