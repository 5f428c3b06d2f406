"""The fields of There Stand Empires, each declared once: the same key means the same everywhere.

Mnemonic letters in lower case are the actor's, their capitals the target's.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.forms import always, choice, entry, whole, yes_no
from calculator.kinds import Measure, Optional
from calculator.rules.there_stand_empires.words import (
    Arm,
    Cover,
    Formation,
    Outnumbered,
    Quality,
    Range,
    State,
    Variant,
)

MOST_BASES: Final = 20
"""Bases that a unit may have: twice the largest brigade of section II, for grouped units."""

ORDER: Final = (
    "actor",
    "quality",
    "actor_state",
    "formation",
    "bases",
    "starting_bases",
    "general",
    "linear_tactics",
    "columns_may_assault",
    "breakthrough",
    "target",
    "target_quality",
    "target_state",
    "target_formation",
    "target_bases",
    "target_starting_bases",
    "cover",
    "infantry_support",
    "countercharge",
    "retreat_blocked",
    "captures_transport",
    "range",
    "frontal",
    "outnumbered",
    "earlier_assaults",
    "distance",
)
"""The order in which fields stand on any form: the actor's, the target's, the situation's."""


def in_order(_: type, attributes: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    """Fields in the order of `ORDER`, whichever class of a form's family declared them."""
    return sorted(attributes, key=lambda attribute: ORDER.index(attribute.name))


Matters = Callable[[Any], bool]


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


def _is_rated(form: Any) -> bool:
    return bool(form.actor.has_quality)


def quality(matters: Matters = _is_rated) -> Any:
    """How good the actor is."""
    return choice(
        Quality,
        "Quality",
        default=Quality.AVERAGE,
        help="The rating of the acting unit. Guns and transport are all of one standard.",
        source="II",
        group="Actor",
        mnemonic="y",
        matters=matters,
    )


def actor_state(default: State = State.OK) -> Any:
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


def bases(matters: Matters = always) -> Any:
    """The actor's bases now."""
    return whole(
        1,
        MOST_BASES,
        "Bases",
        default=4,
        unit="bases",
        help="Bases in the acting unit now. Count them all, even those that see no enemy.",
        source="II, VI",
        group="Actor",
        mnemonic="b",
        matters=matters,
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
        help="Bases the acting unit began the battle with; half of them lost destroys it.",
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


def linear_tactics() -> Any:
    """Whether the actor may assault in line."""
    return yes_no(
        "Linear tactics",
        help="Is the unit's army trained to assault in line? Then its infantry may assault from "
        "Deployed formation, over 2 inches at most.",
        source="VII",
        group="Actor",
        mnemonic="j",
        matters=lambda form: form.actor.is_infantry,
    )


def columns_may_assault() -> Any:
    """Whether the actor may assault in column."""
    return yes_no(
        "Columns assault",
        default=True,
        help="May the unit's infantry assault in Maneuver Column? Scenarios forbid it to some "
        "linear armies, the early Prussians above all.",
        source="VII",
        group="Actor",
        mnemonic="J",
        matters=lambda form: form.actor.is_infantry,
    )


def breakthrough() -> Any:
    """Whether this is a breakthrough charge."""
    return yes_no(
        "Breakthrough",
        help="Is this a second charge in the same turn, by cavalry that has just forced an enemy "
        "back or destroyed it? It needs no new orders and meets no countercharge.",
        source="VII",
        group="Actor",
        mnemonic="k",
        matters=lambda form: form.actor.is_cavalry,
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
        help="Does the scenario say that transport is captured by any defeat?",
        source="II",
        group="Target",
        mnemonic="E",
        matters=lambda form: form.target is Arm.TRANSPORT,
    )


def range_band() -> Any:
    """How far the target is from the firer."""
    return choice(
        Range,
        "Range",
        default=Range.THREE,
        help="The shortest clear line from the front of the firing unit to the target; exactly 3, "
        "6 or 9 inches is the nearer band. Infantry reaches 3, light and horse guns 9, heavy 12.",
        source="VI, VIII",
        group="Situation",
        mnemonic="d",
    )


def frontal(matters: Matters) -> Any:
    """Whether the assault comes from the front."""
    return yes_no(
        "Frontal",
        default=True,
        help="Does the assault path cross the target's arc of fire? A square has no flanks.",
        source="VII",
        group="Situation",
        mnemonic="h",
        matters=matters,
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


def earlier_assaults(matters: Matters) -> Any:
    """Bases that have already assaulted the target this turn."""
    return whole(
        0,
        10 * MOST_BASES,
        "Earlier assaults",
        default=0,
        unit="bases",
        help="Bases of all units that have already assaulted this target in this turn, as many as "
        "they had when they did.",
        source="VII",
        group="Situation",
        mnemonic="e",
        matters=matters,
    )


def distance(matters: Matters) -> Any:
    """How far an assault has to go."""
    return entry(
        Optional(Measure(Fraction(0), Fraction(12)), "full reach"),
        "Distance",
        default=None,
        help="Base movement in inches to the target along the assault path, rough ground and "
        "obstacles counted in; it tells whether an assault whose orders are delayed still arrives.",
        source="VII",
        group="Situation",
        mnemonic="D",
        matters=matters,
    )


def variant() -> Any:
    """How initiative is handled."""
    return choice(
        Variant,
        "Initiative",
        default=Variant.ALTERNATE,
        help="Alternate divisions after one draw a turn (the standard), draw anew before every "
        "division, or act with one unit or general at a time.",
        source="III.B",
    )
