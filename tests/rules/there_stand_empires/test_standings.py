"""Rule, reading or judgement: every value and factor says which, and cites what there is."""

from __future__ import annotations

import re
from collections import defaultdict
from importlib import import_module
from operator import attrgetter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import ForbiddenError
from calculator.rules.modifiers import Modifier
from calculator.rules.question import Question
from calculator.rules.statements import sections_of
from calculator.rules.there_stand_empires import SYSTEM
from calculator.standing import Standing
from tests.rules.asking import ask
from tests.rules.there_stand_empires.asked import questions
from tests.rules.there_stand_empires.test_refusals import FORBIDDEN, check

PACKAGE = "calculator.rules.there_stand_empires"

SECTIONS = {"I", "II", "III.A", "III.B", "IV", "V", "VI", "VII", "VIII", "IX", "X"}


def test_every_value_belongs_to_a_statement_of_the_rules() -> None:
    """But those of forecasts, on which no odds depend."""
    stated = {
        entry.key for statement in SYSTEM.statements for entry in statement.entries(SYSTEM.tables)
    }
    unstated = {entry.key for entry in SYSTEM.tables} - stated
    assert {key for key in unstated if not key.startswith(("forecast.", "fire.target."))} == set()


def test_every_value_cites_a_section_whose_statement_fixes_it() -> None:
    """So that whoever goes from a value to its reason finds the sentence that it comes from."""
    stated = defaultdict(set)
    for one in SYSTEM.statements:
        for entry in one.entries(SYSTEM.tables):
            stated[entry.key].add(one.section)
    for entry in SYSTEM.tables:
        if entry.source and entry.key in stated:
            assert stated[entry.key] & set(sections_of(entry.source)), entry.key


def test_24_every_value_says_what_it_rests_on() -> None:
    for entry in SYSTEM.tables:
        assert set(sections_of(entry.source)) <= SECTIONS, entry.key
        if entry.standing is not Standing.JUDGEMENT:
            assert entry.source, entry.key


@given(
    st.sampled_from(
        ["deployed-fire", "advancing-fire", "assault", "regroup", "march", "army-morale"]
    ).flatmap(questions)
)
def test_24_every_factor_says_what_it_rests_on(question: Question) -> None:
    for factor in question.odds().factors:
        assert factor.standing is not None, factor
        assert factor.values or factor.effect, factor
        section = factor.source.removesuffix(", size")
        assert set(sections_of(section)) <= SECTIONS, factor
        sized = factor.standing is Standing.JUDGEMENT and section and not factor.effect
        assert factor.source.endswith(", size") == bool(sized)


def effects() -> set[Modifier[Any]]:
    """What changes what happens without being a number, in any action."""
    modifiers = (one for action in SYSTEM.actions for one in action.modifiers)
    return {one for one in modifiers if one.is_effect and not one.given}


def named(code: str) -> set[object]:
    """What a statement names as its code, apart."""
    module, _, name = code.partition(":")
    found = attrgetter(name)(import_module(f"{PACKAGE}.{module}" if module else PACKAGE))
    if isinstance(found, dict):
        found = tuple(found.values())
    return set(found) if isinstance(found, tuple) else {found}


def test_24_every_effect_rests_on_what_its_statement_says() -> None:
    stated = set()
    for statement in SYSTEM.statements:
        for effect in effects() & set().union(*map(named, statement.code)):
            standing = effect.standing or Standing.RULE
            assert standing is statement.standing, (effect.general_name, statement.says)
            assert statement.section in sections_of(effect.source), effect.general_name
            stated.add(effect)
    unstated = (one for one in effects() - stated if one.standing and one.source)
    assert {one.general_name for one in unstated} == set()


def test_24_every_refusal_rests_on_a_statement_of_that_standing() -> None:
    stated = {(one.section, one.standing.value) for one in SYSTEM.statements}
    for asked, _ in FORBIDDEN:
        with pytest.raises(ForbiddenError) as raised:
            check(asked)
        for refusal in raised.value.refusals:
            standing = refusal.standing.value if refusal.standing else ""
            assert {(part, standing) for part in sections_of(refusal.source)} <= stated, refusal


def test_a_judged_factor_is_cited_by_its_direction() -> None:
    odds = ask("there-stand-empires", "assault", bases=8).odds()
    cited = {factor.name: factor.cited for factor in odds.factors}
    assert cited["Target badly outnumbered by 4 bases"] == "VII, size: judgement"


@pytest.mark.parametrize("section", ["II", "VII"])
@pytest.mark.parametrize("actor", ["infantry", "heavy-cavalry"])
def test_squares_are_cited_from_where_the_text_has_them(actor: str, section: str) -> None:
    """Sections II and VII never mention the square formation."""
    for fields in ({"frontal": "no"}, {"target_formation": "square"}):
        odds = ask("there-stand-empires", "assault", actor=actor, **fields).odds()
        for factor in odds.factors:
            if re.search("square", factor.name, re.IGNORECASE):
                assert section not in sections_of(factor.source)
