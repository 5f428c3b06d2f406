"""Every statement of the rules has its place, its code and its check; the pages list them all."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from calculator.cli import main
from calculator.rules.catalog import KEYS, find_system
from calculator.rules.statements import Statement, about, sections_of
from calculator.standing import Standing, weakest
from tests.rules.stated import (
    as_markdown,
    check_statement,
    page_of,
    stated_systems,
    with_statements,
)

STATED = [system.key for system in stated_systems()]


@pytest.mark.parametrize("key", STATED)
def test_every_statement_is_asked_coded_and_checked(key: str) -> None:
    system = find_system(key)
    for statement in system.statements:
        check_statement(system, statement)


@pytest.mark.parametrize("key", STATED)
def test_no_statement_stands_twice(key: str) -> None:
    said = [(one.section, one.says) for one in find_system(key).statements]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("key", STATED)
def test_what_may_be_read_otherwise_is_no_rule_and_can_be(key: str) -> None:
    system = find_system(key)
    assert system.tables.doubtful
    for value, other in system.tables.doubtful.items():
        assert system.tables.entry(value).standing is not Standing.RULE
        read = system.tables.override({value: other.value}, other.says)
        assert read.entry(value).value == other.value != system.tables.entry(value).value
        standings = {
            one.standing
            for one in system.statements
            if any(entry.key == value for entry in one.entries(system.tables))
        }
        assert standings, value
        assert Standing.RULE not in standings, value


@pytest.mark.parametrize("key", STATED)
def test_a_reading_can_be_compared_or_says_why_not(key: str) -> None:
    system = find_system(key)
    for one in system.statements:
        compared = any(entry.otherwise for entry in one.entries(system.tables))
        if one.standing is Standing.READING:
            assert compared is not bool(one.only), one.says


@pytest.mark.parametrize("key", STATED)
def test_the_page_lists_them_as_they_are(key: str) -> None:
    """If not, `python -m tests.rules.stated` brings it up to date."""
    system = find_system(key)
    page = page_of(system).read_text(encoding="utf-8")
    assert with_statements(page, system) == page


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"asked": ("raly",)}, "raly"),
        ({"asked": ("rally cover",)}, "rally cover"),
        ({"values": ("rally.nothing.*",)}, "rally.nothing"),
        ({"code": ("rally:nobody",)}, "nobody"),
        ({"checks": ("tests/rules/test_tables.py::test_nothing",)}, "test_nothing"),
        ({"checks": ()}, "no check"),
        ({"code": ()}, "no code"),
        ({"standing": Standing.READING}, "no reason"),
    ],
)
def test_a_statement_without_its_place_fails(wrong: dict[str, Any], message: str) -> None:
    right: dict[str, Any] = {
        "section": "Rally Table",
        "says": "Routers rally, flee or carry their friends away.",
        "asked": ("rally routing-men",),
        "values": ("rally.*",),
        "code": ("rally:Rallying.procedure",),
        "checks": ("tests/rules/test_statements.py::test_no_statement_stands_twice",),
    }
    system = find_system("cannonade")
    check_statement(system, Statement(**right))
    with pytest.raises(Exception, match=message):
        check_statement(system, Statement(**right | wrong))


def test_a_citation_of_several_sections_finds_the_statements_of_each() -> None:
    first, second, third = (Statement(section=s, says="So.") for s in ("II", "VII", "II, IX"))
    statements = (first, second, third)
    assert sections_of("II, VII; Readings") == ("II", "VII", "Readings")
    assert about(statements, "VII") == (second,)
    assert about(statements, "ii, vii") == (first, second, third)
    assert about(statements, "X") == ()


def test_a_whole_is_no_firmer_than_its_weakest_part() -> None:
    assert weakest([Standing.RULE, Standing.JUDGEMENT, Standing.READING]) is Standing.JUDGEMENT
    assert weakest([Standing.RULE, Standing.READING]) is Standing.READING
    assert weakest([]) is Standing.RULE


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def ran(*words: str) -> tuple[int, str, str]:
        code = main(list(words))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return ran


@pytest.mark.parametrize("key", STATED)
def test_the_command_line_prints_a_section(key: str, run: Any) -> None:
    system = find_system(key)
    section = sections_of(system.statements[0].section)[0]
    code, out, _ = run("rules", key, section.upper(), "--json")
    assert code == 0
    printed = json.loads(out)
    assert [one["says"] for one in printed] == [
        one.says for one in about(system.statements, section)
    ]
    assert {one["standing"] for one in printed} <= {"rule", "reading", "judgement"}
    code, out, _ = run("rules", key)
    assert code == 0
    assert system.title in out
    code, _, err = run("rules", key, "no such section")
    assert code == 2
    assert "there is no section called" in err


def test_a_value_that_rests_on_less_than_its_statement_says_so(run: Any) -> None:
    _, out, _ = run("rules", "there-stand-empires", "VII")
    assert "assault.defensive-fire.cover.fortification = 3 (judgement)" in " ".join(out.split())
    assert "…" not in out, "a name is cut short"
    system = find_system("there-stand-empires")
    page = as_markdown(system.statements, system.tables)
    assert "`assault.defensive-fire.ladder.*` (judgement)" in page


@pytest.mark.parametrize("action", ["initiative", "leader-overrun"])
def test_why_has_the_rules_where_there_is_no_factor(action: str, run: Any) -> None:
    _, out, _ = run("odds", "there-stand-empires", action, "--explain")
    why = " ".join(out.partition("Why")[2].split())
    assert why.startswith("Nothing pulls these odds either way. - ")
    assert (
        "[III.A: judgement: The text names the fates" in why or "initiative.attacker = 1/2" in why
    )


def test_why_of_what_is_certain_says_so(run: Any) -> None:
    _, out, _ = run("odds", "cannonade", "stacking", "--explain")
    assert "It is certain: the rules leave nothing to chance here." in out
    assert "[Stacking: rule]" in out
    assert "Men: 20" in out


@pytest.mark.parametrize(
    ("asked", "cited"),
    [
        ("there-stand-empires deployed-fire actor=heavy-cavalry", "[VI: rule]"),
        ("cannonade cannonade range=9", "[Cannonade phase: reading]"),
        ("morne-plaine bombardment bombarded=yes", "[Bombardment phase: reading]"),
        ("revolutionary-wars brigade-morale battalions=0", "Check Brigade Morale: reading]"),
        (
            "revolutionary-wars shoot battalion=french-foot-guns formation=square",
            "[Battalion Cards: judgement]",
        ),
    ],
)
def test_a_refusal_says_what_it_rests_on(asked: str, cited: str, run: Any) -> None:
    code, _, err = run("odds", *asked.split())
    assert code == 2
    assert cited in err


def test_every_system_of_the_catalog_is_stated() -> None:
    assert set(STATED) == set(KEYS)


def test_one_inch_is_one_inch(run: Any) -> None:
    guns = ("battalion=french-foot-guns", "formation=line", "through=terrain")
    _, out, _ = run("odds", "revolutionary-wars", "movement", *guns)
    assert " 1 inch " in out
