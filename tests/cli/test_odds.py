"""`empires odds`, on a toy system whose odds are worked out by hand."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calculator.chance.every_path import Budget

Run = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("toy")


def test_json_is_exact(run: Run) -> None:
    """Two dice at 4+: no hit, one, two in 1 : 2 : 1."""
    ran = run("odds", "toy", "volley", "--json")
    assert ran.code == 0
    told = json.loads(ran.out)
    assert (told["system"], told["action"], told["total"]) == ("toy", "volley", "4")
    assert told["form"] == {"quality": "average", "cover": "open", "walled": False, "bases": 4}
    assert told["outcomes"] == [
        {"outcome": {"hits": 0}, "label": "0 hits", "weight": "1", "probability": 0.25},
        {"outcome": {"hits": 1}, "label": "1 hits", "weight": "2", "probability": 0.5},
        {"outcome": {"hits": 2}, "label": "2 hits", "weight": "1", "probability": 0.25},
    ]
    assert told["factors"] == []


def test_table_shows_percentages_measures_and_what_was_assumed(run: Run) -> None:
    ran = run("odds", "toy", "volley", "quality=veteran")
    assert ran.code == 0
    assert "37.5%" in ran.out
    assert "= any effect   87.5%" in ran.out
    assert "Assumed: cover=open, bases=4" in ran.out
    assert "walled" not in ran.out, "a field that does not matter is not assumed"


def test_at_least_cumulates_in_order_of_severity(run: Run) -> None:
    told = json.loads(run("odds", "toy", "volley", "--at-least", "--json").out)
    assert [row["probability"] for row in told["at-least"]] == [1.0, 0.75, 0.25]
    ran = run("odds", "toy", "volley", "--at-least")
    assert "100.0%" in ran.out
    assert "75.0%" in ran.out


def test_at_least_says_for_whom(run: Run) -> None:
    assert "This or better for the firers" in run("odds", "toy", "volley", "--at-least").out


def test_odds_out_of_reach_are_labelled_as_sampled(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Budget.__init__, "__defaults__", (1,))
    ran = run("odds", "toy", "volley", "--paths", "400")
    assert ran.code == 0
    assert "Sampled along 400 paths, +-5.0 points at most." in ran.out
    table = json.loads(run("odds", "toy", "volley", "--paths", "400", "--json").out)
    assert table["sampled"] == {"paths": 400, "seed": "0"}
    assert all(0.02 < row["standard-error"] < 0.026 for row in table["outcomes"])
    drawn = run("result", "toy", "volley")
    assert drawn.code == 0
    assert " (sampled, +-" in drawn.out


def test_of_sampled_odds_it_is_said_that_no_change_is_listed(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Budget.__init__, "__defaults__", (1,))
    asked = ("odds", "toy", "volley", "--paths", "400", "--what-if")
    ran = run(*asked)
    assert (ran.code, ran.err) == (0, "")
    assert "These odds are only sampled" in " ".join(ran.out.split())
    assert json.loads(run(*asked, "--json").out)["what-if"] is None


@pytest.mark.parametrize("paths", ["0", "99", "many", "10000001", "-1"])
def test_paths_beyond_all_measure(run: Run, paths: str) -> None:
    ran = run("odds", "toy", "volley", f"--paths={paths}")
    assert ran.code == 2
    assert "a whole number from 100 to 10000000" in ran.err


def test_keys_may_be_typed_with_capitals_and_underscores(run: Run) -> None:
    line = ("odds", "toy", "volley", "Cover=hard", "--versus", "COVER=open", "--json")
    told = json.loads(run(*line).out)
    assert told["odds"]["form"]["cover"] == "hard"
    assert told["versus"]["form"]["cover"] == "open"


def test_versus_changes_only_what_it_names(run: Run) -> None:
    line = ("odds", "toy", "volley", "quality=veteran", "cover=open", "--versus", "cover=hard")
    told = json.loads(run(*line, "--json").out)
    assert told["versus"]["form"]["quality"] == "veteran"
    assert told["versus"]["form"]["cover"] == "hard"
    by_label = {row["label"]: row for row in told["differences"]}
    assert by_label["0 hits"]["odds"] == 1 / 8
    assert by_label["0 hits"]["versus"] == 125 / 216
    assert by_label["0 hits"]["difference"] == pytest.approx(125 / 216 - 1 / 8)
    shown = run(*line).out
    assert "A: cover=open" in shown
    assert "B: cover=hard" in shown
    assert "+45.4" in shown


def test_versus_given_twice_counts_both_times(run: Run) -> None:
    line = ("odds", "toy", "volley", "--versus", "cover=hard", "--versus", "quality=veteran")
    told = json.loads(run(*line, "--json").out)["versus"]["form"]
    assert (told["cover"], told["quality"]) == ("hard", "veteran")
    ran = run(*line, "--versus", "cover=open")
    assert (ran.code, ran.err) == (2, "--versus cover: given twice, as 'hard' and as 'open'\n")


def test_one_way_to_read_the_rules_is_set_beside_another(run: Run) -> None:
    """Two dice that each tell on a 6, or on a 5 as well: 25 in 36 miss, or 4 in 9."""
    line = ("odds", "toy", "volley", "quality=average", "cover=hard")
    shown = run(*line, "--versus", "Tables.needed.hard=5", "or", "tables.dice.average=1").out
    assert "B: tables.dice.average=2, tables.needed.hard=5" in shown
    told = json.loads(run(*line, "--versus", "tables.needed.hard=5", "--json").out)
    assert told["odds"]["tables"] == {"needed.hard": "6"}
    assert told["versus"]["tables"] == {"needed.hard": "5"}
    by_label = {row["label"]: row for row in told["differences"]}
    assert (by_label["0 hits"]["odds"], by_label["0 hits"]["versus"]) == (25 / 36, 4 / 9)


def test_all_that_is_wrong_with_what_is_compared_is_told_at_once(run: Run) -> None:
    values = ("tables.needed.had=5", "tables.dice.average=x", "cover=hrd")
    ran = run("odds", "toy", "volley", "--versus", *values)
    assert ran.code == 2
    assert (
        "--versus needed.had: there is no such table value; did you mean 'needed.hard'" in ran.err
    )
    assert "--versus dice.average: 'x' cannot stand for 2 (allowed: a value like 2)" in ran.err
    assert "--versus cover: 'hrd' is not one of the words" in ran.err


def test_explain_lists_each_factor_with_points_side_stage_and_source(run: Run) -> None:
    shown = run("odds", "toy", "volley", "cover=hard", "--explain").out
    stage, row = shown.splitlines()[-3:-1]
    assert stage.strip() == "fire"
    assert row.split() == ["+2", "-44.4", "target", "hard", "cover", "[II:", "judgement]"]


def test_explain_versus_shows_both_sets_of_points(run: Run) -> None:
    line = ("odds", "toy", "volley", "cover=hard", "--versus", "cover=open", "--explain")
    lines = run(*line).out.splitlines()
    heading = next(line for line in lines if "Factor" in line)
    row = next(line for line in lines if "hard cover" in line)
    assert row.index("+2") + 1 == heading.index("A  "), "under the first setting, not the second"


def test_answers_may_stand_after_options(run: Run) -> None:
    told = json.loads(run("odds", "toy", "volley", "--json", "cover=hard").out)
    assert told["form"]["cover"] == "hard"


def test_every_fault_is_told_at_once(run: Run) -> None:
    ran = run("odds", "toy", "volley", "qualty=veteran", "cover=hrad", "bases", "walled=no", "hard")
    assert ran.code == 2
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 4
    assert "did you mean 'quality'" in ran.err
    assert "did you mean 'hard'" in ran.err
    assert "bases: has no value; write it as key=value" in ran.err
    assert "did you mean 'cover=hard'" in ran.err


@pytest.mark.parametrize(
    ("word", "meant"),
    [("coverhard", "cover=hard"), ("hard", "cover=hard"), ("qualiyt", "quality")],
)
def test_a_word_without_equals_is_told_gently(run: Run, word: str, meant: str) -> None:
    ran = run("odds", "toy", "volley", word)
    assert ran.code == 2
    assert "this is not key=value" in ran.err
    assert f"did you mean {meant!r}" in ran.err


def test_one_field_given_twice(run: Run) -> None:
    ran = run("odds", "toy", "volley", "cover=hard", "cover=open")
    assert ran.code == 2
    assert "cover: given twice, as 'hard' and as 'open'" in ran.err


def test_what_the_rules_forbid_is_refused_with_its_source(run: Run) -> None:
    ran = run("odds", "toy", "volley", "bases=1")
    assert ran.code == 2
    assert ran.err == "a single base may not fire [III: rule]\n"


@pytest.mark.parametrize(
    ("line", "near"),
    [
        (("odds", "toi", "volley"), "toy"),
        (("odds", "toy", "voley"), "volley"),
        (("ods", "toy", "volley"), "odds"),
        (("odds", "toy", "volley", "--jsn"), "--json"),
        (("odds", "toy", "volley", "--at-most"), "--at-least"),
    ],
)
def test_near_matches(run: Run, line: tuple[str, ...], near: str) -> None:
    ran = run(*line)
    assert ran.code == 2
    assert f"did you mean {near!r}" in ran.err


def test_bars_are_ascii_where_the_encoding_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = run("odds", "toy", "volley").out
    assert "█" in shown


HILL = str(Path(__file__).parents[1] / "scenarios" / "hill.toml")


def test_units_of_a_scenario_fill_in_the_form_under_its_tables(run: Run) -> None:
    line = ("odds", "toy", "volley", "--scenario", HILL, "--actor", "blue: Line", "--json")
    told = json.loads(run(*line, "--target", "guards", "cover=hard").out)
    assert told["form"] == {"quality": "average", "cover": "hard", "walled": True, "bases": 6}
    assert told["total"] == "81", "4 dice, and hard cover needs 5 in this battle: two faces of six"


def test_a_unit_is_no_target_of_its_own_side(run: Run) -> None:
    line = ("odds", "toy", "volley", "--scenario", HILL, "--actor", "jerome's brigade")
    ran = run(*line, "--target", "guards")
    assert ran.code == 2
    assert ran.err.startswith("target: Guards is on the same side as Jérôme's brigade")


def test_what_is_typed_comes_before_what_the_scenario_says(run: Run) -> None:
    line = ("odds", "toy", "volley", "--scenario", HILL, "--actor", "jerome's brigade", "--json")
    assert json.loads(run(*line, "bases=3").out)["form"]["bases"] == 3


def test_units_that_there_are_not_are_all_told(run: Run) -> None:
    line = ("odds", "toy", "volley", "--scenario", HILL)
    ran = run(*line, "--actor", "jermoes brigade", "--target", "gard")
    assert ran.code == 2
    assert "actor: The Hill has no unit 'jermoes brigade'; did you mean" in ran.err
    assert "target: The Hill has no unit 'gard'" in ran.err


def test_a_unit_needs_a_scenario(run: Run) -> None:
    ran = run("odds", "toy", "volley", "--actor", "Guards")
    assert ran.code == 2
    assert "which order of battle is 'Guards' in? Add --scenario NAME" in ran.err


def test_the_faults_of_both_settings_are_told_at_once_and_marked(run: Run) -> None:
    ran = run("odds", "toy", "volley", "quality=y", "bases=x", "--versus", "cover=x", "bases=2")
    assert (ran.code, ran.out) == (2, "")
    places = [line.partition(": ")[0] for line in ran.err.splitlines()]
    assert places == ["quality", "bases", "--versus cover"]


def test_a_setting_that_the_rules_forbid_stands_beside_the_odds_of_the_other(run: Run) -> None:
    ran = run("odds", "toy", "volley", "--versus", "bases=1")
    assert ran.code == 0
    assert "B: the rules do not allow this: a single base may not fire [III: rule]" in ran.out
    assert "The odds of A:" in ran.out
    told = json.loads(run("odds", "toy", "volley", "bases=1", "--versus", "bases=2", "--json").out)
    refusal = {"reason": "a single base may not fire", "source": "III: rule"}
    assert told["odds"] == {"forbidden": [refusal]}
    alone = json.loads(run("odds", "toy", "volley", "bases=2", "--json").out)
    assert told["versus"]["outcomes"] == alone["outcomes"]
    assert {row["odds"] for row in told["differences"]} == {None}


def test_where_no_setting_is_allowed_each_reason_says_of_which_it_is(run: Run) -> None:
    ran = run("odds", "toy", "volley", "bases=1", "--versus", "cover=hard")
    assert ran.code == 2
    assert ran.err == (
        "a single base may not fire [III: rule]\n"
        "with --versus: a single base may not fire [III: rule]\n"
    )


@pytest.mark.parametrize(
    ("word", "told"),
    [("=5", "'=5': has no key before its ="), ("", "'': is empty"), (" ", "' ': is empty")],
)
def test_a_word_without_a_key_is_named(run: Run, word: str, told: str) -> None:
    ran = run("odds", "toy", "volley", word)
    assert (ran.code, ran.err) == (2, f"{told} (allowed: pairs such as cover=hard)\n")


LONG = "a" * 100_000


@pytest.mark.parametrize(
    "word",
    [LONG, f"{LONG}=1", f"quality={LONG}", f"bases={'1' * 4000}"],
    ids=["a word", "a key", "a value", "a number"],
)
def test_what_has_no_end_is_not_repeated_whole(run: Run, word: str) -> None:
    ran = run("odds", "toy", "volley", word)
    assert ran.code == 2
    assert len(ran.err) < 1500


def test_what_if_is_asked_of_one_setting(run: Run) -> None:
    ran = run("odds", "toy", "volley", "--what-if", "--versus", "cover=hard")
    assert (ran.code, ran.err.count("--what-if: is asked of one setting")) == (2, 1)


def test_versus_takes_several_settings_with_or_between_them(run: Run) -> None:
    line = ("odds", "toy", "volley", "--versus", "cover=hard", "or", "quality=veteran", "bases=6")
    found = json.loads(run(*line, "--json").out)
    hard, veteran = (other["form"] for other in found["versus"])
    assert (hard["cover"], hard["quality"]) == ("hard", "average")
    assert (veteran["cover"], veteran["quality"], veteran["bases"]) == ("open", "veteran", 6)
    for row in found["differences"]:
        assert row["difference"] == [share - row["odds"] for share in row["versus"]]
    shown = run(*line).out
    assert shown.index("C: ") < shown.index("A: ") < shown.index("B: "), "by the chief chance"


@pytest.mark.parametrize(
    "versus", ["or", "cover=hard or", "a=1 or b=2 or c=3 or d=4 or e=5"], ids=str
)
def test_settings_that_are_missing_or_too_many_are_refused(run: Run, versus: str) -> None:
    ran = run("odds", "toy", "volley", "--versus", *versus.split())
    assert ran.code == 2
    assert "1 to 4 settings, 'or' between them" in ran.err
