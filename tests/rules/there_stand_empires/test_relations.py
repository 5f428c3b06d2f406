"""The order relations that the text commits the model to, over the whole space of forms.

Each test is named for the relation of docs/model.md that it holds to; "no better" is first-order
stochastic dominance between two whole odds tables.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import attrs
import pytest
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st

from calculator.forms import texts
from calculator.rules.question import Question
from calculator.rules.there_stand_empires import SYSTEM
from calculator.rules.there_stand_empires.assault.fight import Course
from calculator.rules.there_stand_empires.orders import base_move
from calculator.rules.there_stand_empires.terms import (
    Arm,
    Cover,
    Formation,
    Outnumbered,
    Quality,
    Range,
    State,
)
from tests.rules.there_stand_empires.asked import (
    FIRES,
    MOVEMENTS,
    as_action,
    assert_no_better,
    but,
    chance,
    measured,
    questions,
    support,
)

FIGHTS = (*FIRES, "assault")
RATED = (*FIGHTS, *MOVEMENTS, "regroup")
NUMBERS = [one for one in Outnumbered if one is not Outnumbered.WORKED_OUT]

cavalry = st.sampled_from([Arm.HEAVY_CAVALRY, Arm.LIGHT_CAVALRY])
guns = st.sampled_from([arm for arm in Arm if arm.is_artillery])
assaults = st.one_of(
    questions("assault"),
    questions("assault", actor=cavalry, target=st.just(Arm.INFANTRY)),
    questions("assault", actor=cavalry, target=cavalry, countercharge=st.just(True)),
)
asked = {key: assaults if key == "assault" else questions(key) for key in RATED}
spread = settings(max_examples=min(30, settings().max_examples))
"""For tests that are spread over parameters, so that all of them together look far and wide."""
either_fire = st.one_of(asked["deployed-fire"], asked["advancing-fire"])
fire_on_infantry = st.sampled_from(FIRES).flatmap(
    lambda key: questions(key, target=st.just(Arm.INFANTRY))
)
"""What alone may be in square."""


@pytest.mark.parametrize("key", RATED)
@pytest.mark.parametrize(("better", "worse"), list(pairwise(Quality)))
@spread
@given(data=st.data())
def test_1_better_quality_of_the_actor_never_hurts_it(
    key: str, better: Quality, worse: Quality, data: st.DataObject
) -> None:
    question = data.draw(asked[key])
    assert_no_better(but(question, quality=worse), but(question, quality=better))


@pytest.mark.parametrize("key", FIGHTS)
@pytest.mark.parametrize(("better", "worse"), list(pairwise(Quality)))
@spread
@given(data=st.data())
def test_1_better_quality_of_the_target_never_hurts_it(
    key: str, better: Quality, worse: Quality, data: st.DataObject
) -> None:
    question = data.draw(asked[key])
    assert_no_better(but(question, target_quality=better), but(question, target_quality=worse))


@pytest.mark.parametrize(
    ("less", "more"),
    [
        (Formation.DEPLOYED, Formation.MANEUVER_COLUMN),
        (Formation.DEPLOYED, Formation.SQUARE),
        (Formation.MANEUVER_COLUMN, Formation.MARCH_COLUMN),
        (Formation.SQUARE, Formation.MARCH_COLUMN),
    ],
)
@spread
@given(data=st.data())
def test_2_some_formations_are_more_vulnerable_to_fire(
    less: Formation, more: Formation, data: st.DataObject
) -> None:
    squares = Formation.SQUARE in {less, more}
    question = data.draw(fire_on_infantry if squares else either_fire)
    assert_no_better(but(question, target_formation=less), but(question, target_formation=more))


@pytest.mark.parametrize("key", FIGHTS)
@pytest.mark.parametrize(("less", "more"), list(pairwise(Cover)))
@spread
@given(data=st.data())
def test_3_better_cover_never_hurts_the_target(
    key: str, less: Cover, more: Cover, data: st.DataObject
) -> None:
    question = data.draw(asked[key])
    assert_no_better(but(question, cover=more), but(question, cover=less))


@given(questions("advancing-fire", formation=st.just(Formation.DEPLOYED)))
def test_4_deployed_fire_is_no_worse_than_advancing_fire(advancing: Question) -> None:
    assert_no_better(advancing, as_action(advancing, "deployed-fire"))


@pytest.mark.parametrize("key", FIRES)
@pytest.mark.parametrize(("near", "far"), list(pairwise(Range)))
@spread
@given(data=st.data())
def test_5_nearer_range_never_hurts_the_firer(
    key: str, near: Range, far: Range, data: st.DataObject
) -> None:
    question = data.draw(st.one_of(asked[key], questions(key, actor=guns)))
    assert_no_better(but(question, range=far), but(question, range=near))


REACH = {Arm.INFANTRY: 3, Arm.HEAVY_FOOT_ARTILLERY: 12}


@given(either_fire)
def test_5_beyond_its_reach_fire_is_always_out_of_range(question: Question) -> None:
    form: Any = question.form
    beyond = form.range.inches > REACH.get(form.actor, 9)
    assert {outcome.in_range for outcome in question.odds().distribution} == {not beyond}


@pytest.mark.parametrize("key", FIGHTS)
@spread
@given(data=st.data())
def test_6_a_disordered_target_is_never_less_vulnerable(key: str, data: st.DataObject) -> None:
    question = data.draw(asked[key])
    steady, shaken = (but(question, target_state=s) for s in (State.OK, State.DISORDERED))
    assert_no_better(steady, shaken)


@given(assaults)
def test_6_a_demoralized_target_is_never_less_vulnerable_to_assault(question: Question) -> None:
    states = (State.DISORDERED, State.DEMORALIZED)
    shaken, demoralized = (but(question, target_state=state) for state in states)
    assert_no_better(shaken, demoralized)


@pytest.mark.parametrize("key", [*FIGHTS, *MOVEMENTS])
@spread
@given(data=st.data())
def test_6_a_disordered_actor_never_does_better(key: str, data: st.DataObject) -> None:
    question = data.draw(asked[key])
    steady, shaken = (but(question, actor_state=s) for s in (State.OK, State.DISORDERED))
    assert_no_better(shaken, steady)


@pytest.mark.parametrize("key", FIGHTS)
@pytest.mark.parametrize(("worse", "better"), list(pairwise(NUMBERS)))
@spread
@given(data=st.data())
def test_7_being_outnumbered_never_helps(
    key: str, worse: Outnumbered, better: Outnumbered, data: st.DataObject
) -> None:
    question = data.draw(asked[key])
    assert_no_better(but(question, outnumbered=worse), but(question, outnumbered=better))


@given(assaults)
def test_8_a_frontal_assault_is_never_better_for_the_attacker(question: Question) -> None:
    frontal, other = (but(question, frontal=frontal) for frontal in (True, False))
    assert_no_better(frontal, other)


@given(assaults, st.sampled_from(State))
def test_9_a_charge_goes_home_against_the_demoralized_at_least_as_often(
    question: Question, state: State
) -> None:
    demoralized = but(question, target_state=State.DEMORALIZED)
    goes_home = measured(question, "goes-home")
    assert_no_better(but(question, target_state=state), demoralized, goes_home)


@pytest.mark.parametrize("measure", ["goes-home", "carries"])
@pytest.mark.parametrize(
    "formation", [one for one in Formation if one is not Formation.MARCH_COLUMN]
)
@spread
@given(question=assaults)
def test_10_a_march_column_is_the_best_of_targets(
    measure: str, formation: Formation, question: Question
) -> None:
    marching = but(question, target_formation=Formation.MARCH_COLUMN)
    other = but(question, target_formation=formation)
    assert_no_better(other, marching, measured(question, measure))


@given(assaults, cavalry)
def test_11_a_charge_goes_home_against_cavalry_in_the_open_at_least_as_often(
    question: Question, horse: Arm
) -> None:
    in_open = but(question, cover=Cover.OPEN)
    infantry = but(in_open, target=Arm.INFANTRY, target_formation=Formation.DEPLOYED)
    assert_no_better(infantry, but(in_open, target=horse), measured(question, "goes-home"))


@given(questions("assault", actor=cavalry))
def test_12_heavy_cavalry_charges_no_worse_than_light(question: Question) -> None:
    assert_no_better(but(question, actor=Arm.LIGHT_CAVALRY), but(question, actor=Arm.HEAVY_CAVALRY))


@given(questions("assault", target=cavalry))
def test_12_heavy_cavalry_stands_no_worse_than_light(question: Question) -> None:
    heavy, light = (but(question, target=a) for a in (Arm.HEAVY_CAVALRY, Arm.LIGHT_CAVALRY))
    assert_no_better(heavy, light)


@pytest.mark.parametrize("action", ["maneuver-in-column", "march", "route-march"])
@pytest.mark.parametrize("quality", Quality)
def test_12_light_cavalry_moves_farther(action: str, quality: Quality) -> None:
    heavy, light = (
        base_move(SYSTEM.tables, action, arm, quality)
        for arm in (Arm.HEAVY_CAVALRY, Arm.LIGHT_CAVALRY)
    )
    assert heavy < light


@given(
    questions("assault", actor=cavalry, target=st.just(Arm.INFANTRY)), st.sampled_from(Formation)
)
def test_13_against_cavalry_no_formation_is_better_than_square(
    question: Question, formation: Formation
) -> None:
    square, other = (but(question, target_formation=f) for f in (Formation.SQUARE, formation))
    assert_no_better(square, other)


@given(fire_on_infantry)
def test_13_against_fire_a_square_is_never_better_than_a_line(question: Question) -> None:
    line, square = (
        but(question, target_formation=f) for f in (Formation.DEPLOYED, Formation.SQUARE)
    )
    assert_no_better(line, square)


@given(st.sampled_from(("assault", "regroup", *MOVEMENTS)).flatmap(questions))
def test_14_a_general_near_never_hurts(question: Question) -> None:
    assert_no_better(but(question, general=False), but(question, general=True))


@pytest.mark.parametrize("key", FIRES)
def test_14_a_general_has_no_say_in_fire(key: str) -> None:
    general = Question.read("there-stand-empires", key, {"general": "yes"})
    assert general.odds() == Question.read("there-stand-empires", key, {}).odds()


@given(st.sampled_from(MOVEMENTS).flatmap(questions))
def test_15_orders_may_always_go_astray(question: Question) -> None:
    assert 0 < chance(question, "received") < 1
    assert chance(question, "lost") > 0
    assert chance(question, "delayed") > 0


@given(questions("assault", breakthrough=st.just(False)))
def test_15_orders_to_assault_may_always_go_astray(question: Question) -> None:
    assert chance(question, "lost") > 0


@given(questions("regroup"))
def test_16_the_demoralized_never_recover_better_than_the_disordered(question: Question) -> None:
    states = (State.DEMORALIZED, State.DISORDERED)
    demoralized, disordered = (but(question, actor_state=state) for state in states)
    assert_no_better(demoralized, disordered)


@given(questions("army-morale"))
def test_17_no_army_is_checked_below_half(question: Question) -> None:
    form: Any = question.form
    below = 2 * (form.broken + form.demoralized) < form.units
    unchecked = form.checked_this_turn or (form.passed_before and not form.loss_this_turn)
    left = form.broken < form.units
    assert (chance(question, "no-check") == 1) == (left and (below or unchecked))


@given(st.integers(1, 40), st.booleans(), st.booleans())
def test_17_an_army_with_nothing_left_breaks_for_certain(
    units: int, checked: bool, passed: bool
) -> None:
    gone = Question.read(
        "there-stand-empires",
        "army-morale",
        {
            "units": units,
            "broken": units,
            "demoralized": 0,
            "checked-this-turn": checked,
            "passed-before": passed,
        },
    )
    assert chance(gone, "breaks") == 1


@given(questions("army-morale"), st.integers(1, 10))
def test_17_a_greater_share_lost_never_makes_breaking_less_likely(
    question: Question, more: int
) -> None:
    form: Any = question.form
    worse = but(question, broken=form.broken + more)
    assert_no_better(question, worse, measured(question, "breaks"))
    assert len(support(worse)) <= 2


def fires_at_charges(question: Question) -> bool:
    """Whether the target of an assault can fire."""
    form: Any = question.form
    return not (form.target_state is State.DEMORALIZED or form.target.is_cavalry)


@pytest.mark.parametrize("cover", Cover)
@pytest.mark.parametrize("measure", ["actor-demoralized", "actor-base-lost"])
@spread
@given(data=st.data())
def test_18_the_defensive_fire_is_the_biggest_danger(
    measure: str, cover: Cover, data: st.DataObject
) -> None:
    """VII: "The biggest danger to an assaulting unit is the defensive fire"."""
    question = but(data.draw(assaults.filter(fires_at_charges)), cover=cover)
    suffers = question.action.measure(measure).holds
    odds = question.odds().distribution
    by_fire = odds.share(lambda o: not o.course.goes_home and suffers(o))
    hand_to_hand = odds.share(lambda o: o.course.goes_home and suffers(o))
    note(f"{texts(question.form)}: {float(by_fire)} by fire, {float(hand_to_hand)} hand to hand")
    assert by_fire >= hand_to_hand


@pytest.mark.parametrize(
    ("cover", "often"), [(Cover.HARD, Fraction(2, 5)), (Cover.FORTIFICATION, Fraction(1, 3))]
)
@given(
    questions(
        "assault",
        actor=st.just(Arm.INFANTRY),
        actor_state=st.just(State.OK),
        target=st.sampled_from([arm for arm in Arm if not arm.is_cavalry]),
        target_formation=st.sampled_from(
            [Formation.DEPLOYED, Formation.MANEUVER_COLUMN, Formation.MARCH_COLUMN]
        ),
        outnumbered=st.sampled_from(NUMBERS[2:]),
    )
)
def test_19_once_home_a_charge_often_succeeds_even_against_the_entrenched(
    cover: Cover, often: Fraction, question: Question
) -> None:
    """VII: melee "was often successful even against entrenched defenders"."""
    form: Any = question.form
    ranks = list(Quality)
    assume(
        not form.target.has_quality or ranks.index(form.quality) <= ranks.index(form.target_quality)
    )
    assume(form.target.has_quality or form.quality is not Quality.POOR)
    entrenched = but(question, cover=cover)
    home = chance(entrenched, "goes-home")
    assert chance(entrenched, "carries") / home >= often


@given(
    questions(
        "assault",
        actor=cavalry,
        target=st.just(Arm.INFANTRY),
        target_formation=st.sampled_from([Formation.DEPLOYED, Formation.MANEUVER_COLUMN]),
    ),
    st.sampled_from([cover for cover in Cover if cover is not Cover.OPEN]),
)
def test_20_cover_that_stops_no_horses_is_no_square(question: Question, cover: Cover) -> None:
    slope, wall = (but(question, cover=cover, stops_horses=stops) for stops in (False, True))
    assert_no_better(wall, slope)
    assert chance(slope, "emergency-square") > 0
    assert chance(wall, "emergency-square") == 0
    flank, front = (but(slope, frontal=frontal) for frontal in (False, True))
    assert chance(flank, "carries") > chance(front, "carries")
    walls_flank, walls_front = (but(wall, frontal=frontal) for frontal in (False, True))
    assert walls_flank.odds().distribution == walls_front.odds().distribution


@given(st.sampled_from(FIGHTS).flatmap(lambda key: questions(key, target=guns)))
def test_21_a_battery_is_one_base_and_counts_as_one(question: Question) -> None:
    action, form = question.action, question.form
    answers = {k: v for k, v in texts(form).items() if k not in ("target-bases", "bases")}
    if answers.get("target-starting-bases", "").isdigit():
        answers["target-starting-bases"] = "1"
    answers.pop("starting-bases", None)
    battery: Any = Question.read("there-stand-empires", action.key, answers).form
    assert battery.target_bases == 1
    assert battery.bases == (1 if battery.actor.is_artillery else 4)


@given(questions("assault", actor=cavalry, target=cavalry, countercharge=st.just(False)))
def test_22_a_countercharge_is_met_or_refused(question: Question) -> None:
    form: Any = question.form
    may = (
        form.target_state is State.OK
        and form.frontal
        and form.cover is Cover.OPEN
        and not form.breakthrough
    )
    asked = attrs.evolve(question, form=attrs.evolve(form, countercharge=True))
    refused = [refusal.source for refusal in asked.law.refusals()]
    assert refused == ([] if may else ["VII"] * len(refused))
    assert bool(refused) != may


@given(assaults, st.sampled_from(list(State)[:2]), st.sampled_from(Formation))
def test_25_the_demoralized_are_the_best_target(
    question: Question, state: State, formation: Formation
) -> None:
    """VII: "Best is to assault a unit which is demoralized"; but no horse likes bayonets."""
    form: Any = question.form
    assume(not (form.actor.is_cavalry and form.target_formation is Formation.SQUARE))
    assume(not form.countercharge)
    best = but(question, target_state=State.DEMORALIZED)
    other = but(question, target_state=state, target_formation=formation)
    assert_no_better(other, best, measured(question, "carries"))
    assert_no_better(best, other, measured(question, "actor-demoralized"))


@given(assaults)
def test_25_who_carries_against_the_demoralized_keeps_its_order(question: Question) -> None:
    best = but(question, target_state=State.DEMORALIZED)
    for outcome in best.odds().distribution:
        assert not (outcome.course is Course.CARRIED and outcome.actor.harmed)


@pytest.mark.parametrize("arm", ["heavy-cavalry", "light-cavalry"])
@pytest.mark.parametrize("quality", Quality)
def test_26_equal_horse_fares_alike_where_both_charge(arm: str, quality: Quality) -> None:
    both = {"actor": arm, "target": arm, "quality": quality, "target-quality": quality}
    charge = Question.read(
        "there-stand-empires", "assault", {**both, "countercharge": True, "breakthrough": False}
    )
    for harm in ("demoralized", "base-lost"):
        assert chance(charge, harm) == chance(charge, f"actor-{harm}") > 0


@given(
    questions("assault", actor=cavalry, target=st.sampled_from(Arm), distance=st.none()),
    st.sampled_from([cover for cover in Cover if cover is not Cover.OPEN]),
)
def test_27_what_stops_horses_is_no_better_ground_for_them(
    question: Question, cover: Cover
) -> None:
    horse = but(question, cover=cover, stops_horses=True)
    assume(horse.form.target_formation is not Formation.SQUARE)  # type: ignore[attr-defined]
    foot = but(horse, actor=Arm.INFANTRY)
    carries, home = (
        [chance(one, measure) / chance(one, "charges") for one in (horse, foot)]
        for measure in ("carries", "goes-home")
    )
    assert carries[0] <= carries[1]
    assert home[0] <= home[1]


@given(either_fire)
def test_28_one_box_is_one_vulnerability(question: Question) -> None:
    """III.B has one box for a target that is disordered or demoralized."""
    disordered, demoralized = (
        but(question, target_state=state) for state in (State.DISORDERED, State.DEMORALIZED)
    )
    for measure in ("falls-back", "base-lost"):
        assert chance(disordered, measure) == chance(demoralized, measure)


@given(fire_on_infantry)
def test_28_one_word_is_one_vulnerability(question: Question) -> None:
    """VI has one word for maneuver column and square: more vulnerable."""
    column, square = (
        but(question, target_formation=one) for one in (Formation.MANEUVER_COLUMN, Formation.SQUARE)
    )
    assert column.odds().distribution == square.odds().distribution


@given(assaults)
def test_29_a_breakthrough_needs_a_victory_and_is_the_only_one(question: Question) -> None:
    form: Any = question.form
    for outcome in question.odds().distribution:
        if outcome.breakthrough:
            assert form.actor.is_cavalry
            assert outcome.target.beaten
            assert not form.breakthrough


LEVELS = st.sampled_from(["ground", "hill-1", "hill-2", "hill-3"])


@given(st.sampled_from(["friends", "enemies"]), st.integers(1, 11), LEVELS, LEVELS)
def test_23_troops_in_between_block_fire_and_never_sight(
    troops: str, at: int, here: str, there: str
) -> None:
    line = {"apart": 12, "spotter-level": here, "target-level": there}
    over_troops, over_woods = (
        Question.read("there-stand-empires", "line-of-sight", {**line, "obstructions": between})
        for between in (f"{troops} at {at}", f"woods at {at}")
    )
    assert chance(over_troops, "visible") == 1
    own, others = ("may-fire", "fired-at") if troops == "friends" else ("fired-at", "may-fire")
    assert chance(over_troops, own) == chance(over_woods, "visible")
    assert chance(over_troops, others) == 1
