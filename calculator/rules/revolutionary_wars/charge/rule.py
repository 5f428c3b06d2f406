"""The Charge Action and the Countercharge Reaction: what forbids and what pulls them, and a charge
in words, as it happens on the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

from calculator.errors import Refusal
from calculator.rules.action import Aftermath, Consequence, Parties
from calculator.rules.modifiers import Pull, pulls
from calculator.rules.phrases import counted, ordinal
from calculator.rules.revolutionary_wars import battalions, frontage, terms
from calculator.rules.revolutionary_wars.charge import fates, law, pulling, pursuit
from calculator.rules.revolutionary_wars.charge.form import HAS_FRESH, ChargeForm, CounterchargeForm
from calculator.rules.revolutionary_wars.charge.rounds import ChargeRounds

_AS_IT_GOES_IN: Final = (
    *(pulling.CROSSES, pulling.STRIKES, *pulling.IN_MELEE, pulling.GENERAL, pulling.CATCHES),
    *(pulling.BEYOND, *pulling.OF_ALL),
)


def _tests(*, mutual: bool) -> pulling.Modifiers:
    """What can pull the tests of both sides."""
    enemy, chargers = (pulling.TESTS[side, mutual] for side in ("enemy", "chargers"))
    return (*enemy.modifiers, *chargers.modifiers)


def overrun(one: battalions.Battalion) -> str:
    """What is done with guns that break."""
    return f"Leave the guns of {one} where they are and mark them overrun"


class Moves(NamedTuple):
    """What is done with battalions that run and with those who follow them, each by its place; who
    is destroyed as it runs is removed by itself, for pursuers move first."""

    everyone: Sequence[battalions.Battalion]
    before: Sequence[fates.BattalionState]
    after: Sequence[fates.BattalionState]

    def flight(self, place: int) -> Iterator[str]:
        """How a battalion runs, or cavalry rides on, and what it loses by it."""
        one, now = self.everyone[place], self.after[place]
        loss, mark = now.destroyed, "" if now.destroyed else ", mark it Shattered"
        if now.broke is fates.End.OVERRUN:
            if not loss:
                yield overrun(one)
            return
        through = now.broke is fates.End.BROKE_THROUGH
        inches = one.card.number("charge-move" if through else "move-open")
        run = f"{counted(inches, 'inch', 'inches')} straight ahead"
        if pursuit.reaches(one.edge_ahead if through else one.edge, inches):
            off = loss and loss.by is fates.DestroyedBy.RAN_OFF
            run = f"straight ahead {'off' if off else 'to the edge of'} the table"
        if through:
            course = f"{run} through the enemy it charged, in its present formation"
            yield f"Move {one} {course}{mark.replace(', ', ', and ')}"
        else:
            turn, about = ("Form", "") if one.contact is terms.Contact.REAR else ("Turn", "about ")
            yield (
                f"{turn} {one} {about}in attack column{mark} and run it {run}, 2 inches "
                "clear of the enemy but through friends, who are disordered"
            )
        if not loss and (lost := self.before[place].platoons - now.platoons):
            scattered = f"{counted(lost, 'platoon')} of {one}"
            yield f"Remove {scattered} that scatter{'s' if lost == 1 else ''}, {now.platoons} left"

    def pursuit(self, place: int, *, fled: bool = True, onward: bool = False) -> Iterator[str]:
        """How a battalion pursues, if it does, and whom: one that it catches, or all that `fled`;
        how far only if it may not go `onward`, into a fresh battalion."""
        one, now, it = self.everyone[place], self.after[place], "it"
        if now.end is fates.End.CHASED_OFF:
            yield f"Remove {one} from the table: it has followed the enemy off it"
        if now.end is not fates.End.PURSUED:
            return
        inches = one.card.number("charge-move")
        over = pursuit.reaches(one.edge_ahead, inches)
        far = "to the edge of the table" if over else counted(inches, "inch", "inches")
        course = "" if onward else f" {far}"
        course += " after the enemy" if fled else ", as if the enemy had fled,"
        losses = zip(self.everyone, [state.destroyed for state in self.after], strict=True)
        if caught := [other for other, loss in losses if loss and place in loss.catchers]:
            course, it = f" after {caught[0]}, which it catches,", str(one)
        mark = f" and mark {it} {now.order}" * (now.order is not self.before[place].order)
        yield f"Move {one}{course}{mark}".removesuffix(",")

    def removal(self, place: int) -> Iterator[str]:
        """That a battalion is removed, if it is, and why; of catchers only those who have names."""
        if loss := self.after[place].destroyed:
            catchers = [self.everyone[one] for one in loss.catchers]
            known = " and ".join(str(one) for one in catchers if one.name)
            why = f"{known} caught it" if known else loss.by.meaning
            yield f"Remove {self.everyone[place]} from the table: {why}"


def tested(rounds: ChargeRounds, moves: Moves, onward: Collection[int]) -> Iterator[str]:
    """What follows from tests to stand: of those who are charged, who breaks runs and scatters,
    then pursuers follow, then those are removed who are destroyed (Charge Action, 2). Other
    chargers who break run last (3). In a countercharge those whose enemies broke too run before
    those who are pursued. Some may go `onward`."""
    before, after, contacts = moves.before, moves.after, rounds.contacts
    fought = [place for place, was in enumerate(before) if was.fights]
    ended = [place for place in fought if not after[place].fights]
    broken = [place for place in ended if after[place].broke]
    stood = set(fought).difference(broken)
    first = [one for one in broken if one in rounds.charged]
    if rounds.mutual:
        first.sort(key=lambda one: not stood.isdisjoint(contacts[one]))
    for place in first:
        yield from moves.flight(place)
    ran = {one for one in first if after[one].broke is fates.End.BROKE}
    for place in ended:
        fled = not ran.isdisjoint(contacts[place])
        yield from moves.pursuit(place, fled=fled, onward=place in onward)
    for place in first:
        yield from moves.removal(place)
    for place in ended:
        if after[place].end is fates.End.STANDS and after[place].order is not before[place].order:
            yield f"Mark {moves.everyone[place]} {after[place].order}"
    for place in [one for one in broken if one not in first]:
        yield from moves.flight(place)
        yield from moves.removal(place)


class Encounter(law.ChargeLaw):
    """What a charge and a countercharge have in common, in words."""

    def refusals(self) -> Iterator[Refusal]:
        for one in self.everyone:
            yield from one.formation_refusals()
        for charger in self.chargers:
            yield from charger.charging_refusals()
            yield from frontage.counting_refusals(charger)
        for enemy in self.enemies:
            yield from frontage.counting_refusals(enemy)

    def counting(self) -> Iterator[Pull]:
        """What counts as the charge goes in, stage by stage."""
        form, everyone, lineup = self.form, self.everyone, self.lineup
        facing_each = [self.facing(place) for place in (*self.charged, *self.charging)]
        yield from self._counting((pulling.REACTS,), form)
        crossing = [facing for facing in facing_each if facing.one.crossing]
        yield from self._counting((pulling.CROSSES,), *crossing)
        for facing in facing_each:
            stand = pulling.TESTS[facing.one.side, facing.mutual].modifiers
            yield from self._counting((*stand, pulling.RUNS), facing)
        platoons = [one.platoons for one in everyone]
        for place in lineup.contacts:
            for target, dice in lineup.dice_of(place, platoons).items():
                yield pulling.strikes(everyone[place], everyone[target], dice)
        yield from self._counting(pulling.IN_MELEE, *facing_each)
        yield from self._counting((pulling.GENERAL,), *facing_each)
        hunters = [one for one in lineup.contacts if everyone[one].charges]
        met = [self._chase(one, quarry) for one in hunters for quarry in lineup.contacts[one]]
        beyond = [self._chase(one, fresh) for one, fresh in self.beyond.items()]
        yield from self._counting((pulling.CATCHES,), *met, *beyond)
        yield from self._counting((pulling.BEYOND,), *beyond)
        yield from self._counting(pulling.OF_ALL, form)

    def _chase(self, one: int, quarry: int) -> pulling.Chase:
        return pulling.Chase(self.everyone[one], self.everyone[quarry], self.form.caught)

    def _counting(self, modifiers: pulling.Modifiers, *subjects: Any) -> Iterator[Pull]:
        for subject in subjects:
            yield from pulls(modifiers, subject, self.tables)

    def parties(self) -> Parties:
        return battalions.called({role: self.everyone[place] for role, place in self._roles()})

    def listed_parties(self) -> Parties:
        called = {place: name for name, place in fates.by_name(*self.places)}
        return {role: fates.by_words(called[place]) for role, place in self._roles()}

    def _roles(self) -> Iterator[tuple[str, int]]:
        """The role of every battalion, and its place."""
        firsts = ("actor", "also-charging"), ("target", "also-charged"), ("beyond", "also-beyond")
        for (first, further), side in zip(firsts, self.places, strict=True):
            for number, place in enumerate(side):
                yield f"{further}#{number}" if number else first, place

    def events(self, drawn: fates.ChargeInFull) -> Iterator[str]:
        _, end = drawn.course[-1]
        for place in (*self.charged, *self.charging, *self.beyond.values()):
            fate = end.states[place].fate(counted=False)
            if fate.end is not fates.End.UNTOUCHED:
                yield f"{self.everyone[place]} {fate}"

    def between(self, stage: fates.Stage, before: fates.Fight, after: fates.Fight) -> Iterator[str]:
        both = before.states, after.states
        match stage:
            case fates.Stage.REACTION | fates.Stage.CROSSING:
                if stage is fates.Stage.REACTION:
                    yield from self.countercharge_moves()
                yield from fates.losses(self.everyone, *both, *fates.IN_TERRAIN)
            case fates.Stage.RUN_INTO:
                for one, fresh in self.beyond.items():
                    if after.states[one].fights:
                        yield f"Move {self.everyone[one]} on into {self.everyone[fresh]}"
            case _ if before.melee:
                yield from fates.losses(self.everyone, *both)
            case fates.Stage.BEYOND:
                yield from tested(self.further, Moves(self.further.battalions, *both), ())
            case _:
                yield from tested(self.main, Moves(self.everyone, *both), self.beyond)

    def countercharge_moves(self) -> Iterator[str]:
        """Those who countercharge move first."""
        for one in self.enemies:
            yield f"Move {one} half of its charge move to meet the charge"

    def after(self, drawn: fates.ChargeOutcome | fates.ChargeInFull) -> Aftermath:
        """All battalions, with their platoons where the outcome counts them."""
        outcome = drawn.outcome if isinstance(drawn, fates.ChargeInFull) else drawn
        each = zip(self._roles(), outcome.everyone, strict=True)
        others = tuple(
            Consequence(*self._called(*role), fates.left_of(fate), fates.GONE.get(fate.end, ""))
            for role, fate in each
            if role[0] not in {"actor", "target"}
        )
        return fates.left_by(outcome.chargers[0], outcome.enemies[0], others=others)

    def _called(self, role: str, place: int) -> tuple[str, str]:
        """By what answer one of several is named, and which of them it is."""
        (answer, _, number), unit = role.partition("#"), self.everyone[place].card.name.battalion
        if place < self.charged.stop:
            return answer, f"{ordinal(int(number) + 1)}, {unit}"
        if not number and HAS_FRESH(self.form):
            return "fresh", unit
        (charger,) = (one for one, fresh in self.beyond.items() if fresh == place)
        return "also-beyond", f"{unit}, by {ordinal(charger + 1)}"


class Charge(Encounter):
    """Battalions charge: terrain, the enemy's test to stand, the chargers' own, melee in rounds
    until one side breaks, flight and pursuit."""

    key = "charge"
    source = "Charge Action"
    asks = ChargeForm
    modifiers = (*_tests(mutual=False), pulling.RUNS, *_AS_IT_GOES_IN)

    def refusals(self) -> Iterator[Refusal]:
        yield from super().refusals()
        charger, away = self.chargers[0], getattr(self.form, "range", None) or 0
        if charger.card.has("charge-move") and away > (far := charger.card.number("charge-move")):
            yield Refusal(f"{charger} charges {far} inches", "Charge into Contact")
        if all(enemy.contact is terms.Contact.CLIPPED for enemy in self.enemies):
            yield Refusal(
                "a charge must make positive contact with some enemy; one that is only clipped "
                "stands beside another that is charged",
                "Charge Action, Making Positive Contact; Clipped by a Charge",
            )
        for place, enemy in zip(self.charged, self.enemies, strict=True):
            yield from enemy.defending_refusals()
            high = enemy.obstacle in {terms.Obstacle.TALL_WALL, terms.Obstacle.BUILDING}
            for charger in self.met_by(place):
                if high and charger.formation is not terms.Formation.SKIRMISH_LINE:
                    problem = f"must be in skirmish line to charge a {enemy.obstacle.label}"
                    source = "Charge Action, Defending a Building"
                    yield Refusal(f"{charger} {problem}", source)


class Countercharge(Encounter):
    """The enemy meets a charge half way: both count as charging and test to stand at once."""

    key = "countercharge"
    source = "Countercharge Reaction"
    asks = CounterchargeForm
    modifiers = (pulling.REACTS, *_tests(mutual=True), *_AS_IT_GOES_IN)

    def refusals(self) -> Iterator[Refusal]:
        yield from super().refusals()
        for place, reacting in zip(self.charged, self.enemies, strict=True):
            yield from reacting.reacting_refusals()
            reasons = (
                list(reacting.countercharging_refusals(met.card)) for met in self.met_by(place)
            )
            yield from next(filter(None, reasons), ())
