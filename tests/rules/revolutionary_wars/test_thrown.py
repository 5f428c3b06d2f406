"""Charges thrown out die by die from the rule text alone, thousands of times, against exact odds.

All are line infantry in line, so few that any loss wipes a battalion out: who faces whom is then
read off a drawing and never changes but by somebody's going.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from calculator.rules.question import Odds
from calculator.rules.revolutionary_wars import SYSTEM
from calculator.rules.revolutionary_wars.charge.fates import ChargeOutcome
from tests.rules.asking import ask
from tests.rules.revolutionary_wars.by_hand import WORSE

THROWN = 6_000
STAND, STRIKE, SAVE, RALLY, SHOCK = 4, 5, 4, 4, 1


class Fight:
    """Who is left and in what order; `faces` are the enemies before each battalion's platoons."""

    def __init__(self, random: Random, faces: dict[str, list[str]], orders: dict[str, str]) -> None:
        self.random, self.faces, self.order = random, faces, dict(orders)
        self.fates: dict[str, str] = {}

    def passes(self, score: int, order: str = "shaken", helped: bool = False) -> bool:
        """One die: Solid troops re-roll failures, Shattered ones successes."""
        passed = self.random.randint(1, 6) >= score
        if (passed and order == "shattered") or (not passed and (helped or order == "solid")):
            passed = self.random.randint(1, 6) >= score
        return passed

    def met(self, one: str) -> list[str]:
        """The enemies in contact that still fight."""
        return [other for other in dict.fromkeys(self.faces[one]) if other not in self.fates]

    def run(self, one: str, pursued: bool) -> None:
        dice = [self.passes(RALLY, helped=not pursued) for _ in self.faces[one]]
        kept = all(dice) or sum(dice) > 2
        self.fates[one] = "runs" if kept and self.order[one] != "shattered" else "destroyed"

    def to_the_end(self, chargers: list[str], enemies: list[str], mutual: bool = False) -> None:
        shock, everyone = SHOCK, [*chargers, *enemies]
        while any(one not in self.fates for one in everyone):
            fighting = [one for one in everyone if one not in self.fates]
            before = {one: self.met(one) for one in fighting}
            tested = [one for one in fighting if before[one] and (mutual or one in enemies)]
            broken = [one for one in tested if not self.passes(STAND + shock, self.order[one])]
            may_pursue = everyone if mutual else chargers
            hunters = [
                one
                for one in fighting
                if one in may_pursue and one not in broken and set(before[one]) <= set(broken)
            ]
            hunted = {
                next((other for other in before[one] if other in broken), "") for one in hunters
            }
            for one in broken:
                self.run(one, one in hunted)
            for one in hunters:
                self.fates[one] = "stands"
            for one in [] if mutual else chargers:
                tests = one not in self.fates and self.met(one)
                if tests and not self.passes(STAND, self.order[one]):
                    self.run(one, pursued=False)
            for one in fighting:
                if one not in self.fates and not self.met(one):
                    self.fates[one] = "stands"
            self.melee()
            shock = 0

    def melee(self) -> None:
        fighting = [one for one in self.faces if one not in self.fates]
        hits = Counter[str]()
        for one in fighting:
            for target in self.strikes(one):
                hits[target] += self.passes(STRIKE, self.order[one])
        for one in fighting:
            if any(not self.passes(SAVE, self.order[one]) for _ in range(hits[one])):
                self.fates[one] = "destroyed"
            self.order[one] = WORSE[self.order[one]]

    def strikes(self, one: str) -> list[str]:
        """Platoons with an enemy before them, and those beside such a platoon."""
        facing = [other if other not in self.fates else "" for other in self.faces[one]]
        beside = zip(facing, ["", *facing], [*facing[1:], ""], strict=False)
        return [
            target for target in (own or left or right for own, left, right in beside) if target
        ]


def thrown(seed: int, faces: dict[str, list[str]], order: str, mutual: bool) -> Counter[str]:
    """How often each battalion met each fate."""
    counts, random = Counter[str](), Random(seed)
    chargers = [one for one in faces if one.startswith("charger")]
    enemies = [one for one in faces if one not in chargers]
    for _ in range(THROWN):
        fight = Fight(random, faces, dict.fromkeys(faces, order))
        fight.to_the_end(chargers, enemies, mutual)
        counts.update(f"{one} {fate}" for one, fate in fight.fates.items())
    return counts


COUPLED = {
    "charger 1": ["enemy 1", "enemy 1"],
    "charger 2": ["enemy 1", "enemy 2"],
    "enemy 1": ["charger 1", "charger 1", "charger 2"],
    "enemy 2": ["charger 2"],
}
"""Two platoons and two upon three and one: the second charger has the seam before it."""


@pytest.mark.parametrize("order", ["solid", "shaken"])
@pytest.mark.parametrize(
    ("action", "faces"),
    [
        ("charge", COUPLED),
        ("countercharge", COUPLED),
        ("countercharge", {"charger": ["enemy"] * 3, "enemy": ["charger"] * 3}),
    ],
)
def test_charges_thrown_die_by_die_go_as_the_odds_say(
    action: str, faces: dict[str, list[str]], order: str
) -> None:
    sizes = {one: len(met) for one, met in faces.items()}
    two = len(faces) > 2
    odds = ask(
        "revolutionary-wars",
        action,
        battalion="line",
        formation="line",
        order=order,
        platoons=sizes["charger 1" if two else "charger"],
        also_charging=f"line line {order} {sizes['charger 2']}" if two else "none",
        enemy="line",
        enemy_order=order,
        enemy_platoons=sizes["enemy 1" if two else "enemy"],
        also_charged=f"line line {order} {sizes['enemy 2']}" if two else "none",
        caught="no",
        **({"roll_to_react": False} if action == "countercharge" else {}),
    ).odds()
    counts = thrown(1805, faces, order, action == "countercharge")
    agree(odds, counts, faces)


def agree(odds: Odds, counts: Counter[str], battalions: Iterable[str]) -> None:
    """What was thrown lies within four standard errors of every battalion's own chances."""
    for one in battalions:
        shares = dict.fromkeys(("stands", "runs", "destroyed"), 0.0)
        for row in odds:
            shares[_fate(row.outcome, one)] += row.probability
        for fate, share in shares.items():
            error = (share * (1 - share) / THROWN) ** 0.5
            off = abs(counts[f"{one} {fate}"] / THROWN - share)
            assert off <= 4 * error + 1e-9, (one, fate)


def _fate(outcome: ChargeOutcome, one: str) -> str:
    side, _, number = one.partition(" ")
    fates = outcome.chargers if side == "charger" else outcome.enemies
    return fates[int(number or 1) - 1].end.in_short


def test_an_exchange_thrown_die_by_die_goes_as_the_odds_say() -> None:
    """Three platoons fire at three, who countercharge; hits disorder, then both charge."""
    tables, random = SYSTEM.tables, Random(1806)
    weapon = "card.line.weapon.small-arms"
    to_hit, kills = tables.numbers(f"{weapon}.accuracy")[0], tables.points(f"{weapon}.firepower")
    react, save = tables.points("card.line.react.line"), tables.points("card.line.shooting-save")
    faces = {"charger": ["enemy"] * 3, "enemy": ["charger"] * 3}
    counts = Counter[str]()
    for _ in range(THROWN):
        fight = Fight(random, faces, dict.fromkeys(faces, "shaken"))
        hits = sum(fight.passes(to_hit) for _ in range(3))
        lost = [fight.passes(kills) for _ in range(hits) if not fight.passes(save)]
        if 2 * hits >= 3:
            fight.order["enemy"] = "shattered"
        mutual = fight.order["enemy"] != "shattered"
        if any(lost):
            fight.fates |= {"enemy": "destroyed", "charger": "stands"}
        elif mutual and random.randint(1, 6) > react:
            fight.order["enemy"] = "shattered"
        fight.to_the_end(["charger"], ["enemy"], mutual)
        counts.update(f"{one} {fate}" for one, fate in fight.fates.items())
    values = {"order": "shaken", "enemy_order": "shaken", "platoons": 3, "enemy_platoons": 3}
    odds = ask(
        "revolutionary-wars",
        "exchange",
        **values,
        battalion="line",
        formation="line",
        enemy="line",
        range=1,
        first="yes",
        reply="countercharge",
    ).odds()
    agree(odds, counts, faces)
