"""1D6 and its modifiers; then, over friends, whether the fire falls short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.dice import d6
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.forms import mattering
from calculator.rules.aftermath import Aftermath, Consequence
from calculator.rules.cannonade.ammunition import out_of_ammunition
from calculator.rules.cannonade.escort import tallied, unformed
from calculator.rules.cannonade.fire.form import CannonadeForm
from calculator.rules.cannonade.terms import Holds, Terrain, crowding, fallen, standing
from calculator.rules.phrases import counted
from calculator.rules.system import Factor
from calculator.rules.tables import Tables

SHOT: Final = "cannonade"
RISK: Final = "risk to the friends fired over"
SHORT: Final = "casualties among the friends fired over"
SOURCE: Final = "Cannonade phase"

KILLED: Final = "killed"
"""How a formation that fire leaves without men has left the map."""


@attrs.frozen
class Cannonaded:
    """Men killed in the target hex and men left, and whether its officer fell; the same of the
    friends fired over, as far as they are hit; the victory points that the fire earns, and those
    that the enemy gains: less than none where prisoners escape."""

    killed: int
    left: int
    officer_killed: bool = False
    friends_killed: int = 0
    friends_officer_killed: bool = False
    score: int = 0
    enemy_score: int = 0

    @property
    def label(self) -> str:
        hit = counted(self.killed, "man", "men") + " killed"
        if self.officer_killed:
            hit += " and the officer"
        if self.enemy_score:
            hit += ", prisoners escape"
        if self.friends_killed:
            hit += f", {counted(self.friends_killed, 'friend')} killed"
        return hit + (" with their officer" if self.friends_officer_killed else "")


def refusals(form: CannonadeForm, tables: Tables) -> Iterator[Refusal]:
    """No cannon, too few men or too many with it, out of range, out of ammunition."""
    crew, furthest = tables.points("cannonade.crew"), tables.points("cannonade.furthest")
    if form.holds is not Holds.CANNON:
        held = "baggage and no cannon" if form.holds is Holds.BAGGAGE else "no cannon"
        yield Refusal(f"only a cannon can fire, and the formation holds {held}", SOURCE)
    elif form.men < crew:
        found = counted(form.men, "man is", "men are")
        yield Refusal(f"{crew} men must be present to fire a cannon, {found} there", SOURCE)
    if form.holds is Holds.CANNON:
        yield from crowding(form.men, form.holds, tables)
    if form.range > furthest:
        beyond = f"cannon fire at formations up to {furthest} hexes away"
        yield Refusal(beyond, SOURCE, tables.entry("cannonade.furthest").standing)
    yield from out_of_ammunition(form.baggage_distance, form.turns_beyond, tables)


def modifiers(form: CannonadeForm, tables: Tables) -> Iterator[Factor]:
    """Each modifier to the die that is not nought, in the order of the text's list."""

    def modifier(name: str, key: str) -> Iterator[Factor]:
        if points := tables.points(key):
            yield Factor("cannonade", name, "cannon", points, tables.entry(key).source, (key,))

    if over := _fired_over(form):
        yield from modifier(f"indirect fire over {over}", "cannonade.indirect")
    yield from modifier(f"troop density {form.target_men}", _density(form.target_men))
    yield from modifier(f"range {form.range}", _range(form.range))
    ground = form.target_terrain
    yield from modifier(f"target in {ground.label} terrain", f"cannonade.terrain.{ground.value}")


def procedure(form: CannonadeForm, tables: Tables) -> Procedure[Any, Cannonaded]:
    """The casualties of one cannon's fire in the target hex, and among friends fired over."""
    modifier = sum(factor.points for factor in modifiers(form, tables))
    natural_six = tables.points("cannonade.natural-six")
    falls_short = tables.points("cannonade.falls-short")

    def fire(chance: Chance) -> Cannonaded:
        roll = chance.draw(d6(), SHOT)
        casualties = max(roll + modifier, natural_six if roll == 6 else 0)
        short = 0
        if form.friends_between and chance.draw(d6(), RISK) <= falls_short:
            short = chance.draw(d6(), SHORT)
        return concluded(form, casualties, short, tables)

    return single(fire)


def concluded(form: CannonadeForm, casualties: int, short: int, tables: Tables) -> Cannonaded:
    """What those casualties do to the target, and `short` to the friends fired over."""
    killed, officer = fallen(form.target_men, form.target_officer, casualties)
    friends, friends_officer = fallen(form.friends_between, form.friends_officer, short)
    score = killed * tables.points("victory.man-killed")
    if officer:
        score += tables.points("victory.officer-killed")
    left = form.target_men - killed
    freed = 0 if left else form.target_prisoners
    lost = -freed * tables.points("victory.man-captured")
    return Cannonaded(killed, left, officer, friends, friends_officer, score, lost)


def _fired_over(form: CannonadeForm) -> str:
    """What makes the fire indirect; nothing if it is direct."""
    ground = form.ground_between
    over = ["friendly troops"] * bool(form.friends_between)
    return " and ".join(over + [f"{ground.label} terrain"] * (ground is not Terrain.CLEAR))


def _density(men: int) -> str:
    """The row of the density list; more than 20 (routing men) reads as the densest row."""
    rows = ((5, "1-5"), (10, "6-10"), (15, "11-15"))
    row = next((name for most, name in rows if men <= most), "16-20")
    return f"cannonade.density.{row}"


def _range(hexes: int) -> str:
    """The row of the range list; a scenario that lets cannon fire beyond 6 uses the last."""
    return f"cannonade.range.{min(hexes, 6)}"


def after_fire(form: CannonadeForm, outcome: Cannonaded) -> Aftermath:
    """Men and officers left, both sides' victory points, and a turn of ammunition spent.

    The crew may not march or attack this turn; it may rally routers next to it.
    """
    target = standing(outcome.left)
    if target and outcome.officer_killed:
        target["officer"] = "no"
    freed = 0 if target else form.target_prisoners
    freed_in_words = "prisoners of the target escaped, unarmed"
    return Aftermath(
        actor={"fired": "yes"} | _ammunition(form),
        target=target,
        target_gone="" if target else KILLED,
        others=(*_friends(form, outcome), *unformed("target-prisoners", freed, freed_in_words)),
        side=tallied(victory_points=outcome.score, unarmed=freed),
        enemy=tallied(victory_points=outcome.enemy_score, prisoners_held=-freed),
        may=("rally",),
    )


def _ammunition(form: CannonadeForm) -> dict[str, str]:
    """The turns that it has been too far from its baggage, this one included."""
    beyond = any(field.key == "turns-beyond" for field in mattering(form))
    return {"turns-beyond": str(form.turns_beyond + 1)} if beyond else {}


def _friends(form: CannonadeForm, outcome: Cannonaded) -> tuple[Consequence, ...]:
    """The friends fired over whom the fire hit: none left, and no officer, is nobody left."""
    if not outcome.friends_killed and not outcome.friends_officer_killed:
        return ()
    left = standing(form.friends_between - outcome.friends_killed)
    if left and form.friends_officer:
        left["officer"] = "yes"
    return (Consequence("friends", "the friends fired over", left, "" if left else KILLED),)
