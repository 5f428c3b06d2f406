"""The record's list: one line for an entry, one filter for every list of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from calculator.desk.chronicle import EntryLine, Filter, nothing_found
from calculator.roll import OrderOfBattle
from calculator.rules.question import Question
from calculator.umpire import Umpire

FIRE = Question.read("there-stand-empires", "deployed-fire", {})
MARCH = Question.read("there-stand-empires", "initiative", {})


@pytest.fixture
def umpire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Umpire]:
    """A battle of two turns: its order of battle, fire, initiative, a turn, a note."""
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path))
    with Umpire.open("saturday", side="French", player="Ney", copy="red-1") as umpire:
        umpire.bind(OrderOfBattle.of_file("quatre-bras"))
        units = {"actor": "french: Husson's brigade", "target": "allied: Bijleveld's battery"}
        umpire.adjudicate(FIRE, "1", units={"actor": units["actor"]})
        umpire.adjudicate(MARCH, "1", side="Anglo-Allied")
        umpire.turn(2)
        umpire.note("The bridge is blown")
        yield umpire


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("", [1, 2, 3, 4, 5]),
        ("turn:1", [1, 2, 3]),
        ("turn:1-2", [1, 2, 3, 4, 5]),
        ("turn:2-", []),
        ("side:fr", [1, 2, 4, 5]),
        ("side:allied", [3]),
        ("deployed-fire", [2]),
        ("deployed fire", [2]),
        ("action:deployed-fire", [2]),
        ("husson", [2]),
        ("unit:husson side:fr", [2]),
        ("BRIDGE", [5]),
        ("kind:note player:ney", [5]),
        ("#3", [3]),
        ("previous", []),
        ("schema", []),
    ],
)
def test_a_filter_finds_what_a_person_sees(umpire: Umpire, typed: str, numbers: list[int]) -> None:
    lines = [EntryLine.of(entry) for entry in umpire.shown(umpire.entries())]
    assert [line.number for line in Filter.read(typed).of(lines)] == numbers


def test_a_line_says_who_did_what(umpire: Umpire) -> None:
    lines = {line.number: line for line in map(EntryLine.of, umpire.entries())}
    assert lines[2].subject == "Husson's brigade: deployed fire"
    assert lines[2].in_words.startswith("Husson's brigade: deployed fire: ")
    assert (lines[5].who, lines[5].in_words) == ("Ney, French", "The bridge is blown")


def test_a_filter_by_a_key_that_there_is_not_names_the_keys() -> None:
    assert nothing_found("sied:french") == (
        "A filter has no key 'sied' (did you mean 'side'?); it has",
        "turn, side, player, copy, action, unit, kind, system",
    )
    assert nothing_found("12:30 hasty") == ("Nothing matches the filter.",)
