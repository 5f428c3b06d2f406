"""Conditions: when they hold, which answers they look at, and how they say so."""

from __future__ import annotations

import pytest

from calculator.conditions import Condition, Worked, always, where
from calculator.forms import Form, choice, entry, fields_of, when_it_matters, yes_no
from calculator.kinds import Optional, Whole, Word
from calculator.rules.catalog import KEYS, find_system


class Size(Word):
    NONE = "none"
    SMALL = "small"
    LARGE = "large"

    @property
    def is_some(self) -> bool:
        return self is not Size.NONE


ALIKE = Worked(lambda form, _: form.c is form.d, ("c", "d"), "both are of one size")


class Asked(Form):
    a: bool = yes_no("A", help="", source="")
    b: bool = yes_no("B", help="", source="", default=True)
    c: Size = choice(Size, "C", default=Size.NONE, help="", source="")
    d: Size = choice(Size, "D", default=Size.NONE, help="", source="")
    range: int = entry(Whole(1, 12), "", default=3, help="", source="")
    left: int | None = entry(Optional(Whole(0, 4), "full"), "", default=None, help="", source="")


FIELDS = {field.attribute: field for field in fields_of(Asked)}


@pytest.mark.parametrize(
    ("condition", "words", "reads"),
    [
        (always, "", ()),
        (where("a"), "when a is yes", ("a",)),
        (~where("a"), "unless a is yes", ("a",)),
        (where("a") | ~where("b"), "when a is yes, or b is no", ("a", "b")),
        (where("a") & ~where("b"), "when a is yes and b is no", ("a", "b")),
        (~(where("a") & ~where("b")), "unless a is yes and b is no", ("a", "b")),
        (where("c", Size.SMALL), "when c is small", ("c",)),
        (where("c.is_some"), "unless c is none", ("c",)),
        (where("left", 0), "when left is 0", ("left",)),
        (~where("left", 0), "unless left is 0", ("left",)),
        (where("a") & ~where("left", 0), "when a is yes and left is not 0", ("a", "left")),
        (where("range", at_most=3), "when range is 3 or less", ("range",)),
        (where("range", at_least=1, at_most=1), "when range is 1", ("range",)),
        (where("range", at_least=2), "when range is 2 or more", ("range",)),
        (~where("range", at_least=2), "unless range is 2 or more", ("range",)),
        (
            where("a") & ~where("range", at_least=2),
            "when a is yes and range is 1 or less",
            ("a", "range"),
        ),
        (ALIKE, "when both are of one size", ("c", "d")),
        (where("a") & ALIKE, "when a is yes and both are of one size", ("a", "c", "d")),
    ],
)
def test_words_and_fields_of_a_condition(
    condition: Condition, words: str, reads: tuple[str, ...]
) -> None:
    assert (condition.words(FIELDS), condition.reads) == (words, reads)


@pytest.mark.parametrize(
    ("condition", "holding", "failing"),
    [
        (always, Asked(), None),
        (where("a"), Asked(a=True), Asked()),
        (~where("a"), Asked(), Asked(a=True)),
        (where("a") & where("b"), Asked(a=True), Asked(a=True, b=False)),
        (where("a") | ~where("b"), Asked(b=False), Asked()),
        (where("c", Size.SMALL, Size.LARGE), Asked(c=Size.LARGE), Asked()),
        (where("c.is_some"), Asked(c=Size.SMALL), Asked()),
        (where("range", at_least=2, at_most=4), Asked(range=4), Asked(range=5)),
        (where("range", at_least=2, at_most=4), Asked(range=2), Asked(range=1)),
        (ALIKE, Asked(), Asked(c=Size.SMALL)),
    ],
)
def test_when_a_condition_holds(condition: Condition, holding: Form, failing: Form | None) -> None:
    assert condition(holding)
    assert failing is None or not condition(failing)


@pytest.mark.parametrize("key", KEYS)
def test_every_field_says_when_it_matters_and_by_what(key: str) -> None:
    """A condition reads fields of its own form, and what it does not read does not move it."""
    for action in find_system(key).actions:
        attributes = {field.attribute for field in fields_of(action.asks)}
        for field in fields_of(action.asks):
            assert attributes.issuperset(field.matters.reads), (action.key, field.key)
            assert bool(when_it_matters(action.asks, field)) == (field.matters is not always)
