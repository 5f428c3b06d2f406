"""What a unit can attack: the line of sight, what blocks it and the hexes beside a split, each of
which may; and the arc of fire from where it faces, and what it must turn first."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Final, TypeVar

from calculator import errors, forms, kinds
from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.rules import action
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.gods_of_war import terms, throws
from calculator.rules.modifiers import Stage, answers, unless
from calculator.rules.phrases import counted, shown

SOURCE: Final = "Ranged combat, line of sight"
SPLIT: Final = "split hexes"


class Obstacle(kinds.Word):
    """What lies squarely in the line, the worst of it; all else is seen across."""

    NOTHING = "nothing"
    UNITS = "units"
    HILLS = "hills"
    WOODS = "woods"
    UNDISCOVERED = "undiscovered"


FAR: Final = where("range", at_least=2)
"""Hexes lie between the unit and its target."""
GUNS_ON_A_HILL: Final = terms.GUNS & where("terrain", terms.Terrain.HILLS)
UNITS_BETWEEN: Final = where("between", Obstacle.UNITS)
UNITS_BESIDE: Final = where("split_units", at_least=1)

LINE_OF_FIRE: Final = forms.Heading("Line of fire", SOURCE)

RANGE: Final = LINE_OF_FIRE.entry(
    kinds.Whole(1, 12, "hexes", "hex"),
    default=2,
    source="Ranged combat",
    help="Hexes to the target. Infantry fires 2, horse artillery 4, light 6, heavy 8. At 1 "
    "artillery does double damage.",
)

BETWEEN: Final = LINE_OF_FIRE.choice(
    Obstacle,
    "In the way",
    matters=FAR,
    help="The worst thing in a hex that the line passes through. Woods, hills and undiscovered "
    "hexes block it, and so do units, unless artillery fires from a hill. Ponds do not.",
)

_asked_split: Final = partial(LINE_OF_FIRE.entry, kinds.Whole(0, 8, "hexes", "hex"))

SPLIT_TERRAIN: Final = _asked_split(
    "Split hexes, terrain",
    matters=FAR,
    help="Where the line runs along the edge between two hexes: how many of those hexes hold "
    "woods, hills or are undiscovered. Each blocks on 1-3.",
)

SPLIT_UNITS: Final = _asked_split(
    "Split hexes, units",
    matters=FAR & ~GUNS_ON_A_HILL,
    help="Where the line runs along the edge between two hexes: how many of those hexes hold a "
    "unit and nothing else that blocks. Each blocks on 1-3.",
)


class SightForm(forms.Form):
    """Who looks, from where, how far, and past what."""

    unit: terms.Unit = terms.asked_unit()
    terrain: terms.Terrain = terms.TERRAIN
    range: int = RANGE
    between: Obstacle = BETWEEN
    split_terrain: int = SPLIT_TERRAIN
    split_units: int = SPLIT_UNITS

    def faults(self) -> Iterator[errors.Fault]:
        """A line is split at most once for each hex it crosses, and then between two."""
        met, most = self.split_terrain + self.split_units, 2 * (self.range - 1)
        if self.range > 1 and met > most:
            problem = f"{met} split hexes are too many at range {self.range}"
            yield errors.Fault("split-terrain", problem, f"0 to {most}")


LOOKS: Final = Stage("line of sight", SOURCE, "defender")
OVERLOOKS: Final = LOOKS.modifier(
    "artillery on a hill sees over units",
    FAR & GUNS_ON_A_HILL & (UNITS_BETWEEN | UNITS_BESIDE),
    side="attacker",
)
_SEEN_OVER: Final = ~unless(OVERLOOKS)


def in_the_way(form: SightForm) -> str:
    """What blocks the line, in words."""
    hexes = " hexes" * (form.between is Obstacle.UNDISCOVERED)
    return f"{form.between}{hexes} in the way block the line of sight"


BLOCKED: Final = LOOKS.modifier(
    in_the_way, FAR & ~where("between", Obstacle.NOTHING) & ~(UNITS_BETWEEN & _SEEN_OVER)
)


CONTESTED: Final = LOOKS.modifier(
    "contested hexes, a die each",
    FAR & ~BLOCKED.when & (where("split_terrain", at_least=1) | UNITS_BESIDE & ~_SEEN_OVER),
    number=lambda form, tables: (
        form.split_terrain + (0 if _SEEN_OVER(form, tables) else form.split_units)
    ),
)
ON_SIGHT: Final = (OVERLOOKS, BLOCKED, CONTESTED)

S = TypeVar("S", bound=SightForm)


class Sighting(action.Action[S, action.O]):
    """An action that begins with a line of sight."""

    def blocked(self) -> Iterator[errors.Refusal]:
        """What blocks the line for certain."""
        if self.holds(BLOCKED):
            yield errors.Refusal(in_the_way(self.form), SOURCE)

    def is_seen(self, chance: Chance) -> bool:
        """Whether nothing blocks the line, nor any contested hex."""
        if self.holds(BLOCKED):
            return False
        split = throws.thrown(int(self.total(CONTESTED)))
        blocking = throws.at_most(self.tables.points("line-of-sight.split-blocks"))
        return not self._is_stopped(chance.read_off(split, blocking, SPLIT))

    def _is_stopped(self, blocking: int) -> bool:
        """Whether so many contested hexes that block are enough."""
        any_will_do = self.tables.is_so("line-of-sight.any-blocks")
        return blocking >= (1 if any_will_do else max(int(self.total(CONTESTED)), 1))

    def split_lines(self, draws: Draws) -> Iterator[str]:
        """The dice for contested hexes, if there were any."""
        if (throw := shown(draws, SPLIT)) is not None:
            most = self.tables.points("line-of-sight.split-blocks")
            hexes = counted(int(self.total(CONTESTED)), "contested hex", "contested hexes")
            stopped = self._is_stopped(throws.at_most(most)(throw))
            verdict = f"the line is {'blocked' if stopped else 'clear'}"
            yield f"Rolled {throws.faces(throw)} for {hexes}, blocking on 1-{most}: {verdict}."


class Seen(action.Outcome):
    """Whether there is a line of sight."""

    clear: bool

    @property
    def label(self) -> str:
        return "line of sight" if self.clear else "no line of sight"


class LineOfSight(Sighting[SightForm, Seen]):
    """Whether a unit sees a hex: what blocks, and a die for each hex beside a split line."""

    key = "line-of-sight"
    source = SOURCE
    severity = Severity[Seen](lambda o: o.clear, "the unit that looks")
    measures = (Measure("clear", "there is a line of sight", lambda o: o.clear),)
    modifiers = ON_SIGHT
    speaks_of = {"target": ("the target",)}

    def resolve(self, chance: Chance) -> Seen:
        return Seen(self.is_seen(chance))

    def narrate(self, drawn: Seen, draws: Draws) -> Narration:
        reasons = (f"{refusal.reason.capitalize()}." for refusal in self.blocked())
        how = (*reasons, *self.split_lines(draws))
        if drawn.clear:
            return Narration("There is a line of sight.", (), how or ("Nothing is in the way.",))
        return Narration("There is no line of sight.", ("The target cannot be fired at.",), how)

    def after(self, drawn: Seen) -> action.Aftermath:
        return action.Aftermath(may=terms.UNIT_ACTIONS)


ARCS: Final = "Facing and arcs of fire"


class ArcForm(forms.Form):
    """A unit, where it stands and faces, and where its target is."""

    unit: terms.Unit = terms.asked_unit()
    formation: terms.Formation = terms.asked_formation()
    terrain: terms.Terrain = terms.TERRAIN
    bearing: terms.Bearing = terms.BEARING
    acted_before: bool = terms.asked_acted_before()
    range: int = RANGE


class AttackReach(action.Outcome):
    """Whether the target can be attacked hand to hand, and fired at, without turning first."""

    close_combat: bool
    fire: bool

    @property
    def label(self) -> str:
        attacks = ["close combat"] * self.close_combat + ["fire"] * self.fire
        return " or ".join(attacks) or "no attack from here"


class Arcs(action.Action[ArcForm, AttackReach]):
    """Whether a unit can attack a target from where it faces, or must turn first."""

    key = "arc-of-fire"
    source = ARCS
    severity = Severity[AttackReach](lambda o: (o.close_combat, o.fire), "the attacker")
    modifiers = tuple(answers(ArcForm, "unit", "formation", "terrain", "bearing", "range"))
    place = action.Place.AID
    speaks_of = {"target": ("the target",)}

    def refusals(self) -> Iterator[errors.Refusal]:
        yield from terms.terrain_refusals(self.form.unit, self.form.terrain)
        yield from terms.in_woods(self.form.terrain, terms.Terrain.OPEN, self.tables)

    def resolve(self, chance: Chance) -> AttackReach:
        form = self.form
        ahead = form.range == 1 and form.bearing is terms.Bearing.AHEAD
        fires = form.bearing.rank <= self._arc and self._within_range
        return AttackReach(ahead and not form.unit.is_artillery, fires)

    @property
    def _arc(self) -> int:
        return terms.arc(self.form.unit, self.form.formation, self.form.terrain)

    @property
    def _reach(self) -> int:
        return self.tables.points(f"ranged.reach.{self.form.unit.value}")

    @property
    def _within_range(self) -> bool:
        return not self.form.unit.is_cavalry and self.form.range <= self._reach

    def narrate(self, drawn: AttackReach, draws: Draws) -> Narration:
        first, form = tuple(self._turns_first(drawn)), self.form
        later = []
        if form.unit.is_artillery and self._within_range and form.bearing.rank == 1:
            later.append("Firing turns it one step, to face its target.")
        if form.acted_before:
            later.append("It acted just before: another unit or another action comes first.")
        if first:
            later.append("Another unit or another action comes between any two of its own.")
        verdict = f"It cannot attack{' from where it faces' if first else ''}."
        if drawn.close_combat or drawn.fire:
            verdict = f"It can attack: {drawn.label}."
        return Narration(verdict, (*first, *later), self._arcs())

    def _turns_first(self, outcome: AttackReach) -> Iterator[str]:
        """The cheapest turns that bring the target into the front hex or the arc of fire."""
        turn_to_fire = self._within_range and not outcome.fire
        if self.form.unit.is_artillery:
            if turn_to_fire:
                turns = self._gun_turns(self.form.bearing.rank - 1)
                yield f"{turns} first; firing turns it the last step."
            return
        if self.form.range == 1 and not outcome.close_combat:
            yield "For close combat pivot first, 1 action: the target must be in its front hex."
        if turn_to_fire:
            yield "To fire pivot first, 1 action."

    def _gun_turns(self, turns: int) -> str:
        """So many turns of one step for the fewest actions: a Move takes as many as it pays."""
        price = self.tables.points("move.turn")
        movement = self.tables.points(f"move.points.{self.form.unit.value}")
        in_a_move = movement // price if price else turns
        moves = ceil(Fraction(turns, in_a_move)) if in_a_move else turns
        if moves < turns:
            return f"{counted(moves, 'Move')} of {turns} turns, {counted(moves, 'action')},"
        return f"{counted(turns, 'Pivot')} of one step, {counted(turns, 'action')},"

    def _arcs(self) -> Iterator[str]:
        unit = self.form.unit
        if unit.is_cavalry:
            yield "Cavalry attacks only hand to hand, into its front hex."
            return
        ahead = "straight ahead and one step to either side"
        whither = "in any direction" if self._arc > 1 else ahead
        reach = counted(self._reach, "hex", "hexes")
        yield f"{unit.label.capitalize()} fires up to {reach}, {whither}."
        if unit is terms.Unit.INFANTRY:
            yield "Hand to hand it attacks into its front hex alone."
