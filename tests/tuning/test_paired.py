"""Two versions of a battle from the same seeds, each run as a row, and one as a story."""

from __future__ import annotations

import csv
import io
import json
from itertools import dropwhile
from pathlib import Path
from typing import Any

import pytest

from calculator.cli import main
from calculator.scenarios.places import known_scenarios, shipped_folder
from calculator.tuning.battle import Run
from calculator.tuning.forecast import Forecast, tell
from calculator.tuning.reports_of_forecasts import LEAST_DECIDED, paired_figures, verdict
from tests.heavy import first

SYSTEM = 'system = "there-stand-empires"'
BATTLES = [
    name
    for name in known_scenarios()
    if SYSTEM in (shipped_folder() / f"{name}.toml").read_text(encoding="utf-8")
]
WON, LOST, OPEN = (Run(broken, 5, (0.1, 0.2)) for broken in (("blue",), ("red",), ()))


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    line = ["tune", "forecast", "maida", *words, "--workers", "1", "--seed", "2a", "--json"]
    assert main(line) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_battle_differs_in_nothing_from_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for row in asked(capsys, "--against", "maida", "--runs", "8")["rows"]:
        assert row["before"] == row["after"]
        assert row["low"] == row["difference"] == row["high"] == 0


def test_the_difference_is_that_of_two_forecasts_of_one_seed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = (shipped_folder() / "maida.toml").read_text(encoding="utf-8")
    worse = tmp_path / "worse.toml"
    worse.write_text(text.replace('quality = "veteran"', 'quality = "poor"'), encoding="utf-8")
    rows = asked(capsys, "--against", str(worse), "--runs", "30")["rows"]
    loss = next(row for row in rows if row["name"] == "french loss")
    runs = asked(capsys, "--by-run", "--runs", "30")["rows"]
    assert loss["before"] == pytest.approx(sum(run["french_loss"] for run in runs) / 30)
    assert loss["low"] < loss["difference"] < loss["high"]


def test_nothing_is_said_of_too_few_decided_runs() -> None:
    for decided, says in ((LEAST_DECIDED - 1, "too few"), (LEAST_DECIDED, "better by 50 points")):
        before = [LOST] * decided + [OPEN] * decided
        after = [WON] * decided + [OPEN] * decided
        figure = next(iter(paired_figures(["red", "blue"], before, after)))
        assert says in verdict("Red", figure, before, after)


def test_runs_are_rows_of_a_spreadsheet(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--by-run", "--runs", "5", "--workers", "1", "--csv"]
    assert main(["tune", "forecast", "maida", *words]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["run"] for row in rows] == ["1", "2", "3", "4", "5"]
    assert {row["winner"] for row in rows} <= {"french", "british", ""}
    open_ends = {"undecided", "both broke"}
    assert all((row["ending"] in open_ends) == (row["winner"] == "") for row in rows)


def test_other_sides_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "forecast", "maida", "--against", "wavre"]) == 2
    assert "--against: has the sides" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("battle", "runs"),
    first([(name, runs) for runs in (1, 50) for name in BATTLES], len(BATTLES)),
)
def test_every_battle_can_be_told(battle: str, runs: int) -> None:
    """What each side wants and at what odds, what each hour with events cost, when it turned."""
    asked = Forecast(battle, runs, "1")
    for story in (tell(asked, number).lines for number in range(runs)):
        assert story[1].startswith("Turn 1")
        assert story[1].count(" to 1.") == 2
        hours = sum(line.startswith("Turn ") for line in story)
        assert story[-2].startswith(f"After {hours} turns: ")
        assert story[-1].startswith("It ") or "gave way" in story[-1]
        for at, line in enumerate(story):
            if " worn or disordered: " in line:
                told = dropwhile(lambda one: " worn or disordered: " in one, story[at:])
                assert next(told).startswith("  Lost: ")


@pytest.mark.parametrize("battle", BATTLES)
def test_what_is_told_of_a_seed_is_worth_telling(
    battle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """At Maida one battle in six passes without a shot: another of its seed is told then."""
    for seed in ("1", "2a"):
        assert main(["tune", "forecast", battle, "--tell", seed]) == 0
        told = capsys.readouterr().out
        assert "  Lost: " in told
        assert " before it nobody was hurt." in told or (battle, seed) != ("maida", "1")
