"""Letters: distinct, as declared where possible, the same every time."""

from __future__ import annotations

from string import ascii_letters

from hypothesis import given
from hypothesis import strategies as st

from calculator.desk.naming import Answer
from calculator.rules.catalog import find_system
from calculator.tui.rows import (
    ACTION_KEY,
    COMMANDS,
    Letters,
    assign,
    without_common_start,
)

LABELS = st.lists(st.text(alphabet="abc de", min_size=1), max_size=20)


@given(LABELS, st.sets(st.sampled_from(ascii_letters), max_size=40))
def test_letters_are_distinct_and_never_taken_ones(labels: list[str], taken: set[str]) -> None:
    wanted = [Answer(str(number), label) for number, label in enumerate(labels)]
    letters = [letter for letter in assign(wanted, taken).values() if letter]
    assert len(set(letters)) == len(letters)
    assert not taken.intersection(letters)


@given(LABELS)
def test_nobody_goes_without_while_letters_are_left(labels: list[str]) -> None:
    wanted = [Answer(str(number), label) for number, label in enumerate(labels)]
    assert all(assign(wanted).values())


def test_a_declared_letter_is_kept_before_another_takes_it() -> None:
    wanted = [Answer("range", "Range"), Answer("row", "Row", letter="r")]
    assert assign(wanted) == {"row": "r", "range": "a"}


def test_initials_come_before_other_letters() -> None:
    wanted = [Answer("a", "heavy cavalry"), Answer("b", "heavy foot"), Answer("c", "horse")]
    assert assign(wanted) == {"a": "h", "b": "f", "c": "o"}


def test_words_that_all_begin_with_are_passed_over() -> None:
    assert without_common_start(["up to 3", "up to 6", "up to 12"]) == ["3", "6", "12"]
    assert without_common_start(["even"]) == ["even"]


def test_the_main_systems_letters_are_those_it_declares() -> None:
    system = find_system("there-stand-empires")
    letters = Letters(system)
    assert letters.buttons == {"initiative": "i", "leader-overrun": "l", "army-morale": "m"}
    of_assault = letters.of(system.action("assault").asks)
    assert of_assault["quality"] == "y"
    assert of_assault["target-quality"] == "Y"
    assert not (COMMANDS | {ACTION_KEY}).intersection(of_assault.values())


def test_what_is_never_seen_together_may_share_a_letter() -> None:
    wanted = [Answer("range", "Range"), Answer("row", "Row"), Answer("rank", "Rank")]
    letters = assign(wanted, (), [{"range", "row"}, {"range", "rank"}])
    assert letters == {"range": "r", "row": "o", "rank": "a"}
    letters = assign(wanted, (), [{"range"}, {"row", "rank"}])
    assert letters == {"range": "r", "row": "r", "rank": "a"}
