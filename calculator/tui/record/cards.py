"""What the umpire's screen tells on cards: luck, the state of the record, help."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator.figures import percent
from calculator.journal.audit import Audit, LuckAccount
from calculator.journal.heads import Head
from calculator.journal.luck import luck_lines
from calculator.journal.verify import Verification
from calculator.paths import reporting, typed_path
from calculator.rules.phrases import counted
from calculator.tui.screens.card import Paragraph
from calculator.tui.screens.heads import code_of
from calculator.umpire import Umpire

__all__ = ["Audit", "Verification"]

KEYS: Final = (
    ("↑↓ PgUp", "move from entry to entry, newest first; Home and End"),
    ("Enter", "open the entry: answers, factors, odds; or tap it twice"),
    ("/", "filter: words, or turn:1-2 side:fr copy:red-2 action:assault kind:void"),
    ("Esc", "show the whole list again; or go back to the table"),
    ("v", "void the entry: it stays, struck out, with your reason"),
    ("o", "override: what you rule instead, and why"),
    ("n", "record a note; t begins the next turn"),
    ("s", "let players undo a draw within ten seconds, or not"),
    ("m", "how the armies stand; check the morale of one"),
    ("l", "luck: were the draws fair, and who was lucky?"),
    ("c", "check the chain, and compute every result again"),
    ("h", "heads of each turn to note down, and a code to photograph"),
    ("e", "write a battle report"),
    ("w", "confirm that you have seen the warning; the record is listed again"),
    ("F4", "another theme"),
    ("q", "quit; the record stays"),
)


def luck(audit: Audit) -> Iterator[Paragraph]:
    """The fairness of the draws and each side's luck, with what that means."""
    if audit.overall is None:
        yield Paragraph("Nothing has been drawn by chance yet.")
    for account in filter(None, (audit.overall, *audit.sides)):
        yield Paragraph(account.side or "All rulings", "heading")
        yield Paragraph(f"{counted(account.rulings, 'ruling')}: {account.luck_in_words}")
        if account.side:
            yield Paragraph(f"favour: {account.favour_in_words}", "dim")
        yield from _tests(account)
    if lines := list(luck_lines(audit.sides, 24)):
        yield Paragraph("Luck over the battle", "heading")
        yield from (Paragraph(line) for line in lines)
    yield from _left_out(audit)
    yield Paragraph("")
    yield Paragraph(audit.meaning, "dim")


def _left_out(audit: Audit) -> Iterator[Paragraph]:
    """Rulings that the tests do not count."""
    if audit.typed:
        yield Paragraph(f"Left out: {counted(audit.typed, 'ruling')} with a typed seed.", "dim")
    if audit.unchecked:
        text = f"Not computed again: {counted(audit.unchecked, 'ruling')}."
        yield Paragraph(text, "warning")


def _tests(account: LuckAccount) -> Iterator[Paragraph]:
    for name, test in (("spread", account.transform), ("outcomes", account.outcomes)):
        text = f"p = {percent(test.p_value)}" if test else "too few rulings to test"
        yield Paragraph(f"{name}: {text}", "dim")


def verdict(
    found: Verification, battle: str, width: int = 80, *, dark: bool = True
) -> Iterator[Paragraph]:
    """Whether the record is what it was, and its head, with a code if `width` columns hold it."""
    if found.differs:
        text = f"Entry {found.differs} is not the one that this copy saw."
        yield Paragraph(text, "refusal", sign="✗")
    if found.unlocked:
        text = f"The locks against changes were altered: {found.unlocked}."
        yield Paragraph(text, "refusal", sign="✗")
    yield from _chain(found)
    yield Paragraph(f"entries: {found.entries:,}; rulings computed again: {found.rulings:,}")
    for complaint in found.unchecked[:5]:
        yield Paragraph(f"entry {complaint.number}: {complaint.why}", "warning", sign="?")
    for doubt in found.doubts[:5]:
        yield Paragraph(f"entry {doubt.number}: {doubt.why}", "warning", sign="?")
    if found.entries and not found.is_changed:
        yield Paragraph("")
        text = "The head of the record. Note it down, and it shows later that nothing was changed:"
        yield Paragraph(text, "dim")
        head = Head(battle, found.entries, found.head)
        yield Paragraph(head.digits, "strong")
        yield from code_of(head, width, dark=dark)


def _chain(found: Verification) -> Iterator[Paragraph]:
    """Whether the entries are as they were written, and rulings compute again."""
    if found.bad:
        yield Paragraph(f"Entry {found.bad.number} is not as it was written.", "refusal", sign="✗")
        yield Paragraph(found.bad.why)
        if more := len(found.wrong) - 1:
            yield Paragraph(f"{more:,} more of {found.entries:,} entries are not either.")
    elif found.unchecked:
        gone = counted(len(found.unchecked), "ruling")
        text = f"The chain is whole, but {gone} cannot be computed again."
        yield Paragraph(text, "warning", sign="?")
    elif found.clean:
        yield Paragraph("The chain is whole and every result computes again.", "strong", sign="✓")


def export(umpire: Umpire, path: str) -> str:
    """Write a battle report; gives what to say of it. Raises `FaultsError` if it cannot."""
    target = typed_path(path)
    form = {".csv": "csv", ".jsonl": "jsonl", ".html": "html"}.get(target.suffix, "markdown")
    with reporting(target, "cannot be written"), target.open("w", encoding="utf-8") as file:
        file.writelines(umpire.export(form))
        return f"written to {target.resolve()}"
