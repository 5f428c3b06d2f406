"""`empires scenario`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

HILL = str(Path(__file__).parents[1] / "scenarios" / "hill.toml")

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def spoilt(tmp_path: Path) -> str:
    path = tmp_path / "spoilt.toml"
    text = Path(HILL).read_text(encoding="utf-8")
    path.write_text(text.replace("bases = 6", "bases = 0"), encoding="utf-8")
    return str(path)


def test_check_tells_faults_and_doubts_and_goes_on(run: Run, spoilt: str) -> None:
    ran = run("scenario", "check", spoilt, HILL)
    assert ran.code == 2
    assert ran.err.startswith(spoilt)
    assert "$.sides[1].units[0].bases: 0 is out of range" in ran.err
    assert ran.out == f"{HILL}: The Hill, 5 units, no faults\n"
    assert run("scenario", "check", HILL).code == 0


def test_check_as_json(run: Run, spoilt: str) -> None:
    ran = run("scenario", "check", spoilt, HILL, "--json")
    assert ran.code == 2
    bad, good = json.loads(ran.out)
    assert bad["faults"][0]["problem"] == "0 is out of range"
    assert bad["faults"][0]["allowed"] == "a whole number from 1 to 10 bases"
    assert good == {"file": HILL, "faults": [], "doubts": []}


def test_doubts_are_told_but_do_no_harm(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "hill.toml"
    text = Path(HILL).read_text(encoding="utf-8")
    path.write_text(text.replace('general = "Crimson"\n', ""), encoding="utf-8")
    ran = run("scenario", "check", str(path))
    assert ran.code == 0
    assert "please check: " in ran.out
    assert "2nd Division has no general" in ran.out


def test_show_for_people(run: Run) -> None:
    shown = " ".join(run("scenario", "show", HILL).out.split())
    for told in (
        "The Hill, 1815-06-16 (Toy Soldiers)",
        "Red wants the hill.",
        "Victory: Who holds it.",
        "8 turns, from 14:00, fog yes",
        "The Red army (attacker); walls yes",
        "1st Division I Corps, Scarlet",
        "2nd Division Crimson, turn 2 by the road",
        "the wall is low (was 6)",
        "5,000",
    ):
        assert told in " ".join(shown.split())
    assert "howitzers" not in shown
    noted = " ".join(run("scenario", "show", HILL, "--notes").out.split())
    assert 'Six 6-pounders # and two "howitzers"' in noted
    assert "A battery guns 1 base 8 guns" in shown


def test_show_as_json_holds_everything(run: Run) -> None:
    told = json.loads(run("scenario", "show", HILL, "--json").out)
    assert told["rules"] == {
        "turns": 8,
        "first-turn": "14:00",
        "victory": "Who holds it.",
        "fog": True,
    }
    assert told["terrain"] == [{"name": "The farm", "cover": "hard", "notes": ""}]
    red = told["sides"][0]
    assert red["generals"] == [{"name": "Red", "rank": "army", "notes": ""}]
    assert red["formations"][0]["units"][0] == {
        "name": "Jérôme's brigade",
        "arm": "foot",
        "quality": "veteran",
        "bases": 5,
        "men": 3000,
        "guns": None,
        "at": "",
        "notes": "",
    }
    assert told["tables"]["needed.hard"] == {"value": 5, "why": "the wall is low (was 6)"}


@pytest.mark.parametrize("hours", [7, 7.5])
def test_show_as_json_tells_how_long_it_was_fought(run: Run, tmp_path: Path, hours: float) -> None:
    history = f'\n[history]\nwinner = "red"\nsource = "A book"\nhours = {hours}\n'
    fought = tmp_path / "fought.toml"
    fought.write_text(Path(HILL).read_text(encoding="utf-8") + history, encoding="utf-8")
    told = json.loads(run("scenario", "show", str(fought), "--json").out)["history"]["hours"]
    assert (told, type(told)) == (hours, type(hours))


def test_show_by_a_name_that_is_nearly_right(run: Run) -> None:
    ran = run("scenario", "show", "quatrebras")
    assert ran.code == 2
    assert "did you mean 'quatre-bras'" in ran.err


def test_list_names_the_users_own_and_the_faulty(run: Run, home: Path, spoilt: str) -> None:
    (home / "scenarios").mkdir(parents=True)
    (home / "scenarios" / "my-hill.toml").write_bytes(Path(HILL).read_bytes())
    (home / "scenarios" / "my-valley.toml").write_bytes(Path(spoilt).read_bytes())
    listed = {battle["key"]: battle for battle in json.loads(run("scenario", "list", "--json").out)}
    assert listed["my-hill"]["title"] == "The Hill"
    assert listed["my-hill"]["units"] == 5
    assert listed["my-valley"]["faults"] == 1
    assert "quatre-bras" in listed
    shown = run("scenario", "list").out
    assert "1 fault: empires scenario check my-valley" in shown


def test_what_there_is_one_of_or_none_is_told_so(run: Run, home: Path) -> None:
    path = home / "scenarios" / "small.toml"
    path.parent.mkdir(parents=True)
    sides = (
        f'[[sides]]\nkey = "{key}"\nname = "{key}"\n[[sides.units]]\nname = "{key} foot"\n'
        'arm = "foot"\nquality = "average"\nbases = 2\nmen = 1\n'
        for key in ("red", "blue")
    )
    head = '[scenario]\nkey = "small"\ntitle = "A Bridge"\nsystem = "toy"\n[rules]\nturns = 1\n'
    path.write_text(head + "".join(sides), encoding="utf-8")
    listed = run("scenario", "list").out
    assert "A Bridge\n" in "\n".join(line.strip() + "\n" for line in listed.splitlines())
    assert "A Bridge," not in listed
    shown = run("scenario", "show", "small").out
    assert "A Bridge (Toy Soldiers)" in shown
    assert "Rules: 1 turn" in shown
    assert "1 turns" not in shown
    assert "1 unit, 1 man\n" in "\n".join(line.rstrip() + "\n" for line in shown.splitlines())


def test_new_writes_a_file_that_passes_check(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "first-try")
    assert run("scenario", "new", path, "--system", "toy").code == 0
    assert run("scenario", "check", f"{path}.toml").code == 0
    again = run("scenario", "new", path, "--system", "toy")
    assert again.code == 2
    assert "is there already" in again.err


@pytest.mark.parametrize("told", ["~no one.toml", "~no one/x.toml", "x" * 300 + ".toml"])
@pytest.mark.parametrize("command", ["check", "show", "new"])
def test_a_path_that_leads_nowhere_is_told(run: Run, command: str, told: str) -> None:
    system = ("--system", "toy") if command == "new" else ()
    ran = run("scenario", command, told, *system)
    assert ran.code == 2
    assert ran.err.startswith(told)
    assert "no home folder" in ran.err or "File name too long" in ran.err


def test_no_command_of_its_own_shows_what_there_is(run: Run) -> None:
    ran = run("scenario")
    assert ran.code == 0
    assert "usage: empires scenario" in ran.out
