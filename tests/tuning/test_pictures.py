"""Pictures: every colour beside its number, every page complete in itself."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import pytest

from calculator.cli import main
from calculator.tuning.heat_maps import shade
from calculator.tuning.reports_of_pairs import sweep_curves
from calculator.tuning.sweep import SweepRow


@pytest.mark.parametrize("step", range(101))
def test_ink_is_readable_on_every_shade(step: int) -> None:
    style = shade(step / 100)
    assert style.color
    assert style.bgcolor

    def luminance(triplet: tuple[int, int, int]) -> float:
        linear = [
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
            for c in (part / 255 for part in triplet)
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lights = sorted(luminance(color.get_truecolor()) for color in (style.color, style.bgcolor))
    contrast = (lights[1] + 0.05) / (lights[0] + 0.05)
    assert contrast >= 4.5, "the contrast that WCAG 2.1 asks of text (1.4.3)"


def test_shades_grow_lighter_with_the_chance() -> None:
    greys = []
    for step in range(21):
        background = shade(step / 20).bgcolor
        assert background
        red, green, blue = background.get_truecolor()
        greys.append(0.299 * red + 0.587 * green + 0.114 * blue)
    assert greys == sorted(greys)


def tuned(*words: str) -> None:
    assert main(["tune", *words]) == 0


def test_pages_and_drawings_fetch_nothing(tmp_path: Path) -> None:
    for form in ("svg", "html"):
        path = tmp_path / f"map.{form}"
        tuned("map", "maida", f"--{form}", "--output", str(path))
        text = path.read_text()
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
        assert "Kempt" in text
    ET.parse(tmp_path / "map.svg")


PAIR = ("--actor", "1st Light", "--against", "Kempt's light companies")
PICTURED = {
    "map": ("maida",),
    "sweep": ("maida", *PAIR, "--vary", "1st Light.bases=2,3,4,5", "cover=open,soft"),
    "seek": ("maida", "--unit", "1st Light", "--against", PAIR[3], "--target", "30%"),
    "sensitivity": ("maida", *PAIR),
    "duel": ("maida", *PAIR),
    "combine": ("maida", "--actors", "1st Light", "42nd Line", "--against", "Cole's brigade"),
    "forecast": ("maida", "--runs", "6", "--seed", "2a", "--workers", "1"),
}


@pytest.mark.parametrize("task", PICTURED)
def test_pages_are_real_tables_and_drawings_are_whole(
    task: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tuned(task, *PICTURED[task], "--html")
    page = capsys.readouterr().out
    assert "<pre" not in page
    assert "<table>" in page
    tuned(task, *PICTURED[task], "--svg")
    drawing = ET.fromstring(capsys.readouterr().out)
    _, _, width, height = map(float, drawing.attrib["viewBox"].split())
    for text in drawing.iter("{http://www.w3.org/2000/svg}text"):
        assert float(text.get("x", 0)) <= width
        assert float(text.get("y", 0)) <= height


def test_a_map_on_a_page_has_units_by_name_and_those_alike_in_one_row(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tuned("map", "maida", "--actor", "1st Light", "--html")
    page = capsys.readouterr().out
    heads = re.findall(r'<th scope="col" class="shades"><span>(.*?)</span>', page)
    assert "Kempt&#39;s light companies; Cole&#39;s brigade" in heads
    assert not any("battery" in head.lower() or "gun" in head.lower() for head in heads)
    assert "Batteries are left out" in page
    tuned("map", "maida", "--actor", "1st Light", "--html", "--batteries")
    assert "Batteries are left out" not in capsys.readouterr().out


def test_rows_of_a_sweep_alike_but_for_one_word_stand_as_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tuned("sweep", "maida", *PAIR, "--vary", "1st Light.bases=3,4,5,6", "--html")
    page = capsys.readouterr().out
    assert '<th scope="row" class="words">4, 5, 6</th>' in page
    assert "chance: carries" in page, "the axis of its curve"


def test_curves_are_left_out_and_said_to_be_without_the_library(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    tuned("duel", "maida", *PAIR, "--html")
    told = capsys.readouterr()
    assert "<figure" not in told.out
    assert "[charts]" in told.err


def test_rows_for_spreadsheets_and_machines_agree(capsys: pytest.CaptureFixture[str]) -> None:
    sweep = ("sweep", "maida", "--vary", "cover=open,hard", "--measure", "carries")
    tuned(*sweep, "--json")
    rows = json.loads(capsys.readouterr().out)["rows"]
    tuned(*sweep, "--csv")
    read = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["cover"] for row in read] == ["open", "hard"]
    assert [float(row["carries"]) for row in read] == [row["carries"] for row in rows]
    assert rows[0]["carries"] > rows[1]["carries"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("sweep", "maida"), "--vary"),
        (("sweep",), "required: FILE"),
        (("diff", "maida"), "required: FILE"),
        (("seek", "maida", "--unit", "Kempt", "--target", "high"), "is no chance"),
        (("map", "maida", "--situation", "assualt"), "did you mean 'assault'"),
        (("map", "maida", "--situation", "assault cover=hrad"), "did you mean 'hard'"),
        (("map", "maida", "--measure", "caries"), "carries"),
        (("map", "madia"), "maida"),
        (("maida", "sweep"), "one word too many"),
    ],
)
def test_what_is_wrong_is_told(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tune", *words]) == 2
    assert told in capsys.readouterr().err


BAD_CLAUSE = "assualt oops when own okk and enemy bases<4"


@pytest.mark.parametrize(
    ("words", "places"),
    [
        (
            ("duel", "maida", "--actor", "Nobody", "--policy", "hop", "--reply", "xx"),
            ["--actor", "--against", "--policy 'hop'", "--reply 'xx'"],
        ),
        (
            ("duel", "maida", "--policy", BAD_CLAUSE, "--turns", "many"),
            ["--actor", "--against", *[f"--policy {BAD_CLAUSE!r}"] * 3, "--turns"],
        ),
        (("seek", "maida"), ["--unit", "--target"]),
        (
            ("seek", "maida", "--role", "x", "--situation", "assault cover=hrad by"),
            ["--unit", "--target", "--role", "by", "cover"],
        ),
        (
            ("sweep", "maida", "--actor", "Nobody", "--vary", "1st Light=qualty", "cover=hrad"),
            ["--actor", "qualty", "cover"],
        ),
        (
            ("sweep", "maida", "--situation", "hop", "--against", "Nobody"),
            ["action", "--against", "--vary"],
        ),
        (("map", "maida", "--measure", "x", "--actor", "Nobody"), ["measure", "--actor"]),
        (("diff", "no-such", "nor-this"), ["scenario", "scenario"]),
        (
            ("combine", "maida", "--actors", "Nobody", "No other", "--situation", "hop"),
            ["action", "--actors", "--actors", "--against"],
        ),
        (
            ("forecast", "maida", "--runs", "x", "--turns", "y", "--workers", "z"),
            ["--runs", "--turns", "--workers"],
        ),
    ],
)
def test_all_that_is_wrong_is_told_at_once(
    words: tuple[str, ...], places: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tune", *words]) == 2
    told = capsys.readouterr().err.splitlines()
    assert [line.partition(": ")[0] for line in told] == places


def test_a_curve_is_named_after_what_else_is_varied() -> None:
    third, half = Fraction(1, 3), Fraction(1, 2)
    rows = [
        SweepRow((cover, str(bases)), (third if cover == "open" else half,))
        for cover in ("open", "soft")
        for bases in (3, 4, 5)
    ]
    (curves,) = sweep_curves(("cover", "bases"), ("carries",), rows)
    assert (curves.title, curves.across) == ("carries by bases; lines: cover", "bases")
    assert [(line.name, list(line.across)) for line in curves.lines] == [
        ("open", [3.0, 4.0, 5.0]),
        ("soft", [3.0, 4.0, 5.0]),
    ]
