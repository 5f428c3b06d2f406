"""A small rule system with one of everything a screen has to draw: words, numbers, lengths, yes or
no, groups, buttons with a form and without, refusals, faults and measures."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import attrs

from calculator.chance.dice import successes
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.errors import Fault, Refusal
from calculator.forms import Form, choice, entry, inches, yes_no
from calculator.kinds import Optional, Whole, Word
from calculator.rules.action import Action, Draws, Measure, Narration, Place, Severity
from calculator.rules.modifiers import Modifier
from calculator.rules.system import RuleSystem, lettered


class Arm(Word):
    FOOT = "foot"
    HORSE = "horse"
    HORSE_GUNS = "horse-guns"


class Reach(Word):
    NEAR = "up-to-3"
    FAR = "up-to-6"


class Quality(Word):
    VETERAN = "veteran"
    AVERAGE = "average"
    RAW = "raw"


def _told(label: str, group: str, **more: Any) -> dict[str, Any]:
    return {"help": f"{label}, as the rules have it.", "source": "II", "group": group, **more}


class Charge(Form):
    arm: Arm = choice(Arm, "Arm", default=Arm.FOOT, **_told("Arm", "Actor"))
    quality: Quality = choice(
        Quality, "Quality", default=Quality.AVERAGE, **_told("Quality", "Actor")
    )
    bases: int = entry(Whole(1, 12, "bases"), "Bases", default=4, **_told("Bases", "Actor"))
    at_start: int | None = entry(
        Optional(Whole(1, 12), "as now"),
        "At the start",
        default=None,
        **_told("Bases then", "Actor"),
    )
    general: bool = yes_no("General near", **_told("A general", "Actor"))
    lances: bool = yes_no(
        "Lances",
        **_told("Lances", "Actor", matters=where("arm", Arm.HORSE)),
    )
    target_quality: Quality = choice(
        Quality, "Quality", default=Quality.AVERAGE, **_told("Its quality", "Target")
    )
    distance: Fraction = inches(0, 6, "Distance", default=2, **_told("Inches", "Target"))

    def faults(self) -> Iterable[Fault]:
        if self.at_start is not None and self.at_start < self.bases:
            yield Fault("at-start", "fewer than now", f"{self.bases} to 12")


class Fire(Charge):
    reach: Reach = choice(Reach, "Range", default=Reach.NEAR, **_told("How far", "Target"))


class Nothing(Form):
    """A button that asks nothing."""


class Morale(Form):
    lost: int = entry(Whole(0, 20), "Units lost", default=5, **_told("Units lost", ""))


@attrs.frozen
class Hits:
    hits: int

    @property
    def label(self) -> str:
        return f"{self.hits} hits" if self.hits else "no effect"


@attrs.frozen
class Side:
    side: str

    @property
    def label(self) -> str:
        return self.side


def _needed(form: Any) -> int:
    return {"veteran": 3, "average": 4, "raw": 5}[form.quality.value]


_rated = partial(Modifier[Any], stage="volley", side="actor", source="II")


class Volley(Action[Any, Hits]):
    """So many dice as there are bases."""

    source = "VI"
    severity = Severity[Hits](lambda outcome: outcome.hits, "the firers")
    measures = (Measure("any", "any effect", lambda outcome: outcome.hits > 0),)
    modifiers = (
        _rated("veterans", when=where("quality", Quality.VETERAN), number=lambda *_: 1),
        _rated("raw troops", when=where("quality", Quality.RAW), number=lambda *_: -1),
    )

    @property
    def _needed(self) -> int:
        return 4 - int(self.total(*self.modifiers))

    def resolve(self, chance: Chance) -> Hits:
        return Hits(chance.draw(successes(self.form.bases, self._needed), "hits"))

    def narrate(self, drawn: Hits, draws: Draws) -> Narration:
        return Narration(
            f"The volley tells: {drawn.label}",
            (f"Take off {drawn.hits} figures", "Mark the target"),
            (f"{self.form.bases} dice needing {self._needed}",),
        )


class Charging(Volley):
    """Charge, as the rules have it."""

    key = "charge"
    asks = Charge


class Firing(Volley):
    """Deployed fire, as the rules have it."""

    key = "fire"
    label = "Deployed fire"
    asks = Fire

    def refusals(self) -> Iterable[Refusal]:
        if self.form.arm is Arm.HORSE:
            yield Refusal("horsemen do not fire", "VI")


class Coin(Action[Any, Side]):
    """One side or the other."""

    source = "III"
    severity = Severity[Side](lambda outcome: outcome.side)
    place = Place.BUTTON

    def resolve(self, chance: Chance) -> Side:
        sides = Distribution({Side("Attacker"): 1, Side("Defender"): 1})
        return chance.draw(sides, "initiative")

    def narrate(self, drawn: Side, draws: Draws) -> Narration:
        return Narration(f"{drawn.side} first", (f"The {drawn.side} moves a division",))


class Initiative(Coin):
    """Initiative, as the rules have it."""

    key = "initiative"
    asks = Nothing


class ArmyMorale(Coin):
    """Army morale, as the rules have it."""

    key = "morale"
    label = "Army morale"
    asks = Morale


SYSTEM = RuleSystem(
    key="skirmish",
    title="Skirmish",
    version=1,
    summary="A volley or a charge.",
    tables_path=Path(__file__).with_name("skirmish.toml"),
    sequence=("1. Initiative", "   A draw", "2. Each side fires", "Fire at will: a rule"),
    actions=(Charging, Firing, Initiative, ArmyMorale),
    action_letters=lettered("i initiative, m morale"),
    letters=lettered("u arm, y quality, g general, Y target-quality"),
)
