"""A battalion as it comes into a fight: its card, how it stands on the table, and how it is told
of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.rules.action import Draws, Narration, Parties
from calculator.rules.modifiers import Factor
from calculator.rules.phrases import a_or_an, capitalized
from calculator.rules.revolutionary_wars.cards import Card
from calculator.rules.revolutionary_wars.terms import Arm, Formation, Order
from calculator.standing import Standing

SQUARE_PLATOONS = 4
"""The fewest platoons in a square (Formations, Square)."""


class Resolve(Word):
    """When a battalion that is charged chooses to break and run rather than to roll."""

    TESTS = "tests"
    RUNS_AT_ONCE = "runs-at-once"
    RUNS_AFTER_MELEE = "runs-after-melee"


class Contact(Word):
    """Where a charge strikes a battalion, or that it only clips it."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"
    CLIPPED = "clipped"


class Obstacle(Word):
    """What the enemy defends."""

    NONE = "none"
    OBSTACLE = "obstacle"
    TALL_WALL = "tall-wall"
    BUILDING = "building"


@attrs.frozen(eq=False)
class Battalion:
    """What is known of a battalion before the dice are thrown.

    `contact` says where a charge strikes it, and `corner` how many of its platoons it strikes on a
    corner; `fighting` is how many platoons roll to hit at first, if a player counted them. It is
    charged behind the `obstacle`; `crossing` is how many of its platoons charge through terrain.
    """

    name: str
    card: Card
    formation: Formation
    order: Order
    platoons: int
    near_general: bool = False
    contact: Contact = Contact.FRONT
    corner: int = 0
    obstacle: Obstacle = Obstacle.NONE
    crossing: int = 0
    resolve: Resolve = Resolve.TESTS
    fighting: int | None = None

    @property
    def flanked(self) -> bool:
        """Whether it is struck behind its front corners: from the flank or the rear."""
        return self.contact in {Contact.FLANK, Contact.REAR}

    @property
    def clipped(self) -> bool:
        """Whether no charger made positive contact with it."""
        return self.contact is Contact.CLIPPED

    @property
    def defends(self) -> bool:
        """Whether it is charged behind an obstacle."""
        return self.obstacle is not Obstacle.NONE

    @property
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

    def factor(self, stage: str, name: str, points: int, source: str, *numbers: str) -> Factor:
        """What numbers of its card come to in its formation."""
        keys = self.card.keys(self.formation, *numbers)
        return Factor(stage, name, self.name, points, source, keys)


def card_refusals(card: Card, formation: Formation) -> Iterator[Refusal]:
    """Why no battalion of this card can be in a formation, however many its platoons."""
    if card.can_form(formation):
        return
    if formation is Formation.DOUBLE_LINE:
        yield Refusal(
            f"{a_or_an(card.name.battalion)} cannot form double line, only light and skirmish "
            "infantry can",
            "Formations, Double Line",
        )
    else:
        columns = ", ".join(form.label for form in Formation if card.can_form(form))
        yield Refusal(
            f"the {card.name.label} card has no column for {formation.label}, only for {columns}",
            "Battalion Cards",
            Standing.JUDGEMENT,
        )


def formation_refusals(battalion: Battalion) -> Iterator[Refusal]:
    """Why a battalion cannot be in its formation."""
    yield from card_refusals(battalion.card, battalion.formation)
    if battalion.formation is Formation.SQUARE and battalion.platoons < SQUARE_PLATOONS:
        yield Refusal(
            f"a square must have at least {SQUARE_PLATOONS} platoons, not {battalion.platoons}",
            "Formations, Square",
        )


def arm_refusals(card: Card) -> Iterator[Refusal]:
    """Why a battalion of this card can never charge."""
    if card.arm is Arm.ARTILLERY:
        yield Refusal("only infantry and cavalry charge, not artillery", "Charge Action")


def charging_refusals(battalion: Battalion) -> Iterator[Refusal]:
    """Why a battalion cannot begin a charge."""
    yield from arm_refusals(battalion.card)
    if battalion.order is Order.SHATTERED:
        yield Refusal(
            f"the {battalion.name} is Shattered: a battalion must be Solid or Shaken to charge",
            "Charge Action",
        )


def reacting_refusals(battalion: Battalion) -> Iterator[Refusal]:
    """Why a battalion cannot react."""
    if battalion.order is Order.SHATTERED:
        yield Refusal(f"the {battalion.name} is Shattered and cannot react", "When You Can React")


def countercharging_refusals(reacting: Card, charging: Card) -> Iterator[Refusal]:
    """Why one battalion cannot countercharge another."""
    yield from arm_refusals(reacting)
    if reacting.arm is Arm.INFANTRY and charging.arm is Arm.CAVALRY:
        yield Refusal(
            "an infantry battalion cannot countercharge a cavalry squadron",
            "Countercharge Reaction, Infantry Cannot Countercharge Cavalry",
        )


def defending_refusals(battalion: Battalion) -> Iterator[Refusal]:
    """Why a battalion cannot defend its obstacle, if it has one."""
    if battalion.defends and battalion.formation is not Formation.SKIRMISH_LINE:
        yield Refusal(
            f"the {battalion.name} must be in skirmish line to defend an obstacle",
            "Charge Action, Defending Obstacles",
        )
    if battalion.obstacle is Obstacle.BUILDING and battalion.card.arm is not Arm.INFANTRY:
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


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th; 11th, 21st."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 in {11, 12, 13} else ends.get(number % 10, 'th')}"


def permitted(order: Order) -> tuple[str, ...]:
    """The keys of the actions that a battalion of this order may take as its second.

    Two actions make an activation, whichever they are, and a Shattered battalion may only shoot or
    reform (Activating Battalions; Permitted Actions while Shattered).
    """
    even_shattered = ("shoot", "reform")
    return even_shattered if order is Order.SHATTERED else ("charge", *even_shattered, "spike-guns")


def narrated(
    draws: Draws, event: str | Iterable[str], *steps: str, how: Sequence[str] = ()
) -> Narration:
    """What happened in a sentence, what to do on the table, and the dice.

    `event` is a clause or several; before the dice stands `how` else it came about.
    """
    clauses = [event] if isinstance(event, str) else event
    dice = (f"{capitalized(draw.ask)}: {draw.value}" for draw in draws)
    return Narration(sentence(clauses), [f"{step}." for step in steps], (*how, *dice))


def sentence(clauses: Iterable[str]) -> str:
    """Clauses joined into one sentence."""
    joined = "; ".join(clause for clause in clauses if clause)
    return f"{capitalized(joined)}."


def called(battalions: Mapping[str, Battalion]) -> Parties:
    """By which words narrations and dice speak of battalions, by role."""
    return {role: (f"the {one.name}", one.name) for role, one in battalions.items()}
