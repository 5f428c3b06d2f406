"""The Rally phase: a friendly formation adjacent to routers tries to stop them."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Final

from calculator import conditions, forms, kinds
from calculator.chance import dice, interface
from calculator.rules import action, phrases
from calculator.rules.action import Action, Aftermath, Draws, Measure, Narration, Outcome, Severity
from calculator.rules.cannonade import terms
from calculator.rules.modifiers import Stage

ROLL: Final = "rally"
SOURCE: Final = "Rally Table"
TABLE: Final = forms.Heading(source=SOURCE)


class RallyForm(forms.Form):
    """Routers and the friendly formation next to them."""

    routing_men: int = TABLE.entry(terms.MEN_OF_SEVERAL, default=10)
    """Men in the routing formation."""
    men: int = TABLE.entry(terms.MEN_OF_A_FORMATION, "Friendly formation", default=10)
    """Men in the friendly formation adjacent to the routers."""
    officer: bool = TABLE.yes_no("Officer present")
    """An officer is with the friendly formation or with the routers."""


class Rally(kinds.Word):
    """The three results of the Rally Table."""

    RALLIED = "rallied", "rallied, unarmed"
    FLEES = "flees", "continues to flee"
    PANICS = "panics", "the friendly formation panics"


class Rallied(Outcome):
    """What became of the routers, or of the friendly formation."""

    result: Rally

    @property
    def label(self) -> str:
        return self.result.meaning


def _twice(one: str, other: str) -> conditions.Condition:
    """That a formation is at least twice as large as the other: the text has no more than twice."""
    return conditions.Worked(
        lambda form, tables: (
            getattr(form, one) >= tables.points("rally.times-larger") * getattr(form, other)
        ),
        (one, other),
        "one formation is at least twice as large as the other",
    )


_to_the_roll: Final = partial(Stage("rally", SOURCE, "friends").modifier, sign=-1)
TO_THE_ROLL: Final = (
    _to_the_roll(
        "routers twice as large", _twice("routing_men", "men"), value="rally.routers-larger"
    ),
    _to_the_roll(
        "friends twice as large", _twice("men", "routing_men"), value="rally.friends-larger"
    ),
    _to_the_roll("officer present", conditions.where("officer"), value="rally.officer"),
)
"""What is added to the roll; the less the better for the friendly formation."""

_NARRATIONS: Final = {
    Rally.RALLIED: (
        "The routers rally.",
        (
            "Take away their routing chit: they may move as normal, but are unarmed.",
            (
                "To rearm, a man must move adjacent to a baggage unit. An enemy formation that "
                "enters the hex of unarmed men takes them prisoner."
            ),
        ),
    ),
    Rally.FLEES: ("The routers continue to flee.", (terms.ROUTERS_MOVE,)),
    Rally.PANICS: (
        "The friendly formation panics and routs itself.",
        ("Mark it as routing; it leaves its cannon and baggage behind.", terms.ROUTERS_MOVE),
    ),
}


class Rallying(Action[RallyForm, Rallied]):
    """A friendly formation is adjacent to routers: they rally, flee on, or carry it away."""

    key = "rally"
    source = SOURCE
    severity = Severity[Rallied](lambda o: -o.result.rank, "the side that rallies")
    measures = (
        Measure("rallies", "the routers rally", lambda o: o.result is Rally.RALLIED),
        Measure("panics", "the friends rout", lambda o: o.result is Rally.PANICS),
    )
    modifiers = TO_THE_ROLL
    speaks_of = {"actor": ("the friendly formation",), "friend": ("the routers",)}
    gone = {"friend": "routing"}

    @cached_property
    def row(self) -> terms.Row[Rally]:
        """The Rally Table."""
        return terms.Row.read(self.tables, "rally.results", Rally)

    def resolve(self, chance: interface.Chance) -> Rallied:
        """1D6 with its modifiers on the Rally Table."""
        added = -int(self.total(*TO_THE_ROLL))
        return Rallied(self.row(chance.draw(dice.d6(), ROLL) + added))

    def narrate(self, drawn: Rallied, draws: Draws) -> Narration:
        rolled = phrases.shown(draws, ROLL)
        listed = "".join(f", {one.name} {-one.points:+d}" for one in self.factors())
        roll = rolled - sum(one.points for one in self.factors())
        how = f"Rolled {rolled}{listed}: {roll} on the Rally Table, {self.row.told(roll)}."
        return Narration(*_NARRATIONS[drawn.result], (how,))

    def after(self, drawn: Rallied) -> Aftermath:
        rallied, routing = drawn.result is Rally.RALLIED, self.form.routing_men
        others = terms.unformed("routing-men", routing, "men rallied, unarmed") if rallied else ()
        others = others or (action.Consequence("routing-men", "the routers", None, "routing"),)
        if drawn.result is Rally.PANICS:
            fled = terms.tallied(routing=self.form.men)
            return Aftermath(actor=None, actor_gone="routing", others=others, side=fled)
        side = terms.tallied(unarmed=routing, routing=-routing) if rallied else {}
        return Aftermath(others=others, side=side, may=("rally",))
