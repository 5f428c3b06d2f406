"""What can go wrong, in words fit for the person at the table.

Every error that a user can cause derives from `CalculatorError`; the command line turns it into a
message and exit code 2, the screen into a notice. Of ours nothing is imported here but `Standing`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from calculator.standing import Standing


class CalculatorError(Exception):
    """An error with a message fit to be shown as it stands."""


class ChanceError(CalculatorError):
    """A rule used probability in a way that has no exact meaning."""


class ReplayMismatchError(ChanceError):
    """A rule asked another question than the one that was asked, or recorded, before."""


class BudgetExceededError(ChanceError):
    """Exact odds would take more paths than the stated budget allows."""


def how_to_add(extra: str) -> str:
    """How to install an optional part of the calculator, which no package index holds yet."""
    return f"in a checkout pip install '.[{extra}]', with a wheel pip install 'FILE.whl[{extra}]'"


class JournalError(CalculatorError):
    """The record of a battle cannot be opened or read, or does not allow what was asked."""


class Fault(NamedTuple):
    """One thing wrong with something a person wrote.

    `place` names where (a field key, or a file with line and key path), `problem` says what,
    `allowed` lists or describes what would be right, `near` is the closest right spelling.
    """

    place: str
    problem: str
    allowed: str = ""
    near: str = ""

    def __str__(self) -> str:
        text = f"{_shortened(self.place)}: {_shortened(self.problem)}"
        if self.near:
            text += f"; did you mean {self.near!r}?"
        if self.allowed:
            text += f" (allowed: {self.allowed})"
        return text


_LONGEST_PART: Final = 400
"""Characters of a place or a problem that a message tells: far more than any of ours has."""


def _shortened(text: str) -> str:
    """A text that repeats what somebody typed, without the middle if there is no end to it."""
    if len(text) <= _LONGEST_PART:
        return text
    half = _LONGEST_PART // 2
    return f"{text[:half]} ... {text[-half:]}"


class FaultsError(CalculatorError):
    """Every fault of one piece of input, at once."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))

    @staticmethod
    def at(place: str, problem: str, allowed: str = "", near: str = "") -> FaultsError:
        """A fault that is alone; its parts are those of a `Fault`."""
        return FaultsError([Fault(place, problem, allowed, near)])


def raise_any(faults: Iterable[Fault]) -> None:
    """Raise `FaultsError` with these faults, if there are any."""
    if found := tuple(faults):
        raise FaultsError(found)


def every(*reads: Callable[[], Any]) -> list[Any]:
    """What each of them reads; raises `FaultsError` with the faults of all that fail."""
    found: list[Any] = []
    faults: list[Fault] = []
    for read in reads:
        try:
            found.append(read())
        except FaultsError as error:
            faults += error.faults
    raise_any(dict.fromkeys(faults))
    return found


class UnknownNameError(FaultsError):
    """A system, action, scenario or other name that is not known.

    `also` are names which would be understood, though they are not those listed.
    """

    def __init__(
        self, what: str, name: str, known: Iterable[str], also: Iterable[str] = ()
    ) -> None:
        problem = f"there is no {what} called {name!r}"
        super().__init__([Fault(what, problem, ", ".join(known), nearest(name, [*known, *also]))])


class Refusal(NamedTuple):
    """Why the rules forbid an action: the reason in plain words, and the section that says so.

    Most refusals are rules; one that rests on a reading, or on our judgement, has that standing,
    and one that no text gives, such as a gap in the roll, has none.
    """

    reason: str
    source: str
    standing: Standing | None = Standing.RULE

    @property
    def cited(self) -> str:
        """The section and the standing as they stand in brackets: "VII: rule"."""
        return self.standing.cited(self.source) if self.standing else self.source

    def __str__(self) -> str:
        return f"{self.reason} [{self.cited}]"


class ForbiddenError(CalculatorError):
    """The rules do not allow what was asked; every reason is given."""

    def __init__(self, refusals: Iterable[Refusal]) -> None:
        self.refusals: tuple[Refusal, ...] = tuple(refusals)
        super().__init__("\n".join(str(refusal) for refusal in self.refusals))


class HeldError(ForbiddenError):
    """The rules do not allow it in this turn, by what was done in it.

    `begins` says which turn may begin, where that ends it: "turn 3", "turn 3, Red's". `offers` says
    how, in the words of whoever shows it.
    """

    def __init__(self, refusals: Iterable[Refusal], begins: str = "", offers: str = "") -> None:
        super().__init__(refusals)
        self.begins = begins
        self.offers = offers

    def __str__(self) -> str:
        return "\n".join(filter(None, (super().__str__(), self.offers)))


def hint(near: str) -> str:
    """The right spelling, if any, as it follows one of several faults of a text."""
    return f" (did you mean {near!r}?)" if near else ""


def nearest(word: str, known: Iterable[str], least: float = 0.6) -> str:
    """The known word closest to `word`, or nothing when none is close.

    `least` is how alike they have to be, from 0 to 1.
    """
    import difflib  # only a mistake pays for it

    matches = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=least)
    return matches[0] if matches else ""


def slip(text: str, known: Iterable[str], least: float) -> str:
    """Which of the known texts this one is but for a letter or two, or nothing.

    Numbers are never a slip: who writes 4 instead of 3 means 4. `least` is as for `nearest`.
    """
    numbers = _NUMBER.findall(text)
    return nearest(text, (one for one in known if _NUMBER.findall(one) == numbers), least)


_NUMBER: Final = re.compile(r"\d+")
