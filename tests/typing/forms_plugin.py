"""A mypy plugin: the form that a field's condition is given is the class that declares the field.

Python has no way to say so in the signature of `choice` and its kin, whose `matters` is called with
a form of the class that is only just being written. With this, mypy checks
``matters=lambda form: form.actor.is_infantry`` against that class.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import TypeInfo
from mypy.plugin import FunctionSigContext, Plugin
from mypy.types import CallableType, FunctionLike, Type, UnionType, get_proper_type
from mypy.typevars import fill_typevars

FACTORIES: Final = frozenset(
    f"calculator.forms.{name}" for name in ("entry", "choice", "whole", "yes_no", "inches")
)
"""The functions that declare a field."""


class FormsPlugin(Plugin):
    """Gives `matters` the type of the class that stands around the call."""

    def get_function_signature_hook(
        self, fullname: str
    ) -> Callable[[FunctionSigContext], FunctionLike] | None:
        return _of_the_class_around if fullname in FACTORIES else None


def _of_the_class_around(context: FunctionSigContext) -> FunctionLike:
    signature = context.default_signature.with_unpacked_kwargs()
    checker = context.api
    assert isinstance(checker, TypeChecker)
    around = checker.scope.active_class()
    if around is None or "matters" not in signature.arg_names:
        return signature
    place = signature.arg_names.index("matters")
    types = list(signature.arg_types)
    types[place] = _with_form(types[place], around)
    return signature.copy_modified(arg_types=types)


def _with_form(condition: Type, form: TypeInfo) -> Type:
    proper = get_proper_type(condition)
    if isinstance(proper, CallableType):
        return proper.copy_modified(arg_types=[fill_typevars(form)])
    if isinstance(proper, UnionType):
        return UnionType([_with_form(item, form) for item in proper.items])
    return condition


def plugin(version: str) -> type[Plugin]:
    """What mypy asks for."""
    return FormsPlugin
