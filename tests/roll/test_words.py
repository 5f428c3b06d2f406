"""How a unit stands in words: the same on the screen, on the pages and on the command line."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from calculator import cli
from calculator.answering import read_line
from calculator.roll import (
    OrderOfBattle,
    Roll,
    RollUnit,
    as_typed,
    how_it_stands,
    read_correction,
    what_it_is,
)
from calculator.roll.words import how_shaken
from calculator.umpire import Umpire

CORRECTED = [
    (
        "quatre-bras",
        "Bylandt's brigade",
        {"state": "disordered", "bases": "3", "acted": "yes", "at": "Bossu wood"},
        ("disordered", "2 of 5 bases lost", "has acted (entry 2)", "at Bossu wood"),
        "infantry, poor, 3 bases",
    ),
    ("quatre-bras", "Gauthier's brigade", {"gone": "broken"}, ("broken in turn 1 (entry 2)",), ""),
    ("quatre-bras", "Bylandt's brigade", {"formation": "square"}, ("square",), ""),
    (
        "waterloo-picton",
        "1st/17th Line",
        {"order": "shaken"},
        ("shaken",),
        "French line, 5 platoons",
    ),
    (
        "cannonade-farm",
        "Foot Battery",
        {"officer": "no", "holds": "nothing", "prisoners": "2"},
        ("no officer", "no cannon", "prisoners 2"),
        "infantry, 6 men",
    ),
    (
        "farm-below-the-ridge",
        "Blue 3rd Infantry",
        {"strength": "0"},
        ("broken", "4 of 4 figures lost"),
        "infantry, 0 figures, line",
    ),
    (
        "waterloo-charges",
        "Wathier's Cuirassiers",
        {"allowance": "2", "strength": "4", "bombarded": "yes"},
        ("2 of 6 movement points left", "bombarded", "1 of 5 CS points lost"),
        "",
    ),
]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path))


def corrected(scenario: str, name: str, values: dict[str, str]) -> tuple[Roll, RollUnit]:
    """A unit after a correction."""
    with Umpire.open("saturday") as umpire:
        umpire.bind(OrderOfBattle.of_file(scenario))
        roll = umpire.roll()
        assert roll is not None
        umpire.correct(read_correction(roll, name, values), "seen")
        after = umpire.roll()
    assert after is not None
    return after, after.unit(name)


@pytest.mark.parametrize(("scenario", "name", "values", "marks", "rating"), CORRECTED)
def test_what_became_of_a_unit_is_told(
    scenario: str, name: str, values: dict[str, str], marks: tuple[str, ...], rating: str
) -> None:
    roll, unit = corrected(scenario, name, values)
    system = roll.scenario.system
    assert how_it_stands(system, unit) == marks
    assert what_it_is(system, unit).startswith(rating)
    fresh = Roll(roll.scenario)
    assert how_it_stands(system, fresh.unit(name)) == ()
    assert not how_shaken(system, fresh.unit(name))
    assert bool(how_shaken(system, unit)) == any(
        word in marks for word in ("disordered", "shaken", "broken")
    )


@pytest.mark.parametrize(
    ("scenario", "name", "typed"),
    [
        ("quatre-bras", "Bylandt's brigade", "bases=5"),
        ("waterloo-picton", "1st/17th Line", "platoons=5"),
        ("farm-below-the-ridge", "Blue 3rd Infantry", "strength=4"),
        ("waterloo-charges", "Wathier's Cuirassiers", "strength=5"),
        ("cannonade-farm", "Foot Battery", "men=6"),
    ],
)
def test_how_a_correction_is_typed_is_shown_in_the_keys_of_its_system(
    scenario: str, name: str, typed: str
) -> None:
    roll = Roll(OrderOfBattle.of_file(scenario).scenario)
    example = as_typed(roll, roll.unit(name))
    assert typed in example.split()
    read_correction(roll, name, read_line(example))


def test_of_what_is_no_whole_unit_yes_has_its_name_and_no_is_left_out() -> None:
    roll = Roll(OrderOfBattle.of_file("cannonade-farm").scenario)
    unit = roll.unit("Foot Battery")
    killed = attrs.evolve(unit, now={**unit.now, "men": "0", "flag": "no", "officer": "yes"})
    assert what_it_is(roll.scenario.system, killed) == "infantry, 0, officer, cannon"


def test_what_a_turn_uses_up_is_not_lost(capsys: pytest.CaptureFixture[str]) -> None:
    _, unit = corrected("waterloo-charges", "Wathier's Cuirassiers", {"allowance": "2"})
    assert unit.losses == {}


def test_the_command_line_tells_it_in_the_same_words(capsys: pytest.CaptureFixture[str]) -> None:
    corrected("quatre-bras", "Bylandt's brigade", {"bases": "3", "acted": "yes"})
    assert cli.main(["roll", "--battle", "saturday", "--side", "allied"]) == 0
    line = next(one for one in capsys.readouterr().out.splitlines() if "Bylandt" in one)
    assert "2 of 5 bases" in line
    assert "has acted" in line
