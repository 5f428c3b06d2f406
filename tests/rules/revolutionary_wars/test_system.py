"""What holds of every action: its declaration, its results, and which way each thing pulls."""

from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from calculator.errors import CalculatorError, FaultsError
from calculator.forms import texts
from calculator.rows import NO_ROWS
from calculator.rules.question import Question
from calculator.rules.revolutionary_wars import SYSTEM
from calculator.rules.revolutionary_wars.charge.form import CHARGED, ChargeForm
from calculator.rules.revolutionary_wars.forms import Unit
from calculator.rules.revolutionary_wars.terms import CardName, Contact, Formation, Order, Resolve
from tests.rules.asking import ask, check_promises, forms
from tests.rules.declared import check_declaration

INCHES = st.integers(0, 20).map(lambda halves: Fraction(halves, 2))
PLATOONS = st.none() | st.integers(1, 6)
SMALL: dict[str, st.SearchStrategy[Any]] = {
    "platoons": PLATOONS,
    "enemy_platoons": PLATOONS,
    "fighting": st.none() | st.integers(1, 2),
    "enemy_fighting": st.none() | st.integers(1, 2),
    "fresh_platoons": PLATOONS,
    "also_charging": st.just(()),
    "also_charged": st.just(()),
    "also_beyond": st.just(()),
    "edge": st.none() | INCHES,
    "own_edge": st.none() | INCHES,
    "range": INCHES,
    "distance": INCHES,
    "left": INCHES,
    "away": INCHES,
}
FORMED: dict[str, st.SearchStrategy[Any]] = {
    key: st.sampled_from([Formation.LINE, Formation.ATTACK_COLUMN, Formation.MARCH_COLUMN])
    for key in ("formation", "enemy_formation", "fresh_formation")
}
USUAL: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "charge": FORMED,
    "countercharge": FORMED,
    "exchange": FORMED
    | {
        "range": st.integers(0, 12).map(lambda halves: Fraction(halves, 2)),
        "platoons": st.integers(2, 4),
        "enemy_platoons": st.integers(2, 4),
    },
    "shoot": FORMED,
    "replenish": {
        "battalion": st.sampled_from([CardName.LINE, CardName("british-light")]),
        "skirmishers": st.just(CardName.SKIRMISH),
    },
}
"""Where most forms are forbidden, those that are not."""


def question_of(action: Any, form: Any) -> Question:
    """The question, unless the rules forbid it."""
    assume(not list(action(form, SYSTEM.tables).refusals()))
    return Question(SYSTEM, action, form, SYSTEM.tables)


def test_the_declaration_is_whole() -> None:
    check_declaration(SYSTEM)


@pytest.mark.parametrize("action", SYSTEM.actions, ids=lambda action: action.key)
@settings(max_examples=settings().max_examples // 3)
@given(data=st.data())
def test_every_action_keeps_its_promises(action: Any, data: st.DataObject) -> None:
    keys = {field.name for field in action.asks.__attrs_attrs__}
    given = SMALL | USUAL.get(action.key, {})
    filled = forms(action.asks, **{key: given[key] for key in given if key in keys})
    check_promises(question_of(action, data.draw(filled)))


@pytest.mark.parametrize("action", SYSTEM.actions, ids=lambda action: action.key)
def test_every_action_can_be_asked_as_it_stands(action: Any) -> None:
    question = ask("revolutionary-wars", action.key)
    check_promises(question)
    assert list(question.law.factors())


@pytest.mark.parametrize("card", CardName, ids=lambda card: card.value)
def test_every_card_can_be_charged_and_shot_at(card: CardName) -> None:
    for action in ("charge", "shoot"):
        check_promises(ask("revolutionary-wars", action, enemy=card.value))


@pytest.mark.parametrize(
    ("better", "worse"), [("solid", "shaken"), ("shaken", "shattered"), ("solid", "shattered")]
)
@settings(max_examples=min(25, settings().max_examples))
@given(
    card=st.sampled_from(CardName),
    formation=st.sampled_from(Formation),
    platoons=st.integers(2, 6),
)
def test_better_order_never_makes_the_enemy_break_more(
    better: str, worse: str, card: CardName, formation: Formation, platoons: int
) -> None:
    """Nor does it make a battalion easier to shoot to pieces."""
    known = {"enemy": card.value, "enemy_formation": formation.value, "enemy_platoons": platoons}
    for action, measure in (("charge", "enemy-breaks"), ("shoot", "wipes-out")):
        both = [
            ask("revolutionary-wars", action, **known, enemy_order=order)
            for order in (better, worse)
        ]
        assume(not list(both[0].law.refusals()))
        first, second = (question.odds().measure(measure) for question in both)
        assert first <= second


@settings(max_examples=min(25, settings().max_examples))
@given(
    shock=st.integers(0, 4),
    more=st.integers(1, 3),
    order=st.sampled_from(Order),
    platoons=st.integers(2, 5),
)
def test_more_shock_never_helps_the_defender(
    shock: int, more: int, order: Order, platoons: int
) -> None:
    values = {
        "battalion": "line",
        "formation": "line",
        "enemy": "line",
        "enemy_order": order.value,
        "platoons": platoons,
        "enemy_platoons": platoons,
    }
    breaks = []
    for number in (shock, shock + more):
        tables = SYSTEM.tables.override({"card.line.shock.line": number}, "more shock")
        question = Question.read("revolutionary-wars", "charge", values, tables)
        breaks.append(question.odds().measure("enemy-breaks"))
    assert breaks[0] <= breaks[1]


@pytest.mark.parametrize(
    ("key", "measure"),
    [
        ("stand-front.line", "enemy-breaks"),
        ("melee-save", "enemy-destroyed"),
        ("strike-front", "enemy-destroyed"),
        ("rally", "enemy-destroyed"),
    ],
)
def test_a_better_number_of_the_enemy_serves_it(key: str, measure: str) -> None:
    """(A better stand may destroy it more: who stands once and then breaks is Shattered.)"""
    values = {"enemy": "russian-line", "battalion": "french-line"}
    present = SYSTEM.tables.points(f"card.russian-line.{key}")
    better = SYSTEM.tables.override({f"card.russian-line.{key}": present - 1}, "better")
    before, after = (
        Question.read("revolutionary-wars", "charge", values, tables).odds().measure(measure)
        for tables in (SYSTEM.tables, better)
    )
    assert after < before


def test_further_battalions_are_written_in_a_line_and_read_back() -> None:
    written = "french-line attack-column shaken 5, mob line solid 10 flank runs"
    form = ask("revolutionary-wars", "charge", also_charged=written).form
    assert isinstance(form, ChargeForm)
    first, second = form.also_charged
    assert (first.card, first.formation, first.order, first.platoons) == (
        CardName("french-line"),
        Formation.ATTACK_COLUMN,
        Order.SHAKEN,
        5,
    )
    assert second.contact is Contact.FLANK
    assert second.resolve is Resolve.RUNS
    assert CHARGED.parse(CHARGED.show(form.also_charged)) == (first, second)
    assert CHARGED.show(form.also_charged) == written
    assert CHARGED.parse(NO_ROWS) == ()


def test_who_runs_at_once_is_read_by_the_earlier_word_for_that() -> None:
    words = "runs", "runs-at-once"
    now, earlier = (ask("revolutionary-wars", "charge", resolve=word) for word in words)
    assert earlier.form == now.form
    assert texts(earlier.form)["resolve"] == "runs"


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("frensh-line", "did you mean 'french-line'"),
        ("french-line collumn", "not a formation, an order or a number"),
        ("french-line 13", "out of range"),
        ("french-line 5 6", "gives the platoons of 'french-line' twice"),
        ("french-line,", "missing next to a comma"),
        ("french-line clipped", "not a formation"),
    ],
)
def test_what_is_wrong_with_a_line_of_battalions_is_told(written: str, fault: str) -> None:
    with pytest.raises(FaultsError, match=fault):
        ask("revolutionary-wars", "charge", also_charging=written)


def test_everything_that_is_wrong_with_a_line_of_battalions_is_told_at_once() -> None:
    with pytest.raises(FaultsError) as caught:
        ask("revolutionary-wars", "charge", also_charging="french-lin lin 13, brtish-line 5 5,")
    told = str(caught.value)
    assert told.startswith(
        "also-charging: 'french-lin' is not a battalion card (did you mean 'french-line'?); "
        "'lin' is not a formation, an order or a number (did you mean 'line'?); "
        "platoons: 13 is out of range (a whole number from 1 to 12 platoons, or 'card'); "
        "'brtish-line' is not a battalion card (did you mean 'british-line'?); "
        "'5' gives the platoons of 'brtish-line' twice; "
        "a row is missing next to a comma"
    )


def test_a_unit_of_an_order_of_battle_fills_in_its_card_and_platoons() -> None:
    unit = texts(Unit(card=CardName("russian-line"), platoons=5))
    fills = {key: fields[0] for key, fields in SYSTEM.filled("target").items()}
    asked = ask("revolutionary-wars", "charge", **{fills[k]: v for k, v in unit.items()}).form
    assert isinstance(asked, ChargeForm)
    assert (asked.enemy, asked.enemy_platoons) == (CardName("russian-line"), 5)


def left(action: str, **values: object) -> list[Any]:
    """What every outcome of an action leaves of both battalions."""
    question = ask("revolutionary-wars", action, **values)
    return [question.law.after(o) for o in question.odds().distribution]


def test_a_charge_leaves_both_battalions_as_they_end() -> None:
    everything = left("charge", enemy_platoons=4, count_platoons=True)
    assert any(after.target is None for after in everything)
    run = [a.target for a in everything if a.target and a.target.get("formation")]
    assert run
    assert all(after["order"] == "shattered" for after in run)
    assert all(after["formation"] == "attack-column" for after in run)
    assert {after.actor["platoons"] for after in everything if after.actor} > {"6"}


def test_to_play_on_from_a_charge_platoons_must_be_counted() -> None:
    question = ask("revolutionary-wars", "charge")
    odds = question.odds().distribution
    outcome = max(odds, key=odds.weight)
    with pytest.raises(FaultsError, match="count-platoons=yes"):
        question.law.after_listed(outcome)
    after = question.law.after(outcome)
    assert after.actor == {"order": outcome.chargers[0].order.value, "at": ""}


def test_other_actions_leave_what_they_changed() -> None:
    assert {after.target and after.target["order"] for after in left("shoot")} == {
        "solid",
        "shaken",
        "shattered",
        None,
    }
    assert [after.actor for after in left("reform", attempt="second")] == [{"order": "solid"}]
    assert {after.actor["order"] for after in left("react")} == {"solid", "shaken"}
    assert None in [after.actor for after in left("cross", battalion="line-cavalry")]
    assert None in [after.actor for after in left("break-and-run")]
    assert all(after.actor["order"] == "shaken" for after in left("melee") if after.actor)


NUMBERS = [
    entry.key
    for entry in SYSTEM.tables
    if type(entry.value) is int
    and entry.key.startswith(("card.french-line.", "card.british-line.", "wiped", "base", "stand"))
]


@settings(max_examples=min(40, settings().max_examples))
@given(key=st.sampled_from(NUMBERS), value=st.integers(-20, 20))
def test_any_number_may_be_overridden_and_ends_in_odds_or_a_clear_message(
    key: str, value: int
) -> None:
    for action in ("charge", "shoot", "melee", "movement"):
        with suppress(CalculatorError):
            tables = SYSTEM.tables.override({key: value}, "a designer's mistake")
            question = Question.read("revolutionary-wars", action, {}, tables)
            assert question.odds().distribution.total
