"""The Melee Result Table says who wins, the Casualty Result Table what becomes of the losers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

import attrs

from calculator.chance.dice import d6
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.lengths import shown_length
from calculator.rules.aftermath import MOVED, Aftermath, Consequence
from calculator.rules.cannonade.escort import tallied, unformed
from calculator.rules.cannonade.melee.form import MeleeForm
from calculator.rules.cannonade.terms import (
    Ground,
    Holds,
    Side,
    W,
    crowding_refusals,
    read_row,
    reading,
)
from calculator.rules.modifiers import Factor, ruled
from calculator.rules.phrases import span
from calculator.rules.tables import Tables

MELEE_ROLL: Final = "melee result"
CASUALTY_ROLL: Final = "casualty result"
SOURCE: Final = "Melee phase"

RATIOS: Final = {
    row: Fraction(row.replace(":", "/")) for row in ("4:1", "3:1", "2:1", "3:2", "1:1")
}
"""The rows of the Melee Result Table, the best first, each with the least ratio that reaches it."""


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


LETTERS: Final[Mapping[Verdict, str]] = {
    Verdict.ATTACKER: "A, the attackers win",
    Verdict.DEFENDER: "D, the defenders win",
    Verdict.BOTH: "B, a stalemate",
    Verdict.MORE: "H, the side with more men wins",
    Verdict.FEWER: "L, the side with fewer men wins",
    Verdict.MORE_UNHARMED: "V, the side with more men wins and suffers no casualties",
}
"""What each letter of the Melee Result Table means."""

GONE: Final = {Fate.SURRENDER: "captured", Fate.ROUT: "routing", Fate.SLAUGHTER: "killed"}
"""What has become of a formation that lost."""


@attrs.frozen
class Forces:
    """Both sides' men, and their numerical strength in the melee."""

    men: dict[Side, int]
    strength: dict[Side, Fraction]

    @classmethod
    def of(cls, form: MeleeForm, tables: Tables) -> Forces:
        """The defenders count for more in covered or fortified terrain."""
        cover = tables.fraction(f"melee.strength.{form.target_terrain.value}")
        return cls(
            {Side.ATTACKERS: form.men, Side.DEFENDERS: form.target_men},
            {Side.ATTACKERS: Fraction(form.men), Side.DEFENDERS: form.target_men * cover},
        )

    @property
    def larger(self) -> Side | None:
        """The side with more men, as they count in the melee; None if they are equal."""
        if self.strength[Side.ATTACKERS] == self.strength[Side.DEFENDERS]:
            return None
        return max(Side, key=self.strength.__getitem__)

    @property
    def ratio(self) -> str:
        """The row that the larger force's strength against the smaller's reaches."""
        larger, smaller = max(self.strength.values()), min(self.strength.values())
        return next(row for row, least in RATIOS.items() if larger >= least * smaller)

    def half_of_smaller(self, tables: Tables) -> int:
        """Half the men in the smaller force; of equal forces, in the one of fewer men.

        Never more than either side has, should a scenario let cover count for more than double.
        """
        fewest = min(self.men.values())
        smaller = self.men[self.larger.other] if self.larger else fewest
        return min((smaller + tables.points("melee.odd-man")) // 2, fewest)


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
    yield from crowding_refusals(form.men, form.holds, tables, form.formations)
    yield from crowding_refusals(form.target_men, form.target_holds, tables)


def procedure(form: MeleeForm, tables: Tables) -> Procedure[Any, MeleeOutcome]:
    """1D6 at the row of the ratio; unless it is a stalemate, 1D6 for the losers."""
    forces = Forces.of(form, tables)
    verdicts = read_row(tables, f"melee.results.{forces.ratio}", Verdict)
    fates = read_row(tables, "melee.fate", Fate)
    half = forces.half_of_smaller(tables)

    def fight(chance: Chance) -> MeleeOutcome:
        verdict = chance.read_off(d6(), reading(verdicts), MELEE_ROLL)
        winner = winner_by(verdict, forces)
        fought = MeleeOutcome(None, None, half, half)
        if winner:
            fate = chance.read_off(d6(), reading(fates), CASUALTY_ROLL)
            unharmed = verdict is Verdict.MORE_UNHARMED
            fought = decided(forces, winner, fate, half, unharmed)
        attackers, defenders = (points_earned(form, fought, side, tables) for side in Side)
        return attrs.evolve(fought, attackers_score=attackers, defenders_score=defenders)

    return single(fight)


def winner_by(verdict: Verdict, forces: Forces) -> Side | None:
    """The side that wins by that letter, or None: nobody."""
    match verdict:
        case Verdict.ATTACKER:
            return Side.ATTACKERS
        case Verdict.DEFENDER:
            return Side.DEFENDERS
        case Verdict.BOTH:
            return None
        case Verdict.FEWER:
            return forces.larger and forces.larger.other
    return forces.larger


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


def prisoners_taken(form: MeleeForm, outcome: MeleeOutcome) -> int:
    """Men whom the winners take prisoner: those who surrender, and routers and unarmed men in the
    losers' hex."""
    if outcome.winner is None:
        return 0
    lost = form.of_side(outcome.winner.other)
    return outcome.captured + lost.routers + lost.unarmed


def points_earned(form: MeleeForm, fought: MeleeOutcome, side: Side, tables: Tables) -> int:
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
    score += prisoners_taken(form, fought) * points("man-captured")
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


def factors(form: MeleeForm, tables: Tables) -> Iterator[Factor]:
    """Men on both sides and what cover adds to the defenders, in men; then both tables, in faces of
    the die: the row of the ratio, and what becomes of the losers."""
    forces = Forces.of(form, tables)
    yield ruled("melee", "men", "attackers", form.men, SOURCE)
    yield ruled("melee", "men", "defenders", form.target_men, SOURCE)
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
    row = f"melee.results.{forces.ratio}"
    for verdict, faces, number in _faces(read_row(tables, row, Verdict)):
        winner = winner_by(verdict, forces)
        side, name = winner.value if winner else "nobody", f"{faces}: {LETTERS[verdict]}"
        yield Factor(f"row {forces.ratio}", name, side, number, "Melee Result Table", (row,))
    for fate, faces, number in _faces(read_row(tables, "melee.fate", Fate)):
        source, name = "Casualty Result Table", f"{faces}: {fate}"
        yield Factor("losers", name, "losers", number, source, ("melee.fate",))


def _faces(row: tuple[W, ...]) -> Iterator[tuple[W, str, int]]:
    """Each run of equal words in a row of a table, the faces that give it, and their number."""
    first = 1
    for word, run in groupby(row):
        number = len(list(run))
        yield word, span(first, first + number - 1), number
        first += number


def after_melee(form: MeleeForm, outcome: MeleeOutcome) -> Aftermath:
    """Both sides' men, prisoners and victory points; neither attacks, nor the target is attacked,
    again in this melee turn.

    Losers are out of it whatever their fate: routers neither attack nor are attacked.
    """
    gone = GONE[outcome.fate] if outcome.fate else ""
    return Aftermath(
        actor=_left(form, outcome, Side.ATTACKERS),
        target=_left(form, outcome, Side.DEFENDERS),
        actor_gone=gone if outcome.winner is Side.DEFENDERS else "",
        target_gone=gone if outcome.winner is Side.ATTACKERS else "",
        actor_had=_had(form, outcome, Side.ATTACKERS),
        target_had=_had(form, outcome, Side.DEFENDERS),
        others=tuple(_others(form, outcome)),
        side=_of_side(form, outcome, Side.ATTACKERS),
        enemy=_of_side(form, outcome, Side.DEFENDERS),
        may=("rally",),
        later={"fought": "yes"},
    )


def _left(form: MeleeForm, outcome: MeleeOutcome, side: Side) -> dict[str, str] | None:
    if outcome.winner is side.other:
        return None
    before = form.of_side(side)
    escorted = before.prisoners + (prisoners_taken(form, outcome) if outcome.winner is side else 0)
    left = {"men": str(before.men - outcome.killed(side)), "prisoners": str(escorted)}
    if outcome.winner is side:
        left |= MOVED
    return left | {"fought": "yes"} if side is Side.ATTACKERS else left


def _had(form: MeleeForm, outcome: MeleeOutcome, side: Side) -> dict[str, str]:
    """The men whom losers have left as they rout or are taken; those killed have none."""
    if outcome.winner is not side.other:
        return {}
    return {"men": str(form.of_side(side).men - outcome.killed(side))}


def _of_side(form: MeleeForm, outcome: MeleeOutcome, side: Side) -> dict[str, str]:
    """A side's victory points, and the men whom it holds, whom it has back, and who rout."""
    score = outcome.score(side)
    if outcome.winner is None:
        return tallied(victory_points=score)
    lost = form.of_side(outcome.winner.other)
    if outcome.winner is side:
        held = prisoners_taken(form, outcome)
        return tallied(victory_points=score, prisoners_held=held, unarmed=lost.prisoners)
    return tallied(
        victory_points=score,
        prisoners_held=-lost.prisoners,
        unarmed=-lost.unarmed,
        routing=outcome.routing - lost.routers,
    )


def _others(form: MeleeForm, outcome: MeleeOutcome) -> Iterator[Consequence]:
    """Men of either side who are free again and unarmed, and men who rout."""
    if outcome.winner is None:
        return
    loser = outcome.winner.other
    prefix = "target-" if loser is Side.DEFENDERS else ""
    freed = form.of_side(loser).prisoners
    yield from unformed(f"{prefix}prisoners", freed, f"prisoners of the {loser} set free, unarmed")
    yield from unformed(f"{prefix}men", outcome.routing, f"the routing {loser}")
