"""A run of a forecast told hour by hour: what each side tries, what comes of it, when it turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from calculator.figures import percent
from calculator.rules.forecast_plan import Stance
from calculator.tuning.battle import GONE, Battlefield, Run
from calculator.tuning.host import Host

_STANCES_IN_WORDS: Final = {
    Stance.PRESS: "press the attack",
    Stance.HOLD: "hold their ground",
    Stance.DELAY: "play for time",
}

_FATES: Final = ("out of the fight", "demoralized", "worn or disordered")
"""What an hour brought a unit, the gravest first."""


class RunStory:
    """Lines of a story as the run goes on; hours of which nothing came are told together."""

    def __init__(self, field: Battlefield) -> None:
        self.lines: list[str] = []
        self._field = field
        self._before = {army.key: [unit.number for unit in army.units] for army in field.armies}
        """How each unit was when the hour began."""
        self._deeds: dict[tuple[str, int], str] = {}
        """What hurt a unit last this hour."""
        self._attacks: dict[str, list[bool]] = {}
        """By army, whether each attack of this hour cost the enemy anything."""
        self._tried: list[str] = []
        self._quiet = 0
        self._ahead: list[Host | None] = []
        """Who had lost the smaller share of its men at the end of each hour."""

    def action(self, host: Host, unit: int, target: int, action: str, *before: int) -> None:
        """A unit has acted against an enemy; `before` is by number how it and that one were."""
        enemy, system = host.enemy, self._field.scenario.system
        aimed = (
            one for one in system.actions if one.key == action and system.asked_of("target", one)
        )
        deed = next((one.label.lower() for one in aimed), "skirmish")
        if self._is_worse(host.now[unit], before[0]):
            self._deeds[host.army.key, unit] = f"{deed} at {enemy.army.units[target].name}"
        struck = self._is_worse(enemy.now[target], before[1])
        if struck:
            self._deeds[enemy.army.key, target] = f"{deed} by {host.army.units[unit].name}"
        if action == system.chief:
            self._attacks.setdefault(host.army.name, []).append(struck)

    def hour_over(self, turn: int, hosts: Sequence[Host]) -> None:
        """Tell the hour, if anything came of it."""
        first, second = hosts
        lead = second.lost_heart - first.lost_heart
        self._ahead.append((first if lead > 0 else second) if lead else None)
        if turn == 1:
            self.lines.append(self._led(hosts))
        tried = [_tries(host) for host in hosts]
        came = [*_arrivals(turn, hosts), *self._attacked(), *self._befell(hosts)]
        if came or tried != self._tried:
            self._tell_quiet(turn)
            new = [text for text in tried if text not in self._tried]
            self.lines.append(" ".join([f"Turn {turn}, {self._hour(turn)}.", *new]))
            self.lines += [f"  {line}." for line in came]
        else:
            self._quiet += 1
        self._tried = tried
        self._before = {host.army.key: list(host.now) for host in hosts}
        self._deeds.clear()
        self._attacks.clear()

    def end(self, run: Run, hosts: Sequence[Host]) -> None:
        """How it ended, at what cost, and when it had turned."""
        self._tell_quiet(run.turns + 1)
        beaten = [host for host in hosts if host.army.key in run.broken]
        names = " and ".join(host.army.name for host in beaten)
        how = f"{names} {run.ending}" if names else "neither side gave up"
        self.lines.append(f"After {run.turns} turns: {how}. Lost: {_losses(hosts)} of their men.")
        if len(beaten) == 1:
            self.lines.append(self._turned(beaten[0]))

    def _led(self, hosts: Sequence[Host]) -> str:
        """How well either army is led in this battle, which decides more than any rating."""
        led = (f"{host.army.name} {host.tempo / self._field.tempo:.1f}" for host in hosts)
        return f"How briskly they are led, 1 being usual: {', '.join(led)}."

    def _turned(self, beaten: Host) -> str:
        """From when on the side that gave up had always lost the greater share of its men."""
        victor, name = beaten.enemy, beaten.army.name
        turn = 1 + max(
            (n for n, host in enumerate(self._ahead, 1) if host is not victor), default=0
        )
        gone = f"{percent(beaten.lost_heart)} of its men were gone, of the enemy's "
        gone += percent(victor.lost_heart)
        if turn > len(self._ahead):
            return f"{name} gave way without having lost more: {gone}."
        since = "the first" if turn == 1 else f"turn {turn}, {self._hour(turn)},"
        return f"It went against {name} from {since} on: {gone}."

    def _tell_quiet(self, turn: int) -> None:
        """Tell the hours before this one of which nothing came."""
        first, last = turn - self._quiet, turn - 1
        if self._quiet:
            when = f"Turn {last}" if first == last else f"Turns {first} to {last}"
            self.lines.append(f"{when}: skirmishing, and nothing came of it.")
        self._quiet = 0

    def _attacked(self) -> Iterator[str]:
        """How often each army has attacked, and how often in vain."""
        system = self._field.scenario.system
        told = [
            f"{army} {len(struck)}"
            + (f" ({vain} in vain)" if (vain := struck.count(False)) else "")
            for army, struck in self._attacks.items()
        ]
        if told:
            yield f"{system.action_played_on(system.chief).label}: {', '.join(told)}"

    def _befell(self, hosts: Sequence[Host]) -> Iterator[str]:
        """What the hour has cost, the gravest first, where a unit is gone or broken by whom."""
        told: dict[tuple[str, Host], list[str]] = {(f, host): [] for f in _FATES for host in hosts}
        for host in hosts:
            hour = zip(host.army.units, self._before[host.army.key], host.now, strict=True)
            for number, (unit, was, now) in enumerate(hour):
                if self._is_worse(now, was):
                    fate = self._fate(was, now)
                    deed = self._deeds.get((host.army.key, number)) if fate != _FATES[-1] else None
                    told[fate, host].append(f"{unit.name} ({deed})" if deed else unit.name)
        hurt = [(fate, host, names) for (fate, host), names in told.items() if names]
        yield from (f"{host.army.name} {fate}: {'; '.join(names)}" for fate, host, names in hurt)
        if hurt:
            yield f"Lost so far: {_losses(hosts)} of their men"

    def _fate(self, was: int, now: int) -> str:
        demoralized = self._field.demoralized
        if now == GONE:
            return _FATES[0]
        return _FATES[1] if demoralized[now] and not demoralized[was] else _FATES[2]

    def _is_worse(self, now: int, was: int) -> bool:
        """Whether a unit is worth less than it was."""
        worths = self._field.worths
        return was != GONE and (now == GONE or worths[now] < worths[was])

    def _hour(self, turn: int) -> str:
        return f"{(self._field.first_hour + turn - 1) % 24}:00"


def _arrivals(turn: int, hosts: Sequence[Host]) -> Iterator[str]:
    for host in hosts:
        come = [part.name for part in host.army.divisions if part.enters == turn > 1]
        if come:
            yield f"{host.army.name} arriving: {'; '.join(come)}"


def _tries(host: Host) -> str:
    stance = "do as ordered" if host.army.is_ordered else _STANCES_IN_WORDS[host.stance]
    return f"{host.army.name}: {stance}."


def _losses(hosts: Sequence[Host]) -> str:
    return ", ".join(f"{host.army.name} {percent(host.lost_men)}" for host in hosts)
