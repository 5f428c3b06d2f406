"""Order relations over every assault.

What `test_relations.py` tries at random is tried here in full. Guns are of one kind, qualities are
equal or as far apart as they can be, and bases 4 against 4 with who is outnumbered set by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Any, NamedTuple

import pytest

from calculator.rules.question import Question
from calculator.rules.there_stand_empires import SYSTEM
from calculator.rules.there_stand_empires.assault import fight
from calculator.rules.there_stand_empires.assault.fight import AssaultForm
from calculator.rules.there_stand_empires.terms import (
    Arm,
    Cover,
    Formation,
    Outnumbered,
    Quality,
    State,
)

pytestmark = pytest.mark.heavy

ACTION = SYSTEM.action("assault")
CONTESTS = (fight.SQUARE, fight.DEFENSIVE_FIRE, fight.CLOSE_COMBAT)
TARGETS = [arm for arm in Arm if not arm.is_artillery or arm is Arm.HEAVY_FOOT_ARTILLERY]
QUALITIES = [
    (Quality.AVERAGE, Quality.AVERAGE),
    (Quality.ELITE, Quality.POOR),
    (Quality.POOR, Quality.ELITE),
]
NUMBERS = [one for one in Outnumbered if one is not Outnumbered.WORKED_OUT]
EACH: Mapping[str, Any] = {
    "actor": [arm for arm in Arm if arm.has_quality],
    "target": TARGETS,
    "qualities": QUALITIES,
    "actor_state": [State.OK, State.DISORDERED],
    "target_state": list(State),
    "target_formation": list(Formation),
    "cover": list(Cover),
    "stops_horses": [False, True],
    "frontal": [True, False],
    "outnumbered": NUMBERS,
    "breakthrough": [False, True],
}


class Chances(NamedTuple):
    """What comes of an assault that sets off."""

    goes_home: Fraction
    carries: Fraction
    demoralized: tuple[Fraction, Fraction]
    base_lost: tuple[Fraction, Fraction]
    """The attackers', by fire and hand to hand."""
    severities: tuple[tuple[Any, Fraction], ...]
    """What comes of it, or better, the best first."""

    def no_better(self, other: Chances) -> bool:
        """First-order stochastic dominance."""
        mine, theirs = dict(self.severities), dict(other.severities)
        so_far = [Fraction(0), Fraction(0)]
        for severity in sorted(mine.keys() | theirs.keys(), reverse=True):
            so_far[0] = mine.get(severity, so_far[0])
            so_far[1] = theirs.get(severity, so_far[1])
            if so_far[0] > so_far[1]:
                return False
        return True


def chances(**fields: Any) -> Chances | None:
    """What comes of it; None of what the rules do not know."""
    horse = fields["actor"].is_cavalry
    if fields["target_formation"] is Formation.SQUARE and fields["target"] is not Arm.INFANTRY:
        return None
    if fields["breakthrough"] and not horse:
        return None
    quality, target_quality = fields.pop("qualities")
    form = AssaultForm(
        **fields, quality=quality, target_quality=target_quality, bases=4, target_bases=4
    )
    question = Question(SYSTEM, ACTION, form, SYSTEM.tables)
    law: Any = question.law
    forms = [form, fight.in_square(form)] if law.holds(fight.TRIES_TO_FORM_SQUARE) else [form]
    fought = [one for one in CONTESTS if one.when(form, question.tables)]
    bouts = tuple(one.bout(met, question.tables) for one in fought for met in forms)
    key = bouts, form.actor_state, form.target_state
    if key not in KNOWN:
        KNOWN[key] = worked_out(question)
    return KNOWN[key]


KNOWN: dict[Any, Chances] = {}


def worked_out(question: Question) -> Chances:
    odds = question.odds().distribution.given(lambda outcome: outcome.course.charges)

    def both_ways(harm: str) -> tuple[Fraction, Fraction]:
        harmed = odds.share(lambda o: getattr(o.actor, harm))
        by_fire = odds.share(lambda o: getattr(o.actor, harm) and not o.course.goes_home)
        return by_fire, harmed - by_fire

    severity: Any = ACTION.severity
    so_far = Fraction(0)
    better = []
    for outcome in sorted(odds, key=severity, reverse=True):
        so_far += odds.probability(outcome)
        better.append((severity(outcome), so_far))
    return Chances(
        odds.share(lambda outcome: outcome.course.goes_home),
        odds.share(lambda outcome: outcome.course.value == "carried"),
        both_ways("demoralized"),
        both_ways("lost_bases"),
        tuple(better),
    )


@cache
def every() -> dict[tuple[Any, ...], Chances]:
    """All assaults, by their answers in the order of `EACH`."""
    found = (
        (values, chances(**dict(zip(EACH, values, strict=True))))
        for values in product(*EACH.values())
    )
    return {values: chance for values, chance in found if chance}


def against(field: str, worse: Any, better: Any) -> Iterator[tuple[Chances, Chances]]:
    """All pairs that differ in one answer."""
    place = list(EACH).index(field)
    for values, chance in every().items():
        if values[place] == worse:
            other = every().get((*values[:place], better, *values[place + 1 :]))
            if other:
                yield chance, other


@pytest.mark.parametrize(
    ("field", "worse", "better"),
    [
        *(("cover", more, less) for less, more in pairwise(Cover)),
        ("stops_horses", True, False),
        *(("target_state", steady, shaken) for steady, shaken in pairwise(State)),
        ("actor_state", State.DISORDERED, State.OK),
        *(("outnumbered", less, more) for less, more in pairwise(NUMBERS)),
        ("frontal", True, False),
        ("actor", Arm.LIGHT_CAVALRY, Arm.HEAVY_CAVALRY),
        ("target", Arm.HEAVY_CAVALRY, Arm.LIGHT_CAVALRY),
    ],
)
def test_no_better_in_any_assault(field: str, worse: Any, better: Any) -> None:
    for chance, other in against(field, worse, better):
        assert chance.no_better(other)


def test_in_every_assault_the_fire_is_the_biggest_danger() -> None:
    for values, chance in every().items():
        asked = dict(zip(EACH, values, strict=True))
        if asked["target"].is_cavalry or asked["target_state"] is State.DEMORALIZED:
            continue
        assert chance.demoralized[0] >= chance.demoralized[1], asked
        assert chance.base_lost[0] >= chance.base_lost[1], asked


def test_in_every_assault_the_demoralized_are_the_best_target() -> None:
    for values, best in every().items():
        asked = dict(zip(EACH, values, strict=True))
        shape = asked["target_formation"]
        if asked["target_state"] is not State.DEMORALIZED or shape is Formation.SQUARE:
            continue
        for state, formation in product(list(State)[:2], Formation):
            changed = {**asked, "target_state": state, "target_formation": formation}
            other = every().get(tuple(changed.values()))
            if other:
                assert other.carries <= best.carries, changed
                assert sum(other.demoralized) >= sum(best.demoralized), changed


def test_what_stops_horses_is_no_better_ground_for_them_than_for_foot() -> None:
    for values, horse in every().items():
        asked = dict(zip(EACH, values, strict=True))
        open_ground = asked["cover"] is Cover.OPEN
        if not asked["actor"].is_cavalry or not asked["stops_horses"] or open_ground:
            continue
        on_foot = {**asked, "actor": Arm.INFANTRY, "breakthrough": False}
        foot = every()[tuple(on_foot.values())]
        assert horse.carries <= foot.carries, asked
