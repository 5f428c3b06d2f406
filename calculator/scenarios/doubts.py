"""What is allowed in a scenario and yet doubtful: a designer should look at it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from calculator.scenarios.lines import KeyPath
from calculator.scenarios.model import Doubt, Formation, Scenario, Side
from calculator.scenarios.places import slug

FEWEST_GUNS: Final = 1
MOST_GUNS: Final = 6
"""Guns for a thousand men, horse and foot: two to four was usual, and no great battle of the period
is beyond these."""

_GUNS_SOURCE: Final = (
    "Chandler, The Campaigns of Napoleon (1966): from 139 guns to 73,200 French at Austerlitz, "
    "1.9 a thousand, to 640 guns to 120,800 Russians at Borodino, 5.3"
)


def doubts_of(scenario: Scenario, place: Callable[[KeyPath], str]) -> Iterator[Doubt]:
    """Every doubt about a scenario; `place` tells where in the file a key path stands."""
    if not scenario.sources:
        told = "names no sources; nobody can check it against a published order of battle"
        yield Doubt(place(("scenario",)), told, "designer's judgement")
    if scenario.key != slug(scenario.path.stem):
        told = f"calls itself {scenario.key!r}, but is opened by its file's name"
        yield Doubt(place(("scenario", "key")), told, "designer's judgement")
    for side in scenario.sides:
        yield from _guns(side, place(side.path))
        for formation in side.formations:
            yield from _formation(formation, scenario.turns, place(formation.path))
        army = [unit.form for unit in side.units]
        for doubt in scenario.system.army_doubts(army, scenario.tables):
            yield Doubt(place(side.path), doubt.reason, doubt.source)


def _guns(side: Side, place: str) -> Iterator[Doubt]:
    """Guns for a thousand men, if the file gives the strength of every unit without guns."""
    men = [unit.men for unit in side.units if unit.guns is None]
    known = [strength for strength in men if strength is not None]
    guns = sum(unit.guns or 0 for unit in side.units)
    if known and len(known) == len(men) and guns:
        share = 1000 * guns / sum(known)
        if not FEWEST_GUNS <= share <= MOST_GUNS:
            told = f"{guns} guns to {sum(known):,} men are {share:.1f} a thousand; 2 to 4 was usual"
            yield Doubt(place, told, _GUNS_SOURCE)


def _formation(formation: Formation, turns: int | None, place: str) -> Iterator[Doubt]:
    if not formation.general and any(unit.guns is None for unit in formation.units):
        told = f"{formation.name} has no general to bring it orders or to rally it"
        yield Doubt(place, told, "designer's judgement; in There Stand Empires, IX")
    if turns and formation.entry_turn and formation.entry_turn > turns:
        told = f"{formation.name} comes on in turn {formation.entry_turn} of {turns}"
        yield Doubt(place, told, "the turns under [rules]")
