"""Battalion cards as data."""

import tomllib

import pytest

from calculator.errors import FaultsError
from calculator.rules.revolutionary_wars import SYSTEM
from calculator.rules.revolutionary_wars.terms import (
    CARDS,
    NATIONS,
    Arm,
    Card,
    CardName,
    Formation,
    Troops,
    leaf_values,
)
from tests.rules.revolutionary_wars.card_page import WEAPONS

ALL = [Card(name, SYSTEM.tables) for name in CardName]
FOOT_AND_HORSE = [card for card in ALL if card.arm is not Arm.ARTILLERY]


def test_the_names_that_can_be_typed_are_those_in_the_file() -> None:
    filed = tomllib.loads(CARDS.read_text(encoding="utf-8"))["card"]
    assert [name.value for name in CardName] == list(filed)


def test_every_nation_has_every_kind_of_troops() -> None:
    for nation in NATIONS:
        kinds = {card.troops for card in ALL if card.name.value.startswith(nation)}
        assert kinds >= {
            Troops.LIGHT,
            Troops.SKIRMISH,
            Troops.LINE_CAVALRY,
            Troops.LIGHT_CAVALRY,
            Troops.FIELD_ARTILLERY,
        }


def test_british_line_battalions_are_light_platoons_and_others_are_line() -> None:
    assert Card(CardName("british-line"), SYSTEM.tables).troops is Troops.LIGHT
    assert Card(CardName("french-line"), SYSTEM.tables).troops is Troops.LINE


@pytest.mark.parametrize("card", ALL, ids=lambda card: card.name.value)
def test_a_card_has_every_number_that_its_arm_uses(card: Card) -> None:
    singles = ["move-open", "strike-front", "strike-flank", "melee-save", "shooting-save"]
    columns = ["move-terrain", "stand-front", "stand-flank", "reform", "react"]
    if card.arm is not Arm.ARTILLERY:
        singles += ["charge-move", "charge-across", "rally", "control"]
        columns += ["shock"]
    formations = [formation for formation in Formation if card.can_form(formation)]
    assert formations
    for number in singles:
        assert card.number(number) >= 1
    for column in columns:
        for formation in formations:
            card.column(column, formation)
    assert card.number("platoons") > card.minimum


def test_only_light_and_skirmish_infantry_form_double_line() -> None:
    for card in ALL:
        doubles = card.can_form(Formation.DOUBLE_LINE)
        assert doubles == (card.troops in {Troops.LIGHT, Troops.SKIRMISH})


def test_mobs_neither_form_ranks_nor_skirmish() -> None:
    mob = Card(CardName.MOB, SYSTEM.tables)
    for formation in (Formation.DOUBLE_LINE, Formation.SKIRMISH_LINE, Formation.SQUARE):
        assert not mob.can_form(formation)


@pytest.mark.parametrize("card", FOOT_AND_HORSE, ids=lambda card: card.name.value)
def test_no_formation_stands_better_to_its_flank(card: Card) -> None:
    for formation in Formation:
        if card.can_form(formation):
            front, flank = (card.column(f"stand-{side}", formation) for side in ("front", "flank"))
            assert front <= flank
    assert card.number("strike-front") <= card.number("strike-flank")


def test_infantry_crosses_terrain_without_a_roll() -> None:
    for card in FOOT_AND_HORSE:
        assert (card.number("charge-across") <= 1) == (card.arm is Arm.INFANTRY)


def test_light_troops_doubled_stand_like_line_infantry() -> None:
    light, line = (Card(name, SYSTEM.tables) for name in (CardName.LIGHT, CardName.LINE))
    assert light.column("stand-front", Formation.DOUBLE_LINE) == line.column(
        "stand-front", Formation.LINE
    )
    assert light.column("stand-front", Formation.LINE) > line.column("stand-front", Formation.LINE)


def test_bands_of_range_ascend_and_accuracy_falls_off() -> None:
    for card in ALL:
        for weapon in WEAPONS:
            line = card.weapon(weapon)
            assert sorted(set(line.ranges)) == list(line.ranges)
            assert sorted(line.accuracy) == list(line.accuracy)
            assert len(line.ranges) == len(line.accuracy)


def test_a_range_belongs_to_the_band_that_ends_with_it() -> None:
    musket = Card(CardName("french-line"), SYSTEM.tables).weapon("small-arms")
    assert [musket.to_hit(inches) for inches in (0, 3, 4, 6)] == [5, 5, 6, 6]
    assert musket.reach == 6


def test_guns_have_cannon_and_howitzer_lines_and_others_small_arms() -> None:
    for card in ALL:
        lines = {weapon for weapon in WEAPONS if card.weapon(weapon).ranges}
        if card.arm is Arm.ARTILLERY:
            assert lines == {"cannon", "howitzer"}
        else:
            assert lines <= {"small-arms"}


def test_a_scenario_overrides_any_number_of_one_card_alone() -> None:
    changed = SYSTEM.tables.override({"card.line.rally": 2}, "stubborn")
    assert Card(CardName.LINE, changed).number("rally") == 2
    assert Card(CardName("french-line"), changed).number("rally") == 4


def test_an_override_that_is_no_word_of_the_list_is_a_clear_fault() -> None:
    with pytest.raises(FaultsError, match=r"card\.line\.platoon.*did you mean 'light'"):
        SYSTEM.tables.override({"card.line.platoon": "lihgt"}, "typing error")
    present = SYSTEM.tables.entry("card.line.platoon")
    recorded = SYSTEM.tables.replaced([present._replace(value="lihgt")])
    with pytest.raises(FaultsError, match=r"card\.line\.platoon.*did you mean 'light'"):
        _ = Card(CardName.LINE, recorded).troops


def test_a_reason_names_the_number_and_the_card_that_states_it() -> None:
    entry = SYSTEM.tables.entry("card.french-line.shock.attack-column")
    assert entry.why.startswith("designer's judgement: added to the score the enemy needs")
    assert "sung into the charge" in entry.why
    assert "yardstick" in SYSTEM.tables.entry("card.french-line.melee-save").why


def test_a_nations_card_states_only_what_sets_it_apart() -> None:
    filed = tomllib.loads(CARDS.read_text(encoding="utf-8"))["card"]
    for name, stated in filed.items():
        if name.split("-")[0] in NATIONS:
            like = stated["like"]
            for path, value in leaf_values(stated, ""):
                if path not in {"like", "why"} and f"card.{like}.{path}" in SYSTEM.tables:
                    same = SYSTEM.tables.entry(f"card.{like}.{path}").value
                    assert value != same, f"{name}: {path} is {value} as on {like}"


def test_battalions_are_called_what_they_are() -> None:
    names = ("FRENCH_LINE", "BRITISH_LIGHT", "SKIRMISH", "COSSACKS", "FRENCH_FOOT_GUNS", "MOB")
    assert [CardName[name].battalion for name in names] == [
        "French line",
        "British light infantry",
        "skirmish battalion",
        "cossack squadron",
        "French foot battery",
        "mob",
    ]
    assert CardName("french-line-cavalry").battalion == "French line cavalry"


@pytest.mark.parametrize("platoons", [0, 13])
def test_a_card_has_the_platoons_that_a_battalion_may_have(platoons: int) -> None:
    with pytest.raises(FaultsError, match=r"makes no sense here \(allowed: 1 to 12\)"):
        SYSTEM.tables.override({"card.line.platoons": platoons}, "a muster")
