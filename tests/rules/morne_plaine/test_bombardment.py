"""Bombardment: range and line of sight, once a turn, and movement after it."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import FaultsError, ForbiddenError
from calculator.rules.morne_plaine import SYSTEM
from calculator.rules.morne_plaine.lost_pages import LINE, Crossed, InLine, Line
from calculator.rules.question import Question
from calculator.standing import Standing
from tests.rules.asking import ask, check_promises, law

OPEN = ["clear", "rough", "coppice", "orchards", "marsh", "unit"]
BLOCKING = ["woods", "village", "height"]

crossed = st.lists(st.sampled_from(InLine), min_size=1, max_size=2).map(Crossed)
lines = st.lists(crossed, max_size=4).map(tuple)

LATER = SYSTEM.tables.override(
    {"bombardment.line-of-sight": 1, "bombardment.moves-after": 0.5}, "the later page"
)


def by_the_later_page(**values: object) -> Question:
    return Question.read("morne-plaine", "bombardment", values, LATER)


def sees(line: str, reach: int = 3) -> bool:
    hexes = 1 + (line != "nothing") * len(line.split(","))
    asked = by_the_later_page(line=line, range=hexes, reach=reach)
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
    assert sees(LINE.show(line), reach=6) != blocked
    assert LINE.parse(LINE.show(line)) == line


@pytest.mark.parametrize("word", BLOCKING)
def test_by_the_page_of_this_text_nothing_between_blocks(word: str) -> None:
    ask("morne-plaine", "bombardment", line=word).check()


def test_what_the_text_has_lost_is_a_reading() -> None:
    found = {f"cost.{row}" for row in ("coppice", "orchards", "woods")}
    found |= {"rally.at-rest", "rally.next-to-leader", "bombardment.moves-after"}
    found |= {entry.key for entry in SYSTEM.tables if entry.key.startswith("later.")}
    standings = {key: SYSTEM.tables.entry(key).standing for key in found}
    assert standings.pop("later.marsh") is Standing.JUDGEMENT
    assert set(standings.values()) == {Standing.READING}
    with pytest.raises(ForbiddenError, match="Bombardment phase: reading"):
        ask("morne-plaine", "bombardment", bombarded="yes").check()
    *_, keeps = by_the_later_page(mounted_guns="yes").odds().factors
    assert (keeps.effect, keeps.cited) == (True, "Bombardment phase: reading")


def test_by_the_page_of_this_text_no_guns_move_after_fire() -> None:
    question = ask("morne-plaine", "bombardment", mounted_guns="yes", allowance=6)
    (outcome,) = law(question)
    assert outcome.left == 0
    assert "movement" not in question.law.after(outcome).may


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
    question = by_the_later_page(**{"allowance": 6, **values})
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
