"""What the texts leave open, read the other way: the odds worked out by hand from what it says.

Where a chance takes more than a line to work out, which way it moves is held to instead.
"""

import shlex
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from calculator.errors import ForbiddenError
from calculator.rules.catalog import SHIPPED, find_system
from calculator.rules.question import Question
from calculator.rules.revolutionary_wars.charge.fates import BEATEN, LOST


class Case(NamedTuple):
    """A question, what is asked of its outcomes, and how likely that is where a value is read the
    other way: a chance, "more" or "less" than by the shipped reading, or "refused"."""

    asked: str
    holds: Callable[[Any], Any]
    otherwise: Fraction | int | str


TSE, RW, GOW, MP, CANNONADE = SHIPPED
GUN = "ranged-fire unit=heavy-artillery strength=1 target=infantry"
COLUMN = "french-line formation=attack-column"
IN_LINE = "enemy=british-line enemy-formation=line"


def carries(outcome: Any) -> bool:
    """An assault carries the position."""
    return bool(outcome.course.value == "carried")


def breaks(outcome: Any) -> bool:
    """Every enemy of a charge breaks."""
    return all(fate.end in BEATEN for fate in outcome.enemies)


CASES: Mapping[str, Mapping[str, Case]] = {
    CANNONADE: {
        # Five attack twenty on the row 1:1, whose A stands below 1 and 2.
        "melee.ratio-of-larger": Case(
            "melee men=5 target-men=20 officer=yes",
            lambda o: o.winner and o.winner.value == "attackers",
            Fraction(1, 3),
        ),
        # 20 fortified to 12 is the row 3:2, HHHBLL: more heads have the twelve, so H is theirs.
        "melee.cover-for-all": Case(
            "melee men=12 target-men=10 target-terrain=fortified",
            lambda o: o.winner and o.winner.value == "attackers",
            Fraction(3, 6),
        ),
        # Eight who count as twelve: six fall in a stalemate, the B of the row 3:2.
        "melee.real-men": Case(
            "melee men=20 target-men=8 target-terrain=covered",
            lambda o: o.winner is None and o.defenders_killed == 6,
            Fraction(1, 6),
        ),
        # 2:1, VHHHBL: they win by four faces and rout by two; five killed and a flag earn 25.
        "melee.flag-saved": Case(
            "melee men=20 target-men=10 target-flag=yes",
            lambda o: o.routing and o.attackers_score == 25,
            Fraction(4, 6) * Fraction(2, 6),
        ),
        "melee.odd-man": Case(
            "melee men=20 target-men=15",
            lambda o: o.winner is None and o.defenders_killed == 8,
            Fraction(2, 6),
        ),
        # The die less two kills nobody on a 1 and a 2.
        "cannonade.indirect-twice": Case(
            "cannonade range=3 friends=5 between=covered target-men=15",
            lambda o: not o.killed,
            Fraction(2, 6),
        ),
        "cannonade.furthest": Case("cannonade range=6", lambda o: True, "refused"),
        "ammunition.turns": Case(
            "cannonade baggage-distance=6 turns-beyond=2", lambda o: True, "refused"
        ),
    },
    GOW: {
        # One die and 4 against one and 3: the defender loses unless it throws more.
        "close-combat.garrison-flanked": Case(
            "close-combat unit=light-cavalry strength=1 target=infantry target-strength=1 "
            "target-terrain=farm struck=rear",
            lambda o: o.defender.lost,
            Fraction(21, 36),
        ),
        "ranged.penalty.at-wheat": Case(
            f"{GUN} target-terrain=wheat range=5",
            lambda o: o.target.lost,
            Fraction(2, 6),
        ),
        # Two hexes, each blocking on half its faces.
        "line-of-sight.any-blocks": Case(
            "line-of-sight range=3 split-terrain=2", lambda o: o.clear, Fraction(3, 4)
        ),
        "woods.combat-prohibited": Case(
            f"{GUN} target-terrain=woods range=5",
            lambda o: o.target.lost,
            Fraction(2, 6),
        ),
        "cards.heroic-figure": Case(
            f"{GUN} range=1 heroic-defence=yes",
            lambda o: o.target.lost,
            0,
        ),
        # Six dice, none of which hits.
        "cards.blast-after": Case(
            f"{GUN} range=5 volley-fire=yes cannon-blast=yes",
            lambda o: not o.target.lost,
            Fraction(1, 64),
        ),
        "broken.excess-destroys": Case(
            f"{GUN} target-strength=1 range=1",
            lambda o: o.target.destroyed,
            Fraction(1, 2),
        ),
        "move.bold-after": Case(
            "move unit=infantry formation=column forced-march=yes bold-advance=yes path=open",
            lambda o: o.left == (2 + 2) * 2 - 1,
            1,
        ),
        "move.reverse-as-ground": Case(
            "move unit=light-artillery path='reverse rough'", lambda o: o.left == 1, 1
        ),
        "move.farm-least": Case(
            "move unit=infantry formation=line path='open, farm'", lambda o: o.hexes == 2, 1
        ),
        "turn.flanking-beyond": Case(
            "actions inspired-command=1 flanking-move=1", lambda o: o.actions == 7, 1
        ),
    },
    MP: {
        "chart.later": Case(
            "movement unit=leader allowance=6 path=rough", lambda o: o.left == 4, 1
        ),
        "cost.stream": Case(
            "movement unit=infantry allowance=6 path='clear stream'", lambda o: o.left == 5, 1
        ),
        "marsh.on-roads": Case(
            "movement unit=infantry allowance=6 path='marsh road'",
            lambda o: o.stop.value == "stuck",
            Fraction(1, 4),
        ),
        "rally.demoralised-by-leader-alone": Case(
            "rally morale=0 starting-morale=4", lambda o: not o.regained, 1
        ),
        "bombardment.line-of-sight": Case("bombardment line=woods", lambda o: True, "refused"),
        "bombardment.moves-after": Case(
            "bombardment mounted-guns=yes allowance=6", lambda o: o.left == 3, 1
        ),
    },
    RW: {
        # A hit on 4+, rolled again; not saved on 4+, rolled again; firepower 5+.
        "wiped-out.artillery": Case(
            "shoot battalion=british-line range=3 enemy=foot-guns enemy-platoons=2 swept=1 "
            "enemy-formation=line",
            lambda o: not o.left,
            Fraction(3, 4) * Fraction(1, 4) * Fraction(1, 3),
        ),
        # 3+ and a shock of 2 from either column: nobody stands on 7+.
        "stand.greatest-shock": Case(
            f"charge battalion={COLUMN} {IN_LINE} also-charging='french-line attack-column'",
            breaks,
            1,
        ),
        # On 4+ from the front, rolled again, and on 6+ from the flank.
        "stand.flank-again": Case(
            "stand battalion=french-line formation=line contact=flank after-melee=yes",
            lambda o: o.stands,
            Fraction(3, 4),
        ),
        "crossing.once": Case(
            "charge battalion=french-line formation=skirmish-line crossing=yes enemy=french-line "
            "enemy-formation=skirmish-line obstacle=obstacle",
            lambda o: o.chargers[0].end in BEATEN,
            "more",
        ),
        # Both squadrons must come across on 3+, rolled again.
        "crossing.goes-on": Case(
            "cross battalion=line-cavalry platoons=2",
            lambda o: not o.across,
            1 - Fraction(8, 9) ** 2,
        ),
        # Whoever pursues at once is Shattered by the others' melee, if both of those stand: on 5+
        # and on 4+, rolled again.
        "melee.ended-spared": Case(
            f"charge battalion={COLUMN} {IN_LINE} "
            "also-charging='french-line attack-column' "
            "also-charged='british-line line runs'",
            lambda o: o.chargers[1].order.value == "shattered",
            Fraction(5, 9) * Fraction(3, 4),
        ),
        # Two of the column strike, on 5+ rolled again; 4+ rolled again saves.
        "melee.second-rank": Case(
            "melee battalion=french-line formation=line enemy=french-line "
            "enemy-formation=attack-column",
            lambda o: o.lost,
            1 - (1 - Fraction(5, 9) * Fraction(1, 4)) ** 2,
        ),
        # Of four platoons that rally on 3+, rolled again, one or none keeps together.
        "pursuit.catches-as-fast": Case(
            "charge battalion=light-cavalry formation=line enemy=light-cavalry "
            "enemy-formation=line resolve=runs",
            lambda o: o.enemies[0].end in LOST,
            4 * Fraction(8, 9) * Fraction(1, 9) ** 3 + Fraction(1, 9) ** 4,
        ),
        "pursuit.after-wiping-out": Case(
            f"charge battalion=line-cavalry formation=line {IN_LINE} enemy-platoons=3",
            lambda o: o.chargers[0].end.value == "pursued",
            "less",
        ),
        "pursuit.shock-again": Case(
            "charge battalion=line-cavalry formation=line enemy=british-line enemy-formation=line "
            "resolve=runs beyond=fresh-battalion",
            lambda o: o.fresh.end in BEATEN,
            "less",
        ),
        # 5+ for its 5 or less, rolled again.
        "order.or-less": Case(
            "react battalion=british-line formation=line",
            lambda o: o.order.value == "solid",
            Fraction(5, 9),
        ),
        # 5+ for its 4+, rolled again; one hit is half of two platoons.
        "shoot.add-up": Case(
            "shoot battalion=british-line range=3 enemy-platoons=2 swept=1 concealed=yes hill=yes",
            lambda o: o.order.value != "solid",
            Fraction(5, 9),
        ),
        "shoot.saved-hits": Case(
            "shoot battalion=british-line range=3 enemy-platoons=2 swept=1",
            lambda o: o.order.value != "solid",
            Fraction(3, 4) * Fraction(1, 4),
        ),
        "countercharge.shock": Case(
            "countercharge battalion=line-cavalry formation=line enemy=line-cavalry "
            "enemy-formation=line",
            breaks,
            "less",
        ),
        "square.centre-alone": Case(
            "melee battalion=french-line formation=line enemy=french-line enemy-formation=square",
            lambda o: o.lost,
            "less",
        ),
    },
    TSE: {
        "combat.quality.artillery": Case(
            "deployed-fire actor=heavy-foot-artillery", lambda o: o.target.harmed, "more"
        ),
        "combat.quality.transport": Case("assault target=transport", carries, "less"),
        "orders.astray.artillery": Case(
            "maneuver-in-column actor=heavy-foot-artillery",
            lambda o: o.orders.value == "received",
            Fraction(88, 100),
        ),
        "orders.astray.transport": Case(
            "maneuver-in-column actor=transport",
            lambda o: o.orders.value == "received",
            Fraction(84, 100),
        ),
        "orders.form-square": Case("form-square", lambda o: o.orders.value == "received", 1),
        "terrain.rough.transport": Case(
            "movement-allowance actor=transport base-move=12 path='12 rough'",
            lambda o: o.inches == 3,
            1,
        ),
        "sight.thin-woods-block": Case(
            "line-of-sight distance=8 obstructions='woods 3-5'", lambda o: o.visible, 1
        ),
        "demoralized.break": Case(
            "assault target-state=demoralized", lambda o: o.target.removed, "less"
        ),
        "fire.target-formation.square": Case(
            "deployed-fire target-formation=square", lambda o: o.target.harmed, "more"
        ),
        "fire.target-state.demoralized": Case(
            "deployed-fire target-state=demoralized", lambda o: o.target.harmed, "more"
        ),
        "assault.defensive-fire.breakthrough": Case(
            "assault actor=heavy-cavalry breakthrough=yes cover=soft", carries, "more"
        ),
        "assault.close-combat.breakthrough": Case(
            "assault actor=heavy-cavalry breakthrough=yes target=heavy-cavalry", carries, "more"
        ),
        "assault.close-combat.met-standing": Case(
            "assault actor=heavy-cavalry target=heavy-cavalry", carries, "less"
        ),
        "assault.close-combat.not-frontal": Case("assault frontal=no", carries, "less"),
        "regroup.quality.artillery": Case(
            "regroup actor=heavy-foot-artillery actor-state=disordered",
            lambda o: o.state.value == "ok",
            "more",
        ),
        "regroup.quality.transport": Case(
            "regroup actor=transport actor-state=disordered",
            lambda o: o.state.value == "ok",
            "more",
        ),
    },
}


@pytest.mark.parametrize("system", SHIPPED)
def test_whatever_may_be_read_otherwise_has_its_odds(system: str) -> None:
    assert find_system(system).tables.doubtful.keys() == CASES[system].keys()


@pytest.mark.parametrize(
    ("system", "key"), [(system, key) for system, cases in CASES.items() for key in cases]
)
def test_read_otherwise_the_odds_are_those_of_the_other_reading(system: str, key: str) -> None:
    asked, holds, otherwise = CASES[system][key]
    action, *answers = shlex.split(asked)
    question = Question.read(system, action, dict(pair.split("=", 1) for pair in answers))
    shipped, read = (chance(one, holds) for one in (question, question.otherwise(key)))
    if otherwise in {"more", "less"}:
        assert read is not None
        assert shipped is not None
        assert read > shipped if otherwise == "more" else read < shipped
    else:
        assert read == (None if otherwise == "refused" else otherwise)
        assert read != shipped


def chance(question: Question, holds: Callable[[Any], Any]) -> Fraction | None:
    """How likely that is; None where the rules forbid it."""
    try:
        return question.odds().distribution.share(lambda outcome: bool(holds(outcome)))
    except ForbiddenError:
        return None


def test_read_otherwise_fire_that_breaks_throws_the_demoralized_back() -> None:
    """All that broke them falls back six inches now, and no more is lost in it."""
    answers = {
        "quality": "elite",
        "target-state": "demoralized",
        "target-formation": "march-column",
    }
    asked = {**answers, "outnumbered": "target-badly-outnumbered"}
    question = Question.read(TSE, "deployed-fire", asked)
    shipped, read = (
        {row.outcome.label: row.probability for row in one.odds()}
        for one in (question, question.otherwise("demoralized.break"))
    )
    moved = shipped.pop("broken") + shipped["falls back 6 inches"]
    assert read["falls back 6 inches"] == pytest.approx(moved)
    assert read == pytest.approx({**shipped, "falls back 6 inches": moved})
