"""Measuring aids: what an army costs and a side has earned, how many a hex holds, and how long a
cannon can fire away from its baggage."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.errors import Refusal
from calculator.forms import Form, choice, entry, fields_of
from calculator.kinds import Whole
from calculator.lengths import shown_length
from calculator.rules.action import Action, Draws, Narration, Parties, Place, Severity
from calculator.rules.cannonade import terms
from calculator.rules.cannonade.terms import Holds, Terrain, crowding_refusals
from calculator.rules.modifiers import answers
from calculator.rules.phrases import counted
from calculator.rules.tables import Tables

_number: Final = partial(entry, Whole(0, 500))
_unit: Final = partial(_number, source="Units")
_earned: Final = partial(_number, source="Victory points")


def priced(form: Form, table: str, tables: Tables) -> tuple[Fraction, tuple[str, ...]]:
    """The sum of each number in `form` times its value in `table`, and the sum written out.

    A field may stand in the plural (`officers`); the table has what one costs or earns.
    """
    total, lines = Fraction(0), []
    for field in fields_of(type(form)):
        number = getattr(form, field.attribute)
        each = tables.fraction(f"{table}.{field.key.removesuffix('s')}")
        if number:
            total += number * each
            product = shown_length(number * each)
            lines.append(f"{field.label}: {number} at {shown_length(each)} = {product}")
    return total, tuple(lines)


@attrs.frozen(kw_only=True)
class ArmyForm(Form):
    """The units with which a side begins."""

    infantry: int = _unit(default=60, help="Men on foot, 1 point each.")
    cavalry: int = _unit(default=10, help="Men on horse, 1 1/2 points each.")
    cannon: int = _unit(default=1, help="10 points each. Each needs 4 men to move or fire it.")
    officers: int = _unit(default=3, help="3 points each.")
    baggage: int = _unit(default=1, help="Supply wagons, 2 points each.")
    flags: int = _unit(help="No points; for games of capturing the flag.")


@attrs.frozen
class Army:
    """Points that an army costs, and points that are left (negative: too many)."""

    points: Fraction
    spare: Fraction

    @property
    def label(self) -> str:
        price = f"{shown_length(self.points)} point{'s' * (self.points != 1)}"
        if self.spare < 0:
            return f"{price}, {shown_length(-self.spare)} too many"
        return f"{price}, {shown_length(self.spare)} to spare"


def army(form: ArmyForm, tables: Tables) -> Army:
    """The army's price against what a side may spend."""
    points, _ = priced(form, "cost", tables)
    return Army(points, tables.fraction("cost.army") - points)


class ArmyPoints(Action[ArmyForm, Army]):
    """What an army costs, against the 100 points with which each side begins."""

    key = "army-points"
    source = "Units"
    severity = Severity[Army](lambda outcome: outcome.spare)
    modifiers = tuple(answers(ArmyForm))
    place = Place.AID
    mnemonic = "i"

    def resolve(self, chance: Chance) -> Army:
        """The sum."""
        return army(self.form, self.tables)

    def narrate(self, drawn: Army, draws: Draws) -> Narration:
        """Whether the army fits, and the sum."""
        form, (_, lines) = self.form, priced(self.form, "cost", self.tables)
        verdict = "costs too much" if drawn.spare < 0 else "fits"
        men = form.infantry + form.cavalry
        crews = form.cannon * self.tables.points("cannonade.crew")
        short = (f"Its cannon need {crews} men, and it has {men}.",) if men < crews else ()
        return Narration(f"The army {verdict}: {drawn.label}.", short, lines)


@attrs.frozen(kw_only=True)
class VictoryForm(Form):
    """What a side has killed and captured; prisoners who escaped no longer count."""

    man_killed: int = _earned("Men killed", help="1 point each.")
    man_captured: int = _earned("Men captured", help="2 points each.")
    officer_killed: int = _earned("Officers killed", help="3 points each.")
    officer_captured: int = _earned("Officers captured", help="5 points each.")
    cannon_captured: int = _earned(help="10 points each.")
    baggage_captured: int = _earned(help="5 points each.")
    flag_captured: int = _earned("Flags captured", help="20 points each.")


@attrs.frozen
class Victory:
    """Victory points earned."""

    points: int

    @property
    def label(self) -> str:
        return counted(self.points, "victory point")


class VictoryPoints(Action[VictoryForm, Victory]):
    """What a side has earned by killing and capturing."""

    key = "victory-points"
    source = "Victory points"
    severity = Severity[Victory](lambda outcome: outcome.points, "the side that earns them")
    modifiers = tuple(answers(VictoryForm))
    place = Place.AID
    mnemonic = "v"

    def resolve(self, chance: Chance) -> Victory:
        """The sum."""
        return Victory(int(priced(self.form, "victory", self.tables)[0]))

    def narrate(self, drawn: Victory, draws: Draws) -> Narration:
        """The sum, written out."""
        lines = priced(self.form, "victory", self.tables)[1]
        return Narration(f"{drawn.label.capitalize()}.", (), lines)


SUPPLY: Final = "Supply"


def turns_left(distance: int, turns_beyond: int, tables: Tables) -> int | None:
    """Turns that a cannon can still fire; None within reach of baggage, where it never runs out."""
    if distance <= tables.points("ammunition.reach"):
        return None
    return max(tables.points("ammunition.turns") - turns_beyond, 0)


def out_of_ammunition(distance: int, turns_beyond: int, tables: Tables) -> Iterator[Refusal]:
    """Why a cannon has nothing left to fire, if it has not."""
    if turns_left(distance, turns_beyond, tables) == 0:
        reach = tables.points("ammunition.reach")
        beyond = counted(turns_beyond, "turn")
        spent = f"out of ammunition after {beyond} more than {reach} hexes from baggage"
        yield Refusal(spent, SUPPLY, tables.entry("ammunition.turns").standing)


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
    matters=where("baggage_distance", at_least=5),
    help="Whole turns it has already been more than 4 hexes from its baggage.",
)


@attrs.frozen(kw_only=True)
class AmmunitionForm(Form):
    """A cannon and its nearest baggage."""

    baggage_distance: int = BAGGAGE_DISTANCE
    turns_beyond: int = TURNS_BEYOND


@attrs.frozen
class Supplied:
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
    severity = Severity[Supplied](
        lambda outcome: 1_000 if outcome.turns is None else outcome.turns, "the cannon"
    )
    modifiers = tuple(answers(AmmunitionForm))
    place = Place.AID
    mnemonic = "a"

    def resolve(self, chance: Chance) -> Supplied:
        """The turns that are left."""
        away, beyond = self.form.baggage_distance, self.form.turns_beyond
        return Supplied(turns_left(away, beyond, self.tables))

    def parties(self) -> Parties:
        return {"actor": ("the cannon",)}

    def narrate(self, drawn: Supplied, draws: Draws) -> Narration:
        """The answer, and what brings ammunition back."""
        tables, distance = self.tables, self.form.baggage_distance
        reach, turns = tables.points("ammunition.reach"), tables.points("ammunition.turns")
        away = f"{counted(distance, 'hex', 'hexes')} away" if distance else "in the same hex"
        how = (f"Baggage is {away}: beyond {reach} a cannon runs out in {turns} turns.",)
        if drawn.turns is None:
            return Narration("The cannon has all the ammunition it needs.", (), how)
        closer = (
            f"Bring it within {reach} hexes of baggage and it can fire again as long as it likes."
        )
        can = drawn.label if drawn.turns else f"is {drawn.label}"
        return Narration(f"The cannon {can}.", (closer,), how)


SOURCE: Final = "Stacking"


_small_count: Final = partial(entry, Whole(0, 6), source=SOURCE)


@attrs.frozen(kw_only=True)
class StackingForm(Form):
    """What is to stand in one hex; prisoners and routing men are not limited."""

    men: int = entry(
        terms.ANY_MEN,
        default=20,
        source=SOURCE,
        help="Formed infantry and cavalry: up to 20, or 10 with a cannon or baggage. Routing men "
        "and prisoners do not count.",
    )
    cannon: int = _small_count(help="Cannon in the hex: one.")
    baggage: int = _small_count(help="Baggage units in the hex: one, and then no cannon.")
    officers: int = _small_count(help="Any number; one of them commands the formation.")
    terrain: Terrain = choice(
        Terrain, source="Terrain types", help="Units may not enter impassable terrain."
    )


@attrs.frozen
class Stacked:
    """What is wrong with the stack; nothing if it may stand."""

    faults: tuple[str, ...]

    @property
    def label(self) -> str:
        return "; ".join(self.faults) or "may stand there"


def limits_broken(form: StackingForm, tables: Tables) -> Iterator[str]:
    """Each limit that the stack breaks."""
    if form.terrain is Terrain.IMPASSABLE:
        yield "units may not enter impassable terrain"
    if form.cannon + form.baggage > 1:
        yield "a hex may contain one cannon or one baggage unit"
    holds = Holds.CANNON if form.cannon else Holds.BAGGAGE if form.baggage else Holds.NOTHING
    yield from (refusal.reason for refusal in crowding_refusals(form.men, holds, tables))


class Stacking(Action[StackingForm, Stacked]):
    """Whether men, cannon, baggage and officers may stand in one hex."""

    key = "stacking"
    source = SOURCE
    severity = Severity[Stacked](lambda o: -len(o.faults), "the side that stacks")
    modifiers = tuple(answers(StackingForm, "men", "cannon", "baggage", "terrain"))
    place = Place.AID
    mnemonic = "s"

    def resolve(self, chance: Chance) -> Stacked:
        """The limits, looked up."""
        return Stacked(tuple(limits_broken(self.form, self.tables)))

    def narrate(self, drawn: Stacked, draws: Draws) -> Narration:
        """Whether the stack may stand, and each limit that it breaks."""
        commanders = self.tables.points("hex.officers")
        steps = tuple(f"{fault.capitalize()}." for fault in drawn.faults)
        if self.form.officers > commanders:
            steps += (f"Only {counted(commanders, 'officer')} commands the formation.",)
        verdict = "cannot" if drawn.faults else "may"
        alone, beside = self.tables.points("hex.men"), self.tables.points("hex.men-beside")
        limit = f"A hex may contain {alone} men, or 1 cannon or baggage and {beside} men."
        others = "It may contain any number of officers, routing men and prisoners."
        return Narration(f"These {verdict} share a hex.", steps, (limit, others))
