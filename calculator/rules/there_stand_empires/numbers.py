"""Who is outnumbered, worked out from the bases (VI for fire, VII for assaults)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from calculator.rules.there_stand_empires.words import Outnumbered

if TYPE_CHECKING:
    from calculator.rules.there_stand_empires.assault_form import AssaultForm
    from calculator.rules.there_stand_empires.fire_forms import DeployedFireForm

_FOUR_TO_THREE: Final = Fraction(4, 3)
_DOUBLE: Final = 2


def numbers_in_fire(form: DeployedFireForm) -> Outnumbered:
    """Outnumbered from 3 bases against 4, badly from 1 against 2 (VI)."""
    if form.outnumbered is not Outnumbered.WORKED_OUT:
        return form.outnumbered
    odds = Fraction(form.bases, form.target_bases)
    return _standing(odds, odds >= _FOUR_TO_THREE, 1 / odds >= _FOUR_TO_THREE)


def numbers_in_assault(form: AssaultForm) -> Outnumbered:
    """Outnumbered by any excess, badly from 1 against 2; earlier assaults count (VII)."""
    if form.outnumbered is not Outnumbered.WORKED_OUT:
        return form.outnumbered
    odds = Fraction(form.bases + form.earlier_assaults, form.target_bases)
    return _standing(odds, odds > 1, odds < 1)


def _standing(odds: Fraction, target_outnumbered: bool, actor_outnumbered: bool) -> Outnumbered:
    """The setting for `odds` of the actor's bases to the target's."""
    if target_outnumbered:
        return Outnumbered.TARGET_BADLY if odds >= _DOUBLE else Outnumbered.TARGET
    if actor_outnumbered:
        return Outnumbered.ACTOR_BADLY if 1 / odds >= _DOUBLE else Outnumbered.ACTOR
    return Outnumbered.EVEN
