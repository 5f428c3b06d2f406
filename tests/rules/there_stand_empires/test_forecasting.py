"""What a forecast supposes of brigades and of armies of history, as docs/forecasting.md has it."""

from __future__ import annotations

from itertools import chain, product
from typing import Any

import pytest

from calculator.rules.armies import PastArmy, PastBattle
from calculator.rules.there_stand_empires import SYSTEM
from calculator.rules.there_stand_empires.forecasting import PLAN
from calculator.rules.there_stand_empires.terms import Arm, Cover

RANKS = {"elite": 1.5, "veteran": 1.25, "average": 1, "poor": 0.75}
STATES = {"ok": 1, "disordered": 0.75, "demoralized": 0.25}
GUNS = [arm for arm in Arm if arm.is_artillery]
HORSE = [arm for arm in Arm if arm.is_cavalry]


@pytest.mark.parametrize(("rank", "state"), product(RANKS, STATES))
def test_the_fighting_value_is_bases_by_rank_and_status(rank: str, state: str) -> None:
    brigade = {"arm": "infantry", "quality": rank, "state": state, "bases": "6"}
    assert PLAN.worth(brigade) == 6 * RANKS[rank] * STATES[state]


@pytest.mark.parametrize("arm", Arm)
def test_guns_fill_two_bases_of_front_and_wagons_none(arm: Arm) -> None:
    """Of foot three act against one enemy, of horse two, of guns any number; half of what reaches
    beyond the enemy is in the fight with foot."""
    unit = {"arm": arm.value, "quality": "average", "state": "ok", "bases": "3"}
    wagons = arm is Arm.TRANSPORT
    bases = 0 if wagons else 6 if arm in GUNS else 3
    abreast = 0 if wagons or arm in GUNS else 2 if arm in HORSE else 3
    assert PLAN.front(unit) == (bases, abreast, 0.5 if arm is Arm.INFANTRY else 0)
    assert PLAN.worth(unit) == (0 if wagons else 3)
    if not wagons:
        assert PLAN.discourages(unit) == (arm not in GUNS)


@pytest.mark.parametrize("cover", [None, *Cover])
def test_cover_halves_what_an_hour_in_action_costs(cover: Cover | None) -> None:
    ground = {"cover": cover.value} if cover else {}
    covered = cover not in {None, Cover.OPEN}
    assert PLAN.attrition(SYSTEM.tables, ground) == pytest.approx(0.01 if covered else 0.02)


@pytest.mark.parametrize(
    ("bases", "state", "share"),
    [
        ("4", "disordered", 0),
        ("4", "ok", 0),
        ("3", "disordered", 1 / 4),
        ("2", "demoralized", 1 / 2 + 1 / 2 * 1 / 20),
        ("4", "demoralized", 1 / 20),
        (None, "", 1 / 5),
    ],
)
def test_a_base_is_lost_with_its_men_and_order_costs_those_who_met_the_enemy(
    bases: str | None, state: str, share: float
) -> None:
    """Half of the front of a disordered brigade of four bases met the enemy: a tenth of the men
    there are lost as it becomes demoralized, two in five as it is removed."""
    before = {"bases": "4", "state": "disordered"}
    after = {"bases": bases, "state": state} if bases else None
    assert PLAN.casualties(SYSTEM.tables, before, after, 0.5) == pytest.approx(share)


@pytest.mark.parametrize("starting", range(1, 9))
def test_bases_go_with_their_men_and_half_of_the_men_is_the_end(starting: int) -> None:
    whole = {"bases": str(starting), "starting-bases": str(starting)}
    assert PLAN.worn(whole, 0.499) is None
    for hundredths in range(50, 101):
        worn = PLAN.worn(whole, hundredths / 100)
        assert worn is not None
        kept = int(worn["bases"])
        assert kept > starting / 2, "half of its bases would break it (V)"
        nearest = abs(kept - hundredths / 100 * starting) <= 0.5
        assert nearest or kept == starting // 2 + 1
    fewer = {**whole, "bases": "1"}
    assert PLAN.worn(fewer, 1) == {"bases": "1"}, "none comes back"


def test_a_night_s_rest_is_one_status_better() -> None:
    rested = [PLAN.rested({"state": state})["state"] for state in STATES]
    assert rested == ["ok", "ok", "disordered"]


def test_generals_lead_and_flankers_are_not_before_the_front() -> None:
    assert (PLAN.led, PLAN.flanking) == ({"general": "yes"}, {"frontal": "no"})
    assert [state for state in STATES if PLAN.is_demoralized({"state": state})] == ["demoralized"]


def plain(
    men: int,
    cavalry: int | None = None,
    guns: int | None = None,
    terrain: str = "RM",
    defence: str = "",
) -> Any:
    army = PastArmy(men, 0, cavalry, guns)
    return PLAN.plain_battle(
        PastBattle("X", 1809, army, army, defence, terrain, hours=None, winner="drawn")
    )


def units_of(battle: Any, side: int = 0) -> list[dict[str, Any]]:
    return [*chain(*(part["units"] for part in battle["sides"][side]["formations"]))]


def bases_of(battle: Any, *, arm: str) -> list[int]:
    return [unit["bases"] for unit in units_of(battle) if unit["arm"].endswith(arm)]


def test_men_become_bases_as_the_page_has_it() -> None:
    """30,000 with 3,000 horse and 80 guns: 1,600 gunners, and 25,400 foot, 42 bases of 600."""
    battle = plain(30_000, 3_000, 80)
    foot, horse, guns = (bases_of(battle, arm=arm) for arm in ("infantry", "cavalry", "artillery"))
    assert (sum(foot), sum(horse), sum(guns)) == (42, 10, 10)
    assert set(foot) <= {5, 6}
    assert all(unit["guns"] == 8 for unit in units_of(battle) if "guns" in unit)
    assert all(
        unit["men"] == unit["bases"] * (600 if unit["arm"] == "infantry" else 300)
        for unit in units_of(battle)
        if "men" in unit
    )
    assert battle["rules"] == {"turns": 24, "first-turn": "08:00"}


def test_what_is_not_known_of_an_army_is_what_was_usual() -> None:
    """15% horse, 3 guns to a thousand men: 90, in eleven batteries of eight."""
    battle = plain(30_000)
    assert sum(bases_of(battle, arm="cavalry")) == 4_500 // 300
    assert len(bases_of(battle, arm="artillery")) == 11
    assert sum(bases_of(battle, arm="infantry")) == round((30_000 - 4_500 - 1_800) / 600)


def test_divisions_have_three_brigades_and_their_share_of_the_batteries() -> None:
    for number in range(1, 12):
        formations = plain(3_300 * number, 0, 8 * number)["sides"][0]["formations"]
        foot, guns = (
            [sum(unit["arm"].endswith(arm) for unit in part["units"]) for part in formations]
            for arm in ("infantry", "artillery")
        )
        assert len(formations) == -(-sum(foot) // 3)
        for shared in (foot, guns):
            assert max(shared) - min(shared) <= 1


@pytest.mark.parametrize(("men", "scale"), [(59_999, 1), (60_000, 1), (120_000, 2)])
def test_a_base_stands_for_more_where_there_would_be_more_than_a_hundred(
    men: int, scale: int
) -> None:
    assert sum(bases_of(plain(men, 0, 0), arm="infantry")) == round(men / 600 / scale)


def test_an_army_with_a_gun_has_a_battery_and_one_without_has_none() -> None:
    assert [len(bases_of(plain(9_000, 0, guns), arm="artillery")) for guns in (0, 1)] == [0, 1]


@pytest.mark.parametrize(
    ("terrain", "defence", "cover", "every"),
    [
        ("RM", "", None, 0),
        ("RM", "hasty", "soft", 2),
        ("RM", "prepared", "hard", 2),
        ("RMU", "hasty", "hard", 2),
        ("RW", "hasty", "soft", 1),
        ("GM", "", "soft", 1),
    ],
)
def test_every_other_brigade_of_the_defender_stands_in_cover_or_all_in_woods(
    terrain: str, defence: str, cover: str | None, every: int
) -> None:
    battle = plain(40_000, terrain=terrain, defence=defence)
    assert [piece["cover"] for piece in battle["terrain"]] == ([cover] if cover else [])
    assert not any("at" in unit for unit in units_of(battle))
    foot = [unit for unit in units_of(battle, side=1) if unit["arm"] == "infantry"]
    for unit in foot:
        number = int(unit["name"].partition(".")[0]) - 1
        assert ("at" in unit) is bool(every and number % every == 0)
        assert unit.get("at", "The position") == "The position"
