"""Drawing terrain tiles, which must be placed at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.errors import Fault, Refusal
from calculator.forms import Form, texts
from calculator.rules.action import Action, Aftermath, Draws, Measure, Narration, Severity
from calculator.rules.gods_of_war import in_play
from calculator.rules.gods_of_war.fields import asked_card
from calculator.rules.gods_of_war.stacks import Stack, asked_stack, size, without
from calculator.rules.gods_of_war.terms import Terrain
from calculator.rules.modifiers import answers

SOURCE: Final = "Terrain"

TILES: Final = asked_stack(
    Terrain,
    "Tiles",
    "all, open 6; or hills 2, woods 3",
    source=SOURCE,
    help="The tiles still in the stack. The rules do not number them: type yours, or keep one of "
    "each.",
)
"""The tiles that may still be drawn, by either side."""


@attrs.frozen(kw_only=True)
class DrawTerrainForm(Form):
    """A stack of tiles, and whether engineers place two."""

    tiles: Stack[Terrain] = TILES
    engineers: bool = asked_card(
        help="The card: two tiles are drawn and placed in place of one.", group=""
    )

    def faults(self) -> Iterator[Fault]:
        """Two tiles can be drawn only where there are two."""
        if self.engineers and size(self.tiles) == 1:
            yield Fault("tiles", "engineers draw 2 tiles and there is 1", "2 tiles or more")


@attrs.frozen
class TilesDrawn:
    """The tiles drawn, in the order of the list of terrain."""

    tiles: tuple[Terrain, ...]

    @property
    def label(self) -> str:
        return " and ".join(tile.label for tile in self.tiles)


ENGINEERS: Final = in_play.played(
    "engineers", "Engineers: two tiles are drawn in place of one", "tiles"
)


class DrawTerrain(Action[DrawTerrainForm, TilesDrawn]):
    "Draw a terrain tile and place it at once; two with Engineers."

    key = "draw-terrain"
    source = SOURCE
    severity = Severity[TilesDrawn](lambda outcome: [tile.rank for tile in outcome.tiles])
    measures = (
        Measure(
            "infantry-only",
            "a tile for infantry alone",
            lambda outcome: any(tile.infantry_only for tile in outcome.tiles),
        ),
    )
    modifiers = (*answers(DrawTerrainForm, "tiles"), ENGINEERS)
    mnemonic = "o"

    def refusals(self) -> Iterator[Refusal]:
        """No tile is left to draw."""
        if not self.form.tiles:
            yield Refusal("no tile is left to draw: the whole map is known", SOURCE)

    def resolve(self, chance: Chance) -> TilesDrawn:
        """Each tile left is equally likely; the second is drawn from what the first leaves."""
        first = chance.draw(Distribution(self.form.tiles), "first tile")
        if not self.holds(ENGINEERS):
            return TilesDrawn((first,))
        left = Distribution(without(self.form.tiles, [first]))
        second = chance.draw(left, "second tile")
        return TilesDrawn(tuple(sorted((first, second), key=lambda tile: tile.rank)))

    def after(self, drawn: TilesDrawn) -> Aftermath:
        """The stack of both sides without the tiles drawn; Engineers are spent."""
        left = without(self.form.tiles, drawn.tiles)
        tiles = {"tiles": texts(attrs.evolve(self.form, tiles=left, engineers=False))["tiles"]}
        return Aftermath(side=in_play.ACTED | tiles | in_play.spent_with(self.form), enemy=tiles)

    def narrate(self, drawn: TilesDrawn, draws: Draws) -> Narration:
        """What was drawn, and what it does."""
        left = self.after(drawn)
        place = f"Place {'each' if self.form.engineers else 'it'} next to a revealed hex"
        spent = in_play.spent_lines(self.form, left.side)
        effects = (tile.meaning for tile in dict.fromkeys(drawn.tiles))
        return Narration(
            f"You draw {drawn.label}.",
            (f"{place}; a tile drawn cannot be kept or returned.", *spent),
            (*effects, f"Tiles left: {left.enemy['tiles']}."),
        )
