"""The folder of this user: battles, scenarios of their own, what the screen remembers."""

from __future__ import annotations

import os
from pathlib import Path

from calculator.paths import typed_path


def home() -> Path:
    """EMPIRES_HOME, or where the platform keeps the data of its users.

    Raises `FaultsError` where EMPIRES_HOME begins with a ~ that means nobody.
    """
    if chosen := chosen_home():
        return chosen
    import platformdirs

    return platformdirs.user_data_path("empires", False)


def chosen_home() -> Path | None:
    """EMPIRES_HOME, if it says anything. Raises as `home` does."""
    folder = os.environ.get("EMPIRES_HOME", "")
    return typed_path(folder, "EMPIRES_HOME") if folder else None
