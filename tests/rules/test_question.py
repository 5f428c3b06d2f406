"""Questions: from texts to odds and results, in words and as JSON."""

import json
from fractions import Fraction

import attrs
import pytest

import calculator
from calculator.chance.every_path import Budget
from calculator.chance.interface import Draw
from calculator.errors import (
    BudgetExceededError,
    FaultsError,
    ForbiddenError,
    ReplayMismatchError,
    UnknownNameError,
)
from calculator.kinds import Word
from calculator.rules import catalog
from calculator.rules.question import Question, outcome_json


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalog._PACKAGES, "toy", "tests.toy")


def volley(**values: object) -> Question:
    return Question.read("toy", "volley", values)


def test_odds_by_hand() -> None:
    odds = volley(quality="veteran").odds()
    weights = [(outcome.label, weight) for outcome, weight, _ in odds.rows()]
    assert weights == [("0 hits", 1), ("1 hits", 3), ("2 hits", 3), ("3 hits", 1)]
    assert [probability for *_, probability in odds.rows()] == [1 / 8, 3 / 8, 3 / 8, 1 / 8]
    assert [probability for _, probability in odds.at_least()] == [1, 7 / 8, 1 / 2, 1 / 8]
    assert [factor.name for factor in odds.factors] == ["veterans"]


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
    assert result.words.headline == f"The volley hits {result.outcome.hits} times"
    (draw,) = result.draws
    assert (draw.ask, draw.total, draw.value) == ("hits", 36, result.outcome.hits)
    assert volley(cover="hard").result("5eed") == result
    assert volley(cover="hard").replay("5eed", result.draws) == result


@pytest.mark.parametrize("typed", ["0x5EED", " 5eed", "5eed"])
def test_a_seed_is_told_in_its_digits_however_it_was_typed(typed: str) -> None:
    assert volley().result(typed) == volley().result("5eed")
    assert volley().result(typed).seed == "5eed"


def test_a_result_without_a_seed_has_a_fresh_one() -> None:
    first, second = volley().result(), volley().result()
    assert first.seed != second.seed
    assert volley().result(first.seed) == first


@pytest.mark.parametrize(
    ("draws", "message"),
    [
        ([], "the record ends before 'hits' was drawn"),
        (
            [Draw("hits", 1, 6, None)],
            "the rule asks 'hits' of 4, the record has 'hits' with 1 of 6",
        ),
        ([Draw("hits", 1, 4, None), Draw("more", 0, 2, None)], "were never asked for"),
    ],
)
def test_a_record_that_does_not_fit(draws: list[Draw], message: str) -> None:
    with pytest.raises(ReplayMismatchError, match=message):
        volley().replay("5eed", draws)


def test_what_the_rules_forbid_has_neither_odds_nor_result() -> None:
    forbidden = volley(bases=1)
    for ask in (forbidden.odds, forbidden.result, lambda: forbidden.replay("5eed", [])):
        with pytest.raises(ForbiddenError, match=r"^a single base may not fire \[III\]$"):
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
            {"stage": "fire", "name": "hard cover", "side": "target", "points": 2, "source": "II"}
        ],
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
        "draws": [{"ask": "hits", "roll": str(result.draws[0].roll), "total": "4"}],
        "outcome": {"hits": result.outcome.hits},
        "label": result.outcome.label,
        "probability": float(result.probability),
        "headline": result.words.headline,
        "on-table": list(result.words.on_table),
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
