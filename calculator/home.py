"""The folder of this user: battles, scenarios of their own, what the screen remembers."""

from __future__ import annotations

import os
from pathlib import Path


def home() -> Path:
    """EMPIRES_HOME, or where the platform keeps the data of its users."""
    told = os.environ.get("EMPIRES_HOME", "")
    if told:
        return Path(told).expanduser()
    import platformdirs

    return platformdirs.user_data_path("empires", False)
