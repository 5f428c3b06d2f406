"""The Rally phase: a friendly formation adjacent to routers tries to stop them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.dice import d6
from calculator.chance.procedure import Procedure, single
from calculator.forms import Form, whole, yes_no
from calculator.kinds import Word
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.cannonade.escort import UNARMED, tallied, unformed
from calculator.rules.cannonade.terms import ROUTERS_MOVE, on_die, read_row
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor
from calculator.rules.phrases import shown, signed
from calculator.rules.tables import Tables

ROLL: Final = "rally"
SOURCE: Final = "Rally Table"


@attrs.frozen(kw_only=True)
class RallyForm(Form):
    """Routers and the friendly formation next to them."""

    routing_men: int = whole(
        1,
        120,
        "Routing men",
        default=10,
        unit="men",
        one="man",
        mnemonic="w",
        source=SOURCE,
        help="Men in the routing formation. Twice as many as the friendly formation: +1.",
    )
    men: int = whole(
        1,
        20,
        "Friendly formation",
        default=10,
        unit="men",
        one="man",
        mnemonic="m",
        source=SOURCE,
        help="Men in the friendly formation adjacent to the routers. Twice as many as they: -1.",
    )
    officer: bool = yes_no(
        "Officer present",
        mnemonic="l",
        source=SOURCE,
        help="An officer is with the friendly formation or with the routers: -1.",
    )


class Rally(Word):
    """The three results of the Rally Table."""

    RALLIED = "rallied"
    FLEES = "flees"
    PANICS = "panics"


@attrs.frozen
class Rallied:
    """What became of the routers, or of the friendly formation."""

    result: Rally

    @property
    def label(self) -> str:
        return {
            Rally.RALLIED: "rallied, unarmed",
            Rally.FLEES: "continues to flee",
            Rally.PANICS: "the friendly formation panics",
        }[self.result]


def modifiers(form: RallyForm, tables: Tables) -> Iterator[tuple[str, str]]:
    """Why something is added to the roll, and the key of how much; twice means twice or more."""
    times = tables.points("rally.times-larger")
    if form.routing_men >= times * form.men:
        yield "routers twice as large", "rally.routers-larger"
    if form.men >= times * form.routing_men:
        yield "friends twice as large", "rally.friends-larger"
    if form.officer:
        yield "officer present", "rally.officer"


def factors(form: RallyForm, tables: Tables) -> Iterator[Factor]:
    """The modifiers as pips for the friendly formation, whom a low roll serves."""
    for name, key in modifiers(form, tables):
        added = tables.points(key)
        text = f"{name}, {signed(added)} to the roll"
        yield Factor("rally", text, "friends", -added, SOURCE, (key,))


def procedure(form: RallyForm, tables: Tables) -> Procedure[Any, Rallied]:
    """1D6 with its modifiers on the Rally Table."""
    row = read_row(tables, "rally.results", Rally)
    added = sum(tables.points(key) for _, key in modifiers(form, tables))
    return single(lambda chance: Rallied(on_die(row, chance.draw(d6(), ROLL) + added)))


def narrate(form: RallyForm, outcome: Rallied, draws: Draws, tables: Tables) -> Narration:
    """What the routers and their friends do, and the roll."""
    roll = shown(draws, ROLL)
    found = [(name, tables.points(key)) for name, key in modifiers(form, tables)]
    listed = "".join(f", {name} {signed(points)}" for name, points in found)
    total = roll + sum(points for _, points in found)
    how = (f"Rolled {roll}{listed}: {total} on the Rally Table.",)
    return Narration(*_NARRATIONS[outcome.result], how)


def after_rally(form: RallyForm, outcome: Rallied) -> Aftermath:
    """The routing men, and whether the friendly formation routs as well."""
    rallied = outcome.result is Rally.RALLIED
    who = "men rallied, unarmed" if rallied else "the routing formation"
    others = unformed("routing-men", form.routing_men, who)
    if outcome.result is Rally.PANICS:
        return Aftermath(
            actor=None, actor_gone="routing", others=others, side=tallied(routing=form.men)
        )
    side = tallied(unarmed=form.routing_men, routing=-form.routing_men) if rallied else {}
    return Aftermath(others=others, side=side, may=("rally",))


_NARRATIONS: Final = {
    Rally.RALLIED: (
        "The routers rally.",
        ("Take away their routing chit: they may move as normal, but are unarmed.", UNARMED),
    ),
    Rally.FLEES: ("The routers continue to flee.", (ROUTERS_MOVE,)),
    Rally.PANICS: (
        "The friendly formation panics and routs itself.",
        ("Mark it as routing; it leaves its cannon and baggage behind.", ROUTERS_MOVE),
    ),
}

RALLY: Final = declared(
    key="rally",
    label="Rally",
    help="A friendly formation is adjacent to routers: they rally, flee on, or carry it away.",
    source=SOURCE,
    form=RallyForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(lambda outcome: -outcome.result.rank, "the side that rallies"),
    factors=factors,
    measures=(
        Measure("rallies", "the routers rally", lambda outcome: outcome.result is Rally.RALLIED),
        Measure("panics", "the friends rout", lambda outcome: outcome.result is Rally.PANICS),
    ),
    aftermath=after_rally,
    mnemonic="y",
)
