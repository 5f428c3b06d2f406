"""A system's numbers: one TOML file, each value with its reason, any of them open to override.

An entry is a table with `value`, `why` and, where the rule text gives the number or at least its
direction, `source`; `standing` says whether it is a "rule", a "reading" or a "judgement":

    [fire.cover]
    hard = { value = -4, why = "half the losses", source = "VIII", standing = "judgement" }

Without `standing`, a reason that begins "designer's judgement" is one, one that speaks of a reading
is that, and all else is a rule. An entry is named by its dotted key, `fire.cover.hard`. Where
another value would make no sense, or take for ever, the entry says the `least` and the `most`; of
words, all `words` that have a meaning:

    fate = { value = ["rout", "rout", "flight"], words = ["rout", "flight"], why = "Rolls 1 to 3." }

Where `words` are letters, as in `words = "AD"`, a text such as "AADD" is a row of them. A reading
that is open to doubt names the other way to read the text, which odds can be set beside:

    furthest = { value = 6, why = "...", otherwise = { value = 5, says = "guns reach 5 hexes" } }
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import attrs
import tomli

from calculator.errors import Fault, FaultsError, nearest, raise_any
from calculator.standing import Standing

if TYPE_CHECKING:
    from pathlib import Path


TABLES: Final = "tables."
"""Begins the name of a table value where answers are named as well: "tables.melee.odd-man"."""


class Otherwise(NamedTuple):
    """Another way to read the text: the value that goes with it, and what it says."""

    value: Any
    says: str


class TableEntry(NamedTuple):
    """One value, why it is what it is, and what that rests on.

    `source` is the section of the rules that has the value or, of a judgement, its direction;
    `otherwise` the other way to read it, of a reading that is open to doubt.
    """

    key: str
    value: Any
    why: str
    source: str = ""
    least: Any = None
    most: Any = None
    words: tuple[str, ...] = ()
    standing: Standing = Standing.RULE
    otherwise: Otherwise | None = None

    @property
    def cited(self) -> str:
        """What it rests on, as it stands in brackets: "VII, size: judgement"."""
        return self.standing.cited(self.source)

    @property
    def limits(self) -> str:
        """What another value must lie between, in words; empty if it may be anything."""
        if self.words:
            row = "" if self.parts(self.value) == [self.value] else f"{len(self.value)} of "
            return row + ", ".join(self.words)
        if self.least is None:
            return "" if self.most is None else f"{self.most} or less"
        return f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"

    def takes(self, value: Any) -> bool:
        """Whether a value of the right type lies within the limits."""
        if self.words:
            alike = len(self.parts(value)) == len(self.parts(self.value))
            return alike and not self.unknown_words(value)
        least, most = self.least, self.most
        return (least is None or Fraction(value) >= least) and (
            most is None or Fraction(value) <= most
        )

    @property
    def is_of_letters(self) -> bool:
        """Whether a text is a row of words of one letter each."""
        return bool(self.words) and all(len(word) == 1 for word in self.words)

    def parts(self, value: Any) -> list[str]:
        """The words of a value: those of a row, or one."""
        return [value] if isinstance(value, str) and not self.is_of_letters else list(value)

    def unknown_words(self, value: Any) -> list[str]:
        """The words of a value that have no meaning here, each once."""
        return list(dict.fromkeys(part for part in self.parts(value) if part not in self.words))


@attrs.frozen(eq=False, repr=False, slots=False)
class Tables:
    """All values of one system, by dotted key. `system` is the system's key, where it is known.
    `left_out` are the modifiers that do not count."""

    _entries: Mapping[str, TableEntry]
    overridden: frozenset[str] = frozenset()
    system: str = ""
    left_out: frozenset[object] = frozenset()

    @classmethod
    def load(cls, path: Path | str) -> Tables:
        """The tables of a shipped file."""
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib costs as much as the reading
            tree = tomli.load(file)  # as the library's own tomllib, in a third of the time
        return cls({entry.key: entry for entry in _entries(tree, "")})

    @classmethod
    def recorded(cls, content: str) -> Tables:
        """Tables as a record kept their `content`; reasons and sources are not in it."""
        import json

        return cls({key: TableEntry(key, value, "") for key, value in json.loads(content).items()})

    def completed(self, others: Tables) -> Tables:
        """These tables, with those values of others that they have none for."""
        return attrs.evolve(self, entries={**others._entries, **self._entries})

    def watched(self, read: set[str]) -> Tables:
        """These tables, noting in `read` the key of each value that is asked for."""
        return attrs.evolve(self, entries=_WatchedEntries(self._entries, read))

    def without(self, *modifiers: object) -> Tables:
        """These tables for a question in which some modifiers do not count: to see what they do."""
        return attrs.evolve(self, left_out=self.left_out.union(modifiers))

    def __iter__(self) -> Iterator[TableEntry]:
        return iter(self._entries.values())

    def entry(self, key: str) -> TableEntry:
        """The whole entry; `KeyError` for a key that no table has, which is a fault of ours."""
        return self._entries[key]

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def points(self, key: str) -> int:
        """A whole number."""
        value: int = self._entries[key].value
        return value

    def numbers(self, key: str) -> tuple[int, ...]:
        """A row of whole numbers."""
        return tuple(self._entries[key].value)

    def fraction(self, key: str) -> Fraction:
        """A probability or a length, written as a number or as text such as "13/16"."""
        return Fraction(str(self._entries[key].value))

    def is_so(self, key: str) -> bool:
        """Whether a reading that is 1 or 0, or counts for something or nothing, holds."""
        return bool(self._entries[key].value)

    def text(self, key: str) -> str:
        """A word."""
        return str(self._entries[key].value)

    def override(self, values: Mapping[str, object], reason: str) -> Tables:
        """These tables with some values replaced.

        Raises `FaultsError` naming every key that does not exist (with a near match) and every
        value of another type than it replaces, or beyond the limits of its entry.
        """
        values = {key: self._meant(key, value) for key, value in values.items()}
        raise_any(fault for key, value in values.items() for fault in self._faults_of(key, value))
        return self.replaced(
            self._entries[key]._replace(
                value=value,
                why=f"{reason} (was {self._entries[key].value})",
                source="",
                standing=Standing.JUDGEMENT,
                otherwise=None,
            )
            for key, value in values.items()
        )

    @property
    def doubtful(self) -> Mapping[str, Otherwise]:
        """The other way to read each value that is open to doubt, by its key."""
        return {entry.key: entry.otherwise for entry in self if entry.otherwise}

    def typed(self, key: str, text: str) -> object:
        """A value typed as text, of the type that the value in force has: a row as "1/1/2/2".
        Raises `FaultsError` for an unknown key or a text that cannot stand for the value."""
        if key not in self:
            raise_any(self._faults_of(key, text))
        present = self._entries[key].value
        try:
            if isinstance(present, list):
                return [type(present[0])(part) for part in text.split("/")]
            return self._meant(key, type(present)(text))
        except ValueError:
            problem = f"{text!r} cannot stand for {self.shown(key)}"
            like = _SHARE if _is_fraction(present) else f"a value like {self.shown(key)}"
            raise FaultsError([Fault(key, problem, like)]) from None

    def shown(self, key: str) -> str:
        """A value as text that `typed` reads back."""
        value = self._entries[key].value
        return "/".join(map(str, value)) if isinstance(value, list) else str(value)

    def _meant(self, key: str, value: object) -> object:
        """A value as the tables write it: "3/10" for the number 0.3 and for the text."""
        present = self._entries[key].value if key in self._entries else None
        if _is_fraction(present) and type(value) in {int, float, str} and _is_fraction(str(value)):
            return str(Fraction(str(value)))
        return value

    def replaced(self, entries: Iterable[TableEntry]) -> Tables:
        """These tables with some entries overridden by others of their keys."""
        changed = {entry.key: entry for entry in entries}
        both = {**self._entries, **changed}
        return attrs.evolve(self, entries=both, overridden=self.overridden | set(changed))

    def _faults_of(self, key: str, value: object) -> Iterator[Fault]:
        if key not in self._entries:
            allowed = f"any key of `empires fields {self.system or 'SYSTEM'} --tables`"
            near = nearest(key, self._entries)
            yield Fault(key, "there is no such table value", allowed, near)
            return
        entry = self._entries[key]
        if not _alike(entry.value, value):
            like = _SHARE if _is_fraction(entry.value) else f"a value like {entry.value!r}"
            yield Fault(key, f"{value!r} cannot stand for {entry.value!r}", like)
        elif entry.words and (strange := entry.unknown_words(value)):
            for word in strange:
                near = nearest(word, entry.words)
                yield Fault(key, f"{word!r} is not one of the words", entry.limits, near)
        elif not entry.takes(value):
            yield Fault(key, f"{value!r} makes no sense here", entry.limits)

    @cached_property
    def content(self) -> str:
        """All keys and values in force, as canonical JSON."""
        import json

        values = {key: entry.value for key, entry in self._entries.items()}
        return json.dumps(values, sort_keys=True, separators=(",", ":"))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the content: the version of the rules."""
        import hashlib

        return hashlib.sha256(self.content.encode()).hexdigest()


class _WatchedEntries(dict[str, TableEntry]):
    """Entries that note which of them are looked up."""

    def __init__(self, entries: Mapping[str, TableEntry], read: set[str]) -> None:
        super().__init__(entries)
        self._read = read

    def __getitem__(self, key: str) -> TableEntry:
        self._read.add(key)
        return super().__getitem__(key)


def _entries(tree: Mapping[str, Any], path: str) -> Iterator[TableEntry]:
    for name, node in tree.items():
        key = f"{path}.{name}" if path else name
        if "value" in node:
            read = {"words": tuple(node.get("words", ())), "standing": standing_of(node)}
            if other := node.get("otherwise"):
                read["otherwise"] = Otherwise(**other)
            yield TableEntry(key, **{**node, **read})
        else:
            yield from _entries(node, key)


def standing_of(node: Mapping[str, Any]) -> Standing:
    """What an entry of a file rests on: as it says or, where it does not, as its reason tells."""
    if standing := node.get("standing"):
        return Standing(standing)
    if node["why"].startswith("designer's judgement"):
        return Standing.JUDGEMENT
    return Standing.READING if "reading" in node["why"].lower() else Standing.RULE


def _alike(present: object, value: object) -> bool:
    if isinstance(present, list):
        return (
            isinstance(value, list)
            and len(value) == len(present)
            and all(_alike(old, new) for old, new in zip(present, value, strict=True))
        )
    return type(present) is type(value) and (_is_fraction(value) or not _is_fraction(present))


_SHARE: Final = 'a share as 0.3 or "3/10"'
"""How shares, and lengths, may be written."""


def _is_fraction(value: object) -> bool:
    """Whether a value is a probability or a length written as text, such as "13/16"."""
    if not isinstance(value, str):
        return False
    try:
        Fraction(value)
    except (ValueError, ZeroDivisionError):
        return False
    return True
