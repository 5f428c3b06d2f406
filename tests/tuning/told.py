"""What the tasks of tuning show: no redesign moves a figure, a word or a drawing of it unmeant.

Of every command what stands in a terminal, and of every other form of it the digest: narrow and in
colour, as a page, as rows. ``python -m tests.tuning.told`` writes `told.json` anew after a change
that was meant.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unittest import mock

from markupsafe import Markup
from rich.console import Console

from calculator.cli import main
from calculator.cli.output import printed
from calculator.scenarios.places import shipped_folder
from calculator.tuning.report import Report

KEPT: Final = Path(__file__).with_suffix(".json")

LIGHT: Final = "maida --actor '1st Light' --against Kempt"
PICTON: Final = "waterloo-picton --actor '1st/13th Light' --against '28th Foot'"
GRENADIERS: Final = "cannonade-farm --actor '1st Battalion' --against Grenadiers"
CUIRASSIERS: Final = 'waterloo-charges --actor Delort --against "Maitland\'s Guards"'
HUSSARS: Final = "farm-below-the-ridge --actor Hussars --against 'Red 1st Infantry'"
DEFENSIVE_FIRE: Final = "tables.assault.defensive-fire.cover.hard"
ORDERED: Final = (
    "--policy 'regroup when own demoralized; assault when own maneuver-column and turn>1; "
    "maneuver-in-column' "
    "--reply 'deployed-fire range=3 when own deployed and enemy bases>1; deploy'"
)

FEW: Final = """\
battle,year,attacker,attacker_men,attacker_loss,defender,defender_men,defender_loss,winner,defence,hours
A,1809,Blue,20000,3000,Red,12000,4500,attacker,,6
B,1806,Blue,9000,1500,Red,14000,900,defender,prepared,9.5
C,1813,Blue,12000,2500,Red,12000,2400,drawn,hasty,
D,1796,Blue,15000,1000,Red,8000,1500,attacker,none,4
E,1800,Blue,8000,2600,Red,9000,1200,defender,fortified,12
F,1811,Blue,16000,2000,Red,9000,3200,attacker,,8
G,1812,Blue,14000,2100,Red,13000,3300,attacker,hasty,7
"""

COMMANDS: Final = (
    "map maida",
    "map maida --situation 'assault cover=hard' --measure goes-home",
    "map maida --actor '1st Light' --batteries",
    "map maida --against Kempt",
    "map quatre-bras --situation regroup",
    "map cannonade-farm",
    "map farm-below-the-ridge",
    "map waterloo-charges",
    f"map {PICTON}",
    f"sweep {LIGHT} --vary '1st Light=quality' cover=open,soft,hard --measure carries goes-home",
    f"sweep {LIGHT} --vary '1st Light.bases=2-5' cover=open,soft,hard",
    "sweep maida --vary 'Kempt.at=*' --measure carries",
    f"sweep maida --vary '1st Light.bases=2,3,4' {DEFENSIVE_FIRE}=2,3",
    "sweep maida --situation deployed-fire --vary range=all Kempt=quality",
    f"sweep {GRENADIERS} --vary 'Grenadiers.men=4-12'",
    f"sweep {HUSSARS} --vary 'Hussars.strength=1..4'",
    "seek maida --unit '1st Light' --against Kempt --target 30%",
    "seek maida --unit Kempt --role target --target 0.45",
    "seek cannonade-farm --unit Grenadiers --against '1st Battalion' --target 80%",
    "seek farm-below-the-ridge --unit Hussars --target 10%",
    f"sensitivity {LIGHT}",
    "sensitivity maida --situation initiative --actor '1st Light'",
    f"sensitivity {GRENADIERS}",
    f"sensitivity {HUSSARS}",
    "diff maida other.toml",
    "diff maida maida",
    "diff quatre-bras auerstedt --situation regroup",
    f"duel {LIGHT}",
    f"duel {LIGHT} {ORDERED} --turns 8",
    f"duel {GRENADIERS} --policy melee --reply 'melee when enemy men>5; hold' --turns 3",
    f"duel {PICTON} --policy 'charge count-platoons=yes; shoot' --reply shoot --turns 2",
    f"duel {CUIRASSIERS} --policy charge --reply 'hold when turn<3; charge' --turns 3",
    f"duel {HUSSARS} --policy close-combat --reply hold --turns 2",
    "combine maida --actors '1st Light' '42nd Line' '23rd Light' --against Cole",
    "combine maida --actors '1st Light' '42nd Line' --against Cole --measure goes-home",
    "combine cannonade-farm --actors '1st Battalion' '2nd Battalion' --against Grenadiers",
    "forecast maida --runs 6 --seed 1 --workers 1",
    "forecast wavre --runs 6 --seed 3 --workers 1",
    "forecast quatre-bras --runs 6 --seed 2a --workers 1 --by-run",
    "forecast maida --against other.toml --runs 8 --seed 2a --workers 1",
    f"forecast maida --runs 6 --seed 2a --workers 1 --turns 5 {ORDERED}",
    *(
        f"forecast {battle} --tell {seed}"
        for battle in ("maida", "quatre-bras", "aspern-essling", "leipzig-wachau")
        for seed in ("1", "2a")
    ),
    "forecast maida --tell 7 --turns 4 --policy hold",
    "history few.csv --runs 1 --workers 1",
)


def told(command: str) -> tuple[list[str], str]:
    """What a terminal shows of a task, and the digest of every other form of it."""
    reports: list[Report] = []

    def shown(report: Report) -> str:
        reports.append(report)
        return printed(report)

    with mock.patch("calculator.cli.tune_tasks.printed", shown):
        lines = _standing(command).splitlines()
    return lines, " ".join(_digest(form(report)) for report in reports for form in _FORMS)


def _standing(command: str) -> str:
    """What stands in the terminal, files of a designer's own lying beside him."""
    out, here = StringIO(), Path.cwd()
    one_core = mock.patch("os.cpu_count", return_value=1)
    wide = mock.patch.dict(os.environ, COLUMNS="100")
    with TemporaryDirectory() as folder, one_core, wide, redirect_stdout(out), redirect_stderr(out):
        Path(folder, "few.csv").write_text(FEW, encoding="utf-8")
        Path(folder, "other.toml").write_text(_other(), encoding="utf-8")
        os.chdir(folder)
        try:
            main(["tune", *shlex.split(command)])
        finally:
            os.chdir(here)
    return out.getvalue()


def _other() -> str:
    """Maida with one unit better, one renamed, and another table value."""
    text = (shipped_folder() / "maida.toml").read_text(encoding="utf-8")
    text = text.replace('quality = "average"', 'quality = "veteran"', 1)
    text = text.replace('name = "4th Swiss"', 'name = "5th Swiss"', 1)
    return f'{text}\n[tables]\nfire.cover.hard = {{ value = 5, reason = "to see" }}\n'


def _narrow_and_inked(report: Report) -> str:
    """Pieces with their styles: Rich keeps the codes in which a style was written first."""
    console = Console(width=44, force_terminal=True, markup=False, highlight=False)
    return "\n".join(f"{text} [{style}]" for text, style, _ in console.render(report))


def _page(report: Report) -> str:
    """A page without its head, the curves as figures in place of a drawing."""
    with (
        mock.patch("calculator.tuning.report.can_draw", return_value=True),
        mock.patch("calculator.tuning.report.drawn", lambda curves: Markup(repr(curves))),
    ):
        return report.text("html").partition("</head>")[2]


def _csv(report: Report) -> str:
    return report.text("csv")


def _json(report: Report) -> str:
    return report.text("json")


_FORMS: Final[tuple[Callable[[Report], str], ...]] = (_narrow_and_inked, _page, _csv, _json)


def _digest(text: str) -> str:
    """Of a text with its long figures rounded: their last digits are the machine's."""
    rounded = re.sub(r"\d+\.\d{7,}(e-\d+)?", lambda found: f"{float(found[0]):.6g}", text)
    return hashlib.sha256(rounded.encode()).hexdigest()[:6]


if __name__ == "__main__":
    kept = {command: told(command) for command in COMMANDS}
    KEPT.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
