"""What is allowed in a scenario and yet doubtful: a designer should look at it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from calculator.scenarios.layout import HEAD
from calculator.scenarios.lines import KeyPath
from calculator.scenarios.model import Doubt, Formation, Scenario, Side, Unit
from calculator.scenarios.places import slug

FEWEST_GUNS: Final = 1
MOST_GUNS: Final = 6
"""Guns for a thousand men, horse and foot: two to four was usual, and no great battle of the period
is beyond these."""

_PLACEHOLDERS: Final = ("summary", "author", "sources")
"""Keys of [scenario] whose example in a new file is no answer."""

_GUNS_SOURCE: Final = (
    "Chandler, The Campaigns of Napoleon (1966): from 139 guns to 73,200 French at Austerlitz, "
    "1.9 a thousand, to 640 guns to 120,800 Russians at Borodino, 5.3"
)


def doubts_of(scenario: Scenario, place: Callable[[KeyPath], str]) -> Iterator[Doubt]:
    """Every doubt about a scenario; `place` says where in the file a key path stands."""
    if not scenario.sources:
        text = "names no sources; nobody can check it against a published order of battle"
        yield Doubt(place(("scenario",)), text, "designer's judgement")
    for key, example in _examples():
        if _value(scenario, key) == example:
            text = f"still says {example!r}, as a new file does"
            yield Doubt(place(("scenario", key)), text, "the template")
    if scenario.key != slug(scenario.path.stem):
        text = f"calls itself {scenario.key!r}, but is opened by its file's name"
        yield Doubt(place(("scenario", "key")), text, "designer's judgement")
    for side in scenario.sides:
        yield from _guns(side, place(side.path))
        for formation in side.formations:
            yield from _formation(scenario, formation, place(formation.path))
        for unit in side.units:
            yield from _unit(scenario, unit, place(unit.path))
        army = [unit.form for unit in side.units]
        for doubt in scenario.system.army_doubts(army, scenario.tables):
            yield Doubt(place(side.path), doubt.reason, doubt.source)


def _examples() -> Iterator[tuple[str, object]]:
    """What a new file says of itself until somebody fills it in."""
    return ((key.name, key.example) for key in HEAD.keys if key.name in _PLACEHOLDERS)


def _value(scenario: Scenario, key: str) -> object:
    value = getattr(scenario, key)
    return list(value) if isinstance(value, tuple) else value


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
    scale = scenario.system.men_to_a_base
    bases = getattr(unit.form, "bases", None)
    if scale and unit.men and unit.guns is None and isinstance(bases, int):
        low, high = scale
        each = unit.men / bases
        if not low <= each <= high:
            text = (
                f"{unit.name} has {unit.men:,} men for {bases} bases, {each:,.0f} to a base; "
                f"{low} to {high:,} are usual"
            )
            yield Doubt(place, text, f"{scenario.system.title}, II; designer's judgement")


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
