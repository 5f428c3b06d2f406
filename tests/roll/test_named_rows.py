"""Units named in rows and beside the actor and the target: each keeps its own fate."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from calculator.desk.answers import Provenance
from calculator.desk.asking import Asking
from calculator.errors import FaultsError, ForbiddenError
from calculator.forms import texts
from calculator.roll import read_correction
from calculator.rules.question import Question
from calculator.rules.revolutionary_wars.charge.fates import LOST
from calculator.umpire import Umpire
from tests.roll.playing import Played

CHARGE = {
    "actor": "1st/45th Line",
    "also-charging#1": "2nd/45th Line",
    "also-charging#2": "1st/25th Line",
    "target": "28th Foot",
    "also-charged#1": "32nd Foot",
}
SIDES = {"chargers": ("actor", "also-charging#1", "also-charging#2")} | {
    "enemies": ("target", "also-charged#1")
}
GONE = {"destroyed", "wiped out", "overrun", "left the table in pursuit"}


@pytest.fixture
def picton(tmp_path: Path) -> Iterator[Played]:
    with Umpire.open(tmp_path / "ridge.battle") as umpire:
        yield Played(umpire, "waterloo-picton")


def asked(played: Played, action: str, said: dict[str, str], **units: str) -> Asking:
    """A question as a player fills it in, with names in its rows."""
    system = played.roll.scenario.system
    asking = Asking(system, system.action(action), roll=played.roll, strict=True)
    asking.take_all(units)
    asking.say(said)
    return asking


def charge(played: Played, **said: str) -> Asking:
    lists = {"also-charging": "2nd/45th Line, 1st/25th line", "also-charged": "32nd-foot"}
    pair = {"actor": "1st/45th", "target": "28th Foot"}
    return asked(played, "charge", {**lists, **said}, **pair)


def ruled(played: Played, asking: Asking, seed: str) -> Any:
    """What it leaves, as recorded, and what was drawn."""
    asking.check_units()
    question, units, said = asking.question(), asking.concerned(), asking.recorded_said
    ruling = played.umpire.adjudicate(question, seed, units=units, said=said)
    assert ruling.entry
    return ruling.entry.body["aftermath"], ruling.result.drawn


@pytest.mark.parametrize("seed", map(str, range(12)))
def test_each_battalion_of_a_charge_stands_on_the_roll_as_it_ended(
    picton: Played, seed: str
) -> None:
    outcome = ruled(picton, charge(picton), seed)[1].outcome
    for side, roles in SIDES.items():
        for role, fate in zip(roles, getattr(outcome, side), strict=True):
            unit = picton.roll.unit(CHARGE[role])
            assert (unit.gone in GONE) is (fate.end in LOST or unit.gone == "overrun"), role
            assert unit.acted is (side == "chargers")
            if not unit.gone and fate.end.name != "UNTOUCHED":
                assert unit.now["order"] == fate.order.value, role
                assert unit.now["platoons"] == str(fate.platoons), role
    picton.umpire.amend(picton.umpire.voiding(2, "a slip"))
    assert all(not picton.roll.unit(name).entries for name in CHARGE.values())


def test_a_name_stands_for_what_is_known_and_what_is_said_comes_before_it(picton: Played) -> None:
    picton.play("shoot", {"actor": "79th Highlanders", "target": "2nd/45th Line"}, range=1)
    order = picton.roll.unit("2nd/45th Line").now["order"]
    asking = charge(picton, **{"also-charging": "2nd/45th Line crossing=1, card=mob solid 4"})
    assert order != "solid"
    assert asking.texts["also-charging"].startswith(f"french-line line {order} ")
    assert "crossing=1" in asking.texts["also-charging"]
    stands = asking.in_row("also-charging", 1)
    assert stands["order"] == (order, Provenance.ROLL)
    assert stands["crossing"] == ("1", Provenance.SAID)
    assert stands["card"] == ("french-line", Provenance.FILE)
    assert list(asking.concerned()) == ["actor", "target", "also-charging#1", "also-charged#1"]


def test_only_what_is_said_of_a_named_battalion_is_a_fact(picton: Played) -> None:
    asking = charge(picton, **{"also-charged": "32nd Foot shaken runs"})
    ruled(picton, asking, "4")
    body = picton.umpire.entry(2).body
    assert "also-charged#1.order" in body["said"]
    assert "also-charged#1.formation" not in body["said"]
    assert picton.roll.unit("2nd/45th Line").now.get("formation") in {None, "attack-column"}


def test_a_list_of_names_goes_on_with_what_became_of_them(picton: Played) -> None:
    asking = charge(picton, **{"also-charging": "2nd/45th Line platoons=4, 1st/25th line"})
    ruled(picton, asking, "5")
    asking.follow(picton.roll)
    for row, name in enumerate(("2nd/45th Line", "1st/25th Line"), 1):
        now = picton.roll.unit(name).now
        stands = {key: text for key, (text, _) in asking.in_row("also-charging", row).items()}
        assert stands["platoons"] == now["platoons"]
        assert stands["order"] == now["order"]


def test_python_names_rows_as_it_names_the_actor(picton: Played) -> None:
    question = picton.question("charge", CHARGE)
    by_desk = charge(picton).question()
    assert question == by_desk
    assert picton.play("charge", CHARGE, seed="5") == by_desk
    assert picton.roll.unit("1st/25th Line").entries == (2,)


def test_a_part_of_a_name_will_do_and_without_an_order_of_battle_none(picton: Played) -> None:
    asking = charge(picton, **{"also-charged": "79th shaken"})
    assert asking.concerned()["also-charged#1"] == picton.roll.unit("79th Highlanders")
    system = picton.roll.scenario.system
    alone = Asking(system, system.action("charge"), strict=True)
    alone.say({"also-charging": "unit=28th-Foot"})
    with pytest.raises(FaultsError, match="is a unit's name, and there is no order of battle"):
        alone.question()


def test_without_a_roll_the_file_answers(picton: Played) -> None:
    scenario = picton.roll.scenario
    asking = Asking(scenario.system, scenario.system.action("charge"), scenario=scenario)
    asking.take_all({"actor": "1st/45th", "target": "28th Foot"})
    asking.say({"also-charging": "1st/46th line, 2nd/46th Line shaken"})
    assert asking.texts["also-charging"] == ("french-line line solid 5, french-line line shaken 5")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("unit=2nd/45th-Lime", "'2nd/45th lime'; did you mean '2nd/45th Line'?"),
        ("unit=45th", "may be any of"),
        ("2nd/46th lime shaken", "'2nd/46th lime'; did you mean '2nd/46th Line'?"),
        ("frnch-line shaken", "'frnch-line' is not a battalion card (did you mean 'french-line'?)"),
        ("unit=2nd/45th-line shken", "'shken' is not a formation"),
        ("2nd/45th Line shken", "'shken' is not a formation"),
    ],
)
def test_a_name_that_is_none_is_told_with_the_nearest(picton: Played, row: str, said: str) -> None:
    with pytest.raises(FaultsError) as raised:
        charge(picton, **{"also-charging": row}).question()
    assert said in str(raised.value)
    assert "also-charging" in str(raised.value)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (
            {"also-charging": "79th Highlanders"},
            "The 79th Highlanders are not on the side of 1st/45th Line",
        ),
        ({"also-charged": "1st/46th Line"}, "is on the same side as 1st/45th Line"),
        ({"also-charged": "28th Foot"}, "28th Foot is named twice"),
        ({"also-charging": "1st/45th Line"}, "is the acting unit itself"),
    ],
)
def test_units_stand_where_their_side_does(picton: Played, said: dict[str, str], why: str) -> None:
    with pytest.raises(ForbiddenError, match=why):
        charge(picton, **said).check_units()


def test_who_charges_beside_another_has_taken_that_action(picton: Played) -> None:
    ruled(picton, charge(picton, **{"also-charged": "none"}), "1")
    second = {"actor": "2nd/45th Line", "target": "79th Highlanders"}
    assert not picton.held("shoot", second)
    assert any("has taken 1 Action" in why for why in picton.held("shoot", second, shoots="twice"))


def overrun(played: Played) -> None:
    """Ride over a battery by the first seed that does it."""
    riders = {"actor": "4th Lancers", "target": "Rogers's battery"}
    question = played.question("charge", riders, contact="rear")
    ends = ((s, question.result(s).outcome) for s in map(str, range(1, 99)))
    seed = next(s for s, outcome in ends if outcome.enemies[0].end.name == "OVERRUN")
    played.play("charge", riders, contact="rear", seed=seed)


def test_overrun_guns_are_spiked_and_recovered_by_name(picton: Played) -> None:
    lancers, guns = "3rd Lancers", "Rogers's battery"
    spike = {"actor": lancers, "target": guns}
    with pytest.raises(ForbiddenError, match="is not overrun"):
        picton.play("spike-guns", spike)
    overrun(picton)
    assert picton.roll.unit(guns).gone == "overrun"
    with pytest.raises(ForbiddenError, match="is overrun"):
        picton.play("shoot", {"actor": "1st/13th Light", "target": guns})
    assert texts(picton.question("spike-guns", spike).form)["guns"] == "3"
    question = picton.question("spike-guns", spike)
    spiking = ((s, question.result(s).outcome.guns) for s in map(str, range(1, 99)))
    picton.play("spike-guns", spike, seed=next(s for s, guns in spiking if guns == 1))
    left = picton.roll.unit(guns)
    assert (left.gone, left.gone_entry, left.now["platoons"]) == ("overrun", 2, "2")
    picton.play("recover-guns", {"actor": guns})
    back = picton.roll.unit(guns)
    assert (back.gone, back.now["order"], back.now["platoons"]) == ("", "shattered", "2")


def test_guns_of_which_none_is_left_are_gone(picton: Played) -> None:
    overrun(picton)
    spike = {"actor": "3rd Lancers", "target": "Rogers's battery"}
    question = picton.question("spike-guns", spike)
    drawn = {question.result(s).outcome.guns: s for s in map(str, range(1, 199))}
    picton.play("spike-guns", spike, seed=drawn[0])
    assert picton.roll.unit("Rogers's battery").gone == "overrun"
    picton.play("spike-guns", {**spike, "actor": "1st/13th Light"}, seed=drawn[0], platoons=12)
    assert picton.roll.unit("Rogers's battery").gone in {"overrun", "spiked"}
    with pytest.raises(ForbiddenError):
        picton.play("charge", {"actor": "1st/19th Line", "target": "Rogers's battery"})


def test_a_volley_strikes_friends_who_stand_in_the_swept_ground(picton: Played) -> None:
    pair = {"actor": "1st/13th Light", "target": "2nd/13th Light"}
    question = picton.play("shoot", pair, range=2, seed="3")
    shot = question.result("3").outcome
    assert picton.roll.unit("2nd/13th Light").now["order"] == shot.order.value != "solid"
    with pytest.raises(ForbiddenError, match="the acting unit itself"):
        picton.play("shoot", {**pair, "target": "1st/13th Light"}, range=2)


def test_skirmishers_that_are_replenished_are_named(picton: Played) -> None:
    rifles = "1st/95th Rifles"
    picton.play("shoot", {"actor": "1st/13th Light", "target": rifles}, range=2, seed="5")
    lost = 8 - int(picton.roll.unit(rifles).now["platoons"])
    units = {"actor": "32nd Foot", "friend": rifles}
    assert picton.held("replenish", units, lost=str(lost + 1)) == [
        f"The {rifles} have lost no more than {lost} platoons"
    ]
    back = picton.play("replenish", units).result("1").outcome.returned
    assert lost > 0
    assert back == min(4, lost)
    assert picton.roll.unit(rifles).now["platoons"] == str(8 - lost + back)
    assert picton.roll.unit("32nd Foot").now["platoons"] == "4"
    with pytest.raises(ForbiddenError, match="are not on the side of"):
        picton.play("replenish", {**units, "actor": "1st/13th Light"})


def test_whom_a_pursuit_runs_into_is_named(picton: Played) -> None:
    units = {"actor": "1st/13th Light", "target": "27th Jägers", "beyond": "7th Line (Belgian)"}
    answers = {"beyond": "fresh-battalion", "enemy_order": "shattered"}
    question: Question = picton.question("charge", units, **answers)
    assert texts(question.form)["fresh-platoons"] == "6"
    fates = ((s, question.result(s).drawn.outcome) for s in map(str, range(1, 199)))
    seed, outcome = next((s, o) for s, o in fates if str(o.fresh.end) == "broke and ran")
    picton.play("charge", units, seed=seed, **answers)
    assert picton.roll.unit("7th Line").now["order"] == outcome.fresh.order.value
    assert picton.roll.unit("7th Line").now["platoons"] == str(outcome.fresh.platoons)


def test_a_captured_general_stands_on_the_roll_and_is_not_captured_again(picton: Played) -> None:
    caught = {"left": "8", "away": "3", "leader": "Kempt"}
    picton.play("general", {}, "french", **caught)
    told = "Kempt (Kempt's brigade): captured in turn 1 (entry 2)"
    assert told in picton.roll.account("allied")
    assert not picton.roll.generals_lost("french")
    with pytest.raises(ForbiddenError, match=r"Kempt is captured in turn 1 \(entry 2\)"):
        picton.play("general", {}, "french", **caught)
    picton.play("general", {}, "french", **{**caught, "leader": "Pack", "left": "1"})
    picton.umpire.amend(picton.umpire.voiding(2, "a slip"))
    assert not picton.roll.generals_lost("allied")
    asking = asked(picton, "general", {}, actor="1st/13th Light", target="28th Foot")
    assert asking.texts["leader"] == "Kempt"


def test_a_broken_brigade_stands_on_the_roll(picton: Played) -> None:
    last, other = "Donzelot's foot battery", "Marcognet's foot battery"
    assert texts(picton.question("brigade-morale", {"actor": last}).form)["battalions"] == "2"
    for name in ("1st/25th Line", "2nd/25th Line", "1st/45th Line", other):
        picton.umpire.correct(read_correction(picton.roll, name, {"gone": "broken"}), "it ran")
    question = picton.question("brigade-morale", {"actor": last})
    assert texts(question.form) == {"battalions": "1", "other-brigades": "5", "leader": "unnamed"}
    picton.play("brigade-morale", {"actor": "2nd/45th Line"})
    assert picton.roll.unit("2nd/45th Line").gone == "broken"
    assert picton.roll.generals_lost("french") == (
        "Grenier (Grenier's brigade): broken in turn 1 (entry 6)",
    )


def test_supply_run_serves_the_friend_who_is_named(tmp_path: Path) -> None:
    with Umpire.open(tmp_path / "farm.battle") as umpire:
        farm = Played(umpire, "farm-below-the-ridge")
        both = {"actor": "Hussars", "friend": "The Great Battery"}
        for name in both.values():
            umpire.correct(read_correction(farm.roll, name, {"strength": "1"}), "worn")
        farm.play("play-card", {}, "blue", card="supply-run", hand=1)
        farm.play("repair", both, repairs=0, supply_run=True)
        assert {name: farm.roll.unit(name).now["strength"] for name in both.values()} == {
            "Hussars": "2",
            "The Great Battery": "2",
        }
        assert farm.roll.unit("The Great Battery").acted is False


@pytest.mark.parametrize("seed", ["2", "6", "e", "13"])
def test_each_formation_of_a_melee_keeps_its_own_fate(tmp_path: Path, seed: str) -> None:
    """Eleven and twelve against eighteen: by the table nine fall, or all, whoever wins."""
    both = {"actor": "Light Company", "also-attacking#1": "Hussars"}
    with Umpire.open(tmp_path / "farm.battle") as umpire:
        farm = Played(umpire, "cannonade-farm")
        pair = {"actor": "Light Company", "target": "Line Battalion"}
        _, outcome = ruled(farm, asked(farm, "melee", {"also-attacking": "hussars"}, **pair), seed)
        first, second = (farm.roll.unit(name) for name in both.values())
        left = [int(one.now["men"]) for one in (first, second)]
        assert 11 + 12 - sum(left) == outcome.attackers_killed
        lost = outcome.winner is not None and outcome.winner.value == "defenders"
        for unit in (first, second):
            assert unit.gone == (outcome.fate.meaning if lost and outcome.fate else "")
            assert unit.acted
            if not unit.gone:
                again = {"actor": unit.name, "target": "Dragoons"}
                assert any("acted this turn" in why for why in farm.held("melee", again))
        if lost and outcome.routing:
            rally = farm.question("rally", {"actor": "1st Battalion", "friend": "Hussars"})
            assert texts(rally.form)["routing-men"] == second.now["men"]
