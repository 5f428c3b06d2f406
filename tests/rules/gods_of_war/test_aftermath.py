"""Playing on from close combat and fire, against every face of the dice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from calculator.errors import ForbiddenError
from calculator.rules.gods_of_war import SYSTEM
from calculator.rules.gods_of_war.close_combat import CloseCombatForm
from calculator.rules.gods_of_war.ranged_fire import RangedFireForm
from calculator.rules.gods_of_war.sight import Obstacle
from calculator.rules.gods_of_war.terms import Bearing, Card, Terrain, Unit
from calculator.rules.question import Question, Result
from calculator.scenarios import load
from calculator.tuning.acting import Acting, Condition, condition, read_policy
from calculator.tuning.duel import fight
from tests.rules.asking import ask, forms

ACTING = Acting(SYSTEM, SYSTEM.tables)

Strengths = tuple[int | None, int | None]


def close_combat(attack: int, defence: int, bonus: int) -> dict[Strengths, Fraction]:
    """Line attacks line head on: both add `bonus`; highest to highest, the lower loses a figure."""
    if defence == 0:
        return {(attack, None): Fraction(1)}
    ends: dict[Strengths, Fraction] = {}
    share = Fraction(1, 6 ** (attack + defence))
    for faces in product(range(1, 7), repeat=attack + defence):
        mine, theirs = sorted(faces[:attack])[::-1], sorted(faces[attack:])[::-1]
        pairs = [(a + bonus, d + bonus) for a, d in zip(mine, theirs, strict=False)]
        lost, won = sum(a < d for a, d in pairs), sum(a > d for a, d in pairs)
        end = (attack - lost, defence - won)
        ends[end] = ends.get(end, Fraction(0)) + share
    return ends


def chain(first: int, second: int, turns: int) -> dict[Strengths, Fraction]:
    """Both attack in turn while they have figures; the broken are finished off."""
    standing: dict[Strengths, Fraction] = {(first, second): Fraction(1)}
    for _ in range(turns):
        for mine in (True, False):
            following: dict[Strengths, Fraction] = {}
            for pair, share in standing.items():
                one, two = pair if mine else pair[::-1]
                ends = {pair: Fraction(1)}
                if one and two is not None:
                    ends = {e if mine else e[::-1]: c for e, c in close_combat(one, two, 1).items()}
                for end, chance in ends.items():
                    following[end] = following.get(end, Fraction(0)) + share * chance
            standing = following
    return standing


def line(strength: int) -> Condition:
    return (("unit", "infantry"), ("strength", str(strength)), ("formation", "line"))


def strength(unit: Condition | Mapping[str, str] | None) -> int | None:
    return None if unit is None else int(dict(unit)["strength"])


@pytest.mark.parametrize(("first", "second"), [(2, 3), (1, 1), (3, 2)])
def test_close_combats_go_on_with_the_figures_that_are_left(first: int, second: int) -> None:
    attack = read_policy("close-combat", SYSTEM)
    end = fight(ACTING, line(first), line(second), attack, attack, 2).end
    found = end.map(lambda pair: (strength(pair.own), strength(pair.enemy)))
    assert {pair: found.probability(pair) for pair in found} == chain(first, second, 2)


def test_fire_takes_figures_and_repair_restores_them() -> None:
    """A gun of one figure hits on 1-3; the target mends one figure a turn, up to its four."""
    fire, mend = read_policy("ranged-fire", SYSTEM), read_policy("repair", SYSTEM)
    gun = (("unit", "heavy-artillery"), ("strength", "1"))
    course = fight(ACTING, gun, line(2), fire, mend, 2)
    for turn, expected in zip(course.turns, ({2: 1, 3: 1}, {2: 1, 3: 2, 4: 1}), strict=True):
        found = turn.map(lambda pair: strength(pair.enemy))
        whole = sum(expected.values())
        assert {s: found.probability(s) for s in found} == {
            s: Fraction(weight, whole) for s, weight in expected.items()
        }


def test_full_strength_is_told_in_figures() -> None:
    scenario = load("farm-below-the-ridge")
    strengths = {unit.name: dict(condition(scenario, unit))["strength"] for unit in scenario.units}
    assert strengths["Hussars"] == "4"
    assert strengths["The Great Battery"] == "2"
    policy = read_policy("close-combat when own strength>3", SYSTEM)
    hussars = condition(scenario, scenario.find("Hussars"))
    assert policy.fitting(hussars, hussars, 1)


def strength_in_words(steps: Sequence[str], who: str, before: int) -> int | None:
    """The figures of a unit after the steps are taken on the board; None if it is taken off."""
    if any(step.startswith(f"Remove the {who} from the board") for step in steps):
        return None
    removing = re.compile(rf"Remove (\d+) figures? from the {who}: (none|\d+) left")
    found = [match for step in steps if (match := removing.match(step))]
    left = before - sum(int(match[1]) for match in found)
    assert all(left == int(match[2].replace("none", "0")) for match in found)
    broken = any(step.startswith(f"Mark the {who} broken") for step in steps)
    assert broken == (left == 0 and before > 0)
    return left


def spent_in_words(steps: Sequence[str]) -> set[str]:
    """The cards that the steps put away, by the keys of their fields."""
    names = [re.split(r", | and ", step.rsplit(" ", 2)[0]) for step in steps if "spent." in step]
    keys = {name.lower().replace("!", "").replace(" ", "-") for listed in names for name in listed}
    return {key for key in keys if not key.startswith("the-")}


def spent(*values: Mapping[str, str] | None) -> set[str]:
    """The cards that an aftermath puts away."""
    pairs = [pair for one in values for pair in (one or {}).items()]
    return {key for key, text in pairs if text == "no" and key != "drew-before"}


whole = st.integers(0, 4)
SOFT = ["open", "hills", "wheat", "orchards"]
soft = st.sampled_from(SOFT).map(Terrain)
combats = forms(
    CloseCombatForm,
    unit=st.sampled_from([Unit.INFANTRY, Unit.LIGHT_CAVALRY]),
    strength=st.integers(1, 4),
    terrain=soft,
    bearing=st.just(Bearing.AHEAD),
    target=st.sampled_from([Unit.INFANTRY, Unit.HEAVY_CAVALRY]),
    target_strength=whole,
    target_terrain=soft,
)
volleys = forms(
    RangedFireForm,
    unit=st.sampled_from([Unit.INFANTRY, Unit.HEAVY_ARTILLERY]),
    strength=st.integers(1, 2),
    terrain=soft,
    bearing=st.just(Bearing.AHEAD),
    range=st.integers(1, 2),
    between=st.just(Obstacle.NOTHING),
    split_terrain=st.integers(0, 1),
    split_units=st.just(0),
    target=st.just(Unit.INFANTRY),
    target_strength=whole,
    target_terrain=soft,
)


def allowed(question: Question) -> Result:
    try:
        return question.result()
    except ForbiddenError:
        reject()


@given(combats)
def test_a_close_combat_leaves_what_it_tells_the_table_to_do(form: CloseCombatForm) -> None:
    result = allowed(Question(SYSTEM, SYSTEM.action("close-combat"), form, SYSTEM.tables))
    left, steps = result.question.law.after(result.outcome), result.narration.on_table
    assert strength_in_words(steps, "attacker", form.strength or 0) == strength(left.actor)
    assert strength_in_words(steps, "defender", form.target_strength or 0) == strength(left.target)
    assert (left.target_gone == "destroyed") == (left.target is None)
    assert spent_in_words(steps) == spent(left.target, left.side, left.enemy)


@given(volleys)
def test_fire_leaves_what_it_tells_the_table_to_do(form: RangedFireForm) -> None:
    result = allowed(Question(SYSTEM, SYSTEM.action("ranged-fire"), form, SYSTEM.tables))
    left, steps = result.question.law.after(result.outcome), result.narration.on_table
    assert left.actor == {}
    assert strength_in_words(steps, "target", form.target_strength or 0) == strength(left.target)
    assert spent_in_words(steps) == spent(left.target, left.side, left.enemy)
    assert ("drew-before" in left.side) == (not form.free_shot)


stacks = st.dictionaries(st.sampled_from(Card), st.integers(1, 3), min_size=1, max_size=4)


@given(stacks, st.integers(0, 3))
def test_a_draw_leaves_the_deck_and_the_hand_for_the_next(
    stack: dict[Card, int], hand: int
) -> None:
    """Drawn to the end of the deck, every card comes as often as it was in it."""
    deck = ", ".join(f"{card.value} {number}" for card, number in stack.items())
    side: dict[str, str] = {"deck": deck, "hand": str(hand), "drew-before": "no"}
    drawn: list[Card] = []
    while side["deck"] != "none":
        playable = side | {"hand": str(min(int(side["hand"]), 3)), "drew-before": "no"}
        question = Question.read("gods-of-war", "draw-card", playable)
        result = question.result()
        left = question.law.after(result.outcome).side
        card = result.outcome.card
        drawn.append(card)
        assert left["drew-before"] == "yes"
        assert int(left["hand"]) - int(playable["hand"]) == (card is not Card.NOTHING)
        if card is not Card.NOTHING:
            assert (
                result.narration.on_table[0]
                == f"Take it into your hand: {left['hand']} of 4 cards."
            )
        side = dict(left)
    assert Counter(drawn) == stack
    with pytest.raises(ForbiddenError, match="no card is left"):
        Question.read("gods-of-war", "draw-card", {"deck": "none"}).check()


def test_any_other_action_lets_a_card_be_drawn_again() -> None:
    """Never two draws in a row: what stands between is an action of the same side."""
    drawn = ask("gods-of-war", "draw-card")
    left = drawn.law.after(drawn.result("1").outcome).side
    with pytest.raises(ForbiddenError, match="no two bonus cards are drawn in a row"):
        Question.read("gods-of-war", "draw-card", left).check()
    for action in ("close-combat", "ranged-fire", "draw-terrain"):
        between = ask("gods-of-war", action)
        after = between.law.after(between.result("1").outcome).side
        Question.read("gods-of-war", "draw-card", {**left, **after, "hand": 0}).check()


@given(st.booleans())
def test_tiles_are_drawn_from_what_both_sides_have_left(engineers: bool) -> None:
    question = ask("gods-of-war", "draw-terrain", engineers="yes" if engineers else "no")
    result = question.result()
    left = question.law.after(result.outcome)
    assert left.side["tiles"] == left.enemy["tiles"]
    assert f"Tiles left: {left.enemy['tiles']}." in result.narration.how
    gone = {tile.value for tile in result.outcome.tiles}
    again = ask("gods-of-war", "draw-terrain", tiles=left.enemy["tiles"]).form
    assert {tile.value for tile, _ in again.tiles} == {tile.value for tile in Terrain} - gone  # type: ignore[attr-defined]
    assert (left.side.get("engineers") == "no") == engineers
