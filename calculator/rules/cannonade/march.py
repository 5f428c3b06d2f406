"""The March phase: whether a unit gets along a path of hexes in one turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from calculator import conditions, forms, kinds
from calculator.chance.interface import Chance
from calculator.errors import Refusal
from calculator.rules.action import MOVED, Action, Aftermath, Draws, Narration, Outcome, Severity
from calculator.rules.cannonade import terms
from calculator.rules.cannonade.terms import Terrain, asked_points
from calculator.rules.modifiers import answers
from calculator.rules.phrases import counted

SOURCE: Final = "March phase"


class Mover(kinds.Word):
    """What moves."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    CANNON = "cannon"
    OFFICER = "officer"
    BAGGAGE = "baggage"
    FLAG = "flag"
    PRISONERS = "prisoners"
    ROUTERS = "routers"


ON_FOOT_OR_HORSE: Final = conditions.where("mover", Mover.INFANTRY, Mover.CAVALRY)
UNDER_ARMS: Final = ON_FOOT_OR_HORSE | conditions.where("mover", Mover.CANNON)
"""Men under arms: what may have fired, and so has to stay, and what captures the unarmed."""

Path = tuple[Terrain, ...]


PATH: Final = kinds.listed(
    kinds.Choice(Terrain).parse,
    "the terrain of each hex entered: clear, covered, fortified or impassable, e.g. clear, covered",
    pieces=(kinds.Choice(Terrain).choices,),
    split=lambda text: text.replace(",", " ").split(),
)


_found: Final = partial(forms.Heading("Last hex", terms.PRISONERS).entry, terms.ANY_MEN)


class MarchForm(forms.Form):
    """What moves and through which hexes."""

    mover: Mover = forms.choice(Mover, "What moves", source="Units")
    """Infantry, cannon, baggage, prisoners and routers move 1 hex a turn, cavalry and officers 2, a
    flag up to 2."""
    path: Path = forms.entry(PATH, "Hexes entered", default=(Terrain.CLEAR,), source=SOURCE)
    """The terrain of each hex entered, in order. Cavalry must spend its entire move to enter
    covered or fortified terrain; nothing enters impassable terrain."""
    crew: int = forms.entry(
        terms.CREW,
        default=4,
        source="Cannonade phase",
        matters=conditions.where("mover", Mover.CANNON),
    )
    """Men with the cannon: 4 must be present to move it."""
    fired: bool = forms.yes_no("Fired this turn", source=SOURCE, matters=UNDER_ARMS)
    """A cannon that fired this turn may not move, nor may the men who fired it."""
    found_routers: int = _found("Enemy routers found", matters=UNDER_ARMS)
    """Routing enemies in the last hex entered: they become prisoners."""
    found_unarmed: int = _found("Unarmed enemies found", matters=UNDER_ARMS)
    """Unarmed enemies in the last hex entered: they become prisoners."""
    found_baggage: bool = forms.yes_no(
        "Enemy baggage found", group="Last hex", source="Supply", matters=UNDER_ARMS
    )
    """Enemy baggage in the last hex entered is captured."""
    rearmed: int = _found("Men rearmed", matters=ON_FOOT_OR_HORSE)
    """Unarmed men of its own side who come to stand next to baggage: they are armed again."""
    off_the_map: int = _found(
        "Routers off the map", matters=conditions.where("mover", Mover.ROUTERS)
    )
    """Enemy routers, whom you move, who leave the map: they are lost."""
    prisoners: int = _found("Prisoners with it")
    """Enemy men whom the formation escorts already."""
    victory_points: int = asked_points("Your points")


class Stop(kinds.Word):
    """Why a unit does not get farther."""

    ARRIVES = "arrives"
    SPENT = "no-move-left", "has no move left for the next hex"
    ENTIRE_MOVE = (
        "needs-its-entire-move",
        "must spend its entire move to enter a covered or fortified hex",
    )
    IMPASSABLE = "impassable", "may not enter impassable terrain"


class Marched(Outcome):
    """Hexes entered, moves left, and why it stopped if it did; men captured in the last hex, and
    the victory points that this earns."""

    entered: int
    left: int
    stop: Stop
    captured: int = 0
    score: int = 0

    @property
    def label(self) -> str:
        entered = f"enters {counted(self.entered, 'hex', 'hexes')}, {self.left} left"
        if self.captured:
            entered += f", {self.captured} captured"
        return entered if self.stop is Stop.ARRIVES else f"{entered}: {self.stop}"

    @property
    def arrived(self) -> bool:
        """Whether it has gone all the way to another hex."""
        return self.stop is Stop.ARRIVES and self.entered > 0


class March(Action[MarchForm, Marched]):
    """Whether a unit can move along a path of hexes this turn."""

    key = "march"
    source = SOURCE
    severity = Severity[Marched](lambda o: (o.entered, o.left), "the unit that moves")
    modifiers = tuple(
        answers(MarchForm, "mover", "path", "found_routers", "found_unarmed", "found_baggage")
    )
    speaks_of = {"actor": ("the {form.mover}",)}

    def refusals(self) -> Iterator[Refusal]:
        if self.form.fired and UNDER_ARMS(self.form):
            yield Refusal("neither a cannon that fired this turn nor its crew may move", SOURCE)
        crew = self.tables.points("cannonade.crew")
        if self.form.mover is Mover.CANNON and self.form.crew < crew:
            yield Refusal(f"{crew} men must be present to move a cannon", "Cannonade phase")

    @property
    def allowance(self) -> int:
        """Hexes that it moves in a turn."""
        return self.tables.points(f"move.{self.form.mover.value}")

    def march(self) -> tuple[int, int, Stop]:
        """Hexes that it enters of its path in one turn, moves left, and why it stops."""
        left, path = self.allowance, self.form.path
        for entered, terrain in enumerate(path):
            if terrain is Terrain.IMPASSABLE:
                return entered, left, Stop.IMPASSABLE
            if not left:
                return entered, left, Stop.SPENT
            entire = self.form.mover is Mover.CAVALRY and terrain is not Terrain.CLEAR
            if entire and left < self.allowance:
                return entered, left, Stop.ENTIRE_MOVE
            left = 0 if entire else left - 1
        return len(path), left, Stop.ARRIVES

    def resolve(self, chance: Chance) -> Marched:
        entered, left, stop = self.march()
        if stop is not Stop.ARRIVES or not entered or not UNDER_ARMS(self.form):
            return Marched(entered, left, stop)
        captured = self.form.found_routers + self.form.found_unarmed
        score = captured * self.tables.points("victory.man-captured")
        score += self.form.found_baggage * self.tables.points("victory.baggage-captured")
        return Marched(entered, left, stop, captured, score)

    def after(self, drawn: Marched) -> Aftermath:
        """Its prisoners, and what both sides gain and lose where the march ends: points, prisoners,
        unarmed and routing men; it may march on, attack and rally this turn."""
        form, held, captures = self.form, drawn.captured, bool(drawn.captured)
        escorted = {"prisoners": str(form.prisoners + held)} if captures else {}
        rearmed = form.rearmed if drawn.arrived and ON_FOOT_OR_HORSE(form) else 0
        fled = form.off_the_map if drawn.arrived and form.mover is Mover.ROUTERS else 0
        routers = fled + form.found_routers * captures
        return Aftermath(
            actor=escorted | (MOVED if drawn.entered else {}),
            side=terms.tallied(victory_points=drawn.score, prisoners_held=held, unarmed=-rearmed),
            enemy=terms.tallied(unarmed=-form.found_unarmed * captures, routing=-routers),
            may=("march", "melee", "rally") if UNDER_ARMS(form) else ("march",),
        )

    def narrate(self, drawn: Marched, draws: Draws) -> Narration:
        mover, moves = self.form.mover, counted(self.allowance, "hex", "hexes")
        who = f"The {mover}" if mover is not Mover.ROUTERS else "The routing formation"
        how = (f"{mover.label.capitalize()}: {moves} a turn.",)
        if drawn.stop is Stop.ARRIVES:
            left = counted(drawn.left, "hex", "hexes").capitalize()
            steps = (f"{left} left to move.", *self._captures(drawn))
            return Narration(f"{who} can go there.", steps, how)
        hexes = counted(drawn.entered, "hex", "hexes")
        so_far = f"It stops after {hexes}: it {drawn.stop.meaning}."
        return Narration(f"{who} cannot go all the way.", (so_far,), how)

    def _captures(self, outcome: Marched) -> Iterator[str]:
        form, after = self.form, self.after(outcome)
        if "unarmed" in after.side:
            armed = counted(form.rearmed, "man is", "men are")
            yield f"{armed} armed again, as a formation or in one."
        if "routing" in after.enemy and form.mover is Mover.ROUTERS:
            gone = counted(form.off_the_map, "router is", "routers are")
            yield f"{gone} off the map, and lost."
        if outcome.captured:
            become = ("enemy becomes a prisoner", "enemies become prisoners")
            taken = counted(outcome.captured, *become)
            yield f"{taken}: it escorts {form.prisoners + outcome.captured}."
        if outcome.score and form.found_baggage:
            yield "The baggage in the hex is captured."
        if outcome.score:
            yield f"Score {terms.points_won(outcome.score, form.victory_points)}."
