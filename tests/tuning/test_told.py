"""What the tasks of tuning show, as designers have seen it so far."""

from __future__ import annotations

import json

import pytest

from tests.tuning.told import COMMANDS, KEPT, told

BEFORE = json.loads(KEPT.read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_task_shows_what_it_did(command: str) -> None:
    assert [*told(command)] == BEFORE[command], "meant? python -m tests.tuning.told"
