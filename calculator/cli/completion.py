"""`empires completion`: the script that lets a shell complete commands, keys and values."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from calculator.cli.parser import AsWritten, add_command
from calculator.errors import UnknownNameError

if TYPE_CHECKING:
    from calculator.cli.parser import Commands

_SHELLS: Final = ("bash", "zsh", "fish")

_HOW: Final = """\
To switch it on, add a line to your shell's start-up file:
  bash  (~/.bashrc)                   eval "$(empires completion bash)"
  zsh   (~/.zshrc, after compinit)    eval "$(empires completion zsh)"
  fish  (~/.config/fish/config.fish)  empires completion fish | source"""


def add(commands: Commands) -> None:
    """Add the command."""
    command = add_command(
        commands,
        "completion",
        "print the completion script of a shell",
        run,
        epilog=_HOW,
        formatter_class=AsWritten,
    )
    shell = command.add_argument("shell", metavar="|".join(_SHELLS))
    shell.completer = lambda **_: _SHELLS  # type: ignore[attr-defined]


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    if arguments.shell not in _SHELLS:
        raise UnknownNameError("shell", arguments.shell, _SHELLS)
    from argcomplete.shell_integration import shellcode

    sys.stdout.write(shellcode(["empires"], shell=arguments.shell))
    return 0
