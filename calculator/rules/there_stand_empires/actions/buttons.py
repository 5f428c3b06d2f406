"""What is a button of its own: the initiative, an overrun leader, an army's morale."""

from __future__ import annotations

from typing import Final

from calculator.rules.system import Action, Place
from calculator.rules.there_stand_empires import army_morale, initiative, leader_overrun

INITIATIVE: Final = Action(
    key="initiative",
    label="Initiative",
    help="Which side has the initiative?",
    source="III.A, III.B",
    form=initiative.InitiativeForm,
    resolution=initiative.initiative,
    words=initiative.initiative_words,
    severity=initiative.initiative_severity,
    measures=initiative.INITIATIVE_MEASURES,
    place=Place.BUTTON,
    mnemonic="i",
)
LEADER_OVERRUN: Final = Action(
    key="leader-overrun",
    label="Leader overrun",
    help="What becomes of a general whom the enemy has run over?",
    source="III.A, IX",
    form=leader_overrun.OverrunForm,
    resolution=leader_overrun.leader_overrun,
    words=leader_overrun.overrun_words,
    severity=leader_overrun.overrun_severity,
    measures=leader_overrun.OVERRUN_MEASURES,
    place=Place.BUTTON,
    mnemonic="l",
)
ARMY_MORALE: Final = Action(
    key="army-morale",
    label="Army morale",
    help="Does an army that has lost half its units fight on?",
    source="III.A, X",
    form=army_morale.MoraleForm,
    resolution=army_morale.army_morale,
    words=army_morale.morale_words,
    severity=army_morale.morale_severity,
    factors=army_morale.morale_factors,
    measures=army_morale.MORALE_MEASURES,
    place=Place.BUTTON,
    mnemonic="m",
)
