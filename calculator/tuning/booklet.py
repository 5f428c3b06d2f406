"""The booklet of a battle, ready to print: all that its file says, set as designers publish it.

What the file does not say is not invented: a section without contents is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import takewhile
from math import prod
from typing import Any, Final

from calculator.answering import in_a_line, label_of
from calculator.figures import percent
from calculator.forms import Field, Form, fields_of, mattering
from calculator.kinds import Choice, Whole
from calculator.lengths import shown_length
from calculator.roll.unit import field_for
from calculator.rules.outcome_tree import OutcomeTree
from calculator.rules.system import RuleSystem
from calculator.scenarios.model import Role, Scenario, Side, Terrain, Unit, totals
from calculator.scenarios.source import open_source
from calculator.tuning import charts, forecast, heat_maps, matchups, report, reports_of_forecasts

PAPERS: Final = {"a4": "A4", "letter": "letter"}
"""What it can be printed on, and what CSS calls that."""

SEED: Final = "1815"
"""Of the forecast, so that the same file makes the same booklet."""

MOST_MAPS: Final = 3
"""Tables of odds: of two sides both stand there, of more the first."""

_DRAWINGS: Final = {
    **dict.fromkeys(("rough", "coppice", "orchards", "covered"), "dots"),
    "woods": "trees",
    **dict.fromkeys(("town", "village", "farm"), "houses"),
    **dict.fromkeys(("linear obstacle", "fortified", "fortification"), "wall"),
    "road": "road",
    **dict.fromkeys(("impassable", "pond"), "hatched"),
    **dict.fromkeys(("marsh", "mud"), "lines"),
    "hills": "slopes",
    "choke point": "gap",
}
"""How ground is drawn, by the words that systems have for it; what has no sign has no drawing."""

MOST_BOXES: Final = 50
"""Boxes to tick off for one unit; more are written as a number."""


def booklet(scenario: Scenario, runs: int, paper: str) -> str:
    """A page to print on `paper`, with a forecast of so many runs (0 for none)."""
    situation = matchups.first_situation(scenario.system)
    maps = list(heat_maps.heat_maps(scenario, situation))
    source = open_source(scenario.path)
    everyone = "Both sides" if len(scenario.sides) == 2 else "All sides"
    tables = list(zip(scenario.sides, source.tree["sides"], strict=True))
    return report.filled(
        "booklet.html",
        scenario=scenario,
        date=_date(scenario.date),
        paper=PAPERS[paper],
        sides=[_side(scenario, side) for side in scenario.sides],
        ground=list(_ground(scenario, source.tree)),
        arrivals=list(_arrivals(scenario)),
        special=[
            (heading, _said(form, table))
            for heading, form, table in (
                (everyone, scenario.rules, source.tree.get("rules", {})),
                *((one.name, one.form, table) for one, table in tables),
            )
        ],
        odds=[report.shown_part(drawn.chart()) for drawn in maps[:MOST_MAPS]],
        example=_example(scenario, [drawn.matrix for drawn in maps]),
        asked=situation.title(scenario.system),
        assumed=_assumed(scenario, situation),
        seed=SEED,
        history=[report.shown_part(part) for part in _history(scenario, runs)],
        remarks=list(_remarks(source.text)),
        most=MOST_BOXES,
        strength=totals,
        hours=shown_length,
        percent=percent,
        spread_bar=report.spread_bar,
    )


def _assumed(scenario: Scenario, situation: matchups.Situation) -> dict[str, str]:
    """What the odds assume, by the names of fields; not what the ground answers of any unit."""
    ground = situation.ground(scenario, scenario.units)
    told = {key for answers in ground.values() for key in answers}
    assumed = situation.assumed(scenario.system)
    fields = fields_of(scenario.system.action(situation.action).asks)
    return {
        one.label.lower(): "as the ground has it"
        if one.key in told
        else label_of(one.kind, assumed[one.key])
        for one in fields
        if one.key in assumed
    }


def _example(scenario: Scenario, found: Iterable[matchups.Matrix]) -> dict[str, Any] | None:
    """All that may come of the pair that is asked about oftenest: the attacker's commonest unit
    that may act, against the commonest of its enemies. None if all is forbidden.
    """
    alike = Counter((unit.side, unit.form) for unit in scenario.units)

    def rarity(pair: tuple[Unit, Unit, matchups.Matrix]) -> tuple[int, ...]:
        actor, target, _ = pair
        guns = sum(unit.guns is not None for unit in (actor, target))
        common = (alike[unit.side, unit.form] for unit in (actor, target))
        return guns, scenario.side(actor.side).role is not Role.ATTACKER, -prod(common)

    pairs = [
        (actor, target, drawn)
        for drawn in found
        for actor, chances in zip(drawn.actors, drawn.chances, strict=True)
        for target, chance in zip(drawn.targets, chances, strict=True)
        if chance is not None
    ]
    if not pairs:
        return None
    actor, target, drawn = min(pairs, key=rarity)
    odds = matchups.odds_of(next(drawn.situation.settings(scenario, [actor], [target])))
    assert odds
    units = [actor, target] if drawn.asks_of_target else [actor]
    many = [alike[unit.side, unit.form] for unit in units]
    counts = zip(units, many, strict=True)
    rated = ", ".join(f"{scenario.side(unit.side).called} {number}" for unit, number in counts)
    why = f"The pair that comes up oftenest. Units rated like these: {rated}."
    if max(many) == 1:
        why = "The first pair in the file that may fight: no two units of a side are rated alike."
    action = odds.question.action
    return {
        "title": f"{actor.name}: {action.label.lower()}"
        + "".join(f" against {one.name}" for one in units[1:]),
        "why": why,
        "party": action.severity.party,
        "tree": OutcomeTree([odds]),
    }


def _date(text: str) -> str:
    """A date as it is written in a book; other texts as they are."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return f"{day.day} {day:%B %Y}"


def _said(form: Form | None, table: Mapping[str, Any]) -> dict[str, str]:
    """What a table of the file answers in a form, as people read it: answers by label."""
    fields = mattering(form) if form else ()
    return {one.label: _answer(form, one) for one in fields if form and one.key in table}


def _ground(
    scenario: Scenario, tree: Mapping[str, Any]
) -> Iterator[tuple[Terrain, dict[str, str], str]]:
    """Each piece of ground, what the file says of it, and how it is drawn, if it is."""
    for piece, table in zip(scenario.terrain, tree.get("terrain", ()), strict=True):
        said = _said(piece.form, table)
        drawn = (_DRAWINGS.get(text, "") for text in said.values())
        yield piece, said, next(filter(None, drawn), "")


def _answer(form: Form, field: Field) -> str:
    value = getattr(form, field.attribute)
    if value is None:
        return ""
    if isinstance(field.kind.inner, Choice):
        return str(value.label)
    return field.kind.show(value)


def _side(scenario: Scenario, side: Side) -> dict[str, Any]:
    """A side with the headings of its units, its formations with a row for each unit, and what may
    befall a unit, to be ticked off: all states but the first, which is being well."""
    system = scenario.system
    fields = list(_telling(system, [unit.form for unit in side.units]))
    groups = [(formation, formation.units) for formation in side.formations]
    loose = [(None, side.unattached)] if side.unattached else []
    state = field_for(system, system.state).kind if system.state else None
    return {
        "side": side,
        "headings": [field.label for field in fields],
        "formations": [
            (group, [_row(system, unit, fields) for unit in units])
            for group, units in (*groups, *loose)
        ],
        "states": [label_of(state, word) for word in state.choices[1:]] if state else [],
    }


def _telling(system: RuleSystem, forms: Sequence[Form]) -> Iterator[Field]:
    """The fields that say something of these units, and not what one before has said of each."""
    seen: list[list[str]] = []
    for field in fields_of(system.unit) if system.unit else ():
        answers = [_answer(form, field) if field.matters(form) else "" for form in forms]
        if any(answers) and field.key not in {"men", "guns"} and answers not in seen:
            seen.append(answers)
            yield field


def _row(system: RuleSystem, unit: Unit, fields: Sequence[Field]) -> dict[str, Any]:
    """A unit in a table, on its counter (`rating`) and on the roster sheet (`words` and boxes)."""
    form = unit.form
    cells = [_answer(form, field) if field.matters(form) else "" for field in fields]
    told = [
        (field, getattr(form, field.attribute))
        for field, text in zip(fields, cells, strict=True)
        if text
    ]
    words = in_a_line(one for one in told if one[0].kind.choices)
    signs = (sign for word, sign in system.symbols.items() if word in words)
    numbered = (field for field in mattering(form) if isinstance(field.kind.inner, Whole))
    number = next(numbered, None)
    return {
        "unit": unit,
        "cells": cells,
        "words": words,
        "rating": in_a_line(sorted(told, key=lambda one: not one[0].kind.choices)),
        "symbol": "guns" if unit.guns else next(signs, ""),
        "boxes": getattr(form, number.attribute) or 0 if number else 0,
    }


def _arrivals(scenario: Scenario) -> Iterator[tuple[int, str, str, str, str]]:
    """Turn, time of day, formation, side and way of all who come later, in order.

    The time is known where turns are of an hour: systems with a plan for forecasts say so.
    """
    late = [(part, side) for side in scenario.sides for part in side.formations if part.entry_turn]
    for part, side in sorted(late, key=lambda arrival: arrival[0].entry_turn or 0):
        turn, clock = part.entry_turn or 0, ""
        if scenario.first_turn and scenario.system.forecast:
            hour, minutes = scenario.first_turn.split(":")
            clock = f"{(int(hour) + turn - 1) % 24}:{minutes}"
        yield turn, clock, part.name, side.name, part.entry


def _history(scenario: Scenario, runs: int) -> Iterator[charts.Chart | charts.Curves]:
    """A forecast beside this battle and beside others, where the system has a plan for one."""
    if scenario.system.forecast is None or len(scenario.sides) != 2 or not runs:
        return
    found = list(forecast.forecast(forecast.Forecast(str(scenario.path), runs, SEED)))
    summary = forecast.summarize(found, [side.key for side in scenario.sides])
    yield from reports_of_forecasts.this_battle_tables(scenario, summary, found)
    yield from (
        reports_of_forecasts.forecast_table(summary),
        reports_of_forecasts.loss_curves(scenario, found),
    )


def _remarks(text: str) -> Iterator[list[str]]:
    """The remarks at the head of a file, a list for each paragraph; indented lines are items."""
    written = (line for line in text.splitlines() if not line.startswith("#:"))
    lines = [line[1:] for line in takewhile(lambda line: line[:1] in {"#", ""}, written)]
    paragraph: list[str] = []
    for line in (*lines, ""):
        if paragraph and (not line.strip() or (len(paragraph) > 1 and re.match(r" ?\S", line))):
            yield paragraph
            paragraph = []
        if re.match(r" {2,4}\S", line) or (line.strip() and not paragraph):
            paragraph.append(line.strip())
        elif line.strip():
            paragraph[-1] = f"{paragraph[-1]} {line.strip()}"
