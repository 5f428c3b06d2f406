"""Kinds of answer: what they read, what they refuse and how they say so."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.kinds import BadValueError, Choice, Kind, Length, Optional, Text, Whole, Word, YesNo


class Cover(Word):
    OPEN = "open"
    SOFT = "soft"
    HEDGED_FARM = "hedged-farm"


def read_bearing(text: str) -> str:
    """Letters of the compass."""
    if text.strip().lower() not in {"n", "e", "s", "w"}:
        raise ValueError(f"{text!r} is no bearing")
    return text.strip().lower()


COVER = Choice(Cover)
BASES = Whole(1, 10, "bases")
RANGE = Length(Fraction(0), Fraction(12))
BEARING = Text(read_bearing, str, "one of n, e, s, w")
NOW = Optional(BASES, "as now")


def fault(kind: Kind[Any], text: str) -> BadValueError:
    with pytest.raises(BadValueError) as caught:
        kind.parse(text)
    return caught.value


@pytest.mark.parametrize("text", ["hedged-farm", "Hedged Farm", " HEDGED_FARM ", "hedged  farm"])
def test_a_word_however_it_is_typed(text: str) -> None:
    assert COVER.parse(text) is Cover.HEDGED_FARM


@pytest.mark.parametrize(
    ("text", "near"), [("sotf", "soft"), ("h", "hedged-farm"), ("xyzzy", ""), ("", "")]
)
def test_a_word_that_is_not_listed(text: str, near: str) -> None:
    bad = fault(COVER, text)
    assert (bad.problem, bad.near) == (f"{text!r} is not one of the words", near)
    assert bad.allowed == "open, soft, hedged-farm"


class Reach(Word):
    THREE = "3"
    SIX = "6"
    TWELVE = "12"

    @property
    def label(self) -> str:
        return f"up to {self.value} inches"


@pytest.mark.parametrize(
    ("text", "near"),
    [("2", "3"), ("5", "6"), ("1", "3"), ("3 1/2", "6"), ("0", "3"), ("13", ""), ("x", "")],
)
def test_a_number_within_a_band_belongs_to_its_far_edge(text: str, near: str) -> None:
    bad = fault(Choice(Reach), text)
    assert (bad.problem, bad.near) == (f"{text!r} is not one of the bands", near)
    assert bad.allowed == "bands up to 3, 6, 12"


def test_words_are_shown_with_spaces_and_written_with_hyphens() -> None:
    assert str(Cover.HEDGED_FARM) == Cover.HEDGED_FARM.label == "hedged farm"
    assert COVER.show(Cover.HEDGED_FARM) == COVER.plain(Cover.HEDGED_FARM) == "hedged-farm"
    assert COVER.choices == ("open", "soft", "hedged-farm")


def test_words_stand_in_the_order_of_their_list() -> None:
    assert [word.rank for word in (Cover.HEDGED_FARM, Cover.OPEN, Cover.SOFT)] == [2, 0, 1]


@pytest.mark.parametrize(("text", "number"), [("1", 1), (" 10 ", 10), ("+4", 4)])
def test_a_whole_number(text: str, number: int) -> None:
    assert BASES.parse(text) == number


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("0", "0 is out of range"),
        ("11", "11 is out of range"),
        ("3.0", "'3.0' is not a whole number"),
        ("three", "'three' is not a whole number"),
        ("", "'' is not a whole number"),
        ("9" * 5_000, f"'{'9' * 60}...' is not a whole number"),
    ],
)
def test_what_is_not_a_whole_number_in_range(text: str, problem: str) -> None:
    bad = fault(BASES, text)
    assert (bad.problem, bad.allowed) == (problem, "a whole number from 1 to 10 bases")


@pytest.mark.parametrize("text", ["", "five", "5 6", "1/2 1/2", "5.5 1/2", "nan", "inf", "1e3"])
def test_what_is_not_a_length(text: str) -> None:
    assert fault(RANGE, text).problem == f"{text!r} is not a length"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("-3", "-3 is out of range"),
        ("-1/2", "-1/2 is out of range"),
        ("12 1/8", "12 1/8 is out of range"),
        ("1/0", "'1/0' is not a length"),
    ],
)
def test_a_length_out_of_range(text: str, problem: str) -> None:
    bad = fault(RANGE, text)
    assert (bad.problem, bad.allowed) == (problem, "0 to 12 inches, e.g. 5 1/2")


@pytest.mark.parametrize("text", ["yes", "Y", "true", "on", "1"])
def test_yes(text: str) -> None:
    assert YesNo().parse(text) is True


@pytest.mark.parametrize("text", ["no", "N", "false", "off", " 0 "])
def test_no(text: str) -> None:
    assert YesNo().parse(text) is False


def test_neither_yes_nor_no() -> None:
    assert fault(YesNo(), "maybe").problem == "'maybe' is not yes or no"


@pytest.mark.parametrize("text", ["", "as now", "As-Now", " AS NOW "])
def test_a_blank(text: str) -> None:
    assert NOW.parse(text) is None


def test_an_optional_value_and_its_fault() -> None:
    assert NOW.parse("4") == 4
    assert fault(NOW, "0").allowed == "a whole number from 1 to 10 bases, or 'as now'"
    assert Optional(COVER, "unknown").choices == ("unknown", "open", "soft", "hedged-farm")
    assert NOW.choices == ()
    assert NOW.plain(None) is None
    assert NOW.plain(4) == 4


def test_a_text_with_a_grammar_of_its_own() -> None:
    assert BEARING.parse(" N ") == "n"
    bad = fault(BEARING, "up")
    assert (bad.problem, bad.allowed) == ("'up' is no bearing", "one of n, e, s, w")


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        (COVER, Cover.OPEN, ["open", None, 1]),
        (BASES, 4, ["4", 4.0, True, 0, 11, None]),
        (RANGE, Fraction(3), [3, 3.0, Fraction(13), Fraction(-1)]),
        (YesNo(), False, [0, "no", None]),
        (NOW, None, [0, "as now"]),
        (BEARING, "n", [None, 1]),
    ],
)
def test_values_given_from_python(kind: Kind[Any], right: object, wrong: list[object]) -> None:
    assert kind.accepts(right)
    assert not any(kind.accepts(value) for value in wrong)


VALUES: list[tuple[Kind[Any], st.SearchStrategy[Any]]] = [
    (COVER, st.sampled_from(Cover)),
    (BASES, st.integers(1, 10)),
    (RANGE, st.fractions(0, 12, max_denominator=16)),
    (YesNo(), st.booleans()),
    (NOW, st.none() | st.integers(1, 10)),
    (BEARING, st.sampled_from("nesw")),
]


@given(st.sampled_from(VALUES).flatmap(lambda pair: st.tuples(st.just(pair[0]), pair[1])))
def test_every_value_shown_is_read_back(pair: tuple[Kind[Any], Any]) -> None:
    kind, value = pair
    assert kind.accepts(value)
    assert kind.parse(kind.show(value)) == value


@given(st.sampled_from([kind for kind, _ in VALUES]), st.text())
def test_any_text_is_read_or_refused_with_reasons(kind: Kind[Any], text: str) -> None:
    try:
        assert kind.accepts(kind.parse(text))
    except BadValueError as refusal:
        assert_reasons(refusal)


def assert_reasons(refusal: BadValueError) -> None:
    """A refusal says what is wrong and what would be right."""
    assert refusal.problem
    assert refusal.allowed
