"""A table of exact odds for a spreadsheet: an assault for every quality and every cover.

python examples/odds_to_csv.py > assault.csv
"""

import csv
import sys

from calculator import action, odds
from calculator.forms import field_of

ASSAULT = action("there-stand-empires", "assault")


def words(key: str) -> tuple[str, ...]:
    """Every answer that a field of the assault can have."""
    return field_of(ASSAULT.asks, key).kind.choices


table = csv.writer(sys.stdout, lineterminator="\n")
table.writerow(["quality", "cover", *(measure.key for measure in ASSAULT.measures)])
for quality in words("quality"):
    for cover in words("cover"):
        asked = odds("there-stand-empires", "assault", quality=quality, cover=cover)
        shares = [f"{float(asked.measure(measure.key)):.4f}" for measure in ASSAULT.measures]
        table.writerow([quality, cover, *shares])
