"""Movement: whether a unit gets along a path with the points of one Move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.errors import Refusal, hint, nearest
from calculator.forms import Form, entry
from calculator.kinds import BadValueError, Choice, Text, Word, read_each
from calculator.rules.action import MOVED, Action, Aftermath, Draws, Narration, Parties, Severity
from calculator.rules.gods_of_war import fields, in_play
from calculator.rules.gods_of_war.fields import second_action_refusals, terrain_refusals
from calculator.rules.gods_of_war.terms import Formation, Terrain, Unit
from calculator.rules.modifiers import answers
from calculator.rules.phrases import counted

SOURCE: Final = "Actions, move"

TURN: Final = "turn"
REVERSE: Final = "reverse"


@attrs.frozen
class Step:
    """A turn of 60 degrees (no terrain), or a hex entered, perhaps straight backward."""

    terrain: Terrain | None
    backward: bool = False

    def __str__(self) -> str:
        if self.terrain is None:
            return TURN
        return f"{REVERSE} {self.terrain.value}" if self.backward else self.terrain.value


Path = tuple[Step, ...]


def read_path(text: str) -> Path:
    """A path from words; ValueError names every one that is wrong."""
    steps = re.findall(rf"{REVERSE} +\S+|\S+", " ".join(text.lower().replace(",", " ").split()))
    return read_each(steps, _read_step)


def _read_step(text: str) -> Step:
    if text == REVERSE:
        raise ValueError(f"{REVERSE!r} wants the terrain of the hex behind")
    *reverse, word = text.split()
    turns = word == TURN and not reverse
    return Step(None if turns else _terrain(word), bool(reverse))


PATH: Final = Text(
    read_path,
    lambda path: ", ".join(map(str, path)),
    f"{TURN}, or the terrain of each hex entered ({Choice(Terrain).allowed}), with {REVERSE} "
    f"before it if backward, e.g. open, {TURN}, hills",
    type=tuple,
    pieces=((TURN,), Choice(Terrain).choices, (REVERSE,)),
)


def _terrain(word: str) -> Terrain:
    kind = Choice(Terrain)
    try:
        return kind.parse(word)
    except BadValueError:
        near = nearest(word, (*kind.choices, TURN, REVERSE))
        raise ValueError(f"{word!r} is neither {TURN} nor a terrain{hint(near)}") from None


OUT_OF_A_FARM: Final = where("terrain", Terrain.FARM)
IN_LINE_OR_COLUMN: Final = fields.INFANTRY & (OUT_OF_A_FARM | ~where("formation", Formation.SQUARE))


@attrs.frozen(kw_only=True)
class MoveForm(Form):
    """What moves, from what hex, along what path."""

    unit: Unit = fields.asked_unit(group="")
    formation: Formation = fields.asked_formation(group="")
    terrain: Terrain = fields.asked_terrain(
        "Stands in",
        help="Terrain of the hex where it starts. To leave a farm takes all movement, and the "
        "garrison comes out in column.",
    )
    path: Path = entry(
        PATH,
        default=(Step(Terrain.OPEN),),
        source=SOURCE,
        help="What it does in order: each turn of 60 degrees costs 1; a hex costs 1, orchards and "
        "rough ground 2, mud 3, a farm all that is left. Only artillery can reverse.",
    )
    acted_before: bool = fields.asked_acted_before(group="")
    forced_march: bool = fields.asked_card(
        "Forced March", help="The card: twice the normal movement.", group=""
    )
    bold_advance: bool = fields.asked_card(
        "Bold Advance",
        help="The card: 2 more movement for infantry in line or column.",
        matters=IN_LINE_OR_COLUMN,
        group="",
    )

    @property
    def moves_as(self) -> Formation:
        """The formation of infantry on the move; out of a farm it is column."""
        return Formation.COLUMN if OUT_OF_A_FARM(self) else self.formation


class Stop(Word):
    """Why a unit does not get farther."""

    ARRIVES = "arrives"
    TOO_DEAR = "costs-more-than-is-left", "costs more than is left"
    IMPASSABLE = "impassable", "is impassable"
    INFANTRY_ONLY = "infantry-only", "is for infantry alone"


@attrs.frozen
class Moved:
    """Steps of the path taken, hexes entered, movement left, and why it stopped if it did."""

    steps: int
    hexes: int
    left: int
    stop: Stop

    @property
    def label(self) -> str:
        moved = f"moves {counted(self.hexes, 'hex', 'hexes')}, {self.left} left"
        return moved if self.stop is Stop.ARRIVES else f"{moved}: {self.stop}"


FORCED_MARCH: Final = in_play.played("forced_march", "Forced March: twice the movement", "movement")
BOLD_ADVANCE: Final = in_play.played(
    "bold_advance", "Bold Advance: 2 more movement", "movement", when=IN_LINE_OR_COLUMN
)


class Move(Action[MoveForm, Moved]):
    "Whether a unit can follow a path in one Move, with turns and terrain counted."

    key = "move"
    source = SOURCE
    severity = Severity[Moved](lambda o: (o.steps, o.left), "the unit that moves")
    modifiers = (
        *answers(MoveForm, "unit", "formation", "terrain", "path"),
        FORCED_MARCH,
        BOLD_ADVANCE,
    )
    mnemonic = "m"

    def refusals(self) -> Iterator[Refusal]:
        """A square stands still, and only artillery backs away."""
        form = self.form
        yield from terrain_refusals(form.unit, form.terrain)
        if form.unit.is_infantry and not self.points:
            yield Refusal("a square cannot move: change formation first", "Formations")
        if not form.unit.is_artillery and any(step.backward for step in form.path):
            yield Refusal("only artillery moves backward without turning", SOURCE)
        yield from second_action_refusals(form.acted_before, excused=False)

    @cached_property
    def points(self) -> int:
        """Movement points of one Move, cards included; none of what cannot move."""
        points = self.tables.points
        moves_as = self.form.moves_as if self.form.unit.is_infantry else self.form.unit
        normal = points(f"move.points.{moves_as.value}")
        if not normal:
            return 0
        times = points("move.forced-march") if self.holds(FORCED_MARCH) else 1
        more = self.holds(BOLD_ADVANCE) * points("move.bold-advance")
        return normal * times + more * (1 if self.tables.is_so("move.bold-after") else times)

    def cost(self, step: Step, leaving: Terrain, left: int) -> int:
        """Points for a step out of the hex `leaving`: a farm takes all that is left."""
        points = self.tables.points
        if step.terrain is None:
            return points("move.turn")
        if Terrain.FARM in {step.terrain, leaving}:
            return max(left, points("move.farm-least"))
        back = step.backward and not self.tables.is_so("move.reverse-as-ground")
        return points(f"move.cost.{(Terrain.OPEN if back else step.terrain).value}")

    def resolve(self, chance: Chance) -> Moved:
        """How far the unit gets along its path."""
        left, here, hexes = self.points, self.form.terrain, 0
        for taken, step in enumerate(self.form.path):
            if step.terrain is Terrain.POND:
                return Moved(taken, hexes, left, Stop.IMPASSABLE)
            if step.terrain and step.terrain.infantry_only and not self.form.unit.is_infantry:
                return Moved(taken, hexes, left, Stop.INFANTRY_ONLY)
            price = self.cost(step, here, left)
            if price > left:
                return Moved(taken, hexes, left, Stop.TOO_DEAR)
            left -= price
            if step.terrain:
                here, hexes = step.terrain, hexes + 1
        return Moved(len(self.form.path), hexes, left, Stop.ARRIVES)

    def after(self, drawn: Moved) -> Aftermath:
        """Infantry out of its farm is in column; Forced March is spent, Bold Advance lasts."""
        leaves_farm = self.form.terrain is Terrain.FARM and drawn.hexes
        column = {"formation": Formation.COLUMN.value} if leaves_farm else {}
        moved = MOVED if drawn.hexes else {}
        return Aftermath(
            actor=column | moved,
            side=in_play.ACTED | in_play.spent_with(self.form),
            may=in_play.UNIT_ACTIONS,
        )

    def parties(self) -> Parties:
        return {"actor": ("the infantry",)}

    def narrate(self, drawn: Moved, draws: Draws) -> Narration:
        """How far it gets, and what each step costs."""
        how, left = self._ledger(drawn), self.after(drawn)
        column = left.actor and left.actor.get("formation")
        farm = [f"Out of its farm the infantry is in {column}."] if column else []
        steps = (*farm, *in_play.spent_lines(self.form, left.side))
        if drawn.stop is Stop.ARRIVES:
            spare = counted(drawn.left, "movement point")
            return Narration(f"It gets there, with {spare} left.", steps, how)
        entered = counted(drawn.hexes, "hex", "hexes")
        stops = f"It stops after {entered}" if drawn.hexes else "It stays in its hex"
        next_step = f"the next step, {self.form.path[drawn.steps]}, {drawn.stop.meaning}"
        return Narration(f"{stops}: {next_step}.", steps, how)

    def _ledger(self, outcome: Moved) -> Iterator[str]:
        """Movement points, and what each step takes of them."""
        left, here = self.points, self.form.terrain
        yield f"{counted(left, 'movement point')} to spend."
        for step in self.form.path[: outcome.steps]:
            price = self.cost(step, here, left)
            left -= price
            yield f"{str(step).capitalize()}: {counted(price, 'point')}, {left} left."
            here = step.terrain or here
