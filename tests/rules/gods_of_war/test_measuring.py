"""Measuring aids: certain answers, from the text's own costs and limits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import FaultsError, ForbiddenError
from calculator.rules.gods_of_war import SYSTEM
from calculator.rules.gods_of_war.army import TurnForm
from calculator.rules.gods_of_war.move import MoveForm, Step, Stop
from calculator.rules.gods_of_war.on_the_spot import RepairForm
from calculator.rules.gods_of_war.sight import ArcForm
from calculator.rules.gods_of_war.terms import Formation, Terrain, Unit
from calculator.rules.question import Question
from tests.rules.asking import ask, check_promises, forms, law

SOFT = [t for t in Terrain if t not in {Terrain.WOODS, Terrain.POND, Terrain.FARM}]

steps = st.one_of(st.just(Step(None)), st.sampled_from(Terrain).map(Step))
paths = st.lists(steps, max_size=5).map(tuple)
moves = forms(
    MoveForm,
    acted_before=st.just(False),
    formation=st.sampled_from([Formation.COLUMN, Formation.LINE]),
    terrain=st.sampled_from(SOFT),
    path=paths,
)


def certain(action: str, **values: object) -> Any:
    (outcome,) = law(ask("gods-of-war", action, **values))
    return outcome


def put(action: str, form: Any) -> Question:
    return Question(SYSTEM, SYSTEM.action(action), form, SYSTEM.tables)


@pytest.mark.parametrize(
    ("values", "hexes", "left", "stop"),
    [
        ({"path": "open, open"}, 2, 0, Stop.ARRIVES),
        ({"path": "open, open, open"}, 2, 0, Stop.TOO_DEAR),
        ({"path": "turn, wheat"}, 1, 0, Stop.ARRIVES),
        ({"path": "turn, turn, open"}, 0, 0, Stop.TOO_DEAR),
        ({"path": "orchards"}, 1, 0, Stop.ARRIVES),
        ({"path": "open, rough"}, 1, 1, Stop.TOO_DEAR),
        ({"path": "mud"}, 0, 2, Stop.TOO_DEAR),
        ({"path": "mud", "forced_march": "yes"}, 1, 1, Stop.ARRIVES),
        ({"path": "mud", "bold_advance": "yes"}, 1, 1, Stop.ARRIVES),
        ({"path": "mud, mud", "bold_advance": "yes", "forced_march": "yes"}, 2, 0, Stop.ARRIVES),
        ({"path": "woods, hills"}, 2, 0, Stop.ARRIVES),
        ({"path": "farm"}, 1, 0, Stop.ARRIVES),
        ({"path": "open, farm"}, 2, 0, Stop.ARRIVES),
        ({"path": "open, turn, farm"}, 1, 0, Stop.TOO_DEAR),
        ({"path": "mud", "terrain": "farm"}, 1, 0, Stop.ARRIVES),
        ({"path": "open, open", "terrain": "farm"}, 1, 0, Stop.TOO_DEAR),
        ({"path": "open", "terrain": "farm", "formation": "square"}, 1, 0, Stop.ARRIVES),
        ({"path": "pond"}, 0, 2, Stop.IMPASSABLE),
        ({"path": "open, open", "formation": "line"}, 1, 0, Stop.TOO_DEAR),
        (
            {"path": "open, open, open", "formation": "line", "bold_advance": "yes"},
            3,
            0,
            Stop.ARRIVES,
        ),
        ({"path": "open", "formation": "line", "bold_advance": "yes"}, 1, 2, Stop.ARRIVES),
        ({"path": "open", "unit": "light-cavalry", "bold_advance": "yes"}, 1, 3, Stop.ARRIVES),
        ({"path": "woods", "unit": "light-cavalry"}, 0, 4, Stop.INFANTRY_ONLY),
        ({"path": "open, farm", "unit": "heavy-cavalry"}, 1, 2, Stop.INFANTRY_ONLY),
        ({"path": "open, turn, orchards", "unit": "light-cavalry"}, 2, 0, Stop.ARRIVES),
        ({"path": "open", "unit": "heavy-artillery"}, 1, 0, Stop.ARRIVES),
        ({"path": "turn, open", "unit": "heavy-artillery"}, 0, 0, Stop.TOO_DEAR),
        ({"path": "reverse open", "unit": "heavy-artillery"}, 1, 0, Stop.ARRIVES),
        ({"path": "open, reverse rough", "unit": "horse-artillery"}, 2, 0, Stop.ARRIVES),
        ({"path": ""}, 0, 2, Stop.ARRIVES),
    ],
)
def test_move(values: dict[str, object], hexes: int, left: int, stop: Stop) -> None:
    outcome = certain("move", **values)
    assert (outcome.hexes, outcome.left, outcome.stop) == (hexes, left, stop)


def test_the_text_ranks_units_by_speed() -> None:
    """Light cavalry is fastest, heavy slower, horse guns keep pace, heavy guns move one hex."""

    def reach(unit: str) -> int:
        hexes: int = certain("move", unit=unit, path="open " * 9).hexes
        return hexes

    light, heavy, horse, foot, great = (
        reach(f"{name}")
        for name in (
            "light-cavalry",
            "heavy-cavalry",
            "horse-artillery",
            "light-artillery",
            "heavy-artillery",
        )
    )
    assert light > heavy == horse > foot > great == 1
    assert all(light > reach(unit.value) for unit in Unit if unit is not Unit.LIGHT_CAVALRY)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"formation": "square"}, "a square cannot move"),
        ({"formation": "square", "forced_march": "yes"}, "a square cannot move"),
        ({"path": "reverse open"}, "only artillery moves backward"),
        ({"unit": "light-cavalry", "terrain": "woods"}, "only infantry may enter"),
    ],
)
def test_what_may_not_move(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        ask("gods-of-war", "move", **values).check()


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("opn", "'opn' is neither turn nor a terrain .did you mean 'open'"),
        ("reverse", "'reverse' wants the terrain"),
        ("reverse turn", "'turn' is neither"),
        ("trn, hils", "'trn' is neither turn nor a terrain .did you mean 'turn'..; 'hils'"),
        ("revers open", "did you mean 'reverse'"),
    ],
)
def test_a_misspelt_path_is_told(path: str, problem: str) -> None:
    with pytest.raises(FaultsError, match=problem):
        ask("gods-of-war", "move", path=path)


@pytest.mark.parametrize(
    ("path", "headline", "how"),
    [
        (
            "mud",
            "The unit moves no hexes, 2 movement points left: costs more than is left.",
            ("Mud: costs more than is left.",),
        ),
        (
            "turn, open, farm",
            "The unit moves 1 hex, no movement points left: costs more than is left.",
            (
                "Turn: 1 point, 1 left.",
                "Open: 1 point, 0 left.",
                "Farm: costs more than is left.",
            ),
        ),
    ],
)
def test_a_move_is_told(path: str, headline: str, how: tuple[str, ...]) -> None:
    words = ask("gods-of-war", "move", path=path).result("1").narration
    assert (words.headline, words.how) == (headline, ("2 movement points to spend.", *how))


@given(moves, st.sampled_from(["forced_march", "bold_advance"]))
def test_a_card_never_shortens_a_move(form: MoveForm, card: str) -> None:
    without, played = (
        certain(
            "move",
            unit=form.unit.value,
            formation=form.formation.value,
            path=", ".join(map(str, form.path)),
            **{card: value},
        )
        for value in ("no", "yes")
    )
    assert without.steps <= played.steps


@given(moves)
def test_moves_keep_their_promises(form: MoveForm) -> None:
    check_promises(put("move", form))


@pytest.mark.parametrize(
    ("values", "reach"),
    [
        ({"range": 1}, (True, True)),
        ({"range": 2}, (False, True)),
        ({"range": 3}, (False, False)),
        ({"range": 1, "bearing": "one-step-aside"}, (False, True)),
        ({"range": 1, "bearing": "two-steps-aside"}, (False, False)),
        ({"range": 1, "bearing": "behind", "formation": "square"}, (False, True)),
        ({"range": 2, "bearing": "behind", "terrain": "farm"}, (False, True)),
        ({"range": 1, "unit": "light-cavalry"}, (True, False)),
        ({"range": 1, "unit": "heavy-cavalry", "bearing": "one-step-aside"}, (False, False)),
        ({"range": 1, "unit": "horse-artillery"}, (False, True)),
        ({"range": 4, "unit": "horse-artillery", "bearing": "one-step-aside"}, (False, True)),
        ({"range": 5, "unit": "horse-artillery"}, (False, False)),
        ({"range": 8, "unit": "heavy-artillery"}, (False, True)),
        ({"range": 8, "unit": "heavy-artillery", "bearing": "behind"}, (False, False)),
    ],
)
def test_arc_of_fire(values: dict[str, object], reach: tuple[bool, bool]) -> None:
    outcome = certain("arc-of-fire", **values)
    assert (outcome.close_combat, outcome.fire) == reach


def test_nobody_attacks_from_woods() -> None:
    with pytest.raises(ForbiddenError, match="units in woods cannot attack"):
        ask("gods-of-war", "arc-of-fire", terrain="woods").check()


@pytest.mark.parametrize("bearing", ["one-step-aside", "behind"])
def test_no_pivot_helps_a_gun_that_cannot_reach(bearing: str) -> None:
    asked = ask("gods-of-war", "arc-of-fire", unit="horse-artillery", bearing=bearing, range=5)
    words = asked.result("1").narration
    assert (words.headline, words.on_table) == ("It cannot attack.", ())


arcs = forms(ArcForm, terrain=st.sampled_from(SOFT), range=st.integers(1, 9))


@given(arcs)
def test_the_arc_agrees_with_what_attacks_refuse(form: ArcForm) -> None:
    outcome = next(iter(law(put("arc-of-fire", form))))
    values = {
        "unit": form.unit.value,
        "formation": form.formation.value,
        "terrain": form.terrain.value,
        "bearing": form.bearing.value,
    }

    def allowed(action: str, **more: object) -> bool:
        try:
            ask("gods-of-war", action, **values, **more).check()
        except ForbiddenError:
            return False
        return True

    assert outcome.fire == allowed("ranged-fire", range=form.range)
    assert outcome.close_combat == (form.range == 1 and allowed("close-combat"))


@given(arcs)
def test_arcs_keep_their_promises(form: ArcForm) -> None:
    check_promises(put("arc-of-fire", form))


def fewest_actions(turns: int, movement: int) -> int:
    """Actions that turn a gun so many steps: a Pivot turns it one, a Move as many as it pays."""
    if turns <= 0:
        return 0
    return 1 + min(fewest_actions(turns - taken, movement) for taken in {1, movement})


@pytest.mark.parametrize(
    ("unit", "movement"), [("horse-artillery", 3), ("light-artillery", 2), ("heavy-artillery", 1)]
)
@pytest.mark.parametrize(("bearing", "steps"), [("two-steps-aside", 2), ("behind", 3)])
def test_a_gun_that_faces_away_turns_for_the_fewest_actions(
    unit: str, movement: int, bearing: str, steps: int
) -> None:
    words = ask("gods-of-war", "arc-of-fire", unit=unit, bearing=bearing).result("1").narration
    actions = fewest_actions(steps - 1, movement)
    assert words.headline == "It cannot attack from where it faces."
    advice, between = words.on_table
    assert f"{actions} action{'s' * (actions > 1)}, first; firing turns it the last step." in advice
    assert between.startswith("Another unit or another action comes between")


def test_a_move_of_two_turns_is_cheaper_than_two_pivots() -> None:
    """The path that the advice speaks of is one Move, as the measuring aid for moves has it."""
    values = {"unit": "horse-artillery", "bearing": "behind", "range": 3}
    words = ask("gods-of-war", "arc-of-fire", **values).result("1").narration
    assert words.on_table[0].startswith("1 Move of 2 turns, 1 action, first")
    assert certain("move", unit="horse-artillery", path="turn, turn").stop is Stop.ARRIVES


def test_a_move_of_turns_that_cost_nothing_takes_any_number_of_them() -> None:
    tables = SYSTEM.tables.override({"move.turn": 0}, "guns swing freely")
    values = {"unit": "heavy-artillery", "bearing": "behind", "range": 3}
    words = Question.read("gods-of-war", "arc-of-fire", values, tables).result("1").narration
    assert words.on_table[0].startswith("1 Move of 2 turns, 1 action, first")


@pytest.mark.parametrize(("unit", "turns"), [("light-artillery", True), ("infantry", False)])
def test_only_a_gun_is_turned_by_its_fire(unit: str, turns: bool) -> None:
    values = {"unit": unit, "bearing": "one-step-aside", "range": 2}
    words = ask("gods-of-war", "arc-of-fire", **values).result("1").narration
    assert ("Firing turns it one step, to face its target." in words.on_table) is turns


@pytest.mark.parametrize("bearing", ["ahead", "behind"])
def test_who_acted_just_before_waits_for_another_action(bearing: str) -> None:
    values = {"unit": "light-artillery", "acted_before": "yes", "bearing": bearing}
    words = ask("gods-of-war", "arc-of-fire", **values).result("1").narration
    assert "It acted just before: another unit or another action comes first." in words.on_table
    infantry = ask("gods-of-war", "arc-of-fire", range=1, bearing="behind").result("1").narration
    assert infantry.on_table == (
        "For close combat pivot first, 1 action: the target must be in its front hex.",
        "To fire pivot first, 1 action.",
        "Another unit or another action comes between any two of its own.",
    )


@pytest.mark.parametrize(
    ("values", "facts"),
    [
        ({}, ("Infantry", "up to 2 hexes", "straight ahead and one step to either side")),
        ({"formation": "square"}, ("Infantry", "up to 2 hexes", "in any direction")),
        ({"terrain": "farm"}, ("Infantry", "up to 2 hexes", "in any direction")),
        ({"unit": "light-artillery"}, ("Light artillery", "up to 6 hexes", "one step to either")),
        ({"unit": "heavy-cavalry"}, ("Cavalry", "only hand to hand", "front hex")),
    ],
)
def test_the_arc_is_explained_from_the_text(
    values: dict[str, object], facts: tuple[str, ...]
) -> None:
    how = ask("gods-of-war", "arc-of-fire", **values).result("1").narration.how
    assert all(fact in how[0] for fact in facts)
    hand_to_hand = [line for line in how if line.startswith("Hand to hand")]
    assert len(hand_to_hand) == ("unit" not in values)


@pytest.mark.parametrize(
    ("values", "strength"),
    [
        ({"strength": 3}, 4),
        ({"strength": 0}, 1),
        ({"strength": 0, "repairs": 0, "rally": "yes", "supply_run": "yes"}, 2),
        ({"strength": 2, "repairs": 6}, 4),
        ({"strength": 0, "unit": "horse-artillery", "repairs": 3}, 2),
        ({"strength": 1, "repairs": 0}, 1),
        ({}, 2),
        ({"unit": "heavy-artillery"}, 2),
    ],
)
def test_repair(values: dict[str, object], strength: int) -> None:
    assert certain("repair", **values).strength == strength


@pytest.mark.parametrize("unit", ["infantry", "heavy-artillery"])
def test_a_unit_at_full_strength_needs_no_repair(unit: str) -> None:
    with pytest.raises(ForbiddenError, match="nothing to repair"):
        ask("gods-of-war", "repair", unit=unit, strength="full").check()


@given(forms(RepairForm, strength=st.integers(0, 1)))
def test_repairs_keep_their_promises(form: RepairForm) -> None:
    check_promises(put("repair", form))


@pytest.mark.parametrize(
    ("values", "actions", "moves"),
    [
        ({}, 6, 0),
        ({"inspired_command": 1}, 7, 0),
        ({"inspired_command": 2}, 7, 0),
        ({"inspired_command": 2, "fog_of_war": 1}, 7, 0),
        ({"inspired_command": 1, "flanking_move": 1}, 8, 0),
        ({"fog_of_war": 1}, 5, 0),
        ({"fog_of_war": 2, "inspired_command": 1}, 5, 0),
        ({"swift_march": 1}, 6, 1),
    ],
)
def test_actions_of_a_turn(values: dict[str, object], actions: int, moves: int) -> None:
    outcome = certain("actions", **values)
    assert (outcome.actions, outcome.moves) == (actions, moves)


@given(forms(TurnForm))
def test_turns_keep_their_promises(form: TurnForm) -> None:
    check_promises(put("actions", form))


def test_close_combat_weighed_by_hand() -> None:
    """One die against one of equal bonus: 15 of 36 throws hurt either side, and break it."""
    outcome = certain("weigh-close-combat", strength=1, target_strength=1)
    for side, expects in outcome.sides:
        assert side in {"attacker", "defender"}
        assert expects.lost == expects.down == Fraction(15, 36)


def test_ranged_fire_weighed_by_hand() -> None:
    """Two dice that hit on 1-3 and remove two figures each take 2 of 4 on average."""
    outcome = certain("weigh-ranged-fire", unit="horse-artillery", range=1)
    ((side, expects),) = outcome.sides
    assert (side, expects.lost, expects.down) == ("target", 2, Fraction(1, 4))


@pytest.mark.parametrize(
    ("action", "strength", "label"),
    [
        ("ranged-fire", 4, "the target loses 0.50, goes down 0.0%"),
        ("close-combat", 1, "the defender loses 0.13, goes down 0.0%; "),
    ],
)
def test_what_cannot_go_down_is_told_so(action: str, strength: int, label: str) -> None:
    assert certain(f"weigh-{action}", strength=strength).label.startswith(label)


def test_an_attack_weighed_is_told_in_a_line() -> None:
    words = ask("gods-of-war", "weigh-close-combat", strength=1).result("1").narration
    defender = "On average the defender loses 0.13, goes down 0.0%"
    assert words.headline.startswith(f"{defender}; the attacker loses 0.71, goes down ")


@pytest.mark.parametrize("action", ["close-combat", "ranged-fire"])
def test_weighing_refuses_what_the_attack_refuses(action: str) -> None:
    with pytest.raises(ForbiddenError, match="broken unit"):
        ask("gods-of-war", f"weigh-{action}", strength=0).check()
    check_promises(ask("gods-of-war", f"weigh-{action}", strength=2))


@pytest.mark.parametrize(("strength", "broken"), [(0, True), (1, False)])
def test_a_broken_unit_that_is_repaired_loses_its_mark(strength: int, broken: bool) -> None:
    words = ask("gods-of-war", "repair", strength=strength, repairs=1).result("1").narration
    assert words.on_table[0] == f"Put 1 figure of the unit back: strength {strength + 1}."
    assert ("Take its broken mark away." in words.on_table) is broken
