"""Questions: from texts to odds and results, in words and as JSON."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import attrs
import pytest

import calculator
from calculator.chance.every_path import Budget
from calculator.errors import (
    BudgetExceededError,
    CalculatorError,
    FaultsError,
    ForbiddenError,
    UnknownNameError,
)
from calculator.kinds import Word
from calculator.rules import catalog
from calculator.rules.action import Severity
from calculator.rules.outcome_json import outcome_json, read_outcome
from calculator.rules.question import Question
from tests.offered import offering


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with offering({**catalog.SHIPPED, "toy": "tests.toy"}):
        yield


def volley(**values: object) -> Question:
    return Question.read("toy", "volley", values)


def test_odds_by_hand() -> None:
    odds = volley(quality="veteran").odds()
    weights = [(row.outcome.label, row.weight) for row in odds]
    assert weights == [("0 hits", 1), ("1 hits", 3), ("2 hits", 3), ("3 hits", 1)]
    assert [row.probability for row in odds] == [1 / 8, 3 / 8, 3 / 8, 1 / 8]
    assert [odds.at_least(row.outcome) for row in odds] == [1, 7 / 8, 1 / 2, 1 / 8]
    assert [factor.name for factor in odds.factors] == ["veterans"]


def test_a_factor_leads_to_the_values_it_is_made_of_and_their_reasons() -> None:
    odds = volley(cover="hard").odds()
    (factor,) = odds.factors
    assert factor.cited == "II: judgement"
    assert [odds.question.tables.entry(key).why for key in factor.values] == [
        "designer's judgement: half the balls tell",
        "designer's judgement: few balls tell",
    ]


def test_rows_are_in_the_order_of_severity_whatever_the_order_of_the_draw() -> None:
    question = volley(quality="veteran")
    fewest = Severity[Any](lambda outcome: -outcome.hits, "the target", of_target=True)
    gentle = type("Gentle", (question.action,), {"severity": fewest})
    odds = attrs.evolve(question, action=gentle).odds()
    assert [row.outcome.hits for row in odds] == [3, 2, 1, 0]
    assert [8 * odds.at_least(row.outcome) for row in odds] == [8, 7, 4, 1]


def test_a_measure_of_the_odds() -> None:
    odds = volley(cover="hard").odds()
    assert odds.measure("any") == Fraction(11, 36)
    with pytest.raises(UnknownNameError, match="there is no measure called 'carries'"):
        odds.measure("carries")


def test_a_result_says_how_likely_it_was_and_what_recomputes_it() -> None:
    result = volley(cover="hard").result("5eed")
    assert result.seed == "5eed"
    assert result.probability == volley(cover="hard").odds().distribution.probability(
        result.outcome
    )
    assert result.narration.headline == f"The volley hits {result.outcome.hits} times"
    (draw,) = result.draws
    assert (draw.ask, draw.total, draw.value) == ("hits", 36, result.outcome.hits)
    assert volley(cover="hard").result("5eed") == result


@pytest.mark.parametrize("typed", ["0x5EED", " 5eed", "5eed"])
def test_a_seed_is_told_in_its_digits_however_it_was_typed(typed: str) -> None:
    assert volley().result(typed) == volley().result("5eed")
    assert volley().result(typed).seed == "5eed"


def test_a_result_without_a_seed_has_a_fresh_one() -> None:
    first, second = volley().result(), volley().result()
    assert first.seed != second.seed
    assert volley().result(first.seed) == first


def test_what_the_rules_forbid_has_neither_odds_nor_result() -> None:
    forbidden = volley(bases=1)
    for ask in (forbidden.odds, forbidden.result, forbidden.estimate):
        with pytest.raises(ForbiddenError, match=r"^a single base may not fire \[III: rule\]$"):
            ask()


def test_odds_past_the_budget_are_refused() -> None:
    with pytest.raises(BudgetExceededError):
        volley().odds(Budget(2))


def test_tables_may_be_given() -> None:
    shipped = volley().tables
    tables = shipped.override({"dice.average": 1}, "thin files")
    question = Question.read("toy", "volley", {}, tables)
    assert question.odds().measure("any") == Fraction(1, 2)
    assert question.result("5eed").as_json()["rules"] == tables.digest != shipped.digest


def test_unknown_names_and_fields() -> None:
    with pytest.raises(UnknownNameError, match="no system called 'to'"):
        Question.read("to", "volley", {})
    with pytest.raises(UnknownNameError, match="did you mean 'volley'"):
        Question.read("toy", "voley", {})
    with pytest.raises(FaultsError) as caught:
        volley(qualty="veteran", cover="sotf", bases=0)
    assert [fault.place for fault in caught.value.faults] == ["qualty", "cover", "bases"]


def test_answers_that_only_other_actions_ask_for_are_passed_over() -> None:
    """Whoever turns from fire to regrouping need not take back the cover, all they had typed."""
    plain = Question.read("there-stand-empires", "regroup", {})
    for foreign in ({"cover": "hard"}, {"cover": "hard", "outnumbered": "target-outnumbered"}):
        assert Question.read("there-stand-empires", "regroup", foreign) == plain
    with pytest.raises(FaultsError, match="covr"):
        Question.read("there-stand-empires", "regroup", {"covr": "hard"})


def test_odds_as_json() -> None:
    said = json.loads(json.dumps(volley(cover="hard").odds().as_json()))
    assert said == {
        "system": "toy",
        "action": "volley",
        "form": {"quality": "average", "cover": "hard", "walled": False, "bases": 4},
        "total": "36",
        "outcomes": [
            {"outcome": {"hits": n}, "label": f"{n} hits", "weight": w, "probability": p}
            for n, w, p in [(0, "25", 25 / 36), (1, "10", 10 / 36), (2, "1", 1 / 36)]
        ],
        "factors": [
            {
                "stage": "fire",
                "name": "hard cover",
                "side": "target",
                "points": 2,
                "source": "II",
                "values": ["needed.open", "needed.hard"],
                "standing": "judgement",
                "effect": False,
                "idle": False,
                "worth": float(Fraction(11, 36) - Fraction(3, 4)),
            }
        ],
        "together": float(Fraction(11, 36) - Fraction(3, 4)),
    }


def test_a_result_as_json() -> None:
    result = volley().result("5eed")
    said = json.loads(json.dumps(result.as_json()))
    assert said == {
        "system": "toy",
        "action": "volley",
        "form": {"quality": "average", "cover": "open", "walled": False, "bases": 4},
        "rules": volley().tables.digest,
        "seed": "5eed",
        "draws": [{"ask": "hits", "roll": str(result.draws[0].number), "total": "4"}],
        "outcome": {"hits": result.outcome.hits},
        "label": result.outcome.label,
        "probability": 1 / 4 if result.outcome.hits != 1 else 1 / 2,
        "headline": result.narration.headline,
        "on-table": list(result.narration.on_table),
        "how": ["dice"],
    }


def test_from_python() -> None:
    assert calculator.odds("toy", "volley", cover="hard").distribution.total == 36
    assert calculator.resolve("toy", "volley", seed="5eed", bases=2).seed == "5eed"


class Status(Word):
    DISORDERED = "disordered"


@attrs.frozen
class Fate:
    """An outcome of every sort of part."""

    status: Status
    inches_back: Fraction
    bases_lost: tuple[int, ...]
    destroyed: bool
    general: str | None


def test_outcomes_of_every_sort_as_json() -> None:
    fate = Fate(Status.DISORDERED, Fraction(11, 2), (1, 2), False, None)
    assert outcome_json((fate,)) == [
        {
            "status": "disordered",
            "inches-back": "11/2",
            "bases-lost": [1, 2],
            "destroyed": False,
            "general": None,
        }
    ]
    assert read_outcome(Fate, outcome_json(fate)) == fate


@pytest.mark.parametrize(
    ("key", "wrong"),
    [("status", "asleep"), ("inches-back", 5), ("bases-lost", "1"), ("destroyed", 1)],
)
def test_what_is_not_of_an_outcome_s_shape_is_not_read(key: str, wrong: object) -> None:
    fate = outcome_json(Fate(Status.DISORDERED, Fraction(11, 2), (1, 2), False, "Ney"))
    with pytest.raises(ValueError, match=r"no|not"):
        read_outcome(Fate, {**fate, key: wrong})


HUGE = {
    "battalion": "british-line",
    "formation": "line",
    "enemy": "french-line",
    "platoons": 8,
    "enemy_platoons": 8,
    "also_charging": "british-line 8",
    "also_charged": "french-line 8",
}
"""A charge of two battalions against two, whose exact odds exceed the budget."""


def test_a_result_is_drawn_without_working_its_odds_out(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = volley()
    known = asked.odds()

    def never(*_: object) -> None:
        raise AssertionError("odds were worked out")

    monkeypatch.setattr(Question, "odds", never)
    drawn = asked.result("5eed")
    assert drawn.narration.headline
    assert asked.result("5eed", odds=known).probability == known.probability(drawn.outcome)


def test_a_result_is_never_refused_for_its_size() -> None:
    question = Question.read("revolutionary-wars", "charge", HUGE)
    with pytest.raises(BudgetExceededError, match="more than 500 paths"):
        question.odds(Budget(500))
    result = question.result("5eed")
    assert result.narration.on_table
    sampled = question.estimate(500)
    known = question.result("5eed", odds=sampled)
    assert known == result
    assert known.as_json()["standard-error"] == pytest.approx(
        sampled.standard_error(known.probability or 0)
    )
    assert 0 < known.standard_error < 0.03


def test_odds_out_of_reach_are_sampled_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Budget.__init__, "__defaults__", (1,))
    asked = volley(quality="veteran")
    odds = asked.best_odds(800, workers=1)
    assert not odds.is_exact
    assert odds.caveat == "sampled along 800 paths, +-3.5 points at most"
    table = odds.as_json()
    assert table["sampled"] == {"paths": 800, "seed": "0"}
    assert table["total"] == "800"
    assert sum(int(row["weight"]) for row in table["outcomes"]) == 800
    for row, exact in zip(table["outcomes"], (1 / 8, 3 / 8, 3 / 8, 1 / 8), strict=True):
        assert row["probability"] == int(row["weight"]) / 800
        assert abs(row["probability"] - exact) < 3 * row["standard-error"]
    assert asked.result("5eed").probability is None
    assert asked.result("5eed").as_json()["probability"] is None


def test_exact_odds_are_not_sampled() -> None:
    odds = volley().best_odds()
    assert odds.is_exact
    assert odds.caveat == ""
    assert odds.refined(1000) is odds
    assert "sampled" not in odds.as_json()
    assert odds.standard_error(Fraction(1, 2)) == 0


def test_a_sample_is_refined_and_shared_over_processes() -> None:
    asked = Question.read("there-stand-empires", "assault", {"quality": "veteran"})
    alone = asked.estimate(600, seed="5eed")
    assert alone.refined(400).as_json() == asked.estimate(1000, seed="5eed").as_json()
    shared = asked.estimate(1000, seed="5eed", workers=2)
    assert shared.as_json() == alone.refined(400, workers=2).as_json()
    assert shared.measure("carries") == pytest.approx(
        float(asked.odds().measure("carries")), abs=0.05
    )


def test_rows_expectations_and_what_is_at_least_as_good() -> None:
    odds = volley(quality="veteran").odds()
    assert [row.outcome.hits for row in odds] == [0, 1, 2, 3]
    assert odds.expect(lambda outcome: outcome.hits) == Fraction(3, 2)
    two_hits = odds.rows()[2].outcome
    assert odds.at_least(two_hits) == Fraction(1, 2)
    assert odds.probability(two_hits) == Fraction(3, 8)


def test_where_nothing_is_better_for_anybody_there_is_no_at_least() -> None:
    odds = Question.read("there-stand-empires", "initiative", {}).odds()
    with pytest.raises(CalculatorError, match="no outcome is better than another for anybody"):
        odds.at_least(odds.rows()[0].outcome)
