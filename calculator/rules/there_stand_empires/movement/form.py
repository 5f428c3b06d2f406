"""What is asked about a unit, or a general, that moves."""

from __future__ import annotations

from fractions import Fraction

import attrs

from calculator.forms import Form, choice, entry
from calculator.kinds import Optional, Word
from calculator.numbers import Measure
from calculator.rules.there_stand_empires import actor_fields
from calculator.rules.there_stand_empires.movement.path import PATH, Leg, Path
from calculator.rules.there_stand_empires.words import Arm, Quality


class Move(Word):
    """The moves that terrain modifies (III.B, IV, VII)."""

    MANEUVER_IN_COLUMN = "maneuver-in-column"
    MARCH = "march"
    ROUTE_MARCH = "route-march"
    DEPLOY = "deploy"
    ASSAULT = "assault"
    ASSAULT_IN_LINE = "assault-in-line"
    GENERAL = "general"

    @property
    def is_march(self) -> bool:
        """Whether it is made in march column, which roads help and bridges do not hinder."""
        return self in {Move.MARCH, Move.ROUTE_MARCH}

    @property
    def is_assault(self) -> bool:
        """Whether it may end in contact with the enemy."""
        return self in {Move.ASSAULT, Move.ASSAULT_IN_LINE}


def _of_a_unit(form: MovementForm) -> bool:
    return form.move is not Move.GENERAL


def _of_a_rated_unit(form: MovementForm) -> bool:
    return _of_a_unit(form) and form.actor.has_quality


@attrs.frozen(kw_only=True)
class MovementForm(Form):
    """Who moves, in which way, and over what ground."""

    move: Move = choice(
        Move,
        "Move",
        default=Move.MANEUVER_IN_COLUMN,
        help="The action that moves the unit. A general moves by himself, as cavalry.",
        source="III.B, VII",
        group="Actor",
        mnemonic="M",
    )
    actor: Arm = actor_fields.actor(_of_a_unit)
    quality: Quality = actor_fields.quality(_of_a_rated_unit)
    base_move: Fraction | None = entry(
        Optional(Measure(Fraction(0), Fraction(28)), "full move"),
        "Base move",
        default=None,
        help="Inches of base movement, where it is not the full move: orders that were delayed, "
        "what is left for a breakthrough charge, a retreat, half a move with fire to follow.",
        source="IV, V, VII",
        group="Actor",
        mnemonic="A",
    )
    path: Path = entry(
        PATH,
        "Path",
        default=(Leg("open", Fraction(2)), Leg("woods", Fraction(2))),
        help="The ground along the path of the base that goes furthest, in order. Open, rough or "
        "woods, road, town and their inches; hedges, walls, bridges and gates by themselves.",
        source="IV, VIII",
        group="Situation",
        mnemonic="P",
    )

    @property
    def may_be_followed_by_fire(self) -> bool:
        """Whether half of this move would leave time for advancing fire (IV).

        Of a base move given by hand nobody knows what it is the half of.
        """
        maneuvers = self.move is Move.MANEUVER_IN_COLUMN and self.actor.fires
        return maneuvers and self.base_move is None
