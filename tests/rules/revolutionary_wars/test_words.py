"""Results as they are told to the table."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from calculator.rules.action import AnyAction, Narration
from calculator.rules.question import Question, Result
from calculator.rules.revolutionary_wars import SYSTEM
from calculator.rules.revolutionary_wars.charge.fates import LOST, Fate
from calculator.rules.revolutionary_wars.charge.form import ChargeForm
from calculator.rules.revolutionary_wars.charge.rule import Charge
from tests.rules.asking import ask
from tests.scripted import Scripted


def drawn(question: Question, holds: Callable[[Result], bool]) -> Result:
    """The first result, by seed, of which something holds."""
    results = (question.result(f"{seed:x}") for seed in range(500))
    return next(result for result in results if holds(result))


def headed(question: Question, headline: str) -> Result:
    return drawn(question, lambda result: result.narration.headline == headline)


def uncounted(fate: Fate) -> Fate:
    return attrs.evolve(fate, platoons=None)


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"battalion": "line-cavalry", "crossing": True},
        {"also_charging": "french-line attack-column shaken 4", "enemy_platoons": 4},
        {"beyond": "fresh-battalion", "enemy_order": "shaken"},
    ],
)
def test_the_same_dice_read_in_full_tell_the_losses(values: dict[str, object]) -> None:
    question = ask("revolutionary-wars", "charge", platoons=5, **values)
    assert isinstance(question.form, ChargeForm)
    full = question.form.but(count_platoons=True)
    for seed in range(25):
        result = question.result(f"{seed:x}")
        exact = Charge(full, SYSTEM.tables).procedure().result(Scripted(result.draws))
        assert tuple(map(uncounted, exact.chargers)) == result.outcome.chargers
        assert tuple(map(uncounted, exact.enemies)) == result.outcome.enemies
        charger = exact.chargers[0]
        if charger.end not in LOST and charger.platoons is not None and charger.platoons < 5:
            told = f"{charger.platoons} left"
            assert any("Remove" in step and told in step for step in result.narration.on_table)


def test_a_broken_enemy_is_told_to_run_and_the_chargers_to_follow() -> None:
    result = headed(
        ask("revolutionary-wars", "charge"),
        "The British line breaks and runs; the French line pursues, Shaken.",
    )
    run, *_, follow = result.narration.on_table
    assert "mark it Shattered and run it 8 inches" in run
    assert "friends" in run
    assert follow == "Move the French line 6 inches after the enemy and mark it Shaken."
    first = result.narration.how[0]
    assert first.startswith("British line tests to stand (5+, re-rolling failures): ")


def test_who_runs_into_a_fresh_battalion_is_told() -> None:
    question = ask(
        "revolutionary-wars",
        "charge",
        resolve="runs",
        beyond="fresh-battalion",
        fresh="mob",
    )
    steps = drawn(question, lambda result: bool(result.outcome)).narration.on_table
    run_into = steps.index("Move the French line on into the mob.")
    assert "Move the French line after the enemy." in steps[:run_into]
    assert [step for step in steps if "French line Sha" in step] == [
        "Mark the French line Shattered."
    ], "it was Shaken in between"
    assert not any("British line" in step for step in steps[run_into:])


def test_guns_shattered_before_they_break_are_removed_where_they_stand() -> None:
    """Overrun guns do not turn about and run, and have no attack column to run in."""
    charged = ask("revolutionary-wars", "charge", enemy="foot-guns", enemy_order="shattered")
    alone = ask("revolutionary-wars", "break-and-run", battalion="foot-guns", order="shattered")
    told = headed(
        charged, "The foot battery breaks and is destroyed; the French line pursues, Shaken."
    )
    removed = "Remove the foot battery from the table: it was Shattered when it broke."
    assert told.narration.on_table == (
        "Move the French line 6 inches, as if the enemy had fled, and mark it Shaken.",
        removed,
    )
    assert alone.result("1").narration == Narration(
        "The foot battery breaks and is destroyed.", (removed,)
    )


RUN = (
    "Turn the British line about in attack column{} and run it {}, 2 inches clear of the enemy but "
    "through friends, who are disordered."
)
EDGE = "straight ahead to the edge of the table"
TO_THE_EDGE = RUN.format("", EDGE)
KEPT = RUN.format(", mark it Shattered", EDGE)
OFF = RUN.format("", "straight ahead off the table")


@pytest.mark.parametrize(
    ("values", "ending", "steps"),
    [
        (
            {"edge": 7, "caught": "no"},
            "breaks and runs; the French line pursues, Shaken",
            (
                KEPT,
                "Move the French line 6 inches after the enemy and mark it Shaken.",
            ),
        ),
        (
            {"edge": 5, "caught": "no"},
            "breaks and runs; the French line pursues, Shaken",
            (
                KEPT,
                "Move the French line to the edge of the table after the enemy and mark it Shaken.",
            ),
        ),
        (
            {"edge": 3},
            "breaks and is destroyed; the French line pursues, Shaken",
            (
                TO_THE_EDGE,
                (
                    "Move the French line after the British line, which it catches, and mark the "
                    "French line Shaken."
                ),
                "Remove the British line from the table: the French line caught it.",
            ),
        ),
        (
            {"edge": 3},
            "breaks and is destroyed; the French line chases the enemy off the table",
            (
                OFF,
                "Remove the French line from the table: it has followed the enemy off it.",
                "Remove the British line from the table: it has fled the battle.",
            ),
        ),
        (
            {"edge": 8, "enemy_platoons": 3},
            "breaks and is destroyed; the French line pursues, Shaken",
            (
                RUN.format("", "8 inches straight ahead"),
                "Move the French line 6 inches after the enemy and mark it Shaken.",
                "Remove the British line from the table: too few of its platoons kept together.",
            ),
        ),
    ],
)
def test_the_edge_of_the_table_and_what_ended_a_run_are_told(
    values: dict[str, object], ending: str, steps: tuple[str, ...]
) -> None:
    question = ask("revolutionary-wars", "charge", resolve="runs", **values)
    result = drawn(
        question,
        lambda result: (
            result.narration.headline == f"The British line {ending}."
            and "scatter" not in result.narration.on_table[1]
        ),
    )
    assert result.narration.on_table == steps


def test_cavalry_destroyed_as_it_breaks_through_has_not_turned_about() -> None:
    question = ask(
        "revolutionary-wars",
        "charge",
        battalion="line-cavalry",
        formation="line",
        order="shaken",
        crossing=True,
        enemy_formation="square",
        edge=9,
    )
    result = drawn(
        question,
        lambda result: (
            result.narration.headline
            == "The British line stands, Solid; the line cavalry breaks and is destroyed."
            and "edge" in result.narration.on_table[-2]
            and len(result.narration.on_table) == 3
        ),
    )
    assert result.narration.on_table == (
        "Mark the line cavalry Shattered.",
        (
            "Move the line cavalry straight ahead to the edge of the table through the enemy it "
            "charged, in its present formation."
        ),
        "Remove the line cavalry from the table: it was Shattered when it broke.",
    )


def test_a_battalion_that_runs_by_itself_is_told_where_and_why_it_ends() -> None:
    question = ask(
        "revolutionary-wars", "break-and-run", battalion="british-line", edge=4, caught=True
    )
    caught = drawn(question, lambda result: "caught" in result.narration.on_table[-1])
    assert caught.narration.on_table == (
        TO_THE_EDGE,
        "Remove the British line from the table: its pursuer caught it.",
    )
    fled = drawn(question, lambda result: "fled" in result.narration.on_table[-1])
    assert fled.narration.on_table[0] == OFF


def test_guns_stay_and_cavalry_rides_through() -> None:
    guns = headed(
        ask("revolutionary-wars", "charge", enemy="foot-guns"),
        "The foot battery is overrun; the French line pursues, Shaken.",
    )
    assert guns.narration.on_table[0] == (
        "Leave the guns of the foot battery where they are and mark them overrun."
    )
    horse = headed(
        ask("revolutionary-wars", "charge", battalion="cossacks", formation="line"),
        "The British line stands, Solid; the cossack squadron breaks through.",
    )
    assert any("through the enemy it charged" in step for step in horse.narration.on_table)


def test_equal_battalions_are_told_apart() -> None:
    question = ask("revolutionary-wars", "charge", enemy="french-line")
    told = question.result("1").narration.headline.lower()
    assert "the charging french line" in told
    assert "the charged french line" in told


def test_a_volley_is_told_with_its_hits_and_losses() -> None:
    result = drawn(
        ask("revolutionary-wars", "shoot", hits_before=1),
        lambda result: result.outcome.lost == 1 and result.outcome.left,
    )
    (draw,) = result.draws
    assert "loses 1 platoon" in result.narration.headline
    removed = "Remove 1 platoon from the flanks of the British line, 5 left."
    assert removed in result.narration.on_table
    hits = 1 + draw.value.hits  # type: ignore[attr-defined]
    assert f"It has taken {hits} hits this turn, which it began with 6 platoons." in (
        result.narration.on_table
    )
    assert result.narration.how[1] == "3 hits in a turn disorder it and 6 shatter it."
    assert result.narration.how[2].endswith(f": {draw.value}")


@pytest.mark.parametrize(
    ("action", "values", "told"),
    [
        ("cross", {"battalion": "line-cavalry", "platoons": 1}, "1 platoon, each crosses on"),
        ("break-and-run", {"platoons": 1}, "scatters, 1 platoon, each keeps together on"),
        ("spike-guns", {"platoons": 1}, "spikes guns, 1 platoon on 5+"),
        ("shoot", {"platoons": 1, "swept": 1}, "shoots, 1 die to hit on"),
        ("melee", {"platoons": 1}, "British line in the melee, 1 die against it"),
    ],
)
def test_one_die_and_one_platoon_are_told_in_the_singular(
    action: str, values: dict[str, object], told: str
) -> None:
    how = ask("revolutionary-wars", action, **values).result("1").narration.how
    assert any(told in line for line in how)


def test_what_one_platoon_does_is_told_in_the_singular() -> None:
    crossing = ask("revolutionary-wars", "cross", battalion="line-cavalry", platoons=1)
    assert headed(crossing, "1 platoon of the line cavalry crosses and it charges on, Shaken.")
    giving = ask("revolutionary-wars", "replenish", removed=1)
    assert headed(giving, "1 platoon makes good 4 skirmish platoons.")


@pytest.mark.parametrize(
    ("values", "step"),
    [
        ({}, "Roll for the French line as it breaks and runs, and for its pursuers"),
        (
            {"order": "shattered"},
            "Remove the French line once it has run: it was Shattered when it broke",
        ),
        (
            {"testing": "charging"},
            "Roll for the French line as it breaks and runs; nobody pursues it",
        ),
        (
            {"testing": "charging", "battalion": "line-cavalry"},
            (
                "Roll for the line cavalry as it breaks and runs, through the enemy before a "
                "melee, to the rear after one; nobody pursues it"
            ),
        ),
        (
            {"battalion": "foot-guns"},
            "Leave the guns of the foot battery where they are and mark them overrun",
        ),
        (
            {"battalion": "foot-guns", "order": "shattered"},
            "Remove the foot battery: it was Shattered when it broke",
        ),
    ],
)
def test_what_follows_a_failed_test_to_stand_is_told(values: dict[str, object], step: str) -> None:
    question = ask("revolutionary-wars", "stand", **values)
    assert drawn(question, lambda result: not result.outcome.stands).narration.on_table == (
        f"{step}.",
    )


def test_a_pursuit_is_told_as_far_as_the_table_goes() -> None:
    steps = {
        edge: drawn(
            ask("revolutionary-wars", "pursue", hold=False, edge=edge),
            lambda result: "pursues" in result.narration.headline,
        ).narration.on_table
        for edge in ("5", "far")
    }
    assert steps == {
        "5": ("Move the French line to the edge of the table after the enemy and mark it Shaken.",),
        "far": ("Move the French line 6 inches after the enemy and mark it Shaken.",),
    }


def test_rolls_that_change_nothing_are_told_too() -> None:
    failed = headed(
        ask("revolutionary-wars", "reform"),
        "The French line does not reform and stays Shaken.",
    )
    assert failed.narration.on_table == ()
    kept = headed(ask("revolutionary-wars", "react"), "The British line reacts without disorder.")
    assert kept.narration.on_table == ("Make the reaction.",)


@pytest.mark.parametrize("action", SYSTEM.actions, ids=lambda action: action.key)
def test_every_step_is_a_sentence(action: AnyAction) -> None:
    results = map(ask("revolutionary-wars", action.key).result, "01234567")
    steps = [step for result in results for step in result.narration.on_table]
    assert all(step.endswith(".") and not step.endswith("..") for step in steps), steps
