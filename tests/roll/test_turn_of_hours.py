"""There Stand Empires, turn by turn: what III.B, IV, VII and X let a unit do, and once only."""

from __future__ import annotations

from pathlib import Path

import pytest

from calculator.errors import HeldError, JournalError
from calculator.journal.entry import EntryDraft, EntryKind
from calculator.umpire import Umpire
from tests.roll.playing import Played

HORSE, COLE, OSWALD, ACLAND = "9th Chasseurs", "Cole's brigade", "Oswald's brigade", "Acland's"


@pytest.fixture
def maida(tmp_path: Path) -> Played:
    return Played(Umpire.open(tmp_path / "maida.battle"), "maida")


def charge(maida: Played, target: str, seed: str = "0", **answers: object) -> None:
    at = {"actor": HORSE, "target": target}
    said = {"target_formation": "march-column", **answers}
    maida.play("assault", at, "", seed, "", **said)


def test_a_victory_leaves_one_breakthrough_over_the_inches_that_are_left(maida: Played) -> None:
    at = {"actor": HORSE, "target": OSWALD}
    (unearned,) = maida.held("assault", at, breakthrough="yes")
    assert unearned == (
        "The 9th Chasseurs have carried no assault this turn: no breakthrough charge is left to it "
        "[VII]"
    )
    charge(maida, COLE, distance=5)
    assert maida.may(HORSE) == ["breakthrough charge: up to 7 inches"]
    assert maida.question("assault", at).form.breakthrough  # type: ignore[attr-defined]
    assert not maida.held("assault", at, distance=7)
    assert "only with distance at most 7" in maida.held("assault", at, distance=8)[0]
    assert "only with breakthrough=yes" in maida.held("assault", at, breakthrough="no")[0]
    charge(maida, OSWALD, distance=7)
    assert maida.may(HORSE) == []
    with pytest.raises(HeldError, match=r"have acted this turn \(entry 3\)") as held:
        charge(maida, ACLAND)
    assert held.value.begins == "turn 2"
    maida.umpire.turn()
    assert not maida.held("assault", {"actor": HORSE, "target": ACLAND}, distance=12)


@pytest.mark.parametrize(
    ("seed", "said", "left"),
    [
        ("0", {"distance": 12}, []),
        ("0", {}, ["breakthrough charge: 12 inches less what the first charge took"]),
        ("2d", {"distance": 4}, ["breakthrough charge: up to 4 inches"]),
    ],
)
def test_what_late_orders_and_the_way_have_cost_is_gone(
    maida: Played, seed: str, said: dict[str, int], left: list[str]
) -> None:
    charge(maida, COLE, **said, seed=seed)
    assert maida.may(HORSE) == left


def test_a_void_takes_the_breakthrough_back_and_the_table_may_say_otherwise(maida: Played) -> None:
    charge(maida, COLE)
    maida.umpire.amend(maida.umpire.voiding(2, "out of reach"))
    at = {"actor": HORSE, "target": OSWALD}
    assert "no breakthrough" in maida.held("assault", at, breakthrough="yes")[0]
    reason = "the first charge was played without the calculator"
    maida.play("assault", at, breakthrough="yes", despite=reason)
    assert maida.umpire.recent()[-1].summary.endswith(f"(allowed anyway: {reason})")
    assert maida.umpire.verify().clean
    ney = maida.umpire.on_behalf_of("french", "Ney")
    with pytest.raises(JournalError, match="an umpire is present"):
        Played.play(Played.of(ney), "assault", at, despite="I say so", breakthrough="yes")


def test_initiative_is_drawn_once_a_turn_or_once_a_formation(maida: Played) -> None:
    maida.play("initiative", {})
    (held,) = maida.held("initiative", {})
    assert held == "the initiative was drawn this turn (entry 2) [III.B]"
    maida.umpire.amend(maida.umpire.voiding(2, "by a slip"))
    assert not maida.held("initiative", {})
    maida.play("initiative", {})
    (held,) = maida.held("initiative", {}, variant="random-each-division")
    assert held.startswith("the initiative was drawn"), "the scenario says how, not who asks"
    maida.umpire.turn()
    assert not maida.held("initiative", {})


def test_where_the_scenario_says_so_it_is_drawn_for_each_division_and_general(
    tmp_path: Path,
) -> None:
    """III.B: "determined randomly [...] for every division"; "corps and army generals may move
    separately using their own initiatives"."""
    fog = Played(Umpire.open(tmp_path / "fog.battle"), "auerstedt")
    sides = fog.roll.scenario.sides
    there = {(unit.side, unit.division) for unit in fog.roll.units if unit.arrived}
    for _ in range(len(there) + sum(len(side.generals) for side in sides)):
        assert not fog.held("initiative", {})
        fog.play("initiative", {})
    assert fog.held("initiative", {})


def test_fire_may_follow_a_short_move_and_lost_orders_as_the_unit_stands(maida: Played) -> None:
    foot = {"actor": COLE}
    maida.play("maneuver-in-column", foot, seed="3")
    assert maida.may(COLE) == ["advancing fire, if it moved no more than 3 1/2 inches"]
    maida.umpire.turn()
    maida.play("march", foot, seed="0")
    maida.umpire.turn()
    maida.play("maneuver-in-column", foot, seed="23")
    assert maida.may(COLE) == [], "orders lost: in march column it may not fire"
    maida.umpire.turn()
    maida.play("deploy", foot, seed="3")
    assert maida.may(COLE) == ["advancing-fire"]
    fire = {**foot, "target": "23rd Light"}
    assert maida.held("deployed-fire", fire)
    assert not maida.held("advancing-fire", fire)
    maida.umpire.turn()
    assert "in an earlier turn: it makes deployed fire" in maida.held("advancing-fire", fire)[0]
    maida.play("deployed-fire", fire)


def test_a_square_ordered_late_is_formed_when_the_turn_ends(maida: Played) -> None:
    maida.play("form-square", {"actor": COLE}, seed="5")
    assert "formation" not in maida.roll.unit(COLE).now
    maida.umpire.turn()
    unit = maida.roll.unit(COLE)
    assert (unit.now["formation"], unit.changed["formation"]) == ("square", 2)
    maida.umpire.undo_turn()
    assert "formation" not in maida.roll.unit(COLE).now


def test_however_many_turns_are_undone_the_units_stand_as_in_the_one_that_goes_on(
    maida: Played,
) -> None:
    maida.play("maneuver-in-column", {"actor": COLE}, seed="3")
    before = maida.roll
    for _ in range(7):
        maida.umpire.turn()
    for _ in range(7):
        maida.umpire.undo_turn()
    assert maida.roll.units == before.units
    assert maida.may(COLE) == ["advancing fire, if it moved no more than 3 1/2 inches"]


def test_a_turn_that_another_desk_began_meanwhile_is_undone_with_the_one_before_it(
    maida: Played,
) -> None:
    maida.umpire.turn()
    mistaken = maida.umpire.recent()[-1]
    maida.umpire.turn()
    undone = {"turn": 1, "undoes": mistaken.number}  # as a desk writes it that saw turn 2 alone
    storage = maida.umpire.journal.storage
    storage.append([EntryDraft(kind=EntryKind.TURN, body=undone, turn=1)])
    assert maida.roll.turn == maida.umpire.current_turn == 1
    with pytest.raises(JournalError, match="no turn has begun"):
        maida.umpire.undo_turn()


def test_a_route_march_ends_with_any_other_action(maida: Played) -> None:
    maida.play("route-march", {"actor": COLE})
    maida.umpire.turn()
    maida.play("route-march", {"actor": COLE})
    maida.umpire.turn()
    maida.play("deploy", {"actor": COLE}, seed="3")
    maida.umpire.turn()
    assert "its route march is over" in maida.held("route-march", {"actor": COLE})[0]


def test_a_turn_that_was_played_in_is_not_undone(maida: Played) -> None:
    maida.umpire.turn()
    charge(maida, COLE)
    with pytest.raises(JournalError, match="turn 2 has been played in: void #3 first"):
        maida.umpire.undo_turn()
    maida.umpire.amend(maida.umpire.voiding(3, "too early"))
    maida.umpire.undo_turn()
    assert maida.roll.turn == 1
    with pytest.raises(JournalError, match="no turn has begun"):
        maida.umpire.undo_turn()


def test_who_voids_a_victory_is_told_of_the_breakthrough_that_used_it(maida: Played) -> None:
    charge(maida, COLE, distance=5)
    charge(maida, OSWALD, distance=7)
    told = maida.umpire.foresee(maida.umpire.voiding(2, "foreseen"))
    assert told
    assert (
        f"#3 used what this permitted {HORSE}: breakthrough charge: up to 7 inches." in told.lines
    )
