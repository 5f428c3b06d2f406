"""Errors: messages fit to be shown as they stand."""

import pytest

from calculator.errors import (
    CalculatorError,
    Fault,
    FaultsError,
    ForbiddenError,
    Refusal,
    UnknownNameError,
    nearest,
)


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (Fault("bases", "12 is out of range"), "bases: 12 is out of range"),
        (Fault("arm", "no such arm", near="foot"), "arm: no such arm; did you mean 'foot'?"),
        (Fault("arm", "no such arm", "foot"), "arm: no such arm (allowed: foot)"),
        (
            Fault("arm", "no such arm", "foot, horse", "foot"),
            "arm: no such arm; did you mean 'foot'? (allowed: foot, horse)",
        ),
    ],
)
def test_a_fault_in_a_line(fault: Fault, message: str) -> None:
    assert str(fault) == message


def test_faults_a_line_each() -> None:
    error = FaultsError(Fault(place, "wrong") for place in "ab")
    assert isinstance(error, CalculatorError)
    assert str(error) == "a: wrong\nb: wrong"
    assert len(error.faults) == 2


def test_an_unknown_name() -> None:
    error = UnknownNameError("system", "canonade", ["cannonade", "gods-of-war"])
    assert str(error) == (
        "system: there is no system called 'canonade'; did you mean 'cannonade'?"
        " (allowed: cannonade, gods-of-war)"
    )


def test_what_the_rules_forbid() -> None:
    error = ForbiddenError([Refusal("cavalry does not fire", "VI"), Refusal("out of arc", "VI")])
    assert str(error) == "cavalry does not fire [VI: rule]\nout of arc [VI: rule]"


@pytest.mark.parametrize(("word", "near"), [("Asault", "assault"), ("march", "march"), ("xyz", "")])
def test_nearest(word: str, near: str) -> None:
    assert nearest(word, ["assault", "march"]) == near


def test_a_name_that_is_understood_though_not_listed() -> None:
    error = UnknownNameError("action", "maneuvre-in-line", ["deploy"], also=["maneuver-in-line"])
    assert str(error) == (
        "action: there is no action called 'maneuvre-in-line'; did you mean 'maneuver-in-line'?"
        " (allowed: deploy)"
    )


def test_a_text_without_an_end_is_told_by_its_beginning_and_its_end() -> None:
    told = str(Fault("a" * 9999 + "b", "this is " + "c" * 9999 + " and no key=value"))
    assert len(told) < 900
    assert "ab: this is ccc" in told
    assert told.endswith("ccc and no key=value")
