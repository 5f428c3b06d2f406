"""Who has the initiative (III.A, III.B)."""

from __future__ import annotations

from typing import Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.forms import Form, choice
from calculator.kinds import Word
from calculator.rules.action import Action, Draws, Measure, Narration, Parties, Place, Severity
from calculator.rules.there_stand_empires.terms import Variant


class Side(Word):
    """The roles that a scenario gives the two sides."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


@attrs.frozen(kw_only=True, eq=False, repr=False)
class InitiativeForm(Form):
    """How the scenario handles initiative."""

    variant: Variant = choice(
        Variant,
        "Initiative",
        help="One draw a turn, then divisions alternate (the standard); a new draw before every "
        "division; or one draw a turn, then single units and generals alternate.",
        source="III.B",
    )


@attrs.frozen
class InitiativeOutcome:
    """The side that has the initiative."""

    side: Side

    @property
    def label(self) -> str:
        return f"the {self.side.label}"


class Initiative(Action[InitiativeForm, InitiativeOutcome]):
    """Which side has the initiative?"""

    key = "initiative"
    source = "III.A, III.B"
    severity = Severity[InitiativeOutcome](lambda outcome: outcome.side.rank)
    measures = (
        Measure("attacker", "the attacker", lambda o: o.side is Side.ATTACKER),
        Measure("defender", "the defender", lambda o: o.side is Side.DEFENDER),
    )
    place = Place.BUTTON
    mnemonic = "i"

    def resolve(self, chance: Chance) -> InitiativeOutcome:
        share = self.tables.fraction("initiative.attacker")
        odds = Distribution.chance_of(share, Side.ATTACKER, Side.DEFENDER)
        return InitiativeOutcome(chance.draw(odds, "initiative"))

    def parties(self) -> Parties:
        return {"attacker": ("the attacker",), "defender": ("the defender",)}

    def narrate(self, drawn: InitiativeOutcome, draws: Draws) -> Narration:
        side = drawn.side.label
        return Narration(
            f"The {side} has the initiative.",
            _STEPS[self.form.variant],
            (f"The {side} was drawn: an even chance for either side.",),
        )


_FINISHED: Final = (
    "Once one side has acted with everything, the other has all the initiatives left."
)
_STEPS: Final = {
    Variant.ALTERNATE: (
        "It may go first or make the enemy go first.",
        "From then on the sides take turns: a division, or a corps or army general, each time.",
        _FINISHED,
    ),
    Variant.RANDOM_EACH_DIVISION: (
        "It acts now with one division, or one corps or army general, that has not yet acted.",
        "Then draw the initiative again, until everyone has acted.",
        _FINISHED,
    ),
    Variant.UNIT_BY_UNIT: (
        "It may go first or make the enemy go first.",
        "From then on the sides take turns: a single unit or general each time.",
        _FINISHED,
    ),
}
