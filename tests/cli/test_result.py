"""`empires result`."""

import json
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("toy")


def test_a_result_is_told_in_plain_words(run: Run) -> None:
    shown = run("result", "toy", "volley", "--seed", "5eed").out
    assert shown.startswith("The volley hits ")
    assert "1. Remove " in shown
    assert "How it came about:" in shown
    assert "The odds of this were " in shown


def test_the_same_seed_gives_the_same_result(run: Run) -> None:
    line = ("result", "toy", "volley", "quality=veteran", "--seed", "5eed", "--json")
    first, again = json.loads(run(*line).out), json.loads(run(*line).out)
    assert first["outcome"] == again["outcome"]
    assert first["draws"] == again["draws"]


def test_a_seed_that_is_none(run: Run) -> None:
    ran = run("result", "toy", "volley", "--seed", "xyzzy")
    assert ran.code == 2
    assert "seed: 'xyzzy' is not a seed" in ran.err
