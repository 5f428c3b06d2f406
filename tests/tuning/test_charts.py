"""Charts: whatever the width of the terminal, every figure stands whole in what is drawn."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from rich.console import Console

from calculator.cli import main
from calculator.figures import percent, points
from calculator.scenarios import load
from calculator.scenarios.places import shipped_folder
from calculator.tuning.charts import Chart, bars, figures, folded, words
from calculator.tuning.heat_maps import HeatMap
from calculator.tuning.matchups import first_situation, matrix, read_situation

WIDTHS = (40, 60, 80, 120)

FIRST, SECOND = "1st Light", "Kempt's light companies"
PAIR = ("--actor", FIRST, "--against", SECOND)
VARIED = ("--vary", f"{FIRST}=quality", "cover=open,hard")
TASKS = {
    "sweep": ("maida", *PAIR, *VARIED, "--measure", "carries", "goes-home", "charges"),
    "seek": ("maida", "--unit", FIRST, "--against", SECOND, "--target", "30%"),
    "sensitivity": ("maida", *PAIR),
    "diff": ("maida", "worse.toml"),
    "duel": ("maida", *PAIR),
    "combine": ("maida", "--actors", FIRST, "42nd Line", "--against", SECOND),
    "forecast": ("maida", "--runs", "20", "--seed", "2a", "--workers", "1"),
}
SHOWN = {"sensitivity": 20, "diff": 30}
"""Rows that a chart shows at most, the others being in the figures alone."""
NO_CHANCES = {"turns until an army gives up, median"}


@pytest.fixture(autouse=True)
def _worse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the reader lies a Maida with the 1st Light average."""
    text = (shipped_folder() / "maida.toml").read_text(encoding="utf-8")
    worse = text.replace('quality = "veteran"', 'quality = "average"', 1)
    (tmp_path / "worse.toml").write_text(worse, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def expected(task: str, capsys: pytest.CaptureFixture[str]) -> set[str]:
    """Every figure of a task as it must be shown, out of what machines are told."""
    assert main(["tune", task, *TASKS[task], "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    rows = [row for row in found["rows"][: SHOWN.get(task)] if row.get("figure") not in NO_CHANCES]
    shown = {
        percent(cell)
        for row in rows
        for key, cell in row.items()
        if isinstance(cell, float) and key not in {"distance", "present"}
    }
    if task == "diff":
        shown |= {points(row["after"] - row["before"]) for row in rows}
    return shown


@pytest.mark.parametrize("task", TASKS)
def test_every_figure_stands_whole_at_every_width(
    task: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = expected(task, capsys)
    assert len(wanted) > 2
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", str(width))
        assert main(["tune", task, *TASKS[task]]) == 0
        told = capsys.readouterr().out
        assert wanted <= set(told.split()), f"{width} columns"
        assert max(len(line) for line in told.splitlines()) <= width
        assert "…" not in told


def drawn(chart: Chart, width: int) -> list[str]:
    console = Console(width=width, file=io.StringIO(), markup=False, highlight=False)
    with console.capture() as captured:
        console.print(chart)
    return [line.strip() for line in captured.get().splitlines()]


def of_many(number: int) -> Chart:
    columns = [words("unit"), *(figures(f"figure {n}") for n in range(number)), bars("cyan")]
    return Chart("", columns, [("1st Light", *("100.0%" for _ in range(number)), 1.0)])


def test_bars_give_way_before_figures() -> None:
    lengths = [" ".join(drawn(of_many(2), width)).count("█") for width in (80, 50, 40, 30, 24)]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] == 24
    assert lengths[-1] == 0
    for width in range(12, 80):
        assert " ".join(drawn(of_many(2), width)).count("100.0%") == 2


def test_a_row_too_wide_stands_as_lines() -> None:
    assert drawn(of_many(6), 30)[:3] == ["unit 1st Light", "figure 0 100.0%", "figure 1 100.0%"]


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("1st Light: quality", 40, ["1st Light: quality"]),
        ("1st Light: quality", 10, ["1st Light:", "quality"]),
        ("tables.fire.cover.hard", 12, ["tables.fire.", "cover.hard"]),
        ("goes-home", 6, ["goes-", "home"]),
        ("from -4", 6, ["from", "-4"]),
    ],
)
def test_words_fold_where_they_may(text: str, width: int, lines: list[str]) -> None:
    assert folded(text, width).splitlines() == lines


def test_bars_side_by_side_are_of_one_scale() -> None:
    columns = [figures("turn"), bars("blue"), figures("Kempt's light companies"), bars("red")]
    chart = Chart("", columns, [("1", 1.0, "100.0%", 1.0)])
    for width in range(30, 90):
        lengths = {len(bar) for line in drawn(chart, width) for bar in re.findall("█+", line)}
        assert len(lengths) == 1


def test_a_heading_is_not_spelt_out_letter_by_letter() -> None:
    columns = [figures("turn"), figures("1st Battalion"), bars("blue"), figures("Grenadiers")]
    chart = Chart("", columns, [("1", "55.6%", 0.556, "55.6%")])
    for width in (28, 32, 36, 40):
        assert "turn" in " ".join(drawn(chart, width)).split()


@pytest.mark.parametrize("width", [30, 60, 200])
def test_defenders_beyond_the_width_of_a_page_stand_below_each_once(width: int) -> None:
    scenario = load("quatre-bras")
    first, second = scenario.sides
    found = matrix(scenario, first_situation(scenario.system), first.units[:2], second.units)
    console = Console(width=width, file=io.StringIO(), markup=False, highlight=False)
    with console.capture() as captured:
        console.print(HeatMap(found, "X"))
    heads = [line for line in captured.get().splitlines() if line.startswith(" attacker")]
    heads = heads or [line for line in captured.get().splitlines() if line.startswith("attacker")]
    shown = [int(number) for line in heads for number in line.split()[1:]]
    assert shown == list(range(1, len(second.units) + 1))


def test_an_action_that_asks_nothing_of_an_enemy_has_one_column() -> None:
    scenario = load("quatre-bras")
    first, second = scenario.sides
    asked = read_situation(scenario.system, "regroup")
    console = Console(width=80, file=io.StringIO(), markup=False, highlight=False)
    with console.capture() as captured:
        console.print(HeatMap(matrix(scenario, asked, first.units[:2], second.units), "X"))
    assert "Defenders: 1 any, for regroup asks nothing of them" in captured.get()
