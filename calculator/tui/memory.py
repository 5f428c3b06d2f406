"""What a copy remembers: its set-up, in a file of its own, written whole or not at all.

The file is named after the copy ("red-1.json"), and a copy's name is held by one process at a time,
so copies that run side by side never write one another's file, and the next to take the name goes
on where the last left off.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from calculator.home import chosen_home
from calculator.paths import write_whole

VERSION: Final = 2
FIRST_VERSION: Final = 1


def state_folder() -> Path:
    """Where set-ups are kept: under EMPIRES_HOME, or where the platform keeps users' states.

    Raises `FaultsError` where EMPIRES_HOME begins with a ~ that means nobody.
    """
    if home := chosen_home():
        return home / "screens"
    import platformdirs

    return platformdirs.user_state_path("empires", appauthor=False) / "screens"


class KeptSetUp(NamedTuple):
    """A set-up as it is kept: keys and texts only, and the order of battle it draws on."""

    system: str = ""
    action: str = ""
    texts: Mapping[str, str] = MappingProxyType({})
    units: Mapping[str, str] = MappingProxyType({})
    scenario: str = ""


class Remembered(NamedTuple):
    """All that a copy remembers from one time to the next: each system has its own set-up."""

    now: KeptSetUp = KeptSetUp()
    others: tuple[KeptSetUp, ...] = ()
    pins: tuple[KeptSetUp, ...] = ()
    theme: str = ""
    battle: str = ""

    def in_battle(self, battle: str) -> Remembered:
        """What of this is there in a battle: of another one only how the screen looks."""
        if battle == self.battle:
            return self
        return Remembered(theme=self.theme, battle=battle)


class Memory:
    """The file of one copy. Reading and writing never fail: they leave a notice instead."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notice = ""
        """What the player should know, e.g. that the set-up cannot be kept; else nothing."""

    def recall(self) -> Remembered:
        """What was remembered, or a fresh start; a file that cannot be read is set aside."""
        try:
            return _read(json.loads(self.path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return Remembered()
        except OSError as fault:
            self.notice = f"your last form cannot be read ({_reason(fault)}); this one is new"
        except (ValueError, TypeError, KeyError, AttributeError):
            self.notice = self._set_aside()
        return Remembered()

    def keep(self, remembered: Remembered) -> bool:
        """Write what is to be remembered, all of it or nothing; whether that was possible."""
        text = json.dumps({"version": VERSION, **_plain(remembered)}, indent=1)
        try:
            write_whole(self.path, text.encode())
        except OSError as fault:
            self.notice = f"this form cannot be kept for next time ({_reason(fault)})"
            return False
        self.notice = ""
        return True

    def _set_aside(self) -> str:
        aside = self.path.with_suffix(".damaged")
        number = 1
        while aside.exists():
            number += 1
            aside = self.path.with_suffix(f".damaged-{number}")
        try:
            self.path.replace(aside)
        except OSError as fault:
            return f"your last form is damaged and cannot be set aside ({_reason(fault)})"
        return f"your last form was damaged and is kept as {aside.name}; this one is new"


def _plain(remembered: Remembered) -> dict[str, Any]:
    return {
        **remembered._asdict(),
        "now": _plain_set_up(remembered.now),
        "others": [_plain_set_up(kept) for kept in remembered.others],
        "pins": [_plain_set_up(kept) for kept in remembered.pins],
    }


def _plain_set_up(kept: KeptSetUp) -> dict[str, Any]:
    return {**kept._asdict(), "texts": dict(kept.texts), "units": dict(kept.units)}


def _read(parsed: Any) -> Remembered:
    if parsed["version"] == FIRST_VERSION:
        parsed = _from_first(parsed)
    elif parsed["version"] != VERSION:
        raise ValueError(parsed["version"])
    return Remembered(
        now=_set_up(parsed["now"]),
        others=tuple(map(_set_up, parsed["others"])),
        pins=tuple(map(_set_up, parsed["pins"])),
        theme=str(parsed["theme"]),
        battle=str(parsed.get("battle", "")),
    )


def _from_first(parsed: Any) -> Any:
    """What was kept when there was one set-up for all systems, and one pin."""
    now = {**parsed["now"], "scenario": parsed["scenario"]}
    pins = [] if parsed["pinned"] is None else [{**parsed["pinned"], "scenario": ""}]
    return {**parsed, "now": now, "others": [], "pins": pins}


def _set_up(parsed: Any) -> KeptSetUp:
    return KeptSetUp(
        str(parsed["system"]),
        str(parsed["action"]),
        {str(key): str(text) for key, text in parsed["texts"].items()},
        {str(role): str(name) for role, name in parsed["units"].items()},
        str(parsed["scenario"]),
    )


def _reason(fault: OSError) -> str:
    return (fault.strerror or str(fault)).lower()
