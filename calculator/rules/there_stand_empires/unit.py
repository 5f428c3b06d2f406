"""A unit: what an order of battle says of it, and what several actions ask of it and its target.

The target's mnemonics are the actor's in capitals.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.errors import Fault, Refusal
from calculator.forms import Following, Form, Matters, always, choice, whole, yes_no
from calculator.rules.phrases import span
from calculator.rules.there_stand_empires.terms import (
    Arm,
    Cover,
    Formation,
    Outnumbered,
    Quality,
    State,
)

MOST_BASES: Final = 20
"""Bases that a unit may have: twice the largest brigade of section II, for grouped units."""


def actor(matters: Matters = always) -> Any:
    """What acts."""
    return choice(
        Arm,
        "Acting unit",
        default=Arm.INFANTRY,
        help="The type of the unit that acts. Scouts and skirmishers on light horses are light "
        "cavalry; cuirassiers and straight-sword dragoons are heavy.",
        source="II",
        group="Actor",
        mnemonic="u",
        matters=matters,
    )


def quality(matters: Matters = lambda form: form.actor.has_quality) -> Any:
    """How good the actor is."""
    return choice(
        Quality,
        "Quality",
        default=Quality.AVERAGE,
        help="The rating of the unit. Guns and transport are all of one standard.",
        source="II",
        group="Actor",
        mnemonic="y",
        matters=matters,
    )


def state(default: State = State.OK) -> Any:
    """How the actor stands."""
    return choice(
        State,
        "State",
        default=default,
        help="The marker that the acting unit carries. A demoralized unit may only regroup.",
        source="V",
        group="Actor",
        mnemonic="s",
    )


def formation(default: Formation) -> Any:
    """The formation in which the actor starts."""
    return choice(
        Formation,
        "Formation",
        default=default,
        help="The formation of the acting unit as it starts. Deployed fire is for deployed units, "
        "assaults for units in maneuver column (deployed ones under linear tactics).",
        source="III.B, IV",
        group="Actor",
        mnemonic="f",
    )


def _usual_bases(arm: Arm) -> int:
    """A brigade of four battalions, or one battery (II)."""
    return 1 if arm.is_artillery else 4


def bases(matters: Matters = always, of: str = "actor") -> Any:
    """The actor's bases now; `of` is the attribute that says what it is."""
    return whole(
        1,
        MOST_BASES,
        "Bases",
        default=4,
        unit="bases",
        help="Bases in the unit now. Count them all, even those that see no enemy. A "
        "battery is one.",
        source="II, VI",
        group="Actor",
        mnemonic="b",
        matters=matters,
        follows=Following(of, _usual_bases, "1 for artillery"),
    )


def starting_bases() -> Any:
    """The actor's bases when the battle began."""
    return whole(
        1,
        MOST_BASES,
        "Bases at start",
        default=None,
        unit="bases",
        blank="as now",
        help="Bases the unit began the battle with; half of them lost destroys it.",
        source="V",
        group="Actor",
        mnemonic="w",
    )


def general(matters: Matters = always) -> Any:
    """Whether a general stands near."""
    return yes_no(
        "General near",
        help="Is a friendly general within 6 inches of the acting unit? He helps orders to arrive "
        "and units to regroup; he does nothing for fire.",
        source="IX",
        group="Actor",
        mnemonic="g",
        matters=matters,
    )


def target() -> Any:
    """What is fired at or assaulted."""
    return choice(
        Arm,
        "Target unit",
        default=Arm.INFANTRY,
        help="The type of the unit that is fired at or assaulted.",
        source="II",
        group="Target",
        mnemonic="U",
    )


def target_quality() -> Any:
    """How good the target is."""
    return choice(
        Quality,
        "Target quality",
        default=Quality.AVERAGE,
        help="The rating of the target. Guns and transport are all of one standard.",
        source="II",
        group="Target",
        mnemonic="Y",
        matters=lambda form: form.target.has_quality,
    )


def target_state() -> Any:
    """How the target stands."""
    return choice(
        State,
        "Target state",
        default=State.OK,
        help="The marker that the target carries. Disordered units are more vulnerable; "
        "demoralized ones deliver no coherent defensive fire.",
        source="V",
        group="Target",
        mnemonic="S",
    )


def target_formation() -> Any:
    """The target's formation."""
    return choice(
        Formation,
        "Target formation",
        default=Formation.DEPLOYED,
        help="Deployed units suffer least from fire, those in march column most. Squares stop "
        "cavalry.",
        source="IV, VI",
        group="Target",
        mnemonic="F",
    )


def target_bases() -> Any:
    """The target's bases now."""
    return whole(
        1,
        MOST_BASES,
        "Target bases",
        default=4,
        unit="bases",
        help="Bases in the target unit now. A battery is one.",
        source="II, VI",
        group="Target",
        mnemonic="B",
        follows=Following("target", _usual_bases, "1 for artillery"),
    )


def target_starting_bases() -> Any:
    """The target's bases when the battle began."""
    return whole(
        1,
        MOST_BASES,
        "Target at start",
        default=None,
        unit="bases",
        blank="as now",
        help="Bases the target began the battle with; half of them lost destroys it.",
        source="V",
        group="Target",
        mnemonic="W",
    )


def cover() -> Any:
    """What shelters the target."""
    return choice(
        Cover,
        "Cover",
        default=Cover.OPEN,
        help="What protects the part of the target that is attacked; if any of that part is "
        "unprotected, the target is in the open. Slopes and banks may count against assaults.",
        source="VIII",
        group="Target",
        mnemonic="c",
    )


def retreat_blocked() -> Any:
    """Whether the target has nowhere to go."""
    return yes_no(
        "Retreat blocked",
        help="Is the target's way back closed by enemies or impassable ground? Then it surrenders "
        "if it must fall back.",
        source="V",
        group="Target",
        mnemonic="K",
    )


def outnumbered() -> Any:
    """Who has fewer bases."""
    return choice(
        Outnumbered,
        "Outnumbered",
        default=Outnumbered.WORKED_OUT,
        help="Worked out from the bases, or set by hand. In an assault the bases of earlier "
        "assaults on the target this turn are added to the actor's.",
        source="VI, VII",
        group="Situation",
        mnemonic="o",
    )


class CombatForm(Form):
    """What the forms of fire and assault have in common: a unit, and another that it attacks."""

    actor: Arm
    quality: Quality
    actor_state: State
    formation: Formation
    bases: int
    target: Arm
    target_quality: Quality
    target_state: State
    target_formation: Formation
    target_bases: int
    target_starting_bases: int | None
    cover: Cover
    retreat_blocked: bool
    outnumbered: Outnumbered

    def faults(self) -> Iterator[Fault]:
        yield from bases_faults("target-", self.target_bases, self.target_starting_bases)


def refuse_square_target(form: CombatForm) -> Iterator[Refusal]:
    """What forbids a target that is in square to be anything but infantry."""
    if form.target_formation is Formation.SQUARE and not form.target.is_infantry:
        yield Refusal("The target cannot be in square: only infantry forms square", "III.B, IV")


def needs_bases(form: CombatForm) -> bool:
    """Whether bases are what says who is outnumbered."""
    return form.outnumbered is Outnumbered.WORKED_OUT


def bases_faults(prefix: str, now: int, starting: int | None) -> Iterator[Fault]:
    """What is wrong with a unit's bases now beside those it began with (V)."""
    if starting is None:
        return
    allowed = span(starting // 2 + 1, starting)
    if now > starting:
        yield Fault(
            f"{prefix}bases",
            f"{now} bases are more than the {starting} that the unit began with",
            allowed,
        )
    elif 2 * now <= starting:
        yield Fault(
            f"{prefix}bases",
            f"a unit left with {now} of {starting} bases has lost half of them and is destroyed",
            allowed,
        )


@attrs.frozen(kw_only=True, eq=False, repr=False)
class BrigadeForm(Form):
    """One unit of an order of battle."""

    arm: Arm = choice(Arm, "Arm", default=Arm.INFANTRY, help="The type of the unit.", source="II")
    quality: Quality = quality()
    bases: int = bases(of="arm")
    starting_bases: int | None = starting_bases()

    @property
    def actor(self) -> Arm:
        """The arm, by the name that the shared fields know it by."""
        return self.arm

    def faults(self) -> Iterator[Fault]:
        yield from bases_faults("", self.bases, self.starting_bases)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        object.__setattr__(self, "starting_bases", self.starting_bases or self.bases)
