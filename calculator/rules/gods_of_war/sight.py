"""Line of sight: what blocks it outright, and the hexes beside a split, each of which may."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Fault, Refusal
from calculator.forms import Form, choice, whole
from calculator.kinds import Word
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.declared import declared
from calculator.rules.gods_of_war import fields
from calculator.rules.gods_of_war.in_play import UNIT_ACTIONS
from calculator.rules.gods_of_war.terms import Terrain, Unit
from calculator.rules.gods_of_war.throws import any_at_most, faces, thrown
from calculator.rules.modifiers import Factor, ruled
from calculator.rules.phrases import counted, shown
from calculator.rules.tables import Tables

SOURCE: Final = "Ranged combat, line of sight"
SPLIT: Final = "split hexes"
GROUP: Final = "Line of fire"


class Obstacle(Word):
    """What lies squarely in the line, the worst of it; all else is seen across."""

    NOTHING = "nothing"
    UNITS = "units"
    HILLS = "hills"
    WOODS = "woods"
    UNDISCOVERED = "undiscovered"


def looks_over_units(form: Any) -> bool:
    """Artillery on a hill sees over units on the ground."""
    return form.unit.is_artillery and form.terrain is Terrain.HILLS


def _far(form: Any) -> bool:
    return bool(form.range > 1)


RANGE: Final = whole(
    1,
    12,
    "Range",
    default=2,
    unit="hexes",
    one="hex",
    group=GROUP,
    mnemonic="i",
    source="Ranged combat",
    help="Hexes to the target. Infantry fires 2, horse artillery 4, light 6, heavy 8. At 1 "
    "artillery does double damage.",
)

BETWEEN: Final = choice(
    Obstacle,
    "In the way",
    default=Obstacle.NOTHING,
    group=GROUP,
    mnemonic="e",
    source=SOURCE,
    matters=_far,
    help="The worst thing in a hex that the line passes through. Woods, hills and undiscovered "
    "hexes block it, and so do units, unless artillery fires from a hill. Ponds do not.",
)

SPLIT_TERRAIN: Final = whole(
    0,
    8,
    "Split hexes, terrain",
    default=0,
    unit="hexes",
    one="hex",
    group=GROUP,
    mnemonic="o",
    source=SOURCE,
    matters=_far,
    help="Where the line runs along the edge between two hexes: how many of those hexes hold "
    "woods, hills or are undiscovered. Each blocks on 1-3.",
)

SPLIT_UNITS: Final = whole(
    0,
    8,
    "Split hexes, units",
    default=0,
    unit="hexes",
    one="hex",
    group=GROUP,
    mnemonic="m",
    source=SOURCE,
    matters=lambda form: _far(form) and not looks_over_units(form),
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


def blocked(form: SightForm) -> Iterator[Refusal]:
    """What blocks the line for certain."""
    over = form.between is Obstacle.UNITS and looks_over_units(form)
    if _far(form) and form.between is not Obstacle.NOTHING and not over:
        what = "undiscovered hexes" if form.between is Obstacle.UNDISCOVERED else form.between.label
        yield Refusal(f"{what} in the way block the line of sight", SOURCE)


def contested(form: SightForm) -> int:
    """Hexes beside a split, for each of which a die is rolled."""
    if not _far(form):
        return 0
    return form.split_terrain + (0 if looks_over_units(form) else form.split_units)


def roll_splits(form: SightForm, tables: Tables, chance: Chance) -> bool:
    """Whether some contested hex blocks the line."""
    blocks = any_at_most(tables.points("line-of-sight.split-blocks"))
    return chance.read_off(thrown(contested(form)), blocks, SPLIT)


def split_lines(form: SightForm, draws: Draws, tables: Tables) -> Iterator[str]:
    """The dice for contested hexes, if there were any."""
    if (throw := shown(draws, SPLIT)) is not None:
        most = tables.points("line-of-sight.split-blocks")
        hexes = counted(contested(form), "contested hex", "contested hexes")
        verdict = "the line is blocked" if any_at_most(most)(throw) else "the line is clear"
        yield f"Rolled {faces(throw)} for {hexes}, blocking on 1-{most}: {verdict}."


@attrs.frozen
class Seen:
    """Whether there is a line of sight."""

    clear: bool

    @property
    def label(self) -> str:
        return "line of sight" if self.clear else "no line of sight"


def procedure(form: SightForm, tables: Tables) -> Procedure[Any, Seen]:
    """Whatever blocks outright; else a die for each contested hex."""
    outright = any(blocked(form))
    return single(lambda chance: Seen(not outright and not roll_splits(form, tables, chance)))


def factors(form: SightForm, _: Tables) -> Iterator[Factor]:
    """Contested hexes, a die each."""
    if not any(blocked(form)) and (number := contested(form)):
        yield ruled("line of sight", "contested hexes, a die each", "defender", number, SOURCE)


def narrate(form: SightForm, outcome: Seen, draws: Draws, tables: Tables) -> Narration:
    """Whether the target is seen, and what was rolled."""
    reasons = tuple(f"{refusal.reason.capitalize()}." for refusal in blocked(form))
    how = (*reasons, *split_lines(form, draws, tables))
    if outcome.clear:
        return Narration("There is a line of sight.", (), how or ("Nothing is in the way.",))
    return Narration("There is no line of sight.", ("The target cannot be fired at.",), how)


LINE_OF_SIGHT: Final = declared(
    key="line-of-sight",
    label="Line of sight",
    help="Whether a unit sees a hex: what blocks, and a die for each hex beside a split line.",
    source=SOURCE,
    form=SightForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda outcome: outcome.clear, "the unit that looks"),
    factors=factors,
    measures=(Measure("clear", "there is a line of sight", lambda outcome: outcome.clear),),
    aftermath=lambda form, outcome: Aftermath(may=UNIT_ACTIONS),
    mnemonic="l",
)
