"""`empires umpire`: the record of a battle, live, and what an umpire may do about it."""

from __future__ import annotations

import argparse
from importlib import import_module

from calculator.cli.parser import Parser, add_texts
from calculator.cli.screen import add_journal_option, battle_of


def add(command: Parser) -> None:
    """Its arguments."""
    command.add_argument("battle", nargs="?", default="", help="the battle, by name or file")
    add_journal_option(command)
    command.add_argument("--read-only", action="store_true", help="watch, and change nothing")
    named = {"--copy": ("NAME", "this copy's name"), "--player": ("NAME", "the umpire's name")}
    add_texts(command, named)


def run(arguments: argparse.Namespace) -> int:
    """Open the umpire's screen."""
    from calculator.tui.app import check_terminal

    check_terminal()
    import_module("calculator.tui.record.app").run(
        battle_of(arguments),
        copy=arguments.copy,
        player=arguments.player,
        read_only=arguments.read_only,
    )
    return 0
