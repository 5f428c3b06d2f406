"""The excerpts of the page on adding a system, made from the files that it walks through.

An excerpt stands under a line such as

    `calculator/rules/cannonade/rally.py`, `RallyForm.routing_men`:

that names a file and what of it: a function, a class or an assignment, or one inside a class; of a
TOML file a key ("rally.times-larger"). ``python -m tests.rules.excerpts`` writes them anew.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from textwrap import dedent
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "writing-your-own-rules.md"
_BLOCK: Final = re.compile(
    r"^(?P<named>`(?P<file>\S+)`, `(?P<name>[^`]+)`:\n\n```(?P<kind>\w+)\n).*?^```$",
    re.MULTILINE | re.DOTALL,
)


def made(page: str) -> str:
    """The page with its excerpts as their files have them now."""
    return _BLOCK.sub(
        lambda block: f"{block['named']}{excerpt(ROOT / block['file'], block['name'])}```", page
    )


def excerpt(path: Path, name: str) -> str:
    """What a file says of a name; `KeyError` if it says nothing."""
    source = path.read_text(encoding="utf-8")
    lines = _of_toml(source, name) if path.suffix == ".toml" else _of_python(source, name)
    return dedent("".join(lines))


def _of_toml(source: str, name: str) -> list[str]:
    table, _, key = name.rpartition(".")
    _, found, inside = source.partition(f"\n[{table}]\n")
    lines = [line for line in inside.splitlines(True) if line.startswith(f"{key} = ")][:1]
    if not found or not lines:
        raise KeyError(name)
    return [f"[{table}]\n", *lines]


def _of_python(source: str, name: str) -> list[str]:
    body: list[ast.stmt] = ast.parse(source).body
    for part in name.split("."):
        node = next((one for one in body if part in _names(one)), None)
        if node is None:
            raise KeyError(name)
        body = getattr(node, "body", [])
    assert node is not None
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
    return source.splitlines(True)[first - 1 : node.end_lineno]


def _names(node: ast.stmt) -> set[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case ast.Assign(targets=targets):
            return {target.id for target in targets if isinstance(target, ast.Name)}
    return set()


if __name__ == "__main__":
    PAGE.write_text(made(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
