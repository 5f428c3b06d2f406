"""What a command ends with, where that is not 0."""

from __future__ import annotations

from typing import Final

BAD_INPUT: Final = 2
"""The exit code for what cannot be read or done, as argparse has it."""

WAITS: Final = 3
"""What was to be recorded is kept, but the record could not be written yet. A result is given all
the same, and ends with 0."""

UNPRINTED: Final = 74
"""What was done could not be printed, as sysexits.h has EX_IOERR: it is not to be done again."""

INTERRUPTED: Final = 130
"""Ctrl+C, as a shell reports SIGINT."""

BROKEN_PIPE: Final = 141
"""Whoever read has gone, as a shell reports SIGPIPE."""
