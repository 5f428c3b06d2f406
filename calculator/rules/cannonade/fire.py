"""The Cannonade phase: one cannon fires at one hex, 1D6 and its modifiers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator import conditions, forms, kinds
from calculator.chance import dice, interface
from calculator.errors import Refusal
from calculator.rules import action
from calculator.rules.action import Action, Aftermath, Draws, Measure, Narration, Outcome, Severity
from calculator.rules.cannonade import army, terms
from calculator.rules.cannonade.terms import Ground, Holds, Terrain
from calculator.rules.modifiers import Pull, Stage
from calculator.rules.phrases import counted, shown
from calculator.rules.tables import Tables

SOURCE: Final = "Cannonade phase"
SHOT: Final = "cannonade"
RISK: Final = "risk to the friends fired over"
FALLEN_SHORT: Final = "casualties among the friends fired over"

FROM_AFAR: Final = conditions.where("range", at_least=2)
"""Hexes lie between the cannon and its target."""
OVER_FRIENDS: Final = FROM_AFAR & conditions.where("friends", at_least=1)
OVER_ROUGH_GROUND: Final = FROM_AFAR & ~conditions.where("between", Terrain.CLEAR)

CANNON: Final = forms.Heading("Cannon", SOURCE)
LINE_OF_FIRE: Final = forms.Heading("Line of fire", SOURCE)
TARGET: Final = forms.Heading("Target", SOURCE)


class CannonadeForm(forms.Form):
    """A cannon, the hex it fires at, and what lies between."""

    men: int = CANNON.entry(terms.CREW, "Crew", default=4)
    """Men in the cannon's hex. At least 4 must be present to fire it, and no more than 10 may stand
    there."""
    holds: Holds = CANNON.choice(Holds, "In the crew's hex", default=Holds.CANNON)
    """What the formation holds, as an order of battle says. Only a cannon fires: men with baggage
    or nothing have none."""
    baggage_distance: int = army.BAGGAGE_DISTANCE
    turns_beyond: int = army.TURNS_BEYOND
    range: int = LINE_OF_FIRE.entry(kinds.Whole(1, 12, "hexes", "hex"), default=3)
    """Hexes from the cannon to its target, at most 6."""
    between: Terrain = LINE_OF_FIRE.choice(Terrain, "Ground between", matters=FROM_AFAR)
    """The worst terrain fired over, the cannon's own hex and the target's left out. Anything but
    clear makes it indirect fire."""
    friends: int = LINE_OF_FIRE.entry(terms.ANY_MEN, "Friends fired over", matters=FROM_AFAR)
    """Men of its own side in the hexes fired over. It is indirect fire then, and may fall on
    them."""
    friends_officer: bool = LINE_OF_FIRE.yes_no(
        "Officer among friends", source="Officers", matters=OVER_FRIENDS
    )
    """An officer commands the friends fired over. He is the last man killed."""
    target_men: int = TARGET.entry(terms.MEN_OF_SEVERAL, "Men in the target hex", default=15)
    """Troop density: formed and routing men, but not prisoners, who cannot be killed."""
    target_terrain: Ground = TARGET.choice(Ground, "Target's terrain", source="Terrain types")
    """Terrain of the target's own hex."""
    target_officer: bool = TARGET.yes_no("Officer in the target", source="Officers")
    """An officer commands the target. He is the last man killed."""
    target_prisoners: int = TARGET.entry(terms.ANY_MEN, "Their prisoners", source=terms.PRISONERS)
    """Men of the cannon's side whom the target escorts: they cannot be killed, and escape if their
    escort is."""
    victory_points: int = terms.asked_points("Your points")
    target_victory_points: int = terms.asked_points("Enemy's points")

    @property
    def density(self) -> str:
        """The row of the density list; more than 20 (routing men) reads as the densest row."""
        rows = ((5, "1-5"), (10, "6-10"), (15, "11-15"))
        return next((row for most, row in rows if self.target_men <= most), "16-20")


class Cannonaded(Outcome):
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


def _fired_over(form: CannonadeForm) -> str:
    """Indirect fire, over friends or ground that is not clear."""
    over = ["friendly troops"] * OVER_FRIENDS(form)
    over += [f"{form.between.label} terrain"] * OVER_ROUGH_GROUND(form)
    return f"indirect fire over {' and '.join(over)}"


def _indirect(form: CannonadeForm, tables: Tables) -> int:
    """Once, unless what is fired over counts twice."""
    both = OVER_FRIENDS(form) and OVER_ROUGH_GROUND(form)
    times = 2 if both and tables.is_so("cannonade.indirect-twice") else 1
    return tables.points("cannonade.indirect") * times


FIRES: Final = Stage("cannonade", side="cannon")
TO_THE_DIE: Final = (
    FIRES.modifier(
        _fired_over, OVER_FRIENDS | OVER_ROUGH_GROUND, value="cannonade.indirect", number=_indirect
    ),
    FIRES.modifier("troop density {target_men}", value="cannonade.density.{density}"),
    FIRES.modifier("range {range}", value="cannonade.range.{range}"),
    FIRES.modifier(
        "target in {target_terrain} terrain", value="cannonade.terrain.{target_terrain.value}"
    ),
)
"""What is added to the die, in the order of the text's list."""

HITS: Final = Stage("casualties", SOURCE, "cannon")
TARGETS: Final = HITS.modifier(
    "no more than the {target_men} men in the hex can be killed", given=True
)
_LAST_TO_FALL: Final = "their officer is killed once no man is left to fall"
OFFICER: Final = HITS.modifier(_LAST_TO_FALL, conditions.where("target_officer"), source="Officers")
ESCORTED: Final = HITS.modifier(
    "{target_prisoners} prisoners escape if all who escort them fall",
    conditions.where("target_prisoners", at_least=1),
    source=terms.PRISONERS,
)
FALLS_SHORT: Final = Stage("friends", SOURCE, "target")
FRIENDS: Final = FALLS_SHORT.modifier(
    "it may fall short on {friends} of its own side", OVER_FRIENDS
)
FRIENDS_OFFICER: Final = FALLS_SHORT.modifier(
    _LAST_TO_FALL, OVER_FRIENDS & conditions.where("friends_officer"), source="Officers"
)


class Cannonade(Action[CannonadeForm, Cannonaded]):
    """One cannon fires at a formation up to 6 hexes away: 1D6 casualties, modified by indirect
    fire, troop density, range and terrain."""

    key = "cannonade"
    source = SOURCE
    severity = Severity[Cannonaded](
        lambda o: (o.killed, o.officer_killed, -o.friends_killed, not o.friends_officer_killed),
        "the side that fires",
    )
    measures = (
        Measure("kills", "kills anyone", lambda o: o.killed > 0),
        Measure("sweeps", "leaves no men in the hex", lambda o: o.left == 0),
        Measure("falls-short", "kills its own side", lambda o: o.friends_killed > 0),
    )
    modifiers = (*TO_THE_DIE, TARGETS, OFFICER, ESCORTED, FRIENDS, FRIENDS_OFFICER)
    speaks_of = {
        "actor": ("the cannon",),
        "target": ("the target",),
        "friend": ("the friends fired over",),
    }

    def refusals(self) -> Iterator[Refusal]:
        form, tables = self.form, self.tables
        crew, furthest = tables.points("cannonade.crew"), tables.points("cannonade.furthest")
        if form.holds is not Holds.CANNON:
            held = "baggage and no cannon" if form.holds is Holds.BAGGAGE else "no cannon"
            yield Refusal(f"only a cannon can fire, and the formation holds {held}", SOURCE)
        elif form.men < crew:
            found = counted(form.men, "man is", "men are")
            yield Refusal(f"{crew} men must be present to fire a cannon, {found} there", SOURCE)
        if form.holds is Holds.CANNON:
            yield from terms.crowding_refusals(form.men, form.holds, tables)
        if form.range > furthest:
            beyond = f"cannon fire at formations up to {furthest} hexes away"
            yield Refusal(beyond, SOURCE, tables.entry("cannonade.furthest").standing)
        yield from army.out_of_ammunition(form.baggage_distance, form.turns_beyond, tables)

    def pulls(self) -> Iterator[Pull]:
        """What counts; of the die, what is not nought."""
        return (pull for pull in super().pulls() if pull.factor.effect or pull.factor.points)

    def resolve(self, chance: interface.Chance) -> Cannonaded:
        form, points = self.form, self.tables.points
        casualties = self._casualties(chance.draw(dice.d6(), SHOT))
        killed, officer = terms.fallen(form.target_men, self.holds(OFFICER), casualties)
        friends, short = form.friends if self.holds(FRIENDS) else 0, 0
        if friends and chance.draw(dice.d6(), RISK) <= points("cannonade.falls-short"):
            short = chance.draw(dice.d6(), FALLEN_SHORT)
        struck, friends_officer = terms.fallen(friends, self.holds(FRIENDS_OFFICER), short)
        score = killed * points("victory.man-killed")
        if officer:
            score += points("victory.officer-killed")
        left = form.target_men - killed
        freed = form.target_prisoners if self.holds(ESCORTED) and not left else 0
        lost = -freed * points("victory.man-captured")
        return Cannonaded(killed, left, officer, struck, friends_officer, score, lost)

    def _casualties(self, roll: int) -> int:
        least = self.tables.points("cannonade.natural-six") if roll == 6 else 0
        return max(roll + int(self.total(*TO_THE_DIE)), least)

    def after(self, drawn: Cannonaded) -> Aftermath:
        """Men and officers left, both sides' victory points, and a turn of ammunition spent. The
        crew may not march or attack this turn; it may rally routers next to it."""
        target, beyond = terms.standing(drawn.left), self._turns_beyond()
        if target and drawn.officer_killed:
            target["officer"] = "no"
        freed = 0 if target else self.form.target_prisoners
        escaped = terms.unformed(
            "target-prisoners", freed, "prisoners of the target escaped, unarmed"
        )
        return Aftermath(
            actor={"fired": "yes"} | ({"turns-beyond": str(beyond)} if beyond else {}),
            target=target,
            target_gone="" if target else "killed",
            target_had={} if target else {"men": "0"},
            others=(*self._friends(drawn), *escaped),
            side=terms.tallied(victory_points=drawn.score, unarmed=freed),
            enemy=terms.tallied(victory_points=drawn.enemy_score, prisoners_held=-freed),
            may=("rally",),
        )

    def _turns_beyond(self) -> int:
        """Turns that it has been too far from its baggage, this one included; none if it is not."""
        too_far = any(field.key == "turns-beyond" for field in forms.mattering(self.form))
        return self.form.turns_beyond + 1 if too_far else 0

    def _friends(self, outcome: Cannonaded) -> Iterator[action.Consequence]:
        """The friends fired over whom the fire hit: none left, and no officer, is nobody left."""
        if outcome.friends_killed or outcome.friends_officer_killed:
            left = terms.standing(self.form.friends - outcome.friends_killed)
            if left and self.form.friends_officer:
                left["officer"] = "yes"
            gone = "" if left else "killed"
            yield action.Consequence("friends", "the friends fired over", left, gone)

    def narrate(self, drawn: Cannonaded, draws: Draws) -> Narration:
        return Narration(self._headline(drawn), self._on_table(drawn), self._how(draws))

    def _headline(self, outcome: Cannonaded) -> str:
        hit = f"The cannon kills {counted(outcome.killed, 'man', 'men')}"
        if outcome.officer_killed:
            hit += " and their officer"
        if not outcome.left:
            spared = self.form.target_officer and not outcome.officer_killed
            hit += f" and leaves {'their officer alone' if spared else 'nobody'} in the hex"
        if struck := outcome.friends_killed:
            officer = " and the officer" if outcome.friends_officer_killed else ""
            fall = "falls" if struck == 1 and not officer else "fall"
            hit += f"; {struck} of its own side{officer} {fall} to its fire"
        return f"{hit}."

    def _on_table(self, outcome: Cannonaded) -> Iterator[str]:
        if outcome.killed:
            killed, left = (counted(n, "man", "men") for n in (outcome.killed, outcome.left))
            yield f"Remove {killed} from the target's hex: {left} left."
        if outcome.officer_killed:
            yield "Remove the target's officer."
        if outcome.enemy_score:
            who = counted(self.form.target_prisoners, "prisoner")
            yield f"The {who} whom the dead escorted escaped, unarmed."
        if outcome.friends_killed:
            left = counted(self.form.friends - outcome.friends_killed, "man", "men")
            yield f"Remove {outcome.friends_killed} of the friends fired over: {left} left."
        if outcome.friends_officer_killed:
            yield "Remove the officer of the friends fired over."
        if outcome.score:
            yield f"Score {counted(outcome.score, 'victory point')}."
        if outcome.enemy_score:
            yield f"The enemy loses {counted(-outcome.enemy_score, 'victory point')}."
        if self.form.victory_points or self.form.target_victory_points:
            mine = self.form.victory_points + outcome.score
            theirs = max(self.form.target_victory_points + outcome.enemy_score, 0)
            yield f"Victory points now: {mine}, the enemy's {theirs}."
        away, beyond = self.form.baggage_distance, self._turns_beyond()
        fire_left = army.turns_left(away, beyond, self.tables)
        if fire_left is not None:
            turns = counted(fire_left, "more turn")
            yield f"Too far from its baggage, the cannon has ammunition for {turns}."
        yield "Neither the cannon nor the men who fired it may move or attack this turn."

    def _how(self, draws: Draws) -> Iterator[str]:
        roll = shown(draws, SHOT)
        found = [one.factor for one in self.pulls() if one.modifier in TO_THE_DIE]
        listed = "".join(f", {factor.name} {factor.figure}" for factor in found)
        casualties = counted(self._casualties(roll), "casualty", "casualties")
        if roll == 6 and self._casualties(roll) > roll + sum(factor.points for factor in found):
            yield f"Rolled a natural 6{listed}: always at least {casualties}."
        else:
            yield f"Rolled {roll}{listed}: {casualties}."
        risk, short = shown(draws, RISK), shown(draws, FALLEN_SHORT)
        if risk is not None:
            limit = self.tables.points("cannonade.falls-short")
            fell = f"rolled {short} for their casualties" if short else "they are spared"
            yield f"Rolled {risk} for the friends fired over, hit on 1-{limit}: {fell}."
