"""How the designer's screen saves: at once into a file of the user's own, else where asked."""

from __future__ import annotations

from collections.abc import Callable

from calculator.errors import CalculatorError
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

    def ask_for_copy(self, typed: str = "", trouble: CalculatorError | None = None) -> None:
        """Ask where a copy goes, and write it; asks again, and says why, where it cannot be."""
        shipped = self.store.is_shipped
        title = "A shipped scenario stays as it is" if shipped else "Save a copy"
        blank = Blank("path", "Save a copy to", typed or str(self.store.copy_path()))
        asking = AskScreen(title, [blank], "save", trouble=trouble)
        self._open(asking, self._copy)

    def _copy(self, answers: dict[str, str] | None) -> None:
        if answers and (path := answers["path"].strip()):
            bench = self._bench
            try:
                copy = self.store.save_copy(path, bench.file, bench.scenario)
            except CalculatorError as trouble:
                self.ask_for_copy(path, trouble)
            else:
                self._write(lambda: copy)

    def _write(self, write: Callable[[], Scenario]) -> None:
        def work() -> None:
            self._bench.saved(write())
            self._note(f"saved: {self.store.path}")

        self._attempt(work)
