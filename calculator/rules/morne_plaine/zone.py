"""Zones of control: which of the six hexes around a unit it controls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from calculator.chance.interface import Draw
from calculator.chance.procedure import Procedure, settled
from calculator.forms import Form, choice, whole
from calculator.rules.morne_plaine.terms import Hexside, Terrain, UnitType
from calculator.rules.system import Action, Beneficiary, Narration, Place, Severity
from calculator.rules.tables import Tables

SOURCE: Final = "Zones of control"


@attrs.frozen(kw_only=True)
class ZoneForm(Form):
    """A unit and one of the six hexes around it."""

    enemy: UnitType = choice(
        UnitType,
        "Unit",
        default=UnitType.INFANTRY,
        group="Controlling unit",
        mnemonic="u",
        source=SOURCE,
        help="The unit that may control the hex. Artillery never does.",
    )
    enemy_morale: int = whole(
        0,
        9,
        "Morale value",
        default=4,
        group="Controlling unit",
        mnemonic="m",
        source="Outcome for the unit charged",
        matters=lambda form: form.enemy is not UnitType.LEADER,
        help="Its current morale value; at 0 it is demoralised and controls nothing.",
    )
    enemy_terrain: Terrain = choice(
        Terrain,
        "Its terrain",
        default=Terrain.CLEAR,
        group="Controlling unit",
        mnemonic="e",
        source=SOURCE,
        help="Units in woods or a village control no adjacent hex.",
    )
    hex_terrain: Terrain = choice(
        Terrain,
        "Terrain of the hex",
        default=Terrain.CLEAR,
        group="Adjacent hex",
        mnemonic="h",
        source=SOURCE,
        help="Woods and village hexes cannot be controlled.",
    )
    hexside: Hexside = choice(
        Hexside,
        "Hexside between",
        default=Hexside.OPEN,
        group="Adjacent hex",
        mnemonic="w",
        source=SOURCE,
        help="Control does not reach across a stream, a river, or a double slope or more.",
    )


@attrs.frozen
class ZoneControl:
    """Why the hex is not controlled; nothing if it is."""

    exceptions: tuple[str, ...]

    @property
    def label(self) -> str:
        return "; ".join(self.exceptions) or "controlled"


def exceptions(form: ZoneForm) -> Iterator[str]:
    """Every exception of the text that applies."""
    if form.enemy is UnitType.ARTILLERY:
        yield "artillery exerts no zone of control"
    elif form.enemy is not UnitType.LEADER and form.enemy_morale == 0:
        yield "demoralised units exert no zone of control"
    if form.enemy_terrain.shelters:
        yield f"a unit in {form.enemy_terrain.place} controls no adjacent hex"
    if form.hex_terrain.shelters:
        yield f"a {form.hex_terrain} hex cannot be controlled"
    if form.hexside in _WATER:
        yield "control does not reach across a stream or river"
    if form.hexside.symbols > 1:
        yield f"control does not reach across a {form.hexside}"


_WATER: Final = {Hexside.STREAM, Hexside.FORD, Hexside.BRIDGE, Hexside.RIVER}


def procedure(form: ZoneForm, _: Tables) -> Procedure[Any, ZoneControl]:
    """Whether any exception applies."""
    return settled(ZoneControl(tuple(exceptions(form))))


def narrate(form: ZoneForm, outcome: ZoneControl, _: Sequence[Draw], __: Tables) -> Narration:
    """Whether the hex is controlled, and what that does to the enemy."""
    why = tuple(f"{reason.capitalize()}." for reason in outcome.exceptions)
    if why:
        return Narration(f"The {form.enemy} does not control that hex.", (), why)
    return Narration(
        f"The {form.enemy} controls that hex.",
        ("An opposing unit that enters it stops there at once, at no additional cost.",),
        ("The six hexes around a unit are its zone of control; no exception applies.",),
    )


ZONE: Final = Action(
    key="zone-of-control",
    label="Zone of control",
    help="Whether a unit controls one of the six hexes around it.",
    source=SOURCE,
    form=ZoneForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(
        lambda outcome: -len(outcome.exceptions), Beneficiary.TARGET, "the controlling unit"
    ),
    place=Place.AID,
    mnemonic="k",
)
