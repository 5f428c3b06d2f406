"""Putting a scenario file in the place of another, whole or not at all."""

from __future__ import annotations

from contextlib import suppress
from os.path import realpath
from pathlib import Path

from calculator.paths import reporting


def replace_text(path: Path, text: str) -> None:
    """Write `text` to `path`, in folders made if need be, with the mode of a file that is there.

    A link stays one: what it leads to is written.

    Raises `FaultsError` if it cannot be written; what was there then stands as it was.
    """
    with reporting(path, "cannot be written"):
        path = Path(realpath(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch = path.with_name(f"{path.name}.new")
        try:
            scratch.write_bytes(text.encode("utf-8"))
            if path.exists():
                scratch.chmod(path.stat().st_mode)
            scratch.replace(path)
        finally:
            with suppress(OSError):
                scratch.unlink(missing_ok=True)
