"""Putting a scenario file in the place of another, whole or not at all."""

from __future__ import annotations

from pathlib import Path

from calculator.errors import Fault, FaultsError


def replace_text(path: Path, text: str) -> None:
    """Write `text` to `path`, in folders made if need be, with the mode of a file that is there.

    A link stays one: what it leads to is written.

    Raises `FaultsError` if it cannot be written; what was there then stands as it was.
    """
    path = path.resolve()
    scratch = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch.write_bytes(text.encode("utf-8"))
        if path.exists():
            scratch.chmod(path.stat().st_mode)
        scratch.replace(path)
    except OSError as error:
        if scratch.parent.is_dir():
            scratch.unlink(missing_ok=True)
        raise FaultsError([Fault(str(path), f"cannot be written: {error.strerror}")]) from None
