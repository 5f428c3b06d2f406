"""The words of the game, and how lists that a player writes with commas between are read; a unit:
what an order of battle says of it, and what several actions ask of it and its target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Final

from calculator import conditions, lengths
from calculator.errors import Fault, Refusal, hint, nearest
from calculator.forms import Following, Form, Heading, choice
from calculator.kinds import Optional, Whole, Word
from calculator.rules.phrases import span


class Arm(Word):
    """The troop types of section II."""

    INFANTRY = "infantry"
    HEAVY_CAVALRY = "heavy-cavalry"
    LIGHT_CAVALRY = "light-cavalry"
    HEAVY_FOOT_ARTILLERY = "heavy-foot-artillery"
    LIGHT_FOOT_ARTILLERY = "light-foot-artillery"
    HORSE_ARTILLERY = "horse-artillery"
    TRANSPORT = "transport"

    @property
    def is_cavalry(self) -> bool:
        """Whether these are horsemen, heavy or light."""
        return self in {Arm.HEAVY_CAVALRY, Arm.LIGHT_CAVALRY}

    @property
    def is_artillery(self) -> bool:
        """Whether these are guns of any kind."""
        return self in {Arm.HEAVY_FOOT_ARTILLERY, Arm.LIGHT_FOOT_ARTILLERY, Arm.HORSE_ARTILLERY}

    @property
    def has_quality(self) -> bool:
        """Whether units of this type are rated at all; guns and wagons are of one standard (II)."""
        return self is Arm.INFANTRY or self.is_cavalry

    @property
    def fires(self) -> bool:
        """Whether units of this type conduct fire (VI)."""
        return self is Arm.INFANTRY or self.is_artillery

    @property
    def family(self) -> str:
        """Infantry, cavalry, artillery or transport: where a rule does not tell kinds apart."""
        return self.value.rpartition("-")[2]


class Quality(Word):
    """The quality levels of section II, the best first."""

    ELITE = "elite"
    VETERAN = "veteran"
    AVERAGE = "average"
    POOR = "poor"


class State(Word):
    """The unit statuses of section V, the best first."""

    OK = "ok"
    DISORDERED = "disordered"
    DEMORALIZED = "demoralized"

    @property
    def label(self) -> str:
        return "OK" if self is State.OK else str(self.value)


class Formation(Word):
    """The formations of section IV."""

    DEPLOYED = "deployed"
    MANEUVER_COLUMN = "maneuver-column"
    SQUARE = "square"
    MARCH_COLUMN = "march-column"


class Cover(Word):
    """The kinds of cover of section VIII, the least first."""

    OPEN = "open"
    SOFT = "soft"
    HARD = "hard"
    FORTIFICATION = "fortification"


class Passage(Word):
    """How ground lets units pass (VIII)."""

    OPEN = "open"
    ROUGH = "rough"
    IMPASSABLE = "impassable"
    ROAD = "road"
    LINEAR_OBSTACLE = "linear-obstacle"
    CHOKE_POINT = "choke-point"
    TOWN = "town"


CROSSED: Final = (Passage.LINEAR_OBSTACLE, Passage.CHOKE_POINT)
"""What is crossed at a point, and has no length of its own."""


class Range(Word):
    """The range bands of section VI; a measurement on a break point is of the nearer band."""

    THREE = "3"
    SIX = "6"
    NINE = "9"
    TWELVE = "12"

    @property
    def inches(self) -> int:
        """The far edge of the band, in inches."""
        return int(self.value)

    @property
    def label(self) -> str:
        return f"up to {self.value} inches"


class Outnumbered(Word):
    """Who is outnumbered (VI, VII): worked out from the bases, or set by hand. The five settings
    run from the worst for the actor to the best."""

    WORKED_OUT = "worked-out"
    ACTOR_BADLY = "actor-badly-outnumbered"
    ACTOR = "actor-outnumbered"
    EVEN = "even"
    TARGET = "target-outnumbered"
    TARGET_BADLY = "target-badly-outnumbered"

    @property
    def how(self) -> str:
        """By how much, in the words of the tables."""
        badly = self in {Outnumbered.ACTOR_BADLY, Outnumbered.TARGET_BADLY}
        return "badly" if badly else "plainly"

    def of_bases(self, actors: int, targets: int, least: Fraction) -> Outnumbered:
        """Who it is where so many bases act against so many, unless it was set by hand. It takes
        odds of more than one, and of `least` or more; twice as many is badly (VI, VII)."""
        if self is not Outnumbered.WORKED_OUT:
            return self
        fewer, more = sorted((actors, targets))
        if more == fewer or more < least * fewer:
            return Outnumbered.EVEN
        badly = more >= 2 * fewer
        if actors > targets:
            return Outnumbered.TARGET_BADLY if badly else Outnumbered.TARGET
        return Outnumbered.ACTOR_BADLY if badly else Outnumbered.ACTOR


class Variant(Word):
    """The ways of handling initiative in section III.B."""

    ALTERNATE = "alternate"
    RANDOM_EACH_DIVISION = "random-each-division"
    UNIT_BY_UNIT = "unit-by-unit"


def unknown(word: str, item: str, known: Iterable[str]) -> ValueError:
    """A word that is not known, with the nearest that is."""
    return ValueError(f"{word!r} in {item!r} is not known{hint(nearest(word, known))}")


def length_in(text: str, item: str) -> Fraction:
    """A length that stands in an item; ValueError if it is none, or less than nothing."""
    try:
        length = lengths.read_length(text)
    except ValueError:
        length = Fraction(-1)
    if length < 0:
        raise ValueError(f"{text!r} in {item!r} is not a length in inches")
    return length


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
    matters=conditions.where("actor.has_quality"),
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


_AS_NOW: Final = Optional(Whole(1, MOST_BASES, "bases"), "as now")
STARTING_BASES: Final = ACTING.entry(
    _AS_NOW,
    "Bases at start",
    help="Bases the unit began the battle with; half of them lost destroys it.",
    source="V",
)

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
    Outnumbered,
    help="Worked out from the bases, or set by hand. In an assault the bases of earlier "
    "assaults on the target this turn are added to the actor's.",
    source="VI, VII",
)
WORKED_OUT: Final = conditions.where("outnumbered", Outnumbered.WORKED_OUT)


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
        Quality, default=Quality.AVERAGE, matters=conditions.where("target.has_quality")
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
    target_starting_bases: int | None = TARGETED.entry(_AS_NOW, "Target at start", source="V")
    """Bases the target began the battle with; half of them lost destroys it."""
    cover: Cover = TARGETED.choice(Cover, source="VIII")
    """What protects the part of the target that is attacked; if any of that part is unprotected,
    the target is in the open. Slopes and banks may count against assaults."""
    outnumbered: Outnumbered = OUTNUMBERED

    earlier_assaults = 0
    least_odds = Fraction(1)
    """The least odds in bases by which a side is outnumbered: any excess will do (VII)."""

    @property
    def acting_bases(self) -> int:
        """The bases that act against the target's: those of earlier assaults count (VII)."""
        return self.bases + self.earlier_assaults

    @property
    def outnumbered_one(self) -> Outnumbered:
        """Who is outnumbered, by the bases or as it was set by hand."""
        return self.outnumbered.of_bases(self.acting_bases, self.target_bases, self.least_odds)

    @property
    def target_rated(self) -> str:
        """The word for the target's quality."""
        return rating(self.target, self.target_quality)

    def faults(self) -> Iterator[Fault]:
        yield from bases_faults("target-", self.target_bases, self.target_starting_bases)


def refuse_square(arm: Arm, formation: Formation) -> Iterator[Refusal]:
    """What forbids a square of anything but infantry."""
    if formation is Formation.SQUARE and arm is not Arm.INFANTRY:
        yield Refusal(f"Only infantry forms square, not {arm}", "III.B, IV")


def bases_faults(prefix: str, now: int, starting: int | None) -> Iterator[Fault]:
    """What is wrong with a unit's bases now beside those it began with (V)."""
    if starting is None or starting // 2 < now <= starting:
        return
    problem = f"a unit left with {now} of {starting} bases has lost half of them and is destroyed"
    if now > starting:
        problem = f"{now} bases are more than the {starting} that the unit began with"
    yield Fault(f"{prefix}bases", problem, span(starting // 2 + 1, starting))


class BrigadeForm(Form):
    """One unit of an order of battle."""

    arm: Arm = choice(Arm, help="The type of the unit.", source="II")
    quality: Quality = quality(matters=conditions.where("arm.has_quality"))
    bases: int = bases(follows=_usual_bases("arm"))
    starting_bases: int | None = STARTING_BASES

    def faults(self) -> Iterator[Fault]:
        yield from bases_faults("", self.bases, self.starting_bases)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        object.__setattr__(self, "starting_bases", self.starting_bases or self.bases)
