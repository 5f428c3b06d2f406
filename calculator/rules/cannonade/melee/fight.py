"""Who fights a melee, what counts for either side, how the tables are read, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any, Final

import attrs

from calculator.conditions import where
from calculator.kinds import Word
from calculator.rules.cannonade.melee.form import MeleeForm
from calculator.rules.cannonade.terms import PRISONERS, Ground, Holds, Side, W, read_row
from calculator.rules.modifiers import Factor, Modifier, Stage, total
from calculator.rules.phrases import span
from calculator.rules.tables import Tables

SOURCE: Final = "Melee phase"
MELEE_ROLL: Final = "melee result"
CASUALTY_ROLL: Final = "casualty result"

RATIOS: Final = {
    row: Fraction(row.replace(":", "/")) for row in ("4:1", "3:1", "2:1", "3:2", "1:1")
}
"""The rows of the Melee Result Table, the best first, each with the least ratio that reaches it."""


class Verdict(Word):
    """The letters of the Melee Result Table."""

    ATTACKER = "a", "A, the attackers win"
    DEFENDER = "d", "D, the defenders win"
    BOTH = "b", "B, a stalemate"
    MORE = "h", "H, the side with more men wins"
    FEWER = "l", "L, the side with fewer men wins"
    MORE_UNHARMED = "v", "V, the side with more men wins and suffers no casualties"


class Fate(Word):
    """What the Casualty Result Table does to the losers, and what has become of them then."""

    SURRENDER = "surrender", "captured"
    ROUT = "rout", "routing"
    SLAUGHTER = "slaughter", "killed"


@attrs.frozen
class Forces:
    """Both sides' men, and their numerical strength in the melee, as the `tables` read it."""

    men: dict[Side, int]
    strength: dict[Side, Fraction]
    tables: Tables

    @property
    def larger(self) -> Side | None:
        """The side with more men, as they count in the melee; None if they are equal."""
        compared = self.strength if self.tables.is_so("melee.cover-for-all") else self.men
        if compared[Side.ATTACKERS] == compared[Side.DEFENDERS]:
            return None
        return max(Side, key=compared.__getitem__)

    @property
    def ratio(self) -> str:
        """The row that the larger force's strength against the smaller's reaches."""
        larger, smaller = (self.strength[side] for side in Side)
        if self.tables.is_so("melee.ratio-of-larger"):
            larger, smaller = max(larger, smaller), min(larger, smaller)
        *better, last = RATIOS
        return next((row for row in better if larger >= RATIOS[row] * smaller), last)

    @property
    def half_of_smaller(self) -> int:
        """Half the men in the smaller force; of equal forces, in the one of fewer men.

        Never more than either side has, should a scenario let cover count for more than double.
        """
        fewest = min(self.men.values())
        falling = self.men if self.tables.is_so("melee.real-men") else self.strength
        smaller = falling[self.larger.other] if self.larger else min(falling.values())
        return min(int(smaller + self.tables.points("melee.odd-man")) // 2, fewest)


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


FIGHT: Final = Stage("melee", SOURCE)
_men: Final = partial(FIGHT.modifier, "men", given=True)
MEN: Final = {
    Side.ATTACKERS: _men(side="attackers", number="men"),
    Side.DEFENDERS: _men(side="defenders", number="target_men"),
}
"""The men who fight on each side."""


def _more(form: MeleeForm, tables: Tables) -> Fraction:
    """By how much more than their number the defenders count."""
    cover = tables.fraction(f"melee.strength.{form.target_terrain.value}")
    return form.target_men * (cover - 1)


COVER: Final = FIGHT.modifier(
    "{target_terrain} terrain: they count for more",
    ~where("target_terrain", Ground.CLEAR),
    side="defenders",
    value="melee.strength.{target_terrain.value}",
    number=_more,
    source="March phase, cover in melee",
    also_reads=("target_men",),
)


def forces(form: MeleeForm, tables: Tables) -> Forces:
    """Both sides' men, and what they count for: the defenders for more in cover."""
    men = {side: int(total([one], form, tables)) for side, one in MEN.items()}
    strength = {side: Fraction(number) for side, number in men.items()}
    strength[Side.DEFENDERS] += total([COVER], form, tables)
    return Forces(men, strength, tables)


class RatioRow(Modifier[MeleeForm]):
    """The row of the Melee Result Table that the ratio reaches, in faces of the die."""

    def factors(self, subject: MeleeForm, tables: Tables) -> Iterator[Factor]:
        """A line for each letter of the row."""
        fighting = forces(subject, tables)
        row = f"melee.results.{fighting.ratio}"
        for verdict, faces, number in _faces(read_row(tables, row, Verdict)):
            winner = winner_by(verdict, fighting)
            side, name = winner.value if winner else "nobody", f"{faces}: {verdict.meaning}"
            yield Factor(f"row {fighting.ratio}", name, side, number, self.source, (row,))


class FateRow(Modifier[MeleeForm]):
    """The Casualty Result Table, in faces of the die."""

    def factors(self, subject: MeleeForm, tables: Tables) -> Iterator[Factor]:
        """A line for each fate."""
        for fate, faces, number in _faces(read_row(tables, "melee.fate", Fate)):
            yield Factor("losers", f"{faces}: {fate}", "losers", number, self.source, (FATES,))


FATES: Final = "melee.fate"
ROWS: Final = (
    Stage("row", "Melee Result Table").modifier(
        "row of the ratio",
        kind=RatioRow,
        value="melee.results.*",
        given=True,
        also_reads=("men", "target_men", "target_terrain"),
    ),
    Stage("losers", "Casualty Result Table").modifier(
        "fate", kind=FateRow, value=FATES, given=True
    ),
)


def _faces(row: tuple[W, ...]) -> Iterator[tuple[W, str, int]]:
    """Each run of equal words in a row of a table, the faces that give it, and their number."""
    first = 1
    for word, run in groupby(row):
        number = len(list(run))
        yield word, span(first, first + number - 1), number
        first += number


_POINTS: Final = "Victory points"
AT_STAKE: Final[dict[str, tuple[str, Any, str]]] = {
    "officer": ("their officer is killed or captured with them", False, "Officers"),
    "holds": ("a {0} in their hex is captured", Holds.NOTHING, _POINTS),
    "flag": ("their flag is captured, unless routers save it", False, _POINTS),
    "prisoners": ("{0} prisoners of theirs are free again", 0, PRISONERS),
    "routers": ("{0} routers in their hex are captured", 0, PRISONERS),
    "unarmed": ("{0} unarmed men in their hex are captured", 0, PRISONERS),
}
"""What a side loses besides men if it loses: in words, what it has of it if none, the section."""


def _stake(side: Side, what: str) -> Modifier[MeleeForm]:
    words, none, source = AT_STAKE[what]
    attribute = what if side is Side.ATTACKERS else f"target_{what}"
    losing = Stage(f"if the {side} lose", source, side.other.value)
    return losing.modifier(words.format(f"{{{attribute}}}"), ~where(attribute, none))


STAKES: Final = {(side, what): _stake(side, what) for side in Side for what in AT_STAKE}
"""What either side may lose besides men, by side and attribute."""
MODIFIERS: Final = (*MEN.values(), COVER, *ROWS, *STAKES.values())
"""All that can pull a melee."""
