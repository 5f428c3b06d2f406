"""What is allowed in a scenario and yet doubtful: a designer should look at it again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from calculator.forms import texts
from calculator.rules.phrases import counted
from calculator.scenarios.layout import FORMATIONS, GENERALS, HEAD, RULES
from calculator.scenarios.model import Formation, Scenario, Side, Unit
from calculator.scenarios.places import slug
from calculator.scenarios.source import KeyPath

FEWEST_GUNS: Final = 1
MOST_GUNS: Final = 6
"""Guns for a thousand men, horse and foot: two to four was usual, and no great battle of the period
is beyond these."""

MOST_UNEVEN: Final = 1.5
"""How many times larger the units of one side may be before it is told."""

_PLACEHOLDERS: Final = ("summary", "author", "sources", "victory")
"""Keys of [scenario] and [rules] whose example in a new file is no answer."""

_JUDGEMENT: Final = "designer's judgement"

_KINDS: Final = {"sides": "a unit or side", "terrain": "ground"}

_GUNS_SOURCE: Final = (
    "Chandler, The Campaigns of Napoleon (1966): from 139 guns to 73,200 French at Austerlitz, "
    "1.9 a thousand, to 640 guns to 120,800 Russians at Borodino, 5.3"
)


Found: TypeAlias = tuple[KeyPath, str, str]
"""A key path, what is doubtful there, and by which authority."""


def doubtful(scenario: Scenario, idle: Iterable[KeyPath]) -> Iterator[Found]:
    """All that is doubtful about a scenario; `idle` are the paths of answers that mean nothing
    beside the others."""
    system = scenario.system
    if not scenario.sources:
        yield ("scenario",), "names no sources, so nobody can check it", _JUDGEMENT
    for path, value, example in _examples(scenario):
        if value == example:
            yield path, f"still says {example!r}, as a new file does", "the template"
    for path in idle:
        text = f"{path[-1]} has no effect for such {_KINDS.get(str(path[0]), 'rules')}; take it out"
        yield path, text, system.title
    if scenario.key != slug(scenario.path.stem):
        text = f"has the key {scenario.key!r}, but is opened by its file's name"
        yield ("scenario", "key"), text, _JUDGEMENT
    if text := uneven_grouping(scenario):
        yield ("sides",), text, system.title
    for side in scenario.sides:
        yield from _guns(side)
        yield from chain.from_iterable(_formation(scenario, part) for part in side.formations)
        yield from chain.from_iterable(_unit(scenario, unit) for unit in side.units)
        army = [unit.form for unit in side.units]
        of_system = system.army_doubts(army, scenario.tables)
        yield from ((side.path, doubt.reason, doubt.source) for doubt in of_system)


class UnevenSides(NamedTuple):
    """Both sides, with the bases that a unit has on average; units of guns are left out."""

    fewer: float
    smaller: Side
    more: float
    larger: Side


def uneven_sides(scenario: Scenario) -> UnevenSides | None:
    """Both sides where one's units are far larger than the other's.

    None where they are not, and of systems whose men are not reckoned in bases.
    """
    scale = scenario.system.base_scale
    if scale is None:
        return None
    sizes = []
    for side in scenario.sides:
        found = [int(texts(unit.form)[scale.key]) for unit in side.units if not unit.guns]
        sizes += [(sum(found) / len(found), side)] if found else []
    sizes.sort(key=lambda one: one[0])
    if len(sizes) < 2 or sizes[-1][0] < MOST_UNEVEN * sizes[0][0]:
        return None
    return UnevenSides(*sizes[0], *sizes[-1])


def uneven_grouping(scenario: Scenario) -> str:
    """What it does that one side's units are far larger than another's; empty if they are not."""
    uneven = uneven_sides(scenario)
    if uneven is None:
        return ""
    fewer, small, more, large = uneven
    return (
        f"{small.called}: {fewer:.1f} bases to a unit, {large.called}: {more:.1f}; a unit has one "
        f"action a turn, so that the smaller act {more / fewer:.1f} times as often for as many "
        "bases"
    )


def _examples(scenario: Scenario) -> Iterator[tuple[KeyPath, object, object]]:
    """What a file says where a new one has an example: the path, what it says, the example.

    Of names that are generals' alone: a real battle may well have a "1st Division".
    """
    examples = {
        (section.name, key.key): key.example
        for section in (HEAD, RULES, GENERALS, FORMATIONS)
        for key in section.keys
    }
    for (table, key), example in examples.items():
        if key in _PLACEHOLDERS:
            value = getattr(scenario, key)
            yield (table, key), list(value) if isinstance(value, tuple) else value, example
    for side in scenario.sides:
        for number, general in enumerate(side.generals):
            path = (*side.path, "generals", number, "name")
            yield path, general.name, examples["generals", "name"]
        for part in side.formations:
            yield (*part.path, "general"), part.general, examples["formations", "general"]


def _guns(side: Side) -> Iterator[Found]:
    """Guns for a thousand men, if the file gives the strength of every unit without guns."""
    men = [unit.men for unit in side.units if unit.guns is None]
    known = [strength for strength in men if strength is not None]
    guns = sum(unit.guns or 0 for unit in side.units)
    if known and len(known) == len(men) and guns:
        share = 1000 * guns / sum(known)
        if not FEWEST_GUNS <= share <= MOST_GUNS:
            text = f"{guns} guns to {sum(known):,} men are {share:.1f} a thousand; 2 to 4 was usual"
            yield side.path, text, _GUNS_SOURCE


def _unit(scenario: Scenario, unit: Unit) -> Iterator[Found]:
    """Men out of line with a unit's size, as the system reckons it."""
    scale = scenario.system.base_scale
    if scale and unit.men and unit.guns is None:
        bases = int(texts(unit.form)[scale.key])
        each = unit.men / bases
        if not scale.fewest <= each <= scale.most:
            text = (
                f"{unit.name} has {unit.men:,} men for {counted(bases, 'base')}, {each:,.0f} to "
                f"a base; {scale.fewest} to {scale.most:,} are usual"
            )
            yield unit.path, text, f"{scenario.system.title}, {scale.source}"


def _formation(scenario: Scenario, formation: Formation) -> Iterator[Found]:
    system, turns, name = scenario.system, scenario.turns, formation.name
    commanded = any(unit.guns is None for unit in formation.units)
    if system.generals and commanded and not formation.general:
        text = f"{name} has no general to bring it orders or to rally it"
        yield formation.path, text, f"{_JUDGEMENT}; in {system.title}, {system.generals}"
    if not formation.units:
        text = f"{name} has no units, so that nobody acts on its initiative"
        yield formation.path, text, _JUDGEMENT
    if turns and formation.entry_turn and formation.entry_turn > turns:
        text = f"{name} comes on in turn {formation.entry_turn} of {turns}"
        yield formation.path, text, "the turns under [rules]"
