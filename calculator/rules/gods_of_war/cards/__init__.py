"""What is drawn: bonus cards and terrain tiles."""

from __future__ import annotations

from calculator.rules.gods_of_war.cards.draw_card import DRAW_CARD
from calculator.rules.gods_of_war.cards.draw_terrain import DRAW_TERRAIN
from calculator.rules.gods_of_war.cards.play_card import PLAY_CARD
from calculator.rules.gods_of_war.cards.wanted import WANTED_CARDS

__all__ = ["DRAW_CARD", "DRAW_TERRAIN", "PLAY_CARD", "WANTED_CARDS"]
