"""A commented scenario file to start from, written from the layout itself."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

import tomlkit

from calculator.errors import FaultsError
from calculator.paths import reporting, typed_path
from calculator.rules.catalog import find_system
from calculator.rules.system import RuleSystem
from calculator.scenarios.kinds import allowed_in_file
from calculator.scenarios.layout import HEAD, OVERRIDE, Section, layout
from calculator.scenarios.places import SUFFIX, is_file, slug

_WIDTH: Final = 96

Contents: TypeAlias = Mapping[str, Mapping[str, str]]
"""What a table says instead of its examples, by the table's name and by key."""

_SECOND_SIDE: Final[Contents] = {
    "sides": {"key": "blue", "name": "The Blue army", "role": "defender"},
    "generals": {"name": "General Blue"},
}
"""What the second of two sides says where it must differ from the first."""

_REMARKS: Final = """\
# {title}: an order of battle for the calculator.
# Lines that begin with # are remarks, or keys that may be left out. Units of one formation follow
# each other as [[sides.formations.units]], formations of one side as [[sides.formations]].
# When you have filled this in: empires scenario check {file}
"""


def write_template(file: str, system: str) -> Path:
    """Write a new file for a system and give its path.

    Raises `FaultsError` if there is a file already or the folder cannot be written to.
    """
    path = new_path(file)
    return write_new(path, template(path.stem, system, str(path)))


def new_path(file: str) -> Path:
    """Where a new file goes that is typed so: its ending may be left out."""
    return typed_path(file if is_file(file) else f"{file}{SUFFIX}")


def write_new(path: Path, text: str) -> Path:
    """Write a file that must not be there yet, and give its path. Raises `FaultsError`."""
    with reporting(path, "cannot be written"):
        try:
            with path.open("x", encoding="utf-8") as created:
                created.write(text)
        except FileExistsError:
            raise FaultsError.at(str(path), "is there already; it was left as it is") from None
    return path


def template(stem: str, system: str, file: str) -> str:
    """The text of a new file that is to be called `stem`. Raises `UnknownNameError`."""
    rules = find_system(system)
    title = stem.replace("-", " ").title()
    contents = {HEAD.name: {"key": slug(stem), "system": system, "title": title}}
    lines = _REMARKS.format(title=title, file=shlex.quote(file)).splitlines()
    for section in layout(rules).parts:
        if section.free:
            lines += ["", *_remark(OVERRIDE.help.replace("SYSTEM", system)), f"[{OVERRIDE.name}]"]
            lines.append('# some.key = { value = 3, reason = "why this battle needs it" }')
        elif section.optional:
            lines += _remarks_of(section)
        else:
            lines += _table(section, section.name, contents, True)
            if section.least > 1:
                lines += _table(section, section.name, _SECOND_SIDE, False)
    return "\n".join(lines) + "\n"


def skeleton(system: RuleSystem, *names: str) -> str:
    """Tables of a new file as remarks alone, for a file that was not made by hand."""
    sections = (section for section in layout(system).parts if section.name in names)
    lines = [line for section in sections for line in _remarks_of(section)]
    return "\n".join(lines) + "\n"


def _remarks_of(section: Section) -> list[str]:
    table = _table(section, section.name, {}, True)
    return [f"# {line}" if line and line[0] != "#" else line for line in table]


def _table(section: Section, name: str, contents: Contents, remarks: bool) -> Iterator[str]:
    """A table with its header, its keys and the tables within it; `remarks` explain it all."""
    yield ""
    if remarks:
        yield from _remark(section.help)
    yield f"[[{name}]]" if section.many else f"[{name}]"
    written = contents.get(section.name, {})
    for key in section.keys:
        remark = f"{key.help[0].upper()}{key.help[1:]}: {allowed_in_file(key.kind)}"
        yield from _key(key.key, written.get(key.key, key.example), remark, remarks)
    form = section.form() if section.form else None
    for field in section.form_fields:
        remark = f"{field.help} ({allowed_in_file(field.kind)}) [{field.source}]"
        value = field.kind.plain(field.default) if field.matters(form) else None
        yield from _key(field.key, value, remark, remarks)
    for part in section.parts:
        if not (part.name == "units" and section.name == "sides"):
            yield from _table(part, f"{name}.{part.name}", contents, remarks)


def _key(name: str, value: object, remark: str, remarks: bool) -> Iterator[str]:
    if remarks:
        yield from _remark(remark)
    if value is not None:
        yield f"{name} = {tomlkit.item(value).as_string()}"
    elif remarks:
        yield f"# {name} ="


def _remark(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(text, _WIDTH)]
