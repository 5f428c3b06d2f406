"""Who is outnumbered: the ratios of section VI, the example of section VII."""

from __future__ import annotations

import pytest

from calculator.rules.there_stand_empires.assault_form import AssaultForm
from calculator.rules.there_stand_empires.fire_forms import DeployedFireForm
from calculator.rules.there_stand_empires.numbers import numbers_in_assault, numbers_in_fire
from calculator.rules.there_stand_empires.words import Outnumbered

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
    assert numbers_in_fire(DeployedFireForm(bases=firing, target_bases=target)) is standing


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
    assert numbers_in_assault(form) is standing


def test_a_player_may_set_it_by_hand() -> None:
    fire = DeployedFireForm(bases=1, target_bases=9, outnumbered=EVEN)
    assault = AssaultForm(bases=1, target_bases=9, outnumbered=TARGET_BADLY)
    assert numbers_in_fire(fire) is EVEN
    assert numbers_in_assault(assault) is TARGET_BADLY
