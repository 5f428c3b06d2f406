"""Two battalions that charge one, worked through by hand.

Two lines of two platoons charge a line of four, all Shaken: each charger has two of the enemy in
front of it, so that any loss wipes a charger out and a second loss the enemy.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from calculator.errors import ForbiddenError
from calculator.rules.question import Question
from tests.rules.asking import ask
from tests.rules.revolutionary_wars.by_hand import WORSE
from tests.rules.revolutionary_wars.faces import count, needs

STAND, STRIKE, SAVE, RALLY, SHOCK = 4, 5, 4, 4, 1
FIGHTS = ""

Charger = str
"""How a charger ended, or FIGHTS."""


def odds() -> dict[str, Fraction]:
    """Every outcome by its label."""
    return follow((FIGHTS, FIGHTS), 4, "shaken", SHOCK)


def follow(
    chargers: tuple[Charger, Charger], enemy: int, order: str, shock: int
) -> dict[str, Fraction]:
    """From a test of the enemy to the end."""
    ends: defaultdict[str, Fraction] = defaultdict(Fraction)
    again = Fraction(0)
    for p, label, state in once(chargers, enemy, order, shock):
        if label:
            ends[label] += p
        elif state == (chargers, enemy, order) and not shock:
            again += p
        else:
            for later, q in follow(*state, 0).items():
                ends[later] += p * q
    return {label: p / (1 - again) for label, p in ends.items()}


State = tuple[tuple[Charger, Charger], int, str]


def once(
    chargers: tuple[Charger, Charger], enemy: int, order: str, shock: int
) -> Iterator[tuple[Fraction, str, State]]:
    none = (chargers, enemy, order)
    if FIGHTS not in chargers:
        yield Fraction(1), told(f"stands, {order.title()}", chargers), none
        return
    holds = needs(STAND + shock, order)
    pursuing = ended(chargers, f"pursues, {WORSE[order].title()}")
    for p, fate in runs(enemy, order, pursued=True):
        yield (1 - holds) * p, told(fate, pursuing), none
    ways = [list(stood(charger, order)) for charger in chargers]
    for (p, first), (q, second) in product(*ways):
        left = (first, second)
        if FIGHTS not in left:
            yield holds * p * q, told(f"stands, {order.title()}", left), none
        else:
            for r, label, state in melee(left, enemy, order):
                yield holds * p * q * r, label, state


def stood(charger: Charger, order: str) -> Iterator[tuple[Fraction, Charger]]:
    if charger != FIGHTS:
        yield Fraction(1), charger
        return
    yield needs(STAND, order), FIGHTS
    for p, fate in runs(2, order, pursued=False):
        yield (1 - needs(STAND, order)) * p, fate


def runs(platoons: int, order: str, *, pursued: bool) -> Iterator[tuple[Fraction, str]]:
    kept = count(platoons, needs(RALLY, helped=not pursued))
    stays = sum(p for n, p in kept.items() if n == platoons or n > 2)
    if order == "shattered":
        stays = 0
    if stays:
        yield Fraction(stays), "breaks and runs"
    yield Fraction(1 - stays), "breaks and is destroyed"


def melee(
    chargers: tuple[Charger, Charger], enemy: int, order: str
) -> Iterator[tuple[Fraction, str, State]]:
    """With four platoons the enemy sets two against each charger, with three two and one; against
    one charger alone a neighbour joins those in front of it."""
    against = (
        {4: (2, 2), 3: (2, 1)}[enemy] if chargers == (FIGHTS, FIGHTS) else alone(chargers, enemy)
    )
    lost = needs(STRIKE, order) * (1 - needs(SAVE, order))
    ours = 2 * chargers.count(FIGHTS)
    ways = [wiped(charger, n, lost) for charger, n in zip(chargers, against, strict=True)]
    for (p, first), (q, second) in product(*map(list, ways)):
        left = (first, second)
        for losses, r in count(ours, lost).items():
            worse = WORSE[order]
            if losses and enemy - losses <= 2:
                pursuing = ended(left, f"pursues, {WORSE[worse].title()}")
                yield p * q * r, told("is wiped out", pursuing), (left, enemy, order)
            else:
                yield p * q * r, "", (left, enemy - losses, worse)


def alone(chargers: tuple[Charger, Charger], enemy: int) -> tuple[int, int]:
    """Of four platoons two face it and one is beside them; of three two face it and one is."""
    return (3, 0) if chargers[0] == FIGHTS else (0, 3)


def wiped(charger: Charger, dice: int, lost: Fraction) -> Iterator[tuple[Fraction, Charger]]:
    if charger != FIGHTS:
        yield Fraction(1), charger
        return
    unhurt = (1 - lost) ** dice
    yield unhurt, FIGHTS
    yield 1 - unhurt, "is wiped out"


def ended(chargers: tuple[Charger, Charger], fate: str) -> tuple[Charger, Charger]:
    first, second = (charger or fate for charger in chargers)
    return first, second


def told(enemy: str, chargers: tuple[Charger, Charger]) -> str:
    return f"enemy {enemy}; charger 1 {chargers[0]}; charger 2 {chargers[1]}"


@pytest.fixture(scope="module")
def asked() -> Question:
    return ask(
        "revolutionary-wars",
        "charge",
        battalion="line",
        formation="line",
        order="shaken",
        platoons=2,
        also_charging="line line shaken 2",
        enemy="line",
        enemy_order="shaken",
        enemy_platoons=4,
        caught="no",
    )


def test_two_chargers_on_one_enemy_go_as_they_do_by_hand(asked: Question) -> None:
    found = asked.odds().distribution
    by_hand = {label: p for label, p in odds().items() if p}
    assert {outcome.label: found.probability(outcome) for outcome in found} == by_hand


def test_one_charger_may_break_while_the_other_fights_on(asked: Question) -> None:
    labels = [outcome.label for outcome in asked.odds().distribution]
    after_a_melee = "enemy breaks and is destroyed"
    assert f"{after_a_melee}; charger 1 breaks and runs; charger 2 pursues, Shattered" in labels


@pytest.mark.parametrize(
    ("action", "values", "reason"),
    [
        (
            "charge",
            {"enemy_corner": 7},
            "7 platoons of the British line .* 6 platoons .* 0 to 6 can",
        ),
        (
            "charge",
            {"enemy_formation": "attack-column", "enemy_corner": 3},
            "has 2 platoons before the enemy, so 0 to 2",
        ),
        (
            "charge",
            {"also_charged": "mob attack-column solid 6 corner=3"},
            "3 platoons of the mob .* has 2 platoons before the enemy, so 0 to 2",
        ),
        (
            "charge",
            {"battalion": "cossacks", "formation": "line", "platoons": 4, "crossing": True}
            | {"crossing_platoons": 5},
            "5 platoons of the cossack squadron .* it has 4 platoons, so 0 to 4",
        ),
        (
            "charge",
            {"also_charging": "cossacks line solid 3 crossing=4"},
            "4 platoons of the cossack squadron .* it has 3 platoons",
        ),
        ("countercharge", {"also_charged": "mob line solid 3 crossing=4"}, "4 platoons of the mob"),
        ("melee", {"enemy_corner": 7}, "7 platoons of .* on a corner"),
        ("shoot", {"enemy_platoons": 4, "swept": 5}, "swept=5: the .* 4 platoons, so 1 to 4"),
        (
            "shoot",
            {"battalion": "french-skirmish", "formation": "skirmish-line", "platoons": 2}
            | {"swept": 3},
            "swept=3: each of 2 platoons that skirmish shoots at one, so 1 to 2 can",
        ),
        ("shoot", {"start_platoons": 3}, "start-platoons=3: .* 6 platoons now .* 6 to 12"),
    ],
)
def test_counts_that_cannot_be_are_refused_with_those_that_can(
    action: str, values: dict[str, object], reason: str
) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        ask("revolutionary-wars", action, **values).odds()
