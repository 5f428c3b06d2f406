"""The contests of an assault: emergency square, defensive fire, close combat.

An emergency square is another situation: the same assault, and the same modifiers, on a target in
square.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from calculator.conditions import where
from calculator.kinds import Word
from calculator.rules.modifiers import Modifier, Pull
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import contest
from calculator.rules.there_stand_empires.assault import form as asked
from calculator.rules.there_stand_empires.assault.form import AssaultForm
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET, Contest, Point, by
from calculator.rules.there_stand_empires.terms import Cover, Formation, State


class Square(Word):
    """Whether infantry charged by cavalry forms square in time, the better for the charge first."""

    CAUGHT = "caught"
    FORMED = "formed"


class DefensiveFire(Word):
    """The rungs of the ladder of defensive fire, the best for the charge first."""

    GOES_HOME = "goes-home"
    STOPPED = "stopped"
    STOPPED_DISORDERED = "stopped-disordered"
    PUSHED_BACK = "pushed-back"
    PUSHED_BACK_DEMORALIZED = "pushed-back-demoralized"
    LOSES_A_BASE = "loses-a-base"


class CloseCombat(Word):
    """The rungs of the ladder of close combat, the best for the charge first."""

    BROKEN = "broken"
    LOSES_TWO_BASES = "loses-two-bases"
    LOSES_A_BASE = "loses-a-base"
    THROWN_BACK = "thrown-back"
    PUSHED_BACK = "pushed-back"
    DRAWN = "drawn"
    REPULSED = "repulsed"
    REPULSED_DEMORALIZED = "repulsed-demoralized"
    REPULSED_LOSES_A_BASE = "repulsed-loses-a-base"


TRIES_TO_FORM_SQUARE: Final = Modifier[AssaultForm](
    stage="emergency square",
    name="the target tries to form square in time",
    side=TARGET,
    when=asked.HORSE_AGAINST_FOOT & asked.HAS_FLANKS,
    source="III.B",
)
"""A charge of cavalry makes infantry try to form an emergency square."""

DEMORALIZED: Final = where("target_state", State.DEMORALIZED)
NO_FIRE: Final = (
    Modifier[AssaultForm](
        stage="defensive fire",
        name="cavalry delivers no defensive fire",
        side=ACTOR,
        when=where("target.is_cavalry"),
        source="VII",
    ),
    Modifier[AssaultForm](
        stage="defensive fire",
        name="the demoralized deliver no coherent defensive fire",
        side=ACTOR,
        when=DEMORALIZED,
        source="V, VII",
    ),
)
"""What spares a charge the fire of its target."""

FLANK: Final[Point[AssaultForm]] = by(
    TARGET,
    "Flank or rear",
    ".not-frontal",
    asked.FLANKED,
    changed="A square has no flanks",
    changed_source="IV",
)
BLOWN: Final[Point[AssaultForm]] = by(
    ACTOR, "Breakthrough charge", ".breakthrough", asked.BREAKTHROUGH
)


def _formation(shape: str) -> tuple[Point[AssaultForm], ...]:
    """What the target's formation is worth to it, unless what it stands behind stops horses."""
    return (
        by(
            TARGET,
            _in_formation,
            f".formation.{{{shape}}}",
            ~asked.KEPT_OFF,
            changed="Emergency square",
            also_reads=("actor", "target", "target_formation"),
        ),
        by(
            TARGET,
            "Cover stops horses",
            ".formation.square-against-cavalry",
            asked.KEPT_OFF,
            source="VIII",
        ),
    )


def _in_formation(form: AssaultForm) -> str:
    if form.shape == "square-against-cavalry":
        return "Square against cavalry"
    return f"Target in {form.target_formation}"


SQUARE: Final = Contest(
    "emergency square",
    "assault.emergency-square",
    Square,
    contest.TARGET_QUALITY,
    by(TARGET, "From {target_formation}", ".formation.{target_formation.value}"),
    contest.TARGET_STATE,
    FLANK,
)
"""A cavalry charge against the infantry's drill."""

DEFENSIVE_FIRE: Final = Contest(
    "defensive fire",
    "assault.defensive-fire",
    DefensiveFire,
    *contest.QUALITIES,
    by(ACTOR, "Charge of {actor.family}", ".charge.{actor.family}", where("actor.has_quality")),
    by(TARGET, "Fire of {target.family}", ".fire.{target.family}", ~where("target.is_cavalry")),
    *_formation("shape_under_fire"),
    contest.COVER,
    FLANK,
    contest.ACTOR_DISORDERED,
    by(
        TARGET,
        "Target disordered",
        ".target-state.disordered",
        where("target_state", State.DISORDERED),
    ),
    BLOWN,
    *contest.OUTNUMBERED,
)
"""The charge against the fire of its target."""

NOT_MET: Final = where("target.is_cavalry") & ~asked.COUNTERCHARGED
CLOSE_COMBAT: Final = Contest(
    "close combat",
    "assault.close-combat",
    CloseCombat,
    *contest.QUALITIES,
    by(ACTOR, "Weight of {actor}", ".arm.{actor.value}"),
    by(TARGET, "Weight of {target}", ".arm.{target.value}"),
    by(
        TARGET,
        "Cavalry met standing",
        ".met-standing",
        NOT_MET & asked.MOUNTED & where("cover", Cover.OPEN),
    ),
    by(
        TARGET,
        "Cavalry spread out",
        ".spread-out",
        NOT_MET & where("target_formation", Formation.DEPLOYED),
    ),
    *_formation("shape"),
    contest.COVER,
    FLANK,
    contest.ACTOR_DISORDERED,
    contest.TARGET_STATE,
    BLOWN,
    *contest.OUTNUMBERED,
)
"""A close combat.

Cavalry that rides out to meet cavalry has closed up and gained way; the terrain that gives cover
breaks a charge of its shock.
"""


def pulling(
    fought: Contest[Any], form: AssaultForm, squares: bool, tables: Tables
) -> Iterator[Pull]:
    """What pulls in a contest, and where the target may form square, what that changes."""
    for one in fought.modifiers:
        if one.holds(form, tables):
            yield from (Pull(one, factor) for factor in one.factors(form, tables) if factor.points)
    if squares:
        stage = f"{fought.stage}, if in square"
        for one in fought.modifiers:
            for factor in one.change(form, form.in_square, stage, tables):
                yield Pull(one, factor)
