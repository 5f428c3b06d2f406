"""A rule system small enough to reckon by hand: so many dice, so many successes."""

from pathlib import Path

import attrs

from calculator.chance.dice import successes
from calculator.chance.interface import Chance
from calculator.errors import Refusal
from calculator.forms import Form, entry, yes_no
from calculator.kinds import Whole
from calculator.rules.action import Action, Draws, Narration, Severity
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables


class Throw(Form):
    """A handful of dice."""

    dice: int = entry(Whole(0, 12), "Dice", default=3, help="How many", source="1")
    allowed: bool = yes_no("Allowed", default=True, help="Whether it may be done", source="1")


@attrs.frozen
class Hits:
    """How many dice succeeded."""

    hits: int

    @property
    def label(self) -> str:
        return f"{self.hits} hits"


class Throwing(Action[Throw, Hits]):
    """Throw dice"""

    key = "throw"
    source = "1"
    severity = Severity[Hits](lambda outcome: outcome.hits, "the firers")

    def refusals(self) -> list[Refusal]:
        return [] if self.form.allowed else [Refusal("it may not be done", "1")]

    def resolve(self, chance: Chance) -> Hits:
        needed, faces = self.tables.points("die.needed"), self.tables.points("die.faces")
        return Hits(chance.draw(successes(self.form.dice, needed, faces=faces), "dice"))

    def narrate(self, drawn: Hits, draws: Draws) -> Narration:
        asked = tuple(draw.ask for draw in draws)
        return Narration(f"{drawn.hits} hits", ("remove figures",), asked)


SYSTEM = RuleSystem(
    key="toy-dice",
    title="Toy",
    version=1,
    summary="Dice",
    actions=(Throwing,),
    tables_path=Path(__file__).with_suffix(".toml"),
    sequence=(),
)


def throw(dice: int = 3, allowed: bool = True, tables: Tables | None = None) -> Question:
    """The question of a throw."""
    form = Throw(dice=dice, allowed=allowed)
    return Question(SYSTEM, SYSTEM.action("throw"), form, tables or SYSTEM.tables)
