"""`empires result`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calculator.umpire import Umpire

Run = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("toy")


def test_a_result_is_told_in_plain_words(run: Run) -> None:
    shown = run("result", "toy", "volley", "--seed", "5eed").out
    assert shown.startswith("The volley hits ")
    assert "1. Remove " in shown
    assert "How it came about:" in shown
    assert "The chance of this (" in shown


def test_the_same_seed_gives_the_same_result(run: Run) -> None:
    line = ("result", "toy", "volley", "quality=veteran", "--seed", "5eed", "--json")
    first, again = json.loads(run(*line).out), json.loads(run(*line).out)
    assert first["outcome"] == again["outcome"]
    assert first["draws"] == again["draws"]


def test_a_seed_that_is_none(run: Run) -> None:
    ran = run("result", "toy", "volley", "--seed", "xyzzy")
    assert ran.code == 2
    assert "seed: 'xyzzy' is not a seed" in ran.err


def test_a_result_is_recorded_with_its_side(run: Run, home: Path) -> None:
    line = ("result", "toy", "volley", "--battle", "hill", "--side", "red", "--copy", "red-2")
    assert json.loads(run(*line, "--json").out)["entry"] == 1
    assert "Entry 2 of hill; seed " in run(*line).out
    with Umpire.open("hill") as umpire:
        first, second = umpire.recent()
    assert (first.side, first.copy) == ("red", "red-2")
    assert second.number == 2


def test_a_record_that_cannot_be_written_holds_no_result_back(run: Run, tmp_path: Path) -> None:
    blocked = tmp_path / "file" / "hill.battle"
    blocked.parent.write_text("in the way", encoding="utf-8")
    ran = run("result", "toy", "volley", "--battle", str(blocked))
    assert ran.code == 0
    assert ran.out.startswith("The volley hits ")
    assert "Entry" not in ran.out
    assert ran.err != ""


@pytest.mark.parametrize("seed", ["", " ", "0x", "g", "5eed" * 9])
def test_what_is_no_seed_is_never_taken_for_a_fresh_one(run: Run, home: Path, seed: str) -> None:
    ran = run("result", "toy", "volley", f"--seed={seed}")
    assert (ran.code, ran.out) == (2, "")
    assert "is not a seed (allowed: 1 to 32 hexadecimal digits" in ran.err
    assert not list(home.rglob("*.battle"))
