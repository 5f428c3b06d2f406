"""The examples of the library on the pages, and the programs in examples/."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import calculator
from calculator.cli import main
from calculator.errors import CalculatorError, UnknownNameError
from tests.pages import ROOT

HARD = "assault cover=hard"
PLAIN = {str, int, float, bool, type(None)}

_SHOWN = re.compile(
    r"^```python\n(?P<code>.+?)^```\n(?:\nprints\n\n(?P<out>(?:    [^\n]+\n)+))?",
    re.MULTILINE | re.DOTALL,
)


@pytest.mark.parametrize("page", ["index.md", "python.md"])
def test_the_examples_print_what_the_page_says(
    page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = list(_SHOWN.finditer((ROOT / "docs" / page).read_text(encoding="utf-8")))
    assert any(example["out"] for example in shown)
    for example in shown:
        exec(example["code"], {})
        printed = capsys.readouterr().out
        if example["out"]:
            assert printed == re.sub(r"^    ", "", example["out"], flags=re.MULTILINE)


def example(name: str, *words: str) -> str:
    """What a program of examples/ prints."""
    command = [sys.executable, str(ROOT / "examples" / name), *words]
    ran = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_campaign_is_the_same_story_each_time_and_another_from_another_seed() -> None:
    first = example("campaign.py", "1815")
    assert first == example("campaign.py", "1815")
    assert first.startswith("1:00  ")
    stories = {first, *(example("campaign.py", seed) for seed in ("a", "b", "c"))}
    assert len(stories) > 1


def test_a_table_of_odds_for_a_spreadsheet() -> None:
    rows = list(csv.DictReader(io.StringIO(example("odds_to_csv.py"))))
    asked = calculator.odds("there-stand-empires", "assault", quality="veteran", cover="hard")
    (row,) = (row for row in rows if (row["quality"], row["cover"]) == ("veteran", "hard"))
    assert float(row["carries"]) == pytest.approx(float(asked.measure("carries")), abs=1e-4)
    assert len(rows) == len({(row["quality"], row["cover"]) for row in rows}) == 16


def test_a_picture_has_a_bar_for_each_range_and_they_fall() -> None:
    svg = ElementTree.fromstring(example("picture.py"))
    bars = [float(bar.get("height", 0)) for bar in svg.iter("{http://www.w3.org/2000/svg}rect")]
    assert len(bars) == 6
    assert bars == sorted(bars, reverse=True)
    assert bars[0] > bars[-1] > 0


def test_a_better_rating_shows_in_a_sweep_and_a_duel() -> None:
    average, veteran, stays, stays_less = (
        float(line.rsplit(" in ", 1)[1].split("%")[0])
        for line in example("two_ratings.py").splitlines()
    )
    assert average < veteran
    assert stays > stays_less


def test_losses_are_drawn_by_matplotlib(tmp_path: Path) -> None:
    picture = tmp_path / "maida.svg"
    example("losses.py", str(picture))
    assert "men lost" in picture.read_text(encoding="utf-8")


def test_rows_are_those_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Every row of one shape, of plain values: what a table of data takes as it is."""
    battle = calculator.load_scenario("maida")
    light, cole = "1st Light", "Cole's brigade"
    seeking = ["seek", "maida", "--unit", light, "--against", cole, "--target", "30%"]
    fighting = ["forecast", "maida", "--by-run", "--runs", "4", "--seed", "2a", "--workers", "1"]
    asked: list[tuple[list[dict[str, object]], list[str]]] = [
        (calculator.heat_map(battle, cover="hard"), ["map", "maida", "--situation", HARD]),
        (calculator.heat_map(battle, HARD), ["map", "maida", "--situation", HARD]),
        (calculator.seek(battle, light, 0.3, against=cole), seeking),
        (calculator.forecast(battle, 4, seed="2a"), fighting),
    ]
    for rows, words in asked:
        assert main(["tune", *words, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["rows"] == rows
        assert len({tuple(row) for row in rows}) == 1
        for column in zip(*(row.values() for row in rows), strict=True):
            kinds = {type(cell) for cell in column} - {type(None)}
            assert len(kinds) == 1, "polars takes no column of two kinds"
            assert kinds <= PLAIN


def test_past_battles_are_rows_of_what_happened_and_what_was_forecast(tmp_path: Path) -> None:
    path = tmp_path / "past.csv"
    head = "battle,year,attacker_men,defender_men,attacker_loss,defender_loss,winner"
    path.write_text(f"{head}\nX,1809,9000,6000,900,1200,attacker\n", encoding="utf-8")
    (row,) = calculator.history(str(path), runs=2)
    assert (row["battle"], row["winner"], row["defender-history"]) == ("X", "attacker", 0.2)
    assert {type(cell) for cell in row.values()} <= PLAIN


ASKED: Any = calculator
"""The library as it is without the types that it declares."""

MAIDA = calculator.load_scenario("maida")
UNIT, ENEMY = "1st Light", "Cole's brigade"


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: ASKED.history(runs=0), "1 to 10,000 runs, not 0"),
        (lambda: ASKED.history("nowhere.csv"), "nowhere.csv: there is no such file"),
        (lambda: ASKED.forecast(MAIDA, 2.5), "1 to 1,000,000 runs, not 2.5"),
        (lambda: ASKED.forecast(MAIDA, True), "1 to 1,000,000 runs, not True"),
        (lambda: ASKED.forecast("maida", 2), "'maida' is no scenario"),
        (lambda: ASKED.forecast(MAIDA, 2, seed="zz"), "'zz' is not a seed"),
        (lambda: ASKED.forecast(MAIDA, 2, workers=999), "not 999"),
        (lambda: ASKED.seek(MAIDA, UNIT, 3), "target: '3' is no chance"),
        (lambda: ASKED.seek(MAIDA, UNIT, None), "'None' is no chance"),
        (lambda: ASKED.seek(MAIDA, None, 0.3), "unit: None is no text"),
        (lambda: ASKED.seek(MAIDA, UNIT, 0.3, role=[]), "role: [] is no role"),
        (lambda: ASKED.seek(MAIDA, "Nobody", 0.3), "no unit 'Nobody'"),
        (lambda: ASKED.heat_map(5), "5 is no scenario"),
        (lambda: ASKED.heat_map(MAIDA, 5), "action: 5 is no text"),
        (lambda: ASKED.heat_map(MAIDA, "assault", "dance"), "no measure called 'dance'"),
        (lambda: ASKED.heat_map(MAIDA, cover="velvet"), "cover: 'velvet'"),
        (lambda: ASKED.sweep(MAIDA, 5), "vary[0]: 5 is no text"),
        (lambda: ASKED.sweep(MAIDA, "cover", velvet=1), "velvet: there is no such field"),
        (
            lambda: ASKED.sweep(MAIDA, "cover", measures=["carries", "dance"]),
            "no measure called 'dance'",
        ),
        (lambda: ASKED.odds(5, "assault"), "system: 5 is no text"),
        (lambda: ASKED.resolve("cannonade", None), "action: None is no text"),
        (lambda: ASKED.action("cannonade", None), "action: None is no text"),
        (lambda: ASKED.load_scenario(5), "no scenario called '5'"),
        (lambda: ASKED.duel(MAIDA, UNIT, ENEMY, policy=None), "policy: None is no text"),
        (lambda: ASKED.duel(MAIDA, UNIT, ENEMY, policy="x", turns=1), "no action called 'x'"),
    ],
)
def test_what_makes_no_sense_is_told(ask: Any, told: str) -> None:
    with pytest.raises(CalculatorError) as caught:
        ask()
    assert told in str(caught.value)


def test_one_measure_of_a_sweep_may_stand_alone() -> None:
    assert calculator.sweep(MAIDA, "cover", measures="carries") == calculator.sweep(
        MAIDA, "cover", measures=["carries"]
    )


def test_brute_force_finds_every_weight_the_same() -> None:
    assert example("brute_force.py", "3").endswith("every weight is the same\n")


def test_what_the_library_offers() -> None:
    assert set(calculator.__all__) == {
        "action", "duel", "forecast", "heat_map", "history", "load_scenario", "odds", "resolve",
        "seek", "sweep", "systems",
    }  # fmt: skip
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    for name in calculator.__all__:
        assert f"| `{name}(" in page
        assert callable(getattr(calculator, name))
    assert next(iter(calculator.systems())) == "there-stand-empires"
    assert calculator.action("cannonade", "melee").label == "Melee"
    with pytest.raises(UnknownNameError, match="did you mean 'melee'"):
        calculator.action("cannonade", "meele")


def test_a_sweep_and_a_duel_of_a_shipped_battle() -> None:
    battle = calculator.load_scenario("quatre-bras")
    actor = "Husson's brigade"
    rows = calculator.sweep(battle, "cover=open,hard", actor=actor, actor_state="ok")
    (in_the_open,), (behind_walls,) = (row.chances for row in rows)
    assert in_the_open is not None
    assert behind_walls is not None
    assert in_the_open > behind_walls
    course = calculator.duel(battle, actor, "Bylandt's brigade", policy="assault", turns=2)
    assert course.surviving("second") == sorted(course.surviving("second"), reverse=True)


def test_a_duel_knows_the_ground_on_which_a_unit_stands(capsys: pytest.CaptureFixture[str]) -> None:
    """Saxe-Weimar's brigade stands in Bossu wood: from Python as on the command line."""
    units = ("Husson's brigade", "Saxe-Weimar's brigade")
    battle = calculator.load_scenario("quatre-bras")
    course = calculator.duel(battle, *units, policy="assault", turns=3)
    asked = ["--actor", units[0], "--against", units[1], "--policy", "assault", "--turns", "3"]
    assert main(["tune", "duel", "quatre-bras", *asked, "--reply", "hold", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["target_stands"] for row in rows] == list(map(float, course.surviving("second")))


@pytest.mark.parametrize(
    "asked",
    [
        lambda maida: calculator.forecast(maida, 2.5),  # type: ignore[arg-type]
        lambda maida: calculator.forecast(maida, "3"),  # type: ignore[arg-type]
        lambda maida: calculator.forecast(maida, 2, workers=-1),
        lambda maida: calculator.forecast(maida, 2, seed="zz"),
        lambda _: calculator.history(runs=0),
        lambda maida: calculator.seek(maida, "1st Light", 2.0),
        lambda maida: calculator.seek(maida, "1st Light", float("nan")),
        lambda maida: calculator.seek(maida, "1st Light", 0.5, role="enemy"),
        lambda _: calculator.history(runs=1, workers=1.5),  # type: ignore[arg-type]
        lambda maida: calculator.duel(maida, "1st Light", "Cole", policy="hold", turns=2.5),  # type: ignore[arg-type]
        lambda maida: calculator.duel(maida, "1st Light", "42nd Line", policy="hold"),
    ],
)
def test_whatever_is_wrong_with_what_is_asked_is_told_in_words(
    asked: Callable[[Any], object],
) -> None:
    with pytest.raises(CalculatorError):
        asked(calculator.load_scenario("maida"))


def test_importing_the_library_costs_next_to_nothing() -> None:
    code = "import sys, calculator; print([m for m in sys.modules if m.startswith('calculator.')])"
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    assert ran.stdout == "['calculator.version']\n"
