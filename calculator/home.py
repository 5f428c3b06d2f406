"""The folder of this user: battles, scenarios of their own, what the screen remembers."""

from __future__ import annotations

import os
import stat
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


def is_private(folder: Path) -> bool:
    """Whether a folder is this user's alone, or not yet there.

    Nobody else can make or fill it: one that is another's, or open to others, is none of ours.
    """
    if not hasattr(os, "getuid"):
        return True  # where each user has folders that nobody else can reach
    try:
        found = folder.lstat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
    return ours and not found.st_mode & 0o077
