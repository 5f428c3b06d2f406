"""Swept ground against geometry worked out by hand, and against a table looked at cell by cell.

The base sizes, ranks and shapes are those of the text (Basing; Formations; Check Swept Ground), not
the calculator's: a platoon is hit if any part of its base stands in the swept ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.rules.question import Question
from calculator.rules.revolutionary_wars import SYSTEM
from tests.rules.asking import ask

BASES = {
    "line": (25, 32),
    "light": (32, 25),
    "skirmish": (32, 25),
    "mob": (32, 50),
    "line-cavalry": (32, 50),
    "light-cavalry": (50, 32),
    "cossacks": (50, 32),
    "foot-guns": (50, 64),
}
"""Frontage and depth in millimetres (Base Sizes; Infantry; Cavalry; Artillery)."""

REACH = {"line": 6, "light": 6, "skirmish": 8, "mob": 4, "light-cavalry": 4, "cossacks": 4}
"""The farthest range on the small arms line of the card, in inches of 25 mm."""


def swept(**values: object) -> int:
    """How many dice are thrown, as the factors say."""
    question: Question = ask("revolutionary-wars", "shoot", **values)
    first = next(iter(question.odds().factors))
    assert first.stage == "1. target platoons"
    return int(first.name.split(" of ")[0])


def test_a_square_is_shot_at_end_on_in_all_its_files_though_its_centre_platoon_stands_alone() -> (
    None
):
    """Seven platoons, by the words alone one and three ranks of two: two files, 64 mm across."""
    tables = SYSTEM.tables.override({"square.centre-alone": 1}, "to the letter")
    square = {"enemy": "line", "enemy_formation": "square", "enemy_platoons": 7, "flank": "yes"}
    question = ask("revolutionary-wars", "shoot", battalion="line", **square)
    first = attrs.evolve(question, tables=tables).odds().factors[0]
    assert first.name.startswith("7 of 7 platoons in the swept ground")


@pytest.mark.parametrize(
    ("values", "dice"),
    [
        # A front of 6 x 25 = 150 mm against stands of 32: from -75 to 75 are -96..-64 to 64..96.
        ({"battalion": "line", "enemy": "light"}, 6),
        # Two stands of 25: -25 to 25. The enemy's stands meet in the middle: two of them.
        ({"battalion": "line", "formation": "attack-column", "enemy": "light"}, 2),
        ({"battalion": "line", "formation": "march-column", "enemy": "light"}, 2),
        # The middle stand of five: -16 to 16, and 12.5 mm either way see no other.
        (
            {
                "battalion": "line",
                "formation": "march-column",
                "enemy": "light",
                "enemy_platoons": 5,
            },
            1,
        ),
        # Double line: three stands of 32, -48 to 48, see four stands of 25.
        ({"battalion": "light", "formation": "double-line", "enemy": "line"}, 4),
        # A skirmish line at its widest stands 64 mm apart: 16..48 and 80..112 on either side.
        ({"battalion": "light", "enemy": "light", "enemy_formation": "skirmish-line"}, 4),
        ({"battalion": "line", "enemy": "light", "enemy_formation": "skirmish-line"}, 2),
        # All ranks of a column stand behind its front: 3 x 32 mm and 6 inches are 150.
        ({"battalion": "line", "enemy": "line", "enemy_formation": "attack-column"}, 6),
        # At 5 inches only 25 mm are left, less than a base is deep: the front rank.
        (
            {
                "battalion": "line",
                "enemy": "line",
                "enemy_formation": "attack-column",
                "range": 5,
            },
            2,
        ),
        # At 4 inches a rank begins after 32 mm, the next after 64, beyond 50.
        (
            {
                "battalion": "line",
                "enemy": "line",
                "enemy_formation": "attack-column",
                "range": 4,
            },
            4,
        ),
        # Mobs stand 50 mm deep: at 3 inches two ranks (50 mm) are within 75.
        (
            {
                "battalion": "line",
                "enemy": "mob",
                "enemy_platoons": 9,
                "enemy_formation": "attack-column",
            },
            6,
        ),
        # Shot at end on, a line of six is one stand wide and 150 mm deep: at 3 inches those that
        # begin at 0, 25, 50 and 75 mm.
        ({"battalion": "line", "enemy": "line", "flank": True}, 4),
        # A square of six shows two stands of 25. At 3 inches its corners widen it by 75 and the
        # depth of the enemy's base, 32: -132 to 132.
        ({"battalion": "line", "formation": "square", "enemy": "line"}, 6),
        ({"battalion": "line", "formation": "square", "enemy": "line", "corners": False}, 2),
        # Four guns are 200 mm wide, and sweep 8 inches, 200 mm, on from the front of the target: of
        # a march column of twelve, bases 32 mm deep, those that begin at 0, 32 ... 192.
        (
            {
                "battalion": "foot-guns",
                "enemy": "line",
                "enemy_platoons": 12,
                "enemy_formation": "march-column",
                "range": 40,
            },
            7,
        ),
        (
            {
                "battalion": "foot-guns",
                "fire_as": "howitzers",
                "enemy": "line",
                "enemy_platoons": 12,
                "enemy_formation": "march-column",
                "range": 20,
            },
            7,
        ),
        ({"battalion": "foot-guns", "platoons": 1, "enemy": "light-cavalry"}, 2),
        ({"battalion": "light-cavalry", "platoons": 1, "enemy": "line"}, 2),
        ({"battalion": "light-cavalry", "platoons": 1, "enemy": "line", "enemy_platoons": 5}, 3),
        # Skirmishers each shoot at one, wherever it stands.
        ({"battalion": "skirmish", "platoons": 5, "enemy": "line", "enemy_platoons": 4}, 4),
        ({"battalion": "cossacks", "platoons": 3, "enemy": "line"}, 3),
        ({"battalion": "line", "formation": "skirmish-line", "platoons": 2, "enemy": "mob"}, 2),
        # What a player counted goes.
        ({"battalion": "line", "enemy": "line", "swept": 3}, 3),
    ],
)
def test_swept_ground_by_hand(values: dict[str, object], dice: int) -> None:
    assert swept(**values) == dice


class Base(NamedTuple):
    """A platoon's base: its left side, how far behind the target's front it begins, its size."""

    left: int
    back: int
    width: int
    depth: int


def bases(card: str, formation: str, platoons: int) -> Iterator[Base]:
    """The bases of a battalion in half millimetres, the middle of each rank at 0."""
    width, depth = (2 * size for size in BASES[card])
    ranks = {
        "line": 1,
        "skirmish-line": 1,
        "double-line": 2,
        "march-column": platoons,
        "attack-column": 4 if card == "light" else 3,
        "square": 3,
    }[formation]
    apart = 2 * width if formation == "skirmish-line" else width
    left = platoons
    for rank in range(ranks):
        here = -(-left // (ranks - rank))
        left -= here
        start = -(apart * (here - 1) + width) // 2
        for place in range(here):
            yield Base(start + place * apart, rank * depth, width, depth)


def looked_at(
    shooter: tuple[str, str, int], target: tuple[str, str, int], near: int, corners: bool
) -> int:
    """Every base of which a cell of half a millimetre lies in the ground before the shooters."""
    row = [base for base in bases(*shooter) if base.back == 0]
    front = max(base.left + base.width for base in row) - min(base.left for base in row)
    far = 50 * REACH[shooter[0]]
    found = 0
    for base in bases(*target):
        begins, ends = 50 * near + base.back, 50 * near + base.back + base.depth
        rows = range(begins, min(ends, far) + 1)
        found += any(
            -2 * widened < 2 * cell + 1 < 2 * widened
            for distance in rows
            for widened in [front // 2 + distance * corners]
            for cell in (base.left, base.left + base.width - 1, base.left + base.width // 2)
        )
    return found


FORMED = st.sampled_from(
    [
        ("line", ("line", "march-column", "attack-column", "square")),
        ("light", ("line", "double-line", "march-column", "attack-column", "square")),
        ("mob", ("line", "march-column", "attack-column")),
        ("light-cavalry", ("line", "march-column", "attack-column")),
    ]
).flatmap(lambda known: st.tuples(st.just(known[0]), st.sampled_from(known[1]), st.integers(4, 12)))
TARGETS = FORMED | st.tuples(
    st.sampled_from(["line", "light", "skirmish", "cossacks"]),
    st.just("skirmish-line"),
    st.integers(1, 12),
)


@given(shooter=FORMED, target=TARGETS, near=st.integers(0, 4), corners=st.booleans())
def test_swept_ground_on_a_table_looked_at_cell_by_cell(
    shooter: tuple[str, str, int], target: tuple[str, str, int], near: int, corners: bool
) -> None:
    dice = swept(
        battalion=shooter[0],
        formation=shooter[1],
        platoons=shooter[2],
        enemy=target[0],
        enemy_formation=target[1],
        enemy_platoons=target[2],
        range=near,
        corners=corners,
    )
    widens = corners and shooter[1] == "square"
    assert dice == looked_at(shooter, target, near, widens)


@given(card=st.sampled_from(["line", "light", "mob"]), target=TARGETS, platoons=st.integers(1, 11))
def test_more_shooters_never_throw_fewer_dice(
    card: str, target: tuple[str, str, int], platoons: int
) -> None:
    enemy = {"enemy": target[0], "enemy_formation": target[1], "enemy_platoons": target[2]}
    fewer, more = (
        swept(battalion=card, platoons=number, **enemy) for number in (platoons, platoons + 1)
    )
    assert fewer <= more


def test_the_second_volley_sweeps_what_the_first_left() -> None:
    """A column one stand wide sees two stands of an even line and one of an odd one."""
    question = ask(
        "revolutionary-wars",
        "shoot",
        battalion="line",
        formation="march-column",
        enemy="line",
        enemy_platoons=4,
        shoots="twice",
    )
    asked = {
        draw.ask.split(", ")[1]
        for seed in range(40)
        for draw in question.result(f"{seed:x}").draws[1:]
    }
    assert asked == {"2 dice to hit on 5+", "1 die to hit on 5+"}


def test_the_count_stands_in_the_result() -> None:
    result = ask("revolutionary-wars", "shoot", battalion="line", enemy="light").result("1")
    assert result.narration.how[0] == "6 of 6 platoons in the swept ground, 150 mm wide."
