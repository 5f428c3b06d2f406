"""A scenario changed, compared and saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from calculator.errors import CalculatorError, FaultsError
from calculator.forms import texts
from calculator.paths import replace_text
from calculator.scenarios import Scenario, known_scenarios, load
from calculator.tui.tune.workbench import Workbench
from calculator.tuning.matchups import Situation
from calculator.tuning.variations import changes, difference, with_tables, with_unit


def save(path: Path, before: Scenario, after: Scenario) -> None:
    bench = Workbench(before)
    assert bench.path == path
    bench.scenario = after
    bench.save()


@pytest.mark.parametrize("path", known_scenarios().values(), ids=lambda path: path.stem)
def test_a_file_saved_unchanged_is_the_same_to_the_byte(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    scenario = load(copy)
    save(copy, scenario, scenario)
    assert copy.read_bytes() == path.read_bytes()


def test_a_changed_rating_changes_one_line(tmp_path: Path) -> None:
    copy = tmp_path / "quatre-bras.toml"
    copy.write_bytes(known_scenarios()["quatre-bras"].read_bytes())
    before = load(copy)
    unit = before.find("Bylandt's brigade")
    after = with_unit(before, unit, {"quality": "veteran", "bases": "7"})
    old = copy.read_text().splitlines()
    save(copy, before, after)
    new = copy.read_text().splitlines()
    changed = [(was, now) for was, now in zip(old, new, strict=True) if was != now]
    assert [now.split("#")[0].strip() for _, now in changed] == ['quality = "veteran"', "bases = 7"]
    assert list(changes(load(copy), after)) == []


def test_changes_name_what_was_and_what_is(battle: Scenario) -> None:
    unit = battle.find("Husson's brigade")
    after = with_tables(
        with_unit(battle, unit, {"quality": "poor"}), {"fire.cover.hard": 9}, "to see"
    )
    told = [str(change) for change in changes(battle, after)]
    assert told[0] == "french: Husson's brigade: quality average -> poor"
    assert told[1].startswith("tables: fire.cover.hard")
    assert len(told) == 2


def test_rules_of_the_battle_and_of_a_side_are_compared_too(tmp_path: Path) -> None:
    text = known_scenarios()["maida"].read_text(encoding="utf-8")
    path = tmp_path / "maida.toml"
    other = text.replace('"unit-by-unit"', '"alternate"', 1)
    path.write_text(
        other.replace("linear-tactics = true", "linear-tactics = false", 1), encoding="utf-8"
    )
    told = [str(change) for change in changes(load("maida"), load(path))]
    assert told == [
        "rules: initiative unit-by-unit -> alternate",
        "french: linear-tactics yes -> no",
    ]


def test_fewer_bases_are_a_smaller_brigade_not_a_beaten_one(battle: Scenario) -> None:
    smaller = with_unit(battle, battle.find("Husson's brigade"), {"bases": "2"})
    assert smaller.fill("actor", "Husson's brigade")["starting-bases"] in {"2", "as now"}


def test_the_odds_that_move_are_those_of_the_changed_unit(battle: Scenario) -> None:
    unit = battle.find("Husson's brigade")
    after = with_unit(battle, unit, {"quality": "elite"})
    found = difference(battle, after, Situation("assault", "carries"))
    assert found.removed == found.added == ()
    assert found.shifts
    for shift in found.shifts:
        assert "french: Husson's brigade" in {shift.actor, shift.target}
    sizes = [shift.size for shift in found.shifts]
    assert sizes == sorted(sizes, reverse=True)


def test_table_values_keep_their_type(battle: Scenario) -> None:
    assert battle.tables.typed("fire.cover.hard", "3") == 3
    with pytest.raises(FaultsError, match="cannot stand for"):
        battle.tables.typed("fire.cover.hard", "three")


def test_line_ends_and_the_mark_of_windows_editors_stay(tmp_path: Path) -> None:
    raw = known_scenarios()["maida"].read_bytes().replace(b"\n", b"\r\n")
    copy = tmp_path / "maida.toml"
    copy.write_bytes(b"\xef\xbb\xbf" + raw)
    before = load(copy)
    after = with_unit(before, before.find("1st Light"), {"quality": "poor"})
    save(copy, before, after)
    changed = raw.replace(b'quality = "veteran"', b'quality = "poor"', 1)
    assert copy.read_bytes() == b"\xef\xbb\xbf" + changed


def test_an_answer_that_says_nothing_any_more_leaves_the_file(tmp_path: Path) -> None:
    copy = tmp_path / "maida.toml"
    text = known_scenarios()["maida"].read_text(encoding="utf-8")
    written = text.replace('quality = "veteran"', 'quality = "veteran"\nstarting-bases = 4', 1)
    copy.write_text(written, encoding="utf-8")
    before = load(copy)
    bases = texts(before.find("1st Light").form)["bases"]
    save(copy, before, with_unit(before, before.find("1st Light"), {"starting-bases": bases}))
    assert copy.read_text(encoding="utf-8") == text


def test_yes_and_no_are_written_as_toml_has_them(tmp_path: Path) -> None:
    copy = tmp_path / "farm.toml"
    copy.write_bytes(known_scenarios()["cannonade-farm"].read_bytes())
    before = load(copy)
    unit = next(iter(before.units))
    other = {"yes": "no", "no": "yes"}[texts(unit.form)["officer"]]
    save(copy, before, with_unit(before, unit, {"officer": other}))
    assert f"officer = {'true' if other == 'yes' else 'false'}" in copy.read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_told_of(tmp_path: Path) -> None:
    copy = tmp_path / "maida.toml"
    copy.write_bytes(known_scenarios()["maida"].read_bytes())
    bench = Workbench(load(copy))
    copy.unlink()
    with pytest.raises(CalculatorError, match="there is no such file"):
        bench.save()
    (tmp_path / "file").touch()
    with pytest.raises(CalculatorError, match="cannot be written"):
        replace_text(tmp_path / "file" / "below.toml", "")
