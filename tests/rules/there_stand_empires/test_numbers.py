"""Who is outnumbered: the ratios of section VI, the example of section VII."""

from __future__ import annotations

import pytest

from tests.rules.asking import ask

EVEN = ""
ACTOR, ACTOR_BADLY = "Actor outnumbered", "Actor badly outnumbered"
TARGET, TARGET_BADLY = "Target outnumbered", "Target badly outnumbered"


def outnumbered(action: str, **fields: object) -> str:
    """Who is outnumbered, as the factors of an action say."""
    factors = ask("there-stand-empires", action, **fields).odds().factors
    names = {factor.name.partition(" by ")[0] for factor in factors if "numbered" in factor.name}
    return " and ".join(names)


@pytest.mark.parametrize(
    ("firing", "target", "standing"),
    [
        (4, 4, EVEN),
        (4, 5, EVEN),
        (3, 4, ACTOR),
        (4, 7, ACTOR),
        (4, 8, ACTOR_BADLY),
        (1, 6, ACTOR_BADLY),
        (5, 4, EVEN),
        (4, 3, TARGET),
        (7, 4, TARGET),
        (8, 4, TARGET_BADLY),
    ],
)
def test_in_fire(firing: int, target: int, standing: str) -> None:
    assert outnumbered("deployed-fire", bases=firing, target_bases=target) == standing


@pytest.mark.parametrize(
    ("assaulting", "earlier", "target", "standing"),
    [
        (4, 0, 4, EVEN),
        (3, 4, 4, TARGET),
        (4, 7, 4, TARGET_BADLY),
        (5, 0, 4, TARGET),
        (4, 0, 5, ACTOR),
        (4, 0, 8, ACTOR_BADLY),
        (4, 4, 4, TARGET_BADLY),
    ],
)
def test_in_an_assault_with_those_before_it(
    assaulting: int, earlier: int, target: int, standing: str
) -> None:
    fields = {"bases": assaulting, "earlier_assaults": earlier, "target_bases": target}
    assert outnumbered("assault", **fields) == standing


def test_a_player_may_set_it_by_hand() -> None:
    few = {"bases": 1, "target_bases": 9}
    assert outnumbered("deployed-fire", **few, outnumbered="even") == EVEN
    by_hand = "target-badly-outnumbered"
    assert outnumbered("assault", **few, outnumbered=by_hand) == TARGET_BADLY


def test_eleven_against_ten_are_outnumbered_by_one_base_and_say_so() -> None:
    """By the letter of VII any excess outnumbers; a base fewer, and nobody is."""
    names = [
        {
            f.name
            for f in ask("there-stand-empires", "assault", bases=b, target_bases=10).odds().factors
        }
        for b in (11, 10)
    ]
    assert "Target outnumbered by 1 base" in names[0]
    assert not any("outnumbered" in name for name in names[1])


def test_what_is_set_by_hand_is_by_nobody_knows_how_many() -> None:
    odds = ask("there-stand-empires", "assault", outnumbered="actor-outnumbered").odds()
    assert "Actor outnumbered" in {factor.name for factor in odds.factors}
