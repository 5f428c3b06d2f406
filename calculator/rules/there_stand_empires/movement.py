"""The movement allowance: how far a unit gets along a path, and what is left of its base move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

import attrs

from calculator import conditions, forms, kinds, lengths
from calculator.chance.interface import Chance
from calculator.errors import Fault, Refusal
from calculator.rules.action import Action, Draws, Measure, Narration, Outcome, Place, Severity
from calculator.rules.there_stand_empires import terms
from calculator.rules.there_stand_empires.orders import base_move, inches
from calculator.rules.there_stand_empires.terms import Arm, Passage, Quality

_WORDS_FOR: Final = {
    Passage.OPEN: ("open", "fields", "track"),
    Passage.ROUGH: ("rough", "woods", "marsh", "swamp", "rocky hill", "ford"),
    Passage.ROAD: ("road",),
    Passage.TOWN: ("town", "village"),
    Passage.LINEAR_OBSTACLE: ("obstacle", "hedge", "wall", "fence"),
    Passage.CHOKE_POINT: ("choke point", "bridge", "gate"),
    Passage.IMPASSABLE: ("impassable", "cliff", "river", "deep swamp"),
}
WORDS: Final = {word: ground for ground, words in _WORDS_FOR.items() for word in words}
"""The words of section VIII. A track is no road, and a ford is rough going; a river has no ford."""

_LEG: Final = r"(?P<word>[a-z][a-z -]*?)(?:\s+(?P<inches>[\d.½¼¾].*))?"
_INCHES_FIRST: Final = (
    r"(?P<inches>[\d.½¼¾][^a-z]*?) *(?:inch(?:es)?(?: of)? )?(?P<word>[a-z][a-z -]*)"
)


class Leg(NamedTuple):
    """A stretch of one kind of ground, by the word the player used; a crossing is 0 inches long."""

    word: str
    inches: Fraction = Fraction(0)

    @property
    def ground(self) -> Passage:
        """What kind of ground it is."""
        return WORDS[self.word]

    def __str__(self) -> str:
        return f"{self.word} {lengths.shown_length(self.inches)}" if self.inches else self.word


Path = tuple[Leg, ...]


def _read_leg(item: str) -> Leg:
    """A leg from text; ValueError for an unknown word, and a length that is missing or too much."""
    found = re.fullmatch(_INCHES_FIRST, item) or re.fullmatch(_LEG, item)
    if not found:
        raise terms.unknown(item, item, WORDS)
    typed = found["word"].replace("-", " ").strip().rstrip("s")
    if not (word := next((known for known in WORDS if known.rstrip("s") == typed), None)):
        raise terms.unknown(found["word"], item, WORDS)
    crossed = WORDS[word] in terms.CROSSED
    if found["inches"] is None:
        if crossed or WORDS[word] is Passage.IMPASSABLE:
            return Leg(word)
        raise ValueError(f"{item!r} needs its length in inches, as in '{word} 2'")
    if crossed:
        raise ValueError(f"{item!r} has no length: a {word} is crossed at a point")
    length = terms.length_in(found["inches"], item)
    if not length:
        raise ValueError(f"{item!r} has no length")
    return Leg(word, length)


PATH: Final = kinds.listed(
    _read_leg,
    "stretches with their inches and crossings, with commas between, e.g. open 2, woods 1 1/2, "
    f"bridge, road 3; the words are {', '.join(WORDS)}",
)


class Move(kinds.Word):
    """The moves that terrain modifies (III.B, IV, VII)."""

    MANEUVER_IN_COLUMN = "maneuver-in-column"
    MARCH = "march"
    ROUTE_MARCH = "route-march"
    DEPLOY = "deploy"
    ASSAULT = "assault"
    ASSAULT_IN_LINE = "assault-in-line"
    GENERAL = "general"


ASSAULTS: Final = (Move.ASSAULT, Move.ASSAULT_IN_LINE)
"""Moves that may end in contact with the enemy."""
OF_A_UNIT: Final = ~conditions.where("move", Move.GENERAL)


class MovementForm(forms.Form):
    """Who moves, how, and over what ground."""

    move: Move = terms.ACTING.choice(Move, source="III.B, VII")
    """The action that moves the unit. A general moves by himself, as cavalry."""
    actor: Arm = terms.actor(matters=OF_A_UNIT)
    quality: Quality = terms.quality(matters=OF_A_UNIT & conditions.where("actor.has_quality"))
    base_move: Fraction | None = terms.ACTING.entry(
        kinds.Optional(kinds.Length(Fraction(0), Fraction(28)), "full move"), source="IV, V, VII"
    )
    """Inches of base movement, if it is not the full move: after delayed orders, in a breakthrough
    charge, in a retreat, or for half a move before fire."""
    path: Path = terms.SITUATION.entry(
        PATH, default=(Leg("open", Fraction(2)), Leg("woods", Fraction(2))), source="IV, VIII"
    )
    """The ground along the path of the base that goes furthest, in order: each stretch with its
    inches, and hedges, walls, bridges and gates by name."""

    def faults(self) -> Iterator[Fault]:
        if not self.path:
            yield Fault("path", "the path is empty", PATH.allowed)


class MoveOutcome(Outcome):
    """How a move ends: inches gone along the path, inches of base move left, whether it arrives."""

    arrives: bool
    inches: Fraction = attrs.field(converter=lengths.in_inches)
    left: Fraction = attrs.field(converter=lengths.in_inches)

    @property
    def label(self) -> str:
        end = "arrives" if self.arrives else "stops short"
        return f"{end} after {inches(self.inches)}, {lengths.shown_length(self.left)} left"


class Stretch(NamedTuple):
    """What becomes of a leg of the path: inches gone of it, base move spent, whether it is done.
    `rate` is the base movement an inch costs, or what a crossing costs; None where nobody goes."""

    leg: Leg
    rate: Fraction | None
    inches: Fraction
    spent: Fraction
    done: bool


class MovementAllowance(Action[MovementForm, MoveOutcome]):
    """How far a unit or a general gets over the ground along a path."""

    key = "movement-allowance"
    source = "III.B, IV, VII, VIII"
    severity = Severity[MoveOutcome](lambda o: o.arrives, "the unit")
    measures = (Measure("arrives", "arrives", lambda o: o.arrives),)
    place = Place.AID
    speaks_of = {"actor": ("the {form.actor.label}",), "target": ("the target",)}

    def refusals(self) -> Iterator[Refusal]:
        form = self.form
        if form.move in ASSAULTS and not form.actor.has_quality:
            yield Refusal("Only infantry and cavalry assault", "III.B, VII")
        if form.move is Move.ASSAULT_IN_LINE and form.actor.is_cavalry:
            yield Refusal("Cavalry does not assault in line: deployed, it is spread out", "VII")

    def resolve(self, chance: Chance) -> MoveOutcome:
        path = self.stretches
        arrives = len(path) == len(self.form.path) and path[-1].done
        gone = sum((stretch.inches for stretch in path), Fraction(0))
        return MoveOutcome(arrives, gone, self.full_move - sum(one.spent for one in path))

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """The stretches of the path one after another, up to the one that is not done."""
        left, path = self.full_move, list[Stretch]()
        for leg in self.form.path:
            rate, crossed = self.rate(leg.ground), leg.ground in terms.CROSSED
            price = rate if rate is None or crossed else rate * leg.inches
            if price is None or price > left:
                gone = left / rate if rate and not crossed else Fraction(0)
                path.append(Stretch(leg, rate, gone, gone * (rate or 0), done=False))
                break
            path.append(Stretch(leg, rate, leg.inches, price, done=True))
            left -= price
        return tuple(path)

    @cached_property
    def full_move(self) -> Fraction:
        """The base move in inches: the one given, or else what the action allows."""
        form = self.form
        if form.base_move is not None:
            return form.base_move
        return base_move(self.tables, form.move.value, form.actor, form.quality)

    def rate(self, ground: Passage) -> Fraction | None:
        """What an inch of some ground costs in base movement, or crossing it; None if barred."""
        form, tables = self.form, self.tables
        # Roads help what moves in march column, and bridges do not hinder it.
        march = form.move in {Move.MARCH, Move.ROUTE_MARCH}
        if ground is Passage.IMPASSABLE:
            return None
        if ground is Passage.LINEAR_OBSTACLE:
            return tables.fraction("terrain.obstacle")
        if ground is Passage.CHOKE_POINT:
            return Fraction(0) if march else tables.fraction("terrain.choke-point")
        if march and ground in {Passage.ROAD, Passage.TOWN}:
            return 1 / tables.fraction("terrain.road")
        if ground in {Passage.ROUGH, Passage.TOWN}:
            mover = "general" if form.move is Move.GENERAL else form.actor.family
            return tables.fraction(f"terrain.rough.{mover}")
        return Fraction(1)

    def narrate(self, drawn: MoveOutcome, draws: Draws) -> Narration:
        who = "general" if self.form.move is Move.GENERAL else self.form.actor.label
        how = (f"Base move: {inches(self.full_move)}.", *map(_cost, self.stretches))
        return Narration(f"The {who} {drawn.label}.", self._steps(drawn), how)

    def _steps(self, outcome: MoveOutcome) -> Iterator[str]:
        if self.form.move in ASSAULTS:
            within, beyond = "within reach: assault it", "out of reach: it may not be assaulted"
            yield f"The target is {within if outcome.arrives else beyond}."
            return
        yield f"Move {inches(outcome.inches)} along the path."
        yield "Come no closer than 1 inch to any enemy; do not end inside a friendly unit."
        # A base move entered by hand may already be a half (IV).
        maneuvers = self.form.move is Move.MANEUVER_IN_COLUMN and self.form.actor.fires
        if maneuvers and self.form.base_move is None:
            over_half = 2 * outcome.left < self.full_move
            used, fire = ("More", "no advancing") if over_half else ("No more", "advancing")
            yield f"{used} than half of the move is used: {fire} fire may follow."


def _cost(stretch: Stretch) -> str:
    word, whole = stretch.leg.word, stretch.leg.inches
    if stretch.rate is None:
        return f"{word.capitalize()}: impassable."
    rate, spent = lengths.shown_length(stretch.rate), lengths.shown_length(stretch.spent)
    if stretch.leg.ground in terms.CROSSED:
        crossed = spent if stretch.done else f"{rate}, which is more than is left"
        return f"{word.capitalize()}: {crossed}."
    gone = "" if stretch.done else f"{lengths.shown_length(stretch.inches)} of "
    ground = f"{word} ground" if word in {"open", "rough"} else word
    return f"{gone}{inches(whole)} of {ground} at {rate} an inch: {spent}."
