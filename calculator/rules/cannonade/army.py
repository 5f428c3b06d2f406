"""An army: what an order of battle says of it, and measuring aids: what it costs and has earned,
how many a hex holds, and how long a cannon can fire away from its baggage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

from calculator import conditions, errors, lengths
from calculator.chance.interface import Chance
from calculator.forms import Form, choice, entry, fields_of, yes_no
from calculator.kinds import Choice, Optional, Whole, Word
from calculator.rules.action import Action, Draws, Narration, Outcome, Place, Severity
from calculator.rules.cannonade import terms
from calculator.rules.cannonade.terms import Holds, Terrain, asked_points
from calculator.rules.modifiers import answers
from calculator.rules.phrases import counted
from calculator.rules.system import filling
from calculator.rules.tables import Tables

STACKING: Final = "Stacking"
SUPPLY: Final = "Supply"


class Arm(Word):
    """Men on foot or on horse."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"


class Beside(Word):
    """What may share a hex with its men; a file may leave it out."""

    CANNON = "cannon"
    BAGGAGE = "baggage"


class Formation(Form):
    """The contents of one hex at the start: men of one arm, and what stands with them."""

    arm: Arm = choice(Arm, source="Units", help="Infantry, 1 point a man, or cavalry, 1 1/2.")
    men: int = entry(terms.MEN_OF_A_FORMATION, default=20, source=STACKING)
    """Up to 20, or 10 with a cannon or baggage."""
    officer: bool = yes_no(source="Officers", help="An officer commands the formation, 3 points.")
    holds: Beside | None = entry(Optional(Choice(Beside), "nothing"), "With", source=STACKING)
    """A cannon, 10 points, or a baggage unit, 2 points, in the same hex."""
    flag: bool = yes_no(source="Units", help="The formation carries a flag.")

    def faults(self) -> Iterator[errors.Fault]:
        if self.holds and self.men > 10:
            yield errors.Fault("men", f"{self.men} are too many beside {self.holds}", "1 to 10")


class Hexes(Form):
    """Hexes of one terrain that a scenario names."""

    terrain: Terrain = choice(Terrain, source="Terrain types")
    """Clear, covered, fortified or impassable."""


_unformed: Final = partial(entry, terms.ANY_MEN, source=terms.PRISONERS)


class SideForm(Form):
    """What a side has earned, and its men who are under no formation's arms."""

    victory_points: int = asked_points("Victory points")
    prisoners_held: int = _unformed(help="Enemy men whom its formations escort.")
    unarmed: int = _unformed("Unarmed men", help="Men set free or rallied, and not yet rearmed.")
    routing: int = _unformed("Routing men", help="Men who rout.")


ROLES: Final = {
    "actor": filling(
        "arm mover, men men crew, officer, holds, flag, prisoners",
        "turns-beyond, fired, fought, victory-points",
    ),
    "target": filling("men, officer, holds, flag, prisoners, victory-points", into="target-"),
    "friend": filling("men friends routing-men, officer friends-officer"),
}
"""What a unit of a file fills in, and what the record leaves of it and of its side.

A target is whom a formation fires at or attacks, a friend whom it fires over, or the routers that
it rallies."""

_unit: Final = partial(entry, Whole(0, 500), source="Units")
_earned: Final = partial(entry, Whole(0, 500), source="Victory points")


def priced(form: Form, table: str, tables: Tables) -> tuple[Fraction, tuple[str, ...]]:
    """The sum of each number in `form` times its value in `table`, and the sum written out. A field
    may stand in the plural (`officers`); the table has what one costs or earns."""
    total, lines = Fraction(0), []
    for field in fields_of(type(form)):
        number = getattr(form, field.attribute)
        each = tables.fraction(f"{table}.{field.key.removesuffix('s')}")
        if number:
            total += number * each
            product = lengths.shown_length(number * each)
            lines.append(f"{field.label}: {number} at {lengths.shown_length(each)} = {product}")
    return total, tuple(lines)


class ArmyForm(Form):
    """The units with which a side begins."""

    infantry: int = _unit(default=60, help="Men on foot, 1 point each.")
    cavalry: int = _unit(default=10, help="Men on horse, 1 1/2 points each.")
    cannon: int = _unit(default=1, help="10 points each. Each needs 4 men to move or fire it.")
    officers: int = _unit(default=3, help="3 points each.")
    baggage: int = _unit(default=1, help="Supply wagons, 2 points each.")
    flags: int = _unit(help="No points; for games of capturing the flag.")


class Army(Outcome):
    """Points that an army costs, and points that are left (negative: too many)."""

    points: Fraction
    spare: Fraction

    @property
    def label(self) -> str:
        price = f"{lengths.shown_length(self.points)} point{'s' * (self.points != 1)}"
        if self.spare < 0:
            return f"{price}, {lengths.shown_length(-self.spare)} too many"
        return f"{price}, {lengths.shown_length(self.spare)} to spare"


def counted_up(units: Sequence[Formation]) -> ArmyForm:
    """The army that these formations make, as its points are asked for."""
    return ArmyForm(
        infantry=sum(unit.men for unit in units if unit.arm is Arm.INFANTRY),
        cavalry=sum(unit.men for unit in units if unit.arm is Arm.CAVALRY),
        cannon=sum(unit.holds is Beside.CANNON for unit in units),
        officers=sum(unit.officer for unit in units),
        baggage=sum(unit.holds is Beside.BAGGAGE for unit in units),
        flags=sum(unit.flag for unit in units),
    )


def army_doubts(units: Sequence[Formation], tables: Tables) -> Iterator[errors.Refusal]:
    """Where an army does not cost what a side begins with."""
    found = ArmyPoints(counted_up(units), tables).resolve()
    if found.spare:
        yield errors.Refusal(f"the army costs {found.label}", "Units")


class ArmyPoints(Action[ArmyForm, Army]):
    """What an army costs, against the 100 points with which each side begins."""

    key = "army-points"
    source = "Units"
    severity = Severity[Army](lambda o: o.spare)
    place = Place.AID

    def resolve(self, chance: Chance | None = None) -> Army:
        points, _ = priced(self.form, "cost", self.tables)
        return Army(points, self.tables.fraction("cost.army") - points)

    def narrate(self, drawn: Army, draws: Draws) -> Narration:
        form, (_, lines) = self.form, priced(self.form, "cost", self.tables)
        verdict = "costs too much" if drawn.spare < 0 else "fits"
        crews = form.cannon * self.tables.points("cannonade.crew")
        men = form.infantry + form.cavalry
        short = (f"Its cannon need {crews} men, and it has {men}.",) if men < crews else ()
        return Narration(f"The army {verdict}: {drawn.label}.", short, lines)


class VictoryForm(Form):
    """What a side has killed and captured; prisoners who escaped no longer count."""

    man_killed: int = _earned("Men killed", help="1 point each.")
    man_captured: int = _earned("Men captured", help="2 points each.")
    officer_killed: int = _earned("Officers killed", help="3 points each.")
    officer_captured: int = _earned("Officers captured", help="5 points each.")
    cannon_captured: int = _earned(help="10 points each.")
    baggage_captured: int = _earned(help="5 points each.")
    flag_captured: int = _earned("Flags captured", help="20 points each.")


class Victory(Outcome):
    """Victory points earned."""

    points: int

    @property
    def label(self) -> str:
        return counted(self.points, "victory point")


class VictoryPoints(Action[VictoryForm, Victory]):
    """What a side has earned by killing and capturing."""

    key = "victory-points"
    source = "Victory points"
    severity = Severity[Victory](lambda o: o.points, "the side that earns them")
    place = Place.AID

    def resolve(self, chance: Chance) -> Victory:
        return Victory(int(priced(self.form, "victory", self.tables)[0]))

    def narrate(self, drawn: Victory, draws: Draws) -> Narration:
        lines = priced(self.form, "victory", self.tables)[1]
        return Narration(f"{drawn.label.capitalize()}.", (), lines)


def turns_left(distance: int, turns_beyond: int, tables: Tables) -> int | None:
    """Turns that a cannon can still fire; None within reach of baggage, where it never runs out."""
    if distance <= tables.points("ammunition.reach"):
        return None
    return max(tables.points("ammunition.turns") - turns_beyond, 0)


def out_of_ammunition(distance: int, turns_beyond: int, tables: Tables) -> Iterator[errors.Refusal]:
    """Why a cannon has nothing left to fire, if it has not."""
    if turns_left(distance, turns_beyond, tables) == 0:
        reach = tables.points("ammunition.reach")
        beyond = counted(turns_beyond, "turn")
        spent = f"out of ammunition after {beyond} more than {reach} hexes from baggage"
        yield errors.Refusal(spent, SUPPLY, tables.entry("ammunition.turns").standing)


BAGGAGE_DISTANCE: Final = entry(
    Whole(0, 40, "hexes", "hex"),
    "Baggage, hexes away",
    group="Cannon",
    source=SUPPLY,
    help="Hexes to the nearest baggage unit of its own side. Beyond 4, the cannon uses up what "
    "it has in 3 turns.",
)
TURNS_BEYOND: Final = entry(
    Whole(0, 40, "turns"),
    "Turns beyond reach",
    group="Cannon",
    source=SUPPLY,
    matters=conditions.where("baggage_distance", at_least=5),
    help="Whole turns it has already been more than 4 hexes from its baggage.",
)


class AmmunitionForm(Form):
    """A cannon and its nearest baggage."""

    baggage_distance: int = BAGGAGE_DISTANCE
    turns_beyond: int = TURNS_BEYOND


class Supplied(Outcome):
    """Turns left to fire; None while baggage is within reach."""

    turns: int | None

    @property
    def label(self) -> str:
        if self.turns is None:
            return "supplied"
        return f"can fire {counted(self.turns, 'more turn')}" if self.turns else "out of ammunition"


class Ammunition(Action[AmmunitionForm, Supplied]):
    """How many turns a cannon can still fire, given how far its baggage is."""

    key = "ammunition"
    source = SUPPLY
    severity = Severity[Supplied](lambda o: 1_000 if o.turns is None else o.turns, "the cannon")
    place = Place.AID
    speaks_of = {"actor": ("the cannon",)}

    def resolve(self, chance: Chance) -> Supplied:
        away, beyond = self.form.baggage_distance, self.form.turns_beyond
        return Supplied(turns_left(away, beyond, self.tables))

    def narrate(self, drawn: Supplied, draws: Draws) -> Narration:
        tables, distance = self.tables, self.form.baggage_distance
        reach, turns = tables.points("ammunition.reach"), tables.points("ammunition.turns")
        away = f"{counted(distance, 'hex', 'hexes')} away" if distance else "in the same hex"
        how = (f"Baggage is {away}: beyond {reach} a cannon runs out in {turns} turns.",)
        if drawn.turns is None:
            return Narration("The cannon has all the ammunition it needs.", (), how)
        closer = f"Bring it within {reach} hexes of baggage and it can fire again as long as"
        can = drawn.label if drawn.turns else f"is {drawn.label}"
        return Narration(f"The cannon {can}.", (f"{closer} it likes.",), how)


_few: Final = partial(entry, Whole(0, 6), source=STACKING)


class StackingForm(Form):
    """What is to stand in one hex; prisoners and routing men are not limited."""

    men: int = entry(terms.ANY_MEN, default=20, source=STACKING)
    """Formed infantry and cavalry: up to 20, or 10 with a cannon or baggage. Routing men and
    prisoners do not count."""
    cannon: int = _few(help="Cannon in the hex: one.")
    baggage: int = _few(help="Baggage units in the hex: one, and then no cannon.")
    officers: int = _few(help="Any number; one of them commands the formation.")
    terrain: Terrain = choice(Terrain, source="Terrain types")
    """Units may not enter impassable terrain."""


class Stacked(Outcome):
    """What is wrong with the stack; nothing if it may stand."""

    faults: tuple[str, ...]

    @property
    def label(self) -> str:
        return "; ".join(self.faults) or "may stand there"


class Stacking(Action[StackingForm, Stacked]):
    """Whether men, cannon, baggage and officers may stand in one hex."""

    key = "stacking"
    source = STACKING
    severity = Severity[Stacked](lambda o: -len(o.faults), "the side that stacks")
    modifiers = tuple(answers(StackingForm, "men", "cannon", "baggage", "terrain"))
    place = Place.AID

    def limits_broken(self) -> Iterator[str]:
        """Each limit that the stack breaks."""
        form = self.form
        if form.terrain is Terrain.IMPASSABLE:
            yield "units may not enter impassable terrain"
        if form.cannon + form.baggage > 1:
            yield "a hex may contain one cannon or one baggage unit"
        holds = Holds.CANNON if form.cannon else Holds.BAGGAGE if form.baggage else Holds.NOTHING
        for refusal in terms.crowding_refusals(form.men, holds, self.tables):
            yield refusal.reason

    def resolve(self, chance: Chance) -> Stacked:
        return Stacked(tuple(self.limits_broken()))

    def narrate(self, drawn: Stacked, draws: Draws) -> Narration:
        commanders = self.tables.points("hex.officers")
        steps = tuple(f"{fault.capitalize()}." for fault in drawn.faults)
        if self.form.officers > commanders:
            steps += (f"Only {counted(commanders, 'officer')} commands the formation.",)
        verdict = "cannot" if drawn.faults else "may"
        alone, beside = self.tables.points("hex.men"), self.tables.points("hex.men-beside")
        limit = f"A hex may contain {alone} men, or 1 cannon or baggage and {beside} men."
        others = "It may contain any number of officers, routing men and prisoners."
        return Narration(f"These {verdict} share a hex.", steps, (limit, others))
