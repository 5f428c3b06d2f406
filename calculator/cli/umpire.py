"""`empires umpire`: the record of a battle, live, and what an umpire may do about it."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Final

from calculator.cli.parser import flag, option, word
from calculator.cli.screen import JOURNAL, battle_of

ARGUMENTS: Final = (
    word("battle", None, "the battle, by name or file", nargs="?", default=""),
    JOURNAL,
    flag("--read-only", "watch only; change nothing"),
    option("--copy", "NAME", "this copy's name"),
    option("--player", "NAME", "the umpire's name"),
)


def run(arguments: argparse.Namespace) -> None:
    """Open the umpire's screen."""
    from calculator.tui.app import take_terminal

    take_terminal()
    import_module("calculator.tui.record.app").run(
        battle_of(arguments),
        copy=arguments.copy,
        player=arguments.player,
        read_only=arguments.read_only,
    )
