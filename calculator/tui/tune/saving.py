"""How the designer's screen saves: at once into a file of the user's own, else where asked."""

from __future__ import annotations

from collections.abc import Callable

from calculator.scenarios import Scenario
from calculator.tui.screens.ask import AskScreen, Blank
from calculator.tui.tune.choosing import Attempt, Opens
from calculator.tui.tune.store import Store
from calculator.tui.tune.workbench import Workbench


class Saving:
    """Writes what is on the workbench; `note` hears where to."""

    def __init__(
        self,
        bench: Workbench,
        store: Store,
        *,
        opens: Opens,
        attempt: Attempt,
        note: Callable[[str], object],
    ) -> None:
        self._bench = bench
        self.store = store
        self._open = opens
        self._attempt = attempt
        self._note = note

    def save(self) -> None:
        """Write the changes into the file; those of a shipped one into a copy."""
        bench = self._bench
        if not bench.changes():
            self._note("nothing to save: everything is as in the file")
        elif self.store.is_shipped:
            self.ask_for_copy()
        else:
            self._write(lambda: self.store.save(bench.file, bench.scenario))

    def ask_for_copy(self) -> None:
        """Ask where a copy goes, and write it; says why where it cannot be, and asks on."""

        def check(answers: dict[str, str]) -> None:
            path = answers["path"].strip()
            copied.append(self.store.save_copy(path, self._bench.file, self._bench.scenario))

        def taken(answers: dict[str, str] | None) -> None:
            if answers is not None:
                self._write(copied.pop)

        copied: list[Scenario] = []
        shipped = self.store.is_shipped
        title = "A shipped scenario stays as it is" if shipped else "Save a copy"
        blank = Blank("path", "Save a copy to", str(self.store.copy_path()))
        self._open(AskScreen(title, [blank], "save", check), taken)

    def _write(self, write: Callable[[], Scenario]) -> None:
        def work() -> None:
            self._bench.saved(write())
            self._note(f"saved: {self.store.path}")

        self._attempt(work)
