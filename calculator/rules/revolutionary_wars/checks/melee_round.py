"""One round of melee, for players who throw the rest of a charge themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from calculator.chance.interface import Draw
from calculator.chance.procedure import Procedure
from calculator.errors import Refusal
from calculator.forms import yes_no
from calculator.rules.aftermath import Aftermath
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import (
    Battalion,
    Contact,
    arm_refusals,
    formation_refusals,
)
from calculator.rules.revolutionary_wars.charge.lineup import Lineup
from calculator.rules.revolutionary_wars.charge.melee import Melee
from calculator.rules.revolutionary_wars.charge.state import BattalionState, Fight
from calculator.rules.revolutionary_wars.frontage import counting_refusals
from calculator.rules.revolutionary_wars.narration import narrated
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.system import (
    Action,
    Beneficiary,
    Factor,
    Measure,
    Narration,
    Severity,
)
from calculator.rules.tables import Tables

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


def _both(form: MeleeForm, tables: Tables) -> tuple[Battalion, Battalion]:
    charger, enemy = forms.fighting(form, tables, ROLES)
    return charger, attrs.evolve(enemy, contact=Contact.FLANK) if form.flank else enemy


def _melee(form: MeleeForm, both: tuple[Battalion, Battalion]) -> tuple[Melee, Fight]:
    """Both sides as they meet, and how they stand before they strike."""
    lineup = Lineup(both, (0,), (1,), form.countercharged)
    states = tuple(BattalionState(one.platoons, one.order) for one in both)
    return Melee(both, [lineup]), Fight(states)


def procedure(form: MeleeForm, tables: Tables) -> Procedure[Fight, Round]:
    """Hits and saves of both sides at once."""
    both = _both(form, tables)
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
    charger, enemy = _both(form, tables)
    for each in (charger, enemy):
        yield from formation_refusals(each)
    yield from arm_refusals(charger.card)
    yield from counting_refusals(charger, front_rank_only=True)
    yield from counting_refusals(enemy, front_rank_only=form.countercharged)


def factors(form: MeleeForm, tables: Tables) -> Iterator[Factor]:
    """The dice of both sides."""
    both = _both(form, tables)
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


def narrate(form: MeleeForm, outcome: Round, draws: Sequence[Draw], tables: Tables) -> Narration:
    """Losses and disorder on both sides."""
    charger, enemy = _both(form, tables)
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


MELEE: Final[Action[Any, Any]] = Action(
    key="melee",
    label="Melee round",
    help="One round of melee between two battalions that have both stood: hits, saves, losses.",
    source=SOURCE,
    form=MeleeForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(
        lambda outcome: (outcome.enemy_lost, -outcome.lost), Beneficiary.ACTOR, "the chargers"
    ),
    aftermath=aftermath,
    factors=factors,
    refusals=refusals,
    measures=(
        Measure("costs-enemy", "the enemy loses a platoon", lambda outcome: outcome.enemy_lost > 0),
        Measure("costs-charger", "the charger loses a platoon", lambda outcome: outcome.lost > 0),
    ),
    mnemonic="m",
)
