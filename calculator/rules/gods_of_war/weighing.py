"""Attacks weighed before they are made: what both sides lose on average, and who breaks."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any, ClassVar

import attrs

from calculator.chance.interface import Chance
from calculator.errors import Refusal
from calculator.figures import percent
from calculator.forms import Form
from calculator.rules.action import Action, AnyAction, Draws, Narration, Place, Severity
from calculator.rules.gods_of_war import close_combat, ranged_fire
from calculator.rules.gods_of_war.figures import Expectation, expected
from calculator.rules.modifiers import Pull
from calculator.rules.phrases import series


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


class Weighing(Action[Form, Weighed]):
    """An attack weighed: by its own law, on a form that asks what bears on the losses."""

    help = "Figures lost on average and the odds of breaking, before the attack is made."
    severity = Severity[Weighed](lambda outcome: [expects.lost for _, expects in outcome.sides])
    place = Place.AID
    weighs = True
    attack: ClassVar[AnyAction]
    sides: ClassVar[tuple[str, ...]]
    """Those that can lose figures, by whose names an outcome has their losses."""

    @property
    def _attack(self) -> Action[Any, Any]:
        return self.attack(self.form, self.tables)

    def refusals(self) -> Iterable[Refusal]:
        """What forbids the attack."""
        return self._attack.refusals()

    def pulls(self) -> Iterable[Pull]:
        """What counts in the attack."""
        return self._attack.pulls()

    def resolve(self, chance: Chance) -> Weighed:
        """The averages over the odds of the attack."""
        odds = self._attack.procedure().odds()
        return Weighed(tuple((side, expected(odds, attrgetter(side))) for side in self.sides))

    def narrate(self, drawn: Weighed, draws: Draws) -> Narration:
        """What each side loses on average, and how often it goes down."""
        (side, expects), *others = drawn.sides
        lost = [f"the {side} loses {float(expects.lost):.2f} figures"]
        lost += [f"the {other} {float(theirs.lost):.2f}" for other, theirs in others]
        how = (expects.sentence(f"the {side}") for side, expects in drawn.sides)
        return Narration(f"On average {series(lost)}.", (), how)


class WeighCloseCombat(Weighing):
    """A close combat weighed."""

    key = "weigh-close-combat"
    label = "Weigh close combat"
    source = close_combat.SOURCE
    asks = close_combat.CasualtiesForm
    attack = close_combat.CloseCombat
    sides = ("defender", "attacker")
    modifiers = attack.modifiers
    mnemonic = "g"


class WeighRangedFire(Weighing):
    """Ranged fire weighed."""

    key = "weigh-ranged-fire"
    label = "Weigh ranged fire"
    source = ranged_fire.SOURCE
    asks = ranged_fire.RangedFireForm
    attack = ranged_fire.RangedFire
    sides = ("target",)
    modifiers = attack.modifiers
    mnemonic = "h"
