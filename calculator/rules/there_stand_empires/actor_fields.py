"""What is asked about the unit that acts, each field declared once for all actions."""

from __future__ import annotations

from typing import Any

from calculator.forms import Matters, always, choice, whole, yes_no
from calculator.rules.there_stand_empires.words import MOST_BASES, Arm, Formation, Quality, State


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
        help="The rating of the unit. Guns and transport are all of one standard.",
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
        help="Bases in the unit now. Count them all, even those that see no enemy.",
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
