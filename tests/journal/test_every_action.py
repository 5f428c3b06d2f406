"""What every action of every system draws can be recorded, computed again and audited."""

from pathlib import Path

import pytest

from calculator.rules.action import AnyAction
from calculator.rules.catalog import KEYS, find_system
from calculator.rules.question import Question
from calculator.umpire import Umpire

ACTIONS = [(key, action) for key in KEYS for action in find_system(key).actions]


@pytest.mark.parametrize(("system", "action"), ACTIONS, ids=lambda each: getattr(each, "key", each))
def test_it_is_recorded_and_verified(system: str, action: AnyAction, tmp_path: Path) -> None:
    question = Question.read(system, action.key, {})
    with Umpire.open(tmp_path / "field.battle", side="French") as umpire:
        rulings = [umpire.adjudicate(question) for _ in range(3)]
        assert all(ruling.entry for ruling in rulings)
        verdict = umpire.verify()
        assert verdict.clean
        assert verdict.rulings == 3
        audit = umpire.audit()
        assert audit.unchecked == 0
        drawn = sum(bool(ruling.result.draws) for ruling in rulings)
        assert (audit.overall.rulings if audit.overall else 0) == drawn
        assert sum(count.expected for count in audit.counts) == pytest.approx(drawn)
        for form in ("jsonl", "csv", "markdown"):
            assert "".join(umpire.export(form))


def test_a_ruling_under_a_changed_fraction_is_computed_again(tmp_path: Path) -> None:
    tables = find_system("cannonade").tables.override(
        {"melee.strength.covered": 1.75}, "thick hedges"
    )
    question = Question.read("cannonade", "melee", {}, tables)
    with Umpire.open(tmp_path / "field.battle") as umpire:
        entry = umpire.adjudicate(question).entry
        assert entry is not None
        assert entry.body["overrides"] == {"melee.strength.covered": "1.75"}
        assert umpire.verify().rulings == 1
