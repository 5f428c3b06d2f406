"""What of a unit can be moved, in the systems whose files may leave something open."""

from __future__ import annotations

from fractions import Fraction

import pytest

from calculator.errors import FaultsError
from calculator.scenarios import Scenario, load
from calculator.tuning.matchups import Situation, Subject, matrix
from calculator.tuning.sweep import Rung, Sensitivity, Sweep, SweepRow, ladder
from calculator.tuning.variations import ratings, read_variations


def rungs(scenario: Scenario, situation: Situation, unit: str, against: str) -> list[Rung]:
    """The rungs that change the unit; those of the ground are another matter."""
    found = ladder(scenario, Subject(situation, unit, against), unit, Fraction(1, 2))
    return [rung for rung in found if rung.change not in scenario.system.ground]


def test_full_strength_is_a_number_of_figures() -> None:
    farm = load("farm-below-the-ridge")
    for name, full, most in (("Hussars", "4", "6"), ("Red Horse Artillery", "2", "6")):
        (strength,) = (r for r in ratings(farm, farm.find(name)) if r.field.key == "strength")
        assert (strength.now, strength.values[-1]) == (full, most)
    assert strength.beside == ("1", "3")


def test_what_follows_from_other_ratings_is_none_of_its_own(battle: Scenario) -> None:
    """Bases that a unit starts with are its bases unless the file says otherwise."""
    for unit in battle.units:
        assert "starting-bases" not in {rating.field.key for rating in ratings(battle, unit)}


def test_a_unit_at_full_strength_can_be_sought_with_fewer_figures() -> None:
    """Guns fire a die for each figure, hit on half its faces: 1 - 1/2 and 1 - 1/4."""
    farm = load("farm-below-the-ridge")
    fire = Situation("ranged-fire", "hits")
    found = rungs(farm, fire, "The Great Battery", "Light Dragoons")
    assert [(rung.value, rung.present, rung.chance) for rung in found] == [
        ("1", False, Fraction(1, 2)),
        ("2", True, Fraction(3, 4)),
    ]


def test_sensitivity_steps_figures_that_the_file_leaves_open() -> None:
    farm = load("farm-below-the-ridge")
    fire = Subject(Situation("ranged-fire", "hits"), "The Great Battery", "Light Dragoons")
    (swing,) = (
        swing
        for swing in Sensitivity(farm, fire).swings(workers=1)
        if swing.step == "The Great Battery: strength"
    )
    assert (swing.low, swing.at_low, swing.at_high) == ("1", Fraction(1, 2), Fraction(3, 4))


def test_a_ladder_has_what_the_action_asks_of_the_unit_and_what_moves_it() -> None:
    charges = load("waterloo-charges")
    charge = Situation("charge", "succeeds")
    found = rungs(charges, charge, "Guard Heavy Cavalry", "Maitland's Guards")
    labels = {rung.change.rpartition(" ")[2] for rung in found}
    assert labels == {"strength", "allowance"}, "morale is tested by the unit charged"
    now = {rung.chance for rung in found if rung.present}
    assert now.isdisjoint(rung.chance for rung in found if not rung.present)


def test_who_has_no_cannon_is_shown_what_one_would_do() -> None:
    farm = load("cannonade-farm")
    (rung,) = rungs(farm, Situation("cannonade", "kills"), "Dragoons", "2nd Battalion")
    assert (rung.change, rung.value) == ("white: Dragoons: holds", "cannon")


def test_a_goal_seek_tries_the_ground_of_every_system() -> None:
    """Covered defenders count half as many again in Cannonade, fortified ones twice."""
    farm = load("cannonade-farm")
    melee = Subject(Situation("melee", farm.system.action("melee").measures[0].key), "Dragoons")
    found = ladder(farm, melee, "Dragoons", Fraction(1, 2))
    assert {rung.value for rung in found if rung.change == "target-terrain"} >= {
        "covered",
        "fortified",
    }


def swept(*texts: str) -> list[SweepRow]:
    farm = load("cannonade-farm")
    subject = Subject(Situation("cannonade", "kills"), "Foot Battery", "Grenadiers")
    variations = read_variations(texts, farm, farm.system.action("cannonade"))
    return list(Sweep(farm, subject, variations, ("kills",)).rows(workers=1))


def test_a_sweep_leaves_out_units_that_cannot_be() -> None:
    """A cannon needs four men and has room for ten beside it."""
    possible = [row.values[0] for row in swept("Foot Battery=men") if row.chances != (None,)]
    assert possible == [str(men) for men in range(4, 11)]


def test_a_sweep_of_nothing_that_can_be_says_why() -> None:
    with pytest.raises(FaultsError, match="11 are too many beside cannon"):
        swept("Foot Battery.men=11,12")


@pytest.mark.parametrize(
    ("name", "action", "measure", "columns"),
    [
        ("cannonade-farm", "rally", "rallies", 1),
        ("cannonade-farm", "melee", "wins", 7),
        ("waterloo-charges", "marsh-test", "stuck", 1),
        ("maida", "regroup", "improves", 1),
    ],
)
def test_an_action_that_asks_nothing_of_defenders_has_one_column(
    name: str, action: str, measure: str, columns: int
) -> None:
    scenario = load(name)
    own, enemy = (side.units for side in scenario.sides)
    found = matrix(scenario, Situation(action, measure), own, enemy)
    assert {len(row) for row in found.chances} == {len(found.targets)} == {columns}
