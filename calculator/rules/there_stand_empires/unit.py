"""A unit: what an order of battle says of it, and what several actions ask of it and its target."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from calculator.conditions import where
from calculator.errors import Fault, Refusal
from calculator.forms import Following, Form, Heading, choice, entry
from calculator.kinds import Optional, Whole
from calculator.rules.phrases import span
from calculator.rules.there_stand_empires import terms
from calculator.rules.there_stand_empires.terms import Arm, Cover, Formation, Quality, State

MOST_BASES: Final = 20
"""Bases that a unit may have: twice the largest brigade of section II, for grouped units."""

ACTING: Final = Heading("Actor", "II")
TARGETED: Final = Heading("Target", "II")
SITUATION: Final = Heading("Situation", "VII")


def rating(arm: Arm, quality: Quality) -> str:
    """The word under which a unit's quality stands in the tables."""
    return str(quality.value) if arm.has_quality else arm.family


def of_quality(form: Any, prefix: str = "") -> str:
    """A unit of a form by its arm and, if it has one, its quality; `prefix` tells which unit."""
    arm = form.target if prefix else form.actor
    rated = f"{getattr(form, f'{prefix}quality')} " if arm.has_quality else ""
    return f"{rated}{arm}".capitalize()


actor: Final = partial(
    ACTING.choice,
    Arm,
    "Acting unit",
    help="The type of the unit that acts. Scouts and skirmishers on light horses are light "
    "cavalry; cuirassiers and straight-sword dragoons are heavy.",
)

quality: Final = partial(
    ACTING.choice,
    Quality,
    default=Quality.AVERAGE,
    help="The rating of the unit. Guns and transport are all rated alike.",
    matters=where("actor.has_quality"),
)

state: Final = partial(
    ACTING.choice,
    State,
    "State",
    help="The marker that the acting unit carries. A demoralized unit may only regroup.",
    source="V",
)

formation: Final = partial(
    ACTING.choice,
    Formation,
    help="The formation of the acting unit as it starts. Deployed fire is for deployed units, "
    "assaults for units in maneuver column (deployed ones under linear tactics).",
    source="III.B, IV",
)

_usual_bases: Final = partial(
    Following, value=lambda arm: 1 if arm.is_artillery else 4, words="1 for artillery"
)
"""A brigade of four battalions, or one battery (II)."""

bases: Final = partial(
    ACTING.entry,
    Whole(1, MOST_BASES, "bases"),
    default=4,
    help="Bases in the unit now. Count them all, even those that see no enemy. A battery is one.",
    source="II, VI",
    follows=_usual_bases("actor"),
)


def _starting_bases(of: Heading, label: str, whose: str) -> int | None:
    return entry(
        Optional(Whole(1, MOST_BASES, "bases"), "as now"),
        label,
        help=f"Bases {whose} began the battle with; half of them lost destroys it.",
        source="V",
        group=of.group,
    )


STARTING_BASES: Final = _starting_bases(ACTING, "Bases at start", "the unit")

general: Final = partial(
    ACTING.yes_no,
    "General near",
    help="Is a friendly general within 6 inches of the acting unit? He helps orders to arrive "
    "and units to regroup; he does nothing for fire.",
    source="IX",
)

RETREAT_BLOCKED: Final = TARGETED.yes_no(
    "Retreat blocked",
    help="Is the target's way back closed by enemies or impassable ground? Then it surrenders "
    "if it must fall back.",
    source="V",
)
OUTNUMBERED: Final = SITUATION.choice(
    terms.Outnumbered,
    help="Worked out from the bases, or set by hand. In an assault the bases of earlier "
    "assaults on the target this turn are added to the actor's.",
    source="VI, VII",
)
WORKED_OUT: Final = where("outnumbered", terms.Outnumbered.WORKED_OUT)


class ActorForm(Form):
    """A unit by itself: all that a route march asks."""

    actor: Arm = actor()
    quality: Quality = quality()

    @property
    def rated(self) -> str:
        """The word for its quality."""
        return rating(self.actor, self.quality)


class OrdersForm(ActorForm):
    """A unit that is given an order."""

    actor_state: State = state()
    general: bool = general()


class CombatForm(ActorForm):
    """What fire and assaults both ask: a unit, and another that it attacks."""

    actor_state: State = state()
    formation: Formation = formation(default=Formation.MANEUVER_COLUMN)
    bases: int = bases()
    target: Arm = TARGETED.choice(Arm, "Target unit")
    """The type of the unit that is fired at or assaulted."""
    target_quality: Quality = TARGETED.choice(
        Quality, default=Quality.AVERAGE, matters=where("target.has_quality")
    )
    """The rating of the target. Guns and transport are all of one standard."""
    target_state: State = TARGETED.choice(State, source="V")
    """The marker that the target carries. A disordered unit is more vulnerable; a demoralized one
    has no effective defensive fire."""
    target_formation: Formation = TARGETED.choice(Formation, source="IV, VI")
    """Deployed units suffer least from fire, those in march column most. Squares stop cavalry."""
    target_bases: int = TARGETED.entry(
        Whole(1, MOST_BASES, "bases"), default=4, source="II, VI", follows=_usual_bases("target")
    )
    """Bases in the target unit now. A battery is one."""
    target_starting_bases: int | None = _starting_bases(TARGETED, "Target at start", "the target")
    cover: Cover = TARGETED.choice(Cover, source="VIII")
    """What protects the part of the target that is attacked; if any of that part is unprotected,
    the target is in the open. Slopes and banks may count against assaults."""

    @property
    def target_rated(self) -> str:
        """The word for the target's quality."""
        return rating(self.target, self.target_quality)

    def faults(self) -> Iterator[Fault]:
        yield from bases_faults("target-", self.target_bases, self.target_starting_bases)


def refuse_square_target(form: CombatForm) -> Iterator[Refusal]:
    """What forbids a target that is in square to be anything but infantry."""
    if form.target_formation is Formation.SQUARE and form.target is not Arm.INFANTRY:
        yield Refusal("The target cannot be in square: only infantry forms square", "III.B, IV")


def bases_faults(prefix: str, now: int, starting: int | None) -> Iterator[Fault]:
    """What is wrong with a unit's bases now beside those it began with (V)."""
    if starting is None or starting // 2 < now <= starting:
        return
    problem = (
        f"{now} bases are more than the {starting} that the unit began with"
        if now > starting
        else f"a unit left with {now} of {starting} bases has lost half of them and is destroyed"
    )
    yield Fault(f"{prefix}bases", problem, span(starting // 2 + 1, starting))


class BrigadeForm(Form):
    """One unit of an order of battle."""

    arm: Arm = choice(Arm, help="The type of the unit.", source="II")
    quality: Quality = quality(matters=where("arm.has_quality"))
    bases: int = bases(follows=_usual_bases("arm"))
    starting_bases: int | None = STARTING_BASES

    def faults(self) -> Iterator[Fault]:
        yield from bases_faults("", self.bases, self.starting_bases)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        object.__setattr__(self, "starting_bases", self.starting_bases or self.bases)
