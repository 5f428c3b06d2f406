"""When a field matters, found by asking the form."""

import attrs
import pytest

from calculator.cli.conditions import when_it_matters
from calculator.forms import Form, field_of, yes_no


@attrs.frozen(kw_only=True)
class Three(Form):
    a: bool = yes_no("A", help="", source="")
    b: bool = yes_no("B", help="", source="", default=True)
    always: bool = yes_no("", help="", source="")
    one: bool = yes_no("", help="", source="", matters=lambda form: form.a)
    either: bool = yes_no("", help="", source="", matters=lambda form: form.a or not form.b)
    both_off: bool = yes_no("", help="", source="", matters=lambda form: not form.a and form.b)
    both_on: bool = yes_no("", help="", source="", matters=lambda form: form.a and form.b)
    crossed: bool = yes_no("", help="", source="", matters=lambda form: form.a and not form.b)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("always", ""),
        ("one", "a is yes"),
        ("either", "a is yes; or b is no"),
        ("both-off", "a is no, and b is yes"),
        ("both-on", "a is yes"),
        ("crossed", "a is yes and b is no"),
    ],
)
def test_words_of_a_condition(key: str, words: str) -> None:
    assert when_it_matters(Three, field_of(Three, key)) == words
