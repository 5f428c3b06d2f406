"""What is asked about the unit that is fired at or assaulted.

Mnemonics are the actor's in capitals.
"""

from __future__ import annotations

from typing import Any

from calculator.forms import Matters, choice, whole, yes_no
from calculator.rules.there_stand_empires.words import (
    MOST_BASES,
    Arm,
    Cover,
    Formation,
    Quality,
    State,
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
        help="Bases in the target unit now.",
        source="II, VI",
        group="Target",
        mnemonic="B",
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


def infantry_support() -> Any:
    """Whether infantry supports a battery."""
    return yes_no(
        "Guns supported",
        help="Is the battery in contact with undisordered friendly infantry of the same facing, "
        "not in march column? Then the infantry must be assaulted instead.",
        source="VII",
        group="Target",
        mnemonic="G",
        matters=lambda form: form.target.is_artillery,
    )


def countercharge(matters: Matters) -> Any:
    """Whether the target rides out to meet the charge."""
    return yes_no(
        "Countercharge",
        help="Does the target ride forward to meet the charge halfway? Only cavalry assaulted "
        "frontally by cavalry in the open may, if OK, and not against a breakthrough.",
        source="VII",
        group="Target",
        mnemonic="C",
        matters=matters,
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


def captures_transport() -> Any:
    """Whether a defeated train is captured."""
    return yes_no(
        "Train captured",
        help="Does the scenario say that transport is captured by any defeat? Else it suffers what "
        "others suffer.",
        source="II",
        group="Target",
        mnemonic="E",
        matters=lambda form: form.target is Arm.TRANSPORT,
    )
