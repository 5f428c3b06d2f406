"""Attacks weighed before they are made: what both sides lose on average, and who breaks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from calculator.chance.procedure import Procedure, settled
from calculator.figures import percent
from calculator.forms import Form
from calculator.rules.action import AnyAction, Draws, Narration, Place, Severity
from calculator.rules.declared import declared
from calculator.rules.gods_of_war.close_combat import CLOSE_COMBAT, CasualtiesForm
from calculator.rules.gods_of_war.figures import Expectation, Losses, expected
from calculator.rules.gods_of_war.ranged_fire import RANGED_FIRE
from calculator.rules.phrases import series
from calculator.rules.tables import Tables


@attrs.frozen
class Weighed:
    """What each side can expect of an attack."""

    sides: tuple[tuple[str, Expectation], ...]

    @property
    def label(self) -> str:
        return "; ".join(
            f"{side} loses {float(expects.lost):.2f}, goes down {percent(float(expects.down))}"
            for side, expects in self.sides
        )


def _weigh(
    action: AnyAction, form: type[Form], sides: Mapping[str, Callable[[Any], Losses]], mnemonic: str
) -> AnyAction:
    """The measuring aid that weighs an action; its form is what bears on the losses.

    `sides` are those that can lose figures, with how their losses are read off an outcome.
    """

    def procedure(form: Form, tables: Tables) -> Procedure[Any, Weighed]:
        odds = action(form, tables).procedure().odds()
        return settled(Weighed(tuple((side, expected(odds, of)) for side, of in sides.items())))

    def narrate(_: Form, outcome: Weighed, __: Draws, ___: Tables) -> Narration:
        (side, expects), *others = outcome.sides
        lost = [f"the {side} loses {float(expects.lost):.2f} figures"]
        lost += [f"the {other} {float(theirs.lost):.2f}" for other, theirs in others]
        how = (expects.sentence(f"the {side}") for side, expects in outcome.sides)
        return Narration(f"On average {series(lost)}.", (), how)

    return declared(
        key=f"weigh-{action.key}",
        label=f"Weigh {action.label.lower()}",
        help="Figures lost on average and the odds of breaking, before the attack is made.",
        source=action.source,
        form=form,
        procedure=procedure,
        narration=narrate,
        severity=Severity(lambda outcome: [expects.lost for _, expects in outcome.sides]),
        factors=lambda form, tables: action(form, tables).factors(),
        refusals=lambda form, tables: action(form, tables).refusals(),
        place=Place.AID,
        weighs=True,
        mnemonic=mnemonic,
    )


WEIGH_CLOSE_COMBAT: Final = _weigh(
    CLOSE_COMBAT,
    CasualtiesForm,
    {"defender": lambda fought: fought.defender, "attacker": lambda fought: fought.attacker},
    "g",
)
WEIGH_RANGED_FIRE: Final = _weigh(
    RANGED_FIRE, RANGED_FIRE.asks, {"target": lambda fired: fired.target}, "h"
)
