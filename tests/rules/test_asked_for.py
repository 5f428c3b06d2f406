"""What every action asks, and when, as scripts and screens have counted on it so far."""

from __future__ import annotations

import json

import pytest

from tests.rules.asked_for import KEPT, asked_for, called_up, forms

BEFORE = json.loads(KEPT.read_text(encoding="utf-8"))
MEANT = "meant? python -m tests.rules.asked_for"


def test_no_action_has_come_or_gone_unnoticed() -> None:
    assert list(forms()) == list(BEFORE), MEANT


@pytest.mark.parametrize("name", BEFORE)
def test_fields_take_and_hold_what_they_did(name: str) -> None:
    assert list(asked_for(forms()[name]).items()) == list(BEFORE[name][0].items()), MEANT


@pytest.mark.parametrize("name", BEFORE)
def test_answers_call_up_the_fields_that_they_did(name: str) -> None:
    assert called_up(forms()[name]) == BEFORE[name][1], MEANT
