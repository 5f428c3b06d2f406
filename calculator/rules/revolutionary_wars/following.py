"""What a battalion may do next in its turn, with the inches that its card gives it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.terms import Card, CardName, Order
from calculator.rules.revolutionary_wars.volley import FireAs
from calculator.rules.tables import Tables
from calculator.rules.turns import ActionTaken, Permission

_FIT: Final = ("", Order.SOLID.value, Order.SHAKEN.value)
"""Orders in which a battalion charges, moves and spikes guns, "" for what nothing has changed
(Order & Disorder, Permitted Actions while Shattered)."""

_GUNS_WITHIN: Final = 2
"""Inches to the overrun guns that a battalion spikes (Spike Guns Action)."""


def following(taken: ActionTaken, tables: Tables) -> Iterator[Permission]:
    """What a ruling leaves open to its battalion, each with its numbers."""
    card = Card(CardName(taken.answers["battalion"]), tables)
    is_activated = {"shoot", "reform"} <= set(taken.may)
    for key in taken.may:
        match key:
            case "shoot":
                yield from _shoot(taken, card)
            case "reform":
                yield _reform(taken)
            case "charge" | "pursue" if not card.has("charge-move"):
                pass
            case "charge":
                most = card.number("charge-move")
                limit, words = {"range": str(most)}, f"charge: up to {_inches(most)}"
                yield Permission(key, words, at_most=limit, needs={"order": _FIT})
            case "pursue":
                yield Permission(key, f"pursuit: {_inches(card.number('charge-move'))}")
            case "break-and-run" if not card.name.is_artillery:
                yield Permission(key, f"break and run: {_inches(card.number('move-open'))}")
            case "spike-guns":
                words = f"spike guns within {_inches(_GUNS_WITHIN)}"
                yield Permission(key, words, needs={"order": _FIT}, gone="overrun")
            case _:
                yield Permission(key)
    if is_activated:
        yield _move(card, tables)


def _shoot(taken: ActionTaken, card: Card) -> Iterator[Permission]:
    """Fire as far as a weapon of its card reaches; a battery that has fired goes on so."""
    if card.name.is_artillery:
        began = taken.answers.get("fire-as") if taken.action == "shoot" else None
        named = {"fire-as": began} if began else {}
        lines = {one.value: card.weapon(one.line) for one in FireAs if began in {None, one.value}}
    else:
        named, lines = {}, {"": card.weapon("small-arms")}
    reaches = {one: line.reach for one, line in lines.items() if line is not None}
    if reaches:
        words = (_inches(reach) + f" as {one}" * bool(one) for one, reach in reaches.items())
        limit = {"range": str(max(reaches.values()))}
        yield Permission("shoot", f"shoot: up to {', '.join(words)}", named, limit)


def _reform(taken: ActionTaken) -> Permission:
    """A reform of who is not Solid; the second of two running succeeds by itself."""
    worse = (Order.SHAKEN.value, Order.SHATTERED.value)
    if taken.action == "reform":
        words = "second reform, which succeeds by itself"
        return Permission("reform", words, {"attempt": "second"}, needs={"order": worse})
    was_solid = taken.answers.get("order") == Order.SOLID.value
    return Permission("reform", needs={"order": worse if was_solid else ("", *worse)})


def _move(card: Card, tables: Tables) -> Permission:
    """A Move Action, which is measured and not drawn; guns go forward no farther than they may."""
    most = card.number("move-open")
    words = f"move: up to {_inches(most)} in the open, with its general near"
    if card.name.is_artillery and (forward := tables.points("move.awkward")) < most:
        words += f", {forward} forward"
    return Permission("movement", words, {"second-action": "yes"}, needs={"order": _FIT})


def _inches(number: int) -> str:
    return counted(number, "inch", "inches")
