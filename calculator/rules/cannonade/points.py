"""Points: what an army costs, and what a side has earned."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.forms import Form, entry, fields_of
from calculator.kinds import Whole
from calculator.lengths import shown_length
from calculator.rules.action import Action, Draws, Narration, Place, Severity
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
