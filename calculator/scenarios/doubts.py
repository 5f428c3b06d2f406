"""What is allowed in a scenario and yet doubtful: a designer should look at it again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from calculator.forms import texts
from calculator.rules.phrases import counted
from calculator.scenarios.layout import FORMATIONS, GENERALS, HEAD, RULES
from calculator.scenarios.lines import KeyPath
from calculator.scenarios.model import Doubt, Formation, Scenario, Side, Unit
from calculator.scenarios.places import slug

FEWEST_GUNS: Final = 1
MOST_GUNS: Final = 6
"""Guns for a thousand men, horse and foot: two to four was usual, and no great battle of the period
is beyond these."""

MOST_UNEVEN: Final = 1.5
"""How many times larger the units of one side may be before it is told."""

_PLACEHOLDERS: Final = ("summary", "author", "sources", "victory")
"""Keys of [scenario] and [rules] whose example in a new file is no answer."""

_KINDS: Final = {"sides": "a unit or side", "terrain": "ground"}

_GUNS_SOURCE: Final = (
    "Chandler, The Campaigns of Napoleon (1966): from 139 guns to 73,200 French at Austerlitz, "
    "1.9 a thousand, to 640 guns to 120,800 Russians at Borodino, 5.3"
)


def doubts_of(
    scenario: Scenario, place: Callable[[KeyPath], str], idle: Iterable[KeyPath] = ()
) -> Iterator[Doubt]:
    """Every doubt about a scenario; `place` says where in the file a key path stands.

    `idle` are the paths of answers that mean nothing beside the others.
    """
    if not scenario.sources:
        text = "names no sources, so nobody can check it"
        yield Doubt(place(("scenario",)), text, "designer's judgement")
    for path, value, example in _examples(scenario):
        if value == example:
            text = f"still says {example!r}, as a new file does"
            yield Doubt(place(path), text, "the template")
    for path in idle:
        text = f"{path[-1]} has no effect for such {_KINDS.get(str(path[0]), 'rules')}; take it out"
        yield Doubt(place(path), text, scenario.system.title)
    yield from _key(scenario, place)
    if text := uneven_grouping(scenario):
        yield Doubt(place(("sides",)), text, scenario.system.title)
    for side in scenario.sides:
        yield from _side(scenario, side, place)


def uneven_grouping(scenario: Scenario) -> str:
    """What it does that one side's units are far larger than another's; empty if they are not.

    Units of guns are left out, and systems whose men are not reckoned in bases.
    """
    scale = scenario.system.base_scale
    if scale is None:
        return ""
    sizes = []
    for side in scenario.sides:
        found = [int(texts(unit.form)[scale.key]) for unit in side.units if not unit.guns]
        sizes += [(sum(found) / len(found), side.called)] if found else []
    if len(sizes) < 2:
        return ""
    (fewer, small), (more, large) = min(sizes), max(sizes)
    if more < MOST_UNEVEN * fewer:
        return ""
    return (
        f"{small}: {fewer:.1f} bases to a unit, {large}: {more:.1f}; a unit has one action a turn, "
        f"so that the smaller act {more / fewer:.1f} times as often for as many bases"
    )


def _key(scenario: Scenario, place: Callable[[KeyPath], str]) -> Iterator[Doubt]:
    if scenario.key != slug(scenario.path.stem):
        text = f"has the key {scenario.key!r}, but is opened by its file's name"
        yield Doubt(place(("scenario", "key")), text, "designer's judgement")


def _side(scenario: Scenario, side: Side, place: Callable[[KeyPath], str]) -> Iterator[Doubt]:
    """What is doubtful about a side, its formations and its units."""
    yield from _guns(side, place(side.path))
    for formation in side.formations:
        yield from _formation(scenario, formation, place(formation.path))
    for unit in side.units:
        yield from _unit(scenario, unit, place(unit.path))
    army = [unit.form for unit in side.units]
    for doubt in scenario.system.army_doubts(army, scenario.tables):
        yield Doubt(place(side.path), doubt.reason, doubt.source)


def _examples(scenario: Scenario) -> Iterator[tuple[KeyPath, object, object]]:
    """What a file says where a new one has an example: the path, what it says, the example.

    Names that a real battle may well have, such as "1st Division", are left out.
    """
    for section in (HEAD, RULES):
        for key in section.keys:
            if key.name in _PLACEHOLDERS:
                value = getattr(scenario, key.name)
                present = list(value) if isinstance(value, tuple) else value
                yield (section.name, key.name), present, key.example
    yield from _named_examples(scenario)


def _named_examples(scenario: Scenario) -> Iterator[tuple[KeyPath, object, object]]:
    """Likewise of generals, wherever they are named."""
    named = {
        (section.name, key.name): key.example
        for section in (GENERALS, FORMATIONS)
        for key in section.keys
    }
    for side in scenario.sides:
        for number, general in enumerate(side.generals):
            path = (*side.path, "generals", number, "name")
            yield path, general.name, named["generals", "name"]
        for formation in side.formations:
            path = (*formation.path, "general")
            yield path, formation.general, named["formations", "general"]


def _guns(side: Side, place: str) -> Iterator[Doubt]:
    """Guns for a thousand men, if the file gives the strength of every unit without guns."""
    men = [unit.men for unit in side.units if unit.guns is None]
    known = [strength for strength in men if strength is not None]
    guns = sum(unit.guns or 0 for unit in side.units)
    if known and len(known) == len(men) and guns:
        share = 1000 * guns / sum(known)
        if not FEWEST_GUNS <= share <= MOST_GUNS:
            text = f"{guns} guns to {sum(known):,} men are {share:.1f} a thousand; 2 to 4 was usual"
            yield Doubt(place, text, _GUNS_SOURCE)


def _unit(scenario: Scenario, unit: Unit, place: str) -> Iterator[Doubt]:
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
            yield Doubt(place, text, f"{scenario.system.title}, {scale.source}")


def _formation(scenario: Scenario, formation: Formation, place: str) -> Iterator[Doubt]:
    system, turns = scenario.system, scenario.turns
    commanded = any(unit.guns is None for unit in formation.units)
    if system.generals and commanded and not formation.general:
        text = f"{formation.name} has no general to bring it orders or to rally it"
        yield Doubt(place, text, f"designer's judgement; in {system.title}, {system.generals}")
    if not formation.units:
        text = f"{formation.name} has no units, so that nobody acts on its initiative"
        yield Doubt(place, text, "designer's judgement")
    if turns and formation.entry_turn and formation.entry_turn > turns:
        text = f"{formation.name} comes on in turn {formation.entry_turn} of {turns}"
        yield Doubt(place, text, "the turns under [rules]")
