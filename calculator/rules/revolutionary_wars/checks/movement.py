"""How far a battalion may move, what terrain costs a charge, and whom it comes upon: a general."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from calculator import conditions, kinds, lengths
from calculator.chance.interface import Chance
from calculator.errors import Refusal
from calculator.forms import Form, Heading
from calculator.rules import action, phrases
from calculator.rules.modifiers import Pull, unless
from calculator.rules.revolutionary_wars import battalions, fields, forms, rolls, terms
from calculator.rules.revolutionary_wars.charge import fates
from calculator.rules.revolutionary_wars.charge.fates import BattalionState


def crossing_roll(battalion: battalions.Battalion, order: terms.Order) -> rolls.Roll:
    """What each platoon needs to cross, re-rolled if the battalion was Solid as it set out; a card
    with AUTO needs 1, which never fails."""
    again = rolls.RollAgain.of(failures=order is terms.Order.SOLID)
    return rolls.at_least(battalion.card.number("charge-across"), again)


def cross(
    one: battalions.Battalion,
    state: BattalionState,
    crossing: int,
    chance: Chance,
    roll: rolls.Roll | None = None,
) -> BattalionState:
    """What is left of a battalion once `crossing` of its platoons have charged through terrain,
    each by its `crossing_roll`, unless another `roll` is given: it is disordered, Shattered if it
    lost platoons, and its charge ends if none is left."""

    def came_across(across: int) -> BattalionState:
        left = state.platoons - crossing + across
        if not one.card.tables.is_so("crossing.goes-on"):
            left = one.kept(state.platoons, left)
        if not left:
            return fates.WIPED_OUT
        order = terms.Order.SHATTERED if across < crossing else state.order.disordered
        return BattalionState(left, order)

    roll = roll or crossing_roll(one, state.order)
    platoons = phrases.counted(crossing, "platoon")
    ask = f"{one.name} charges through terrain, {platoons}, each crosses on {roll}"
    return chance.read_off(rolls.passing(crossing, roll), came_across, ask)


class Crossed(action.Outcome):
    """Platoons that crossed, and the order of the battalion."""

    across: int
    lost: int
    order: terms.Order

    @property
    def label(self) -> str:
        if not self.across:
            return "destroyed, the charge ends"
        return f"{phrases.counted(self.across, 'platoon')} across, {self.order}"


CROSSING: Final = rolls.Stage("cross", "Charge Action, Charging through Terrain", rolls.ITSELF)
NUMBER: Final = CROSSING.score("each platoon: {value}+", "card.{battalion.value}.charge-across")
SOLID, _ = CROSSING.order_effects()


class Cross(forms.Check[forms.CountedBattalion, Crossed]):
    """The platoons of a charging battalion cross terrain: cavalry rolls, all are disordered."""

    key = "cross"
    label = "Charge through terrain"
    source = CROSSING.source
    severity = action.Severity[Crossed](lambda outcome: outcome.across, "the chargers")
    measures = (
        action.Measure("unharmed", "no platoon is lost", lambda outcome: not outcome.lost),
        action.Measure("contact", "some platoon makes contact", lambda outcome: outcome.across > 0),
    )
    modifiers = (NUMBER, SOLID)

    def counting(self) -> Iterator[Pull]:
        yield from super().counting()
        yield forms.strength(self.one, source=CROSSING.source)

    def refusals(self) -> Iterator[Refusal]:
        yield from self.one.charging_refusals()

    def resolve(self, chance: Chance) -> Crossed:
        one, roll = self.one, crossing_roll(self.one, self.rolling(self.form.order, SOLID))
        state = cross(one, BattalionState(one.platoons, one.order), one.platoons, chance, roll)
        return Crossed(state.platoons, one.platoons - state.platoons, state.order)

    def after(self, drawn: Crossed) -> action.Aftermath:
        may = ("charge",) if drawn.across else ()
        return fates.left_by(fates.standing(drawn.across, drawn.order).fate(), may=may)

    def told(self, drawn: Crossed) -> Iterator[str]:
        across = phrases.counted(drawn.across, "platoon")
        cross = "crosses" if drawn.across == 1 else "cross"
        became = f" and it charges on, {drawn.order}" if drawn.across else ""
        yield f"{across} of {self.one} {cross}{became}"
        before = fates.standing(self.one.platoons, self.one.order)
        left = fates.standing(drawn.across, drawn.order)
        yield from fates.losses([self.one], [before], [left], *fates.IN_TERRAIN)


WINGS: Final = "Formations, Refused and Advanced Wings"
OUT_OF_COMMAND: Final = "Move Action, Moving while out of Command"


class Moving(kinds.Word):
    """Why a battalion moves, and how much of a charge move it makes."""

    MOVE = "move"
    CHARGE = "charge", "a charge move"
    COUNTERCHARGE = "countercharge", "half a charge move"
    PURSUIT = "pursuit", "a charge move"
    ROUT = "rout"


class MovesThrough(kinds.Word):
    """What it moves through."""

    OPEN = "open"
    TERRAIN = "terrain"
    FRIENDS = "friends"


class Direction(kinds.Word):
    """Whether some platoon ends behind, or ahead of, where it began."""

    FORWARD = "forward"
    BACKWARD = "backward"


IS_MOVE: Final = conditions.where("moving", Moving.MOVE)
COMMAND: Final = Heading("Battalion", OUT_OF_COMMAND)


class MovementForm(forms.OrderedBattalion):
    """A battalion that is about to move."""

    formation: terms.Formation = fields.own_formation(default=terms.Formation.ATTACK_COLUMN)
    moving: Moving = fields.BATTALION.choice(
        Moving, source="Move Action; Charge Action; Countercharge Reaction; Break and Run"
    )
    """A Move Action, a charge, a countercharge (half a charge move), a pursuit (a charge move) or a
    run after breaking (full speed)."""
    through: MovesThrough = fields.GROUND.choice(
        MovesThrough,
        source="Move Action, Moving through Terrain; Moving through Friendly Troops",
        matters=IS_MOVE,
    )
    """Open ground; terrain, also to start in it; or friends, whom it disorders. A battalion that
    was part way across a linear obstacle moves on as in the open."""
    way: Direction = fields.GROUND.choice(
        Direction,
        "Some platoon ends",
        source="Move Action, Moving Backwards; Moving Artillery",
        matters=IS_MOVE,
    )
    """Behind where it began, infantry and cavalry move no more than 4 inches, unless they skirmish;
    ahead of it, a battery moves no more than 4."""
    wing: bool = fields.BATTALION.yes_no("Refused or advanced wing", source=WINGS, matters=IS_MOVE)
    """A line with a wing refused or advanced moves as if it were a square."""
    second_action: bool = COMMAND.yes_no("As second action", matters=IS_MOVE)
    """This is the second action of the battalion's activation."""
    in_command: bool = COMMAND.yes_no(default=True, matters=IS_MOVE)
    """It was within 6 inches of its general when it was activated."""

    @property
    def moves_as(self) -> terms.Formation:
        """The formation by which it moves in terrain."""
        return terms.Formation.SQUARE if self.wing else self.formation


class Allowance(action.Outcome):
    """How far each platoon may move, in inches as text."""

    inches: str

    @property
    def label(self) -> str:
        return f"{self.inches} inch" if self.inches == "1" else f"{self.inches} inches"


MOVES: Final = rolls.Stage("move", "Move Action", rolls.ITSELF)
STAYS: Final = MOVES.modifier(
    "guns that break stay where they are",
    conditions.where("moving", Moving.ROUT) & forms.GUNS,
    points=0,
    source="Charge Action, Overrunning Artillery",
)
IN_OPEN: Final = MOVES.modifier(
    "inches in the open", unless(STAYS), value="card.{battalion.value}.move-open", given=True
)
IN_TERRAIN: Final = MOVES.modifier(
    "inches in terrain in {moves_as}",
    IS_MOVE & ~conditions.where("through", MovesThrough.OPEN),
    value="card.{battalion.value}.move-terrain.{moves_as.value}",
    also_reads=("formation", "wing"),
)
GUNS_AHEAD: Final = forms.GUNS & conditions.where("way", Direction.FORWARD)
RANKS_BACK: Final = ~forms.GUNS & conditions.where("way", Direction.BACKWARD) & ~forms.SKIRMISHES
AWKWARD: Final = MOVES.modifier(
    "inches at most {way}", IS_MOVE & (GUNS_AHEAD | RANKS_BACK), value="move.awkward"
)
CHARGES: Final = MOVES.modifier(
    "{moving.meaning} of its card",
    conditions.where("moving", Moving.CHARGE, Moving.COUNTERCHARGE, Moving.PURSUIT),
    source="Charge Action; Countercharge Reaction",
)


class Movement(forms.Check[MovementForm, Allowance]):
    """How far a battalion may move in the open, through terrain or friends, or in a charge."""

    key = "movement"
    label = "Movement allowance"
    source = MOVES.source
    severity = action.Severity[Allowance](lambda outcome: 0)
    modifiers = (STAYS, IN_OPEN, IN_TERRAIN, AWKWARD, CHARGES)
    place = action.Place.AID

    def refusals(self) -> Iterator[Refusal]:
        form, one = self.form, self.one
        yield from one.formation_refusals()
        if form.moving not in {Moving.PURSUIT, Moving.ROUT}:
            yield from one.shattered_refusals("move or charge", self.source)
        if form.moving not in {Moving.MOVE, Moving.ROUT}:
            yield from one.arm_refusals()
        if not IS_MOVE(form):
            return
        if form.second_action and not form.in_command:
            out = "out of command, a battalion may not move as its second action"
            yield Refusal(out, OUT_OF_COMMAND)
        if form.wing and one.formation is not terms.Formation.LINE:
            yield Refusal("only a line has a wing to refuse or advance", WINGS)

    def resolve(self, chance: Chance) -> Allowance:
        """No dice: the least of the inches that count, none of guns that stay."""
        if self.holds(CHARGES):
            half = self.form.moving is Moving.COUNTERCHARGE
            away = Fraction(self.one.card.number("charge-move"), 2 if half else 1)
        else:
            away = Fraction(self.total(IN_TERRAIN if self.holds(IN_TERRAIN) else IN_OPEN))
        if self.holds(AWKWARD):
            away = min(away, Fraction(self.total(AWKWARD)))
        return Allowance(lengths.shown_length(away))

    def told(self, drawn: Allowance) -> Iterator[str]:
        if self.holds(STAYS):
            yield f"the guns of {self.one} stay where they are, overrun"
            return
        yield f"each platoon of {self.one} moves up to {drawn.label}"
        if IS_MOVE(self.form):
            yield "Keep 2 inches from the enemy"
            if self.form.through is MovesThrough.FRIENDS:
                yield "Pass wholly through the friends and disorder them"


GENERALS: Final = "Move Action, Moving near Enemy Generals; Charge Action, Charging Enemy Generals"
CHASE: Final = Heading("", GENERALS)


class GeneralForm(Form):
    """A battalion that has moved or charged within 2 inches of an enemy general."""

    left: Fraction = CHASE.inches(0, 36, "Move left", default=6)
    """Inches that the battalion can still move as it comes within 2 inches of the general."""
    away: Fraction = CHASE.inches(0, 16, "General's way out", default=16)
    """Inches by which the general, who moves up to 16, gets away from where the battalion goes."""
    leader: str | None = forms.leader("General", "Who is in the way.", GENERALS)


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
        lambda outcome: not outcome.captured, "the general", of_target=True
    )
    measures = (
        action.Measure(
            "captured", "he is captured", lambda outcome: outcome.captured, unwanted=True
        ),
    )
    modifiers = (CAN_MOVE, GAINS, CAPTURED)

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
