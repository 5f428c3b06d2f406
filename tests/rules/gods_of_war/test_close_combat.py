"""Close combat: odds against every face of every die, and the text's bonuses one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import ForbiddenError
from calculator.forms import mattering
from calculator.rules.gods_of_war import SYSTEM
from calculator.rules.gods_of_war.close_combat import (
    CloseCombat,
    CloseCombatForm,
    CloseCombatOutcome,
)
from calculator.rules.gods_of_war.terms import Bearing, Terrain, Unit
from calculator.rules.question import Question
from tests.rules.asking import ask, check_promises, forms, law, never_more
from tests.rules.gods_of_war.throwing import FULL, losses, throws

CHARGERS = [unit for unit in Unit if not unit.is_artillery]
SOFT = [t for t in Terrain if t not in {Terrain.WOODS, Terrain.POND, Terrain.FARM}]

FORMED = {"column": 2, "line": 1}
MOUNTED = {"light-cavalry": 4, "heavy-cavalry": 5}
STRUCK = {"front": 0, "front-flank": -1, "side-flank": -2, "rear": -3}


def legal(form: CloseCombatForm) -> bool:
    """Cavalry and guns stand in no farm."""
    return form.target_terrain is not Terrain.FARM or form.target is Unit.INFANTRY


allowed = forms(
    CloseCombatForm,
    unit=st.sampled_from(CHARGERS),
    strength=st.integers(1, 3),
    terrain=st.sampled_from(SOFT),
    bearing=st.just(Bearing.AHEAD),
    acted_before=st.just(False),
    target_strength=st.integers(0, 2),
    target_terrain=st.sampled_from([*SOFT, Terrain.FARM]),
).filter(legal)


def put(form: CloseCombatForm) -> Question:
    return Question(SYSTEM, CloseCombat, form, SYSTEM.tables)


def attack(**values: object) -> Question:
    return ask("gods-of-war", "close-combat", **values)


def bonuses(form: CloseCombatForm) -> tuple[int, int]:
    """What the text adds to each die of the attacker and of the defender."""
    unit, target = form.unit.value, form.target.value
    formation = form.formation.value if unit == "infantry" else ""
    attacker = MOUNTED.get(unit, 0) + FORMED.get(formation, 0)
    defender = MOUNTED.get(target, 0) + (1 if form.target_terrain is Terrain.HILLS else 0)
    square = False
    if target == "infantry":
        if form.target_terrain is Terrain.FARM:
            defender += 3
        elif form.target_formation.value == "square":
            square = True
            defender += 6 if unit in MOUNTED else -2
        else:
            defender += FORMED[form.target_formation.value]
    return attacker, defender + (0 if square else STRUCK[form.struck.value])


def by_hand(form: CloseCombatForm) -> dict[Any, Fraction]:
    """Every throw of all dice, laid out highest against highest."""
    strength, against = form.strength or 0, form.target_strength or 0
    heroic = int(form.heroic_defence)
    if against == 0:
        return {((0, strength, False), losses(0, 1 - heroic), False, bool(heroic)): Fraction(1)}
    mine, theirs = bonuses(form)
    charging = 2 if form.charge and form.unit.is_cavalry else 0
    found: Counter[Any] = Counter()
    for attacking, often in throws(strength + charging).items():
        for replying, often_too in throws(against + int(form.entrench)).items():
            met = [(a + mine, d + theirs) for a, d in zip(attacking, replying, strict=False)]
            hits = sum(a > d for a, d in met)
            won = max(0, hits - heroic)
            attacker = losses(strength, sum(a < d for a, d in met))
            defender = losses(against, won)
            beaten = form.rout and defender[0] > attacker[0]
            found[attacker, defender, beaten, heroic * hits > 0] += often * often_too
    return {outcome: Fraction(count, found.total()) for outcome, count in found.items()}


def facts(outcome: CloseCombatOutcome) -> Any:
    a, d = outcome.attacker, outcome.defender
    return (
        (a.lost, a.left, a.destroyed),
        (d.lost, d.left, d.destroyed),
        outcome.retreats,
        outcome.saved,
    )


@given(allowed)
def test_odds_are_those_of_the_dice(form: CloseCombatForm) -> None:
    assert {facts(o): p for o, p in law(put(form)).items()} == by_hand(form)


@given(allowed)
def test_every_question_keeps_its_promises(form: CloseCombatForm) -> None:
    check_promises(put(form))


def points(question: Question, side: str) -> tuple[int, int]:
    """Dice, and what is added to each, on one side."""
    found = [factor for factor in question.odds().factors if factor.side == side]
    return (
        sum(factor.points for factor in found if factor.stage == "dice"),
        sum(factor.points for factor in found if factor.stage == "each die"),
    )


@pytest.mark.parametrize(
    ("values", "dice", "bonus"),
    [
        ({"formation": "column"}, 4, 2),
        ({"formation": "line", "strength": 3}, 3, 1),
        ({"formation": "square"}, 4, 0),
        ({"unit": "light-cavalry"}, 4, 4),
        ({"unit": "heavy-cavalry"}, 4, 5),
        ({"unit": "heavy-cavalry", "charge": "yes"}, 6, 5),
        ({"unit": "infantry", "charge": "yes"}, 4, 2),
        ({"unit": "infantry", "terrain": "hills"}, 4, 2),
    ],
)
def test_what_the_attacker_rolls(values: dict[str, object], dice: int, bonus: int) -> None:
    assert points(attack(**values), "attacker") == (dice, bonus)


@pytest.mark.parametrize(
    ("values", "dice", "bonus"),
    [
        ({"target_formation": "column"}, 4, 2),
        ({"target_formation": "line"}, 4, 1),
        ({"target_formation": "square"}, 4, -2),
        ({"target_formation": "square", "unit": "light-cavalry"}, 4, 6),
        ({"target_formation": "square", "unit": "heavy-cavalry", "struck": "rear"}, 4, 6),
        ({"target": "light-cavalry", "target_strength": 2}, 2, 4),
        ({"target": "heavy-cavalry", "struck": "front-flank"}, 4, 4),
        ({"target": "heavy-artillery"}, 2, 0),
        ({"target": "horse-artillery", "struck": "rear"}, 2, -3),
        ({"target_terrain": "hills"}, 4, 3),
        ({"target_terrain": "hills", "struck": "side-flank"}, 4, 1),
        ({"target_terrain": "farm"}, 4, 3),
        ({"target_terrain": "farm", "target_formation": "square"}, 4, 3),
        ({"target_terrain": "farm", "target_formation": "square", "struck": "rear"}, 4, 0),
        ({"target_terrain": "mud", "entrench": "yes"}, 5, 2),
    ],
)
def test_what_the_defender_rolls(values: dict[str, object], dice: int, bonus: int) -> None:
    assert points(attack(**values), "defender") == (dice, bonus)


def test_ties_hurt_nobody() -> None:
    odds = attack(strength=1, target_strength=1)
    assert {o.label: p for o, p in law(odds).items()} == {
        "defender loses 0, attacker loses 1 and breaks": Fraction(15, 36),
        "defender loses 0, attacker loses 0": Fraction(6, 36),
        "defender loses 1 and breaks, attacker loses 0": Fraction(15, 36),
    }


def test_unpaired_dice_harm_nobody() -> None:
    outcomes = law(attack(strength=4, target_strength=1))
    assert max(o.defender.lost + o.attacker.lost for o in outcomes) == 1


def test_charge_adds_dice_but_no_figures_to_lose() -> None:
    outcomes = law(
        attack(unit="light-cavalry", strength=1, charge="yes", target_formation="square")
    )
    assert max(o.attacker.lost for o in outcomes) == 1
    assert {o.defender.lost for o in outcomes} >= {1, 2, 3}


@pytest.mark.parametrize("heroic", ["no", "yes"])
def test_a_broken_unit_is_finished_off_unless_its_first_loss_is_ignored(heroic: str) -> None:
    (outcome,) = law(attack(target_strength=0, heroic_defence=heroic))
    assert outcome.defender.destroyed == (heroic == "no")


def test_a_scenario_may_let_hits_beyond_the_last_figure_destroy() -> None:
    tables = SYSTEM.tables.override({"broken.excess-destroys": 1}, "the tip's two hits")
    form = {"target_strength": 1, "entrench": "yes", "rout": "yes"}
    odds = Question.read("gods-of-war", "close-combat", form, tables).odds()
    assert {o.defender.destroyed for o in odds.distribution} == {False, True}
    assert not any(o.retreats for o in odds.distribution if o.defender.destroyed)
    assert not any(o.defender.destroyed for o in law(attack(**form)))


def test_the_label_tells_that_the_defender_is_driven_back() -> None:
    """One figure against one: the defender loses in 15 throws of 36, and then falls back."""
    odds = {o.label: p for o, p in law(attack(strength=1, target_strength=1, rout="yes")).items()}
    assert odds == {
        "defender loses 1, breaks and is driven back, attacker loses 0": Fraction(15, 36),
        "defender loses 0, attacker loses 0": Fraction(6, 36),
        "defender loses 0, attacker loses 1 and breaks": Fraction(15, 36),
    }


def test_rout_drives_back_a_defender_who_lost_more() -> None:
    for outcome in law(attack(unit="heavy-cavalry", rout="yes")):
        assert outcome.retreats == (outcome.defender.lost > outcome.attacker.lost)
    assert not any(outcome.retreats for outcome in law(attack(unit="heavy-cavalry")))


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"unit": "horse-artillery"}, "artillery always fires"),
        ({"strength": 0}, "broken unit has no figures"),
        ({"target": "light-artillery", "target_strength": 3}, "has 2 figures at most"),
        ({"bearing": "one-step-aside"}, "own front hex: pivot first"),
        ({"terrain": "woods"}, "units in woods cannot attack"),
        ({"target_terrain": "woods"}, "cannot be the target"),
        ({"unit": "light-cavalry", "terrain": "farm"}, "only infantry may enter a hex of farm"),
        ({"target": "heavy-cavalry", "target_terrain": "farm"}, "only infantry"),
        ({"target_terrain": "pond"}, "no unit may enter a pond"),
        ({"acted_before": "yes"}, "never acts twice in a row"),
        ({"acted_before": "yes", "unit": "light-cavalry", "double_time": "yes"}, "twice in a row"),
    ],
)
def test_what_the_rules_forbid(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        attack(**values).check()


def test_every_reason_is_given_at_once() -> None:
    with pytest.raises(ForbiddenError) as caught:
        attack(unit="heavy-artillery", strength=0, bearing="behind", acted_before="yes").check()
    assert len(caught.value.refusals) == 4


def test_double_time_lets_infantry_move_and_attack() -> None:
    attack(acted_before="yes", double_time="yes").check()


def test_a_scenario_may_allow_combat_in_woods() -> None:
    tables = SYSTEM.tables.override({"woods.combat-prohibited": 0}, "open woods")
    question = Question.read("gods-of-war", "close-combat", {"target-terrain": "woods"}, tables)
    assert points(question, "defender") == (4, 2)


units = st.sampled_from([unit.value for unit in CHARGERS])
strengths = st.integers(1, 5)
flanks = st.integers(0, 2)


@given(unit=units, strength=strengths, against=strengths)
def test_more_figures_never_hit_less(unit: str, strength: int, against: int) -> None:
    fewer, more = (
        attack(unit=unit, strength=n, target_strength=against).odds()
        for n in (strength, strength + 1)
    )
    assert never_more(fewer, more, lambda outcome: outcome.defender.lost)


@given(unit=units, target=st.sampled_from(Unit), flank=flanks)
def test_no_side_is_better_struck_than_one_nearer_the_front(
    unit: str, target: Unit, flank: int
) -> None:
    nearer, farther = (
        attack(unit=unit, target=target.value, struck=struck).odds()
        for struck in list(STRUCK)[flank : flank + 2]
    )
    assert never_more(nearer, farther, lambda outcome: outcome.defender.lost)
    assert never_more(farther, nearer, lambda outcome: outcome.attacker.lost)


@given(unit=st.sampled_from(list(MOUNTED)), other=st.sampled_from(list(FORMED)), form=allowed)
def test_a_square_is_best_against_cavalry_and_worst_against_infantry(
    unit: str, other: str, form: CloseCombatForm
) -> None:
    against = {"strength": form.strength, "struck": form.struck.value, "target": "infantry"}
    square, formed = (
        attack(unit=unit, target_formation=f, **against).odds() for f in ("square", other)
    )
    assert never_more(square, formed, lambda outcome: outcome.defender.lost)
    square, formed = (
        attack(**against | {"struck": "front"}, target_formation=f).odds()
        for f in ("square", other)
    )
    assert never_more(formed, square, lambda outcome: outcome.defender.lost)


@given(form=allowed, card=st.sampled_from(["entrench", "heroic_defence"]))
def test_the_defenders_cards_never_cost_it_figures(form: CloseCombatForm, card: str) -> None:
    """Entrench may let more of the attacker's dice find a pair: only what it kills is sure."""
    values: dict[str, object] = {
        "unit": form.unit.value,
        "strength": form.strength,
        "target": form.target.value,
        "struck": form.struck.value,
    }
    without, played = attack(**values).odds(), attack(**values, **{card: "yes"}).odds()
    assert never_more(without, played, lambda outcome: outcome.attacker.lost)
    if card == "heroic_defence":
        assert never_more(played, without, lambda outcome: outcome.defender.lost)


def test_full_strength_is_the_default() -> None:
    for unit, full in FULL.items():
        dice, _ = points(attack(target=unit), "defender")
        assert dice == full


def test_to_finish_off_a_broken_defender_is_to_win() -> None:
    finished = attack(target_strength=0).odds()
    saved = attack(target_strength=0, heroic_defence="yes").odds()
    for odds, chance in ((finished, 1), (saved, 0)):
        assert odds.measure("wins") == odds.measure("breaks") == Fraction(chance)
        assert odds.measure("loses") == Fraction(0)


def test_a_broken_defender_is_given_no_dice_in_words() -> None:
    destroyed = "The defender is destroyed; the attacker loses 0."
    finished = "Broken, the defender has no dice to reply with: any attack finishes it off."
    words = attack(target_strength=0).result("1").narration
    assert (words.headline, words.how) == (destroyed, (finished,))
    saved = attack(target_strength=0, heroic_defence="yes").result("1").narration
    assert saved.headline == "The defender loses 0 and is saved a loss; the attacker loses 0."
    assert saved.how == (finished, "Heroic Defence saves it this once.")


def test_words_tell_the_dice_and_what_to_do() -> None:
    question = attack(strength=2, target_strength=2, rout="yes")
    (best,) = [o for o in law(question) if o.defender.lost == 2]
    draws = next(
        result.draws
        for result in (question.result(f"{seed:x}") for seed in range(1, 99))
        if result.outcome == best
    )
    words = question.law.narrate(best, draws)
    assert words.headline == (
        "The defender loses 2, breaks and is driven back; the attacker loses 0."
    )
    assert words.on_table[0] == "Remove 2 figures from the defender: none left."
    assert words.on_table[-2:] == (
        "The defender retreats 1 hex, away from the attacker: Rout!",
        "Rout! is spent.",
    )
    assert words.how[0] == "The attacker: 2 dice, +2 to each (column +2)."
    assert any("The attacker wins 2 and loses none." in line for line in words.how)


def test_entrench_is_a_die_of_the_defender_where_it_replies_at_all() -> None:
    factors = attack(entrench="yes").odds().factors
    (entrench,) = (factor for factor in factors if factor.name == "Entrench")
    assert (entrench.stage, entrench.side, entrench.points) == ("dice", "defender", 1)
    assert entrench.source == "Bonus cards"
    broken = attack(entrench="yes", target_strength=0).odds().factors
    assert "Entrench" not in {factor.name for factor in broken}


@pytest.mark.parametrize(
    ("values", "lost", "spent"),
    [
        ({"entrench": "yes"}, 0, {"Entrench is spent."}),
        ({"heroic_defence": "yes", "unit": "heavy-cavalry"}, 0, {"Heroic Defence is spent."}),
        ({"heroic_defence": "yes", "target_strength": 0}, 0, {"Heroic Defence is spent."}),
        ({"heroic_defence": "yes", "target_strength": 1}, 1, set()),
        ({"charge": "yes", "unit": "light-cavalry"}, 0, set()),
    ],
)
def test_guards_are_spent_once_they_have_served(
    values: dict[str, object], lost: int, spent: set[str]
) -> None:
    """`lost` picks a result in which the attacker loses so many."""
    question = attack(**{"strength": 1, **values})
    results = (question.result(f"{seed:x}") for seed in range(1, 99))
    steps = next(r.narration.on_table for r in results if r.outcome.attacker.lost == lost)
    assert {step for step in steps if step.endswith(" is spent.")} == spent


def test_outcomes_run_from_the_mildest_for_the_defender_to_the_gravest() -> None:
    rows = attack(strength=2, target_strength=2).odds()
    assert [row.outcome.label for row in rows] == [
        "defender loses 0, attacker loses 2 and breaks",
        "defender loses 0, attacker loses 1",
        "defender loses 0, attacker loses 0",
        "defender loses 1, attacker loses 1",
        "defender loses 1, attacker loses 0",
        "defender loses 2 and breaks, attacker loses 0",
    ]


@pytest.mark.parametrize(
    ("values", "asked"),
    [({}, True), ({"target_strength": 0}, False), ({"target_formation": "square"}, False)],
)
def test_where_a_target_is_struck_is_asked_where_it_faces_somewhere(
    values: dict[str, object], asked: bool
) -> None:
    """A broken target and a square have no flank to strike."""
    form = ask("gods-of-war", "close-combat", **values).form
    assert ("struck" in {field.key for field in mattering(form)}) is asked
