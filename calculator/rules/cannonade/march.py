"""The March phase: whether a unit gets along a path of hexes in one turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from calculator.chance.interface import Draw
from calculator.chance.resolution import Resolution, settled
from calculator.errors import Refusal, hint
from calculator.forms import Form, choice, entry, whole, yes_no
from calculator.kinds import BadValueError, Choice, Text, Word
from calculator.rules.cannonade.terms import Terrain
from calculator.rules.system import Action, Place, Words
from calculator.rules.tables import Tables
from calculator.rules.telling import counted

SOURCE: Final = "March phase"


class Mover(Word):
    """What moves."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    CANNON = "cannon"
    OFFICER = "officer"
    BAGGAGE = "baggage"
    FLAG = "flag"
    PRISONERS = "prisoners"
    ROUTERS = "routers"


_GUNNERS: Final = {Mover.INFANTRY, Mover.CAVALRY, Mover.CANNON}
"""What may have fired and so has to stay: routers must move even if they did."""

Path = tuple[Terrain, ...]


def read_path(text: str) -> Path:
    """A path from the terrain of each hex entered, in order; ValueError names every wrong word."""
    kind = Choice(Terrain)
    path: list[Terrain] = []
    problems: list[str] = []
    for word in text.replace(",", " ").split():
        try:
            path.append(kind.parse(word))
        except BadValueError as bad:
            problems.append(bad.problem + hint(bad.near))
    if problems:
        raise ValueError("; ".join(problems))
    return tuple(path)


def write_path(path: Path) -> str:
    """A path as it is typed."""
    return ", ".join(str(terrain.value) for terrain in path)


PATH: Final = Text(
    read_path,
    write_path,
    "the terrain of each hex entered: clear, covered, fortified or impassable, e.g. clear, covered",
    type=tuple,
)


@attrs.frozen(kw_only=True)
class MarchForm(Form):
    """What moves and through which hexes."""

    mover: Mover = choice(
        Mover,
        "What moves",
        default=Mover.INFANTRY,
        mnemonic="w",
        source="Units",
        help="Infantry, cannon, baggage, prisoners and routers move 1 hex a turn, cavalry and "
        "officers 2, a flag up to 2.",
    )
    path: Path = entry(
        PATH,
        "Hexes entered",
        default=(Terrain.CLEAR,),
        mnemonic="h",
        source=SOURCE,
        help="The terrain of each hex entered, in order. Cavalry must spend its entire move to "
        "enter covered or fortified terrain; nothing enters impassable terrain.",
    )
    crew: int = whole(
        0,
        20,
        "Crew",
        default=4,
        unit="men",
        mnemonic="c",
        source="Cannonade phase",
        matters=lambda form: form.mover is Mover.CANNON,
        help="Men with the cannon: 4 must be present to move it.",
    )
    fired: bool = yes_no(
        "Fired this turn",
        mnemonic="i",
        source=SOURCE,
        matters=lambda form: form.mover in _GUNNERS,
        help="A cannon that fired this turn may not move, nor may the men who fired it.",
    )


class Stop(Word):
    """Why a unit does not get farther."""

    ARRIVES = "arrives"
    SPENT = "no-move-left"
    ENTIRE_MOVE = "needs-its-entire-move"
    IMPASSABLE = "impassable"


@attrs.frozen
class Marched:
    """Hexes entered, moves left, and why it stopped if it did."""

    entered: int
    left: int
    stop: Stop

    @property
    def label(self) -> str:
        entered = f"enters {counted(self.entered, 'hex', 'hexes')}, {self.left} left"
        return entered if self.stop is Stop.ARRIVES else f"{entered}: {self.stop}"


def refusals(form: MarchForm, tables: Tables) -> Iterator[Refusal]:
    """Who may not move at all this turn."""
    if form.fired and form.mover in _GUNNERS:
        yield Refusal("neither a cannon that fired this turn nor its crew may move", SOURCE)
    crew = tables.points("cannonade.crew")
    if form.mover is Mover.CANNON and form.crew < crew:
        yield Refusal(f"{crew} men must be present to move a cannon", "Cannonade phase")


def march(mover: Mover, path: Path, tables: Tables) -> Marched:
    """How far `mover` gets along `path` in one turn."""
    allowance = left = tables.points(f"move.{mover.value}")
    for entered, terrain in enumerate(path):
        if terrain is Terrain.IMPASSABLE:
            return Marched(entered, left, Stop.IMPASSABLE)
        if not left:
            return Marched(entered, left, Stop.SPENT)
        entire = mover is Mover.CAVALRY and terrain is not Terrain.CLEAR
        if entire and left < allowance:
            return Marched(entered, left, Stop.ENTIRE_MOVE)
        left = 0 if entire else left - 1
    return Marched(len(path), left, Stop.ARRIVES)


def resolution(form: MarchForm, tables: Tables) -> Resolution[Any, Marched]:
    """How far it gets."""
    return settled(march(form.mover, form.path, tables))


def words(form: MarchForm, outcome: Marched, _: Sequence[Draw], tables: Tables) -> Words:
    """How far it gets and what stops it."""
    moves = tables.points(f"move.{form.mover.value}")
    who = f"The {form.mover}" if form.mover is not Mover.ROUTERS else "The routing formation"
    how = (f"{form.mover.label.capitalize()}: {counted(moves, 'hex', 'hexes')} a turn.",)
    if outcome.stop is Stop.ARRIVES:
        left = counted(outcome.left, "hex", "hexes").capitalize()
        return Words(f"{who} can go there.", (f"{left} left to move.",), how)
    reason = {
        Stop.SPENT: "has no move left for the next hex",
        Stop.ENTIRE_MOVE: "must spend its entire move to enter a covered or fortified hex",
        Stop.IMPASSABLE: "may not enter impassable terrain",
    }[outcome.stop]
    so_far = f"It stops after {counted(outcome.entered, 'hex', 'hexes')}: it {reason}."
    return Words(f"{who} cannot go all the way.", (so_far,), how)


MARCH: Final = Action(
    key="march",
    label="March",
    help="Whether a unit can move along a path of hexes this turn.",
    source=SOURCE,
    form=MarchForm,
    resolution=resolution,
    words=words,
    severity=lambda outcome: (outcome.entered, outcome.left),
    refusals=refusals,
    place=Place.AID,
    mnemonic="h",
)
