"""Formations laid against each other: who has an enemy in front."""

from collections import Counter
from collections.abc import Sequence

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import ForbiddenError
from calculator.rules.revolutionary_wars import SYSTEM
from calculator.rules.revolutionary_wars.battalions import (
    Battalion,
    distinct_names,
)
from calculator.rules.revolutionary_wars.frontage import Dice, Lineup, ranks
from calculator.rules.revolutionary_wars.terms import Card, CardName, Contact, Formation, Order
from tests.rules.asking import ask


def battalion(card: CardName, formation: Formation, platoons: int) -> Battalion:
    dealt = Card(card, SYSTEM.tables)
    return Battalion("", dealt, formation, Order.SHAKEN, platoons)


LINE_OF_6 = battalion(CardName.LINE, Formation.LINE, 6)
COLUMN_OF_6 = battalion(CardName.LINE, Formation.ATTACK_COLUMN, 6)


def dice_of_all(lineup: Lineup, platoons: Sequence[int]) -> dict[tuple[int, int], Dice]:
    """The dice that each battalion rolls against each, by (striker, target)."""
    return {
        (one, target): dice
        for one in lineup.contacts
        for target, dice in lineup.dice_of(one, platoons).items()
    }


def dice(*sides: list[Battalion], both: bool = False) -> dict[tuple[int, int], Dice]:
    chargers, enemies = sides
    everyone = [attrs.evolve(one, charges=True) for one in chargers]
    everyone += [attrs.evolve(one, charges=both) for one in enemies]
    first = range(len(chargers))
    second = range(len(chargers), len(everyone))
    lineup = Lineup(everyone, (first, second))
    return dice_of_all(lineup, [one.platoons for one in everyone])


def test_the_centre_platoon_of_a_square_may_stand_alone_in_front() -> None:
    """By the words alone: "the Centre Platoon to the front and the remaining Platoons in three
    ranks"."""
    tables = SYSTEM.tables.override({"square.centre-alone": 1}, "to the letter")
    square = attrs.evolve(
        battalion(CardName.LINE, Formation.SQUARE, 7), card=Card(CardName.LINE, tables)
    )
    assert ranks(square, 7) == (1, 2, 2, 2)
    assert ranks(square, 1) == (1,)


@pytest.mark.parametrize(
    ("card", "formation", "platoons", "expected"),
    [
        (CardName.LINE, Formation.LINE, 6, (6,)),
        (CardName.LIGHT, Formation.DOUBLE_LINE, 7, (4, 3)),
        (CardName.LINE, Formation.ATTACK_COLUMN, 6, (2, 2, 2)),
        (CardName.LINE, Formation.ATTACK_COLUMN, 7, (3, 2, 2)),
        (CardName.LIGHT, Formation.ATTACK_COLUMN, 8, (2, 2, 2, 2)),
        (CardName.LINE, Formation.ATTACK_COLUMN, 2, (1, 1)),
        (CardName.LINE, Formation.MARCH_COLUMN, 4, (1, 1, 1, 1)),
        (CardName.LINE, Formation.SQUARE, 6, (2, 2, 2)),
        (CardName.SKIRMISH, Formation.SKIRMISH_LINE, 8, (8,)),
    ],
)
def test_ranks_are_as_deep_as_the_formation_and_strongest_in_front(
    card: CardName, formation: Formation, platoons: int, expected: tuple[int, ...]
) -> None:
    assert ranks(battalion(card, formation, platoons), platoons) == expected


def test_a_line_against_an_equal_line_fights_with_every_platoon() -> None:
    assert dice([LINE_OF_6], [LINE_OF_6]) == {(0, 1): Dice(6, 0), (1, 0): Dice(6, 0)}


def test_a_column_meets_two_platoons_and_their_neighbours() -> None:
    """The column is two platoons wide: two in front of it and one on either side strike back."""
    assert dice([COLUMN_OF_6], [LINE_OF_6]) == {(0, 1): Dice(2, 0), (1, 0): Dice(4, 0)}


def test_a_charged_column_also_strikes_from_its_second_rank_but_a_charging_one_does_not() -> None:
    assert dice([LINE_OF_6], [COLUMN_OF_6]) == {(0, 1): Dice(4, 0), (1, 0): Dice(2, 2)}
    assert dice([LINE_OF_6], [COLUMN_OF_6], both=True)[1, 0] == Dice(2, 0)


def test_a_line_in_the_flank_strikes_with_its_end_and_the_platoon_beside_it() -> None:
    flanked = attrs.evolve(LINE_OF_6, contact=Contact.FLANK)
    assert dice([LINE_OF_6], [flanked]) == {(0, 1): Dice(4, 0), (1, 0): Dice(0, 2)}


def test_a_line_struck_in_the_rear_turns_all_that_are_struck_to_their_flank_number() -> None:
    """Its rear is as wide as its front: two platoons of the column behind it, and neighbours."""
    rear = attrs.evolve(LINE_OF_6, contact=Contact.REAR)
    assert dice([COLUMN_OF_6], [rear]) == {(0, 1): Dice(2, 0), (1, 0): Dice(0, 4)}


def test_a_platoon_struck_on_its_corner_strikes_as_to_its_flank() -> None:
    cornered = attrs.evolve(LINE_OF_6, corner=1)
    assert dice([LINE_OF_6], [cornered])[1, 0] == Dice(5, 1)
    assert dice([COLUMN_OF_6], [attrs.evolve(LINE_OF_6, corner=9)])[1, 0] == Dice(0, 4)


def test_a_player_who_counts_is_believed_as_far_as_platoons_last() -> None:
    three = attrs.evolve(LINE_OF_6, fighting=3)
    assert dice([three], [LINE_OF_6])[0, 1] == Dice(3, 0)
    many = attrs.evolve(COLUMN_OF_6, fighting=5)
    assert dice([many], [LINE_OF_6])[0, 1] == Dice(2, 0)
    assert dice([LINE_OF_6], [many])[1, 0] == Dice(2, 3)


@pytest.mark.parametrize(
    ("action", "values", "reason"),
    [
        (
            "charge",
            {"fighting": 12},
            "12 platoons of the French line cannot fight: it has 2 platoons in ",
        ),
        ("charge", {"fighting": 3}, "it has 2 platoons in its front rank in attack column"),
        ("charge", {"enemy_fighting": 7}, "7 platoons of the British line cannot fight: it has 6"),
        ("countercharge", {"enemy_formation": "attack-column", "enemy_fighting": 3}, "front rank"),
        ("melee", {"fighting": 3}, "front rank"),
        ("melee", {"enemy_platoons": 4, "enemy_fighting": 5}, "it has 4"),
    ],
)
def test_nobody_fights_with_more_platoons_than_can_strike(
    action: str, values: dict[str, object], reason: str
) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        ask("revolutionary-wars", action, **values).odds()


@pytest.mark.parametrize(
    ("action", "values"),
    [
        ("charge", {"fighting": 2, "enemy_fighting": 6}),
        ("charge", {"enemy_formation": "attack-column", "enemy_fighting": 6}),
        ("melee", {"fighting": 2, "enemy_fighting": 6}),
    ],
)
def test_all_that_can_strike_may_be_counted(action: str, values: dict[str, object]) -> None:
    assert ask("revolutionary-wars", action, **values).odds()


def test_two_columns_abreast_both_strike_the_line_and_share_its_blows() -> None:
    struck = dice([COLUMN_OF_6, COLUMN_OF_6], [LINE_OF_6])
    assert struck[0, 2] == struck[1, 2] == Dice(2, 0)
    assert struck[2, 0] == struck[2, 1] == Dice(3, 0)


CLIPPED_MOB = attrs.evolve(battalion(CardName.MOB, Formation.LINE, 10), contact=Contact.CLIPPED)
BRITISH_LINE = battalion(CardName("british-line"), Formation.LINE, 6)


@pytest.mark.parametrize("mob_first", [False, True])
def test_a_charge_strikes_the_battalion_in_front_and_not_the_one_it_clips(mob_first: bool) -> None:
    """As many blows pass as with nobody beside it, and one platoon of the clipped joins in."""
    enemies = [CLIPPED_MOB, BRITISH_LINE] if mob_first else [BRITISH_LINE, CLIPPED_MOB]
    british, mob = (2, 1) if mob_first else (1, 2)
    assert dice([COLUMN_OF_6], enemies) == {
        (0, british): Dice(2, 0),
        (british, 0): Dice(4, 0),
        (mob, 0): Dice(1, 0),
    }


def test_two_battalions_struck_between_them_share_the_middle() -> None:
    assert dice([COLUMN_OF_6], [LINE_OF_6, LINE_OF_6]) == {
        (0, 1): Dice(1, 0),
        (0, 2): Dice(1, 0),
        (1, 0): Dice(2, 0),
        (2, 0): Dice(2, 0),
    }


MILLIMETRES = {CardName.LINE: 25, CardName.LIGHT: 32, CardName.LIGHT_CAVALRY: 50}
"""The front of a base (Basing): small, narrow and wide edge; medium, wide edge."""


def on_the_table(
    charger: tuple[CardName, int], enemies: list[tuple[CardName, int, bool]]
) -> Counter[tuple[int, int]]:
    """Who strikes whom of battalions in line, each half millimetre of the table looked at.

    The enemies, each with its platoons and whether it was clipped, stand in a row; the middle of
    those that were not clipped is at 0, where the middle of the charger is.
    """
    ground: list[tuple[int, int]] = []
    for place, (card, platoons, _) in enumerate(enemies, 1):
        for number in range(platoons):
            ground += [(place, number)] * (2 * MILLIMETRES[card])
    struck = [at for at, (place, _) in enumerate(ground) if not enemies[place - 1][2]]
    middle = (min(struck) + max(struck) + 1) // 2
    card, platoons = charger
    row = [number for number in range(platoons) for _ in range(2 * MILLIMETRES[card])]
    before: dict[tuple[int, int], Counter[int]] = {}
    for at, number in enumerate(row, middle - len(row) // 2):
        if 0 <= at < len(ground):
            before.setdefault((0, number), Counter())[ground[at][0]] += 1
            before.setdefault(ground[at], Counter())[0] += 1
    struck_by: Counter[tuple[int, int]] = Counter()
    strengths = [platoons, *(number for _, number, _ in enemies)]
    for place, strength in enumerate(strengths):
        for number in range(strength):
            beside = [before.get((place, n)) for n in (number, number - 1, number + 1)]
            facing = next((found for found in beside if found), None)
            if facing:
                struck_by[place, facing.most_common(1)[0][0]] += 1
        if place and not any(one == place for one, _ in struck_by):
            struck_by[place, 0] += 1
    return struck_by


IN_LINE = st.tuples(st.sampled_from(sorted(MILLIMETRES, key=str)), st.integers(1, 6))


@given(
    charger=IN_LINE, first=IN_LINE, others=st.lists(st.tuples(IN_LINE, st.booleans()), max_size=2)
)
def test_lines_strike_as_on_a_table_looked_at_half_a_millimetre_at_a_time(
    charger: tuple[CardName, int],
    first: tuple[CardName, int],
    others: list[tuple[tuple[CardName, int], bool]],
) -> None:
    listed = [(*first, False), *((*one, clipped) for one, clipped in others)]
    one = battalion(charger[0], Formation.LINE, charger[1])
    enemies = [
        attrs.evolve(
            battalion(card, Formation.LINE, platoons),
            contact=Contact.CLIPPED if clipped else Contact.FRONT,
        )
        for card, platoons, clipped in listed
    ]
    struck = {pair: rolled.front for pair, rolled in dice([one], enemies).items()}
    assert struck == on_the_table(charger, listed)


def test_casualties_come_off_the_flanks_and_leave_the_middle() -> None:
    lineup = Lineup([attrs.evolve(COLUMN_OF_6, charges=True), LINE_OF_6], ([0], [1]))
    assert dice_of_all(lineup, (6, 3))[1, 0] == Dice(3, 0)
    assert dice_of_all(lineup, (3, 6))[0, 1] == Dice(1, 0)
    assert dice_of_all(lineup, (6, 0)) == {}


def test_a_battalion_across_from_nobody_still_meets_the_nearest() -> None:
    column = battalion(CardName.LINE, Formation.MARCH_COLUMN, 6)
    wide = battalion(CardName.SKIRMISH, Formation.SKIRMISH_LINE, 8)
    lineup = Lineup([wide, wide, column], ([0, 1], [2]))
    assert lineup.contacts[0] == lineup.contacts[1] == (2,)


def test_battalions_are_named_apart() -> None:
    assert distinct_names([("charging", "line"), ("charged", "mob")]) == ("line", "mob")
    assert distinct_names([("charging", "line"), ("charging", "line"), ("charged", "line")]) == (
        "1st charging line",
        "2nd charging line",
        "charged line",
    )


def test_a_square_has_at_least_four_platoons_and_double_line_is_for_light_troops() -> None:
    assert [*battalion(CardName.LINE, Formation.SQUARE, 4).formation_refusals()] == []
    (too_few,) = battalion(CardName.LINE, Formation.SQUARE, 3).formation_refusals()
    assert "at least 4 platoons" in too_few.reason
    (too_heavy,) = battalion(CardName.LINE, Formation.DOUBLE_LINE, 6).formation_refusals()
    assert "light and skirmish" in too_heavy.reason
