"""Reading an order of battle: what is in it, and every fault of a bad one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from calculator.desk.asking import Asking
from calculator.errors import FaultsError, UnknownNameError
from calculator.scenarios import load
from calculator.scenarios.loading import read_scenario
from calculator.scenarios.model import Rank, Role
from calculator.scenarios.source import parse_source

HILL = Path(__file__).with_name("hill.toml")


@pytest.fixture
def faults(tmp_path: Path) -> Callable[[str | bytes], list[str]]:
    """What is wrong with a text, a line a fault, the file's name taken out."""

    def told(text: str | bytes) -> list[str]:
        path = tmp_path / "spoilt.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(FaultsError) as refused:
            load(path)
        return [str(fault).replace(str(path), "") for fault in refused.value.faults]

    return told


Faults = Callable[[str | bytes], list[str]]


def test_everything_is_read() -> None:
    hill = load(HILL)
    assert (hill.key, hill.title, hill.date) == ("hill", "The Hill", "1815-06-16")
    assert hill.summary == "Red wants the hill."
    assert hill.sources == ("A history (1844)",)
    assert (hill.turns, hill.first_turn, hill.victory) == (8, "14:00", "Who holds it.")
    red, blue = hill.sides
    assert (red.role, blue.role) == (Role.ATTACKER, Role.DEFENDER)
    assert [(general.name, general.rank) for general in red.generals] == [("Red", Rank.ARMY)]
    first, second = red.formations
    assert (first.corps, first.general, first.entry_turn) == ("I Corps", "Scarlet", None)
    assert (second.entry_turn, second.entry) == (2, "by the road")
    assert [unit.name for unit in red.units] == ["Jérôme's brigade", "A battery", "Guards", "Line"]
    battery = red.units[1]
    assert (battery.formation, battery.men, battery.guns) == ("1st Division", None, 8)
    assert battery.notes == 'Six 6-pounders # and two "howitzers"'
    assert [unit.name for unit in blue.units] == ["Line"]
    assert [piece.name for piece in hill.terrain] == ["The farm"]
    assert hill.doubts == ()


def test_a_file_that_is_changed_is_read_anew(tmp_path: Path, hill: str) -> None:
    file = tmp_path / "hill.toml"
    file.write_text(hill, encoding="utf-8")
    before = load(file)
    file.write_text(hill.replace(before.title, "Another hill"), encoding="utf-8")
    assert load(file).title == "Another hill" != before.title


def test_overrides_are_in_force_with_their_reasons() -> None:
    tables = load(HILL).tables
    assert tables.points("needed.hard") == 5
    assert tables.points("dice.average") == 4
    assert tables.entry("needed.hard").why == "the wall is low (was 6)"
    assert tables.overridden == {"needed.hard", "dice.average"}


def test_a_unit_fills_in_a_form_by_role() -> None:
    hill = load(HILL)
    assert hill.fill("actor", "jerome's BRIGADE") == {"quality": "veteran", "bases": "5"}
    assert hill.fill("target", "Guards") == {"walled": "yes"}, "what its side says counts too"
    assert hill.fill("actor", "a battery") == {"bases": "1"}, "guns have no quality to fill in"
    assert hill.fill("actor", "blue: line")["bases"] == "6"


def test_a_name_that_both_sides_have_must_be_told_apart() -> None:
    with pytest.raises(FaultsError, match="say 'red: Line' or 'blue: Line'"):
        load(HILL).find("Line")


def asking() -> Asking:
    """What is asked of units of the hill."""
    scenario = load(HILL)
    return Asking(scenario.system, scenario=scenario)


@pytest.mark.parametrize("typed", ["Jerom's brigade", "Jermoe's brigade"])
def test_an_unknown_unit_is_told_with_the_nearest(typed: str) -> None:
    with pytest.raises(FaultsError) as refused:
        asking().take_all({"actor": typed, "target": "Gaurds"})
    actor, target = refused.value.faults
    assert (actor.place, actor.near) == ("actor", "Jérôme's brigade")
    assert (target.place, target.near) == ("target", "Guards")


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("A battery", "A battery is on the same side as Jérôme's brigade"),
        ("jerome's brigade", "Jérôme's brigade is the acting unit itself"),
    ],
)
def test_a_target_is_an_enemy(target: str, told: str) -> None:
    message = f"^target: {told} .allowed: a unit of another side.$"
    asked = asking()
    asked.take_all({"actor": "Jérôme's brigade", "target": target})
    with pytest.raises(FaultsError, match=message):
        asked.check_units()


UNIT = "$.sides[0].formations[0].units[0]"
BASES = "(allowed: a whole number from 1 to 10 bases)"
TABLES = "(allowed: any key of `empires fields toy --tables`)"
LIST = '(allowed: a list of texts, e.g. ["Siborne, History of the War (1844)"])'
KEYS = "name, corps, general, entry-turn, entry, at, notes, units"


@pytest.mark.parametrize(
    ("right", "wrong", "path", "message"),
    [
        (
            'quality = "veteran"\nbases = 5',
            'quality = "vetran"\nbases = 5',
            f"{UNIT}.quality",
            "'vetran' is not one of the words; did you mean 'veteran'? (allowed: veteran, average)",
        ),
        ("bases = 5", 'bases = "5"', f"{UNIT}.bases", f"is text in quotes, '5' {BASES}"),
        ("bases = 5", "bases = 50", f"{UNIT}.bases", f"50 is out of range {BASES}"),
        ("bases = 5", "bases = true", f"{UNIT}.bases", f"is a yes or no, true {BASES}"),
        (
            "bases = 1\n",
            "bases = 3\n",
            "$.sides[0].formations[0].units[1].bases",
            "no battery has 3 (allowed: 1 or 2 for guns)",
        ),
        (
            'corps = "I',
            'crops = "I',
            "$.sides[0].formations[0].crops",
            f"a formation has no such key; did you mean 'corps'? (allowed: {KEYS})",
        ),
        (
            "[rules]",
            "[rules]\nmist = true",
            "$.rules.mist",
            "the [rules] table has no such key (allowed: turns, first-turn, victory, fog)",
        ),
        (
            '{ name = "Line", arm',
            '{ name = "Guards", arm',
            "$.sides[0].formations[1].units[1].name",
            "another unit of this side has 'Guards' already",
        ),
        (
            "walls = true",
            'walls = "yes"',
            "$.sides[0].walls",
            "is text in quotes, 'yes' (allowed: true or false, without quotes)",
        ),
        (
            "needed.hard = {",
            "needed.hrad = {",
            "$.tables.needed.hrad",
            f"there is no such table value; did you mean 'needed.hard'? {TABLES}",
        ),
        (
            "{ value = 5, reason",
            '{ value = "5", reason',
            "$.tables.needed.hard",
            "'5' cannot stand for 6 (allowed: a value like 6)",
        ),
        (
            "{ value = 5, reason",
            "{ value = 5, raeson",
            "$.tables.needed.hard.raeson",
            "an override has no such key; did you mean 'reason'? (allowed: value, reason)",
        ),
        (
            'needed.hard = { value = 5, reason = "the wall is low" }',
            "needed.hard = 5",
            "$.tables.needed.hard",
            'is a number, with no reason (allowed: e.g. { value = 5, reason = "stone walls" })',
        ),
        (
            'first-turn = "14:00"',
            'first-turn = "26:00"',
            "$.rules.first-turn",
            "'26:00' is not a time of day (allowed: hours and minutes, e.g. \"14:00\")",
        ),
        (
            'sources = ["A history (1844)"]',
            "sources = [1844]",
            "$.scenario.sources",
            f"holds a number, 1844 {LIST}",
        ),
        (
            'title = "The Hill"',
            'title = "The\\u001b[31m Hill"',
            "$.scenario.title",
            "must be one line of text, and not empty (allowed: text of one line)",
        ),
        (
            "[[terrain]]",
            "[terrain]",
            "$.terrain",
            "is a table (allowed: [[terrain]] for each)",
        ),
    ],
)
def test_a_fault_is_told_with_line_key_path_and_remedy(
    hill: str, faults: Faults, right: str, wrong: str, path: str, message: str
) -> None:
    assert hill.count(right) == 1
    line = hill[: hill.index(right)].count("\n") + 1
    told = faults(hill.replace(right, wrong))
    assert f"{path}: {message}" in [fault.split(" ", 1)[1] for fault in told]
    assert told[0].split(" ")[0] in {f":{line}", f":{line + wrong.count(chr(10))}"}


def test_what_is_missing_is_told_at_its_table(hill: str, faults: Faults) -> None:
    line = hill[: hill.index("[[sides.formations.units]]")].count("\n") + 1
    assert faults(hill.replace("bases = 5\n", "")) == [f":{line} {UNIT}.bases: is missing {BASES}"]
    reason = ', reason = "the wall is low"'
    line = hill[: hill.index(reason)].count("\n") + 1
    assert faults(hill.replace(reason, "")) == [
        f":{line} $.tables.needed.hard.reason: is missing (allowed: text of one line)"
    ]


def test_every_fault_at_once_in_the_order_of_the_file(hill: str, faults: Faults) -> None:
    spoilt = (
        hill.replace('title = "The Hill"\n', "")
        .replace('rank = "army"', 'rank = "admiral"')
        .replace("bases = 6", "bases = 0")
        .replace("needed.hard", "needed.hrad")
    )
    told = faults(spoilt)
    assert [fault.split(": ")[0].split(" ")[1] for fault in told] == [
        "$.scenario.title",
        "$.tables.needed.hrad",
        "$.sides[0].generals[0].rank",
        "$.sides[1].units[0].bases",
    ]


def test_an_unknown_system_leaves_the_rest_checked(hill: str, faults: Faults) -> None:
    told = faults(hill.replace('"toy"', '"toyy"').replace('role = "attacker"', 'role = "atacker"'))
    assert len(told) == 2
    assert "did you mean 'toy'" in told[0]
    assert "did you mean 'attacker'" in told[1]


def test_a_misspelt_system_is_read_by_the_light_of_the_one_meant(hill: str, faults: Faults) -> None:
    spoilt = (
        hill.replace('"toy"', '"toyy"')
        .replace("turns = 8", "turnss = 8")
        .replace('quality = "veteran"\nbases = 5', 'quality = "vetran"')
    )
    told = faults(spoilt)
    for place in ("scenario.system", "rules.turnss", ".units[0].quality", ".units[0].bases"):
        assert any(place in fault for fault in told), place
    assert len(told) == 4


def test_a_missing_system_is_told_with_those_there_are(hill: str, faults: Faults) -> None:
    (told,) = faults(hill.replace('system = "toy"\n', ""))
    assert "$.scenario.system: is missing (allowed: there-stand-empires, rev" in told


def test_words_are_written_as_they_are_listed(hill: str, faults: Faults) -> None:
    (told,) = faults(hill.replace('"attacker"', '"Attacker"'))
    assert "'Attacker' is not as it is listed" in told
    assert "did you mean 'attacker'" in told


def test_what_terrain_and_rules_do_not_say_is_as_usual(hill: str) -> None:
    source = parse_source(Path("hill.toml"), hill.replace('cover = "hard"\n', ""))
    assert read_scenario(source).terrain[0].name == "The farm"


def test_one_side_is_no_battle(hill: str, faults: Faults) -> None:
    told = faults(hill[: hill.index('[[sides]]\nkey = "blue"')])
    assert len(told) == 1
    assert told[0].endswith("$.sides: there must be at least 2 (allowed: [[sides]] for each)")


@pytest.mark.parametrize(
    ("right", "wrong", "place", "told"),
    [
        ("The Blue army", "the red ARMY", "sides[1].name", "another side has 'The Red army'"),
        ("The Blue army", "The Red army: a rest", "sides[1].name", "another side has"),
        (
            '"Guards"',
            '"LINE"',
            "sides[0].formations[1].units[1].name",
            "another unit of this side has 'LINE'",
        ),
        (
            "[[terrain]]",
            '[[terrain]]\nname = "The Farm"\n[[terrain]]',
            "terrain[1].name",
            "another piece of terrain has 'The Farm'",
        ),
    ],
)
def test_a_name_is_of_one_thing_alone(
    hill: str, faults: Faults, right: str, wrong: str, place: str, told: str
) -> None:
    (fault,) = faults(hill.replace(right, wrong, 1))
    assert f"$.{place}: {told}" in fault


THIRD = """
[[sides]]
key = "green"
name = "Green"

[[sides.units]]
name = "blue: line"
arm = "foot"
quality = "average"
bases = 6

[[sides.units]]
name = "Line"
arm = "foot"
quality = "average"
bases = 6
"""


def test_a_name_is_said_with_its_side_where_several_have_it(hill: str) -> None:
    battle = read_scenario(parse_source(Path("hill.toml"), hill + THIRD))
    with pytest.raises(FaultsError, match="3 units are called 'line': say 'red: Line' or 'blue: L"):
        battle.find("line")
    assert battle.find("blue: Line").side == "blue", "that is its very name"


def test_a_side_without_units(hill: str, faults: Faults) -> None:
    told = faults(hill[: hill.index("[[sides.units]]")])
    assert len(told) == 1
    assert "$.sides[1]: has no units" in told[0]


def test_two_attackers(hill: str, faults: Faults) -> None:
    told = faults(hill.replace('"defender"', '"attacker"'))
    assert len(told) == 1
    assert told[0].endswith("$.sides[1].role: another side has 'attacker' already")


def test_every_loss_that_cannot_be_is_told(hill: str, faults: Faults) -> None:
    history = '\n[history]\nwinner = "drawn"\nsource = "X"\nlosses = { red = 130, blue = -3 }\n'
    (told,) = faults(hill + history)
    assert "$.history.losses: holds 130 for 'red', -3 for 'blue'" in told


def test_files_that_cannot_be_read_at_all(tmp_path: Path, faults: Faults, hill: str) -> None:
    with pytest.raises(FaultsError, match="there is no such file"):
        load(tmp_path / "none.toml")
    with pytest.raises(FaultsError, match="is not a file"):
        load(tmp_path)
    line = hill[: hill.index("Scarlet")].count("\n") + 1
    told = faults(hill.encode().replace(b"Scarlet", b"\xff"))
    assert told[0].startswith(f":{line}: holds the byte 0xff, which is not UTF-8")
    (told_of_value,) = faults("\n\nkey = \n")
    assert told_of_value.startswith(
        ":3: cannot be read: this is not a value, at column 7 of 'key ='"
    )
    (told_of_key,) = faults("[a]\nbases = 5\nbases = 6")
    assert "3: cannot be read: this key is there already, at column 10 of 'bases" in told_of_key
    (told_of_date,) = faults("[a]\nb = 1809-13-03")
    assert ":2: cannot be read: there is no such date, at column 9 of" in told_of_date
    (told_of_zero,) = faults("a = 06")
    assert ":1: cannot be read: a number begins with 0, at column 6 of" in told_of_zero
    (told_of_more,) = faults("a = 5 6")
    assert ":1: cannot be read: more follows a value, at column 7 of" in told_of_more
    assert "nested too deeply" in faults("a = " + "[" * 2000 + "]" * 2000)[0]
    assert "larger than 500,000 bytes" in faults(hill + "#" * 10_000_000)[0]
    thousands = f"# {'1' * 4800}\nb = '{'2' * 4800}'\na = [1, -{'3' * 4800}]"
    assert faults(thousands) == [":3: is not TOML: a number has thousands of digits"]


def test_a_mark_at_the_start_as_some_editors_leave_it(tmp_path: Path, hill: str) -> None:
    path = tmp_path / "hill.toml"
    path.write_text(hill.replace("\n", "\r\n"), encoding="utf-8-sig", newline="")
    assert load(path).title == "The Hill"


def test_a_scenario_is_found_by_name_in_the_users_folder(home: Path, hill: str) -> None:
    (home / "scenarios").mkdir(parents=True)
    (home / "scenarios" / "hill.toml").write_text(hill, encoding="utf-8")
    assert load("hill").title == "The Hill"
    with pytest.raises(UnknownNameError, match="did you mean 'hill'"):
        load("hlil")
    assert load("hil").title == "The Hill", "a part that no other name has"


@pytest.mark.parametrize(("wrong", "more"), [(200, []), (201, ["1 more faults"])])
def test_of_more_faults_than_anyone_reads_the_number_is_enough(
    faults: Faults, wrong: int, more: list[str]
) -> None:
    keys = "\n".join(f"key{number} = {number}" for number in range(wrong - len(faults(_bare()))))
    found = faults(f"{keys}\n{_bare()}")
    assert [line for line in found if "more fault" in line] == [f": and {text}" for text in more]
    assert len(found) == 200 + len(more)


def _bare() -> str:
    """A file that lacks everything but its system."""
    return '[scenario]\nsystem = "toy"\n'
