"""A run of a forecast told hour by hour: what each side tries, what comes of it, when it turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from calculator.figures import percent
from calculator.rules.forecast_plan import Stance
from calculator.tuning.battle import GONE, Battlefield

if TYPE_CHECKING:
    from calculator.tuning.fighting import Run
    from calculator.tuning.host import Host

_STANCES_IN_WORDS: Final = {
    Stance.PRESS: "press the attack",
    Stance.HOLD: "hold their ground",
    Stance.DELAY: "play for time",
}


class Chronicle:
    """Lines of a story as the run goes on.

    Attacks and what cost a unit its place or its bases are told one by one, what else befell units
    in a line an hour, hours of which nothing came together.
    """

    def __init__(self, field: Battlefield) -> None:
        self._field = field
        self.lines: list[str] = []
        self._tried: list[str] = []
        self._blows: list[str] = []
        self._befell: dict[str, list[str]] = {}
        self._quiet = 0
        """How many turns ago something was last told."""
        self._ahead: list[Host | None] = []
        """Who had lost less of its fighting value at the end of each turn."""

    def action(
        self, names: Sequence[str], action: str, before: Sequence[int], after: Sequence[int]
    ) -> None:
        """A unit has acted against another, both by name and as they were and are by number."""
        system, units = self._field.scenario.system, list(zip(names, before, after, strict=True))
        changed = [
            (name, change)
            for name, was, now in reversed(units)
            if was != now and (change := self._changed(was, now))
        ]
        if action == system.chief or any(self._is_grave(was, now) for _, was, now in units):
            what = "; ".join(f"{name} {change}" for name, change in changed) or "nothing gained"
            self._blows.append(f"  {self._label(action)}, {names[0]} at {names[1]}: {what}.")
        else:
            for name, change in changed:
                self._befell.setdefault(change, []).append(name)

    def hour_over(self, turn: int, hosts: Sequence[Host]) -> None:
        """Tell the hour, if anything came of it."""
        first, second = hosts
        lead = second.lost_heart - first.lost_heart
        self._ahead.append((first if lead > 0 else second) if lead else None)
        befell = [f"  {', '.join(who)}: {change}." for change, who in self._befell.items()]
        told = [*self._blows, *befell]
        come = list(self._arrivals(turn, hosts))
        tried = [_tries(host) for host in hosts]
        if not (told or come) and tried == self._tried:
            self._quiet += 1
            return
        self._tell_quiet(turn)
        new = [text for text in tried if text not in self._tried]
        self.lines += [" ".join([f"Turn {turn}, {self._hour(turn)}.", *new]), *come, *told]
        if told:
            self.lines.append(f"  Men lost so far: {_losses(hosts)}.")
        self._tried, self._blows, self._befell = tried, [], {}

    def end(self, run: Run, hosts: Sequence[Host]) -> None:
        """How it ended, when it had turned, and at what cost."""
        self._tell_quiet(run.turns + 1)
        beaten = [host for host in hosts if host.army.key in run.broken]
        names = " and ".join(host.army.name for host in beaten)
        how = f"{names} {run.ending}" if names else "neither side gave up"
        self.lines.append(f"After {run.turns} turns: {how}. Men lost: {_losses(hosts)}.")
        if len(beaten) == 1:
            self.lines.append(self._turned(beaten[0]))

    def _turned(self, beaten: Host) -> str:
        """From when on the side that gave up had always lost more of its fighting value."""
        victor = beaten.enemy
        turn = 1 + max((n for n, host in enumerate(self._ahead, 1) if host is not victor), default=0)
        shares = percent(beaten.lost_heart), percent(victor.lost_heart)
        lost = f"{shares[0]} of their fighting value gone, {shares[1]} of the enemy's"
        if turn > len(self._ahead):
            return f"What broke {beaten.army.name} was not the loss: {lost}."
        since = "at once" if turn == 1 else f"in turn {turn}, {self._hour(turn)}"
        return f"It turned against {beaten.army.name} {since}; at the end {lost}."

    def _tell_quiet(self, turn: int) -> None:
        """Tell the hours before this one of which nothing came."""
        first, last = turn - self._quiet, turn - 1
        if self._quiet:
            when = f"Turn {last}" if first == last else f"Turns {first} to {last}"
            self.lines.append(f"{when}: skirmishing and no more.")
        self._quiet = 0

    def _arrivals(self, turn: int, hosts: Sequence[Host]) -> Iterator[str]:
        for host in hosts:
            come = [part.name for part in host.army.divisions if part.enters == turn > 1]
            if come:
                yield f"  {host.army.name}, arriving: {', '.join(come)}."

    def _hour(self, turn: int) -> str:
        return f"{(self._field.first_hour + turn - 1) % 24}:00"

    def _label(self, action: str) -> str:
        """An action in words; of one that asks nothing of the enemy what it was beside."""
        system = self._field.scenario.system
        known = {one.key: one for one in system.actions}
        if action in known and system.asked_of("target", known[action]):
            return known[action].label
        return "Skirmish"

    def _is_grave(self, before: int, after: int) -> bool:
        """Whether a unit has left the field, can fight no more, or fills less of the line."""
        if before == after:
            return False
        field = self._field
        shaken = after != GONE and field.demoralized[after] and not field.demoralized[before]
        return after == GONE or shaken or field.fronts[after] < field.fronts[before]

    def _changed(self, before: int, after: int) -> str:
        """What became of a unit in a few words."""
        if after == GONE:
            return "is out of the fight"
        was, now = (dict(self._field.conditions[number]) for number in (before, after))
        return self._field.plan.changes(was, now)


def _tries(host: Host) -> str:
    stance = "do as ordered" if host.army.is_ordered else _STANCES_IN_WORDS[host.stance]
    return f"{host.army.name}: {stance}."


def _losses(hosts: Sequence[Host]) -> str:
    shares = (f"{host.army.name} {percent(host.lost_men)}" for host in hosts)
    return ", ".join(shares)
