"""The Shoot Action against dice thrown one by one."""

from collections import defaultdict
from fractions import Fraction

import pytest

from calculator.errors import ForbiddenError
from calculator.rules.question import Question
from calculator.rules.revolutionary_wars import SYSTEM
from calculator.standing import Standing
from tests.rules.asking import ask
from tests.rules.revolutionary_wars.faces import count, dice, needs

WORSE = {"solid": "shaken", "shaken": "shattered", "shattered": "shattered"}


def shot(**values: object) -> Question:
    """A volley of line at line, four platoons each, at short range: 5 to hit, saves and more."""
    plain = {
        "battalion": "line",
        "order": "shaken",
        "enemy": "line",
        "enemy_order": "shaken",
        "enemy_platoons": 4,
    }
    return ask("revolutionary-wars", "shoot", **{**plain, **values})


def told(question: Question) -> dict[str, Fraction]:
    odds = question.odds().distribution
    return {outcome.label: odds.probability(outcome) for outcome in odds}


def volley(
    platoons: int, hit: Fraction, save: Fraction, kill: Fraction
) -> dict[tuple[int, int], Fraction]:
    """Hits and platoons destroyed by a volley, die by die."""
    die = {"miss": 1 - hit, "saved": hit * save, "spared": hit * (1 - save) * (1 - kill)}
    die["killed"] = hit * (1 - save) * kill
    found: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for shown, p in dice([die] * platoons).items():
        found[platoons - shown.count("miss"), shown.count("killed")] += p
    return found


def label(start: int, order: str, hits: int, lost: int, before: int = 0, minimum: int = 2) -> str:
    """What a volley comes to, straight from the text."""
    if lost and start - lost <= minimum:
        return "wiped out"
    if before < start <= before + hits:
        order = "shattered"
    elif before < start / 2 <= before + hits:
        order = WORSE[order]
    losses = {0: "no loss", 1: "1 platoon lost"}.get(lost, f"{lost} platoons lost")
    return f"{order.title()}, {losses}"


@pytest.mark.parametrize(("saved_hits", "solid"), [(1, 0.038), (0, 0.916)])
def test_hits_that_are_saved_disorder_the_target_or_not(saved_hits: int, solid: float) -> None:
    """Six Solid dice hit on 4+ and are saved on 4+: fewer than three hits leave a target Solid."""
    tables = SYSTEM.tables
    if not saved_hits:
        tables = tables.override({"shoot.saved-hits": 0}, "the other reading")
    known = {"battalion": "british-line", "enemy": "french-line", "range": 3}
    asked = Question.read("revolutionary-wars", "shoot", known, tables)
    hit, saved = needs(4, "solid"), needs(4, "solid")
    counts = count(6, hit if saved_hits else hit * (1 - saved))
    assert 1 - asked.odds().measure("unsettles") == sum(counts[hits] for hits in range(3))
    assert float(1 - asked.odds().measure("unsettles")) == pytest.approx(solid, abs=0.001)
    (told_of,) = (one for one in asked.odds().factors if "hits that are saved" in one.name)
    assert ("not" in told_of.name, told_of.standing) == (
        (False, Standing.READING) if saved_hits else (True, Standing.JUDGEMENT)
    )


@pytest.mark.parametrize("enemy_order", WORSE)
@pytest.mark.parametrize("order", WORSE)
@pytest.mark.parametrize("platoons", [3, 4, 5])
def test_a_volley_is_its_dice_thrown_one_by_one(
    order: str, enemy_order: str, platoons: int
) -> None:
    by_hand: defaultdict[str, Fraction] = defaultdict(Fraction)
    thrown = volley(platoons, needs(5, order), needs(4, enemy_order), needs(5))
    for (hits, lost), p in thrown.items():
        by_hand[label(platoons, enemy_order, hits, lost)] += p
    question = shot(order=order, enemy_order=enemy_order, enemy_platoons=platoons)
    assert told(question) == by_hand


def test_two_shoot_actions_add_up_their_hits() -> None:
    """The second shoots at what the first left, in the order in which it left it."""
    by_hand: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (hits, lost), p in volley(4, needs(5), needs(4), needs(5)).items():
        first = label(4, "shaken", hits, lost)
        if first == "wiped out":
            by_hand[first] += p
            continue
        order = first.split(",")[0].lower()
        for (more, gone), q in volley(4 - lost, needs(5), needs(4, order), needs(5)).items():
            second = "wiped out"
            if not (gone and 4 - lost - gone <= 2):
                ordered = label(4, order, more, 0, before=hits).split(",")[0].lower()
                second = label(4, ordered, 0, 0).replace("no loss", "").strip()
                losses = {0: "no loss", 1: "1 platoon lost"}
                second += f" {losses[lost + gone]}"
            by_hand[second] += p * q
    assert told(shot(shoots="twice")) == by_hand


@pytest.mark.parametrize(
    ("values", "hit", "kill"),
    [
        ({"range": "4"}, needs(6), needs(5)),
        ({"concealed": True}, needs(6), needs(5)),
        ({"hill": True}, needs(6), needs(5)),
        ({"concealed": True, "hill": True}, needs(7), needs(5)),
        ({"crossfire": True}, needs(5, helped=True), needs(5)),
        ({"crossfire": True, "order": "solid"}, needs(5, "solid"), needs(5)),
        ({"crossfire": True, "order": "shattered"}, needs(5), needs(5)),
        ({"fortified": True}, needs(5), needs(5) ** 2),
        ({"order": "solid", "fortified": True}, needs(5, "solid"), needs(5) ** 2),
        (
            {"battalion": "foot-guns", "range": "20", "fortified": True},
            needs(5),
            needs(4) ** 2,
        ),
        (
            {"battalion": "foot-guns", "fire_as": "howitzers", "range": "16", "fortified": True},
            needs(5),
            needs(4),
        ),
    ],
)
def test_modifiers_and_re_rolls(values: dict[str, object], hit: Fraction, kill: Fraction) -> None:
    by_hand: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (hits, lost), p in volley(4, hit, needs(4), kill).items():
        if p:
            by_hand[label(4, "shaken", hits, lost)] += p
    assert told(shot(**values)) == by_hand


def test_skirmishers_aim_at_no_more_platoons_than_they_have() -> None:
    assert told(shot(battalion="skirmish", platoons=2)) == told(shot(battalion="line", swept=2))
    in_skirmish_line = shot(formation="skirmish-line", platoons=2)
    assert told(in_skirmish_line) == told(shot(swept=2))


def test_hits_are_measured_against_the_platoons_at_the_start_of_the_turn() -> None:
    assert told(shot(start_platoons=8)) != told(shot())
    assert not any(label.startswith("Shattered") for label in told(shot(start_platoons=9)))


def test_hits_before_count_towards_disorder_once() -> None:
    unhurt, disordered, shattered = (shot(hits_before=n, swept=1) for n in (1, 2, 4))
    assert sum(p for k, p in told(unhurt).items() if k.startswith("Shattered")) == needs(5)
    assert not any(label.startswith("Shattered") for label in told(disordered))
    assert not any(label.startswith("Shattered") for label in told(shattered))


def test_a_battery_is_not_wiped_out_while_a_platoon_is_left() -> None:
    odds = told(shot(enemy="foot-guns", enemy_platoons=2))
    assert "Shattered, 1 platoon lost" in odds


@pytest.mark.parametrize(("enemy", "platoons"), [("line", 2), ("line", 1), ("line-cavalry", 1)])
def test_a_battalion_at_its_minimum_is_not_wiped_out_by_a_volley_that_destroys_nothing(
    enemy: str, platoons: int
) -> None:
    """Wiped Out says "reduced to": only a platoon lost takes it off the table."""
    lost = needs(5) * (1 - needs(4)) * needs(5)
    odds = told(shot(enemy=enemy, enemy_platoons=platoons))
    assert odds["wiped out"] == 1 - (1 - lost) ** platoons


def test_firepower_is_not_rolled_again_for_order() -> None:
    """A shooter's order tells in its hits alone."""
    certain = {"card.line.weapon.small-arms.accuracy": [1, 1], "card.line.shooting-save": 7}
    question = shot(enemy_platoons=4, swept=1)
    tables = question.tables.override(certain, "to see firepower alone")
    for order in WORSE:
        asked = Question.read(
            "revolutionary-wars",
            "shoot",
            {"battalion": "line", "order": order, "enemy": "line", "swept": 1},
            tables,
        )
        assert asked.odds().measure("destroys") == needs(5)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"range": "7"}, "beyond the maximum range of 6 inches"),
        ({"battalion": "line-cavalry"}, "no weapon to shoot with"),
        ({"enemy_formation": "double-line"}, "only light and skirmish infantry"),
    ],
)
def test_what_cannot_be_shot(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        shot(**values).odds()


def test_a_target_cannot_have_grown_since_the_turn_began() -> None:
    with pytest.raises(ForbiddenError, match=r"start-platoons=3: .* 4 platoons now"):
        shot(start_platoons=3).odds()


@pytest.mark.parametrize(
    ("field", "factor", "favoured"),
    [
        ("hill", "on a hill", "target"),
        ("concealed", "concealed target", "target"),
        ("fortified", "fortified, re-rolling successes", "target"),
    ],
)
def test_what_protects_the_target_is_among_what_pulls_the_odds_and_only_then(
    field: str, factor: str, favoured: str
) -> None:
    with_it = {
        f.name: f.side for f in ask("revolutionary-wars", "shoot", **{field: "yes"}).odds().factors
    }
    without = {f.name for f in ask("revolutionary-wars", "shoot").odds().factors}
    assert set(with_it) - without == {factor}
    assert with_it[factor] == favoured


def test_of_howitzers_it_is_said_that_a_fortification_does_not_help_against_them() -> None:
    battery = {"battalion": "foot-guns", "range": "16", "fortified": "yes"}
    named = {
        fire_as: [
            (f.name, f.side, int(f.points))
            for f in ask("revolutionary-wars", "shoot", **battery, fire_as=fire_as).odds().factors
            if f.source == "Re-Roll against Fortifications"
        ]
        for fire_as in ("howitzers", "cannon")
    }
    assert named["howitzers"] == [("howitzers ignore it", "shooting", 0)]
    assert [side for _, side, _ in named["cannon"]] == ["target"]


def test_a_die_thrown_again_is_worth_a_point_for_whoever_gains_by_it() -> None:
    """Order & Disorder: Solid troops re-roll their failures to hit."""
    odds = ask("revolutionary-wars", "shoot", order="solid").odds()
    (again,) = (f for f in odds.factors if f.name == "re-rolling failures")
    assert again.points == 1
