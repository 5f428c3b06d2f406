"""Cards in play: which of them an action spends, and what any action means for the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from calculator.conditions import Condition, always, where
from calculator.forms import Form, fields_of, mattering
from calculator.rules.modifiers import Modifier, Stage
from calculator.rules.phrases import series

UNIT_ACTIONS: Final = ("close-combat", "ranged-fire", "move", "repair")
"""What a unit may do again in the same turn, if not at once: it never acts twice in a row."""

SPENT_AT_ONCE: Final = (
    "ambush", "volley-fire", "cannon-blast", "rout", "double-time",
    "forced-march", "engineers", "rally", "supply-run",
)  # fmt: skip
"""Cards that serve one action and are spent with it, whatever comes of it."""

LASTING: Final = ("charge", "bold-advance")
"""Cards that serve every action of the turn they are played in."""

ACTED: Final = {"drew-before": "no"}
"""What any action leaves of its side: a card may be drawn next."""

GUARDS: Final = ("entrench", "heroic-defence", "skirmisher-screen")
"""Cards that answer an enemy's attack; each is spent when it has served."""


def played(
    card: str, name: str, stage: str, side: str = "", when: Condition = always, **worth: Any
) -> Modifier[Any]:
    """What a card in play does `when` it bears on the action; `card` is the attribute that asks."""
    serves = when & where(card)
    return Stage(stage, "Bonus cards", side).modifier(name, serves, **worth)


def spent_with(form: Form) -> dict[str, str]:
    """The cards in play on the acting side that serve this action and are spent with it."""
    return dict.fromkeys(in_play(form, SPENT_AT_ONCE), "no")


def guarded(
    unit: Mapping[str, str] | None, form: Form, served: Iterable[str]
) -> dict[str, str] | None:
    """A unit with those of its guards in play that have `served` spent; None for a unit gone."""
    return None if unit is None else dict(unit) | dict.fromkeys(in_play(form, served), "no")


def in_play(form: Form, keys: Iterable[str]) -> list[str]:
    """Those of some cards that the form says are played, and that matter."""
    played = {field.key for field in mattering(form) if getattr(form, field.attribute) is True}
    return [key for key in keys if key in played]


def spent_lines(form: Form, *left: Mapping[str, str] | None) -> Iterator[str]:
    """Which cards in play an aftermath leaves spent, a line for each of its parts."""
    for values in left:
        spent = [key for key, text in (values or {}).items() if text == "no"]
        cards = in_play(form, spent)
        labels = [field.label for field in fields_of(type(form)) if field.key in cards]
        if labels:
            yield f"{series(labels)} {'is' if len(labels) == 1 else 'are'} spent."
