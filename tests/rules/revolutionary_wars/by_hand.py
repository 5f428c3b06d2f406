"""A charge of one battalion upon another worked through by hand, dice thrown one by one.

Written from the rule text alone, for battalions in line against each other, every platoon of which
fights; it shares no code with the calculator.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

import attrs

from tests.rules.revolutionary_wars.faces import count, dice, needs

WORSE = {"solid": "shaken", "shaken": "shattered", "shattered": "shattered"}
ONE = Fraction(1)


@attrs.frozen
class Side:
    """The numbers of a battalion's card that a charge uses, and how many platoons it has."""

    platoons: int
    order: str
    stand: int
    strike: int
    save: int
    rally: int
    control: int
    minimum: int
    arm: str = "infantry"
    near_general: bool = False


@attrs.frozen
class Terms:
    """What is agreed about a charge: its shock, whether to hold back, whether pursuit catches, and
    whether it is itself a pursuit into a fresh battalion."""

    shock: int
    hold: bool = False
    catches: bool = False
    pursuing: bool = False


def charge(attacker: Side, defender: Side, terms: Terms) -> dict[str, Fraction]:
    """Every end of the charge, as it is labelled, and how likely it is."""
    return _told(attacker, defender, terms, fought=False)


def _told(a: Side, d: Side, terms: Terms, fought: bool) -> dict[str, Fraction]:
    ends: defaultdict[str, Fraction] = defaultdict(Fraction)
    again = Fraction(0)
    for weight, end, left in _once(a, d, terms, fought):
        if left is None:
            ends[end] += weight
        elif left == (a, d) and fought:
            again += weight
        else:
            for later, p in _told(*left, terms, True).items():
                ends[later] += weight * p
    return {end: p / (1 - again) for end, p in ends.items()}


def _once(
    a: Side, d: Side, terms: Terms, fought: bool
) -> Iterator[tuple[Fraction, str, tuple[Side, Side] | None]]:
    stands = needs(d.stand + (0 if fought else terms.shock), d.order)
    for p, told in _enemy_runs(a, d, terms):
        if stands < 1:
            yield (1 - stands) * p, told, None
    holds = needs(a.stand, a.order)
    through = a.arm == "cavalry" and not fought
    for p, told in _runs(a, pursued=False, survives="breaks through" if through else ""):
        if holds < 1:
            yield stands * (1 - holds) * p, f"enemy stands, {d.order.title()}; charger {told}", None
    for p, lost_a, lost_d in _blows(a, d):
        yield from _after(stands * holds * p, a, d, lost_a, lost_d, terms)


def _blows(a: Side, d: Side) -> Iterator[tuple[Fraction, int, int]]:
    for lost_d, p in _lost(a, d).items():
        for lost_a, q in _lost(d, a).items():
            yield p * q, lost_a, lost_d


def _lost(striker: Side, struck: Side) -> dict[int, Fraction]:
    hit, saved = needs(striker.strike, striker.order), needs(struck.save, struck.order)
    die = {"missed": 1 - hit, "saved": hit * saved, "lost": hit * (1 - saved)}
    lost: defaultdict[int, Fraction] = defaultdict(Fraction)
    for shown, p in dice([die] * striker.platoons).items():
        lost[shown.count("lost")] += p
    return lost


def _after(
    p: Fraction, a: Side, d: Side, lost_a: int, lost_d: int, terms: Terms
) -> Iterator[tuple[Fraction, str, tuple[Side, Side] | None]]:
    left_a = attrs.evolve(a, platoons=a.platoons - lost_a, order=WORSE[a.order])
    left_d = attrs.evolve(d, platoons=d.platoons - lost_d, order=WORSE[d.order])
    wiped_a = bool(lost_a) and left_a.platoons <= a.minimum
    wiped_d = bool(lost_d) and left_d.platoons <= d.minimum
    if wiped_a and wiped_d:
        yield p, "enemy is wiped out; charger is wiped out", None
    elif wiped_a:
        yield p, f"enemy stands, {left_d.order.title()}; charger is wiped out", None
    elif wiped_d:
        for q, _, told in _follows(left_a, terms):
            yield p * q, f"enemy is wiped out; charger {told}", None
    else:
        yield p, "", (left_a, left_d)


def _enemy_runs(a: Side, d: Side, terms: Terms) -> Iterator[tuple[Fraction, str]]:
    for p, pursues, told in _follows(a, terms):
        for q, fate in _runs(d, pursued=pursues, caught=pursues and terms.catches):
            yield p * q, f"enemy {fate}; charger {told}"


def _follows(a: Side, terms: Terms) -> Iterator[tuple[Fraction, bool, str]]:
    if terms.pursuing:
        yield ONE, False, "stands, Shattered"
        return
    held = needs(a.control, a.order) if terms.hold else Fraction(0)
    if held:
        yield held, False, f"stands, {a.order.title()}"
    if held < 1:
        yield 1 - held, True, f"pursues, {WORSE[a.order].title()}"


def _runs(
    one: Side, *, pursued: bool, caught: bool = False, survives: str = ""
) -> Iterator[tuple[Fraction, str]]:
    if one.order == "shattered" or caught:
        yield ONE, "breaks and is destroyed"
        return
    keeps = needs(one.rally, helped=one.near_general or not pursued)
    together = Fraction(0)
    for kept, p in count(one.platoons, keeps).items():
        if kept == one.platoons or kept > one.minimum:
            together += p
    if together:
        yield together, survives or "breaks and runs"
    if together < 1:
        yield 1 - together, "breaks and is destroyed"
