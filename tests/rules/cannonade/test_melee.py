"""Melee: every odds table against all faces of both dice, and the rows of both tables."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import FaultsError, ForbiddenError
from calculator.kinds import Word
from calculator.rules.cannonade import SYSTEM
from calculator.rules.cannonade.fight import Fate, MeleeForm, MeleeOutcome, Verdict
from calculator.rules.cannonade.melee import Melee
from calculator.rules.cannonade.rally import Rally
from calculator.rules.cannonade.terms import Holds, Side
from calculator.rules.question import Question
from tests.rules.asking import ask, chances, check_promises, forms, law

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS

RESULTS = """
    4 V V V H H H
    3 V V H H H B
    2 V H H H B L
    1.5 H H H B L L
    1 A A B B D D
"""
FATES = [Fate.SURRENDER] * 2 + [Fate.ROUT] * 2 + [Fate.SLAUGHTER] * 2
IN_COVER = {"clear": 1.0, "covered": 1.5, "fortified": 2.0}

allowed = forms(
    MeleeForm,
    men=st.integers(1, 10),
    formations=st.just(1),
    officer=st.just(True),
    fired=st.just(False),
    fought=st.just(False),
    target_men=st.integers(1, 10),
)


def put(form: MeleeForm) -> Question:
    return Question(SYSTEM, Melee, form, SYSTEM.tables)


def row(larger: float, smaller: float) -> list[str]:
    rows = (line.split() for line in RESULTS.split("\n") if line.strip())
    return next(letters for ratio, *letters in rows if larger / smaller >= float(ratio))


def by_hand(form: MeleeForm) -> Iterator[tuple[str, str, int, int, int, int]]:
    """(winner, fate, attackers killed, defenders killed, their points) for every throw."""
    attackers = form.men + sum(one.men for one in form.also_attacking)
    men = {"attackers": attackers, "defenders": form.target_men}
    counting = {
        "attackers": float(attackers),
        "defenders": form.target_men * IN_COVER[form.target_terrain.value],
    }
    more, fewer = sorted(counting, key=counting.__getitem__, reverse=True)
    half = men[fewer] // 2 if counting[more] > counting[fewer] else min(men.values()) // 2
    wins = {"V": more, "H": more, "L": fewer, "A": "attackers", "D": "defenders", "B": "nobody"}
    for first, second in product(range(6), repeat=2):
        letter = row(counting[more], counting[fewer])[first]
        winner, fate = wins[letter], FATES[second]
        killed = {"attackers": half, "defenders": half}
        points = {"attackers": 0, "defenders": 0}
        if winner != "nobody":
            loser = "defenders" if winner == "attackers" else "attackers"
            lost = form.of_side(Side(loser))
            if letter == "V":
                killed[winner] = 0
            points[winner] += {"nothing": 0, "cannon": 10, "baggage": 5}[lost.holds.value]
            points[winner] += 2 * (lost.routers + lost.unarmed)
            points[loser] -= 2 * lost.prisoners
            if fate is Fate.SURRENDER:
                points[winner] += 2 * (men[loser] - half) + 5 * lost.officer + 20 * lost.flag
            if fate is Fate.SLAUGHTER:
                killed[loser] = men[loser]
                points[winner] += 3 * lost.officer + 20 * lost.flag
        yield (
            winner,
            fate.value if winner != "nobody" else "none",
            killed["attackers"],
            killed["defenders"],
            points["attackers"] + killed["defenders"],
            points["defenders"] + killed["attackers"],
        )


def facts(outcome: MeleeOutcome) -> tuple[str, str, int, int, int, int]:
    return (
        outcome.winner.value if outcome.winner else "nobody",
        outcome.fate.value if outcome.fate else "none",
        outcome.attackers_killed,
        outcome.defenders_killed,
        outcome.attackers_score,
        outcome.defenders_score,
    )


@given(allowed)
def test_odds_are_those_of_the_dice(form: MeleeForm) -> None:
    assert {facts(o): p for o, p in law(put(form)).items()} == chances(by_hand(form))


@given(allowed)
def test_every_question_keeps_its_promises(form: MeleeForm) -> None:
    check_promises(put(form))


@given(allowed)
def test_no_man_is_lost_twice(form: MeleeForm) -> None:
    """Killed, captured and routing men are those there were; a loser left whole is nowhere."""
    for outcome in law(put(form)):
        assert outcome.attackers_killed <= form.attackers.men
        assert outcome.defenders_killed <= form.target_men
        if outcome.winner:
            loser = outcome.winner.other
            gone = outcome.killed(loser) + outcome.captured + outcome.routing
            further = form.also_attacking if loser is ATTACKERS else ()
            first = form.men if loser is ATTACKERS else form.target_men
            assert gone == first + sum(one.men for one in further)


@pytest.mark.parametrize(
    ("men", "formations", "defenders", "terrain", "ratio"),
    [
        (20, 1, 5, "clear", "4:1"),
        (19, 1, 5, "clear", "3:1"),
        (15, 1, 5, "clear", "3:1"),
        (20, 1, 10, "clear", "2:1"),
        (19, 1, 10, "clear", "3:2"),
        (15, 1, 10, "clear", "3:2"),
        (14, 1, 10, "clear", "1:1"),
        (10, 1, 10, "clear", "1:1"),
        (9, 1, 10, "clear", "1:1"),
        (5, 1, 20, "clear", "4:1"),
        (20, 1, 10, "covered", "1:1"),
        (20, 1, 10, "fortified", "1:1"),
        (10, 1, 10, "fortified", "2:1"),
        (40, 2, 10, "fortified", "2:1"),
        (16, 1, 7, "covered", "3:2"),
    ],
)
def test_the_ratio_is_that_of_the_larger_force_to_the_smaller(
    men: int, formations: int, defenders: int, terrain: str, ratio: str
) -> None:
    question = ask(
        "cannonade",
        "melee",
        men=men,
        formations=formations,
        officer="yes",
        target_men=defenders,
        target_terrain=terrain,
    )
    form = question.form
    assert isinstance(form, MeleeForm)
    assert Melee(form, SYSTEM.tables).forces.ratio == ratio


@pytest.mark.parametrize(
    ("men", "defenders", "wins", "loses"),
    [
        (20, 5, Fraction(1), Fraction(0)),
        (15, 5, Fraction(5, 6), Fraction(0)),
        (20, 10, Fraction(4, 6), Fraction(1, 6)),
        (15, 10, Fraction(3, 6), Fraction(2, 6)),
        (10, 10, Fraction(2, 6), Fraction(2, 6)),
        (10, 15, Fraction(2, 6), Fraction(3, 6)),
        (5, 20, Fraction(0), Fraction(1)),
    ],
)
def test_who_wins_at_each_row(men: int, defenders: int, wins: Fraction, loses: Fraction) -> None:
    odds = ask("cannonade", "melee", men=men, officer="yes", target_men=defenders).odds()
    assert (odds.measure("wins"), odds.measure("loses")) == (wins, loses)
    assert odds.measure("stalemate") == 1 - wins - loses


@given(st.integers(1, 19))
def test_more_attackers_are_never_less_likely_to_win(men: int) -> None:
    fewer, more = (
        ask("cannonade", "melee", men=n, officer="yes", target_men=9).odds() for n in (men, men + 1)
    )
    assert fewer.measure("wins") <= more.measure("wins")
    assert fewer.measure("loses") >= more.measure("loses")


@given(allowed)
def test_cover_never_serves_the_attackers(form: MeleeForm) -> None:
    values = {"men": form.men, "officer": "yes", "target-men": form.target_men}
    wins = [
        ask("cannonade", "melee", **values, target_terrain=terrain).odds().measure("wins")
        for terrain in ("clear", "covered", "fortified")
    ]
    assert wins == sorted(wins, reverse=True)


def test_the_smaller_force_is_smaller_as_it_counts_but_loses_real_men() -> None:
    """12 attack 10 who count as 20: half of the 12 fall on each side in a stalemate."""
    outcomes = law(
        ask("cannonade", "melee", men=12, officer="yes", target_men=10, target_terrain="fortified")
    )
    stalemates = [outcome for outcome in outcomes if outcome.winner is None]
    assert [(o.attackers_killed, o.defenders_killed) for o in stalemates] == [(6, 6)]


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"men": 9, "target_men": 10}, "unless an officer is present"),
        ({"men": 12, "target_men": 10, "target_terrain": "fortified"}, "unless an officer"),
        ({"fired": "yes"}, "fired a cannon"),
        ({"fought": "yes"}, "attacks once"),
        ({"men": 21}, "21 men are too many: a hex may contain 20"),
        ({"men": 31, "formations": 2, "holds": "cannon"}, "2 hexes with cannon may contain 30"),
        ({"target_men": 11, "target_holds": "baggage"}, "a hex with baggage may contain 10"),
    ],
)
def test_what_the_rules_forbid(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        ask("cannonade", "melee", **values).check()


@pytest.mark.parametrize(
    ("values", "row", "letters", "sides"),
    [
        (
            {"men": 20, "officer": "yes", "target_men": 8, "target_terrain": "covered"},
            "row 3:2",
            ["1 to 3: H", "4: B", "5 to 6: L"],
            [("attackers", 3), ("nobody", 1), ("defenders", 2)],
        ),
        (
            {"men": 5, "officer": "yes", "target_men": 20},
            "row 4:1",
            ["1 to 3: V", "4 to 6: H"],
            [("defenders", 3), ("defenders", 3)],
        ),
        (
            {"men": 10, "target_men": 10},
            "row 1:1",
            ["1 to 2: A", "3 to 4: B", "5 to 6: D"],
            [("attackers", 2), ("nobody", 2), ("defenders", 2)],
        ),
    ],
)
def test_both_tables_stand_in_why_before_the_roll(
    values: dict[str, object], row: str, letters: list[str], sides: list[tuple[str, int]]
) -> None:
    factors = ask("cannonade", "melee", **values).odds().factors
    read = [factor for factor in factors if factor.stage == row]
    assert [factor.name.split(",")[0] for factor in read] == letters
    assert [(factor.side, factor.points) for factor in read] == sides
    fates = [(factor.name, factor.points) for factor in factors if factor.stage == "losers"]
    assert fates == [("1 to 2: surrender", 2), ("3 to 4: rout", 2), ("5 to 6: slaughter", 2)]


def test_an_officer_lets_a_smaller_force_attack() -> None:
    ask("cannonade", "melee", men=9, target_men=10, officer="yes").check()
    ask("cannonade", "melee", men=10, target_men=10).check()


def test_each_formation_has_a_man() -> None:
    with pytest.raises(FaultsError, match="formations: 3 are more than the men in them"):
        ask("cannonade", "melee", men=2, formations=3)


@pytest.mark.parametrize(
    ("men", "formations", "holds", "advance"),
    [
        (20, 1, Holds.NOTHING, "move 9 to 18 of their 18 men"),
        (20, 1, Holds.CANNON, "move 9 to 10 of their 18 men"),
        (40, 2, Holds.BAGGAGE, "move 10 of their 40 men"),
        (60, 3, Holds.NOTHING, "move 20 of their 60 men"),
        (5, 1, Holds.NOTHING, "move 2 to 3 of their 3 men"),
    ],
)
def test_the_winners_advance(men: int, formations: int, holds: Holds, advance: str) -> None:
    """Half or more advance; no more than 10 beside a cannon or baggage, or 20 in any hex."""
    question = ask(
        "cannonade",
        "melee",
        men=men,
        formations=formations,
        target_men=4 if men >= 20 else 5,
        target_holds=holds.value,
    )
    won = (question.result(f"{seed:x}") for seed in range(1, 200))
    unharmed = men >= 40
    result = next(
        r
        for r in won
        if r.outcome.winner is ATTACKERS and (r.outcome.attackers_killed == 0) == unharmed
    )
    assert any(advance in step for step in result.narration.on_table)


def test_one_man_is_told_in_the_singular() -> None:
    question = ask("cannonade", "melee", men=1, target_men=1)
    results = [question.result(f"{seed:x}").narration for seed in range(1, 60)]
    steps = {step for words in results for step in words.on_table}
    assert "The remaining 1 man is taken prisoner by the attackers." in steps
    assert any(step.startswith("The remaining 1 man routs and moves at once.") for step in steps)
    assert "The attackers move their 1 man into the hex of the defenders at once." in steps
    assert {words.how[0] for words in results} == {"1 man against 1: row 1:1."}


def test_routers_leave_their_cannon_but_not_their_flag() -> None:
    values = {"target_men": 5, "target_holds": "cannon", "target_flag": "yes"}
    question = ask("cannonade", "melee", **values)
    result = next(
        r for r in (question.result(f"{n:x}") for n in range(1, 99)) if r.outcome.fate is Fate.ROUT
    )
    assert "The routers carry their flag away." in result.narration.on_table
    assert "They capture the cannon there." in result.narration.on_table
    assert result.outcome.attackers_score == result.outcome.defenders_killed + 10


def test_an_override_of_a_row_is_obeyed_and_a_wrong_one_told() -> None:
    tables = SYSTEM.tables.override({"melee.results.1:1": "AAAAAA"}, "attackers always win")
    odds = Question.read("cannonade", "melee", {"men": 15}, tables).odds()
    assert odds.measure("wins") == 1
    for row_, problem in (("AAAAAX", "'X' is not one of the words"), ("AAA", "6 of A, B, D")):
        with pytest.raises(FaultsError, match=problem):
            SYSTEM.tables.override({"melee.results.1:1": row_}, "mistaken")


def test_a_record_whose_tables_hold_other_words_is_told() -> None:
    for row_, problem in (("AAAAAX", "'X' is not one of the words"), ("AAA", "6 faces")):
        present = SYSTEM.tables.entry("melee.results.1:1")
        tables = SYSTEM.tables.replaced([present._replace(value=row_)])
        with pytest.raises(FaultsError, match=problem):
            Question.read("cannonade", "melee", {"men": 15}, tables).odds()


@pytest.mark.parametrize(
    ("key", "words"),
    [("melee.results.1:1", Verdict), ("melee.fate", Fate), ("rally.results", Rally)],
)
def test_the_words_of_the_tables_are_those_of_the_rules(key: str, words: type[Word]) -> None:
    assert {word.lower() for word in SYSTEM.tables.entry(key).words} == {
        word.value for word in words
    }


@pytest.mark.parametrize(
    ("men", "formations", "defenders", "counting", "half"),
    [
        (20, 1, 10, 2.0, 5),  # as many as they count for: half of the fewer men, 10
        (12, 1, 10, 2.0, 6),  # the attackers are the smaller force
        (30, 2, 10, 4.0, 10),  # half of 30 is more than the defenders have
    ],
)
def test_half_the_smaller_force_is_never_more_than_either_side_has(
    men: int, formations: int, defenders: int, counting: float, half: int
) -> None:
    tables = SYSTEM.tables.override({"melee.strength.fortified": counting}, "thicker walls")
    form = {
        "men": men,
        "formations": formations,
        "officer": "yes",
        "target-men": defenders,
        "target-terrain": "fortified",
    }
    odds = Question.read("cannonade", "melee", form, tables).odds()
    stalemates = {o for o in odds.distribution if o.winner is None}
    losers = {o.defenders_killed for o in odds.distribution if o.fate is not Fate.SLAUGHTER}
    assert {(o.attackers_killed, o.defenders_killed) for o in stalemates} <= {(half, half)}
    assert losers == {half}


def test_the_odd_man_may_be_made_to_fall() -> None:
    tables = SYSTEM.tables.override({"melee.odd-man": 1}, "halves rounded up")
    question = Question.read("cannonade", "melee", {"men": 15, "target_men": 15}, tables)
    lost = {o.attackers_killed for o in question.odds().distribution if o.winner is None}
    assert lost == {8}
