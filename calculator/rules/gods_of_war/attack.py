"""What close combat and ranged fire have in common: figures on both sides, what hits cost, and how
an attack is weighed before it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from operator import attrgetter
from typing import Any, ClassVar, Final

import attrs

from calculator import conditions
from calculator.chance import distribution, interface
from calculator.chance.procedure import single
from calculator.errors import Refusal
from calculator.figures import percent
from calculator.rules import action, modifiers, phrases
from calculator.rules.action import Action, Aftermath, Draws, F, Narration, O, Severity
from calculator.rules.gods_of_war import terms
from calculator.rules.tables import Tables

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
DICE: Final = "dice"
LOSSES: Final = "losses"


def strength_of(unit: terms.Unit, tables: Tables, answered: int | None = None) -> int:
    """Figures of a unit: what was answered or, where nothing was, those of one that lost none."""
    return tables.points(f"strength.{unit.value}") if answered is None else answered


def own_strength(form: Any, tables: Tables) -> int:
    """The figures of the unit that acts."""
    return strength_of(form.unit, tables, form.strength)


def target_strength(form: Any, tables: Tables) -> int:
    """The figures of the unit that is attacked."""
    return strength_of(form.target, tables, form.target_strength)


@attrs.frozen
class Losses:
    """What casualties do to a unit: figures lost and left, and whether it leaves the board."""

    lost: int
    left: int
    destroyed: bool

    @property
    def breaks(self) -> bool:
        """Its last figure is lost, and it stays on the board."""
        return self.lost > 0 and self.left == 0 and not self.destroyed

    @property
    def down(self) -> bool:
        """It breaks or is destroyed."""
        return self.breaks or self.destroyed

    def fate(self, who: str, *more: str) -> str:
        """What `who` loses in a few words, and what more becomes of it."""
        if self.destroyed:
            return f"{who} is destroyed"
        return f"{who} {phrases.series([f'loses {self.lost}', *['breaks'] * self.breaks, *more])}"

    def on_board(self, who: str) -> Iterator[str]:
        """What to do with the unit on the board."""
        if self.destroyed:
            yield f"Remove the {who} from the board: it is destroyed."
        elif self.lost:
            removed = phrases.counted(self.lost, "figure")
            yield f"Remove {removed} from the {who}: {self.left or 'none'} left."
        if self.breaks:
            yield f"Mark the {who} broken: repair it or pull it back before it is attacked again."

    @property
    def gone(self) -> str:
        """How the unit has left the board, if it has."""
        return "destroyed" if self.destroyed else ""

    @property
    def standing(self) -> dict[str, str] | None:
        """The unit as it is now, or None: destroyed. A broken one, with no figures, stays."""
        return None if self.destroyed else {"strength": str(self.left)}


def suffer(strength: int, casualties: int, tables: Tables, broken: bool = False) -> Losses:
    """A unit of `strength` figures takes `casualties`; a broken one that takes any is destroyed."""
    excess = casualties > strength and tables.points("broken.excess-destroys") > 0
    lost = min(strength, casualties)
    return Losses(lost, strength - lost, destroyed=excess or (broken and casualties > 0))


@attrs.frozen
class Expectation:
    """Figures that a unit loses on average, and the chance that it breaks or is destroyed."""

    lost: Fraction
    down: Fraction

    @classmethod
    def of(cls, odds: distribution.Distribution[Any], unit: str) -> Expectation:
        """The average over `odds` of the losses of the unit by whose name an outcome has them."""
        losses = attrgetter(unit)
        return cls(odds.mean(lambda o: losses(o).lost), odds.share(lambda o: losses(o).down))

    def told(self, who: str) -> str:
        """How many figures `who` loses on average, and how often it goes down."""
        return f"the {who} loses {float(self.lost):.2f}, goes down {percent(float(self.down))}"


def dice(
    side: str,
    name: str,
    value: str,
    source: str,
    number: Callable[[Any, Tables], int] | None = None,
    when: conditions.Condition = conditions.always,
) -> modifiers.Modifier[Any]:
    """The dice that a side throws, unless cards add to them."""
    reads = ("strength",) if side == ATTACKER else ("target_strength",)
    return modifiers.Stage(DICE, source, side).modifier(
        name, when, value=value, given=True, number=number, also_reads=reads if number else ()
    )


BROKEN: Final = modifiers.Stage(LOSSES, "Broken", ATTACKER).modifier(
    "broken: it cannot reply, and what hits it destroys it", conditions.where("target_strength", 0)
)
HEROIC_DEFENCE: Final = terms.played(terms.Card.HEROIC_DEFENCE, LOSSES, DEFENDER)


class Attack(Action[F, O]):
    """An attack on a unit: its form asks for a `target` and the figures of both."""

    def refusals(self) -> Iterator[Refusal]:
        """What any attack has to meet: figures to fight with, ground on which both may fight."""
        form: Any = self.form
        if form.strength == 0:
            yield Refusal("a broken unit has no figures to attack with; repair it first", "Broken")
        for unit, strength in ((form.unit, form.strength), (form.target, form.target_strength)):
            full = strength_of(unit, self.tables)
            if unit.is_artillery and (strength or 0) > full:
                most = f"{unit.label} has {phrases.counted(full, 'figure')} at most"
                yield Refusal(most, "Unit types")
        yield from terms.terrain_refusals(form.unit, form.terrain)
        yield from terms.terrain_refusals(form.target, form.target_terrain)
        yield from terms.in_woods(form.terrain, form.target_terrain, self.tables)

    def suffered(self, hits: int, spared: int = 1) -> Losses:
        """What so many figures' worth of hits do to the target; of a loss that Heroic Defence
        ignores so many figures are `spared`."""
        ignored = self.holds(HEROIC_DEFENCE) * self.tables.points("cards.heroic-defence") * spared
        strength = target_strength(self.form, self.tables)
        return suffer(strength, max(hits - ignored, 0), self.tables, self.holds(BROKEN))

    def expected(self, *units: str) -> Iterator[str]:
        """What each of some units loses on average, and how often it goes down."""
        odds = self.procedure().odds()
        return (f"On average {Expectation.of(odds, unit).told(unit)}." for unit in units)


class Weighed(action.Outcome):
    """What each side can expect of an attack."""

    sides: tuple[tuple[str, Expectation], ...]

    @property
    def label(self) -> str:
        return "; ".join(expects.told(side) for side, expects in self.sides)


class Weighing(Attack[F, O]):
    """An attack weighed, by the law of the class that stands behind it."""

    severity: ClassVar[Any] = Severity[Weighed](lambda o: [lost.lost for _, lost in o.sides])
    measures: ClassVar[Any] = ()
    place = action.Place.AID
    weighs = True
    sides: ClassVar[tuple[str, ...]]
    """Those that can lose figures, by whose names an outcome has their losses."""

    def resolve(self, chance: interface.Chance) -> Any:
        attack: Callable[[interface.Chance], Any] = super().resolve
        odds = single(attack).odds()
        return Weighed(tuple((side, Expectation.of(odds, side)) for side in self.sides))

    def after(self, drawn: Any) -> Aftermath:
        return Aftermath()

    def narrate(self, drawn: Any, draws: Draws) -> Narration:
        return Narration(f"On average {drawn.label}.")
