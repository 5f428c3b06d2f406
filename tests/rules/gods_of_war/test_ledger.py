"""A turn's ledger, against turns played by the text: six actions, none twice in a row."""

from __future__ import annotations

import pytest

from calculator.rules.aftermath import ActionTaken, TurnSoFar
from calculator.rules.gods_of_war import SYSTEM
from calculator.rules.question import Question

FIRE = ActionTaken("ranged-fire", "The Great Battery", {})


def ledger(turn: TurnSoFar) -> list[str]:
    assert SYSTEM.ledger
    return list(SYSTEM.ledger(turn, SYSTEM.tables))


def lines(*actions: ActionTaken) -> list[str]:
    return ledger(TurnSoFar(actions))


def played(card: str, **answers: str) -> ActionTaken:
    return ActionTaken("play-card", "", {"card": card, **answers})


@pytest.mark.parametrize(
    ("actions", "left"),
    [
        ((), "6 of 6 actions left."),
        ((FIRE, ActionTaken("draw-card"), ActionTaken("move", "Hussars")), "3 of 6 actions left."),
        ((ActionTaken(), FIRE), "4 of 6 actions left."),
        ((ActionTaken("repair", "Hussars", {"repairs": "2"}),), "4 of 6 actions left."),
        ((ActionTaken("line-of-sight", "Guards"), played("charge")), "6 of 6 actions left."),
        ((played("inspired-command"), FIRE), "6 of 7 actions left."),
        ((played("inspired-command"), played("inspired-command")), "7 of 7 actions left."),
        ((played("flanking-move"), played("inspired-command")), "8 of 8 actions left."),
        ((played("flanking-move", discarded="yes"),), "6 of 6 actions left."),
        ((played("swift-march"),), "6 of 6 actions left, and 1 more Move."),
        ((played("swift-march"), ActionTaken("move", "Guards")), "6 of 6 actions left."),
        (
            (played("swift-march"), played("swift-march"), ActionTaken("move", "Guards"), FIRE),
            "5 of 6 actions left, and 1 more Move.",
        ),
        ((ActionTaken("ranged-fire", "Guns", {"free-shot": "yes"}),), "6 of 6 actions left."),
        (
            (
                ActionTaken("move", "Guards"),
                ActionTaken("close-combat", "Guards", {"double-time": "yes"}),
            ),
            "5 of 6 actions left.",
        ),
        ((FIRE,) * 7, "0 of 6 actions left."),
    ],
)
def test_actions_left(actions: tuple[ActionTaken, ...], left: str) -> None:
    assert lines(*actions)[0] == left


def test_fog_of_war_takes_an_action_of_the_enemy_s_next_turn() -> None:
    turn = TurnSoFar((FIRE,), against=(played("fog-of-war"), played("fog-of-war", discarded="yes")))
    assert ledger(turn)[:2] == [
        "4 of 5 actions left.",
        "Fog of War, played by the enemy, has taken 1 action.",
    ]


def test_who_acted_last_waits() -> None:
    (_, waits) = lines(ActionTaken("move", "Hussars"), FIRE, played("charge"))
    assert waits.startswith("The Great Battery acted last")
    assert len(lines(FIRE, ActionTaken("draw-card"))) == 1
    assert len(lines(FIRE, ActionTaken("repair", "Hussars", {"repairs": "1"}))) == 1


def test_cards_and_guards_stand_until_an_aftermath_says_that_they_are_spent() -> None:
    side: dict[str, str] = {"hand": "3"}
    units: dict[str, dict[str, str]] = {"Guards": {}}
    for card in ("charge", "skirmisher-screen", "heroic-defence"):
        question = Question.read("gods-of-war", "play-card", {"card": card, **side})
        left = question.action.leaves(question.form, question.result("1").outcome)
        side |= left.side
        units["Guards"] |= left.actor or {}
    standing = ledger(TurnSoFar((), side, units))[1:]
    assert standing == [
        "In play: Charge! and Skirmisher Screen.",
        "On guard over Guards: Heroic Defence.",
    ]
    shot = {"unit": "light-artillery", "skirmisher-screen": side["skirmisher-screen"]}
    question = Question.read("gods-of-war", "ranged-fire", shot)
    side |= question.action.leaves(question.form, question.result("1").outcome).enemy
    assert "In play: Charge!." in ledger(TurnSoFar((), side))
