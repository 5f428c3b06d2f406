"""Which law stands behind each ask, as the page of each system says under "What is drawn"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import ceil, comb, factorial, prod
from typing import Any, Final, NamedTuple

from tests.recomputing.pages import drawn, listed, shown
from tests.recomputing.plain import (
    SIDES,
    Law,
    at,
    chance_of,
    die,
    one_die,
    then_tries,
    total,
    tries,
    weighted,
)

CARDS: Final = listed("gods-of-war", "Cards")
TILES: Final = listed("gods-of-war", "Tiles")


class Drew(NamedTuple):
    """One draw: the number, the total it was drawn below, and what it stands for."""

    number: int
    total: int
    outcome: Any


@dataclass
class Ruling:
    """A ruling as its body and the kept table values tell it, and what was drawn so far."""

    system: str
    action: str
    form: dict[str, str]
    values: dict[str, Any]
    asks: list[str]
    before: list[Drew] = field(default_factory=list)
    """What was drawn so far."""

    def law(self) -> Law:
        """What stands behind the ask that comes next."""
        ask = self.asks[len(self.before)]
        known = drawn(self.system).of(ask).short
        return _LAWS[self.system](self, known, ask)

    def outcome(self, ask: str) -> Any:
        """What was drawn for an earlier ask."""
        return self.before[self.asks.index(ask)].outcome

    def draw_all(self, seed: str) -> list[Drew]:
        """Every draw from its seed, by the Python that docs/probability.md shows."""
        source = shown("probability.md", "stream")(seed)
        below = shown("probability.md", "below")
        while len(self.before) < len(self.asks):
            law = self.law()
            number = below(total(law), source)
            self.before.append(Drew(number, total(law), at(law, number)))
        return self.before


@cache
def contest(coins: int) -> Law:
    """The heads of the first side combined with those of the other."""
    heads = tries(coins, Fraction(1, 2))
    return [((a, b), mine * theirs) for a, mine in heads for b, theirs in heads]


def _there_stand_empires(ruling: Ruling, known: str, _: str) -> Law:
    if known == "initiative":
        return [("attacker", Fraction(1, 2)), ("defender", Fraction(1, 2))]
    return orders(ruling) if known == "orders" else contest(ruling.values["contest.coins"])


def rating(arm: str, quality: str) -> str:
    """The word for a unit's quality; guns and wagons have one of their own."""
    if arm == "infantry" or arm.endswith("cavalry"):
        return quality
    return "artillery" if arm.endswith("artillery") else arm


def orders(ruling: Ruling) -> Law:
    """What becomes of an order."""
    form, values = ruling.form, ruling.values
    astray = values[f"orders.astray.{rating(form['actor'], form['quality'])}"]
    astray += values["orders.disordered"] * (form["actor-state"] != "ok")
    if form["general"] == "yes":
        astray = ceil(astray * Fraction(values["orders.general-leaves"]))
    shares = values["orders.astray-shares"]
    late = zip(("delayed", "badly-delayed", "lost"), shares, strict=True)
    weights = [(word, astray * share) for word, share in late]
    return weighted([("received", (100 - astray) * sum(shares)), *weights])


def _cannonade(_: Ruling, known: str, __: str) -> Law:
    return weighted([("heads", 1), ("tails", 1)]) if known == "coin" else die(6)


def _morne_plaine(ruling: Ruling, known: str, _: str) -> Law:
    return die(ruling.values["charge.faces" if known == "morale test" else "marsh.chances"])


def _throw(dice: int) -> Law:
    def orders_of(throw: tuple[int, ...]) -> int:
        return factorial(dice) // prod(factorial(throw.count(face)) for face in SIDES)

    return weighted((t, orders_of(t)) for t in combinations_with_replacement(SIDES, dice))


def _stated(text: str, names: list[str]) -> dict[str, int]:
    """A deck or a stack of tiles, in the order of the page."""
    parts = [part.split() for part in text.split(",")]
    numbers = dict.fromkeys(names, int(parts[0] == ["all"]))
    for name, *number in parts[parts[0] == ["all"] :]:
        numbers[name] = int(number[0]) if number else 1
    return numbers


def pools(ruling: Ruling) -> tuple[tuple[int, int], tuple[int, int]]:
    """Dice, and what is added to each, of attacker and defender: infantry without cards."""
    form, values = ruling.form, ruling.values
    bonus = values[f"close-combat.bonus.{form['target-formation']}"]
    bonus += values[f"close-combat.terrain.{form['target-terrain']}"]
    bonus += values[f"close-combat.facing.{form['struck']}"]
    return (
        (int(form["strength"]), values[f"close-combat.bonus.{form['formation']}"]),
        (int(form["target-strength"]), bonus),
    )


def compare(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[int, int, int]:
    """Pairs won, tied and lost, highest against highest."""
    pairs = list(zip(sorted(mine, reverse=True), sorted(theirs, reverse=True), strict=False))
    won, lost = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
    return won, len(pairs) - won - lost, lost


def pairs(ruling: Ruling) -> Law:
    """Pairs won, ascending, and among those pairs tied, ascending: every throw of real dice."""
    (dice, more), (against, theirs) = pools(ruling)
    found: dict[tuple[int, int, int], int] = {}
    for mine in product(range(more + 1, more + 7), repeat=dice):
        for other in product(range(theirs + 1, theirs + 7), repeat=against):
            outcome = compare(mine, other)
            found[outcome] = found.get(outcome, 0) + 1
    return weighted(sorted(found.items()))


def _gods_of_war(ruling: Ruling, known: str, _: str) -> Law:
    form = ruling.form
    if known in {"card", "wanted cards"}:
        deck = _stated(form["deck"], CARDS)
        if known == "card":
            return weighted(deck.items())
        wanted = sum(deck[card] for card in form["wanted"].split(", "))
        return _hands(wanted, sum(deck.values()) - wanted, int(form["draws"]))
    if known.endswith("tile"):
        tiles = _stated(form["tiles"], TILES)
        if known == "second tile":
            tiles[ruling.outcome("first tile")] -= 1
        return weighted(tiles.items())
    if known == "split hexes":
        return _throw(int(form["split-terrain"]) + int(form["split-units"]))
    if known == "shots":
        return _throw(int(form["strength"]))
    if known == "pairs":
        return pairs(ruling)
    dice = sum(pool[0] for pool in pools(ruling))
    return die(6**dice // total(pairs(ruling)))


def _hands(wanted: int, others: int, draws: int) -> Law:
    ways = [(k, comb(wanted, k) * comb(others, draws - k)) for k in range(min(wanted, draws) + 1)]
    return weighted(ways)


def _revolutionary_wars(ruling: Ruling, known: str, ask: str) -> Law:
    if known == "in the melee":
        return _melee(ruling, ask)
    if known == "shoots":
        found = re.search(r", (\d+) \w+ to hit on (.+), saves on (.+), firepower (.+)", ask)
        assert found
        hit, save, power = map(chance_of, found.groups()[1:])
        volley = then_tries(tries(int(found[1]), hit), (1 - save) * power)
        return [(f"{hits} hit, {lost} destroyed", part) for (hits, lost), part in volley]
    if found := re.search(r" \((.+)\)$", ask):
        return one_die(found[1])
    found = re.search(r", (\d+) platoons?(?: on|,.* on) (.+)", ask)
    assert found
    return [(str(k), part) for k, part in tries(int(found[1]), chance_of(found[2]))]


def _melee(ruling: Ruling, ask: str) -> Law:
    """One against one, front ranks only: the charger is struck first, then its enemy."""
    place = len(ruling.before)
    melees = [at for at, each in enumerate(ruling.asks) if " in the melee, " in each]
    turn = melees.index(place)
    striker = ruling.asks[melees[turn ^ 1]]
    again = re.search(r"saves on .*?(, re-rolling .+)?$", striker)
    found = re.search(r"melee, (\d+) \w+ against it, saves on (.+)", ask)
    assert again
    assert found
    struck_by_enemy = turn % 2 == 0
    card = ruling.form["enemy" if struck_by_enemy else "battalion"]
    flank = ruling.form.get("flank") == "yes" or ruling.form.get("contact") == "flank"
    strike = "strike-flank" if flank and struck_by_enemy else "strike-front"
    hit = chance_of(f"{ruling.values[f'card.{card}.{strike}']}+{again[1] or ''}")
    blows = then_tries(tries(int(found[1]), hit), 1 - chance_of(found[2]))
    return [(f"{hits} hit, {lost} destroyed", part) for (hits, lost), part in blows]


_LAWS: Final[dict[str, Callable[[Ruling, str, str], Law]]] = {
    "there-stand-empires": _there_stand_empires,
    "revolutionary-wars": _revolutionary_wars,
    "gods-of-war": _gods_of_war,
    "morne-plaine": _morne_plaine,
    "cannonade": _cannonade,
}
