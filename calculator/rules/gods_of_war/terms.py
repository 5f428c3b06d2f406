"""The words of Gods of War, and what several actions have in common: fields that they ask alike, so
that what was answered once stays answered, what the rules permit by them, and cards in play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final, Unpack

from calculator.conditions import Condition, always, where
from calculator.errors import Refusal
from calculator.forms import Described, Form, Heading, choice, entry, fields_of, mattering
from calculator.kinds import Optional, Whole, Word
from calculator.rules import modifiers, phrases
from calculator.rules.tables import Tables


class Unit(Word):
    """The six types of unit. Infantry alone has formations, and enters woods and farms."""

    INFANTRY = "infantry"
    LIGHT_CAVALRY = "light-cavalry"
    HEAVY_CAVALRY = "heavy-cavalry"
    HORSE_ARTILLERY = "horse-artillery"
    LIGHT_ARTILLERY = "light-artillery"
    HEAVY_ARTILLERY = "heavy-artillery"

    @property
    def is_cavalry(self) -> bool:
        """Light or heavy cavalry, which never fires."""
        return self in {Unit.LIGHT_CAVALRY, Unit.HEAVY_CAVALRY}

    @property
    def is_artillery(self) -> bool:
        """Horse, light or heavy artillery, which never charges."""
        return self is not Unit.INFANTRY and not self.is_cavalry


class Formation(Word):
    """The formations of infantry."""

    COLUMN = "column"
    LINE = "line"
    SQUARE = "square"


class Terrain(Word):
    """The nine terrain tiles, each with its effects."""

    OPEN = "open", "Open: no special effects."
    HILLS = "hills", "Hills: +1 in defence, block sight; artillery on them fires over units."
    WHEAT = "wheat", "Wheat: -1 on fire through it or from it."
    ORCHARDS = "orchards", "Orchards: cost 2 to enter, -1 on fire from them."
    ROUGH = "rough", "Rough ground: costs 2 to enter."
    WOODS = "woods", "Woods: infantry only, block sight, no combat."
    MUD = "mud", "Mud: costs 3 to enter."
    FARM = "farm", "Farm: infantry only; +3 in defence, -1 on fire at it, 1 die in any direction."
    POND = "pond", "Pond: no unit may enter; does not block sight."


FOR_INFANTRY: Final = (Terrain.WOODS, Terrain.FARM)
"""Closed to cavalry and artillery."""


class Bearing(Word):
    """Where a target lies: its rank is the steps of 60 degrees from the way the attacker faces."""

    AHEAD = "ahead"
    ONE_STEP_ASIDE = "one-step-aside"
    TWO_STEPS_ASIDE = "two-steps-aside"
    BEHIND = "behind"


class Struck(Word):
    """The side of the defender on which an attack arrives."""

    FRONT = "front"
    FRONT_FLANK = "front-flank"
    SIDE_FLANK = "side-flank"
    REAR = "rear"


class Card(Word):
    """The 21 bonus cards with what each does, and the draw that brings none."""

    SWIFT_MARCH = "swift-march", "One more Move this turn."
    CHARGE = "charge", "Cavalry attacks with 2 more strength this turn."
    VOLLEY_FIRE = "volley-fire", "The next artillery attack has double the normal dice."
    FORCED_MARCH = "forced-march", "One unit moves up to twice its normal movement."
    RALLY = "rally", "A friendly unit gets back 1 figure."
    AMBUSH = "ambush", "An attack ignores the penalty of orchards and wheat."
    ENTRENCH = "entrench", "A unit has 1 more die in defence this turn."
    FOG_OF_WAR = "fog-of-war", "The enemy has 1 action less in its next turn."
    FLANKING_MOVE = "flanking-move", "One more action at once."
    ARTILLERY_BARRAGE = "artillery-barrage", "All artillery fires for no action this turn."
    REGROUP = "regroup", "A unit changes formation without spending an action."
    SUPPLY_RUN = "supply-run", "Two units get back 1 figure each."
    BOLD_ADVANCE = "bold-advance", "Infantry in line or column has 2 more movement this turn."
    RESERVE_FIRE = "reserve-fire", "A free shot in answer to an enemy move."
    ENGINEERS = "engineers", "Two terrain tiles are placed this turn in place of one."
    SKIRMISHER_SCREEN = "skirmisher-screen", "Light cavalry blocks one ranged attack this turn."
    HEROIC_DEFENCE = "heroic-defence", "A unit ignores its first loss in combat."
    DOUBLE_TIME = "double-time", "An infantry unit moves and attacks in one action."
    CANNON_BLAST = "cannon-blast", "The next attack of an artillery unit has 2 more dice."
    ROUT = "rout", "An enemy unit that loses more figures in a combat retreats 1 hex."
    INSPIRED_COMMAND = "inspired-command", "One more action this turn, up to 7."
    NOTHING = "you-get-nothing", "No effect, and nothing to hold."

    @property
    def title(self) -> str:
        """The name as printed on the card."""
        words = (word if word == "of" else word.capitalize() for word in self.value.split("-"))
        return " ".join(words) + ("!" if self in {Card.CHARGE, Card.RALLY, Card.ROUT} else "")

    @property
    def told(self) -> str:
        """Its name with what it does."""
        return f"{self.title}: {self.meaning[0].lower()}{self.meaning[1:].removesuffix('.')}"


INFANTRY: Final = where("unit", Unit.INFANTRY)
CAVALRY: Final = where("unit.is_cavalry")
GUNS: Final = where("unit.is_artillery")
IN_FORMATION: Final = INFANTRY & ~where("terrain", Terrain.FARM)
"""It is infantry in a formation; a garrison has none, and leaves its farm in column."""

ATTACKER: Final = Heading("Attacker")
DEFENDER: Final = Heading("Defender")
CARDS: Final = Heading("Cards", "Bonus cards")

asked_unit: Final = partial(
    ATTACKER.choice,
    Unit,
    source="Unit types",
    help="The type of the unit that acts. Infantry fights by formation, cavalry only hand to "
    "hand, artillery only at range.",
)

asked_figures: Final = partial(
    entry, Optional(Whole(0, 6, "figures"), "full"), source="Close combat"
)
"""How many figures a unit has left; full strength unless it is said. There is room for scenarios
with stronger units than the text's."""

asked_strength: Final = partial(
    asked_figures,
    group="Attacker",
    help="Figures left, a die each: infantry and cavalry have 4 at full strength, artillery 2. "
    "A unit with none is broken.",
)

asked_formation: Final = partial(
    ATTACKER.choice,
    Formation,
    matters=IN_FORMATION,
    source="Formations",
    help="Column: moves 2, +2 to each die in close combat, 1 die at range. Line: moves 1, +1, "
    "a die for each figure at range. Square: cannot move, +6 defending against cavalry, -2 "
    "against infantry, 1 die at range in any direction.",
)

asked_acted_before: Final = partial(
    ATTACKER.yes_no,
    "Acted just before",
    source="Actions",
    help="The unit took the action before this one. It never acts twice in a row; another "
    "unit, or an action of no unit, comes between.",
)


def asked_card(card: Card, **described: Unpack[Described]) -> bool:
    """A field that asks whether a card is in play, and says what that does."""
    described.setdefault("help", card.meaning)
    return CARDS.yes_no(card.title, **described)


asked_terrain: Final = partial(choice, Terrain, source="Terrain")

TERRAIN: Final = asked_terrain(
    "Stands in",
    group="Attacker",
    help="Terrain of the unit's own hex. Nobody attacks from woods. Orchards and wheat "
    "spoil its fire; artillery on hills fires over units; a farm lets infantry fire all round.",
)

BEARING: Final = ATTACKER.choice(
    Bearing,
    "Target lies",
    source="Facing and arcs of fire",
    help="Where the target lies, in steps of 60 degrees from the way the unit faces. Close "
    "combat: straight ahead. Fire: up to one step aside; all round from a square or a farm.",
)

TARGET: Final = DEFENDER.choice(
    Unit, source="Unit types", help="The type of the unit that is attacked."
)

TARGET_STRENGTH: Final = asked_figures(
    "Target's strength",
    group="Defender",
    help="Figures left of the unit attacked, a die each in its reply: at full strength 4, "
    "artillery 2. A broken unit, with none, cannot reply and is finished off.",
)

asked_target_terrain: Final = partial(asked_terrain, "Target stands in", group="Defender")

DOUBLE_TIME: Final = asked_card(Card.DOUBLE_TIME, matters=INFANTRY & where("acted_before"))
HEROIC_DEFENCE: Final = asked_card(Card.HEROIC_DEFENCE)


def terrain_refusals(unit: Unit, terrain: Terrain) -> Iterator[Refusal]:
    """Why a unit cannot stand in such a hex."""
    if terrain is Terrain.POND:
        yield Refusal("no unit may enter a pond", "Terrain")
    if terrain in FOR_INFANTRY and unit is not Unit.INFANTRY:
        yield Refusal(f"only infantry may enter a hex of {terrain}, not {unit}", "Terrain")


def in_woods(terrain: Terrain, target_terrain: Terrain, tables: Tables) -> Iterator[Refusal]:
    """Combat is prohibited from woods and into them."""
    prohibited = tables.entry("woods.combat-prohibited")
    if prohibited.value and terrain is Terrain.WOODS:
        yield Refusal("units in woods cannot attack", "Terrain", prohibited.standing)
    if prohibited.value and target_terrain is Terrain.WOODS:
        nobody = "units in woods cannot be the target of any attack"
        yield Refusal(nobody, "Terrain", prohibited.standing)


def second_action_refusals(acted: bool, excused: bool) -> Iterator[Refusal]:
    """No unit takes two actions running, unless a card makes them one or none."""
    if acted and not excused:
        between = "use another unit or take another action between"
        yield Refusal(f"a unit never acts twice in a row: {between}", "Actions")


def arc(unit: Unit, formation: Formation, terrain: Terrain) -> int:
    """Steps of facing to either side of its front through which a unit fires, 0 to 3."""
    everywhere = terrain is Terrain.FARM or formation is Formation.SQUARE
    return Bearing.BEHIND.rank if unit is Unit.INFANTRY and everywhere else 1


UNIT_ACTIONS: Final = ("close-combat", "ranged-fire", "move", "repair")
"""What a unit may do again in the same turn, if not at once: it never acts twice in a row."""

SPENT_AT_ONCE: Final = (
    "ambush", "volley-fire", "cannon-blast", "rout", "double-time",
    "forced-march", "engineers", "rally", "supply-run",
)  # fmt: skip
"""Cards that serve one action and are spent with it, whatever comes of it."""

LASTING: Final = ("charge", "bold-advance")
"""Cards that serve every action of the turn they are played in."""

ACTED: Final = {"drew-before": "no"}
"""What any action leaves of its side: a card may be drawn next."""

GUARDS: Final = ("entrench", "heroic-defence", "skirmisher-screen")
"""Cards that answer an enemy's attack; each is spent when it has served."""


def played(
    card: Card, stage: str, side: str = "", when: Condition = always, **worth: Any
) -> modifiers.Modifier[Any]:
    """What a card in play does `when` it bears on the action."""
    name = card.title if worth else card.told
    serves = when & where(card.name.lower())
    return modifiers.Stage(stage, "Bonus cards", side).modifier(name, serves, **worth)


def spent_with(form: Form) -> dict[str, str]:
    """The cards in play on the acting side that serve this action and are spent with it."""
    return dict.fromkeys(in_play(form, SPENT_AT_ONCE), "no")


def guarded(
    unit: Mapping[str, str] | None, form: Form, served: Iterable[str]
) -> dict[str, str] | None:
    """A unit with those of its guards in play that have `served` spent; None for a unit gone."""
    return None if unit is None else dict(unit) | dict.fromkeys(in_play(form, served), "no")


def in_play(form: Form, keys: Iterable[str]) -> list[str]:
    """Those of some cards that the form says are played, and that matter."""
    played = {field.key for field in mattering(form) if getattr(form, field.attribute) is True}
    return [key for key in keys if key in played]


def spent_lines(form: Form, *left: Mapping[str, str] | None) -> Iterator[str]:
    """Which cards in play an aftermath leaves spent, a line for each of its parts."""
    for values in left:
        spent = [key for key, text in (values or {}).items() if text == "no"]
        cards = in_play(form, spent)
        labels = [field.label for field in fields_of(type(form)) if field.key in cards]
        if labels:
            yield f"{phrases.series(labels)} {'is' if len(labels) == 1 else 'are'} spent."
