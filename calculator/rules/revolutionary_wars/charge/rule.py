"""The Charge Action and the Countercharge Reaction as actions: what forbids and what pulls them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, pairwise
from typing import Any, Final, NamedTuple

from calculator.errors import Refusal
from calculator.rules.action import (
    Aftermath,
    Consequence,
    Draws,
    Measure,
    Narration,
    Parties,
    Severity,
)
from calculator.rules.modifiers import Factor, Modifier, Pull, pulls
from calculator.rules.revolutionary_wars import battalion as battalions
from calculator.rules.revolutionary_wars.battalion import (
    Battalion,
    Obstacle,
    called,
    narrated,
    ordinal,
)
from calculator.rules.revolutionary_wars.charge import outcome as outcomes
from calculator.rules.revolutionary_wars.charge import pulling
from calculator.rules.revolutionary_wars.charge.combatants import Dice
from calculator.rules.revolutionary_wars.charge.form import (
    BeyondEnemy,
    ChargeForm,
    CounterchargeForm,
)
from calculator.rules.revolutionary_wars.charge.law import ChargeLaw, losses
from calculator.rules.revolutionary_wars.charge.narration import TableSteps, events
from calculator.rules.revolutionary_wars.charge.outcome import ChargeInFull, ChargeOutcome, Fate
from calculator.rules.revolutionary_wars.charge.pursuit import CATCHES, GENERAL, Chase, Detail
from calculator.rules.revolutionary_wars.charge.state import End
from calculator.rules.revolutionary_wars.frontage import counting_refusals
from calculator.rules.revolutionary_wars.terms import Arm, Formation
from calculator.rules.tables import Tables


class Striking(NamedTuple):
    """The dice of one battalion against another in the first melee."""

    one: Battalion
    struck: Battalion
    dice: Dice
    side: str


class Strikes(Modifier[Striking]):
    """What a battalion strikes with, and what the other saves on."""

    def factors(self, subject: Striking, tables: Tables) -> Iterator[Factor]:
        """One line, of both battalions' numbers."""
        one, struck, dice, side = subject
        rolled = [f"{n} on {one.card.number(number)}+" for n, number in dice.rolled]
        save = struck.card.number("melee-save")
        rolled += [f"{one.fighting} counted"] * (one.fighting is not None)
        rolled += [f"{one.corner} struck on a corner"] * bool(one.corner)
        rolled += [f"struck in the {one.contact}"] * one.flanked
        name = f"{one.name} strikes with {', '.join(rolled)}, {struck.name} saves on {save}+"
        keys = one.card.keys(one.formation, *(number for _, number in dice.rolled))
        keys += struck.card.keys(struck.formation, "melee-save")
        dice_rolled = int(self.points(subject, tables))
        yield Factor(self.stage, name, side, dice_rolled, self.source, keys)


STRIKES: Final = pulling.MELEE.modifier(
    "the dice of those who strike",
    kind=Strikes,
    number=lambda striking, _: sum(striking.dice),
    given=True,
    also_reads=(
        *("enemy_corner", "contact"),
        *pulling.of("both", "card", "formation", "platoons", "fighting"),
    ),
)
Counting = tuple[Sequence[Modifier[Any]], Any]
"""Modifiers, and what they look at."""


def _all(side: str, holds: Callable[[End], bool]) -> Callable[[ChargeOutcome], bool]:
    """That every battalion of a side ends so."""
    return lambda outcome: all(holds(fate.end) for fate in getattr(outcome, side))


MEASURES: Final[tuple[Measure[ChargeOutcome], ...]] = (
    Measure(
        "enemy-breaks",
        "every enemy breaks or is lost",
        _all("enemies", lambda end: end.is_beaten),
    ),
    Measure(
        "enemy-destroyed",
        "every enemy is destroyed or overrun",
        _all("enemies", lambda end: end.is_lost or end is End.OVERRUN),
    ),
    Measure(
        "chargers-break",
        "every charger breaks or is lost",
        _all("chargers", lambda end: end.is_beaten),
    ),
    Measure(
        "chargers-destroyed",
        "every charger is destroyed",
        _all("chargers", lambda end: end.is_lost),
    ),
    Measure(
        "pursues",
        "some charger pursues",
        lambda outcome: any(fate.end in {End.PURSUED, End.CHASED_OFF} for fate in outcome.chargers),
    ),
)


_AS_IT_GOES_IN: Final = (pulling.CROSSES, STRIKES, *pulling.IN_MELEE, GENERAL, CATCHES)
_AFTERWARDS: Final = (pulling.BEYOND, *pulling.OF_ALL)


def _stand_modifiers(mutual: bool) -> Iterator[Modifier[Any]]:
    """What pulls the tests to stand of either side."""
    for side in ("enemy", "chargers"):
        yield from pulling.stand_modifiers(side, mutual)


class Encounter(ChargeLaw):
    """What a charge and a countercharge have in common, in words."""

    severity = Severity[ChargeOutcome](lambda outcome: outcome.severity, "the chargers")
    measures = MEASURES

    def refusals(self) -> Iterator[Refusal]:
        """Every reason why there can be no such charge."""
        who = self.combatants
        for one in who.everyone:
            yield from battalions.formation_refusals(one)
        for charger in who.chargers:
            yield from battalions.charging_refusals(charger)
            yield from counting_refusals(charger, front_rank_only=True)
        for enemy in who.enemies:
            yield from counting_refusals(enemy, front_rank_only=who.mutual)
        yield from self._meeting()

    def _meeting(self) -> Iterator[Refusal]:
        """Why the enemy cannot be met so."""
        raise NotImplementedError

    def pulls(self) -> Iterator[Pull]:
        """What counts as the charge goes in, stage by stage; nothing if it cannot be made."""
        if not any(self.refusals()):
            for modifiers, subject in self._counting():
                yield from pulls(modifiers, subject, self.tables)

    def _counting(self) -> Iterator[Counting]:
        who, form = self.combatants, self.form
        yield (pulling.REACTS,), form
        facing_each = [
            who.facing(place, form.soft_ground) for place in (*who.charged, *who.charging)
        ]
        yield from (((pulling.CROSSES,), facing) for facing in facing_each if facing.one.crossing)
        for facing in facing_each:
            yield pulling.stand_modifiers(facing.side, who.mutual), facing
            yield (pulling.RUNS,), facing
        yield from self._strikes()
        for facing in facing_each:
            yield pulling.IN_MELEE, facing
        for facing in facing_each:
            if facing.one.card.arm is not Arm.ARTILLERY:
                yield (GENERAL,), facing
        yield from self._chases()
        for charger, fresh in who.beyond.items():
            yield (pulling.BEYOND,), pulling.Onward(who.everyone[charger], who.everyone[fresh])
        yield pulling.OF_ALL, form

    def _strikes(self) -> Iterator[Counting]:
        """The dice of the first melee."""
        who = self.combatants
        platoons = tuple(0 if one in who.fresh else one.platoons for one in who.everyone)
        for (striker, target), dice in who.lineup.dice(platoons).items():
            side, _ = who.sides(striker)
            yield (STRIKES,), Striking(who.everyone[striker], who.everyone[target], dice, side)

    def _chases(self) -> Iterator[Counting]:
        """Who may pursue whom: those who were charged pursue nobody."""
        who, caught = self.combatants, self.form.caught
        hunters = (*who.charging, *who.charged) if who.mutual else who.charging
        met = [(hunter, quarry) for hunter in hunters for quarry in who.lineup.contacts[hunter]]
        for hunter, quarry in (*met, *who.beyond.items()):
            both = who.everyone[hunter], who.everyone[quarry]
            edge = self.main.pursuit.edge(quarry)
            if both[1].card.arm is not Arm.ARTILLERY:
                yield (CATCHES,), Chase(*both, edge, caught, who.sides(hunter)[0])

    def losses(self, exact: bool) -> Mapping[str, Fraction]:
        """The platoons that each battalion loses on average; all of them if it leaves the table."""
        return losses(type(self)(self.form, self.tables, Detail.FATES), exact)

    def parties(self) -> Parties:
        return called(self.combatants.by_role)

    def narrate(self, drawn: ChargeInFull, draws: Draws) -> Narration:
        """What happened, what to do on the table, and how the dice fell."""
        steps = TableSteps(self)
        on_table = [
            steps.between(stage, was, now) for (_, was), (stage, now) in pairwise(drawn.course)
        ]
        return narrated(draws, events(self.combatants, drawn.outcome), *chain(*on_table))

    def after(self, drawn: ChargeOutcome | ChargeInFull) -> Aftermath:
        """The charging battalion, the one it charged first, and all others.

        An outcome that does not count platoons leaves open how many there are.
        """
        outcome = drawn.outcome if isinstance(drawn, ChargeInFull) else drawn
        return outcomes.left_by(outcome, tuple(self._others(outcome)))

    def _others(self, outcome: ChargeOutcome) -> Iterator[Consequence]:
        form = self.form
        for answer, further, fates in (
            ("also-charging", form.also_charging, outcome.chargers),
            ("also-charged", form.also_charged, outcome.enemies),
        ):
            for number, one in enumerate(further, 2):
                unit = f"{ordinal(number)}, {one.card.battalion}"
                yield _consequence(answer, unit, fates[number - 1])
        fresh = list(outcome.all_fresh)
        if form.beyond is BeyondEnemy.FRESH_BATTALION:
            yield _consequence("fresh", form.fresh.battalion, fresh.pop(0))
        for one, fate in zip(form.also_beyond, fresh, strict=True):
            yield _consequence("also-beyond", f"{one.card.battalion}, by {ordinal(one.by)}", fate)


def _consequence(answer: str, unit: str, fate: Fate) -> Consequence:
    return Consequence(answer, unit, outcomes.left_of(fate), outcomes.GONE.get(fate.end, ""))


class Charge(Encounter):
    """Battalions charge: terrain, the enemy's test to stand, the chargers' own, melee in rounds
    until one side breaks, flight and pursuit."""

    key = "charge"
    source = "Charge Action"
    asks = ChargeForm
    modifiers = (*_stand_modifiers(False), pulling.RUNS, *_AS_IT_GOES_IN, *_AFTERWARDS)
    mnemonic = "c"

    def _meeting(self) -> Iterator[Refusal]:
        who = self.combatants
        if all(enemy.clipped for enemy in who.enemies):
            yield Refusal(
                "a charge must make positive contact with some enemy; one that is only clipped "
                "stands beside another that is charged",
                "Charge Action, Making Positive Contact; Clipped by a Charge",
            )
        for place, enemy in zip(who.charged, who.enemies, strict=True):
            yield from battalions.defending_refusals(enemy)
            high = enemy.obstacle in {Obstacle.TALL_WALL, Obstacle.BUILDING}
            for charger in who.met_by(place):
                if high and charger.formation is not Formation.SKIRMISH_LINE:
                    problem = f"must be in skirmish line to charge a {enemy.obstacle.label}"
                    source = "Charge Action, Defending a Building"
                    yield Refusal(f"the {charger.name} {problem}", source)


class Countercharge(Encounter):
    """The enemy meets a charge half way: both battalions count as charging and test to stand at the
    same time."""

    key = "countercharge"
    source = "Countercharge Reaction"
    asks = CounterchargeForm
    modifiers = (pulling.REACTS, *_stand_modifiers(True), *_AS_IT_GOES_IN, *_AFTERWARDS)
    mnemonic = "o"

    def _meeting(self) -> Iterator[Refusal]:
        who = self.combatants
        for place, reacting in zip(who.charged, who.enemies, strict=True):
            yield from battalions.reacting_refusals(reacting)
            reasons = (
                list(battalions.countercharging_refusals(reacting.card, met.card))
                for met in who.met_by(place)
            )
            yield from next(filter(None, reasons), ())
