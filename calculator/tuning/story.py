"""A run of a forecast told hour by hour: what each side tries, what comes of it, when it turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from calculator.figures import percent
from calculator.rules.armies import Stance
from calculator.tuning.battle import GONE, Battlefield, Posture, Run
from calculator.tuning.host import Host

_STANCES_IN_WORDS: Final = {
    Stance.PRESS: "press the attack",
    Stance.HOLD: "hold their ground",
    Stance.DELAY: "play for time",
}

_FATES: Final = ("out of the fight", "demoralized", "worn or disordered")
"""What an hour brought a unit, the gravest first."""


class RunStory:
    """Lines of a story as the run goes on."""

    def __init__(self, field: Battlefield) -> None:
        self.lines: list[str] = []
        self.was_bloody = False
        self._field = field
        self._before = {army.key: [unit.begins for unit in army.units] for army in field.armies}
        """How each unit was when the hour began."""
        self._deeds: dict[tuple[str, int], str] = {}
        """What hurt a unit last this hour."""
        self._attacks: dict[str, list[bool]] = {}
        """By army, whether each attack of this hour cost the enemy anything."""
        self._acted = False
        """Whether anybody has acted this hour."""
        self._lost = dict.fromkeys(self._before, 0.0)
        """The share of its men that each army had lost when the hour began."""
        self._tried: dict[str, str] = {}
        self._ahead: list[Host | None] = []
        """Who had lost the smaller share of its men at the end of each hour."""

    def action(self, host: Host, unit: int, target: int, action: str, *before: Posture) -> None:
        """A unit has acted against an enemy; `before` is how it and that one were."""
        enemy, system = host.enemy, self._field.scenario.system
        aimed = (
            one for one in system.actions if one.key == action and system.asked_of("target", one)
        )
        self._acted = True
        deed = next((one.label.lower() for one in aimed), "skirmish")
        if _is_worse(host.now[unit], before[0]):
            self._deeds[host.army.key, unit] = f"{deed} at {enemy.army.units[target].name}"
        struck = _is_worse(enemy.now[target], before[1])
        if struck:
            self._deeds[enemy.army.key, target] = f"{deed} by {host.army.units[unit].name}"
        if action == system.chief:
            self._attacks.setdefault(host.army.name, []).append(struck)

    def hour_over(self, turn: int, hosts: Sequence[Host]) -> None:
        """Tell the hour: what either side tries where that is new, and what came of it."""
        first, second = hosts
        lead = second.lost_heart - first.lost_heart
        self._ahead.append((first if lead > 0 else second) if lead else None)
        if turn == 1:
            usual = self._field.tempo  # how well an army is led decides more than any rating
            led = (f"{host.army.name} {host.tempo / usual:.1f}" for host in hosts)
            self.lines.append(f"How briskly they are led, 1 being usual: {', '.join(led)}.")
        told = [f"Turn {turn}, {self._hour(turn)}."]
        for host in hosts:
            words = _STANCES_IN_WORDS[host.stance]
            tried = f"{host.army.name}: {'do as ordered' if host.army.is_ordered else words}"
            if self._tried.get(host.army.key) != tried:
                self._tried[host.army.key] = tried
                told.append(f"{tried}, at {host.ratio:.1f} to 1.")
        came = [*_arrivals(turn, hosts), *self._attacked(), *self._befell(hosts)]
        if not came:
            told.append("Skirmishing, in vain." if self._acted else "Nobody came into action.")
        self.lines += [" ".join(told), *(f"  {line}." for line in came)]
        self._before = {host.army.key: list(host.now) for host in hosts}
        self._acted = False
        self._deeds.clear()
        self._attacks.clear()

    def end(self, run: Run, hosts: Sequence[Host]) -> None:
        """How it ended, at what cost, and when it had turned."""
        beaten = [host for host in hosts if host.army.key in run.broken]
        names = " and ".join(host.army.name for host in beaten)
        how = f"{names} {run.ending}" if names else "neither side gave up"
        self.lines.append(f"After {run.turns} turns: {how}. Lost: {_losses(hosts)} of their men.")
        behind = beaten or [ahead.enemy for ahead in self._ahead[-1:] if ahead]
        if len(behind) == 1:
            self.lines.append(self._turned(behind[0]))
        elif not behind:
            self.lines.append("It turned nowhere: both have lost alike.")

    def _turned(self, beaten: Host) -> str:
        """From when on a side had always lost the greater share of its men."""
        victor, name = beaten.enemy, beaten.army.name
        turn = 1 + max(
            (n for n, host in enumerate(self._ahead, 1) if host is not victor), default=0
        )
        lost, inflicted = percent(beaten.lost_heart), percent(victor.lost_heart)
        gone = f"{lost} of its men were gone, {inflicted} of the enemy's"
        if turn > len(self._ahead):
            return f"The {name} army gave way without having lost more: {gone}."
        since = "the first turn" if turn == 1 else f"turn {turn}, {self._hour(turn)},"
        return f"It went against the {name} army from {since} on: {gone}."

    def _attacked(self) -> Iterator[str]:
        """How often each army has attacked, and how often in vain."""
        system = self._field.scenario.system
        told = [
            f"{army} {len(struck)}"
            + (f" ({vain} in vain)" if (vain := struck.count(False)) else "")
            for army, struck in self._attacks.items()
        ]
        if told:
            yield f"{system.action(system.chief).label}: {', '.join(told)}"

    def _befell(self, hosts: Sequence[Host]) -> Iterator[str]:
        """What the hour has cost, the gravest first, where a unit is gone or broken by whom."""
        told: dict[tuple[str, Host], list[str]] = {(f, host): [] for f in _FATES for host in hosts}
        for host in hosts:
            hour = zip(host.army.units, self._before[host.army.key], host.now, strict=True)
            for number, (unit, was, now) in enumerate(hour):
                if _is_worse(now, was):
                    fate = _fate(was, now)
                    deed = self._deeds.get((host.army.key, number)) if fate != _FATES[-1] else None
                    told[fate, host].append(f"{unit.name} ({deed})" if deed else unit.name)
        hurt = [(fate, host, names) for (fate, host), names in told.items() if names]
        yield from (f"{host.army.name} {fate}: {'; '.join(names)}" for fate, host, names in hurt)
        self.was_bloody |= bool(hurt)
        if any(host.lost_men > self._lost[host.army.key] for host in hosts):
            yield f"Lost: {_losses(hosts, self._lost)} of their men; so far {_losses(hosts)}"
        self._lost = {host.army.key: host.lost_men for host in hosts}

    def _hour(self, turn: int) -> str:
        return f"{(self._field.first_hour + turn - 1) % 24}:00"


def _fate(was: Posture, now: Posture) -> str:
    if now is GONE:
        return _FATES[0]
    return _FATES[1] if now.is_demoralized and not was.is_demoralized else _FATES[2]


def _is_worse(now: Posture, was: Posture) -> bool:
    """Whether a unit is worth less than it was; who has no worth, such as wagons, may be gone."""
    return now.worth < was.worth or (now is GONE and was is not GONE)


def _arrivals(turn: int, hosts: Sequence[Host]) -> Iterator[str]:
    for host in hosts:
        come = [part.name for part in host.army.divisions if part.enters == turn > 1]
        if come:
            yield f"{host.army.name} arriving: {'; '.join(come)}"


def _losses(hosts: Sequence[Host], before: Mapping[str, float] | None = None) -> str:
    """What each army has lost of its men, all told or since before."""
    lost = ((host, host.lost_men - (before or {}).get(host.army.key, 0.0)) for host in hosts)
    return ", ".join(f"{host.army.name} {percent(share)}" for host, share in lost)
