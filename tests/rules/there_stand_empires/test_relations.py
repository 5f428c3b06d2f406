"""The order relations that the text commits the model to, over the whole space of forms.

Each test is named for the relation of docs/model.md that it holds to; "no better" is first-order
stochastic dominance between two whole odds tables.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calculator.rules.question import Question
from calculator.rules.there_stand_empires import SYSTEM
from calculator.rules.there_stand_empires.moves import base_move
from calculator.rules.there_stand_empires.words import (
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
spread = settings(max_examples=30)
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
    assert (chance(question, "no-check") == 1) == (below or unchecked)


@given(questions("army-morale"), st.integers(1, 10))
def test_17_a_greater_share_lost_never_makes_breaking_less_likely(
    question: Question, more: int
) -> None:
    form: Any = question.form
    worse = but(question, broken=form.broken + more)
    assert_no_better(question, worse, measured(question, "breaks"))
    assert len(support(worse)) <= 2
