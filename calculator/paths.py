"""Paths as people type them; what the platform says of their files, as faults; the folder of this
user: battles, scenarios of their own, what the screen remembers."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os.path import expanduser, realpath
from pathlib import Path
from threading import get_ident

from calculator.errors import FaultsError


def typed_path(typed: str | Path, place: str = "") -> Path:
    """The path that is meant, a leading ~ read as the home folder of a user.

    Raises `FaultsError` at `place`, else at the path itself, where no such home is known: the
    platform would take ~maida.toml for the home of a user called maida.toml.
    """
    text = str(typed)
    # pathlib's own drops the ./ that tells a file called so from the home of a user
    expanded = expanduser(text)  # noqa: PTH111
    if expanded == text and text.startswith("~"):
        user = Path(text).parts[0]
        instead = f"a whole path, or ./{text} for a file of that name"
        raise FaultsError.at(place or text, f"there is no home folder {user!r}", instead)
    return Path(expanded)


@contextmanager
def reporting(path: Path, problem: str) -> Iterator[None]:
    """What is done with a file: where the platform refuses, a fault says the `problem`, and why.

    Raises `FaultsError` in place of `OSError`, e.g. "maida.toml: cannot be read: File name too
    long".
    """
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        raise FaultsError.at(str(path), f"{problem}: {why}") from error


def files_in(folder: Path, pattern: str) -> list[Path]:
    """The files of a folder by name; none where there is no such folder.

    Raises `FaultsError` if it cannot be read.
    """
    with reporting(folder, "cannot be read"):
        return sorted(folder.glob(pattern))


def write_whole(
    path: Path, content: bytes, *, private: bool = False, durable: bool = False
) -> None:
    """Put a file in place, in folders made if need be, or leave what is there; its mode stays.

    What is made anew, a folder too, is this user's alone if it is `private`; what is `durable` is
    on the disk. Raises `OSError`.
    """
    path.parent.mkdir(mode=0o700 if private else 0o777, parents=True, exist_ok=True)
    scratch = path.with_name(f"{path.name}.{os.getpid()}-{get_ident()}")
    try:
        scratch.touch(0o600 if private else 0o666)
        with scratch.open("wb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            scratch.chmod(path.stat().st_mode)
        scratch.replace(path)
    except OSError:
        with suppress(OSError):
            scratch.unlink(missing_ok=True)
        raise


def replace_text(path: Path, text: str) -> None:
    """Write a text that a person keeps, whole or not at all. A link stays one: what it leads to is
    written. Raises `FaultsError` if that cannot be."""
    with reporting(path, "cannot be written"):
        write_whole(Path(realpath(path)), text.encode())


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
