"""When a field matters, found by asking the form."""

import attrs
import pytest

from calculator.cli.conditions import when_it_matters
from calculator.forms import Form, choice, field_of, fields_of, whole, yes_no
from calculator.kinds import Word
from calculator.rules.catalog import KEYS, find_system


class Size(Word):
    NONE = "none"
    SMALL = "small"
    LARGE = "large"


@attrs.frozen(kw_only=True)
class Three(Form):
    a: bool = yes_no("A", help="", source="")
    b: bool = yes_no("B", help="", source="", default=True)
    always: bool = yes_no("", help="", source="")
    one: bool = yes_no("", help="", source="", matters=lambda form: form.a)
    either: bool = yes_no("", help="", source="", matters=lambda form: form.a or not form.b)
    both_off: bool = yes_no("", help="", source="", matters=lambda form: not form.a and form.b)
    both_on: bool = yes_no("", help="", source="", matters=lambda form: form.a and form.b)
    uncrossed: bool = yes_no("", help="", source="", matters=lambda form: form.b or not form.a)
    c: Size = choice(Size, "C", default=Size.NONE, help="", source="")
    d: Size = choice(Size, "D", default=Size.NONE, help="", source="")
    alike: bool = yes_no(
        "", help="", source="", matters=lambda form: form.c is form.d is not Size.NONE
    )
    crossed: bool = yes_no("", help="", source="", matters=lambda form: form.a and not form.b)


@attrs.frozen(kw_only=True)
class Numbers(Form):
    range: int = whole(1, 12, "", default=3, help="", source="")
    away: int = whole(0, 40, "", default=0, help="", source="")
    left: int | None = whole(0, 4, "", default=None, blank="full", help="", source="")
    near: bool = yes_no("", help="", source="", matters=lambda form: form.range <= 3)
    touching: bool = yes_no("", help="", source="", matters=lambda form: form.range == 1)
    apart: bool = yes_no("", help="", source="", matters=lambda form: form.range > 1)
    beyond: bool = yes_no("", help="", source="", matters=lambda form: form.away > 4)
    alive: bool = yes_no("", help="", source="", matters=lambda form: form.left != 0)
    odd: bool = yes_no("", help="", source="", matters=lambda form: form.range % 2 == 1)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("near", "when range is 3 or less"),
        ("touching", "when range is 1"),
        ("apart", "when range is 2 or more"),
        ("beyond", "when away is 5 or more"),
        ("alive", "unless left is 0"),
        ("odd", "depending on range"),
    ],
)
def test_limits_of_a_number(key: str, words: str) -> None:
    assert when_it_matters(Numbers, field_of(Numbers, key)) == words


@pytest.mark.parametrize("system", KEYS)
def test_no_condition_is_too_involved_to_tell(system: str) -> None:
    forms = [action.asks for action in find_system(system).actions]
    told = [when_it_matters(form, field) for form in forms for field in fields_of(form)]
    assert "in more involved cases" not in told


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("always", ""),
        ("one", "when a is yes"),
        ("either", "when a is yes; or when b is no"),
        ("both-off", "when a is no, and when b is yes"),
        ("both-on", "when a is yes"),
        ("crossed", "when a is yes and b is no"),
        ("uncrossed", "unless a is yes and b is no"),
        ("alike", "depending on c and d"),
    ],
)
def test_words_of_a_condition(key: str, words: str) -> None:
    assert when_it_matters(Three, field_of(Three, key)) == words
