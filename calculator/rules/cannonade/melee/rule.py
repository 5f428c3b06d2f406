"""The Melee Result Table says who wins, the Casualty Result Table what becomes of the losers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final, TypeVar

import attrs

from calculator.chance.dice import d6
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.lengths import shown_length
from calculator.rules.cannonade.melee.form import MeleeForm
from calculator.rules.cannonade.melee.strength import Forces
from calculator.rules.cannonade.terms import Ground, Holds, Side, crowding, read_row, reading
from calculator.rules.phrases import span
from calculator.rules.system import Factor
from calculator.rules.tables import Tables
from calculator.standing import Standing

MELEE_ROLL: Final = "melee result"
CASUALTY_ROLL: Final = "casualty result"
SOURCE: Final = "Melee phase"
TABLE: Final = "Melee Result Table"

W = TypeVar("W", bound=Word)


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
class MeleeOutcome:
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


def procedure(form: MeleeForm, tables: Tables) -> Procedure[Any, MeleeOutcome]:
    """1D6 at the row of the ratio; unless it is a stalemate, 1D6 for the losers."""
    forces = Forces.of(form, tables)
    verdicts = read_row(tables, f"melee.results.{forces.ratio}", Verdict)
    fates = read_row(tables, "melee.fate", Fate)
    half = forces.half(tables)

    def fight(chance: Chance) -> MeleeOutcome:
        verdict = chance.read_off(d6(), reading(verdicts), MELEE_ROLL)
        winner = winning(verdict, forces)
        if winner is None:
            return scored(form, MeleeOutcome(None, None, half, half), tables)
        fate = chance.read_off(d6(), reading(fates), CASUALTY_ROLL)
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


def decided(forces: Forces, winner: Side, fate: Fate, half: int, unharmed: bool) -> MeleeOutcome:
    """Men killed, captured and routing when `winner` has won.

    `half` is half the men in the smaller force.
    """
    loser = winner.other
    killed = {
        winner: 0 if unharmed else half,
        loser: forces.men[loser] if fate is Fate.SLAUGHTER else half,
    }
    left = forces.men[loser] - killed[loser]
    return MeleeOutcome(
        winner,
        fate,
        killed[Side.ATTACKERS],
        killed[Side.DEFENDERS],
        captured=left if fate is Fate.SURRENDER else 0,
        routing=left if fate is Fate.ROUT else 0,
    )


def scored(form: MeleeForm, fought: MeleeOutcome, tables: Tables) -> MeleeOutcome:
    """The same outcome with the victory points that it earns both sides."""
    attackers, defenders = (earned(form, fought, side, tables) for side in Side)
    return attrs.evolve(fought, attackers_score=attackers, defenders_score=defenders)


def taken(form: MeleeForm, outcome: MeleeOutcome) -> int:
    """Men whom the winners take prisoner: those who surrender, and routers and unarmed men in the
    losers' hex."""
    if outcome.winner is None:
        return 0
    lost = form.of_side(outcome.winner.other)
    return outcome.captured + lost.routers + lost.unarmed


def earned(form: MeleeForm, fought: MeleeOutcome, side: Side, tables: Tables) -> int:
    """Victory points for `side`: enemies killed and, if it won, what it captured.

    Who lost loses the points of the prisoners set free: they no longer count.
    """

    def points(what: str) -> int:
        return tables.points(f"victory.{what}")

    score = fought.killed(side.other) * points("man-killed")
    if fought.winner is None:
        return score
    if fought.winner is not side:
        return score - form.of_side(side).prisoners * points("man-captured")
    score += taken(form, fought) * points("man-captured")
    lost = form.of_side(side.other)
    if lost.holds is not Holds.NOTHING:
        score += points(f"{lost.holds.value}-captured")
    if fought.fate is Fate.ROUT:
        return score
    if lost.officer:
        score += points("officer-captured" if fought.fate is Fate.SURRENDER else "officer-killed")
    return score + points("flag-captured") * lost.flag


def severity(outcome: MeleeOutcome) -> tuple[int, int, int]:
    """From the worst for the attackers to the best."""
    order = (Side.DEFENDERS, None, Side.ATTACKERS)
    balance = outcome.attackers_score - outcome.defenders_score
    return order.index(outcome.winner), balance, -outcome.attackers_killed


LETTERS: Final[Mapping[Verdict, str]] = {
    Verdict.ATTACKER: "A, the attackers win",
    Verdict.DEFENDER: "D, the defenders win",
    Verdict.BOTH: "B, a stalemate",
    Verdict.MORE: "H, the side with more men wins",
    Verdict.FEWER: "L, the side with fewer men wins",
    Verdict.MORE_UNHARMED: "V, the side with more men wins and suffers no casualties",
}
"""What each letter of the Melee Result Table means."""


def factors(form: MeleeForm, tables: Tables) -> Iterator[Factor]:
    """Men on both sides and what cover adds to the defenders, in men; then both tables, in faces of
    the die: the row of the ratio, and what becomes of the losers."""
    forces = Forces.of(form, tables)
    yield Factor("melee", "men", "attackers", form.men, "Melee phase", standing=Standing.RULE)
    yield Factor(
        "melee", "men", "defenders", form.target_men, "Melee phase", standing=Standing.RULE
    )
    if form.target_terrain is not Ground.CLEAR:
        counting = forces.strength[Side.DEFENDERS]
        yield Factor(
            "melee",
            f"{form.target_terrain.label} terrain: they count as {shown_length(counting)}",
            "defenders",
            int(counting - form.target_men),
            "March phase, cover in melee",
            (f"melee.strength.{form.target_terrain.value}",),
        )
    row = read_row(tables, f"melee.results.{forces.ratio}", Verdict)
    for verdict, faces in _faces(row):
        winner = winning(verdict, forces)
        side = winner.value if winner else "nobody"
        name = f"{span(*faces)}: {LETTERS[verdict]}"
        of = len(range(*faces)) + 1
        values = (f"melee.results.{forces.ratio}",)
        yield Factor(f"row {forces.ratio}", name, side, of, TABLE, values)
    for fate, faces in _faces(read_row(tables, "melee.fate", Fate)):
        name = f"{span(*faces)}: {fate}"
        of = len(range(*faces)) + 1
        source, values = "Casualty Result Table", ("melee.fate",)
        yield Factor("losers", name, "losers", of, source, values)


def _faces(row: tuple[W, ...]) -> Iterator[tuple[W, tuple[int, int]]]:
    """Each run of equal words in a row of a table, and the first and last face that give it."""
    first = 1
    for word, run in groupby(row):
        last = first + len(list(run)) - 1
        yield word, (first, last)
        first = last + 1
