"""What an umpire is asked before something is recorded: reasons, rulings, turns, morale."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from calculator.desk.armies import ArmyStrength, morale_question, strengths, why_not_due
from calculator.desk.chronicle import Chronicle
from calculator.desk.lines import EntryLine
from calculator.desk.turns import begin
from calculator.errors import CalculatorError, Fault, FaultsError, JournalError, raise_any
from calculator.journal.amendments import check_overridable, check_voidable
from calculator.journal.entry import Entry, read_number
from calculator.journal.ruling import UnitName
from calculator.kinds import YesNo
from calculator.pairs import read_line
from calculator.roll import Correction, as_typed, read_correction
from calculator.tui.record import cards
from calculator.tui.screens.ask import Blank
from calculator.umpire import Umpire
from calculator.umpire.ruling import turns_between

if TYPE_CHECKING:
    from calculator.roll.foresight import Foresight

Answers = dict[str, str]


def all_answered(answers: Answers) -> None:
    """Raises `FaultsError` for every blank that was left empty."""
    raise_any(
        Fault(key, "is missing", "a few words") for key, text in answers.items() if not text.strip()
    )


class Request(NamedTuple):
    """What is asked, what records the answers or gives what is asked next, and what tells at once
    if they will not do.

    Both may raise `CalculatorError`.
    """

    title: str
    blanks: tuple[Blank, ...]
    record: Callable[[Answers], object]
    check: Callable[[Answers], object] = all_answered
    verb: str = "record"

    def filled(self, answers: Answers) -> Request:
        """The same, with these answers already in the blanks."""
        return self._replace(blanks=tuple(b._replace(text=answers[b.key]) for b in self.blanks))


def void(umpire: Umpire, chronicle: Chronicle, item: EntryLine | None) -> Request | None:
    """Why an entry does not count. Raises `JournalError` for one that cannot be voided."""
    if item is None:
        return None
    number, title = item.number, f"Void entry {item.number}: {item.in_words}"
    check_voidable(number, item.kind, chronicle.amendment(number).void)
    return Request(
        title,
        (Blank("reason", "Why does it not count?"),),
        lambda answers: _confirmed(
            title,
            umpire.foresee_void(number),
            lambda further: umpire.void(number, answers["reason"], further),
        ),
    )


def _confirmed(
    title: str,
    foresight: Foresight | None,
    record: Callable[[Sequence[Correction]], object],
) -> object:
    """Records at once what changes no roll; else asks first, below what will change."""
    if foresight is None:
        return record(())
    then: dict[str, Callable[[], object]] = {"yes": lambda: record(())}
    if corrections := foresight.corrections:
        then["both"] = lambda: record(corrections)
    both = ", both to correct what was said as well," if corrections else ""
    lines = (*foresight.lines, f"Record it? yes{both} or no")
    return _choice(title, lines, {**then, "no": lambda: None})


def _choice(
    title: str, lines: Sequence[str], then: Mapping[str, Callable[[], object]], first: str = "yes"
) -> Request:
    """Asks below some lines for one of the answers, each of which does what `then` has for it."""

    def read(typed: Answers) -> Callable[[], object]:
        if (answer := typed["recorded"].strip().casefold()) not in then:
            raise FaultsError([Fault("recorded", f"{answer!r} is not valid", ", ".join(then))])
        return then[answer]

    blank = Blank("recorded", "\n".join(lines), first, tuple(then))
    return Request(title, (blank,), lambda typed: read(typed)(), read)


def _ruled(known: tuple[str, ...]) -> Blank:
    """Asks what is ruled: one of the outcomes `known`, or anything else."""
    listed = "; ".join(known[:MOST_LISTED]) + ("; ..." if len(known) > MOST_LISTED else "")
    others = f" In words, or (→ completes it): {listed}" if known else ""
    return Blank("ruled", f"What do you rule instead?{others}", known=known)


def override(umpire: Umpire, item: EntryLine | None) -> Request | None:
    """What is ruled instead of what an entry drew, why, and in words what it leaves of its units.

    Raises `JournalError` for no ruling.
    """
    if item is None:
        return None
    number = item.number
    check_overridable(number, item.kind)
    drawn = umpire.entry(number)
    roll = umpire.roll()
    named = map(UnitName.read, drawn.body.get("units", {}).values())
    units = [unit for name in named if roll and (unit := roll.named(name))]
    left = [
        Blank(f"unit-{place}", f"In words: how {unit.name} now stands, as {as_typed(roll, unit)}")
        for place, unit in enumerate(units)
        if roll
    ]

    def corrections(answers: Answers) -> list[Correction]:
        typed = [(unit, answers[blank.key]) for unit, blank in zip(units, left, strict=True)]
        filled = [(unit, text) for unit, text in typed if text.strip()]
        return [read_correction(roll, u.full_name, read_line(text)) for u, text in filled if roll]

    title = f"Override entry {number}: {item.in_words}"

    def check(answers: Answers) -> None:
        all_answered({key: answers[key] for key in ("ruled", "reason")})
        umpire.overriding(drawn, answers["ruled"], answers["reason"], corrections(answers))

    def record(answers: Answers) -> object:
        ruled, reason, corrected = answers["ruled"], answers["reason"], corrections(answers)
        return _confirmed(
            title,
            umpire.foresee_override(number, ruled, corrected),
            lambda further: umpire.override(number, ruled, reason, corrected, further),
        )

    blanks = (_ruled(_outcomes(umpire, drawn)), Blank("reason", "Why?"), *left)
    return Request(title, blanks, record, check)


MOST_LISTED: Final = 9
"""Outcomes that are listed before one is typed; each is offered as it is begun."""


def _outcomes(umpire: Umpire, drawn: Entry) -> tuple[str, ...]:
    """The outcomes that may be ruled, where the rules of the entry are at hand."""
    try:
        return tuple(umpire.asked(drawn).labels)
    except CalculatorError:
        return ()


def note(umpire: Umpire) -> Request:
    """A remark."""
    return Request("Note", (Blank("text", "Note"),), lambda answers: umpire.note(answers["text"]))


def turn(umpire: Umpire, following: int) -> Request:
    """Which turn begins; records it, and says what that changes. To skip turns is asked about."""

    def read(answers: Answers) -> int:
        return read_number("turn", answers["turn"])

    def begun(number: int, *, skipping: bool = False) -> str:
        _, changes = begin(umpire, number, skipping=skipping)
        return " ".join((f"Turn {number} begins.", *changes))

    def record(answers: Answers) -> object:
        number, now = read(answers), umpire.current_turn
        if not (skipped := turns_between(now, number)):
            return begun(number)
        lines = (f"Turn {now} is in force: {skipped} would be skipped.", "Skip it? yes or no")
        then = {"yes": lambda: begun(number, skipping=True), "no": lambda: ""}
        return _choice(f"Turn {number}", lines, then, "no")

    return Request("Turn", (Blank("turn", "Which turn begins?", str(following)),), record, read)


def slips(umpire: Umpire, off: Entry | None) -> Request:
    """Whether players can withdraw slips, where `off` is the note that switched it off, if any."""

    def read(answers: Answers) -> bool:
        return YesNo().parse_at("allowed", answers["allowed"])

    now = f"no, since entry {off.number}" if off else "yes, within ten seconds"
    blanks = (Blank("allowed", f"May players undo a draw? Now: {now}", "yes" if off else "no"),)
    return Request("Undo", blanks, lambda answers: umpire.allow_withdrawals(read(answers)), read)


def morale(umpire: Umpire) -> Request:
    """Which army's morale is checked, below how each stands by count and rule: nothing is drawn
    before Enter. Raises `JournalError` where no roll counts the armies, or nothing checks them."""
    roll = umpire.roll()
    if roll is None:
        raise JournalError("without an order of battle the program cannot count the armies")
    if roll.scenario.system.army_morale is None:
        raise JournalError(f"{roll.scenario.system.title} has no check of an army's morale")
    armies = {one.name: one for one in strengths(roll)}
    refusals = {name: why_not_due(roll, one.key) for name, one in armies.items()}
    source = morale_question(roll, roll.scenario.sides[0].key).action.source

    def chosen(answers: Answers) -> ArmyStrength:
        typed = answers["side"].strip().casefold()
        alike = [name for name in armies if typed and name.casefold().startswith(typed)]
        if len(alike) != 1:
            problem = f"{answers['side']!r} is not one of them"
            raise FaultsError([Fault("army", problem, ", ".join(armies))])
        if refusal := refusals[alike[0]]:
            raise FaultsError([Fault(alike[0], f"{refusal} [{source}]")])
        return armies[alike[0]]

    def check(answers: Answers) -> str:
        army = chosen(answers)
        ruling = umpire.adjudicate(morale_question(roll, army.key), side=army.key)
        return f"{army.name}: {ruling.result.narration.headline} {ruling.warning}".strip()

    lines = [
        f"{one.name}, {one.words}: {refusals[name] or 'check it now'} [{source}]"
        for name, one in armies.items()
    ]
    first = next((name for name, refusal in refusals.items() if not refusal), next(iter(armies)))
    armies_listed = "\n".join((*lines, "", "Which army?"))
    return Request(
        "Check the morale of an army",
        (Blank("side", armies_listed, first),),
        check,
        chosen,
        "check",
    )


def report(umpire: Umpire) -> Request:
    """Where a battle report is to be written."""
    blanks = (Blank("path", "Write the battle report to", f"{umpire.battle}.md"),)
    return Request(
        "Battle report", blanks, lambda answers: cards.export(umpire, answers["path"]), verb="write"
    )
