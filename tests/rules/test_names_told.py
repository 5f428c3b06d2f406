"""A result is told by the names of who is in it, where these are known, in every system."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from calculator.rules.action import AnyAction
from calculator.rules.catalog import find_system
from calculator.rules.phrases import naming
from calculator.rules.question import Question, Result
from calculator.rules.system import RuleSystem
from tests.rules.at_random import QUESTIONS, asking

NAMES = {"actor": "Soye's brigade", "target": "28th Foot"}
NAMELESS = {
    "actor": r"\bthe (attacker|charger|firer|shooter|(firing|acting|charging) unit)s?\b",
    "target": r"\bthe (defender|target|charged unit)s?\b",
}
"""By which words nobody is told who has a name."""


def lines(result: Result) -> Iterator[str]:
    """All that a result says."""
    told = result.narration
    yield from (told.headline, *told.on_table, *told.how)
    if result.awaits:
        yield result.awaits.words


@pytest.mark.parametrize(("system", "action"), QUESTIONS)
def test_who_is_named_is_told_by_name(system: RuleSystem, action: AnyAction) -> None:
    names = {role: name for role, name in NAMES.items() if system.asked_of(role, action)}
    asked = asking(system, action)
    for form in asked.allowed(25):
        question = asked.question(form)
        for seed in ("1", "1805"):
            for line in lines(question.result(seed, names=names)):
                for role in names:
                    words = [NAMELESS[role], *map(re.escape, question.law.parties().get(role, ()))]
                    found = re.search("|".join(words), line, re.IGNORECASE)
                    assert not found, line
            assert not any("Soye" in line for line in lines(question.result(seed)))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The defenders lose 2 bases.", "The 28th Foot loses 2 bases."),
        ("Mark the defenders' officer.", "Mark the 28th Foot's officer."),
        ("It is the defenders.", "It is the 28th Foot."),
        ("No shot. The defenders are safe.", "No shot. The 28th Foot is safe."),
        ("The attackers are broken.", "The 9th Chasseurs are broken."),
        ("the attackers' guns", "The 9th Chasseurs' guns"),
        ("the attackers lose 2, rout and are gone", "The 9th Chasseurs lose 2, rout and are gone"),
        ("the defenders lose 2, rout and are gone", "The 28th Foot loses 2, routs and is gone"),
        ("the charger breaks and runs; it is lost", "Hussars break and run; it is lost"),
    ],
)
def test_a_name_stands_as_english_has_it(text: str, told: str) -> None:
    put = naming(
        {"the defenders": "28th Foot", "the attackers": "9th Chasseurs", "the charger": "Hussars"}
    )
    assert put(text) == told


def test_several_of_one_card_are_told_apart_by_their_names() -> None:
    charge = {
        "battalion": "french-line",
        "enemy": "british-line",
        "also-charging": "french-line attack-column solid 5",
        "also-charged": "british-line line solid 4",
    }
    question = Question.read("revolutionary-wars", "charge", charge)
    names = {
        "actor": "1st/45th Line",
        "also-charging#1": "2nd/45th Line",
        "target": "28th Foot",
        "also-charged#1": "32nd Foot",
    }
    told = "\n".join(lines(question.result("1", names=names)))
    assert all(name in told for name in names.values())
    assert "line" not in told.replace("Line", "").replace("skirmish line", "")


def test_armies_are_told_by_name() -> None:
    names = {"attacker": "the French army", "defender": "the Anglo-Allied army"}
    drawn = Question.read("there-stand-empires", "initiative", {}).result("1", names=names)
    assert drawn.narration.headline == "The Anglo-Allied army has the initiative."
    assert find_system("there-stand-empires").initiative == "initiative"
