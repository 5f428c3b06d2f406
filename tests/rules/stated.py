"""What holds of every system's statements; run as a program it brings the pages up to date.

python -m tests.rules.stated
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Final

import msgspec

from calculator.forms import keys_of
from calculator.rules.catalog import KEYS, find_system
from calculator.rules.statements import Statement
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables
from calculator.standing import Standing

ROOT: Final = Path(__file__).parents[2]

BEGIN: Final = "<!-- statements: made by python -m tests.rules.stated -->\n"
END: Final = "<!-- end of statements -->\n"
"""Between these lines of a system's page stand its statements."""


def page_of(system: RuleSystem) -> Path:
    """The page of a system."""
    return ROOT / "docs" / "systems" / f"{system.key}.md"


def with_statements(page: str, system: RuleSystem) -> str:
    """The page with the statements that the system has now."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin, f"the page has no line {BEGIN}"
    assert end, f"the page has no line {END}"
    return before + begin + as_markdown(system.statements, system.tables) + "\n" + end + after


def as_markdown(statements: Sequence[Statement], tables: Tables) -> str:
    """The statements as the page of the system has them, a table for each section."""
    return "\n".join(_lines(statements, tables)) + "\n"


def _lines(statements: Sequence[Statement], tables: Tables) -> Iterator[str]:
    sections = dict.fromkeys(one.section for one in statements)
    for section in sections:
        yield f"\n### {section}\n"
        yield "| What the rules say | Asked | Value | Standing |"
        yield "|---|---|---|---|"
        for one in statements:
            if one.section == section:
                yield f"| {' | '.join(_cells(one, tables))} |"


def _cells(one: Statement, tables: Tables) -> Iterator[str]:
    yield _cell(one.says)
    yield ", ".join(f"`{asked}`" for asked in one.asked) or "on the table"
    yield ", ".join(_patterns(one, tables))
    yield _cell(one.reasoned(one.standing.value))


def _patterns(one: Statement, tables: Tables) -> Iterator[str]:
    """The values that a statement fixes, by the patterns that name them."""
    for pattern in one.values:
        named = msgspec.structs.replace(one, values=(pattern,)).entries(tables)
        yield f"`{pattern}`{one.apart({entry.standing for entry in named})}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def check_statement(system: RuleSystem, one: Statement) -> None:
    """It is asked somewhere that there is, fixes values that there are, and has code and checks."""
    where = f"{system.key}, {one.section}: {one.says}"
    assert one.says.endswith("."), where
    assert (one.standing is Standing.RULE) or one.why, f"{where}: no rule, and no reason"
    for asked in one.asked:
        action, *fields = asked.split()
        assert set(fields) <= set(keys_of(system.action(action).asks)), f"{where}: {asked}"
    for pattern in one.values:
        assert any(_matches(pattern, entry.key) for entry in system.tables), f"{where}: {pattern}"
    on_the_table = not one.asked and not one.values and one.why
    assert on_the_table or one.code, f"{where}: no code"
    assert on_the_table or one.checks, f"{where}: no check"
    package = package_of(system)
    for code in one.code:
        module, _, name = code.partition(":")
        found = import_module(f"{package}.{module}" if module else package)
        assert attrgetter(name)(found), f"{where}: there is no {code}"
    for check in one.checks:
        assert has_test(check), f"{where}: there is no {check}"


def _matches(pattern: str, key: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), key) is not None


def package_of(system: RuleSystem) -> str:
    """The package whose folder the tables of a system stand in."""
    folder = Path(system.tables_path).resolve().parent
    return ".".join(folder.relative_to(ROOT).parts)


def has_test(check: str) -> bool:
    """Whether "tests/file.py::name" is a test that there is."""
    file, _, name = check.partition("::")
    path = ROOT / file
    return path.is_file() and f"def {name}(" in path.read_text(encoding="utf-8")


def stated_systems() -> Iterator[RuleSystem]:
    """The systems whose statements are listed."""
    return (system for system in map(find_system, KEYS) if system.statements)


if __name__ == "__main__":
    for found in stated_systems():
        path = page_of(found)
        path.write_text(with_statements(path.read_text(encoding="utf-8"), found), encoding="utf-8")
