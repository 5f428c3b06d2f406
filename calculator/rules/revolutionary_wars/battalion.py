"""A battalion as it comes into a fight: its card and how it stands on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.rules.revolutionary_wars.cards import Card
from calculator.rules.revolutionary_wars.terms import Arm, Formation, Order, Troops
from calculator.rules.telling import a_or_an

SQUARE_PLATOONS = 4
"""The fewest platoons in a square (Formations, Square)."""


class Resolve(Word):
    """When a battalion that is charged chooses to break and run rather than to roll."""

    TESTS = "tests"
    RUNS_AT_ONCE = "runs-at-once"
    RUNS_AFTER_MELEE = "runs-after-melee"


@attrs.frozen(eq=False)
class Battalion:
    """What is known of a battalion before the dice are thrown.

    `flanked` and `clipped` say how a charge strikes it; `fighting` is how many of its platoons roll
    to hit at first, if a player counted them.
    """

    name: str
    card: Card
    formation: Formation
    order: Order
    platoons: int
    near_general: bool = False
    flanked: bool = False
    clipped: bool = False
    resolve: Resolve = Resolve.TESTS
    fighting: int | None = None

    @property
    def shock(self) -> int:
        """What its charge adds to the score the enemy needs to stand."""
        return self.card.column("shock", self.formation)

    def stand(self, flanked: bool = False) -> int:
        """The score it needs to stand and fight, before modifiers."""
        return self.card.column("stand-flank" if flanked else "stand-front", self.formation)


def ranks(battalion: Battalion, platoons: int) -> tuple[int, ...]:
    """Platoons in each rank of its formation, front first, when it has `platoons` left.

    Ranks are as equal as can be, the front ones stronger (Formations, Unequal Ranks).
    """
    depth = min(_depth(battalion.formation, battalion.card.troops, platoons), platoons)
    full, over = divmod(platoons, depth)
    return tuple(full + (rank < over) for rank in range(depth))


def _depth(formation: Formation, troops: Troops, platoons: int) -> int:
    match formation:
        case Formation.DOUBLE_LINE:
            return 2
        case Formation.MARCH_COLUMN:
            return platoons
        case Formation.ATTACK_COLUMN:
            return 4 if troops is Troops.LIGHT else 3
        case Formation.SQUARE:
            return 3
        case _:
            return 1


def column_refusals(card: Card, formation: Formation) -> Iterator[Refusal]:
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
            "Battalion Cards; designer's judgement",
        )


def formation_refusals(card: Card, formation: Formation, platoons: int) -> Iterator[Refusal]:
    """Why so many platoons of this card cannot be in a formation."""
    yield from column_refusals(card, formation)
    if formation is Formation.SQUARE and platoons < SQUARE_PLATOONS:
        yield Refusal(
            f"a square must have at least {SQUARE_PLATOONS} platoons, not {platoons}",
            "Formations, Square",
        )


def fighting_refusals(battalion: Battalion, front_rank_only: bool) -> Iterator[Refusal]:
    """Why a battalion cannot strike with as many platoons as a player counted."""
    front, *_ = ranks(battalion, battalion.platoons)
    most, where = battalion.platoons, ""
    if front_rank_only:
        most, where = front, f" in its front rank in {battalion.formation}"
    if battalion.fighting is not None and battalion.fighting > most:
        yield Refusal(
            f"{battalion.fighting} platoons of the {battalion.name} cannot fight: it has "
            f"{most}{where}",
            "Charge Action, 4. Melee",
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


def meeting_refusals(reacting: Card, charging: Card) -> Iterator[Refusal]:
    """Why one battalion cannot countercharge another."""
    yield from arm_refusals(reacting)
    if reacting.arm is Arm.INFANTRY and charging.arm is Arm.CAVALRY:
        yield Refusal(
            "an infantry battalion cannot countercharge a cavalry squadron",
            "Countercharge Reaction, Infantry Cannot Countercharge Cavalry",
        )


def told_apart(roles: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Names for battalions of given role and card: the card alone when nobody shares it."""
    cards = [card for _, card in roles]
    names = [card if cards.count(card) == 1 else f"{role} {card}" for role, card in roles]
    numbered = []
    for place, name in enumerate(names):
        if names.count(name) > 1:
            numbered.append(f"{ORDINALS[names[:place].count(name)]} {name}")
        else:
            numbered.append(name)
    return tuple(numbered)


ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")


def is_cavalry(battalion: Battalion) -> bool:
    """Whether it is a cavalry squadron."""
    return battalion.card.arm is Arm.CAVALRY
