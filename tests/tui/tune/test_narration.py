"""What the designer's screen says in words."""

from __future__ import annotations

import pytest

from calculator.scenarios import load
from calculator.tui.tune import narration
from calculator.tui.tune.workbench import Workbench


@pytest.fixture(autouse=True)
def systems() -> None:
    """The systems as they are: no small one in front."""


@pytest.mark.parametrize(
    ("battle", "key", "text", "told"),
    [
        ("farm-below-the-ridge", "strength", "1", "strength 1 (file: full). a whole number from 0"),
        ("cannonade-farm", "men", "1", "men 1 (file: 20). a whole number from 1"),
        ("maida", "quality", "elite", "quality elite (file: veteran). elite, veteran, average"),
    ],
)
def test_a_rating_is_told_with_its_name_once(battle: str, key: str, text: str, told: str) -> None:
    bench = Workbench(load(battle))
    unit = bench.attacking.units[0]
    field = next(field for field in bench.fields if field.key == key)
    bench.put(unit.path, field, text)
    said = narration.rating(bench, bench.unit(unit.path), field)
    assert said.startswith(f"{unit.name}: {told}")
