"""How far a unit gets along a path, and what each stretch of it costs (IV, VIII)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import attrs

from calculator.chance.procedure import Procedure, settled
from calculator.errors import Refusal
from calculator.lengths import in_inches, shown_length
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.movement.form import Ground, Leg, Move, MovementForm
from calculator.rules.there_stand_empires.moves import assault_reach, base_move, inches


@attrs.frozen
class MoveOutcome:
    """How a move ends: inches gone along the path, inches of base move left, whether it arrives."""

    arrives: bool
    inches: Fraction = attrs.field(converter=in_inches)
    left: Fraction = attrs.field(converter=in_inches)

    @property
    def label(self) -> str:
        """The move in a few words."""
        end = "arrives" if self.arrives else "stops short"
        return f"{end} after {inches(self.inches)}, {shown_length(self.left)} left"


@attrs.frozen
class Stretch:
    """What becomes of a leg of the path: inches gone of it, base move spent, whether it is done.

    `rate` is the base movement an inch costs, or what a crossing costs; None where nobody goes.
    """

    leg: Leg
    rate: Fraction | None
    inches: Fraction
    spent: Fraction
    done: bool


def procedure(form: MovementForm, tables: Tables) -> Procedure[MoveOutcome, MoveOutcome]:
    """The end of the move; nothing is left to chance, once orders have arrived."""
    return settled(outcome_of(form, tables))


def outcome_of(form: MovementForm, tables: Tables) -> MoveOutcome:
    """Where the move ends."""
    stretches = list(along(form, tables))
    spent = sum((stretch.spent for stretch in stretches), Fraction(0))
    return MoveOutcome(
        arrives=len(stretches) == len(form.path) and stretches[-1].done,
        inches=sum((stretch.inches for stretch in stretches), Fraction(0)),
        left=full_move(form, tables) - spent,
    )


def along(form: MovementForm, tables: Tables) -> Iterator[Stretch]:
    """The stretches of the path one after another, up to the one that is not done."""
    left = full_move(form, tables)
    for leg in form.path:
        stretch = _into(leg, rate(form, leg.ground, tables), left)
        yield stretch
        left -= stretch.spent
        if not stretch.done:
            return


def _into(leg: Leg, price: Fraction | None, left: Fraction) -> Stretch:
    if price is None:
        return Stretch(leg, price, Fraction(0), Fraction(0), done=False)
    if leg.ground.is_crossed:
        done = price <= left
        return Stretch(leg, price, Fraction(0), price if done else Fraction(0), done)
    gone = min(leg.inches, left / price)
    return Stretch(leg, price, gone, gone * price, gone == leg.inches)


def full_move(form: MovementForm, tables: Tables) -> Fraction:
    """The base move in inches: the one given, or else what the action allows."""
    if form.base_move is not None:
        return form.base_move
    match form.move:
        case Move.GENERAL:
            return tables.fraction("move.general")
        case Move.ASSAULT | Move.ASSAULT_IN_LINE:
            return assault_reach(tables, form.actor, form.move is Move.ASSAULT_IN_LINE)
        case _:
            return base_move(tables, form.move.value, form.actor, form.quality)


def rate(form: MovementForm, ground: Ground, tables: Tables) -> Fraction | None:
    """What an inch of some ground costs in base movement, or crossing it; None if it is barred."""
    march = form.move.is_march
    if ground is Ground.IMPASSABLE:
        return None
    if ground is Ground.OBSTACLE or (ground is Ground.CHOKE_POINT and not march):
        return tables.fraction(f"terrain.{ground.value}")
    if march and ground in {Ground.ROAD, Ground.TOWN}:
        return 1 / tables.fraction("terrain.road")
    if ground in {Ground.ROUGH, Ground.TOWN}:
        mover = "general" if form.move is Move.GENERAL else form.actor.family
        return tables.fraction(f"terrain.rough.{mover}")
    return Fraction(0) if ground is Ground.CHOKE_POINT else Fraction(1)


def refusals(form: MovementForm, tables: Tables) -> Iterator[Refusal]:
    """Moves that the rules do not allow to this unit."""
    if form.move.is_assault and form.actor.family not in {"infantry", "cavalry"}:
        yield Refusal("Only infantry and cavalry assault", "III.B, VII")
    if form.move is Move.ASSAULT_IN_LINE and form.actor.is_cavalry:
        yield Refusal("Cavalry does not assault in line: deployed, it is spread out", "VII")
