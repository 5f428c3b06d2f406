"""The Bombardment phase: whether artillery may fire at a unit, and whether it may move after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.errors import Fault, Refusal
from calculator.forms import Form, Heading, as_text
from calculator.kinds import Choice, Text, Whole, Word
from calculator.rules.action import Action, Aftermath, Draws, Narration, Parties, Severity
from calculator.rules.modifiers import Stage, answers, in_force
from calculator.rules.morne_plaine.path import unknown
from calculator.rules.morne_plaine.terms import Terrain, UnitType, elsewhere
from calculator.rules.morne_plaine.turn import ALLOWANCE, asked_unit
from calculator.rules.phrases import counted
from calculator.standing import Standing

SOURCE: Final = "Bombardment phase"
MOUNTED: Final = where("mounted_guns")
BATTERY: Final = Heading("Battery", SOURCE)
SIGHT: Final = Heading("Line of sight", SOURCE)

BESIDE: Final = "/"


class InLine(Word):
    """What a hex that the line crosses holds."""

    CLEAR = "clear"
    ROUGH = "rough"
    COPPICE = "coppice"
    ORCHARDS = "orchards"
    MARSH = "marsh"
    UNIT = "unit"
    WOODS = "woods"
    VILLAGE = "village"
    HEIGHT = "height"

    @property
    def blocks(self) -> bool:
        """Woods, villages and heights block the line; units and low ground do not."""
        return self in {InLine.WOODS, InLine.VILLAGE, InLine.HEIGHT}


Line = tuple[tuple[InLine, ...], ...]
"""Each hex that the line passes through, or the two on either side of a hexside it runs along."""

_WORDS: Final = Choice(InLine).choices


def is_blocked(line: Line) -> bool:
    """Whether the line is blocked: along a hexside only from both sides."""
    return any(all(hex_.blocks for hex_ in crossed) for crossed in line)


def read_line(text: str) -> Line:
    """A line from text such as ``clear, woods/clear``; ValueError names every wrong word."""
    parts = [part.strip().lower() for part in text.split(",")]
    if parts in ([""], ["nothing"]):
        return ()
    crossed = [[word.strip() for word in part.split(BESIDE)] for part in parts]
    problems = [p for number, words in enumerate(crossed, 1) for p in _problems(number, words)]
    if problems:
        raise ValueError("; ".join(problems))
    return tuple(tuple(map(InLine, words)) for words in crossed)


def _problems(number: int, words: list[str]) -> Iterator[str]:
    yield from unknown(number, words, _WORDS)
    if len(words) > 2:
        yield f"hex {number}: a hexside lies between two hexes"


def write_line(line: Line) -> str:
    """A line as it is typed."""
    hexes = (BESIDE.join(str(word.value) for word in crossed) for crossed in line)
    return ", ".join(hexes) or "nothing"


LINE: Final = Text(
    read_line,
    write_line,
    f"nothing, or the hexes between with commas: {', '.join(_WORDS)}; two with {BESIDE} where "
    "the line runs along the hexside between them, e.g. clear, woods/clear",
    type=tuple,
    pieces=(_WORDS, (BESIDE,)),
)


@attrs.frozen(kw_only=True)
class BombardmentForm(Form):
    """A battery, its target, and what lies between."""

    unit: UnitType = asked_unit(
        help="Only artillery bombards.", default=UnitType.ARTILLERY, source=SOURCE, group="Battery"
    )
    mounted_guns: bool = BATTERY.yes_no(
        help="By the later page, if you play by it, mounted artillery in command may move half "
        "its allowance after it has fired."
    )
    in_command: bool = BATTERY.yes_no(
        default=True, matters=MOUNTED, help="Within the command radius of its leader."
    )
    allowance: int = ALLOWANCE
    from_terrain: Terrain = BATTERY.choice(
        Terrain, "Stands in", help="Artillery may not fire out of woods or a village."
    )
    bombarded: bool = BATTERY.yes_no(
        "Bombarded already", help="Each artillery unit fires once in the phase."
    )
    reach: int = SIGHT.entry(
        Whole(1, 12, "hexes"),
        "Greatest range",
        default=3,
        help="Cannonballs on the piece: generally three.",
    )
    range: int = SIGHT.entry(Whole(1, 12, "hexes"), default=2, help="Hexes to the target.")
    line: Line = SIGHT.entry(
        LINE,
        "Hexes between",
        default=(),
        help="What the line from centre to centre crosses. By the later page, if you play by it, "
        "woods, villages and heights block it, along a hexside only from both sides; units, "
        "rough ground, coppice, orchards and marshes do not.",
    )

    def faults(self) -> Iterator[Fault]:
        """A line crosses no more hexes than lie between."""
        most = self.range - 1
        if len(self.line) > most:
            hexes = counted(len(self.line), "hex", "hexes")
            problem = f"{hexes} cannot lie between at range {self.range}"
            yield Fault("line", problem, f"{most} at most")


@attrs.frozen
class MayBombard:
    """Movement points that a battery has left when it has fired."""

    left: int

    @property
    def label(self) -> str:
        return f"may bombard, {counted(self.left, 'movement point')} after it"


MOVES_AFTER: Final = Stage("movement", SOURCE, "artillery").modifier(
    "mounted guns in command keep some of it",
    MOUNTED & where("in_command") & in_force("bombardment.moves-after"),
    standing=Standing.READING,
)


class Bombardment(Action[BombardmentForm, MayBombard]):
    """Whether artillery may bombard a hex: range, line of sight, and movement after it."""

    key = "bombardment"
    source = SOURCE
    severity = Severity[MayBombard](lambda outcome: outcome.left, "the artillery")
    modifiers = (*answers(BombardmentForm, "allowance", stage="movement"), MOVES_AFTER)
    mnemonic = "b"

    def refusals(self) -> Iterator[Refusal]:
        """Everything that keeps it from firing."""
        form = self.form
        if form.unit is not UnitType.ARTILLERY:
            yield elsewhere(f"only artillery bombards, not {form.unit}", SOURCE)
        if form.bombarded:
            yield elsewhere("an artillery unit fires once in the phase", SOURCE)
        if form.from_terrain.shelters:
            yield elsewhere(f"artillery may not fire out of {form.from_terrain.place}", SOURCE)
        if form.range > form.reach:
            reach = counted(form.reach, "hex", "hexes")
            yield elsewhere(f"it fires {reach} far, not {form.range}", SOURCE)
        sight = self.tables.entry("bombardment.line-of-sight")
        if sight.value and is_blocked(form.line):
            blocked = "woods, a village or a height block the line of sight"
            yield Refusal(blocked, SOURCE, sight.standing)

    def resolve(self, chance: Chance) -> MayBombard:
        """It may: mounted guns in command keep half their movement."""
        share = self.tables.fraction("bombardment.moves-after") if self.holds(MOVES_AFTER) else 0
        return MayBombard(int(self.form.allowance * share))

    def after(self, drawn: MayBombard) -> Aftermath:
        """It fires no more this turn; what it may still move."""
        moves = self.holds(MOVES_AFTER)
        left = {"allowance": str(drawn.left), "movement-over": as_text(not moves)}
        may = ("movement", "marsh-test", "rally") if moves else ("rally",)
        return Aftermath({"bombarded": "yes"} | left, may=may)

    def parties(self) -> Parties:
        return {"actor": ("the artillery",)}

    def narrate(self, drawn: MayBombard, draws: Draws) -> Narration:
        """That it may fire, and whether it moves on."""
        points, form = counted(drawn.left, "movement point"), self.form
        moves = f"It may move with {points} afterwards."
        after = moves if self.holds(MOVES_AFTER) else "It moves no more."
        how = (f"Range {form.range} of {form.reach}, and nothing blocks the line of sight.",)
        return Narration("The artillery may bombard that hex.", (after,), how)
