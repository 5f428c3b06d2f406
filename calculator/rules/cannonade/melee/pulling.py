"""What counts in a melee: men and cover, the rows of both tables, and what either side may lose."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

from calculator.conditions import where
from calculator.rules.cannonade.melee.fight import LETTERS, Fate, Forces, Verdict, winner_by
from calculator.rules.cannonade.melee.form import MeleeForm
from calculator.rules.cannonade.terms import Ground, Holds, Side, W, read_row
from calculator.rules.modifiers import Factor, Modifier, total
from calculator.rules.phrases import span
from calculator.rules.tables import Tables

SOURCE: Final = "Melee phase"


def _men(side: Side, attribute: str) -> Modifier[MeleeForm]:
    return Modifier(
        stage="melee",
        name="men",
        side=side.value,
        number=lambda form, _: getattr(form, attribute),
        source=SOURCE,
        given=True,
        also_reads=(attribute,),
    )


MEN: Final = {
    Side.ATTACKERS: _men(Side.ATTACKERS, "men"),
    Side.DEFENDERS: _men(Side.DEFENDERS, "target_men"),
}
"""The men who fight on each side."""


def _more(form: MeleeForm, tables: Tables) -> Fraction:
    """By how much more than their number the defenders count."""
    cover = tables.fraction(f"melee.strength.{form.target_terrain.value}")
    return form.target_men * (cover - 1)


COVER: Final = Modifier[MeleeForm](
    stage="melee",
    name="{target_terrain} terrain: they count for more",
    side="defenders",
    when=~where("target_terrain", Ground.CLEAR),
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
    return Forces(men, strength)


class RatioRow(Modifier[MeleeForm]):
    """The row of the Melee Result Table that the ratio reaches, in faces of the die."""

    def factors(self, subject: MeleeForm, tables: Tables) -> Iterator[Factor]:
        """A line for each letter of the row."""
        fighting = forces(subject, tables)
        row = f"melee.results.{fighting.ratio}"
        for verdict, faces, number in _faces(read_row(tables, row, Verdict)):
            winner = winner_by(verdict, fighting)
            side, name = winner.value if winner else "nobody", f"{faces}: {LETTERS[verdict]}"
            yield Factor(f"row {fighting.ratio}", name, side, number, self.source, (row,))


class FateRow(Modifier[MeleeForm]):
    """The Casualty Result Table, in faces of the die."""

    def factors(self, subject: MeleeForm, tables: Tables) -> Iterator[Factor]:
        """A line for each fate."""
        for fate, faces, number in _faces(read_row(tables, "melee.fate", Fate)):
            yield Factor("losers", f"{faces}: {fate}", "losers", number, self.source, (FATES,))


FATES: Final = "melee.fate"
ROWS: Final = (
    RatioRow(
        stage="row",
        name="row of the ratio",
        value="melee.results.*",
        source="Melee Result Table",
        given=True,
        also_reads=("men", "target_men", "target_terrain"),
    ),
    FateRow(stage="losers", name="fate", value=FATES, source="Casualty Result Table", given=True),
)


def _faces(row: tuple[W, ...]) -> Iterator[tuple[W, str, int]]:
    """Each run of equal words in a row of a table, the faces that give it, and their number."""
    first = 1
    for word, run in groupby(row):
        number = len(list(run))
        yield word, span(first, first + number - 1), number
        first += number


_POINTS: Final = "Victory points"
_PRISONERS: Final = "March phase, prisoners and routers"
AT_STAKE: Final[dict[str, tuple[str, Any, str]]] = {
    "officer": ("their officer is killed or captured with them", False, "Officers"),
    "holds": ("a {0} in their hex is captured", Holds.NOTHING, _POINTS),
    "flag": ("their flag is captured, unless they rout", False, _POINTS),
    "prisoners": ("{0} prisoners of theirs are free again", 0, _PRISONERS),
    "routers": ("{0} routers in their hex are captured", 0, _PRISONERS),
    "unarmed": ("{0} unarmed men in their hex are captured", 0, _PRISONERS),
}
"""What a side loses besides men if it loses: in words, what it has of it if none, the section."""


def _stake(side: Side, what: str) -> Modifier[MeleeForm]:
    words, none, source = AT_STAKE[what]
    attribute = what if side is Side.ATTACKERS else f"target_{what}"
    return Modifier(
        stage=f"if the {side} lose",
        name=words.format(f"{{{attribute}}}"),
        side=side.other.value,
        when=~where(attribute, none),
        source=source,
    )


STAKES: Final = {(side, what): _stake(side, what) for side in Side for what in AT_STAKE}
"""What either side may lose besides men, by side and attribute."""
