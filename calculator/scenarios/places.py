"""Where scenario files are: shipped with the calculator, in the user's folder, or at a path."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from calculator.names import key_meant, plain_name
from calculator.paths import files_in, home, typed_path

SUFFIX: Final = ".toml"


def shipped_folder() -> Path:
    """The scenarios that come with the calculator: beside the sources, or inside the wheel."""
    package = Path(__file__).parents[1]
    installed = package / "shipped_scenarios"
    return installed if installed.is_dir() else package.parent / "scenarios"


def user_folder() -> Path:
    """Where users put scenarios that they open by name."""
    return home() / "scenarios"


def known_scenarios() -> Mapping[str, Path]:
    """All scenarios that have a name; the user's own come before shipped ones of that name."""
    found = {}
    for folder in (shipped_folder(), user_folder()):
        for path in files_in(folder, f"*{SUFFIX}"):
            found[path.stem] = path
    return dict(sorted(found.items()))


def is_file(name: str) -> bool:
    """Whether a scenario is typed as a file, by its ending, in whatever case."""
    return name.lower().endswith(SUFFIX)


def slug(stem: str) -> str:
    """The key of a scenario whose file is called so: small letters, digits and hyphens alone."""
    return re.sub(r"[^a-z0-9]+", "-", plain_name(stem)).strip("-") or "battle"


def find_scenario(name: str | Path) -> Path:
    """The file of a scenario, by name, by a part that no other name has, or by path.

    Raises `UnknownNameError` with the nearest name, and `FaultsError` with the candidates of a part
    and where a ~ means nobody; a path need not exist.
    """
    wanted = str(name)
    if isinstance(name, Path) or is_file(wanted) or any(c in wanted for c in {"/", os.sep}):
        return typed_path(wanted)
    known = known_scenarios()
    return known[key_meant("scenario", wanted, {key: key for key in known})]
