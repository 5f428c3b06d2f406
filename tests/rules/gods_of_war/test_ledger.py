"""A turn's ledger, against turns played by the text: six actions, none twice in a row."""

from __future__ import annotations

import pytest

from calculator.rules.gods_of_war import SYSTEM
from calculator.rules.turns import ActionTaken, TurnSoFar, UnitSoFar

FIRE = ActionTaken("ranged-fire", "The Great Battery", {})
ACTED = {"acted-before": "yes"}


def ledger(turn: TurnSoFar) -> list[str]:
    return list(SYSTEM.turn.ledger(turn, SYSTEM.tables))


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
                ActionTaken("close-combat", "Guards", ACTED | {"double-time": "yes"}),
            ),
            "5 of 6 actions left.",
        ),
        (
            (
                ActionTaken("move", "Hussars"),
                ActionTaken("close-combat", "Guards", {"acted-before": "no", "double-time": "yes"}),
            ),
            "4 of 6 actions left.",
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


def test_an_attack_beside_double_time_is_the_last_to_act() -> None:
    moved = ActionTaken("move", "Hussars")
    attack = ActionTaken("close-combat", "Guards", {"acted-before": "no", "double-time": "yes"})
    (_, waits) = lines(moved, attack)
    assert waits.startswith("Guards acted last")


def test_who_acted_last_waits() -> None:
    (_, waits) = lines(ActionTaken("move", "Hussars"), FIRE, played("charge"))
    assert waits.startswith("The Great Battery acted last")
    assert len(lines(FIRE, ActionTaken("draw-card"))) == 1
    assert len(lines(FIRE, ActionTaken("draw-card", "Hussars"))) == 1, "whoever was picked"
    assert len(lines(FIRE, ActionTaken("repair", "Hussars", {"repairs": "1"}))) == 1


def test_what_is_in_play_stands_with_the_number_of_its_copies() -> None:
    units = {name: UnitSoFar({"strength": "4"}) for name in ("Guards", "Hussars")}
    copies = {"": {"rout": 2, "skirmisher-screen": 1}, "Guards": {"heroic-defence": 1}}
    assert ledger(TurnSoFar((), {"charge": "yes"}, units, copies))[1:] == [
        "Charge!, Rout! (2 copies) and Skirmisher Screen in play.",
        "Heroic Defence on guard over Guards.",
    ]
    assert ledger(TurnSoFar((), {"charge": "yes"}))[1:] == ["Charge! in play."]
