"""How kinds are answered: letters, steps, typing."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.answering import (
    added,
    fault_of,
    label_of,
    reads,
    shortened,
    stepped,
    takes,
    with_unit,
)
from calculator.kinds import Choice, Kind, Length, Optional, Text, Whole, YesNo
from calculator.rules.gods_of_war.move import PATH as HEXES
from calculator.rules.morne_plaine.lost_pages import LINE
from calculator.rules.morne_plaine.movement import PATH
from calculator.tui.rows import answers_of
from tests.tui.skirmish import Arm, Reach

BASES = Whole(1, 12, "bases")
AT_START = Optional(BASES, "as now")
LENGTH = Length(Fraction(0), Fraction(6))
KINDS: list[Kind[object]] = [Choice(Arm), BASES, AT_START, LENGTH, YesNo()]  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("kind", "words", "text"),
    [
        (PATH, "road village road marsh stream", "road, village road, marsh stream"),
        (PATH, "clear zone occupied clear", "clear zone occupied, clear"),
        (PATH, "clear clear woods", "clear, clear, woods"),
        (LINE, "clear woods / clear woods", "clear, woods/clear, woods"),
        (HEXES, "open turn reverse hills hills", "open, turn, reverse hills, hills"),
    ],
)
def test_a_text_is_put_together_word_by_word(kind: Text[object], words: str, text: str) -> None:
    built = ""
    for word in words.split():
        built = added(kind, built, word)
    assert kind.show(kind.parse(built)) == text
    assert kind.show(kind.parse(shortened(kind, built))) == text.rpartition(", ")[0]


def test_each_word_has_its_label_and_a_letter() -> None:
    assert [(a.text, a.label, a.letter) for a in answers_of(Choice(Arm))] == [
        ("foot", "foot", "f"),
        ("horse", "horse", "h"),
        ("horse-guns", "horse guns", "g"),
    ]


def test_ranges_are_picked_by_their_figures() -> None:
    assert [answer.letter for answer in answers_of(Choice(Reach))] == ["3", "6"]


def test_numbers_have_no_answers_to_choose_from() -> None:
    assert answers_of(BASES) == answers_of(LENGTH) == ()


@pytest.mark.parametrize(
    ("kind", "text", "by", "then"),
    [
        (Choice(Arm), "foot", 1, "horse"),
        (Choice(Arm), "foot", -1, "horse-guns"),
        (YesNo(), "no", 1, "yes"),
        (YesNo(), "yes", 1, "no"),
        (BASES, "4", 1, "5"),
        (BASES, "12", 1, "12"),
        (BASES, "1", -1, "1"),
        (AT_START, "as now", 1, "1"),
        (AT_START, "as now", -1, "as now"),
        (AT_START, "1", -1, "as now"),
        (LENGTH, "2", 1, "2 1/2"),
        (LENGTH, "6", 1, "6"),
        (LENGTH, "1/2", -1, "0"),
    ],
)
def test_steps(kind: Kind[object], text: str, by: int, then: str) -> None:
    assert stepped(kind, text, by) == then


@given(st.sampled_from(KINDS), st.lists(st.sampled_from([-1, 1]), max_size=40))
def test_steps_never_leave_what_the_kind_reads(kind: Kind[object], steps: list[int]) -> None:
    text = kind.choices[0] if kind.choices else "1"
    for by in steps:
        text = stepped(kind, text, by)
        assert reads(kind, text)


def test_a_length_is_shown_as_read_off_a_ruler() -> None:
    assert label_of(LENGTH, "2.5") == '2 1/2"'
    assert label_of(AT_START, "as now") == "as now"


def test_a_text_of_its_own_grammar_is_typed_and_told_what_is_wrong() -> None:
    def even(text: str) -> int:
        if int(text) % 2:
            raise ValueError("it is odd")
        return int(text)

    kind: Kind[int] = Text(even, str, "an even number, e.g. 4", int)
    assert takes(kind, "x")
    assert fault_of(kind, "3") == "it is odd: an even number, e.g. 4"
    assert fault_of(kind, "4") == ""
    assert stepped(kind, "4", 1) == "4"


def test_what_can_be_typed() -> None:
    assert takes(BASES, "7")
    assert not takes(BASES, ".")
    assert takes(LENGTH, ".")
    assert takes(Whole(-3, 3), "-")
    assert not takes(BASES, "y")


@pytest.mark.parametrize(
    ("unit", "number", "shown"),
    [
        (Whole(0, 9, "bases"), 1, "1 base"),
        (Whole(0, 9, "bases"), 2, "2 bases"),
        (Whole(0, 9, "men", one="man"), 1, "1 man"),
        (Whole(0, 9, "hexes", one="hex"), 1, "1 hex"),
    ],
)
def test_one_is_in_the_singular(unit: Whole, number: int, shown: str) -> None:
    assert with_unit(unit, number) == shown
