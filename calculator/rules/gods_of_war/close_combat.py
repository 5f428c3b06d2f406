"""Close combat: dice paired highest against highest, the lower of each pair takes a casualty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.pairing import Pairs, Pool, highest_against_highest
from calculator.chance.procedure import Procedure, settled, single
from calculator.errors import Refusal
from calculator.forms import Form, choice, yes_no
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import MOVED, Aftermath
from calculator.rules.declared import declared
from calculator.rules.gods_of_war import fields
from calculator.rules.gods_of_war.figures import (
    Losses,
    expected,
    loss_steps,
    losses_in_words,
    strength_now,
    suffer,
)
from calculator.rules.gods_of_war.in_play import (
    ACTED,
    UNIT_ACTIONS,
    guarded,
    spent_lines,
    spent_with,
)
from calculator.rules.gods_of_war.layout import faces_shown, throws_each
from calculator.rules.gods_of_war.permitted import attack_refusals, second_action_refusals
from calculator.rules.gods_of_war.terms import Bearing, Formation, Struck, Terrain, Unit
from calculator.rules.modifiers import Factor
from calculator.rules.phrases import counted, series, shown, signed
from calculator.rules.tables import Tables

SOURCE: Final = "Close combat"
PAIRS: Final = "pairs"
FACES: Final = "faces"

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
DICE: Final = "dice"
EACH_DIE: Final = "each die"


def _target_in_formation(form: Any) -> bool:
    return form.target.is_infantry and form.target_terrain is not Terrain.FARM


@attrs.frozen(kw_only=True)
class CasualtiesForm(Form):
    """Infantry or cavalry, the unit in its front hex, and the cards that bear on their losses."""

    unit: Unit = fields.asked_unit()
    strength: int | None = fields.asked_strength()
    formation: Formation = fields.asked_formation(matters=lambda form: form.unit.is_infantry)
    terrain: Terrain = fields.TERRAIN
    bearing: Bearing = fields.BEARING
    acted_before: bool = fields.asked_acted_before()
    target: Unit = fields.TARGET
    target_strength: int | None = fields.TARGET_STRENGTH
    target_formation: Formation = choice(
        Formation,
        "Target's formation",
        default=Formation.COLUMN,
        group="Defender",
        mnemonic="m",
        matters=_target_in_formation,
        source="Formations",
        help="Each of the defender's dice: column +2, line +1, square +6 against cavalry and -2 "
        "against infantry, with no facing penalty. Infantry in a farm has none of them.",
    )
    target_terrain: Terrain = choice(
        Terrain,
        "Target stands in",
        default=Terrain.OPEN,
        group="Defender",
        mnemonic="k",
        source="Terrain",
        help="Terrain of the defender's hex. Hills +1 to each of its dice; a farm +3 in place of "
        "its formation. Units in woods cannot be attacked.",
    )
    struck: Struck = choice(
        Struck,
        "Struck in the",
        default=Struck.FRONT,
        group="Defender",
        mnemonic="l",
        matters=lambda form: form.target_strength != 0 and not form.target_in_square,
        source="Close combat, facing penalty",
        help="Where the attack arrives, seen from the defender's own front. Front flank, one step "
        "aside: -1 to each of its dice; side flank, two steps: -2; rear: -3. A square has no "
        "flanks.",
    )
    charge: bool = yes_no(
        "Charge!",
        group="Cards",
        mnemonic="c",
        matters=lambda form: form.unit.is_cavalry,
        source="Bonus cards",
        help="The attacker's card: cavalry attacks with 2 more dice.",
    )
    double_time: bool = fields.DOUBLE_TIME
    entrench: bool = yes_no(
        "Entrench",
        group="Cards",
        mnemonic="e",
        matters=lambda form: form.target_strength != 0,
        source="Bonus cards",
        help="The defender's card: it replies with 1 more die.",
    )
    heroic_defence: bool = fields.HEROIC_DEFENCE

    @property
    def rout(self) -> bool:
        """Nobody retreats where only losses are asked about."""
        return False

    @property
    def target_in_square(self) -> bool:
        """Whether the defender is in square; a garrison has no formation."""
        return _target_in_formation(self) and self.target_formation is Formation.SQUARE


@attrs.frozen(kw_only=True)
class CloseCombatForm(CasualtiesForm):
    """A close combat with all that follows from it."""

    rout: bool = fields.asked_card(
        "Rout!",
        "The attacker's card: the defender retreats 1 hex if it loses the combat, that is, more "
        "figures than the attacker.",
        "o",
    )


@attrs.frozen
class CloseCombatOutcome:
    """What both sides lost; whether the defender is driven back, and whether its guard Heroic
    Defence took a casualty off it and is spent."""

    attacker: Losses
    defender: Losses
    retreats: bool = False
    saved: bool = False

    @property
    def label(self) -> str:
        more = ["is saved a loss"] * self.saved + ["is driven back"] * self.retreats
        return f"{self.defender.fate(DEFENDER, *more)}, {self.attacker.fate(ATTACKER)}"

    @property
    def balance(self) -> int:
        """Figures that the defender lost over those that the attacker lost.

        A broken defender has none to lose: its destruction counts as one.
        """
        return max(self.defender.lost, int(self.defender.destroyed)) - self.attacker.lost


def refusals(form: CasualtiesForm, tables: Tables) -> Iterator[Refusal]:
    """Who cannot attack hand to hand, and whom nobody can attack."""
    if form.unit.is_artillery:
        yield Refusal("artillery always fires, at range 1 as well", "Actions, attack")
    yield from attack_refusals(form, tables)
    if form.bearing is not Bearing.AHEAD:
        yield Refusal("the target must be in the attacker's own front hex: pivot first", SOURCE)
    yield from second_action_refusals(form.acted_before, form.double_time and form.unit.is_infantry)


def factors(form: CasualtiesForm, tables: Tables) -> Iterator[Factor]:
    """Every die, and everything added to each die, on both sides."""
    yield _strength(ATTACKER, form.unit, form.strength, tables)
    if form.charge and form.unit.is_cavalry:
        yield Factor.worth(tables, DICE, "Charge!", ATTACKER, "cards.charge")
    yield _strength(DEFENDER, form.target, form.target_strength, tables)
    if form.entrench and strength_now(form.target, form.target_strength, tables):
        yield Factor.worth(tables, DICE, "Entrench", DEFENDER, "cards.entrench")
    square = ("square, attacking", "square-attacking")
    yield _bonus(ATTACKER, form.unit, form.formation, square, tables)
    yield from _defending(form, tables)


def _defending(form: CasualtiesForm, tables: Tables) -> Iterator[Factor]:
    """What is added to each of the defender's dice; ground and facing only if they change them."""
    garrison = form.target.is_infantry and form.target_terrain is Terrain.FARM
    if not garrison:
        enemy = "cavalry" if form.unit.is_cavalry else "infantry"
        square = (f"square against {enemy}", f"square-against-{enemy}")
        yield _bonus(DEFENDER, form.target, form.target_formation, square, tables)
    ground = f"close-combat.terrain.{form.target_terrain.value}"
    if tables.points(ground):
        name = "farm, in place of formation" if garrison else form.target_terrain.label
        yield Factor.worth(tables, EACH_DIE, name, DEFENDER, ground)
    facing = f"close-combat.facing.{form.struck.value}"
    if not form.target_in_square and tables.points(facing):
        yield Factor.worth(tables, EACH_DIE, f"struck in the {form.struck}", DEFENDER, facing)


def _bonus(
    side: str, unit: Unit, formation: Formation, square: tuple[str, str], tables: Tables
) -> Factor:
    """What is added to each die for what a unit fights as; `square` names that of one in square."""
    fights_as = formation if unit.is_infantry else unit
    name, key = square if fights_as is Formation.SQUARE else (fights_as.label, fights_as.value)
    return Factor.worth(tables, EACH_DIE, name, side, f"close-combat.bonus.{key}")


def _strength(side: str, unit: Unit, strength: int | None, tables: Tables) -> Factor:
    dice = strength_now(unit, strength, tables)
    return Factor(DICE, "strength", side, dice, SOURCE, (f"strength.{unit.value}",))


def pools(form: CasualtiesForm, tables: Tables) -> tuple[Pool, Pool]:
    """The attacker's dice and the defender's."""
    found = list(factors(form, tables))

    def added(side: str, stage: str) -> int:
        return sum(f.points for f in found if (f.side, f.stage) == (side, stage))

    attack, defence = (Pool(added(s, DICE), added(s, EACH_DIE)) for s in (ATTACKER, DEFENDER))
    return attack, defence


def procedure(form: CasualtiesForm, tables: Tables) -> Procedure[Any, CloseCombatOutcome]:
    """A die for each figure on both sides; a broken defender has none and is finished off."""
    if not strength_now(form.target, form.target_strength, tables):
        return settled(fought(form, 0, 1, tables))
    attack, defence = pools(form, tables)

    def fight(chance: Chance) -> CloseCombatOutcome:
        pairs = chance.draw(highest_against_highest(attack, defence), PAIRS)
        chance.read_off(throws_each(attack, defence), _nothing, FACES)
        return fought(form, pairs.lost, pairs.won, tables)

    return single(fight)


def _nothing(_: int) -> None:
    """What the odds read off the faces: nothing, for the pairs decide everything."""


def fought(form: CasualtiesForm, lost: int, won: int, tables: Tables) -> CloseCombatOutcome:
    """What pairs lost and won by the attacker do to both sides."""
    attacker = suffer(strength_now(form.unit, form.strength, tables), lost, tables)
    ignored = tables.points("cards.heroic-defence") if form.heroic_defence else 0
    defending = strength_now(form.target, form.target_strength, tables)
    defender = suffer(defending, max(won - ignored, 0), tables)
    beaten = defender.lost > attacker.lost and not defender.destroyed
    return CloseCombatOutcome(
        attacker, defender, form.rout and beaten, saved=form.heroic_defence and won > 0
    )


def severity(outcome: CloseCombatOutcome) -> tuple[bool, int, int, bool]:
    """From the mildest for the defender to the gravest; of equals, the cheapest comes last."""
    defender = outcome.defender
    return defender.destroyed, defender.lost, -outcome.attacker.lost, outcome.saved


def after_close_combat(form: CloseCombatForm, outcome: CloseCombatOutcome) -> Aftermath:
    """Both units' figures; attack cards and guards that have served are spent.

    Entrench does not matter to a broken unit, which has no dice to reply with: it stays in play.
    """
    served = ("entrench", "heroic-defence") if outcome.saved else ("entrench",)
    defender = guarded(outcome.defender.standing, form, served)
    if defender and outcome.retreats:
        defender |= MOVED
    return Aftermath(
        actor=outcome.attacker.standing,
        target=defender,
        actor_gone=outcome.attacker.gone,
        target_gone=outcome.defender.gone,
        side=ACTED | spent_with(form),
        may=UNIT_ACTIONS,
    )


def narrate(
    form: CloseCombatForm, outcome: CloseCombatOutcome, draws: Draws, tables: Tables
) -> Narration:
    """Who won, which figures to remove, and the dice laid out in pairs."""
    steps = _on_table(form, outcome, tables)
    return Narration(_headline(outcome), steps, _how(form, draws, tables))


def _headline(outcome: CloseCombatOutcome) -> str:
    sides = {
        "the defender": [
            *losses_in_words(outcome.defender),
            *["is driven back"] * outcome.retreats,
        ],
        "the attacker": [*losses_in_words(outcome.attacker)],
    }
    hurt = [f"{who} {series(fates)}" for who, fates in sides.items() if fates]
    sentence = "; ".join(hurt) or "nobody is hurt"
    return f"{sentence[0].upper()}{sentence[1:]}."


def _on_table(form: CloseCombatForm, outcome: CloseCombatOutcome, tables: Tables) -> Iterator[str]:
    left = after_close_combat(form, outcome)
    yield from loss_steps("defender", outcome.defender)
    yield from loss_steps("attacker", outcome.attacker)
    if outcome.retreats:
        hexes = counted(tables.points("cards.rout"), "hex", "hexes")
        yield f"The defender retreats {hexes}, away from the attacker: Rout!"
    yield from spent_lines(form, left.target, left.side)


def _how(form: CloseCombatForm, draws: Draws, tables: Tables) -> Iterator[str]:
    if not strength_now(form.target, form.target_strength, tables):
        yield "A broken defender has no dice to reply with, and any attack finishes it off."
        if form.heroic_defence:
            yield "Heroic Defence saves it this once."
        return
    both = pools(form, tables)
    yield from _pools(form, both, tables)
    if pairs := shown(draws, PAIRS):
        yield from _dice(both, pairs, draws)
    else:
        yield "With bonuses so far apart the dice decide nothing."
    odds = procedure(form, tables).odds()
    yield expected(odds, lambda fought: fought.attacker).sentence("the attacker")
    yield expected(odds, lambda fought: fought.defender).sentence("the defender")


def _pools(form: CloseCombatForm, both: tuple[Pool, Pool], tables: Tables) -> Iterator[str]:
    """The dice of both sides, and what is added to each."""
    found = [factor for factor in factors(form, tables) if factor.stage == EACH_DIE]
    for side, pool in zip((ATTACKER, DEFENDER), both, strict=True):
        own = [factor for factor in found if factor.side == side]
        listed = ", ".join(f"{factor.name} {signed(factor.points)}" for factor in own)
        dice = counted(pool.dice, "die", "dice")
        yield f"The {side}: {dice}, {signed(pool.bonus)} to each ({listed})."


def _dice(both: tuple[Pool, Pool], pairs: Pairs, draws: Draws) -> Iterator[str]:
    """The throws of both sides and the pairs they make."""
    roll = next(draw.roll for draw in draws if draw.ask == PAIRS)
    throws = faces_shown(*both, pairs, roll, shown(draws, FACES) or 1)
    for side, throw, pool in zip((ATTACKER, DEFENDER), throws, both, strict=True):
        yield f"The {side} throws {_listed(throw)}, making {_listed(throw, pool.bonus)}."
    laid = counted(pairs.won + pairs.tied + pairs.lost, "pair")
    yield (
        f"Of {laid} the attacker wins {pairs.won or 'none'} and loses {pairs.lost or 'none'}"
        + (f"; {pairs.tied} tied." if pairs.tied else ".")
    )


def _listed(throw: tuple[int, ...], bonus: int = 0) -> str:
    return " ".join(str(face + bonus) for face in throw)


CLOSE_COMBAT: Final = declared(
    key="close-combat",
    label="Close combat",
    help="Infantry or cavalry attacks the unit in its front hex: a die for each figure on both "
    "sides, highest against highest, the lower of each pair loses a figure.",
    source=SOURCE,
    form=CloseCombatForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(severity, "the attacker"),
    factors=factors,
    refusals=refusals,
    measures=(
        Measure("wins", "the defender loses more", lambda outcome: outcome.balance > 0),
        Measure("loses", "the attacker loses more", lambda outcome: outcome.balance < 0),
        Measure("breaks", "the defender breaks or is destroyed", lambda o: o.defender.down),
        Measure("attacker-breaks", "the attacker breaks", lambda o: o.attacker.down),
        Measure("unscathed", "the attacker loses none", lambda o: o.attacker.lost == 0),
    ),
    aftermath=after_close_combat,
    mnemonic="c",
)
