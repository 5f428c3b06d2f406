"""What opens over the umpire's list: what is asked before something is recorded, such as reasons,
rulings, turns, morale; and cards that tell of an entry, of luck, of the state of the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from textual.app import App

from calculator import answering, figures, kinds
from calculator.desk import checking, result_view, turns
from calculator.desk.chronicle import Chronicle, EntryLine
from calculator.desk.odds_view import SAMPLED_PATHS, OddsView, odds_view
from calculator.desk.units import morale_question, why_not_due
from calculator.desk.why_view import why_view
from calculator.errors import CalculatorError, Fault, FaultsError, JournalError
from calculator.journal import amendments, heads, verify
from calculator.journal.audit import Audit
from calculator.journal.disclosure import Disclosure
from calculator.journal.entry import Entry, EntryDraft, read_number
from calculator.journal.report import luck_lines
from calculator.journal.ruling import UnitName, names_told
from calculator.paths import reporting, typed_path
from calculator.roll import Correction, armies_of, as_typed, how_much_is_gone, read_correction
from calculator.rules.phrases import counted
from calculator.tui.screens.cards import code_of
from calculator.tui.screens.dialogs import Answers, AskScreen, Blank
from calculator.tui.widgets.lines import Paragraph
from calculator.umpire import Umpire
from calculator.umpire.ruling import turns_between

A_FEW_WORDS: Final = "a few words"
"""What is typed where a reason is needed."""


def void(umpire: Umpire, chronicle: Chronicle, item: EntryLine) -> AskScreen:
    """Why an entry does not count. Raises `JournalError` for one that cannot be voided."""
    number, title = item.number, f"Void entry {item.number}: {item.in_words}"
    amendments.check_voidable(number, item.kind, chronicle.amendments.of(number).void)

    def record(answers: Answers) -> object:
        return _confirmed(title, umpire, partial(umpire.voiding, number, answers["reason"]))

    return AskScreen(title, [Blank("reason", "Why does it not count?", needed=A_FEW_WORDS)], record)


def _confirmed(title: str, umpire: Umpire, draw_up: Callable[[], EntryDraft]) -> object:
    """Records at once what changes no roll; else asks first, below what will change."""

    def record(further: Sequence[Correction] = ()) -> object:
        return umpire.amend(draw_up(), further)

    foresight = umpire.foresee(draw_up())
    if foresight is None:
        return record()
    then: dict[str, Callable[[], object]] = {"yes": record}
    if corrections := foresight.corrections:
        then["both"] = lambda: record(corrections)
    both = ", both to correct what was said as well," if corrections else ""
    lines = (*foresight.lines, f"Record it? yes{both} or no")
    return _choice(title, lines, {**then, "no": lambda: None})


def _choice(
    title: str, lines: Sequence[str], then: Mapping[str, Callable[[], object]], first: str = "yes"
) -> AskScreen:
    """Asks below some lines for one of the answers, each of which does what `then` has for it."""

    def record(typed: Answers) -> object:
        if (answer := typed["recorded"].strip().casefold()) not in then:
            raise FaultsError([Fault("recorded", f"{answer!r} is not valid", ", ".join(then))])
        return then[answer]()

    return AskScreen(title, [Blank("recorded", "\n".join(lines), first, tuple(then))], record)


def override(umpire: Umpire, _: Chronicle, item: EntryLine) -> AskScreen:
    """What is ruled instead of what an entry drew, why, and in words what it leaves of its units.
    Raises `JournalError` for no ruling."""
    number = item.number
    amendments.check_overridable(number, item.kind)
    drawn = umpire.entry(number)
    roll = umpire.roll()
    named = map(UnitName.read, drawn.body.get("units", {}).values())
    found = (unit for name in named if roll and (unit := roll.named(name)))
    units = {f"unit-{place}": unit for place, unit in enumerate(found)}
    left = [
        Blank(key, f"In words: how {unit.name} now stands, as {as_typed(roll, unit)}")
        for key, unit in units.items()
        if roll
    ]
    title = f"Override entry {number}: {item.in_words}"

    def record(answers: Answers) -> object:
        ruled, reason = answers["ruled"], answers["reason"]
        stated = {unit.full_name: answers[key] for key, unit in units.items()}
        typed = {name: answering.read_line(text) for name, text in stated.items() if text.strip()}
        corrected = [read_correction(roll, name, now) for name, now in typed.items() if roll]
        draw_up = partial(umpire.overriding, number, ruled, reason, corrected)
        return _confirmed(title, umpire, draw_up)

    known: tuple[str, ...] = ()
    with suppress(CalculatorError):  # the rules of the entry may not be at hand
        known = tuple(umpire.outcomes_of(drawn))
    listed = "; ".join(known[:MOST_LISTED]) + ("; ..." if len(known) > MOST_LISTED else "")
    others = f" In words, or (→ completes it): {listed}" if known else ""
    asks = f"What do you rule instead?{others}"
    reason = Blank("reason", "Why?", needed=A_FEW_WORDS)
    return AskScreen(
        title, [Blank("ruled", asks, "", known, needed=A_FEW_WORDS), reason, *left], record
    )


MOST_LISTED: Final = 9
"""Outcomes that are listed before one is typed; each is offered as it is begun."""


def note(umpire: Umpire, *_: object) -> AskScreen:
    """A remark."""
    blank = Blank("text", "Note", needed=A_FEW_WORDS)
    return AskScreen("Note", [blank], lambda typed: umpire.note(typed["text"]))


def turn(umpire: Umpire, chronicle: Chronicle, *_: object) -> AskScreen:
    """Which turn begins; records it, and says what that changes. To skip turns is asked about."""

    def begun(number: int, *, skipping: bool = False) -> str:
        _, changes = turns.begin(umpire, number, skipping=skipping)
        return " ".join((f"Turn {number} begins.", *changes))

    def record(answers: Answers) -> object:
        number, now = read_number("turn", answers["turn"]), umpire.current_turn
        if not (skipped := turns_between(now, number)):
            return begun(number)
        lines = (f"Turn {now} is in force: {skipped} would be skipped.", "Skip it? yes or no")
        then = {"yes": lambda: begun(number, skipping=True), "no": lambda: None}
        return _choice(f"Turn {number}", lines, then, "no")

    blank = Blank("turn", "Which turn begins?", str(chronicle.turn + 1))
    return AskScreen("Turn", [blank], record)


def slips(umpire: Umpire, *_: object) -> AskScreen:
    """Whether players can withdraw slips."""
    off = umpire.withdrawals_off
    now = f"no, since entry {off.number}" if off else "yes, within ten seconds"
    blank = Blank("allowed", f"May players undo a draw? Now: {now}", "yes" if off else "no")
    read = kinds.YesNo().parse_at
    allow = umpire.allow_withdrawals
    return AskScreen("Undo", [blank], lambda typed: allow(read("allowed", typed["allowed"])))


def morale(umpire: Umpire, *_: object) -> AskScreen:
    """Which army's morale is checked, below how each stands by count and rule: nothing is drawn
    before Enter. Raises `JournalError` where no roll counts the armies, or nothing checks them."""
    roll = umpire.roll()
    if roll is None:
        raise JournalError("without an order of battle the program cannot count the armies")
    if roll.scenario.system.army_morale is None:
        raise JournalError(f"{roll.scenario.system.title} has no check of an army's morale")
    armies = {one.name: one for one in armies_of(roll)}
    refusals = {name: why_not_due(roll, one.side) for name, one in armies.items()}
    source = morale_question(roll, roll.scenario.sides[0].key).action.source

    def check(answers: Answers) -> str:
        typed = answers["side"].strip().casefold()
        alike = [name for name in armies if typed and name.casefold().startswith(typed)]
        if len(alike) != 1:
            problem = f"{answers['side']!r} is not one of them"
            raise FaultsError([Fault("army", problem, ", ".join(armies))])
        if refusal := refusals[alike[0]]:
            raise FaultsError([Fault(alike[0], f"{refusal} [{source}]")])
        army = armies[alike[0]]
        ruling = umpire.adjudicate(morale_question(roll, army.side), side=army.side)
        return f"{army.name}: {ruling.result.narration.headline} {ruling.warning}".strip()

    lines = [
        f"{one.name}, {how_much_is_gone(one)}: {refusals[name] or 'check it now'} [{source}]"
        for name, one in armies.items()
    ]
    first = next((name for name, refusal in refusals.items() if not refusal), next(iter(armies)))
    blank = Blank("side", "\n".join((*lines, "", "Which army?")), first)
    return AskScreen("Check the morale of an army", [blank], check, "check")


def report(umpire: Umpire, *_: object) -> AskScreen:
    """Where a battle report is to be written."""

    def write(answers: Answers) -> str:
        target = typed_path(answers["path"])
        form = {".csv": "csv", ".jsonl": "jsonl", ".html": "html"}.get(target.suffix, "markdown")
        with reporting(target, "cannot be written"), target.open("w", encoding="utf-8") as file:
            file.writelines(umpire.export(form))
            return f"written to {target.resolve()}"

    blank = Blank("path", "Write the battle report to", f"{umpire.battle}.md", needed=A_FEW_WORDS)
    return AskScreen("Battle report", [blank], write, "write")


BAR: Final = 16
"""Characters of the longest bar."""

_DRAWN: Final = {
    checking.Grade.GOOD: ("strong", "✓"),
    checking.Grade.PLAIN: ("text", "·"),
    checking.Grade.DOUBTFUL: ("warning", "?"),
    checking.Grade.WRONG: ("refusal", "✗"),
}
"""The ink and the sign of what a check found."""


def luck(audit: Audit) -> Iterator[Paragraph]:
    """The fairness of the draws and each side's luck, with what that means."""
    if audit.overall is None:
        yield Paragraph("Nothing has been drawn by chance yet.")
    for account in filter(None, (audit.overall, *audit.sides)):
        yield Paragraph(account.side or "All rulings", "heading")
        yield Paragraph(f"{counted(account.rulings, 'ruling')}: {account.luck_in_words}")
        if account.side:
            yield Paragraph(f"favour: {account.favour_in_words}", "dim")
        for name, test in (("spread", account.transform), ("outcomes", account.outcomes)):
            text = f"p = {figures.percent(test.p_value)}" if test else "too few rulings to test"
            yield Paragraph(f"{name}: {text}", "dim")
    if lines := list(luck_lines(audit.sides, 24)):
        yield Paragraph("Luck over the battle", "heading")
        yield from (Paragraph(line) for line in lines)
    yield from (Paragraph(line, "dim") for line in checking.left_out(audit))
    yield Paragraph("")
    yield Paragraph(audit.meaning, "dim")


def verdict(found: verify.Verification, battle: str, app: App[Any]) -> Iterator[Paragraph]:
    """Whether the record is what it was, and its head, with a code if the screen holds it."""
    for finding in checking.findings(found, battle):
        ink, sign = _DRAWN[finding.grade]
        yield Paragraph(finding.text, ink, sign)
        yield from (Paragraph(named, ink, " ") for named in finding.named)
    if found.entries and not found.is_changed:
        yield Paragraph("")
        text = "The head of the record. Note it down, and it shows later that nothing was changed:"
        yield Paragraph(text, "dim")
        head = heads.Head(battle, found.entries, found.head)
        yield Paragraph(head.digits, "strong")
        yield from code_of(head, app)


def details(
    umpire: Umpire, chronicle: Chronicle, disclosure: Disclosure, number: int
) -> list[Paragraph]:
    """The card of an entry. Raises `CalculatorError` if it cannot be read."""
    umpire.look()
    (entry,) = umpire.shown([umpire.entry(number)])
    amendment, called = chronicle.amendments.of(number), umpire.naming(entry)
    view = result_view.entry_view(entry, amendment, disclosure, called)
    ruling = _ruling(umpire, disclosure, entry) if entry.is_drawn else ()
    return [*_result(view, entry), *ruling, *_foot(entry)]


def _result(view: result_view.ResultView, entry: Entry) -> Iterator[Paragraph]:
    if view.subject:
        yield Paragraph(view.subject, "heading")
    ink = "strong" if view.stands else "struck"
    yield Paragraph(view.headline, ink)
    who = ", ".join(filter(None, [entry.side, entry.player, f"copy {entry.copy}"]))
    yield Paragraph(f"turn {entry.turn}, {entry.clock()}, {who}", "dim")
    yield from (Paragraph(line, "refusal", sign="✗") for line in view.amended)
    yield Paragraph("")
    for place, step in enumerate(view.on_table, start=1):
        yield Paragraph(step, "text" if view.stands else "struck", sign=f"{place}.")
    if view.how:
        yield Paragraph("How it came about", "heading")
        yield from (Paragraph(line, sign="-") for line in (*view.how, view.rarity) if line)


def _ruling(umpire: Umpire, disclosure: Disclosure, entry: Entry) -> Iterator[Paragraph]:
    try:
        body, question = umpire.ruling_of(entry), umpire.asked(entry).question
        odds = question.best_odds(SAMPLED_PATHS, workers=1)
        names = names_told(body)
        drawn = umpire.naming(entry)(str(body["label"]))
        yield from _question(odds_view(odds, disclosure, names=names), drawn)
        yield Paragraph("Computed again", "heading")
        found = checking.recomputed(umpire, body)
        yield Paragraph(found.text, *_DRAWN[found.grade])
    except CalculatorError as gone:
        yield Paragraph(str(gone), "warning", sign="?")
    for draw in entry.body["draws"]:
        yield Paragraph(f"{draw['ask']}: {draw['roll']} of {draw['total']}", "dim")


def _question(view: OddsView, drawn: str) -> Iterator[Paragraph]:
    yield Paragraph(view.heading, "heading")
    yield Paragraph(result_view.asked_in_words(view.odds.question))
    yield Paragraph("Odds", "heading")
    if view.note:
        yield Paragraph(view.note, "warning")
    for outcome in () if view.is_hidden else view.outcomes():
        ink, mark = ("strong", "▸") if outcome.label == drawn else ("text", " ")
        drawn_bar = f" {figures.bar(float(outcome.now), BAR)}" if view.is_exact else ""
        figure = f"{view.figure(outcome.now):>6} {outcome.label}"
        yield Paragraph(f"{figure}{drawn_bar}", ink, sign=mark)
    stages = why_view(view.odds).stages if view.is_exact else ()
    if stages:
        yield Paragraph("Why", "heading")
    for stage in stages:
        yield Paragraph(stage.heading, "dim")
        for reason in stage.reasons:
            factor = reason.factor
            yield Paragraph(f"{factor.in_full}, {factor.side}", sign=factor.in_column.rjust(4))


def _foot(entry: Entry) -> Iterator[Paragraph]:
    yield Paragraph("")
    yield Paragraph(f"entry {entry.number} of {entry.battle}, by {entry.program}", "dim")
    if seed := entry.body.get("seed"):
        version = entry.body.get("version")
        ruled_by = f", version {version} of the rules' code" if version else ""
        yield Paragraph(f"seed {seed}{ruled_by}", "dim")
    yield Paragraph(f"hash {entry.hash}", "dim")
    yield Paragraph(f"after {entry.previous}", "dim")
