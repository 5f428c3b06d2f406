"""What the rules say, statement by statement: where each is asked, what it is worth, how we know.

A system keeps them in `statements.toml` in its folder, in our own short words:

    [[statements]]
    section = "VII"
    says = "A charge that carries the position drives the target back."
    asked = ["assault", "assault cover"]
    values = ["combat.cover.*"]
    standing = "judgement"
    why = "The text gives the direction and no figure."
    code = ["assault.rule:procedure"]
    checks = ["tests/rules/there_stand_empires/test_assault.py::test_cover"]

`asked` are actions, each with the field that asks it, if one does. `values` are keys of table
values, with `*` for all of a kind. `code` is in the system's folder. `standing` is "rule" if it is
left out; otherwise `why` has the reason. A reading fixes a value that has another way to read it,
by which odds can be compared, or `only` says why there is none to compute. A statement that the
table keeps to itself, so that nothing is asked and no value fixed, says so in `why` and needs
neither code nor check.
"""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec
import tomli

from calculator.rules.tables import TableEntry, Tables
from calculator.standing import Standing


class Statement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One statement of the rules, by the keys of its file."""

    section: str
    says: str
    asked: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    standing: Standing = Standing.RULE
    why: str = ""
    only: str = ""
    code: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()

    def basis(self, tables: Tables) -> str:
        """Its section and what it rests on, in brackets, and the values that it fixes."""
        values = self.figures(tables)
        standing = self.standing.cited(self.section)
        return f"[{self.reasoned(standing)}]" + (values and f"; {values}")

    def reasoned(self, standing: str) -> str:
        """Its standing with the reasons for it, and for nothing else to compare it with."""
        why = f"{standing}: {self.why}" if self.why else standing
        return f"{why} Nothing to compare: {self.only}." if self.only else why

    def figures(self, tables: Tables) -> str:
        """The values that it fixes, with the standing of those that rest on something else."""
        return ", ".join(
            f"{entry.key} = {entry.value}{self.apart({entry.standing})}"
            for entry in self.entries(tables)
        )

    def apart(self, standings: set[Standing]) -> str:
        """The standings of some of its values, in brackets, where they are not its own."""
        if standings <= {self.standing}:
            return ""
        return f" ({', '.join(each.value for each in Standing if each in standings)})"

    def entries(self, tables: Tables) -> tuple[TableEntry, ...]:
        """The table values that it fixes, under the tables in force."""
        return tuple(
            entry for pattern in self.values for entry in tables if fnmatchcase(entry.key, pattern)
        )


def read_statements(tables_path: Path | str) -> tuple[Statement, ...]:
    """The statements beside these tables, if there are any, in order. A fault in their file is ours
    and raises as it is."""
    path = Path(tables_path).with_name("statements.toml")
    if not path.exists():
        return ()
    tree = tomli.loads(path.read_text(encoding="utf-8"))
    return msgspec.convert(tree["statements"], tuple[Statement, ...])


def sections_of(source: str) -> tuple[str, ...]:
    """The sections that a citation names: "II, VII; Readings" are three."""
    return tuple(part.strip() for part in source.replace(";", ",").split(",") if part.strip())


def about(statements: Iterable[Statement], source: str) -> tuple[Statement, ...]:
    """The statements of the sections that a citation names, such as the source of a field. Those of
    a section that is called just so come first, then those that share a part with it."""

    def named(cited: str) -> set[str]:
        return {section.casefold() for section in (*sections_of(cited), cited)}

    found = (one for one in statements if named(source) & named(one.section))
    return tuple(sorted(found, key=lambda one: one.section.casefold() != source.casefold()))
