"""One test to stand and fight, for players who throw the rest of a charge themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.rules.action import Aftermath, Draws, Measure, Narration, Severity
from calculator.rules.modifiers import Pull, pulls, ruled, unless
from calculator.rules.revolutionary_wars import battalion, fields, forms
from calculator.rules.revolutionary_wars.battalion import Battalion, Contact, Obstacle, narrated
from calculator.rules.revolutionary_wars.charge.narration import overrun_step
from calculator.rules.revolutionary_wars.charge.pulling import (
    STANDS_ON,
    STILL_FLANKED,
    Facing,
    StandTest,
)
from calculator.rules.revolutionary_wars.checks.check import Check, Stage
from calculator.rules.revolutionary_wars.rolls import Roll, passes
from calculator.rules.revolutionary_wars.terms import Arm, CardName, Formation, Order

ROLES: Final = ("testing", "charging")
SOURCE: Final = "Charge Action, 2. Enemy Tests to Stand and Fight"


class Testing(Word):
    """On which side of the charge the battalion is."""

    CHARGED = "charged"
    CHARGING = "charging"
    COUNTERCHARGED = "countercharged"


IS_CHARGED: Final = where("testing", Testing.CHARGED)
FEELS_SHOCK: Final = ~where("testing", Testing.CHARGING)


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class StandForm(forms.FacedBattalion):
    """A battalion tests to stand and fight against an enemy."""

    formation: Formation = fields.own_formation(default=Formation.LINE)
    testing: Testing = fields.BATTALION.choice(
        Testing,
        "The battalion is",
        source="Charge Action, 2 and 3; Countercharge Reaction",
        help="Charged by the enemy, charging it, or in a charge that was countercharged. A "
        "charging battalion feels no shock.",
    )
    enemy: CardName = fields.enemy(matters=FEELS_SHOCK)
    enemy_formation: Formation = fields.enemy_formation(matters=FEELS_SHOCK)
    enemy_platoons: int | None = fields.enemy_platoons(matters=FEELS_SHOCK)
    contact: Contact = fields.contact(
        "Charged in the",
        group="Battalion",
        help="Front, flank, or only clipped by a charge on another battalion.",
        matters=IS_CHARGED,
    )
    obstacle: Obstacle = fields.obstacle(
        "Defends",
        group="Ground",
        help="Behind an obstacle, a tall wall or in a building it improves its number by 4.",
        matters=IS_CHARGED,
    )
    soft_ground: bool = fields.soft_ground(matters=FEELS_SHOCK)
    after_melee: bool = fields.GROUND.yes_no(
        "After a melee",
        source="Charge Action, No Shock in Subsequent Tests",
        help="A melee has been fought: there is no shock any more.",
        matters=FEELS_SHOCK,
    )

    @property
    def name(self) -> str:
        """What the battalion is called: chargers go by their card alone."""
        return self.names(ROLES)[0] if FEELS_SHOCK(self) else self.battalion.battalion


@attrs.frozen
class Stood:
    """Whether the battalion stands and fights."""

    stands: bool

    @property
    def label(self) -> str:
        return "stands and fights" if self.stands else "breaks and runs"


STAND: Final = Stage("stand", SOURCE, "{side}", names=("battalion", "enemy", "testing"))
_NUMBER: Final = ("battalion", "formation")
IN_FLANK: Final = STAND.score(
    "{value}+ from the flank",
    STANDS_ON("flank"),
    STILL_FLANKED,
    given=False,
    also_reads=("contact", *_NUMBER),
)
IN_FRONT: Final = STAND.score(
    "{value}+ from the front", STANDS_ON("front"), unless(IN_FLANK), also_reads=_NUMBER
)
TEST: Final = StandTest(
    STAND,
    IN_FRONT,
    IN_FLANK,
    "chargers",
    "enemy",
    against="{other}",
    who="",
    felt="",
    point=None,
)
IN_ALL: Final = STAND.modifier(
    "in all", given=True, also_reads=tuple(field.name for field in attrs.fields(StandForm))
)


class Stand(Check[StandForm, Stood]):
    """One test to stand and fight, of a battalion that is charged, charges or countercharges."""

    key = "stand"
    label = "Test to stand"
    source = SOURCE
    severity = Severity[Stood](lambda outcome: outcome.stands, "the testing battalion")
    measures = (Measure("stands", "it stands and fights", lambda outcome: outcome.stands),)
    modifiers = TEST.modifiers

    @cached_property
    def facing(self) -> Facing:
        """The battalion that tests, behind its obstacle if it has one, and whom it faces."""
        form, feels = self.form, FEELS_SHOCK(self.form)
        one = attrs.evolve(super().one, name=form.name)
        if IS_CHARGED(form):
            one = attrs.evolve(one, contact=form.contact, obstacle=form.obstacle)
        _, enemy = forms.acting_upon(form, self.tables, ROLES)
        return Facing(
            one,
            one.order,
            (enemy,) if feels else (),
            form.soft_ground,
            one.name,
            "charger" if feels else "enemy",
            form.testing is Testing.COUNTERCHARGED,
            form.after_melee,
        )

    @property
    def one(self) -> Battalion:
        """The battalion that tests."""
        return self.facing.one

    @cached_property
    def roll(self) -> Roll:
        """What it needs."""
        return TEST.roll(self.facing)

    def pulls(self) -> Iterable[Pull]:
        """What counts here, and the roll that all of it comes to."""
        if not any(self.refusals()):
            yield from pulls(self.modifiers, self.facing, self.tables)
            words = f"in all {self.roll}"
            yield Pull(IN_ALL, ruled("stand", words, self.one.name, 0, "Order & Disorder"))

    def refusals(self) -> Iterator[Refusal]:
        """Why there is no such test."""
        yield from battalion.formation_refusals(self.one)
        if FEELS_SHOCK(self.form):
            (enemy,) = self.facing.charging
            yield from battalion.formation_refusals(enemy)
            yield from battalion.arm_refusals(enemy.card)
        if not IS_CHARGED(self.form):
            yield from battalion.arm_refusals(self.one.card)
        yield from battalion.defending_refusals(self.one)

    def resolve(self, chance: Chance) -> Stood:
        """One die, perhaps rolled again."""
        return Stood(passes(chance, self.roll, f"{self.one.name} tests to stand"))

    def after(self, drawn: Stood) -> Aftermath:
        """What players are told: guns that break are overrun, who was Shattered is gone.

        Others that break still have to be rolled for, in the order they were in before they broke.
        """
        if drawn.stands:
            return Aftermath(may=("melee",))
        if self.form.order is Order.SHATTERED:
            return Aftermath(actor=None, actor_gone="destroyed")
        if self.form.battalion.is_artillery:
            return Aftermath(actor=None, actor_gone="overrun")
        return Aftermath(may=("break-and-run",))

    def narrate(self, drawn: Stood, draws: Draws) -> Narration:
        """Whether it stands, and what follows."""
        if drawn.stands:
            return narrated(draws, f"{self.name} stands and fights")
        return narrated(draws, f"{self.name} breaks and runs", self._once_it_breaks())

    def _once_it_breaks(self) -> str:
        """What comes next; guns do not run, and nobody pursues chargers."""
        name, arm = self.name, self.one.card.arm
        if self.form.order is Order.SHATTERED:
            run = "" if arm is Arm.ARTILLERY else " once it has run"
            return f"Remove {name}{run}: it was Shattered when it broke"
        if arm is Arm.ARTILLERY:
            return overrun_step(self.one)
        if FEELS_SHOCK(self.form):
            return f"Roll for {name} as it breaks and runs, and for its pursuers"
        through = ", through the enemy before a melee, to the rear after one"
        course = through if arm is Arm.CAVALRY else ""
        return f"Roll for {name} as it breaks and runs{course}; nobody pursues it"
