"""Processes that write to one battle, each noting on disk what it was told is recorded."""

import multiprocessing
import os
import signal
import time
from multiprocessing.process import BaseProcess
from pathlib import Path

from calculator.umpire import Umpire
from tests.journal.toy import throw

_FORK = multiprocessing.get_context("fork")


def _write(battle: str | Path, told: Path, rulings: int) -> None:
    with Umpire.open(battle) as umpire, told.open("a", buffering=1) as acknowledged:
        for dice in range(rulings):
            ruling = umpire.adjudicate(throw(dice % 6))
            if ruling.entry:
                acknowledged.write(f"{ruling.entry.number} {ruling.entry.key}\n")
    os._exit(0)


class Writers:
    """So many processes at one battle; `told` is the folder of what each was told."""

    def __init__(self, battle: str | Path, told: Path) -> None:
        self.battle = battle
        self.told = told
        self.running: list[tuple[BaseProcess, Path]] = []
        self._begun = 0
        self._name = Path(str(battle)).stem
        told.mkdir(exist_ok=True)

    def begin(self, rulings: int) -> None:
        """Start one more, that makes so many rulings."""
        self._begun += 1
        told = self.told / f"{self._name}-{self._begun}"
        process = _FORK.Process(target=_write, args=(self.battle, told, rulings))
        process.start()
        self.running.append((process, told))

    def kill(self, place: int) -> None:
        """End one with SIGKILL, wherever it is."""
        process, _ = self.running.pop(place)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()

    def wait(self) -> None:
        """Wait for all to end of themselves, and rightly."""
        for process, _ in self.running:
            process.join()
            assert process.exitcode == 0
        self.running.clear()

    def wait_for_news(self) -> None:
        """Wait until a writer was told of a ruling: before that there may be no battle to read."""
        while not any(self._counts().values()):
            assert self._at_it()
            time.sleep(0.01)

    def wait_for_news_of_all(self, rulings: int) -> None:
        """Wait until every writer that is still at it was told of so many more rulings; one of
        them at least must be, for a busy machine may have let others come to their end."""
        goal = {told: count + rulings for told, count in self._counts().items()}
        while any(self._counts()[told] < goal[told] for told in self._at_it()):
            time.sleep(0.01)
        assert self._at_it()

    def _at_it(self) -> list[Path]:
        return [told for process, told in self.running if process.is_alive()]

    def _counts(self) -> dict[Path, int]:
        return {
            told: told.read_text().count("\n") if told.exists() else 0 for _, told in self.running
        }

    def acknowledged(self) -> dict[str, int]:
        """The keys that writers were told are recorded, with their numbers."""
        lines = (
            line.split()
            for told in self.told.glob(f"{self._name}-*")
            for line in told.read_text().splitlines()
        )
        return {line[1]: int(line[0]) for line in lines if len(line) == 2 and len(line[1]) == 32}
