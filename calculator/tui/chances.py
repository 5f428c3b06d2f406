"""The chances a player compares: every outcome, now and as pinned, gathered under its first words.

Outcomes are named from what matters most to what matters least ("carried: target pushed back 3
inches, disordered"), so those that begin alike are one row with the sum of their chances, and the
rest of their names stand below it where there is room.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from calculator.rules.question import Odds


_STOP: Final = re.compile(r"[,:;] ")
"""Where the first words of an outcome's name end."""


class Chance(NamedTuple):
    """One outcome's chance now and, where something is pinned, the chance it had there."""

    label: str
    now: float
    pinned: float | None = None


class Group(NamedTuple):
    """Outcomes that begin alike; a single one is a group by itself, under its whole name."""

    whole: Chance
    members: tuple[Chance, ...] = ()

    @property
    def gathered(self) -> Chance:
        """The chance of the group under what its outcomes have in common."""
        return self.whole._replace(label=_head(self.whole))

    @property
    def hides(self) -> bool:
        """Whether there is more to tell than what the outcomes have in common."""
        return bool(self.members) or self.gathered.label != self.whole.label


def are_comparable(odds: Odds, pinned: Odds) -> bool:
    """Whether both have outcomes of one kind.

    An assault's and a march's have nothing to do with one another, even where two sound alike.
    """
    return _kind(odds) is _kind(pinned)


def _kind(odds: Odds) -> type[object]:
    return type(next(iter(odds.distribution)))


def outcomes(odds: Odds, pinned: Odds | None) -> list[Chance]:
    """Every outcome of either, in order of severity. What is pinned must be comparable."""
    rows = odds.rows()
    now = {outcome.label: share for outcome, _, share in rows}
    if pinned is None:
        return [Chance(label, share) for label, share in now.items()]
    rows += pinned.rows()
    before = {outcome.label: share for outcome, _, share in pinned.rows()}
    rows.sort(key=lambda row: odds.question.action.severity(row[0]))
    labels = dict.fromkeys(outcome.label for outcome, _, _ in rows)
    return [Chance(label, now.get(label, 0.0), before.get(label, 0.0)) for label in labels]


def measures(odds: Odds, pinned: Odds | None) -> list[Chance]:
    """The action's measures, with those of what is pinned, which must be comparable."""
    before = {}
    if pinned is not None:
        before = {m.key: float(pinned.measure(m.key)) for m in pinned.question.action.measures}
    return [
        Chance(m.label, float(odds.measure(m.key)), before.get(m.key))
        for m in odds.question.action.measures
    ]


def grouped(chances: list[Chance]) -> list[Group]:
    """The chances, those next to one another that begin alike gathered."""
    groups = []
    for head, found in groupby(chances, key=_head):
        members = tuple(found)
        if len(members) == 1:
            groups.append(Group(members[0]))
        else:
            groups.append(Group(_sum(head, members), tuple(map(_without_head, members))))
    return groups


def _head(chance: Chance) -> str:
    return _STOP.split(chance.label, maxsplit=1)[0]


def _sum(head: str, members: tuple[Chance, ...]) -> Chance:
    pinned = [chance.pinned for chance in members if chance.pinned is not None]
    now = sum(chance.now for chance in members)
    return Chance(head, now, sum(pinned) if pinned else None)


def _without_head(chance: Chance) -> Chance:
    rest = chance.label[len(_head(chance)) :].lstrip(",:; ")
    return chance._replace(label=rest or "no more than that")
