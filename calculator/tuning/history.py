"""What forecasts are held against: the battles of 1792-1815 in Dupuy's data base CDB90.

54 battles: losing armies lost a median 21% (26% in 1805-15), winners 9%, over a median 8.5 hours;
most losing armies broke between 13% and 33%. Of charges that failed most had lost less than 40%
(Helmbold). The medians by the hour are 2.7% for losers and 1.5% for winners.
"""

from __future__ import annotations

from typing import Final

SOURCE: Final = "T. N. Dupuy's data base of battles, CDB90, 54 battles of 1792-1815"

LOSERS_LOSS: Final = 0.21
WINNERS_LOSS: Final = 0.09
HOURS: Final = 8.5
LOSERS_AN_HOUR: Final = 0.027
WINNERS_AN_HOUR: Final = 0.015
BREAKING_BETWEEN: Final = (0.13, 0.33)
