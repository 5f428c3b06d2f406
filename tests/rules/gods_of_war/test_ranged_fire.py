"""Ranged fire: odds against every face of every die, and the text's cases one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from calculator.errors import FaultsError, ForbiddenError
from calculator.rules.gods_of_war import SYSTEM
from calculator.rules.gods_of_war.ranged_fire import Fired, NoShot, RangedFire, RangedFireForm
from calculator.rules.gods_of_war.sight import Obstacle
from calculator.rules.gods_of_war.terms import Bearing, Terrain, Unit
from calculator.rules.question import Question
from tests.rules.asking import ask, chances, check_promises, forms, law, never_more
from tests.rules.gods_of_war.throwing import losses, throws

GUNS = [unit for unit in Unit if unit.is_artillery]
OPEN = [t for t in Terrain if t not in {Terrain.WOODS, Terrain.POND, Terrain.FARM}]
WITH_FARM = [*OPEN, Terrain.FARM]


def legal(form: RangedFireForm) -> bool:
    """Only infantry stands in a farm."""
    return (form.terrain is not Terrain.FARM or form.unit is Unit.INFANTRY) and (
        form.target_terrain is not Terrain.FARM or form.target is Unit.INFANTRY
    )


allowed = forms(
    RangedFireForm,
    unit=st.sampled_from([Unit.INFANTRY, *GUNS]),
    strength=st.integers(1, 2),
    terrain=st.sampled_from(WITH_FARM),
    bearing=st.sampled_from([Bearing.AHEAD, Bearing.ONE_STEP_ASIDE]),
    acted_before=st.just(False),
    range=st.integers(1, 2),
    between=st.just(Obstacle.NOTHING),
    split_terrain=st.integers(0, 1),
    split_units=st.integers(0, 1),
    target_strength=st.integers(0, 2),
    target_terrain=st.sampled_from(WITH_FARM),
).filter(legal)


def put(form: RangedFireForm) -> Question:
    return Question(SYSTEM, RangedFire, form, SYSTEM.tables)


def fire(**values: object) -> Question:
    return ask("gods-of-war", "ranged-fire", **values)


def volley(form: RangedFireForm) -> tuple[int, int]:
    """Dice thrown and the highest roll that hits, as the text has them."""
    gun = form.unit.is_artillery
    strength = form.strength or 0
    if gun:
        dice = strength * (2 if form.volley_fire else 1) + (2 if form.cannon_blast else 0)
    elif form.terrain is Terrain.FARM or form.formation.value != "line":
        dice = 1
    else:
        dice = strength
    hits_on = 2 if gun and form.target.is_artillery else 3
    wheat = form.terrain is Terrain.WHEAT or (form.through_wheat and form.range == 2)
    if not form.ambush:
        hits_on -= (form.terrain is Terrain.ORCHARDS) + wheat
    return dice, hits_on - (form.target_terrain is Terrain.FARM)


def by_hand(form: RangedFireForm) -> dict[Any, Fraction]:
    """Every throw of the dice for split hexes and of the shots."""
    strength = form.target_strength or 0
    hill_gun = form.unit.is_artillery and form.terrain is Terrain.HILLS
    splits = form.split_terrain + (0 if hill_gun else form.split_units)
    splits = splits if form.range == 2 else 0
    dice, hits_on = volley(form)
    double = 2 if form.unit.is_artillery and form.range == 1 else 1
    found: Counter[Any] = Counter()
    for contested, often in throws(splits).items():
        for shots, often_too in throws(dice).items():
            hits = sum(roll <= hits_on for roll in shots)
            removed, saved = hits * double - form.heroic_defence, form.heroic_defence and hits > 0
            stop = None
            if any(roll <= 3 for roll in contested):
                removed, saved, stop = 0, False, "line-of-sight-blocked"
            elif form.skirmisher_screen:
                removed, saved, stop = 0, False, "screened-by-light-cavalry"
            found[losses(strength, max(removed, 0)), stop, saved] += often * often_too
    return {outcome: Fraction(count, found.total()) for outcome, count in found.items()}


def facts(outcome: Fired) -> Any:
    target = outcome.target
    stop = outcome.stop.value if outcome.stop else None
    return (target.lost, target.left, target.destroyed), stop, outcome.saved


@given(allowed)
def test_odds_are_those_of_the_dice(form: RangedFireForm) -> None:
    assert {facts(o): p for o, p in law(put(form)).items()} == by_hand(form)


@given(allowed)
def test_every_question_keeps_its_promises(form: RangedFireForm) -> None:
    check_promises(put(form))


@pytest.mark.parametrize(
    ("values", "lost"),
    [
        ({}, [0, 0, 0, 1, 1, 1]),
        ({"formation": "square", "bearing": "behind"}, [0, 0, 0, 1, 1, 1]),
        ({"formation": "line", "strength": 1}, [0, 0, 0, 1, 1, 1]),
        ({"terrain": "orchards"}, [0, 0, 0, 0, 1, 1]),
        ({"terrain": "wheat"}, [0, 0, 0, 0, 1, 1]),
        ({"through_wheat": "yes"}, [0, 0, 0, 0, 1, 1]),
        ({"through_wheat": "yes", "terrain": "wheat"}, [0, 0, 0, 0, 1, 1]),
        ({"through_wheat": "yes", "terrain": "orchards"}, [0, 0, 0, 0, 0, 1]),
        ({"through_wheat": "yes", "terrain": "orchards", "ambush": "yes"}, [0, 0, 0, 1, 1, 1]),
        ({"through_wheat": "yes", "range": 1}, [0, 0, 0, 1, 1, 1]),
        ({"target_terrain": "wheat"}, [0, 0, 0, 1, 1, 1]),
        ({"target_terrain": "farm"}, [0, 0, 0, 0, 1, 1]),
        ({"target_terrain": "farm", "ambush": "yes"}, [0, 0, 0, 0, 1, 1]),
        ({"terrain": "farm", "formation": "line", "bearing": "behind"}, [0, 0, 0, 1, 1, 1]),
        ({"target": "heavy-artillery"}, [0, 0, 0, 1, 1, 1]),
        ({"unit": "light-artillery", "strength": 1, "range": 6}, [0, 0, 0, 1, 1, 1]),
        (
            {"unit": "horse-artillery", "strength": 1, "target": "heavy-artillery"},
            [0, 0, 0, 0, 1, 1],
        ),
        ({"unit": "heavy-artillery", "strength": 1, "range": 1}, [0, 0, 0, 2, 2, 2]),
        ({"unit": "heavy-artillery", "strength": 1, "range": 8}, [0, 0, 0, 1, 1, 1]),
        (
            {"unit": "light-artillery", "strength": 1, "range": 1, "heroic_defence": "yes"},
            [0, 0, 0, 1, 1, 1],
        ),
    ],
)
def test_what_each_face_removes(values: dict[str, object], lost: list[int]) -> None:
    found = law(fire(**values))
    assert {o.target.lost: p for o, p in found.items()} == chances(lost)


@pytest.mark.parametrize(
    ("values", "dice"),
    [
        ({"formation": "line"}, 4),
        ({"formation": "line", "strength": 6}, 4),
        ({"formation": "column"}, 1),
        ({"formation": "line", "terrain": "farm"}, 1),
        ({"unit": "horse-artillery"}, 2),
        ({"unit": "horse-artillery", "volley_fire": "yes"}, 4),
        ({"unit": "horse-artillery", "cannon_blast": "yes"}, 4),
        ({"unit": "horse-artillery", "cannon_blast": "yes", "volley_fire": "yes"}, 6),
        ({"formation": "column", "cannon_blast": "yes", "volley_fire": "yes"}, 1),
    ],
)
def test_how_many_dice(values: dict[str, object], dice: int) -> None:
    factors = fire(**values).odds().factors
    assert sum(factor.points for factor in factors if factor.stage == "dice") == dice


def test_three_penalties_leave_no_roll_that_hits() -> None:
    question = fire(terrain="orchards", through_wheat="yes", target_terrain="farm")
    assert question.odds().measure("hits") == 0
    assert "No roll can hit" in question.result("1").narration.how[1]


def test_a_hit_on_a_broken_unit_destroys_it() -> None:
    outcomes = law(fire(target_strength=0))
    assert {o.target.destroyed: p for o, p in outcomes.items()} == {
        False: Fraction(1, 2),
        True: Fraction(1, 2),
    }


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"unit": "heavy-cavalry"}, "cavalry has no ranged attack"),
        ({"range": 3}, "infantry fires up to 2 hexes, not 3"),
        ({"unit": "horse-artillery", "range": 5}, "horse artillery fires up to 4"),
        ({"unit": "light-artillery", "range": 7}, "light artillery fires up to 6"),
        ({"unit": "heavy-artillery", "range": 9}, "heavy artillery fires up to 8"),
        ({"strength": 0}, "broken unit has no figures"),
        ({"unit": "heavy-artillery", "strength": 4}, "heavy artillery has 2 figures at most"),
        ({"terrain": "woods"}, "units in woods cannot attack"),
        ({"target_terrain": "woods"}, "cannot be the target"),
        ({"terrain": "farm", "unit": "light-artillery"}, "only infantry"),
        ({"bearing": "two-steps-aside"}, "outside the arc of fire.*pivot first"),
        ({"bearing": "behind", "unit": "light-artillery"}, "outside the arc.*turn it first"),
        ({"between": "woods"}, "woods in the way"),
        ({"between": "units"}, "units in the way"),
        ({"between": "undiscovered"}, "undiscovered hexes in the way"),
        ({"between": "hills", "unit": "light-artillery", "terrain": "hills"}, "hills in the way"),
        ({"acted_before": "yes"}, "never acts twice in a row"),
        ({"acted_before": "yes", "unit": "heavy-artillery", "double_time": "yes"}, "twice in a"),
    ],
)
def test_what_the_rules_forbid(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        fire(**values).check()


@pytest.mark.parametrize(
    "values",
    [
        {"between": "units", "unit": "light-artillery", "terrain": "hills", "range": 5},
        {"between": "woods", "range": 1},
        {"acted_before": "yes", "free_shot": "yes"},
        {"acted_before": "yes", "double_time": "yes"},
        {"bearing": "one-step-aside", "unit": "heavy-artillery"},
    ],
)
def test_what_the_rules_allow(values: dict[str, object]) -> None:
    fire(**values).check()


def test_combat_in_woods_where_a_scenario_allows_it_gives_cover() -> None:
    tables = SYSTEM.tables.override({"woods.combat-prohibited": 0}, "open woods")
    form = {"target-terrain": "woods"}
    assert Question.read("gods-of-war", "ranged-fire", form, tables).odds().measure(
        "hits"
    ) == Fraction(2, 6)


@given(allowed, st.sampled_from(["strength", "volley_fire", "cannon_blast"]))
def test_more_dice_never_hit_less(form: RangedFireForm, more: str) -> None:
    values = {"unit": form.unit.value, "formation": "line", "terrain": form.terrain.value}
    low, high = {"strength": (1, 2)}.get(more, ("no", "yes"))
    fewer, most = (fire(**values | {more: value}).odds() for value in (low, high))
    assert never_more(fewer, most, lambda outcome: outcome.target.lost)


@given(
    allowed,
    st.sampled_from(["through_wheat", "heroic_defence", "skirmisher_screen", "split_terrain"]),
)
def test_what_spoils_a_shot_never_helps_it(form: RangedFireForm, spoil: str) -> None:
    assume(form.range == 2)
    values = {"unit": form.unit.value, "terrain": form.terrain.value, "range": 2}
    spoilt, clean = (
        fire(**values | {spoil: value}).odds()
        for value in ((1, 0) if spoil == "split_terrain" else ("yes", "no"))
    )
    assert never_more(spoilt, clean, lambda outcome: outcome.target.lost)


def test_split_hexes_stop_the_shot_before_it_is_rolled() -> None:
    outcomes = law(fire(split_terrain=1, split_units=1))
    (stopped,) = [p for outcome, p in outcomes.items() if outcome.stop is NoShot.NO_SIGHT]
    assert stopped == Fraction(3, 4)


def test_a_line_two_hexes_long_meets_one_split_of_two_hexes() -> None:
    with pytest.raises(FaultsError, match="split-terrain: 3 split hexes are too many at range 2"):
        fire(split_terrain=2, split_units=1)


@pytest.mark.parametrize(
    ("values", "stop", "sentence"),
    [
        ({"split_terrain": 1}, NoShot.NO_SIGHT, "The action is spent all the same."),
        ({"split_terrain": 1, "free_shot": "yes"}, NoShot.NO_SIGHT, "The free shot is spent all"),
        ({"skirmisher_screen": "yes"}, NoShot.SCREENED, "Skirmisher Screen is spent."),
    ],
)
def test_words_tell_what_a_stopped_shot_costs(
    values: dict[str, object], stop: NoShot, sentence: str
) -> None:
    results = (fire(**values).result(f"{seed:x}") for seed in range(1, 40))
    words = next(result.narration for result in results if result.outcome.stop is stop)
    assert words.on_table[0].startswith(sentence)


def test_heroic_defence_is_spent_on_a_hit_alone() -> None:
    question = fire(formation="line", strength=1, heroic_defence="yes")
    steps = {question.result(f"{seed:x}").narration.on_table for seed in range(1, 40)}
    assert steps == {(), ("Heroic Defence is spent.",)}


def test_to_destroy_a_broken_target_is_to_hit_it() -> None:
    odds = fire(formation="line", target_strength=0).odds()
    assert odds.measure("hits") == odds.measure("breaks") == Fraction(15, 16)


def test_cards_that_serve_one_shot_are_spent_with_it() -> None:
    cards = {"ambush": "yes", "volley_fire": "yes", "cannon_blast": "yes"}
    gun = {"unit": "light-artillery", "terrain": "orchards"}
    words = ask("gods-of-war", "ranged-fire", **gun, **cards).result("1").narration
    assert "Ambush, Volley Fire and Cannon Blast are spent." in words.on_table
    assert words.how[0] == "6 dice: light artillery, strength 2, Volley Fire +2, Cannon Blast +2."
    stopped = ask("gods-of-war", "ranged-fire", **gun, volley_fire="yes", skirmisher_screen="yes")
    assert stopped.result("1").narration.on_table == (
        "Skirmisher Screen is spent.",
        "Volley Fire is spent.",
    )
    infantry = ask("gods-of-war", "ranged-fire", **cards).result("1").narration
    assert not any("spent" in step for step in infantry.on_table)


def test_words_tell_the_dice_and_what_to_do() -> None:
    question = fire(unit="light-artillery", range=1, bearing="one-step-aside")
    results = (question.result(f"{seed:x}") for seed in range(1, 99))
    words = next(r.narration for r in results if r.outcome.target.lost == 2)
    assert words.headline == "The target loses 2."
    assert words.on_table == (
        "Remove 2 figures from the target: 2 left.",
        "Turn the artillery one step, to face its target.",
    )
    assert words.how[0] == "2 dice: light artillery, strength 2."
    assert words.how[1] == "Hits on 1-3."
    assert words.how[2].endswith(": 1 hit, each of 2 figures at point-blank.")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, "Hits on 1-3."),
        ({"terrain": "wheat"}, "Hits on 1-2: "),
        ({"terrain": "wheat", "target_terrain": "farm"}, "Hits on 1 alone: "),
    ],
)
def test_the_rolls_that_hit_are_named(values: dict[str, object], words: str) -> None:
    how = ask("gods-of-war", "ranged-fire", **values).result("1").narration.how
    assert any(line.startswith(words) for line in how)
