"""A rule system of one action, small enough to work out by hand: a volley at a line.

Two dice (three for veterans) hit on 4 or more; hard cover makes it 6. Its armies are brigades.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from calculator.chance.dice import successes
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Fault, Refusal
from calculator.forms import Form, choice, whole, yes_no
from calculator.kinds import Word
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor
from calculator.rules.system import RuleSystem
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


@attrs.frozen(kw_only=True)
class Volley(Form):
    quality: Quality = choice(
        Quality, "Quality", default=Quality.AVERAGE, help="How steady they are.", source="I"
    )
    cover: Cover = choice(Cover, "Cover", default=Cover.OPEN, help="What hides them.", source="II")
    walled: bool = yes_no(
        "Behind a wall",
        help="A wall, not a hedge.",
        source="II",
        matters=lambda form: form.cover is Cover.HARD,
    )
    bases: int = whole(1, 10, "Bases", default=4, unit="bases", help="Bases now.", source="III")


@attrs.frozen(kw_only=True)
class Brigade(Form):
    arm: Arm = choice(Arm, "Arm", default=Arm.FOOT, help="What it is.", source="IV")
    quality: Quality = choice(
        Quality,
        "Quality",
        default=Quality.AVERAGE,
        help="How steady they are.",
        source="I",
        matters=lambda form: form.arm is Arm.FOOT,
    )
    bases: int = whole(1, 10, "Bases", default=4, unit="bases", help="At first.", source="III")

    def faults(self) -> Iterable[Fault]:
        if self.arm is Arm.GUNS and self.bases > 2:
            yield Fault("bases", f"no battery has {self.bases}", "1 or 2 for guns")


@attrs.frozen(kw_only=True)
class ArmyRules(Form):
    walls: bool = yes_no("Walls", help="Whether they build walls.", source="V")


@attrs.frozen(kw_only=True)
class Ground(Form):
    cover: Cover = choice(Cover, "Cover", default=Cover.OPEN, help="What hides.", source="II")


@attrs.frozen(kw_only=True)
class BattleRules(Form):
    fog: bool = yes_no("Fog", help="Whether there is fog.", source="VI")


def army_refusals(units: Sequence[Brigade]) -> Iterable[Refusal]:
    if sum(unit.bases for unit in units) > 30:
        yield Refusal("an army may not have more than 30 bases", "III")


def army_doubts(units: Sequence[Brigade], _: Tables) -> Iterable[Refusal]:
    if all(unit.quality is Quality.VETERAN for unit in units):
        yield Refusal("all are veterans", "I")


@attrs.frozen
class Hits:
    hits: int

    @property
    def label(self) -> str:
        return f"{self.hits} hits"


def procedure(form: Volley, tables: Tables) -> Procedure[None, Hits]:
    dice = tables.points(f"dice.{form.quality.value}")
    needed = tables.points(f"needed.{form.cover.value}")

    def volley(chance: Chance) -> Hits:
        return Hits(chance.draw(successes(dice, needed), "hits"))

    return single(volley)


def factors(form: Volley, tables: Tables) -> Iterable[Factor]:
    if form.quality is Quality.VETERAN:
        yield Factor("fire", "veterans", "actor", 1, "I")
    if form.cover is Cover.HARD:
        yield Factor("fire", "hard cover", "target", 2, "II", ("needed.open", "needed.hard"))


def refusals(form: Volley, tables: Tables) -> Iterable[Refusal]:
    if form.bases == 1:
        yield Refusal("a single base may not fire", "III")


def narrate(form: Volley, outcome: Hits, draws: Draws, tables: Tables) -> Narration:
    return Narration(
        f"The volley hits {outcome.hits} times", (f"Remove {outcome.hits} men",), ("dice",)
    )


SYSTEM = RuleSystem(
    key="toy",
    title="Toy Soldiers",
    version=1,
    summary="One volley.",
    tables_path=Path(__file__).with_name("toy.toml"),
    sequence=("Fire",),
    unit=Brigade,
    roles={"actor": {"quality": "quality", "bases": ("bases",)}, "target": {"walls": "walled"}},
    side=ArmyRules,
    terrain=Ground,
    battle=BattleRules,
    army_refusals=army_refusals,
    army_doubts=army_doubts,
    generals="VII",
    actions=(
        declared(
            key="volley",
            label="Volley",
            help="Shoot at a line.",
            source="I",
            form=Volley,
            procedure=procedure,
            narration=narrate,
            severity=Severity(lambda outcome: outcome.hits, "the firers"),
            factors=factors,
            refusals=refusals,
            measures=(Measure("any", "any effect", lambda outcome: outcome.hits > 0),),
        ),
    ),
)
