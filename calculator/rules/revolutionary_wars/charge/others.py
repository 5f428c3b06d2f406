"""Further battalions in a charge, written in a line: `french-line attack-column solid 6, ...`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from calculator.errors import hint, nearest
from calculator.kinds import Text
from calculator.rules.revolutionary_wars.cards import MOST_PLATOONS
from calculator.rules.revolutionary_wars.terms import CardName, Formation, Order

NOBODY: Final = "none"


@attrs.frozen
class Other:
    """A further battalion; `platoons` is None for the full strength of its card.

    `flanked`, `clipped` and `runs` are said of a battalion that is charged, `near_general` of any.
    """

    card: CardName
    formation: Formation = Formation.LINE
    order: Order = Order.SOLID
    platoons: int | None = None
    flanked: bool = False
    clipped: bool = False
    runs: bool = False
    near_general: bool = False

    def __str__(self) -> str:
        words = [self.card.value, self.formation.value, self.order.value]
        if self.platoons is not None:
            words.append(str(self.platoons))
        flags = [word for word, name in _FLAGS.items() if getattr(self, name)]
        return " ".join(words + flags)


_FLAGS: Final = {
    "flank": "flanked",
    "clipped": "clipped",
    "runs": "runs",
    "general": "near_general",
}
_CHARGER_FLAGS: Final = ("general",)
"""Read, but not told: nobody pursues chargers, who re-roll all failures when they run."""
_CHARGER_LAST: Final = " and platoons (else the card's)"
_WORDS: Final = {str(word.value): word for kind in (Formation, Order) for word in kind}
_CARDS: Final = {str(card.value): card for card in CardName}


def others(charged: bool) -> Text[tuple[Other, ...]]:
    """The kind of a field that lists further battalions of one side."""
    flags = tuple(_FLAGS) if charged else _CHARGER_FLAGS
    last = f", platoons (else the card's) and {', '.join(flags[:-1])} or {flags[-1]}"
    return Text(
        read=lambda text: read_others(text, flags),
        write=lambda value: ", ".join(map(str, value)) or NOBODY,
        form=f"{NOBODY!r}, or battalions separated by commas, each a card and then, as need be, "
        f"formation (else line), order (else solid){last if charged else _CHARGER_LAST}: "
        "french-line attack-column shaken 5",
        type=tuple,
    )


def read_others(text: str, flags: Iterable[str]) -> tuple[Other, ...]:
    """The battalions written in `text`; `ValueError` says everything that cannot be read."""
    if text.strip().lower() in {"", NOBODY}:
        return ()
    faults: list[str] = []
    read = [_read_one(part.split(), tuple(flags), faults) for part in text.lower().split(",")]
    if faults:
        raise ValueError("; ".join(faults))
    return tuple(one for one in read if one)


def _read_one(words: list[str], flags: tuple[str, ...], faults: list[str]) -> Other | None:
    if not words:
        faults.append("a battalion is missing beside a comma")
        return None
    name, *rest = words
    if name not in _CARDS:
        faults.append(_unknown(name, "a battalion card", _CARDS))
    said: dict[str, object] = {}
    for word in rest:
        try:
            key, value = _read_word(word, flags)
        except ValueError as fault:
            faults.append(str(fault))
            continue
        if key in said:
            faults.append(f"{word!r} says the {key.replace('_', ' ')} of {name!r} again")
        said[key] = value
    return Other(_CARDS[name], **said) if name in _CARDS else None  # type: ignore[arg-type]


def _read_word(word: str, flags: tuple[str, ...]) -> tuple[str, object]:
    if word in flags:
        return _FLAGS[word], True
    if word in _WORDS:
        value = _WORDS[word]
        return ("formation" if isinstance(value, Formation) else "order"), value
    if word.isdecimal():
        if not 1 <= int(word) <= MOST_PLATOONS:
            raise ValueError(f"{word} platoons are out of range (1 to {MOST_PLATOONS})")
        return "platoons", int(word)
    raise ValueError(_unknown(word, "a formation, an order or a number", [*_WORDS, *flags]))


def _unknown(word: str, what: str, known: Iterable[str]) -> str:
    return f"{word!r} is not {what}{hint(nearest(word, known))}"
