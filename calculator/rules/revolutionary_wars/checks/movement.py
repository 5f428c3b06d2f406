"""How far a battalion may move: a measuring aid."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.conditions import Worked, where
from calculator.errors import Refusal
from calculator.forms import Heading
from calculator.kinds import Word
from calculator.lengths import shown_length
from calculator.rules.action import Draws, Narration, Place, Severity
from calculator.rules.modifiers import unless
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import arm_refusals, card_refusals, narrated
from calculator.rules.revolutionary_wars.cards import Card
from calculator.rules.revolutionary_wars.checks.check import ITSELF, Check, Stage
from calculator.rules.revolutionary_wars.terms import Arm, Formation, Order
from calculator.rules.tables import Tables

SOURCE: Final = "Move Action"
WINGS: Final = "Formations, Refused and Advanced Wings"
OUT_OF_COMMAND: Final = "Move Action, Moving while out of Command"


class Moving(Word):
    """Why a battalion moves."""

    MOVE = "move"
    CHARGE = "charge"
    COUNTERCHARGE = "countercharge"
    PURSUIT = "pursuit"
    ROUT = "rout"


EVEN_SHATTERED: Final = {Moving.PURSUIT, Moving.ROUT}
"""Moves that a Shattered battalion makes too: a charge that terrain shattered goes on."""


class MovesThrough(Word):
    """What it moves through."""

    OPEN = "open"
    TERRAIN = "terrain"
    FRIENDS = "friends"


class Direction(Word):
    """Whether some platoon ends behind, or ahead of, where it began."""

    FORWARD = "forward"
    BACKWARD = "backward"


IS_MOVE: Final = where("moving", Moving.MOVE)
COMMAND: Final = Heading("Battalion", OUT_OF_COMMAND)


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class MovementForm(forms.OrderedBattalion):
    """A battalion that is about to move."""

    formation: Formation = fields.own_formation(default=Formation.ATTACK_COLUMN)
    moving: Moving = fields.BATTALION.choice(
        Moving,
        source="Move Action; Charge Action; Countercharge Reaction; Break and Run",
        help="A Move Action, a charge, a countercharge (half a charge move), a pursuit (a charge "
        "move) or a run after breaking (full speed).",
    )
    through: MovesThrough = fields.GROUND.choice(
        MovesThrough,
        source="Move Action, Moving through Terrain; Moving through Friendly Troops",
        help="Open ground; terrain, also to start in it; or friends, whom it disorders. A "
        "battalion that was part way across a linear obstacle moves on as in the open.",
        matters=IS_MOVE,
    )
    way: Direction = fields.GROUND.choice(
        Direction,
        "Some platoon ends",
        source="Move Action, Moving Backwards; Moving Artillery",
        help="Behind where it began, infantry and cavalry move no more than 4 inches, unless they "
        "skirmish; ahead of it, a battery moves no more than 4.",
        matters=IS_MOVE,
    )
    wing: bool = fields.BATTALION.yes_no(
        "Refused or advanced wing",
        source=WINGS,
        help="A line with a wing refused or advanced moves as if it were a square.",
        matters=IS_MOVE,
    )
    second_action: bool = COMMAND.yes_no(
        "As second action",
        help="This is the second action of the battalion's activation.",
        matters=IS_MOVE,
    )
    in_command: bool = COMMAND.yes_no(
        default=True,
        help="It was within 6 inches of its general when it was activated.",
        matters=IS_MOVE,
    )

    @property
    def moves_as(self) -> Formation:
        """The formation by which it moves in terrain."""
        return Formation.SQUARE if self.wing else self.formation

    @property
    def a_move(self) -> str:
        """How much of a charge move it makes, in words."""
        return "half a charge move" if self.moving is Moving.COUNTERCHARGE else "a charge move"


@attrs.frozen
class Allowance:
    """How far each platoon may move, in inches as text."""

    inches: str

    @property
    def label(self) -> str:
        return f"{self.inches} inch" if self.inches == "1" else f"{self.inches} inches"


def _stays(form: MovementForm, tables: Tables) -> bool:
    """Whether it is a battery that broke."""
    return form.moving is Moving.ROUT and Card(form.battalion, tables).arm is Arm.ARTILLERY


def _is_awkward(form: MovementForm, tables: Tables) -> bool:
    """Whether it moves in the direction it is bad at: a battery forward, formed troops backward."""
    card = Card(form.battalion, tables)
    if card.arm is Arm.ARTILLERY:
        return form.way is Direction.FORWARD
    free = card.is_skirmish or form.formation is Formation.SKIRMISH_LINE
    return form.way is Direction.BACKWARD and not free


MOVES: Final = Stage("move", SOURCE, ITSELF)
STAYS: Final = MOVES.modifier(
    "guns that break stay where they are",
    Worked(_stays, ("battalion", "moving"), "guns have broken"),
    points=0,
    source="Charge Action, Overrunning Artillery",
)
IN_OPEN: Final = MOVES.modifier(
    "inches in the open", unless(STAYS), value="card.{battalion.value}.move-open", given=True
)
IN_TERRAIN: Final = MOVES.modifier(
    "inches in terrain in {moves_as}",
    IS_MOVE & ~where("through", MovesThrough.OPEN),
    value="card.{battalion.value}.move-terrain.{moves_as.value}",
    also_reads=("formation", "wing"),
)
IS_AWKWARD: Final = Worked(
    _is_awkward, ("battalion", "formation", "way"), "it moves the way it is bad at"
)
AWKWARD: Final = MOVES.modifier("inches at most {way}", IS_MOVE & IS_AWKWARD, value="move.awkward")
CHARGES: Final = MOVES.modifier(
    "{a_move} of its card",
    where("moving", Moving.CHARGE, Moving.COUNTERCHARGE, Moving.PURSUIT),
    source="Charge Action; Countercharge Reaction",
)


class Movement(Check[MovementForm, Allowance]):
    """How far a battalion may move in the open, through terrain or friends, or in a charge."""

    key = "movement"
    label = "Movement allowance"
    source = SOURCE
    severity = Severity[Allowance](lambda outcome: 0)
    modifiers = (STAYS, IN_OPEN, IN_TERRAIN, AWKWARD, CHARGES)
    place = Place.AID

    @property
    def allowance(self) -> Fraction:
        """Inches: the least of those that count."""
        if self.holds(STAYS):
            return Fraction(0)
        if self.holds(CHARGES):
            away = self.one.card.number("charge-move")
            return Fraction(away, 2 if self.form.moving is Moving.COUNTERCHARGE else 1)
        away = int(self.total(IN_TERRAIN if self.holds(IN_TERRAIN) else IN_OPEN))
        return Fraction(min(away, int(self.total(AWKWARD))) if self.holds(AWKWARD) else away)

    def refusals(self) -> Iterator[Refusal]:
        """Why it may not move."""
        form, one = self.form, self.one
        yield from card_refusals(one.card, one.formation)
        if form.moving not in EVEN_SHATTERED and one.order is Order.SHATTERED:
            yield Refusal("a battalion must be Solid or Shaken to move or charge", SOURCE)
        if form.moving not in {Moving.MOVE, Moving.ROUT}:
            yield from arm_refusals(one.card)
        if not IS_MOVE(form):
            return
        if form.second_action and not form.in_command:
            out = "out of command, a battalion may not move as its second action"
            yield Refusal(out, OUT_OF_COMMAND)
        if form.wing and one.formation is not Formation.LINE:
            yield Refusal("only a line has a wing to refuse or advance", WINGS)

    def resolve(self, chance: Chance) -> Allowance:
        """No dice."""
        return Allowance(shown_length(self.allowance))

    def narrate(self, drawn: Allowance, draws: Draws) -> Narration:
        """How far, and whom it disorders."""
        if self.form.moving is Moving.ROUT and self.form.battalion.is_artillery:
            return narrated(draws, f"the guns of {self.name} stay where they are, overrun")
        steps = ["Keep 2 inches from the enemy"] if IS_MOVE(self.form) else []
        if IS_MOVE(self.form) and self.form.through is MovesThrough.FRIENDS:
            steps.append("Pass wholly through the friends and disorder them")
        return narrated(draws, f"each platoon of {self.name} moves up to {drawn.label}", *steps)
