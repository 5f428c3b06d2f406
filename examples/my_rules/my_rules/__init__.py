"""Bands: the smallest whole rule system. Each side throws two dice; the higher total drives back.

It stands for a sixth system: tests copy its folder elsewhere and put one line into the catalog.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from calculator.chance.dice import total_of
from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.errors import Refusal
from calculator.forms import Form, choice
from calculator.kinds import Word
from calculator.rules.action import Action, Aftermath, Draws, Measure, Narration, Outcome, Severity
from calculator.rules.modifiers import Stage
from calculator.rules.system import RuleSystem, filling, lettered


class Arm(Word):
    """What a band fights with."""

    FOOT = "foot"
    HORSE = "horse"


class Ground(Word):
    """Where the target stands."""

    OPEN = "open"
    WOOD = "wood"


class BandForm(Form):
    """A band as an order of battle has it."""

    arm: Arm = choice(Arm, default=Arm.FOOT, help="What it is.", source="1")


class ClashForm(Form):
    """One band that falls upon another."""

    arm: Arm = choice(Arm, default=Arm.FOOT, help="What it fights with.", source="1")
    target_arm: Arm = choice(
        Arm, "Its arm", default=Arm.FOOT, help="What the target is.", source="1"
    )
    ground: Ground = choice(Ground, default=Ground.OPEN, help="Where it stands.", source="2")


class End(Word):
    """Who is driven back."""

    ACTOR = "actor-driven-back"
    NOBODY = "stand-off"
    TARGET = "target-driven-back"


class Clashed(Outcome):
    """How a clash ended."""

    end: End

    @property
    def label(self) -> str:
        return self.end.label


BONUS: Final = Stage("clash", "1")
HORSE: Final = BONUS.modifier("horse", where("arm", Arm.HORSE), value="bonus.horse", side="actor")
ITS_HORSE: Final = BONUS.modifier(
    "horse", where("target_arm", Arm.HORSE), value="bonus.horse", side="target"
)
WOOD: Final = BONUS.modifier(
    "wood", where("ground", Ground.WOOD), value="bonus.wood", side="target", source="2"
)


class Clash(Action[ClashForm, Clashed]):
    """One band falls upon another: two dice against two, each with what is added."""

    key = "clash"
    source = "1"
    severity = Severity[Clashed](lambda outcome: list(End).index(outcome.end), "the actor")
    measures = (Measure("wins", "target driven back", lambda o: o.end is End.TARGET),)
    modifiers = (HORSE, ITS_HORSE, WOOD)

    def refusals(self) -> Iterable[Refusal]:
        """Horse keeps out of woods."""
        if self.form.arm is Arm.HORSE and self.form.ground is Ground.WOOD:
            yield Refusal("horse does not go into a wood", "2")

    def resolve(self, chance: Chance) -> Clashed:
        """Who is driven back."""
        added = self.total(HORSE) - self.total(ITS_HORSE, WOOD)
        ahead = chance.draw(total_of(2), "actor") - chance.draw(total_of(2), "target") + added
        return Clashed(End.TARGET if ahead > 0 else End.ACTOR if ahead < 0 else End.NOBODY)

    def narrate(self, drawn: Clashed, draws: Draws) -> Narration:
        """Who is driven back, and what fell."""
        loser = {End.ACTOR: "the actor", End.TARGET: "the target"}.get(drawn.end)
        step = (f"Move {loser} a hand's breadth back.",) if loser else ()
        how = tuple(f"{draw.ask}: {draw.value}" for draw in draws)
        return Narration(f"{drawn.label.capitalize()}.", step, how)

    def after(self, drawn: Clashed) -> Aftermath:
        """Who is driven back is out of the fight."""
        return Aftermath(
            actor=None if drawn.end is End.ACTOR else {},
            actor_gone="driven back" if drawn.end is End.ACTOR else "",
            target=None if drawn.end is End.TARGET else {},
            target_gone="driven back" if drawn.end is End.TARGET else "",
        )


SYSTEM: Final = RuleSystem(
    key="bands",
    title="Bands",
    version=1,
    summary="Two dice against two.",
    actions=(Clash,),
    tables_path=Path(__file__).with_name("tables.toml"),
    sequence=("1. Each band clashes once.",),
    unit=BandForm,
    roles={"actor": filling("arm"), "target": filling("arm", into="target-")},
    condition=("arm",),
    symbols={"horse": "horse", "foot": "foot"},
    action_letters=lettered("c clash"),
    letters=lettered("m arm, i target-arm, g ground"),
    chief="clash",
    ground=("ground",),
)
