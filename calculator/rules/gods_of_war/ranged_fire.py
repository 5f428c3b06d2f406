"""Ranged fire: each low roll is a hit, each hit a figure; two at point-blank from artillery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.forms import choice, yes_no
from calculator.kinds import Word
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.declared import declared
from calculator.rules.gods_of_war import fields, sight
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
from calculator.rules.gods_of_war.permitted import arc, attack_refusals, second_action_refusals
from calculator.rules.gods_of_war.sight import Obstacle, SightForm, split_lines
from calculator.rules.gods_of_war.terms import Bearing, Formation, Terrain, Unit
from calculator.rules.gods_of_war.throws import at_most, faces, thrown
from calculator.rules.modifiers import Factor
from calculator.rules.phrases import counted, shown, signed
from calculator.rules.tables import Tables

SHOTS: Final = "shots"
SOURCE: Final = "Ranged combat"

DICE: Final = "dice"
HITS_ON: Final = "hits on 1 to"
DAMAGE: Final = "each hit"


@attrs.frozen(kw_only=True)
class RangedFireForm(SightForm):
    """Infantry or artillery, its target, what lies between, and the cards played."""

    unit: Unit = fields.asked_unit()
    strength: int | None = fields.asked_strength()
    formation: Formation = fields.asked_formation()
    terrain: Terrain = fields.TERRAIN
    bearing: Bearing = fields.BEARING
    acted_before: bool = fields.asked_acted_before()
    range: int = sight.RANGE
    through_wheat: bool = yes_no(
        "Through wheat",
        group=sight.GROUP,
        mnemonic="l",
        matters=lambda form: form.range > 1,
        source="Terrain",
        help="The line of fire passes through wheat: -1 on the roll that still hits, once, however "
        "much wheat there is.",
    )
    between: Obstacle = sight.BETWEEN
    split_terrain: int = sight.SPLIT_TERRAIN
    split_units: int = sight.SPLIT_UNITS
    target: Unit = fields.TARGET
    target_strength: int | None = fields.TARGET_STRENGTH
    target_terrain: Terrain = choice(
        Terrain,
        "Target stands in",
        default=Terrain.OPEN,
        group="Defender",
        mnemonic="k",
        source="Terrain",
        help="Terrain of the target's hex. Infantry in a farm is hit on one roll less. Units in "
        "woods cannot be fired at.",
    )
    ambush: bool = yes_no(
        "Ambush",
        group="Cards",
        matters=lambda form: (
            form.terrain in {Terrain.ORCHARDS, Terrain.WHEAT} or form.fires_through_wheat
        ),
        source="Bonus cards",
        help="The attacker's card: the attack ignores the penalties of orchards and wheat.",
    )
    volley_fire: bool = yes_no(
        "Volley Fire",
        group="Cards",
        matters=lambda form: form.unit.is_artillery,
        source="Bonus cards",
        help="The attacker's card: artillery rolls double the normal number of dice.",
    )
    cannon_blast: bool = yes_no(
        "Cannon Blast",
        group="Cards",
        mnemonic="c",
        matters=lambda form: form.unit.is_artillery,
        source="Bonus cards",
        help="The attacker's card: artillery rolls 2 more dice.",
    )
    double_time: bool = fields.DOUBLE_TIME
    free_shot: bool = fields.asked_card(
        "Free shot",
        "The shot costs no action: all artillery under Artillery Barrage, or one unit that "
        "answers an enemy move with Reserve Fire.",
    )
    heroic_defence: bool = fields.HEROIC_DEFENCE
    skirmisher_screen: bool = fields.asked_card(
        "Skirmisher Screen", "The defender's card: its light cavalry blocks this attack."
    )

    @property
    def fires_through_wheat(self) -> bool:
        """Whether wheat lies between; at range 1 nothing does."""
        return self.through_wheat and self.range > 1

    @property
    def point_blank(self) -> bool:
        """Artillery at an adjacent target."""
        return self.unit.is_artillery and self.range == 1


class NoShot(Word):
    """Why an attack never reaches its target."""

    NO_SIGHT = "line-of-sight-blocked"
    SCREENED = "screened-by-light-cavalry"


@attrs.frozen
class Fired:
    """What the target lost, or what stopped the attack; and whether the target's guard Heroic
    Defence took a figure's loss off it and is spent."""

    target: Losses
    stop: NoShot | None = None
    saved: bool = False

    @property
    def label(self) -> str:
        saved = ["is saved a loss"] * self.saved
        return self.stop.label if self.stop else self.target.fate("target", *saved)


def refusals(form: RangedFireForm, tables: Tables) -> Iterator[Refusal]:
    """Who cannot fire, and at what."""
    if form.unit.is_cavalry:
        yield Refusal("cavalry has no ranged attack", "Facing and arcs of fire")
    elif form.range > (reach := tables.points(f"ranged.reach.{form.unit.value}")):
        hexes = counted(reach, "hex", "hexes")
        yield Refusal(f"{form.unit} fires up to {hexes}, not {form.range}", SOURCE)
    yield from attack_refusals(form, tables)
    if form.bearing.steps > arc(form.unit, form.formation, form.terrain):
        turn = "turn it first" if form.unit.is_artillery else "pivot first"
        yield Refusal(
            f"the target is outside the arc of fire, one step to either side: {turn}",
            "Facing and arcs of fire",
        )
    yield from sight.blocked(form)
    yield from second_action_refusals(
        form.acted_before, form.free_shot or (form.double_time and form.unit.is_infantry)
    )


def factors(form: RangedFireForm, tables: Tables) -> Iterator[Factor]:
    """Every die, everything that bears on the roll that hits, and on what a hit does."""
    yield from sight.factors(form, tables)
    yield from _dice(form, tables)
    yield from _accuracy(form, tables)
    yield _factor(DAMAGE, "strength removed", "ranged.damage", tables)
    if form.point_blank:
        more = tables.points("ranged.damage") * (tables.points("ranged.point-blank") - 1)
        yield _factor(DAMAGE, "point-blank", "ranged.point-blank", tables, more)


def _factor(stage: str, name: str, key: str, tables: Tables, points: int | None = None) -> Factor:
    """What a table value brings the attacker: itself, or other points that follow from it."""
    return Factor.worth(tables, stage, name, "attacker", key, points=points)


def _dice(form: RangedFireForm, tables: Tables) -> Iterator[Factor]:
    name, normal, key = _normal_dice(form, tables)
    yield Factor(DICE, name, "attacker", normal, SOURCE, (key,))
    if form.unit.is_artillery and form.volley_fire:
        more = normal * (tables.points("cards.volley-fire") - 1)
        yield _factor(DICE, "Volley Fire", "cards.volley-fire", tables, more)
    if form.unit.is_artillery and form.cannon_blast:
        yield _factor(DICE, "Cannon Blast", "cards.cannon-blast", tables)


def _normal_dice(form: RangedFireForm, tables: Tables) -> tuple[str, int, str]:
    """What fires, its dice before cards, and the key of the value they come from."""
    strength = strength_now(form.unit, form.strength, tables)
    if form.unit.is_artillery:
        return f"{form.unit}, strength", strength, f"strength.{form.unit.value}"
    if form.terrain is Terrain.FARM:
        key = "ranged.dice.garrison"
        return "garrison", tables.points(key), key
    if form.formation is Formation.LINE:
        key = "ranged.dice.line-most"
        return "line, strength", min(strength, tables.points(key)), key
    key = f"ranged.dice.{form.formation.value}"
    return form.formation.label, tables.points(key), key


def _accuracy(form: RangedFireForm, tables: Tables) -> Iterator[Factor]:
    """The roll that hits, and what lowers it."""

    yield _factor(HITS_ON, "any fire", "ranged.hit-on", tables)
    if form.unit.is_artillery and form.target.is_artillery:
        less = tables.points("ranged.counter-battery") - tables.points("ranged.hit-on")
        yield _factor(HITS_ON, "counter-battery", "ranged.counter-battery", tables, less)
    if form.terrain is Terrain.ORCHARDS and not form.ambush:
        yield _factor(HITS_ON, "firing from orchards", "ranged.penalty.from-orchards", tables)
    if (form.terrain is Terrain.WHEAT or form.fires_through_wheat) and not form.ambush:
        yield _factor(HITS_ON, "firing from or through wheat", "ranged.penalty.from-wheat", tables)
    if form.target_terrain.infantry_only:
        ground = form.target_terrain
        yield _factor(HITS_ON, f"target in {ground}", f"ranged.penalty.at-{ground.value}", tables)


@attrs.frozen
class Shooting:
    """Dice thrown; the highest roll that hits, below 1 if none does; strength lost to a hit."""

    dice: int
    hits_on: int
    damage: int


def shooting(form: RangedFireForm, tables: Tables) -> Shooting:
    """The sums of all factors."""
    found = list(factors(form, tables))
    return Shooting(
        *(sum(f.points for f in found if f.stage == stage) for stage in (DICE, HITS_ON, DAMAGE))
    )


def procedure(form: RangedFireForm, tables: Tables) -> Procedure[Any, Fired]:
    """The contested hexes of the line of sight, then the shots."""
    fire = shooting(form, tables)
    strength = strength_now(form.target, form.target_strength, tables)
    ignored = tables.points("cards.heroic-defence") if form.heroic_defence else 0
    unharmed = suffer(strength, 0, tables)

    def shoot(chance: Chance) -> Fired:
        if sight.roll_splits(form, tables, chance):
            return Fired(unharmed, NoShot.NO_SIGHT)
        if form.skirmisher_screen:
            return Fired(unharmed, NoShot.SCREENED)
        hits = chance.read_off(thrown(fire.dice), at_most(fire.hits_on), SHOTS)
        lost = suffer(strength, max(hits * fire.damage - ignored, 0), tables)
        return Fired(lost, saved=form.heroic_defence and hits > 0)

    return single(shoot)


def severity(outcome: Fired) -> tuple[bool, bool, int, bool]:
    """From the mildest for the target to the gravest."""
    target = outcome.target
    return outcome.stop is None, target.destroyed, target.lost, outcome.saved


def after_fire(form: RangedFireForm, outcome: Fired) -> Aftermath:
    """The target's figures; attack cards are spent whatever comes of it, guards if they serve.

    A free shot is no action: it does not stand between two draws of a card.
    """
    screened = outcome.stop is NoShot.SCREENED
    return Aftermath(
        target=guarded(outcome.target.standing, form, ("heroic-defence",) * outcome.saved),
        target_gone=outcome.target.gone,
        side=({} if form.free_shot else ACTED) | spent_with(form),
        enemy={"skirmisher-screen": "no"} if screened else {},
        may=UNIT_ACTIONS,
    )


def narrate(form: RangedFireForm, outcome: Fired, draws: Draws, tables: Tables) -> Narration:
    """What was hit, which figures to remove, and the dice."""
    return Narration(_headline(outcome), _on_table(form, outcome), _how(form, draws, tables))


def _headline(outcome: Fired) -> str:
    if outcome.stop is NoShot.NO_SIGHT:
        return "No shot: the line of sight is blocked."
    if outcome.stop is NoShot.SCREENED:
        return "The target's light cavalry screens it: no shot tells."
    fate = " and ".join(losses_in_words(outcome.target))
    return f"The target {fate}." if fate else "The target is unhurt."


def _on_table(form: RangedFireForm, outcome: Fired) -> Iterator[str]:
    left = after_fire(form, outcome)
    yield from loss_steps("target", outcome.target)
    if outcome.stop is NoShot.NO_SIGHT:
        yield f"The {'free shot' if form.free_shot else 'action'} is spent all the same."
    yield from spent_lines(form, left.enemy, left.side, left.target)
    fired = outcome.stop is not NoShot.NO_SIGHT
    if fired and form.unit.is_artillery and form.bearing is not Bearing.AHEAD:
        yield "Turn the artillery one step, to face its target."


def _how(form: RangedFireForm, draws: Draws, tables: Tables) -> Iterator[str]:
    yield from split_lines(form, draws, tables)
    fire = shooting(form, tables)
    found = list(factors(form, tables))
    normal, *more = [f for f in found if f.stage == DICE]
    listed = [f"{normal.name} {normal.points}", *(f"{f.name} {signed(f.points)}" for f in more)]
    yield f"{counted(fire.dice, 'die', 'dice').capitalize()}: {', '.join(listed)}."
    lowered = [f"{f.name} {signed(f.points)}" for f in found if f.stage == HITS_ON][1:]
    yield f"{_hits_on(fire)}{': ' * bool(lowered)}{', '.join(lowered)}."
    if (throw := shown(draws, SHOTS)) is not None:
        hits = counted(at_most(fire.hits_on)(throw), "hit")
        double = f", each of {fire.damage} figures at point-blank" if form.point_blank else ""
        yield f"Rolled {faces(throw)}: {hits}{double}."
    odds = procedure(form, tables).odds()
    yield expected(odds, lambda fired: fired.target).sentence("the target")


def _hits_on(fire: Shooting) -> str:
    if fire.hits_on < 1:
        return "No roll can hit"
    return f"Hits on 1-{fire.hits_on}" if fire.hits_on > 1 else "Hits on 1 alone"


RANGED_FIRE: Final = declared(
    key="ranged-fire",
    label="Ranged fire",
    help="Infantry fires up to 2 hexes, artillery up to 4, 6 or 8: each roll of 1-3 removes a "
    "figure, less easily past wheat, from orchards, at a farm or at other artillery.",
    source=SOURCE,
    form=RangedFireForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(severity, "the attacker"),
    factors=factors,
    refusals=refusals,
    measures=(
        Measure("hits", "the target is hurt", lambda o: o.target.lost > 0 or o.target.destroyed),
        Measure("breaks", "the target breaks or is destroyed", lambda o: o.target.down),
        Measure("stopped", "there is no shot", lambda outcome: outcome.stop is not None),
    ),
    aftermath=after_fire,
    mnemonic="f",
)
