"""What close combat and ranged fire have in common: figures on both sides, what hits cost, and how
an attack is weighed before it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from operator import attrgetter
from typing import Any, ClassVar, Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.conditions import Condition, always, where
from calculator.errors import Refusal
from calculator.figures import percent
from calculator.forms import Form
from calculator.rules.action import (
    Action,
    AnyAction,
    Draws,
    F,
    Narration,
    O,
    Parties,
    Place,
    Severity,
)
from calculator.rules.gods_of_war.fields import in_woods, terrain_refusals
from calculator.rules.gods_of_war.in_play import played
from calculator.rules.gods_of_war.terms import Unit
from calculator.rules.modifiers import Modifier, Pull, Stage
from calculator.rules.phrases import counted, series
from calculator.rules.tables import Tables


def full_strength(unit: Unit, tables: Tables) -> int:
    """Figures of a unit that has lost none."""
    return tables.points(f"strength.{unit.value}")


def strength_now(unit: Unit, strength: int | None, tables: Tables) -> int:
    """The strength answered, or full strength where none was."""
    return full_strength(unit, tables) if strength is None else strength


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
            return f"{who} destroyed"
        return f"{who} {series([f'loses {self.lost}', *['breaks'] * self.breaks, *more])}"

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
    destroyed = excess or (broken and casualties > 0)
    lost = min(strength, casualties)
    return Losses(lost, strength - lost, destroyed)


def losses_in_words(losses: Losses) -> Iterator[str]:
    """What a unit does for its losses, in words: "loses 2 figures", "breaks"; or nothing."""
    if losses.destroyed:
        yield "is destroyed"
    elif losses.lost:
        yield f"loses {counted(losses.lost, 'figure')}"
    if losses.breaks:
        yield "breaks"


def loss_steps(who: str, losses: Losses) -> Iterator[str]:
    """What to do on the board for a unit's losses."""
    if losses.destroyed:
        yield f"Remove the {who} from the board: it is destroyed."
    elif losses.lost:
        removed = counted(losses.lost, "figure")
        yield f"Remove {removed} from the {who}: {losses.left or 'none'} left."
    if losses.breaks:
        yield f"Mark the {who} broken: repair it or pull it back before it is attacked again."


@attrs.frozen
class Expectation:
    """Figures that a unit loses on average, and the chance that it breaks or is destroyed."""

    lost: Fraction
    down: Fraction

    def sentence(self, who: str) -> str:
        """How many figures `who` loses on average, and how often it goes down."""
        lost = f"On average {who} loses {float(self.lost):.2f} figures"
        if not self.down:
            return f"{lost}; it cannot break."
        return f"{lost}; it breaks or is destroyed {percent(float(self.down))} of the time."


def expected(odds: Distribution[O], of: Callable[[O], Losses]) -> Expectation:
    """The average over `odds` of the losses that `of` reads off an outcome."""
    return Expectation(
        odds.mean(lambda outcome: of(outcome).lost), odds.share(lambda outcome: of(outcome).down)
    )


ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
DICE: Final = "dice"
LOSSES: Final = "losses"


def own_strength(form: Any, tables: Tables) -> int:
    """The figures of the unit that acts."""
    return strength_now(form.unit, form.strength, tables)


def target_strength(form: Any, tables: Tables) -> int:
    """The figures of the unit that is attacked."""
    return strength_now(form.target, form.target_strength, tables)


def dice(
    side: str,
    name: str,
    value: str,
    source: str,
    number: Callable[[Any, Tables], int] | None = None,
    when: Condition = always,
) -> Modifier[Any]:
    """The dice that a side throws, unless cards add to them."""
    reads = ("strength",) if side == ATTACKER else ("target_strength",)
    return Stage(DICE, source, side).modifier(
        name, when, value=value, given=True, number=number, also_reads=reads if number else ()
    )


BROKEN: Final = Stage(LOSSES, "Broken", ATTACKER).modifier(
    "broken: it cannot reply, and what hits it destroys it", where("target_strength", 0)
)
HEROIC_DEFENCE: Final = played(
    "heroic_defence", "Heroic Defence: the first loss is ignored", LOSSES, DEFENDER
)


class Attack(Action[F, O]):
    """An attack on a unit: its form asks for a `target` and the figures of both."""

    def refusals(self) -> Iterator[Refusal]:
        """What any attack has to meet: figures to fight with, ground on which both may fight."""
        form: Any = self.form
        if form.strength == 0:
            yield Refusal("a broken unit has no figures to attack with; repair it first", "Broken")
        for unit, strength in ((form.unit, form.strength), (form.target, form.target_strength)):
            full = full_strength(unit, self.tables)
            if unit.is_artillery and (strength or 0) > full:
                most = f"{unit.label} has {counted(full, 'figure')} at most"
                yield Refusal(most, "Unit types")
        yield from terrain_refusals(form.unit, form.terrain)
        yield from terrain_refusals(form.target, form.target_terrain)
        yield from in_woods(form.terrain, form.target_terrain, self.tables)

    def suffered(self, hits: int, spared: int = 1) -> Losses:
        """What so many figures' worth of hits do to the target; of a loss that Heroic Defence
        ignores so many figures are `spared`."""
        ignored = self.holds(HEROIC_DEFENCE) * self.tables.points("cards.heroic-defence") * spared
        strength = target_strength(self.form, self.tables)
        return suffer(strength, max(hits - ignored, 0), self.tables, self.holds(BROKEN))


@attrs.frozen
class Weighed:
    """What each side can expect of an attack."""

    sides: tuple[tuple[str, Expectation], ...]

    @property
    def label(self) -> str:
        return "; ".join(
            f"{side} loses {float(expects.lost):.2f}, goes down {percent(float(expects.down))}"
            for side, expects in self.sides
        )


class Weighing(Action[Form, Weighed]):
    """An attack weighed: by its own law, on a form that asks what bears on the losses."""

    severity = Severity[Weighed](lambda outcome: [expects.lost for _, expects in outcome.sides])
    place = Place.AID
    weighs = True
    attack: ClassVar[AnyAction]
    sides: ClassVar[tuple[str, ...]]
    """Those that can lose figures, by whose names an outcome has their losses."""

    @property
    def _attack(self) -> Action[Any, Any]:
        return self.attack(self.form, self.tables)

    def refusals(self) -> Iterable[Refusal]:
        """What forbids the attack."""
        return self._attack.refusals()

    def pulls(self) -> Iterable[Pull]:
        """What counts in the attack."""
        return self._attack.pulls()

    def resolve(self, chance: Chance) -> Weighed:
        """The averages over the odds of the attack."""
        odds = self._attack.procedure().odds()
        return Weighed(tuple((side, expected(odds, attrgetter(side))) for side in self.sides))

    def parties(self) -> Parties:
        return self._attack.parties()

    def narrate(self, drawn: Weighed, draws: Draws) -> Narration:
        """What each side loses on average, and how often it goes down."""
        (side, expects), *others = drawn.sides
        lost = [f"the {side} loses {float(expects.lost):.2f} figures"]
        lost += [f"the {other} {float(theirs.lost):.2f}" for other, theirs in others]
        how = (expects.sentence(f"the {side}") for side, expects in drawn.sides)
        return Narration(f"On average {series(lost)}.", (), how)
