"""Melee: all that charge or are charged roll to hit, then save (Charge Action, 4).

A round of it is asked about by players who throw the rest of a charge themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple, TypeAlias

import attrs

from calculator.chance.dice import binomial, summed
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance, Throw
from calculator.chance.procedure import Procedure
from calculator.conditions import where
from calculator.errors import Refusal
from calculator.rules.action import Aftermath, Draws, Measure, Narration, Parties, Severity
from calculator.rules.modifiers import Pull
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars import battalion, fields, forms
from calculator.rules.revolutionary_wars.battalion import Battalion, Contact, called, narrated
from calculator.rules.revolutionary_wars.charge.combatants import Dice, Lineup
from calculator.rules.revolutionary_wars.charge.pulling import melee_roll
from calculator.rules.revolutionary_wars.charge.state import IN_ORDER, BattalionState, End, Fight
from calculator.rules.revolutionary_wars.checks.check import Check, Stage, strength
from calculator.rules.revolutionary_wars.frontage import counting_refusals
from calculator.rules.revolutionary_wars.rolls import Roll
from calculator.rules.revolutionary_wars.terms import Order

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


@lru_cache(maxsize=4096)
def after_blows(state: BattalionState, minimum: int) -> Callable[[Blows], BattalionState]:
    """Reads off blows what they leave of a battalion, disordered by the melee.

    Reduced to `minimum` platoons or fewer it is wiped out; one that began no stronger and lost
    nothing has not been reduced.
    """
    left = [state.platoons, *range(state.platoons - 1, minimum, -1)]
    after = [state._replace(platoons=n, order=state.order.disordered) for n in left]
    after.append(BattalionState(0, Order.SHATTERED, End.WIPED_OUT))
    return lambda struck: after[min(struck.lost, len(after) - 1)]


def _disordered_aside(state: BattalionState) -> BattalionState:
    """A battalion whose part ended in order, disordered by the melee of others."""
    return state._replace(order=state.order.disordered) if state.end in IN_ORDER else state


class Melee:
    """Rounds of melee between the battalions of one line-up, or of several apart."""

    def __init__(self, battalions: Sequence[Battalion], lineups: Sequence[Lineup]) -> None:
        self._battalions = battalions
        self._lineups = {place: lineup for lineup in lineups for place in lineup.contacts}
        self._known: dict[tuple[object, ...], Throw[BattalionState]] = {}
        self.spares_others = battalions[0].card.tables.is_so("melee.ended-spared")

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
            aside = states if self.spares_others else tuple(map(_disordered_aside, states))
            return Fight(tuple([new.get(*one) for one in enumerate(aside)]), fought=fought)

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

    flank: bool = fields.ENEMY.yes_no(
        "In the flank",
        source="Charge Action, Enemy Rolls to Hit",
        help="The enemy was charged in the flank and strikes with its Strike to Flank.",
    )
    countercharged: bool = fields.ENEMY.yes_no(
        source="Countercharge Reaction",
        help="The enemy countercharged: only its front rank strikes.",
    )

    @property
    def called(self) -> tuple[str, ...]:
        """What the chargers and the enemy are called."""
        return self.names(ROLES)


@attrs.frozen
class Round:
    """Platoons left and lost on both sides; a battalion that is wiped out has none left."""

    left: int
    enemy_left: int
    lost: int
    enemy_lost: int

    @property
    def label(self) -> str:
        enemy = f"loses {self.enemy_lost}" if self.enemy_left else "wiped out"
        charger = f"loses {self.lost}" if self.left else "wiped out"
        return f"enemy {enemy}; charger {charger}"


CHARGER, ENEMY = (
    Stage("hit", SOURCE, f"{{called[{place}]}}", names=("battalion", "enemy")) for place in (0, 1)
)
ORDERS: Final = (
    CHARGER.order_effects(ENEMY.side, who="chargers "),
    ENEMY.order_effects(CHARGER.side, "enemy_order", who="enemy "),
)
"""Whose dice to hit and to save are rolled again: the chargers', then the enemy's."""
FLANK: Final = CHARGER.modifier(
    "charged in the flank: its front rank strikes with its Strike to Flank", where("flank")
)
COUNTERCHARGED: Final = CHARGER.modifier(
    "countercharged: only its front rank strikes",
    where("countercharged"),
    source="Countercharge Reaction",
)
DICE: Final = CHARGER.modifier(
    "dice and saves", given=True, also_reads=tuple(field.name for field in attrs.fields(MeleeForm))
)


class MeleeRound(Check[MeleeForm, Round]):
    """One round of melee between two battalions that have both stood: hits, saves, losses."""

    key = "melee"
    label = "Melee round"
    source = SOURCE
    severity = Severity[Round](lambda outcome: (outcome.enemy_lost, -outcome.lost), "the chargers")
    measures = (
        Measure("costs-enemy", "the enemy loses a platoon", lambda outcome: outcome.enemy_lost > 0),
        Measure("costs-charger", "the charger loses a platoon", lambda outcome: outcome.lost > 0),
    )
    modifiers = (*ORDERS[0], *ORDERS[1], FLANK, COUNTERCHARGED)
    mnemonic = "m"

    @cached_property
    def both(self) -> tuple[Battalion, Battalion]:
        """The chargers and the enemy."""
        charger, enemy = forms.fighting_battalions(self.form, self.tables, ROLES)
        contact = Contact.FLANK if self.holds(FLANK) else Contact.FRONT
        return charger, attrs.evolve(enemy, contact=contact)

    @cached_property
    def melee(self) -> Melee:
        """Both sides as they meet."""
        return Melee(self.both, [Lineup(self.both, (0,), (1,), self.holds(COUNTERCHARGED))])

    @property
    def start(self) -> Fight:
        """How they stand before they strike, in an order as far as it has dice rolled again."""
        sides = zip(self.both, ORDERS, strict=True)
        return Fight(
            tuple(
                BattalionState(one.platoons, self.rolling(one.order, *effects))
                for one, effects in sides
            )
        )

    def procedure(self) -> Procedure[Fight, Round]:
        """Hits and saves of both sides at once."""

        def conclude(fight: Fight) -> Round:
            mine, theirs = (state.platoons for state in fight.states)
            charger, enemy = (one.platoons for one in self.both)
            return Round(mine, theirs, charger - mine, enemy - theirs)

        fight = self.melee.fight
        return Procedure(self.start, (lambda at, chance: fight(at.states, chance),), conclude)

    def quantities(self) -> Iterator[Pull]:
        """The dice of both sides, their saves and their platoons."""
        strikes = self.melee.strikes(self.start.states)
        for place, (struck, striker) in enumerate(zip(self.both, self.both[::-1], strict=True)):
            used = [number for _, _, dice in strikes[place] for _, number in dice.rolled]
            groups = self.melee.groups(strikes[place])
            for number, (dice, roll) in zip(used, groups, strict=True):
                name = f"{striker.name} rolls {dice} on {roll}"
                yield Pull(DICE, striker.factor("hit", name, dice, SOURCE, number))
            save = self.melee.save(place, struck.order)
            name, points = f"{struck.name} saves on {save}", 7 - save.low
            yield Pull(DICE, struck.factor("save", name, points, SOURCE, "melee-save"))
            yield strength(struck)

    def refusals(self) -> Iterator[Refusal]:
        """Why there is no such melee."""
        charger, enemy = self.both
        yield from battalion.formation_refusals(charger)
        yield from battalion.formation_refusals(enemy)
        yield from battalion.arm_refusals(charger.card)
        yield from counting_refusals(charger, front_rank_only=True)
        yield from counting_refusals(enemy, front_rank_only=self.form.countercharged)

    def after(self, drawn: Round) -> Aftermath:
        """Both battalions, disordered."""
        return Aftermath(
            actor=_left(drawn.left, self.form.order),
            target=_left(drawn.enemy_left, self.form.enemy_order),
            actor_gone="" if drawn.left else "wiped out",
            target_gone="" if drawn.enemy_left else "wiped out",
            may=("stand", "melee", "break-and-run", "pursue") if drawn.left else (),
        )

    def parties(self) -> Parties:
        charger, enemy = self.both
        return called({"actor": charger, "target": enemy})

    def narrate(self, drawn: Round, draws: Draws) -> Narration:
        """Losses and disorder on both sides."""
        charger, enemy = self.both
        clauses, steps = [], []
        for one, lost, left in (
            (enemy, drawn.enemy_lost, drawn.enemy_left),
            (charger, drawn.lost, drawn.left),
        ):
            name, platoons = f"the {one.name}", counted(lost, "platoon")
            if not left:
                clauses.append(f"{name} is wiped out")
                steps.append(f"Remove {name}; it counts as having broken and run")
                continue
            clauses.append(f"{name} loses {platoons}")
            if lost:
                steps.append(f"Remove {platoons} from the flanks of {name}")
            steps.append(f"Mark {name} {one.order.disordered}")
        return narrated(draws, clauses, *steps)


def _left(platoons: int, order: Order) -> dict[str, str] | None:
    return {"platoons": str(platoons), "order": order.disordered.value} if platoons else None
