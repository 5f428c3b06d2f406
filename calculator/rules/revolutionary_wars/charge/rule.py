"""The Charge Action and the Countercharge Reaction: what forbids and what pulls them, and a charge
in words, as it happens on the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.errors import Refusal
from calculator.rules.action import Aftermath, Consequence, Parties
from calculator.rules.modifiers import Modifier, Pull, pulls
from calculator.rules.phrases import ordinal
from calculator.rules.revolutionary_wars import battalions, frontage
from calculator.rules.revolutionary_wars.battalions import Battalion, called
from calculator.rules.revolutionary_wars.charge import fates, law, pulling, telling
from calculator.rules.revolutionary_wars.charge.form import (
    BeyondEnemy,
    ChargeForm,
    CounterchargeForm,
)
from calculator.rules.revolutionary_wars.terms import Formation, Obstacle

_HEADLINES = {
    fates.End.PURSUED: "pursues and is {order}",
    fates.End.OVERRUN: "is overrun",
    fates.End.CHASED_OFF: "chases the enemy off the battlefield",
    fates.End.WIPED_OUT: "is wiped out",
}
"""What a sentence says otherwise than a line of the odds."""


_AS_IT_GOES_IN: Final = (
    *(pulling.CROSSES, pulling.STRIKES, *pulling.IN_MELEE, pulling.GENERAL, pulling.CATCHES),
    *(pulling.BEYOND, *pulling.OF_ALL),
)


def _stand_modifiers(mutual: bool) -> Iterator[Modifier[Any]]:
    for side in ("enemy", "chargers"):
        yield from pulling.stand_modifiers(side, mutual)


class Encounter(law.ChargeLaw):
    """What a charge and a countercharge have in common, in words."""

    def refusals(self) -> Iterator[Refusal]:
        for one in self.everyone:
            yield from one.formation_refusals()
        for charger in self.chargers:
            yield from charger.charging_refusals()
            yield from frontage.counting_refusals(charger, front_rank_only=True)
        for enemy in self.enemies:
            yield from frontage.counting_refusals(enemy, front_rank_only=self.mutual)
        yield from self._meeting()

    def _meeting(self) -> Iterator[Refusal]:
        raise NotImplementedError

    def pulls(self) -> Iterator[Pull]:
        """What counts as the charge goes in, stage by stage; nothing if it cannot be made."""
        if any(self.refusals()):
            return
        form, everyone, lineup = self.form, self.everyone, self.lineup
        facing_each = [self.facing(place) for place in (*self.charged, *self.charging)]
        yield from self._counting((pulling.REACTS,), form)
        crossing = [facing for facing in facing_each if facing.one.crossing]
        yield from self._counting((pulling.CROSSES,), *crossing)
        for facing in facing_each:
            stand = pulling.stand_modifiers(facing.side, self.mutual)
            yield from self._counting((*stand, pulling.RUNS), facing)
        platoons = [one.platoons for one in everyone]
        for place in lineup.contacts:
            for target, dice in lineup.dice_of(place, platoons).items():
                side, _ = self.sides(place)
                yield pulling.strikes(everyone[place], everyone[target], dice, side)
        yield from self._counting(pulling.IN_MELEE, *facing_each)
        yield from self._counting((pulling.GENERAL,), *facing_each)
        # Those who were charged pursue nobody, unless they charge too.
        hunters = (*self.charging, *self.charged) if self.mutual else self.charging
        met = [self._chase(one, quarry) for one in hunters for quarry in lineup.contacts[one]]
        beyond = [self._chase(one, fresh) for one, fresh in self.beyond.items()]
        yield from self._counting((pulling.CATCHES,), *met, *beyond)
        yield from self._counting((pulling.BEYOND,), *beyond)
        yield from self._counting(pulling.OF_ALL, form)

    def _chase(self, one: int, quarry: int) -> pulling.Chase:
        edge, (side, _) = self.main.pursuit.side(quarry).edge, self.sides(one)
        both = self.everyone[one], self.everyone[quarry]
        return pulling.Chase(*both, edge, self.form.caught, side)

    def _counting(self, modifiers: pulling.Modifiers, *subjects: Any) -> Iterator[Pull]:
        for subject in subjects:
            yield from pulls(modifiers, subject, self.tables)

    def parties(self) -> Parties:
        sides = (
            ("actor", "also-charging", self.chargers),
            ("target", "also-charged", self.enemies),
            ("beyond", "also-beyond", self.fresh),
        )
        roles = {
            f"{further}#{place}" if place else first: one
            for first, further, side in sides
            for place, one in enumerate(side)
        }
        return called(roles)

    def events(self, drawn: fates.ChargeInFull) -> Iterator[str]:
        exact = drawn.outcome
        everyone = [*self.enemies, *self.chargers, *self.fresh]
        each = [*exact.enemies, *exact.chargers, *exact.all_fresh]
        for battalion, fate in zip(everyone, each, strict=True):
            if fate.end is not fates.End.UNTOUCHED:
                did = _HEADLINES.get(fate.end, str(attrs.evolve(fate, platoons=None)))
                yield f"the {battalion.name} {did.format(order=fate.order)}"

    def between(self, stage: fates.Stage, before: fates.Fight, after: fates.Fight) -> Iterator[str]:
        both = before.states, after.states
        match stage:
            case fates.Stage.REACTION | fates.Stage.CROSSING:
                if stage is fates.Stage.REACTION:
                    yield from self.countercharge_moves()
                where, whole = "in the terrain", "none came across"
                yield from telling.losses(self.everyone, *both, where, whole)
            case fates.Stage.RUN_INTO:
                for one, fresh in self.beyond.items():
                    if after.states[one].fights:
                        met = self.everyone[fresh].name
                        yield f"Move the {self.everyone[one].name} on into the {met}"
            case _ if before.melee:
                yield from telling.losses(self.everyone, *both)
            case fates.Stage.BEYOND:
                yield from telling.Tests(self.further, *both, ()).told()
            case _:
                yield from telling.Tests(self.main, *both, self.beyond).told()

    def countercharge_moves(self) -> Iterator[str]:
        """Those who countercharge move first."""
        for one in self.enemies:
            yield f"Move the {one.name} half of its charge move to meet the charge"

    def after(self, drawn: fates.ChargeOutcome | fates.ChargeInFull) -> Aftermath:
        """The charging battalion, the one it charged first, and all others.

        An outcome that does not count platoons leaves open how many there are.
        """
        outcome = drawn.outcome if isinstance(drawn, fates.ChargeInFull) else drawn
        charger, enemy = outcome.chargers[0], outcome.enemies[0]
        return fates.left_by(charger, enemy, others=tuple(self._others(outcome)))

    def _others(self, outcome: fates.ChargeOutcome) -> Iterator[Consequence]:
        further = (
            ("also-charging", self.chargers, outcome.chargers),
            ("also-charged", self.enemies, outcome.enemies),
        )
        for answer, side, became in further:
            each = zip(side[1:], became[1:], strict=True)
            for number, (one, fate) in enumerate(each, 2):
                yield _consequence(answer, one, fate, before=f"{ordinal(number)}, ")
        for charger, one, fate in zip(self.beyond, self.fresh, outcome.all_fresh, strict=True):
            if one is self.fresh[0] and self.form.beyond is BeyondEnemy.FRESH_BATTALION:
                yield _consequence("fresh", one, fate)
            else:
                yield _consequence("also-beyond", one, fate, after=f", by {ordinal(charger + 1)}")


def _consequence(
    answer: str, one: Battalion, fate: fates.Fate, before: str = "", after: str = ""
) -> Consequence:
    unit = f"{before}{one.card.name.battalion}{after}"
    return Consequence(answer, unit, fates.left_of(fate), fates.GONE.get(fate.end, ""))


class Charge(Encounter):
    """Battalions charge: terrain, the enemy's test to stand, the chargers' own, melee in rounds
    until one side breaks, flight and pursuit."""

    key = "charge"
    source = "Charge Action"
    asks = ChargeForm
    modifiers = (*_stand_modifiers(False), pulling.RUNS, *_AS_IT_GOES_IN)
    mnemonic = "c"

    def _meeting(self) -> Iterator[Refusal]:
        if isinstance(self.form, ChargeForm):
            yield from self.chargers[0].reach_refusals(self.form.range)
        if all(enemy.clipped for enemy in self.enemies):
            yield Refusal(
                "a charge must make positive contact with some enemy; one that is only clipped "
                "stands beside another that is charged",
                "Charge Action, Making Positive Contact; Clipped by a Charge",
            )
        for place, enemy in zip(self.charged, self.enemies, strict=True):
            yield from enemy.defending_refusals()
            high = enemy.obstacle in {Obstacle.TALL_WALL, Obstacle.BUILDING}
            for charger in self.met_by(place):
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
    modifiers = (pulling.REACTS, *_stand_modifiers(True), *_AS_IT_GOES_IN)
    mnemonic = "o"

    def _meeting(self) -> Iterator[Refusal]:
        for place, reacting in zip(self.charged, self.enemies, strict=True):
            yield from reacting.reacting_refusals()
            reasons = (
                list(battalions.countercharging_refusals(reacting.card, met.card))
                for met in self.met_by(place)
            )
            yield from next(filter(None, reasons), ())
