"""Further battalions in a charge, each with all that is asked of the first."""

from __future__ import annotations

from functools import partial
from typing import Final

import attrs

from calculator.forms import Form, choice, entry, whole
from calculator.kinds import Optional, Whole, Word
from calculator.rows import Rows, rows
from calculator.rules.revolutionary_wars import fields
from calculator.rules.revolutionary_wars.battalion import Contact, Obstacle
from calculator.rules.revolutionary_wars.cards import MOST_PLATOONS
from calculator.rules.revolutionary_wars.terms import CardName, Formation, Order


class Runs(Word):
    """The `Resolve` of a further battalion, in the words of a row."""

    TESTS = "tests"
    RUNS_AT_ONCE = "runs"
    RUNS_AFTER_MELEE = "runs-after-melee"


class Struck(Word):
    """The `Contact` of a pursuit with a fresh battalion, which it never only clips."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"


@attrs.frozen(kw_only=True)
class FurtherBattalion(Form):
    """A further battalion of either side; a blank number of platoons is that of its card."""

    card: CardName = fields.card(
        "Battalion card", default=CardName.LINE, help="The card of this battalion."
    )
    formation: Formation = fields.formation("Formation", default=Formation.LINE)
    order: Order = fields.order("Order")
    platoons: int | None = fields.platoons("Platoons")

    general = False
    """It does not matter where it is not asked."""


_fighting = partial(
    fields.fighting,
    "Fighting",
    source="Charge Action, 4. Melee",
    help="Platoons that roll to hit in the first melee, if counted on the table.",
)


@attrs.frozen(kw_only=True)
class FurtherCharger(FurtherBattalion):
    """A further battalion that charges: nobody pursues it, so no general helps it to rally."""

    fighting: int | None = _fighting()
    crossing: int | None = entry(
        Optional(Whole(0, MOST_PLATOONS, "platoons"), "as-first"),
        "Crossing",
        default=None,
        source="Charge Action, Cavalry Charging through Terrain",
        help="Its platoons that charge through terrain, 0 for none; if blank, all of them where "
        "the first battalion charges through terrain.",
    )


@attrs.frozen(kw_only=True)
class FurtherInCountercharge(FurtherCharger):
    """A further battalion on either side of a countercharge, which may be pursued."""

    general: bool = fields.near_general("General")


@attrs.frozen(kw_only=True)
class FurtherCharged(FurtherBattalion):
    """A further battalion that is charged."""

    general: bool = fields.near_general("General")
    contact: Contact = choice(
        Contact,
        "Contact",
        default=Contact.FRONT,
        source="Charge Action, Charged in the Flank; Clipped by a Charge",
        help="Where the charge strikes it, or that it is only clipped.",
    )
    resolve: Runs = choice(
        Runs,
        "Resolve",
        default=Runs.TESTS,
        source="Charge Action, Choosing to Break and Run",
        help="Whether it tests to stand or chooses to run, at once or after a melee.",
    )
    obstacle: Obstacle = choice(
        Obstacle,
        "Obstacle",
        default=Obstacle.NONE,
        source="Charge Action, Defending Obstacles; Defending a Building",
        help="What it defends.",
    )
    fighting: int | None = _fighting()
    corner: int = fields.corner("Corner", help="Its platoons that are struck on a corner.")


@attrs.frozen(kw_only=True)
class FurtherFresh(FurtherBattalion):
    """A fresh battalion that a further charger runs into.

    A general is near it to some purpose if cavalry broke through into it: a charger that pursued
    does not pursue it, and nobody else does.
    """

    general: bool = fields.near_general("General")
    contact: Struck = choice(
        Struck,
        "Contact",
        default=Struck.FRONT,
        source="Charge Action, Charged in the Flank",
        help="Where the pursuit strikes it.",
    )
    by: int = whole(
        1,
        99,
        "By",
        default=2,
        source="Charge Action, Pursuing into a Fresh Battalion",
        help="Which charger runs into it: 2 for the second, and so on.",
    )


_ALWAYS: Final = 3
"""Card, formation and order are written in every row."""

CHARGING: Final[Rows[FurtherCharger]] = rows(
    FurtherCharger, "french-line attack-column shaken 5 crossing=2", _ALWAYS
)
IN_COUNTERCHARGE: Final[Rows[FurtherInCountercharge]] = rows(
    FurtherInCountercharge, "line-cavalry line shaken 4 general", _ALWAYS
)
CHARGED: Final[Rows[FurtherCharged]] = rows(
    FurtherCharged, "british-line line solid 6 flank, mob 8 clipped runs", _ALWAYS
)
FRESH: Final[Rows[FurtherFresh]] = rows(FurtherFresh, "british-line line solid by=2", _ALWAYS)
