"""The tables under "What is drawn" tell of every ask of every record, and of none besides."""

from __future__ import annotations

import re

import pytest

from calculator.rules.catalog import KEYS
from tests.recomputing.laws import contest
from tests.recomputing.pages import PAGES, Ask, drawn, listed, shown
from tests.recomputing.plain import at
from tests.recomputing.questions import asked, first_draws, recorded_actions

ACTIONS = list(recorded_actions())
IN_ROUNDS = ("charge", "countercharge", "exchange")
COURSE = re.compile("T*(?:S*C*(?:E?X?)*H*(?:SE?X?)*M*)*")
"""A charge: terrain; then round after round tests, control, flights, the edge, tests, melee."""
LETTERS = {
    "charges through terrain": "T", "tests to stand": "S", "controls its pursuit": "C",
    "halts at the edge": "E", "scatters": "X", "halts at the edge of the table": "H",
    "in the melee": "M",
}  # fmt: skip


def test_every_system_has_its_page() -> None:
    assert set(PAGES) == set(KEYS)


@pytest.mark.parametrize(
    ("system", "action"),
    [
        pytest.param(*one, marks=[pytest.mark.heavy] if one[1] == "exchange" else [])
        for one in ACTIONS
    ],
)
def test_an_action_asks_what_its_page_says_in_that_order(system: str, action: str) -> None:
    page = drawn(system)
    listed = page.actions.get(action, ())
    met: set[Ask] = set()
    questions = asked(system, action)
    assert questions
    for asks in questions:
        found = [page.of(ask) for ask in asks]
        met.update(found)
        if system == "revolutionary-wars" and action in IN_ROUNDS:
            letters = "".join(LETTERS.get(ask.short, "") for ask in found)
            assert COURSE.fullmatch(letters), asks
        else:
            places = [listed.index(ask) for ask in found]
            assert places == sorted(places), asks
    assert met == set(listed)


@pytest.mark.parametrize("system", KEYS)
def test_a_page_tells_of_nothing_that_is_not_asked(system: str) -> None:
    page = drawn(system)
    assert set(page.actions) <= {action for key, action in ACTIONS if key == system}
    assert {ask for asks in page.actions.values() for ask in asks} == set(page.asks)


def test_what_no_page_tells_of_is_found_out() -> None:
    with pytest.raises(AssertionError, match="no page tells of 'saves'"):
        drawn("cannonade").of("saves")
    assert not drawn("revolutionary-wars").asks[0].matches("Mob tests to stand (4)")


@pytest.mark.parametrize(("action", "what"), [("draw-card", "Cards"), ("draw-terrain", "Tiles")])
def test_cards_and_tiles_stand_in_the_order_of_the_page(action: str, what: str) -> None:
    in_order = listed("gods-of-war", what)
    assert dict(first_draws("gods-of-war", action, seeds=300)) == dict(enumerate(in_order))


def test_the_contest_in_the_page_s_python_is_the_one_in_its_words() -> None:
    heads = shown("model.md", "heads")
    for number in (0, 1, 21, 22, 2**21 - 1, 2**21, 2006536601752, 2**42 - 1):
        assert heads(number) == at(contest(21), number)
    assert heads(2006536601752) == (10, 12)
