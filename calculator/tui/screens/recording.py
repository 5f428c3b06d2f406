"""A screen that has questions adjudicated and follows what every copy at the table records."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Final

from textual.screen import Screen

from calculator.errors import CalculatorError

if TYPE_CHECKING:
    from calculator.rules.question import Question, Result
    from calculator.tui.recorder import News, Recorder

POLL_SECONDS: Final = 0.4
"""How often the record is looked at, so that another copy's ruling shows within a second."""

FIRST_LOOK_SECONDS: Final = 0.1
"""How long after opening the record is first looked at."""


class RecordingScreen(Screen[None]):
    """Keeps the record at arm's length, in threads, for a disk or another copy may make it wait."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__()
        self.recorder = recorder
        self._ruling = False
        self._looking = Lock()

    def ruled(self, result: Result) -> None:
        """A question was adjudicated."""

    def refused(self, trouble: CalculatorError) -> None:
        """A question could not be adjudicated."""

    def told(self, news: News) -> None:
        """The record was looked at."""

    def rule(self, question: Question, units: Mapping[str, str]) -> None:
        """Have a question adjudicated; one at a time. What merely measures is not recorded."""
        if not question.action.is_recorded:
            self.ruled(question.result())
        elif not self._ruling:
            self._ruling = True
            self.run_worker(partial(self._adjudicate, question, units), thread=True)

    def follow(self) -> None:
        """Look at the record soon, and then again and again."""
        self.set_timer(FIRST_LOOK_SECONDS, self._look_soon)
        self.set_interval(POLL_SECONDS, self._look_soon)

    def _adjudicate(self, question: Question, units: Mapping[str, str]) -> None:
        try:
            result = self.recorder.adjudicate(question, units)
        except CalculatorError as trouble:
            self.app.call_from_thread(self._end, partial(self.refused, trouble))
        else:
            self.app.call_from_thread(self._end, partial(self.ruled, result))
            self._look()

    def _end(self, tell: partial[None]) -> None:
        self._ruling = False
        tell()

    def _look_soon(self) -> None:
        if not self._looking.locked():
            self.run_worker(self._look, thread=True)

    def _look(self) -> None:
        with self._looking:  # or two looks at one time would tell the same ruling twice
            self.app.call_from_thread(self.told, self.recorder.news())
