"""What actions build on: their forms, of which a battalion as an order of battle lists it is one,
the battalions that these describe, and an action of one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, TypeVar

from calculator.conditions import where
from calculator.forms import Form, entry
from calculator.kinds import NAME, Optional, Whole, Word
from calculator.rules.action import Action, Draws, Narration, Outcome, Parties
from calculator.rules.modifiers import Modifier, Pull, ruled
from calculator.rules.phrases import capitalized
from calculator.rules.revolutionary_wars import fields, rolls
from calculator.rules.revolutionary_wars.battalions import Battalion, called, named, sentence
from calculator.rules.revolutionary_wars.terms import Card, CardName, Formation, Order
from calculator.rules.system import filling
from calculator.rules.tables import Tables


class Unit(Form):
    """A battalion, squadron or battery: the card it goes by, and its platoons."""

    card: CardName = fields.card()
    """The battalion card that this battalion goes by."""
    platoons: int = entry(fields.PLATOONS, default=6, source="Your Army, Platoons")
    """Its platoons when the battle begins."""


ROLES: Final = {
    "actor": filling(
        "card battalion, platoons, order, formation",
        "formation-units battalions, other-formations other-brigades",
    ),
    "target": filling("card enemy, platoons enemy-platoons guns, order, formation", into="enemy-"),
    "friend": filling("card skirmishers, platoons skirmish-platoons, platoons-lost lost"),
    "beyond": filling("card fresh, platoons, order, formation", into="fresh-"),
}
"""What a battalion fills in; its order and formation are what the table or a duel makes of it."""


def at_most(unit: Mapping[str, str], _: Tables) -> Mapping[str, int]:
    """Platoons that are lost do not come back."""
    return {"platoons": int(unit["platoons"])}


_ANSWERED: Final = ("formation", "order", "platoons", "near_general", "fighting", "corner")


def fielded(
    form: Form,
    tables: Tables,
    card: str = "battalion",
    of: str = "",
    also: Iterable[str] = (),
    **told: Any,
) -> Battalion:
    """The battalion that a form describes, called by the card that it answers as `card`: what it
    answers of it begins with `of`, but for what it `also` answers, and what is neither answered nor
    `told` is as usual."""
    dealt = Card(getattr(form, card), tables)
    asked = {one: of + one for one in _ANSWERED} | {one: one for one in also}
    said = {one: getattr(form, key, None) for one, key in asked.items()} | told
    known = {one: answer for one, answer in said.items() if answer is not None}
    return Battalion(dealt.name.battalion, dealt, **known)


def facing(form: Form, tables: Tables, roles: Sequence[str]) -> tuple[Battalion, Battalion]:
    """The battalion that acts and its enemy, told apart by their `roles` if they share a card."""
    sides = [fielded(form, tables)], [fielded(form, tables, "enemy", "enemy_")]
    (one,), (enemy,) = named(*sides, roles=roles)
    return one, enemy


def leader(label: str, who: str, source: str) -> str | None:
    """Who leads: a name, on which nothing else depends."""
    named = f"{who} As the order of battle names him; nothing else depends on it."
    return entry(Optional(NAME, "unnamed"), label, help=named, source=source)


class OrderedBattalion(Form):
    """The battalion that acts, in an action to which only its card and its order matter."""

    arranged = staticmethod(fields.by_group)
    battalion: CardName = fields.card(group="Battalion", default=CardName("french-line"))
    """The card of the battalion that acts."""
    order: Order = fields.order(group="Battalion")


class CountedBattalion(OrderedBattalion):
    """The battalion that acts, in an action to which its formation does not matter."""

    platoons: int | None = fields.platoons(group="Battalion")


class OneBattalion(CountedBattalion):
    """The battalion that acts, or that is asked about."""

    formation: Formation = fields.own_formation(default=Formation.ATTACK_COLUMN)


GUNS: Final = where("battalion.is_artillery")
"""The battalion that acts is a battery."""


class TwoBattalions(OneBattalion):
    """The battalion that acts and the enemy it acts upon."""

    enemy: CardName = fields.enemy()
    enemy_formation: Formation = fields.formation(group="Enemy")
    enemy_platoons: int | None = fields.platoons(group="Enemy")
    enemy_order: Order = fields.order(group="Enemy")


class FiringBattalions(TwoBattalions):
    """A battalion that shoots and the enemy it shoots at."""

    range: Fraction = fields.GROUND.inches(
        0,
        fields.TABLE,
        default=3,
        source="Shoot Action, 2. Roll to Hit; Reactions, When You Can React",
    )
    """Inches between them. A range on the end of a band belongs to that band."""
    concealed: bool = fields.GROUND.yes_no(
        "Enemy concealed", source="Shoot Action, Concealed Target"
    )
    """The target is within or behind tall or short terrain: 1 more to hit. Skirmishers ignore
    terrain within 2 inches of themselves."""
    hill: bool = fields.GROUND.yes_no("Enemy on a hill", source="Shoot Action, Target on a Hill")
    """The target stands on a hill: 1 more to hit."""


class FireAs(Word):
    """How a battery shoots this turn: by which weapon line of its card."""

    CANNON = "cannon", "cannon"
    HOWITZERS = "howitzers", "howitzer"


class ShootActions(Word):
    """How many consecutive Shoot Actions a battalion takes."""

    ONCE = "once"
    TWICE = "twice"


IS_WORKED_OUT: Final = where("swept", None)
"""The platoons in the swept ground follow from how both battalions stand."""
BY_CARD: Final = where(
    "battalion", *(card for card in CardName if card.value.endswith(("skirmish", "cossacks")))
)
"""The card is one of skirmishers, on foot or mounted."""
SKIRMISHES: Final = BY_CARD | where("formation", Formation.SKIRMISH_LINE)
"""Each platoon shoots at one platoon instead of sweeping ground."""


class ShootForm(FiringBattalions):
    """A battalion shoots at an enemy battalion in its swept ground."""

    formation: Formation = fields.own_formation(default=Formation.LINE)
    platoons: int | None = fields.platoons(group="Battalion", matters=IS_WORKED_OUT | SKIRMISHES)
    fire_as: FireAs = fields.BATTALION.choice(
        FireAs, source="Shoot Action, Artillery Fire as Cannon or Howitzer", matters=GUNS
    )
    """A battery shoots as cannon or as howitzers, each with its own line on the card."""
    shoots: ShootActions = fields.BATTALION.choice(
        ShootActions, source="Shoot Action, Multiple Shoot Actions"
    )
    """Once, or twice in two consecutive Shoot Actions. The second is against what the first left of
    the target."""
    swept: int | None = fields.ENEMY.entry(
        Optional(fields.PLATOONS, fields.WORKED_OUT),
        "Platoons in swept ground",
        source="Shoot Action, 1. Determine Target Platoons",
    )
    """The target's platoons in the swept ground and in sight; one die is rolled for each. Worked
    out from formations and base sizes, the middle of the shooters against that of the target. Ask
    again for each other battalion in the swept ground."""
    flank: bool = fields.ENEMY.yes_no(
        "Shot at end on", source="Shoot Action, Check Swept Ground", matters=IS_WORKED_OUT
    )
    """The shooters face the target's flank, so that its ranks stand side by side before them and
    its line stretches away."""
    corners: bool = fields.BATTALION.yes_no(
        "Corners fire too",
        default=True,
        source="Shoot Action, Check Swept Ground, Squares",
        matters=IS_WORKED_OUT & where("formation", Formation.SQUARE) & ~BY_CARD,
    )
    """A square may also sweep the ground out to the diagonals of its corners; say no where friends
    stand there."""
    start_platoons: int | None = fields.ENEMY.entry(
        Optional(fields.PLATOONS, "as-now"),
        "Enemy platoons at start",
        source="Shoot Action, 5. Disorder the Target",
    )
    """How many platoons the target had at the start of the turn: hits are measured against them."""
    hits_before: int = fields.ENEMY.entry(
        Whole(0, 48, "hits"), source="Shoot Action, 5. Disorder the Target; Multiple Shoot Actions"
    )
    """Hits that the target has already received from other shooting this turn."""
    crossfire: bool = fields.GROUND.yes_no(source="Shoot Action, Crossfire")
    """The target is in the swept ground of two battalions whose fronts form a right angle or more:
    failed rolls to hit are rolled again."""
    fortified: bool = fields.GROUND.yes_no(source="Shoot Action, Re-Roll against Fortifications")
    """The target is behind a wall, in a building or in a fortification: successful firepower rolls
    are rolled again, unless howitzers shoot."""


class FoughtOut(Form):
    """What is asked of a charge that is fought to the end."""

    soft_ground: bool = fields.soft_ground()
    hold: bool = fields.hold()
    count_platoons: bool = fields.ODDS.yes_no(
        "Count platoons in the odds", source="designer's judgement"
    )
    """List each number of platoons left as a separate outcome. A result tells losses anyway."""


class FightingBattalions(TwoBattalions):
    """A charging battalion and the enemy in a melee."""

    fighting: int | None = fields.fighting(
        "Platoons fighting",
        source="Charge Action, 4. Melee, Chargers Roll to Hit",
        group="Battalion",
    )
    """Front-rank platoons with an enemy in front of them, or beside such a platoon; at most the
    whole front rank. Worked out from formations and base sizes, the middle of one side against that
    of the other."""
    enemy_fighting: int | None = fields.fighting(
        "Enemy platoons fighting",
        source="Charge Action, 4. Melee, Enemy Rolls to Hit",
        group="Enemy",
    )
    """Platoons in front of a charging platoon, or adjacent to such a platoon; if it countercharged,
    at most its front rank. Worked out like those of the chargers."""
    enemy_corner: int = fields.corner("Struck on the corner", group="Enemy")
    """Front-rank platoons of the enemy that are contacted on a corner: they strike back with their
    Strike to Flank."""


F = TypeVar("F", bound=Form)
E = TypeVar("E", bound=TwoBattalions)
O = TypeVar("O", bound=Outcome)  # noqa: E741


class Told(Action[F, O]):
    """An action that tells a result step by step - what happened, then what to do on the table, as
    it is `told` - and then the dice; nothing pulls it where the rules forbid it."""

    told: Callable[[Any], Iterator[str]]

    def pulls(self) -> Iterable[Pull]:
        return [] if any(self.refusals()) else [*self.counting()]

    def counting(self) -> Iterator[Pull]:
        """What counts where the rules allow it."""
        yield from super().pulls()

    def narrate(self, drawn: Any, draws: Draws) -> Narration:
        event, *steps = self.told(drawn)
        dice = [f"{capitalized(draw.ask)}: {draw.value}" for draw in draws]
        return Narration(sentence(event), [f"{step}." for step in steps], dice)


class Check(Told[F, O]):
    """An action of one battalion, by its card."""

    @cached_property
    def one(self) -> Battalion:
        """The battalion that acts."""
        return fielded(self.form, self.tables)

    def parties(self) -> Parties:
        return called({"actor": self.one})

    def rolling(self, order: Order, *effects: Modifier[Any]) -> Order:
        """An order as far as these effects have dice rolled again: Shaken troops roll none."""
        return order if any(map(self.holds, effects)) else Order.SHAKEN


class TwoSided(Check[E, O]):
    """An action of one battalion upon another, called by their `roles` if they share a card."""

    roles: tuple[str, str] = ("charging", "charged")

    @cached_property
    def both(self) -> tuple[Battalion, Battalion]:
        """The battalion that acts and its enemy."""
        return facing(self.form, self.tables, self.roles)

    @property
    def one(self) -> Battalion:
        return self.both[0]

    def parties(self) -> Parties:
        return called(dict(zip(("actor", "target"), self.both, strict=True)))

    def listed_parties(self) -> Parties:
        parties = self.parties().items()
        return {role: (*words, *self.speaks_of.get(role, ())) for role, words in parties}


STRENGTH: Final = rolls.Stage("strength").given("platoons, and how many are too few", TwoBattalions)


def strength(one: Battalion, source: str = "Wiped Out", side: str = "") -> Pull:
    """A battalion's platoons, and those that take it off the table once it is reduced to them."""
    least, side = one.card.minimum, side or one.name
    gone = f", gone if reduced to {least}" if least and source == "Wiped Out" else ""
    return Pull(STRENGTH, ruled("strength", one.strength + gone, side, 0, source, effect=True))
