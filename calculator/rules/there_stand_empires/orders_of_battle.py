"""What an order of battle says in this system, beside its units, and what is doubtful in one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from calculator.errors import Refusal
from calculator.forms import Form, Heading, choice, yes_no
from calculator.kinds import Choice, Optional, Word, YesNo
from calculator.rules.system import BaseScale
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.terms import BrigadeForm, Cover, Passage, Quality, Variant
from calculator.standing import Standing

BASE_SCALE: Final = BaseScale(
    key="bases",
    foot=600,
    guns=8,
    fewest=100,
    most=1500,
    source="II; designer's judgement",
    is_mounted=lambda unit: "cavalry" in str(unit["arm"]),
)
"""600 foot to a base, horse half as many (II has 2 or 3 squadrons), a battery of 8 guns."""


class Height(Word):
    """How high terrain stands in the line of sight (VIII)."""

    NONE = "none"
    LOW = "low"
    TALL = "tall"
    HILL_1 = "hill-1"
    HILL_2 = "hill-2"
    HILL_3 = "hill-3"


ASSAULTS: Final = Heading("", "VII")
TERRAIN: Final = Heading("", "VIII")


class BattleForm(Form):
    """The rules in force in a battle."""

    initiative: Variant = choice(Variant, source="III.B")
    """Whether the sides alternate by division, draw for every division, or alternate unit by
    unit."""
    transport_defeat_is_capture: bool = yes_no("Transport captured", source="II")
    """Is transport captured by any defeat?"""


class SideForm(Form):
    """How the infantry of a side is trained to assault."""

    linear_tactics: bool = ASSAULTS.yes_no()
    """May its infantry assault in Deployed formation, over 2 inches at most?"""
    columns_may_assault: bool = ASSAULTS.yes_no(default=True)
    """May its infantry assault in Maneuver Column?"""


class TerrainForm(Form):
    """What a piece of terrain does."""

    movement: Passage = TERRAIN.choice(Passage, help="How units pass it.")
    cover: Cover = TERRAIN.choice(Cover, help="What it protects from fire.")
    assault_cover: Cover | None = TERRAIN.entry(
        Optional(Choice(Cover), "as from fire"), "Cover from assault"
    )
    """What it protects from assault, where that is more or less: slopes, banks."""
    stops_horses: bool | None = TERRAIN.entry(Optional(YesNo(), "auto"))
    """Whether it stops horses, as walls, hedges, trenches and redoubts do, and slopes and banks do
    not. By itself (auto) hard cover and fortifications do, soft cover not."""
    height: Height = TERRAIN.choice(Height, help="How it stands in the line of sight.")


def protection(place: TerrainForm, action: str) -> Mapping[str, str]:
    """What a place answers for whoever acts against a unit that stands on it (VIII)."""
    against_assault = place.assault_cover if action == "assault" else None
    answers = {"cover": (against_assault or place.cover).value}
    if place.stops_horses is not None:
        answers["stops-horses"] = "yes" if place.stops_horses else "no"
    return answers


UNITS: Final = "There Stand Empires II"
ELITE_SHARE: Final = Fraction(3, 20)
"""Of the bases of foot and horse: the Old Guard was a tenth of the army of 1812."""

BASES_BY_FAMILY: Final = {"infantry": (2, 10), "cavalry": (2, 8), "artillery": (1, 2)}
"""The fewest and most bases of a unit, by family of arms (II): brigades, and batteries, of twelve
guns two."""


def army_doubts(units: Sequence[BrigadeForm], _: Tables) -> Iterator[Refusal]:
    """What a designer should look at again in the units of one side."""
    rated = [unit for unit in units if unit.arm.has_quality]
    bases = sum(unit.bases for unit in rated)
    elite = sum(unit.bases for unit in rated if unit.quality is Quality.ELITE)
    if bases and Fraction(elite, bases) > ELITE_SHARE:
        are = f"{elite} of {bases} bases of foot and horse are Elite, {100 * elite // bases}%"
        much = "the rating is for the very best, and 15% is much"
        yield Refusal(f"{are}; {much}", UNITS, Standing.JUDGEMENT)
    for family, (fewest, most) in BASES_BY_FAMILY.items():
        sizes = [unit.bases for unit in units if unit.arm.family == family]
        standing = Standing.READING if family == "artillery" else Standing.RULE
        smaller, larger = sum(n < fewest for n in sizes), sum(n > most for n in sizes)
        for odd, told in ((smaller, f"fewer than {fewest}"), (larger, f"more than {most}")):
            if odd:
                have = "1 unit has" if odd == 1 else f"{odd} units have"
                usual = f"{fewest} to {most} are usual"
                yield Refusal(f"{have} {told} bases of {family}; {usual}", UNITS, standing)
