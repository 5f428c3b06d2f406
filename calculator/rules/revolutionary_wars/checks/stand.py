"""One test to stand and fight, for players who throw the rest of a charge themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.forms import choice, yes_no
from calculator.kinds import Word
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor, ruled
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import (
    Battalion,
    Contact,
    Obstacle,
    arm_refusals,
    defending_refusals,
    formation_refusals,
)
from calculator.rules.revolutionary_wars.charge.narration import overrun_step
from calculator.rules.revolutionary_wars.charge.rounds import own_stand_roll, stand_roll
from calculator.rules.revolutionary_wars.narration import narrated
from calculator.rules.revolutionary_wars.rolls import Roll, passes
from calculator.rules.revolutionary_wars.terms import Arm, CardName, Formation, Order
from calculator.rules.tables import Tables

ROLES: Final = ("testing", "charging")
SOURCE: Final = "Charge Action, 2. Enemy Tests to Stand and Fight"


class Testing(Word):
    """On which side of the charge the battalion is."""

    CHARGED = "charged"
    CHARGING = "charging"
    COUNTERCHARGED = "countercharged"


def _is_charged(form: StandForm) -> bool:
    return form.testing is Testing.CHARGED


def _feels_shock(form: StandForm) -> bool:
    return form.testing is not Testing.CHARGING


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class StandForm(forms.FacedBattalion):
    """A battalion tests to stand and fight against an enemy."""

    formation: Formation = fields.formation(
        "Formation", default=Formation.LINE, group="Battalion", mnemonic="f"
    )
    testing: Testing = choice(
        Testing,
        "It is",
        default=Testing.CHARGED,
        group="Battalion",
        mnemonic="i",
        source="Charge Action, 2 and 3; Countercharge Reaction",
        help="Charged by the enemy, charging it, or in a charge that was countercharged. A "
        "charging battalion feels no shock.",
    )
    enemy: CardName = fields.enemy(matters=_feels_shock)
    enemy_formation: Formation = fields.enemy_formation(matters=_feels_shock)
    enemy_platoons: int | None = fields.enemy_platoons(matters=_feels_shock)
    contact: Contact = choice(
        Contact,
        "Charged in the",
        default=Contact.FRONT,
        group="Battalion",
        mnemonic="c",
        source="Charge Action, Charged in the Flank; Clipped by a Charge",
        help="Front, flank, or only clipped by a charge on another battalion.",
        matters=_is_charged,
    )
    obstacle: Obstacle = choice(
        Obstacle,
        "Defends",
        default=Obstacle.NONE,
        group="Ground",
        mnemonic="k",
        source="Charge Action, Defending Obstacles; Defending a Building",
        help="Behind an obstacle, a tall wall or in a building it improves its number by 4.",
        matters=_is_charged,
    )
    soft_ground: bool = fields.soft_ground(matters=_feels_shock)
    after_melee: bool = yes_no(
        "After a melee",
        group="Ground",
        mnemonic="m",
        source="Charge Action, No Shock in Subsequent Tests",
        help="A melee has been fought: there is no shock any more.",
        matters=_feels_shock,
    )


@attrs.frozen
class Stood:
    """Whether the battalion stands and fights."""

    stands: bool

    @property
    def label(self) -> str:
        """In the rules' words."""
        return "stands and fights" if self.stands else "breaks and runs"


def test_of(form: StandForm, tables: Tables) -> tuple[Battalion, Roll]:
    """The battalion that tests and the roll it needs."""
    one, enemy = _met(form, tables)
    if enemy is None:
        return one, own_stand_roll(one, one.order)
    bonus = tables.points("stand.obstacle") if one.defends else 0
    return one, stand_roll(one, one.order, _shock(form, enemy), bonus)


def _met(form: StandForm, tables: Tables) -> tuple[Battalion, Battalion | None]:
    """The battalion that tests, and the enemy if its shock is felt."""
    if not _feels_shock(form):
        return forms.acting(form, tables), None
    one, enemy = forms.acting_upon(form, tables, ROLES)
    if _is_charged(form):
        one = attrs.evolve(one, contact=form.contact, obstacle=form.obstacle)
    return one, enemy


def _shock(form: StandForm, enemy: Battalion) -> int:
    return 0 if form.soft_ground or form.after_melee else enemy.shock


def procedure(form: StandForm, tables: Tables) -> Procedure[Any, Stood]:
    """One die, perhaps rolled again."""
    one, roll = test_of(form, tables)
    return single(lambda chance: Stood(passes(chance, roll, f"{one.name} tests to stand")))


def refusals(form: StandForm, tables: Tables) -> Iterator[Refusal]:
    """Why there is no such test."""
    one, enemy = _met(form, tables)
    for each in filter(None, (one, enemy)):
        yield from formation_refusals(each)
    if enemy:
        yield from arm_refusals(enemy.card)
    if not _is_charged(form):
        yield from arm_refusals(one.card)
    yield from defending_refusals(one)


def factors(form: StandForm, tables: Tables) -> Iterator[Factor]:
    """How the score needed is made up."""
    one, roll = test_of(form, tables)
    _, enemy = _met(form, tables)
    number = one.stand(one.flanked)
    faces = "flank" if one.flanked else "front"
    yield one.factor("stand", f"{number}+ from the {faces}", 7 - number, SOURCE, f"stand-{faces}")
    if enemy and _shock(form, enemy):
        yield enemy.shock_factor("stand", "charger", "Charger's Shock Bonus")
    if one.defends:
        points, source = -tables.points("stand.obstacle"), "Defending Obstacles"
        yield Factor("stand", str(one.obstacle), one.name, points, source, ("stand.obstacle",))
    yield ruled("stand", f"in all {roll}", one.name, 0, "Order & Disorder")


def aftermath(form: StandForm, outcome: Stood) -> Aftermath:
    """What the narration has players do: guns that break are overrun, who was Shattered is gone.

    Others that break still have to be rolled for, in the order they were in before they broke.
    """
    if outcome.stands:
        return Aftermath(may=("melee",))
    if form.order is Order.SHATTERED:
        return Aftermath(actor=None, actor_gone="destroyed")
    if form.battalion.is_artillery:
        return Aftermath(actor=None, actor_gone="overrun")
    return Aftermath(may=("break-and-run",))


def narrate(form: StandForm, outcome: Stood, draws: Draws, tables: Tables) -> Narration:
    """Whether it stands, and what follows."""
    one, _ = test_of(form, tables)
    if outcome.stands:
        return narrated(draws, f"the {one.name} stands and fights")
    return narrated(draws, f"the {one.name} breaks and runs", _once_it_breaks(form, one))


def _once_it_breaks(form: StandForm, one: Battalion) -> str:
    """What comes next; guns do not run, and nobody pursues chargers."""
    name, guns = f"the {one.name}", one.card.arm is Arm.ARTILLERY
    if one.order is Order.SHATTERED:
        return f"Remove {name}{'' if guns else ' once it has run'}: it was Shattered when it broke"
    if guns:
        return overrun_step(one)
    if form.testing is not Testing.CHARGING:
        return f"Roll for {name} as it breaks and runs, and for its pursuers"
    cavalry = one.card.arm is Arm.CAVALRY
    course = ", through the enemy before a melee, to the rear after one" if cavalry else ""
    return f"Roll for {name} as it breaks and runs{course}; nobody pursues it"


STAND: Final = declared(
    key="stand",
    label="Test to stand",
    help="One test to stand and fight, of a battalion that is charged, charges or countercharges.",
    source=SOURCE,
    form=StandForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda outcome: outcome.stands, "the testing battalion"),
    aftermath=aftermath,
    factors=factors,
    refusals=refusals,
    measures=(Measure("stands", "it stands and fights", lambda outcome: outcome.stands),),
)
