"""Entries of the journal, and the chain that binds each to all before it.

An entry's content is canonical JSON text (docs/journal.md): keys sorted, no spaces, UTF-8, whole
numbers and text only. Its hash is SHA-256 of that text, which holds the hash of the entry before.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias
from uuid import uuid4

import attrs
import msgspec

from calculator.journal.shape import FORMAT, check_nested, check_shape, read_probability
from calculator.kinds import Whole, Word
from calculator.version import VERSION

PROGRAM: Final = f"empires {VERSION}"

GENESIS: Final = "0" * 64
"""What the first entry has in place of a previous hash."""


NUMBER: Final = Whole(1, 999_999_999)
"""What can be typed as the number of an entry or a turn; no battle comes near the highest."""


def read_number(what: str, text: str) -> int:
    """The number of an entry or a turn as typed, with or without #. Raises `FaultsError`."""
    return NUMBER.parse_at(what, text.strip().removeprefix("#"))


class EntryKind(Word):
    """What an entry records."""

    RULING = "ruling"
    TURN = "turn", "change of turn"
    NOTE = "note"
    VOID = "void"
    OVERRIDE = "override"
    ANSWER = "answer"
    ORDER_OF_BATTLE = "order-of-battle"
    CORRECTION = "correction"


_KINDS: Final = {kind.value: kind for kind in EntryKind}


class NotCanonicalError(ValueError):
    """Something that has no canonical JSON, and so cannot be recorded: a fault of ours."""


def now() -> str:
    """The time in UTC to the microsecond, e.g. 2025-06-18T11:30:00.000000Z."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def fresh_key() -> str:
    """A key that no other entry has, as 32 hexadecimal digits."""
    return uuid4().hex


@attrs.frozen(kw_only=True)
class EntryDraft:
    """What is to be recorded, before it has a number and a place in the chain.

    `turn` is None for the turn in force when the entry is written. `tables` is the content of the
    tables behind a ruling (`Tables.content`), kept once for each version of the rules; `about` the
    key of the entry that a correction is about. `seen` is the number of the last entry that it was
    judged by, where it is to be judged anew if another was written meanwhile.
    """

    kind: EntryKind
    body: Mapping[str, Any]
    copy: str = ""
    side: str = ""
    player: str = ""
    turn: int | None = None
    key: str = attrs.field(factory=fresh_key)
    time: str = attrs.field(factory=now)
    program: str = PROGRAM
    tables: str = attrs.field(default="", repr=False)
    about: str = ""
    seen: int | None = None


_BESIDE: Final = frozenset({"tables", "about", "seen"})
_DRAFTED: Final = tuple(f.name for f in attrs.fields(EntryDraft) if f.name not in _BESIDE)
"""What an entry holds of its draft."""


StoredRow: TypeAlias = tuple[int, str, str, str, str]
"""An entry as it is kept: number, key, kind, content, hash. The content says it all; the others
are for finding it."""


class Entry(NamedTuple):
    """One entry as it stands in the journal; nothing of it ever changes.

    `number` counts from 1; `time` is when it was drawn up, UTC; `copy` the copy of the calculator
    that wrote it; `body` what it records, by kind (docs/journal.md).
    """

    number: int
    key: str
    time: str
    battle: str
    turn: int
    copy: str
    side: str
    player: str
    kind: EntryKind
    body: Mapping[str, Any]
    program: str
    previous: str
    hash: str
    content: str

    @classmethod
    def read(cls, content: str, hash: str) -> Entry:
        """The entry that `content` spells. Raises `ValueError`, saying why, if it spells none.

        Its words are fit for a screen: control characters, which `content` may hold, are spaces.
        An order of battle alone keeps its lines.
        """
        fields = _read_object(content, _READ)
        check_shape(fields)
        if type(hash) is not str or not hash.isascii():
            raise ValueError("its hash is not text")
        is_plain = (content.isascii() and "\x7f" not in content) or content.isprintable()
        if not is_plain or "\\" in content:
            body = fields["body"]
            lines = {"content": body["content"]} if "content" in body else {}
            fields = _all_printable(fields) | {"body": _all_printable(body) | lines}
        del fields["format"]
        fields["kind"] = _KINDS[fields["kind"]]
        return cls(**fields, hash=hash, content=content)

    @property
    def row(self) -> StoredRow:
        """The entry as it is kept."""
        return self.number, self.key, self.kind.value, self.content, self.hash

    def clock(self, form: str = "%H:%M") -> str:
        """When it was drawn up, by the clock on the wall."""
        return datetime.fromisoformat(self.time).astimezone().strftime(form)

    @property
    def is_ruling(self) -> bool:
        """Whether it records a result drawn for an action."""
        return self.kind is EntryKind.RULING

    @property
    def is_drawn(self) -> bool:
        """Whether it tells a result of draws: a ruling, or what an answer made of one."""
        return self.kind in {EntryKind.RULING, EntryKind.ANSWER}

    @property
    def system(self) -> str:
        """The key of the rule system of a ruling, else nothing."""
        return str(self.body.get("system", ""))

    @property
    def action(self) -> str:
        """The key of the action of a ruling, else nothing."""
        return str(self.body.get("action", ""))

    @property
    def probability(self) -> Fraction | None:
        """How likely the outcome of a ruling was, exactly."""
        text = self.body.get("probability")
        return read_probability(text) if text else None

    @property
    def ruled(self) -> str:
        """What was ruled instead; by name where the entry is shown to people."""
        return str(self.body.get("named", self.body["ruled"]))

    @property
    def summary(self) -> str:
        """The entry in one line, in plain words."""
        body = self.body
        match self.kind:
            case EntryKind.RULING:
                despite = body.get("despite", "")
                otherwise = f" (allowed anyway: {despite})" if despite else ""
                return f"{body.get('headline')}{otherwise}"
            case EntryKind.TURN:
                whose = f" ({body['player']})" if body.get("player") else ""
                goes = "goes on" if "undoes" in body else "begins"
                return f"Turn {body.get('turn')}{whose} {goes}"
            case EntryKind.NOTE:
                return str(body.get("text"))
            case EntryKind.VOID:
                return f"#{self.about} is void: {body.get('reason')}"
            case EntryKind.OVERRIDE:
                reckoned = (
                    "" if self.probability or "outcome" not in body else ", odds not worked out"
                )
                reason = f"{body.get('reason')}{reckoned}"
                return f"#{self.about} ruled instead: {self.ruled} ({reason})"
            case EntryKind.ANSWER:
                return f"#{self.about}, {self.answered}: {body.get('headline')}"
            case EntryKind.ORDER_OF_BATTLE:
                replacing = f"; replaces #{body['replaces']}: {body['reason']}"
                title = f"Order of battle: {body['title']} ({body['file']})"
                return title + (replacing if body["replaces"] else "")
            case EntryKind.CORRECTION:
                values = ", ".join(f"{key} {text}" for key, text in body["values"].items())
                reason = f" ({body['reason']})" if body["reason"] else ""
                return f"On the table: {body['unit']['name']}, {values}{reason}"

    @property
    def answered(self) -> str:
        """What an answer said, in words: "distance 3"."""
        answers = self.body.get("answers", {}).items()
        return ", ".join(f"{key.replace('-', ' ')} {text}" for key, text in answers)

    @property
    def unit_names(self) -> dict[str, str]:
        """The names of the units that it concerns, by role; of a correction, as "unit"."""
        if self.kind is EntryKind.CORRECTION:
            return {"unit": str(self.body["unit"]["name"])}
        return {
            role: str(unit["name"] if isinstance(unit, dict) else unit)
            for role, unit in self.body.get("units", {}).items()
        }

    @property
    def heading(self) -> str:
        """What was done and by whom: "Assault, Guiton's cuirassiers against Bylandt's brigade"."""
        names = self.unit_names
        against = " against ".join(names[role] for role in ("actor", "target") if role in names)
        action = self.action.replace("-", " ").capitalize()
        return f"{action}, {against}" if against else action

    @property
    def about(self) -> int | None:
        """The number of the entry that a void, an override or an answer is about."""
        about: int | None = self.body.get("entry")
        return about


_CONTROL_CHARACTERS: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+"
)
"""What a terminal obeys, whoever sent it, what cuts a row of a table short, and what turns the
direction of writing, so that it says something else."""


def printable(text: str) -> str:
    """What somebody typed, fit for other people's screens: spaces for control characters.

    Half a character, which cannot be written anywhere, becomes a question mark.
    """
    if text.isprintable():
        return text
    return _CONTROL_CHARACTERS.sub(" ", text).encode(errors="replace").decode()


def _all_printable(value: Any) -> Any:
    """A JSON value with all of its text, names included, on one line each."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {printable(name): _all_printable(part) for name, part in value.items()}
    return [_all_printable(part) for part in value] if isinstance(value, list) else value


@attrs.frozen
class Tip:
    """The end of a chain: the last number, its hash, the turn in force, and when that began."""

    number: int = 0
    hash: str = GENESIS
    turn: int = 1
    turn_began: str = ""

    def after(self, entry: Entry) -> Tip:
        """The end of the chain once `entry` is there."""
        begins = entry.kind is EntryKind.TURN
        turn, began = (entry.turn, entry.time) if begins else (self.turn, self.turn_began)
        return Tip(entry.number, entry.hash, turn, began)


def canonical(content: Mapping[str, Any]) -> str:
    """The one way to write `content` as JSON text.

    What is no Unicode (half a character, typed in a terminal) is replaced by a question mark.
    Raises `NotCanonicalError` for what JSON cannot hold, and for a number that is not whole:
    machines disagree about how those print.
    """
    try:
        text = _encode(content).encode(errors="replace").decode()
    except TypeError as fault:
        raise NotCanonicalError(str(fault)) from fault
    _READ_WHOLE.decode(text)
    return text


_encode: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def read_canonical(content: str) -> dict[str, Any]:
    """What `content` spells. Raises `ValueError` unless it is spelled as `canonical` would."""
    value = _read_object(content, _READ_WHOLE)
    if _encode(value) != content:
        raise ValueError("it is not canonical JSON")
    return value


def _read_object(content: str, decoder: Any) -> dict[str, Any]:
    """The JSON object that `content` spells. Raises `ValueError` if it spells none."""
    if type(content) is not str:
        raise ValueError("it is not text")
    try:
        value = decoder.decode(content)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except msgspec.DecodeError:
        raise ValueError("it is not JSON") from None
    check_nested(content, value)
    if not isinstance(value, dict):
        raise ValueError("it is not a JSON object")  # noqa: TRY004
    return value


def _no_fraction(text: str) -> NoReturn:
    raise NotCanonicalError(f"{text} is not a whole number")


_READ: Final = msgspec.json.Decoder()
_READ_WHOLE: Final = json.JSONDecoder(parse_float=_no_fraction, parse_constant=_no_fraction)


def digest(content: str) -> str:
    """SHA-256 of a text, such as the content of an entry, in hexadecimal."""
    return hashlib.sha256(content.encode()).hexdigest()


def link(battle: str, tip: Tip, draft: EntryDraft) -> Entry:
    """The entry that a draft becomes at the end of a chain."""
    fields = {name: getattr(draft, name) for name in _DRAFTED}
    fields["turn"] = tip.turn if draft.turn is None else draft.turn
    fields |= {"battle": battle, "number": tip.number + 1, "previous": tip.hash}
    content = canonical({**fields, "format": FORMAT, "kind": draft.kind.value})
    return Entry(**fields, content=content, hash=digest(content))
