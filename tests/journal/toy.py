"""A rule system small enough to reckon by hand: so many dice, so many successes."""

from pathlib import Path
from typing import Any

import attrs

from calculator.chance.dice import successes
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.forms import Form, whole, yes_no
from calculator.rules.action import Draws, Narration, Severity
from calculator.rules.declared import declared
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables


@attrs.frozen(kw_only=True)
class Throw(Form):
    """A handful of dice."""

    dice: int = whole(0, 12, "Dice", default=3, help="How many", source="1")
    allowed: bool = yes_no("Allowed", default=True, help="Whether it may be done", source="1")


@attrs.frozen
class Hits:
    """How many dice succeeded."""

    hits: int

    @property
    def label(self) -> str:
        return f"{self.hits} hits"


def _resolution(form: Throw, tables: Tables) -> Procedure[Any, Hits]:
    def throw(chance: Chance) -> Hits:
        needed, faces = tables.points("die.needed"), tables.points("die.faces")
        return Hits(chance.draw(successes(form.dice, needed, faces=faces), "dice"))

    return single(throw)


def _narrate(_: Throw, outcome: Hits, draws: Draws, __: Tables) -> Narration:
    return Narration(f"{outcome.hits} hits", ("remove figures",), tuple(draw.ask for draw in draws))


def _refusals(form: Throw, _: Tables) -> list[Refusal]:
    return [] if form.allowed else [Refusal("it may not be done", "1")]


SYSTEM = RuleSystem(
    key="toy-dice",
    title="Toy",
    version=1,
    summary="Dice",
    actions=(
        declared(
            key="throw",
            label="Throw",
            help="Throw dice",
            source="1",
            form=Throw,
            procedure=_resolution,
            narration=_narrate,
            severity=Severity(lambda outcome: outcome.hits, "the firers"),
            refusals=_refusals,
        ),
    ),
    tables_path=Path(__file__).with_suffix(".toml"),
    sequence=(),
)


def throw(dice: int = 3, allowed: bool = True, tables: Tables | None = None) -> Question:
    """The question of a throw."""
    form = Throw(dice=dice, allowed=allowed)
    return Question(SYSTEM, SYSTEM.action("throw"), form, tables or SYSTEM.tables)
