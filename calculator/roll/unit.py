"""A unit and a side on the roll."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from calculator.roll.condition import Proposal
from calculator.rules.turns import Permission
from calculator.scenarios.lines import KeyPath, shown_path


def program_key(key: str) -> str:
    """A system's key as programs read it: `unit` is the name of a unit, so a key that says what it
    is goes by `unit-type`."""
    return "unit-type" if key == "unit" else key


@attrs.frozen
class Ground:
    """Where a unit stands: a piece of terrain by its name, or what a form stated of the ground.

    `stated` are answers by field key, where a player's answer has taken the place of the terrain;
    `entry` is the number of the entry that says so, 0 for the order of battle.
    """

    name: str
    stated: Mapping[str, str]
    entry: int = 0


@attrs.frozen(kw_only=True)
class RollUnit:
    """A unit as it stands after the last entry.

    `side` is the key of its side and `side_name` the name; `division` the formation it belongs to,
    empty for one of none. `path` is where it stands in the order of battle.

    `now` and `start` are texts by the keys of the system's unit form ("bases", "state"): what it
    has now, and had when the battle began. `changed` names the entry that each value of `now` comes
    from, where it is not the order of battle. What holds for the turn alone has its key among
    `each_turn`.

    `gone` says in a word how it left the table, empty for a unit that has not; `gone_entry` and
    `gone_turn` when. `arrived` is False for one that has yet to come, in turn `entry_turn`.

    `acted` says whether it has used its action this turn, by entry `acted_entry`; `may` is what it
    may still do, where it has acted and not with everything.

    `ground` is where it stands, None where nothing says so. `later` holds answers from which
    further actions against it this turn start. `entries` are the numbers of all entries in force
    that concern it; `proposals` what another side has said of it this turn, and nobody has taken.
    """

    side: str
    side_name: str
    division: str
    name: str
    path: KeyPath
    now: Mapping[str, str]
    start: Mapping[str, str]
    changed: Mapping[str, int]
    each_turn: frozenset[str]
    gone: str
    gone_entry: int
    gone_turn: int
    arrived: bool
    entry_turn: int | None
    acted: bool
    acted_entry: int
    may: tuple[Permission, ...]
    ground: Ground | None
    later: Mapping[str, str]
    entries: tuple[int, ...]
    proposals: tuple[Proposal, ...] = ()

    @property
    def full_name(self) -> str:
        """Its name after its side's key, "side: name", which no two units share."""
        return f"{self.side}: {self.name}"

    @property
    def losses(self) -> dict[str, int]:
        """How much less it has than at the start, by the keys of what is counted and is less.

        What is spent of a turn, such as movement points, is not lost.
        """
        counted = {
            key: int(text) - int(self.now[key])
            for key, text in self.start.items()
            if text.isdecimal() and self.now.get(key, "").isdecimal()
            if key not in self.each_turn
        }
        return {key: lost for key, lost in counted.items() if lost > 0}

    @property
    def last_entry(self) -> int:
        """The number of the last entry that concerns it, 0 for none."""
        return self.entries[-1] if self.entries else 0

    @property
    def shown_path(self) -> str:
        """Its place in the order of battle, as rulings record it: $.sides[0].units[3]."""
        return shown_path(self.path)

    def as_json(self, keys: Iterable[str]) -> dict[str, Any]:
        """The unit as the command line prints it for machines: the system's own `keys`, null where
        nothing is known, among ours."""
        return {
            **{program_key(key): self.now.get(key) for key in keys},
            "side": self.side,
            "division": self.division,
            "unit": self.name,
            "gone": self.gone,
            "gone-turn": self.gone_turn or None,
            "arrived": self.arrived,
            "entry-turn": self.entry_turn,
            "acted": self.acted,
            "may": list(dict.fromkeys(one.action for one in self.may)),
            "permitted": [
                {
                    "action": one.action,
                    "words": one.words,
                    "answers": dict(one.answers),
                    "at-most": dict(one.at_most),
                    "awaits": one.awaits and one.awaits._asdict(),
                }
                for one in self.may
            ],
            "ground": self.ground.name if self.ground else "",
            "losses": self.losses,
            "start": {program_key(key): text for key, text in self.start.items()},
            "entries": list(self.entries),
            "proposed": {one.key: one.text for one in self.proposals},
        }


@attrs.frozen(kw_only=True)
class RollSide:
    """A side as it stands: `now` and `start` are texts by the keys of the system's side form."""

    key: str
    name: str
    now: Mapping[str, str]
    start: Mapping[str, str]
    changed: Mapping[str, int]
