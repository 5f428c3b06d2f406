"""A ruling records what its outcome does not list, and is verified with it."""

from __future__ import annotations

from pathlib import Path

from calculator.journal.entry import EntryKind
from calculator.rules.question import Question
from calculator.umpire import Umpire


def test_the_platoons_that_a_charge_left_are_recorded_though_the_odds_do_not_count_them(
    tmp_path: Path,
) -> None:
    with Umpire.open(tmp_path / "battle.empires") as umpire:
        question = Question.read("revolutionary-wars", "charge", {"resolve": "runs"})
        umpire.adjudicate(question, "1")
        (ruling,) = umpire.journal.storage.of_kind(EntryKind.RULING)
        assert umpire.verify().clean
    left = ruling.body["aftermath"]
    left_its_ground = {"at": ""}
    assert left["actor"] == {"order": "shaken", "platoons": "6", **left_its_ground}
    assert ruling.body["outcome"]["chargers"][0]["platoons"] is None
