"""The phases on which the text has lost its own pages: bombardment, whether artillery may fire at a
unit and move after; and rally, how a unit regains morale near its leader, or at rest in command."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from calculator import errors, forms, kinds
from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.rules.action import Action, Aftermath, Draws, Measure, Narration, Outcome, Severity
from calculator.rules.modifiers import Stage, answers, in_force, unless
from calculator.rules.morne_plaine import terms
from calculator.rules.phrases import counted
from calculator.standing import Standing

elsewhere: Final = partial(errors.Refusal, standing=Standing.READING)
"""What the game's other pages forbid."""

BOMBARDMENT: Final = "Bombardment phase"
MOUNTED: Final = where("mounted_guns")
BATTERY: Final = forms.Heading("Battery", BOMBARDMENT)
SIGHT: Final = forms.Heading("Line of sight", BOMBARDMENT)

BESIDE: Final = "/"


class InLine(kinds.Word):
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


BLOCKING: Final = {InLine.WOODS, InLine.VILLAGE, InLine.HEIGHT}
"""What blocks the line; units and low ground do not."""


class Crossed(tuple[InLine, ...]):
    """A hex that the line passes through, or the two on either side of a hexside it runs along."""

    def __str__(self) -> str:
        return BESIDE.join(str(word.value) for word in self)


Line = tuple[Crossed, ...]

_WORDS: Final = kinds.Choice(InLine).choices


def is_blocked(line: Line) -> bool:
    """Whether the line is blocked: along a hexside only from both sides."""
    return any(BLOCKING.issuperset(crossed) for crossed in line)


def _read_crossed(numbered: tuple[int, str]) -> Crossed:
    number, text = numbered
    words = [word.strip() for word in text.split(BESIDE)]
    problems = list(terms.unknown(number, words, _WORDS))
    if len(words) > 2:
        problems += [f"hex {number}: a hexside lies between two hexes"]
    if problems:
        raise ValueError("; ".join(problems))
    return Crossed(map(InLine, words))


LINE: Final = kinds.listed(
    _read_crossed,
    f"nothing, or the hexes between with commas: {', '.join(_WORDS)}; two with {BESIDE} where "
    "the line runs along the hexside between them, e.g. clear, woods/clear",
    "nothing",
    (_WORDS, (BESIDE,)),
    terms.numbered,
)


class BombardmentForm(forms.Form):
    """A battery, its target, and what lies between."""

    unit: terms.UnitType = terms.asked_unit(
        default=terms.UnitType.ARTILLERY, source=BOMBARDMENT, group="Battery"
    )
    """Only artillery bombards."""
    mounted_guns: bool = BATTERY.yes_no()
    """By the later page, if you play by it, mounted artillery in command may move half its
    allowance after it has fired."""
    in_command: bool = BATTERY.yes_no(default=True, matters=MOUNTED)
    """Within the command radius of its leader."""
    allowance: int = terms.ALLOWANCE
    from_terrain: terms.Terrain = BATTERY.choice(terms.Terrain, "Stands in")
    """Artillery may not fire out of woods or a village."""
    bombarded: bool = BATTERY.yes_no("Bombarded already")
    """Each artillery unit fires once in the phase."""
    reach: int = SIGHT.entry(kinds.Whole(1, 12, "hexes"), "Greatest range", default=3)
    """Cannonballs on the piece: generally three."""
    range: int = SIGHT.entry(kinds.Whole(1, 12, "hexes"), default=2, help="Hexes to the target.")
    line: Line = SIGHT.entry(LINE, "Hexes between", default=())
    """What the line from centre to centre crosses. By the later page, if you play by it, woods,
    villages and heights block it, along a hexside only from both sides; units, rough ground,
    coppice, orchards and marshes do not."""

    def faults(self) -> Iterator[errors.Fault]:
        """A line crosses no more hexes than lie between."""
        most = self.range - 1
        if len(self.line) > most:
            hexes = counted(len(self.line), "hex", "hexes")
            problem = f"{hexes} cannot lie between at range {self.range}"
            yield errors.Fault("line", problem, f"{most} at most")


class MayBombard(Outcome):
    """Movement points that a battery has left when it has fired."""

    left: int

    @property
    def label(self) -> str:
        return f"may bombard, {counted(self.left, 'movement point')} after it"


MOVES_AFTER: Final = Stage("movement", BOMBARDMENT, "artillery").modifier(
    "mounted guns in command keep some of it",
    MOUNTED & where("in_command") & in_force("bombardment.moves-after"),
    standing=Standing.READING,
)


class Bombardment(Action[BombardmentForm, MayBombard]):
    """Whether artillery may bombard a hex: range, line of sight, and movement after it."""

    key = "bombardment"
    source = BOMBARDMENT
    severity = Severity[MayBombard](lambda o: o.left, "the artillery")
    modifiers = (*answers(BombardmentForm, "allowance", stage="movement"), MOVES_AFTER)
    speaks_of = {"actor": ("the artillery",)}

    def refusals(self) -> Iterator[errors.Refusal]:
        form = self.form
        if form.unit is not terms.UnitType.ARTILLERY:
            yield elsewhere(f"only artillery bombards, not {form.unit}", BOMBARDMENT)
        if form.bombarded:
            yield elsewhere("an artillery unit fires once in the phase", BOMBARDMENT)
        if form.from_terrain in terms.SHELTER:
            yield elsewhere(f"artillery may not fire out of {form.from_terrain.place}", BOMBARDMENT)
        if form.range > form.reach:
            reach = counted(form.reach, "hex", "hexes")
            yield elsewhere(f"it fires {reach} far, not {form.range}", BOMBARDMENT)
        sight = self.tables.entry("bombardment.line-of-sight")
        if sight.value and is_blocked(form.line):
            blocked = "woods, a village or a height block the line of sight"
            yield errors.Refusal(blocked, BOMBARDMENT, sight.standing)

    def resolve(self, chance: Chance) -> MayBombard:
        share = self.tables.fraction("bombardment.moves-after") if self.holds(MOVES_AFTER) else 0
        return MayBombard(int(self.form.allowance * share))

    def after(self, drawn: MayBombard) -> Aftermath:
        """It fires no more this turn; what it may still move."""
        moves = self.holds(MOVES_AFTER)
        left = {"allowance": str(drawn.left), "movement-over": forms.as_text(not moves)}
        return Aftermath({"bombarded": "yes"} | left, may=terms.may(self.form.unit, moves))

    def narrate(self, drawn: MayBombard, draws: Draws) -> Narration:
        after = f"It may move with {counted(drawn.left, 'movement point')} afterwards."
        after = after if self.holds(MOVES_AFTER) else "It moves no more."
        reach = f"Range {self.form.range} of {self.form.reach}"
        how = (f"{reach}, and nothing blocks the line of sight.",)
        return Narration("The artillery may bombard that hex.", (after,), how)


RALLY: Final = "Rally phase"
RALLYING: Final = forms.Heading("", RALLY)


class RallyForm(forms.Form):
    """A unit that has lost morale, and what may give it heart."""

    unit: terms.UnitType = terms.asked_unit(source=RALLY, group="")
    """Infantry, cavalry or artillery; leaders have no morale to regain."""
    morale: int = terms.asked_morale(default=3, source=RALLY)
    """Current morale value (MV), below the one it began with; 0 if demoralised."""
    starting_morale: int = terms.asked_morale(label="Morale at the start", source=RALLY)
    """The morale value that the unit began with: it regains no more than that."""
    in_command: bool = RALLYING.yes_no(default=True)
    """Within the command radius of its leader. In command, unmoved this turn and outside enemy
    zones of control it regains 1."""
    moved: bool = RALLYING.yes_no("Moved this turn")
    """The unit has moved this turn, or retreated or advanced after combat."""
    in_enemy_zone: bool = RALLYING.yes_no("In an enemy zone")
    """The unit stands in the zone of control of some enemy unit."""
    next_to_leader: bool = RALLYING.yes_no("Next to its leader")
    """Its leader stands in an adjacent hex, with no stream, river or double slope between: it
    regains 1."""


class MoraleRegained(Outcome):
    """Points regained, and the morale value now."""

    regained: int
    morale: int

    @property
    def label(self) -> str:
        return f"regains {self.regained or 'nothing'}, morale {self.morale}"


TAKES_HEART: Final = Stage("rally", RALLY, "unit")
ALONE: Final = TAKES_HEART.modifier(
    "demoralised, it takes heart from its leader alone",
    where("morale", 0) & in_force("rally.demoralised-by-leader-alone"),
    side="enemy",
)
AT_REST: Final = TAKES_HEART.modifier(
    "in command, unmoved, in no enemy zone",
    where("in_command") & ~(where("moved") | where("in_enemy_zone")) & unless(ALONE),
    value="rally.at-rest",
)
BY_LEADER: Final = TAKES_HEART.modifier(
    "next to its leader", where("next_to_leader"), value="rally.next-to-leader"
)


class Rally(Action[RallyForm, MoraleRegained]):
    """Morale that a unit regains in the rally phase, in command and at rest or by its leader."""

    key = "rally"
    source = RALLY
    severity = Severity[MoraleRegained](lambda o: o.regained, "the unit that rallies")
    measures = (Measure("rallies", "morale is regained", lambda o: o.regained > 0),)
    modifiers = (*answers(RallyForm, "morale", "starting_morale"), AT_REST, BY_LEADER, ALONE)
    speaks_of = {"actor": ("the {form.unit}",)}

    def refusals(self) -> Iterator[errors.Refusal]:
        if self.form.unit is terms.UnitType.LEADER:
            yield errors.Refusal("leaders have no morale value", "Leaders and the morale tests")
        elif self.form.morale >= self.form.starting_morale:
            yield elsewhere(f"its morale of {self.form.morale} is what it began with", RALLY)

    def resolve(self, chance: Chance) -> MoraleRegained:
        """As many points as it has reasons for, up to what it began with."""
        now, most = self.form.morale, max(self.form.starting_morale, self.form.morale)
        morale = min(now + int(self.total(AT_REST, BY_LEADER)), most)
        return MoraleRegained(morale - now, morale)

    def after(self, drawn: MoraleRegained) -> Aftermath:
        return Aftermath(actor={"morale": str(drawn.morale)})

    def narrate(self, drawn: MoraleRegained, draws: Draws) -> Narration:
        form, found = self.form, (one for one in self.factors() if not one.effect)
        how = tuple(f"{one.name.capitalize()}: {one.points}." for one in found)
        if not drawn.regained:
            nothing = "It must be next to its leader, or in command, unmoved and in no enemy zone."
            return Narration(f"The {form.unit} regains no morale.", (), how or (nothing,))
        controls = form.morale == 0 and form.unit is not terms.UnitType.ARTILLERY
        again = ("It exerts a zone of control again.",) if controls else ()
        points = counted(drawn.regained, "morale point")
        steps = (f"Its morale value rises from {form.morale} to {drawn.morale}.", *again)
        return Narration(f"The {form.unit} regains {points}.", steps, how)
