"""Whole battles: either side can lose, strength tells, nobody loses more than he has."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import quantiles

import attrs
import pytest

from calculator.chance.one_path import Stream
from calculator.cli import main
from calculator.rules.armies import ArmyCount
from calculator.rules.there_stand_empires.forecasting import begin
from calculator.scenarios.loading import read_scenario
from calculator.scenarios.model import Scenario
from calculator.scenarios.source import parse_source
from calculator.tuning.battle import Battlefield, Run
from calculator.tuning.fighting import RunInProgress
from calculator.tuning.forecast import run_seed
from calculator.tuning.story import RunStory
from calculator.tuning.variations import with_tables

RUNS = 200


def brigades(number: int, *, bases: int = 6, arm: str = "infantry") -> list[str]:
    lines = []
    for index in range(number):
        if index % 3 == 0:
            lines += ["[[sides.formations]]", f'name = "{index // 3}. Division"', 'general = "G"']
        lines += [
            "[[sides.formations.units]]",
            f'name = "{index}. Brigade"',
            f'arm = "{arm}"',
            'quality = "average"',
            f"bases = {bases}",
            f"men = {600 * bases}",
        ]
    return lines


def batteries(number: int) -> list[str]:
    return [
        line.replace("Brigade", "Battery").replace("Division", "Park")
        for line in brigades(number, bases=1, arm="heavy-foot-artillery")
        if not line.startswith("quality")
    ]


def battle(first: Sequence[str], second: Sequence[str], *, roles: bool = True) -> Scenario:
    lines = [
        "[scenario]",
        'key = "x"',
        'title = "X"',
        'system = "there-stand-empires"',
        "[rules]",
        "turns = 16",
        'first-turn = "06:00"',
    ]
    for key, role, units in (("red", "attacker", first), ("blue", "defender", second)):
        lines += ["[[sides]]", f'key = "{key}"', f'name = "{key.title()}"']
        lines += [f'role = "{role}"'] if roles else []
        lines += units
    return read_scenario(parse_source(Path("x.toml"), "\n".join(lines)))


def fought(
    scenario: Scenario, runs: int = RUNS, supposed: Mapping[str, str] | None = None
) -> list[Run]:
    field = Battlefield(scenario)
    field.suppose(with_tables(scenario, supposed or {}, "supposed").tables)
    return [RunInProgress(field, Stream(run_seed("5eed", number))).run() for number in range(runs)]


@cache
def mirror(number: int, roles: bool) -> tuple[Run, ...]:
    units = brigades(number)
    return tuple(fought(battle(units, units, roles=roles)))


@pytest.mark.parametrize("number", [6, 12])
@pytest.mark.parametrize("roles", [True, False])
def test_of_equal_armies_either_may_lose(number: int, roles: bool) -> None:
    """35 to 65% of decided runs to each side, 60% decided in 16 turns."""
    runs = mirror(number, roles)
    beaten = Counter(run.broken for run in runs)
    decided = beaten["red",] + beaten["blue",]
    assert decided >= 0.6 * RUNS
    assert 0.35 * decided <= beaten["red",] <= 0.65 * decided


@pytest.mark.parametrize("stronger", ["red", "blue"])
def test_half_the_men_seldom_win(stronger: str) -> None:
    armies = brigades(12), brigades(6)
    runs = fought(battle(*(armies if stronger == "red" else reversed(armies))), 3 * RUNS)
    assert sum(run.broken == (stronger,) for run in runs) < 0.1 * len(runs)


def test_nobody_loses_more_than_he_has() -> None:
    for run in (*mirror(6, True), *fought(battle(brigades(2), brigades(9)), 50)):
        assert all(0 <= loss <= 1 for loss in run.losses)


def test_who_gives_up_has_lost_more_of_himself_unless_he_broke_by_the_rules() -> None:
    for run in mirror(12, True):
        if run.ending in {"broke off", "left by night"}:
            assert len(run.broken) == 1
        assert (run.ending == "") is (not run.broken)


def test_an_army_loses_heart_with_its_foot_however_many_guns_it_has_left() -> None:
    """Were guns counted, Red would stand until half of 48 bases are gone, 18 of them foot."""
    stubborn = {"forecast.resolve": "0.5", "forecast.resolve-spread": "0"}
    runs = fought(battle([*brigades(3), *batteries(30)], brigades(9)), 60, stubborn)
    assert any(run.ending == "broke off" and run.broken == ("red",) for run in runs)


def test_a_victor_who_leads_better_takes_more_in_the_pursuit() -> None:
    """Equal armies: what losers lose varies more, the more their leaders differ."""
    spread = {}
    for led in ("0", "4"):
        supposed = {"forecast.leadership": led, "forecast.pursuit": "0.1"}
        runs = fought(battle(brigades(9), brigades(9)), 100, supposed)
        lost = [max(run.losses) for run in runs if run.ending == "broke off"]
        low, _, high = quantiles(lost, n=4)
        spread[led] = high - low
    assert spread["4"] > 2 * spread["0"]


def test_cover_helps_who_stands_in_it() -> None:
    """VIII, through `at`: the same armies, the defenders behind walls or in the open."""
    ground = ["[[terrain]]", 'name = "The walls"', 'cover = "hard"']
    attackers, defenders = brigades(9), brigades(6)
    walled = [line for unit in defenders for line in _at(unit)]
    text = battle(attackers, defenders)
    lost = {}
    for name, army in (("open", defenders), ("walls", walled)):
        scenario = battle([*attackers], army) if name == "open" else _with(ground, attackers, army)
        runs = fought(scenario)
        lost[name] = sum(run.broken == ("blue",) for run in runs)
    assert text.sides[1].units
    assert lost["walls"] < lost["open"] - RUNS // 20


def _at(line: str) -> list[str]:
    return [line, 'at = "The walls"'] if line.startswith("men =") else [line]


def _with(ground: Sequence[str], first: Sequence[str], second: Sequence[str]) -> Scenario:
    head = [*ground, "[[sides]]", 'key = "red"', 'name = "Red"', 'role = "attacker"', *first]
    rest = ["[[sides]]", 'key = "blue"', 'name = "Blue"', 'role = "defender"', *second]
    lines = [
        "[scenario]",
        'key = "x"',
        'title = "X"',
        'system = "there-stand-empires"',
        "[rules]",
        "turns = 16",
        'first-turn = "06:00"',
        *head,
        *rest,
    ]
    return read_scenario(parse_source(Path("x.toml"), "\n".join(lines)))


def test_a_missing_role_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    from calculator.scenarios.places import shipped_folder

    text = (shipped_folder() / "maida.toml").read_text(encoding="utf-8")
    file = tmp_path / "maida.toml"
    file.write_text(text.replace('role = "attacker"\n', ""), encoding="utf-8")
    assert main(["tune", "forecast", str(file), "--runs", "2", "--seed", "1"]) == 0
    assert "French: Reynier's corps in Calabria has no role" in capsys.readouterr().out


def test_orders_replace_what_the_stances_would_have_them_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["tune", "forecast", "maida", "--runs", "200", "--seed", "1", "--json"]
    undecided = []
    for orders in ([], ["--policy", "hold", "--reply", "hold"]):
        assert main([*asked, *orders]) == 0
        rows = json.loads(capsys.readouterr().out)["rows"]
        undecided += [row["value"] for row in rows if row["figure"] == "undecided"]
    assert undecided[1] > 2 * undecided[0]
    assert main([*asked, "--policy", "hodl"]) == 2
    assert "--policy 'hodl': " in capsys.readouterr().err


def test_a_battle_is_told_hour_by_hour(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        assert main(["tune", "forecast", "quatre-bras", "--tell", "2a"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert "Turn 1, 14:00." in told[0]
    assert "Anglo-Allied arriving: 2nd Netherlands Light Cavalry Brigade; 5th Division." in told[0]
    assert "of their men" in told[0]
    assert "Seed 2a" in told[0]


def test_an_army_that_has_lost_little_is_not_checked() -> None:
    """X: below half of its units broken or demoralized no army breaks."""
    field = Battlefield(battle(brigades(3), brigades(3)))
    assert field.breaking(ArmyCount(10, 4, 0)) == 0
    assert 0 < field.breaking(ArmyCount(10, 5, 0)) < field.breaking(ArmyCount(10, 8, 0)) < 1


def test_the_last_turn_ends_a_battle_as_night_does() -> None:
    """First turn 06:00, a turn an hour: of 24 turns the first night falls at 20:00 after the 14th,
    but of 16 turns there is no day to follow, and it is fought to the end."""
    units = brigades(12)
    short, long = mirror(12, True), fought(attrs.evolve(battle(units, units), turns=24))
    for runs, nights in ((short, {16}), (long, {14, 24})):
        assert {run.turns for run in runs if run.ending == "left by night"} == nights


@pytest.mark.parametrize(
    ("arm", "trained", "formation"),
    [
        ("infantry", "yes", "maneuver-column"),
        ("infantry", "no", "deployed"),
        ("heavy-cavalry", "no", "maneuver-column"),
        ("horse-artillery", "yes", "deployed"),
    ],
)
def test_guns_and_foot_not_trained_to_columns_begin_deployed(
    arm: str, trained: str, formation: str
) -> None:
    unit = {"arm": arm, "columns-may-assault": trained}
    assert begin(unit) == {"state": "ok", "formation": formation}


def test_units_of_no_formation_fight_together() -> None:
    formed = brigades(3)
    loose = [line.replace("sides.formations.units", "sides.units") for line in brigades(1)[3:]]
    loose = [line.replace("0. Brigade", "Loose Brigade") for line in loose]
    army = Battlefield(battle(formed, [*formed, *loose])).armies[1]
    assert [(part.name, len(part.units)) for part in army.divisions] == [
        ("0. Division", 3),
        ("the rest", 1),
    ]
    assert [part.name for part in Battlefield(battle(formed, formed)).armies[1].divisions] == [
        "0. Division"
    ]


def test_nobody_is_fought_before_he_has_come() -> None:
    """Blue's only division enters with turn 16, the last."""
    late = [line for unit in brigades(3) for line in _late(unit)]
    scenario = battle(brigades(3), late)
    field = Battlefield(scenario)
    story = RunStory(field)
    RunInProgress(field, Stream(run_seed("5eed", 1)), story).run()
    arrival = story.lines.index("  Blue arriving: 0. Division.")
    assert story.lines[arrival - 1].startswith("Turn 16, 21:00.")
    assert not any("Red worn" in line for line in story.lines[:arrival])


def _late(line: str) -> list[str]:
    return [line, "entry-turn = 16"] if line.startswith("general =") else [line]


def test_a_story_does_not_say_that_who_has_orders_follows_a_stance(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["tune", "forecast", "maida", "--tell", "1", "--policy", "hold"]) == 0
    story = " ".join(capsys.readouterr().out.split())
    assert "French: do as ordered, at 1.3 to 1. British: hold their ground, at 0.8 to 1." in story
    assert "press the attack" not in story
