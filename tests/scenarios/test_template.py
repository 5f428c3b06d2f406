"""A new file: it can be read as it is, and explains every key."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from calculator.errors import FaultsError, UnknownNameError
from calculator.rules import catalog
from calculator.scenarios import load
from calculator.scenarios.template import template, write_template


@pytest.mark.parametrize("key", ["toy", *catalog.KEYS])
def test_a_new_file_can_be_read_as_it_is(tmp_path: Path, key: str) -> None:
    path = write_template(str(tmp_path / f"A Battle of {key}"), key)
    battle = load(path)
    assert battle.key == f"a-battle-of-{key}"
    assert battle.system.key == key


LEFT = ["summary", "author", "sources", "victory", "name", "general", "general"]


def placeholders(path: Path) -> list[str]:
    """The keys of a new file that still say what the template says; the only doubts about it."""
    doubts = load(path).doubts
    assert all(doubt.source == "the template" for doubt in doubts)
    return [doubt.place.rpartition(".")[2] for doubt in doubts]


def test_a_new_file_leaves_no_doubt_but_what_is_to_be_filled_in(tmp_path: Path) -> None:
    path = write_template(str(tmp_path / "new"), "there-stand-empires")
    assert placeholders(path) == LEFT
    text = path.read_text("utf-8").replace("General Red", "Lannes")
    for example in ('"you"', "A book", "Who wants what.", "Who holds the hill", "A general"):
        text = text.replace(example, example.replace("o", "O").replace("A g", "G"))
    path.write_text(text, "utf-8")
    assert placeholders(path) == []


@pytest.mark.parametrize(
    ("stem", "key"),
    [("A Battle of 1809", "a-battle-of-1809"), ("Görlitz Brücke", "gorlitz-brucke")],
)
def test_a_name_of_several_words_or_with_umlauts_leaves_no_doubt_either(
    tmp_path: Path, stem: str, key: str
) -> None:
    path = write_template(str(tmp_path / stem), "there-stand-empires")
    battle = load(path)
    assert battle.key == key
    assert placeholders(path) == LEFT
    command = next(
        line for line in path.read_text("utf-8").splitlines() if "scenario check" in line
    )
    assert shlex.split(command)[-1] == str(path)


@pytest.mark.parametrize("key", catalog.KEYS)
def test_a_new_battle_has_no_history_until_somebody_writes_it(tmp_path: Path, key: str) -> None:
    """A winner that nobody wrote would be held against every forecast of the battle."""
    path = write_template(str(tmp_path / "new"), key)
    assert load(path).history is None
    remarks = path.read_text("utf-8").partition("\n# [history]\n")[2].partition("\n\n")[0]
    assert '\n# winner = "' in remarks


def test_each_army_has_a_general_of_its_own(tmp_path: Path) -> None:
    battle = load(write_template(str(tmp_path / "new"), "there-stand-empires"))
    generals = [general.name for side in battle.sides for general in side.generals]
    assert generals == ["General Red", "General Blue"]


@pytest.mark.parametrize("key", catalog.KEYS)
def test_the_command_that_lists_table_values_can_be_copied(key: str) -> None:
    assert f"`empires fields {key} --tables`" in template("hill", key, "hill.toml")


def test_every_key_is_explained() -> None:
    text = template("hill", "toy", "hill.toml")
    for key in ("title", "first-turn", "entry-turn", "walls", "fog", "quality", "guns"):
        assert f"\n{key} = " in text or f"\n# {key} =" in text
    assert "# How steady they are. (veteran, average) [I]" in text


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(FaultsError, match="is there already"):
        write_template(str(path), "toy")
    assert path.read_text(encoding="utf-8") == "mine"


def test_an_ending_in_capitals_is_one(tmp_path: Path) -> None:
    path = tmp_path / "X.TOML"
    assert write_template(str(path), "there-stand-empires") == path
    assert load(str(path)).title == "X"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FaultsError, match="cannot be written: No such file or directory"):
        write_template(str(tmp_path / "none" / "mine"), "toy")


def test_a_system_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'toy'"):
        write_template(str(tmp_path / "mine"), "toi")
    assert list(tmp_path.iterdir()) == []
