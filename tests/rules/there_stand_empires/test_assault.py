"""Assaults against odds reckoned by hand from the table of margins."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import attrs
import pytest

from calculator.forms import fields_of
from calculator.rules.question import Question
from calculator.rules.there_stand_empires.assault.fight import Course
from calculator.rules.there_stand_empires.orders import Orders
from calculator.rules.there_stand_empires.status import Removal
from calculator.rules.there_stand_empires.terms import State
from tests.rules.asking import ask
from tests.scripted import Answers

KEY = "there-stand-empires"
EVEN = (10, 10)
ROUT = (21, 0)


def margin(points: int, floor: int) -> Fraction:
    """The chance that `points` and the difference of heads make `floor` or more."""
    return Fraction(sum(comb(42, k) for k in range(21 + floor - points, 43)), 2**42)


def assault(**fields: object) -> Question:
    return ask(KEY, "assault", **fields)


def after(question: Question, *answers: object) -> Any:
    """What comes of given draws."""
    procedure = question.law.procedure()
    return procedure.result(Answers(*answers))


HAND = [
    ({}, 0, 0),
    ({"quality": "veteran"}, 1, 1),
    ({"quality": "elite", "target_quality": "poor"}, 3, 3),
    ({"cover": "soft"}, -1, 0),
    ({"cover": "hard"}, -2, -1),
    ({"cover": "fortification"}, -3, -1),
    ({"target_state": "disordered"}, 1, 2),
    ({"actor_state": "disordered"}, -5, -1),
    ({"frontal": "no"}, 2, 2),
    ({"frontal": "no", "target_formation": "square"}, 1, 0),
    ({"target_formation": "march-column"}, 4, 3),
    ({"target": "light-foot-artillery"}, 1, 5),
    ({"target": "light-foot-artillery", "target_bases": 4}, -1, 3),
    ({"target": "horse-artillery", "target_formation": "maneuver-column"}, 5, 5),
    ({"target": "transport"}, 4, 5),
    ({"bases": 3, "earlier_assaults": 4}, 1, 1),
    ({"bases": 8}, 2, 2),
    ({"bases": 2}, -2, -2),
    ({"actor": "heavy-cavalry", "target_formation": "square"}, -5, -7),
    ({"actor": "heavy-cavalry", "cover": "hard"}, -7, -8),
    ({"actor": "heavy-cavalry", "cover": "hard", "frontal": "no"}, -7, -8),
    ({"actor": "heavy-cavalry", "cover": "hard", "target_formation": "maneuver-column"}, -7, -8),
    ({"actor": "heavy-cavalry", "cover": "hard", "target_formation": "march-column"}, -3, -5),
    ({"actor": "heavy-cavalry", "cover": "hard", "target": "heavy-foot-artillery"}, -6, -3),
    ({"actor": "light-cavalry", "cover": "soft", "stops_horses": "yes"}, -6, -9),
    ({"actor": "heavy-cavalry", "cover": "hard", "target_formation": "square"}, -7, -8),
    ({"actor": "light-cavalry", "target": "heavy-foot-artillery"}, 2, 7),
    ({"actor": "heavy-cavalry", "target": "transport", "breakthrough": "yes"}, 4, 8),
]


@pytest.mark.parametrize(("fields", "under_fire", "at_close_quarters"), HAND)
def test_going_home_and_carrying_by_hand(
    fields: dict[str, object], under_fire: int, at_close_quarters: int
) -> None:
    odds = assault(**fields).odds()
    home = odds.measure("goes-home") / odds.measure("charges")
    assert home == margin(under_fire, 0)
    assert odds.measure("carries") / odds.measure("goes-home") == margin(at_close_quarters, 0)


STANDING = [
    ("heavy-cavalry", "maneuver-column", 2),
    ("heavy-cavalry", "deployed", 3),
    ("light-cavalry", "maneuver-column", 4),
]


@pytest.mark.parametrize(("target", "formation", "points"), STANDING)
def test_cavalry_has_no_fire_and_stands_worse_than_it_meets(
    target: str, formation: str, points: int
) -> None:
    fields = {"actor": "heavy-cavalry", "target": target, "target_formation": formation}
    standing, met = (assault(**fields, countercharge=yes).odds() for yes in (False, True))
    lighter = 2 if target == "light-cavalry" else 0
    assert standing.measure("goes-home") == standing.measure("charges")
    assert standing.measure("carries") / standing.measure("charges") == margin(points, 0)
    assert met.measure("carries") / met.measure("charges") == margin(lighter, 0)


def test_the_emergency_square_is_the_mixture_of_both() -> None:
    odds = assault(actor="heavy-cavalry").odds()
    caught = margin(0, 1)
    home = caught * margin(1, 0) + (1 - caught) * margin(-5, 0)
    carried = caught * margin(1, 0) * margin(4, 0) + (1 - caught) * margin(-5, 0) * margin(-7, 0)
    assert odds.measure("goes-home") == odds.measure("charges") * home
    assert odds.measure("carries") == odds.measure("charges") * carried


def test_a_slope_stops_no_horses_and_leaves_the_flank_a_flank() -> None:
    """Hard cover with +2 to the fire and +1 hand to hand, and otherwise as in the open (VIII)."""
    slope = {"actor": "heavy-cavalry", "cover": "hard", "stops_horses": "no"}
    for frontal, drill, fire, combat in ((True, 0, 0, 0), (False, 2, 2, 2)):
        odds = assault(**slope, frontal=frontal).odds()
        caught = margin(drill, 1)
        home = caught * margin(fire - 1, 0)
        carried = home * margin(combat + 3, 0)
        squared = (1 - caught) * margin(-7, 0)
        assert odds.measure("goes-home") == odds.measure("charges") * (home + squared)
        assert odds.measure("carries") == odds.measure("charges") * (
            carried + squared * margin(-8, 0)
        )


def test_elite_cavalry_on_the_flank_of_the_shaken_behind_a_slope() -> None:
    """Close to the open, where a wall in the same place all but rules it out."""
    charge = {
        "actor": "heavy-cavalry",
        "quality": "elite",
        "target_quality": "poor",
        "target_state": "disordered",
        "frontal": False,
    }
    carried = [
        odds.measure("carries") / odds.measure("charges")
        for cover in ({}, {"cover": "hard", "stops_horses": "no"}, {"cover": "hard"})
        for odds in [assault(**charge, **cover).odds()]
    ]
    in_open, slope, wall = (round(float(100 * chance)) for chance in carried)
    assert (in_open, slope, wall) == (95, 92, 5)


def test_the_demoralized_deliver_no_defensive_fire() -> None:
    question = assault(target_state="demoralized")
    assert {draw.ask for draw in question.result("1").draws} <= {"orders", "close combat"}
    assert after(question, Orders.RECEIVED, ROUT).course is Course.CARRIED


@pytest.mark.parametrize(
    ("fields", "distance", "orders", "charges"),
    [
        ({}, "full reach", Orders.DELAYED, False),
        ({}, "4", Orders.DELAYED, True),
        ({}, "4 1/2", Orders.DELAYED, False),
        ({}, "2", Orders.BADLY_DELAYED, True),
        ({"actor": "light-cavalry"}, "8", Orders.DELAYED, True),
        ({"actor": "light-cavalry"}, "4 1/2", Orders.BADLY_DELAYED, False),
        ({"formation": "deployed", "linear_tactics": "yes"}, "1", Orders.DELAYED, True),
        ({"formation": "deployed", "linear_tactics": "yes"}, "1", Orders.BADLY_DELAYED, False),
    ],
)
def test_late_orders_and_the_distance(
    fields: dict[str, str], distance: str, orders: Orders, charges: bool
) -> None:
    question = assault(**fields, distance=distance, target_formation="square")
    outcome = after(question, orders, ROUT, EVEN)
    assert outcome.course.charges is charges
    assert outcome.target_acted is charges


def test_a_late_charge_that_still_arrives_says_so() -> None:
    question = assault(distance="2", quality="poor")
    results = [question.result(f"{number:x}") for number in range(1, 60)]
    heard = {result.narration.how[0].split(";")[0] for result in results}
    assert {"Orders received", "Orders delayed", "Orders badly delayed"} <= heard
    for result in results:
        late = "delayed" in result.narration.how[0]
        assert ("Late as it is" in " ".join(result.narration.how)) is late


def test_a_breakthrough_charge_needs_no_orders_and_allows_no_other() -> None:
    question = assault(actor="heavy-cavalry", target="light-cavalry", breakthrough="yes")
    assert question.odds().measure("charges") == 1
    assert not after(question, ROUT).breakthrough
    assert after(
        assault(actor="heavy-cavalry", target="light-cavalry"), Orders.RECEIVED, ROUT
    ).breakthrough


def test_only_victorious_cavalry_that_is_not_demoralized_may_break_through() -> None:
    infantry = after(assault(), Orders.RECEIVED, ROUT, ROUT)
    assert infantry.course is Course.CARRIED
    assert not infantry.breakthrough
    shaken = assault(
        actor="light-cavalry", target="light-cavalry", actor_state="disordered", countercharge=True
    )
    hard_won = after(shaken, Orders.RECEIVED, (12, 10))
    assert hard_won.course is Course.CARRIED
    assert hard_won.actor.state is State.DEMORALIZED
    assert not hard_won.breakthrough


def test_the_target_has_acted_only_if_the_charge_goes_home() -> None:
    question = assault()
    assert not after(question, Orders.RECEIVED, (0, 21)).target_acted
    assert after(question, Orders.RECEIVED, EVEN, (0, 21)).target_acted
    assert after(question, Orders.RECEIVED, EVEN, EVEN).target_acted


def test_a_square_formed_stays_one() -> None:
    question = assault(actor="heavy-cavalry")
    stopped = after(question, Orders.RECEIVED, EVEN, EVEN)
    assert stopped.squared
    assert "target in square" in stopped.label
    words = question.law.narrate(stopped, [])
    assert words.headline.startswith("The defenders form square. ")
    assert "square" in words.on_table[0]


@pytest.mark.parametrize("frontal", [True, False])
@pytest.mark.parametrize("cover", ["open", "soft"])
@pytest.mark.parametrize("actor", ["heavy-cavalry", "light-cavalry"])
@pytest.mark.parametrize(
    ("formation", "state"),
    product(("deployed", "maneuver-column", "march-column"), State),
)
def test_a_square_formed_stands_as_an_ordered_one_wherever_the_charge_comes_from(
    formation: str, state: State, actor: str, cover: str, frontal: bool
) -> None:
    """A square has no flanks (IV), however it came about."""
    fields = {"actor": actor, "cover": cover, "target_state": state.value, "frontal": frontal}
    emergency = assault(**fields, target_formation=formation).odds().distribution
    ordered = assault(**fields, target_formation="square").odds().distribution
    if not any(outcome.squared for outcome in emergency):
        assert (formation, state, frontal) == ("march-column", State.DEMORALIZED, False)
        return
    formed = emergency.given(lambda outcome: outcome.squared).map(bare)
    assert formed == ordered.given(lambda outcome: outcome.course.charges).map(bare)


def bare(outcome: Any) -> Any:
    return attrs.evolve(outcome, squared=False)


@pytest.mark.parametrize("retreat_blocked", [False, True])
def test_a_square_counts_as_formed_whatever_becomes_of_it(retreat_blocked: bool) -> None:
    """Whether infantry forms in time has nothing to do with what it may do afterwards."""
    odds = assault(
        actor="heavy-cavalry",
        quality="elite",
        target_quality="elite",
        target_state="demoralized",
        frontal=False,
        outnumbered="target-badly-outnumbered",
        retreat_blocked=retreat_blocked,
    ).odds()
    assert odds.measure("emergency-square") / odds.measure("charges") == 1 - margin(12, 1)
    assert len({outcome.label for outcome in odds.distribution}) == len(list(odds.distribution))


def test_attackers_never_surrender() -> None:
    odds = assault(retreat_blocked=True, bases=8).odds()
    assert {row.outcome.actor.removal for row in odds} == {Removal.STAYS}
    assert Removal.SURRENDERED in {row.outcome.target.removal for row in odds}


def test_a_square_that_is_taken_is_not_rearranged() -> None:
    question = assault(actor="heavy-cavalry", retreat_blocked=True)
    taken = after(question, Orders.RECEIVED, EVEN, (15, 9), (14, 7))
    assert taken.label == "carried: target surrendered in square"
    words = question.law.narrate(taken, [])
    assert words.headline.startswith("The defenders form square. The charge goes home")
    assert not any("Rearrange" in step for step in words.on_table)


def test_transport_captured_where_the_scenario_says_so() -> None:
    train = {"target": "transport", "captures_transport": "yes"}
    assert after(assault(**train), Orders.RECEIVED, ROUT, EVEN).target.removal is Removal.CAPTURED
    assert after(assault(target="transport"), Orders.RECEIVED, ROUT, EVEN).target.back == 6


def test_two_disorders_in_a_drawn_fight() -> None:
    drawn = after(assault(actor_state="disordered"), Orders.RECEIVED, (21, 0), (10, 10))
    assert drawn.course is Course.DRAWN
    assert drawn.actor.state is State.DEMORALIZED
    assert drawn.target.state is State.DISORDERED


def test_factors_add_up_to_the_margins() -> None:
    question = assault(actor="heavy-cavalry", cover="soft", target_quality="poor", general="yes")
    sums: dict[str, int] = {}
    for factor in (factor for factor in question.odds().factors if not factor.effect):
        sign = 1 if factor.side == "actor" else -1
        sums[factor.stage] = sums.get(factor.stage, 0) + sign * factor.points
    assert sums == {
        "orders, in 100": 96,
        "emergency square": 1,
        "defensive fire": 1,
        "defensive fire, if in square": -6,
        "close combat": 5,
        "close combat, if in square": -11,
    }


def test_the_factors_of_a_square_give_back_what_the_flank_costs() -> None:
    """So that those of a stage and of "if in square" add up to the margin of an ordered square."""
    charge = {"actor": "heavy-cavalry", "target_formation": "maneuver-column", "frontal": False}
    factors = assault(**charge).odds().factors
    in_square = {
        (factor.stage, factor.name): factor.points
        for factor in factors
        if factor.stage.endswith("if in square")
    }
    assert in_square == {
        ("defensive fire, if in square", "Emergency square"): 7,
        ("defensive fire, if in square", "A square has no flanks"): 2,
        ("close combat, if in square", "Emergency square"): 11,
        ("close combat, if in square", "A square has no flanks"): 2,
    }


def test_what_goes_home_and_is_thrown_off_is_told_by_how_it_ends() -> None:
    """ "Goes home" is the measure of all that reach the target, the carried among them."""
    question = assault()
    repulsed = after(question, Orders.RECEIVED, EVEN, (10, 13))
    assert repulsed.course is Course.REPULSED
    assert repulsed.label == "repulsed, disordered"
    measures = {measure.label for measure in question.action.measures}
    for outcome in question.odds().distribution:
        assert not any(outcome.label.startswith(label) for label in measures - {"orders lost"})


@pytest.mark.parametrize(
    ("state", "target"),
    [("ok", "disordered"), ("disordered", "demoralized"), ("demoralized", "unchanged")],
)
def test_a_drawn_fight_in_words(state: str, target: str) -> None:
    question = assault(target_state=state)
    points = {"ok": 0, "disordered": 2, "demoralized": 5}[state]
    answers = [(10, 11 + points)] if state == "demoralized" else [EVEN, (10, 11 + points)]
    drawn = after(question, Orders.RECEIVED, *answers)
    assert drawn.label == f"drawn: attackers disordered, target {target}"


def test_a_countercharge_meets_halfway() -> None:
    question = assault(actor="heavy-cavalry", target="heavy-cavalry", countercharge="yes")
    outcome = after(question, Orders.RECEIVED, EVEN)
    words = question.law.narrate(outcome, [])
    assert "Move both units into contact, halfway between them." in words.on_table


@pytest.mark.parametrize(
    ("ahead", "place"),
    [
        (4, "The attackers stay in maneuver column where the two met."),
        (-2, "Draw the attackers back 1 inch; both sides keep formation and facing."),
        (-5, "Place the attackers in maneuver column where the charge began, facing the target."),
    ],
)
def test_where_a_charge_ends(ahead: int, place: str) -> None:
    question = assault()
    outcome = after(question, Orders.RECEIVED, EVEN, (10 + max(ahead, 0), 10 - min(ahead, 0)))
    assert place in question.law.narrate(outcome, []).on_table


def test_a_result_told() -> None:
    question = assault(quality="veteran", bases=6, cover="hard")
    result = next(
        result
        for number in range(1, 500)
        for result in [question.result(f"{number:x}")]
        if result.outcome.label == "carried: target thrown back 6 inches, demoralized"
    )
    words = result.narration
    assert words.headline == (
        "The charge goes home - the defenders are thrown back 6 inches, demoralized."
    )
    assert words.on_table == (
        "Move the attackers along the assault path into contact.",
        (
            "The defenders go back 6 inches, as straight away from the attackers as "
            "possible, within 45 degrees of the rear; formation and facing stay."
        ),
        "The defenders are now demoralized: place a demoralization marker.",
        "The attackers stay in maneuver column where the two met.",
        "Both units have used their actions for the turn.",
    )
    assert words.how[0] == "Orders received; arriving in time: 88 in 100."
    assert words.how[1].startswith("The charge under fire: ")
    assert "in points" not in words.how[1]
    assert "with +1 in points" in words.how[2]


@pytest.mark.parametrize("target", ["infantry", "heavy-cavalry", "horse-artillery", "transport"])
def test_what_stops_horses_is_asked_exactly_where_it_tells(target: str) -> None:
    """VIII: of horse, at cover, whoever stands behind it, but not at bayonets already there."""
    for actor, formation, cover, state, frontal in product(
        ("infantry", "light-cavalry"),
        ("deployed", "maneuver-column", "square", "march-column"),
        ("open", "soft", "hard", "fortification"),
        ("ok", "demoralized"),
        ("yes", "no"),
    ):
        fields = {"actor": actor, "target": target, "target_formation": formation}
        fields |= {"cover": cover, "target_state": state, "frontal": frontal}
        asked = ask(KEY, "assault", **fields)
        if any(asked.law.refusals()):
            continue
        field = next(one for one in fields_of(asked.action.asks) if one.key == "stops-horses")
        stopped, ridden = (
            ask(KEY, "assault", **fields, stops_horses=stops).odds().distribution
            for stops in ("yes", "no")
        )
        assert field.matters(asked.form) == (stopped != ridden), asked.form
