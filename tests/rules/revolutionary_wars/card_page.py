"""The battalion cards as docs/systems/revolutionary-wars.md shows them.

`python -m tests.rules.revolutionary_wars.card_page` prints them, to be pasted when a card changes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

from calculator.rules.revolutionary_wars import SYSTEM
from calculator.rules.revolutionary_wars.terms import CARDS, Card, CardName, Formation

COLUMNS = {
    "move-terrain": "in terrain",
    "shock": "shock",
    "stand-front": "stand, front",
    "stand-flank": "stand, flank",
    "reform": "reform",
    "react": "react",
}
SINGLES = {
    "move-open": ("moves", ""),
    "charge-move": ("charges", ""),
    "charge-across": ("crosses terrain on", "+"),
    "strike-front": ("strikes to the front on", "+"),
    "strike-flank": ("to the flank on", "+"),
    "melee-save": ("melee save", "+"),
    "shooting-save": ("shooting save", "+"),
    "rally": ("rally from rout", "+"),
    "control": ("control pursuit", "+"),
}
SIGNS = {"stand-front": "+", "stand-flank": "+"}

WEAPONS = ("small-arms", "cannon", "howitzer")


def lines() -> Iterator[str]:
    """All of it, line by line."""
    filed = tomllib.loads(CARDS.read_text(encoding="utf-8"))["card"]
    for name, stated in filed.items():
        if "-" not in name or name.split("-")[0] in {"line", "light", "foot", "horse"}:
            yield from whole(Card(CardName(name), SYSTEM.tables), stated["why"])
    yield from ("### The nations", "", "| card | like | differs in | why |", "|---|---|---|---|")
    for name, stated in filed.items():
        if CardName(name).label != name.replace("-", " "):
            differs = "; ".join(differences(stated))
            yield f"| `{name}` | `{stated['like']}` | {differs} | {stated['why']} |"


def whole(card: Card, why: str) -> Iterator[str]:
    """One card of any nation."""
    singles = [
        f"{told} {shown(key, card.number(key), sign)}"
        for key, (told, sign) in SINGLES.items()
        if card.has(key)
    ]
    weapons = [line for weapon in WEAPONS if (line := fired(card, weapon))]
    yield from (f"### `{card.name.value}`", "", f"{why[0].upper()}{why[1:]}.", "")
    yield f"{card.number('platoons')} platoons, {card.troops}: {', '.join(singles + weapons)}."
    yield from ("", f"| formation | {' | '.join(COLUMNS.values())} |", "|---" * 7 + "|")
    for formation in Formation:
        cells = [
            shown(key, card.column(key, formation), SIGNS.get(key, ""))
            if card.has(f"{key}.{formation.value}")
            else "-"
            for key in COLUMNS
        ]
        if set(cells) != {"-"}:
            yield f"| {formation} | {' | '.join(cells)} |"
    yield ""


def shown(key: str, value: int, sign: str) -> str:
    """A number with its sign; 1 to cross terrain is AUTO."""
    return "AUTO" if key == "charge-across" and value <= 1 else f"{value}{sign}"


def fired(card: Card, weapon: str) -> str:
    """A weapon line, if the card has it."""
    line = card.weapon(weapon)
    if not line.ranges:
        return ""
    bands = zip(line.ranges, line.accuracy, strict=True)
    hits = ", ".join(f"{needed}+ to {reach} inches" for reach, needed in bands)
    return f"{weapon.replace('-', ' ')} {hits}, firepower {line.firepower}+"


def differences(stated: dict[str, object], path: str = "") -> Iterator[str]:
    """What a card states for itself."""
    for key, value in stated.items():
        if isinstance(value, dict):
            yield from differences(value, f"{path}{key}.")
        elif key not in {"why", "like"}:
            yield f"`{path}{key}` {' '.join(map(str, value)) if isinstance(value, list) else value}"


if __name__ == "__main__":
    print("\n".join(lines()))  # noqa: T201
