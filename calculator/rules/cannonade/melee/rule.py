"""The Melee Result Table says who wins, the Casualty Result Table what becomes of the losers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.dice import d6
from calculator.chance.interface import Chance
from calculator.chance.resolution import Resolution, single
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.rules.cannonade.melee.form import MeleeForm
from calculator.rules.cannonade.melee.strength import Forces
from calculator.rules.cannonade.terms import Holds, Side, crowding, read_row, reading
from calculator.rules.tables import Tables

MELEE: Final = "melee result"
CASUALTY: Final = "casualty result"
SOURCE: Final = "Melee phase"


class Verdict(Word):
    """The letters of the Melee Result Table."""

    ATTACKER = "a"
    DEFENDER = "d"
    BOTH = "b"
    MORE = "h"
    FEWER = "l"
    MORE_UNHARMED = "v"


class Fate(Word):
    """What the Casualty Result Table does to the losers."""

    SURRENDER = "surrender"
    ROUT = "rout"
    SLAUGHTER = "slaughter"


@attrs.frozen
class Fought:
    """Who won (None in a stalemate) and what became of the losers; men killed on both sides; the
    losers' men taken prisoner or routing; and the victory points that each side earns."""

    winner: Side | None
    fate: Fate | None
    attackers_killed: int
    defenders_killed: int
    captured: int = 0
    routing: int = 0
    attackers_score: int = 0
    defenders_score: int = 0

    @property
    def label(self) -> str:
        losses = f"attackers lose {self.attackers_killed}, defenders {self.defenders_killed}"
        if self.winner is None or self.fate is None:
            return f"stalemate: {losses}"
        spared = f", {self.captured} captured" if self.captured else ""
        spared += f", {self.routing} routing" if self.routing else ""
        return f"{self.winner} win, {self.fate}: {losses}{spared}"

    def killed(self, side: Side) -> int:
        """Men of `side` killed."""
        return self.attackers_killed if side is Side.ATTACKERS else self.defenders_killed

    def score(self, side: Side) -> int:
        """Victory points that `side` earns."""
        return self.attackers_score if side is Side.ATTACKERS else self.defenders_score


def refusals(form: MeleeForm, tables: Tables) -> Iterator[Refusal]:
    """Who will not or may not attack, and hexes that hold too many men."""
    if not form.officer and Forces.of(form, tables).larger is Side.DEFENDERS:
        yield Refusal(
            "a smaller force will not attack a larger one unless an officer is present", SOURCE
        )
    if form.fired:
        yield Refusal("men who fired a cannon this turn cannot attack", SOURCE)
    if form.fought:
        yield Refusal("a formation attacks once, and is attacked once, in a melee turn", SOURCE)
    yield from crowding(form.men, form.holds, tables, form.formations)
    yield from crowding(form.target_men, form.target_holds, tables)


def resolution(form: MeleeForm, tables: Tables) -> Resolution[Any, Fought]:
    """1D6 at the row of the ratio; unless it is a stalemate, 1D6 for the losers."""
    forces = Forces.of(form, tables)
    verdicts = read_row(tables, f"melee.results.{forces.ratio}", Verdict)
    fates = read_row(tables, "melee.fate", Fate)
    half = forces.half(tables)

    def fight(chance: Chance) -> Fought:
        verdict = chance.read_off(d6(), reading(verdicts), MELEE)
        winner = winning(verdict, forces)
        if winner is None:
            return scored(form, Fought(None, None, half, half), tables)
        fate = chance.read_off(d6(), reading(fates), CASUALTY)
        unharmed = verdict is Verdict.MORE_UNHARMED
        return scored(form, decided(forces, winner, fate, half, unharmed), tables)

    return single(fight)


def winning(verdict: Verdict, forces: Forces) -> Side | None:
    """The side that wins by that letter, or None: nobody."""
    match verdict:
        case Verdict.ATTACKER:
            return Side.ATTACKERS
        case Verdict.DEFENDER:
            return Side.DEFENDERS
        case Verdict.MORE | Verdict.MORE_UNHARMED:
            return forces.larger
        case Verdict.FEWER:
            return forces.larger and forces.larger.other
        case Verdict.BOTH:
            return None


def decided(forces: Forces, winner: Side, fate: Fate, half: int, unharmed: bool) -> Fought:
    """Men killed, captured and routing when `winner` has won.

    `half` is half the men in the smaller force.
    """
    loser = winner.other
    killed = {
        winner: 0 if unharmed else half,
        loser: forces.men[loser] if fate is Fate.SLAUGHTER else half,
    }
    left = forces.men[loser] - killed[loser]
    return Fought(
        winner,
        fate,
        killed[Side.ATTACKERS],
        killed[Side.DEFENDERS],
        captured=left if fate is Fate.SURRENDER else 0,
        routing=left if fate is Fate.ROUT else 0,
    )


def scored(form: MeleeForm, fought: Fought, tables: Tables) -> Fought:
    """The same outcome with the victory points that it earns both sides."""
    attackers, defenders = (earned(form, fought, side, tables) for side in Side)
    return attrs.evolve(fought, attackers_score=attackers, defenders_score=defenders)


def earned(form: MeleeForm, fought: Fought, side: Side, tables: Tables) -> int:
    """Victory points for `side`: enemies killed and, if it won, what it captured."""

    def points(what: str) -> int:
        return tables.points(f"victory.{what}")

    score = fought.killed(side.other) * points("man-killed")
    if fought.winner is not side:
        return score
    score += fought.captured * points("man-captured")
    lost = form.company(side.other)
    if lost.holds is not Holds.NOTHING:
        score += points(f"{lost.holds.value}-captured")
    if fought.fate is Fate.ROUT:
        return score
    if lost.officer:
        score += points("officer-captured" if fought.fate is Fate.SURRENDER else "officer-killed")
    return score + points("flag-captured") * lost.flag


def severity(outcome: Fought) -> tuple[int, int, int]:
    """From the worst for the attackers to the best."""
    order = (Side.DEFENDERS, None, Side.ATTACKERS)
    balance = outcome.attackers_score - outcome.defenders_score
    return order.index(outcome.winner), balance, -outcome.attackers_killed
