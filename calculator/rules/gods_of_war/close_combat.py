"""Close combat: dice paired highest against highest, the lower of each pair takes a casualty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.pairing import Pairs, Pool, highest_against_highest
from calculator.conditions import Condition, where
from calculator.errors import Refusal
from calculator.forms import Form
from calculator.rules.action import MOVED, Aftermath, Draws, Measure, Narration, Parties, Severity
from calculator.rules.gods_of_war import attack, fields, in_play
from calculator.rules.gods_of_war.attack import (
    ATTACKER,
    BROKEN,
    DEFENDER,
    DICE,
    HEROIC_DEFENCE,
    Losses,
)
from calculator.rules.gods_of_war.fields import second_action_refusals
from calculator.rules.gods_of_war.in_play import played
from calculator.rules.gods_of_war.terms import Bearing, Formation, Struck, Terrain, Unit
from calculator.rules.gods_of_war.throws import faces, faces_shown, throws_each
from calculator.rules.modifiers import Modifier, Pull, Stage, in_force
from calculator.rules.phrases import counted, series, shown, signed

SOURCE: Final = "Close combat"
PAIRS: Final = "pairs"
FACES: Final = "faces"

EACH_DIE: Final = "each die"

TARGET_INFANTRY: Final = where("target.is_infantry")
GARRISON: Final = TARGET_INFANTRY & where("target_terrain", Terrain.FARM)
FORMED: Final = TARGET_INFANTRY & ~GARRISON
HAS_FLANKS: Final = ~(FORMED & where("target_formation", Formation.SQUARE))
IN_THE_OPEN: Final = ~GARRISON & ~where("target_terrain", Terrain.POND)
IN_SQUARE: Final = fields.INFANTRY & where("formation", Formation.SQUARE)
CAN_REPLY: Final = ~where("target_strength", 0)


@attrs.frozen(kw_only=True)
class CasualtiesForm(Form):
    """Infantry or cavalry, the unit in its front hex, and the cards that bear on their losses."""

    unit: Unit = fields.asked_unit()
    strength: int | None = fields.asked_strength()
    formation: Formation = fields.asked_formation(matters=fields.INFANTRY)
    terrain: Terrain = fields.TERRAIN
    bearing: Bearing = fields.BEARING
    acted_before: bool = fields.asked_acted_before()
    target: Unit = fields.TARGET
    target_strength: int | None = fields.TARGET_STRENGTH
    target_formation: Formation = fields.DEFENDER.choice(
        Formation,
        "Target's formation",
        matters=FORMED,
        source="Formations",
        help="Each of the defender's dice: column +2, line +1, square +6 against cavalry and -2 "
        "against infantry, with no facing penalty. Infantry in a farm has none of them.",
    )
    target_terrain: Terrain = fields.asked_target_terrain(
        help="Terrain of the defender's hex. Hills +1 to each of its dice; a farm +3 in place of "
        "its formation. Units in woods cannot be attacked."
    )
    struck: Struck = fields.DEFENDER.choice(
        Struck,
        "Struck in the",
        matters=CAN_REPLY & HAS_FLANKS,
        source="Close combat, facing penalty",
        help="Where the attack arrives, seen from the defender's own front. Front flank, one step "
        "aside: -1 to each of its dice; side flank, two steps: -2; rear: -3. A square has no "
        "flanks.",
    )
    charge: bool = fields.asked_card(
        "Charge!",
        help="The attacker's card: cavalry attacks with 2 more dice.",
        matters=fields.CAVALRY,
    )
    double_time: bool = fields.DOUBLE_TIME
    entrench: bool = fields.asked_card(
        help="The defender's card: it replies with 1 more die.", matters=CAN_REPLY
    )
    heroic_defence: bool = fields.HEROIC_DEFENCE

    @property
    def rout(self) -> bool:
        """Nobody retreats where only losses are asked about."""
        return False


@attrs.frozen(kw_only=True)
class CloseCombatForm(CasualtiesForm):
    """A close combat with all that follows from it."""

    rout: bool = fields.asked_card(
        "Rout!",
        help="The attacker's card: the defender retreats 1 hex if it loses the combat, that is, "
        "more figures than the attacker.",
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


def severity(outcome: CloseCombatOutcome) -> tuple[bool, int, int, bool]:
    """From the mildest for the defender to the gravest; of equals, the cheapest comes last."""
    defender = outcome.defender
    return defender.destroyed, defender.lost, -outcome.attacker.lost, outcome.saved


def _each(side: str, name: str, value: str, when: Condition) -> Modifier[Any]:
    return Stage(EACH_DIE, side=side).modifier(name, when, value=f"close-combat.{value}")


STRENGTH: Final = attack.dice(
    ATTACKER, "strength", "strength.{unit.value}", SOURCE, attack.own_strength
)
REPLY: Final = attack.dice(
    DEFENDER, "strength", "strength.{target.value}", SOURCE, attack.target_strength
)
CHARGE: Final = played("charge", "Charge!", DICE, ATTACKER, fields.CAVALRY, value="cards.charge")
ENTRENCH: Final = played("entrench", "Entrench", DICE, DEFENDER, CAN_REPLY, value="cards.entrench")
TO_ATTACKERS: Final = (
    _each(ATTACKER, "{formation}", "bonus.{formation.value}", fields.INFANTRY & ~IN_SQUARE),
    _each(ATTACKER, "square, attacking", "bonus.square-attacking", IN_SQUARE),
    _each(ATTACKER, "{unit}", "bonus.{unit.value}", ~fields.INFANTRY),
)
"""What is added to each of the attacker's dice."""
GROUND: Final = _each(DEFENDER, "{target_terrain}", "terrain.{target_terrain.value}", IN_THE_OPEN)
FACING: Final = _each(
    DEFENDER,
    "struck in the {struck}",
    "facing.{struck.value}",
    HAS_FLANKS & (~GARRISON | in_force("close-combat.garrison-flanked")),
)
TO_DEFENDERS: Final = (
    _each(DEFENDER, "{target_formation}", "bonus.{target_formation.value}", FORMED & HAS_FLANKS),
    _each(
        DEFENDER,
        "square against cavalry",
        "bonus.square-against-cavalry",
        ~HAS_FLANKS & fields.CAVALRY,
    ),
    _each(
        DEFENDER,
        "square against infantry",
        "bonus.square-against-infantry",
        ~HAS_FLANKS & ~fields.CAVALRY,
    ),
    _each(DEFENDER, "{target}", "bonus.{target.value}", ~TARGET_INFANTRY),
    _each(DEFENDER, "farm, in place of formation", "terrain.farm", GARRISON),
    GROUND,
    FACING,
)
"""What is added to each of the defender's dice."""
ROUT: Final = played(
    "rout", "Rout!: the defender is driven back if it loses more figures", attack.LOSSES, ATTACKER
)


class CloseCombat(attack.Attack[CasualtiesForm, CloseCombatOutcome]):
    """Infantry or cavalry attacks the unit in its front hex: a die for each figure on both sides,
    highest against highest, the lower of each pair loses a figure."""

    key = "close-combat"
    source = SOURCE
    asks = CloseCombatForm
    severity = Severity[CloseCombatOutcome](severity, "the attacker")
    measures = (
        Measure("wins", "the defender loses more", lambda outcome: outcome.balance > 0),
        Measure("loses", "the attacker loses more", lambda outcome: outcome.balance < 0),
        Measure("breaks", "the defender breaks or is destroyed", lambda o: o.defender.down),
        Measure("attacker-breaks", "the attacker breaks", lambda o: o.attacker.down),
        Measure("unscathed", "the attacker loses none", lambda o: o.attacker.lost == 0),
    )
    modifiers = (
        *(STRENGTH, CHARGE, REPLY, ENTRENCH),
        *TO_ATTACKERS,
        *TO_DEFENDERS,
        *(BROKEN, HEROIC_DEFENCE, ROUT),
    )
    mnemonic = "c"

    def refusals(self) -> Iterator[Refusal]:
        """Who cannot attack hand to hand, and whom nobody can attack."""
        form = self.form
        if form.unit.is_artillery:
            yield Refusal("artillery always fires, at range 1 as well", "Actions, attack")
        yield from super().refusals()
        if form.bearing is not Bearing.AHEAD:
            yield Refusal("the target must be in the attacker's own front hex: pivot first", SOURCE)
        excused = form.double_time and form.unit.is_infantry
        yield from second_action_refusals(form.acted_before, excused)

    def pulls(self) -> Iterator[Pull]:
        """What counts; ground and facing only if they change the dice."""
        return (
            pull
            for pull in super().pulls()
            if pull.factor.points or pull.modifier not in (GROUND, FACING)
        )

    @cached_property
    def pools(self) -> tuple[Pool, Pool]:
        """The attacker's dice and the defender's."""
        attacking, replying = (STRENGTH, CHARGE), (REPLY, ENTRENCH)
        return self._pool(attacking, TO_ATTACKERS), self._pool(replying, TO_DEFENDERS)

    def _pool(self, *added: Iterable[Modifier[Any]]) -> Pool:
        return Pool(*(int(self.total(*each)) for each in added))

    def resolve(self, chance: Chance) -> CloseCombatOutcome:
        """A die for each figure on both sides; a broken defender has none and is finished off."""
        if self.holds(BROKEN):
            return self._fought(0, 1)
        pairs = chance.draw(highest_against_highest(*self.pools), PAIRS)
        chance.read_off(throws_each(*self.pools), _nothing, FACES)
        return self._fought(pairs.lost, pairs.won)

    def _fought(self, lost: int, won: int) -> CloseCombatOutcome:
        """What pairs lost and won by the attacker do to both sides."""
        attacker = attack.suffer(attack.own_strength(self.form, self.tables), lost, self.tables)
        defender = self.suffered(won)
        beaten = defender.lost > attacker.lost and not defender.destroyed
        retreats, saved = beaten and self.holds(ROUT), won > 0 and self.holds(HEROIC_DEFENCE)
        return CloseCombatOutcome(attacker, defender, retreats, saved)

    def after(self, drawn: CloseCombatOutcome) -> Aftermath:
        """Both units' figures; cards that have served are spent: Entrench, unless the unit is
        broken and has no dice to reply with."""
        served = ("entrench", "heroic-defence") if drawn.saved else ("entrench",)
        defender = in_play.guarded(drawn.defender.standing, self.form, served)
        if defender and drawn.retreats:
            defender |= MOVED
        return Aftermath(
            actor=drawn.attacker.standing,
            target=defender,
            actor_gone=drawn.attacker.gone,
            target_gone=drawn.defender.gone,
            side=in_play.ACTED | in_play.spent_with(self.form),
            may=in_play.UNIT_ACTIONS,
        )

    def parties(self) -> Parties:
        return {"actor": ("the attacker",), "target": ("the defender",)}

    def narrate(self, drawn: CloseCombatOutcome, draws: Draws) -> Narration:
        """Who won, which figures to remove, and the dice laid out in pairs."""
        return Narration(_headline(drawn), self._on_table(drawn), self._how(draws))

    def _on_table(self, outcome: CloseCombatOutcome) -> Iterator[str]:
        left = self.after(outcome)
        yield from attack.loss_steps("defender", outcome.defender)
        yield from attack.loss_steps("attacker", outcome.attacker)
        if outcome.retreats:
            hexes = counted(self.tables.points("cards.rout"), "hex", "hexes")
            yield f"The defender retreats {hexes}, away from the attacker: Rout!"
        yield from in_play.spent_lines(self.form, left.target, left.side)

    def _how(self, draws: Draws) -> Iterator[str]:
        if self.holds(BROKEN):
            yield "A broken defender has no dice to reply with, and any attack finishes it off."
            if self.holds(HEROIC_DEFENCE):
                yield "Heroic Defence saves it this once."
            return
        yield from self._pools()
        if pairs := shown(draws, PAIRS):
            yield from self._dice(pairs, draws)
        else:
            yield "With bonuses so far apart the dice decide nothing."
        odds = self.procedure().odds()
        yield attack.expected(odds, lambda fought: fought.attacker).sentence("the attacker")
        yield attack.expected(odds, lambda fought: fought.defender).sentence("the defender")

    def _pools(self) -> Iterator[str]:
        """The dice of both sides, and what is added to each."""
        for side, pool in zip((ATTACKER, DEFENDER), self.pools, strict=True):
            own = [f for f in self.factors() if (f.stage, f.side) == (EACH_DIE, side)]
            listed = ", ".join(f"{factor.name} {factor.figure}" for factor in own)
            dice = counted(pool.dice, "die", "dice")
            yield f"The {side}: {dice}, {signed(pool.bonus)} to each ({listed})."

    def _dice(self, pairs: Pairs, draws: Draws) -> Iterator[str]:
        """The throws of both sides and the pairs they make."""
        roll = next(draw.roll for draw in draws if draw.ask == PAIRS)
        throws = faces_shown(*self.pools, pairs, roll, shown(draws, FACES) or 1)
        for side, throw in zip((ATTACKER, DEFENDER), throws, strict=True):
            yield f"The {side} throws {faces(throw)}."
        mine, theirs = (pool.bonus for pool in self.pools)
        laid = ", ".join(f"{a + mine} to {b + theirs}" for a, b in zip(*throws, strict=False))
        yield (
            f"Pair by pair, the attacker first: {laid}. The attacker wins {pairs.won or 'none'}"
            f" and loses {pairs.lost or 'none'}" + (f"; {pairs.tied} tied." if pairs.tied else ".")
        )


class WeighCloseCombat(attack.Weighing):
    """Figures lost on average and the odds of breaking, before the attack is made."""

    key = "weigh-close-combat"
    source = SOURCE
    asks = CasualtiesForm
    attack = CloseCombat
    sides = (DEFENDER, ATTACKER)
    modifiers = CloseCombat.modifiers
    mnemonic = "g"


def _nothing(_: int) -> None:
    """What the odds read off the faces: nothing, for the pairs decide everything."""


def _headline(outcome: CloseCombatOutcome) -> str:
    driven = ["is driven back"] * outcome.retreats
    sides = {
        "the defender": [*attack.losses_in_words(outcome.defender), *driven],
        "the attacker": [*attack.losses_in_words(outcome.attacker)],
    }
    hurt = [f"{who} {series(fates)}" for who, fates in sides.items() if fates]
    sentence = "; ".join(hurt) or "nobody is hurt"
    return f"{sentence[0].upper()}{sentence[1:]}."
