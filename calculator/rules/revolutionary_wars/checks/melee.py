"""Melee: all that charge or are charged roll to hit, then save (Charge Action, 4).

A round of it is asked about by players who throw the rest of a charge themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import attrs

from calculator.chance.dice import binomial, summed
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance, Throw
from calculator.chance.procedure import Procedure
from calculator.errors import Refusal
from calculator.forms import yes_no
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import (
    Battalion,
    Contact,
    arm_refusals,
    formation_refusals,
)
from calculator.rules.revolutionary_wars.charge.lineup import Dice, Lineup
from calculator.rules.revolutionary_wars.charge.pulling import melee_roll
from calculator.rules.revolutionary_wars.charge.state import BattalionState, End, Fight
from calculator.rules.revolutionary_wars.frontage import counting_refusals
from calculator.rules.revolutionary_wars.narration import narrated
from calculator.rules.revolutionary_wars.rolls import Roll
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.tables import Tables

Groups: TypeAlias = tuple[tuple[int, Roll], ...]
"""How many dice are rolled at each score."""


Strike: TypeAlias = tuple[int, Order, Dice]
"""A battalion, its order, and the dice that it rolls against another."""


class Blows(NamedTuple):
    """Hits on one battalion in a round of melee, and the platoons lost to failed saves."""

    hits: int
    lost: int

    def __str__(self) -> str:
        return f"{self.hits} hit, {self.lost} not saved"


@lru_cache(maxsize=4096)
def blows(groups: Groups, save: Roll) -> Distribution[Blows]:
    """Hits by several groups of dice, and how many of them are not saved."""
    hits = summed(*(binomial(dice, roll.chance) for dice, roll in groups))
    return hits.then(lambda n: binomial(n, 1 - save.chance).map(lambda lost: Blows(n, lost)))


@attrs.frozen(cache_hash=True)
class AfterBlows:
    """Reads off blows what they leave of a battalion: for each platoon lost, its state after that.

    The last of `after` stands for all greater losses.
    """

    after: tuple[BattalionState, ...]

    def __call__(self, struck: Blows) -> BattalionState:
        return self.after[min(struck.lost, len(self.after) - 1)]


@lru_cache(maxsize=4096)
def after_blows(state: BattalionState, minimum: int) -> AfterBlows:
    """What any losses leave of a battalion, disordered by the melee.

    Reduced to `minimum` platoons or fewer it is wiped out; one that began no stronger and lost
    nothing has not been reduced.
    """
    left = [state.platoons, *range(state.platoons - 1, minimum, -1)]
    states = [state._replace(platoons=n, order=state.order.disordered) for n in left]
    return AfterBlows((*states, BattalionState(0, Order.SHATTERED, End.WIPED_OUT)))


class Melee:
    """Rounds of melee between the battalions of one line-up, or of several apart."""

    def __init__(self, battalions: Sequence[Battalion], lineups: Sequence[Lineup]) -> None:
        self._battalions = battalions
        self._lineups = {place: lineup for lineup in lineups for place in lineup.contacts}
        self._known: dict[tuple[object, ...], Throw[BattalionState]] = {}

    def fight(self, states: tuple[BattalionState, ...], chance: Chance) -> Fight:
        """One round: blows fall on both sides at once, and all that fought are disordered."""
        struck = self.strikes(states)
        throws = [self._blows_on(place, states[place], struck[place]) for place in struck]
        everybody = len(struck) == len(states)

        def after(left: tuple[BattalionState, ...]) -> Fight:
            fought = None in [state.end for state in left]
            if everybody:
                return Fight(left, fought=fought)
            new = dict(zip(struck, left, strict=True))
            return Fight(tuple([new.get(*one) for one in enumerate(states)]), fought=fought)

        return chance.at_once(throws, after)

    def strikes(self, states: Sequence[BattalionState]) -> dict[int, list[Strike]]:
        """Who strikes each battalion that fights, with which dice."""
        platoons = [state.platoons if state.end is None else 0 for state in states]
        struck: dict[int, list[Strike]] = {
            place: [] for place, state in enumerate(states) if state.end is None
        }
        for striker in struck:
            order = states[striker].order
            for place, dice in self._lineups[striker].dice_of(striker, platoons).items():
                struck[place].append((striker, order, dice))
        return struck

    def _blows_on(
        self, place: int, state: BattalionState, strikes: Iterable[Strike]
    ) -> Throw[BattalionState]:
        """What falls on one battalion, and what that leaves of it."""
        key = (place, state, *strikes)
        if key not in self._known:
            battalion, groups = self._battalions[place], self.groups(strikes)
            save = self.save(place, state.order)
            after = after_blows(state, battalion.card.minimum)
            dice = counted(sum(number for number, _ in groups), "die", "dice")
            ask = f"{battalion.name} in the melee, {dice} against it, saves on {save}"
            self._known[key] = Throw(blows(groups, save), after, ask)
        return self._known[key]

    def save(self, place: int, order: Order) -> Roll:
        """What a battalion in some order needs to save a hit."""
        return melee_roll(self._battalions[place], "melee-save", order)

    def groups(self, strikes: Iterable[Strike]) -> Groups:
        """The dice of some strikes, and the scores they need."""
        groups = list[tuple[int, Roll]]()
        for striker, order, dice in strikes:
            one = self._battalions[striker]
            groups += [(n, melee_roll(one, number, order)) for n, number in dice.rolled]
        return tuple(groups)


ROLES: Final = ("charging", "charged")
SOURCE: Final = "Charge Action, 4. Melee"


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class MeleeForm(forms.FightingBattalions):
    """A charging battalion and the enemy, both of whom have stood."""

    flank: bool = yes_no(
        "In the flank",
        group="Enemy",
        mnemonic="k",
        source="Charge Action, Enemy Rolls to Hit",
        help="The enemy was charged in the flank and strikes with its Strike to Flank.",
    )
    countercharged: bool = yes_no(
        "Countercharged",
        group="Enemy",
        mnemonic="c",
        source="Countercharge Reaction",
        help="The enemy countercharged: only its front rank strikes.",
    )


@attrs.frozen
class Round:
    """Platoons left and lost on both sides; a battalion that is wiped out has none left."""

    left: int
    enemy_left: int
    lost: int
    enemy_lost: int

    @property
    def label(self) -> str:
        """In a few words."""
        enemy = f"loses {self.enemy_lost}" if self.enemy_left else "wiped out"
        charger = f"loses {self.lost}" if self.left else "wiped out"
        return f"enemy {enemy}; charger {charger}"


def _opponents(form: MeleeForm, tables: Tables) -> tuple[Battalion, Battalion]:
    charger, enemy = forms.fighting_battalions(form, tables, ROLES)
    return charger, attrs.evolve(enemy, contact=Contact.FLANK) if form.flank else enemy


def _melee(form: MeleeForm, both: tuple[Battalion, Battalion]) -> tuple[Melee, Fight]:
    """Both sides as they meet, and how they stand before they strike."""
    lineup = Lineup(both, (0,), (1,), form.countercharged)
    states = tuple(BattalionState(one.platoons, one.order) for one in both)
    return Melee(both, [lineup]), Fight(states)


def procedure(form: MeleeForm, tables: Tables) -> Procedure[Fight, Round]:
    """Hits and saves of both sides at once."""
    both = _opponents(form, tables)
    melee, start = _melee(form, both)

    def conclude(fight: Fight) -> Round:
        (charger, enemy), (mine, theirs) = both, fight.states
        return Round(
            mine.platoons,
            theirs.platoons,
            charger.platoons - mine.platoons,
            enemy.platoons - theirs.platoons,
        )

    return Procedure(start, (lambda at, chance: melee.fight(at.states, chance),), conclude)


def refusals(form: MeleeForm, tables: Tables) -> Iterator[Refusal]:
    """Why there is no such melee."""
    charger, enemy = _opponents(form, tables)
    for each in (charger, enemy):
        yield from formation_refusals(each)
    yield from arm_refusals(charger.card)
    yield from counting_refusals(charger, front_rank_only=True)
    yield from counting_refusals(enemy, front_rank_only=form.countercharged)


def factors(form: MeleeForm, tables: Tables) -> Iterator[Factor]:
    """The dice of both sides."""
    both = _opponents(form, tables)
    melee, start = _melee(form, both)
    strikes = melee.strikes(start.states)
    for place, (struck, striker) in enumerate(zip(both, both[::-1], strict=True)):
        used = [number for _, _, dice in strikes[place] for _, number in dice.rolled]
        for number, (dice, roll) in zip(used, melee.groups(strikes[place]), strict=True):
            name = f"{striker.name} rolls {dice} on {roll}"
            yield striker.factor("hit", name, dice, SOURCE, number)
        save = melee.save(place, struck.order)
        name = f"{struck.name} saves on {save}"
        yield struck.factor("save", name, 7 - save.low, SOURCE, "melee-save")


def aftermath(form: MeleeForm, outcome: Round) -> Aftermath:
    """Both battalions, disordered."""
    return Aftermath(
        actor=_left(outcome.left, form.order),
        target=_left(outcome.enemy_left, form.enemy_order),
        actor_gone="" if outcome.left else "wiped out",
        target_gone="" if outcome.enemy_left else "wiped out",
        may=("stand", "melee", "break-and-run", "pursue") if outcome.left else (),
    )


def _left(platoons: int, order: Order) -> dict[str, str] | None:
    return {"platoons": str(platoons), "order": order.disordered.value} if platoons else None


def narrate(form: MeleeForm, outcome: Round, draws: Draws, tables: Tables) -> Narration:
    """Losses and disorder on both sides."""
    charger, enemy = _opponents(form, tables)
    sides = (
        (enemy, outcome.enemy_lost, outcome.enemy_left),
        (charger, outcome.lost, outcome.left),
    )
    clauses, steps = [], []
    for one, lost, left in sides:
        if not left:
            clauses.append(f"the {one.name} is wiped out")
            steps.append(f"Remove the {one.name}; it counts as having broken and run")
            continue
        clauses.append(f"the {one.name} loses {counted(lost, 'platoon')}")
        if lost:
            steps.append(f"Remove {counted(lost, 'platoon')} from the flanks of the {one.name}")
        steps.append(f"Mark the {one.name} {one.order.disordered}")
    return narrated(draws, clauses, *steps)


MELEE: Final = declared(
    key="melee",
    label="Melee round",
    help="One round of melee between two battalions that have both stood: hits, saves, losses.",
    source=SOURCE,
    form=MeleeForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda outcome: (outcome.enemy_lost, -outcome.lost), "the chargers"),
    aftermath=aftermath,
    factors=factors,
    refusals=refusals,
    measures=(
        Measure("costs-enemy", "the enemy loses a platoon", lambda outcome: outcome.enemy_lost > 0),
        Measure("costs-charger", "the charger loses a platoon", lambda outcome: outcome.lost > 0),
    ),
    mnemonic="m",
)
