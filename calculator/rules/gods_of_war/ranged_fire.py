"""Ranged fire: each low roll is a hit, each hit a figure; two at point-blank from artillery."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any, Final

from calculator import errors, kinds
from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.rules.action import Aftermath, Draws, Measure, Narration, Outcome, Severity
from calculator.rules.gods_of_war import attack, sight, terms, throws
from calculator.rules.gods_of_war.terms import Bearing, Card, Formation, Terrain, Unit
from calculator.rules.modifiers import Stage, answers, in_force, total, unless
from calculator.rules.phrases import counted, shown
from calculator.rules.tables import Tables

SHOTS: Final = "shots"
SOURCE: Final = "Ranged combat"
ACCURACY: Final = "hits on 1 to"

IN_ORCHARDS: Final = where("terrain", Terrain.ORCHARDS)
PAST_WHEAT: Final = where("terrain", Terrain.WHEAT) | sight.FAR & where("through_wheat")
"""It fires from wheat or through it; at range 1 nothing lies between."""
SPOILS: Final = IN_ORCHARDS | PAST_WHEAT


class RangedFireForm(sight.SightForm):
    """Infantry or artillery, its target, what lies between, and the cards played."""

    strength: int | None = terms.asked_strength()
    formation: Formation = terms.asked_formation()
    terrain: Terrain = terms.TERRAIN
    bearing: Bearing = terms.BEARING
    acted_before: bool = terms.asked_acted_before()
    through_wheat: bool = sight.LINE_OF_FIRE.yes_no(matters=sight.FAR, source="Terrain")
    """The line of fire passes through wheat: -1 on the roll that still hits, once, however much
    wheat there is."""
    between: sight.Obstacle = sight.BETWEEN
    split_terrain: int = sight.SPLIT_TERRAIN
    split_units: int = sight.SPLIT_UNITS
    target: Unit = terms.TARGET
    target_strength: int | None = terms.TARGET_STRENGTH
    target_terrain: Terrain = terms.asked_target_terrain()
    """Terrain of the target's hex. Infantry in a farm is hit on one roll less. Units in woods
    cannot be fired at."""
    ambush: bool = terms.asked_card(Card.AMBUSH, matters=SPOILS)
    volley_fire: bool = terms.asked_card(Card.VOLLEY_FIRE, matters=terms.GUNS)
    cannon_blast: bool = terms.asked_card(Card.CANNON_BLAST, matters=terms.GUNS)
    double_time: bool = terms.DOUBLE_TIME
    free_shot: bool = terms.CARDS.yes_no()
    """The shot costs no action: all artillery under Artillery Barrage, or one unit that answers an
    enemy move with Reserve Fire."""
    heroic_defence: bool = terms.HEROIC_DEFENCE
    skirmisher_screen: bool = terms.asked_card(Card.SKIRMISHER_SCREEN)


class NoShot(kinds.Word):
    """Why an attack never reaches its target."""

    NO_SIGHT = "line-of-sight-blocked", "No shot: the line of sight is blocked."
    SCREENED = "screened-by-light-cavalry", "The target's light cavalry screens it: no shot tells."


class Fired(Outcome):
    """What the target lost, or what stopped the attack; and whether the target's guard Heroic
    Defence took a figure's loss off it and is spent."""

    target: attack.Losses
    stop: NoShot | None = None
    saved: bool = False

    @property
    def label(self) -> str:
        saved = ["is saved a loss"] * self.saved
        return self.stop.label if self.stop else self.target.fate("target", *saved)


GARRISON: Final = ~terms.GUNS & where("terrain", Terrain.FARM)
IN_LINE: Final = terms.IN_FORMATION & where("formation", Formation.LINE)


def _line(form: RangedFireForm, tables: Tables) -> int:
    return min(attack.own_strength(form, tables), tables.points("ranged.dice.line-most"))


_dice: Final = partial(attack.dice, attack.ATTACKER, source=SOURCE)
NORMAL_DICE: Final = (
    _dice("{unit}, strength", "strength.{unit.value}", number=attack.own_strength, when=terms.GUNS),
    _dice("garrison", "ranged.dice.garrison", when=GARRISON),
    _dice("line, strength", "ranged.dice.line-most", number=_line, when=IN_LINE),
    _dice("{formation}", "ranged.dice.{formation.value}", when=~(terms.GUNS | GARRISON | IN_LINE)),
)


_card: Final = partial(terms.played, stage=attack.DICE, side=attack.ATTACKER, when=terms.GUNS)
BLAST: Final = _card(Card.CANNON_BLAST, value="cards.cannon-blast")


def _doubled(form: RangedFireForm, tables: Tables) -> int:
    doubles = NORMAL_DICE if tables.is_so("cards.blast-after") else (*NORMAL_DICE, BLAST)
    return int(total(doubles, form, tables)) * (tables.points("cards.volley-fire") - 1)


DICE: Final = (
    *NORMAL_DICE,
    _card(Card.VOLLEY_FIRE, value="cards.volley-fire", number=_doubled, also_reads=("strength",)),
    BLAST,
)

AMBUSH: Final = terms.played(Card.AMBUSH, ACCURACY, attack.ATTACKER, SPOILS)
_SPOILT: Final = unless(AMBUSH)


HITS: Final = Stage(ACCURACY, side=attack.ATTACKER)
AT_GUNS: Final = terms.GUNS & where("target.is_artillery")
IN_COVER: Final = where("target_terrain", *terms.FOR_INFANTRY) | (
    where("target_terrain", Terrain.WHEAT) & in_force("ranged.penalty.at-wheat")
)
HITS_ON: Final = (
    HITS.modifier("any fire", value="ranged.hit-on", given=True),
    HITS.modifier(
        "counter-battery",
        AT_GUNS,
        value="ranged.counter-battery",
        number=lambda _, tables: (
            tables.points("ranged.counter-battery") - tables.points("ranged.hit-on")
        ),
    ),
    HITS.modifier(
        "firing from orchards", IN_ORCHARDS & _SPOILT, value="ranged.penalty.from-orchards"
    ),
    HITS.modifier(
        "firing from or through wheat", PAST_WHEAT & _SPOILT, value="ranged.penalty.from-wheat"
    ),
    HITS.modifier(
        "target in {target_terrain}", IN_COVER, value="ranged.penalty.at-{target_terrain.value}"
    ),
)
"""The roll that hits, and what lowers it."""


EACH_HIT: Final = Stage("each hit", side=attack.ATTACKER)
POINT_BLANK: Final = EACH_HIT.modifier(
    "point-blank",
    terms.GUNS & ~sight.FAR,
    value="ranged.point-blank",
    number=lambda _, tables: (
        tables.points("ranged.damage") * (tables.points("ranged.point-blank") - 1)
    ),
)
DAMAGE: Final = (
    EACH_HIT.modifier("strength removed", value="ranged.damage", given=True),
    POINT_BLANK,
)

SCREEN: Final = terms.played(Card.SKIRMISHER_SCREEN, attack.LOSSES, attack.DEFENDER)


class RangedFire(sight.Sighting[RangedFireForm, Fired], attack.Attack[RangedFireForm, Fired]):
    """Infantry fires up to 2 hexes, artillery up to 4, 6 or 8: each roll of 1-3 removes a figure,
    less easily past wheat, from orchards, at a farm or at other artillery."""

    key = "ranged-fire"
    source = SOURCE
    severity = Severity[Fired](
        lambda o: (o.stop is None, o.target.destroyed, o.target.lost, o.saved), "the attacker"
    )
    measures = (
        Measure("hits", "the target is hurt", lambda o: o.target.lost > 0 or o.target.destroyed),
        Measure("breaks", "the target breaks or is destroyed", lambda o: o.target.down),
        Measure("stopped", "there is no shot", lambda o: o.stop is not None),
    )
    modifiers = (
        *sight.ON_SIGHT,
        *DICE,
        *HITS_ON,
        AMBUSH,
        *DAMAGE,
        *answers(RangedFireForm, "target", "target_strength", stage=attack.LOSSES),
        *(attack.BROKEN, attack.HEROIC_DEFENCE, SCREEN),
    )
    speaks_of = {"actor": ("the artillery",), "target": ("the target", "target")}

    def refusals(self) -> Iterator[errors.Refusal]:
        form, tables = self.form, self.tables
        if form.unit.is_cavalry:
            yield errors.Refusal("cavalry has no ranged attack", sight.ARCS)
        elif form.range > (reach := tables.points(f"ranged.reach.{form.unit.value}")):
            hexes = counted(reach, "hex", "hexes")
            yield errors.Refusal(f"{form.unit} fires up to {hexes}, not {form.range}", SOURCE)
        yield from super().refusals()
        if form.bearing.rank > terms.arc(form.unit, form.formation, form.terrain):
            turn = "turn it first" if form.unit.is_artillery else "pivot first"
            outside = "the target is outside the arc of fire, one step to either side"
            yield errors.Refusal(f"{outside}: {turn}", sight.ARCS)
        yield from self.blocked()
        excused = form.free_shot or (form.double_time and form.unit is Unit.INFANTRY)
        yield from terms.second_action_refusals(form.acted_before, excused)

    @cached_property
    def volley(self) -> tuple[int, int, int]:
        """Dice thrown; the highest roll that hits, below 1 if none does; strength lost to a hit."""
        dice, hits_on, damage = (int(self.total(*each)) for each in (DICE, HITS_ON, DAMAGE))
        return dice, hits_on, damage

    def resolve(self, chance: Chance) -> Fired:
        if not self.is_seen(chance):
            return Fired(self.suffered(0), NoShot.NO_SIGHT)
        if self.holds(SCREEN):
            return Fired(self.suffered(0), NoShot.SCREENED)
        dice, hits_on, damage = self.volley
        hits = chance.read_off(throws.thrown(dice), throws.at_most(hits_on), SHOTS)
        saved = hits > 0 and self.holds(attack.HEROIC_DEFENCE)
        spared = 1 if self.tables.is_so("cards.heroic-figure") else damage
        return Fired(self.suffered(hits * damage, spared), saved=saved)

    def after(self, drawn: Fired) -> Aftermath:
        """The target's figures; attack cards are spent whatever comes of it, guards if they serve.
        A free shot is no action: it does not stand between two draws of a card."""
        served = ("heroic-defence",) * drawn.saved
        screened = drawn.stop is NoShot.SCREENED
        return Aftermath(
            target=terms.guarded(drawn.target.standing, self.form, served),
            target_gone=drawn.target.gone,
            side=({} if self.form.free_shot else terms.ACTED) | terms.spent_with(self.form),
            enemy={"skirmisher-screen": "no"} if screened else {},
            may=terms.UNIT_ACTIONS,
        )

    def narrate(self, drawn: Fired, draws: Draws) -> Narration:
        headline = drawn.stop.meaning if drawn.stop else f"The {drawn.label}."
        return Narration(headline, self._on_table(drawn), self._how(draws))

    def _on_table(self, outcome: Fired) -> Iterator[str]:
        form, left, unseen = self.form, self.after(outcome), outcome.stop is NoShot.NO_SIGHT
        yield from outcome.target.on_board("target")
        if unseen:
            yield f"The {'free shot' if form.free_shot else 'action'} is spent all the same."
        yield from terms.spent_lines(form, left.enemy, left.side, left.target)
        if not unseen and form.unit.is_artillery and form.bearing is not Bearing.AHEAD:
            yield "Turn the artillery one step, to face its target."

    def _how(self, draws: Draws) -> Iterator[str]:
        yield from self.split_lines(draws)
        dice, hits_on, damage = self.volley
        found = [factor for factor in self.factors() if not factor.effect]
        normal, *more = (factor for factor in found if factor.stage == attack.DICE)
        listed = [f"{normal.name} {normal.points}", *(f"{one.name} {one.figure}" for one in more)]
        yield f"{counted(dice, 'die', 'dice').capitalize()}: {', '.join(listed)}."
        _, *spoilt = (f"{one.name} {one.figure}" for one in found if one.stage == ACCURACY)
        hitting = f"Hits on 1-{hits_on}" if hits_on > 1 else "Hits on 1 alone"
        hitting = hitting if hits_on > 0 else "No roll can hit"
        yield f"{hitting}{': ' * bool(spoilt)}{', '.join(spoilt)}."
        if (throw := shown(draws, SHOTS)) is not None:
            hits = counted(throws.at_most(hits_on)(throw), "hit")
            point_blank = f", each of {damage} figures at point-blank"
            yield f"Rolled {throws.faces(throw)}: {hits}{point_blank * self.holds(POINT_BLANK)}."
        yield from self.expected("target")


class WeighRangedFire(attack.Weighing[RangedFireForm, Any], RangedFire):
    """Figures lost on average and the odds of breaking, before the attack is made."""

    key = "weigh-ranged-fire"
    sides = ("target",)
