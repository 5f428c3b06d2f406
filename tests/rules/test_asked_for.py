"""Defaults and limits of every field, as scripts and records have counted on them so far."""

from __future__ import annotations

import json

import pytest

from tests.rules.asked_for import KEPT, asked_for

BEFORE = json.loads(KEPT.read_text(encoding="utf-8"))


def test_no_action_has_come_or_gone_unnoticed() -> None:
    assert list(asked_for()) == list(BEFORE)


@pytest.mark.parametrize("asked", BEFORE)
def test_fields_take_and_hold_what_they_did(asked: str) -> None:
    assert list(asked_for()[asked].items()) == list(BEFORE[asked].items()), (
        "meant? python -m tests.rules.asked_for"
    )
