"""Where journals are: the player's data folder, or wherever a path says."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from calculator.errors import Fault, FaultsError, JournalError, nearest
from calculator.home import home
from calculator.paths import files_in, typed_path

SUFFIX: Final = ".battle"
DEFAULT: Final = "battle"
"""The battle that is written to when none is named."""

A_URL: Final = "postgresql://USER@HOST/DATABASE"
"""How the URL of a server looks."""

_NAME: Final = re.compile(r"\w[\w .'-]*")


def battles() -> Path:
    """The folder of battles that have a name only."""
    return home() / "battles"


def known_battles() -> list[str]:
    """The names of the battles in the data folder, sorted."""
    return [path.stem for path in files_in(battles(), f"*{SUFFIX}")]


def journal_path(battle: str | Path) -> Path:
    """The file of a battle given by name or by path; nothing at all is the default battle.

    Raises `FaultsError` for a name that cannot be a file's on every platform, and for a URL.
    """
    name = str(battle).strip() or DEFAULT
    if isinstance(battle, str) and "://" in name:
        raise FaultsError([Fault("battle", f"{name!r} is not a server's URL", f"{A_URL}#BATTLE")])
    in_folder = name.startswith("~") or any(sign in name for sign in {"/", os.sep})
    if isinstance(battle, Path) or in_folder or name.endswith(SUFFIX):
        return typed_path(name).absolute()
    if not _NAME.fullmatch(name):
        allowed = "letters, digits, spaces, hyphens and dots, e.g. quatre-bras; or a path"
        raise FaultsError([Fault("battle", f"{name!r} cannot be the name of a battle", allowed)])
    return (battles() / f"{name}{SUFFIX}").absolute()


def is_url(battle: str) -> bool:
    """Whether a battle is kept on a database server."""
    return battle.startswith(("postgresql://", "postgres://"))


class NotBegunError(JournalError):
    """There is no such battle, or not yet, `where` it should be, among those that are `known`."""

    def __init__(self, where: str, name: str, known: Sequence[str]) -> None:
        near = nearest(name, known)
        hint = f"; did you mean {near!r}?" if near else ""
        there = f" (there are: {', '.join(known)})" if known else ""
        super().__init__(f"no journal of a battle {where}{hint}{there}")
