"""Charges of many battalions: parts that do not bear on one another, and odds out of reach.

Battalions of equal frontage abreast stand each before its own enemy, so that a charge of two on two
is two charges of one on one, whatever becomes of the other: that is the law held against here.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from calculator.chance.every_path import Budget
from calculator.chance.procedure import Procedure, Repeat
from calculator.desk.odds_view import fates_of
from calculator.errors import BudgetExceededError, FaultsError, ForbiddenError
from calculator.rules.question import Question
from calculator.rules.revolutionary_wars.charge.fates import ChargeOutcome
from tests.rules.asking import ask

LINES: dict[str, Any] = {"battalion": "line", "formation": "line", "enemy": "line", "platoons": 4}
LINES |= {"enemy_platoons": 4}
OPEN = LINES | {"formation": "skirmish-line", "enemy_formation": "skirmish-line"}
HORSE = LINES | {"battalion": "line-cavalry", "enemy": "line-cavalry"}


def asked(action: str = "charge", **values: object) -> Question:
    return ask("revolutionary-wars", action, **values)


def law(question: Question) -> dict[Any, Fraction]:
    odds = question.odds().distribution
    return {outcome: odds.probability(outcome) for outcome in odds}


def abreast(first: Question, second: Question) -> dict[ChargeOutcome, Fraction]:
    """Two charges side by side, each by itself."""
    both: defaultdict[ChargeOutcome, Fraction] = defaultdict(Fraction)
    for (a, p), (b, q) in product(law(first).items(), law(second).items()):
        fresh = [*a.all_fresh, *b.all_fresh]
        both[
            ChargeOutcome(
                (*a.chargers, *b.chargers),
                (*a.enemies, *b.enemies),
                fresh[0] if fresh else None,
                tuple(fresh[1:]),
            )
        ] += p * q
    return both


@pytest.mark.parametrize(
    ("action", "common", "first", "row", "second"),
    [
        ("charge", LINES, {}, {}, {}),
        (
            "charge",
            LINES,
            {"enemy_order": "shaken"},
            {"also_charging": "line line shaken 4"},
            {"order": "shaken"},
        ),
        (
            "charge",
            OPEN,
            {"obstacle": "obstacle"},
            {
                "also_charging": "line skirmish-line solid 4",
                "also_charged": "line skirmish-line solid 4",
            },
            {},
        ),
        (
            "charge",
            OPEN,
            {},
            {
                "also_charging": "line skirmish-line solid 4",
                "also_charged": "line skirmish-line solid 4 building",
            },
            {"obstacle": "building"},
        ),
        (
            "charge",
            HORSE,
            {},
            {
                "also_charging": "line-cavalry line solid 4 crossing=1",
                "also_charged": "line-cavalry line solid 4",
            },
            {"crossing": True, "crossing_platoons": 1},
        ),
        (
            "charge",
            HORSE,
            {"crossing": True},
            {
                "also_charging": "line-cavalry line solid 4 crossing=0",
                "also_charged": "line-cavalry line solid 4",
            },
            {},
        ),
        (
            "charge",
            LINES,
            {},
            {"also_charged": "line line solid 4 runs-after-melee general"},
            {"resolve": "runs-after-melee", "enemy_near_general": True},
        ),
        (
            "charge",
            LINES,
            {},
            {"also_beyond": "mob line shaken 6 by=2"},
            {"beyond": "fresh-battalion", "fresh": "mob", "fresh_order": "shaken"}
            | {"fresh_platoons": 6},
        ),
        ("countercharge", LINES, {}, {}, {}),
        (
            "countercharge",
            HORSE,
            {},
            {
                "also_charging": "line-cavalry line solid 4 crossing=2",
                "also_charged": "line-cavalry line solid 4",
            },
            {"crossing": True, "crossing_platoons": 2},
        ),
        (
            "countercharge",
            HORSE,
            {"beyond": "fresh-battalion", "fresh": "line", "caught": "no"},
            {
                "also_charging": "line-cavalry line solid 4",
                "also_charged": "line-cavalry line solid 4",
                "caught": "no",
            },
            {"caught": "no"},
        ),
    ],
)
def test_two_abreast_are_two_charges(
    action: str,
    common: dict[str, object],
    first: dict[str, object],
    row: dict[str, object],
    second: dict[str, object],
) -> None:
    rows = {"also_charging": "line line solid 4", "also_charged": "line line solid 4"} | row
    whole = asked(action, **(common | first | rows))
    apart = abreast(asked(action, **(common | first)), asked(action, **(common | second)))
    assert law(whole) == apart


def unsplit(procedure: Procedure[Any, Any]) -> Procedure[Any, Any]:
    """The same, followed as a whole to the end."""
    steps = tuple(
        attrs.evolve(step, split=None) if isinstance(step, Repeat) else step
        for step in procedure.steps
    )
    return attrs.evolve(procedure, steps=steps)


SOME = st.builds(
    "{} {} {} {}".format,
    st.sampled_from(["line", "light", "mob"]),
    st.sampled_from(["line", "attack-column"]),
    st.sampled_from(["solid", "shaken"]),
    st.integers(2, 4),
)


@settings(max_examples=min(40, settings().max_examples))
@given(
    action=st.sampled_from(["charge", "countercharge"]),
    charging=SOME,
    charged=st.none() | SOME | SOME.map("{} general".format),
    counted=st.booleans(),
    hold=st.booleans(),
)
def test_parts_by_themselves_come_to_what_the_whole_comes_to(
    action: str, charging: str, charged: str | None, counted: bool, hold: bool
) -> None:
    question = asked(
        action,
        battalion="line",
        enemy="light",
        platoons=3,
        enemy_platoons=3,
        also_charging=charging,
        also_charged=charged or "none",
        count_platoons=counted and not charged,
        hold=hold,
    )
    procedure = question.law.procedure()
    try:
        whole = unsplit(procedure).odds(Budget(8_000))
    except BudgetExceededError:
        assume(False)
    assert procedure.odds() == whole


@pytest.mark.parametrize("aside", [4, 8])
def test_any_charge_can_be_drawn(aside: int) -> None:
    also = ", ".join(["french-line attack-column"] * (aside - 1))
    enemies = ", ".join(["british-line"] * (aside - 1))
    result = asked(also_charging=also, also_charged=enemies).result("7")
    assert len(result.outcome.chargers) == len(result.outcome.enemies) == aside
    assert result.narration.headline.count("French line") == aside


def test_odds_out_of_reach_are_sampled_and_say_so() -> None:
    row = "british-line line solid 8"
    question = asked(
        battalion="british-line",
        formation="line",
        enemy="french-line",
        platoons=8,
        enemy_platoons=8,
        also_charging=row,
        also_charged=row,
    )
    with pytest.raises(BudgetExceededError):
        question.odds()
    odds = question.best_odds(400, workers=1)
    assert not odds.is_exact
    assert 0 < odds.standard_error(Fraction(1, 2)) < 0.03


def test_a_sample_s_standard_error_covers_the_exact_chance_as_often_as_it_should() -> None:
    """Twice the standard error either way: 19 times in 20, here of 60 samples of 100 paths."""
    question = asked(**LINES, also_charging="line line solid 4", also_charged="line line solid 4")
    exact = question.odds().measure("enemy-breaks")
    covered = 0
    for seed in range(60):
        sample = question.estimate(100, seed=f"{seed:x}")
        chance = sample.measure("enemy-breaks")
        covered += abs(float(chance - exact)) <= 2 * sample.standard_error(chance)
    assert covered >= 51  # below which a binomial of 60 and 0.95 falls twice in a thousand


def test_each_battalion_s_own_fate_sums_up_all_that_becomes_of_the_others() -> None:
    one, two = asked(**LINES), asked(**LINES, also_charging="line line solid 4")
    both = asked(**LINES, also_charging="line line solid 4", also_charged="line line solid 4")
    fates = fates_of(both.odds())
    assert list(fates) == ["enemy 1", "enemy 2", "charger 1", "charger 2"]
    assert fates["enemy 1"] == fates["enemy 2"]
    assert fates["charger 1"] == fates["charger 2"]
    single = one.odds().distribution
    ran = single.share(lambda outcome: outcome.enemies[0].end.value == "broke-and-ran")
    assert fates["enemy 1"]["breaks and runs"] == ran
    assert fates_of(two.odds())["enemy"]["breaks and runs"] != ran


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"also_charging": "line", "also_beyond": "mob by=3"}, "no charger 3"),
        ({"also_charging": "line", "also_beyond": "mob by=2, mob by=2"}, "two fresh battalions"),
        ({"also_charged": "line line corner=13"}, "13 is out of range"),
        ({"also_charged": "line fightnig=3"}, "did you mean 'fighting'"),
        ({"also_charging": "line obstacle"}, "is not a formation"),
        ({"also_charging": "line general"}, "is not a formation"),
    ],
)
def test_faults_in_rows_name_the_row_and_the_nearest_word(
    values: dict[str, Any], fault: str
) -> None:
    with pytest.raises(FaultsError, match=fault):
        asked(**values)


def test_an_obstacle_binds_its_own_defender_alone() -> None:
    values: dict[str, Any] = {"enemy": "british-light", "enemy_formation": "skirmish-line"}
    assert asked(**values, obstacle="obstacle", also_charged="british-line line").odds()
    with pytest.raises(ForbiddenError, match="skirmish line to defend"):
        asked(**values, also_charged="british-line line obstacle").odds()


def test_rows_may_be_given_as_lists_from_python() -> None:
    typed = asked(also_charged="british-line line shaken 5 flank")
    listed = asked(
        also_charged=[
            {"card": "british-line", "order": "shaken", "platoons": 5, "contact": "flank"}
        ]
    )
    assert typed.form == listed.form


def test_who_ran_is_moved_before_the_one_who_pursues() -> None:
    question = asked("countercharge", **HORSE_ONLY)
    seen = set()
    for seed in range(40):
        steps = question.result(f"{seed:x}").narration.on_table
        runs = [at for at, step in enumerate(steps) if " about in attack column" in step]
        follows = [at for at, step in enumerate(steps) if "after the" in step]
        if runs and follows:
            assert max(runs) < min(follows)
            seen.add(steps[runs[0]].split(" about")[0])
    assert len(seen) == 2  # either side may be the one that runs


HORSE_ONLY: dict[str, Any] = {"battalion": "line-cavalry", "enemy": "line-cavalry"}
HORSE_ONLY |= {"formation": "line", "enemy_formation": "line", "order": "shaken"}
HORSE_ONLY |= {"enemy_order": "shaken"}


def test_a_battalion_struck_from_the_rear_does_not_turn_about() -> None:
    question = asked(contact="rear", resolve="runs")
    steps = question.result("1").narration.on_table
    run = "Form the British line in attack column"
    assert any(step.startswith(run) for step in steps)
    flank = asked(contact="flank", resolve="runs").result("1").narration.on_table
    assert any(step.startswith("Turn the British line about") for step in flank)


def test_a_pursuit_that_does_not_catch_does_not_catch_the_fresh_battalion_either() -> None:
    fresh = {"beyond": "fresh-battalion", "fresh": "line", "fresh_formation": "march-column"}
    question = asked(
        battalion="light-cavalry",
        formation="line",
        enemy="line",
        enemy_formation="square",
        caught="no",
        **fresh,
    )
    labels = [outcome.label for outcome in question.odds().distribution]
    assert any("fresh enemy breaks and runs" in label for label in labels)


def test_the_shock_of_a_countercharge_is_a_table_entry() -> None:
    values = {"battalion": "line-cavalry", "enemy": "line-cavalry", "formation": "line"}
    values |= {"enemy-formation": "line", "roll-to-react": "no"}
    shares = []
    for shock in (1, 0):
        question = Question.read("revolutionary-wars", "countercharge", values)
        tables = question.tables.override({"countercharge.shock": shock}, "the other reading")
        asked_so = Question.read("revolutionary-wars", "countercharge", values, tables)
        odds = asked_so.odds().distribution
        shares.append(float(odds.share(_both_break_through)))
    assert shares[0] == pytest.approx(0.435, abs=0.0005)
    assert shares[1] < 0.08


def _both_break_through(outcome: ChargeOutcome) -> bool:
    return outcome.label == "enemy breaks through; charger breaks through"


@pytest.mark.parametrize(
    ("action", "values"),
    [
        ("charge", {"also_charging": "light line shaken 3", "hold": True, "resolve": "tests"}),
        ("charge", {"also_charged": "mob line shattered 4", "edge": 5, "caught": "no"}),
        ("charge", {"battalion": "line-cavalry", "crossing": True} | {"also_charged": "mob"}),
        ("charge", {"resolve": "runs-after-melee", "beyond": "fresh-battalion", "fresh": "mob"}),
        ("charge", {"battalion": "cossacks", "beyond": "fresh-battalion", "enemy": "foot-guns"}),
        ("countercharge", {"also_charging": "light line shaken 3", "own_edge": 3}),
        ("charge", {}),
        ("charge", {"enemy": "foot-guns"}),
        ("countercharge", {"order": "shaken"}),
    ],
)
def test_average_losses_are_those_of_odds_that_count_platoons(
    action: str, values: dict[str, Any]
) -> None:
    """Held to every number of platoons left, listed and weighed; who is lost has lost all."""
    values = {"battalion": "line", "enemy": "line", "platoons": 4, "enemy_platoons": 3} | values
    odds = asked(action, **values).odds()
    counted = asked(action, **values, count_platoons=True).odds()
    left = {
        unit.removesuffix(", platoons left"): sum(int(n) * p for n, p in chances.items())
        for unit, chances in fates_of(counted).items()
        if unit.endswith("left")
    }
    begun = {unit: odds.losses[unit] + left[unit] for unit in odds.losses}
    assert list(begun) == list(fates_of(odds)) == list(fates_of(odds, in_short=True))
    assert begun["charger 1" if "charger 1" in begun else "charger"] == 4
    assert all(platoons.denominator == 1 for platoons in begun.values())


def test_losses_of_sampled_odds_are_averages_of_drawn_charges() -> None:
    row = "british-line line solid 8"
    values: dict[str, Any] = {"battalion": "british-line", "formation": "line", "platoons": 8}
    values |= {"enemy": "french-line", "enemy_platoons": 8, "also_charging": row}
    sampled = asked(**values, also_charged=row).estimate(200).losses
    assert set(sampled) == {"enemy 1", "enemy 2", "charger 1", "charger 2"}
    assert all(0 < lost < 8 for lost in sampled.values())


def test_each_battalion_s_fate_in_short_sums_up_its_fates() -> None:
    odds = asked(**LINES, also_charging="line line solid 4").odds()
    whole, short = fates_of(odds), fates_of(odds, in_short=True)
    ran = whole["enemy"]["breaks and runs"]
    lost = whole["enemy"]["breaks and is destroyed"] + whole["enemy"]["is wiped out"]
    assert short["enemy"] == {"stands": 1 - ran - lost, "runs": ran, "destroyed": lost}
