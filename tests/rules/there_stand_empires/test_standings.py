"""Rule, reading or judgement: every value and factor says which, and cites what there is."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.rules.question import Question
from calculator.rules.statements import sections_of
from calculator.rules.there_stand_empires import SYSTEM
from calculator.standing import Standing
from tests.rules.asking import ask
from tests.rules.there_stand_empires.asked import questions

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
        assert factor.source.endswith(", size") == (
            factor.standing is Standing.JUDGEMENT and bool(section)
        )


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
