"""Cards in play, copy by copy: when each was played, and how long it stands."""

from __future__ import annotations

from typing import NamedTuple

import attrs


class CardAnswers(NamedTuple):
    """What an entry says of a card: as its form has it and as it leaves it, yes, no or nothing.

    A yes that is left is a copy played, a no a copy spent. `lasts` is for how many turns after its
    own a copy stands.
    """

    stated: str
    left: str
    lasts: int


@attrs.frozen
class InPlay:
    """The copies of a card that are in play: the turn in which each was played, the oldest first.

    `lasts` is for how many turns after that they stand, as long as their side has not acted again:
    the enemy's turn, which may be the next one or the other half of the same.
    """

    played: tuple[int, ...] = ()
    lasts: int = 0

    def standing(self, turn: int, has_acted: bool) -> int:
        """How many of them stand in a turn, in which their side has acted or not."""
        lasts = 0 if has_acted else self.lasts
        return sum(played + lasts >= turn for played in self.played)

    def after(self, answers: CardAnswers, turn: int) -> InPlay:
        """The copies after an entry: a form that says yes knows of one at least, a no of none."""
        played = tuple(one for one in self.played if one + answers.lasts >= turn)
        if answers.stated == "yes":
            played = played or (turn,)
        elif answers.stated == "no":
            played = ()
        if answers.left == "yes":
            played = (*played, turn)
        elif answers.left == "no":
            played = played[1:]
        return InPlay(played, answers.lasts)
