"""Bombardment: range and line of sight, once a turn, and movement after it."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import FaultsError, ForbiddenError
from calculator.rules.morne_plaine import SYSTEM
from calculator.rules.morne_plaine.bombardment import InLine, Line, read_line, write_line
from calculator.rules.question import Question
from tests.rules.asking import ask, check_promises, law

OPEN = ["clear", "rough", "coppice", "orchards", "marsh", "unit"]
BLOCKING = ["woods", "village", "height"]

crossed = st.lists(st.sampled_from(InLine), min_size=1, max_size=2).map(tuple)
lines = st.lists(crossed, max_size=4).map(tuple)


def sees(line: str, reach: int = 3) -> bool:
    hexes = 1 + (line != "nothing") * len(line.split(","))
    asked = ask("morne-plaine", "bombardment", line=line, range=hexes, reach=reach)
    reasons = [refusal.reason for refusal in asked.law.refusals()]
    assert all("block the line of sight" in reason for reason in reasons)
    return not reasons


@pytest.mark.parametrize("word", OPEN)
def test_low_ground_and_units_do_not_block(word: str) -> None:
    assert sees(word)


@pytest.mark.parametrize("word", BLOCKING)
def test_woods_villages_and_heights_block(word: str) -> None:
    assert not sees(word)
    assert not sees(f"clear, {word}")


@pytest.mark.parametrize(("left", "right"), list(product(["clear", "woods"], ["unit", "height"])))
def test_a_line_along_a_hexside_is_blocked_only_from_both_sides(left: str, right: str) -> None:
    assert sees(f"{left}/{right}") == (left == "clear" or right == "unit")


@given(lines)
def test_any_blocked_hex_blocks_the_line(line: Line) -> None:
    """Each hex by itself, read off the page's two lists."""
    blocked = any(all(str(word.value) in BLOCKING for word in part) for part in line)
    assert sees(write_line(line), reach=6) != blocked
    assert read_line(write_line(line)) == line


def test_a_scenario_may_let_nothing_block() -> None:
    tables = SYSTEM.tables.override({"bombardment.line-of-sight": 0}, "the page of 2006")
    Question.read("morne-plaine", "bombardment", {"line": "woods"}, tables).check()


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"unit": "cavalry"}, "only artillery bombards, not cavalry"),
        ({"bombarded": "yes"}, "fires once in the phase"),
        ({"from_terrain": "woods"}, "may not fire out of woods"),
        ({"from_terrain": "village"}, "may not fire out of a village"),
        ({"range": 4}, "fires 3 hexes far, not 4"),
        ({"range": 2, "reach": 1}, "fires 1 hex far, not 2"),
    ],
)
def test_who_may_not_bombard(values: dict[str, Any], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        ask("morne-plaine", "bombardment", **values).check()


@pytest.mark.parametrize(
    ("values", "left", "may_move"),
    [
        ({}, 0, False),
        ({"mounted_guns": "yes"}, 3, True),
        ({"mounted_guns": "yes", "allowance": 5}, 2, True),
        ({"mounted_guns": "yes", "in_command": "no"}, 0, False),
    ],
)
def test_mounted_guns_in_command_keep_half_their_movement(
    values: dict[str, Any], left: int, may_move: bool
) -> None:
    question = ask("morne-plaine", "bombardment", **{"allowance": 6, **values})
    check_promises(question)
    (outcome,) = law(question)
    assert outcome.left == left
    after = question.law.after(outcome)
    over = "no" if may_move else "yes"
    assert after.actor == {"bombarded": "yes", "allowance": str(left), "movement-over": over}
    assert ("movement" in after.may) == may_move
    step = question.result("1").narration.on_table[0]
    moves = f"It may move with {left} movement points afterwards."
    assert step == (moves if may_move else "It moves no more.")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("clear, wods", r"hex 2: 'wods' is not one of the words \(did you mean 'woods'"),
        ("clear/woods/clear", "a hexside lies between two hexes"),
        ("clear, clear", "2 hexes cannot lie between at range 2"),
    ],
)
def test_a_line_that_cannot_be(line: str, problem: str) -> None:
    with pytest.raises(FaultsError, match=problem):
        ask("morne-plaine", "bombardment", line=line, range=2)
