"""How much of odds the command line shows, as the umpire of the battle has chosen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from calculator.journal.disclosure import Disclosure
from calculator.rules import catalog
from calculator.umpire import Umpire
from tests.offered import offering

Run = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("toy")


def choose(choice: Disclosure) -> None:
    """Choose it for the battle, as an umpire does."""
    with Umpire.open("field") as umpire:
        umpire.note(choice.sentence, choice.subject)


def test_odds_of_a_battle_are_in_words_where_the_umpire_chose_so(run: Run) -> None:
    """Two dice at 4+: no hit, one, two in 1 : 2 : 1."""
    choose(Disclosure.WORDS)
    ran = run("odds", "toy", "volley", "--battle", "field")
    assert ran.code == 0
    assert "%" not in ran.out
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert {"0 hits unlikely", "1 hits about even", "2 hits unlikely"} <= set(lines)
    assert "25.0%" in run("odds", "toy", "volley").out


def test_set_ups_are_compared_in_words(run: Run) -> None:
    choose(Disclosure.WORDS)
    versus = ("odds", "toy", "volley", "--battle", "field", "--versus", "quality=veteran")
    ran = run(*versus)
    assert "%" not in ran.out
    assert "B: quality=veteran" in ran.out
    (first, *_) = json.loads(run(*versus, "--json").out)["in-words"]
    assert first == {"label": "0 hits", "chance": ["unlikely", "very unlikely"]}


def test_what_gives_figures_is_refused_where_odds_are_in_words(run: Run) -> None:
    choose(Disclosure.WORDS)
    ran = run("odds", "toy", "volley", "--battle", "field", "--explain", "--what-if", "--at-least")
    assert ran.code == 2
    for option in ("--explain", "--what-if", "--at-least"):
        assert f"{option}: gives figures, and the umpire shows odds in words" in ran.err


@pytest.mark.parametrize("asked", [(), ("--json",), ("--versus", "bases=2"), ("--what-if",)])
def test_no_odds_are_shown_until_the_result(run: Run, asked: tuple[str, ...]) -> None:
    choose(Disclosure.HIDDEN)
    ran = run("odds", "toy", "volley", "--battle", "field", *asked)
    assert (ran.code, ran.out) == (2, "")
    assert "the umpire shows no odds until the result" in ran.err
    assert "%" in run("result", "toy", "volley", "--battle", "field").out
    assert "%" in run("journal", "show", "--battle", "field").out


@pytest.fixture
def shipped(toy: None) -> Iterator[None]:
    """The catalog holds the systems that are shipped."""
    with offering(catalog.SHIPPED):
        yield


@pytest.mark.usefixtures("shipped")
def test_what_weighs_an_attack_is_for_who_is_shown_exact_odds(run: Run) -> None:
    asked = ("gods-of-war", "weigh-close-combat")
    assert "On average" in run("result", *asked, "--battle", "field").out
    choose(Disclosure.WORDS)
    for command in ("odds", "result"):
        ran = run(command, *asked, "--battle", "field")
        assert (ran.code, ran.out) == (2, "")
        assert "the umpire shows odds in words" in ran.err


@pytest.mark.usefixtures("shipped")
def test_how_a_result_came_about_tells_its_chances_in_words(run: Run) -> None:
    choose(Disclosure.WORDS)
    asked = ("there-stand-empires", "march", "--seed", "1", "--battle", "field")
    assert "arriving in time: very likely." in run("result", *asked).out
    fought = run("result", "gods-of-war", "close-combat", "--seed", "1", "--battle", "field").out
    assert "How it came about" in fought
    assert "On average" not in fought
    assert "%" not in fought


def test_the_record_tells_its_chances_in_words(run: Run) -> None:
    choose(Disclosure.WORDS)
    for command in (("result", "toy", "volley"), ("journal", "show")):
        ran = run(*command, "--battle", "field")
        assert "%" not in ran.out
        assert "unlikely" in ran.out or "about even" in ran.out
