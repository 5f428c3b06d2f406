"""What is asked about a melee."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from calculator.errors import Fault
from calculator.forms import Form, Heading
from calculator.kinds import Whole
from calculator.rules.cannonade import terms
from calculator.rules.cannonade.terms import Ground, Holds, Side, asked_points, asked_unformed
from calculator.rules.phrases import span


@attrs.frozen
class MeleeSide:
    """A side of a melee: its men, whether an officer leads them, what stands in their hex, which
    they stand to lose, and the victory points of their side so far."""

    men: int
    officer: bool
    holds: Holds
    flag: bool
    prisoners: int
    routers: int
    unarmed: int
    victory_points: int


_OF_A_SIDE: Final = tuple(field.name for field in attrs.fields(MeleeSide))


def _in_their_hex(label: str, kind: str, side: Side) -> int:
    """Men of a side who are taken prisoner if it loses."""
    entering = f"the hex that the {side.other} enter if they win: they become prisoners."
    return asked_unformed(label, side.label.capitalize(), f"The {side}' {kind} men in {entering}")


ATTACKERS: Final = Heading("Attackers", "Melee phase")
DEFENDERS: Final = Heading("Defenders", "Melee phase")


@attrs.frozen(kw_only=True)
class MeleeForm(Form):
    """One or more formations and the adjacent formation that they attack."""

    men: int = ATTACKERS.entry(
        terms.MEN_OF_SEVERAL,
        "Attackers",
        default=20,
        help="Men in all the formations that attack this target, counted together.",
    )
    formations: int = ATTACKERS.entry(
        Whole(1, 6, "formations"),
        "Formations attacking",
        help="Two or more formations may attack the same target; each holds a hex of its own.",
    )
    officer: bool = ATTACKERS.yes_no(
        "Officer leads",
        help="An officer is with the attackers. Without one, a smaller force will not attack a "
        "larger. He is the last man killed.",
    )
    holds: Holds = ATTACKERS.choice(
        Holds,
        "In the attackers' hex",
        source="Stacking",
        help="What stands in the hex that the defenders enter if they win. They capture it, and no "
        "more than 10 of them can move there.",
    )
    flag: bool = ATTACKERS.yes_no(
        "Attackers' flag",
        source="Victory points",
        help="The attackers carry a flag that the defenders could capture.",
    )
    fired: bool = ATTACKERS.yes_no(
        "Fired a cannon",
        help="Some of the attackers fired a cannon this turn. Those men cannot attack.",
    )
    fought: bool = ATTACKERS.yes_no(
        "Fought before",
        help="One of the attackers has already attacked this turn, or the target has already been "
        "attacked. Each happens once only.",
    )
    prisoners: int = asked_unformed(
        "Prisoners with them",
        "Attackers",
        "Enemy men whom the attackers escort. If the attackers lose, they are free again.",
    )
    routers: int = _in_their_hex("Routers behind them", "routing", Side.ATTACKERS)
    unarmed: int = _in_their_hex("Unarmed behind them", "unarmed", Side.ATTACKERS)
    target_men: int = DEFENDERS.entry(
        terms.MEN_OF_A_FORMATION,
        "Defenders",
        default=15,
        help="Men in the formation attacked; routing men, prisoners and unarmed men do not fight.",
    )
    target_terrain: Ground = DEFENDERS.choice(
        Ground,
        "Defenders' terrain",
        source="March phase, cover in melee",
        help="Covered defenders count half as many again, fortified ones twice.",
    )
    target_officer: bool = DEFENDERS.yes_no(
        "Officer with them",
        source="Officers",
        help="An officer is with the defenders. He is the last man killed.",
    )
    target_holds: Holds = DEFENDERS.choice(
        Holds,
        "In the defenders' hex",
        source="Stacking",
        help="What stands beside the defenders. The attackers capture it if they win, and no more "
        "than 10 of them can move there.",
    )
    target_flag: bool = DEFENDERS.yes_no(
        "Defenders' flag",
        source="Victory points",
        help="The defenders carry a flag that the attackers could capture.",
    )
    target_prisoners: int = asked_unformed(
        "Their prisoners",
        "Defenders",
        "Men of the attackers' side whom the defenders escort. If the defenders lose, they are "
        "free again.",
    )
    target_routers: int = _in_their_hex("Routers in their hex", "routing", Side.DEFENDERS)
    target_unarmed: int = _in_their_hex("Unarmed in their hex", "unarmed", Side.DEFENDERS)
    victory_points: int = asked_points("Attackers' points")
    target_victory_points: int = asked_points("Defenders' points")

    def faults(self) -> Iterator[Fault]:
        """Every formation that attacks has a man in it."""
        if self.formations > self.men:
            problem = f"{self.formations} are more than the men in them"
            yield Fault("formations", problem, span(1, self.men))

    def of_side(self, side: Side) -> MeleeSide:
        """What the form says of one side."""
        whose = "" if side is Side.ATTACKERS else "target_"
        return MeleeSide(*(getattr(self, whose + name) for name in _OF_A_SIDE))
