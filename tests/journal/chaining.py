"""A chain of entries, without a journal to keep it."""

from collections.abc import Iterable, Iterator

from calculator.journal.entry import Entry, EntryDraft, Tip, link


def chain(battle: str, tip: Tip, drafts: Iterable[EntryDraft]) -> Iterator[Entry]:
    """The entries that `drafts` become when they are linked to the end of a chain, in order."""
    for draft in drafts:
        entry = link(battle, tip, draft)
        tip = tip.after(entry)
        yield entry
