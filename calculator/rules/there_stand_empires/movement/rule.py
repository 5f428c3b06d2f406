"""How far a unit gets along a path, what each stretch costs, and both in words (IV, VIII)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any

import attrs

from calculator.chance.procedure import Procedure, settled
from calculator.errors import Refusal
from calculator.lengths import in_inches, shown_length
from calculator.rules.action import Action, Draws, Measure, Narration, Place, Severity
from calculator.rules.modifiers import answers
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


class MovementAllowance(Action[MovementForm, MoveOutcome]):
    """How far a unit or a general gets over the ground."""

    key = "movement-allowance"
    label = "Movement allowance"
    help = "How far a unit or a general gets over the ground along a path."
    source = "III.B, IV, VII, VIII"
    asks = MovementForm
    severity = Severity[MoveOutcome](lambda outcome: outcome.arrives, "the unit")
    measures = (Measure("arrives", "arrives", lambda outcome: outcome.arrives),)
    modifiers = tuple(answers(MovementForm))
    place = Place.AID

    def refusals(self) -> Iterator[Refusal]:
        """Moves that the rules do not allow to this unit."""
        form = self.form
        if form.move.is_assault and not form.actor.has_quality:
            yield Refusal("Only infantry and cavalry assault", "III.B, VII")
        if form.move is Move.ASSAULT_IN_LINE and form.actor.is_cavalry:
            yield Refusal("Cavalry does not assault in line: deployed, it is spread out", "VII")

    def procedure(self) -> Procedure[Any, MoveOutcome]:
        """The end of the move; nothing is left to chance, once orders have arrived."""
        path = self.stretches
        spent = sum((stretch.spent for stretch in path), Fraction(0))
        outcome = MoveOutcome(
            arrives=len(path) == len(self.form.path) and path[-1].done,
            inches=sum((stretch.inches for stretch in path), Fraction(0)),
            left=self.full_move - spent,
        )
        return settled(outcome)

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """The stretches of the path one after another, up to the one that is not done."""
        left, path = self.full_move, []
        for leg in self.form.path:
            path.append(_into(leg, self.rate(leg.ground), left))
            left -= path[-1].spent
            if not path[-1].done:
                break
        return tuple(path)

    @cached_property
    def full_move(self) -> Fraction:
        """The base move in inches: the one given, or else what the action allows."""
        form, tables = self.form, self.tables
        if form.base_move is not None:
            return form.base_move
        match form.move:
            case Move.GENERAL:
                return tables.fraction("move.general")
            case Move.ASSAULT | Move.ASSAULT_IN_LINE:
                return assault_reach(tables, form.actor, form.move is Move.ASSAULT_IN_LINE)
            case _:
                return base_move(tables, form.move.value, form.actor, form.quality)

    def rate(self, ground: Ground) -> Fraction | None:
        """What an inch of some ground costs in base movement, or crossing it; None if barred."""
        form, tables = self.form, self.tables
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

    def narrate(self, drawn: MoveOutcome, draws: Draws) -> Narration:
        """How far it gets, where it stops, what may follow, and what each stretch cost."""
        who = "general" if self.form.move is Move.GENERAL else self.form.actor.label
        gone, left = inches(drawn.inches), inches(drawn.left)
        if drawn.arrives:
            spare = f"{left} of base move to spare" if drawn.left else "none to spare"
            headline = f"The {who} arrives after {gone}, with {spare}."
        else:
            headline = f"The {who} stops after {gone}, {_where(self.stretches[-1])}."
        how = (f"Base move: {inches(self.full_move)}.", *map(_cost, self.stretches))
        return Narration(headline, self._steps(drawn), how)

    def _steps(self, outcome: MoveOutcome) -> Iterator[str]:
        if self.form.move.is_assault:
            within, beyond = "within reach: assault it", "out of reach: it may not be assaulted"
            yield f"The target is {within if outcome.arrives else beyond}."
            return
        yield f"Move {inches(outcome.inches)} along the path."
        yield "End no closer than 1 inch to the enemy, and not inside a friendly unit."
        if self.form.may_be_followed_by_fire:
            if 2 * (self.full_move - outcome.left) <= self.full_move:
                yield "No more than half of the move is used: advancing fire may follow."
            else:
                yield "More than half of the move is used: no advancing fire may follow."


def _into(leg: Leg, price: Fraction | None, left: Fraction) -> Stretch:
    if price is None:
        return Stretch(leg, price, Fraction(0), Fraction(0), done=False)
    if leg.ground.is_crossed:
        done = price <= left
        return Stretch(leg, price, Fraction(0), price if done else Fraction(0), done)
    gone = min(leg.inches, left / price)
    return Stretch(leg, price, gone, gone * price, gone == leg.inches)


def _where(last: Stretch) -> str:
    if last.rate is None:
        return f"before the {last.leg.word}, where nobody may go"
    if last.leg.ground.is_crossed:
        return f"before the {last.leg.word}, with too little movement left to cross it"
    return f"{inches(last.leg.inches - last.inches)} short of the end of the {_ground(last)}"


def _ground(stretch: Stretch) -> str:
    word = stretch.leg.word
    return f"{word} ground" if word in {"open", "rough"} else word


def _cost(stretch: Stretch) -> str:
    if stretch.rate is None:
        return f"{stretch.leg.word.capitalize()}: impassable."
    rate, spent = shown_length(stretch.rate), shown_length(stretch.spent)
    if stretch.leg.ground.is_crossed:
        crossed = spent if stretch.done else f"{rate}, which is more than is left"
        return f"{stretch.leg.word.capitalize()}: {crossed}."
    return f"{inches(stretch.inches)} of {_ground(stretch)} at {rate} an inch: {spent}."
