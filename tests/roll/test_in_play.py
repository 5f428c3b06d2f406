"""Copies of cards in play against a plain list of them, whatever is played, spent and passed."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from calculator.roll.condition import InPlay

happenings = st.lists(st.sampled_from(["play", "spend", "turn", "deny"]), max_size=12)


def by_the_text(happened: Sequence[str], lasts: int, has_acted: bool) -> int:
    """Copies left: a card ends with its turn, a guard with the enemy's; each serves once."""
    turn, there = 1, list[int]()
    for what in happened:
        turn += what == "turn"
        there = [played for played in there if turn - played <= lasts]
        if what == "play":
            there.append(turn)
        elif what == "spend":
            there = there[1:]
        elif what == "deny":
            there = []
    return len([played for played in there if played == turn or not has_acted])


@given(happenings, st.integers(0, 1), st.booleans())
def test_each_copy_serves_once_and_ends_in_its_time(
    happened: list[str], lasts: int, has_acted: bool
) -> None:
    turn, at = 1, InPlay()
    words = {"play": ("", "yes"), "spend": ("", "no"), "deny": ("no", "")}
    for what in happened:
        if what == "turn":
            turn += 1
        else:
            at = at.after(*words[what], lasts, turn)
    assert at.standing(turn, has_acted) == by_the_text(happened, lasts, has_acted)


def test_a_form_that_says_a_card_is_in_play_knows_of_one_at_least() -> None:
    said = InPlay().after("yes", "", 0, 3)
    assert said.standing(3, has_acted=False) == 1
    assert said.after("yes", "no", 0, 3).standing(3, has_acted=False) == 0
    assert said.standing(4, has_acted=False) == 0
