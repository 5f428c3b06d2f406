"""An exchange, held to its parts asked one after another: shoot, react, charge, countercharge.

The whole is put together here from the answers of the single actions, as a player would who asks
them in turn; it shares no step with the action itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from calculator.errors import ForbiddenError
from calculator.forms import fields_of
from calculator.rules.question import Question
from calculator.rules.revolutionary_wars.exchange import ExchangeForm
from tests.rules.asking import ask

SMALL = {
    "battalion": "line",
    "formation": "attack-column",
    "platoons": 4,
    "enemy": "light",
    "enemy-formation": "line",
    "enemy-platoons": 5,
    "range": 3,
}
TWO = ("order", "platoons")


def asked(action: str, **values: object) -> Question:
    return ask("revolutionary-wars", action, **values)


def branches(question: Question) -> Iterator[tuple[object, Fraction]]:
    odds = question.odds().distribution
    for outcome in odds:
        yield outcome, odds.probability(outcome)


def breaks(order: str, platoons: int, enemy: dict[str, object], reply: str) -> Fraction:
    """How likely the enemy breaks once both are as they are, its reaction to be made."""
    own = {"battalion": "line", "formation": "attack-column", "order": order, "platoons": platoons}
    them = {"enemy": "light", "enemy-formation": "line", "enemy-order": enemy["order"]}
    them["enemy-platoons"] = enemy["platoons"]
    if reply == "stand" or enemy["order"] == "shattered":
        return asked("charge", **own, **them).odds().measure("enemy-breaks")
    if reply == "square" and int(str(enemy["platoons"])) < 4:
        return breaks(order, platoons, enemy, "stand")
    if reply == "countercharge":
        return asked("countercharge", **own, **them).odds().measure("enemy-breaks")
    react = asked("react", battalion="light", formation="line", order=enemy["order"])
    whole = Fraction(0)
    for (after, number), p in fired_at(order, platoons, enemy, reply):
        for reacted, q in branches(react):
            if number and after != "shattered":
                new = own | {"order": after, "platoons": number}
                met = them | {"enemy-order": reacted.order.value}  # type: ignore[attr-defined]
                if reply == "square":
                    met["enemy-formation"] = "square"
                whole += p * q * asked("charge", **new, **met).odds().measure("enemy-breaks")
    return whole


def fired_at(
    order: str, platoons: int, enemy: dict[str, object], reply: str
) -> Iterator[tuple[tuple[str, int], Fraction]]:
    if reply != "shoot":
        yield (order, platoons), Fraction(1)
        return
    volley = asked(
        "shoot",
        battalion="light",
        formation="line",
        order=enemy["order"],
        platoons=enemy["platoons"],
        enemy="line",
        enemy_formation="attack-column",
        enemy_order=order,
        enemy_platoons=platoons,
        range=3,
    )
    for shot, p in branches(volley):
        yield (shot.order.value, shot.left), p  # type: ignore[attr-defined]


def whole(fires: bool, reply: str) -> Fraction:
    if not fires:
        return breaks("solid", 4, {"order": "solid", "platoons": 5}, reply)
    volley = asked(
        "shoot",
        battalion="line",
        formation="attack-column",
        platoons=4,
        enemy="light",
        enemy_platoons=5,
        range=3,
    )
    total = Fraction(0)
    for shot, p in branches(volley):
        left = {"order": shot.order.value, "platoons": shot.left}  # type: ignore[attr-defined]
        gone = not shot.left  # type: ignore[attr-defined]
        total += p * (1 if gone else breaks("solid", 4, left, reply))
    return total


@pytest.mark.parametrize("reply", ["stand", "shoot", "countercharge", "square"])
@pytest.mark.parametrize("fires", [False, True])
def test_an_exchange_is_its_parts_one_after_another(fires: bool, reply: str) -> None:
    first = "yes" if fires else "no"
    odds = asked("exchange", **SMALL, first=first, reply=reply).odds()
    assert odds.measure("enemy-breaks") == whole(fires, reply)


def test_the_best_reply_serves_the_chargers_least_and_the_best_choice_most() -> None:
    odds = asked("exchange", **SMALL).odds()
    table = {(one.choice, one.reply): one for one in odds.decisions}
    assert len(table) == 9
    judged = {pair: next(iter(one.chances.values())) for pair, one in table.items()}
    best_replies = {one.choice: pair for pair, one in table.items() if one.best_reply}
    for choice, pair in best_replies.items():
        assert judged[pair] == min(p for (made, _), p in judged.items() if made == choice)
    (best,) = (pair for pair, one in table.items() if one.best)
    assert judged[best] == max(judged[pair] for pair in best_replies.values())
    assert odds.measure("enemy-breaks") == judged[best]
    assert [row["best"] for row in odds.as_json()["decisions"]].count(True) == 1


def test_only_what_the_rules_allow_is_listed() -> None:
    """Foot cannot countercharge horse; horse of the line has nothing to fire with."""
    odds = asked("exchange", battalion="line-cavalry", enemy="line", range=8).odds()
    assert {(one.choice, one.reply) for one in odds.decisions} == {
        ("charges at once", "cannot react"),
        ("acts first, then charges", "stands"),
        ("acts first, then charges", "forms square"),
    }


def test_what_is_judged_may_be_another_chance() -> None:
    aims = ("enemy-breaks", "chargers-last")
    by_breaks, by_lasting = (asked("exchange", **SMALL, aim=aim).odds().decisions for aim in aims)
    assert next(iter(by_breaks[0].chances)) == "the enemy breaks or is lost"
    assert next(iter(by_lasting[0].chances)) == "the chargers last"
    assert [one.chances["the chargers break or are lost"] for one in by_breaks] == [
        one.chances["the chargers break or are lost"] for one in by_lasting
    ]


def test_guns_are_overrun_where_others_are_destroyed() -> None:
    """Guns that break stay where they are (Overrunning Artillery); the label says what is meant."""
    aimed = {"aim": "enemy-destroyed", "first": "at-once", "range": 3}
    guns, foot = (
        asked("exchange", **aimed, enemy=enemy).odds().decisions[0]
        for enemy in ("prussian-horse-guns", "british-line")
    )
    assert next(iter(guns.chances)) == "the enemy is overrun or destroyed"
    assert next(iter(foot.chances)) == "the enemy is destroyed"


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"range": 7}, "charges 6 inches"),
        ({"order": "shattered"}, "is Shattered and cannot charge"),
        ({"enemy-order": "shattered", "reply": "shoot"}, "cannot react"),
        ({"reply": "square", "enemy-formation": "square"}, "in square already"),
        ({"battalion": "line-cavalry", "reply": "countercharge"}, "cannot countercharge"),
        ({"battalion": "line-cavalry", "first": "yes"}, "no weapon"),
    ],
)
def test_exchanges_that_the_rules_forbid(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        asked("exchange", **(SMALL | values)).odds()


def test_a_square_that_held_is_left_in_square() -> None:
    question = asked("exchange", battalion="line", enemy="light", reply="square", first="no")
    for seed in range(10):
        result = question.result(f"{seed:x}")
        after = result.aftermath
        assert "forms square" in result.narration.headline
        if after.target and after.target.get("formation") == "square":
            assert "Form the light infantry into square." in result.narration.on_table
            break
    else:
        raise AssertionError("no square held")


def test_a_charger_ridden_down_by_an_enemy_that_met_it_is_told_by_whom() -> None:
    question = asked(
        "exchange",
        battalion="line-cavalry",
        enemy="light-cavalry",
        range=6,
        first="no",
        reply="countercharge",
    )
    steps = [step for seed in range(30) for step in question.result(f"{seed:x}").narration.on_table]
    caught = "Remove the line cavalry from the table: the light cavalry caught it"
    assert any(caught in step for step in steps)


def test_each_pair_of_choices_is_worth_its_chance_in_a_hundred() -> None:
    odds = ask("revolutionary-wars", "exchange").odds()
    points = [factor.points for factor in odds.factors if factor.stage == "decision"]
    chances = [next(iter(one.chances.values())) for one in odds.decisions]
    assert points == [round(100 * float(chance)) for chance in chances]


def test_nobody_reacts_to_a_charge_at_once() -> None:
    """It is a charge that the enemy can only meet as it stands."""
    odds = asked("exchange", **SMALL, first="at-once").odds()
    assert odds.measure("enemy-breaks") == whole(False, "stand")
    assert {one.reply for one in odds.decisions} == {"cannot react"}
    with pytest.raises(ForbiddenError, match="can only stand"):
        asked("exchange", **SMALL, first="at-once", reply="square").odds()


def test_a_reply_that_is_settled_does_not_bind_the_enemy_of_a_charge_at_once() -> None:
    table = asked("exchange", **SMALL, reply="square").odds().decisions
    assert {(one.choice, one.reply) for one in table} == {
        ("charges at once", "cannot react"),
        ("acts first, then charges", "forms square"),
        ("fires, then charges", "forms square"),
    }


def test_all_that_is_answered_otherwise_than_usual_stands_in_why() -> None:
    """Each label of the form, and no other, as far as the answers are not those it begins with."""
    departing = {
        "battalion": "british-line",
        "formation": "line",
        "order": "shaken",
        "platoons": 5,
        "enemy": "french-line",
        "enemy-formation": "attack-column",
        "enemy-order": "shaken",
        "enemy-platoons": 5,
        "first": "yes",
        "reply": "stand",
        "aim": "enemy-destroyed",
        "range": 4,
        "near-general": "yes",
        "enemy-near-general": "yes",
        "concealed": "yes",
        "hill": "yes",
        "soft-ground": "yes",
        "hold": "yes",
        "count-platoons": "yes",
    }
    fields = {field.key: field for field in fields_of(ExchangeForm)}
    assert departing.keys() == fields.keys()
    names = {factor.name for factor in asked("exchange", **departing).law.factors()}
    told = {name.partition(": ")[0] for name in names}
    assert {fields[key].label for key in departing} <= told
    usual = {factor.name for factor in asked("exchange").law.factors()}
    assert not {fields[key].label for key in departing} & {
        name.partition(": ")[0] for name in usual
    }
