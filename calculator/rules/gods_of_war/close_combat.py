"""Close combat: dice paired highest against highest, the lower of each pair takes a casualty."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any, Final

from calculator import conditions, forms
from calculator.chance import interface, pairing
from calculator.errors import Refusal
from calculator.rules.action import MOVED, Aftermath, Draws, Measure, Narration, Outcome, Severity
from calculator.rules.gods_of_war import attack, terms, throws
from calculator.rules.gods_of_war.attack import ATTACKER, BROKEN, DEFENDER, DICE, HEROIC_DEFENCE
from calculator.rules.gods_of_war.terms import Bearing, Card, Formation, Struck, Terrain, Unit
from calculator.rules.modifiers import Modifier, Pull, Stage, in_force
from calculator.rules.phrases import counted, shown

SOURCE: Final = "Close combat"
PAIRS: Final = "pairs"
FACES: Final = "faces"

EACH_DIE: Final = "each die"

TARGET_INFANTRY: Final = conditions.where("target", Unit.INFANTRY)
GARRISON: Final = TARGET_INFANTRY & conditions.where("target_terrain", Terrain.FARM)
FORMED: Final = TARGET_INFANTRY & ~GARRISON
HAS_FLANKS: Final = ~(FORMED & conditions.where("target_formation", Formation.SQUARE))
IN_THE_OPEN: Final = ~GARRISON & ~conditions.where("target_terrain", Terrain.POND)
IN_SQUARE: Final = terms.INFANTRY & conditions.where("formation", Formation.SQUARE)
CAN_REPLY: Final = ~conditions.where("target_strength", 0)


class CasualtiesForm(forms.Form):
    """Infantry or cavalry, the unit in its front hex, and the cards that bear on their losses."""

    unit: Unit = terms.asked_unit()
    strength: int | None = terms.asked_strength()
    formation: Formation = terms.asked_formation(matters=terms.INFANTRY)
    terrain: Terrain = terms.TERRAIN
    bearing: Bearing = terms.BEARING
    acted_before: bool = terms.asked_acted_before()
    target: Unit = terms.TARGET
    target_strength: int | None = terms.TARGET_STRENGTH
    target_formation: Formation = terms.DEFENDER.choice(
        Formation, "Target's formation", matters=FORMED, source="Formations"
    )
    """Each of the defender's dice: column +2, line +1, square +6 against cavalry and -2 against
    infantry, with no facing penalty. Infantry in a farm has none of them."""
    target_terrain: Terrain = terms.asked_target_terrain()
    """Terrain of the defender's hex. Hills +1 to each of its dice; a farm +3 in place of its
    formation. Units in woods cannot be attacked."""
    struck: Struck = terms.DEFENDER.choice(
        Struck,
        "Struck in the",
        matters=CAN_REPLY & HAS_FLANKS,
        source="Close combat, facing penalty",
    )
    """Where the attack arrives, seen from the defender's own front. Front flank, one step aside: -1
    to each of its dice; side flank, two steps: -2; rear: -3. A square has no flanks."""
    charge: bool = terms.asked_card(Card.CHARGE, matters=terms.CAVALRY)
    double_time: bool = terms.DOUBLE_TIME
    entrench: bool = terms.asked_card(Card.ENTRENCH, matters=CAN_REPLY)
    heroic_defence: bool = terms.HEROIC_DEFENCE

    rout = False
    """Nobody retreats where only losses are asked about."""


class CloseCombatForm(CasualtiesForm):
    """A close combat with all that follows from it."""

    rout: bool = terms.asked_card(Card.ROUT)


class CloseCombatOutcome(Outcome):
    """What both sides lost; whether the defender is driven back, and whether its guard Heroic
    Defence took a casualty off it and is spent."""

    attacker: attack.Losses
    defender: attack.Losses
    retreats: bool = False
    saved: bool = False

    @property
    def both(self) -> tuple[str, str]:
        """What becomes of the defender and of the attacker, in a few words."""
        more = ["is saved a loss"] * self.saved + ["is driven back"] * self.retreats
        return self.defender.fate(DEFENDER, *more), self.attacker.fate(ATTACKER)

    @property
    def label(self) -> str:
        return ", ".join(self.both)

    @property
    def balance(self) -> int:
        """Figures that the defender lost over those that the attacker lost. A broken defender has
        none to lose: its destruction counts as one."""
        return max(self.defender.lost, int(self.defender.destroyed)) - self.attacker.lost


def _each(side: str, name: str, value: str, when: conditions.Condition) -> Modifier[Any]:
    return Stage(EACH_DIE, side=side).modifier(name, when, value=f"close-combat.{value}")


_attacks: Final = partial(_each, ATTACKER)
_defends: Final = partial(_each, DEFENDER)


STRENGTH: Final = attack.dice(
    ATTACKER, "strength", "strength.{unit.value}", SOURCE, attack.own_strength
)
REPLY: Final = attack.dice(
    DEFENDER, "strength", "strength.{target.value}", SOURCE, attack.target_strength
)
CHARGE: Final = terms.played(Card.CHARGE, DICE, ATTACKER, terms.CAVALRY, value="cards.charge")
ENTRENCH: Final = terms.played(Card.ENTRENCH, DICE, DEFENDER, CAN_REPLY, value="cards.entrench")
TO_ATTACKERS: Final = (
    _attacks("{formation}", "bonus.{formation.value}", terms.INFANTRY & ~IN_SQUARE),
    _attacks("square, attacking", "bonus.square-attacking", IN_SQUARE),
    _attacks("{unit}", "bonus.{unit.value}", ~terms.INFANTRY),
)
"""What is added to each of the attacker's dice."""
GROUND: Final = _defends("{target_terrain}", "terrain.{target_terrain.value}", IN_THE_OPEN)
FACING: Final = _defends(
    "struck in the {struck}",
    "facing.{struck.value}",
    HAS_FLANKS & (~GARRISON | in_force("close-combat.garrison-flanked")),
)
TO_DEFENDERS: Final = (
    _defends("{target_formation}", "bonus.{target_formation.value}", FORMED & HAS_FLANKS),
    _defends("square against cavalry", "bonus.square-against-cavalry", ~HAS_FLANKS & terms.CAVALRY),
    _defends(
        "square against infantry", "bonus.square-against-infantry", ~HAS_FLANKS & ~terms.CAVALRY
    ),
    _defends("{target}", "bonus.{target.value}", ~TARGET_INFANTRY),
    _defends("farm, in place of formation", "terrain.farm", GARRISON),
    GROUND,
    FACING,
)
"""What is added to each of the defender's dice."""
ROUT: Final = terms.played(Card.ROUT, attack.LOSSES, ATTACKER)


class CloseCombat(attack.Attack[CasualtiesForm, CloseCombatOutcome]):
    """Infantry or cavalry attacks the unit in its front hex: a die for each figure on both sides,
    highest against highest, the lower of each pair loses a figure."""

    key = "close-combat"
    source = SOURCE
    asks = CloseCombatForm
    severity = Severity[CloseCombatOutcome](
        lambda o: (o.defender.destroyed, o.defender.lost, -o.attacker.lost, o.saved), "the attacker"
    )
    measures = (
        Measure("wins", "the defender loses more", lambda o: o.balance > 0),
        Measure("loses", "the attacker loses more", lambda o: o.balance < 0),
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
    speaks_of = {"actor": ("the attacker", "attacker"), "target": ("the defender", "defender")}

    def refusals(self) -> Iterator[Refusal]:
        form = self.form
        if form.unit.is_artillery:
            yield Refusal("artillery always fires, at range 1 as well", "Actions, attack")
        yield from super().refusals()
        if form.bearing is not Bearing.AHEAD:
            yield Refusal("the target must be in the attacker's own front hex: pivot first", SOURCE)
        excused = form.double_time and form.unit is Unit.INFANTRY
        yield from terms.second_action_refusals(form.acted_before, excused)

    def pulls(self) -> Iterator[Pull]:
        """What counts; ground and facing only if they change the dice."""
        found, shifting = super().pulls(), (GROUND, FACING)
        return (one for one in found if one.factor.points or one.modifier not in shifting)

    @cached_property
    def pools(self) -> tuple[pairing.Pool, pairing.Pool]:
        """The attacker's dice and the defender's."""
        total = self.total
        return (
            pairing.Pool(int(total(STRENGTH, CHARGE)), int(total(*TO_ATTACKERS))),
            pairing.Pool(int(total(REPLY, ENTRENCH)), int(total(*TO_DEFENDERS))),
        )

    def resolve(self, chance: interface.Chance) -> CloseCombatOutcome:
        if self.holds(BROKEN):
            return self._fought(0, 1)
        pairs = chance.draw(pairing.highest_against_highest(*self.pools), PAIRS)
        # The pairs decide everything: of the faces behind them the odds read but that they fell.
        chance.read_off(throws.throws_each(*self.pools), bool, FACES)
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
        defender = terms.guarded(drawn.defender.standing, self.form, served)
        if defender and drawn.retreats:
            defender |= MOVED
        return Aftermath(
            actor=drawn.attacker.standing,
            target=defender,
            actor_gone=drawn.attacker.gone,
            target_gone=drawn.defender.gone,
            side=terms.ACTED | terms.spent_with(self.form),
            may=terms.UNIT_ACTIONS,
        )

    def narrate(self, drawn: CloseCombatOutcome, draws: Draws) -> Narration:
        headline = f"The {'; the '.join(drawn.both)}."
        return Narration(headline, self._on_table(drawn), self._how(draws))

    def _on_table(self, outcome: CloseCombatOutcome) -> Iterator[str]:
        left = self.after(outcome)
        yield from outcome.defender.on_board(DEFENDER)
        yield from outcome.attacker.on_board(ATTACKER)
        if outcome.retreats:
            hexes = counted(self.tables.points("cards.rout"), "hex", "hexes")
            yield f"The defender retreats {hexes}, away from the attacker: Rout!"
        yield from terms.spent_lines(self.form, left.target, left.side)

    def _how(self, draws: Draws) -> Iterator[str]:
        if self.holds(BROKEN):
            yield "Broken, the defender has no dice to reply with: any attack finishes it off."
            if self.holds(HEROIC_DEFENCE):
                yield "Heroic Defence saves it this once."
            return
        yield from self._pools()
        if pairs := shown(draws, PAIRS):
            yield from self._dice(pairs, draws)
        else:
            yield "With bonuses so far apart the dice decide nothing."
        yield from self.expected(ATTACKER, DEFENDER)

    def _pools(self) -> Iterator[str]:
        for side, pool in zip((ATTACKER, DEFENDER), self.pools, strict=True):
            own = [f for f in self.factors() if (f.stage, f.side) == (EACH_DIE, side)]
            listed = ", ".join(f"{factor.name} {factor.figure}" for factor in own)
            dice = counted(pool.dice, "die", "dice")
            yield f"The {side}: {dice}, {pool.bonus:+d} to each ({listed})."

    def _dice(self, pairs: pairing.Pairs, draws: Draws) -> Iterator[str]:
        roll = next(draw.number for draw in draws if draw.ask == PAIRS)
        both = throws.faces_shown(*self.pools, pairs, roll, shown(draws, FACES) or 1)
        for side, throw in zip((ATTACKER, DEFENDER), both, strict=True):
            yield f"The {side} throws {throws.faces(throw)}."
        mine, theirs = (pool.bonus for pool in self.pools)
        laid = ", ".join(f"{a + mine} to {b + theirs}" for a, b in zip(*both, strict=False))
        yield (
            f"Pair by pair, the attacker first: {laid}. The attacker wins {pairs.won or 'none'}"
            f" and loses {pairs.lost or 'none'}" + (f"; {pairs.tied} tied." if pairs.tied else ".")
        )


class WeighCloseCombat(attack.Weighing[CasualtiesForm, Any], CloseCombat):
    """Figures lost on average and the odds of breaking, before the attack is made."""

    key = "weigh-close-combat"
    sides = (DEFENDER, ATTACKER)
