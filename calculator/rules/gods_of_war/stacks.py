"""A deck or a stack of tiles as a player types it, what is in it and how many of each; and drawing
terrain tiles, which must be placed at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final, TypeVar, Unpack

from calculator.chance import distribution, interface
from calculator.errors import Fault, Refusal, hint
from calculator.forms import Described, Form, entry, texts
from calculator.kinds import BadValueError, Choice, Text, Word, read_each
from calculator.rules.action import Action, Aftermath, Draws, Measure, Narration, Outcome, Severity
from calculator.rules.gods_of_war import terms
from calculator.rules.modifiers import answers

W = TypeVar("W", bound=Word)

Stack = tuple[tuple[W, int], ...]
"""Each word in it and how many there are, in the order of the list that it comes from."""

ALL: Final = "all"
NONE: Final = "none"
_MOST: Final = 99
_PART: Final = re.compile(r"(\D+?)\s*x?\s*(\d*)")


def size(stack: Stack[W]) -> int:
    """How many there are in all."""
    return sum(number for _, number in stack)


def without(stack: Stack[W], drawn: Iterable[W]) -> Stack[W]:
    """A stack once some words have been drawn from it."""
    gone = Counter(drawn)
    return tuple((word, number - gone[word]) for word, number in stack if number > gone[word])


def asked_stack(
    words: type[W], label: str, example: str, **described: Unpack[Described]
) -> Stack[W]:
    """A field that takes such a stack, of one of each word unless another is stated."""
    kind: Text[Stack[W]] = Text(
        partial(_read_stack, words),
        partial(_write_stack, words),
        f"{ALL} for one of each, {NONE}, or names with numbers, e.g. {example}",
        type=tuple,
    )
    return entry(kind, label, default=tuple((word, 1) for word in words), **described)


def list_kind(words: type[W], example: str) -> Text[tuple[W, ...]]:
    """The kind of a field that takes some of the words, separated by commas."""

    def read(text: str) -> tuple[W, ...]:
        if chosen := _read_stack(words, text):
            return tuple(word for word, _ in chosen)
        raise ValueError(f"{text!r} names nothing")

    return Text(
        read,
        lambda chosen: ", ".join(str(word.value) for word in chosen),
        f"one or more of {Choice(words).allowed}, e.g. {example}",
        type=tuple,
    )


def _read_stack(words: type[W], text: str) -> Stack[W]:
    """A stack from text; ValueError names everything that is wrong with it."""
    if text.strip().lower() == NONE:
        return ()
    parts = [part.strip() for part in text.lower().split(",") if part.strip()]
    every = parts[:1] == [ALL]
    named: dict[W, int] = {}

    def add(part: str) -> None:
        word, number = _read_part(words, part)
        if word in named:
            raise ValueError(f"{str(word.value)!r} is named twice")
        named[word] = number

    read_each(parts[every:], add)
    numbers = dict.fromkeys(words, int(every)) | named
    stack = tuple((word, number) for word, number in numbers.items() if number)
    if not stack:
        raise ValueError(f"{text!r} names nothing")
    return stack


def _read_part(words: type[W], part: str) -> tuple[W, int]:
    if part == ALL:
        raise ValueError(f"{ALL!r} comes before what differs from it, and once")
    match = _PART.fullmatch(part)
    if match is None:
        raise ValueError(f"{part!r} is no name with a number after it")
    try:
        word = Choice(words).parse(match[1].replace("!", ""))
    except BadValueError as bad:
        raise ValueError(f"{match[1]!r} is not known{hint(bad.near)}") from None
    number = int(match[2] or 1)
    if number > _MOST:
        raise ValueError(f"{number} of {word.value} are too many, {_MOST} at most")
    return word, number


def _write_stack(words: type[W], stack: Stack[W]) -> str:
    """A stack as it is typed: as what differs from one of each, where that is shorter."""
    if not stack:
        return NONE
    numbers = dict.fromkeys(words, 0) | dict(stack)
    listed = [f"{word.value} {number}" for word, number in stack]
    differing = [f"{word.value} {number}" for word, number in numbers.items() if number != 1]
    shorter = min(listed, [ALL, *differing], key=len)
    return ", ".join(shorter)


TILES: Final = asked_stack(
    terms.Terrain,
    "Tiles",
    "all, open 6; or hills 2, woods 3",
    source="Terrain",
    help="The tiles still in the stack. The rules do not number them: type yours, or keep one of "
    "each.",
)
"""The tiles that may still be drawn, by either side."""


class DrawTerrainForm(Form):
    """A stack of tiles, and whether engineers place two."""

    tiles: Stack[terms.Terrain] = TILES
    engineers: bool = terms.asked_card(terms.Card.ENGINEERS, group="")

    def faults(self) -> Iterator[Fault]:
        if self.engineers and size(self.tiles) == 1:
            yield Fault("tiles", "engineers draw 2 tiles and there is 1", "2 tiles or more")


class TilesDrawn(Outcome):
    """The tiles drawn, in the order of the list of terrain."""

    tiles: tuple[terms.Terrain, ...]

    @property
    def label(self) -> str:
        return " and ".join(tile.label for tile in self.tiles)

    @property
    def infantry_only(self) -> bool:
        """Whether one of them is closed to all but infantry."""
        return any(tile in terms.FOR_INFANTRY for tile in self.tiles)


ENGINEERS: Final = terms.played(terms.Card.ENGINEERS, "tiles")


class DrawTerrain(Action[DrawTerrainForm, TilesDrawn]):
    "Draw a terrain tile and place it at once; two with Engineers."

    key = "draw-terrain"
    source = "Terrain"
    severity = Severity[TilesDrawn](lambda o: [tile.rank for tile in o.tiles])
    measures = (Measure("infantry-only", "a tile for infantry alone", lambda o: o.infantry_only),)
    modifiers = (*answers(DrawTerrainForm, "tiles"), ENGINEERS)

    def refusals(self) -> Iterator[Refusal]:
        if not self.form.tiles:
            yield Refusal("no tile is left to draw: the whole map is known", self.source)

    def resolve(self, chance: interface.Chance) -> TilesDrawn:
        """Each tile left is equally likely; the second is drawn from what the first leaves."""
        drawn = [chance.draw(distribution.Distribution(self.form.tiles), "first tile")]
        if self.holds(ENGINEERS):
            left = distribution.Distribution(without(self.form.tiles, drawn))
            drawn.append(chance.draw(left, "second tile"))
        return TilesDrawn(tuple(sorted(drawn, key=lambda tile: tile.rank)))

    def after(self, drawn: TilesDrawn) -> Aftermath:
        """The stack of both sides without the tiles drawn; Engineers are spent."""
        left = without(self.form.tiles, drawn.tiles)
        tiles = {"tiles": texts(self.form.but(tiles=left, engineers=False))["tiles"]}
        return Aftermath(side=terms.ACTED | tiles | terms.spent_with(self.form), enemy=tiles)

    def narrate(self, drawn: TilesDrawn, draws: Draws) -> Narration:
        left = self.after(drawn)
        place = f"Place {'each' if self.form.engineers else 'it'} next to a revealed hex"
        kept = f"{place}; a tile drawn cannot be kept or returned."
        steps = (kept, *terms.spent_lines(self.form, left.side))
        effects = (tile.meaning for tile in dict.fromkeys(drawn.tiles))
        how = (*effects, f"Tiles left: {left.enemy['tiles']}.")
        return Narration(f"You draw {drawn.label}.", steps, how)
