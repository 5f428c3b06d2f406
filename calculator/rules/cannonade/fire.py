"""The Cannonade phase: one cannon fires at one hex, 1D6 and its modifiers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.dice import d6
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.forms import Form, choice, mattering, whole, yes_no
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import Aftermath, Consequence
from calculator.rules.cannonade import ammunition
from calculator.rules.cannonade.escort import asked_points, asked_unformed, tallied, unformed
from calculator.rules.cannonade.terms import (
    Ground,
    Holds,
    Terrain,
    crowding_refusals,
    fallen,
    standing,
)
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor
from calculator.rules.phrases import counted, shown, signed
from calculator.rules.tables import Tables

SOURCE: Final = "Cannonade phase"
SHOT: Final = "cannonade"
RISK: Final = "risk to the friends fired over"
FALLEN_SHORT: Final = "casualties among the friends fired over"


@attrs.frozen(kw_only=True)
class CannonadeForm(Form):
    """A cannon, the hex it fires at, and what lies between."""

    men: int = whole(
        0,
        20,
        "Crew",
        default=4,
        unit="men",
        one="man",
        group="Cannon",
        mnemonic="m",
        source=SOURCE,
        help="Men in the cannon's hex. At least 4 must be present to fire it, and no more than 10 "
        "may stand there.",
    )
    holds: Holds = choice(
        Holds,
        "In the crew's hex",
        default=Holds.CANNON,
        group="Cannon",
        mnemonic="h",
        source=SOURCE,
        help="What the formation holds, as an order of battle says. Only a cannon fires: men with "
        "baggage or nothing have none.",
    )
    baggage_distance: int = ammunition.BAGGAGE_DISTANCE
    turns_beyond: int = ammunition.TURNS_BEYOND
    range: int = whole(
        1,
        12,
        "Range",
        default=3,
        unit="hexes",
        one="hex",
        group="Line of fire",
        mnemonic="g",
        source=SOURCE,
        help="Hexes from the cannon to its target, at most 6. Near +1 at 1 hex; far -1, -2, -3 at "
        "4, 5 and 6.",
    )
    between: Terrain = choice(
        Terrain,
        "Ground between",
        default=Terrain.CLEAR,
        group="Line of fire",
        mnemonic="w",
        matters=lambda form: form.range > 1,
        source=SOURCE,
        help="The worst terrain fired over, the cannon's own hex and the target's left out. "
        "Anything but clear makes it indirect fire, -1.",
    )
    friends: int = whole(
        0,
        120,
        "Friends fired over",
        default=0,
        unit="men",
        one="man",
        group="Line of fire",
        mnemonic="f",
        matters=lambda form: form.range > 1,
        source=SOURCE,
        help="Men of its own side in the hexes fired over. Indirect fire, -1; and on a roll of 1-2 "
        "it falls on them.",
    )
    friends_officer: bool = yes_no(
        "Officer among friends",
        group="Line of fire",
        mnemonic="i",
        source="Officers",
        matters=lambda form: form.friends_between > 0,
        help="An officer commands the friends fired over. He is the last man killed.",
    )
    target_men: int = whole(
        1,
        120,
        "Men in the target hex",
        default=15,
        unit="men",
        one="man",
        group="Target",
        mnemonic="d",
        source=SOURCE,
        help="Troop density: formed and routing men, but not prisoners, who cannot be killed. "
        "1-5: -2; 6-10: -1; 16 and more: +1.",
    )
    target_terrain: Ground = choice(
        Ground,
        "Target's terrain",
        default=Ground.CLEAR,
        group="Target",
        mnemonic="e",
        source="Terrain types",
        help="Terrain of the target's own hex: covered -1, fortified -2.",
    )
    target_officer: bool = yes_no(
        "Officer in the target",
        group="Target",
        mnemonic="o",
        source="Officers",
        help="An officer commands the target. He is the last man killed.",
    )
    target_prisoners: int = asked_unformed(
        "Their prisoners",
        "Target",
        "Men of the cannon's side whom the target escorts: they cannot be killed, and escape if "
        "their escort is.",
    )
    victory_points: int = asked_points("Your points")
    target_victory_points: int = asked_points("Enemy's points")

    @property
    def friends_between(self) -> int:
        """Men of its own side fired over: none where no hex lies between."""
        return self.friends if self.range > 1 else 0

    @property
    def ground_between(self) -> Terrain:
        """Terrain fired over: clear where no hex lies between."""
        return self.between if self.range > 1 else Terrain.CLEAR


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
        yield from crowding_refusals(form.men, form.holds, tables)
    if form.range > furthest:
        beyond = f"cannon fire at formations up to {furthest} hexes away"
        yield Refusal(beyond, SOURCE, tables.entry("cannonade.furthest").standing)
    yield from ammunition.out_of_ammunition(form.baggage_distance, form.turns_beyond, tables)


def modifiers(form: CannonadeForm, tables: Tables) -> Iterator[Factor]:
    """Each modifier to the die that is not nought, in the order of the text's list."""

    def modifier(name: str, key: str) -> Iterator[Factor]:
        if tables.points(key):
            yield Factor.worth(tables, "cannonade", name, "cannon", key)

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
            short = chance.draw(d6(), FALLEN_SHORT)
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
    target, beyond = standing(outcome.left), _turns_beyond(form)
    if target and outcome.officer_killed:
        target["officer"] = "no"
    freed, who = 0 if target else form.target_prisoners, "prisoners of the target escaped, unarmed"
    return Aftermath(
        actor={"fired": "yes"} | ({"turns-beyond": str(beyond)} if beyond else {}),
        target=target,
        target_gone="" if target else "killed",
        target_had={} if target else {"men": "0"},
        others=(*_friends(form, outcome), *unformed("target-prisoners", freed, who)),
        side=tallied(victory_points=outcome.score, unarmed=freed),
        enemy=tallied(victory_points=outcome.enemy_score, prisoners_held=-freed),
        may=("rally",),
    )


def _turns_beyond(form: CannonadeForm) -> int:
    """Turns that it has been too far from its baggage, this one included; none if it is not."""
    too_far = any(field.key == "turns-beyond" for field in mattering(form))
    return form.turns_beyond + 1 if too_far else 0


def _friends(form: CannonadeForm, outcome: Cannonaded) -> tuple[Consequence, ...]:
    """The friends fired over whom the fire hit: none left, and no officer, is nobody left."""
    if not outcome.friends_killed and not outcome.friends_officer_killed:
        return ()
    left = standing(form.friends_between - outcome.friends_killed)
    if left and form.friends_officer:
        left["officer"] = "yes"
    return (Consequence("friends", "the friends fired over", left, "" if left else "killed"),)


def narrate(form: CannonadeForm, outcome: Cannonaded, draws: Draws, tables: Tables) -> Narration:
    """What the cannon hit, which men to remove, and the dice with their modifiers."""
    how = (_shot(form, draws, tables), *_risk(draws, tables))
    return Narration(_headline(form, outcome), _on_table(form, outcome, tables), how)


def _headline(form: CannonadeForm, outcome: Cannonaded) -> str:
    hit = f"The cannon kills {counted(outcome.killed, 'man', 'men')}"
    if outcome.officer_killed:
        hit += " and their officer"
    if not outcome.left:
        spared = form.target_officer and not outcome.officer_killed
        hit += f" and leaves {'their officer alone' if spared else 'nobody'} in the hex"
    if not outcome.friends_killed:
        return hit + "."
    friends = f"{outcome.friends_killed} of its own side"
    if outcome.friends_officer_killed:
        return f"{hit}; {friends} and the officer fall to its fire."
    return f"{hit}; {friends} {'falls' if outcome.friends_killed == 1 else 'fall'} to its fire."


def _on_table(form: CannonadeForm, outcome: Cannonaded, tables: Tables) -> Iterator[str]:
    if outcome.killed:
        killed = counted(outcome.killed, "man", "men")
        yield f"Remove {killed} from the target hex: {counted(outcome.left, 'man', 'men')} left."
    if outcome.officer_killed:
        yield "Remove the target's officer."
    if outcome.enemy_score:
        who = counted(form.target_prisoners, "prisoner")
        yield f"The {who} whom the dead escorted escaped, unarmed."
    if outcome.friends_killed:
        left = counted(form.friends_between - outcome.friends_killed, "man", "men")
        yield f"Remove {outcome.friends_killed} of the friends fired over: {left} left."
    if outcome.friends_officer_killed:
        yield "Remove the officer of the friends fired over."
    yield from _points(form, outcome)
    fire_left = ammunition.turns_left(form.baggage_distance, _turns_beyond(form), tables)
    if fire_left is not None:
        turns = counted(fire_left, "more turn")
        yield f"Too far from its baggage, the cannon has ammunition for {turns}."
    yield "Neither the cannon nor the men who fired it may move or attack this turn."


def _points(form: CannonadeForm, outcome: Cannonaded) -> Iterator[str]:
    """What both sides score, and what they have if they had any before."""
    if outcome.score:
        yield f"Score {counted(outcome.score, 'victory point')}."
    if outcome.enemy_score:
        yield f"The enemy loses {counted(-outcome.enemy_score, 'victory point')}."
    if form.victory_points or form.target_victory_points:
        mine = form.victory_points + outcome.score
        theirs = max(form.target_victory_points + outcome.enemy_score, 0)
        yield f"Victory points now: {mine}, the enemy's {theirs}."


def _shot(form: CannonadeForm, draws: Draws, tables: Tables) -> str:
    roll = shown(draws, SHOT)
    found = list(modifiers(form, tables))
    casualties = roll + sum(factor.points for factor in found)
    listed = "".join(f", {factor.name} {signed(factor.points)}" for factor in found)
    least = tables.points("cannonade.natural-six")
    if roll == 6 and casualties < least:
        return f"Rolled a natural 6{listed}: always at least {_casualties(least)}."
    return f"Rolled {roll}{listed}: {_casualties(max(casualties, 0))}."


def _casualties(number: int) -> str:
    return counted(number, "casualty", "casualties")


def _risk(draws: Draws, tables: Tables) -> Iterator[str]:
    risk, short = shown(draws, RISK), shown(draws, FALLEN_SHORT)
    if risk is not None:
        limit = tables.points("cannonade.falls-short")
        fell = f"rolled {short} for their casualties" if short else "they are spared"
        yield f"Rolled {risk} for the friends fired over, hit on 1-{limit}: {fell}."


CANNONADE: Final = declared(
    key="cannonade",
    label="Cannonade",
    help="One cannon fires at a formation up to 6 hexes away: 1D6 casualties, modified by indirect "
    "fire, troop density, range and terrain.",
    source=SOURCE,
    form=CannonadeForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(
        lambda o: (o.killed, o.officer_killed, -o.friends_killed, not o.friends_officer_killed),
        "the side that fires",
    ),
    factors=modifiers,
    refusals=refusals,
    measures=(
        Measure("kills", "kills anyone", lambda outcome: outcome.killed > 0),
        Measure("sweeps", "leaves no men in the hex", lambda outcome: outcome.left == 0),
        Measure("falls-short", "kills its own side", lambda outcome: outcome.friends_killed > 0),
    ),
    aftermath=after_fire,
    mnemonic="c",
)
