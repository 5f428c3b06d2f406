"""What hangs on officers: the initiative, a unit regrouped, a general overrun (III, V, IX)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator import errors, forms, kinds
from calculator.chance import distribution, interface
from calculator.conditions import where
from calculator.rules import action
from calculator.rules.modifiers import Stage
from calculator.rules.there_stand_empires import contest, terms
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET, Contest, by
from calculator.rules.there_stand_empires.terms import State, Variant


class Side(kinds.Word):
    """The roles that a scenario gives the two sides."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class InitiativeForm(forms.Form):
    """How the scenario handles initiative."""

    variant: Variant = forms.choice(Variant, "Initiative", source="III.B")
    """One draw a turn, then divisions alternate (the standard); a new draw before every division;
    or one draw a turn, then single units and generals alternate."""


class InitiativeOutcome(action.Outcome):
    """The side that has the initiative."""

    side: Side

    @property
    def label(self) -> str:
        return f"the {self.side.label}"


class Initiative(action.Action[InitiativeForm, InitiativeOutcome]):
    """Which side has the initiative?"""

    key = "initiative"
    source = "III.A, III.B"
    severity = action.Severity[InitiativeOutcome](lambda o: o.side.rank)
    measures = (
        action.Measure("attacker", "the attacker", lambda o: o.side is Side.ATTACKER),
        action.Measure("defender", "the defender", lambda o: o.side is Side.DEFENDER),
    )
    speaks_of = {"attacker": ("the attacker",), "defender": ("the defender",)}
    place = action.Place.BUTTON

    def resolve(self, chance: interface.Chance) -> InitiativeOutcome:
        share = self.tables.fraction("initiative.attacker")
        odds = distribution.Distribution.chance_of(share, Side.ATTACKER, Side.DEFENDER)
        return InitiativeOutcome(chance.draw(odds, "initiative"))

    def narrate(self, drawn: InitiativeOutcome, draws: action.Draws) -> action.Narration:
        side, steps = drawn.side.label, (*_STEPS[self.form.variant], _FINISHED)
        how = (f"The {side} was drawn: an even chance for either side.",)
        return action.Narration(f"The {side} has the initiative.", steps, how)


_FINISHED: Final = (
    "Once one side has acted with everything, the other has all the initiatives left."
)
_STEPS: Final = {
    Variant.ALTERNATE: (
        "It may go first or make the enemy go first.",
        "From then on the sides take turns: a division, or a corps or army general, each time.",
    ),
    Variant.RANDOM_EACH_DIVISION: (
        "It acts now with one division, or one corps or army general, that has not yet acted.",
        "Then draw the initiative again, until everyone has acted.",
    ),
    Variant.UNIT_BY_UNIT: (
        "It may go first or make the enemy go first.",
        "From then on the sides take turns: a single unit or general each time.",
    ),
}


class RegroupForm(terms.OrdersForm):
    """A unit that tries to regroup."""

    actor_state: State = terms.state(default=State.DISORDERED)
    general: bool = terms.general()


class Rally(kinds.Word):
    """How well a regroup goes, the best first."""

    WHOLLY = "wholly"
    ONE_LEVEL = "one-level"
    NOT = "not"


class RegroupOutcome(action.Outcome):
    """The status of the unit after its regroup, and whether it is better than before."""

    state: State
    improved: bool

    @property
    def label(self) -> str:
        if not self.improved:
            return f"is still {self.state.label}"
        return "regroups: OK" if self.state is State.OK else "rallies in part: disordered"


BY_A_LEVEL: Final = Stage("regroup", "V", TARGET).modifier(
    "it may rise by one level only, or by both", where("actor_state", State.DEMORALIZED)
)


class Regroup(contest.Contested[RegroupForm, RegroupOutcome]):
    """Rally a disordered or demoralized unit."""

    key = "regroup"
    source = "III.B, V, IX"
    severity = action.Severity[RegroupOutcome](lambda o: -o.state.rank, "the unit")
    measures = (
        action.Measure("improves", "improves at all", lambda o: o.improved),
        action.Measure("recovers", "recovers wholly", lambda o: o.state is State.OK),
    )
    contest = Contest(
        "regroup",
        Rally,
        contest.of_the_actor(".quality.{rated}"),
        by(ACTOR, "Demoralized", ".demoralized", where("actor_state", State.DEMORALIZED)),
        by(ACTOR, "General within 6 inches", ".general", where("general")),
    )
    effects = (BY_A_LEVEL,)
    speaks_of = {"actor": ("the unit",)}

    def refusals(self) -> Iterator[errors.Refusal]:
        if self.form.actor_state is State.OK:
            yield errors.Refusal("A unit that is OK has nothing to regroup from", "III.B, V")

    def ended(self, rung: Rally) -> RegroupOutcome:
        if rung is Rally.NOT:
            return RegroupOutcome(self.form.actor_state, False)
        in_part = rung is Rally.ONE_LEVEL and self.holds(BY_A_LEVEL)
        return RegroupOutcome(State.DISORDERED if in_part else State.OK, True)

    def after(self, drawn: RegroupOutcome) -> action.Aftermath:
        """The unit in its new status. A success lets it take any formation; it keeps its own."""
        return action.Aftermath(actor={"state": drawn.state.value})

    def narrate(self, drawn: RegroupOutcome, draws: action.Draws) -> action.Narration:
        how = self.bout.lines(draws, "The officers", "confusion in the ranks")
        headline = f"The unit {drawn.label}."
        if not drawn.improved:
            kept = "Marker, formation and facing stay as they are; its action is used."
            return action.Narration(headline, (kept,), how)
        marker = "Remove its marker."
        if drawn.state is not State.OK:
            marker = "Replace its demoralization marker with a disorder marker."
        about = "about its center, no part within 1 inch of an enemy"
        place = f"It may take any formation and facing {about}."
        return action.Narration(headline, (marker, place), how)


class Escape(kinds.Word):
    """The general's fate, the best for him first."""

    ESCAPES = "escapes", "gets away"
    CAPTURED = "captured", "is taken prisoner"
    KILLED = "killed", "is killed"


class OverrunForm(forms.Form):
    """A general whom the enemy rides over."""

    leader: str | None = forms.entry(kinds.Optional(kinds.NAME, "unnamed"), "General", source="IX")
    """Who is overrun, as the order of battle names him. The odds are the same for all."""
    attached: bool = forms.yes_no("Attached to a unit", source="III.A")
    """Is the general attached to a unit? Then he cannot be overrun."""


class OverrunOutcome(action.Outcome):
    """What becomes of the general."""

    fate: Escape

    @property
    def label(self) -> str:
        return self.fate.label


class LeaderOverrun(contest.Contested[OverrunForm, OverrunOutcome]):
    "What happens to a general whom the enemy has overrun?"

    key = "leader-overrun"
    source = "III.A, IX"
    severity = action.Severity[OverrunOutcome](
        lambda o: o.fate.rank, "the pursuers", of_target=True
    )
    measures = (
        action.Measure("escapes", "escapes", lambda o: o.fate is Escape.ESCAPES),
        action.Measure("captured", "captured", lambda o: o.fate is Escape.CAPTURED),
        action.Measure("killed", "killed", lambda o: o.fate is Escape.KILLED),
    )
    place = action.Place.BUTTON
    contest = Contest("leader-overrun", Escape)

    def refusals(self) -> Iterator[errors.Refusal]:
        if self.form.attached:
            yield errors.Refusal("A general who is attached to a unit cannot be overrun", "III.A")

    def ended(self, rung: Escape) -> OverrunOutcome:
        return OverrunOutcome(rung)

    def after(self, drawn: OverrunOutcome) -> action.Aftermath:
        """The general gone, unless he escapes; nobody takes his place (IX)."""
        if drawn.fate is Escape.ESCAPES:
            return action.Aftermath()
        who = self.form.leader or "the general"
        return action.Aftermath(others=(action.Consequence("leader", who, None, drawn.fate.label),))

    def narrate(self, drawn: OverrunOutcome, draws: action.Draws) -> action.Narration:
        inches = self.tables.points("leader-overrun.escapes-inches")
        how = self.bout.lines(draws, "The general", "his pursuers")
        steps: tuple[str, ...] = ("Remove him from play; nobody takes his place.",)
        if drawn.fate is Escape.ESCAPES:
            reach = f"up to {inches} inches, to where no enemy is within 1 inch"
            out = f"Move him out of the enemy's way at once: {reach}."
            steps = (out, "This is not his move for the turn.")
        headline = f"{self.form.leader or 'The general'} {drawn.fate.meaning}."
        return action.Narration(headline, steps, how)
