"""A small rule system with one of everything a screen has to draw: words, numbers, lengths, yes or
no, groups, buttons with a form and without, refusals, faults and measures."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs

from calculator.chance.dice import successes
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Fault, Refusal
from calculator.forms import Form, choice, inches, whole, yes_no
from calculator.kinds import Word
from calculator.rules.action import AnyAction, Draws, Measure, Narration, Place, Severity
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables


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


@attrs.frozen(kw_only=True)
class Charge(Form):
    arm: Arm = choice(Arm, "Arm", default=Arm.FOOT, **_told("Arm", "Actor", mnemonic="u"))
    quality: Quality = choice(
        Quality, "Quality", default=Quality.AVERAGE, **_told("Quality", "Actor", mnemonic="y")
    )
    bases: int = whole(1, 12, "Bases", default=4, unit="bases", **_told("Bases", "Actor"))
    at_start: int | None = whole(
        1, 12, "At the start", default=None, blank="as now", **_told("Bases then", "Actor")
    )
    general: bool = yes_no("General near", **_told("A general", "Actor", mnemonic="g"))
    lances: bool = yes_no(
        "Lances",
        **_told("Lances", "Actor", matters=lambda form: form.arm is Arm.HORSE),
    )
    target_quality: Quality = choice(
        Quality, "Quality", default=Quality.AVERAGE, **_told("Its quality", "Target", mnemonic="Y")
    )
    distance: Fraction = inches(0, 6, "Distance", default=2, **_told("Inches", "Target"))

    def faults(self) -> Iterable[Fault]:
        if self.at_start is not None and self.at_start < self.bases:
            yield Fault("at-start", "fewer than now", f"{self.bases} to 12")


@attrs.frozen(kw_only=True)
class Fire(Charge):
    reach: Reach = choice(Reach, "Range", default=Reach.NEAR, **_told("How far", "Target"))


@attrs.frozen(kw_only=True)
class Nothing(Form):
    """A button that asks nothing."""


@attrs.frozen(kw_only=True)
class Morale(Form):
    lost: int = whole(0, 20, "Units lost", default=5, **_told("Units lost", ""))


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


def _volley(form: Any, tables: Tables) -> Procedure[Any, Hits]:
    def volley(chance: Chance) -> Hits:
        return Hits(chance.draw(successes(form.bases, _needed(form)), "hits"))

    return single(volley)


def _factors(form: Any, tables: Tables) -> Iterable[Factor]:
    if form.quality is Quality.VETERAN:
        yield Factor("volley", "veterans", "actor", 1, "II")
    if form.quality is Quality.RAW:
        yield Factor("volley", "raw troops", "actor", -1, "II")


def _refusals(form: Any, tables: Tables) -> Iterable[Refusal]:
    if form.arm is Arm.HORSE:
        yield Refusal("horsemen do not fire", "VI")


def _narrate(form: Any, outcome: Hits, draws: Draws, tables: Tables) -> Narration:
    return Narration(
        f"The volley tells: {outcome.label}",
        (f"Take off {outcome.hits} figures", "Mark the target"),
        (f"{form.bases} dice needing {_needed(form)}",),
    )


def _coin(form: Any, tables: Tables) -> Procedure[Any, Side]:
    sides = Distribution({Side("Attacker"): 1, Side("Defender"): 1})
    return single(lambda chance: chance.draw(sides, "initiative"))


def _narrate_side(form: Any, outcome: Side, draws: Draws, tables: Tables) -> Narration:
    return Narration(f"{outcome.side} first", (f"The {outcome.side} moves a division",))


def _volley_action(key: str, label: str, form: type[Form], **more: Any) -> AnyAction:
    return declared(
        key=key,
        label=label,
        help=f"{label}, as the rules have it.",
        source="VI",
        form=form,
        procedure=_volley,
        narration=_narrate,
        severity=Severity(lambda outcome: outcome.hits, "the firers"),
        factors=_factors,
        measures=(Measure("any", "any effect", lambda outcome: outcome.hits > 0),),
        **more,
    )


def _side_action(key: str, label: str, form: type[Form], **more: Any) -> AnyAction:
    return declared(
        key=key,
        label=label,
        help=f"{label}, as the rules have it.",
        source="III",
        form=form,
        procedure=_coin,
        narration=_narrate_side,
        severity=Severity(lambda outcome: outcome.side),
        place=Place.BUTTON,
        **more,
    )


SYSTEM = RuleSystem(
    key="skirmish",
    title="Skirmish",
    version=1,
    summary="A volley or a charge.",
    tables_path=Path(__file__).with_name("skirmish.toml"),
    sequence=("1. Initiative", "   A draw", "2. Each side fires", "Fire at will: a rule"),
    actions=(
        _volley_action("charge", "Charge", Charge),
        _volley_action("fire", "Deployed fire", Fire, refusals=_refusals),
        _side_action("initiative", "Initiative", Nothing, mnemonic="i"),
        _side_action("morale", "Army morale", Morale, mnemonic="m"),
    ),
)
