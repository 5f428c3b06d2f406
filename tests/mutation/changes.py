"""Small changes to a source file that its tests should notice, each as the whole changed text.

A change is one that a tired hand might make: a boundary off by one, `and` for `or`, a sort left
out, a condition turned round. Texts are left alone, for what is shown is pinned elsewhere, and so
is what only types or imports use.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

import attrs

_COMPARISONS: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
_OPERATIONS: Final[dict[type[ast.operator], tuple[str, str]]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "*"),
}
_FUNCTIONS: Final = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
_NOT_CODE: Final = (ast.Import, ast.ImportFrom, ast.JoinedStr)


@attrs.frozen
class Change:
    """One change: the line it stands on, what it does, and the text of the file with it."""

    line: int
    what: str
    text: str


def changes_of(source: str) -> list[Change]:
    """All changes of a source text, in the order of their places; each still parses."""
    lines = source.encode().split(b"\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    editor = _Editor(source.encode(), starts)
    found = [change for node in _code(ast.parse(source)) for change in editor.changes(node)]
    return sorted(found, key=lambda change: (change.line, change.what))


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run: no annotations, imports, decorators, texts or type-checking blocks."""
    if isinstance(node, _NOT_CODE) or _is_for_types(node):
        return
    yield node
    match node:
        case ast.AnnAssign(value=value):
            children: Iterable[ast.AST] = [value] if value else []
        case ast.FunctionDef(body=body) | ast.ClassDef(body=body):
            children = body
        case _:
            children = ast.iter_child_nodes(node)
    for child in children:
        yield from _code(child)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


@attrs.frozen
class _Editor:
    """Replaces the text of nodes."""

    source: bytes
    starts: list[int]

    def changes(self, node: ast.AST) -> Iterator[Change]:
        """The changes of one node."""
        match node:
            case ast.Compare() | ast.BinOp() | ast.BoolOp():
                yield from self._of_operators(node)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield self._put(node, self._text(operand), "leaves out not")
            case ast.Constant(value=bool(value)):
                yield self._put(node, str(not value), f"{value} -> {not value}")
            case ast.Constant(value=int(number)):
                yield self._put(node, str(number + 1), f"{number} -> {number + 1}")
            case ast.Call(func=ast.Name(id=name) as function, keywords=[]) if name in _FUNCTIONS:
                yield self._put(function, _FUNCTIONS[name], f"{name} -> {_FUNCTIONS[name]}")
            case ast.If(test=test) | ast.IfExp(test=test):
                yield self._put(test, f"(not ({self._text(test)}))", "turns a condition round")
            case ast.Expr(value=ast.Yield() | ast.YieldFrom() | ast.Call()) | ast.AugAssign():
                yield self._put(node, "...", f"leaves out {self._text(node).splitlines()[0]}")
            case _:
                pass

    def _of_operators(self, node: ast.Compare | ast.BinOp | ast.BoolOp) -> Iterator[Change]:
        match node:
            case ast.Compare(left=left, ops=[comparison], comparators=[right]):
                yield from self._between(left, right, *_COMPARISONS[type(comparison)])
            case ast.BinOp(left=left, op=operation, right=right):
                if type(operation) in _OPERATIONS and not (_is_text(left) or _is_text(right)):
                    yield from self._between(left, right, *_OPERATIONS[type(operation)])
            case ast.BoolOp(op=both, values=[first, second, *_]):
                words = ("and", "or") if isinstance(both, ast.And) else ("or", "and")
                yield from self._between(first, second, *words)
                yield self._cut(first, second)

    def _between(self, left: ast.AST, right: ast.AST, old: str, new: str) -> Iterator[Change]:
        """The change of an operator that stands between two nodes."""
        start, end = self._end(left), self._start(right)
        gap = self.source[start:end].decode()
        if gap.count(old) == 1 or f" {old} " in gap:
            changed = gap.replace(f" {old} ", f" {new} ") if f" {old} " in gap else gap
            if changed != gap:
                yield self._splice(start, end, changed, f"{old} -> {new}")

    def _cut(self, first: ast.AST, second: ast.AST) -> Change:
        """Leave out the first of several conditions."""
        what = f"leaves out {self._text(first).splitlines()[0]!r}"
        return self._splice(self._start(first), self._start(second), "", what)

    def _put(self, node: ast.AST, text: str, what: str) -> Change:
        return self._splice(self._start(node), self._end(node), text, what)

    def _splice(self, start: int, end: int, text: str, what: str) -> Change:
        changed = self.source[:start] + text.encode() + self.source[end:]
        return Change(self.source[:start].count(b"\n") + 1, what, changed.decode())

    def _text(self, node: ast.AST) -> str:
        return self.source[self._start(node) : self._end(node)].decode()

    def _start(self, node: ast.AST) -> int:
        return self.starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined, no-any-return]

    def _end(self, node: ast.AST) -> int:
        return self.starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined, no-any-return]


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def parses(change: Change) -> bool:
    """Whether the changed text is still Python; parentheses cut in half are not."""
    try:
        ast.parse(change.text)
    except SyntaxError:
        return False
    return True
