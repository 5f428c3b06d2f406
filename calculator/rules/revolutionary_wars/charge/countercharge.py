"""What is asked about a countercharge."""

from __future__ import annotations

import attrs

from calculator.forms import yes_no
from calculator.rules.revolutionary_wars import fields
from calculator.rules.revolutionary_wars.charge.form import EncounterForm


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class CounterchargeForm(EncounterForm):
    """An enemy battalion charges to meet the battalion that charges it."""

    near_general: bool = fields.near_general("General near", group="Battalion", mnemonic="g")
    roll_to_react: bool = yes_no(
        "Enemy rolls to react",
        default=True,
        group="Enemy",
        mnemonic="i",
        source="Reactions, Disorder",
        help="The countercharge is a reaction, which disorders the battalion that makes it unless "
        "it rolls its React without Disorder or less. Say no if that has been rolled.",
    )
    enemy_hold: bool = yes_no(
        "Enemy holds back",
        group="Afterwards",
        mnemonic="H",
        source="Charge Action, Controlling Pursuit",
        help="The countercharging player does not want to pursue and rolls to control it.",
    )
