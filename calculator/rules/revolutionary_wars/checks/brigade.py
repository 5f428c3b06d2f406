"""Matters of a brigade that take no dice: its morale, its general in the way, its skirmishers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Final

from calculator import conditions, standing
from calculator.chance.interface import Chance
from calculator.errors import Refusal
from calculator.forms import Form, Heading, entry
from calculator.kinds import NAME, Optional, Whole, Word
from calculator.rules import action
from calculator.rules.modifiers import answers
from calculator.rules.phrases import a_or_an, counted
from calculator.rules.revolutionary_wars import fields, forms, rolls
from calculator.rules.revolutionary_wars.battalions import Battalion, called
from calculator.rules.revolutionary_wars.terms import MOST_PLATOONS, Card, CardName, Troops

MORALE_CHECK: Final = "Start of Turn, Check Brigade Morale"
GENERALS: Final = "Move Action, Moving near Enemy Generals; Charge Action, Charging Enemy Generals"
REPLENISHING: Final = "Shoot Action, Replenishing Skirmishers"
PLATOON_GIVERS: Final = {Troops.LINE, Troops.LIGHT, Troops.LINE_CAVALRY, Troops.LIGHT_CAVALRY}

MORALE: Final = Heading("", MORALE_CHECK)
CHASE: Final = Heading("", GENERALS)
REPLENISHED: Final = Heading("", REPLENISHING)


def _leader(label: str, who: str, source: str) -> str | None:
    named = f"{who} As the order of battle names him; nothing else depends on it."
    return entry(Optional(NAME, "unnamed"), label, help=named, source=source)


class BrigadeForm(Form):
    """A brigade at the start of its player's turn."""

    battalions: int = MORALE.entry(Whole(0, 20, "battalions"), "Battalions left", default=2)
    """Battalions of the brigade on the table or in reserve."""
    other_brigades: int = MORALE.entry(Whole(0, 20, "brigades"), "Other brigades left", default=2)
    """The player's other brigades on the table or in reserve."""
    leader: str | None = _leader("Its general", "Who commands the brigade.", MORALE_CHECK)


class Morale(Word):
    """What the check finds, worst first."""

    LOSES_THE_GAME = "breaks-and-loses-the-game"
    BREAKS = "breaks"
    HOLDS = "holds"


class BrigadeMorale(action.Outcome):
    """What becomes of the brigade."""

    morale: Morale

    @property
    def label(self) -> str:
        return self.morale.label


CHECK: Final = rolls.Stage("morale", MORALE_CHECK, "brigade")
LEFT: Final = CHECK.modifier("of its battalions are left", number="battalions", given=True)
REDUCED: Final = CHECK.modifier(
    "reduced to a single battalion, it breaks",
    conditions.Worked(
        lambda form, tables: form.battalions <= tables.points("brigade.breaks"),
        ("battalions",),
        "the brigade is reduced to a single battalion",
    ),
    side="enemy",
)
LAST: Final = CHECK.modifier(
    "no other brigade is left: its player loses if it breaks",
    conditions.where("other_brigades", 0),
    side="enemy",
)


class MoraleCheck(forms.Told[BrigadeForm, BrigadeMorale]):
    """Whether a brigade breaks at the start of its turn, and whether that loses the game."""

    key = "brigade-morale"
    source = MORALE_CHECK
    severity = action.Severity[BrigadeMorale](lambda outcome: outcome.morale.rank, "the brigade")
    measures = (
        action.Measure("holds", "it holds", lambda outcome: outcome.morale is Morale.HOLDS),
    )
    modifiers = (LEFT, REDUCED, LAST)
    mnemonic = "g"

    def refusals(self) -> Iterator[Refusal]:
        """A brigade without a battalion has broken before, and is not checked again."""
        if not self.form.battalions:
            gone = "a brigade that has no battalion left is gone and takes no check"
            yield Refusal(gone, MORALE_CHECK, standing.Standing.READING)

    def resolve(self, chance: Chance) -> BrigadeMorale:
        broken = Morale.LOSES_THE_GAME if self.holds(LAST) else Morale.BREAKS
        return BrigadeMorale(broken if self.holds(REDUCED) else Morale.HOLDS)

    def after(self, drawn: BrigadeMorale) -> action.Aftermath:
        if drawn.morale is Morale.HOLDS:
            return action.Aftermath()
        last = ("the last surviving battalion", self.form.leader or "the brigade general")
        return action.Aftermath(
            others=tuple(action.Consequence("battalions", one, None, "broken") for one in last)
        )

    def told(self, drawn: BrigadeMorale) -> Iterator[str]:
        yield {
            Morale.HOLDS: "the brigade holds",
            Morale.BREAKS: "the brigade breaks and is destroyed",
            Morale.LOSES_THE_GAME: "the last brigade breaks and its player loses the game",
        }[drawn.morale]
        if drawn.morale is not Morale.HOLDS:
            general = self.form.leader or "the brigade general"
            yield f"Remove the last surviving battalion and {general} from the game"


class GeneralForm(Form):
    """A battalion that has moved or charged within 2 inches of an enemy general."""

    left: Fraction = CHASE.inches(0, 36, "Move left", default=6)
    """Inches that the battalion can still move as it comes within 2 inches of the general."""
    away: Fraction = CHASE.inches(0, 16, "General's way out", default=16)
    """Inches by which the general, who moves up to 16, gets away from where the battalion goes."""
    leader: str | None = _leader("General", "Who is in the way.", GENERALS)


class GeneralsFate(action.Outcome):
    """Whether the general is captured."""

    captured: bool

    @property
    def label(self) -> str:
        return "captured" if self.captured else "gets away"


CHASING: Final = rolls.Stage("chase", GENERALS)
CAN_MOVE: Final = CHASING.modifier(
    "inches the battalion can still move", number="left", side="battalion", given=True
)
GAINS: Final = CHASING.modifier(
    "inches the general gains", number="away", side="general", given=True
)
CAPTURED: Final = CHASING.modifier(
    "the battalion can move as far as he gains: he is captured",
    conditions.Worked(
        lambda form, _: form.left >= form.away,
        ("left", "away"),
        "the battalion can move as far as the general gains",
    ),
    side="battalion",
)


class General(forms.Told[GeneralForm, GeneralsFate]):
    """Whether a general from whom an enemy battalion has come within 2 inches is captured."""

    key = "general"
    label = "General in the way"
    source = GENERALS
    severity = action.Severity[GeneralsFate](
        lambda outcome: not outcome.captured, "the general", action.Beneficiary.TARGET
    )
    measures = (
        action.Measure(
            "captured", "he is captured", lambda outcome: outcome.captured, unwanted=True
        ),
    )
    modifiers = (CAN_MOVE, GAINS, CAPTURED)
    mnemonic = "y"

    def resolve(self, chance: Chance) -> GeneralsFate:
        """No dice: captured if the battalion can make good what he gains and be within 2 inches."""
        return GeneralsFate(self.holds(CAPTURED))

    def after(self, drawn: GeneralsFate) -> action.Aftermath:
        captured = action.Consequence("away", self.form.leader or "the general", None, "captured")
        return action.Aftermath(others=(captured,) if drawn.captured else ())

    def told(self, drawn: GeneralsFate) -> Iterator[str]:
        if drawn.captured:
            yield f"{self.form.leader or 'the general'} is captured"
            yield "Remove him from the game"
        else:
            yield "the general gets away"
            away = self.tables.points("move.general")
            yield f"Move him up to {away} inches, then finish the battalion's move"


class ReplenishForm(Form):
    """Platoons of a battalion broken up to make good a skirmish battalion's losses."""

    battalion: CardName = fields.card(default=CardName("french-line"))
    """The card of the line or light battalion, foot or horse, that gives up platoons."""
    platoons: int | None = fields.platoons("Platoons it has")
    removed: int = REPLENISHED.entry(fields.PLATOONS, "Platoons removed", default=1)
    """Platoons that it gives up."""
    skirmishers: CardName = fields.card(default=CardName("french-skirmish"))
    """The card of the skirmish battalion of the same brigade."""
    lost: int = REPLENISHED.entry(
        Whole(0, MOST_PLATOONS, "platoons"), "Skirmish platoons lost", default=4
    )
    """Platoons that the skirmish battalion has lost: no more than these return."""
    skirmish_platoons: int | None = REPLENISHED.entry(
        Optional(Whole(0, MOST_PLATOONS, "platoons"), "card-less-lost"), "Skirmish platoons left"
    )
    """Platoons that the skirmish battalion still has."""
    distance: Fraction = REPLENISHED.inches(0, fields.TABLE, "Distance between them", default=6)
    """Inches from the platoons that are removed to the skirmishers."""


class Replenished(action.Outcome):
    """Skirmish platoons returned to the table, and the platoons that both battalions have then."""

    returned: int
    giver: int
    skirmishers: int

    @property
    def label(self) -> str:
        return f"{counted(self.returned, 'skirmish platoon')} returned"


ASKED: Final = ("battalion", "platoons", "removed", "skirmishers", "lost", "skirmish_platoons")
EACH: Final = rolls.Stage("replenish", REPLENISHING, "skirmishers").modifier(
    "skirmish platoons for each removed",
    ~conditions.where("battalion.is_artillery"),
    number=lambda form, tables: tables.points(
        f"replenish.{Card(form.battalion, tables).arm.value}"
    ),
    given=True,
)


class Replenish(forms.Check[ReplenishForm, Replenished]):
    """How many skirmish platoons come back for line or light platoons given up."""

    key = "replenish"
    label = "Replenish skirmishers"
    source = REPLENISHING
    severity = action.Severity[Replenished](lambda outcome: outcome.returned, "the skirmishers")
    measures = (action.Measure("returns", "some return", lambda outcome: outcome.returned > 0),)
    modifiers = (EACH, *answers(ReplenishForm, *ASKED))
    mnemonic = "l"

    @cached_property
    def skirmishers(self) -> Battalion:
        """Those whose losses are made good."""
        return forms.fielded(self.form, self.tables, "skirmishers")

    def refusals(self) -> Iterator[Refusal]:
        removed, giver, skirmishers = self.form.removed, self.one, self.skirmishers
        if giver.card.troops not in PLATOON_GIVERS:
            yield Refusal("only line or light platoons are given up", REPLENISHING)
        if not skirmishers.card.is_skirmish:
            yield Refusal(f"{a_or_an(skirmishers.name)} is no skirmish battalion", REPLENISHING)
        elif giver.card.arm is not skirmishers.card.arm:
            yield Refusal("foot makes good foot skirmishers, and horse mounted ones", REPLENISHING)
        if removed > (has := giver.platoons):
            problem = f"{removed} platoons cannot be given up by a battalion that has {has}"
            yield Refusal(problem, REPLENISHING)
        if self.form.distance > (reach := self.tables.points("reach.replenish")):
            yield Refusal(f"the platoons must be within {reach} inches", REPLENISHING)

    def resolve(self, chance: Chance) -> Replenished:
        form, left = self.form, self.form.skirmish_platoons
        back = min(form.lost, form.removed * int(self.total(EACH)))
        if left is None:
            left = max(0, self.skirmishers.card.platoons - form.lost)
        return Replenished(back, self.one.platoons - form.removed, left + back)

    def after(self, drawn: Replenished) -> action.Aftermath:
        values = {"platoons": str(drawn.skirmishers)}
        giver, gone = ({"platoons": str(drawn.giver)}, "") if drawn.giver else (None, "broken up")
        others = (action.Consequence("skirmishers", self.skirmishers.name, values),)
        return action.Aftermath(actor=giver, actor_gone=gone, others=others)

    def parties(self) -> action.Parties:
        return called({"actor": self.one, "friend": self.skirmishers})

    def told(self, drawn: Replenished) -> Iterator[str]:
        back = counted(drawn.returned, "skirmish platoon")
        removed = counted(self.form.removed, "platoon")
        yield f"{removed} {'makes' if self.form.removed == 1 else 'make'} good {back}"
        yield f"Remove {removed} of {self.name}"
        yield f"Return {back} to the {self.skirmishers.name}"
