"""What a rule system declares of whole armies: how they are checked, and forecast without a
table; and the battles of history that forecasts are held against and plain armies are made of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final, NamedTuple

import attrs

from calculator.rules.tables import Tables


@attrs.frozen
class ArmyCount:
    """How an army stands: units in all, removed from play, and demoralized; passed a check before.

    `struck` says that a unit was removed or demoralized in the present turn, `checked` that the
    army was checked in it.
    """

    units: int
    removed: int
    demoralized: int
    passed_before: bool = False
    struck: bool = False
    checked: bool = False


@attrs.frozen(eq=False, repr=False)
class ArmyMorale:
    """The check of an army: the key of its `action`, the `answers` that a count gives to its form,
    and the keys of the measures that say that the army `breaks`, and that it is `not_due`."""

    action: str
    answers: Callable[[ArmyCount], Mapping[str, str]]
    breaks: str
    not_due: str


class Stance(Enum):
    """What a commander tries in an hour, from his mission and how the battle stands."""

    PRESS = "press"
    """Attack, the formations to spare massed against one part of the enemy's line."""
    HOLD = "hold"
    """Keep the ground, strike back where it pays, reserves behind the line."""
    DELAY = "delay"
    """Gain time until others come: fire, and close with nobody."""
    REST = "rest"
    """Out of action for the hour: what is shaken regroups."""


SIDES: Final = ("attacker", "defender")


@attrs.frozen
class PastArmy:
    """One army of a battle: men of all arms, horsemen and guns (None: not known), men lost."""

    men: int
    loss: int
    cavalry: int | None
    guns: int | None

    @property
    def lost(self) -> float:
        """The share of its men lost, killed to captured."""
        return self.loss / self.men


@attrs.frozen
class PastBattle:
    """A battle as history has it; `winner` is "attacker", "defender" or "drawn"."""

    battle: str
    year: int
    attacker: PastArmy
    defender: PastArmy
    defence: str
    terrain: str
    hours: float | None
    winner: str

    @property
    def name(self) -> str:
        """The battle and its year."""
        return f"{self.battle} {self.year}"

    @property
    def forces(self) -> tuple[PastArmy, PastArmy]:
        """The attacker's force and the defender's."""
        return self.attacker, self.defender

    @property
    def lost(self) -> tuple[float, float]:
        """The shares of its men that the loser lost and the winner did."""
        ours, theirs = self.attacker.lost, self.defender.lost
        return (ours, theirs) if self.winner == "defender" else (theirs, ours)

    @property
    def ratio(self) -> float:
        """Attackers to one defender."""
        return self.attacker.men / self.defender.men


class Front(NamedTuple):
    """The part of a line that a unit fills, in bases; how many of its arm act `abreast` in an hour
    against one enemy (0: any number); and how much of what reaches beyond his enemy's front is in
    the fight with who acts, a share of 1."""

    bases: float = 0.0
    abreast: int = 0
    overlap: float = 0.0


@attrs.frozen(kw_only=True, eq=False, repr=False)
class ForecastPlan:
    """How whole battles are forecast without a table; the system declares its `army_morale` too.

    `policies` say by stance what units do (see calculator.tuning.acting); `start` is the condition
    all units begin in. `worth` is what a unit in a condition is worth in a fight, in bases of
    average foot, `front` the part of a line that it fills; `casualties` the share of a unit's
    present men lost between two conditions (None: removed) with so much of its front met by the
    enemy, `attrition` the share that an hour in action costs besides where the ground answers so;
    `worn` the condition of a unit of which only a share of its starting men is left (None: too few
    to fight on), `rested` that of a unit after a night. `led` and `flanking` are the answers of a
    unit that has a general at hand, and of one that attacks a flank; `discourages` says whether an
    army that loses the men of such a unit loses heart. `men` are those of a unit whose file gives
    none, and `draws_each` says whether under the rules of a battle the initiative is drawn anew
    before each formation. `plain_battle` is the scenario file, as a tree, of a battle of history
    fought by two armies of no quality of their own.
    """

    policies: Mapping[Stance, str]
    start: Callable[[Mapping[str, str]], Mapping[str, str]]
    is_demoralized: Callable[[Mapping[str, str]], bool]
    worth: Callable[[Mapping[str, str]], float]
    front: Callable[[Mapping[str, str]], Front]
    casualties: Callable[[Tables, Mapping[str, str], Mapping[str, str] | None, float], float]
    attrition: Callable[[Tables, Mapping[str, str]], float]
    worn: Callable[[Mapping[str, str], float], Mapping[str, str] | None]
    rested: Callable[[Mapping[str, str]], Mapping[str, str]]
    led: Mapping[str, str]
    flanking: Mapping[str, str]
    discourages: Callable[[Mapping[str, str]], bool]
    men: Callable[[Mapping[str, str]], int]
    draws_each: Callable[[Mapping[str, str]], bool]
    plain_battle: Callable[[PastBattle], dict[str, Any]]
