"""The page on the model: its numbers, ladders, targets and worked assault are as it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import attrs
import pytest

from calculator.rules.question import Question
from calculator.rules.there_stand_empires import SYSTEM
from calculator.rules.there_stand_empires.orders import Orders
from calculator.rules.there_stand_empires.terms import Arm, Range
from tests.rules.asking import ask
from tests.rules.there_stand_empires.shipped import FOUGHT, middle_half
from tests.scripted import Answers

PAGE = (Path(__file__).parents[3] / "docs/model.md").read_text(encoding="utf-8")
KEY = "there-stand-empires"
JUDGED = "designer's judgement: "


def rows(section: str, first: str) -> list[list[str]]:
    """The cells of the table that begins with the heading `first`, in a section of the page."""
    text = PAGE.split(f"## {section}", 1)[1].split("\n## ", 1)[0]
    lines = text[text.index(f"| {first} |") :].splitlines()[2:]
    table: list[list[str]] = []
    for line in lines:
        if not line.strip().startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip().strip("|").split("|")])
    return table


def put(asked: str) -> Question:
    action, *fields = asked.strip("`").split()
    return Question.read(KEY, action, dict(field.split("=") for field in fields))


def test_every_number_stands_on_the_page_with_its_reason() -> None:
    lines = re.findall(r"^\| `([a-z0-9.-]+)` \| (.+?) \| (.+?) \| (.+) \|$", PAGE, re.MULTILINE)
    page = {key: (value, source, why) for key, value, source, why in lines}
    assert page == {
        entry.key: (
            " ".join(map(str, entry.value)) if isinstance(entry.value, list) else str(entry.value),
            entry.cited,
            entry.why.removeprefix(JUDGED),
        )
        for entry in SYSTEM.tables
    }


@pytest.mark.parametrize(
    ("situation", "asked", "measure", "target", "reached", "among_pairs"),
    rows("What the numbers were tuned to", "situation"),
)
def test_the_targets_are_met(
    situation: str, asked: str, measure: str, target: str, reached: str, among_pairs: str
) -> None:
    odds = put(asked).odds()
    chance = odds.measure(measure)
    action, *fields = asked.strip("`").split()
    of = ""
    if action == "assault":
        of = "goes-home" if "once home" in situation else "charges"
        chance /= odds.measure(of)
    low, high = bounds(target)
    assert low <= round(float(100 * chance)) <= high
    assert f"{float(100 * chance):.1f}%" == reached
    answers = dict(field.split("=") for field in fields)
    assert among_pairs == (middle_half(action, answers, measure, of) if action in FOUGHT else "")


def bounds(target: str) -> tuple[Fraction, Fraction]:
    figures = [Fraction(figure) for figure in re.findall(r"\d+", target)]
    if target.startswith("<="):
        return Fraction(0), figures[0]
    return figures[0], figures[1] if len(figures) == 2 else Fraction(100)


def test_all_the_targets_stand_on_the_page() -> None:
    assert len(rows("What the numbers were tuned to", "situation")) == 67


def test_no_fire_between_average_troops_costs_a_base_more_often_than_the_worst_on_the_page() -> (
    None
):
    firers = [arm for arm in Arm if arm.fires]
    fires = ("deployed-fire", "advancing-fire")
    worst = max(
        ask(
            KEY,
            fire,
            actor=firer,
            bases=4,
            target=target,
            target_bases=4,
            target_formation=formation,
            range=band,
        )
        .odds()
        .measure("base-lost")
        for fire, firer, target, formation, band in product(
            fires,
            (arm.value for arm in firers),
            (arm.value for arm in Arm),
            ("deployed", "maneuver-column", "march-column"),
            (band.value for band in Range),
        )
    )
    assert worst == put(
        "deployed-fire actor=heavy-foot-artillery bases=4 target=heavy-cavalry "
        "target-formation=march-column"
    ).odds().measure("base-lost")


def ahead(heads: int) -> Fraction:
    """The chance to be ahead by so many heads or more, in closed form: 42 tosses, less 21."""
    return Fraction(sum(comb(42, k) for k in range(21 + heads, 43)), 2**42)


def test_the_table_of_margins() -> None:
    heading, chances = re.findall(r"^\| (?:heads ahead|chance in).*$", PAGE, re.MULTILINE)
    margins = [int(cell) for cell in heading.strip("|").split("|")[1:]]
    assert margins == list(range(-8, 9))
    shown = [cell.strip() for cell in chances.strip("|").split("|")[1:]]
    assert shown == [f"{float(100 * ahead(margin)):.1f}" for margin in margins]


def test_the_bands() -> None:
    listed = re.findall(
        r"(very weak|weak|moderate|strong|excellent|brilliant)\s(\d+)-(\d+) \(([\d.]+)%\)",
        PAGE,
    )
    assert len(listed) == 6
    for band, low, high, percent in listed:
        share = Fraction(sum(comb(21, heads) for heads in range(int(low), int(high) + 1)), 2**21)
        assert f"{float(100 * share):.1f}" == percent, band


def at_margins(
    question: Question, *before: object, after: object = ()
) -> Iterator[tuple[int, Any]]:
    """What comes of a question when a contest without points ends at each margin.

    `before` answers what is drawn earlier, `after` what may be drawn later.
    """
    procedure = question.law.procedure()
    for margin in range(-21, 22):
        heads = (21, 21 - margin) if margin >= 0 else (21 + margin, 21)
        yield margin, procedure.result(Answers(*before, heads, after))


def on_page(table: list[list[str]], margin: int) -> list[str]:
    """What the row of a ladder says of a margin."""
    return next(cells for band, *cells in table if margin in span(band))


def span(band: str) -> range:
    figures = [int(figure) for figure in re.findall(r"-?\d+", band)]
    if "more" in band:
        return range(figures[0], 99)
    if "less" in band:
        return range(-99, figures[0] + 1)
    if "below" in band:
        return range(-99, figures[0])
    return range(min(figures), max(figures) + 1)


def test_the_ladder_of_fire() -> None:
    table = rows("Fire", "margin")
    question = ask(KEY, "deployed-fire", target_bases=12, outnumbered="even")
    for margin, outcome in at_margins(question):
        (effect,) = on_page(table, margin)
        assert outcome.label == effect.replace("none", "no effect")


BRIGADES = {"bases": 12, "target_bases": 12, "breakthrough": "no"}


AT_BAYONETS = {**BRIGADES, "actor": "light-cavalry", "target_formation": "square"}
BETWEEN_CAVALRY = {
    **BRIGADES,
    "actor": "heavy-cavalry",
    "target": "heavy-cavalry",
    "countercharge": True,
}


@pytest.mark.parametrize(
    ("heading", "fields", "points"),
    [("margin | the charge", BRIGADES, 0), ("at bayonets or works | the charge", AT_BAYONETS, -5)],
)
def test_the_ladder_of_defensive_fire(heading: str, fields: dict[str, object], points: int) -> None:
    table = rows("Assaults", heading)
    question = ask(KEY, "assault", **fields)
    for ahead_by, outcome in at_margins(question, Orders.RECEIVED, after=(21, 0)):
        (effect,) = on_page(table, ahead_by + points)
        assert effect == ("goes home" if outcome.course.goes_home else f"is {outcome.label}")


@pytest.mark.parametrize(
    ("heading", "fields", "points"),
    [
        ("margin | the target", BRIGADES, 0),
        ("between cavalry | the target", BETWEEN_CAVALRY, 0),
        ("at bayonets or works | the target", AT_BAYONETS, -9),
    ],
)
def test_the_ladder_of_close_combat(heading: str, fields: dict[str, object], points: int) -> None:
    table = rows("Assaults", heading)
    question = ask(KEY, "assault", **fields)
    before = () if fields is BETWEEN_CAVALRY else ((21, 0),)
    for ahead_by, outcome in at_margins(question, Orders.RECEIVED, *before):
        target, charge = on_page(table, ahead_by + points)
        if outcome.label.startswith("held off"):
            assert (target, charge) == ("holds", "held off")
            continue
        driven = "thrown back" if outcome.target.demoralized else "pushed back"
        assert target == outcome.target.summary(driven).replace("no effect", "holds")
        course = outcome.course.value.replace("carried", "carries the position")
        marks = outcome.actor.summary("driven back").replace("no effect", "")
        assert re.split("[,:] ", charge) == [course, *marks.split(", ")] if marks else [course]


def test_the_worked_assault() -> None:
    text = PAGE.split("## An assault with pencil and paper", 1)[1].split("\n## ", 1)[0]
    command = re.search(r"empires odds there-stand-empires (.+)", text)
    assert command
    odds = put(command[1]).odds()
    home, carried = ahead(0), ahead(-1)
    assert odds.measure("charges") == Fraction(88, 100)
    assert odds.measure("goes-home") == Fraction(88, 100) * home
    assert odds.measure("carries") == Fraction(88, 100) * home * carried
    figures = (home, carried, home * carried, odds.measure("carries"))
    for figure in figures:
        assert f"{float(100 * figure):.1f}%" in text.replace(" in 100", "%")


def test_the_worked_assault_thrown() -> None:
    question = ask(KEY, "assault", quality="veteran", bases="6", cover="hard")
    procedure = question.law.procedure()
    stopped = procedure.result(Answers(Orders.RECEIVED, (10, 11)))
    carried = procedure.result(Answers(Orders.RECEIVED, (11, 11), (11, 10)))
    assert stopped.label == "stopped 1 inch short"
    assert carried.label == "carried: target thrown back 6 inches, demoralized"


def test_the_relations_are_numbered_as_their_tests_are() -> None:
    relations = PAGE.split("## What never changes", 1)[1].split("\n## ", 1)[0]
    tests = "".join(
        (Path(__file__).parent / name).read_text(encoding="utf-8")
        for name in ("test_relations.py", "test_standings.py")
    )
    numbered = set(re.findall(r"^(\d+)\. ", relations, re.MULTILINE))
    assert numbered == set(re.findall(r"^def test_(\d+)_", tests, re.MULTILINE))


FIRST = {
    "assault.emergency-square.formation.march-column": -5,
    "assault.emergency-square.target-state.demoralized": -5,
    "assault.defensive-fire.not-frontal": -3,
    "assault.defensive-fire.actor-disordered": -1,
    "assault.defensive-fire.formation.march-column": -5,
    "assault.defensive-fire.ladder-kept-off.stopped": -1,
    "assault.defensive-fire.ladder-kept-off.stopped-disordered": -3,
    "assault.defensive-fire.ladder-kept-off.pushed-back": -4,
    "assault.defensive-fire.ladder-kept-off.pushed-back-demoralized": -7,
    "assault.close-combat.not-frontal": -1,
    "assault.close-combat.actor-disordered": -2,
    "assault.close-combat.formation.march-column": -4,
    "assault.close-combat.charged-by-foot": 0,
    "assault.close-combat.target-state.demoralized": -4,
    "fire.target-formation.square": -3,
    "fire.target-state.demoralized": -3,
}
"""What the tables held under the first version, as far as one changed value gives it back."""


@pytest.mark.parametrize(
    ("what", "asked", "measure", "before", "now", "reason"), rows("What looks odd", "what")
)
def test_what_looks_odd_is_as_the_page_says(
    what: str, asked: str, measure: str, before: str, now: str, reason: str
) -> None:
    question = put(asked)
    then = attrs.evolve(question, tables=question.tables.override(FIRST, "as it was"))
    for put_so, shown in ((then, before), (question, now)):
        odds = put_so.odds()
        chance = odds.measure(measure)
        if question.action.key == "assault":
            chance /= odds.measure("charges")
        digits = len(shown.strip("%").partition(".")[2])
        assert f"{float(100 * chance):.{digits}f}%" == shown
    assert what
    assert reason


@pytest.mark.parametrize(
    ("what", "asked", "measure", "before", "now"),
    [
        *rows("What the versions changed", "what"),
        *rows("What the versions changed", "what | asked as | measure | second"),
    ],
)
def test_what_the_versions_changed_is_now_as_the_page_says(
    what: str, asked: str, measure: str, before: str, now: str
) -> None:
    question = put(asked)
    chance = question.odds().measure(measure)
    if question.action.key == "assault":
        chance /= question.odds().measure("charges")
    assert f"{float(100 * chance):.1f}%" == now != before, what
