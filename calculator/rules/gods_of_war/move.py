"""Movement: whether a unit gets along a path with the points of one Move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from calculator import errors, forms, kinds
from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.rules.action import MOVED, Action, Aftermath, Draws, Narration, Outcome, Severity
from calculator.rules.gods_of_war import terms
from calculator.rules.gods_of_war.terms import Card, Formation, Terrain, Unit
from calculator.rules.modifiers import answers
from calculator.rules.phrases import counted

SOURCE: Final = "Actions, move"

TURN: Final = "turn"
REVERSE: Final = "reverse"


class Step(NamedTuple):
    """A turn of 60 degrees (no terrain), or a hex entered, perhaps straight backward."""

    terrain: Terrain | None
    backward: bool = False

    def __str__(self) -> str:
        if self.terrain is None:
            return TURN
        return f"{REVERSE} {self.terrain.value}" if self.backward else self.terrain.value


Path = tuple[Step, ...]


def _read_step(text: str) -> Step:
    if text == REVERSE:
        raise ValueError(f"{REVERSE!r} wants the terrain of the hex behind")
    *reverse, word = text.split()
    if word == TURN and not reverse:
        return Step(None)
    kind = kinds.Choice(Terrain)
    try:
        return Step(kind.parse(word), bool(reverse))
    except kinds.BadValueError:
        near = errors.nearest(word, (*kind.choices, TURN, REVERSE))
        raise ValueError(f"{word!r} is neither {TURN} nor a terrain{errors.hint(near)}") from None


PATH: Final = kinds.listed(
    _read_step,
    f"{TURN}, or the terrain of each hex entered ({kinds.Choice(Terrain).allowed}), with {REVERSE} "
    f"before it if backward, e.g. open, {TURN}, hills",
    pieces=((TURN,), kinds.Choice(Terrain).choices, (REVERSE,)),
    split=lambda text: re.findall(rf"{REVERSE}\s+\S+|\S+", text.lower().replace(",", " ")),
)


OUT_OF_A_FARM: Final = where("terrain", Terrain.FARM)
IN_LINE_OR_COLUMN: Final = terms.INFANTRY & (OUT_OF_A_FARM | ~where("formation", Formation.SQUARE))


class MoveForm(forms.Form):
    """What moves, from what hex, along what path."""

    unit: Unit = terms.asked_unit(group="")
    formation: Formation = terms.asked_formation(group="")
    terrain: Terrain = terms.asked_terrain("Stands in")
    """Terrain of the hex where it starts. To leave a farm takes all movement, and the garrison
    comes out in column."""
    path: Path = forms.entry(PATH, default=(Step(Terrain.OPEN),), source=SOURCE)
    """What it does in order: each turn of 60 degrees costs 1; a hex costs 1, orchards and rough
    ground 2, mud 3, a farm all that is left. Only artillery can reverse."""
    acted_before: bool = terms.asked_acted_before(group="")
    forced_march: bool = terms.asked_card(Card.FORCED_MARCH, group="")
    bold_advance: bool = terms.asked_card(Card.BOLD_ADVANCE, matters=IN_LINE_OR_COLUMN, group="")


class Stop(kinds.Word):
    """Why a unit does not get farther."""

    ARRIVES = "arrives"
    TOO_DEAR = "costs-more-than-is-left"
    IMPASSABLE = "impassable"
    INFANTRY_ONLY = "infantry-only"


class Moved(Outcome):
    """Steps of the path taken, hexes entered, movement left, and why it stopped if it did."""

    steps: int
    hexes: int
    left: int
    stop: Stop

    @property
    def label(self) -> str:
        left = counted(self.left, "movement point")
        moved = f"moves {counted(self.hexes, 'hex', 'hexes')}, {left} left"
        return moved if self.stop is Stop.ARRIVES else f"{moved}: {self.stop}"


FORCED_MARCH: Final = terms.played(Card.FORCED_MARCH, "movement")
BOLD_ADVANCE: Final = terms.played(Card.BOLD_ADVANCE, "movement", when=IN_LINE_OR_COLUMN)


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
    speaks_of = {"actor": ("the unit", "the infantry")}

    def refusals(self) -> Iterator[errors.Refusal]:
        form = self.form
        yield from terms.terrain_refusals(form.unit, form.terrain)
        if form.unit is Unit.INFANTRY and not self.points:
            yield errors.Refusal("a square cannot move: change formation first", "Formations")
        if not form.unit.is_artillery and any(step.backward for step in form.path):
            yield errors.Refusal("only artillery moves backward without turning", SOURCE)
        yield from terms.second_action_refusals(form.acted_before, excused=False)

    @cached_property
    def points(self) -> int:
        """Movement points of one Move, cards included; none of what cannot move. Infantry moves by
        its formation, out of a farm in column."""
        form, points = self.form, self.tables.points
        formation = Formation.COLUMN if OUT_OF_A_FARM(form) else form.formation
        moves_as = formation if form.unit is Unit.INFANTRY else form.unit
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
        left, here, hexes = self.points, self.form.terrain, 0
        for taken, step in enumerate(self.form.path):
            if step.terrain is Terrain.POND:
                return Moved(taken, hexes, left, Stop.IMPASSABLE)
            if step.terrain in terms.FOR_INFANTRY and self.form.unit is not Unit.INFANTRY:
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
            column | moved, side=terms.ACTED | terms.spent_with(self.form), may=terms.UNIT_ACTIONS
        )

    def narrate(self, drawn: Moved, draws: Draws) -> Narration:
        left = self.after(drawn)
        column = left.actor and left.actor.get("formation")
        farm = [f"Out of its farm the infantry is in {column}."] if column else []
        steps = (*farm, *terms.spent_lines(self.form, left.side))
        return Narration(f"The unit {drawn.label}.", steps, self._ledger(drawn))

    def _ledger(self, outcome: Moved) -> Iterator[str]:
        left, here = self.points, self.form.terrain
        yield f"{counted(left, 'movement point')} to spend."
        for step in self.form.path[: outcome.steps]:
            price = self.cost(step, here, left)
            left -= price
            yield f"{str(step).capitalize()}: {counted(price, 'point')}, {left} left."
            here = step.terrain or here
        if outcome.stop is not Stop.ARRIVES:
            yield f"{str(self.form.path[outcome.steps]).capitalize()}: {outcome.stop}."
