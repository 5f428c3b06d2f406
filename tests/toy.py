"""A rule system of one action, small enough to work out by hand: a volley at a line.

Two dice (three for veterans) hit on 4 or more; hard cover makes it 6. Its armies are brigades.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from calculator.chance.dice import successes
from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.errors import Fault, Refusal
from calculator.forms import Form, choice, entry, yes_no
from calculator.kinds import Whole, Word
from calculator.rules.action import Action, Draws, Measure, Narration, Severity
from calculator.rules.modifiers import Factor, Modifier
from calculator.rules.system import RuleSystem, filling
from calculator.rules.tables import Tables


class Quality(Word):
    VETERAN = "veteran"
    AVERAGE = "average"


class Cover(Word):
    OPEN = "open"
    HARD = "hard"


class Arm(Word):
    FOOT = "foot"
    GUNS = "guns"


class Volley(Form):
    quality: Quality = choice(
        Quality, "Quality", default=Quality.AVERAGE, help="How steady they are.", source="I"
    )
    cover: Cover = choice(Cover, "Cover", default=Cover.OPEN, help="What hides them.", source="II")
    walled: bool = yes_no(
        "Behind a wall",
        help="A wall, not a hedge.",
        source="II",
        matters=where("cover", Cover.HARD),
    )
    bases: int = entry(Whole(1, 10, "bases"), "Bases", default=4, help="Bases now.", source="III")


class Brigade(Form):
    arm: Arm = choice(Arm, "Arm", default=Arm.FOOT, help="What it is.", source="IV")
    quality: Quality = choice(
        Quality,
        "Quality",
        default=Quality.AVERAGE,
        help="How steady they are.",
        source="I",
        matters=where("arm", Arm.FOOT),
    )
    bases: int = entry(Whole(1, 10, "bases"), "Bases", default=4, help="At first.", source="III")

    def faults(self) -> Iterable[Fault]:
        if self.arm is Arm.GUNS and self.bases > 2:
            yield Fault("bases", f"no battery has {self.bases}", "1 or 2 for guns")


class ArmyRules(Form):
    walls: bool = yes_no("Walls", help="Whether they build walls.", source="V")


class Ground(Form):
    cover: Cover = choice(Cover, "Cover", default=Cover.OPEN, help="What hides.", source="II")


class BattleRules(Form):
    fog: bool = yes_no("Fog", help="Whether there is fog.", source="VI")


def army_doubts(units: Sequence[Brigade], _: Tables) -> Iterable[Refusal]:
    if all(unit.quality is Quality.VETERAN for unit in units):
        yield Refusal("all are veterans", "I")


@attrs.frozen
class Hits:
    hits: int

    @property
    def label(self) -> str:
        return f"{self.hits} hits"


VETERANS = Modifier[Volley](
    "veterans",
    stage="fire",
    side="actor",
    when=where("quality", Quality.VETERAN),
    number=lambda _, tables: tables.points("dice.veteran") - tables.points("dice.average"),
    source="I",
)


class HardCover(Modifier[Volley]):
    """What a die needs more, of which two values are the measure."""

    def factors(self, subject: Volley, tables: Tables) -> Iterable[Factor]:
        values = ("needed.open", "needed.hard")
        yield Factor(
            "fire", "hard cover", "target", int(self.points(subject, tables)), "II", values
        )


HARD_COVER = HardCover(
    "hard cover",
    stage="fire",
    side="target",
    when=where("cover", Cover.HARD),
    number=lambda _, tables: tables.points("needed.hard") - tables.points("needed.open"),
)


class Fire(Action[Volley, Hits]):
    """Shoot at a line."""

    key = "volley"
    source = "I"
    severity = Severity[Hits](lambda outcome: outcome.hits, "the firers")
    measures = (Measure("any", "any effect", lambda outcome: outcome.hits > 0),)
    modifiers = (VETERANS, HARD_COVER)

    def refusals(self) -> Iterable[Refusal]:
        if self.form.bases == 1:
            yield Refusal("a single base may not fire", "III")

    def resolve(self, chance: Chance) -> Hits:
        dice = self.tables.points("dice.average") + int(self.total(VETERANS))
        needed = self.tables.points("needed.open") + int(self.total(HARD_COVER))
        return Hits(chance.draw(successes(dice, needed), "hits"))

    def narrate(self, drawn: Hits, draws: Draws) -> Narration:
        hits = drawn.hits
        return Narration(f"The volley hits {hits} times", (f"Remove {hits} men",), ("dice",))


SYSTEM = RuleSystem(
    key="toy",
    title="Toy Soldiers",
    version=1,
    summary="One volley.",
    tables_path=Path(__file__).with_name("toy.toml"),
    sequence=("Fire",),
    unit=Brigade,
    roles={"actor": filling("quality, bases"), "target": filling("walls walled")},
    side=ArmyRules,
    terrain=Ground,
    battle=BattleRules,
    army_doubts=army_doubts,
    generals="VII",
    actions=(Fire,),
)
