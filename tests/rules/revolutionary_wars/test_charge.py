"""The Charge Action against a charge worked by hand, and against statements of the text."""

from fractions import Fraction

import pytest

from calculator.forms import mattering
from calculator.rules.question import Question
from calculator.rules.revolutionary_wars import SYSTEM
from tests.rules.asking import ask
from tests.rules.revolutionary_wars.by_hand import Side, Terms, charge
from tests.rules.revolutionary_wars.faces import count, needs

ORDERS = ("solid", "shaken", "shattered")


def charged(**values: object) -> Question:
    """A charge of line upon line, with some fields filled in."""
    plain = {"battalion": "line", "enemy": "line", "formation": "line"}
    return ask("revolutionary-wars", "charge", **{**plain, **values})


def told(question: Question) -> dict[str, Fraction]:
    """How likely each outcome is, by its label."""
    odds = question.odds().distribution
    return {outcome.label: odds.probability(outcome) for outcome in odds}


def starting(question: Question, *starts: str) -> Fraction:
    """How likely it is that the label starts in one of some ways."""
    return sum((p for label, p in told(question).items() if label.startswith(starts)), Fraction(0))


def side(card: str, platoons: int, order: str, general: bool = False) -> Side:
    """A battalion in line, with the numbers of its card."""

    def number(key: str) -> int:
        return SYSTEM.tables.points(f"card.{card}.{key}")

    arm = SYSTEM.tables.text(f"card.{card}.arm")
    return Side(
        platoons=platoons,
        order=order,
        stand=number("stand-front.line"),
        strike=number("strike-front"),
        save=number("melee-save"),
        rally=number("rally"),
        control=number("control"),
        minimum={"infantry": 2, "cavalry": 1}[arm],
        arm=arm,
        near_general=general,
    )


@pytest.mark.parametrize("enemy_order", ORDERS)
@pytest.mark.parametrize("order", ORDERS[:2])
@pytest.mark.parametrize(
    ("platoons", "enemy_platoons"), [(2, 2), (3, 3), (4, 4), (4, 3), (5, 4), (1, 2)]
)
def test_line_on_line_goes_as_it_does_by_hand(
    platoons: int, enemy_platoons: int, order: str, enemy_order: str
) -> None:
    question = charged(
        platoons=platoons, enemy_platoons=enemy_platoons, order=order, enemy_order=enemy_order
    )
    a, d = side("line", platoons, order), side("line", enemy_platoons, enemy_order)
    assert told(question) == charge(a, d, Terms(shock=1))


@pytest.mark.parametrize("hold", [False, True])
@pytest.mark.parametrize("general", [False, True])
@pytest.mark.parametrize("caught", [False, True])
def test_pursuit_held_back_generals_near_and_broken_caught(
    hold: bool, general: bool, caught: bool
) -> None:
    question = charged(
        platoons=4,
        enemy_platoons=4,
        hold=hold,
        caught="yes" if caught else "no",
        near_general=general,
        enemy_near_general=general,
    )
    a, d = side("line", 4, "solid", general), side("line", 4, "solid", general)
    assert told(question) == charge(a, d, Terms(shock=1, hold=hold, catches=caught))


def test_cavalry_breaks_through_before_a_melee_and_runs_after_it() -> None:
    question = charged(battalion="line-cavalry", enemy="line-cavalry", platoons=3, enemy_platoons=3)
    a, d = side("line-cavalry", 3, "solid"), side("line-cavalry", 3, "solid")
    by_hand = charge(a, d, Terms(shock=2, catches=True))
    assert told(question) == by_hand
    assert by_hand["enemy stands, Solid; charger breaks through"]
    assert by_hand["enemy stands, Shaken; charger breaks and runs"]


def test_soft_ground_takes_the_shock_away() -> None:
    question = charged(platoons=4, enemy_platoons=4, soft_ground=True)
    a, d = side("line", 4, "solid"), side("line", 4, "solid")
    assert told(question) == charge(a, d, Terms(shock=0))


def test_shock_counts_in_the_first_test_only() -> None:
    """A square needs 1 without shock and 3 with cavalry's: once it has stood it cannot break."""
    question = charged(battalion="line-cavalry", enemy_formation="square", enemy_order="shaken")
    assert starting(question, "enemy breaks") == 1 - needs(3)


def test_the_flank_number_counts_in_the_flank() -> None:
    question = charged(contact="flank", enemy_order="shaken", soft_ground=True, caught="yes")
    at_once = "enemy breaks and is destroyed; charger pursues, Shaken"
    assert told(question)[at_once] == 1 - needs(6)


def test_who_chooses_to_run_does_so_and_rallies_better() -> None:
    question = charged(resolve="runs", enemy_platoons=6, caught="no")
    kept = sum(p for n, p in count(6, needs(4, helped=True)).items() if n > 2)
    assert told(question) == {
        "enemy breaks and runs; charger pursues, Shaken": kept,
        "enemy breaks and is destroyed; charger pursues, Shaken": 1 - kept,
    }


@pytest.mark.parametrize(
    ("values", "is_asked"),
    [
        ({}, True),
        ({"resolve": "runs-after-melee"}, True),
        ({"resolve": "runs"}, False),
        ({"enemy": "foot-guns"}, False),
    ],
)
def test_a_general_is_asked_for_where_he_helps_the_enemy_to_rally(
    values: dict[str, str], is_asked: bool
) -> None:
    """Who chose to run re-rolls in any case, and guns stay where they are."""
    question = ask("revolutionary-wars", "charge", **values)
    assert ("enemy-near-general" in {field.key for field in mattering(question.form)}) is is_asked


def test_who_runs_after_a_melee_tests_before_it() -> None:
    question = charged(enemy_order="shaken", resolve="runs-after-melee", caught="no")
    tests = charged(enemy_order="shaken", caught="no")
    at_first = "enemy breaks and runs; charger pursues, Shaken"
    assert told(question)[at_first] == told(tests)[at_first]
    assert not starting(question, "enemy stands, Shattered; charger breaks")


def test_a_shattered_battalion_that_breaks_is_destroyed() -> None:
    question = charged(enemy_order="shattered", caught="no")
    assert not starting(question, "enemy breaks and runs")
    assert starting(question, "enemy breaks and is destroyed")


@pytest.mark.parametrize(
    ("order", "stands"),
    [("solid", Fraction(1)), ("shaken", needs(5, helped=True)), ("shattered", needs(5))],
)
def test_a_clipped_battalion_is_likelier_to_stand(order: str, stands: Fraction) -> None:
    """The other enemy runs at once, so only the clipped one can decide to hold the chargers."""
    question = charged(
        enemy="mob",
        enemy_platoons=6,
        resolve="runs",
        also_charged=f"line line {order} 6 clipped",
        caught="no",
    )
    breaks = [
        p
        for label, p in told(question).items()
        if "enemy 2 breaks" in label and "charger pursues, Shaken" in label
    ]
    assert sum(breaks) == 1 - stands


def test_an_obstacle_helps_the_defender_by_4_and_disorders_the_chargers() -> None:
    """A skirmish line of line infantry needs 5 and 1 for shock, less 4: 2."""
    question = charged(
        enemy_formation="skirmish-line", obstacle="obstacle", enemy_order="shaken", caught="yes"
    )
    at_once = "enemy breaks and is destroyed; charger pursues, Shattered"
    assert told(question)[at_once] == 1 - needs(2)


def test_chargers_shaken_by_terrain_are_shattered_and_destroyed_if_they_break() -> None:
    question = charged(order="shaken", crossing=True)
    assert not starting(question, "enemy stands, Solid; charger breaks and runs")
    assert starting(question, "enemy stands, Solid; charger breaks and is destroyed")


def test_cavalry_rolls_for_each_platoon_that_crosses() -> None:
    """If all four fall the charge ends; one is enough to go on with."""
    question = charged(
        battalion="line-cavalry",
        platoons=4,
        crossing=True,
        resolve="runs",
        count_platoons=True,
    )
    across = count(4, needs(3, "solid"))
    ends = {f"charger pursues, Shattered, {n} left": p for n, p in across.items() if n}
    ends["charger is wiped out"] = across[0]
    found = dict.fromkeys(ends, Fraction(0))
    for label, p in told(question).items():
        found[label.split("; ")[1]] += p
    assert found == ends
    assert told(question)["enemy stands, Solid, 6 left; charger is wiped out"] == across[0]


def test_only_the_platoons_that_cross_are_at_risk() -> None:
    question = charged(
        battalion="line-cavalry",
        platoons=4,
        crossing=True,
        crossing_platoons=1,
        resolve="runs",
        count_platoons=True,
    )
    lost = sum(p for label, p in told(question).items() if label.endswith("3 left"))
    assert lost == 1 - needs(3, "solid")


def test_guns_that_break_are_overrun_and_not_caught() -> None:
    question = charged(enemy="foot-guns", caught="yes")
    assert starting(question, "enemy is overrun")
    at_once = told(question)["enemy is overrun; charger pursues, Shaken"]
    assert at_once == 1 - needs(5, "solid")


def test_the_edge_of_the_table_ends_flights_and_pursuits() -> None:
    question = charged(
        resolve="runs", enemy_platoons=6, edge="5", caught="no", count_platoons=False
    )
    off = 1 - needs(4, helped=True)
    assert told(question)[
        "enemy breaks and is destroyed; charger chases the enemy off the table"
    ] == (off * (1 - needs(3)))


def test_the_edge_stops_the_run_and_so_the_runner_is_caught() -> None:
    """Infantry charge 6 inches and run 8: an edge 6 inches away lets the pursuit catch up."""
    far = charged(resolve="runs")
    near = charged(resolve="runs", edge="6")
    assert starting(far, "enemy breaks and runs")
    assert not starting(near, "enemy breaks and runs")


def test_a_pursuit_into_a_fresh_battalion_is_a_fresh_charge() -> None:
    """The pursuer, Shaken, charges with shock; whoever breaks a second enemy is Shattered."""
    question = charged(
        platoons=4,
        resolve="runs",
        enemy_platoons=6,
        beyond="fresh-battalion",
        fresh="line",
        fresh_order="shaken",
        fresh_platoons=4,
    )
    kept = sum(p for n, p in count(6, needs(4, helped=True)).items() if n > 2)
    firsts = {"enemy breaks and runs": kept, "enemy breaks and is destroyed": 1 - kept}
    pursuer, fresh = side("line", 4, "shaken"), side("line", 4, "shaken")
    seconds = charge(pursuer, fresh, Terms(shock=1, pursuing=True))
    by_hand = {}
    for first, p in firsts.items():
        for second, q in seconds.items():
            fate, charger = second.split("; ")
            by_hand[f"{first}; {charger}; fresh {fate}"] = p * q
    assert told(question) == by_hand


def test_cavalry_breaking_through_may_meet_a_fresh_battalion() -> None:
    question = charged(
        battalion="line-cavalry",
        enemy_formation="square",
        beyond="fresh-battalion",
        fresh="line",
        fresh_formation="square",
    )
    labels = [label for label in told(question) if label.startswith("enemy stands, Solid")]
    assert any("fresh enemy stands" in label for label in labels)
    assert not any(label.endswith("charger breaks through") for label in labels)


def test_nobody_pursues_chargers_that_break() -> None:
    """So their platoons re-roll failed rolls to keep together."""
    question = charged(
        battalion="mob", platoons=10, order="shaken", enemy_formation="square", soft_ground=True
    )
    kept = sum(p for n, p in count(10, needs(5, helped=True)).items() if n > 2)
    assert told(question)["enemy stands, Solid; charger breaks and runs"] == (1 - needs(5)) * kept


def test_counting_platoons_changes_no_odds_but_tells_them_apart() -> None:
    plain, counted = charged(enemy_platoons=5), charged(enemy_platoons=5, count_platoons=True)
    assert len(told(counted)) > len(told(plain))
    for action in plain.action.measures:
        assert plain.odds().measure(action.key) == counted.odds().measure(action.key)


def test_several_battalions_a_side() -> None:
    """Three French columns against two British lines: nobody is forgotten in any outcome."""
    question = ask(
        "revolutionary-wars",
        "charge",
        also_charging="french-line attack-column solid 5",
        also_charged="british-line line shaken 6",
        platoons=5,
        enemy_platoons=5,
    )
    odds = question.odds()
    assert sum(odds.distribution.weights.values()) == odds.distribution.total
    for outcome in odds.distribution:
        assert len(outcome.chargers) == len(outcome.enemies) == 2
    alone = ask("revolutionary-wars", "charge", platoons=5, enemy_platoons=5)
    assert odds.measure("enemy-breaks") < alone.odds().measure("enemy-breaks")


def test_two_battalions_break_one_enemy_more_surely_than_one() -> None:
    one = ask("revolutionary-wars", "charge", enemy_platoons=6)
    two = ask(
        "revolutionary-wars", "charge", enemy_platoons=6, also_charging="french-line attack-column"
    )
    assert two.odds().measure("enemy-breaks") > one.odds().measure("enemy-breaks")


def test_a_charge_into_the_flank_makes_it_harder_to_stand() -> None:
    """Charged in the Flank: a line that stands on 3+ needs 6+ there."""
    names = {contact: _factors(contact) for contact in ("front", "flank")}
    assert not any("in the flank" in name for name in names["front"])
    assert names["flank"]["British line in the flank"] == 3


def _factors(contact: str) -> dict[str, int]:
    odds = ask("revolutionary-wars", "charge", contact=contact).odds()
    return {factor.name: factor.points for factor in odds.factors}
