"""Units of the shipped orders of battle fill in every action of their system, in either role."""

from __future__ import annotations

from pathlib import Path

import pytest

from calculator.rules.question import Question
from calculator.scenarios import load

SHIPPED = sorted((Path(__file__).parents[2] / "scenarios").glob("*.toml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_a_unit_fills_in_is_an_answer_of_every_action(path: Path) -> None:
    scenario = load(path)
    for role in ("actor", "target"):
        filled = {tuple(scenario.fill(role, unit).items()) for unit in scenario.units}
        for answers in filled:
            for action in scenario.system.action_keys:
                Question.read(scenario.system.key, action, dict(answers), scenario.tables)
