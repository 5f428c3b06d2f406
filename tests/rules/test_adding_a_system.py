"""The page on adding a system, held to the folder it walks through and to a system so added."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import attrs
import pytest

from calculator.cli import main
from calculator.rules import catalog
from calculator.rules.action import Action
from calculator.rules.system import RuleSystem
from tests.offered import offering
from tests.rules.excerpts import made

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "writing-your-own-rules.md").read_text(encoding="utf-8")
FOLDER = ROOT / "calculator" / "rules" / "cannonade"


def test_the_excerpts_are_what_the_files_say() -> None:
    """If not, `python -m tests.rules.excerpts` brings them up to date."""
    assert made(PAGE) == PAGE
    assert PAGE.count("```python") >= 8


def test_every_file_of_the_folder_is_named() -> None:
    tree = PAGE.split("## 2. The folder")[1].split("## 3.")[0]
    for path in FOLDER.iterdir():
        if path.suffix in {".py", ".toml"} or (path / "__init__.py").exists():
            assert re.search(rf"^ +{re.escape(path.name)}", tree, re.MULTILINE), path.name


LISTED = PAGE.partition("Everything that a `RuleSystem` may declare")[2].partition("## 11.")[0]


def test_everything_that_may_be_declared_is_named() -> None:
    for field in attrs.fields(RuleSystem):
        assert f"`{field.name}`" in LISTED or field.name == "version", field.name


def test_everything_that_an_action_may_say_is_named() -> None:
    """All but what is made of it, and what asks it."""
    made_of_it = {"is_recorded", "listed", "measure"}
    asks_it = {"factors", "holds", "total", "after_listed"}
    said = {name for name in (*Action.__annotations__, *vars(Action)) if not name.startswith("_")}
    for name in said - made_of_it - asks_it:
        assert f"`{name}`" in LISTED, name


def test_nothing_is_named_that_cannot_be_declared() -> None:
    rows = re.findall(r"^\| (`[^|]+) \|", PAGE, re.MULTILINE)
    declared = {field.name for field in attrs.fields(RuleSystem)}
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} <= declared


SIXTH = ROOT / "examples" / "my_rules"
"""A package of somebody's own: one action of two dice against two, one field of the situation."""


@pytest.fixture
def sixth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """That package where Python finds it; gives the path of its battle."""
    monkeypatch.syspath_prepend(str(SIXTH))
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")
    with offering({**catalog.SHIPPED, "bands": "my_rules"}):
        yield SIXTH / "ford.toml"
    for name in [name for name in sys.modules if name.startswith("my_rules")]:
        del sys.modules[name]


Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """What a command line prints that ends well."""

    def ran(*words: str) -> str:
        code = main(list(words))
        printed = capsys.readouterr()
        assert code == 0, printed.err
        return printed.out

    return ran


def clashes(added: int) -> tuple[int, int, int]:
    """Of the 1296 falls of four dice: the actor ahead, level, behind, with so much added."""
    ahead = [a + b + added - c - d for a, b, c, d in product(range(1, 7), repeat=4)]
    return sum(n > 0 for n in ahead), ahead.count(0), sum(n < 0 for n in ahead)


def test_a_sixth_system_is_asked_on_the_command_line(sixth: Path, run: Run) -> None:
    assert "bands" in run("systems")
    fields = run("fields", "bands", "clash")
    assert "ground" in fields
    assert "open, wood" in fields
    assert "bonus.horse" in run("fields", "bands", "--tables")
    odds = json.loads(run("odds", "bands", "clash", "arm=horse", "--json"))
    wins, level, loses = clashes(2)
    assert [Fraction(int(row["weight"]), int(odds["total"])) for row in odds["outcomes"]] == [
        Fraction(count, 6**4) for count in (loses, level, wins)
    ]
    assert "This or better for the actor" in run("odds", "bands", "clash", "--at-least")
    assert "horse" in run("odds", "bands", "clash", "arm=horse", "--explain")


def test_a_sixth_system_is_recorded_and_verified(sixth: Path, run: Run) -> None:
    drawn = json.loads(run("result", "bands", "clash", "--seed", "5eed", "--battle", "b", "--json"))
    assert drawn["entry"] == 1
    assert drawn["headline"].endswith(".")
    run("result", "bands", "clash", "ground=wood", "--battle", "b", "--side", "red")
    assert "2 entries" in run("journal", "verify", "--battle", "b")


def test_a_sixth_system_is_designed_for(sixth: Path, run: Run) -> None:
    battle = str(sixth)
    assert json.loads(run("scenario", "check", battle, "--json"))
    wins = Fraction(clashes(0)[0], 6**4)
    grid = json.loads(run("tune", "map", battle, "--json"))
    assert f"{float(wins):.4f}"[:5] in json.dumps(grid)
    swept = run("tune", "sweep", battle, "--vary", "tables.bonus.horse=0,1,2", "--csv")
    assert len(swept.splitlines()) == 4
    sought = run(
        "tune", "seek", battle, "--unit", "Red Band", "--against", "Blue Band", "--target", "40%",
        "--csv",
    )  # fmt: skip
    assert "arm" not in sought, "what a unit is, its first field, is no rating"
    assert "ground" in sought, "a goal seek tries the ground that the system declares"
    duel = run("tune", "duel", battle, "--actor", "Red Band", "--against", "Blue Band",
               "--policy", "clash", "--reply", "hold")  # fmt: skip
    assert 'aria-label="foot"' in run("scenario", "booklet", battle), "its sign on the counters"
    assert re.search(r"foot +gone +\d+\.\d%", duel), "in the words that the system declares"
