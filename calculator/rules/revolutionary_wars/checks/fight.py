"""Steps of a charge between two battalions, for players who throw the rest of it themselves: one
test to stand and fight, a round of melee.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

import attrs

from calculator import errors, kinds
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure
from calculator.conditions import where
from calculator.rules.action import Aftermath, Measure, Outcome, Severity
from calculator.rules.modifiers import Factor, Pull, pulls, ruled, unless
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars import battalions, fields, forms, rolls, terms
from calculator.rules.revolutionary_wars.charge import fates, pulling, rounds, rule
from calculator.rules.revolutionary_wars.frontage import Lineup, counting_refusals


class Testing(kinds.Word):
    """On which side of the charge the battalion is."""

    CHARGED = "charged"
    CHARGING = "charging"
    COUNTERCHARGED = "countercharged"


IS_CHARGED: Final = where("testing", Testing.CHARGED)
FEELS_SHOCK: Final = ~where("testing", Testing.CHARGING)


class StandForm(forms.OneBattalion):
    """A battalion tests to stand and fight against an enemy."""

    formation: terms.Formation = fields.own_formation(default=terms.Formation.LINE)
    testing: Testing = fields.BATTALION.choice(
        Testing, "The battalion is", source="Charge Action, 2 and 3; Countercharge Reaction"
    )
    """Charged by the enemy, charging it, or in a charge that was countercharged. A charging
    battalion feels no shock."""
    enemy: terms.CardName = fields.enemy(matters=FEELS_SHOCK)
    enemy_formation: terms.Formation = fields.formation(group="Enemy", matters=FEELS_SHOCK)
    enemy_platoons: int | None = fields.platoons(group="Enemy", matters=FEELS_SHOCK)
    contact: terms.Contact = fields.contact("Charged in the", group="Battalion", matters=IS_CHARGED)
    """Front, flank, or only clipped by a charge on another battalion."""
    obstacle: terms.Obstacle = fields.obstacle("Defends", group="Ground", matters=IS_CHARGED)
    """Behind an obstacle, a tall wall or in a building it improves its number by 4."""
    soft_ground: bool = fields.soft_ground(matters=FEELS_SHOCK)
    after_melee: bool = fields.GROUND.yes_no(
        "After a melee", source="Charge Action, No Shock in Subsequent Tests", matters=FEELS_SHOCK
    )
    """A melee has been fought: there is no shock any more."""


class Stood(Outcome):
    """Whether the battalion stands and fights."""

    stands: bool

    @property
    def label(self) -> str:
        return "stands and fights" if self.stands else "breaks and runs"


STAND: Final = rolls.Stage(
    "stand",
    "Charge Action, 2. Enemy Tests to Stand and Fight",
    "{one.side}",
    names=("battalion", "enemy", "testing"),
)
IN_FLANK: Final = STAND.score(
    "{value}+ from the flank",
    pulling.STANDS_ON("flank"),
    pulling.STILL_FLANKED,
    given=False,
    also_reads=("contact", "battalion", "formation"),
)
IN_FRONT: Final = STAND.score(
    "{value}+ from the front",
    pulling.STANDS_ON("front"),
    unless(IN_FLANK),
    also_reads=("battalion", "formation"),
)
TEST: Final = pulling.StandTest(STAND, IN_FRONT, IN_FLANK, "chargers", "enemy", point=None)
IN_ALL: Final = STAND.given("in all", StandForm)


class Stand(forms.Check[StandForm, Stood]):
    """One test to stand and fight, of a battalion that is charged, charges or countercharges."""

    key = "stand"
    label = "Test to stand"
    source = STAND.source
    severity = Severity[Stood](lambda outcome: outcome.stands, "the testing battalion")
    measures = (Measure("stands", "it stands and fights", lambda outcome: outcome.stands),)
    modifiers = TEST.modifiers

    @cached_property
    def facing(self) -> pulling.Facing:
        """The battalion that tests, behind its obstacle if it has one, and whom it faces."""
        form, feels = self.form, FEELS_SHOCK(self.form)
        one, enemy = forms.facing(form, self.tables, ("testing", "charging"))
        if not feels:
            one = attrs.evolve(one, name=form.battalion.battalion)
        if IS_CHARGED(form):
            one = attrs.evolve(one, contact=form.contact, obstacle=form.obstacle)
        charging, other = ((enemy,), "charger") if feels else ((), "enemy")
        met = form.testing is Testing.COUNTERCHARGED
        one = attrs.evolve(one, side=one.name, other=other, charges=met)
        return pulling.Facing(one, one.order, charging, form.soft_ground, form.after_melee)

    @property
    def one(self) -> battalions.Battalion:
        return self.facing.one

    def counting(self) -> Iterator[Pull]:
        """What counts here, and the roll that all of it comes to."""
        yield from pulls(self.modifiers, self.facing, self.tables)
        words = f"in all {TEST.roll(self.facing)}"
        yield Pull(IN_ALL, ruled("stand", words, self.one.name, 0, "Order & Disorder"))

    def refusals(self) -> Iterator[errors.Refusal]:
        yield from self.one.formation_refusals()
        if FEELS_SHOCK(self.form):
            (enemy,) = self.facing.charging
            yield from enemy.formation_refusals()
            yield from enemy.arm_refusals()
        if not IS_CHARGED(self.form):
            yield from self.one.arm_refusals()
        yield from self.one.defending_refusals()

    def resolve(self, chance: Chance) -> Stood:
        ask = f"{self.one.name} tests to stand"
        return Stood(rolls.passes(chance, TEST.roll(self.facing), ask))

    def after(self, drawn: Stood) -> Aftermath:
        """What players are told: guns that break are overrun, who was Shattered is gone; others
        still have to be rolled for, in the order they were in before they broke."""
        if drawn.stands:
            return Aftermath(may=("melee",))
        shattered = self.form.order is terms.Order.SHATTERED
        if shattered or self.form.battalion.is_artillery:
            return Aftermath(actor=None, actor_gone="destroyed" if shattered else "overrun")
        return Aftermath(may=("break-and-run",))

    def told(self, drawn: Stood) -> Iterator[str]:
        """Whether it stands, and what follows; guns do not run, and nobody pursues chargers."""
        one, arm = self.one, self.one.card.arm
        yield f"{one} {drawn.label}"
        if drawn.stands:
            return
        if self.form.order is terms.Order.SHATTERED:
            run = "" if arm is terms.Arm.ARTILLERY else " once it has run"
            yield f"Remove {one}{run}: {fates.DestroyedBy.SHATTERED.meaning}"
        elif arm is terms.Arm.ARTILLERY:
            yield rule.overrun(one)
        elif FEELS_SHOCK(self.form):
            yield f"Roll for {one} as it breaks and runs, and for its pursuers"
        else:
            through = ", through the enemy before a melee, to the rear after one"
            course = through if arm is terms.Arm.CAVALRY else ""
            yield f"Roll for {one} as it breaks and runs{course}; nobody pursues it"


MELEE: Final = "Charge Action, 4. Melee"


class MeleeForm(forms.FightingBattalions):
    """A charging battalion and the enemy, both of whom have stood."""

    flank: bool = fields.ENEMY.yes_no("In the flank", source="Charge Action, Enemy Rolls to Hit")
    """The enemy was charged in the flank and strikes with its Strike to Flank."""
    countercharged: bool = fields.ENEMY.yes_no(source="Countercharge Reaction")
    """The enemy countercharged: only its front rank strikes."""

    @property
    def called(self) -> tuple[str, ...]:
        """What the chargers and the enemy are called."""
        cards = self.battalion.battalion, self.enemy.battalion
        return battalions.distinct_names(list(zip(forms.TwoSided.roles, cards, strict=True)))


class Round(Outcome):
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
    rolls.Stage("hit", MELEE, f"{{called[{place}]}}", names=("battalion", "enemy"))
    for place in (0, 1)
)
ORDERS: Final = (
    CHARGER.order_effects(ENEMY.side, who="chargers "),
    ENEMY.order_effects(CHARGER.side, order="enemy_order", who="enemy "),
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
DICE: Final = CHARGER.given("dice and saves", MeleeForm)


class MeleeRound(forms.TwoSided[MeleeForm, Round]):
    """One round of melee between two battalions that have both stood: hits, saves, losses."""

    key = "melee"
    label = "Melee round"
    source = MELEE
    severity = Severity[Round](lambda outcome: (outcome.enemy_lost, -outcome.lost), "the chargers")
    measures = (
        Measure("costs-enemy", "the enemy loses a platoon", lambda outcome: outcome.enemy_lost > 0),
        Measure("costs-charger", "the charger loses a platoon", lambda outcome: outcome.lost > 0),
    )
    modifiers = (*ORDERS[0], *ORDERS[1], FLANK, COUNTERCHARGED)
    speaks_of = {"actor": fates.by_words("charger"), "target": fates.by_words("enemy")}

    @cached_property
    def both(self) -> tuple[battalions.Battalion, battalions.Battalion]:
        charger, enemy = super().both
        contact = terms.Contact.FLANK if self.holds(FLANK) else terms.Contact.FRONT
        enemy = attrs.evolve(enemy, contact=contact, charges=self.holds(COUNTERCHARGED))
        return attrs.evolve(charger, charges=True), enemy

    @cached_property
    def melee(self) -> rounds.Melee:
        """Both sides as they meet."""
        return rounds.Melee(Lineup(self.both, ((0,), (1,))))

    @property
    def start(self) -> fates.Fight:
        """How they stand before they strike, in an order as far as it has dice rolled again."""
        states = (
            fates.BattalionState(one.platoons, self.rolling(one.order, *effects))
            for one, effects in zip(self.both, ORDERS, strict=True)
        )
        return fates.Fight(tuple(states))

    def procedure(self) -> Procedure[fates.Fight, Round]:
        def conclude(fight: fates.Fight) -> Round:
            mine, theirs = (state.platoons for state in fight.states)
            charger, enemy = (one.platoons for one in self.both)
            return Round(mine, theirs, charger - mine, enemy - theirs)

        return Procedure(self.start, (self.melee.fight,), conclude)

    def counting(self) -> Iterator[Pull]:
        yield from super().counting()
        strikes = self.melee.strikes(self.start.states)
        for place, struck in enumerate(self.both):
            for one, order, dice in strikes[place]:
                for n, number in dice.rolled:
                    name = f"{one.name} rolls {n} on {pulling.melee_roll(one, number, order)}"
                    keys = (one.card.key(number),)
                    yield Pull(DICE, Factor("hit", name, one.name, n, MELEE, keys))
            save = pulling.melee_roll(struck, "melee-save", struck.order)
            name, points = f"{struck.name} saves on {save}", 7 - save.low
            keys = (struck.card.key("melee-save"),)
            yield Pull(DICE, Factor("save", name, struck.name, points, MELEE, keys))
            yield forms.strength(struck)

    def refusals(self) -> Iterator[errors.Refusal]:
        charger, enemy = self.both
        yield from charger.formation_refusals()
        yield from enemy.formation_refusals()
        yield from charger.arm_refusals()
        yield from counting_refusals(charger)
        yield from counting_refusals(enemy)

    def _left(self, drawn: Round) -> list[fates.BattalionState]:
        left = zip((drawn.enemy_left, drawn.left), self.both[::-1], strict=True)
        return [fates.standing(platoons, one.order.disordered) for platoons, one in left]

    def after(self, drawn: Round) -> Aftermath:
        enemy, charger = (state.fate() for state in self._left(drawn))
        may = ("stand", "melee", "break-and-run", "pursue") if drawn.left else ()
        return fates.left_by(charger, enemy, moved=False, may=may)

    def told(self, drawn: Round) -> Iterator[str]:
        both, left = self.both[::-1], self._left(drawn)
        before = [fates.BattalionState(one.platoons, one.order) for one in both]
        yield "; ".join(
            f"{one} loses {counted(one.platoons - now.platoons, 'platoon')}"
            if now.fights
            else f"{one} is wiped out"
            for one, now in zip(both, left, strict=True)
        )
        yield from fates.losses(both, before, left, whole="it counts as having broken and run")
