"""An army: its units as an order of battle lists them, what its side draws from and holds, and how
many actions its turn has, cards counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from calculator import forms, kinds
from calculator.chance.interface import Chance
from calculator.errors import Fault, Refusal
from calculator.rules.action import Action, Draws, Narration, Outcome, Place, Severity
from calculator.rules.gods_of_war import attack, cards, stacks, terms
from calculator.rules.gods_of_war.terms import Card
from calculator.rules.phrases import counted
from calculator.rules.system import filling
from calculator.rules.tables import Tables

ARMY: Final[Mapping[terms.Unit, int]] = dict.fromkeys(terms.Unit, 1) | {terms.Unit.INFANTRY: 3}
"""The eight units of each army (Deployment)."""


class ArmyUnit(forms.Form):
    """One of an army's units, as it stands at the start."""

    unit: terms.Unit = terms.asked_unit(group="")
    """Infantry, light or heavy cavalry, horse, light or heavy artillery."""
    strength: int | None = terms.asked_figures(source="Unit types")
    """Figures at the start, where a battle wants other than full strength: 4, or 2 guns."""
    formation: terms.Formation = terms.asked_formation(group="", matters=terms.INFANTRY)
    """The formation in which infantry deploys: column is the default for marching."""

    def faults(self) -> Iterator[Fault]:
        if self.unit.is_artillery and self.strength is not None and self.strength > 2:
            yield Fault("strength", f"{self.unit} has 2 figures, not {self.strength}", "0 to 2")


_in_play: Final = partial(
    terms.asked_card, help="The card is in play, and waits for what it serves.", group=""
)


class SideForm(forms.Form):
    """What a side draws from, and what it holds."""

    deck: stacks.Stack[Card] = cards.DECK
    hand: int = cards.asked_hand()
    tiles: stacks.Stack[terms.Terrain] = stacks.TILES
    drew_before: bool = terms.CARDS.yes_no("Drew just before", group="")
    """The side's last action drew a bonus card."""
    skirmisher_screen: bool = _in_play(Card.SKIRMISHER_SCREEN)
    charge: bool = _in_play(Card.CHARGE)
    bold_advance: bool = _in_play(Card.BOLD_ADVANCE)
    ambush: bool = _in_play(Card.AMBUSH)
    volley_fire: bool = _in_play(Card.VOLLEY_FIRE)
    cannon_blast: bool = _in_play(Card.CANNON_BLAST)
    rout: bool = _in_play(Card.ROUT)
    double_time: bool = _in_play(Card.DOUBLE_TIME)
    forced_march: bool = _in_play(Card.FORCED_MARCH)
    engineers: bool = _in_play(Card.ENGINEERS)
    rally: bool = _in_play(Card.RALLY)
    supply_run: bool = _in_play(Card.SUPPLY_RUN)


ROLES: Final = {
    "actor": filling(
        "unit, strength, formation, deck, hand, tiles, drew-before",
        *(*terms.SPENT_AT_ONCE, *terms.LASTING),
    ),
    "target": filling(
        "unit target, strength target-strength, formation target-formation", *terms.GUARDS
    ),
    "friend": filling("unit other, strength other-strength"),
}
"""A unit acts with what its side holds and has in play, and is attacked behind its guards; a friend
is supplied beside it."""


def starting_values(unit: Mapping[str, str], tables: Tables) -> Mapping[str, str]:
    """Full strength in figures, for a unit of which the file names no other."""
    full = str(attack.strength_of(terms.Unit(unit["unit"]), tables))
    return {"strength": full} if unit["strength"] == "full" else {}


def at_most(unit: Mapping[str, str], tables: Tables) -> Mapping[str, int]:
    """Repair brings figures back up to full strength; a battle may begin with more."""
    full = attack.strength_of(terms.Unit(unit["unit"]), tables)
    return {"strength": max(full, int(unit["strength"]))}


def marked(unit: Mapping[str, str]) -> str:
    """A unit without figures is broken."""
    return "broken" if unit.get("strength") == "0" else ""


def army_doubts(units: Sequence[ArmyUnit], _: Tables) -> Iterator[Refusal]:
    """Where an army is not the eight units that the text gives each side."""
    for unit, number in ARMY.items():
        found = sum(one.unit is unit for one in units)
        if found != number:
            yield Refusal(f"has {found} of {unit}, where the text gives {number}", "Deployment")


class Tile(forms.Form):
    """A terrain hex that a scenario names."""

    terrain: terms.Terrain = terms.asked_terrain(help="Which of the nine terrain tiles it is.")


SOURCE: Final = "Overview; Bonus cards"


_asked_card: Final = partial(forms.entry, kinds.Whole(0, 4, "cards"), source="Bonus cards")


class TurnForm(forms.Form):
    """Cards that change the number of actions, how many of each."""

    inspired_command: int = _asked_card("Inspired Command", help="1 more action each, up to 7.")
    flanking_move: int = _asked_card("Flanking Move", help="1 more action each, at once.")
    swift_march: int = _asked_card("Swift March", help="1 more Move each.")
    fog_of_war: int = _asked_card("Fog of War")
    """Played by the enemy in its last turn: 1 action less each."""


class TurnActions(Outcome):
    """Actions of any sort, and Moves beyond them."""

    actions: int
    moves: int

    @property
    def label(self) -> str:
        more = f" and {counted(self.moves, 'more Move', 'more Moves')}" if self.moves else ""
        return counted(self.actions, "action") + more


class Turn(Action[TurnForm, TurnActions]):
    """How many actions a turn has, cards counted."""

    key = "actions"
    label = "Actions this turn"
    source = SOURCE
    severity = Severity[TurnActions](lambda o: (o.actions, o.moves), "the side whose turn it is")
    place = Place.AID

    def resolve(self, chance: Chance | None = None) -> TurnActions:
        """Fog first; Inspired Command never lifts a turn above 7; Flanking Move comes on top."""
        form, points = self.form, self.tables.points
        base = points("turn.actions") - form.fog_of_war * points("turn.fog-of-war")
        inspired = form.inspired_command * points("turn.inspired-command")
        lifted = max(base, min(base + inspired, points("turn.inspired-most")))
        actions = max(lifted, 0) + form.flanking_move * points("turn.flanking-move")
        if not self.tables.is_so("turn.flanking-beyond"):
            actions = max(lifted, min(actions, points("turn.inspired-most")))
        return TurnActions(actions, form.swift_march * points("turn.swift-march"))

    def narrate(self, drawn: TurnActions, draws: Draws) -> Narration:
        form, points = self.form, self.tables.points
        how = [f"{points('turn.actions')} actions a turn."]
        if form.fog_of_war:
            how.append(f"Fog of War: {form.fog_of_war} less.")
        if form.inspired_command:
            most = points("turn.inspired-most")
            how.append(f"Inspired Command: up to {form.inspired_command} more, to {most} at most.")
        if form.flanking_move:
            how.append(f"Flanking Move: {form.flanking_move} more.")
        never = "No unit acts twice in a row, and no two bonus cards are drawn in a row."
        return Narration(f"The turn has {drawn.label}.", (never,), how)
