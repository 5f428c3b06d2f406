"""Line of sight: what blocks it outright, and the hexes beside a split, each of which may."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeVar

import attrs

from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.errors import Fault, Refusal
from calculator.forms import Form, Heading
from calculator.kinds import Whole, Word
from calculator.rules.action import (
    Action,
    Aftermath,
    Draws,
    Measure,
    Narration,
    O,
    Parties,
    Severity,
)
from calculator.rules.gods_of_war import fields
from calculator.rules.gods_of_war.in_play import UNIT_ACTIONS
from calculator.rules.gods_of_war.terms import Terrain, Unit
from calculator.rules.gods_of_war.throws import Faces, all_at_most, any_at_most, faces, thrown
from calculator.rules.modifiers import Stage, unless
from calculator.rules.phrases import counted, shown
from calculator.rules.tables import Tables

SOURCE: Final = "Ranged combat, line of sight"
SPLIT: Final = "split hexes"


class Obstacle(Word):
    """What lies squarely in the line, the worst of it; all else is seen across."""

    NOTHING = "nothing"
    UNITS = "units"
    HILLS = "hills"
    WOODS = "woods"
    UNDISCOVERED = "undiscovered"


FAR: Final = where("range", at_least=2)
"""Hexes lie between the unit and its target."""
GUNS_ON_A_HILL: Final = fields.GUNS & where("terrain", Terrain.HILLS)
UNITS_BETWEEN: Final = where("between", Obstacle.UNITS)
UNITS_BESIDE: Final = where("split_units", at_least=1)

LINE_OF_FIRE: Final = Heading("Line of fire", SOURCE)

RANGE: Final = LINE_OF_FIRE.entry(
    Whole(1, 12, "hexes", "hex"),
    default=2,
    source="Ranged combat",
    help="Hexes to the target. Infantry fires 2, horse artillery 4, light 6, heavy 8. At 1 "
    "artillery does double damage.",
)

BETWEEN: Final = LINE_OF_FIRE.choice(
    Obstacle,
    "In the way",
    matters=FAR,
    help="The worst thing in a hex that the line passes through. Woods, hills and undiscovered "
    "hexes block it, and so do units, unless artillery fires from a hill. Ponds do not.",
)

_asked_split: Final = partial(LINE_OF_FIRE.entry, Whole(0, 8, "hexes", "hex"))

SPLIT_TERRAIN: Final = _asked_split(
    "Split hexes, terrain",
    matters=FAR,
    help="Where the line runs along the edge between two hexes: how many of those hexes hold "
    "woods, hills or are undiscovered. Each blocks on 1-3.",
)

SPLIT_UNITS: Final = _asked_split(
    "Split hexes, units",
    matters=FAR & ~GUNS_ON_A_HILL,
    help="Where the line runs along the edge between two hexes: how many of those hexes hold a "
    "unit and nothing else that blocks. Each blocks on 1-3.",
)


@attrs.frozen(kw_only=True)
class SightForm(Form):
    """Who looks, from where, how far, and past what."""

    unit: Unit = fields.asked_unit()
    terrain: Terrain = fields.TERRAIN
    range: int = RANGE
    between: Obstacle = BETWEEN
    split_terrain: int = SPLIT_TERRAIN
    split_units: int = SPLIT_UNITS

    def faults(self) -> Iterator[Fault]:
        """A line is split at most once for each hex it crosses, and then between two."""
        met, most = self.split_terrain + self.split_units, 2 * (self.range - 1)
        if self.range > 1 and met > most:
            problem = f"{met} split hexes are too many at range {self.range}"
            yield Fault("split-terrain", problem, f"0 to {most}")


LOOKS: Final = Stage("line of sight", SOURCE, "defender")
OVERLOOKS: Final = LOOKS.modifier(
    "artillery on a hill sees over units",
    FAR & GUNS_ON_A_HILL & (UNITS_BETWEEN | UNITS_BESIDE),
    side="attacker",
)
_SEEN_OVER: Final = ~unless(OVERLOOKS)


def in_the_way(form: SightForm) -> str:
    """What blocks the line, in words."""
    hexes = " hexes" * (form.between is Obstacle.UNDISCOVERED)
    return f"{form.between}{hexes} in the way block the line of sight"


BLOCKED: Final = LOOKS.modifier(
    in_the_way, FAR & ~where("between", Obstacle.NOTHING) & ~(UNITS_BETWEEN & _SEEN_OVER)
)


def _contested(form: SightForm, tables: Tables) -> int:
    return form.split_terrain + (0 if _SEEN_OVER(form, tables) else form.split_units)


CONTESTED: Final = LOOKS.modifier(
    "contested hexes, a die each",
    FAR & ~BLOCKED.when & (where("split_terrain", at_least=1) | UNITS_BESIDE & ~_SEEN_OVER),
    number=_contested,
)
ON_SIGHT: Final = (OVERLOOKS, BLOCKED, CONTESTED)

S = TypeVar("S", bound=SightForm)


class Sighting(Action[S, O]):
    """An action that begins with a line of sight."""

    def blocked(self) -> Iterator[Refusal]:
        """What blocks the line for certain."""
        if self.holds(BLOCKED):
            yield Refusal(in_the_way(self.form), SOURCE)

    def is_seen(self, chance: Chance) -> bool:
        """Whether nothing blocks the line, nor any contested hex."""
        split = thrown(int(self.total(CONTESTED)))
        return not self.holds(BLOCKED) and not chance.read_off(split, self._blocks, SPLIT)

    @property
    def _blocks(self) -> Callable[[Faces], bool]:
        most = self.tables.points("line-of-sight.split-blocks")
        return (any_at_most if self.tables.is_so("line-of-sight.any-blocks") else all_at_most)(most)

    def split_lines(self, draws: Draws) -> Iterator[str]:
        """The dice for contested hexes, if there were any."""
        if (throw := shown(draws, SPLIT)) is not None:
            most = self.tables.points("line-of-sight.split-blocks")
            hexes = counted(int(self.total(CONTESTED)), "contested hex", "contested hexes")
            verdict = f"the line is {'blocked' if self._blocks(throw) else 'clear'}"
            yield f"Rolled {faces(throw)} for {hexes}, blocking on 1-{most}: {verdict}."


@attrs.frozen
class Seen:
    """Whether there is a line of sight."""

    clear: bool

    @property
    def label(self) -> str:
        return "line of sight" if self.clear else "no line of sight"


class LineOfSight(Sighting[SightForm, Seen]):
    """Whether a unit sees a hex: what blocks, and a die for each hex beside a split line."""

    key = "line-of-sight"
    source = SOURCE
    severity = Severity[Seen](lambda outcome: outcome.clear, "the unit that looks")
    measures = (Measure("clear", "there is a line of sight", lambda outcome: outcome.clear),)
    modifiers = ON_SIGHT
    mnemonic = "l"

    def resolve(self, chance: Chance) -> Seen:
        """Whether the target is seen."""
        return Seen(self.is_seen(chance))

    def parties(self) -> Parties:
        return {"target": ("the target",)}

    def narrate(self, drawn: Seen, draws: Draws) -> Narration:
        """Whether the target is seen, and what was rolled."""
        reasons = (f"{refusal.reason.capitalize()}." for refusal in self.blocked())
        how = (*reasons, *self.split_lines(draws))
        if drawn.clear:
            return Narration("There is a line of sight.", (), how or ("Nothing is in the way.",))
        return Narration("There is no line of sight.", ("The target cannot be fired at.",), how)

    def after(self, drawn: Seen) -> Aftermath:
        """Nothing of any unit."""
        return Aftermath(may=UNIT_ACTIONS)
