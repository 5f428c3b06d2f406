"""What is allowed and yet doubtful."""

from __future__ import annotations

from pathlib import Path

import pytest

from calculator.cli import main
from calculator.scenarios.loading import read_scenario
from calculator.scenarios.source import parse_source


def doubts(text: str) -> list[str]:
    return [str(doubt) for doubt in read_scenario(parse_source(Path("hill.toml"), text)).doubts]


def test_a_sound_file_leaves_no_doubt(hill: str) -> None:
    assert doubts(hill) == []


@pytest.mark.parametrize(
    ("guns", "doubtful"), [("guns = 4", True), ("guns = 5", False), ("guns = 30", False)]
)
def test_guns_for_a_thousand_men(hill: str, guns: str, doubtful: bool) -> None:
    """Red has 5,000 men: below 1 and above 6 guns for a thousand of them is doubtful."""
    assert bool(doubts(hill.replace("guns = 8", guns))) is doubtful


def test_too_many_guns_are_told_with_the_norm_and_its_source(hill: str) -> None:
    (told,) = doubts(hill.replace("guns = 8", "guns = 31"))
    assert "$.sides[0]: 31 guns to 5,000 men are 6.2 a thousand; 2 to 4 was usual" in told
    assert "Chandler" in told


def test_strengths_that_are_partly_unknown_say_nothing_of_guns(hill: str) -> None:
    assert doubts(hill.replace("guns = 8", "guns = 100").replace("men = 3000\n", "")) == []


def test_a_division_without_a_general(hill: str) -> None:
    (told,) = doubts(hill.replace('general = "Crimson"\n', ""))
    assert "2nd Division has no general" in told


def test_a_reserve_of_guns_needs_no_general(hill: str) -> None:
    reserve = '[[sides.formations]]\nname = "Reserve"\n[[sides.formations.units]]\n'
    battery = 'name = "Guns"\narm = "guns"\nbases = 1\nguns = 6\n'
    before, after = hill.split('[[sides]]\nkey = "blue"')
    assert doubts(f'{before}{reserve}{battery}[[sides]]\nkey = "blue"{after}') == []


def test_reinforcements_that_come_too_late(hill: str) -> None:
    assert doubts(hill.replace("entry-turn = 2", "entry-turn = 8")) == []
    (told,) = doubts(hill.replace("entry-turn = 2", "entry-turn = 9"))
    assert "2nd Division comes on in turn 9 of 8" in told


def test_a_key_that_is_not_the_files_name(hill: str) -> None:
    (told,) = doubts(hill.replace('key = "hill"', 'key = "hills"'))
    assert "$.scenario.key: has the key 'hills'" in told


def test_no_sources(hill: str) -> None:
    (told,) = doubts(hill.replace('sources = ["A history (1844)"]\n', ""))
    assert "names no sources" in told


def test_the_system_has_doubts_of_its_own(hill: str) -> None:
    spoilt = hill.replace('"average"\nbases = 6', '"veteran"\nbases = 6')
    (told,) = doubts(spoilt)
    assert told.endswith("$.sides[1]: all are veterans [I]")


def test_the_quality_of_guns_says_nothing(hill: str) -> None:
    (told,) = doubts(hill.replace('arm = "guns"', 'arm = "guns"\nquality = "veteran"', 1))
    assert "quality has no effect for such a unit" in told


THREE = """
[scenario]
key = "three"
title = "Three"
system = "there-stand-empires"
""" + "".join(
    f"""
[[sides]]
key = "{key}"
name = "{key}"
units = [{{ name = "Foot", arm = "infantry", quality = "veteran", bases = {bases} }}]
"""
    for key, bases in {"red": 6, "blue": 5, "green": 3}.items()
)


def test_three_sides_are_a_battle_but_no_forecast(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = home / "scenarios"
    folder.mkdir(parents=True)
    (folder / "three.toml").write_text(THREE, encoding="utf-8")
    assert main(["scenario", "check", "three"]) == 0
    assert "green: 3.0 bases to a unit, red: 6.0" in capsys.readouterr().out
    assert main(["scenario", "list"]) == 0
    assert "Three" in capsys.readouterr().out
    assert main(["tune", "map", "three"]) == 0
    assert "Defenders: 1 blue: Foot; 2 green: Foot" in capsys.readouterr().out
    assert main(["tune", "forecast", "three"]) == 2
    assert "has 3 sides, and a forecast is of two" in capsys.readouterr().err
