"""What the rungs of the ladders of docs/model.md deal, to the target and to the charge."""

from __future__ import annotations

from typing import Any, Final

OK: Final = "ok"
SPARED: Final[dict[str, Any]] = {
    "state": OK, "marked": False, "bases-lost": 0, "back": 0, "removal": "stays",
}  # fmt: skip

FIRE: Final = {
    "broken": ("demoralized", 0, 0), "loses-two-bases": ("demoralized", 2, 6),
    "loses-a-base": ("demoralized", 1, 6), "demoralized": ("demoralized", 0, 6),
    "falls-back": ("disordered", 0, 3), "disordered": ("disordered", 0, 0),
}  # fmt: skip
"""What each rung deals to the target: disorder or demoralization, bases, inches back."""

STOPPED: Final = {
    "stopped": ("stopped", "", 0), "stopped-disordered": ("stopped", "disordered", 0),
    "pushed-back": ("pushed-back", "disordered", 0),
    "pushed-back-demoralized": ("pushed-back", "demoralized", 0),
    "": ("pushed-back", "demoralized", 1),
}  # fmt: skip
"""What defensive fire does to the charge: its course, disorder or demoralization, bases."""

COMBAT: Final = {
    "broken": ("carried", ("demoralized", 0, 0), ("", 0)),
    "loses-two-bases": ("carried", ("demoralized", 2, 6), ("", 0)),
    "loses-a-base": ("carried", ("demoralized", 1, 6), ("", 0)),
    "thrown-back": ("carried", ("demoralized", 0, 6), ("", 0)),
    "pushed-back": ("carried", ("disordered", 0, 3), ("disordered", 0)),
    "drawn": ("drawn", ("disordered", 0, 0), ("disordered", 0)),
    "held-off": ("repulsed", ("", 0, 0), ("", 0)),
    "repulsed": ("repulsed", ("", 0, 0), ("disordered", 0)),
    "repulsed-demoralized": ("repulsed", ("", 0, 0), ("demoralized", 0)),
    "": ("repulsed", ("", 0, 0), ("demoralized", 1)),
}  # fmt: skip
"""What close combat comes to: the course of the charge, then what it deals to target and charge."""
