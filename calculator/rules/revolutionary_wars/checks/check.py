"""What checks share: the battalion that acts, scores needed, and what order has rolled again."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final, TypeVar

import attrs

from calculator.conditions import Condition, always, where
from calculator.rules import modifiers
from calculator.rules.action import Action, Outcome, Parties
from calculator.rules.modifiers import Modifier, Pull, S, ruled
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.battalion import Battalion, called
from calculator.rules.revolutionary_wars.forms import OrderedBattalion, acting
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.tables import Tables

ITSELF: Final = "{battalion.battalion}"
"""The side of the battalion that acts, where no other is asked about."""


class Needed(Modifier[S]):
    """A score needed on the die: worth each face that makes it."""

    def points(self, subject: S, tables: Tables) -> int:
        """The faces, none or less where it cannot be rolled."""
        return 7 - int(super().points(subject, tables))


@attrs.frozen(repr=False)
class Stage(modifiers.Stage):
    """A stage in which battalions roll for scores, and their order has dice rolled again."""

    def score(self, name: str, value: str, when: Condition = always, **more: Any) -> Modifier[Any]:
        """A score needed, whose table value has this key."""
        return self.modifier(name, when, value=value, kind=Needed, **{"given": True} | more)

    def order_effects(
        self,
        against: str = "enemy",
        order: str = "order",
        when: Condition = always,
        who: str = "",
        **more: Any,
    ) -> tuple[Modifier[Any], Modifier[Any]]:
        """That what Solid troops fail is rolled again, and what Shattered ones succeed in."""

        def effect(of: Order, again: str, side: str) -> Modifier[Any]:
            name, holds = f"{who}{of}: {again} are rolled again", where(order, of) & when
            return self.modifier(name, holds, side=side, source="Order & Disorder", **more)

        solid = effect(Order.SOLID, "failures", self.side)
        return solid, effect(Order.SHATTERED, "successes", against)


F = TypeVar("F", bound=OrderedBattalion)
O = TypeVar("O", bound=Outcome)  # noqa: E741


class Check(Action[F, O]):
    """An action of one battalion, by its card; what the rules forbid has nothing that pulls it."""

    @cached_property
    def one(self) -> Battalion:
        """The battalion that acts."""
        return acting(self.form, self.tables)

    @property
    def name(self) -> str:
        """What it is called in a sentence."""
        return f"the {self.one.name}"

    def parties(self) -> Parties:
        return called({"actor": self.one})

    def pulls(self) -> Iterable[Pull]:
        """What counts here."""
        return () if any(self.refusals()) else (*super().pulls(), *self.quantities())

    def quantities(self) -> Iterable[Pull]:
        """What is given here and has to be worked out of cards and formations."""
        return ()

    def rolling(self, order: Order, *effects: Modifier[Any]) -> Order:
        """An order as far as these effects have dice rolled again: Shaken troops roll none."""
        return order if any(map(self.holds, effects)) else Order.SHAKEN


STRENGTH: Final = Modifier[Any](
    stage="strength",
    name="platoons, and how many are too few",
    given=True,
    also_reads=("battalion", "platoons", "enemy", "enemy_platoons"),
)


def strength(one: Battalion, source: str = "Wiped Out") -> Pull:
    """A battalion's platoons, and those that take it off the table once it is reduced to them."""
    platoons, least = counted(one.platoons, "platoon"), one.card.minimum
    gone = f", gone if reduced to {least}" if least and source == "Wiped Out" else ""
    return Pull(STRENGTH, ruled("strength", platoons + gone, one.name, 0, source, effect=True))
