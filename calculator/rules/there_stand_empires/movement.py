"""The movement allowance: how far a unit gets along a path, and what is left of its base move.

A path is written as ``open 2, woods 2, bridge, road 3``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.errors import Refusal
from calculator.forms import Form
from calculator.kinds import Length, Optional, Text, Word
from calculator.lengths import in_inches, shown_length
from calculator.rules.action import Action, Draws, Measure, Narration, Parties, Place, Severity
from calculator.rules.modifiers import answers
from calculator.rules.there_stand_empires import unit
from calculator.rules.there_stand_empires.orders import assault_reach, base_move, inches
from calculator.rules.there_stand_empires.terms import Arm, Passage, Quality
from calculator.rules.there_stand_empires.written import length_in, read_items, unknown

WORDS: Final = {
    "open": Passage.OPEN,
    "fields": Passage.OPEN,
    "track": Passage.OPEN,
    "rough": Passage.ROUGH,
    "woods": Passage.ROUGH,
    "marsh": Passage.ROUGH,
    "swamp": Passage.ROUGH,
    "rocky hill": Passage.ROUGH,
    "ford": Passage.ROUGH,
    "road": Passage.ROAD,
    "town": Passage.TOWN,
    "village": Passage.TOWN,
    "obstacle": Passage.LINEAR_OBSTACLE,
    "hedge": Passage.LINEAR_OBSTACLE,
    "wall": Passage.LINEAR_OBSTACLE,
    "fence": Passage.LINEAR_OBSTACLE,
    "choke point": Passage.CHOKE_POINT,
    "bridge": Passage.CHOKE_POINT,
    "gate": Passage.CHOKE_POINT,
    "impassable": Passage.IMPASSABLE,
    "cliff": Passage.IMPASSABLE,
    "river": Passage.IMPASSABLE,
    "deep swamp": Passage.IMPASSABLE,
}
"""The words of section VIII. A track is no road, and a ford is rough going; a river has no ford."""

_LEG: Final = r"(?P<word>[a-z][a-z -]*?)(?:\s+(?P<inches>[\d.½¼¾].*))?"
_INCHES_FIRST: Final = (
    r"(?P<inches>[\d.½¼¾][^a-z]*?) *(?:inch(?:es)?(?: of)? )?(?P<word>[a-z][a-z -]*)"
)


@attrs.frozen
class Leg:
    """A stretch of one kind of ground, by the word the player used; a crossing is 0 inches long."""

    word: str
    inches: Fraction = Fraction(0)

    @property
    def ground(self) -> Passage:
        """What kind of ground it is."""
        return WORDS[self.word]

    def __str__(self) -> str:
        return f"{self.word} {shown_length(self.inches)}" if self.inches else self.word


Path = tuple[Leg, ...]


def read_path(text: str) -> Path:
    """A path from text.

    Raises ValueError naming every leg with an unknown word, without a length that it needs, or with
    one that it cannot have.
    """
    path = read_items(text, _read_leg)
    if not path:
        raise ValueError("the path is empty")
    return path


def _read_leg(item: str) -> Leg:
    found = re.fullmatch(_INCHES_FIRST, item) or re.fullmatch(_LEG, item)
    word = _known(found["word"].replace("-", " ").strip()) if found else None
    if not found or word is None:
        raise unknown(found["word"] if found else item, item, WORDS)
    crossed = WORDS[word].is_crossed
    if found["inches"] is None:
        if crossed or WORDS[word] is Passage.IMPASSABLE:
            return Leg(word)
        raise ValueError(f"{item!r} needs its length in inches, as in '{word} 2'")
    if crossed:
        raise ValueError(f"{item!r} has no length: a {word} is crossed at a point")
    length = length_in(found["inches"], item)
    if not length:
        raise ValueError(f"{item!r} has no length")
    return Leg(word, length)


def _known(word: str) -> str | None:
    """The word as it is listed, or None; with or without an s at its end."""
    return next((known for known in WORDS if known.rstrip("s") == word.rstrip("s")), None)


def write_path(path: Path) -> str:
    """A path as it is typed."""
    return ", ".join(map(str, path))


PATH: Final = Text(
    read_path,
    write_path,
    "stretches with their inches and crossings, with commas between, e.g. open 2, woods 1 1/2, "
    f"bridge, road 3; the words are {', '.join(WORDS)}",
    type=tuple,
)


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


OF_A_UNIT: Final = ~where("move", Move.GENERAL)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class MovementForm(Form):
    """Who moves, how, and over what ground."""

    move: Move = unit.ACTING.choice(
        Move,
        help="The action that moves the unit. A general moves by himself, as cavalry.",
        source="III.B, VII",
    )
    actor: Arm = unit.actor(matters=OF_A_UNIT)
    quality: Quality = unit.quality(matters=OF_A_UNIT & where("actor.has_quality"))
    base_move: Fraction | None = unit.ACTING.entry(
        Optional(Length(Fraction(0), Fraction(28)), "full move"),
        help="Inches of base movement, if it is not the full move: after delayed orders, in a "
        "breakthrough charge, in a retreat, or for half a move before fire.",
        source="IV, V, VII",
    )
    path: Path = unit.SITUATION.entry(
        PATH,
        default=(Leg("open", Fraction(2)), Leg("woods", Fraction(2))),
        help="The ground along the path of the base that goes furthest, in order: each stretch "
        "with its inches, and hedges, walls, bridges and gates by name.",
        source="IV, VIII",
    )

    @property
    def may_be_followed_by_fire(self) -> bool:
        """Whether half of this move would leave time for advancing fire (IV).

        A base move entered by hand may already be a half.
        """
        maneuvers = self.move is Move.MANEUVER_IN_COLUMN and self.actor.fires
        return maneuvers and self.base_move is None


@attrs.frozen
class MoveOutcome:
    """How a move ends: inches gone along the path, inches of base move left, whether it arrives."""

    arrives: bool
    inches: Fraction = attrs.field(converter=in_inches)
    left: Fraction = attrs.field(converter=in_inches)

    @property
    def label(self) -> str:
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
    """How far a unit or a general gets over the ground along a path."""

    key = "movement-allowance"
    source = "III.B, IV, VII, VIII"
    severity = Severity[MoveOutcome](lambda outcome: outcome.arrives, "the unit")
    measures = (Measure("arrives", "arrives", lambda outcome: outcome.arrives),)
    modifiers = tuple(answers(MovementForm))
    place = Place.AID

    def refusals(self) -> Iterator[Refusal]:
        form = self.form
        if form.move.is_assault and not form.actor.has_quality:
            yield Refusal("Only infantry and cavalry assault", "III.B, VII")
        if form.move is Move.ASSAULT_IN_LINE and form.actor.is_cavalry:
            yield Refusal("Cavalry does not assault in line: deployed, it is spread out", "VII")

    def resolve(self, chance: Chance) -> MoveOutcome:
        path = self.stretches
        spent = sum((stretch.spent for stretch in path), Fraction(0))
        return MoveOutcome(
            arrives=len(path) == len(self.form.path) and path[-1].done,
            inches=sum((stretch.inches for stretch in path), Fraction(0)),
            left=self.full_move - spent,
        )

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

    def rate(self, ground: Passage) -> Fraction | None:
        """What an inch of some ground costs in base movement, or crossing it; None if barred."""
        form, tables = self.form, self.tables
        march = form.move.is_march
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

    def parties(self) -> Parties:
        return {"actor": (f"the {self.form.actor.label}",), "target": ("the target",)}

    def narrate(self, drawn: MoveOutcome, draws: Draws) -> Narration:
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
        yield "Come no closer than 1 inch to any enemy; do not end inside a friendly unit."
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
