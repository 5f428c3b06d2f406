"""Sweeps, searches and sensitivities against odds asked one by one."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, islice

import pytest

import calculator
from calculator.cli import main
from calculator.errors import CalculatorError, FaultsError
from calculator.scenarios import Scenario, load
from calculator.tuning.matchups import NothingToMeasureError, Situation, Subject, matrix
from calculator.tuning.sweep import Sensitivity, Sweep, Swing, ladder, widest_first
from calculator.tuning.variations import read_variations, with_tables

HUSSON = "Husson's brigade"
BYLANDT = "Bylandt's brigade"


@pytest.fixture
def pairing() -> Subject:
    return Subject(Situation("assault", "carries"), HUSSON, BYLANDT)


def sweep(battle: Scenario, subject: Subject, *varied: str) -> Sweep:
    variations = read_variations(varied, battle, battle.system.action("assault"))
    return Sweep(battle, subject, variations, ("carries", "goes-home"))


def test_every_row_is_what_the_odds_say(battle: Scenario, pairing: Subject) -> None:
    rows = list(sweep(battle, pairing, f"{HUSSON}=quality", "cover=open,hard").rows())
    assert [row.values for row in rows[:3]] == [
        ("elite", "open"),
        ("elite", "hard"),
        ("veteran", "open"),
    ]
    given = battle.fill("actor", HUSSON) | battle.fill("target", BYLANDT)
    for row in rows:
        quality, cover = row.values
        asked = {key.replace("-", "_"): text for key, text in given.items()}
        asked |= {"quality": quality, "cover": cover}
        odds = calculator.odds("there-stand-empires", "assault", **asked)
        assert row.chances == (odds.measure("carries"), odds.measure("goes-home"))


def test_rows_do_not_depend_on_the_number_of_workers(battle: Scenario, pairing: Subject) -> None:
    many = sweep(
        battle, pairing, f"{HUSSON}=quality", "cover=open,soft,hard", f"{BYLANDT}.bases=2,3,4,5,6,8"
    )
    assert len(many) == 72
    assert list(many.rows(workers=2)) == list(many.rows(workers=1))


def test_who_stops_reading_keeps_what_is_done(battle: Scenario, pairing: Subject) -> None:
    many = sweep(battle, pairing, f"{HUSSON}=quality", f"{BYLANDT}=quality", "cover=open,hard")
    assert len(list(islice(many.rows(), 5))) == 5


def test_all_that_is_misspelt_is_told_at_once(battle: Scenario) -> None:
    with pytest.raises(FaultsError) as caught:
        read_variations(
            [
                "Hussons brigade=quality",
                "cover=hrad",
                "tables.fire.covr.hard=3",
                f"{HUSSON}.qualty=poor",
            ],
            battle,
            battle.system.action("assault"),
        )
    near = {fault.near for fault in caught.value.faults}
    assert near == {HUSSON, "hard", "fire.cover.hard", "quality"}
    assert len(caught.value.faults) == 4


@pytest.mark.parametrize("text", ["Wagons.men=3,4", "Wagons=men", "Wagons.mne=3"])
def test_a_name_of_both_sides_is_told_as_such(text: str) -> None:
    farm = load("cannonade-farm")
    with pytest.raises(FaultsError, match="say 'blue: Wagons' or 'white: Wagons'"):
        read_variations([text], farm, farm.system.action("melee"))
    (variation,) = read_variations(["blue: Wagons.men=3,4"], farm, farm.system.action("melee"))
    assert (variation.unit, variation.key) == ("blue: Wagons", "men")


def test_the_unit_before_a_field_is_told_with_its_near_match(battle: Scenario) -> None:
    with pytest.raises(FaultsError, match=f"no unit 'Hussons brigade'; did you mean \"{HUSSON}\""):
        read_variations(["Hussons brigade.bases=3,4"], battle, battle.system.action("assault"))


def test_a_sweep_past_reading_is_refused(battle: Scenario, pairing: Subject) -> None:
    foot = [one for one in battle.units if one.men and one.men > 2000][:8]
    several = [f"{one.full_name}.bases={','.join(map(str, range(2, 11)))}" for one in foot]
    with pytest.raises(CalculatorError, match="vary less"):
        sweep(battle, pairing, *several)


def test_the_ladder_stands_in_order_and_shows_the_present(
    battle: Scenario, pairing: Subject
) -> None:
    rungs = ladder(battle, pairing, BYLANDT, Fraction(1, 2))
    assert [rung.distance for rung in rungs] == sorted(rung.distance for rung in rungs)
    present = {rung.chance for rung in rungs if rung.present}
    assert present == {pairing.chance(battle)}
    assert {"cover"} <= {rung.change for rung in rungs}
    best = rungs[0]
    assert abs(best.chance - Fraction(1, 2)) == best.distance


def tornado(battle: Scenario, subject: Subject) -> list[Swing]:
    asked = Sensitivity(battle, subject)
    swings = list(asked.swings())
    assert len(swings) == len(asked)
    return widest_first(swings)


def test_of_equally_near_rungs_the_present_stands_first_then_the_order_of_the_fields(
    battle: Scenario, pairing: Subject
) -> None:
    half = ladder(battle, pairing, BYLANDT, Fraction(1, 2))
    in_order = [rung.change for rung in half if rung.present]
    for one, other in combinations(half, 2):
        if one.chance == other.chance:
            continue
        between = (one.chance + other.chance) / 2
        tied = ladder(battle, pairing, BYLANDT, between)
        ties = [rung for rung in tied if rung.distance == abs(one.chance - between)]
        assert len(ties) > 1
        changed = [rung.change for rung in ties if not rung.present]
        assert [rung.present for rung in ties] == sorted(
            (rung.present for rung in ties), reverse=True
        )
        assert changed == sorted(changed, key=in_order.index)


def test_sensitivity_is_measured_from_the_present_and_sorted(
    battle: Scenario, pairing: Subject
) -> None:
    found = tornado(battle, pairing)
    present = Sensitivity(battle, pairing).present
    assert present == pairing.chance(battle)
    widths = [swing.width for swing in found]
    assert widths == sorted(widths, reverse=True)
    assert all(widths)
    quality = next(swing for swing in found if swing.step == f"{HUSSON}: quality")
    assert (quality.low, quality.high) == ("veteran", "poor")
    assert quality.at_low > present > quality.at_high


def test_pairings_that_the_rules_forbid_are_left_out_of_means(battle: Scenario) -> None:
    french, allied = battle.sides
    guns = next(unit for unit in french.units if unit.form.arm.is_artillery)  # type: ignore[attr-defined]
    found = matrix(battle, Situation("assault", "carries"), [guns], allied.units)
    assert set(found.chances[0]) == {None}
    assert found.mean() is None
    with pytest.raises(NothingToMeasureError):
        Subject(Situation("assault", "carries"), guns.name).chance(battle)


def test_only_values_that_are_asked_for_are_stepped_and_none_is_missed(
    battle: Scenario, pairing: Subject
) -> None:
    stepped = {
        swing.step.removeprefix("tables.")
        for swing in tornado(battle, pairing)
        if swing.step.startswith("tables.")
    }
    present = pairing.chance(battle)
    for entry in battle.tables:
        if type(entry.value) is int and entry.value != entry.most:
            moved = with_tables(battle, {entry.key: entry.value + 1}, "one step more")
            if pairing.chance(moved) != present:
                assert entry.key in stepped


def test_a_ladder_changes_ratings_and_not_what_a_unit_is(
    battle: Scenario, pairing: Subject
) -> None:
    labels = {rung.change for rung in ladder(battle, pairing, BYLANDT, Fraction(1, 2))}
    assert labels == {f"allied: {BYLANDT}: quality", f"allied: {BYLANDT}: bases", "cover"}


def test_numbers_that_come_to_the_same_are_one_rung(battle: Scenario, pairing: Subject) -> None:
    """One place each for what does the same: the numbers between are as far off."""
    rungs = ladder(battle, pairing, HUSSON, Fraction(1, 2))
    bases = [rung for rung in rungs if rung.change.endswith("bases")]
    told: dict[str, Fraction] = {}
    for rung in bases:
        low, _, high = rung.value.partition(" to ")
        told |= {str(n): rung.chance for n in range(int(low), int(high or low) + 1)}
    assert len(bases) == len(set(told.values())) < len(told)
    (swept,) = read_variations([f"{HUSSON}=bases"], battle, battle.system.action("assault"))
    for row in Sweep(battle, pairing, (swept,), ("carries",)).rows(workers=1):
        assert row.chances == (told.get(row.values[0], pairing.chance(battle)),)


def test_the_ground_where_a_unit_stands_is_varied_and_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Ligny's farm is hard cover, standing corn none: the odds are those that the ground gives."""
    unit, actor = "19th Regiment", "Piat's brigade"
    vary = f"{unit}.at=Ligny, Standing corn, nowhere"
    line = ["tune", "sweep", "ligny", "--actor", actor, "--against", unit, "--json"]
    assert main([*line, "--vary", vary]) == 0
    chances = [row["carries"] for row in json.loads(capsys.readouterr().out)["rows"]]
    assert chances[0] < chances[1] == chances[2]
    assert main(["tune", "map", "ligny", "--actor", actor, "--against", unit, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ground"] == {f"prussian: {unit}": {"cover": "hard"}}
    assert "cover" not in told["assumed"]
    assert told["rows"][0]["chance"] == chances[0]
    assert main([*line, "--vary", f"{unit}.at=Atlantis"]) == 2
    assert "Atlantis" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "key", "values"),
    [
        ("1st Light=quality", "quality", ["elite", "veteran", "average", "poor"]),
        ("1st Light.quality", "quality", ["elite", "veteran", "average", "poor"]),
        ("1st Light: quality", "quality", ["elite", "veteran", "average", "poor"]),
        ("1st Light.quality=", "quality", ["elite", "veteran", "average", "poor"]),
        ("1st light.Quality=Veteran, elite", "quality", ["veteran", "elite"]),
        ("1st Light quality=veteran;elite", "quality", ["veteran", "elite"]),
        ("french: 1st Light/bases=2-4", "bases", ["2", "3", "4"]),
        ("1st Light.bases=2,4..5", "bases", ["2", "4", "5"]),
        ("1st Light.at=Coastal, nowhere", "at", ["Coastal marsh", "nowhere"]),
    ],
)
def test_what_is_varied_may_be_spelt_as_one_would(text: str, key: str, values: list[str]) -> None:
    maida = load("maida")
    (found,) = read_variations([text], maida, maida.system.action("assault"))
    assert (found.unit, found.key, list(found.values)) == ("french: 1st Light", key, values)


@pytest.mark.parametrize("text", ["1st Light=at", "1st Light.at=", "1st Light.at", "1st Light AT"])
def test_every_piece_of_ground_is_meant_where_none_is_named(text: str) -> None:
    maida = load("maida")
    (found,) = read_variations([text], maida, maida.system.action("assault"))
    assert list(found.values) == [*(piece.name for piece in maida.terrain), "nowhere"]


def test_a_field_of_the_action_and_a_table_value_are_found_too() -> None:
    maida = load("maida")
    action, hard = maida.system.action("assault"), "assault.defensive-fire.cover.hard"
    found = read_variations(["Cover", f"{hard}=2,3"], maida, action)
    assert [(one.unit, one.key) for one in found] == [("", "cover"), ("", f"tables.{hard}")]
    assert found[0].values == ("open", "soft", "hard", "fortification")


def test_a_share_is_one_value_however_it_is_written() -> None:
    maida = load("maida")
    text = "tables.forecast.tempo=0.3,3/10,6/20,1/2"
    (found,) = read_variations([text], maida, maida.system.action("assault"))
    assert found.values == ("3/10", "1/2")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("at", "did you mean 'UNIT.at'?"),
        ("covr=hard", "did you mean 'cover'?"),
        ("1st Light=veteran", "did you mean 'quality=veteran'?"),
        ("1st Light.qualty", "did you mean 'quality'?"),
        ("1st Ligt.at=nowhere", "did you mean '1st Light'?"),
        ("1st Light.at=Atlantis", "Coastal marsh"),
        ("1st Light=at=nowhere", "allowed: arm, quality, bases, starting-bases, at"),
        ("tables.assault.defensive-fire.cover.hard", "allowed: a value like 2"),
        ("", "UNIT.FIELD=value,value"),
    ],
)
def test_what_varies_nothing_names_what_would(text: str, told: str) -> None:
    maida = load("maida")
    with pytest.raises(FaultsError) as caught:
        read_variations([text], maida, maida.system.action("assault"))
    assert told in str(caught.value)


def test_a_thing_is_varied_once_and_no_value_of_it_twice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["tune", "sweep", "maida", "--vary", "cover=open", "cover=soft"]) == 2
    assert "cover=soft: cover is varied already" in capsys.readouterr().err
    assert main(["tune", "sweep", "maida", "--vary", "cover=open,open", "--csv"]) == 0
    assert capsys.readouterr().out.count("open") == 1


def test_where_places_are_varied_no_cover_is_assumed(capsys: pytest.CaptureFixture[str]) -> None:
    places = "Bylandt's brigade.at=Bossu wood,Gemioncourt farm"
    words = ["--actor", "Bauduin's brigade", "--against", "Bylandt's brigade", "--vary", places]
    assert main(["tune", "sweep", "quatre-bras", *words]) == 0
    told = capsys.readouterr().out
    assert "Gemioncourt farm" in told
    assert "cover=open" not in told
