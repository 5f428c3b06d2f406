"""Playing on from fire and melee, against every way the dice of the text's tables can fall."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import FaultsError, ForbiddenError
from calculator.rules.action import Aftermath
from calculator.rules.cannonade import SYSTEM
from calculator.rules.cannonade.fight import Fate, FurtherAttackers, MeleeForm
from calculator.rules.cannonade.fire import CannonadeForm
from calculator.rules.cannonade.rally import Rally
from calculator.rules.cannonade.terms import Holds
from calculator.rules.question import Question, Result
from calculator.tuning.acting import Acting, Clause, Condition, UnitsAfter, read_policy
from calculator.tuning.duel import combine, fight
from tests.rules.asking import ask, forms

ACTING = Acting(SYSTEM, SYSTEM.tables)

ROWS = (((4, 1), "VVVHHH"), ((3, 1), "VVHHHB"), ((2, 1), "VHHHBL"), ((3, 2), "HHHBLL"))
EVEN = "AABBDD"

Standing = tuple[int | None, int | None]


def melee(attackers: int, defenders: int) -> dict[Standing, Fraction]:
    """Men of both sides after one melee on clear ground, by the text's tables; None: out of it."""
    larger, smaller = max(attackers, defenders), min(attackers, defenders)
    row = next((r for (m, n), r in ROWS if larger * n >= smaller * m), EVEN)
    ends: dict[Standing, Fraction] = {}
    for letter, _fate in product(row, range(6)):
        half = smaller // 2
        attackers_win = {"A": True, "D": False, "B": None}.get(
            letter, (attackers > defenders) == (letter != "L")
        )
        winners_lose = 0 if letter == "V" else half
        if letter in "HLV" and attackers == defenders:
            attackers_win = None
        end: Standing
        if attackers_win is None:
            end = (attackers - half, defenders - half)
        elif attackers_win:
            end = (attackers - winners_lose, None)
        else:
            end = (None, defenders - winners_lose)
        ends[end] = ends.get(end, Fraction(0)) + Fraction(1, 36)
    return ends


def chain(first: int, second: int, turns: int) -> dict[Standing, Fraction]:
    """Both attack in turn; a smaller force does not attack a larger one without an officer."""
    standing: dict[Standing, Fraction] = {(first, second): Fraction(1)}
    for _ in range(turns):
        for mine in (True, False):
            following: dict[Standing, Fraction] = {}
            for pair, share in standing.items():
                one, two = pair if mine else pair[::-1]
                ends = {pair: Fraction(1)}
                if one is not None and two is not None and one >= two:
                    ends = {e if mine else e[::-1]: c for e, c in melee(one, two).items()}
                for end, chance in ends.items():
                    following[end] = following.get(end, Fraction(0)) + share * chance
            standing = following
    return standing


def formation(men: int, **more: str) -> Condition:
    whole = {"men": str(men), "officer": "no", "holds": "nothing", "flag": "no"}
    return tuple((whole | more).items())


def fought(
    first: Condition, second: Condition, policy: str, reply: str, turns: int
) -> dict[UnitsAfter, Fraction]:
    attack, answer = (read_policy(text, SYSTEM) for text in (policy, reply))
    end = fight(ACTING, first, second, attack, answer, turns).end
    return {pair: end.probability(pair) for pair in end}


def men(unit: Condition | None) -> int | None:
    return None if unit is None else int(dict(unit)["men"])


@pytest.mark.parametrize(("first", "second", "turns"), [(20, 15, 1), (12, 12, 3), (20, 5, 2)])
def test_melees_go_on_with_the_men_that_are_left(first: int, second: int, turns: int) -> None:
    ends = fought(formation(first), formation(second), "melee", "melee", turns)
    found: dict[Standing, Fraction] = {}
    for pair, chance in ends.items():
        end = men(pair.own), men(pair.enemy)
        found[end] = found.get(end, Fraction(0)) + chance
    assert found == chain(first, second, turns)


def test_a_hex_under_fire_thins_out() -> None:
    """1D6 - 1 at 6 to 10 men, - 2 at 1 to 5, a natural 6 at least 1; range 3, clear ground."""
    ends = {8: Fraction(1)}
    for _ in range(3):
        following: dict[int, Fraction] = {}
        for left, share in ends.items():
            for face in range(1, 7):
                killed = face - 1 if left > 5 else max(face - 2, 0)
                after = max(left - max(killed, 0), 0) if left else 0
                following[after] = following.get(after, Fraction(0)) + share / 6
        ends = following
    crew = formation(6, holds="cannon")
    found: dict[int, Fraction] = {}
    for pair, chance in fought(crew, formation(8), "cannonade", "hold", 3).items():
        after = men(pair.enemy) or 0
        found[after] = found.get(after, Fraction(0)) + chance
    assert found == ends


def test_a_formation_is_attacked_once_in_a_melee_turn() -> None:
    attackers = [formation(20), formation(20)]
    clause = Clause("melee", ())
    with pytest.raises(ForbiddenError, match="is attacked once, in a melee turn"):
        list(combine(ACTING, attackers, formation(15), clause, "stalemate"))


def test_what_leaves_nothing_to_play_on_from_is_refused() -> None:
    with pytest.raises(FaultsError, match=r"ammunition.*Cannonade.*cannonade, march, melee"):
        read_policy("ammunition", SYSTEM)
    one = formation(20)
    attacks = combine(ACTING, [one], one, Clause("ammunition", ()), "supplied")
    with pytest.raises(FaultsError, match=r"ammunition.*Cannonade"):
        next(attacks)


def numbers(steps: Sequence[str], pattern: str) -> list[int]:
    """Every number that the steps say in such a place; "no" and "none" are 0."""
    found = [match for step in steps for match in re.finditer(pattern, step)]
    return [int({"no": "0", "none": "0"}.get(match[1], match[1])) for match in found]


def points(values: dict[str, str], before: int) -> int:
    return before + int(values.get("victory-points", "0"))


def played(action: str, form: Any) -> tuple[Result, Aftermath, tuple[str, ...]]:
    result = Question(SYSTEM, SYSTEM.action(action), form, SYSTEM.tables).result()
    left = result.question.law.after(result.outcome)
    return result, left, result.narration.on_table


few = st.integers(0, 3)
fights = forms(
    MeleeForm,
    men=st.integers(1, 20),
    formations=st.just(1),
    also_attacking=st.just(()),
    officer=st.just(True),
    holds=st.just(Holds.NOTHING),
    fired=st.just(False),
    fought=st.just(False),
    target_holds=st.sampled_from([Holds.NOTHING]),
    prisoners=few,
    routers=few,
    unarmed=few,
    target_prisoners=few,
    target_routers=few,
    target_unarmed=few,
    victory_points=st.integers(50, 99),
    target_victory_points=st.integers(50, 99),
)


@given(fights)
def test_a_melee_leaves_what_it_tells_the_table_to_do(form: MeleeForm) -> None:
    result, left, steps = played("melee", form)
    won = result.outcome.winner
    sides = {
        "attackers": (form.men, left.actor, left.actor_gone, form.prisoners, left.actor_had),
        "defenders": (
            form.target_men, left.target, left.target_gone, form.target_prisoners, left.target_had,
        ),
    }  # fmt: skip
    for side, (men_before, after, gone, prisoners, had) in sides.items():
        lost = won is not None and won.value != side
        assert (after is None) == lost == bool(gone)
        said = numbers(steps, rf"Remove \d+ of the {side}' men: (none|\d+) left")
        assert had == ({"men": str((said or [men_before])[0])} if lost else {})
        if after is not None:
            assert (after.get("at") == "") == (won is not None), "who wins enters the hex"
            assert int(after["men"]) == (said or [men_before])[0]
            escorts = numbers(steps, rf"The {side} escort (\d+) prisoner")
            assert int(after["prisoners"]) == (escorts or [0 if won else prisoners])[0]
    totals = points(dict(left.side), form.victory_points)
    assert totals == (numbers(steps, r"attackers .* (\d+) in all") or [form.victory_points])[0]
    totals = points(dict(left.enemy), form.target_victory_points)
    before = form.target_victory_points
    assert totals == (numbers(steps, r"defenders .* (\d+) in all") or [before])[0]
    others = {other.unit: int((other.values or {})["men"]) for other in left.others}
    freed = numbers(steps, r"The (\d+) prisoners? whom they escorted")
    assert freed == [n for unit, n in others.items() if "set free" in unit]
    routing = numbers(steps, r"The remaining (\d+) m.* (?:rout and move|routs and moves)")
    assert routing == [n for unit, n in others.items() if unit.startswith("the routing")]


def tallies(values: Mapping[str, str]) -> tuple[int, int, int]:
    """By how many a side's prisoners, unarmed and routing men rise."""
    held, unarmed, routing = (
        int(values.get(key, "0")) for key in ("prisoners-held", "unarmed", "routing")
    )
    return held, unarmed, routing


@given(fights)
def test_men_who_change_hands_are_counted_on_both_sides(form: MeleeForm) -> None:
    """By the text: the winners take who surrenders, routs behind or is unarmed in the hex, and have
    their own back, unarmed; the losers' men who rout are counted, those taken no longer."""
    result, left, _ = played("melee", form)
    outcome = result.outcome
    mine, theirs = tallies(left.side), tallies(left.enemy)
    if outcome.winner is None:
        assert mine == theirs == (0, 0, 0)
        return
    if outcome.winner.value == "attackers":
        won, lost, there = mine, theirs, (form.target_men, form.target_prisoners)
        behind = form.target_routers, form.target_unarmed
        left_alive = form.target_men - outcome.defenders_killed
    else:
        won, lost, there = theirs, mine, (form.men, form.prisoners)
        behind = form.routers, form.unarmed
        left_alive = form.men - outcome.attackers_killed
    fate = outcome.fate.value
    taken = left_alive * (fate == "surrender") + sum(behind)
    assert won == (taken, there[1], 0)
    assert lost == (-there[1], -behind[1], left_alive * (fate == "rout") - behind[0])


@given(st.lists(st.integers(1, 20), min_size=2, max_size=4), st.integers(1, 20), st.integers(1, 40))
def test_each_formation_that_attacks_bears_its_share(
    men: list[int], defenders: int, seed: int
) -> None:
    """By their numbers, to the man: a share is what it would be of a whole, rounded up or down."""
    first, *further = men
    form = MeleeForm(
        men=first,
        officer=True,
        target_men=defenders,
        also_attacking=tuple(FurtherAttackers(men=n) for n in further),
    )
    question = Question(SYSTEM, SYSTEM.action("melee"), form, SYSTEM.tables)
    result = question.result(f"{seed:x}")
    outcome, left = result.outcome, question.law.after(result.outcome)
    listed = [one for one in left.others if one.answer == "also-attacking"]
    stand = [left.actor or left.actor_had, *(one.values or one.had for one in listed)]
    dead = [before - int(after["men"]) for before, after in zip(men, stand, strict=True)]
    assert sum(dead) == outcome.attackers_killed
    for number, fell in zip(men, dead, strict=True):
        assert abs(fell - Fraction(outcome.attackers_killed * number, sum(men))) < 1
    lost = outcome.winner is not None and outcome.winner.value == "defenders"
    for one, before, fell in zip(listed, further, dead[1:], strict=True):
        fate = outcome.fate if lost and outcome.fate and fell < before else Fate.SLAUGHTER
        assert one.gone == (fate.meaning if lost or fell == before else "")
        assert (one.values is None) == bool(one.gone)
        if one.values:
            assert one.values["fought"] == "yes"
    told = numbers(result.narration.on_table, r"Remove (\d+) of the \d+.. formation's men")
    assert told == [fell for fell in dead if fell]


def test_a_second_officer_lets_them_attack_and_is_lost_with_them() -> None:
    """Eight against ten need an officer; two killed are 3 points each, a flag 20."""
    few = {"men": 4, "target_men": 10}
    with pytest.raises(ForbiddenError, match="unless an officer"):
        ask("cannonade", "melee", **few, also_attacking="4").check()
    question = ask("cannonade", "melee", **few, officer="yes", also_attacking="4 officer flag")
    slaughtered = next(
        r
        for r in (question.result(f"{n:x}") for n in range(1, 99))
        if r.outcome.attackers_killed == 8
    )
    assert slaughtered.outcome.defenders_score == 8 + 2 * 3 + 20
    assert "Remove their officers, the last men killed." in slaughtered.narration.on_table


def test_escorted_prisoners_and_routers_change_hands_whatever_the_losers_suffer() -> None:
    """5 of 20 against 5: the losers escorted 4 of the winners and 3 of their own rout behind."""
    form = {"men": 20, "target_men": 5, "target_prisoners": 4, "target_routers": 3}
    form |= {"target_unarmed": 1}
    question = ask("cannonade", "melee", **form, victory_points=10, target_victory_points=30)
    for seed in range(1, 40):
        result = question.result(f"{seed:x}")
        fate = result.outcome.fate.value
        left = question.law.after(result.outcome)
        freed = "escaped" if fate == "slaughter" else "went back to the attackers"
        steps = result.narration.on_table
        assert f"The 4 prisoners whom they escorted {freed}, unarmed." in steps
        assert "The 3 routing men in the hex become prisoners." in steps
        assert "The 1 unarmed man in the hex becomes a prisoner." in steps
        killed, captured = {"surrender": (2, 3), "rout": (2, 0), "slaughter": (5, 0)}[fate]
        assert left.actor is not None
        assert int(left.actor["prisoners"]) == 4 + captured
        assert points(dict(left.side), 10) == 10 + killed + 2 * (4 + captured)
        mine = 20 - int(left.actor["men"])
        assert points(dict(left.enemy), 30) == 30 + mine - 2 * 4


@given(
    forms(
        CannonadeForm,
        men=st.just(6),
        holds=st.just(Holds.CANNON),
        range=st.integers(1, 3),
        friends=few,
        target_men=st.integers(1, 4),
        target_prisoners=few,
        baggage_distance=st.integers(3, 6),
        turns_beyond=st.integers(0, 2),
        victory_points=st.integers(50, 60),
        target_victory_points=st.integers(50, 60),
    )
)
def test_a_cannonade_leaves_what_it_tells_the_table_to_do(form: CannonadeForm) -> None:
    _, left, steps = played("cannonade", form)
    found = numbers(steps, r"from the target's hex: (no|\d+) m[ae]n left")
    standing = found[0] if found else form.target_men
    assert (left.target is None) == (standing == 0) == (left.target_gone == "killed")
    assert left.target_had == ({} if standing else {"men": "0"})
    if left.target is not None:
        assert int(left.target["men"]) == standing
    assert left.actor is not None
    beyond = {"turns-beyond": str(form.turns_beyond + 1)} if form.baggage_distance > 4 else {}
    assert left.actor == {"fired": "yes", **beyond}
    turns = numbers(steps, r"ammunition for (no|\d+) more turn")
    assert turns == ([3 - int(left.actor["turns-beyond"])] if form.baggage_distance > 4 else [])
    friends = [other for other in left.others if other.answer == "friends"]
    said = numbers(steps, r"of the friends fired over: (no|\d+) m[ae]n left")
    assert [int((other.values or {"men": "0"})["men"]) for other in friends][: len(said)] == said
    now = (numbers(steps, rf"Victory points now: {who}") for who in (r"(\d+),", r".*enemy's (\d+)"))
    assert [points(dict(left.side), form.victory_points)] == next(now)
    assert [points(dict(left.enemy), form.target_victory_points)] == next(now)
    loses = numbers(steps, r"The enemy loses (\d+) victory point")
    freed = form.target_prisoners if standing == 0 else 0
    assert sum(loses) == 2 * freed
    assert (tallies(left.side), tallies(left.enemy)) == ((0, freed, 0), (-freed, 0, 0))


def test_who_has_fired_neither_marches_nor_attacks_and_who_has_fought_fights_no_more() -> None:
    fired = ask("cannonade", "cannonade", men=6)
    left = fired.law.after(fired.result("1").outcome)
    assert left.actor is not None
    for action in ("march", "melee"):
        assert action not in left.may
        with pytest.raises(ForbiddenError, match="fired"):
            Question.read("cannonade", action, left.actor).check()
    drawn = ask("cannonade", "melee", men=10, target_men=10)
    results = (drawn.result(f"{seed:x}") for seed in range(1, 99))
    stalemate = next(r.outcome for r in results if r.outcome.winner is None)
    after = drawn.law.after(stalemate)
    assert after.actor is not None
    with pytest.raises(ForbiddenError, match="attacks once"):
        Question.read("cannonade", "melee", {"fought": after.actor["fought"]}).check()


def test_a_march_into_the_hex_of_routers_and_unarmed_men_captures_them() -> None:
    """2 points a man captured, 5 for baggage: 3 + 2 men and baggage are 15."""
    form = {"found_routers": 3, "found_unarmed": 2, "found_baggage": "yes", "prisoners": 4}
    question = ask("cannonade", "march", **form, victory_points=20)
    result = question.result("1")
    left = question.law.after(result.outcome)
    assert result.narration.on_table == (
        "No hexes left to move.",
        "5 enemies become prisoners: it escorts 9.",
        "The baggage in the hex is captured.",
        "Score 15 victory points, 35 in all.",
    )
    assert left.actor == {"prisoners": "9", "at": ""}
    assert left.side == {"victory-points": "+15", "prisoners-held": "+5"}
    assert left.enemy == {"routing": "-3", "unarmed": "-2"}
    for values in ({"mover": "officer"}, {"path": "clear, clear"}):
        stopped = ask("cannonade", "march", **form | values)
        after = stopped.law.after(stopped.result("1").outcome)
        assert (after.actor, after.side, after.enemy) == ({"at": ""}, {}, {})


@pytest.mark.parametrize(
    ("values", "told", "side", "enemy"),
    [
        ({"rearmed": 5}, "5 men are armed again, as a formation or in one.", {"unarmed": "-5"}, {}),
        ({"rearmed": 5, "path": "clear, clear"}, "", {}, {}),
        ({"mover": "baggage", "rearmed": 5}, "", {}, {}),
        (
            {"mover": "routers", "off_the_map": 1},
            "1 router is off the map, and lost.",
            {},
            {"routing": "-1"},
        ),
        ({"mover": "infantry", "off_the_map": 1}, "", {}, {}),
    ],
)
def test_men_rearm_beside_their_baggage_and_routers_leave_the_map(
    values: dict[str, object], told: str, side: dict[str, str], enemy: dict[str, str]
) -> None:
    question = ask("cannonade", "march", **values)
    result = question.result("1")
    left = question.law.after(result.outcome)
    assert (left.side, left.enemy) == (side, enemy)
    assert [step for step in result.narration.on_table if "armed" in step or "map" in step] == (
        [told] if told else []
    )


@pytest.mark.parametrize("outcome", Rally)
def test_a_rally_leaves_the_routers_and_their_friends(outcome: Rally) -> None:
    question = ask("cannonade", "rally", routing_men=7)
    result = next(
        r
        for r in (question.result(f"{seed:x}") for seed in range(1, 99))
        if r.outcome.result is outcome
    )
    left = question.law.after(result.outcome)
    routs = any(step.startswith("Mark it as routing") for step in result.narration.on_table)
    assert (left.actor is None) == (left.actor_gone == "routing") == routs
    (routers,) = left.others
    told = ({"men": "7"}, "") if outcome is Rally.RALLIED else (None, "routing")
    assert (routers.values, routers.gone) == told
    expected = {"rallied": (0, 7, -7), "flees": (0, 0, 0), "panics": (0, 0, 10)}
    assert tallies(left.side) == expected[outcome.value]
    unarmed = any("unarmed" in step for step in result.narration.on_table)
    assert ("unarmed" in routers.unit) == unarmed
