"""When a field matters, found by asking the form."""

import attrs
import pytest

from calculator.cli.conditions import when_it_matters
from calculator.forms import Form, choice, field_of, yes_no
from calculator.kinds import Word


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
