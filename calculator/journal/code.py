"""Which code ruled: a digest of the sources that decide what a seed and a form give.

An entry names the digest of the code that wrote it. Where it is ours, whatever computes otherwise
was altered; where it is not, a later version may rightly rule otherwise, and says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from calculator.rules.system import RuleSystem

_PACKAGE: Final = Path(__file__).parent.parent
_SHARED: Final = ("chance", "rules")
_ALONE: Final = ("forms.py", "kinds.py", "lengths.py", "numbers.py")


def code_digest(system: RuleSystem) -> str:
    """SHA-256 over the sources of a system, of probability and of forms, in hexadecimal."""
    return _digest(Path(system.tables_path).parent)


@lru_cache
def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in _sources(folder):
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def _sources(folder: Path) -> Iterator[Path]:
    """The system's own modules and tables, then what all share, each in the order of paths."""
    yield from sorted(path for path in folder.rglob("*") if path.suffix in {".py", ".toml"})
    for shared in _SHARED:
        yield from sorted((_PACKAGE / shared).glob("*.py"))
    yield from (_PACKAGE / name for name in _ALONE)
