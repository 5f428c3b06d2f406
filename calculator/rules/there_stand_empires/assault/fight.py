"""An assault: what it asks, its contests (emergency square, fire, close combat) and its ends.

An emergency square is another situation: the same assault, and the same modifiers, on a target in
square.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, Final

import attrs

from calculator import errors, forms, kinds, lengths
from calculator.conditions import where
from calculator.rules.action import Outcome
from calculator.rules.modifiers import Pull, Stage, unless
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import contest, orders, terms
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET, Contest, by
from calculator.rules.there_stand_empires.status import FAR, NEAR, UNHARMED, Blow, Fate, Rung
from calculator.rules.there_stand_empires.terms import Arm, Cover, Formation, Outnumbered, State
from calculator.standing import Standing

ON_FOOT: Final = where("actor", Arm.INFANTRY)
MOUNTED: Final = where("actor.is_cavalry")
BREAKTHROUGH: Final = MOUNTED & where("breakthrough")
"""This is a second charge, which only cavalry makes."""
ASSAULTS: Final = where("actor.has_quality")
AT_CAVALRY: Final = where("target.is_cavalry")
BETWEEN_CAVALRY: Final = MOUNTED & AT_CAVALRY
AT_TRANSPORT: Final = where("target", Arm.TRANSPORT)
CAPTURED: Final = AT_TRANSPORT & where("captures_transport")
COUNTERCHARGED: Final = BETWEEN_CAVALRY & where("countercharge")
"""Cavalry rides out to meet the charge of cavalry (VII)."""
FROM_COVER: Final = ~where("cover", Cover.OPEN)
IN_SQUARE: Final = where("target_formation", Formation.SQUARE)
HORSE_AGAINST_FOOT: Final = MOUNTED & where("target", Arm.INFANTRY)
AT_BAYONETS: Final = HORSE_AGAINST_FOOT & IN_SQUARE
"""Horses are ridden at a square."""
MAY_BE_KEPT_OFF: Final = FROM_COVER & MOUNTED & ~IN_SQUARE
"""It matters whether the cover stops horses; a square stops them by itself."""
AT_WORKS: Final = MAY_BE_KEPT_OFF & (
    where("stops_horses", True)
    | (where("stops_horses", None) & where("cover", Cover.HARD, Cover.FORTIFICATION))
)
"""Horses are ridden at cover that stops them, whoever stands behind it."""
HAS_FLANKS: Final = ~IN_SQUARE & ~AT_WORKS
"""The target is weaker on one side; no square is (IV), nor walls to horses."""
FLANKED: Final = ~where("frontal") & HAS_FLANKS
"""The assault does not cross the target's arc of fire (VII)."""

ATTACKERS: Final = forms.Heading("Actor", "VII")
DEFENDERS: Final = forms.Heading("Target", "VII")


class AssaultForm(terms.CombatForm):
    """A unit that charges."""

    starting_bases: int | None = terms.STARTING_BASES
    general: bool = terms.general(matters=~BREAKTHROUGH)
    linear_tactics: bool = ATTACKERS.yes_no(matters=ON_FOOT)
    """Is the unit's army trained to assault in line? Then its infantry may assault from Deployed
    formation, over 2 inches at most."""
    columns_may_assault: bool = ATTACKERS.yes_no("Columns assault", default=True, matters=ON_FOOT)
    """May the unit's infantry assault in Maneuver Column? Some scenarios forbid it to linear
    armies, such as the early Prussians."""
    breakthrough: bool = ATTACKERS.yes_no(matters=MOUNTED)
    """Is this a second charge in the same turn, by cavalry that has just forced an enemy back or
    destroyed it? It needs no new orders and meets no countercharge."""
    infantry_support: bool = DEFENDERS.yes_no(
        "Guns supported", source="III.B, VII", matters=where("target.is_artillery")
    )
    """Is the battery in contact with undisordered friendly infantry: in square, or of the same
    facing and not in march column? Then the infantry must be assaulted instead."""
    countercharge: bool = DEFENDERS.yes_no(matters=BETWEEN_CAVALRY)
    """Does the target ride forward to meet the charge halfway? Only cavalry assaulted frontally by
    cavalry in the open may, if OK, and not against a breakthrough."""
    retreat_blocked: bool = terms.RETREAT_BLOCKED
    captures_transport: bool = DEFENDERS.yes_no("Train captured", source="II", matters=AT_TRANSPORT)
    """Does the scenario say that any defeat captures transport? If not, it suffers as other units
    do."""
    frontal: bool = terms.SITUATION.yes_no(default=True, matters=HAS_FLANKS)
    """Does the assault path cross the target's arc of fire? A square has no flanks. Against
    cavalry, neither has a unit behind cover that stops horses."""
    stops_horses: bool | None = terms.SITUATION.entry(
        kinds.Optional(kinds.YesNo(), "auto"), source="VIII", matters=MAY_BE_KEPT_OFF
    )
    """Does the cover also stop horses, as a wall, hedge, trench or redoubt does? A slope or a bank
    does not. With auto, hard cover and fortifications stop horses; soft cover does not."""
    outnumbered: Outnumbered = terms.OUTNUMBERED
    earlier_assaults: int = terms.SITUATION.entry(
        kinds.Whole(0, 10 * terms.MOST_BASES, "bases"),
        "Earlier attackers' bases",
        matters=terms.WORKED_OUT,
    )
    """Bases of all units that have already assaulted this target this turn, counted at that
    moment."""
    distance: Fraction | None = terms.SITUATION.entry(
        kinds.Optional(kinds.Length(Fraction(0), Fraction(12)), "full reach")
    )
    """Base movement to the target along the assault path, in inches, with rough ground and
    obstacles counted. It decides whether an assault with delayed orders still arrives, and what is
    left for a breakthrough."""

    @property
    def shape_under_fire(self) -> str:
        """The word for what a charge under fire rides or runs at: see `shape`."""
        if self.target_formation is not Formation.MANEUVER_COLUMN:
            return self.shape
        if self.target.is_artillery:
            return "limbered"
        return "deployed" if AT_WORKS(self) else self.shape

    @property
    def shape(self) -> str:
        """The word for the target's formation: a square is another to cavalry."""
        if AT_BAYONETS(self):
            return "square-against-cavalry"
        return str(self.target_formation.value)

    def faults(self) -> Iterator[errors.Fault]:
        yield from terms.bases_faults("", self.bases, self.starting_bases)
        yield from super().faults()


DISORDERED: Final = where("target_state", State.DISORDERED)
DEMORALIZED: Final = where("target_state", State.DEMORALIZED)
NOT_MET: Final = AT_CAVALRY & ~COUNTERCHARGED
MET_STANDING: Final = NOT_MET & MOUNTED & ~FROM_COVER
SPREAD_OUT: Final = NOT_MET & where("target_formation", Formation.DEPLOYED)


class Square(kinds.Word):
    """Whether infantry charged by cavalry forms square in time, the better for the charge first."""

    CAUGHT = "caught"
    FORMED = "formed"


class Course(kinds.Word):
    """How far an assault gets, from the worst for it to the best."""

    ORDERS_LOST = "orders-lost"
    OUT_OF_REACH = "out-of-reach"
    PUSHED_BACK = "pushed-back", "pushed back to its start"
    STOPPED = "stopped", "stopped 1 inch short"
    REPULSED = "repulsed", "repulsed"
    DRAWN = "drawn"
    CARRIED = "carried"

    @property
    def charges(self) -> bool:
        """Whether the charge sets off in earnest."""
        return self not in {Course.ORDERS_LOST, Course.OUT_OF_REACH}

    @property
    def goes_home(self) -> bool:
        """Whether the charge reaches its target."""
        return self in {Course.REPULSED, Course.DRAWN, Course.CARRIED}


SHAKEN, ROUTED = Blow(State.DISORDERED), Blow(State.DEMORALIZED)


class DefensiveFire(Rung):
    """The rungs of the ladder of defensive fire, the best for the charge first: how the assault
    ends that does not go home, and what that deals to the charge."""

    GOES_HOME = "goes-home"
    STOPPED = "stopped", Course.STOPPED
    STOPPED_DISORDERED = "stopped-disordered", Course.STOPPED, SHAKEN
    PUSHED_BACK = "pushed-back", Course.PUSHED_BACK, SHAKEN
    PUSHED_BACK_DEMORALIZED = "pushed-back-demoralized", Course.PUSHED_BACK, ROUTED
    LOSES_A_BASE = "loses-a-base", Course.PUSHED_BACK, Blow(State.DEMORALIZED, 1)


class CloseCombat(Rung):
    """The rungs of the ladder of close combat, the best for the charge first: how it ends, and what
    that deals to the charge and to its target."""

    BROKEN = "broken", Course.CARRIED, UNHARMED, Blow(State.DEMORALIZED, back=FAR, breaks=True)
    LOSES_TWO_BASES = "loses-two-bases", Course.CARRIED, UNHARMED, Blow(State.DEMORALIZED, 2, FAR)
    LOSES_A_BASE = "loses-a-base", Course.CARRIED, UNHARMED, Blow(State.DEMORALIZED, 1, FAR)
    THROWN_BACK = "thrown-back", Course.CARRIED, UNHARMED, Blow(State.DEMORALIZED, back=FAR)
    PUSHED_BACK = "pushed-back", Course.CARRIED, SHAKEN, Blow(State.DISORDERED, back=NEAR)
    DRAWN = "drawn", Course.DRAWN, SHAKEN, SHAKEN
    HELD_OFF = "held-off", Course.REPULSED
    REPULSED = "repulsed", Course.REPULSED, SHAKEN
    REPULSED_DEMORALIZED = "repulsed-demoralized", Course.REPULSED, ROUTED
    REPULSED_LOSES_A_BASE = "repulsed-loses-a-base", Course.REPULSED, Blow(State.DEMORALIZED, 1)


TRIES_TO_FORM_SQUARE: Final = Stage("emergency square", "III.B", TARGET).modifier(
    "the target tries to form square in time", HORSE_AGAINST_FOOT & HAS_FLANKS
)

_spared: Final = Stage("defensive fire", "VII", ACTOR).modifier
CAVALRY_HOLDS_FIRE: Final = _spared(
    "cavalry delivers no defensive fire", AT_CAVALRY, standing=Standing.READING
)
DEMORALIZED_HOLD_FIRE: Final = _spared(
    "the demoralized deliver no coherent defensive fire", DEMORALIZED, source="V, VII"
)
NO_FIRE: Final = (CAVALRY_HOLDS_FIRE, DEMORALIZED_HOLD_FIRE)

FLANK: Final = by(
    TARGET,
    "Flank or rear",
    ".not-frontal",
    FLANKED,
    changed="A square has no flanks",
    changed_source="IV, size",
)
BLOWN: Final = by(ACTOR, "Breakthrough charge", ".breakthrough", BREAKTHROUGH)
WORKS: Final = by(TARGET, "Cover stops horses", ".works", AT_WORKS)
_effect: Final = partial(by, TARGET, value="", standing=Standing.JUDGEMENT)
KEPT_OFF: Final = _effect(
    "horses are kept off: by bayonets or works",
    when=AT_BAYONETS | AT_WORKS,
    ladder=".ladder-kept-off",
)
"""Horses that shy at bayonets or walls swerve more often than they suffer: a ladder of its own."""
UNSHOT: Final = _effect(
    "horse meets horse, and no fire comes first",
    when=BETWEEN_CAVALRY,
    ladder=".ladder-at-cavalry",
)
"""Where horse meets horse, equals fare alike: a ladder of its own."""


def _formation(shape: str, *more: str) -> contest.Point[Any]:
    """What the target's formation is worth to it; its shape hangs on `more` than arms."""
    return by(
        TARGET,
        _in_formation,
        f".formation.{{{shape}}}",
        changed="Emergency square",
        also_reads=("actor", "target", "target_formation", *more),
    )


def _in_formation(form: AssaultForm) -> str:
    if form.shape == "square-against-cavalry":
        return "Square against cavalry"
    return f"Target in {form.target_formation}"


SQUARE: Final = Contest(
    "assault.emergency-square",
    Square,
    contest.TARGET_QUALITY,
    by(TARGET, "From {target_formation}", ".formation.{target_formation.value}"),
    contest.TARGET_STATE,
    FLANK,
    when=~unless(TRIES_TO_FORM_SQUARE),
)

DEFENSIVE_FIRE: Final = Contest(
    "assault.defensive-fire",
    DefensiveFire,
    *contest.QUALITIES,
    by(ACTOR, "Charge of {actor.family}", ".charge.{actor.family}", ASSAULTS),
    by(TARGET, "Fire of {target.family}", ".fire.{target.family}", ~AT_CAVALRY),
    _formation("shape_under_fire", *AT_WORKS.reads),
    WORKS,
    contest.COVER,
    FLANK,
    contest.ACTOR_DISORDERED,
    by(TARGET, "Target disordered", ".target-state.disordered", DISORDERED),
    BLOWN,
    *contest.OUTNUMBERED,
    KEPT_OFF,
    when=unless(*NO_FIRE),
)

CLOSE_COMBAT: Final = Contest(
    "assault.close-combat",
    CloseCombat,
    *contest.QUALITIES,
    by(ACTOR, "Weight of {actor}", ".arm.{actor.value}"),
    by(TARGET, "Weight of {target}", ".arm.{target.value}"),
    by(TARGET, "Cavalry met standing", ".met-standing", MET_STANDING),
    by(TARGET, "Cavalry spread out", ".spread-out", SPREAD_OUT),
    by(TARGET, "Cavalry charged by foot", ".charged-by-foot", AT_CAVALRY & ON_FOOT),
    _formation("shape"),
    WORKS,
    contest.COVER,
    FLANK,
    contest.ACTOR_DISORDERED,
    contest.TARGET_STATE,
    BLOWN,
    *contest.OUTNUMBERED,
    KEPT_OFF,
    UNSHOT,
)
"""Cavalry that rides out to meet cavalry has closed up and gained way; the terrain that gives cover
breaks a charge of its shock."""

FOUGHT: Final[Mapping[Contest[Any], tuple[str, str]]] = {
    SQUARE: ("The speed of the charge", "the forming of the square"),
    DEFENSIVE_FIRE: ("The charge under fire", "the defensive fire"),
    CLOSE_COMBAT: ("The charge at close quarters", "the defense"),
}
"""The contests in order, and what the performances in each are of."""


def changed_in_square(fought: Contest[Any], form: AssaultForm, tables: Tables) -> Iterator[Pull]:
    """What an emergency square changes in a contest: the modifiers in the other situation."""
    stage = f"{fought.stage}, if in square"
    for one in fought.modifiers:
        for factor in one.change(form, in_square(form), stage, tables):
            yield Pull(one, factor)


@lru_cache(maxsize=256)
def in_square(form: AssaultForm) -> AssaultForm:
    """The same assault on a target that has formed square."""
    return form.but(target_formation=Formation.SQUARE)


NOWHERE: Final = lengths.Inches(0)


class AssaultOutcome(Outcome):
    """What comes of an assault.

    `inches` is how far late orders let it go when that is too short. `squared` says that the
    target formed an emergency square, whatever became of it then; `target_acted` that it has used
    its action for the turn; `breakthrough` that the cavalry may charge on into another enemy.
    """

    course: Course
    actor: Fate
    target: Fate
    inches: Fraction = attrs.field(default=NOWHERE, converter=lengths.in_inches)
    squared: bool = False
    target_acted: bool = False
    breakthrough: bool = False

    @property
    def label(self) -> str:
        """The outcome in a few words: the attackers' fate, unless it says "target"."""
        mine, theirs = self.actor.summary("driven back"), self.target.summary(self.driven)
        match self.course:
            case Course.ORDERS_LOST:
                text = "orders lost"
            case Course.OUT_OF_REACH:
                text = f"orders late: {orders.inches(self.inches)}, out of reach"
            case Course.CARRIED:
                text = f"carried: target {theirs}"
                text += " in square" if self.squared and self.target.removed else ""
                text += f"; attackers {mine}" if self.actor.harmed else ""
            case Course.DRAWN:
                text = f"drawn: attackers {mine}, target "
                text += theirs if self.target.harmed else "unchanged"
            case Course.STOPPED | Course.PUSHED_BACK if self.actor.removed:
                text = f"attackers {mine} by fire"
            case _:
                text = self.ending
        return f"{text}; target in square" if self.stands_in_square else text

    @property
    def stands_in_square(self) -> bool:
        """Whether the target is left on the table in an emergency square."""
        return self.squared and not self.target.removed

    @property
    def ending(self) -> str:
        """How a charge ends that fails, in words: one that is repulsed without harm is held off."""
        if self.actor.harmed:
            return f"{self.course.meaning}, {self.actor.summary('driven back')}"
        return "held off" if self.course is Course.REPULSED else self.course.meaning

    @property
    def driven(self) -> str:
        """How the target goes back, in section V's words."""
        return "thrown back" if self.target.demoralized else "pushed back"
