"""What results leave, held to what they tell the table to do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import FaultsError, ForbiddenError
from calculator.rules.question import Question
from calculator.rules.revolutionary_wars import SYSTEM
from tests.rules.asking import ask

RECORDED = [action for action in SYSTEM.actions if action.is_recorded]
CARDS = st.sampled_from(
    ["line", "light", "mob", "french-line", "line-cavalry", "cossacks", "foot-guns"]
)
FORMATIONS = st.sampled_from(["line", "attack-column", "march-column", "skirmish-line"])
ORDERS = st.sampled_from(["solid", "shaken", "shattered"])


@pytest.mark.parametrize("action", RECORDED, ids=lambda action: action.key)
def test_every_recorded_action_says_what_it_leaves(action: Any) -> None:
    assert ask("revolutionary-wars", action.key).result("1").aftermath


@st.composite
def battles(draw: st.DrawFn) -> tuple[str, dict[str, object], str]:
    """An action between two battalions of different cards, which are named by them."""
    card = draw(CARDS)
    enemy = draw(CARDS.filter(lambda other: other != card))
    values: dict[str, object] = {
        "battalion": card,
        "formation": draw(FORMATIONS),
        "order": draw(ORDERS),
        "platoons": draw(st.integers(2, 6)),
        "enemy": enemy,
        "enemy-formation": draw(FORMATIONS),
        "enemy-order": draw(ORDERS),
        "enemy-platoons": draw(st.integers(2, 6)),
        "edge": draw(st.sampled_from(["far", "3", "9"])),
        "own-edge": draw(st.sampled_from(["far", "3"])),
    }
    action = draw(st.sampled_from(["shoot", "melee", "break-and-run", "cross"]))
    return action, values, draw(st.from_regex("[1-9a-f]{4}", fullmatch=True))


@given(battle=battles())
def test_what_is_left_is_what_the_table_is_told_to_do(
    battle: tuple[str, dict[str, object], str],
) -> None:
    action, values, seed = battle
    try:
        result = Question.read("revolutionary-wars", action, values).result(seed)
    except (ForbiddenError, FaultsError):
        return
    after, steps = result.aftermath, result.narration.on_table
    one_sided = action in {"break-and-run", "cross"}
    for card, left, gone in (
        (values["battalion"], after.actor, after.actor_gone),
        (values["enemy"], after.target, after.target_gone),
    ):
        if one_sided and card == values["enemy"]:
            continue
        name = _name(str(card))
        about = [step for step in steps if re.search(rf"the {name}(?! cavalry)\b", step)]
        removed = any(re.match(f"(Then r|R)emove the {name}( from|\\.$|;| and)", s) for s in about)
        overrun = any("mark them overrun" in step for step in about)
        assert (left is None) == (removed or overrun), (steps, after)
        assert bool(gone) == (left is None)
        if left is None:
            continue
        marks = [m[1].lower() for step in about if (m := _marked(step, name))]
        if marks:
            assert left["order"] == marks[-1]
        ran = any(step.startswith(f"Turn the {name} about in attack column") for step in about)
        assert (left.get("formation") == "attack-column") == ran
        remaining = [m[1] for step in about if (m := re.search(r"Remove .*, (\d+) left", step))]
        if remaining:
            assert left["platoons"] == remaining[-1]


def _name(card: str) -> str:
    names = {"light": "light infantry", "french-line": "French line", "foot-guns": "foot battery"}
    return names.get(card, card.replace("-", " ").replace("cossacks", "cossack squadron"))


def _marked(step: str, name: str) -> re.Match[str] | None:
    order = "(Solid|Shaken|Shattered)"
    several = re.search(f"[Mm]ark .*the {name}(?:, .+| and .+)? {order}", step)
    return several or re.search(f"(?:Move|Turn|Form) the {name} .*mark it {order}", step)


def test_hits_and_platoons_of_the_turn_are_where_the_next_volley_starts() -> None:
    question = ask("revolutionary-wars", "shoot", enemy_platoons=6, hits_before=1)
    result = question.result("5")
    after = result.aftermath
    (draw,) = result.draws
    hits = 1 + draw.value.hits  # type: ignore[attr-defined]
    assert after.later == {"hits-before": str(hits), "start-platoons": "6"}
    assert after.may == ("charge", "shoot", "reform", "spike-guns")
    assert ask("revolutionary-wars", "shoot", shoots="twice").result("5").aftermath.may == ()


def test_every_battalion_of_a_large_charge_is_accounted_for() -> None:
    question = ask(
        "revolutionary-wars",
        "charge",
        also_charging="line line solid 6, mob",
        also_charged="light line solid 5",
        also_beyond="mob line solid by=2",
    )
    after = question.result("a").aftermath
    assert [(one.answer, one.unit) for one in after.others] == [
        ("also-charging", "2nd, line"),
        ("also-charging", "3rd, mob"),
        ("also-charged", "2nd, light infantry"),
        ("also-beyond", "mob, by 2nd"),
    ]
    assert all((one.values is None) == bool(one.gone) for one in after.others)


@pytest.mark.parametrize(
    ("action", "values", "unit", "gone"),
    [
        ("general", {"left": 16, "away": 4}, "the general", "captured"),
        ("brigade-morale", {"battalions": 1}, "the last surviving battalion", "broken"),
        ("spike-guns", {"battalion": "line", "guns": 1}, "the overrun artillery", "spiked"),
    ],
)
def test_generals_brigades_and_guns_leave_the_battle(
    action: str, values: dict[str, object], unit: str, gone: str
) -> None:
    question = ask("revolutionary-wars", action, **values)
    found = [question.result(f"{seed:x}").aftermath.others for seed in range(20)]
    first = next(others[0] for others in found if others)
    assert (first.unit, first.values, first.gone) == (unit, None, gone)


def test_platoons_given_up_and_skirmishers_returned() -> None:
    values = {"platoons": 5, "removed": 1, "lost": 3}
    after = ask("revolutionary-wars", "replenish", **values).result("1").aftermath
    assert after.actor == {"platoons": "4"}
    assert after.others[0].values == {"platoons": "8"}
