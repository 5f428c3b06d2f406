"""Cavalry charges: the text's examples, and every odds table against the nine numbers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import ForbiddenError
from calculator.rules.morne_plaine import SYSTEM
from calculator.rules.morne_plaine.charge import Barrier, Charge, Charged, ChargeForm
from calculator.rules.morne_plaine.terms import Effect, Terrain, UnitType
from calculator.rules.morne_plaine.zones import HeldBy
from calculator.rules.question import Odds, Question
from tests.rules.asking import ask, chances, check_promises, forms, law

valid = forms(
    ChargeForm,
    movement_over=st.just(False),
    unit=st.sampled_from([UnitType.CAVALRY, UnitType.LEADER]),
    allowance=st.integers(5, 9),
    in_zone_of=st.sampled_from(HeldBy),
    first_hex=st.just(Terrain.CLEAR),
    second_hex=st.just(Terrain.CLEAR),
    in_line=st.just(True),
    zone_on_the_way=st.just(False),
    barrier=st.just(Barrier.NOTHING),
    occupied=st.just(False),
    strength=st.integers(1, 12),
    target_strength=st.integers(1, 12),
    target_terrain=st.sampled_from([Terrain.CLEAR, Terrain.ROUGH, Terrain.MARSH]),
)


def put(form: ChargeForm) -> Question:
    return Question(SYSTEM, Charge, form, SYSTEM.tables)


def charge(**values: object) -> Odds:
    return ask("morne-plaine", "charge", **values).odds()


def by_hand(form: ChargeForm) -> Iterator[Charged]:
    """The outcome of each random number, worked out from the text."""
    leader = form.target is UnitType.LEADER
    morale = form.target_strength + form.command_radius if leader else form.target_morale
    now = None if leader else form.target_morale
    held = form.in_zone_of is HeldBy.MOUNTED
    points = form.allowance - 2 - form.streams - held
    alone = not form.other_zone
    exerts = form.target is not UnitType.ARTILLERY
    eliminated = Charged(Effect.ELIMINATED, None, 0, form.strength, points, alone)
    for number in range(1, 10):
        if number + form.strength - form.target_strength <= morale:
            controls = exerts and now != 0 and not form.stream_between
            on = alone and not controls
            yield Charged(Effect.STANDS, now, form.target_strength, form.strength, points, on)
        elif form.target is UnitType.ARTILLERY or not form.can_retreat:
            yield eliminated
        elif leader:
            attack, on = form.strength * 3 // 2, alone and form.retreats_out_of_reach
            yield Charged(Effect.RETREATS, None, form.target_strength, attack, points, on)
        else:
            left, strength = form.target_morale, form.target_strength
            for _ in range(1 + form.zones_entered):
                left, strength = (left - 1, strength) if left else (left, strength - 1)
            on = alone and (left == 0 or form.retreats_out_of_reach)
            attack = form.strength * 3 // 2
            after = Charged(Effect.RETREATS, left, strength, attack, points, on)
            yield after if strength > 0 else eliminated


@given(valid)
def test_odds_are_those_of_the_nine_numbers(form: ChargeForm) -> None:
    assert law(put(form)) == chances(by_hand(form))


@given(valid)
def test_every_question_keeps_its_promises(form: ChargeForm) -> None:
    check_promises(put(form))


def test_example_1_light_cavalry_against_infantry() -> None:
    """CS 3 against MV 4, CS 5: a 6 becomes 4 and the infantry stands; 7, 8 and 9 break it."""
    odds = charge(strength=3, target="infantry", target_strength=5, target_morale=4)
    assert odds.measure("succeeds") == Fraction(3, 9)


def test_example_1_with_equal_strengths() -> None:
    """Against CS 3 there is no correction: the 6 is above 4, and so are 5, 7, 8 and 9."""
    odds = charge(strength=3, target="infantry", target_strength=3, target_morale=4)
    assert odds.measure("succeeds") == Fraction(5, 9)


@pytest.mark.parametrize(("strength", "breaks"), [(5, False), (3, True)])
def test_example_1_as_the_text_draws_it(strength: int, breaks: bool) -> None:
    """The random number is 6."""
    question = ask("morne-plaine", "charge", strength=3, target_strength=strength, target_morale=4)
    drawn = (question.result(f"{seed:x}") for seed in range(1, 200))
    six = next(result for result in drawn if result.draws[0].value == 6)
    assert (six.outcome.effect is not Effect.STANDS) == breaks


def test_example_2_the_guard_always_faces_up() -> None:
    """CS 5 against CS 8, MV 6: the number would have to exceed 9."""
    odds = charge(strength=5, target="infantry", target_strength=8, target_morale=6)
    assert odds.measure("succeeds") == 0
    weakened = charge(strength=5, target="infantry", target_strength=7, target_morale=6)
    assert weakened.measure("succeeds") == Fraction(1, 9)


def test_example_of_a_unit_that_loses_morale_and_strength() -> None:
    """MV 1, CS 3, one other zone entered: two points lost, 1 of morale and 1 of strength."""
    outcomes = law(
        ask("morne-plaine", "charge", target_strength=3, target_morale=1, zones_entered=1)
    )
    assert [(o.morale, o.strength) for o in outcomes if o.effect is Effect.RETREATS] == [(0, 2)]


def test_a_leaders_morale_is_his_strength_and_his_stripes() -> None:
    odds = charge(strength=3, target="leader", target_strength=1, command_radius=3)
    assert odds.measure("succeeds") == Fraction(7, 9)
    assert odds.measure("eliminates") == 0


def test_a_leader_loses_nothing_in_other_zones() -> None:
    outcomes = law(
        ask("morne-plaine", "charge", target="leader", target_strength=1, zones_entered=6)
    )
    assert {(o.morale, o.strength) for o in outcomes} == {(None, 1)}


def test_artillery_is_eliminated_and_may_fire_if_it_stands() -> None:
    question = ask("morne-plaine", "charge", target="artillery", target_strength=5)
    assert question.odds().measure("eliminates") == question.odds().measure("succeeds")
    results = [question.result(f"{seed:x}") for seed in range(1, 40)]
    stands = next(r for r in results if r.outcome.effect is Effect.STANDS)
    assert "The artillery may fire in reaction." in stands.narration.on_table


@pytest.mark.parametrize(("strength", "attack"), [(5, 7), (4, 6), (1, 1), (8, 12)])
def test_half_as_strong_again_rounded_down(strength: int, attack: int) -> None:
    outcomes = law(ask("morne-plaine", "charge", strength=strength, target_strength=strength))
    assert {o.attack for o in outcomes if o.effect is Effect.RETREATS} == {attack}
    assert {o.attack for o in outcomes if o.effect is Effect.STANDS} == {strength}


@given(valid, st.integers(1, 11))
def test_a_stronger_charge_never_succeeds_less_often(form: ChargeForm, strength: int) -> None:
    values = {"target-strength": form.target_strength, "target-morale": form.target_morale}
    weak, strong = (
        charge(strength=s, **values).measure("succeeds") for s in (strength, strength + 1)
    )
    assert weak <= strong


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"unit": "infantry"}, "only mounted units"),
        ({"unit": "artillery"}, "only mounted units"),
        ({"first_hex": "rough"}, "the first hex crossed must be clear, not rough"),
        ({"second_hex": "marsh"}, "the second hex crossed must be clear, not marsh"),
        ({"in_line": "no"}, "in line"),
        ({"target_terrain": "village"}, "a unit in a village cannot be charged"),
        ({"target_terrain": "woods"}, "a unit in woods cannot be charged"),
        ({"zone_on_the_way": "yes"}, "movement ends in the first hex"),
        ({"occupied": "yes"}, "no unit may enter or pass through a hex where another stands"),
        ({"barrier": "river"}, "a major river on the way is impassable"),
        ({"barrier": "double-slope"}, "a double slope on the way is impassable"),
        ({"strength": 0}, "the charging unit has no combat strength left: it is eliminated"),
        ({"target_strength": 0}, "the target has no combat strength left: it is eliminated"),
        ({"allowance": 1}, "takes 2 movement points, not 1"),
        ({"allowance": 2, "streams": 1}, "takes 3 movement points, not 2"),
        ({"allowance": 2, "in_zone_of": "mounted"}, "takes 3 movement points, not 2"),
        ({"in_zone_of": "mounted", "zone_on_the_way": "yes"}, "may not leave"),
    ],
)
def test_when_a_charging_action_is_not_valid(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        charge(**values)


def test_what_does_not_hinder_a_charge() -> None:
    charge(unit="leader", target_terrain="marsh", allowance=2, in_zone_of="infantry")


def test_words_tell_both_sides_what_to_do() -> None:
    result = ask(
        "morne-plaine", "charge", strength=5, target_strength=3, target_morale=1, zones_entered=1
    ).result("7")
    assert result.draws[0].value == 1
    assert result.narration.headline == "The charge succeeds: the infantry retreats."
    assert result.narration.on_table == (
        "Retreat the infantry one hex.",
        "Its morale value falls from 1 to 0.",
        "Its combat strength falls from 3 to 2.",
        "It is demoralised and exerts no zone of control.",
        "Move the cavalry into the hex that the infantry has left.",
        "If the cavalry attacks the infantry in the combat phase, its combat strength is 7.",
        "The cavalry may move on: 4 movement points left.",
    )
    assert result.narration.how == (
        "Random number 1, +2 for combat strength 5 against 3: 3, 2 above morale value 1.",
        "Retreat, 1 other zone of control entered: 2 morale points lost.",
        "With its morale at 0, 1 of them comes off its combat strength.",
    )


def test_words_tell_units_of_one_type_apart() -> None:
    question = ask("morne-plaine", "charge", target="cavalry", target_strength=3)
    narrations = {seed: question.result(f"{seed:x}").narration for seed in range(1, 20)}
    assert {words.headline for words in narrations.values()} == {
        "The charged cavalry faces up to the charge, which has no effect.",
        "The charge succeeds: the charged cavalry retreats.",
    }
    steps = {step for words in narrations.values() for step in words.on_table}
    assert "The charging cavalry stays in the hex next to the charged cavalry." in steps
    assert "Move the charging cavalry into the hex that the charged cavalry has left." in steps


def test_words_tell_why_a_unit_with_no_strength_left_is_gone() -> None:
    question = ask("morne-plaine", "charge", target_strength=1, target_morale=1, zones_entered=1)
    results = (question.result(f"{seed:x}") for seed in range(1, 40))
    gone = next(r for r in results if r.outcome.effect is Effect.ELIMINATED)
    assert gone.narration.on_table == (
        "Remove the infantry.",
        "Move the cavalry into the hex that the infantry has left.",
        "The cavalry may move on: 4 movement points left.",
    )
    assert gone.narration.how[-1] == "No combat strength is left, and so it is eliminated."


@pytest.mark.parametrize(
    ("values", "stands", "driven_back"),
    [
        ({}, False, False),  # the unit charged controls the hex next to it, wherever it is
        ({"target_morale": 1}, False, True),  # demoralised by its retreat
        ({"target_morale": 0}, True, True),
        ({"target": "artillery"}, True, True),
        ({"target": "leader", "target_strength": 1}, False, False),
        ({"stream_between": "yes"}, True, False),
        ({"retreats_out_of_reach": "yes"}, False, True),
        ({"can_retreat": "no"}, False, True),
        ({"other_zone": "yes", "target_morale": 0}, False, False),
    ],
)
def test_movement_goes_on_where_nobody_controls_the_hex(
    values: dict[str, object], stands: bool, driven_back: bool
) -> None:
    question = ask("morne-plaine", "charge", allowance=6, streams=1, **values)
    for seed in range(1, 30):
        result = question.result(f"{seed:x}")
        on = stands if result.outcome.effect is Effect.STANDS else driven_back
        assert (result.outcome.left, result.outcome.moves_on) == (3, on)
        last = result.narration.on_table[-1]
        ends = "is in a zone of control: no further movement, 3 movement points unspent."
        assert last == f"The cavalry {'may move on: 3 movement points left.' if on else ends}"
