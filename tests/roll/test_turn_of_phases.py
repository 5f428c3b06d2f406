"""The hex games, turn by turn: actions that run out, phases that do not come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from calculator.errors import ForbiddenError, HeldError
from calculator.forms import texts
from calculator.umpire import Umpire
from tests.roll.playing import Played

GUNS = {"actor": "The Great Battery", "target": "Red 1st Infantry"}


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    return tmp_path / "field.battle"


def test_a_turn_of_six_actions_has_no_seventh_but_what_cards_give(battle: Path) -> None:
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    for number in range(6):
        farm.play("move", {"actor": ("Hussars", "Cuirassiers")[number % 2]}, path="open")
    at = {"actor": "Hussars"}
    assert farm.held("move", at) == ["no action of 6 is left this turn [Overview; Bonus cards]"]
    assert not farm.held("play-card", {}, "blue", card="swift-march", hand=1)
    farm.play("play-card", {}, "blue", card="swift-march", hand=1)
    farm.play("ranged-fire", GUNS, bearing="ahead")
    assert farm.held("move", at), "the card has paid for one of the six moves"
    assert not farm.held("weigh-ranged-fire", GUNS), "what is only asked costs nothing"
    farm.umpire.turn()
    assert farm.roll.player == "red", "each side has turns of its own"
    assert not farm.held("move", {"actor": "Red 1st Infantry"})
    assert farm.held("move", at) == [
        "the Red army has the turn: of yours only a Reserve Fire answers it [Overview; Bonus cards]"
    ]


def test_in_the_enemy_s_turn_each_reserve_fire_gives_one_free_shot(battle: Path) -> None:
    """Bonus cards: Reserve Fire, "React to an enemy move with a free ranged shot"; "Each defensive
    card triggers once only"; unused guards "expire at the end of the opponent's full turn"."""
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    foot = {"actor": "Blue 1st Infantry", "target": "Red 1st Infantry"}
    farm.umpire.turn(player="blue")
    farm.play("play-card", {}, "blue", card="reserve-fire", hand=1)
    assert "no Artillery Barrage" in farm.held("ranged-fire", foot, free_shot="yes")[0]
    farm.umpire.turn()
    (late,) = farm.held("play-card", {}, "blue", card="reserve-fire", hand=1)
    assert late == "the Red army has the turn: cards are played in your own [Bonus cards]"
    assert texts(farm.question("ranged-fire", foot).form)["free-shot"] == "yes"
    farm.play("ranged-fire", foot)  # the move that it answers was made on the table alone
    held = farm.held("ranged-fire", GUNS, bearing="ahead", free_shot="yes")
    assert held == ["no Reserve Fire has been played that would make it free [Bonus cards]"]
    for _ in range(2):
        farm.umpire.turn()
    assert farm.held("ranged-fire", foot, free_shot="yes") == held, "it was for one turn"


def test_more_free_shots_than_the_cards_give_leave_none(battle: Path) -> None:
    """The table may have allowed one more than were played; the next is no free shot for that."""
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    farm.umpire.turn(player="red")
    foot = {"actor": "Blue 1st Infantry", "target": "Red 1st Infantry"}
    farm.play("ranged-fire", foot, free_shot="yes", despite="agreed at the table")
    assert texts(farm.question("ranged-fire", GUNS).form)["free-shot"] == "no"


def test_who_acts_first_has_the_turn_where_nobody_began_one(battle: Path) -> None:
    """Overview: "Alternate turns spending 6 actions per turn"."""
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    assert farm.roll.player == ""
    farm.play("move", {"actor": "Hussars"}, path="open")
    assert farm.roll.player == "blue"
    (held,) = farm.held("move", {"actor": "Light Dragoons"}, path="open")
    assert held.startswith("the Blue army has the turn")
    farm.umpire.amend(farm.umpire.voiding(2, "a slip"))
    assert not farm.held("move", {"actor": "Light Dragoons"}, path="open")


def test_nobody_denies_what_the_record_has_of_this_turn(battle: Path) -> None:
    """Gods of War, Actions: "never twice in a row"; "you cannot draw two cards in a row". Morne
    Plaine, Movement phase: an allowance that is "used up"."""
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    farm.play("move", {"actor": "Hussars"}, path="open")
    (held,) = farm.held("move", {"actor": "Hussars"}, path="open", acted_before="no")
    assert held.startswith("Hussars have just acted (entry 2): another unit or another action")
    farm.play("draw-card", {}, "blue")
    (held,) = farm.held("draw-card", {}, "blue", drew_before="no")
    assert held.startswith("the side's last action drew a bonus card")
    assert not farm.held("move", {"actor": "Hussars"}, path="open")


def test_movement_points_do_not_come_back_in_a_turn(battle: Path) -> None:
    """Movement phase: moves go on "so long as their respective movement allowances are not all
    used up"."""
    field = Played(Umpire.open(battle), "waterloo-charges")
    foot = {"actor": "Bachelu's Infantry"}
    field.play("movement", foot, path="clear, clear, clear")
    assert "movement: 1 movement point left" in field.may("Bachelu's Infantry")
    (held,) = field.held("movement", foot, path="clear, clear", allowance=4)
    assert held.startswith("Bachelu's Infantry has 1 movement point left this turn (entry 2)")
    assert field.held("rally", foot, moved="no")
    assert not field.held("movement", foot, path="clear")
    field.play("movement", foot, path="clear")
    assert "movement along a road that costs no point" in field.may("Bachelu's Infantry")


def test_the_coin_says_whose_the_first_turn_is(battle: Path) -> None:
    """Set-piece battle: "Flip a coin to determine Turn Order"."""
    farm = Played(Umpire.open(battle), "cannonade-farm")
    assert not farm.held("march", {"actor": "Dragoons"}, path="clear")
    farm.play("turn-order", {}, "blue", seed="1")
    drawn = farm.umpire.entry(2)
    assert drawn.body["headline"] == "The White army goes first."
    assert farm.roll.player == "white"
    (held,) = farm.held("march", {"actor": "Hussars"}, path="clear")
    assert held.startswith("the White army has the turn, and its march phase")
    assert not farm.held("march", {"actor": "Dragoons"}, path="clear")
    farm.umpire.amend(farm.umpire.voiding(2, "by a slip"))
    assert not farm.held("march", {"actor": "Hussars"}, path="clear")
    farm.play("turn-order", {}, "blue", seed="1")
    farm.umpire.turn()
    assert farm.roll.player == "blue"


CLAIMED = [
    ("close-combat", {"actor": "Cuirassiers"}, "charge"),
    ("close-combat", {"actor": "Cuirassiers"}, "rout"),
    ("ranged-fire", {"actor": "The Great Battery"}, "cannon-blast"),
    ("ranged-fire", {"actor": "The Great Battery"}, "volley-fire"),
    ("ranged-fire", {"actor": "Blue 1st Infantry"}, "ambush"),
    ("move", {"actor": "Hussars"}, "forced-march"),
    ("move", {"actor": "Blue 1st Infantry"}, "bold-advance"),
    ("repair", {"actor": "Hussars"}, "rally"),
    ("repair", {"actor": "Hussars"}, "supply-run"),
    ("draw-terrain", {}, "engineers"),
]


@pytest.mark.parametrize(("action", "units", "card"), CLAIMED, ids=[one[-1] for one in CLAIMED])
def test_a_card_serves_once_it_is_played(
    battle: Path, action: str, units: dict[str, str], card: str
) -> None:
    """Bonus cards: "Click to activate a card"; offensive ones flag "your next relevant action"."""
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    if action in {"close-combat", "ranged-fire"}:
        units = {**units, "target": "Red 1st Infantry"}
    (held,) = farm.held(action, units, "blue", **{card: "yes"})
    assert held.endswith("is in play: play it out of the hand first [Bonus cards]")
    farm.play("play-card", {}, "blue", card=card, hand=1)
    assert texts(farm.question(action, units, "blue").form)[card] == "yes"
    assert not farm.held(action, units, "blue", **{card: "yes"})


def test_no_card_is_played_that_the_hand_is_known_not_to_hold(battle: Path) -> None:
    """Bonus cards: "Draw a Bonus Card"; "Cards are one-use"."""
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    farm.play("draw-card", {}, "blue", deck="rout 1")
    (held,) = farm.held("play-card", {}, "blue", card="ambush")
    assert held == "the hand holds Rout!, as it was drawn, and no Ambush [Bonus cards]"
    assert not farm.held("play-card", {}, "blue"), "it begins with a card that the hand holds"
    assert not farm.held("play-card", {"actor": "Hussars"}, card="rout")
    assert not farm.held("play-card", {}, "blue", card="ambush", hand=2), "one more than was drawn"
    farm.play("play-card", {}, "blue", card="rout")
    farm.umpire.turn()
    farm.umpire.turn()
    farm.play("draw-card", {}, "blue", deck="ambush 1", drew_before="no")
    assert "and no Rout!" in farm.held("play-card", {}, "blue", card="rout")[0]
    farm.umpire.amend(farm.umpire.voiding(3, "put back"))
    assert not farm.held("play-card", {}, "blue", card="rout", hand=2)


@pytest.mark.parametrize("card", ["heroic-defence", "skirmisher-screen"])
def test_a_guard_stands_where_its_side_has_played_it(battle: Path, card: str) -> None:
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    fire = {"actor": "Blue 1st Infantry", "target": "Red 1st Infantry"}
    (held,) = farm.held("ranged-fire", fire, **{card: "yes"})
    assert held.endswith(
        "stands guard over Red 1st Infantry: its side has played none [Bonus cards]"
    )
    farm.play("play-card", {"actor": "Red 1st Infantry"}, card=card, hand=1)
    farm.umpire.turn()
    assert not farm.held("ranged-fire", fire, **{card: "yes"})


def test_what_may_follow_is_of_the_kind_of_the_unit(battle: Path) -> None:
    """Unit types and Actions: cavalry has no ranged attack, artillery always fires ranged and
    pivots one step, infantry alone has formations; a square cannot move."""
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    farm.play("move", {"actor": "Hussars"}, path="open")
    assert farm.may("Hussars") == ["close-combat", "move: 4 movement points", "pivot: any way"]
    farm.play("pivot", {"actor": "The Great Battery"})
    guns = ["ranged fire: up to 8 hexes", "move: 1 movement point", "pivot: one step"]
    assert farm.may("The Great Battery") == guns
    farm.play("change-formation", {"actor": "Blue 1st Infantry"}, into="square")
    foot = ["close-combat", "ranged fire: up to 2 hexes", "pivot: any way", "change-formation"]
    assert farm.may("Blue 1st Infantry") == foot


def test_a_barrage_fires_every_gun_for_nothing_and_no_infantry(battle: Path) -> None:
    farm = Played(Umpire.open(battle), "farm-below-the-ridge")
    farm.play("play-card", {}, "blue", card="artillery-barrage", hand=1)
    assert texts(farm.question("ranged-fire", GUNS).form)["free-shot"] == "yes"
    farm.play("ranged-fire", GUNS, bearing="ahead")
    assert farm.roll.ledger("blue")[0] == "6 of 6 actions left."
    assert texts(farm.question("ranged-fire", GUNS).form)["free-shot"] == "no", "it has had its own"
    (held,) = farm.held("ranged-fire", GUNS, bearing="ahead", free_shot="yes")
    assert held == "The Great Battery has fired for no action this turn (entry 3) [Bonus cards]"
    farm.umpire.turn()
    farm.umpire.turn()
    (held,) = farm.held("ranged-fire", GUNS, bearing="ahead", free_shot="yes")
    assert held.startswith("no Artillery Barrage has been played that would make it free")
    assert texts(farm.question("ranged-fire", GUNS).form)["free-shot"] == "no"


def test_a_phase_that_is_over_does_not_come_back(battle: Path) -> None:
    field = Played(Umpire.open(battle), "waterloo-charges")
    field.play("movement", {"actor": "Brunswick Infantry"}, path="clear")
    (held,) = field.held("bombardment", {"actor": "Mercer's Troop"})
    assert held.startswith("the movement phase has begun (entry 2): the bombardment phase is over")
    field.umpire.turn()
    field.umpire.turn()
    assert not field.held("bombardment", {"actor": "Mercer's Troop"})


def test_a_side_has_no_phase_in_the_enemys_turn(battle: Path) -> None:
    field = Played(Umpire.open(battle), "waterloo-charges")
    field.umpire.turn(player="french")
    (held,) = field.held("movement", {"actor": "Brunswick Infantry"}, path="clear")
    assert held.startswith("the French army has the turn, and its movement phase")
    assert not field.held("movement", {"actor": "Bachelu's Infantry"}, path="clear")


def test_a_unit_rallies_once_a_turn(battle: Path) -> None:
    field = Played(Umpire.open(battle), "waterloo-charges")
    field.play("rally", {"actor": "Grant's Brigade"}, morale=2)
    (held,) = field.held("rally", {"actor": "Grant's Brigade"})
    assert "Grant's Brigade has acted this turn (entry 2)" in held


def test_nothing_is_put_to_the_table_that_the_rules_forbid_whatever_it_says(battle: Path) -> None:
    """Movement phase: in a zone of control the movement ends."""
    field = Played(Umpire.open(battle), "waterloo-charges")
    pair = {"actor": "Delort's Cuirassiers", "target": "Maitland's Guards"}
    field.play("charge", pair)
    with pytest.raises(ForbiddenError, match="its movement is over") as no:
        field.play("charge", pair)
    assert not isinstance(no.value, HeldError), "no reason of the table's would change that"


def charged_till(field: Played, actor: str, target: str, effect: str) -> None:
    """Charge a unit by the first seed that has this effect on it."""
    pair = {"actor": actor, "target": target}
    question = field.question("charge", pair)
    seeds = (f"{n:x}" for n in range(1, 99))
    seed = next(s for s in seeds if question.result(s).outcome.effect.value == effect)
    field.play("charge", pair, seed=seed)


def test_what_a_charge_leaves_for_the_games_own_phases_stands_till_the_turn_ends(
    battle: Path,
) -> None:
    """Guns that stood may fire in reaction; who retreated is attacked with 6 x 1.5 = 9."""
    field = Played(Umpire.open(battle), "waterloo-charges")
    charged_till(field, "Guard Light Cavalry", "Mercer's Troop", "faces-up-to-the-charge")
    assert "movement: 4 movement points left" in field.may("Guard Light Cavalry")
    assert "marsh test, if it moves on into a marsh" in field.may("Guard Light Cavalry")
    may_fire = "Mercer's Troop may fire in reaction at Guard Light Cavalry."
    assert field.roll.ledger("allies") == (may_fire,)
    charged_till(field, "Guard Heavy Cavalry", "Trip's Carabiniers", "retreats")
    stronger = "Guard Heavy Cavalry attacks Trip's Carabiniers with combat strength 9"
    assert field.roll.ledger("french") == (f"{stronger} in the combat phase.",)
    field.umpire.turn()
    assert not field.roll.ledger("french") + field.roll.ledger("allies")


def test_a_formation_moves_no_farther_in_two_marches_than_in_one(battle: Path) -> None:
    """Units: infantry moves 1, cavalry 2; March phase: cavalry needs all of it to enter cover."""
    farm = Played(Umpire.open(battle), "cannonade-farm")
    horse, foot = {"actor": "Hussars"}, {"actor": "2nd Battalion"}
    farm.play("march", foot, path="clear")
    assert "march" not in farm.may("2nd Battalion")
    assert farm.held("march", foot, path="clear")[0].startswith("The 2nd Battalion has acted")
    farm.play("march", horse, path="clear")
    assert "march: 1 hex left" in farm.may("Hussars")
    assert not farm.held("march", horse, path="clear")
    (held,) = farm.held("march", horse, path="covered")
    assert held.startswith("Hussars have entered 1 of 2 hexes this turn (entry 3)")
    farm.play("march", horse, path="clear")
    assert "march" not in farm.may("Hussars")
    farm.umpire.turn()
    farm.umpire.turn()
    assert not farm.held("march", horse, path="clear, clear")


def test_routers_rally_by_name(battle: Path) -> None:
    farm = Played(Umpire.open(battle), "cannonade-farm")
    by_name = {"actor": "Hussars", "friend": "Light Company"}
    assert "Light Company is not routing [Rally Table]" in farm.held("rally", by_name)
    attack = {"actor": "Light Company", "target": "Dragoons"}
    farm.play("melee", attack, seed="13")
    routing = farm.roll.unit("Light Company")
    assert (routing.gone, farm.roll.side("blue").now["routing"]) == ("routing", routing.now["men"])
    asked = texts(farm.question("rally", by_name).form)
    assert asked["routing-men"] == routing.now["men"]
    farm.play("rally", by_name, seed="2", officer="no")
    assert farm.roll.unit("Light Company").gone == "routing", "it flees on"
    farm.play("rally", by_name, seed="1", officer="yes")
    assert not farm.roll.unit("Light Company").gone
    assert farm.roll.side("blue").now["routing"] == "0"


def test_nobody_rallies_who_does_not_rout(battle: Path) -> None:
    farm = Played(Umpire.open(battle), "cannonade-farm")
    assert farm.held("rally", {"actor": "Hussars"}, routing_men=20) == [
        "no men of this side rout [Rally Table]"
    ]
