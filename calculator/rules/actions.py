"""The actions of a system that has many, without the cost of importing them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from calculator.rules.system import AnyAction


class Actions(Sequence["AnyAction"]):
    """The actions of a system with many, each imported when it is first looked at.

    `where` says for each key which module of `package` holds it, under which name: "module:NAME".
    """

    def __init__(self, package: str, where: Mapping[str, str]) -> None:
        self._package = package
        self._where = dict(where)
        self.keys = tuple(where)

    def find(self, key: str) -> AnyAction:
        """The action of a key; `KeyError` if there is none."""
        module, name = self._where[key].split(":")
        action: AnyAction = getattr(import_module(f"{self._package}.{module}"), name)
        return action

    @overload
    def __getitem__(self, index: int) -> AnyAction: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[AnyAction]: ...

    def __getitem__(self, index: int | slice) -> AnyAction | Sequence[AnyAction]:
        if isinstance(index, slice):
            return tuple(self.find(key) for key in self.keys[index])
        return self.find(self.keys[index])

    def __len__(self) -> int:
        return len(self.keys)
