"""The Shoot Action, and the Shoot Reaction that goes the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import attrs

from calculator.chance.interface import Chance, Throw
from calculator.chance.procedure import Procedure
from calculator.conditions import where
from calculator.errors import Refusal
from calculator.lengths import shown_length
from calculator.rules.action import Aftermath, Draws, Measure, Narration, Outcome, Severity
from calculator.rules.modifiers import Factor, Pull, in_force, ruled, unless
from calculator.rules.phrases import counted, span
from calculator.rules.revolutionary_wars import battalions, forms, frontage, rolls, terms
from calculator.rules.revolutionary_wars.charge import fates
from calculator.rules.revolutionary_wars.terms import Arm, Contact, Formation, Order, WeaponLine
from calculator.rules.tables import Tables

ROLES: Final = ("shooting", "target")
SHOOTER, TARGET = ROLES
SAVED_HITS: Final = "shoot.saved-hits"
SWEEPS: Final = rolls.Stage("1. target platoons", "Shoot Action, Check Swept Ground", SHOOTER)
HITS: Final = rolls.Stage("2. roll to hit", "Roll to Hit", SHOOTER)
ROLLS_SAVES: Final = rolls.Stage("3. roll saves", "Shooting Save", TARGET)
DESTROYS: Final = rolls.Stage("4. roll firepower", "Re-Roll against Fortifications", TARGET)
DISORDERS: Final = "5. disorder the target"
END_ON: Final = SWEEPS.modifier("shot at end on", forms.IS_WORKED_OUT & where("flank"))
TWICE: Final = SWEEPS.modifier(
    "two Shoot Actions, the second at what the first leaves",
    where("shoots", forms.ShootActions.TWICE),
    source="Multiple Shoot Actions",
)
BOTH_COUNT: Final = ~where("concealed") | in_force("shoot.add-up")
CONCEALED, HILL = (
    HITS.modifier(name, when, value=f"shoot.{field}", side=TARGET, source=source)
    for name, field, when, source in (
        ("concealed target", "concealed", where("concealed"), "Concealed Target"),
        ("on a hill", "hill", where("hill") & BOTH_COUNT, "Target on a Hill"),
    )
)
SOLID, SHATTERED = HITS.order_effects(TARGET)
CROSSFIRE: Final = HITS.modifier(
    "crossfire: failures are rolled again", where("crossfire"), source="Crossfire"
)
SAVES: Final = ROLLS_SAVES.score("shooting save {value}+", "card.{enemy.value}.shooting-save")
SAVES_AGAIN: Final = ROLLS_SAVES.order_effects(SHOOTER, order="enemy_order", who="target ")
HOWITZERS: Final = DESTROYS.modifier(
    "howitzers ignore it",
    where("fortified") & forms.GUNS & where("fire_as", forms.FireAs.HOWITZERS),
    points=0,
    side=SHOOTER,
)
FORTIFIED: Final = DESTROYS.modifier(
    "fortified, re-rolling successes", where("fortified") & unless(HOWITZERS), points=1
)
GIVEN: Final = SWEEPS.given("dice and scores", forms.ShootForm)


class Shot(Outcome):
    """What shooting leaves of its target: Shattered and none left if it is wiped out."""

    order: Order
    left: int
    lost: int

    @property
    def label(self) -> str:
        if not self.left:
            return "wiped out"
        lost = f"{counted(self.lost, 'platoon')} lost" if self.lost else "no loss"
        return f"{self.order}, {lost}"


class Target(NamedTuple):
    """A target of fire: platoons left, order, hits counted against it this turn, platoons lost."""

    platoons: int
    enemy_order: Order
    hits: int = 0
    lost: int = 0

    @property
    def listed(self) -> Shot:
        """What odds list of it."""
        return Shot(self.enemy_order, self.platoons, self.lost)


@lru_cache(maxsize=4096)
def after_volley(
    one: battalions.Battalion, target: Target, start: int
) -> Callable[[rolls.Hits], Target]:
    """Reads off a volley what it leaves of a battalion that began the turn with `start` platoons:
    once hits of the turn are half of these it is disordered, once they are all, Shattered."""
    platoons, order, before, lost = target

    def left_by(volley: rolls.Hits) -> Target:
        hits, left = before + volley.hits, one.kept(platoons, platoons - volley.destroyed)
        shatters, disorders = before < start <= hits, 2 * before < start <= 2 * hits
        after = order.disordered if disorders else order
        worse = Order.SHATTERED if shatters or not left else after
        return Target(left, worse, hits, lost + platoons - left)

    return left_by


class Shoot(forms.TwoSided[forms.ShootForm, Shot]):
    """A battalion shoots at one enemy battalion in its swept ground, as an action or a reaction:
    hits, saves, firepower and disorder."""

    key = "shoot"
    source = "Shoot Action; Shoot Reaction"
    hits_friends = True
    severity = Severity[Shot](lambda o: (not o.left, o.order.rank, o.lost), "the shooters")
    measures = (
        Measure("destroys", "a platoon is destroyed", lambda shot: shot.lost > 0),
        Measure(
            "shatters",
            "the target ends Shattered or wiped out",
            lambda shot: shot.order is Order.SHATTERED,
        ),
        Measure(
            "unsettles", "the target does not end Solid", lambda shot: shot.order is not Order.SOLID
        ),
        Measure("wipes-out", "the target is wiped out", lambda shot: not shot.left),
    )
    speaks_of = {"target": ("the target",)}
    modifiers = (
        *(CONCEALED, HILL, SOLID, SHATTERED, CROSSFIRE),
        *(SAVES, *SAVES_AGAIN, FORTIFIED, HOWITZERS, END_ON, TWICE),
    )

    def __init__(
        self, form: forms.ShootForm, tables: Tables, roles: tuple[str, str] = ROLES
    ) -> None:
        super().__init__(form, tables)
        self.roles = roles

    @cached_property
    def target(self) -> battalions.Battalion:
        """Whom they shoot at."""
        contact = Contact.FLANK if self.holds(END_ON) else Contact.FRONT
        return attrs.evolve(self.both[1], contact=contact)

    @cached_property
    def weapon(self) -> WeaponLine:
        """The weapon line that they shoot with."""
        is_battery = self.one.card.arm is Arm.ARTILLERY
        return self.one.card.weapon(self.form.fire_as.meaning if is_battery else "small-arms")

    @cached_property
    def to_hit(self) -> rolls.Roll:
        """What each die needs to hit."""
        failures = self.holds(SOLID) or self.holds(CROSSFIRE)
        again = rolls.RollAgain.of(failures=failures, successes=self.holds(SHATTERED))
        harder = int(self.total(CONCEALED, HILL))
        return rolls.at_least(self.weapon.to_hit(self.form.range) + harder, again)

    @cached_property
    def firepower(self) -> rolls.Roll:
        """What each hit that is not saved needs to destroy a platoon."""
        return rolls.at_least(
            self.weapon.firepower, rolls.RollAgain.of(successes=self.holds(FORTIFIED))
        )

    def save(self, target: Target) -> rolls.Roll:
        """What the target needs to save a hit."""
        failures, successes = (one.holds(target, self.tables) for one in SAVES_AGAIN)
        again = rolls.RollAgain.of(failures=failures, successes=successes)
        return rolls.at_least(7 - int(self.total(SAVES)), again)

    @property
    def corners(self) -> bool:
        """Whether the ground that they sweep widens along the corners of a square."""
        return self.form.corners and self.one.formation is Formation.SQUARE

    @property
    def start_platoons(self) -> int:
        """Those that the target had when the turn began."""
        return self.form.start_platoons or self.target.platoons

    def dice(self, left: int) -> int:
        """A die for each platoon in the swept ground, of a target with `left` platoons, as counted
        by a player or worked out: muskets sweep to their maximum range, guns some inches on from
        their target's front."""
        one, near = self.one, self.form.range
        if self.form.swept is not None:
            return min(self.form.swept, left)
        guns = one.card.arm is Arm.ARTILLERY
        far = near + self.tables.points("swept.guns") if guns else Fraction(self.weapon.reach)
        return frontage.swept(one, self.target, left, (near, far), self.corners)

    def throw(self, target: Target) -> Throw[Target]:
        """The dice of one Shoot Action, and what they leave of the target."""
        save, dice = self.save(target), self.dice(target.platoons)
        hits, destroys, unsaved = self.to_hit.chance, self.firepower.chance, 1 - save.chance
        if self.tables.is_so(SAVED_HITS):
            destroys *= unsaved
        else:
            hits *= unsaved
        return Throw(
            rolls.hitting(((dice, hits),), destroys),
            after_volley(self.target, target, self.start_platoons),
            f"{self.one.name} shoots, {counted(dice, 'die', 'dice')} to hit on {self.to_hit}, "
            f"saves on {save}, firepower {self.firepower}",
        )

    def procedure(self) -> Procedure[Target, Shot]:
        in_full = self.in_full()
        return Procedure(in_full.start, in_full.steps, self.listed)

    def in_full(self) -> Procedure[Target, Target]:
        def fire(target: Target, chance: Chance) -> Target:
            if not target.platoons:
                return target
            return chance.at_once([self.throw(target)], lambda targets: targets[0])

        start = Target(self.target.platoons, self.target.order, self.form.hits_before)
        return Procedure(start, (fire,) * (2 if self.holds(TWICE) else 1), lambda left: left)

    def counting(self) -> Iterator[Pull]:
        """What counts here, step by step, dice and scores first."""
        found = (*super().counting(), *self._given())
        yield from sorted(found, key=lambda one: (one.factor.stage, one.modifier is not GIVEN))

    def _given(self) -> Iterator[Pull]:
        form, target, weapon, again = self.form, self.target, self.weapon, self.to_hit.again
        began = f"{counted(self.start_platoons, 'platoon')} as the turn began"
        before = f"{began}, {counted(form.hits_before, 'hit')} before"
        to_hit, at = weapon.to_hit(form.range), f"at {shown_length(form.range)} inches"
        bands = f"{weapon.key}.accuracy", f"{weapon.key}.ranges"
        kills, power = f"firepower {weapon.firepower}+", (f"{weapon.key}.firepower",)
        disorders, whom = "disorder it as well", SHOOTER
        if not self.tables.is_so(SAVED_HITS):
            disorders, whom = "do not disorder it", TARGET
        saved, swept = f"hits that are saved {disorders}", self.dice(target.platoons)
        found = [
            ruled(SWEEPS.name, self.swept_words, SHOOTER, swept, SWEEPS.source),
            Factor(HITS.name, f"accuracy {to_hit}+ {at}", SHOOTER, 7 - to_hit, "Accuracy", bands),
            Factor(DESTROYS.name, kills, SHOOTER, 7 - weapon.firepower, "Firepower", power),
            ruled(DISORDERS, before, TARGET, 0, "5. Disorder the Target", effect=True),
            Factor(DISORDERS, saved, whom, 0, "3. Roll Saves", (SAVED_HITS,), effect=True),
        ]
        if again is not rolls.RollAgain.NONE:
            favoured = TARGET if again is rolls.RollAgain.SUCCESSES else SHOOTER
            found.append(ruled(HITS.name, again.value, favoured, 1, "Order & Disorder; Crossfire"))
        yield from (Pull(GIVEN, factor) for factor in found)
        yield forms.strength(target, side=TARGET)

    @property
    def swept_words(self) -> str:
        """How many of the target's platoons stand in the swept ground, and by what count."""
        target = self.target
        found = f"{self.dice(target.platoons)} of {target.strength} in the swept ground"
        if self.form.swept is not None:
            return f"{found}, as counted on the table"
        if self.one.skirmishes:
            return f"{found}, one for each of {self.one.strength} that skirmish"
        widening = " and wider along its corners" * self.corners
        width = frontage.front_of(self.one, self.one.platoons).length // 2
        return f"{found}, {width} mm wide{widening}"

    def refusals(self) -> Iterator[Refusal]:
        for one in self.both:
            yield from one.formation_refusals()
        yield from self._miscounts()
        if not self.weapon.ranges:
            problem = f"the {self.one.card.name.label} card has no weapon to shoot with"
            yield Refusal(problem, "Weapons")
        elif self.form.range > self.weapon.reach:
            beyond = f"is beyond the maximum range of {self.weapon.reach} inches"
            yield Refusal(f"{shown_length(self.form.range)} inches {beyond}", SWEEPS.source)

    def _miscounts(self) -> Iterator[Refusal]:
        """Why what a player counted on the table cannot be so."""
        (shooter, target), start, swept = self.both, self.form.start_platoons, self.form.swept
        can, why = target.platoons, f"{target} has {target.strength}"
        if start and start < can:
            began = f"now and began with no fewer, {span(can, terms.MOST_PLATOONS)}"
            source = "Shoot Action, 5. Disorder the Target"
            yield Refusal(f"start-platoons={start}: {why} {began}", source)
        if shooter.skirmishes and shooter.platoons < can:
            can, why = shooter.platoons, f"each of {shooter.strength} that skirmish shoots at one"
        if swept and swept > can:
            source = "Shoot Action, 1. Determine Target Platoons"
            yield Refusal(f"swept={swept}: {why}, so {span(1, can)} can be hit", source)

    def after(self, drawn: Shot | Target) -> Aftermath:
        """The target as the shooting leaves it, with the hits that count until the turn ends."""
        shot = self.listed(drawn)
        once = self.form.shoots is forms.ShootActions.ONCE
        may = battalions.permitted(self.form.order) if once else ()
        left = fates.left_by(target=fates.standing(shot.left, shot.order).fate(), may=may)
        if isinstance(drawn, Shot) or not shot.left:
            return left
        later = {"hits-before": str(drawn.hits), "start-platoons": str(self.start_platoons)}
        return attrs.evolve(left, later=later)

    def narrate(self, drawn: Target, draws: Draws) -> Narration:
        told, began = super().narrate(drawn, draws), self.start_platoons
        hits = f"{counted(-(-began // 2), 'hit')} in a turn disorder it and {began} shatter it"
        how = (*map(battalions.sentence, (self.swept_words, hits)), *told.how)
        return attrs.evolve(told, how=how)

    def told(self, drawn: Target) -> Iterator[str]:
        target, shot = self.target, drawn.listed
        stays = "stays" if shot.order is target.order else "is"
        losses = f" and loses {counted(shot.lost, 'platoon')}" if shot.lost else ""
        became = f"{stays} {shot.order}{losses}" if shot.left else "is wiped out"
        yield f"{target} {became}"
        before = fates.standing(target.platoons, target.order)
        yield from fates.losses([target], [before], [fates.standing(shot.left, shot.order)])
        if shot.left:
            whole = f"which it began with {counted(self.start_platoons, 'platoon')}"
            yield f"It has taken {counted(drawn.hits, 'hit')} this turn, {whole}"
