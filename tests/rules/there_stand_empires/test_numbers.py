"""Who is outnumbered: the ratios of section VI, the example of section VII."""

from __future__ import annotations

import pytest

from calculator.rules.there_stand_empires.assault.contests import outnumbered_in_assault
from calculator.rules.there_stand_empires.assault.form import AssaultForm
from calculator.rules.there_stand_empires.fire.form import DeployedFireForm
from calculator.rules.there_stand_empires.fire.rule import outnumbered_in_fire
from calculator.rules.there_stand_empires.terms import Outnumbered
from tests.rules.asking import ask

EVEN = Outnumbered.EVEN
ACTOR, ACTOR_BADLY = Outnumbered.ACTOR, Outnumbered.ACTOR_BADLY
TARGET, TARGET_BADLY = Outnumbered.TARGET, Outnumbered.TARGET_BADLY


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
def test_in_fire(firing: int, target: int, standing: Outnumbered) -> None:
    assert outnumbered_in_fire(DeployedFireForm(bases=firing, target_bases=target)) is standing


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
    assaulting: int, earlier: int, target: int, standing: Outnumbered
) -> None:
    form = AssaultForm(bases=assaulting, earlier_assaults=earlier, target_bases=target)
    assert outnumbered_in_assault(form) is standing


def test_a_player_may_set_it_by_hand() -> None:
    fire = DeployedFireForm(bases=1, target_bases=9, outnumbered=EVEN)
    assault = AssaultForm(bases=1, target_bases=9, outnumbered=TARGET_BADLY)
    assert outnumbered_in_fire(fire) is EVEN
    assert outnumbered_in_assault(assault) is TARGET_BADLY


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
