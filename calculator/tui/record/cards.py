"""What the umpire's screen tells on cards: luck, the state of the record, help."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator.desk.checking import Grade, findings, left_out
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


_DRAWN: Final = {
    Grade.GOOD: ("strong", "✓"),
    Grade.PLAIN: ("text", "·"),
    Grade.DOUBTFUL: ("warning", "?"),
    Grade.WRONG: ("refusal", "✗"),
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
        yield from _tests(account)
    if lines := list(luck_lines(audit.sides, 24)):
        yield Paragraph("Luck over the battle", "heading")
        yield from (Paragraph(line) for line in lines)
    yield from (Paragraph(line, "dim") for line in left_out(audit))
    yield Paragraph("")
    yield Paragraph(audit.meaning, "dim")


def _tests(account: LuckAccount) -> Iterator[Paragraph]:
    for name, test in (("spread", account.transform), ("outcomes", account.outcomes)):
        text = f"p = {percent(test.p_value)}" if test else "too few rulings to test"
        yield Paragraph(f"{name}: {text}", "dim")


def verdict(
    found: Verification, battle: str, width: int = 80, *, dark: bool = True
) -> Iterator[Paragraph]:
    """Whether the record is what it was, and its head, with a code if `width` columns hold it."""
    for finding in findings(found, battle):
        ink, sign = _DRAWN[finding.grade]
        yield Paragraph(finding.text, ink, sign)
        yield from (Paragraph(named, ink, " ") for named in finding.named)
    if found.entries and not found.is_changed:
        yield Paragraph("")
        text = "The head of the record. Note it down, and it shows later that nothing was changed:"
        yield Paragraph(text, "dim")
        head = Head(battle, found.entries, found.head)
        yield Paragraph(head.digits, "strong")
        yield from code_of(head, width, dark=dark)


def export(umpire: Umpire, path: str) -> str:
    """Write a battle report; gives what to say of it. Raises `FaultsError` if it cannot."""
    target = typed_path(path)
    form = {".csv": "csv", ".jsonl": "jsonl", ".html": "html"}.get(target.suffix, "markdown")
    with reporting(target, "cannot be written"), target.open("w", encoding="utf-8") as file:
        file.writelines(umpire.export(form))
        return f"written to {target.resolve()}"
