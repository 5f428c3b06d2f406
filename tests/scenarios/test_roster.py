"""Spreadsheets become orders of battle: men become bases, and every wrong cell is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from calculator.cli import main
from calculator.errors import FaultsError
from calculator.forms import texts
from calculator.scenarios import known_scenarios, load
from calculator.scenarios.exporting import as_csv

ROSTER = """\
side;formation;unit;arm;quality;men;guns;general
Red;1st Division;Crimson;infantry;veteran;3600;;Scarlet
Red;1st Division;Lancers;light-cavalry;average;900;;Scarlet
Red;1st Division;Guns;light-foot-artillery;;;8;Scarlet
Blue;;Cobalt;Infantry;poor;1000;;
"""


def made(tmp_path: Path, roster: str | bytes, *options: str) -> int:
    file = tmp_path / "roster.csv"
    file.write_bytes(roster.encode() if isinstance(roster, str) else roster)
    return main(["scenario", "new", str(tmp_path / "new"), "--from", str(file), *options])


def test_men_become_bases(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert made(tmp_path, ROSTER) == 0
    shown = capsys.readouterr().out
    assert "please check: Cobalt: 1.67 bases at 600 men each, rounded to 2" in shown
    battle = load(tmp_path / "new.toml")
    bases = {unit.name: texts(unit.form)["bases"] for unit in battle.units}
    assert bases == {"Crimson": "6", "Lancers": "3", "Guns": "1", "Cobalt": "2"}
    assert battle.sides[0].formations[0].general == "Scarlet"
    assert texts(battle.find("Cobalt").form)["quality"] == "poor"


def test_men_to_a_base_can_be_said(tmp_path: Path) -> None:
    assert made(tmp_path, ROSTER, "--men-per-base", "900") == 0
    assert texts(load(tmp_path / "new.toml").find("Crimson").form)["bases"] == "4"


@pytest.mark.parametrize("men", ["0", "-1", "many"])
def test_men_to_a_base_are_checked(
    tmp_path: Path, men: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert made(tmp_path, ROSTER, f"--men-per-base={men}") == 2
    assert "--men-per-base" in capsys.readouterr().err
    assert not (tmp_path / "new.toml").exists()


def test_men_to_a_base_are_of_a_spreadsheet_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ((), ("--like", "maida")):
        assert main(["scenario", "new", str(tmp_path / "x"), *words, "--men-per-base", "9"]) == 2
        assert "--men-per-base: turns the men in a spreadsheet" in capsys.readouterr().err
    assert not (tmp_path / "x.toml").exists()


def test_every_wrong_cell_is_named_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    roster = (
        "side,unit,arm,quality,men\n"
        "Red,A,infantry,vetran,-5\n"
        "Red,A,cavalier,poor,1200\n"
        "Blue,,infantry,poor,0\n"
    )
    assert made(tmp_path, roster) == 2
    shown = capsys.readouterr().err
    for expected in (
        "roster.csv:2 quality: 'vetran' is not one of the words; did you mean 'veteran'?",
        "roster.csv:2 men: -5 is out of range (allowed: a whole number from 1 to 50000)",
        "roster.csv:3 arm: ",
        "roster.csv:3 unit: Red has a unit 'A' already",
        "roster.csv:4 unit: is empty",
        "roster.csv:4 men: 0 is out of range",
    ):
        assert expected in shown


@pytest.mark.parametrize(
    ("roster", "message"),
    [
        (b"side,unit,arm\nRed,G\xf6rlitz,infantry\n", "roster.csv:2: holds the byte 0xf6"),
        (b"side,unti\nRed,A\n", "is not a known column; did you mean 'unit'"),
        (b"unit\nA\n", "has no column 'side'"),
        (b"", "has no column 'side'"),
        (b"side,unit\n", "holds no rows"),
        (b"side,unit,bases,arm,quality\nRed,A,3,infantry,poor\n", "all units are of one side, Red"),
    ],
)
def test_what_is_no_roster_is_refused(
    tmp_path: Path, roster: bytes, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert made(tmp_path, roster) == 2
    assert message in capsys.readouterr().err


def test_a_file_like_another_battle(tmp_path: Path) -> None:
    assert main(["scenario", "new", str(tmp_path / "mine"), "--like", "maida"]) == 0
    mine, maida = load(tmp_path / "mine.toml"), load("maida")
    assert (mine.key, mine.title) == ("mine", "Maida, changed")
    assert [unit.name for unit in mine.units] == [unit.name for unit in maida.units]
    assert mine.history is None
    assert "# " in (tmp_path / "mine.toml").read_text("utf-8")


@pytest.mark.parametrize(("men", "bases"), [(34, 5), (34_000, 5)])
def test_men_out_of_line_with_bases_are_doubtful(tmp_path: Path, men: int, bases: int) -> None:
    roster = f"side,unit,arm,quality,men,bases\nRed,A,infantry,poor,{men},{bases}\n"
    assert made(tmp_path, roster + "Blue,B,infantry,poor,3000,5\n") == 0
    doubts = " ".join(doubt.text for doubt in load(tmp_path / "new.toml").doubts)
    assert f"A has {men:,} men for {bases} bases" in doubts
    assert "B has" not in doubts


def test_what_a_row_says_in_vain_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    roster = tmp_path / "roster.csv"
    rows = (
        "side;unit;arm;quality;men;guns\nA;Foot;infantry;poor;600;\nB;Guns;horse-artillery;elite;;6"
    )
    roster.write_text(rows, encoding="utf-8")
    assert main(["scenario", "new", str(tmp_path / "new"), "--from", str(roster)]) == 0
    assert "please check: Guns: quality has no effect on it" in capsys.readouterr().out


def test_another_system_than_the_battles_own_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["scenario", "new", str(tmp_path / "x"), "--like", "maida", "--system", "cannonade"]
    assert main(words) == 2
    assert "--system: Maida is for There Stand Empires" in capsys.readouterr().err
    assert not (tmp_path / "x.toml").exists()


@pytest.mark.parametrize("battle", known_scenarios())
def test_a_battle_goes_to_a_spreadsheet_and_back(battle: str, tmp_path: Path) -> None:
    """Every unit, side, general and piece of ground; what a table of its own says is left out."""
    sheet, again = tmp_path / "sheet.csv", tmp_path / "again"
    system = load(battle).system.key
    assert main(["scenario", "export", battle, "--csv", "--output", str(sheet)]) == 0
    asked = ["scenario", "new", str(again), "--from", str(sheet), "--system", system]
    assert main(asked) == 0
    before, after = load(battle), load(again.with_suffix(".toml"))
    assert as_csv(after) == as_csv(before)
    assert [side.form for side in after.sides] == [side.form for side in before.sides]
    for old, new in zip(before.units, after.units, strict=True):
        assert (new.full_name, new.form, new.men, new.guns) == (
            old.full_name,
            old.form,
            old.men,
            old.guns,
        )
        assert after.ground_of(new) == before.ground_of(old)
        assert after.fill("target", new) == before.fill("target", old)


@pytest.mark.parametrize(
    ("men", "bases"), [("2,154", 4), ("2 154", 4), ("2'154", 4), ("2\u202f154", 4), ("12,000", 20)]
)
def test_thousands_may_be_set_apart(tmp_path: Path, men: str, bases: int) -> None:
    rows = f"side;unit;arm;quality;men\nRed;A;infantry;poor;{men}\nBlue;B;infantry;poor;600\n"
    assert made(tmp_path, rows) == 0
    unit = load(tmp_path / "new.toml").find("A")
    assert texts(unit.form)["bases"] == str(bases)
    assert unit.men == int("".join(filter(str.isdecimal, men)))


def test_a_point_among_thousands_is_refused_with_what_it_may_mean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "side;unit;arm;quality;men\nRed;A;infantry;poor;2.154\nBlue;B;infantry;poor;600\n"
    assert made(tmp_path, rows) == 2
    assert "men: '2.154' is not a whole number; did you mean '2154'?" in capsys.readouterr().err


def test_ground_and_generals_are_columns_of_their_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = (
        "side,role,unit,arm,quality,bases,at,ground,general,rank,arrives,formation\n"
        "Red,attacker,A,infantry,poor,3,The farm,cover=hard height=low,Scarlet,,3,1st\n"
        "Red,,,,,,,,Crimson,army,,\n"
        "Blue,defender,B,infantry,poor,3,The lane,,,,,\n"
    )
    assert made(tmp_path, rows) == 0
    assert "please check: The lane: no ground is given" in capsys.readouterr().out
    battle = load(tmp_path / "new.toml")
    assert battle.fill("target", "A", "assault")["cover"] == "hard"
    (formation,) = battle.sides[0].formations
    assert (formation.general, formation.entry_turn) == ("Scarlet", 3)
    assert [general.name for general in battle.sides[0].generals] == ["Crimson"]
    text = (tmp_path / "new.toml").read_text("utf-8")
    assert "# [rules]" in text, "a skeleton to fill in"
    assert "# [history]" in text
    odd = rows.replace("cover=hard", "cover=hrad").replace("Crimson,army", "Crimson,amry")
    (tmp_path / "new.toml").unlink()
    assert made(tmp_path, odd) == 2
    told = capsys.readouterr().err
    assert "did you mean 'hard'" in told
    assert "did you mean 'army'" in told


HEADS = "side,army,role,formation,general,arrives,entry,unit,arm,quality,men,at\n"
BLUE = "Blue,,defender,1st,,,,C,infantry,poor,600,\n"


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (
            (
                "Red,The Reds,attacker,1st,X,2,north,A,infantry,poor,600,\n"
                "Red,The Redds,defender,1st,Y,3,south,B,infantry,poor,600,\n"
            ),
            [
                "3 army: Red has 'The Reds' in another row",
                "3 role: Red has 'attacker' in another row",
                "3 general: 1st has 'X' in another row",
                "3 arrives: 1st has '2' in another row",
                "3 entry: 1st has 'north' in another row",
            ],
        ),
        (
            (
                "Red,Blue,attacker,1st,X,,,A,infantry,poor,600,The wood\n"
                "red,,Attacker,1ST,,,,a,infantry,poor,600,the wood\n"
            ),
            [
                "3 side: another row spells 'red' otherwise; did you mean 'Red'?",
                "3 formation: another row spells '1ST' otherwise; did you mean '1st'?",
                "3 at: another row spells 'the wood' otherwise; did you mean 'The wood'?",
                "4 side: another side has 'Blue' already",
                "3 unit: Red has a unit 'A' already",
            ],
        ),
        (
            'Red,,,,,,,"A\nB",infantry,poor,600,\nRed,,,,,,,D,infantry,poor,600,,a cell,more\n',
            ["2 unit: must be one line of text", "3: has 14 cells under 12 headings"],
        ),
    ],
)
def test_rows_that_contradict_one_another_or_the_headings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: str, told: list[str]
) -> None:
    assert made(tmp_path, HEADS + rows + BLUE) == 2
    shown = capsys.readouterr().err
    assert shown.count("roster.csv:") == len(told)
    for fault in told:
        assert f"roster.csv:{fault}" in shown
    assert not (tmp_path / "new.toml").exists()


def test_three_sides_in_whatever_letters_and_halves_of_a_base_rounded_up(tmp_path: Path) -> None:
    rows = "青,,,,,,,A,infantry,poor,1500,\n赤,,,,,,,A,infantry,poor,2100,\n"
    assert made(tmp_path, HEADS + rows + BLUE) == 0
    battle = load(tmp_path / "new.toml")
    assert [side.name for side in battle.sides] == ["青", "赤", "Blue"]
    assert [texts(unit.form)["bases"] for unit in battle.units] == ["3", "4", "1"]
    (tmp_path / "new.toml").unlink()
    assert made(tmp_path, as_csv(battle)) == 0
    assert as_csv(load(tmp_path / "new.toml")) == as_csv(battle)


def test_a_table_value_may_be_a_decimal(tmp_path: Path) -> None:
    assert made(tmp_path, ROSTER) == 0
    path = tmp_path / "new.toml"
    text = path.read_text("utf-8")
    digests = set()
    for value in ("0.3", '"3/10"', '"0.3"', "3e-1"):
        override = f'[tables]\nforecast.tempo = {{ value = {value}, reason = "to see" }}\n'
        path.write_text(f"{text}\n{override}", "utf-8")
        digests.add(load(path).tables.digest)
    assert len(digests) == 1
    path.write_text(f"{text}\n{override.replace(value, chr(34) + '30%' + chr(34))}", "utf-8")
    with pytest.raises(FaultsError, match=r'a share as 0\.3 or "3/10"'):
        load(path)


def test_what_a_spreadsheet_cannot_hold_is_what_the_file_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert made(tmp_path, ROSTER) == 0
    capsys.readouterr()
    assert main(["scenario", "export", str(tmp_path / "new.toml")]) == 0
    assert capsys.readouterr().err == "Not in a spreadsheet: [scenario] but for its system\n"
    assert main(["scenario", "export", "maida"]) == 0
    assert "its system, [rules], [history]" in capsys.readouterr().err
