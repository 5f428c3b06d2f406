"""`empires tune` as a designer types it; the pages of docs hold what it prints."""

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from calculator import cli
from calculator.rules import catalog
from calculator.scenarios import load
from calculator.scenarios.places import shipped_folder
from calculator.tuning.matchups import first_situation
from tests.cli.conftest import Run

BATTLES = {
    "there-stand-empires": "maida",
    "revolutionary-wars": "waterloo-picton",
    "gods-of-war": "farm-below-the-ridge",
    "morne-plaine": "waterloo-charges",
    "cannonade": "cannonade-farm",
}


@pytest.mark.parametrize("system", catalog.KEYS)
def test_without_a_situation_the_sides_close_with_each_other(run: Run, system: str) -> None:
    battle = BATTLES[system]
    told = run("tune", "map", battle, "--json")
    assert told.code == 0
    closing = first_situation(load(battle).system)
    asked = run("tune", "map", battle, "--situation", closing.action, "--json")
    assert json.loads(told.out) == json.loads(asked.out)
    assert any(row["chance"] for row in json.loads(told.out)["rows"])


def test_the_sensitivity_of_a_pairing_is_told_widest_first(run: Run) -> None:
    pairing = ("--actor", "1st Light", "--against", "Cole's brigade")
    told = run("tune", "sensitivity", "maida", *pairing, "--json")
    assert told.code == 0
    rows = json.loads(told.out)["rows"]
    swings = [abs(row["at_high"] - row["at_low"]) for row in rows]
    assert swings == sorted(swings, reverse=True)
    assert rows[0]["step"] == "Cole's brigade: arm"


DUEL = ("duel", "maida", "--actor", "1st Light", "--against", "Kempt's light companies")
FORECAST = ("forecast", "maida", "--runs", "20", "--seed", "2a", "--workers", "1")


HELP = {
    "map": "--situation --actor --against --measure --batteries",
    "sweep": "--situation --actor --against --measure --vary",
    "seek": "--situation --actor --against --measure --unit --role --target",
    "sensitivity": "--situation --actor --against --measure",
    "diff": "--situation --measure",
    "duel": "--actor --against --policy --reply --turns",
    "combine": "--situation --actors --against --measure",
    "forecast": "--against --turns --runs --seed --workers --scheduler --policy --reply --tell"
    " --by-run",
    "history": "--runs --seed --workers",
}


@pytest.mark.parametrize("task", HELP)
def test_the_help_of_a_task_tells_what_it_takes_and_nothing_else(
    run: Run, capsys: pytest.CaptureFixture[str], task: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        run("tune", task, "--help")
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert told.startswith(f"usage: empires tune {task} ")
    every = {"--help", "--csv", "--json", "--svg", "--html", "--output"}
    assert set(re.findall(r"--[a-z-]+", told)) == {*HELP[task].split(), *every}


def test_help_lists_the_tasks(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("tune", "--help")
    told = capsys.readouterr().out
    assert set(re.findall(r"\n    ([a-z]+)", told)) == {*HELP, "open"}
    assert max(map(len, told.splitlines())) < 100


@pytest.mark.parametrize(
    ("words", "vain"),
    [
        ("map maida --runs 5 --turns 3", {"--runs", "--turns"}),
        ("duel maida --situation assault --seed 1", {"--situation", "--seed"}),
        ("forecast maida --tell 1 --runs 5 --seed 2", {"--runs", "--seed"}),
        ("forecast maida --against maida --by-run", {"--by-run"}),
        ("history --policy hold --batteries", {"--policy", "--batteries"}),
        ("seek maida --unit Watteville --target 30% --runs 5", {"--runs"}),
        ("seek maida --unit Cole --target 30% --actor Acland", {"--actor"}),
        ("seek maida --unit Cole --target 30% --role target --against Acland", {"--against"}),
        ("maida --runs 5", {"--runs"}),
    ],
)
def test_options_that_a_task_would_not_look_at_are_refused(
    run: Run, words: str, vain: set[str]
) -> None:
    refused = run("tune", *words.split())
    assert refused.code == 2
    assert {line.partition(":")[0] for line in refused.err.splitlines()} == vain


@pytest.mark.parametrize(
    ("word", "near"), [("swep", "sweep"), ("sensitvity", "sensitivity"), ("madia", "maida")]
)
def test_a_mistyped_task_or_scenario_is_told_from_both(run: Run, word: str, near: str) -> None:
    told = run("tune", word)
    assert told.code == 2
    assert f"no task or scenario called {word!r}; did you mean {near!r}?" in told.err


def test_the_sensitivity_of_all_says_whose_each_unit_is(run: Run) -> None:
    """Both sides of this battle have a unit called Wagons."""
    steps = [row["step"] for row in as_json(run, "sensitivity", "cannonade-farm")["rows"]]
    assert {"white: Wagons: men", "blue: Wagons: men", "Hussars: men"} <= set(steps)
    assert len(set(steps)) == len(steps)


def test_what_no_step_moves_is_said_and_not_drawn(run: Run) -> None:
    """Each side is as likely as the other to win the initiative, whatever the tables say."""
    told = run("tune", "sensitivity", "maida", "--situation", "initiative", "--actor", FRENCH)
    assert told.code == 0
    assert told.out.splitlines()[1] == "50.0%, and no single step moves it."


@pytest.fixture
def worse(tmp_path: Path) -> str:
    """Maida with the 1st Light average, one unit renamed, and another table value."""
    path = tmp_path / "worse.toml"
    text = (shipped_folder() / "maida.toml").read_text(encoding="utf-8")
    text = text.replace('quality = "veteran"', 'quality = "average"', 1)
    text = text.replace('name = "Acland\'s brigade"', 'name = "Acland"', 1)
    text += '\n[tables]\nfire.cover.hard = { value = 5, reason = "to see" }\n'
    path.write_text(text, encoding="utf-8")
    return str(path)


def as_json(run: Run, *words: str) -> dict[str, Any]:
    told = run("tune", *words, "--json")
    assert told.code == 0
    found: dict[str, Any] = json.loads(told.out)
    return found


def parts(run: Run, *words: str) -> dict[str, list[dict[str, str]]]:
    """The rows of a spreadsheet by its first column, cells that are empty left out."""
    told = run("tune", *words, "--csv")
    assert told.code == 0
    found: dict[str, list[dict[str, str]]] = {}
    for row in csv.DictReader(io.StringIO(told.out)):
        found.setdefault(row.pop("part"), []).append({k: v for k, v in row.items() if v})
    return found


def texts(rows: Sequence[Mapping[str, object]]) -> list[dict[str, str]]:
    return [{key: str(cell) for key, cell in row.items() if cell is not None} for row in rows]


def test_a_map_says_whose_each_unit_is(run: Run) -> None:
    """Both sides of this battle have a unit called Wagons."""
    rows = as_json(run, "map", "cannonade-farm")["rows"]
    names = [(row["actor_side"], row["actor"], row["target_side"], row["target"]) for row in rows]
    assert len(set(names)) == len(names)
    assert ("white", "Wagons", "blue", "Wagons") in names
    assert all(row["actor_side"] != row["target_side"] for row in rows)


def test_a_duel_is_told_whole_to_machines(run: Run) -> None:
    told = as_json(run, *DUEL)
    assert [row["turn"] for row in told["rows"]] == [1, 2, 3, 4, 5, 6]
    assert 1 < told["expected_turns"] < 6
    endings = told["endings"]
    assert sum(ending["chance"] for ending in endings) == pytest.approx(1)
    assert len({(ending["actor"], ending["target"]) for ending in endings}) == len(endings)
    stands = sum(ending["chance"] for ending in endings if ending["target"] != "gone")
    assert stands == pytest.approx(told["rows"][-1]["target_stands"])
    found = parts(run, *DUEL)
    assert found["survival"] == texts(told["rows"])
    assert found["endings"] == texts(endings)
    assert found["expected_turns"] == [{"value": str(told["expected_turns"])}]


def test_a_difference_is_told_whole_to_machines(run: Run, worse: str) -> None:
    told = as_json(run, "diff", "maida", worse)
    name = "french: 1st Light"
    assert told["changes"] == [
        {"what": name, "key": "quality", "before": "veteran", "after": "average"},
        {"what": "tables", "key": "fire.cover.hard", "before": "4", "after": "5"},
    ]
    assert told["removed"] == ["british: Acland's brigade"]
    assert told["added"] == ["british: Acland"]
    assert {name in (row["actor"], row["target"]) for row in told["rows"]} == {True}
    found = parts(run, "diff", "maida", worse)
    assert found["odds"] == texts(told["rows"])
    assert found["changes"] == told["changes"]
    assert found["removed"] == [{"value": "british: Acland's brigade"}]
    assert found["added"] == [{"value": "british: Acland"}]


def test_a_forecast_is_told_whole_to_machines(run: Run) -> None:
    told = as_json(run, *FORECAST)
    assert (told["seed"], told["runs"]) == ("2a", 20)
    median = {row["figure"]: row["history"] for row in told["history"]}["losers' loss"]
    assert round(median, 3) == 0.205
    found = parts(run, *FORECAST)
    assert found["figures"] == texts(told["rows"])
    assert found["history"] == texts(told["history"])
    assert found["seed"] == [{"value": "2a"}]


def test_what_does_not_differ_is_said_and_not_drawn(run: Run, tmp_path: Path) -> None:
    same = run("tune", "diff", "maida", "maida")
    assert same.out.startswith(
        "maida.toml -> maida.toml: Assault: carries the position\n"
        "Nothing differs: no unit, no rule, no table value, no pair's odds.\n"
    )
    other = tmp_path / "other.toml"
    text = (shipped_folder() / "maida.toml").read_text(encoding="utf-8")
    other.write_text(text.replace("unit-by-unit", "alternate", 1), encoding="utf-8")
    told = run("tune", "diff", "maida", str(other)).out
    assert "unit-by-unit" in told
    assert "Odds that moved most" not in told
    assert "No pair's odds differ in this.\n" in told
    assert run("tune", "diff", "maida", "maida", "--csv").out.strip() == "part"


def test_one_run_is_one_battle(run: Run) -> None:
    told = run("tune", "forecast", "maida", "--runs", "1", "--workers", "1").out
    assert "Forecast from 1 simulated battle (not odds)" in told


FRENCH, ALSO_FRENCH, BRITISH = "1st Light", "42nd Line", "Cole's brigade"


@pytest.mark.parametrize(
    "asked",
    [
        ("duel", "maida", "--actor", FRENCH, "--against", ALSO_FRENCH),
        ("duel", "maida", "--actor", FRENCH, "--against", FRENCH),
        ("combine", "maida", "--actors", BRITISH, FRENCH, "--against", ALSO_FRENCH),
        ("map", "maida", "--actor", FRENCH, "--against", ALSO_FRENCH),
        ("seek", "maida", "--unit", FRENCH, "--against", ALSO_FRENCH, "--target", "40%"),
        ("sensitivity", "maida", "--actor", FRENCH, "--against", ALSO_FRENCH),
        ("sweep", "maida", "--actor", FRENCH, "--against", ALSO_FRENCH, "--vary", "cover=open"),
    ],
)
def test_units_of_one_side_do_not_fight_each_other(run: Run, asked: tuple[str, ...]) -> None:
    told = run("tune", *asked)
    assert told.code == 2
    assert f"{FRENCH}: is on the same side as " in told.err
    assert not told.out


def test_nobody_attacks_twice(run: Run) -> None:
    told = run("tune", "combine", "maida", "--actors", FRENCH, FRENCH, "--against", BRITISH)
    assert told.code == 2
    assert f"{FRENCH}: is named more than once (allowed: each unit once, in order)" in told.err


def test_a_ladder_without_rungs_says_what_the_rules_say(run: Run) -> None:
    told = run("tune", "seek", "maida", "--unit", "French horse artillery", "--target", "40%")
    assert told.code == 2
    assert "Only infantry and cavalry assault [III.B, VII: rule]" in told.err


def test_a_combined_attack_that_is_forbidden_says_what_the_rules_say(run: Run) -> None:
    guns = ("--actors", FRENCH, "French horse artillery", "--against", BRITISH)
    told = run("tune", "combine", "maida", *guns)
    assert told.code == 2
    assert "attack 2: Only infantry and cavalry assault [III.B, VII: rule]" in told.err


def test_options_of_several_words_may_be_given_more_than_once(run: Run) -> None:
    line = ("tune", "sweep", "maida", "--actor", "1st Light", "--json")
    once = run(*line, "--vary", "cover=open,soft", "quality=veteran")
    twice = run(*line, "--vary", "cover=open,soft", "--vary", "quality=veteran")
    assert twice == once
    assert twice != run(*line, "--vary", "quality=veteran")


@pytest.mark.parametrize(
    ("task", "more"),
    [("map", ()), ("combine", ("--actors", FRENCH, "--against", BRITISH)), ("diff", ("maida",))],
)
def test_a_second_measure_is_refused_where_one_is_told(
    run: Run, task: str, more: tuple[str, ...]
) -> None:
    told = run("tune", task, "maida", *more, "--measure", "carries", "--measure", "goes-home")
    assert told.code == 2
    assert told.err == "--measure: given twice, as 'carries' and as 'goes-home' (allowed: once)\n"


@pytest.mark.parametrize(
    ("option", "before", "after"),
    [
        ("--actor", FRENCH, ALSO_FRENCH),
        ("--against", BRITISH, "Kempt"),
        ("--situation", "assault", "regroup"),
        ("--measure", "carries", "goes-home"),
        ("--output", "one.html", "two.html"),
    ],
)
def test_an_option_of_one_word_given_twice_is_refused(
    run: Run, option: str, before: str, after: str
) -> None:
    told = run("tune", "map", "maida", option, before, option, after)
    assert told.code == 2
    assert told.err == f"{option}: given twice, as {before!r} and as {after!r} (allowed: once)\n"


def test_the_same_word_given_twice_says_nothing_else(run: Run) -> None:
    line = ("tune", "map", "maida", "--json", "--actor", FRENCH)
    assert run(*line, "--actor", FRENCH) == run(*line)


HARD = ("--situation", "assault cover=hard", "--measure", "goes-home")
FIRST_LINES = [
    (("map", "maida", *HARD), "Maida: Assault: goes home (reaches the enemy) [cover=hard]"),
    (
        ("sweep", "maida", "--vary", "cover=open", "--measure", "carries", "goes-home"),
        (
            "Maida: Assault: carries the position, goes home (reaches the enemy); "
            "every unit against every enemy, the mean"
        ),
    ),
    (
        ("seek", "maida", "--unit", FRENCH, "--against", BRITISH, "--target", "30%", *HARD),
        (
            "Maida: Assault: goes home (reaches the enemy) [cover=hard]; "
            "french: 1st Light against Cole's brigade"
        ),
    ),
    (
        ("sweep", "maida", "--against", BRITISH, "--vary", "cover=open"),
        "Maida: Assault: carries the position; every unit against Cole's brigade, the mean",
    ),
    (
        ("sensitivity", "maida", "--actor", FRENCH, "--situation", "regroup"),
        "Maida: Regroup: improves at all; 1st Light",
    ),
    (("diff", "maida", "wavre"), "maida.toml -> wavre.toml: Assault: carries the position"),
    (
        ("combine", "maida", "--actors", FRENCH, "42nd Line", "--against", BRITISH, *HARD),
        (
            "Maida: Assault: goes home (reaches the enemy) [cover=hard]; "
            "one after another against Cole's brigade"
        ),
    ),
    (DUEL, "Maida: 1st Light against Kempt's light companies"),
    (FORECAST, "Maida: a forecast of 20 simulated battles"),
]


@pytest.mark.parametrize(("words", "first"), FIRST_LINES)
def test_what_is_measured_stands_first(run: Run, words: tuple[str, ...], first: str) -> None:
    assert as_json(run, *words)["title"] == first
    assert f"<h1>{first}</h1>" in unescape(run("tune", *words, "--html").out)
    told = run("tune", *words).out
    assert " ".join(told.split()).startswith(first)


def test_machines_are_told_what_is_measured(run: Run) -> None:
    told = as_json(run, "map", "maida", *HARD)
    assert (told["situation"], told["measure"]) == ("assault cover=hard", "goes-home")
    again = as_json(run, "map", "maida", "--situation", told["situation"])
    assert again["situation"] == told["situation"]
    swept = as_json(run, "sweep", "maida", "--vary", "cover=open", *HARD[2:])
    assert swept["measures"] == ["goes-home"]
    assert swept["rows"][0].keys() == {"cover", *swept["measures"]}


def test_a_duel_tells_what_both_do(run: Run) -> None:
    asked = (*DUEL, "--policy", "assault", "--reply", "regroup when own demoralized; hold")
    told = run("tune", *asked).out
    assert "1st Light: assault\n" in told
    assert "Kempt's light companies: regroup when own demoralized; hold\n" in told
    found = as_json(run, *asked)
    assert (found["policy"], found["reply"]) == (asked[-3], asked[-1])
    assert "demoralized" in as_json(run, *DUEL)["policy"]


@pytest.mark.parametrize(
    ("options", "place"),
    [
        (("--policy", "shoot when turn>9; charge", "--reply", "hold"), "--policy 'charge'"),
        (("--policy", "shoot", "--reply", "charge when turn>1"), "--reply 'charge when turn>1'"),
    ],
)
def test_a_fault_found_in_a_duel_names_its_option_and_clause(
    run: Run, options: tuple[str, ...], place: str
) -> None:
    duel = ("duel", "waterloo-picton", "--actor", "1st/13th Light", "--against", "28th Foot")
    told = run("tune", *duel, *options)
    assert told.code == 2
    assert told.err.startswith(f"{place}: count-platoons: platoons must be counted")


def test_a_fault_found_in_attacks_of_several_names_its_option(run: Run) -> None:
    several = ("--actors", "1st/13th Light", "2nd/13th Light", "--against", "28th Foot")
    told = run("tune", "combine", "waterloo-picton", *several, "--situation", "charge")
    assert told.code == 2
    assert told.err.startswith("--situation: count-platoons: platoons must be counted")


def test_an_action_unknown_to_a_policy_is_told_from_those_that_leave_something(run: Run) -> None:
    told = run("tune", *DUEL[:-2], "--against", BRITISH, "--policy", "assualt; line-of-sihgt")
    assert told.code == 2
    first, second = told.err.splitlines()
    assert "did you mean 'assault'?" in first
    assert "did you mean" not in second
    assert all("regroup" in line and "line-of-sight" not in line for line in (first, second))


def test_an_action_that_asks_nothing_of_an_enemy_differs_once_for_each_unit(
    run: Run, worse: str
) -> None:
    rows = as_json(run, "diff", "maida", worse, "--situation", "regroup")["rows"]
    assert [(row["actor"], row["target"]) for row in rows] == [("french: 1st Light", "any")]
    drawn = run("tune", "map", "maida", "--situation", "regroup").out
    assert "Defenders: 1 any, for regroup asks nothing of them" in drawn


@pytest.mark.parametrize("columns", [20, 24, 40, 60, 80, 120])
def test_a_map_cuts_no_name_and_no_heading(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for battle in BATTLES.values():
        assert cli.main(["tune", "map", battle]) == 0
        told = capsys.readouterr().out
        assert "…" not in told
        assert "attacker " in told
        assert max(map(len, told.splitlines())) <= columns


def test_every_cell_of_a_map_stands_at_every_width(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = as_json(run, "map", "maida", "--actor", FRENCH)["rows"]
    wanted = [f"{100 * row['chance']:.0f}" for row in rows]
    for columns in (40, 60, 80, 120):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert cli.main(["tune", "map", "maida", "--actor", FRENCH]) == 0
        lines = [line.split() for line in capsys.readouterr().out.splitlines()]
        cells = [cell for line in lines if line[:2] == FRENCH.split() for cell in line[2:]]
        assert cells == wanted
