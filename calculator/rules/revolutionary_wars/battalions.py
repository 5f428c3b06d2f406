"""A battalion as it comes into a fight: its card, how it stands, and how it is told of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

import attrs

from calculator import kinds, standing
from calculator.errors import Refusal
from calculator.rules.action import Parties
from calculator.rules.phrases import a_or_an, capitalized, counted, ordinal
from calculator.rules.revolutionary_wars import terms

SQUARE_PLATOONS = 4
"""The fewest platoons in a square (Formations, Square)."""


def _contact(word: kinds.Word) -> terms.Contact:
    return terms.Contact[word.name]


@attrs.frozen(eq=False)
class Battalion:
    """What is known of a battalion before the dice are thrown.

    `contact` says where a charge strikes it - rows have words of their own for that, by the same
    names - and `corner` how many of its platoons it strikes on a corner; `fighting` is how many
    roll to hit at first, if a player counted them. It is charged behind the `obstacle`; `crossing`
    is how many charge through terrain: if it `crosses`, all, unless they are counted. It may be one
    that `charges`, itself or to meet a charge. What favours it is told for its `side`, what pulls
    against it for the `other`. `edge` and `edge_ahead` are the inches to the edge of the table
    behind it and behind its enemies, None if out of reach of any run; it may `hold` back from
    pursuit.
    """

    name: str
    card: terms.Card
    formation: terms.Formation = terms.Formation.ATTACK_COLUMN
    order: terms.Order = terms.Order.SOLID
    platoons: int = attrs.field(
        default=attrs.Factory(lambda one: one.card.number("platoons"), takes_self=True)
    )
    near_general: bool = False
    contact: terms.Contact = attrs.field(default=terms.Contact.FRONT, converter=_contact)
    corner: int = 0
    obstacle: terms.Obstacle = terms.Obstacle.NONE
    crosses: bool = False
    crossing: int = attrs.field(
        default=attrs.Factory(lambda one: one.platoons * one.crosses, takes_self=True)
    )
    resolve: terms.Resolve = terms.Resolve.TESTS
    fighting: int | None = None
    charges: bool = False
    side: str = "chargers"
    other: str = "enemy"
    edge: Fraction | None = None
    edge_ahead: Fraction | None = None
    hold: bool = False

    def __str__(self) -> str:
        return f"the {self.name}"

    @property
    def flanked(self) -> bool:
        """Whether it is struck behind its front corners: from the flank or the rear."""
        return self.contact in {terms.Contact.FLANK, terms.Contact.REAR}

    @property
    def defends(self) -> bool:
        """Whether it is charged behind an obstacle."""
        return self.obstacle is not terms.Obstacle.NONE

    @property
    def skirmishes(self) -> bool:
        """Whether each platoon shoots at one platoon instead of sweeping ground (Skirmishers)."""
        return self.card.is_skirmish or self.formation is terms.Formation.SKIRMISH_LINE

    @property
    def strength(self) -> str:
        """How many platoons it has, in words."""
        return counted(self.platoons, "platoon")

    @cached_property
    def likeness(self) -> tuple[object, ...]:
        """All that sets it apart from others in a charge, but its name and its order."""
        unlike = {"name", "order", "card"}
        rest = attrs.astuple(self, recurse=False, filter=lambda field, _: field.name not in unlike)
        return (self.card.name, *rest)

    @property
    def shock(self) -> int:
        """What its charge adds to the score the enemy needs to stand."""
        return self.card.column("shock", self.formation)

    def stand(self, flanked: bool = False) -> int:
        """The score it needs to stand and fight, before modifiers."""
        return self.card.column("stand-flank" if flanked else "stand-front", self.formation)

    def kept(self, before: int, left: int) -> int:
        """How many platoons stay of so many `before`: none, if they are too few (Wiped Out)."""
        return 0 if left < before and left <= self.card.minimum else left

    def formation_refusals(self) -> Iterator[Refusal]:
        """Why a battalion cannot be in its formation."""
        card, formation = self.card, self.formation
        if formation is terms.Formation.DOUBLE_LINE and not card.can_form(formation):
            who = a_or_an(card.name.battalion)
            problem = f"{who} cannot form double line, only light and skirmish infantry can"
            yield Refusal(problem, "Formations, Double Line")
        elif not card.can_form(formation):
            columns = ", ".join(form.label for form in terms.Formation if card.can_form(form))
            lacks = f"the {card.name.label} card has no column for {formation.label}"
            problem = f"{lacks}, only for {columns}"
            yield Refusal(problem, "Battalion Cards", standing.Standing.JUDGEMENT)
        if formation is terms.Formation.SQUARE and self.platoons < SQUARE_PLATOONS:
            problem = f"a square must have at least {SQUARE_PLATOONS} platoons, not {self.platoons}"
            yield Refusal(problem, "Formations, Square")

    def arm_refusals(self) -> Iterator[Refusal]:
        """Why a battalion can never charge."""
        if self.card.arm is terms.Arm.ARTILLERY:
            yield Refusal("only infantry and cavalry charge, not artillery", "Charge Action")

    def charging_refusals(self) -> Iterator[Refusal]:
        """Why a battalion cannot begin a charge."""
        yield from self.arm_refusals()
        yield from self.shattered_refusals("charge", "Charge Action")

    def shattered_refusals(self, does: str, source: str) -> Iterator[Refusal]:
        """That a battalion cannot do something because it is Shattered."""
        if self.order is terms.Order.SHATTERED:
            yield Refusal(f"{self} is Shattered and cannot {does}", source)

    def reacting_refusals(self, away: Fraction = Fraction(0)) -> Iterator[Refusal]:
        """Why a battalion cannot react to an enemy so many inches `away`."""
        yield from self.shattered_refusals("react", "When You Can React")
        if away > (reach := self.card.tables.points("reach.react")):
            yield Refusal(f"the enemy is more than {reach} inches away", "When You Can React")

    def countercharging_refusals(self, charging: terms.Card) -> Iterator[Refusal]:
        """Why a battalion cannot countercharge one that goes by some card."""
        yield from self.arm_refusals()
        if self.card.arm is terms.Arm.INFANTRY and charging.arm is terms.Arm.CAVALRY:
            yield Refusal(
                "an infantry battalion cannot countercharge a cavalry squadron",
                "Countercharge Reaction, Infantry Cannot Countercharge Cavalry",
            )

    def defending_refusals(self) -> Iterator[Refusal]:
        """Why a battalion cannot defend its obstacle, if it has one."""
        if self.defends and self.formation is not terms.Formation.SKIRMISH_LINE:
            problem = f"{self} must be in skirmish line to defend an obstacle"
            yield Refusal(problem, "Charge Action, Defending Obstacles")
        if self.obstacle is terms.Obstacle.BUILDING and self.card.arm is not terms.Arm.INFANTRY:
            yield Refusal("only infantry can occupy a building", "Occupying Buildings")


def distinct_names(roles: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Names for battalions of given role and card: the card alone when nobody shares it."""
    cards = [card for _, card in roles]
    names = [card if cards.count(card) == 1 else f"{role} {card}" for role, card in roles]
    return tuple(
        name if names.count(name) == 1 else f"{ordinal(names[:place].count(name) + 1)} {name}"
        for place, name in enumerate(names)
    )


def named(*sides: Sequence[Battalion], roles: Sequence[str]) -> Iterator[tuple[Battalion, ...]]:
    """The battalions of each side under names that tell them all apart, by the side's role."""
    both = zip(roles, sides, strict=True)
    names = iter(
        distinct_names([(role, one.card.name.battalion) for role, side in both for one in side])
    )
    for side in sides:
        yield tuple(attrs.evolve(one, name=next(names)) for one in side)


def permitted(order: terms.Order) -> tuple[str, ...]:
    """The keys of the actions that a battalion of this order may take as its second, whichever was
    the first (Activating Battalions; Permitted Actions while Shattered)."""
    even_shattered = ("shoot", "reform")
    if order is terms.Order.SHATTERED:
        return even_shattered
    return ("charge", *even_shattered, "spike-guns")


def sentence(*clauses: str) -> str:
    """Clauses joined into one sentence."""
    return f"{capitalized('; '.join(clauses))}."


def called(battalions: Mapping[str, Battalion]) -> Parties:
    """By which words narrations and dice speak of battalions, by role."""
    return {role: (str(one), one.name) for role, one in battalions.items()}
