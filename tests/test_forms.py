"""Forms: one declaration, read from texts with every fault at once, and written back."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.conditions import where
from calculator.errors import Fault, FaultsError
from calculator.forms import (
    Form,
    choice,
    entry,
    field_of,
    fields_of,
    inches,
    mattering,
    parse_form,
    plain,
    texts,
    yes_no,
)
from calculator.kinds import Optional, Text, Whole, Word


class Arm(Word):
    INFANTRY = "infantry"
    HEAVY_CAVALRY = "heavy-cavalry"


class Charge(Form):
    actor: Arm = choice(Arm, "Actor", default=Arm.INFANTRY, help="Who charges.", source="II")
    bases: int = entry(
        Whole(1, 10, "bases"), "Bases", default=4, help="Bases now.", source="V", group="strength"
    )
    at_start: int | None = entry(
        Optional(Whole(1, 10), "as now"),
        "At the start",
        default=None,
        help="Bases then.",
        source="V",
    )
    distance: Fraction = inches(0, 12, "Distance", default=3, help="To the target.", source="VII")
    countercharge: bool = yes_no(
        "Countercharge",
        help="Met half-way.",
        source="VII",
        matters=where("actor", Arm.HEAVY_CAVALRY),
    )
    banner: str = entry(
        Text(str.strip, str, "any text"), "Banner", default="", help="Its name.", source="II"
    )

    def faults(self) -> Iterable[Fault]:
        if self.at_start is not None and self.bases > self.at_start:
            yield Fault("bases", f"{self.bases} is more than the {self.at_start} at the start")


class Explained(Form):
    said: bool = yes_no("Said", help="In the call.", source="I")
    below: bool = yes_no("Below", source="I")
    """Below the
    attribute."""
    kept: bool = yes_no("Kept", source="I")
    """From the first."""


class ExplainedAnew(Explained):
    said: bool = yes_no("Said", source="I")
    """Said anew."""
    below: bool = yes_no("Below", help="By another.", source="I")


def faults(values: dict[str, Any], ignored: Iterable[str] = ()) -> list[str]:
    with pytest.raises(FaultsError) as caught:
        parse_form(Charge, values, list(ignored))
    return [str(fault) for fault in caught.value.faults]


def test_a_field_is_told_by_its_declaration() -> None:
    bases = field_of(Charge, "bases")
    assert (bases.key, bases.label, bases.help, bases.source) == (
        "bases",
        "Bases",
        "Bases now.",
        "V",
    )
    assert (bases.group, bases.default) == ("strength", 4)
    assert field_of(Charge, "at-start").attribute == "at_start"
    assert [field.key for field in fields_of(Charge)] == [
        "actor",
        "bases",
        "at-start",
        "distance",
        "countercharge",
        "banner",
    ]


@pytest.mark.parametrize(
    ("form", "help"),
    [
        (Explained, {"In the call.", "Below the attribute.", "From the first."}),
        (ExplainedAnew, {"Said anew.", "By another.", "From the first."}),
    ],
)
def test_the_help_of_a_field_stands_below_it_or_in_its_call(
    form: type[Form], help: set[str]
) -> None:
    assert {field.help for field in fields_of(form)} == help


def test_an_unknown_field_cannot_be_asked_for() -> None:
    with pytest.raises(StopIteration):
        field_of(Charge, "morale")


def test_what_is_not_given_stays_at_its_default() -> None:
    assert parse_form(Charge, {}) == Charge()
    assert Charge().distance == 3


@pytest.mark.parametrize("key", ["at-start", "at_start", "At Start", " at-start "])
def test_a_key_however_it_is_typed(key: str) -> None:
    assert parse_form(Charge, {key: "6"}).at_start == 6


def test_values_from_json_and_toml() -> None:
    values = {"bases": 3, "at-start": None, "distance": 5.5, "countercharge": True}
    expected = Charge(bases=3, at_start=None, distance=Fraction(11, 2), countercharge=True)
    assert parse_form(Charge, values) == expected


def test_every_fault_at_once() -> None:
    found = faults(
        {"actor": "infntry", "bases": "12", "distence": "3", "distance": "far", "banner": "x"}
    )
    known = "actor, bases, at-start, distance, countercharge, banner"
    assert "\n".join(found) == (
        "actor: 'infntry' is not one of the words; did you mean 'infantry'? "
        "(allowed: infantry, heavy-cavalry)\n"
        "bases: 12 is out of range (allowed: a whole number from 1 to 10 bases)\n"
        f"distence: there is no such field; did you mean 'distance'? (allowed: {known})\n"
        "distance: 'far' is not a length (allowed: 0 to 12 inches, e.g. 5 1/2)"
    )


def test_faults_between_fields_come_with_the_others() -> None:
    assert faults({"bases": "6", "at-start": "4", "distance": "far"}) == [
        "distance: 'far' is not a length (allowed: 0 to 12 inches, e.g. 5 1/2)",
        "bases: 6 is more than the 4 at the start",
    ]


def test_a_field_given_twice() -> None:
    assert faults({"at-start": "6", "at_start": "8"}) == [
        "at_start: the field 'at-start' is given twice (allowed: once)"
    ]


def test_fields_of_other_actions_are_passed_over_unread() -> None:
    assert parse_form(Charge, {"Range": "nonsense"}, ["range"]) == Charge()
    (message,) = faults({"rnge": "3"}, ["range"])
    assert "did you mean 'range'?" in message


def test_a_form_filled_in_from_python_is_checked() -> None:
    with pytest.raises(FaultsError, match=r"^bases: 12 is not a possible value \(allowed: a whole"):
        Charge(bases=12)
    with pytest.raises(FaultsError, match="bases: 6 is more than the 4 at the start"):
        Charge(bases=6, at_start=4)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Charge().bases = 3  # type: ignore[misc]


def test_a_form_as_json_has_it() -> None:
    assert plain(Charge(at_start=6, distance=Fraction(11, 2))) == {
        "actor": "infantry",
        "bases": 4,
        "at-start": 6,
        "distance": "5 1/2",
        "countercharge": False,
        "banner": "",
    }


def test_fields_matter_under_their_conditions() -> None:
    assert "countercharge" not in [field.key for field in mattering(Charge())]
    cavalry = Charge(actor=Arm.HEAVY_CAVALRY)
    assert "countercharge" in [field.key for field in mattering(cavalry)]


forms = st.builds(
    Charge,
    actor=st.sampled_from(Arm),
    bases=st.integers(1, 5),
    at_start=st.none() | st.integers(5, 10),
    distance=st.fractions(0, 12, max_denominator=8),
    countercharge=st.booleans(),
    banner=st.text().map(str.strip),
)


@given(forms)
def test_a_form_written_as_texts_or_json_is_read_back(form: Charge) -> None:
    assert parse_form(Charge, texts(form)) == form
    assert parse_form(Charge, plain(form)) == form


keys = st.sampled_from([*texts(Charge()), "at_start", "distence"]) | st.text(max_size=8)


@given(st.dictionaries(keys, st.text(max_size=8) | st.integers() | st.floats() | st.none()))
def test_any_values_are_read_or_refused_with_reasons(values: dict[str, Any]) -> None:
    refused: tuple[Fault, ...] = ()
    try:
        form = parse_form(Charge, values)
    except FaultsError as error:
        refused = error.faults
    assert refused or parse_form(Charge, texts(form)) == form
    assert all(fault.problem for fault in refused)
