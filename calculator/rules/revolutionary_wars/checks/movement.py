"""How far a battalion may move: a measuring aid."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.chance.procedure import Procedure, settled
from calculator.errors import Refusal
from calculator.forms import choice, yes_no
from calculator.kinds import Word
from calculator.lengths import shown_length
from calculator.rules.action import Draws, Narration, Place, Severity
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor, ruled
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import Battalion, arm_refusals, card_refusals
from calculator.rules.revolutionary_wars.narration import narrated
from calculator.rules.revolutionary_wars.terms import Arm, Formation, Order
from calculator.rules.tables import Tables

SOURCE: Final = "Move Action"


class Moving(Word):
    """Why a battalion moves."""

    MOVE = "move"
    CHARGE = "charge"
    COUNTERCHARGE = "countercharge"
    PURSUIT = "pursuit"
    ROUT = "rout"


_EVEN_SHATTERED: Final = {Moving.PURSUIT, Moving.ROUT}
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


def _is_move(form: MovementForm) -> bool:
    return form.moving is Moving.MOVE


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class MovementForm(forms.OrderedBattalion):
    """A battalion that is about to move."""

    formation: Formation = fields.formation(
        "Formation", default=Formation.ATTACK_COLUMN, group="Battalion", mnemonic="f"
    )
    moving: Moving = choice(
        Moving,
        "Moving",
        default=Moving.MOVE,
        group="Battalion",
        mnemonic="m",
        source="Move Action; Charge Action; Countercharge Reaction; Break and Run",
        help="A Move Action, a charge, a countercharge (half a charge move), a pursuit (a charge "
        "move) or a run after breaking (full speed).",
    )
    through: MovesThrough = choice(
        MovesThrough,
        "Through",
        default=MovesThrough.OPEN,
        group="Ground",
        mnemonic="h",
        source="Move Action, Moving through Terrain; Moving through Friendly Troops",
        help="Open ground; terrain, also to start in it; or friends, whom it disorders. A "
        "battalion that was part way across a linear obstacle moves on as in the open.",
        matters=_is_move,
    )
    way: Direction = choice(
        Direction,
        "Some platoon ends",
        default=Direction.FORWARD,
        group="Ground",
        mnemonic="w",
        source="Move Action, Moving Backwards; Moving Artillery",
        help="Behind where it began, infantry and cavalry move no more than 4 inches, unless they "
        "skirmish; ahead of it, a battery moves no more than 4.",
        matters=_is_move,
    )
    wing: bool = yes_no(
        "Refused or advanced wing",
        group="Battalion",
        mnemonic="g",
        source="Formations, Refused and Advanced Wings",
        help="A line with a wing refused or advanced moves as if it were a square.",
        matters=_is_move,
    )
    second_action: bool = yes_no(
        "As second action",
        group="Battalion",
        mnemonic="s",
        source="Move Action, Moving while out of Command",
        help="This is the second action of the battalion's activation.",
        matters=_is_move,
    )
    in_command: bool = yes_no(
        "In command",
        default=True,
        group="Battalion",
        mnemonic="c",
        source="Move Action, Moving while out of Command",
        help="It was within 6 inches of its general when it was activated.",
        matters=_is_move,
    )


@attrs.frozen
class Allowance:
    """How far each platoon may move, in inches as text."""

    inches: str

    @property
    def label(self) -> str:
        """With its unit."""
        return f"{self.inches} inch" if self.inches == "1" else f"{self.inches} inches"


def allowance(form: MovementForm, tables: Tables) -> Fraction:
    """How far each platoon of a battalion may move, in inches."""
    one = forms.acting(form, tables)
    match form.moving:
        case Moving.MOVE:
            return Fraction(_moved(form, one, tables))
        case Moving.ROUT if one.card.arm is Arm.ARTILLERY:
            return Fraction(0)
        case Moving.ROUT:
            return Fraction(one.card.number("move-open"))
        case Moving.COUNTERCHARGE:
            return Fraction(one.card.number("charge-move"), 2)
        case _:
            return Fraction(one.card.number("charge-move"))


def _moved(form: MovementForm, one: Battalion, tables: Tables) -> int:
    away = one.card.number("move-open")
    if form.through is not MovesThrough.OPEN:
        away = one.card.column("move-terrain", _in_terrain(form, one).formation)
    return min(away, tables.points("move.awkward")) if _is_awkward(form, one) else away


def _in_terrain(form: MovementForm, one: Battalion) -> Battalion:
    """The battalion in the formation by which it moves there."""
    return attrs.evolve(one, formation=Formation.SQUARE) if form.wing else one


def _is_awkward(form: MovementForm, one: Battalion) -> bool:
    """Whether it moves in the direction it is bad at: a battery forward, formed troops backward."""
    if one.card.arm is Arm.ARTILLERY:
        return form.way is Direction.FORWARD
    free = one.card.is_skirmish or one.formation is Formation.SKIRMISH_LINE
    return form.way is Direction.BACKWARD and not free


def procedure(form: MovementForm, tables: Tables) -> Procedure[Any, Allowance]:
    """No dice."""
    return settled(Allowance(shown_length(allowance(form, tables))))


def refusals(form: MovementForm, tables: Tables) -> Iterator[Refusal]:
    """Why it may not move."""
    one = forms.acting(form, tables)
    yield from card_refusals(one.card, one.formation)
    if form.moving not in _EVEN_SHATTERED and one.order is Order.SHATTERED:
        yield Refusal("a battalion must be Solid or Shaken to move or charge", SOURCE)
    if form.moving not in {Moving.MOVE, Moving.ROUT}:
        yield from arm_refusals(one.card)
    if _is_move(form):
        if form.second_action and not form.in_command:
            where = "Move Action, Moving while out of Command"
            yield Refusal("out of command, a battalion may not move as its second action", where)
        if form.wing and one.formation is not Formation.LINE:
            where = "Formations, Refused and Advanced Wings"
            yield Refusal("only a line has a wing to refuse or advance", where)


def factors(form: MovementForm, tables: Tables) -> Iterator[Factor]:
    """What sets the distance."""
    one = forms.acting(form, tables)
    if form.moving is Moving.ROUT and one.card.arm is Arm.ARTILLERY:
        source = "Charge Action, Overrunning Artillery"
        yield ruled("move", "guns that break stay where they are", one.name, 0, source)
        return
    away = one.card.number("move-open")
    yield one.factor("move", "inches in the open", away, SOURCE, "move-open")
    if _is_move(form) and form.through is not MovesThrough.OPEN:
        moving = _in_terrain(form, one)
        away = moving.card.column("move-terrain", moving.formation)
        name = f"inches in terrain in {moving.formation}"
        yield moving.factor("move", name, away, SOURCE, "move-terrain")
    if _is_move(form) and _is_awkward(form, one):
        name = f"inches at most {form.way}"
        yield Factor.worth(tables, "move", name, one.name, "move.awkward", source=SOURCE)


def narrate(form: MovementForm, outcome: Allowance, draws: Draws, tables: Tables) -> Narration:
    """How far, and whom it disorders."""
    name = form.battalion.battalion
    if form.moving is Moving.ROUT and form.battalion.is_artillery:
        return narrated(draws, f"the guns of the {name} stay where they are, overrun")
    steps = ["Keep 2 inches from the enemy"] if _is_move(form) else []
    if _is_move(form) and form.through is MovesThrough.FRIENDS:
        steps.append("Pass wholly through the friends and disorder them")
    return narrated(draws, f"each platoon of the {name} moves up to {outcome.label}", *steps)


MOVEMENT: Final = declared(
    key="movement",
    label="Movement allowance",
    help="How far a battalion may move in the open, through terrain or friends, or in a charge.",
    source=SOURCE,
    form=MovementForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda outcome: 0),
    factors=factors,
    refusals=refusals,
    place=Place.AID,
)
