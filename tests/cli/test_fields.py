"""`empires fields` and `empires systems`."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from calculator.rules import catalog
from calculator.rules.question import Question
from calculator.umpire import Umpire
from tests.offered import offering

Run = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("toy")


def test_systems_as_json_and_as_a_table(run: Run) -> None:
    with Umpire.open("saturday") as umpire:
        umpire.adjudicate(Question.read("toy", "volley", {}))
        body = umpire.entry(1).body
    code = body["code"]
    assert body["version"] == 1
    assert json.loads(run("systems", "--json").out) == [
        {
            "system": "toy",
            "title": "Toy Soldiers",
            "summary": "One volley.",
            "version": 1,
            "code": code,
            "actions": ["volley"],
        }
    ]
    listed = run("systems").out
    assert "Toy Soldiers" in listed
    assert "Version 1 of its code" in listed
    assert code[:12] in listed


def test_a_field_is_told_whole(run: Run) -> None:
    told = json.loads(run("fields", "toy", "volley", "--json").out)
    fields = {field["key"]: field for field in told["actions"][0]["fields"]}
    assert fields["bases"] == {
        "key": "bases",
        "label": "Bases",
        "kind": "whole",
        "allowed": "a whole number from 1 to 10 bases",
        "choices": [],
        "low": 1,
        "high": 10,
        "unit": "bases",
        "default": 4,
        "source": "III",
        "help": "Bases now.",
        "group": "",
        "when": "",
        "counts": [],
    }
    assert fields["walled"]["when"] == "when cover is hard"
    assert "tables" not in told


def test_tables_list_every_value_with_why_and_source(run: Run) -> None:
    told = json.loads(run("fields", "toy", "--tables", "--json").out)
    first, *rest = told["tables"]
    told_of_dice = {"allowed": "", "why": "more files fire", "source": "I", "standing": "rule"}
    assert first == {"key": "dice.veteran", "value": 3, "otherwise": None, **told_of_dice}
    assert len(rest) == 3
    assert "more files fire [I: rule]" in run("fields", "toy", "--tables").out


def test_tables_name_what_may_be_read_otherwise(run: Run) -> None:
    with offering(catalog.SHIPPED):
        told = json.loads(run("fields", "cannonade", "--tables", "--json").out)["tables"]
        shown = " ".join(run("fields", "cannonade", "--tables").out.split())
    (furthest,) = (one for one in told if one["key"] == "cannonade.furthest")
    assert furthest["otherwise"] == {
        "value": 5,
        "says": "cannon reach 5 hexes, as the cost table has it",
    }
    assert "or 5: cannon" in shown


def test_fields_for_people(run: Run) -> None:
    shown = run("fields", "toy").out
    assert "Cover: open, hard" in shown
    assert "matters when cover is hard" in shown


def test_an_unknown_action_is_refused(run: Run) -> None:
    ran = run("fields", "toy", "voley")
    assert ran.code == 2
    assert "did you mean 'volley'" in ran.err
