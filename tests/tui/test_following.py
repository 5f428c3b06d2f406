"""A default that follows another answer: choosing guns makes the unit one base, a battery."""

from __future__ import annotations

from calculator.desk.asking import Asking
from calculator.forms import field_of
from calculator.rules.catalog import find_system


def test_choosing_guns_sets_one_base_and_choosing_foot_sets_four() -> None:
    set_up = Asking(find_system("there-stand-empires"))
    bases = field_of(set_up.action.asks, "bases")
    assert set_up.text(bases) == "4"
    set_up.say({"bases": "6"})
    assert set_up.text(bases) == "6"
    set_up.say({"actor": "horse-artillery"})
    assert set_up.text(bases) == "1"
    set_up.say({"actor": "horse-artillery", "bases": "2"})
    assert set_up.text(bases) == "2"
    set_up.say({"actor": "horse-artillery"})
    assert set_up.text(bases) == "2"
    set_up.say({"actor": "infantry"})
    assert set_up.text(bases) == "4"
