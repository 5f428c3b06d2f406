"""Actions that are still put together from functions: see `calculator.rules.action`."""

from __future__ import annotations

from typing import Any

from calculator.rules.action import Action, AnyAction
from calculator.rules.modifiers import Modifier, Pull

_SAME = ("procedure", "refusals", "decisions", "in_full")


def declared(**parts: Any) -> AnyAction:
    """An action class of these functions of form and tables."""
    asks, functions = parts.pop("form"), {k: parts.pop(k) for k in _SAME if k in parts}
    narration, factors = parts.pop("narration"), parts.pop("factors", None)
    after, unlisted = parts.pop("aftermath", None), parts.pop("unlisted", None)
    losses = parts.pop("losses", None)
    body: dict[str, Any] = {**parts, "asks": asks}
    for name, function in functions.items():
        body[name] = lambda self, function=function: function(self.form, self.tables)
    body["narrate"] = lambda self, drawn, draws: narration(self.form, drawn, draws, self.tables)
    if factors:
        nothing: Modifier[Any] = Modifier(stage="", name="", side="")
        body["pulls"] = lambda self: (Pull(nothing, one) for one in factors(self.form, self.tables))
    if after:
        body["after"] = lambda self, drawn: after(self.form, drawn)
    if unlisted:
        body["unlisted"] = lambda self: unlisted(self.form)
    if losses:
        body["losses"] = lambda self, exact: losses(self.form, self.tables, exact)
    made: AnyAction = type(parts["key"], (Action,), body)
    return made
