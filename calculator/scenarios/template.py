"""A commented scenario file to start from: the layout itself, as `template.toml` writes it."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import tomlkit

from calculator.errors import FaultsError
from calculator.paths import reporting, typed_path
from calculator.rules.catalog import find_system
from calculator.rules.system import RuleSystem
from calculator.scenarios.kinds import allowed_in_file
from calculator.scenarios.layout import HEAD, Section, layout
from calculator.scenarios.places import SUFFIX, is_file, slug

_WIDTH: Final = 96

_SECOND_SIDE: Final = {
    "sides": {"key": "blue", "name": "The Blue army", "role": "defender"},
    "generals": {"name": "General Blue"},
}
"""What the second of two sides says where it must differ from the first."""


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
    title = stem.replace("-", " ").title()
    head = {"key": slug(stem), "system": system, "title": title}
    sections = layout(find_system(system)).parts
    return _filled(sections, system, title=title, file=shlex.quote(file), head=head)


def skeleton(system: RuleSystem, *names: str) -> str:
    """Tables of a new file as remarks alone, for a file that was not made by hand."""
    return _filled([part for part in layout(system).parts if part.name in names], system.key)


def _filled(sections: Sequence[Section], system: str, **of_file: object) -> str:
    from calculator.templates import environment

    filled = environment("calculator.scenarios", ".").get_template("template.toml")
    return filled.render(
        {"title": "", "file": "", "head": {}, **of_file},
        sections=sections,
        system=system,
        contents={HEAD.name: of_file.get("head", {})},
        second_side=_SECOND_SIDE,
        wrapped=partial(textwrap.wrap, width=_WIDTH),
        toml=lambda value: tomlkit.item(value).as_string(),
        allowed=allowed_in_file,
        as_remarks=lambda text: re.sub(r"^(?=[^#\n])", "# ", text, flags=re.MULTILINE),
    )
