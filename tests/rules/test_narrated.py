"""What results say and leave, and what refusals say, as players have read it so far."""

from __future__ import annotations

import json

import pytest

from tests.rules.narrated import KEPT, actions, kept, listed, narrated, refused

BEFORE = json.loads(KEPT.read_text(encoding="utf-8"))
MEANT = "meant? python -m tests.rules.narrated"


@pytest.mark.parametrize("name", actions())
def test_results_and_refusals_say_what_they_did(name: str) -> None:
    results, outcomes, refusals = BEFORE[name]
    assert kept(narrated(*actions()[name])) == results, MEANT
    assert listed(*actions()[name]) == outcomes, MEANT
    assert refused(*actions()[name]) == refusals, MEANT
