"""A melee: what is asked about it, who fights, what counts for either side, how the two tables are
read, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any, Final, NamedTuple

from calculator import conditions, errors, forms, kinds, rows
from calculator.rules import action, phrases
from calculator.rules.cannonade import terms
from calculator.rules.cannonade.terms import Ground, Holds, Side, asked_points
from calculator.rules.modifiers import Factor, Modifier, Stage, total
from calculator.rules.tables import Tables

SOURCE: Final = "Melee phase"
FATES: Final = "melee.fate"


OF_EACH: Final = ("men", "officer", "flag", "prisoners")
"""What each formation of a side has of its own."""


class MeleeSide(NamedTuple):
    """A side of a melee: the men of all its formations, their officers and flags, and whom they
    escort, what else it may lose in the hex that the winners enter, and its victory points so far.
    """

    men: int
    officer: int
    flag: int
    prisoners: int
    holds: Holds
    routers: int
    unarmed: int
    victory_points: int


def _in_their_hex(label: str, kind: str, side: Side) -> int:
    """Men of a side who are taken prisoner if it loses."""
    entering = f"the hex that the {side.other} enter if they win: they become prisoners."
    asks, group = f"The {side}' {kind} men in {entering}", side.label.capitalize()
    return forms.entry(terms.ANY_MEN, label, group=group, source=terms.PRISONERS, help=asks)


ATTACKERS: Final = forms.Heading("Attackers", SOURCE)
DEFENDERS: Final = forms.Heading("Defenders", SOURCE)


class FurtherAttackers(forms.Form):
    """A further formation that attacks the same target."""

    men: int = ATTACKERS.entry(terms.MEN_OF_A_FORMATION, default=20, help="Men in it.")
    officer: bool = ATTACKERS.yes_no(source="Officers", help="An officer is with it.")
    flag: bool = ATTACKERS.yes_no(source="Victory points", help="It carries a flag.")
    prisoners: int = ATTACKERS.entry(terms.ANY_MEN, source=terms.PRISONERS)
    """Enemy men whom it escorts."""


class MeleeForm(forms.Form):
    """One or more formations and the adjacent formation that they attack."""

    men: int = ATTACKERS.entry(terms.MEN_OF_SEVERAL, "Attackers", default=20)
    """Men in all the formations that attack this target, counted together, but for those that are
    listed one by one."""
    formations: int = ATTACKERS.entry(kinds.Whole(1, 6, "formations"), "Formations attacking")
    """Two or more formations may attack the same target; each holds a hex of its own."""
    also_attacking: tuple[FurtherAttackers, ...] = ATTACKERS.entry(
        rows.Rows(FurtherAttackers, "20 officer, 11", of="actor"), default=()
    )
    """Further formations that attack the same target, each with its own men, officer, flag and
    prisoners. The dead are shared among all by their numbers."""
    officer: bool = ATTACKERS.yes_no("Officer leads")
    """An officer is with the attackers. Without one, a smaller force will not attack a larger. He
    is the last man killed."""
    holds: Holds = ATTACKERS.choice(Holds, "In the attackers' hex", source="Stacking")
    """What stands in the hex that the defenders enter if they win. They capture it, and no more
    than 10 of them can move there."""
    flag: bool = ATTACKERS.yes_no("Attackers' flag", source="Victory points")
    """The attackers carry a flag that the defenders could capture."""
    fired: bool = ATTACKERS.yes_no("Fired a cannon")
    """Some of the attackers fired a cannon this turn. Those men cannot attack."""
    fought: bool = ATTACKERS.yes_no("Fought before")
    """One of the attackers has already attacked this turn, or the target has already been attacked.
    Each happens once only."""
    prisoners: int = ATTACKERS.entry(terms.ANY_MEN, "Prisoners with them", source=terms.PRISONERS)
    """Enemy men whom the attackers escort. If the attackers lose, they are free again."""
    routers: int = _in_their_hex("Routers behind them", "routing", Side.ATTACKERS)
    unarmed: int = _in_their_hex("Unarmed behind them", "unarmed", Side.ATTACKERS)
    target_men: int = DEFENDERS.entry(terms.MEN_OF_A_FORMATION, "Defenders", default=15)
    """Men in the formation attacked; routing men, prisoners and unarmed men do not fight."""
    target_terrain: Ground = DEFENDERS.choice(
        Ground, "Defenders' terrain", source="March phase, cover in melee"
    )
    """Covered defenders count half as many again, fortified ones twice."""
    target_officer: bool = DEFENDERS.yes_no("Officer with them", source="Officers")
    """An officer is with the defenders. He is the last man killed."""
    target_holds: Holds = DEFENDERS.choice(Holds, "In the defenders' hex", source="Stacking")
    """What stands beside the defenders. The attackers capture it if they win, and no more than 10
    of them can move there."""
    target_flag: bool = DEFENDERS.yes_no("Defenders' flag", source="Victory points")
    """The defenders carry a flag that the attackers could capture."""
    target_prisoners: int = DEFENDERS.entry(
        terms.ANY_MEN, "Their prisoners", source=terms.PRISONERS
    )
    """Men of the attackers' side whom the defenders escort. If the defenders lose, they are free
    again."""
    target_routers: int = _in_their_hex("Routers in their hex", "routing", Side.DEFENDERS)
    target_unarmed: int = _in_their_hex("Unarmed in their hex", "unarmed", Side.DEFENDERS)
    victory_points: int = asked_points("Attackers' points")
    target_victory_points: int = asked_points("Defenders' points")

    def faults(self) -> Iterator[errors.Fault]:
        if self.formations > self.men:
            problem = f"{self.formations} are more than the men in them"
            yield errors.Fault("formations", problem, phrases.span(1, self.men))

    def of_side(self, side: Side) -> MeleeSide:
        """What the form says of one side: of all its formations together."""
        whose = "" if side is Side.ATTACKERS else "target_"
        has = {name: getattr(self, whose + name) for name in MeleeSide._fields}
        for one in self.also_attacking if side is Side.ATTACKERS else ():
            has |= {name: has[name] + getattr(one, name) for name in OF_EACH}
        return MeleeSide(**has)

    def formations_of(self, side: Side) -> list[tuple[int, int]]:
        """The men of those counted together and of each that is listed, and their prisoners."""
        if side is Side.DEFENDERS:
            return [(self.target_men, self.target_prisoners)]
        listed = [(one.men, one.prisoners) for one in self.also_attacking]
        return [(self.men, self.prisoners), *listed]

    @property
    def attackers(self) -> MeleeSide:
        """The side of all who attack."""
        return self.of_side(Side.ATTACKERS)


class Verdict(kinds.Word):
    """The letters of the Melee Result Table."""

    ATTACKER = "a", "A, the attackers win"
    DEFENDER = "d", "D, the defenders win"
    BOTH = "b", "B, a stalemate"
    MORE = "h", "H, the side with more men wins"
    FEWER = "l", "L, the side with fewer men wins"
    MORE_UNHARMED = "v", "V, the side with more men wins and suffers no casualties"


class Fate(kinds.Word):
    """What the Casualty Result Table does to the losers, and what has become of them then."""

    SURRENDER = "surrender", "captured"
    ROUT = "rout", "routing"
    SLAUGHTER = "slaughter", "killed"


class MeleeOutcome(action.Outcome):
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
        return f"{self.winner} win by {self.fate}: {losses}{spared}"

    def killed(self, side: Side) -> int:
        """Men of `side` killed."""
        return self.attackers_killed if side is Side.ATTACKERS else self.defenders_killed

    def score(self, side: Side) -> int:
        """Victory points that `side` earns."""
        return self.attackers_score if side is Side.ATTACKERS else self.defenders_score


FIGHT: Final = Stage("melee", SOURCE)
_men: Final = partial(FIGHT.modifier, "men", given=True)
MEN: Final = {
    Side.ATTACKERS: _men(
        side="attackers",
        number=lambda form, _: form.attackers.men,
        also_reads=("men", "also_attacking"),
    ),
    Side.DEFENDERS: _men(side="defenders", number="target_men"),
}


COVER: Final = FIGHT.modifier(
    "{target_terrain} terrain: they count for more",
    ~conditions.where("target_terrain", Ground.CLEAR),
    side="defenders",
    value="melee.strength.{target_terrain.value}",
    number=lambda form, tables: (
        form.target_men * (tables.fraction(f"melee.strength.{form.target_terrain.value}") - 1)
    ),
    source="March phase, cover in melee",
    also_reads=("target_men",),
)

RATIOS: Final = {
    row: Fraction(row.replace(":", "/")) for row in ("4:1", "3:1", "2:1", "3:2", "1:1")
}
"""The rows of the Melee Result Table, the best first, each with the least ratio that reaches it."""


class Forces:
    """Both sides' men, and their numerical strength in the melee, as the `tables` read it: the
    defenders count for more in cover."""

    def __init__(self, form: MeleeForm, tables: Tables) -> None:
        self.tables = tables
        self.men = {side: int(total([one], form, tables)) for side, one in MEN.items()}
        self.strength = {side: Fraction(number) for side, number in self.men.items()}
        self.strength[Side.DEFENDERS] += total([COVER], form, tables)

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
        """Half the men in the smaller force; of equal forces, in the one of fewer men. Never more
        than either side has, should a scenario let cover count for more than double."""
        fewest = min(self.men.values())
        falling = self.men if self.tables.is_so("melee.real-men") else self.strength
        smaller = falling[self.larger.other] if self.larger else min(falling.values())
        return min(int(smaller + self.tables.points("melee.odd-man")) // 2, fewest)

    @property
    def verdicts(self) -> terms.Row[Verdict]:
        """The row of the Melee Result Table."""
        return terms.Row.read(self.tables, f"melee.results.{self.ratio}", Verdict)

    def winner(self, verdict: Verdict) -> Side | None:
        """The side that wins by that letter, or None: nobody."""
        wins = {Verdict.ATTACKER: Side.ATTACKERS, Verdict.DEFENDER: Side.DEFENDERS}
        if verdict is Verdict.FEWER:
            return self.larger and self.larger.other
        return None if verdict is Verdict.BOTH else wins.get(verdict, self.larger)

    def decided(self, winner: Side | None, fate: Fate | None, unharmed: bool) -> MeleeOutcome:
        """Men killed, captured and routing by the two tables: on both sides half the smaller force
        falls, but for winners who are `unharmed` and losers slaughtered."""
        killed, spared = dict.fromkeys(Side, self.half_of_smaller), 0
        if winner:
            if unharmed:
                killed[winner] = 0
            if fate is Fate.SLAUGHTER:
                killed[winner.other] = self.men[winner.other]
            spared = self.men[winner.other] - killed[winner.other]
        return MeleeOutcome(
            winner,
            fate,
            killed[Side.ATTACKERS],
            killed[Side.DEFENDERS],
            captured=spared if fate is Fate.SURRENDER else 0,
            routing=spared if fate is Fate.ROUT else 0,
        )


class RowOfFaces(Modifier[MeleeForm]):
    """A row of a table, in faces of the die: of the Melee Result Table, that of the ratio."""

    def factors(self, subject: MeleeForm, tables: Tables) -> Iterator[Factor]:
        """A line for each letter, or for each fate."""
        if self.value == FATES:
            for fate, faces, number in _faces(terms.Row.read(tables, FATES, Fate)):
                yield Factor("losers", f"{faces}: {fate}", "losers", number, self.source, (FATES,))
            return
        forces = Forces(subject, tables)
        stage, key = f"row {forces.ratio}", f"melee.results.{forces.ratio}"
        for verdict, faces, number in _faces(forces.verdicts):
            winner, name = forces.winner(verdict), f"{faces}: {verdict.meaning}"
            side = winner.value if winner else "nobody"
            yield Factor(stage, name, side, number, self.source, (key,))


def _faces(row: terms.Row[terms.W]) -> Iterator[tuple[terms.W, str, int]]:
    """Each run of equal words in a row of a table, the faces that give it, and their number."""
    last = 0
    for word, run in groupby(row):
        number = len(list(run))
        last += number
        yield word, phrases.span(last - number + 1, last), number


ROWS: Final = (
    Stage("row", "Melee Result Table").modifier(
        "row of the ratio",
        kind=RowOfFaces,
        value="melee.results.*",
        given=True,
        also_reads=("men", "also_attacking", "target_men", "target_terrain"),
    ),
    Stage("losers", "Casualty Result Table").modifier(
        "fate", kind=RowOfFaces, value=FATES, given=True
    ),
)

_POINTS: Final = "Victory points"
AT_STAKE: Final[dict[str, tuple[str, Any, str]]] = {
    "officer": ("their officer is killed or captured with them", False, "Officers"),
    "holds": ("a {0} in their hex is captured", Holds.NOTHING, _POINTS),
    "flag": ("their flag is captured, unless routers save it", False, _POINTS),
    "prisoners": ("{0} prisoners of theirs are free again", 0, terms.PRISONERS),
    "routers": ("{0} routers in their hex are captured", 0, terms.PRISONERS),
    "unarmed": ("{0} unarmed men in their hex are captured", 0, terms.PRISONERS),
}
"""What a side loses besides men if it loses: in words, what it has of it if none, the section."""


def _stake(side: Side, what: str) -> Modifier[MeleeForm]:
    words, none, source = AT_STAKE[what]
    attribute = shown = f"target_{what}"
    if side is Side.ATTACKERS:
        attribute, shown = what, f"attackers.{what}"
    has = ~conditions.where(attribute, none)
    if side is Side.ATTACKERS and what in OF_EACH:
        has |= conditions.Worked(
            lambda form, _: any(getattr(one, what) for one in form.also_attacking),
            ("also_attacking",),
            f"a formation that also attacks has {what}",
        )
    losing = Stage(f"if the {side} lose", source, side.other.value)
    return losing.modifier(words.format(f"{{{shown}}}"), has)


STAKES: Final = {(side, what): _stake(side, what) for side in Side for what in AT_STAKE}
