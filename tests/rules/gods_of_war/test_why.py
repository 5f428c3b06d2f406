"""Whom each thing that counts helps, and that it moves the odds: told as the text tells it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.asking import ask

GUN = {"unit": "light-artillery"}
HILL_GUN = {"unit": "light-artillery", "terrain": "hills", "range": 4}


def pulled(action: str, values: dict[str, Any]) -> set[tuple[str, str]]:
    """Whom the things that do something help, and what they are."""
    found = ask("gods-of-war", action, **values).odds().why.reasons
    return {(one.factor.side, one.factor.name) for one in found if not one.idle}


@pytest.mark.parametrize(
    ("action", "values", "side", "name"),
    [
        ("ranged-fire", {}, "attacker", "column"),
        ("ranged-fire", {"terrain": "farm"}, "attacker", "garrison"),
        ("ranged-fire", {"formation": "line"}, "attacker", "line, strength"),
        ("ranged-fire", GUN, "attacker", "light artillery, strength"),
        ("ranged-fire", GUN | {"volley_fire": "yes"}, "attacker", "Volley Fire"),
        ("ranged-fire", GUN | {"cannon_blast": "yes"}, "attacker", "Cannon Blast"),
        ("ranged-fire", {}, "attacker", "any fire"),
        ("ranged-fire", GUN | {"target": "horse-artillery"}, "attacker", "counter-battery"),
        ("ranged-fire", {"terrain": "orchards"}, "attacker", "firing from orchards"),
        ("ranged-fire", {"through_wheat": "yes"}, "attacker", "firing from or through wheat"),
        ("ranged-fire", {"target_terrain": "farm"}, "attacker", "target in farm"),
        ("ranged-fire", {}, "attacker", "strength removed"),
        ("ranged-fire", GUN | {"range": 1}, "attacker", "point-blank"),
        (
            "ranged-fire",
            {"terrain": "wheat", "ambush": "yes"},
            "attacker",
            "Ambush: an attack ignores the penalty of orchards and wheat",
        ),
        (
            "ranged-fire",
            {"heroic_defence": "yes"},
            "defender",
            "Heroic Defence: a unit ignores its first loss in combat",
        ),
        (
            "ranged-fire",
            {"skirmisher_screen": "yes"},
            "defender",
            "Skirmisher Screen: light cavalry blocks one ranged attack this turn",
        ),
        (
            "ranged-fire",
            {"target_strength": 0},
            "attacker",
            "broken: it cannot reply, and what hits it destroys it",
        ),
        ("ranged-fire", {"split_units": 1}, "defender", "contested hexes, a die each"),
        (
            "ranged-fire",
            HILL_GUN | {"between": "units"},
            "attacker",
            "artillery on a hill sees over units",
        ),
        (
            "line-of-sight",
            {"between": "undiscovered"},
            "defender",
            "undiscovered hexes in the way block the line of sight",
        ),
        (
            "line-of-sight",
            HILL_GUN | {"split_units": 1},
            "attacker",
            "artillery on a hill sees over units",
        ),
        (
            "close-combat",
            {"target_strength": 0},
            "attacker",
            "broken: it cannot reply, and what hits it destroys it",
        ),
        (
            "close-combat",
            {"rout": "yes"},
            "attacker",
            "Rout!: an enemy unit that loses more figures in a combat retreats 1 hex",
        ),
        (
            "weigh-close-combat",
            {"heroic_defence": "yes"},
            "defender",
            "Heroic Defence: a unit ignores its first loss in combat",
        ),
        (
            "move",
            {"path": "mud", "forced_march": "yes"},
            "",
            "Forced March: one unit moves up to twice its normal movement",
        ),
        (
            "move",
            {"path": "mud", "bold_advance": "yes"},
            "",
            "Bold Advance: infantry in line or column has 2 more movement this turn",
        ),
        ("repair", {"rally": "yes"}, "", "Rally!: a friendly unit gets back 1 figure"),
        ("repair", {"supply_run": "yes"}, "", "Supply Run: two units get back 1 figure each"),
        (
            "draw-terrain",
            {"engineers": "yes"},
            "",
            "Engineers: two terrain tiles are placed this turn in place of one",
        ),
    ],
)
def test_what_counts_is_told_and_does_something(
    action: str, values: dict[str, Any], side: str, name: str
) -> None:
    assert (side, name) in pulled(action, values)


def test_a_card_that_serves_nothing_is_told_to_change_nothing() -> None:
    """Screened, the target suffers nothing that Heroic Defence could ignore."""
    both = {"heroic_defence": "yes", "skirmisher_screen": "yes"}
    assert ("defender", "Heroic Defence: a unit ignores its first loss in combat") not in pulled(
        "ranged-fire", both
    )


def test_a_square_that_attacks_is_told_to_have_no_bonus() -> None:
    factors = ask("gods-of-war", "close-combat", formation="square").odds().factors
    assert ("attacker", "square, attacking", 0) in {(f.side, f.name, f.points) for f in factors}


def test_a_number_that_is_ours_names_no_section_that_does_not_give_it() -> None:
    """The text has no figures for cavalry: its strength is judged, that of infantry read."""
    factors = ask("gods-of-war", "close-combat", unit="heavy-cavalry").odds().factors
    cited = {factor.side: factor.cited for factor in factors if factor.name == "strength"}
    assert cited == {"attacker": "ours: judgement", "defender": "Close combat: reading"}
